"""Days a digit off: counted from another, told beside a time of day, or in no calendar.

`last oiled on 27 March at 05:40, 4 days ago` holds together, and the record has 05:40 on the 17th only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, altered
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved, with_a_digit_changed
from evidencelab.traces.values.value_token import ValueToken

_TO_COME = re.compile(
    r"\b(?:next|will|scheduled|due|upcoming|tomorrow|expected|planned|until|by|every|repeats?|again"
    r"|from now)\b"
    r"|下次|将|预计|计划|每|明天|之前",
    re.IGNORECASE,
)
_LEAP_YEAR, _MONTHS_OF_YEAR = 2000, 12
_NEAR, _MOST_LINES = 4, 24
"""Values of a list that a day may be told with, and lines that a time of day may stand in."""


def off_by_a_digit(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the counted moments whose time of day was read with another day, with statement and number."""
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind == "code" or _TO_COME.search(statement.text):
            continue
        for at, token in enumerate(tokens):
            moment, verdict = token.moment, judged[index][at]
            if (
                moment is None
                or verdict.finding != "derived"
                or verdict.held is not None
                or not moment.minute
            ):
                continue
            held = _other_day(moment, pool)
            if held is not None:
                yield index, at, altered(pool, held)


def day_exchanged(token: ValueToken, wanted: Moment, setting: Setting, sources: Sources) -> Held | None:
    """Find the day that every line has with the time of day told beside another one, a digit off."""
    if wanted.day is None or wanted.month is None or wanted.hour is not None:
        return None
    beside = (t.moment for t in (*setting.tokens, *setting.near[:_NEAR]) if t is not token)
    for clock in (m for m in beside if m is not None and m.minute and m.day is None):
        for pool in (sources.pool, sources.given):
            lines = {held.place for held in pool.moments_like(clock)}
            days = [_days_of(pool, line) for line in sorted(lines)]
            if not days or not all(days) or len(days) > _MOST_LINES:
                continue
            dated = [held for of_line in days for held in of_line]
            if any(h.token.moment is not None and holds(h.token.moment, wanted) for h in dated):
                break
            slip = next((h for h in dated if _is_a_digit_off(wanted, h.token.moment)), None)
            if slip is not None:
                return slip
    return None


def is_in_no_calendar(moment: Moment) -> bool:
    """Tell whether no month has the day, whichever of two numbers is meant for it: `30 February`."""
    return not any(_is_in_calendar(reading) for reading in moment.readings)


def _is_in_calendar(moment: Moment) -> bool:
    if moment.month is None or moment.day is None:
        return True
    try:
        date(moment.year or _LEAP_YEAR, moment.month, moment.day)
    except ValueError:
        return False
    return True


def possible_day(wanted: Moment, setting: Setting, sources: Sources) -> Held | None:
    """Find the day of the evidence that one in no calendar is told for: a digit off, or of its month."""
    written = f"{wanted.month or 0:02d}{wanted.day or 0:02d}"
    for other in with_a_digit_changed(written):
        month, day = int(other[:-2]), int(other[-2:])
        is_day = 1 <= month <= _MONTHS_OF_YEAR and day > 0
        held = (
            sources.pool.moments_like(wanted._replace(month=month, day=day, is_either=False))
            if is_day
            else ()
        )
        if held:
            return held[0]
    return day_of_month_read(wanted.month or 0, f"{wanted.day}", setting, sources)


def day_of_month_read(month: int, written: str, setting: Setting, sources: Sources) -> Held | None:
    """Find the day of a month that a number was told for which is none of its days, the likest first.

    Args:
        month: The month, 1 to 12.
        written: The digits of the number, which may have a point.
        setting: Where it stands; of days alike, the one whose line shares most with the statement is taken.
        sources: The evidence, where days of the month are looked for first, and what was given.
    """
    for pool in (sources.pool, sources.given):
        days = [h for h in pool.moments if (m := h.token.moment) is not None and m.month == month and m.day]
        shares = setting.ranking.share if pool is sources.pool else None
        if days:
            return max(
                days,
                key=lambda held: (
                    _is_told_for(written, held.token.moment),
                    0.0 if shares is None else shares(pool.places[held.place]),
                ),
            )
    return None


def _is_told_for(written: str, held: Moment | None) -> bool:
    """Tell whether a number is a slip of a day: a digit off, two exchanged, or its point set elsewhere."""
    day = f"{held.day}" if held is not None else ""
    if differ_by_a_slip(written.zfill(2), day.zfill(2)):
        return True
    return is_point_moved(float(written), float(day or 0)) or written.replace(".", "") == day


def impossible_date(name: str, pool: Pool) -> Verdict | None:
    """Find the date of the evidence that an impossible one differs from in one digit."""
    for at in range(10):
        for digit in "0123456789":
            other = name[:at] + digit + name[at + 1 :]
            found = -1 if name[at] == "-" or digit == name[at] else pool.folded.find(other)
            if found >= 0:
                place = pool.place_at(found)
                return Verdict("altered", None, place, f"the evidence has {other}")
    return None


def _other_day(moment: Moment, pool: Pool) -> Held | None:
    """Find the one moment at that time of day, where its day differs in a digit."""
    if moment.day is None or moment.month is None or moment.hour is None:
        return None
    there = pool.moments_like(Moment(hour=moment.hour, minute=moment.minute, second=moment.second))
    dated = [held for held in there if held.token.moment is not None and held.token.moment.day is not None]
    near = [held for held in dated if _is_a_digit_off(moment, held.token.moment)]
    return near[0] if near and len(dated) == len(there) else None


def _days_of(pool: Pool, line: int) -> list[Held]:
    """Give the days that a line has."""
    return [h for h in pool.by_place.get(line, ()) if h.token.moment is not None and h.token.moment.day]


def _is_a_digit_off(wanted: Moment, held: Moment | None) -> bool:
    """Tell whether two days of one month, and of one year where both have one, differ in one digit."""
    if held is None or held.day is None or wanted.day is None or held.month != wanted.month:
        return False
    is_year = None in (held.year, wanted.year) or held.year == wanted.year
    return is_year and differ_by_a_slip(f"{held.day:02d}", f"{wanted.day:02d}")
