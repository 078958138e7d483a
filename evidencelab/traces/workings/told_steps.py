"""Hours that a range of full hours counts with its first and its last: 03:00 to 08:00 are six readings.

Only where the same reply counts as many, so that a length of time is not taken for one that is an hour more.
"""

from __future__ import annotations

from itertools import pairwise

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.lapses import gaps

_HOUR, _MOST_HELD = 3600.0, 12


class ToldSteps:
    """Looks for such ranges in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say between which two full hours a number of hours is counted, if it is."""
        del setting
        number = token.number or 0.0
        if token.unit is None or token.unit.dimension != "time" or token.unit.size != _HOUR:
            return None
        if number < 2 or number != int(number):
            return None
        counted = [h for h in self.pool.numbers_between(number, number) if h.token.text.strip().isdigit()]
        for invocation in dict.fromkeys(h.line.invocation for h in counted[:_MOST_HELD]):
            for place in self.pool.of_call.get(invocation, ()):
                moments = [h for h in self.pool.by_place.get(place, ()) if _is_full(h.token.moment)]
                for one, other in pairwise(moments):
                    if _is_apart(one, other, (number - 1) * _HOUR):
                        return f"hours from {one.token.text} to {other.token.text}, both counted"
        return None


def _is_full(moment: Moment | None) -> bool:
    """Tell whether a moment is a full hour of a day that is told."""
    return moment is not None and moment.day is not None and moment.hour is not None and not moment.minute


def _is_apart(one: Held, other: Held, seconds: float) -> bool:
    return any(abs(gap - seconds) < 1.0 for gap in gaps([one.token.moment, other.token.moment])[:1])
