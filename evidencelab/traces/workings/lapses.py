"""Find a duration in what the evidence says of times: between two, of a clock's look, of a few fields.

It must not know what the duration is said to be of; whoever asks has seen that no other number is meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice

from evidencelab.traces.arithmetic.quantities import Target, quantity
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, places_about
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import is_within
from evidencelab.traces.workings.table_lookup import TableResult

_MOST_RECORDS = 400
_NEXT = 2
_FEW_ROWS, _FEW_COLUMNS, _FEW_RECORDS = 2, 4, 24
_FEW_SIZES = 12
_CLOCK_DIGITS = 2
_LASTING = re.compile(r"time|dur|elapsed|start|end|latency|seconds|_s$", re.IGNORECASE)
_NAMED = re.compile(r"\W*[^\W\d][\w .-]{0,40}\W{0,2}[:：=]\s*[\"']?")
"""Stands in front of the only value of a line."""
_FIRST_EPOCH, _LAST_EPOCH = 9e8, 4.2e9


class Lapses:
    """Looks for durations in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, target: Target, setting: Setting) -> str | None:
        """Try the times of the places the statement is about: two of one place, or one each of two."""
        if target.dimension != "time":
            return None
        clock = self._as_clock(target) if target.digits >= _CLOCK_DIGITS else None
        if clock is not None:
            return clock
        moments: list[Moment | None] = []
        for place in places_about(self.pool, setting, 4):
            here = self.pool.by_place.get(place.number, ())
            moments += [held.token.moment for held in here if held.token.moment][:4]
            epochs = [abs(held.token.number or 0.0) for held in here if held.token.kind == "number"][:24]
            epochs = [number for number in epochs if _FIRST_EPOCH < number < _LAST_EPOCH]
            if is_met(target, (abs(a - b) for a in epochs for b in epochs if a > b)):
                return "difference of two times there"
            lasting = [h.token for h in here if h.token.kind == "number" and _LASTING.search(h.column)]
            sizes = [quantity(token).value for token in lasting[:8]]
            if target.digits >= 2 and is_met(target, (abs(a - b) for a in sizes for b in sizes if a > b)):
                return "difference of two durations there"
        if is_met(target, gaps(moments)):
            return "difference of two times there"
        if target.digits >= 3 and is_met(target, self._of_records):
            return "difference of two times of one record"
        if target.digits >= _CLOCK_DIGITS and is_met(target, self._of_lines):
            return "difference of two times told one below the other"
        few = self._lasting if target.digits >= 3 else ()
        met = next(((a, b) for a in few for b in few if a > b and target.is_met_by(a - b)), None)
        return None if met is None else f"{met[0]:g} s - {met[1]:g} s"

    def within(self, token: ValueToken, setting: Setting) -> str | None:
        """Try the times for a bound, rounded up, that what is told did not exceed: `within 33 seconds`."""
        unit = token.unit
        if unit is None or unit.dimension != "time" or token.digits < _CLOCK_DIGITS:
            return None
        if not is_within(setting.statement.text, token.start, token.end):
            return None
        half = token.step / 2 * unit.size
        size = abs(token.number or 0.0) * unit.size
        return self.find(Target(size - half, "time", half, token.digits, unit.size), setting)

    def beside(self, target: Target, setting: Setting) -> str | None:
        """Try the times of the lines around those that a statement is about: the steps of one course."""
        if target.dimension != "time":
            return None
        for place in places_about(self.pool, setting, 3)[:3]:
            near = [h for other in self.pool.around(place, _NEXT) for h in self.pool.by_place[other.number]]
            if is_met(target, gaps([held.token.moment for held in near if held.token.moment])):
                return "difference of two times around it"
        return None

    def _as_clock(self, target: Target) -> str | None:
        """Find a duration that the evidence writes like a time of day: `6:17`, `0:06:11`."""
        seconds = round(target.value)
        minutes, rest = divmod(seconds, 60)
        hours, minutes_rest = divmod(minutes, 60)
        wanted = [Moment(hour=hours, minute=minutes_rest, second=rest or None)]
        wanted += [Moment(hour=minutes, minute=rest)] if minutes < 100 else []
        wanted = wanted if target.digits > _CLOCK_DIGITS else []
        for held in self.pool.moments_like(Moment(hour=hours, minute=minutes_rest)):
            moment = held.token.moment
            if moment is not None and moment.day is None and moment.fraction:
                lasted = 3600.0 * hours + 60.0 * minutes_rest + (moment.second or 0) + moment.fraction
                if target.is_met_by(lasted):
                    return f"{held.token.text.strip()} as a duration"
        for moment in wanted:
            for held in self.pool.moments_like(moment):
                if held.token.moment is not None and held.token.moment.day is None:
                    return f"{held.token.text.strip()} as a duration"
        return None

    @cached_property
    def _of_records(self) -> tuple[float, ...]:
        """The differences, in seconds, between the times of each of the first records that hold several."""
        found: list[float] = []
        for held in islice(self.pool.by_place.values(), _MOST_RECORDS):
            moments = [h.token.moment for h in held if h.token.moment][:6]
            if len(moments) > 1:
                found += gaps(moments)
        return tuple(found)

    @cached_property
    def _of_lines(self) -> tuple[float, ...]:
        """The differences between the named times of lines in a row: `Started: …`, `Finished: …`."""
        found: list[float] = []
        row: list[Held] = []
        for held in islice(self.pool.moments, _MOST_RECORDS):
            if not _NAMED.fullmatch(held.line.text, 0, held.token.start):
                continue
            follows = row and held.place == row[-1].place + 1
            row = row[-_NEXT:] if follows and held.line.invocation == row[-1].line.invocation else []
            found += [gap for other in row for gap in gaps([other.token.moment, held.token.moment])]
            row.append(held)
        return tuple(found)

    @cached_property
    def _lasting(self) -> tuple[float, ...]:
        """The durations in fields that say so, in seconds; none if there are more than a few."""
        held = (h for h in self.pool.numbers if h.column and _LASTING.search(h.column))
        sizes = {round(quantity(h.token).value, 9) for h in islice(held, 8 * _FEW_SIZES)}
        return tuple(sorted(sizes)) if len(sizes) <= _FEW_SIZES else ()


