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
_MOST_LINES, _FAR = 24, 60


def told_totals(read: Sequence[ReadStatement]) -> Iterator[tuple[int, Working]]:
    """Give each amount that is the sum of lines above it, with the index of its statement."""
    for index, (statement, tokens, _) in enumerate(read):
        is_total = _TOTAL.search(statement.text) is not None
        label = _label_of(statement.text)
        if statement.kind in ("row", "code", "heading") or not (is_total or label) or not tokens:
            continue
        letters = outline(statement.text, tokens)
        result = _amount_of(letters, None)
        if result is None:
            continue
        runs = [_under(label, index, read, result)] if label else []
        if is_total:
            runs += _above(index, read, result)
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


def _above(index: int, read: Sequence[ReadStatement], result: Value) -> list[list[Value]]:
    """Give the amounts of the lines right above a statement: of all, of the totals, of all the others."""
    both: list[Value] = []
    lines: list[Value] = []
    totals: list[Value] = []
    for other in range(index - 1, max(-1, index - _FAR), -1):
        statement, tokens, _ = read[other]
        if len(both) >= _MOST_LINES:
            break
        amount = _amount_of(outline(statement.text, tokens), result) if tokens else None
        if amount is None:
            continue
        (totals if _TOTAL.search(statement.text) else lines).insert(0, amount)
        both.insert(0, amount)
    return [both, totals, lines]


def _under(label: frozenset[str], index: int, read: Sequence[ReadStatement], result: Value) -> list[Value]:
    """Give the amounts of the lines above that stand under a label."""
    found = []
    for statement, tokens, _ in read[max(0, index - _FAR) : index]:
        is_under = any(label <= words_of(plain_text(parent)) for parent in statement.parents[-1:])
        amount = _amount_of(outline(statement.text, tokens), result) if is_under and tokens else None
        if amount is not None:
            found.append(amount)
    return found[-_MOST_LINES:]


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
