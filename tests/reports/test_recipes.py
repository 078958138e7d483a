"""The recipes for scheduled reports say what works: their commands are taken out of them and run."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
import yaml

from evidencelab import cli
from evidencelab.reports.running.plan import find_notebooks, plan_notebooks
from evidencelab.reports.running.profile import load_profile
from evidencelab.reports.runs.provenance import CHECKOUT
from tests.reports.running.test_runner import VERDICT, write_notebook

CRONTAB = (CHECKOUT / "notebooks" / "recipes" / "crontab").read_text()
WORKFLOW = yaml.safe_load((CHECKOUT / "notebooks" / "recipes" / "workflow.yaml").read_text())
MADE_BY_MAKE = ".venv/bin/evidencelab report "


def report_arguments(shell):
    """What `make` hands to the command line when the recipe calls it."""
    call = re.search(r"make [^>|;]*report REPORT_ARGS=\"[^\"]*\"", shell).group(0)
    dry = subprocess.run(
        ["sh", "-c", f"{call} --dry-run --no-print-directory"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    line = dry.stdout.strip().splitlines()[-1]
    assert line.startswith(MADE_BY_MAKE)
    return shlex.split(line.removeprefix(MADE_BY_MAKE))


@pytest.fixture
def nightly(tmp_path):
    """A checkout's worth of notebooks with a nightly profile, one check holding."""
    notebooks = tmp_path / "notebooks"
    (notebooks / "profiles").mkdir(parents=True)
    (notebooks / "profiles" / "nightly.yaml").write_text("keep: 2\n")
    write_notebook(
        notebooks,
        "01_one",
        'results: str = ""\nheld: bool = True',
        VERDICT.replace("{held}", "held").format(decides=True, sentence="is so"),
    )
    return notebooks


def places(notebooks):
    return ["--notebooks", str(notebooks), "--results", str(notebooks.parent / "results")]


def run_bare(arguments, notebooks):
    """Call the installed command with no more of an environment than cron gives."""
    command = [str(CHECKOUT / ".venv" / "bin" / "evidencelab"), "report", *arguments, *places(notebooks)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(notebooks.parent)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/")


needs_venv = pytest.mark.skipif(
    not (CHECKOUT / ".venv" / "bin" / "evidencelab").exists(), reason="this checkout has no .venv"
)


def cron_line():
    return next(line for line in CRONTAB.splitlines() if re.match(r"[\d*]", line))


def test_the_crontab_line_is_one():
    croniter = pytest.importorskip("croniter", reason="croniter comes with the extra `schedule`").croniter
    fields, command = cron_line().split()[:5], " ".join(cron_line().split()[5:])
    assert croniter.is_valid(" ".join(fields))
    assert "%" not in command  # cron would read it as a line break
    subprocess.run(["sh", "-n", "-c", command], check=True)


@needs_venv
def test_the_crontabs_report_runs_in_a_bare_environment(nightly):
    arguments = report_arguments(cron_line())
    assert arguments == ["--profile", "nightly"]
    done = run_bare(arguments, nightly)
    assert done.returncode == 0, done.stderr
    assert "It is so." in (nightly.parent / "results" / "latest" / "summary.md").read_text()


def test_a_nightly_report_notices_what_got_worse_and_keeps_few_runs(nightly, capsys):
    results = nightly.parent / "results"
    nights = [[], ["-p", "held=false", "--against", "previous"], []]
    codes = [cli.run(["report", "--profile", "nightly", *more, *places(nightly)]) for more in nights]
    assert codes == [0, 1, 0], capsys.readouterr()
    assert len([item for item in results.glob("*Z*") if item.is_dir()]) == 2
    assert "did not hold: pool/en" in capsys.readouterr().out


def test_the_workflows_report_is_held_against_the_committed_baseline(nightly, capsys):
    steps = {step.get("name"): step for step in WORKFLOW["jobs"]["report"]["steps"]}
    for step in steps.values():
        if "run" in step:
            subprocess.run(["sh", "-n", "-c", step["run"]], check=True)
    arguments = report_arguments(steps["report"]["run"])
    assert arguments == ["--profile", "nightly", "--against", "baseline"]
    assert cli.run(["report", *arguments, *places(nightly)]) == 2
    assert "no run to compare with named 'baseline'" in capsys.readouterr().err
    assert cli.run(["report", "--save-baseline", *places(nightly)]) == 0
    assert cli.run(["report", *arguments, *places(nightly)]) == 0
    assert "Nothing got worse" in capsys.readouterr().out


def test_the_nightly_profile_fits_the_notebooks():
    notebooks = CHECKOUT / "notebooks"
    profile = load_profile("nightly", notebooks)
    planned = plan_notebooks(find_notebooks(notebooks, profile.notebooks), profile.assignments())
    assert planned[0].parameters == {"variations": 3}
