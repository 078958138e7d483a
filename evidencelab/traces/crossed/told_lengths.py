"""Lengths of time that fit nothing: to the second, between no two moments; or a measure ten times another.

A length to the second between two events is that of two recorded moments. A measure whose digits are those of
the one that the named record has, in a unit of another size, has a power of ten too many or too few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from math import log10

from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.units import Unit, find_unit
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import words_of

_TO_THE_SECOND = re.compile(
    r"(?<!\d)\d+\s?(?:m[a-z]*|分钟?)[\s,]*(?:and\s)?\d+\s?(?:s[a-z]*|秒)\s*$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"\b(?:from|between|took|lasted|lasting|later|after|until|elapsed|down for|within)\b"
    r"|从|自|历时|耗时|持续|用时|间隔|后",
    re.IGNORECASE,
)
_SUMMED = re.compile(
    r"\b(?:average|avg|mean|median|total|combined|together|altogether|about|roughly|around|nearly|almost|over"
    r"|remaining|left|if|would)\b|平均|累计|合计|约|近|剩|如果",
    re.IGNORECASE,
)
_DAY, _MOST_MOMENTS, _FEWEST = 86400, 2000, 2
_FEW_PLACES, _MOST_HOLDING, _FEWEST_DIGITS = 4, 40, 3
_KEYS = ("us", "ms", "ns", "sec", "secs", "seconds", "bytes", "kb", "mb")
_QUOTED = re.compile(r"`([^`\n]{4,60})`")


def odd_lengths(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the lengths and measures that fit nothing, with their statements and numbers."""
    moments: list[int] | None = None
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind == "code":
            continue
        for at, token in enumerate(tokens):
            if token.kind != "number" or token.unit is None or judged[index][at].finding != "not_checkable":
                continue
            scaled = _scaled(token, statement.text, tokens, evidences.pool)
            if scaled is not None:
                yield index, at, altered(evidences.pool, scaled)
                continue
            if not _TO_THE_SECOND.search(token.text) or not evidences.is_whole:
                continue
            n_clocks = sum(_second(other.moment) is not None for other in tokens)
            is_between = n_clocks == _FEWEST or _BETWEEN.search(statement.text) is not None
            if not is_between or _SUMMED.search(statement.text):
                continue
            if moments is None:
                moments = _seconds([*evidences.pool.moments, *evidences.given.moments])
            seconds = round((token.number or 0.0) * token.unit.size)
            if moments and not _lies_between(seconds, moments):
                yield (
                    index,
                    at,
                    Verdict("unsupported", reason="no two moments that were read lie so far apart"),
                )


def _seconds(moments: Sequence[Held]) -> list[int]:
    """Give the moments that were written to the second, in seconds; none where there are very many."""
    found = {at for held in moments if (at := _second(held.token.moment)) is not None}
    return sorted(found) if _FEWEST <= len(found) <= _MOST_MOMENTS else []


def _second(moment: Moment | None) -> int | None:
    if moment is None or moment.hour is None or moment.second is None:
        return None
    try:
        days = date(moment.year or 2001, moment.month, moment.day or 1).toordinal() if moment.month else 0
    except ValueError:
        return None
    return days * _DAY + moment.hour * 3600 + (moment.minute or 0) * 60 + int(moment.second)


def _lies_between(length: int, moments: Sequence[int]) -> bool:
    """Tell whether two moments lie so far apart, a second more or less; the day of either may be left out."""
    every = set(moments) | {at % _DAY for at in moments}
    return any(at + length + off in every for at in every for off in (-1, 0, 1)) or any(
        (at + length + off) % _DAY in every for at in every for off in (-1, 0, 1)
    )


def _named(text: str, tokens: Sequence[ValueToken], pool: Pool) -> Iterator[Place]:
    """Give the few places that hold a name of a statement, or what it has in quotation marks."""
    names = [token.folded for token in tokens if token.kind == "name"]
    for name in (*names, *(found[1].lower() for found in _QUOTED.finditer(text))):
        words = words_of(name)
        rarest = min((pool.places_with(word) for word in words), key=len, default=[])
        holding = [pool.places[number] for number in rarest[:_MOST_HOLDING]]
        places = [place for place in holding if name in place.text.lower()]
        if len(places) <= _FEW_PLACES:
            yield from places


def _unit_keyed(held: Held) -> Unit | None:
    """Give the unit whose sign is itself the key of a number: `us=48210`."""
    field = field_of(held.line.text, held.token.start)
    return find_unit(field)[0] if field in _KEYS else None


def _scaled(token: ValueToken, text: str, tokens: Sequence[ValueToken], pool: Pool) -> Held | None:
    """Find the measure of a named record that has a number's digits, but is ten or more times another."""
    if token.unit is None or token.digits < _FEWEST_DIGITS or not token.number:
        return None
    size = abs(token.number) * token.unit.size
    slack = token.step / 2 / abs(token.number)
    for place in _named(text, tokens, pool):
        for held in pool.by_place.get(place.number, ()):
            unit = held.token.unit or _unit_keyed(held)
            if held.token.kind != "number" or unit is None or unit.dimension != token.unit.dimension:
                continue
            other = abs(held.token.number or 0.0) * unit.size
            if not other or unit.name == token.unit.name:
                continue
            power = round(log10(size / other))
            if power and abs(size / other / 10.0**power - 1.0) <= slack + 1e-9:
                return held
    return None
