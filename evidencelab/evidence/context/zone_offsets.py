"""Tell of a time zone that a cut takes apart: 10:00 UTC is another time than 10:00 UTC+8.

All positions are offsets into the *folded* text with all line ends.
"""

from __future__ import annotations

import re

ZONE_ENDS = frozenset("CTct")
"""The last letters of the zones that go on with an offset."""
_NAME = 3
_ZONE = re.compile(
    r"(?<![A-Za-z])(?:UTC|GMT)(?:(?P<blank>[^\S\n]?)[+-]\d{1,2}(?P<minutes>:?\d\d)?"
    r"(?=[\s()\[\]{}<>|/;!?\"'。\u4e00-\u9fff]|[.,:](?!\d)|\Z)|\+\d{1,2})",
    re.IGNORECASE,
)


def zone_behind(lines: str, end: int) -> tuple[int, int] | None:
    """Return the zone of which a cut at `end` leaves the name in front and the offset behind."""
    zone = _ZONE.match(lines, end - _NAME) if end >= _NAME else None
    return zone.span() if zone else None


def zone_before(lines: str, start: int) -> tuple[int, int] | None:
    """Return the zone that a cut at `start` goes through, right behind the sign of its offset.

    Behind a blank, digits without minutes may as well be a count that went up.
    """
    for begin in (start - _NAME - 1, start - _NAME - 2):
        zone = _ZONE.match(lines, begin) if begin >= 0 else None
        if zone and (zone["minutes"] or not zone["blank"]):
            return zone.span()
    return None
