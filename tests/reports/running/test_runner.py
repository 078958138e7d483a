"""Notebooks run through papermill: parameters exact, failures kept and said, pages written."""

from __future__ import annotations

import io
import json
import os
import sys

import nbformat
import numpy as np
import pytest

from evidencelab.errors import InputError, OutputError, SettingError, UnknownNameError
from evidencelab.reports.running.plan import find_notebooks, plan_notebooks
from evidencelab.reports.running.progress import RunProgress
from evidencelab.reports.running.runner import run_notebooks
from evidencelab.reports.runs.run_folder import read_manifest

DECLARATIONS = """thr: float = 0.5  # share
seed: int = 1
ratio: float = 0.0
out: str = "here"
note: str = ""
results: str = ""
"""
WRITE_BACK = """import json, os, sys
json.dump(
    {"values": [thr, seed, repr(ratio), out, note], "types": [type(v).__name__ for v in (thr, seed, out)],
     "python": sys.executable, "audit": os.environ["EVIDENCELAB_AUDIT"]},
    open(results + "/seen.json", "w"),
)
print("</pre><img src=x onerror=alert(1)>")
from evidencelab.reports.running.progress import track
list(track(range(3), "a long loop"))
"""
VERDICT = """from evidencelab.reports.runs.verdict import Check, NotebookVerdict, write_verdict
check = Check(subject="pool/en", status="PASS", held={held}, decides={decides})
write_verdict(results, NotebookVerdict(question="?", sentence="It {sentence}.", checks=(check,)))
"""


def write_notebook(folder, name, *sources, kernel="python3"):
    cells = []
    for source in sources:
        cell = nbformat.v4.new_code_cell(source)
        if not cells:
            cell.metadata["tags"] = ["parameters"]
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": kernel, "language": "python", "display_name": "Python"}
    path = folder / f"{name}.ipynb"
    nbformat.write(notebook, path)
    return path


@pytest.fixture
def quiet():
    with open(os.devnull, "w") as stream:
        yield RunProgress(stream)


def test_a_good_run_passes_parameters_exactly_and_leaves_everything_in_its_folder(tmp_path, quiet):
    path = write_notebook(
        tmp_path,
        "01_first",
        DECLARATIONS,
        WRITE_BACK,
        VERDICT.format(held=True, decides=True, sentence="holds"),
        kernel="no-such-kernel",
    )
    note = "引号\"与\\反斜杠 {braces} '''\n<b>"
    given = {
        "thr": np.float64(0.85),
        "seed": None,
        "ratio": float("nan"),
        "out": tmp_path / "a b",
        "note": note,
    }
    results = tmp_path / "results {x}"
    finished = run_notebooks(plan_notebooks([path], given), results, progress=quiet)

    seen = json.loads((finished.folder / "01_first" / "seen.json").read_text())
    assert seen["values"] == [0.85, None, "nan", str(tmp_path / "a b"), note]
    assert seen["types"] == ["float", "NoneType", "str"]
    assert os.path.samefile(seen["python"], sys.executable)
    assert seen["audit"] == str(results / "audit.sqlite")
    assert "EVIDENCELAB_AUDIT" not in os.environ

    assert finished.exit_code == 0
    manifest = read_manifest(results / "latest")
    assert manifest == finished.manifest
    assert (manifest.status, manifest.held) == ("finished", True)
    assert [record.status for record in manifest.notebooks] == ["finished"]
    assert manifest.notebooks[0].seconds > 0
    assert manifest.notebooks[0].parameters["ratio"] == "nan"
    executed = (finished.folder / "01_first.ipynb").read_text()
    json.loads(executed, parse_constant=pytest.fail)
    assert "a long loop:" not in executed

    page = (finished.folder / "01_first.html").read_text()
    assert "&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_kernel_that_dies_fails_the_run_and_keeps_what_was_done(tmp_path, quiet):
    path = write_notebook(
        tmp_path,
        "01_dies",
        'results: str = ""',
        "print('kept')",
        "import os; os.kill(os.getpid(), 9)",
        VERDICT.format(held=True, decides=True, sentence="never ran"),
    )
    finished = run_notebooks(plan_notebooks([path], {}), tmp_path / "results", progress=quiet)
    assert finished.exit_code == 1
    assert finished.manifest.status == "failed"
    assert not finished.manifest.held
    assert finished.manifest.notebooks[0].error == "DeadKernelError: the kernel died while this cell ran"
    assert finished.verdicts == {}
    assert not list(finished.folder.rglob("verdict.json"))

    executed = nbformat.read(finished.folder / "01_dies.ipynb", as_version=4)
    cells = [cell for cell in executed.cells if cell.cell_type == "code"]
    states = [(cell.metadata.papermill.status, [o.output_type for o in cell.outputs]) for cell in cells]
    assert states == [
        ("completed", []),
        ("completed", []),
        ("completed", ["stream"]),
        ("failed", ["error"]),
        ("pending", []),
    ]
    page = (finished.folder / "01_dies.html").read_text()
    assert "kept" in page
    assert "This notebook did not finish: DeadKernelError" in page


