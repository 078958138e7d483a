"""Which prompt variant does better, and whether this many cases can tell.

The unit is the incident. Repeats of a case and language twins of an incident are not independent:
they are averaged first, and an incident counts once. A cell whose run failed has no outcome; it is
left out and counted, never scored 0. This module must not know how cells were run.

The table it reads is stated in `comparison_columns.COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from pydantic import Field

from evidencelab.contracts import Contract
from evidencelab.errors import SettingError
from evidencelab.lab.statistics.intervals import Rate, cluster_bootstrap
from evidencelab.lab.statistics.paired_tests import (
    PairedTest,
    Resolution,
    holm_adjust,
    paired_test,
    resolution,
)
from evidencelab.lab.sweeps.comparison_columns import COLUMNS, check_columns

__all__ = ["COLUMNS", "Comparison", "Mean", "VariantSummary", "compare_variants"]

Outcome = Literal["verdict_correct", "gate_passed", "no_forbidden_claim", "no_fabrication"]

OUTCOMES: tuple[Outcome, ...] = Outcome.__args__  # type: ignore[attr-defined]

_BINDING_COUNTS = ("n_sound", "n_altered", "n_misattributed", "n_fabricated")


class Mean(Contract):
    """A mean over incidents with its 95 % bootstrap interval.

    Attributes:
        n: Incidents that have a value.
        n_missing: Answered cells that have none.
        mean: None when no incident has a value.
        ci_low: Lower end, drawing incidents; None with fewer than two incidents.
        ci_high: Upper end.
    """

    n: int = Field(ge=0)
    n_missing: int = Field(ge=0)
    mean: float | None
    ci_low: float | None
    ci_high: float | None


class VariantSummary(Contract):
    """How one variant did with one model. Rates count incidents; shares of citations likewise.

    Attributes:
        variant: Name of the prompt variant.
        model: Name of the model.
        n_cells: Cells run.
        n_failed: Cells whose run failed; they count nowhere below.
        n_bindings: Citations made in the answered cells.
        verdict_accuracy: Verdict as the case states it.
        gate_pass: Gate passed.
        sound: Share of citations that passed, averaged per incident; incidents without citations
            are left out. The three below likewise.
        altered: Share found at its place with something changed.
        misattributed: Share that stands elsewhere in the session.
        fabricated: Share that stands nowhere.
        forbidden_claim: Something was said that must not be.
        narrow_claims: Claims per narrow case.
        groundedness: Supported claims / claims.
        tokens: Tokens per cell.
        seconds: Wall time per cell.
    """

    variant: str
    model: str
    n_cells: int
    n_failed: int
    n_bindings: int
    verdict_accuracy: Rate
    gate_pass: Rate
    sound: Rate
    altered: Rate
    misattributed: Rate
    fabricated: Rate
    forbidden_claim: Rate
    narrow_claims: Mean
    groundedness: Mean
    tokens: Mean
    seconds: Mean

    @property
    def name(self) -> str:
        """The variant with its model, as tests name it."""
        return variant_name(self.variant, self.model)


class Comparison(Contract):
    """Every variant's summary, the paired tests between them, and what they could have shown.

    Attributes:
        summaries: In order of first appearance.
        tests: Every pair of variants on every outcome asked for; `p_holm` is adjusted over all.
        resolution: The smallest difference this many incidents could show, for that many tests.
    """

    summaries: tuple[VariantSummary, ...]
    tests: tuple[PairedTest, ...]
    resolution: Resolution

    def summary_table(self) -> pd.DataFrame:
        """One row per variant; rates as numbers with `_ci_low` and `_ci_high` beside them."""
        rows = []
        for summary in self.summaries:
            row: dict[str, str | float | None] = {}
            for name in type(summary).model_fields:
                value = getattr(summary, name)
                if isinstance(value, Rate | Mean):
                    row[name] = value.rate if isinstance(value, Rate) else value.mean
                    row[f"{name}_ci_low"], row[f"{name}_ci_high"] = value.ci_low, value.ci_high
                    row[f"{name}_n"] = value.n
                else:
                    row[name] = value
            rows.append(row)
        return pd.DataFrame(rows)

    def test_table(self) -> pd.DataFrame:
        """One row per paired test."""
        return pd.DataFrame([test.model_dump() for test in self.tests], columns=list(PairedTest.model_fields))


class _Unit(NamedTuple):
    """Values per incident: `values` NaN-free, indexed by incident; `n_missing` cells had none."""

    values: pd.Series
    n_missing: int


def variant_name(variant: str, model: str) -> str:
    """Name a variant with its model."""
    return f"{variant} @ {model}"


def compare_variants(
    cells: pd.DataFrame,
    outcomes: Sequence[Outcome] = ("verdict_correct", "gate_passed"),
    *,
    seed: int = 0,
    n_draws: int = 1000,
    error_rate: float = 0.05,
) -> Comparison:
    """Compare the variants of a sweep, incident by incident.

    Args:
        cells: One row per cell, columns as `COLUMNS` states.
        outcomes: What variants are paired on; every one raises the bar for all (Holm).
        seed: Seed of the bootstrap.
        n_draws: Bootstrap draws.
        error_rate: Family-wise error rate the tests keep, a share in (0, 1).

    Returns:
        Summaries, tests and resolution; empty tuples for a table without rows.

    Raises:
        InputError: The table does not hold the columns.
        SettingError: An outcome is not known.

    Source:
        McNemar (1947); Holm (1979), Scandinavian Journal of Statistics 6.
    """
    for outcome in outcomes:
        if outcome not in OUTCOMES:
            raise SettingError("compare_variants", str(outcome), "is not an outcome", OUTCOMES)
    table = check_columns(cells)
    answered = table[table["error"].isna()].reset_index(drop=True)
    scored = answered.assign(**{outcome: _outcome(answered, outcome) for outcome in OUTCOMES})
    names = list(dict.fromkeys(zip(table["variant"], table["model"], strict=True)))
    summaries = tuple(_summarise(table, scored, variant, model, seed, n_draws) for variant, model in names)
    raw = [
        _paired(scored, outcome, first, second)
        for outcome in outcomes
        for first, second in combinations(names, 2)
    ]
    adjusted = holm_adjust([test.p_value for test in raw])
    tests = tuple(
        test.model_copy(update={"p_holm": p, "is_different": p <= error_rate})
        for test, p in zip(raw, adjusted, strict=True)
    )
    n_incidents = min((test.n_incidents for test in tests), default=table["incident"].nunique())
    return Comparison(
        summaries=summaries,
        tests=tests,
        resolution=resolution(int(n_incidents), max(len(tests), 1), error_rate),
    )


def _outcome(cells: pd.DataFrame, outcome: Outcome) -> pd.Series:
    """Give each cell's outcome as 1.0 or 0.0, NaN where it has none."""
    match outcome:
        case "verdict_correct":
            known = cells["verdict"].notna() & cells["expected_verdict"].notna()
            held = cells["verdict"] == cells["expected_verdict"]
        case "gate_passed":
            known = cells["gate_status"].notna()
            held = cells["gate_status"] == "pass"
        case "no_forbidden_claim":
            known = cells["forbidden_claim"].notna()
            held = cells["forbidden_claim"] == False  # noqa: E712 - missing is neither
        case "no_fabrication":
            known = cells["n_fabricated"].notna()
            held = cells["n_fabricated"] == 0
    return held.astype("float64").where(known)


