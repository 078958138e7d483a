"""One statement told in a run, of which it is known whether it is true, and what the check says of it.

The label comes from how the statement was *made*. Nothing in this room may read a text the way the check
does, or ask it for anything but its report: the check is what is on trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pandas as pd

from evidencelab.lab.statistics.intervals import Rate
from evidencelab.traces.check import check_imported
from evidencelab.traces.findings import StatementFinding
from evidencelab.traces.formats.conversation import ImportedTrace


class Trial(NamedTuple):
    """A statement told in a run.

    Attributes:
        kind: How it was made: a class of corruption, or a kind of working.
        is_true: Whether what it says follows from what the tools returned.
        text: The statement.
        value: The value that makes it true or false, as it is told.
        right: What the value should be; equal to `value` where it is true.
        run: The id of the run.
        trace: The run up to the message that tells the statement, the last one.
        place: 0-based place of the statement among those of the message.
    """

    kind: str
    is_true: bool
    text: str
    value: str
    right: str
    run: str
    trace: ImportedTrace
    place: int

    def judge(self) -> StatementFinding:
        """Ask the check what it says of the statement."""
        return check_imported(self.trace, scope="last").statements[self.place]


class Outcome(NamedTuple):
    """A trial and what the check said."""

    trial: Trial
    finding: StatementFinding

    @property
    def is_wrong(self) -> bool:
        """Whether the check errs: a true statement called a finding, or a false one passed."""
        return self.finding.is_bad == self.trial.is_true


class StatementRates(NamedTuple):
    """What became of the statements of one kind.

    Attributes:
        kind: The kind; None for all of the label together.
        is_true: Whether its statements are true.
        n_runs: Runs they were told in.
        errors: True ones called a finding (false alarms), or false ones passed (misses).
        unchecked: The share that was called not checkable, right or wrong.
    """

    kind: str | None
    is_true: bool
    n_runs: int
    errors: Rate
    unchecked: Rate


def judge_all(trials: Iterable[Trial]) -> Iterator[Outcome]:
    """Judge trials one by one; none knows of another."""
    return (Outcome(trial, trial.judge()) for trial in trials)


def statement_rates(outcomes: Iterable[Outcome]) -> tuple[StatementRates, ...]:
    """Count outcomes by kind, worst kind of each label first; all true and all false ones come last.

    A label without outcomes has no row.
    """
    held = list(outcomes)
    kinds = dict.fromkeys((o.trial.is_true, o.trial.kind) for o in held)
    rates = [_rates([o for o in held if (o.trial.is_true, o.trial.kind) == key], key[1]) for key in kinds]
    rates.sort(key=lambda r: (not r.is_true, -(r.errors.rate or 0.0), -r.errors.n, r.kind or ""))
    totals = [[o for o in held if o.trial.is_true == is_true] for is_true in (True, False)]
    return (*rates, *(_rates(some, None) for some in totals if some))


def _rates(outcomes: list[Outcome], kind: str | None) -> StatementRates:
    n = len(outcomes)
    return StatementRates(
        kind,
        outcomes[0].trial.is_true,
        len({o.trial.run for o in outcomes}),
        Rate.of(sum(o.is_wrong for o in outcomes), n),
        Rate.of(sum(o.finding.finding == "not_checkable" for o in outcomes), n),
    )


def rates_table(rates: Iterable[StatementRates]) -> pd.DataFrame:
    """One row a kind: how many statements in how many runs, and the share the check errs on."""
    columns = ["kind", "statements", "n", "runs", "errors", "errors_ci_low", "errors_ci_high", "unchecked"]
    rows = [
        {
            "kind": rate.kind or "all",
            "statements": "true" if rate.is_true else "false",
            "n": rate.errors.n,
            "runs": rate.n_runs,
            "errors": rate.errors.rate,
            "errors_ci_low": rate.errors.ci_low,
            "errors_ci_high": rate.errors.ci_high,
            "unchecked": rate.unchecked.rate,
        }
        for rate in rates
    ]
    return pd.DataFrame(rows, columns=columns)