def test_a_notebook_that_raises_does_not_stop_the_next_and_the_worst_code_counts(tmp_path, quiet):
    paths = [
        write_notebook(tmp_path, "01_raises", 'results: str = ""', "1 / 0"),
        write_notebook(
            tmp_path,
            "02_says_no",
            'results: str = ""',
            VERDICT.format(held=False, decides=True, sentence="fails"),
        ),
        write_notebook(
            tmp_path,
            "03_refuses",
            "from evidencelab.errors import InputError\n",
            "raise InputError('cases.yaml', 'has a key too many', 'mend it', 3)",
        ),
    ]
    planned = plan_notebooks(paths, {})
    finished = run_notebooks(planned, tmp_path / "results", progress=quiet)
    records = finished.manifest.notebooks
    assert [(record.status, record.misuse, record.error) for record in records] == [
        ("failed", False, "ZeroDivisionError: division by zero"),
        ("finished", False, None),
        ("failed", True, "cases.yaml, line 3: has a key too many; mend it"),
    ]
    assert [check.subject for check in finished.verdicts["02_says_no"].failures] == ["pool/en"]
    assert finished.exit_code == 2
    assert finished._replace(manifest=_only(finished.manifest, 0)).exit_code == 1


def _only(manifest, number):
    return manifest.model_copy(update={"notebooks": manifest.notebooks[number : number + 1]})


def test_what_a_model_did_never_turns_the_exit_code(tmp_path, quiet):
    path = write_notebook(
        tmp_path,
        "01_model",
        'results: str = ""',
        VERDICT.format(held=False, decides=False, sentence="does poorly"),
    )
    finished = run_notebooks(plan_notebooks([path], {}), tmp_path / "results", progress=quiet)
    assert finished.exit_code == 0


def test_nothing_is_written_where_results_cannot_be(tmp_path, quiet):
    path = write_notebook(tmp_path, "01_any", 'results: str = ""')
    (tmp_path / "blocked").write_text("a file")
    with pytest.raises(OutputError, match="blocked"):
        run_notebooks(plan_notebooks([path], {}), tmp_path / "blocked", progress=quiet)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["01_any.ipynb", "blocked"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param({"treshold": "1"}, "'treshold' is not a notebook parameter; known are", id="unknown"),
        pytest.param({"01_first.treshold": "1"}, "'treshold' is not a notebook parameter", id="unknown-here"),
        pytest.param({"02_second.thr": "1"}, "'02_second.thr' is not a notebook parameter", id="elsewhere"),
        pytest.param({"thr": "high"}, "'thr' is wrong .got 'high', expected float", id="wrong-type"),
    ],
)
def test_a_parameter_that_cannot_be_meant_is_refused_before_anything_runs(tmp_path, given, message):
    path = write_notebook(tmp_path, "01_first", DECLARATIONS)
    with pytest.raises(SettingError, match=message):
        plan_notebooks([path], {}, given)


def test_a_parameter_goes_to_every_notebook_that_declares_it(tmp_path):
    paths = [
        write_notebook(tmp_path, "01_first", "language: str = ''\nseed: int = 1"),
        write_notebook(tmp_path, "02_second", "language: str = ''"),
    ]
    planned = plan_notebooks(paths, {}, {"language": "zh", "first.seed": "7"})
    assert [item.parameters for item in planned] == [{"language": "zh", "seed": 7}, {"language": "zh"}]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        pytest.param((), ["01_case_matrix", "02_gate"], id="all"),
        pytest.param(("02", "case_matrix"), ["01_case_matrix", "02_gate"], id="in-order"),
        pytest.param(("01_case_matrix.ipynb",), ["01_case_matrix"], id="file-name"),
    ],
)
def test_notebooks_are_found_by_name(tmp_path, names, found):
    for name in ("02_gate", "01_case_matrix"):
        write_notebook(tmp_path, name, "")
    assert [path.stem for path in find_notebooks(tmp_path, names)] == found


def test_an_unknown_notebook_is_named_with_those_there_are(tmp_path):
    write_notebook(tmp_path, "01_case_matrix", "")
    with pytest.raises(UnknownNameError, match="no notebook named 'gate'; known are 01_case_matrix"):
        find_notebooks(tmp_path, ["gate"])
    with pytest.raises(InputError, match="holds no notebooks"):
        find_notebooks(tmp_path / "nowhere")


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    (tmp_path / "01_bad.ipynb").write_text("{")
    with pytest.raises(InputError, match=r"01_bad\.ipynb: is no notebook"):
        plan_notebooks(find_notebooks(tmp_path), {})


