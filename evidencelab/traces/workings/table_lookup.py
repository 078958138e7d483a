"""Results of working on tables, looked up by size; how likely one meets a number by accident, it says."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Kind, Target

_LONG, _THOUSAND = 4, 1000.0
"""Significant digits from which a bare number may be one of thousands, or of money."""
_SPREAD = 1.5
"""The numbers from half of one to its double span one and a half times its size."""

Key = tuple[str, ...]
"""The arithmetic of a result, and the columns or rows it is done on."""


class TableResult(NamedTuple):
    """What two numbers of a table, or a column of it, come to.

    Attributes:
        size: In the base of its dimension; a percentage in per cent.
        dimension: Of the operands' unit; `percent` for a share or a change; empty for bare numbers.
        kind: The arithmetic.
        key: The working, by the names of its columns or rows.
        said: The derivation as text.
        via: What the first step came to, in the same dimension, if it took two.
        rows: Names of the row that it is done in, or of the two rows; empty for whole columns.
    """

    size: float
    dimension: str
    kind: Kind
    key: Key
    said: str
    via: tuple[float, ...] = ()
    rows: tuple[str, ...] = ()


class TableHits(NamedTuple):
    """The results that meet a number, and how many would by accident."""

    results: Sequence[TableResult]
    n_accidents: float


class Lookup:
    """Results by their size.

    Args:
        results: The results.
        units: Dimensions, and the sizes of their units that stand in a column's title, and may be left out.
    """

    def __init__(self, results: Iterable[TableResult], units: Collection[tuple[str, float]] = ()) -> None:
        self._units = units
        found: dict[str, list[TableResult]] = {}
        for result in results:
            if result.size > 0:
                found.setdefault(result.dimension, []).append(result)
        ordered = {name: sorted(some, key=lambda r: r.size) for name, some in found.items()}
        self._by_dimension = {name: (some, [r.size for r in some]) for name, some in ordered.items()}

    def meeting(
        self, target: Target, number: float, admits: Callable[[TableResult], bool] | None = None
    ) -> TableHits:
        """Find the results that a number can be.

        Args:
            target: The number in its base, with its slack.
            number: The number in its own unit, by which results of bare numbers count.
            admits: Whether a result is looked at; None for all.
        """
        hits: list[TableResult] = []
        n_accidents = 0.0
        scales = [("", number)] if target.dimension != "percent" else []
        scales.append((target.dimension, abs(target.value)))
        if not target.dimension and target.digits >= _LONG:
            scales += [("", _THOUSAND * number), ("money", number), ("money", _THOUSAND * number)]
        if not target.dimension:
            scales += [(dimension, size * number) for dimension, size in self._units]
        for dimension, size in dict.fromkeys(scales):
            results, sizes = self._by_dimension.get(dimension, ((), ()))
            slack = target.slack * size / abs(target.value) if target.value else 0.0
            first, last = bisect_left(sizes, size - slack * (1 + 1e-9)), bisect_right(sizes, size + slack)
            met = [r for r in results[first:last] if admits is None or admits(r)]
            low, high = bisect_left(sizes, size / 2), bisect_right(sizes, 2 * size)
            n_near = high - low
            if admits is not None:
                n_near = sum(admits(r) for r in results[low:high]) if met else 0
            hits += met
            n_accidents += n_near * 2 * slack / (_SPREAD * size) if size else 0.0
        return TableHits(hits, n_accidents)
