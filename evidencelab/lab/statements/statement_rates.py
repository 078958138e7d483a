"""How often the check errs on statements of which it is known whether they are true, by kind.

Arithmetic on outcomes; how statements are made and judged is not known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pandas as pd

from evidencelab.lab.statements.trial import Outcome
from evidencelab.lab.statistics.intervals import Rate


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


def statement_rates(outcomes: Iterable[Outcome]) -> tuple[StatementRates, ...]:
    """Count outcomes by kind, worst kind of each label first; all true and all false ones come last.

    A label without outcomes has no row.
    """
    kinds: dict[tuple[bool, str], list[Outcome]] = defaultdict(list)
    labels: dict[bool, list[Outcome]] = {True: [], False: []}
    for outcome in outcomes:
        kinds[outcome.trial.is_true, outcome.trial.kind].append(outcome)
        labels[outcome.trial.is_true].append(outcome)
    rates = [_rates(some, kind) for (_, kind), some in kinds.items()]
    rates.sort(key=lambda r: (not r.is_true, -(r.errors.rate or 0.0), -r.errors.n, r.kind or ""))
    return (*rates, *(_rates(some, None) for some in labels.values() if some))


def _rates(outcomes: Sequence[Outcome], kind: str | None) -> StatementRates:
    n = len(outcomes)
    return StatementRates(
        kind,
        outcomes[0].trial.is_true,
        len({outcome.trial.run for outcome in outcomes}),
        Rate.of(sum(outcome.is_wrong for outcome in outcomes), n),
        Rate.of(sum(outcome.finding.finding == "not_checkable" for outcome in outcomes), n),
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
