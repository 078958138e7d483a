"""A true number told of what one call asked for, though a call of the same kind gave it of something else.

`p50 21 ms but p95 817 ms over 7,358 calls`: two of them stand in the reply on one query, the third in that
on another, under the same field. Other numbers of the statement, which stand in one reply only, say which is
meant, and so must the words by which its call asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.likeness import is_given_as
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.words import words_of

_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|against|instead|rather|not|never|other|others|another|total|together"
    r"|combined|sum|between|from|before|after|if|would|could|should|difference)\b|n['’]t\b|→|->"
    r"|比|不是|另|其他|其余|合计|总|从|之前|之后|相差|如果",
    re.IGNORECASE,
)
_MOST_TOKENS, _MOST_CALLS, _FEWEST_DIGITS = 16, 40, 3


def told_of_other_calls(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that a sister of the call they are told of gave, with their statements and places."""
    for index, (statement, tokens, mood) in enumerate(read):
        numbers = [t for t in tokens if t.kind == "number" and not t.label]
        if mood != "fact" or statement.kind in ("code", "heading") or not 2 <= len(numbers) <= _MOST_TOKENS:
            continue
        if _COMPARED.search(statement.text[: numbers[-1].end]):
            continue
        only = {id(token): _only_place(token, pool) for token in numbers}
        for at, token in enumerate(tokens):
            place = only.get(id(token))
            if place is None or judged[index][at].finding != "sound" or token.digits < _FEWEST_DIGITS:
                continue
            if hedge_of(statement.text, token.start, token.end) is not None:
                continue
            beside = {
                other.number: other for t in numbers if (other := only[id(t)]) is not None and t is not token
            }
            sisters = _sisters(place, pool)
            meant = [sister for sister in sisters if sister.number in beside]
            if (
                len(meant) != 1
                or place.number in beside
                or not _is_asked(statement.text, meant[0], sisters, place)
            ):
                continue
            own = _own(token, numbers, place, meant[0], pool)
            if own is not None:
                elsewhere = place.text.strip()[:80]
                yield index, at, altered(pool, own, f" there; the value stands at {elsewhere!r}")


def _only_place(token: ValueToken, pool: Pool) -> Place | None:
    """Give the one place that holds a number, if it is long enough to be no other's by chance."""
    if token.digits < 2:
        return None
    places = {held.place for held in equal(pool, token)}
    return pool.places[places.pop()] if len(places) == 1 else None


def _sisters(place: Place, pool: Pool) -> list[Place]:
    """Give the places of other calls that hold numbers of just the same fields, one a call."""
    fields = _fields(place, pool)
    found: list[Place] = []
    for call in list(pool.of_call)[:_MOST_CALLS]:
        if call == place.invocation:
            continue
        alike = [
            p for p in pool.call_places(call) if p.list_path == place.list_path and _fields(p, pool) == fields
        ]
        found += alike if len(alike) == 1 else []
    return found if len(fields) > 1 else []


def _fields(place: Place, pool: Pool) -> frozenset[str]:
    return frozenset(h.column for h in pool.by_place.get(place.number, ()) if h.token.kind == "number")


def _is_asked(text: str, meant: Place, sisters: Sequence[Place], place: Place) -> bool:
    """Tell whether a text has words by which only the call that is meant asked, and none of the others'."""
    said = words_of(text)
    asked = [sister.context for sister in (*sisters, place) if sister.number != meant.number]
    everywhere = frozenset[str]().union(*asked)
    own = meant.context - everywhere
    theirs = place.context - meant.context
    return bool(said & own) and not said & theirs


def _own(
    token: ValueToken, numbers: Sequence[ValueToken], place: Place, meant: Place, pool: Pool
) -> Held | None:
    """Find the number that the meant place has under the field of a sister's number."""
    column = next((h.column for h in pool.by_place[place.number] if _is_given(token, h)), None)
    here = [h for h in pool.by_place[meant.number] if h.token.kind == "number"]
    own = [h for h in here if h.column == column and agree(token.unit, h.token.unit)]
    if len(own) != 1 or any(_is_given(token, h) for h in here):
        return None
    return None if any(_is_given(other, own[0]) for other in numbers) else own[0]


def _is_given(token: ValueToken, held: Held) -> bool:
    """Tell whether a number is a held one, as it is or rounded."""
    return held.token.kind == "number" and is_given_as(token, held.token)
