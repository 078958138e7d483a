"""Times of the evidence in another time zone: which zones are spoken of, and what a time is in them.

A time counts as moved only to a zone that the statement, or whoever gave the task, names or speaks of.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.values.moments import Moment

_OFFSETS = {
    "est": (-5.0,), "edt": (-4.0,), "et": (-5.0, -4.0), "eastern": (-5.0, -4.0), "cst": (-6.0, 8.0),
    "cdt": (-5.0,), "mst": (-7.0,), "mdt": (-6.0,), "mountain": (-7.0, -6.0), "pst": (-8.0,),
    "pdt": (-7.0,), "pt": (-8.0, -7.0),
    "pacific": (-8.0, -7.0), "cet": (1.0,), "cest": (2.0,), "bst": (1.0,), "ist": (5.5,), "jst": (9.0,),
    "aest": (10.0,), "aedt": (11.0,), "sgt": (8.0,), "hkt": (8.0,), "utc": (0.0,), "gmt": (0.0,),
    "北京时间": (8.0,), "东八区": (8.0,), "日本时间": (9.0,),
}  # fmt: skip
_NAMED = re.compile(
    r"\b(?:UTC|GMT)\s?(?P<offset>[+-]\d{1,2})(?::?(?P<half>30|45))?\b|\b(?P<name>"
    + "|".join(name for name in _OFFSETS if name.isascii())
    + r")\b|(?P<chinese>北京时间|东八区|日本时间)",
    re.IGNORECASE,
)
_LOCAL = re.compile(
    r"\blocal(?:ly)?\b|\b(?:your|their) (?:time ?zone|time|morning|afternoon|evening|end)\b"
    r"|\b(?-i:[A-Z])\w+ time\b"
    r"|\bin (?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?,? (?:that|this|it)(?:'s| is)\b"
    r"|\b(?:there|for them)\b|当地|时区",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\s?(?:(?:in|for) [A-Z]|there\b|local\b|当地)")
_SUFFIX = re.compile(r"\s?(?:(?P<utc>Z|UTC|GMT)|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d))\s*$")
_BEHIND = re.compile(r"\s*(?P<sign>[+-])(?P<hours>0\d|1[0-4]):?(?P<minutes>00|15|30|45)(?!\d)")
_ALL = tuple(half / 2 for half in range(-24, 29))
_NO_DAY = datetime(2001, 1, 2, tzinfo=UTC)


@lru_cache(maxsize=64)
def zones_spoken_of(statement: str, task: str) -> tuple[float, ...]:
    """Give the offsets from UTC, in hours, that a time of a statement can be meant in.

    Args:
        statement: The statement with what it stands under; a zone it names is the only one.
        task: What the user and the system prompt said; asked only if the statement names none.

    Returns:
        The offsets; every one where a local time is spoken of and no zone is named; none otherwise.
    """
    for text in (statement, task):
        found = [offset for match in _NAMED.finditer(text) for offset in _offsets_of(match)]
        if found:
            return tuple(dict.fromkeys(found))
        if text is statement and _LOCAL.search(text):
            return _ALL
    return ()


def zone_behind(text: str) -> tuple[float, ...]:
    """Give every offset where the text right behind a time says a place: `4:47 AM in Lisbon`."""
    return _ALL if _PLACE.match(text) else ()


def _offsets_of(match: re.Match[str]) -> tuple[float, ...]:
    if match["offset"]:
        hours = float(match["offset"])
        return (hours + (0.5 if hours >= 0 else -0.5) * (match["half"] == "30"),)
    return _OFFSETS[(match["name"] or match["chinese"]).lower()]


def is_moved(held: Held, wanted: Moment, offsets: tuple[float, ...], *, only_zoned: bool) -> bool:
    """Tell whether a time of the evidence is the wanted one in one of the zones.

    Args:
        held: A moment of the evidence; one that names no zone is taken for UTC.
        wanted: The statement's.
        offsets: See `zones_spoken_of`.
        only_zoned: Whether a moment that names no zone is refused.
    """
    moment = held.token.moment
    if moment is None or moment.hour is None or moment.minute is None:
        return False
    if wanted.hour is None and (wanted.day is None or moment.day is None):
        return False
    own = _own_offset(held)
    if own is None and only_zoned:
        return False
    at = _NO_DAY.replace(hour=moment.hour % 24, minute=moment.minute % 60, second=(moment.second or 0) % 60)
    has_day = moment.month is not None and moment.day is not None
    if has_day:
        try:
            at = at.replace(year=moment.year or 2001, month=moment.month or 1, day=moment.day or 1)
        except ValueError:
            return False
    at -= timedelta(hours=own or 0.0)
    return any(_is_at(at + timedelta(hours=o), moment, wanted, has_day=has_day) for o in offsets if o != own)


def _is_at(at: datetime, moment: Moment, wanted: Moment, *, has_day: bool) -> bool:
    second = at.second if moment.second is not None else None
    if not has_day:
        return holds(Moment(hour=at.hour, minute=at.minute, second=second), wanted)
    year = at.year if moment.year is not None else None
    return holds(Moment(year, at.month, at.day, at.hour, at.minute, second), wanted)


def _own_offset(held: Held) -> float | None:
    """Give the offset that a moment of the evidence is written with; None if it has none."""
    found = _SUFFIX.search(held.token.text) or _BEHIND.match(held.line.text, held.token.end)
    if found is None:
        return None
    if found.groupdict().get("utc"):
        return 0.0
    hours = int(found["hours"]) + int(found["minutes"]) / 60
    return -hours if found["sign"] == "-" else hours


def epoch_of(number: float) -> float | None:
    """Give the seconds of a Unix time in seconds or milliseconds; None for any other number."""
    if 9e8 < number < 4.2e9:
        return number
    return number / 1000 if 9e11 < number < 4.2e12 else None


def epoch_is(number: float, wanted: Moment, offsets: tuple[float, ...]) -> bool:
    """Tell whether a Unix time is the wanted moment, in UTC or one of the zones."""
    seconds = epoch_of(number)
    if seconds is None:
        return False
    for offset in (0.0, *offsets):
        at = datetime.fromtimestamp(seconds, UTC) + timedelta(hours=offset)
        if holds(Moment(at.year, at.month, at.day, at.hour, at.minute, at.second), wanted):
            return True
    return False
