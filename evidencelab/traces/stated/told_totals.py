"""Totals of the lines told above: `Total: €1155` under `€260 x 3 nights = €780`, `€165`, `€210`.

A line gives what it comes to: the amount behind its equality sign, else its largest. A total is the sum of
the lines right above it, of the totals above it, or of the lines told under its own label. It must not say
that a total is wrong: lines may be left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.amounts import any_meets, are_comparable, exact
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.wording.stated_text import Outline, Value, Working, outline
from evidencelab.traces.wording.statement import plain_text
from evidencelab.traces.wording.words import words_of

_TOTAL = re.compile(
    r"\b(?:totals?|sum|altogether|overall|in all|combined|comes? to)\b"
    r"|合计|总计|总共|共计|总[费价额成花]|一共",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[^:：\n]{2,60}(?=[:：])")
_EQUALS = re.compile(r"(?<![=<>!:])=(?![=<>])")
_MOST_LINES, _FAR, _LONGEST = 24, 60, 3000


def told_totals(read: Sequence[ReadStatement]) -> Iterator[tuple[int, Working]]:
    """Give each amount that is the sum of lines above it, with the index of its statement."""
    lines = _Lines(read)
    for index, (statement, tokens, _) in enumerate(read):
        is_total = lines.is_total(index)
        label = _label_of(statement.text)
        if statement.kind in ("row", "code", "heading") or not (is_total or label) or not tokens:
            continue
        result = lines.amount(index, None)
        if result is None:
            continue
        runs = [lines.under(label, index, result)] if label else []
        if is_total:
            runs += lines.above(index, result)
        for run in runs:
            working = _summed(run, result)
            if working is not None:
                yield index, working
                break


def _summed(run: Sequence[Value], result: Value) -> Working | None:
    """Give the sum of the last of some amounts, two or more, that a result is; the longest of them first."""
    for first in range(len(run) - 1):
        some = run[first:]
        total = exact(some[0])
        for value in some[1:]:
            total = total.plus(exact(value))
        if any_meets([total], result):
            written = " + ".join(value.token.text.strip() for value in some)
            return Working(result.token, True, f"{written}, told above", ())
    return None


class _Lines:
    """What the statements of a message come to, each read once."""

    def __init__(self, read: Sequence[ReadStatement]) -> None:
        self.read = read
        self._outlines: dict[int, Outline] = {}
        self._parents: dict[int, frozenset[str]] = {}

    def amount(self, index: int, like: Value | None) -> Value | None:
        """Give what one comes to, of the kind of another amount; None for what is no sentence."""
        statement, tokens, _ = self.read[index]
        if not tokens or len(statement.text) > _LONGEST:
            return None
        if index not in self._outlines:
            self._outlines[index] = outline(statement.text, tokens)
        return _amount_of(self._outlines[index], like)

    def is_total(self, index: int) -> bool:
        """Tell whether one speaks of a total."""
        return _TOTAL.search(self.read[index].statement.text) is not None

    def above(self, index: int, result: Value) -> list[list[Value]]:
        """Give the amounts of the lines right above one: of all, of the totals, of all the others."""
        found: list[tuple[int, Value]] = []
        for other in range(index - 1, max(-1, index - _FAR), -1):
            amount = self.amount(other, result)
            if amount is not None:
                found.insert(0, (other, amount))
            if len(found) == _MOST_LINES:
                break
        totals = {other for other, _ in found if self.is_total(other)}
        return [
            [amount for _, amount in found],
            [amount for other, amount in found if other in totals],
            [amount for other, amount in found if other not in totals],
        ]

    def under(self, label: frozenset[str], index: int, result: Value) -> list[Value]:
        """Give the amounts of the lines above one that stand under a label."""
        lines = [other for other in range(max(0, index - _FAR), index) if label <= self._title(other)]
        amounts = (self.amount(other, result) for other in lines)
        return [amount for amount in amounts if amount is not None][-_MOST_LINES:]

    def _title(self, index: int) -> frozenset[str]:
        """Give the words of what a line stands under."""
        if index not in self._parents:
            parent = " ".join(self.read[index].statement.parents[-1:])
            self._parents[index] = words_of(plain_text(parent))
        return self._parents[index]


def _amount_of(letters: Outline, like: Value | None) -> Value | None:
    """Give what a line comes to: behind its equality sign, else its largest amount; of the kind of another.

    Without another, the amount of money is taken, or the only number; None where there are several.
    """
    cut = next((found.end() for found in reversed(list(_EQUALS.finditer(letters.text)))), 0)
    values = [value for at, value in letters.values.items() if at >= cut and value.token.kind == "number"]
    if like is not None:
        alike = [value for value in values if are_comparable(value, like)]
        return max(alike, key=lambda value: value.token.number or 0.0, default=None)
    paid = [v for v in values if v.token.unit is not None and v.token.unit.dimension == "money"] or values
    return paid[0] if len(paid) == 1 else None


def _label_of(text: str) -> frozenset[str]:
    """Give the words of the label that a line begins with."""
    found = _LABEL.match(text.lstrip("-*•#> "))
    return words_of(plain_text(found[0])) if found else frozenset()
