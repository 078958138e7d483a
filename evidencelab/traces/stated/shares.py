"""A part of a whole with its percentage: `9 of the 30 failures (30 %)`, `30 次中有 9 次（30%）`.

Both numbers and the percentage must be said of each other by the wording; a percentage that merely stands
near is another one. What is left of the whole is a reading as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.arithmetic.amounts import Span, any_meets, shown, span_of
from evidencelab.traces.wording.stated_text import (
    AMOUNT,
    DETERMINER,
    MOMENT,
    PERCENT,
    Outline,
    Value,
    Working,
    gap,
)

_OF = rf"(?:\bout of|\bof|/)\s?{DETERMINER}(?:上限|总[共计量数]?|共)?\s?"
_CUE = (
    r"(?:[,;]?\s?(?:ie|that is|that's|or|which is|equals|=|≈|making|giving"
    r"|an?\s(?:[a-z]+\s){0,2}(?:rate|share|ratio|fraction)\sof|占比?|即|比例为?|相当于)[,:]?\s?)"
)
_BOUND = r"(?:over|more than|just over|under|less than|超过|不到|至少)?\s?"
_END = r"(?=\s?(?:$|[.;),|!]|and\b))"
_NOT_MORE = (
    r"(?!\s?(?:more|less|fewer|higher|lower|faster|slower|above|below|of|off|per|points?|p\.p|increase"
    r"|decrease|growth|full|limit|threshold|target|goal|ci|confidence|的阈|以上))"
)
_PART_OF_WHOLE = re.compile(
    rf"(?P<part>{AMOUNT})(?P<noun>{gap(34)}){_OF}(?P<whole>{AMOUNT}){gap(48, also=MOMENT)}"
    rf"(?:\(\s?{_CUE}?{_BOUND}(?P<bracket>{PERCENT})\s?(?=[),;])"
    rf"|{_CUE}{_BOUND}(?P<cued>{PERCENT}){_NOT_MORE}|,\s?{_BOUND}(?P<behind>{PERCENT}){_END})",
    re.IGNORECASE,
)
_PART_THEN_SHARE = re.compile(
    rf"(?P<part>{AMOUNT})(?P<noun>{gap(24)})\(\s?{_BOUND}(?P<share>{PERCENT})\s?\)\s?{_OF}(?P<whole>{AMOUNT})",
    re.IGNORECASE,
)
_SHARE_OF_WHOLE = re.compile(
    rf"(?P<share>{PERCENT})\s?{_OF}(?P<whole>{AMOUNT}){gap(34)}\(\s?(?P<part>{AMOUNT})\s?\)", re.IGNORECASE
)
_PART_AS_SHARE = re.compile(
    rf"(?P<part>{AMOUNT})(?P<noun>{gap(24)})[(,]\s?(?:ie,?\s|or\s|which is\s)?{_BOUND}(?P<share>{PERCENT})\s"
    rf"{_OF}(?P<whole>{AMOUNT})(?P<wholes>{gap(20)}){_END}",
    re.IGNORECASE,
)
_SHARE_WITH_PARTS = re.compile(
    rf"(?P<share>{PERCENT})\s?\(\s?(?P<part>{AMOUNT}){gap(24)}{_OF}(?P<whole>{AMOUNT}){gap(24)}\)",
    re.IGNORECASE,
)
_AMONG = re.compile(
    rf"(?P<whole>{AMOUNT}){gap(8)}(?:之?中|里|[,，]?其中){gap(12)}(?P<part>{AMOUNT}){gap(6)}"
    rf"(?:\(\s?(?:占比?|即|占总数的?)?\s?{_BOUND}(?P<bracket>{PERCENT})\s?[),]|[,、]?占比?\s?{_BOUND}(?P<behind>{PERCENT}){_END})"
)
_TAKES = re.compile(
    rf"(?P<part>{AMOUNT}){gap(8)},?占{gap(8)}(?P<whole>{AMOUNT}){gap(8)}的\s?{_BOUND}(?P<share>{PERCENT})"
)
_RATE = re.compile(
    rf"(?P<whole>{AMOUNT}){gap(6)},\s?(?P<verb>[一-龥]{{2}})\s?(?P<part>{AMOUNT}){gap(6)},\s?"
    rf"(?P=verb)率\s?[为是达]?\s?(?P<share>{PERCENT})"
)
_PATTERNS = (
    _PART_OF_WHOLE,
    _PART_THEN_SHARE,
    _SHARE_WITH_PARTS,
    _SHARE_OF_WHOLE,
    _PART_AS_SHARE,
    _AMONG,
    _TAKES,
    _RATE,
)
_CHANGE = re.compile(
    r"\b(?:rose|rise[sn]?|grew|growth|increase[sd]?|decrease[sd]?|fell|fall|drop(?:ped)?|down|up|cut|gain(?:ed)?"
    r"|slower|faster|improved)\s(?:by\s|of\s)?$|(?:增长|增加|上升|下降|减少|提升|降低)了?$",
    re.IGNORECASE,
)
_LONE = 1.0
"""A part of one is often the one thing whose own percentage follows: `1 of 3 disks (91 %)`."""


def shares(text: Outline) -> Iterator[Working]:
    """Give each part of a whole that a statement names, with the percentage that it gives for it."""
    seen: set[int] = set()
    for pattern in _PATTERNS:
        for found in pattern.finditer(text.text):
            groups = found.groupdict()
            share = text.value(found, *(g for g in ("share", "bracket", "cued", "behind") if g in groups))
            part, whole = text.value(found, "part"), text.value(found, "whole")
            before = text.text[max(0, found.start() - 24) : found.start()]
            if share.token.start in seen or share.token.text[:1] in "+-−±" or _is_change(pattern, before):
                continue
            if _is_chained(text.text, found.start("part")) or not _same_noun(groups):
                continue
            result = part if pattern is _SHARE_OF_WHOLE else share
            working = _judged(part, whole, share, result, is_named=bool(groups.get("noun", "").strip()))
            if working is not None and not working.agrees and result is share:
                others = [v for v in text.values.values() if v not in (part, whole, share)]
                if any(_agrees(other, whole, share) for other in others):
                    # "rose by 196 to 247, so 82 % of the limit of 300"
                    continue
            if working is not None:
                seen.add(share.token.start)
                yield working


def _agrees(part: Value, whole: Value, share: Value) -> bool:
    return part.token.kind == "number" and bool(any_meets([r.by(100.0) for r in ratios(part, whole)], share))


def _is_change(pattern: re.Pattern[str], before: str) -> bool:
    return pattern in (_SHARE_OF_WHOLE, _SHARE_WITH_PARTS) and _CHANGE.search(before) is not None


def _is_chained(text: str, start: int) -> bool:
    """Tell whether the part is itself the whole, or the divisor, of something in front of it."""
    return re.search(r"(?:\bof|[/×x*+÷]|\bper)\s?(?:the\s|a\s)?$", text[:start]) is not None


def _same_noun(groups: dict[str, str | None]) -> bool:
    """Tell whether `A pods, 40 % of B nodes` counts one thing; what is not named may be the same."""
    if "wholes" not in groups:
        return True
    part, whole = ((groups[name] or "").split() for name in ("noun", "wholes"))
    return not part or not whole or part[0].rstrip("s") == whole[0].rstrip("s")


def ratios(part: Value, whole: Value, *, is_named: bool = False) -> list[Span]:
    """Give the readings of one amount as a share of another; none where they are of two kinds.

    Args:
        part: The part.
        whole: The whole.
        is_named: Whether the part is followed by a noun of its own, and so has no unit left out.
    """
    units = part.token.unit, whole.token.unit
    low, high = span_of(part, counts=True), span_of(whole, counts=True)
    if low.low < 0 or high.low <= 0:
        return []
    factor = 1.0
    if units[0] is not None and units[1] is not None:
        if units[0].dimension != units[1].dimension:
            return []
        factor = units[0].size / units[1].size
    elif units != (None, None) and (units[0] is not None or is_named):
        return []
    share = low.over(high).by(factor)
    if units[0] != units[1] and units[0] is not None and units[0].dimension == "bytes":
        return [share.by(1.024**power) for power in range(-3, 4)]
    return [share]


def _judged(part: Value, whole: Value, share: Value, result: Value, *, is_named: bool) -> Working | None:
    readings = ratios(part, whole, is_named=is_named)
    if not readings or readings[0].low > 1.0 + 1e-9:
        return None
    agrees = any_meets([reading.by(100.0) for reading in readings], share)
    left = [Span(100.0 - 100.0 * reading.high, 100.0 - 100.0 * reading.low) for reading in readings]
    if agrees is not True and result is share and any_meets(left, share):
        return None
    written, total = (value.token.text.strip() for value in (part, whole))
    size = _size(whole) / _size(part) if part.token.unit is not None else 1.0
    if result is part:
        portion = span_of(share).times(span_of(whole, counts=True)).by(0.01 * size)
        agrees = agrees or any_meets([portion], part)
        written = share.token.text.strip()
        amount = shown(0.01 * size * (share.token.number or 0.0) * (whole.token.number or 0.0), part.token)
    else:
        percent = 100.0 * (part.token.number or 0.0) / (whole.token.number or 1.0) / size
        amount = f"{shown(percent, share.token)} %"
    if agrees is None or (not agrees and (part.token.number or 0.0) <= _LONE and part.token.unit is None):
        return None
    told = f"{written} of {total}"
    if not agrees:
        told = f"{told} is {amount}, not {result.token.text.strip()}"
    return Working(
        result.token, agrees, told, tuple(v.token for v in (part, whole, share) if v is not result)
    )


def _size(value: Value) -> float:
    return 1.0 if value.token.unit is None else value.token.unit.size