def moments_of(pool: Pool, rows: Sequence[Place]) -> Mapping[str, Mapping[int, float]]:
    """Give the moments of some rows in seconds, by column and row; those without a day by themselves."""
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for row in rows:
        for held in pool.by_place.get(row.number, ()):
            moment = held.token.moment
            day = None if moment is None else _day_number(moment)
            if moment is None or (day is None and moment.hour is None):
                continue
            clock = 3600.0 * (moment.hour or 0) + 60.0 * (moment.minute or 0) + (moment.second or 0)
            is_dated = "" if day is None else " dated"
            seconds = clock + moment.fraction + 86400.0 * (day or 0)
            found[f"{held.column.split(':')[-1]}{is_dated}"].setdefault(row.number, seconds)
    return found


def apart(moments: Mapping[str, Mapping[int, float]], names: Mapping[int, str]) -> Iterator[TableResult]:
    """Give how far the moments of a list are apart: of two rows, of all, on average, of two columns."""
    for name, column in moments.items():
        times = sorted(column.values())
        if len(times) < _FEW_ROWS:
            continue
        span = times[-1] - times[0]
        yield TableResult(span, "time", "spread", ("span", name), f"time from the first to the last {name}")
        if all(time % 86400.0 == 0.0 for time in times):
            both = f"days from the first to the last {name}, both counted"
            yield TableResult(span + 86400.0, "time", "spread", ("span", name), both)
        if len(times) > _FEW_ROWS:
            mean = span / (len(times) - 1)
            yield TableResult(mean, "time", "mean", ("span", name), f"mean time between two of {name}")
        for (one, a), (other, b) in combinations(list(column.items())[:_FEW_RECORDS], 2):
            rows = (names.get(one, ""), names.get(other, ""))
            said = f"time between two of {name}"
            yield TableResult(abs(a - b), "time", "difference", ("-", *rows), said, rows=rows)
    for (first, starts), (last, ends) in combinations(list(moments.items())[:_FEW_COLUMNS], 2):
        lasted = {row: abs(ends[row] - starts[row]) for row in starts if row in ends}
        key, said = ("-", first, last), f"time from {first} to {last}"
        for row, size in lasted.items():
            yield TableResult(size, "time", "difference", key, said, rows=(names.get(row, ""),))
        if len(lasted) >= _FEW_ROWS:
            total = sum(lasted.values())
            yield TableResult(total, "time", "sum", key, f"sum of the {said}")
            yield TableResult(total / len(lasted), "time", "mean", key, f"mean {said}")


def gaps(moments: Sequence[Moment | None]) -> list[float]:
    """Give the differences, in seconds, between all pairs of the first moments; days count as well."""
    seconds: list[float] = []
    days: list[float] = []
    for moment in moments[:24]:
        if moment is None:
            continue
        day = _day_number(moment)
        if moment.hour is not None:
            clock = (
                moment.hour * 3600.0 + (moment.minute or 0) * 60.0 + (moment.second or 0) + moment.fraction
            )
            seconds.append(clock + 86400.0 * (day or 0))
        if day is not None:
            days.append(86400.0 * day)
    apart = [abs(a - b) for i, a in enumerate(seconds) for b in seconds[i + 1 :]]
    for i, a in enumerate(days):
        for b in days[i + 1 :]:
            apart += [abs(a - b), abs(a - b) + 86400.0]
    return [*apart, *(86400.0 - gap for gap in apart if gap < 86400.0)]


def is_between(token: ValueToken, tokens: Sequence[ValueToken]) -> bool:
    """Tell whether a number is the length of time between two times of its own statement."""
    if token.unit is None or token.unit.dimension != "time":
        return False
    size = token.unit.size
    target = Target(abs(token.number or 0.0) * size, "time", token.step / 2 * size, token.digits, size)
    return is_met(target, gaps([t.moment for t in tokens if t.moment]))


def is_met(target: Target, results: Iterable[float]) -> bool:
    """Tell whether one of the results rounds to the number."""
    return any(target.is_met_by(result) for result in results)


def _day_number(moment: Moment) -> int | None:
    if moment.day is None or moment.month is None:
        return None
    before = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
    return (moment.year or 0) * 365 + before[moment.month - 1] + moment.day
