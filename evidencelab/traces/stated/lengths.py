"""The time between two moments: `22 minutes (15:06:24 to 15:28:03)`, `从 10:00 到 10:45，持续 30 分钟`.

Days may count their first and last or not. No zone is assumed: where something travels, or the moments
name two zones, whole and half hours between them prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span, any_meets, span_of
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.wording.stated_text import MEASURE, MOMENT, Outline, Value, Working, gap

_TO = r"\s?(?:to|until|till|through|and|-|–|~|→|->|至|到)\s?"
_AT = rf"{MOMENT}(?:\s(?:on|at)?\s?{MOMENT})?"
_ZONE = r"(?:\s?(?:UTC|GMT|CES?T|[ECMP][SD]T|BST|JST|IST|Z|时)\b)?"
_FROM_TO = rf"(?P<first>{_AT}){_ZONE}{gap(10)}{_TO}{gap(6)}(?P<last>{_AT}){_ZONE}"
_CUE = (
    r"(?:(?:(?:ie|so|that is|that's|or|which is|lasting|lasted|a total of|in total|for|=|over"
    r"|just over|just under"
    r"|持续了?|历时|共计?|总共|一共|总计|前后|耗时|用时|时长为?|间隔|相差|即|也就是|合计)[:,]?\s?)+)"
)
_PATTERNS = (
    re.compile(
        rf"(?P<length>{MEASURE})(?:\s(?:long|in total))?\s?\(\s?(?:from\s|between\s|从)?{_FROM_TO}\s?[),;]",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_FROM_TO}{gap(24)}(?:[,:;(]\s?{_CUE}?(?P<length>{MEASURE})(?=\s?(?:$|[.;:),|!]))"
        rf"|[,(]\s?{_CUE}(?P<cued>{MEASURE})(?!\s?(?:per|each|/|a\s)))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<first>{_AT}){gap(60)}(?P<last>{_AT}){_ZONE}{gap(20)}[,(]\s?(?:so\s)?{gap(16)}"
        rf"(?:spans?|spanning|lasted|lasting|took|持续了?|历时|间隔|相差)\s?(?P<length>{MEASURE})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<first>{_AT}){gap(60)}(?P<last>{_AT}){_ZONE}{gap(16)}[,(]\s?(?:an?|the)\s(?:[a-z-]+\s){{0,2}}"
        rf"(?:gap|outage|downtime|stoppage|interruption|span|stretch|duration|interval)\sof\s"
        rf"(?P<length>{MEASURE})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<first>{_AT}){gap(60)}(?P<last>{_AT}){_ZONE}{gap(16)}[,(]\s?"
        rf"(?:(?P<length>{MEASURE})\s(?:later|late|earlier|behind schedule)\b"
        rf"|(?:晚了?|晚到|推迟了?|提前了?|延误)\s?(?P<cued>{MEASURE}))",
        re.IGNORECASE,
    ),
)
_SOMETHING_ELSE = re.compile(
    r"\b(?:every|each|per|first|last|next|within|interval|after|before|another|around|in|mean|median|average|avg)"
    r"(?:\sof)?(?:\sthe)?\s$|(?:每|最后|(?<!后)前|(?<!前)后|平均|间隔)\s?$",
    re.IGNORECASE,
)
_TRAVELS = re.compile(
    r"\b(?:flights?|depart\w*|arriv\w*|lands?|landing|airport|train|takes? off|leaves|zone|local)\b"
    r"|\b[A-Z]{2}\s?\d{2,4}\b|起飞|到达|抵达|航班|列车|时区|当地",
    re.IGNORECASE,
)
_WORKING = re.compile(r"\b(?:business|working|work|week)\s?-?days?\b|工作日|weekdays?", re.IGNORECASE)
_ZONES = re.compile(r"\b(?:UTC|GMT|CES?T|[ECMP][SD]T|BST|JST|IST)\b|北京时间|当地时间")
_DAY, _HALF_HOUR = 86400.0, 1800.0
_MONTH = 30.4375 * _DAY
_ANY_YEAR = 2001


class _Point(NamedTuple):
    """A moment as seconds: of the day, or since a fixed day where it has a date.

    Attributes:
        seconds: The seconds.
        step: Seconds that the last part written stands for.
        has_date: Whether a day was written.
        has_clock: Whether a time was.
    """

    seconds: float
    step: float
    has_date: bool
    has_clock: bool


def lengths(text: Outline) -> Iterator[Working]:
    """Give each length of time that a statement gives for the time between two moments."""
    seen: set[int] = set()
    for pattern in _PATTERNS:
        for found in pattern.finditer(text.text):
            groups = [name for name in ("length", "cued") if found.groupdict().get(name)]
            length = text.value(found, *groups)
            unit = length.token.unit
            start = found.start(groups[0])
            if unit is None or unit.dimension not in ("time", "months") or length.token.start in seen:
                continue
            if _SOMETHING_ELSE.search(text.text[max(0, start - 24) : start]):
                continue
            if _WORKING.search(text.text[start : start + 30]) or _is_several(text.text, found):
                continue
            points = _points(text, found)
            if points is None:
                continue
            working = _judged(*points, length, text.text, _written(text, found))
            if working is not None:
                seen.add(length.token.start)
                yield working


def _is_several(text: str, found: re.Match[str]) -> bool:
    """Tell whether a third moment stands in the clause before, so that the length may be between others."""
    clause = re.split(r"[;:]\s|[.!?]\s|\n|\|", text[: found.start()])[-1]
    return MOMENT in clause


def _written(text: Outline, found: re.Match[str]) -> tuple[str, str]:
    """Give the two moments as the statement writes them."""
    first, last = (
        " ".join(text.values[at].token.text.strip() for at in range(*found.span(g)) if at in text.values)
        for g in ("first", "last")
    )
    return first, last


def _points(text: Outline, found: re.Match[str]) -> tuple[_Point, _Point] | None:
    """Read the two moments; a year that only one of them has is the other's too, or the one beside it."""
    first, last = (_merged(text, found, group) for group in ("first", "last"))
    if first is None or last is None:
        return None
    turns = (last.month or 1, last.day or 1) < (first.month or 1, first.day or 1)
    if first.year is None:
        first = first._replace(year=(last.year or _ANY_YEAR) - turns)
    if last.year is None:
        last = last._replace(year=(first.year or _ANY_YEAR) + turns)
    points = _point(first), _point(last)
    return None if points[0] is None or points[1] is None else (points[0], points[1])


