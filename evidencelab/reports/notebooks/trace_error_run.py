"""The trace check's own error rates as the notebook runs them: statements made, judged, counted, written.

How statements are made and counted is the lab's. This module checks parameters, goes through the files,
and writes what a run leaves behind: `trace_error_rates.parquet`, `errors.jsonl` and the verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.lab.labelled.pairs import json_line
from evidencelab.lab.statements.changed_values import change_names, change_values
from evidencelab.lab.statements.statement_rates import StatementRates, rates_table, statement_rates
from evidencelab.lab.statements.told_workings import tell_workings, working_names
from evidencelab.lab.statements.trial import Outcome, Trial, judge_all
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.notebooks.trace_findings import check_settings as check_traces
from evidencelab.reports.running.progress import track
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.runs.verdict import Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.display import show_html
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.trace_view import finding_html
from evidencelab.traces.check import check_imported
from evidencelab.traces.formats.conversation import ImportedTrace
from evidencelab.traces.formats.load import read_trace_file

NOTEBOOK = "08_trace_error_rates"
RATES_FILE = "trace_error_rates.parquet"
ERRORS_FILE = "errors.jsonl"


class ErrorSettings(NamedTuple):
    """What was asked for, checked.

    Attributes:
        files: The trace files, in order.
        where: What they are called in a rate's name: `made runs`, or the file or folder.
        kinds: Kinds of statements to make; empty for all.
        per_run: Statements at most of a kind and label in a run; 0 for all.
        seed: Of everything drawn.
    """

    files: tuple[Path, ...]
    where: str
    kinds: tuple[str, ...]
    per_run: int
    seed: int


class ErrorRun(NamedTuple):
    """One measurement of the check.

    Attributes:
        settings: What was asked for.
        results: The folder everything is written to.
        n_runs: Runs read.
        unread: Files that are no trace.
        outcomes: Every statement with what the check said of it, in order.
        rates: Counted by kind, worst first, true ones before false ones; the totals last.
    """

    settings: ErrorSettings
    results: Path
    n_runs: int
    unread: tuple[Path, ...]
    outcomes: tuple[Outcome, ...]
    rates: tuple[StatementRates, ...]

    @property
    def false_alarms(self) -> Rate:
        """True statements that the check calls findings."""
        return self._total(is_true=True)

    @property
    def misses(self) -> Rate:
        """False statements that the check passes."""
        return self._total(is_true=False)

    def _total(self, is_true: bool) -> Rate:
        found = [r.errors for r in self.rates if r.kind is None and r.is_true == is_true]
        return found[0] if found else Rate.of(0, 0)


def check_settings(
    *, traces: str = "", kinds: Sequence[str] = (), per_run: int = 0, seed: int = 1
) -> ErrorSettings:
    """Check the notebook's parameters without writing anything.

    Args:
        traces: A trace file or a folder of them; empty takes the made ones.
        kinds: Kinds of workings and of changes; empty takes all.
        per_run: Statements at most of a kind, right and wrong each, in a run; 0 takes all.
        seed: Of everything drawn.

    Raises:
        EvidencelabError: Something is unknown or cannot be read.
    """
    known = (*working_names(), *change_names())
    for kind in kinds:
        if kind not in known:
            raise SettingError("kinds", str(kind), "is no kind of statement", known)
    if per_run < 0:
        raise SettingError("per_run", str(per_run), "is below 0")
    files = check_traces(traces=traces).files
    return ErrorSettings(files, Path(traces).name if traces else "made runs", tuple(kinds), per_run, seed)


def measure(*, results: str = "", **parameters: Any) -> ErrorRun:
    """Make statements of every run of every file, judge each, and count.

    Raises:
        EvidencelabError: Something is unknown, cannot be read, or the folder cannot be made; or no file
            holds a trace.
    """
    settings = check_settings(**parameters)
    folder = make_folder(results, NOTEBOOK)
    outcomes: list[Outcome] = []
    unread: list[Path] = []
    n_runs = 0
    for path in track(settings.files, "traces"):
        try:
            read = read_trace_file(path).traces
        except InputError:
            unread.append(path)
            continue
        for item in read:
            n_runs += 1
            trace = _under_own_name(item.trace, path, len(read))
            outcomes += judge_all(_at_most(_trials(trace, settings), settings.per_run))
    if not n_runs:
        raise InputError(
            str(settings.files[0].parent), "holds no trace", "give a trace file or a folder of them"
        )
    return ErrorRun(settings, folder, n_runs, tuple(unread), tuple(outcomes), statement_rates(outcomes))


def describe_statements(run: ErrorRun) -> str:
    """Say in one line what was measured."""
    n_true, n_false = run.false_alarms.n, run.misses.n
    n_kinds = len({outcome.trial.kind for outcome in run.outcomes})
    kinds = "1 kind" if n_kinds == 1 else f"{n_kinds} kinds"
    unread = "1 file is no trace" if len(run.unread) == 1 else f"{len(run.unread)} files are no traces"
    ending = f"; {unread}" if run.unread else ""
    return (
        f"{n_true} true and {n_false} false statements of {kinds} in "
        f"{len({o.trial.run for o in run.outcomes})} of {run.n_runs} runs, seed {run.settings.seed}{ending}"
    )


def alarms_by_kind(run: ErrorRun) -> pd.DataFrame:
    """One row a kind of true statement, worst first: the share that the check calls findings."""
    return _by_kind(run, is_true=True).rename(columns=_renamed("false_alarms"))


def misses_by_kind(run: ErrorRun) -> pd.DataFrame:
    """One row a kind of false statement, worst first: the share that the check passes."""
    return _by_kind(run, is_true=False).rename(columns=_renamed("missed"))


def _by_kind(run: ErrorRun, is_true: bool) -> pd.DataFrame:
    table = rates_table(rate for rate in run.rates if rate.is_true == is_true)
    return table.drop(columns="statements")


def _renamed(errors: str) -> dict[str, str]:
    return {f"errors{end}": f"{errors}{end}" for end in ("", "_ci_low", "_ci_high")}


def errors_html(run: ErrorRun, *, is_true: bool, per_kind: int = 2, most: int = 30) -> str:
    """Show a few errors of each kind, worst kind first: what is right, and what the check says and why.

    Args:
        run: The measurement.
        is_true: False alarms; else misses.
        per_kind: Errors shown of each kind.
        most: Errors shown in all.
    """
    order = [rate.kind for rate in run.rates if rate.is_true == is_true]
    wrong = [o for o in run.outcomes if o.is_wrong and o.trial.is_true == is_true]
    wrong.sort(key=lambda outcome: order.index(outcome.trial.kind))
    shown: Counter[str] = Counter()
    cards: list[str] = []
    for outcome in wrong:
        shown[outcome.trial.kind] += 1
        if shown[outcome.trial.kind] <= per_kind and len(cards) < most:
            cards.append(_error_html(outcome))
    if not cards:
        what = "No true statement is called a finding" if is_true else "No false statement is passed"
        return f"<p>{what}.</p>"
    left = len(wrong) - len(cards)
    return "".join(cards) + (f"<p class='el-soft'>{left} more stand in {ERRORS_FILE}</p>" if left else "")


def show_errors(run: ErrorRun, *, is_true: bool) -> None:
    """Display a few errors of each kind in a notebook."""
    show_html(errors_html(run, is_true=is_true), "false alarms" if is_true else "misses")


def write_error_rates(run: ErrorRun, question: str) -> NotebookVerdict:
    """Write the rates, every error and the verdict into the results folder.

    Raises:
        OutputError: The folder cannot be written.
    """
    try:
        rates_table(run.rates).to_parquet(run.results / RATES_FILE, index=False)
    except OSError as error:
        raise OutputError(str(run.results), f"cannot be written ({error})", "give another folder") from error
    write_whole(run.results / ERRORS_FILE, "".join(_error_line(o) for o in run.outcomes if o.is_wrong))
    verdict = NotebookVerdict(
        question=question,
        sentence=_sentence(run),
        rates=tuple(_named_rates(run)),
        measures=(
            Measure(name="statements judged", value=float(len(run.outcomes))),
            Measure(name="files that are no trace", value=float(len(run.unread)), better="lower"),
        ),
        provenance=provenance(seed=run.settings.seed, inputs=run.settings.files),
    )
    write_verdict(run.results, verdict)
    return verdict


def _under_own_name(trace: ImportedTrace, path: Path, n_in_file: int) -> ImportedTrace:
    """Name a run by its file too, so that runs of two files that share an id are two."""
    name = f"{path.stem}/{trace.session.session_id}" if n_in_file > 1 else path.stem
    return trace.model_copy(update={"session": trace.session.model_copy(update={"session_id": name})})


def _trials(trace: ImportedTrace, settings: ErrorSettings) -> Iterator[Trial]:
    workings = [kind for kind in settings.kinds if kind in working_names()]
    changes = [kind for kind in settings.kinds if kind in change_names()]
    if workings or not settings.kinds:
        yield from tell_workings(trace, settings.seed, workings)
    if changes or not settings.kinds:
        yield from change_values(trace, check_imported(trace), settings.seed, changes)


def _at_most(trials: Iterable[Trial], per_run: int) -> Iterator[Trial]:
    """Keep the first so many of each kind and label; 0 keeps all."""
    taken: Counter[tuple[str, bool]] = Counter()
    for trial in trials:
        taken[trial.kind, trial.is_true] += 1
        if not per_run or taken[trial.kind, trial.is_true] <= per_run:
            yield trial


def _error_html(outcome: Outcome) -> str:
    trial = outcome.trial
    what = f"true: {trial.right}" if trial.is_true else f"told {trial.value}, right is {trial.right}"
    where = f"<span class='el-soft'>{escaped(trial.run)}</span>"
    head = f"<p><b>{escaped(trial.kind)}</b> {where} {escaped(what)}</p>"
    return f"<div>{head}{finding_html(outcome.finding)}</div>"


def _sentence(run: ErrorRun) -> str:
    worst = {
        is_true: next(
            (r for r in run.rates if r.kind and r.is_true == is_true and r.errors.n_successes), None
        )
        for is_true in (True, False)
    }
    alarm, miss = worst[True], worst[False]
    return (
        f"On {run.settings.where} the check calls {run.false_alarms} true statements findings"
        f"{f' (worst {alarm.kind}, {alarm.errors})' if alarm else ''} and passes {run.misses} false ones"
        f"{f' (worst {miss.kind}, {miss.errors})' if miss else ''}."
    )


def _named_rates(run: ErrorRun) -> Iterator[NamedRate]:
    changed = [o for o in run.outcomes if not o.trial.is_true and o.trial.kind in change_names()]
    worked = [o for o in run.outcomes if not o.trial.is_true and o.trial.kind in working_names()]
    for name, rate, decides in (
        ("true statements called findings", run.false_alarms, True),
        ("false statements passed", run.misses, True),
        ("changed values passed", _missed(changed), False),
        ("wrong workings passed", _missed(worked), False),
    ):
        yield NamedRate(name=f"{name} ({run.settings.where})", rate=rate, better="lower", decides=decides)


def _missed(outcomes: Sequence[Outcome]) -> Rate:
    return Rate.of(sum(outcome.is_wrong for outcome in outcomes), len(outcomes))


def _error_line(outcome: Outcome) -> str:
    trial, finding = outcome.trial, outcome.finding
    return json_line(
        {
            "run": trial.run,
            "kind": trial.kind,
            "is_true": trial.is_true,
            "text": trial.text,
            "value": trial.value,
            "right": trial.right,
            "finding": finding.finding,
            "reason": finding.reason,
        }
    )
