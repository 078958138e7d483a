"""What a change from one amount to another comes to, set against what is said of it.

A percentage may be of either base, in points, or a factor; only where no reading agrees is it wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span, any_meets, shown, span_of
from evidencelab.traces.wording.stated_text import Value, Working

UP_WORDS = (
    r"rose|risen|rises?|grew|grown|grows?|increased?|increases|climbed|climbs|jumped|jumps|surged|raised|raises"
    r"|went up|gone up|goes up|up"
)
DOWN_WORDS = (
    r"fell|fallen|falls?|dropped|drops?|decreased?|decreases|declined|declines|shrank|shrunk|lowered|lowers"
    r"|reduced|reduces|cut|cuts|went down|gone down|goes down|came down|down"
)
ZH_UP = r"升高?|涨|上升|上涨|增加?|增长|提高|提升|攀升|飙升|扩大"
ZH_DOWN = r"降低?|下降|跌|下跌|减少?|缩短|缩减|回落|压缩|减小"
_UP = re.compile(rf"(?:{UP_WORDS}|{ZH_UP}|rise|increase|growth|gain)", re.IGNORECASE)
_DOWN = re.compile(rf"(?:{DOWN_WORDS}|{ZH_DOWN}|drop|decline|fall|decrease)", re.IGNORECASE)


class Pair(NamedTuple):
    """What an amount was and what it became, and the word that says which way it went."""

    first: Value
    last: Value
    word: str = ""
    is_ordered: bool = True


def _spans(pair: Pair) -> tuple[Span, Span]:
    sizes = [1.0 if v.token.unit is None else v.token.unit.size for v in (pair.first, pair.last)]
    return span_of(pair.first).by(sizes[0]), span_of(pair.last).by(sizes[1])


def turned(pair: Pair) -> Iterator[Working]:
    """Give the contradiction between a word of direction and the numbers."""
    way = _way(pair)
    if not pair.word or not way:
        return
    written = f"from {pair.first.token.text.strip()} to {pair.last.token.text.strip()}"
    if way < 0 and _UP.fullmatch(pair.word):
        yield Working(pair.last.token, False, f"{written} is no rise", (pair.first.token,))
    elif way > 0 and _DOWN.fullmatch(pair.word):
        yield Working(pair.last.token, False, f"{written} is no fall", (pair.first.token,))


def _way(pair: Pair) -> int:
    """Give 1 where a change surely goes up, -1 where down, else 0; below zero words may say either."""
    first, last = _spans(pair)
    numbers = [v.token.number or 0.0 for v in (pair.first, pair.last)]
    if min(numbers) < 0:
        return 0
    if pair.first.token.unit == pair.last.token.unit and pair.first.given == pair.last.given == "plain":
        return (numbers[1] > numbers[0]) - (numbers[1] < numbers[0])
    return int(last.low > first.high) - int(last.high < first.low)


def claimed(pair: Pair, claim: Value, cue: str) -> Iterator[Working]:
    """Judge what a change is said to come to, and the sign of it."""
    first, last = _spans(pair)
    if first.low <= 0 <= first.high or min(first.low, last.low) < 0 or last.low <= 0 <= last.high:
        return
    readings, worked = _readings(pair, claim, first, last)
    if not readings:
        return
    agrees = any_meets(readings, claim)
    operands = (pair.first.token, pair.last.token)
    written = f"from {pair.first.token.text.strip()} to {pair.last.token.text.strip()}"
    if agrees is False:
        said = f"{written} is {worked}, not {claim.token.text.strip()}"
        yield Working(claim.token, False, said, operands)
    elif agrees and pair.is_ordered and _is_opposed(claim, cue, _way(pair)):
        yield Working(claim.token, False, f"{written} goes the other way", operands)
    elif agrees:
        yield Working(claim.token, True, written, operands)


def sign_of(claim: Value, cue: str) -> str:
    """Give the sign in front of an amount; of `+$7,834` it stands in front of the currency."""
    for text in (claim.token.text[:1], cue[-1:]):
        if text and text in "+-−±":
            return text.replace("−", "-")
    return ""


def _is_opposed(claim: Value, cue: str, way: int) -> bool:
    """Tell whether a sign, or a word in front of it, points the other way than the numbers."""
    words = re.findall(r"[a-z]+|[一-龥]+", cue.lower())
    sign = sign_of(claim, cue)
    is_up = sign == "+" or any(_UP.fullmatch(word) for word in words)
    is_down = sign == "-" or any(_DOWN.fullmatch(word) for word in words)
    return is_up != is_down and way == (-1 if is_up else 1)


def _point(pair: Pair) -> tuple[float, float]:
    """Give the two sizes as written, in the base of their unit."""
    sizes = [1.0 if v.token.unit is None else v.token.unit.size for v in (pair.first, pair.last)]
    return (pair.first.token.number or 0.0) * sizes[0], (pair.last.token.number or 0.0) * sizes[1]


def _readings(pair: Pair, claim: Value, first: Span, last: Span) -> tuple[list[Span], str]:
    """Give all that the claim may mean, in its own unit, and the plainest of them as text."""
    unit, own, said = claim.token.unit, pair.last.token.unit, claim.token
    was, became = _point(pair)
    ratio, inverse = last.over(first), first.over(last)
    grown, shrunk = ratio.plus(Span(-1.0, -1.0)), inverse.plus(Span(-1.0, -1.0))
    difference, apart = last.minus(first), abs(became - was)
    if unit is not None and unit.dimension == "percent":
        found = [grown.by(100.0), shrunk.by(100.0), ratio.by(100.0), ratio]
        worked = f"{shown(100.0 * (became - was) / was, said)} %"
        if own is not None and own.dimension == "percent":
            found.append(difference)
            worked = f"{shown(apart, said)} points or {worked}"
        return [reading.by(1.0 / unit.size) for reading in found], worked
    if unit is not None and unit.dimension == "times":
        return [ratio, inverse, grown, shrunk], f"a factor of {shown(max(became / was, was / became), said)}"
    if unit is None:
        size = 1.0 if own is None else own.size
        return [difference.by(1.0 / size), ratio, inverse], shown(apart / size, said)
    if own is None or unit.dimension != own.dimension:
        return [], ""
    found = [difference.by(1.0 / unit.size)]
    if unit.dimension == "bytes" and unit != own:
        found += [found[0].by(1.024**power) for power in (-2, -1, 1, 2)]
    return found, f"{shown(apart / unit.size, said)} {unit.name}"