def _merged(text: Outline, found: re.Match[str], group: str) -> Moment | None:
    """Read a moment, whose day and time may be two values beside each other."""
    merged = Moment()
    for at in range(*found.span(group)):
        moment = text.values[at].token.moment if at in text.values else None
        if moment is None:
            continue
        if (merged.day and moment.day) or (merged.hour is not None and moment.hour is not None):
            return None
        merged = Moment(
            merged.year or moment.year,
            merged.month or moment.month,
            merged.day or moment.day,
            *(moment if merged.hour is None else merged)[3:6],
        )
    return merged


def _point(moment: Moment) -> _Point | None:
    """Turn a moment into seconds; None for a month without a day, and for what is no time."""
    year, month, day, hour, minute, second = moment[:6]
    seconds, has_date = 0.0, False
    if month is not None:
        if day is None:
            return None
        try:
            seconds, has_date = date(year or _ANY_YEAR, month, day).toordinal() * _DAY, True
        except ValueError:
            return None
    if hour is not None:
        if hour > 23 or (minute or 0) > 59:
            return None
        seconds += 3600.0 * hour + 60.0 * (minute or 0) + (second or 0)
    elif not has_date:
        return None
    step = 1.0 if second is not None else 60.0 if minute is not None else 3600.0
    return _Point(seconds, step, has_date, hour is not None)


def _judged(
    first: _Point, last: _Point, length: Value, text: str, written: tuple[str, str]
) -> Working | None:
    unit = length.token.unit
    if unit is None or first.has_clock != last.has_clock:
        return None
    apart = last.seconds - first.seconds
    if first.has_date != last.has_date:
        apart %= _DAY
    unit_size = unit.size * (_MONTH if unit.dimension == "months" else 1.0)
    slack = max(first.step, last.step) if first.has_clock else 0.0
    gaps = [abs(apart)] if first.has_date or apart >= 0 else [_DAY + apart, -apart]
    readings = [Span((lasting - slack) / unit_size, (lasting + slack) / unit_size) for lasting in gaps]
    if unit_size >= _DAY:
        more = max(_DAY, 0.1 * abs(apart) if unit.dimension == "months" else _DAY)
        readings += [Span((abs(apart) - more) / unit_size, (abs(apart) + more) / unit_size)]
    agrees = any_meets(readings, length)
    if agrees is None:
        return None
    if not agrees and unit_size >= _DAY and first.has_clock and not first.has_date:
        return None
    if not agrees and first.has_clock and _is_shifted(apart, length, " ".join((text, *written))):
        return None
    said = f"the time from {written[0]} to {written[1]}"
    if not agrees:
        said = f"{said} is {_lasting(gaps[0], has_clock=first.has_clock)}, not {length.token.text.strip()}"
    return Working(length.token, agrees, said, ())


def _is_shifted(apart: float, length: Value, text: str) -> bool:
    """Tell whether two zones may explain a difference of whole or half hours."""
    if not _TRAVELS.search(text) and len(set(_ZONES.findall(text))) < 2:
        return False
    size = length.token.unit.size if length.token.unit else 1.0
    said = span_of(length).by(size)
    off = (apart - said.middle) % _HALF_HOUR
    return min(off, _HALF_HOUR - off) <= max(60.0, (said.high - said.low) / 2)


def _lasting(seconds: float, *, has_clock: bool) -> str:
    """Write a length of time in its two largest parts."""
    if not has_clock:
        return f"{seconds / _DAY:g} days"
    hours, rest = divmod(round(seconds), 3600)
    minutes, left = divmod(rest, 60)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else "", f"{left} s" if left else ""]
    return " ".join(part for part in parts if part) or "0 s"
