"""A sweep for a terminal: what was run, what each model's citations were, and what may be concluded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from evidencelab.lab.sweeps.comparison import Comparison, compare_variants
from evidencelab.lab.sweeps.sweep import SweepPlan
from evidencelab.reports.terminal.gate_table import printable
from evidencelab.reports.views.tables import rate_text
from evidencelab.reports.views.variant_tables import citations_table

_LONGEST_LIST = 5


def describe_sweep(plan: SweepPlan, frame: pd.DataFrame, n_made: int, written: Sequence[Path] = ()) -> str:
    """Tell a finished sweep in words and two tables.

    Args:
        plan: What was to be run.
        frame: Its cells, as `sweep_table` lays them out.
        n_made: Cells run this time.
        written: Files to name at the end.
    """
    failed = frame[frame["error"].notna()]
    lines = [
        f"{_n(len(frame), 'cell')}, {n_made} run now and {len(frame) - n_made} finished before; "
        f"{len(failed)} failed"
    ]
    lines += [f"  failed: {printable(error)} ({_n(n, 'cell')})" for error, n in _counted(failed["error"])]
    if plan.skipped:
        reasons = _counted(pd.Series([item.reason for item in plan.skipped]))
        lines += [f"  skipped: {printable(reason)} ({_n(n, 'combination')})" for reason, n in reasons]
    comparison = compare_variants(frame)
    lines += ["", *_columns(citations_table(frame)), "", *_rates(comparison), "", str(comparison.resolution)]
    different = [test for test in comparison.tests if test.is_different]
    lines += [
        f"{printable(test.first)} and {printable(test.second)} differ in {test.outcome}: "
        f"{test.difference:+.3g}, Holm-adjusted p {test.p_holm:.3g}"
        for test in different
    ] or ["no two variants differ by more than chance would"]
    lines += ["", *(f"written: {printable(str(path))}" for path in written)] if written else []
    return "\n".join(lines)


def _n(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _counted(values: pd.Series) -> list[tuple[str, int]]:
    counts = values.value_counts()
    return [(str(value), int(n)) for value, n in list(counts.items())[:_LONGEST_LIST]]


def _columns(table: pd.DataFrame) -> list[str]:
    """Lay a table out in columns: text to the left, numbers to the right."""
    cells = [[name.replace("_", " ") for name in table.columns]]
    cells += [[printable(str(value)) for value in row] for row in table.itertuples(index=False)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(table.columns))]
    is_text = [not pd.api.types.is_numeric_dtype(table[name]) for name in table.columns]
    return [
        "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_text, strict=True)
        ).rstrip()
        for row in cells
    ]


def _rates(comparison: Comparison) -> list[str]:
    lines = []
    for summary in comparison.summaries:
        name = printable(summary.name)
        lines.append(f"{name}: verdict as expected {rate_text(summary.verdict_accuracy)}")
        lines.append(f"{' ' * len(name)}  gate passed {rate_text(summary.gate_pass)}")
    return lines
