"""A number and the one in brackets behind it: `4096Mi (62%)`, as a reply writes them too.

Where every place that has the number has another one in brackets behind it, and the stated one stands in
other brackets of the same reply, the bracket is another line's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, number_of_digits

_OPEN, _CLOSE = re.compile(r"[*_`]*\s?[(（]\s?$"), re.compile(r"\s?[)）]")
_FEW_PLACES, _FEWEST_DIGITS = 4, 3


def in_wrong_brackets(read: Sequence[ReadStatement], pool: Pool) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers in brackets that stand behind another number, with their statements and numbers."""
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind == "code":
            continue
        for at, (token, inside) in enumerate(pairwise(tokens), 1):
            if token.kind != "number" or number_of_digits(token) < _FEWEST_DIGITS or inside.unit is None:
                continue
            if not _is_behind(statement.text, token, inside):
                continue
            found = _other_behind(token, inside, pool)
            if found is not None:
                yield index, at, altered(pool, found, f" behind {token.text.strip()}")


def _is_behind(text: str, token: ValueToken, inside: ValueToken) -> bool:
    between = text[token.end : inside.start]
    return _OPEN.fullmatch(between) is not None and _CLOSE.match(text, inside.end) is not None


def _other_behind(token: ValueToken, inside: ValueToken, pool: Pool) -> Held | None:
    """Find what evidence has in brackets behind a number, if it is another and the said one is elsewhere."""
    places = equal(pool, token)
    if not 0 < len(places) <= _FEW_PLACES:
        return None
    others: list[Held] = []
    for held in places:
        behind = next((h for h in _bracketed(held, pool) if agree(h.token.unit, inside.unit)), None)
        if behind is None or _is_told(inside, behind.token):
            return None
        others.append(behind)
    call = others[0].line.invocation
    elsewhere = [h for h in equal(pool, inside) if h.line.invocation == call and _stands_in_brackets(h)]
    return others[0] if elsewhere else None


def _bracketed(held: Held, pool: Pool) -> Iterator[Held]:
    """Give the number in brackets right behind a held one."""
    for other in pool.by_place.get(held.place, ()):
        if other.token.kind == "number" and _is_behind(held.line.text, held.token, other.token):
            yield other


def _stands_in_brackets(held: Held) -> bool:
    text = held.line.text
    return (
        text[: held.token.start].rstrip()[-1:] in ("(", "（")
        and _CLOSE.match(text, held.token.end) is not None
    )


def _is_told(said: ValueToken, held: ValueToken) -> bool:
    return abs(abs(said.number or 0.0) - abs(held.number or 0.0)) <= max(said.step, held.step) / 2 + 1e-9
