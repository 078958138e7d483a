"""Ends of what starts at a time that is told and lasts as long as is said: `13:20-14:20`, `for one hour`.

The length stands in the statement; or the user asks for it, as for the start. Only where a time is told as
an end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.evidence.places import holds
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.judges.reached_times import comes_to, moved
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.lasting import lengths_of_events, lengths_told

_TO = re.compile(r"[*_`'\"]*\s?(?:[-–—~～]|to|until|till|and|至|到)\s?[*_`'\"]*", re.IGNORECASE)
_END = re.compile(
    r"(?:\b(?:end(?:s|ing|ed)?|finish(?:es|ing)?|until|till|over|done)"
    r"(?:[_ ]?(?:time|date|at|by|is|will be|would be))*"
    r"|结束(?:时间)?)[\s*_`'\":：=(为是在]*$",
    re.IGNORECASE,
)
_MOST_STARTS = 3


class ToldEnds:
    """Looks for the start and the length that come to an end, in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def find(self, token: ValueToken, wanted: Moment, setting: Setting) -> str | None:
        """Say how long after which start a time lies, if it is told as an end."""
        if wanted.hour is None or wanted.minute is None:
            return None
        text = setting.statement.text
        said = lengths_told(text)
        asked = lengths_of_events(self.sources.given.folded)
        if not said and not asked:
            return None
        for start in self._starts(token, setting):
            for seconds in (*said, *(asked if self._is_asked(start) else ())):
                result = moved(start.moment, seconds)
                if result is not None and self._is_met(result, wanted):
                    return f"{seconds / 60:g} minutes after {start.text.strip()}"
        return None

    def _starts(self, token: ValueToken, setting: Setting) -> Iterator[ValueToken]:
        """Give the start that a time is told as the end of: in front of it, or in the lines before."""
        text = setting.statement.text
        clocks = [t for t in setting.tokens if t.moment is not None and t.moment.hour is not None]
        before = [t for t in clocks if t.end <= token.start]
        if before and _TO.fullmatch(text[before[-1].end : token.start]):
            yield before[-1]
        elif _END.search(text[: token.start]):
            near = [t for t in setting.near if t.moment is not None and t.moment.hour is not None]
            yield from [*before[-1:], *near][:_MOST_STARTS]

    def _is_asked(self, start: ValueToken) -> bool:
        """Tell whether a time of day is one that the user, or the agent's own argument, named."""
        moment = start.moment or Moment()
        clock = Moment(hour=moment.hour, minute=moment.minute)
        return any(pool.moments_like(clock) for pool in (self.sources.given, self.sources.arguments))

    def _is_met(self, result: Moment, wanted: Moment) -> bool:
        """Tell whether a moment is the wanted one; a day that the start left out must have been told."""
        if wanted.day is None or result.day is not None:
            return comes_to(result, wanted)
        day = wanted._replace(hour=None, minute=None, second=None)
        pools = (self.sources.pool, self.sources.given, self.sources.arguments)
        is_told = any(pool.moments_like(day) for pool in pools)
        return is_told and holds(result, wanted._replace(year=None, month=None, day=None))
