"""A day that was counted from another, at a time of day that was read with a day one digit off.

`last oiled on 27 March at 05:40, 4 days ago` holds together, and the record has 05:40 on the 17th only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.slips import differ_by_a_slip

_TO_COME = re.compile(
    r"\b(?:next|will|scheduled|due|upcoming|tomorrow|expected|planned|until|by|every|repeats?|again"
    r"|from now)\b"
    r"|下次|将|预计|计划|每|明天|之前",
    re.IGNORECASE,
)


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


def _other_day(moment: Moment, pool: Pool) -> Held | None:
    """Find the one moment at that time of day, where its day differs in a digit."""
    if moment.day is None or moment.month is None or moment.hour is None:
        return None
    there = pool.moments_like(Moment(hour=moment.hour, minute=moment.minute, second=moment.second))
    dated = [held for held in there if held.token.moment is not None and held.token.moment.day is not None]
    near = [held for held in dated if _is_near(moment, held.token.moment)]
    return near[0] if near and len(dated) == len(there) else None


def _is_near(moment: Moment, held: Moment | None) -> bool:
    if held is None or held.month != moment.month or held.day is None or moment.day is None:
        return False
    return held.day != moment.day and differ_by_a_slip(f"{held.day:02d}", f"{moment.day:02d}")
