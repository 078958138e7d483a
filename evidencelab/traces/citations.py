"""The citations to propose for a statement whose values were found: as few places as will do.

It must not judge a value, nor decide whether a statement deserves a citation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.values.value_token import ValueToken

SHOWN = 400
"""Code points of a line up to which it is quoted whole."""
_AROUND = 80


class Binding(NamedTuple):
    """A proposed citation: the place, and the piece of it to quote."""

    place: Place
    excerpt: str


def bindings_of(tokens: Sequence[ValueToken], verdicts: Sequence[Verdict]) -> tuple[Binding, ...]:
    """Cover the values with as few places as will do, the one that holds most first."""
    holding: dict[int, list[int]] = {}
    places: dict[int, Place] = {}
    for number, verdict in enumerate(verdicts):
        if verdict.place is not None and verdict.finding in ("sound", "derived"):
            places[verdict.place.number] = verdict.place
            holding.setdefault(verdict.place.number, []).append(number)
    # a value may stand at a place that was chosen for another one
    for index, place in places.items():
        folded = place.text.lower()
        for number, token in enumerate(tokens):
            if (
                number not in holding[index]
                and verdicts[number].finding == "sound"
                and token.text.lower() in folded
            ):
                holding[index].append(number)
    left = set().union(*holding.values()) if holding else set()
    chosen: list[Binding] = []
    while left:
        index = max(holding, key=lambda i: (len(left & set(holding[i])), -i))
        if not left & set(holding[index]):
            break
        chosen.append(
            Binding(places[index], _excerpt_of(places[index], [verdicts[n] for n in holding[index]]))
        )
        left -= set(holding[index])
    return tuple(chosen)


def _excerpt_of(place: Place, verdicts: Sequence[Verdict]) -> str:
    """Give the piece of a place to quote: the whole line, or a window over its values where it is long."""
    text = place.text
    if len(text) <= SHOWN:
        return text.strip()
    spans = [
        (v.held.token.start, v.held.token.end)
        for v in verdicts
        if v.held is not None and v.held.place == place.number
    ]
    start = max(0, min((s for s, _ in spans), default=0) - _AROUND)
    end = min(len(text), max((e for _, e in spans), default=SHOWN) + _AROUND)
    if end - start > 2 * SHOWN:
        end = start + 2 * SHOWN
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end].strip()