def _per_incident(cells: pd.DataFrame, values: pd.Series) -> _Unit:
    """Average over repeats, then over the cases of an incident."""
    present = values.notna()
    kept = cells.loc[present, ["incident", "case"]].assign(value=values[present].astype("float64"))
    by_case = kept.groupby(["incident", "case"], sort=True)["value"].mean()
    return _Unit(by_case.groupby("incident", sort=True).mean(), int((~present).sum()))


def _rate(cells: pd.DataFrame, values: pd.Series) -> Rate:
    unit = _per_incident(cells, values)
    return Rate.of(float(np.clip(unit.values.sum(), 0, len(unit.values))), len(unit.values))


def _mean(cells: pd.DataFrame, values: pd.Series, seed: int, n_draws: int) -> Mean:
    unit = _per_incident(cells, values)
    numbers = unit.values.to_numpy(dtype=np.float64)
    if len(numbers) == 0:
        return Mean(n=0, n_missing=unit.n_missing, mean=None, ci_low=None, ci_high=None)
    low = high = None
    if len(numbers) > 1:
        band = cluster_bootstrap(
            lambda weights: float(np.average(numbers, weights=weights)),
            np.arange(len(numbers)),
            n_draws,
            seed,
        )
        low, high = float(band.low), float(band.high)
    return Mean(
        n=len(numbers), n_missing=unit.n_missing, mean=float(numbers.mean()), ci_low=low, ci_high=high
    )


def _summarise(
    table: pd.DataFrame, scored: pd.DataFrame, variant: str, model: str, seed: int, n_draws: int
) -> VariantSummary:
    n_cells = int(((table["variant"] == variant) & (table["model"] == model)).sum())
    cells = scored[(scored["variant"] == variant) & (scored["model"] == model)]
    bindings = cells["n_bindings"].where(cells["n_bindings"] > 0)
    shares = {name: _rate(cells, (cells[name] / bindings).clip(upper=1.0)) for name in _BINDING_COUNTS}
    narrow = cells[cells["narrow"].astype(bool)]
    return VariantSummary(
        variant=variant,
        model=model,
        n_cells=n_cells,
        n_failed=n_cells - len(cells),
        n_bindings=int(cells["n_bindings"].sum()),
        verdict_accuracy=_rate(cells, cells["verdict_correct"]),
        gate_pass=_rate(cells, cells["gate_passed"]),
        sound=shares["n_sound"],
        altered=shares["n_altered"],
        misattributed=shares["n_misattributed"],
        fabricated=shares["n_fabricated"],
        forbidden_claim=_rate(cells, 1.0 - cells["no_forbidden_claim"]),
        narrow_claims=_mean(narrow, narrow["n_claims"], seed, n_draws),
        groundedness=_mean(cells, cells["groundedness_score"], seed, n_draws),
        tokens=_mean(cells, cells["tokens"], seed, n_draws),
        seconds=_mean(cells, cells["seconds"], seed, n_draws),
    )


def _paired(
    scored: pd.DataFrame, outcome: Outcome, first: tuple[str, str], second: tuple[str, str]
) -> PairedTest:
    """Pair two variants on the cases both answered, one pair per incident."""
    sides = []
    for variant, model in (first, second):
        cells = scored[(scored["variant"] == variant) & (scored["model"] == model) & scored[outcome].notna()]
        sides.append(cells.groupby(["incident", "case"], sort=True)[outcome].mean())
    both = pd.concat(sides, axis=1, join="inner", keys=["first", "second"])
    pairs = both.groupby("incident", sort=True).mean()
    seen = set(sides[0].index.get_level_values("incident")) | set(sides[1].index.get_level_values("incident"))
    return paired_test(
        outcome,
        variant_name(*first),
        variant_name(*second),
        pairs["first"].to_numpy(dtype=np.float64),
        pairs["second"].to_numpy(dtype=np.float64),
        n_unpaired=len(seen) - len(pairs),
    )
