"""The trace findings of a notebook: settings checked, files judged, tables, a page, and the verdict.

Judging is the traces' room; this module goes through the files and writes what a run of the report
leaves behind. Beside the made traces lies what is wrong in them: finding just that decides.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import pandas as pd

from evidencelab.contracts import UnreadableLine
from evidencelab.errors import InputError, SettingError
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.running.progress import track
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.runs.verdict import Check, Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.terminal.checked_inputs import SCOPES, failing_class
from evidencelab.reports.views.page import render_document
from evidencelab.reports.views.tables import write_csv
from evidencelab.reports.views.trace_view import finding_html, report_html
from evidencelab.tools.scenario import FIXTURES
from evidencelab.traces.check import CheckedRun, Scope, check_text
from evidencelab.traces.findings import WORST_FIRST, FindingClass, StatementFinding, TraceReport

NOTEBOOK = "06_trace_findings"
MADE_TRACES = FIXTURES / "traces"
EXPECTED_FILE = "expected.json"
FINDINGS_FILE = "findings.parquet"
PAGE_FILE = "findings.html"
_SUFFIXES = {".json", ".jsonl", ".ndjson", ".txt"}


class TracePlan(NamedTuple):
    """What was asked for, checked.

    Attributes:
        files: The trace files, in order.
        policy: The gate's policy for the citations proposed.
        policy_file: Where it was read; None for the defaults.
        scope: Which messages are judged.
        fail_on: The mildest class of finding that fails a run, as `check` would; None fails none.
    """

    files: tuple[Path, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    scope: Scope
    fail_on: FindingClass | None


class TraceSettings(NamedTuple):
    """A plan with the folder everything is written to."""

    files: tuple[Path, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    scope: Scope
    fail_on: FindingClass | None
    results: Path


class FindingInRun(NamedTuple):
    """A finding and the run it is of."""

    run: str
    finding: StatementFinding


def check_settings(
    *, traces: str = "", policy: str = "", scope: str = "answers", fail_on: str = "never"
) -> TracePlan:
    """Check a notebook's parameters without writing anything.

    Args:
        traces: A trace file or a folder of them; empty takes the made ones.
        policy: A JSON file of policy settings; empty takes the defaults.
        scope: `answers`, `last` or `every`.
        fail_on: The mildest class of finding that fails a run (`altered`, `unsupported`,
            `overclaimed_absence`), or `never`: then findings alone decide nothing.

    Raises:
        EvidencelabError: Something is unknown or cannot be read.
    """
    if scope not in SCOPES:
        raise SettingError("scope", scope, "is no scope", SCOPES)
    limit = failing_class(fail_on, "fail_on")
    place = Path(traces) if traces else MADE_TRACES
    if not place.exists():
        raise InputError(str(place), "does not exist", "give a trace file or a folder of them")
    found = sorted(place.rglob("*")) if place.is_dir() else [place]
    files = [p for p in found if p.is_file() and p.suffix.lower() in _SUFFIXES and p.name != EXPECTED_FILE]
    if not files:
        raise InputError(str(place), "holds no .json, .jsonl or .txt file", "give a folder of traces")
    policy_file = Path(policy) if policy else None
    return TracePlan(
        tuple(files) if place.is_dir() else (place,),
        load_policy(policy_file) if policy_file else GatekeeperPolicy(),
        policy_file,
        cast("Scope", scope),
        limit,
    )


def read_settings(*, results: str = "", **parameters: Any) -> TraceSettings:
    """Check a notebook's parameters and make its results folder.

    Raises:
        EvidencelabError: Something is unknown or cannot be read, or the folder cannot be made.
    """
    return TraceSettings(*check_settings(**parameters), results=make_folder(results, NOTEBOOK))


def check_files(settings: TraceSettings) -> tuple[CheckedRun, ...]:
    """Judge every run of every file; a file that is no trace is an outcome of its own."""
    runs: list[CheckedRun] = []
    for path in track(settings.files, "traces"):
        try:
            text = read_text_file(path, "a trace")
            runs += check_text(text, source=str(path), scope=settings.scope, policy=settings.policy)
        except InputError as error:
            runs.append(CheckedRun(str(path), 1, UnreadableLine(line=1, error=str(error))))
    return tuple(runs)


def runs_table(runs: Sequence[CheckedRun]) -> pd.DataFrame:
    """One row a run: how it was read, and how many statements there are of each class."""
    rows: list[dict[str, object]] = []
    for run in runs:
        name = Path(run.source).name
        if isinstance(run.outcome, UnreadableLine):
            rows.append({"file": name, "run": "", "format": "unreadable", "note": run.outcome.error})
            continue
        report = run.outcome.import_report
        rows.append(
            {
                "file": name,
                "run": run.outcome.session_id,
                "format": report.format,
                "results": report.n_results,
                "statements": len(run.outcome.statements),
                **{str(name): count for name, count in run.outcome.counts.items()},
                "note": _note(run.outcome),
            }
        )
    columns = ["file", "run", "format", "results", "statements", *WORST_FIRST, "note"]
    return pd.DataFrame(rows, columns=columns)


def findings_table(runs: Sequence[CheckedRun]) -> pd.DataFrame:
    """One row a finding, worst first; empty, with its columns, when there is none."""
    rows = [
        {
            "run": run,
            "statement": finding.number,
            "class": finding.finding,
            "text": finding.text,
            "reason": finding.reason,
            "tool": None if finding.evidence is None else finding.evidence.tool_name,
            "raw_path": None if finding.evidence is None else finding.evidence.raw_path,
            "evidence": None if finding.evidence is None else finding.evidence.text,
        }
        for run, finding in findings_of(runs)
    ]
    columns = ["run", "statement", "class", "text", "reason", "tool", "raw_path", "evidence"]
    return pd.DataFrame(rows, columns=columns)


def findings_of(runs: Sequence[CheckedRun]) -> tuple[FindingInRun, ...]:
    """Give the findings of all runs, worst class first, then in order."""
    found = [
        FindingInRun(run.outcome.session_id, finding)
        for run in runs
        if isinstance(run.outcome, TraceReport)
        for finding in run.outcome.findings
    ]
    return tuple(sorted(found, key=lambda item: WORST_FIRST.index(item.finding.finding)))


def findings_html(runs: Sequence[CheckedRun], most: int = 12) -> str:
    """Show the worst findings, each statement over its evidence, what differs marked."""
    found = findings_of(runs)
    cards = "".join(finding_html(item.finding) for item in found[:most])
    left = (
        f"<p class='el-soft'>{len(found) - most} more stand in {PAGE_FILE}</p>" if len(found) > most else ""
    )
    return cards + left if found else "<p>No statement is a finding.</p>"


def write_findings(settings: TraceSettings, runs: Sequence[CheckedRun], question: str) -> NotebookVerdict:
    """Write the tables, the page of all runs and the verdict into the results folder.

    Raises:
        OutputError: The folder cannot be written.
    """
    table = findings_table(runs)
    table.to_parquet(settings.results / FINDINGS_FILE, index=False)
    write_csv(table, settings.results / "findings.csv")
    write_csv(runs_table(runs), settings.results / "runs.csv")
    reports = [run.outcome for run in runs if isinstance(run.outcome, TraceReport)]
    body = "<hr>".join(report_html(report) for report in reports)
    write_whole(
        settings.results / PAGE_FILE,
        render_document(body, "Trace findings", home="../index.html", home_name="the report"),
    )
    verdict = _verdict(settings, runs, question)
    write_verdict(settings.results, verdict)
    return verdict


def expected_findings(path: Path) -> dict[int, str] | None:
    """Read what is wrong in a made trace, by statement number; None for a trace nobody labelled."""
    beside = path.parent / EXPECTED_FILE
    if not beside.is_file():
        return None
    labelled = json.loads(beside.read_text(encoding="utf-8")).get(path.name)
    return None if labelled is None else {int(number): name for number, name in labelled.items()}


def _verdict(settings: TraceSettings, runs: Sequence[CheckedRun], question: str) -> NotebookVerdict:
    reports = [run.outcome for run in runs if isinstance(run.outcome, TraceReport)]
    statements = [statement for report in reports for statement in report.statements]
    found = [statement for statement in statements if statement.is_bad]
    judged = [statement for statement in statements if statement.finding != "not_checkable"]
    checks = tuple(_check(run, settings.fail_on) for run in runs)
    broken = [check.subject for check in checks if check.decides and not check.held]
    ending = f"; what decides does not hold in {', '.join(broken)}" if broken else ""
    if found and settings.fail_on is None and not all(check.decides for check in checks):
        ending += "; they do not decide the exit code, as fail_on is never"
    inputs = [*settings.files, *([settings.policy_file] if settings.policy_file else [])]
    return NotebookVerdict(
        question=question,
        sentence=(
            f"{len(found)} of {len(judged)} checkable statements in {len(reports)} runs are findings "
            f"({sum(s.finding == 'altered' for s in found)} altered, "
            f"{sum(s.finding == 'unsupported' for s in found)} unsupported, "
            f"{sum(s.finding == 'overclaimed_absence' for s in found)} overclaimed){ending}."
        ),
        checks=checks,
        rates=(NamedRate.of("statements that are findings", len(found), len(judged), better="lower"),),
        measures=(
            Measure(name="runs that could not be read", value=len(runs) - len(reports), better="lower"),
        ),
        provenance=provenance(settings.policy, inputs=inputs),
    )


def _check(run: CheckedRun, fail_on: FindingClass | None) -> Check:
    """Say whether a run is as it should be: as labelled, where it is, and without a failing finding."""
    name = Path(run.source).stem
    if isinstance(run.outcome, UnreadableLine):
        return Check(
            subject=f"{name}:{run.line}",
            status="ERROR",
            held=False,
            decides=fail_on is not None,
            problems=(run.outcome.error,),
        )
    found = {finding.number: finding.finding for finding in run.outcome.findings}
    expected = expected_findings(Path(run.source))
    failing = () if fail_on is None else run.outcome.at_least(fail_on)
    problems = [f"statement {f.number}: {f.finding}" for f in failing]
    if expected is None:
        return Check(
            subject=run.outcome.session_id,
            status=_n_findings(len(found)),
            held=not found if fail_on is None else not failing,
            decides=fail_on is not None,
            problems=tuple(problems),
            link=PAGE_FILE,
        )
    numbers = sorted({*found, *expected})
    pairs = [(n, found.get(n, "no finding"), expected.get(n, "no finding")) for n in numbers]
    problems += [f"statement {n}: got {got}, expected {wanted}" for n, got, wanted in pairs if got != wanted]
    return Check(
        subject=run.outcome.session_id,
        status=_n_findings(len(found)),
        held=not problems,
        problems=tuple(problems),
        link=PAGE_FILE,
        language="zh" if name.endswith("_zh") else "en",
        incident=name.removesuffix("_zh").removesuffix("_en"),
    )


def _n_findings(count: int) -> str:
    return f"{count} finding{'' if count == 1 else 's'}"


def _note(report: TraceReport) -> str:
    read = report.import_report
    told = {
        "cut short": read.n_truncated,
        "failed": read.n_failed,
        "not recorded": read.n_not_recorded,
        "with an unseen part": read.n_unseen,
        "broken lines": len(read.broken),
    }
    return ", ".join(f"{count} {what}" for what, count in told.items() if count)
