"""Judge a full hour that stands nowhere: an event is told to start at 18:00 where the calendar has 12:00.

Full hours bound spans of logs, count by the hour and are what anybody says of the day at large. One is held
against the evidence only where it is told as a time of day and all that was read keeps even times, as
calendars, timetables and opening hours do. It must not judge times that are found or worked out.
"""

from __future__ import annotations

import re
from functools import cached_property

from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.judges.reached_times import ReachedTimes
from evidencelab.traces.judges.told_ends import ToldEnds
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.clock_words import is_told_at, tells_free_time, told_as_clock
from evidencelab.traces.wording.hour_words import hour_told

_EVEN, _FEWEST, _MOST_READ, _LONGEST_READ = 5, 2, 400, 300_000
_SHARE_EVEN = 0.95
"""Share of the times read that must be even ones."""
_HALF_HOUR, _HOUR, _DAY = 30, 60, 24 * 60
_LOCAL = re.compile(r"\b(?i:local time|time ?zones?)\b|(?i:时区|当地时间)|\b(?:UTC|GMT|[A-Z]{1,3}[SD]?T)\b")
"""Where a time is told in some zone, it may be worked out."""
_BOUND = re.compile(r"[*_`\s]*(?:[之以][前后]|以来|[前后])")
"""Behind a time, these say only that something lies before it or after it."""


class RoundHours:
    """Looks for full hours that no source has, in one set of sources."""

    def __init__(self, sources: Sources, ends: ToldEnds, reached: ReachedTimes) -> None:
        self.sources = sources
        self.ends = ends
        self.reached = reached
        self._told: dict[int, bool] = {}

    def is_from_nowhere(self, token: ValueToken, wanted: Moment, setting: Setting) -> bool:
        """Tell whether a full hour is told as a time of day, and must have been read to be told.

        Args:
            token: The time.
            wanted: It, without a day; that no source has it is known.
            setting: Where it stands.
        """
        text = setting.statement.text
        if wanted.hour is None or not wanted.hour % 24 or setting.mood != "fact":
            return False
        if not (told_as_clock(token, setting.tokens, text) and self._are_times_even):
            return False
        if (
            _LOCAL.search(text)
            or _BOUND.match(text, token.end)
            or self._is_free_time(token, setting)
            or self._is_told_in_words(wanted.hour)
        ):
            return False
        exact = wanted._replace(minute=0)
        if wanted.minute is None and (self._is_near(exact) or self.ends.find(token, exact, setting)):
            return False
        return self.reached.perhaps(token, exact, setting) is None

    def _is_told_in_words(self, hour: int) -> bool:
        """Tell whether an hour was read, or asked about, in words; of long texts, always."""
        if hour not in self._told:
            texts = (self.sources.pool.folded, self.sources.given.folded)
            is_long = sum(map(len, texts)) > _LONGEST_READ
            self._told[hour] = is_long or any(hour_told(hour).search(text) for text in texts)
        return self._told[hour]

    @cached_property
    def _are_times_even(self) -> bool:
        """Tell whether several times of day were read, and nearly all at even minutes."""
        read = {
            (moment.hour, moment.minute or 0, moment.second or 0)
            for held in self.sources.pool.moments[-_MOST_READ:]
            if (moment := held.token.moment) is not None and moment.hour is not None
        }
        n_even = sum(minute % _EVEN == 0 and not second for _, minute, second in read)
        return len(read) >= _FEWEST and n_even >= _SHARE_EVEN * len(read)

    def _is_free_time(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a time is one of those that are free; told as `at`, only if none was asked about."""
        statement = setting.statement
        if not tells_free_time(" ".join((statement.text, *statement.parents, *statement.sections[-1:]))):
            return False
        is_asked = any(h.token.moment and h.token.moment.hour is not None for h in self.sources.given.moments)
        return not (is_asked and is_told_at(statement.text, token.start))

    def _is_near(self, exact: Moment) -> bool:
        """Tell whether a time was read that a full hour may be told for."""
        at = _HOUR * (exact.hour or 0)
        read = (held.token.moment for held in self.sources.pool.moments[-_MOST_READ:])
        clocks = [_HOUR * m.hour + (m.minute or 0) for m in read if m is not None and m.hour is not None]
        return any(min((clock - at) % _DAY, (at - clock) % _DAY) <= _HALF_HOUR for clock in clocks)