def test_a_notebook_can_name_a_check_that_refuses_before_anything_runs(tmp_path):
    path = write_notebook(tmp_path, "01_first", "language: str = ''")
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata["evidencelab"] = {"check": "evidencelab.reports.notebooks.matrix:check_settings"}
    nbformat.write(notebook, path)
    assert plan_notebooks([path], {"language": "zh"})[0].parameters == {"language": "zh"}
    with pytest.raises(SettingError, match="'fr' is not a language of the cases; known are en, zh"):
        plan_notebooks([path], {"language": "fr"})
    notebook.metadata["evidencelab"] = {"check": "evidencelab.reports.notebooks.matrix:nothing"}
    nbformat.write(notebook, path)
    with pytest.raises(InputError, match="names a check that is not there"):
        plan_notebooks([path], {})


def test_notebooks_can_run_at_the_same_time_and_stay_in_order(tmp_path, quiet):
    """The first waits for a file that the second writes, so one after the other would never end."""
    wait = (
        "import pathlib, time\n"
        "while not pathlib.Path(results).parent.joinpath('02_second', 'here').exists():\n"
        "    time.sleep(0.05)"
    )
    paths = [
        write_notebook(tmp_path, "01_first", 'results: str = ""', wait),
        write_notebook(tmp_path, "02_second", 'results: str = ""', "open(results + '/here', 'w').close()"),
    ]
    finished = run_notebooks(plan_notebooks(paths, {}), tmp_path / "results", progress=quiet, jobs=2)
    assert [(item.name, item.status) for item in finished.manifest.notebooks] == [
        ("01_first", "finished"),
        ("02_second", "finished"),
    ]
    assert read_manifest(finished.folder) == finished.manifest


def test_the_longest_notebook_begins_first_and_the_reading_order_stays(tmp_path, quiet):
    """By what each took before, else by what it says of itself; one at a time begins in reading order."""
    paths = [write_notebook(tmp_path, name, 'results: str = ""') for name in ("of_1", "of_2", "of_3")]
    planned = [
        item._replace(seconds=said)
        for item, said in zip(plan_notebooks(paths, {}), (1.0, 9.0, 5.0), strict=True)
    ]
    begun = []
    for jobs, seconds in ((2, {"of_1": 7.0}), (1, {"of_1": 7.0})):
        finished = run_notebooks(
            planned, tmp_path / "results", progress=RunProgress(told := io.StringIO()), jobs=jobs,
            seconds=seconds,
        )  # fmt: skip
        begun.append([line[1] for line in told.getvalue().splitlines() if "starting" in line])
        assert [item.name for item in finished.manifest.notebooks] == ["of_1", "of_2", "of_3"]
    assert sorted(begun[0][:2]) == ["1", "2"]
    assert begun[1] == ["1", "2", "3"]


def test_a_notebook_says_in_its_metadata_how_long_it_takes(tmp_path):
    path = write_notebook(tmp_path, "01_first", "language: str = ''")
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata["evidencelab"] = {"seconds": 25}
    nbformat.write(notebook, path)
    assert plan_notebooks([path], {})[0].seconds == 25.0


def test_kernels_end_without_a_word(tmp_path, quiet, capfd):
    path = write_notebook(tmp_path, "01_first", "results: str = ''", "1 + 1")
    paths = [path, write_notebook(tmp_path, "02_raises", "results: str = ''", "1 / 0")]
    for _ in range(2):
        run_notebooks(plan_notebooks(paths, {}), tmp_path / "results", progress=quiet, jobs=2)
    assert "KeyboardInterrupt" not in "".join(capfd.readouterr())


def test_two_notebooks_at_once_share_one_line():
    stream = io.StringIO()
    run = RunProgress(stream)
    first, second = run.start_notebook("01_first", 1, 2), run.start_notebook("02_second", 2, 2)
    first.ended("done")
    run.show(second.title, "cell 2/3", at_once=True)
    assert stream.getvalue().splitlines() == [
        "[1/2] 01_first  starting",
        "[1/2] 01_first  starting | [2/2] 02_second  starting",
        "[1/2] 01_first: done",
        "[2/2] 02_second  cell 2/3",
    ]


def test_progress_tells_a_terminal_nothing_that_evidence_says(tmp_path):
    stream = io.StringIO()
    notebook = RunProgress(stream).start_notebook("01_first", 1, 2)
    notebook.ended("done \x1b[31mred")
    assert stream.getvalue() == "[1/2] 01_first  starting\n[1/2] 01_first: done \\x1b[31mred\n"
