"""Tell whether a statement works its numbers out: others of it, or of its list, stand nowhere either.

Whoever miscopies a number miscopies one. Where several numbers of a statement, a column or a list stand in
no source, the answer computed them, and a search for one's evidence says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from evidencelab.traces.derived import quantity
from evidencelab.traces.name_judge import at_boundary
from evidencelab.traces.rounding import implied
from evidencelab.traces.setting import Setting, Sources
from evidencelab.traces.statements import title_of
from evidencelab.traces.value_token import ValueToken, scale_of
from evidencelab.traces.weighing import is_weak

_FEWEST_BESIDE = 2
_PART = 0.5
"""Share of the like numbers of a list that must stand nowhere, for the list to be worked out."""
_MOST_BESIDE = 16
_TINY = 1e-9
SUMMED_UP = re.compile(
    r"\b(?:totals?|totall?ing|sum|combined|together|altogether|overall|in all|averag\w*|avg|means?|medians?"
    r"|rest|remaining|remainder|left over|gap|growth|difference|project\w*|extrapolat\w*|estimat\w*|comes? to"
    r"|of which|of them|on balance|net|cumulative|year to date|sav(?:es?|ings?))\b"
    r"|[≈÷∑Σ]|合计|总|共|平均|均值|月均|日均|中位|其余|剩|净|环比|同比|累计|其中|相差|预计",
    re.IGNORECASE,
)

_COMPARED = re.compile(
    r"[*_`)]*\s(?:[a-z]+ )?(?:in total|in all|altogether|together|total|cheaper|dearer|more|less|fewer"
    r"|longer|shorter|higher|lower|above|below|left|saved|off|ahead|behind)\b",
    re.IGNORECASE,
)
"""Behind a number, these say that it sums up or compares the others, which may be read all the same."""
_WORKED_OUT = re.compile(r"(?:\s=|[×÷]\s?\d[\d.,]*\)?\s*=)\s*[*_`$€£¥]*$")


class Strangers:
    """Looks for numbers that no source has."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def are_beside(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether another number of the statement, or two of its list like this one, stand nowhere."""
        others = [t for t in setting.tokens if t is not token and t.kind == "number" and _are_alike(token, t)]
        near = [
            t
            for t in setting.near[:_MOST_BESIDE]
            if t.kind == "number" and _are_alike(token, t) and _is_share(t) == _is_share(token)
        ]
        made = _made_of([*others, *near])
        text = setting.statement.text
        others = [t for t in others if not _COMPARED.match(text, t.end)]
        if any(self._is_stranger(t) and not _is_among(t, made) for t in others):
            return True
        strange = [t for t in near if self._is_stranger(t) and not _is_among(t, made)]
        return len(strange) >= max(_FEWEST_BESIDE, _PART * len(near))

    def _is_stranger(self, token: ValueToken) -> bool:
        if is_weak(token) or token.label:
            return False
        if token.digits == 1 and token.step >= 1:
            return False  # `over 1,000` is nobody's result
        size, half, unit = abs(token.number or 0.0), 0.5 * token.step, token.unit
        low, high = size - half, size + half
        written = re.sub(r"[^\d.]", "", token.text)
        factors = [1.0] if unit is None else [factor for factor, _ in implied(unit)]
        factors.append(1.0 / scale_of(token))
        for pool in (self.sources.pool, self.sources.given, self.sources.arguments):
            if any(pool.numbers_between(low * factor, high * factor) for factor in factors):
                return False
            if unit is not None and pool.numbers_between(low * unit.size, high * unit.size, unit.dimension):
                return False
            if pool.name_numbers.get(token.text.strip()) is not None:
                return False
            if len(written) > 2 and at_boundary(pool.folded, written) is not None:
                return False
        return True


def is_summed_up(token: ValueToken, setting: Setting) -> bool:
    """Tell whether the wording around a number, its row's head or its column's title sum something up."""
    statement = setting.statement
    titles = (title_of(statement, token.start), *(statement.parents[-1:] if statement.kind == "row" else ()))
    if any(SUMMED_UP.search(title) for title in titles):
        return True
    if _COMPARED.match(statement.text, token.end):
        return True
    before = statement.text[: token.start]
    return _WORKED_OUT.search(before) is not None or SUMMED_UP.search(before) is not None


def _made_of(tokens: Sequence[ValueToken]) -> list[float]:
    """Give what two numbers of a kind add up to and differ by."""
    sizes = [quantity(t).value for t in tokens[:_MOST_BESIDE]]
    return [made for a, b in combinations(sizes, 2) for made in (a + b, abs(a - b))]


def _is_among(token: ValueToken, made: Sequence[float]) -> bool:
    size = quantity(token)
    half = 0.5 * token.step * (1.0 if token.unit is None else token.unit.size)
    return any(abs(size.value - value) <= half + _TINY for value in made)


def _are_alike(token: ValueToken, other: ValueToken) -> bool:
    kinds = [t.unit.dimension if t.unit is not None else "" for t in (token, other)]
    return kinds[0] == kinds[1] or "" in kinds


def _is_share(token: ValueToken) -> bool:
    return token.unit is not None and token.unit.dimension == "percent"
