"""Find arithmetic that a statement writes out and that does not come to what it says: `6 × 25 = 120`.

No evidence is needed for it. Whatever is not plainly an equation of numbers, or mixes units, is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.setting import Setting
from evidencelab.traces.value_token import ValueToken, scale_of

_MARKS = r"[\s*_`]*"
_NOUN = r"(?:[ -]?[A-Za-z\u4e00-\u9fff/]{1,16}){0,2}"
_SIGN = re.compile(rf"{_NOUN}{_MARKS}([+−–×*÷]|(?<=\s)[-x/](?=\s)){_MARKS}[$€£¥]?")
_EQUALS = re.compile(rf"{_NOUN}{_MARKS}={_MARKS}[$€£¥]?")
_OPEN = re.compile(r"[-+−–×*÷/^(=≈~√]\s?[$€£¥*_`]*$|\d\s?$")
_GOES_ON = re.compile(r"[\s*_`]*(?:[-+−–×÷/^]\s?[$€£¥]?\d|[!²³])")
_UNREAD = ("percent", "times", "letter", "months", "celsius", "temperature", "degrees")
_FEWEST = 3
_TINY = 1e-9


def broken_sum(token: ValueToken, setting: Setting) -> str | None:
    """Say what the sum or product in front of a number is not, where the statement says it is that number."""
    text = setting.statement.text
    numbers = [t for t in setting.tokens if t.kind == "number"]
    if token not in numbers or _GOES_ON.match(text, token.end):
        return None
    run, signs = _run_before(numbers[: numbers.index(token) + 1], text)
    if len(run) < _FEWEST or any(t.unit is not None and t.unit.dimension in _UNREAD for t in run):
        return None
    operands, result = run[:-1], run[-1]
    dimensions = {t.unit.dimension for t in run if t.unit is not None}
    if len(dimensions) > 1 or _OPEN.search(text[: operands[0].start]):
        return None
    for in_base in (False, True):
        value, slack = _work_out([_size(t, in_base) for t in operands], signs, operands)
        said = _size(result, in_base)
        if value is None or abs(value - said) <= slack + 0.5 * result.step + _TINY * abs(said):
            return None
    shown = " ".join(
        f"{sign} {t.text.strip()}" for sign, t in zip(("", *signs), operands, strict=True)
    ).strip()
    return f"{shown} is not {result.text.strip()}"


def _run_before(numbers: Sequence[ValueToken], text: str) -> tuple[list[ValueToken], list[str]]:
    """Give the numbers of the equation that ends in the last one, and the signs between its operands."""
    if len(numbers) < _FEWEST or not _EQUALS.fullmatch(text[numbers[-2].end : numbers[-1].start]):
        return [], []
    run = [numbers[-2], numbers[-1]]
    signs: list[str] = []
    for before in reversed(numbers[:-2]):
        sign = _SIGN.fullmatch(text[before.end : run[0].start])
        if sign is None:
            break
        run.insert(0, before)
        signs.insert(0, sign[1])
    return run, signs


def _size(token: ValueToken, in_base: bool) -> float:
    number = abs(token.number or 0.0)
    return number * token.unit.size if in_base and token.unit is not None else number


def _work_out(
    sizes: Sequence[float], signs: Sequence[str], operands: Sequence[ValueToken]
) -> tuple[float | None, float]:
    """Give what the operands come to, products first, and by how much their rounding may set it off."""
    terms, lost = [sizes[0]], [_lost(operands[0], sizes[0])]
    for sign, size, operand in zip(signs, sizes[1:], operands[1:], strict=True):
        off = _lost(operand, size)
        if sign in "×*x":
            terms[-1] *= size
            lost[-1] += off
        elif sign in "÷/":
            if not size:
                return None, 0.0
            terms[-1] /= size
            lost[-1] += off
        else:
            terms.append(size if sign == "+" else -size)
            lost.append(off)
    return sum(terms), sum(abs(term) * off for term, off in zip(terms, lost, strict=True))


def _lost(token: ValueToken, size: float) -> float:
    """Give the share of a number that rounding may have left out: none of a whole one, unless scaled."""
    is_rounded = token.step < 1 or scale_of(token) != 1.0
    number = abs(token.number or 0.0)
    return 0.5 * token.step / number if is_rounded and number and size else 0.0
