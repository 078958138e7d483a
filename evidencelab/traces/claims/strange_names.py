"""A person told beside others whom the evidence names, though nothing read or said has any part of the name.

`approved by Mei Tanabe and Jonas Weber`, where a reply has the first under `approved_by` and no text has the
second. Only names in one coordination are held against each other, and only of people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool

_PART = r"[A-Z\u00c0-\u00de][a-z\u00df-\u00ff'’]+(?:-[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]+)?"
_NAME = rf"{_PART}(?: [A-Z]\.)?(?: (?:van|von|de|der|den|da|di|del|la|le|al|el|bin|ter))* {_PART}"
_AND = r"(?:,\s(?:and\s)?|\s(?:and|&)\s)"
_COORDINATION = re.compile(rf"(?<![\w’'-]){_NAME}(?:{_AND}{_NAME})+(?![\w'’-])(?!\s{_PART})")
_ONE = re.compile(_NAME)
_OF_PEOPLE = re.compile(
    r"(?:^|[_. ])by$|author|assign|review|approv|owner|user|employee|person|people|member|contact|manager"
    r"|agent|doctor|patient|attendee|participant|guest|staff|engineer|reporter|creator|customer|client|student|teacher"
    r"|passenger|driver|full_?name|first_?name|signator|recipient|sender|organi[sz]er|lead$",
    re.IGNORECASE,
)
_MOST_PLACES = 20
_SHORTEST = 3


def strange_name(text: str, evidences: Evidences) -> str | None:
    """Give the person of a coordination who stands nowhere, where another of it does; None if there is none.

    Args:
        text: The statement.
        evidences: What it is judged on.
    """
    sources = (evidences.pool, evidences.given, evidences.arguments, evidences.unseen)
    for found in _COORDINATION.finditer(text):
        names = [one.group() for one in _ONE.finditer(found.group())]
        strange = [name for name in names if _is_nowhere(name, sources)]
        others = [name for name in names if name not in strange]
        if len(strange) == 1 and any(_is_person(name, evidences.pool) for name in others):
            return strange[0]
    return None


def _is_nowhere(name: str, sources: Sequence[Pool]) -> bool:
    """Tell whether no source has any part of a name, not even within a word."""
    parts = [part for part in re.split(r"[\s.'’-]+", name.lower()) if len(part) >= _SHORTEST]
    return not any(part in source.folded for part in parts for source in sources)


def _is_person(name: str, pool: Pool) -> bool:
    """Tell whether the evidence has a name under a field, in a list or in a table that is of people."""
    for place, start in _places_of(name, pool):
        field = field_of(place.text, start)
        if not field and place.text.strip().lower() == name.lower():
            field = place.list_path
        if _OF_PEOPLE.search(field) or (not field and any(map(_OF_PEOPLE.search, place.context))):
            return True
    return False


def _places_of(name: str, pool: Pool) -> Iterator[tuple[Place, int]]:
    """Give the first places that have a name, and where in them."""
    low, at = name.lower(), -1
    for _ in range(_MOST_PLACES):
        at = pool.folded.find(low, at + 1)
        if at < 0:
            return
        place = pool.place_at(at)
        yield place, max(0, place.text.lower().find(low))
