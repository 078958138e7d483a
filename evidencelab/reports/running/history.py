"""Earlier runs: which one a notebook is compared with, and the thin line of numbers that outlives them.

`results/history.jsonl` gets a line a run and rate; it stays when old runs are deleted. The committed
baseline is a folder like a run's, with the verdicts alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, OutputError, SettingError, UnknownNameError
from evidencelab.reports.running.changes import Reference
from evidencelab.reports.runs.run_folder import (
    BASELINE,
    RunManifest,
    list_runs,
    read_manifest,
    write_manifest,
    write_whole,
)
from evidencelab.reports.runs.verdict import VERDICT_FILE, NotebookVerdict, read_verdict

HISTORY_FILE = "history.jsonl"
PREVIOUS, NONE = "previous", "none"

_IGNORED = frozenset({"results"})


class HistoryLine(Contract):
    """One rate of one run."""

    run: str
    started: str
    notebook: str
    name: str
    n_successes: float
    n: int


class Rival(NamedTuple):
    """A run that may serve as a reference: its folder and manifest."""

    folder: Path
    manifest: RunManifest


def find_references(
    results: Path, manifest: RunManifest, verdicts: Mapping[str, NotebookVerdict], against: str
) -> dict[str, Reference]:
    """Find what each notebook of a run is compared with.

    Args:
        results: Where runs are kept.
        manifest: Of the run in hand.
        verdicts: Its verdicts.
        against: `previous` takes, for each notebook, the newest earlier run that finished it with the
            same parameters, or else the committed baseline; `baseline` takes that at once; `none`
            nothing; anything else is the name of a run.

    Raises:
        UnknownNameError: There is no such run.
        InputError: The baseline or run named cannot be read.
    """
    if against == NONE:
        return {}
    if against == PREVIOUS:
        earlier = [run for run in list_runs(results) if run.run != manifest.run and run.status != "running"]
        rivals = [Rival(results / run.run, run) for run in reversed(earlier)]
        with suppress(InputError):
            rivals.append(Rival(results / BASELINE, read_manifest(results / BASELINE)))
    else:
        rivals = [_named(results, against)]
    references: dict[str, Reference] = {}
    for name in verdicts:
        for rival in rivals:
            found = _reference(name, manifest, rival)
            if found is None or (against == PREVIOUS and not found.same_parameters):
                continue
            references[name] = found
            break
    return references


def seconds_before(results: Path) -> dict[str, float]:
    """How long each notebook took when it last finished, by name."""
    return {
        record.name: record.seconds
        for run in list_runs(results)
        for record in run.notebooks
        if record.status == "finished" and record.seconds is not None
    }


def check_reference(results: Path, against: str) -> None:
    """Refuse a reference that is not there.

    Raises:
        UnknownNameError: There is no such run, or no baseline.
        InputError: It cannot be read.
    """
    if against not in (PREVIOUS, NONE):
        _named(results, against)


def save_baseline(results: Path, manifest: RunManifest, verdicts: Mapping[str, NotebookVerdict]) -> Path:
    """Keep a run's verdicts as the baseline that later runs are compared with.

    What is not compared is dropped: links, filters, and times, which are another machine's.

    Raises:
        SettingError: The run did not finish, so it can be no measure for others.
        OutputError: It cannot be written.
    """
    if manifest.status != "finished":
        raise SettingError("baseline", manifest.run, f"is {manifest.status} and can be no baseline")
    folder = results / BASELINE
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            str(folder), f"cannot be made ({error.strerror})", "move what is there away"
        ) from error
    for name, verdict in verdicts.items():
        (folder / name).mkdir(exist_ok=True)
        text = _for_baseline(verdict).model_dump_json(indent=1, exclude_defaults=True)
        write_whole(folder / name / VERDICT_FILE, text + "\n")
    kept = {} if not (folder / "manifest.json").exists() else _records(read_manifest(folder))
    merged = {**kept, **_records(manifest)}
    write_manifest(folder, manifest.model_copy(update={"notebooks": tuple(merged.values())}))
    return folder


def _for_baseline(verdict: NotebookVerdict) -> NotebookVerdict:
    unused = {"link": None, "tags": (), "language": None, "incident": None}
    return verdict.model_copy(
        update={
            "checks": tuple(check.model_copy(update=unused) for check in verdict.checks),
            "measures": tuple(item for item in verdict.measures if item.unit != "s"),
        }
    )


def append_history(results: Path, manifest: RunManifest, verdicts: Mapping[str, NotebookVerdict]) -> None:
    """Add a run's rates to the history, and the share of its checks that held."""
    lines = [
        HistoryLine(run=manifest.run, started=manifest.started, notebook=name, **counts)
        for name, verdict in verdicts.items()
        for counts in _counts(verdict)
    ]
    text = "".join(line.model_dump_json() + "\n" for line in lines)
    try:
        with (results / HISTORY_FILE).open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise OutputError(
            str(results / HISTORY_FILE), f"cannot be written ({error.strerror})", "check it"
        ) from error


def read_history(results: Path) -> list[HistoryLine]:
    """Read the history, oldest first; lines that cannot be read are left out."""
    lines: list[HistoryLine] = []
    with suppress(OSError, UnicodeDecodeError):
        for text in (results / HISTORY_FILE).read_text(encoding="utf-8").splitlines():
            with suppress(ValidationError, ValueError):
                lines.append(HistoryLine.model_validate(json.loads(text)))
    return sorted(lines, key=lambda line: line.started)


def _counts(verdict: NotebookVerdict) -> Sequence[dict[str, Any]]:
    counts: list[dict[str, Any]] = [
        {"name": item.name, "n_successes": item.rate.n_successes, "n": item.rate.n} for item in verdict.rates
    ]
    deciding = [check for check in verdict.checks if check.decides]
    if deciding:
        held = sum(check.held for check in deciding)
        counts.insert(0, {"name": "checks that hold", "n_successes": held, "n": len(deciding)})
    return counts


def _named(results: Path, against: str) -> Rival:
    folder = results / against
    if not folder.is_dir():
        known = tuple(run.run for run in list_runs(results)) + (
            (BASELINE,) if (results / BASELINE).is_dir() else ()
        )
        raise UnknownNameError("run to compare with", against, (PREVIOUS, NONE, *known))
    return Rival(folder, read_manifest(folder))


def _reference(name: str, manifest: RunManifest, rival: Rival) -> Reference | None:
    mine, theirs = _records(manifest).get(name), _records(rival.manifest).get(name)
    if mine is None or theirs is None or theirs.status != "finished":
        return None
    try:
        verdict = read_verdict(rival.folder / name)
    except InputError:
        return None
    if verdict is None:
        return None
    same = _compared(mine.parameters) == _compared(theirs.parameters)
    return Reference(rival.folder.name, verdict, same)


def _records(manifest: RunManifest) -> dict[str, Any]:
    return {record.name: record for record in manifest.notebooks}


def _compared(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name not in _IGNORED}
