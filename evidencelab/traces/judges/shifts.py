"""Find out whether the times of a list are those of the evidence in another time zone, whichever it is.

One time that is off by two hours is wrong; a whole list that is off by the same two hours was converted.
Where the times beside it stand as they were read, none was.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict
from evidencelab.traces.values.moments import Moment

_FEWEST = 3
"""Different times of a list that must be off by one and the same step."""
_MOST = 24
_STEPS = tuple(30 * half for half in range(-28, 29) if half)
_MOST_OFF = 0.75
"""Share of a list's times that must fit the step."""
_AS_READ = 0.75
"""Share of the times beside one that stand as they are, from which the list was not converted."""


class Shifts:
    """Looks for lists of converted times against one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Say from what a time was converted, where most times beside it were converted alike."""
        beside = {m[:6]: m for m in _clocks(setting, wanted)}
        times = list(beside.values())[:_MOST]
        if len(times) < _FEWEST:
            return None
        n_as_read = sum(bool(self.pool.moments_like(_clock(moment))) for moment in times[1:])
        if n_as_read >= _AS_READ * (len(times) - 1):
            return None
        for step in _STEPS:
            held = self._moved(wanted, step)
            if held is None:
                continue
            met = sum(self._moved(moment, step) is not None for moment in times)
            if met >= _FEWEST and met >= _MOST_OFF * len(times):
                reason = f"{held.token.text.strip()} moved by {step / 60:+g} h, like the times beside it"
                return Verdict("derived", held, held.line, reason)
        return None

    def _moved(self, moment: Moment, step: int) -> Held | None:
        """Give the time of the evidence that lies so many minutes before one."""
        minutes = 60 * (moment.hour or 0) + (moment.minute or 0) - step
        day = _clock(moment)._replace(hour=minutes // 60 % 24, minute=minutes % 60)
        found = self.pool.moments_like(day)
        return found[0] if found else None


def _clock(moment: Moment) -> Moment:
    """Give the time of day of a moment, without its date."""
    return moment._replace(year=None, month=None, day=None)


def _clocks(setting: Setting, wanted: Moment) -> Iterator[Moment]:
    """Give the times of day of a statement and of its list that are told to the minute."""
    yield wanted
    for token in (*setting.tokens, *setting.near):
        if token.moment is not None and token.moment.hour is not None and token.moment.minute is not None:
            yield token.moment
