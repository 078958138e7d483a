"""Work out an expression that a statement writes out: `28 + 3 - 11.5 - 5`.

It must not know any evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.arithmetic.quantities import Target, quantity
from evidencelab.traces.values.value_token import ValueToken

_AND = re.compile(r"^[^.;:()\n]{0,24}(?:\band\b|,|和|、)[^.;:()\n]{0,6}$")
_EXPRESSION = re.compile(r"(?<![\w.])(\d[\d,.]*(?:\s?[+*/×-]\s?\d[\d,.]*)+)\s?=\s?$")
_LONGEST = 240
"""Characters in front of a number in which an expression without blanks is looked for."""
_SIGNS = {"+": "+", "-": "-", "*": "x", "/": "/"}


def written_out(target: Target, text: str, tokens: Sequence[ValueToken], at: ValueToken) -> str | None:
    """Work out an expression in the statement (`28 + 3 - 11.5 - 5`) that is the target.

    Args:
        target: The number to be explained.
        text: The statement.
        tokens: The statement's numbers, in order.
        at: The token under judgement, which is no part of the expression.
    """
    runs: list[list[tuple[str, ValueToken]]] = [[]]
    before: ValueToken | None = None
    for token in tokens:
        if token is at:
            runs.append([])
            before = None
            continue
        gap = "" if before is None else text[before.end : token.start]
        sign = None if before is None else _sign_between(gap)
        if before is not None and not gap and token.text[:1] in "+-":
            sign = token.text[0]
        if sign is None and len(runs[-1]) > 1 and runs[-1][-1][0] in "+-" and _AND.search(gap):
            sign = runs[-1][-1][0]
        if sign is None:
            runs.append([("+", token)])
        else:
            runs[-1].append((sign, token))
        before = token
    before_it = _EXPRESSION.search(text[max(0, at.start - _LONGEST) : at.start])
    if before_it is not None:
        runs.append(_terms_of(before_it[1]))
    for run in runs:
        for n_terms in range(len(run), 1, -1):
            result = _work_out(run[:n_terms])
            if result is not None and (target.is_met_by(result) or target.is_met_by(result * target.size)):
                shown = " ".join(f"{_SIGNS[sign]} {token.text.strip()}" for sign, token in run[:n_terms])
                return shown.removeprefix("+ ")
    return None


def _terms_of(expression: str) -> list[tuple[str, ValueToken]]:
    """Read an expression that is written without blanks: `35+35+70`."""
    terms: list[tuple[str, ValueToken]] = []
    for found in re.finditer(r"([+*/×-]?)\s?(\d[\d,]*(?:\.\d+)?)", expression):
        number = float(found[2].replace(",", ""))
        token = ValueToken("number", found[2], found.start(2), found.end(2), number=number)
        terms.append((found[1].replace("×", "*") or "+", token))
    return terms


def _sign_between(gap: str) -> str | None:
    if len(gap) > 40:
        return None
    for pattern, sign in (
        (r"\+|\bplus\b|加", "+"),
        (r"[−–]|(?<=\s)-(?=\s)|\bminus\b|\bless\b|减", "-"),
        (r"[×*]|(?<=\s)x(?=\s)|\\times|\btimes\b|乘", "*"),
        (r"÷|(?<=\s)/(?=\s)|\\div|\bdivided by\b|除", "/"),
    ):
        if re.search(pattern, gap) and "=" not in gap:
            return sign
    return None


def _work_out(run: Sequence[tuple[str, ValueToken]]) -> float | None:
    terms: list[float] = []
    for sign, token in run:
        value = quantity(token).value
        if sign in "+-":
            terms.append(value if sign == "+" else -value)
        elif sign == "*":
            terms[-1] *= value
        elif value:
            terms[-1] /= value
        else:
            return None
    return sum(terms)
