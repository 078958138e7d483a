"""The times between moments, looked for widely: of the statement, of a record, of neighbours, of a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from evidencelab.traces.arithmetic.two_operands import Result
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_holding
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.evidence.zones import epoch_of
from evidencelab.traces.workings.lapses import gaps


def times_since(sources: Sources, setting: Setting) -> Iterator[Result]:
    """Give the time from the statement's own moments, or its places', to what was given as now."""
    now = [held.token.moment for held in sources.given.moments[:2]]
    places = places_about(sources.pool, setting, 2)[:3]
    there = [h.token.moment for p in places for h in sources.pool.by_place.get(p.number, ())]
    then = [t.moment for t in setting.tokens][:3] + there[:6]
    pairs = ((a, b) for a in now for b in then if a is not None and b is not None)
    return (Result(gap, "the time until now") for pair in pairs for gap in gaps(pair)[:2])


def times_between(pool: Pool, setting: Setting) -> Iterator[Iterator[Result]]:
    """Give the time between moments: of the statement, of one record, of neighbours, of one field."""
    said = (*setting.tokens, *setting.near)
    moments = [moment for t in said if (moment := t.moment)][:8]
    yield (Result(gap, "difference of two times beside it") for gap in gaps(moments))
    places = [*places_holding(pool, setting), *places_about(pool, setting, 6)][:10]
    fields: dict[str, list[float]] = {}
    for place in places:
        held = pool.by_place.get(place.number, ())
        times = [(h, seconds) for h in held if (seconds := _seconds(h)) is not None][:6]
        for h, seconds in times:
            fields.setdefault(h.column, []).append(seconds)
        own = [seconds for _, seconds in times]
        yield (Result(gap, "difference of two times there") for gap in _apart(own))
    every = list(dict.fromkeys(seconds for values in fields.values() for seconds in values))[:10]
    yield (Result(gap, "difference of two times there") for gap in _apart(every))
    for column, values in fields.items():
        near = sorted(values)[:12]
        steps = [b - a for a, b in pairwise(near)]
        yield (Result(gap, f"difference of two neighbours of {column}") for gap in steps)
        yield (Result(gap, f"difference of two values of {column}") for gap in _apart(near))


def _seconds(held: Held) -> float | None:
    """Give a moment with a day, or a Unix time, in seconds; None for any other value."""
    moment = held.token.moment
    if moment is None:
        return epoch_of(abs(held.token.number or 0.0)) if held.token.kind == "number" else None
    if moment.day is None or moment.month is None or moment.hour is None:
        return None
    try:
        at = datetime(
            moment.year or 2001, moment.month, moment.day, moment.hour % 24, moment.minute or 0, tzinfo=UTC
        )
    except ValueError:
        return None
    return at.timestamp() + (moment.second or 0) + moment.fraction


def _apart(seconds: Sequence[float]) -> list[float]:
    return [abs(a - b) for i, a in enumerate(seconds) for b in seconds[i + 1 :] if a != b]
