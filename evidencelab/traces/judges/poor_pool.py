"""Tell whether a number can come from nowhere: so few numbers were read that none of what they make is it.

Where the tools gave many numbers, a number that stands nowhere may be any of their sums, means or
shares. Where they gave a handful, all that two of them make, and all that some add up to, can be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from evidencelab.traces.arithmetic.quantities import Target, quantity
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.values.value_token import ValueToken

_FEW = 10
"""Different sizes of a kind up to which all that they make is tried."""
_VERY_FEW = 3
_EVERYWHERE = ("time", "months", "percent", "money", "times", "letter", "bytes")
_MOST_GIVEN = 6
_MOST_TIMES = 12


class PoorPool:
    """Tries all that the few numbers of one set of sources make."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def cannot_make(self, target: Target, setting: Setting) -> bool:
        """Tell whether the sources have few numbers of a kind, and the target comes of none of them.

        A pool that has many, or that a search found the target in, can make it.
        """
        read = self._sizes(self.sources.pool, target)
        if len(read) > _FEW:
            return False
        said = [
            quantity(t).value
            for t in (*setting.tokens, *setting.near[:_MOST_GIVEN])
            if t.kind == "number" and quantity(t).dimension in ("", target.dimension)
        ]
        given = self._sizes(self.sources.given, target)[:_MOST_GIVEN]
        sizes = list(dict.fromkeys(size for size in (*read, *given, *said[:_MOST_GIVEN]) if size))
        sizes = [size for size in sizes if abs(size - abs(target.value)) > 1e-9]
        return not any(target.is_met_by(made) for made in _made(read, sizes, target))

    def only_other(self, token: ValueToken, target: Target, setting: Setting) -> Held | None:
        """Give the measure nearest to a short one, where at most three of its kind were read."""
        if token.unit is None or token.unit.dimension in _EVERYWHERE:
            return None
        held = self.sources.pool.numbers_between(0.0, float("inf"), token.unit.dimension)
        sizes = {round(quantity(h.token).value, 9) for h in held}
        if not 0 < len(sizes) <= _VERY_FEW or not self.cannot_make(target, setting):
            return None
        said = {round(quantity(t).value, 9) for t in setting.tokens if t is not token and t.kind == "number"}
        left = [h for h in held if round(quantity(h.token).value, 9) not in said]
        return min(left, key=lambda h: abs(quantity(h.token).value - target.value)) if left else None

    def is_none_of(self, token: ValueToken, target: Target) -> bool:
        """Tell whether two or three measures of a kind were read, whose sums, means and differences miss."""
        if token.unit is None or token.unit.dimension in _EVERYWHERE:
            return False
        pools = (self.sources.pool, self.sources.given)
        held = [h for p in pools for h in p.numbers_between(0.0, float("inf"), token.unit.dimension)]
        sizes = list({round(quantity(h.token).value, 9): None for h in held})
        if not 2 <= len(sizes) <= _VERY_FEW:
            return False
        made = [m for a, b in combinations(sizes, 2) for m in (a + b, a - b, (a + b) / 2.0)]
        made += [*sizes, sum(sizes), sum(sizes) / len(sizes), sorted(sizes)[len(sizes) // 2]]
        return not any(target.is_met_by(one) for one in made)

    def _sizes(self, pool: Pool, target: Target) -> list[float]:
        """Give the different sizes that a pool has of the target's kind, bare ones in its unit among them."""
        found: dict[float, None] = {}
        for held in pool.numbers[:4000]:
            size = quantity(held.token)
            if size.dimension not in ("", target.dimension):
                continue
            found[round(size.value, 9)] = None
            if len(found) > 4 * _FEW:
                break
        return list(found)


def _made(read: Sequence[float], sizes: Sequence[float], target: Target) -> Iterator[float]:
    """Give what single sizes, pairs, and subsets of those that were read come to."""
    scales = {1.0, target.size}
    for scale in scales:
        for size in sizes:
            for times in range(1, _MOST_TIMES + 1):
                yield size * times * scale
                yield size / times * scale
        for a, b in combinations(sizes, 2):
            yield from (scale * made for made in (a + b, a - b, a * b, a / b, b / a))
            yield from (
                100.0 * made for made in (a / b, b / a, a / b - 1.0, b / a - 1.0, a / (a + b), b / (a + b))
            )
            yield from (a * (1.0 + b / 100.0) * scale, b * (1.0 + a / 100.0) * scale)
            yield from (a * b / 100.0 * scale, a * (1.0 - b / 100.0) * scale, b * (1.0 - a / 100.0) * scale)
        for n_of in range(2, len(read) + 1):
            for some in combinations(read, n_of):
                total = sum(some)
                yield total * scale
                yield total / n_of * scale
                yield (total - 2.0 * max(some)) * scale
