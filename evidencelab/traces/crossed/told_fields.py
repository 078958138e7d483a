"""A true value told under another field's name: `the memory limit is 256Mi`, which is the request.

The words right in front of the value must name a field of the same record, that field must have another
value, and the statement must not give it. Where the value stands under those words anywhere, nothing is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.layout import field_of, name_kind
from evidencelab.traces.evidence.likeness import is_same
from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.evidence.sister_tables import SisterTables, is_told
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.words import name_words, words_of

_FRONT = re.compile(
    r"(?:^|[\s\"'`*_(’])((?:[A-Za-z][\w-]*\s)?[A-Za-z][\w-]*)[`*_\"']*\s*"
    r"(?:\s(?:is|was|are|were|of|stands at)\s(?:set to |now |currently |still |only )?|[:=]\s?)"
    r"[`*_\"'$€£¥]*$"
)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead of|rather than|not|never|if|would|could|should|sum|total"
    r"|average|mean|left|remaining)\b|n['’]t\b",
    re.IGNORECASE,
)
_FEW_PLACES, _NEARBY, _LONGEST = 3, 14, 100
_BEFORE_TIME = re.compile(r"((?:[A-Za-z]+[ _]){1,2}[A-Za-z]+|[A-Za-z]+)[*_`]*(?:\s(?:at|on|by|@)|:)\s[*_`]*$")
_BEHIND_TIME = re.compile(r"[*_`]*\s?(?:[-–—:|])\s?((?:[A-Za-z]+\s?){1,4})(?=[.,;]|$|\s(?:by|of|for|from)\b)")
_MOST_CELLS, _HALF_HOUR = 24, 30
_OF_TIME = words_of("time date timestamp day utc local")
_DIGIT = re.compile(r"\d")
_GOES_ON = re.compile(r"\s*(?:$|[.,;:)]|(?:with|and|but|for|on|in|per|while)\b)")


def told_under_others(read: Sequence[ReadStatement], pool: Pool) -> Iterator[tuple[int, int, Verdict]]:
    """Give the values that are told under another field's name, with their statements and numbers."""
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind in ("code", "row") or _COMPARED.search(statement.text):
            continue
        for at, token in enumerate(tokens):
            if token.kind != "number" or (token.unit is None and token.digits < 2):
                continue
            front = _FRONT.search(statement.text[max(0, token.start - _LONGEST) : token.start])
            if front is None or not _GOES_ON.match(statement.text, token.end):
                continue
            own = field_of(statement.text, token.start)
            if own and any(field_of(h.line.text, h.token.start) == own for h in equal(pool, token)):
                continue
            other = _under(words_of(front[1]), token, tokens, pool)
            if other is not None:
                yield index, at, altered(pool, other, f" under {front[1].strip()!r}")


def told_at_others(read: Sequence[ReadStatement], tables: SisterTables) -> Iterator[tuple[int, int, Verdict]]:
    """Give the times told of what their record has at another: `resolved at 09:01`, which is `created`."""
    by_clock: dict[tuple[int | None, int | None], list[tuple[Held, Sequence[Held]]]] | None = None
    for index, (statement, tokens, mood) in enumerate(read):
        moments = [(at, t) for at, t in enumerate(tokens) if t.moment is not None]
        if mood != "fact" or statement.kind in ("code", "row") or len(moments) != 1:
            continue
        at, token = moments[0]
        if token.moment is None or token.moment.hour is None or _COMPARED.search(statement.text):
            continue
        by_clock = _by_clock(tables) if by_clock is None else by_clock
        found = [
            (held, row)
            for held, row in by_clock.get((token.moment.hour, token.moment.minute), ())
            if held.token.moment is not None and holds(held.token.moment, token.moment)
        ]
        before = _BEFORE_TIME.search(statement.text[max(0, token.start - _LONGEST) : token.start])
        behind = (
            None
            if statement.text[: token.start].strip("-*• `_")
            else _BEHIND_TIME.match(statement.text, token.end)
        )
        said = (
            words_of(before[1])
            if before is not None
            else words_of(behind[1])
            if behind is not None
            else frozenset()
        )
        own = [_spoken(held) for held, _ in found]
        if not 0 < len(found) <= _FEW_PLACES or not all(own) or any(words & said for words in own):
            continue
        others = [
            h for _, its in found for h in its if _is_time(h) and (words := _spoken(h)) and words <= said
        ]
        if len({h.token.moment for h in others}) == 1 and not _is_shifted(token, others[0].token):
            yield index, at, altered(tables.pool, others[0], f" for {others[0].field.split('.')[-1]}")


def _by_clock(
    tables: SisterTables,
) -> dict[tuple[int | None, int | None], list[tuple[Held, Sequence[Held]]]]:
    """Give the times of all rows by hour and minute, each with what its row holds."""
    found: dict[tuple[int | None, int | None], list[tuple[Held, Sequence[Held]]]] = defaultdict(list)
    for table in tables.all:
        for row in table.rows:
            for held in row.held:
                if held.token.moment is not None and held.token.moment.hour is not None:
                    found[held.token.moment.hour, held.token.moment.minute].append((held, row.held))
    return found


def _is_time(held: Held) -> bool:
    return held.token.moment is not None and held.token.moment.hour is not None


def _spoken(held: Held) -> frozenset[str]:
    """Give the words that tell a time's field from any time."""
    return name_words(held.field.split(".")[-1]) - _OF_TIME


def _is_shifted(token: ValueToken, other: ValueToken) -> bool:
    """Tell whether two times may be one in two zones: whole half hours apart."""
    one, its = token.moment, other.moment
    return one is not None and its is not None and ((one.minute or 0) - (its.minute or 0)) % _HALF_HOUR == 0


def told_under_other_titles(
    read: Sequence[ReadStatement], tables: SisterTables
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the cells of the answer's tables that their record has in another field than the title names."""
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind != "row" or len(tokens) > _MOST_CELLS:
            continue
        for table in tables.all:
            anchors = table.anchors(statement.text, tokens)
            rows = {one.row for one in anchors if _DIGIT.search(statement.text, one.start, one.end)}
            if len(rows) != 1:
                continue
            here = [held for held in table.rows[rows.pop()].held if _names(held)]
            for at, token in enumerate(tokens):
                other = _under_title(words_of(title_of(statement, token.start)), token, tokens, here)
                if other is not None and not _stands_under(other, token, tables.pool):
                    title = title_of(statement, token.start)
                    yield index, at, altered(tables.pool, other, f" under {title.strip()!r}")


def _under_title(
    title: frozenset[str], token: ValueToken, tokens: Sequence[ValueToken], here: Sequence[Held]
) -> Held | None:
    """Give the only value of a record that a title names, where it has the one told in another field."""
    own = [held for held in here if _is_it(token, held)]
    if not title or token.kind == "moment" or not own or any(_names(held) & title for held in own):
        return None
    named = [h for h in here if _names(h) <= title and h.token.kind == token.kind]
    if len(named) != 1 or any(_is_it(other, named[0]) for other in tokens):
        return None
    is_short = token.kind == "number" and token.unit is None and token.digits < _FEW_PLACES
    alike = agree(token.unit, named[0].token.unit) and name_kind(token.folded) == name_kind(
        named[0].token.folded
    )
    is_measured_so = _are_alike(token, named[0].token)
    return named[0] if alike and is_measured_so and not is_short else None


def _stands_under(other: Held, token: ValueToken, pool: Pool) -> bool:
    """Tell whether a value stands anywhere under the name of another one's field."""
    found = pool.names.get(token.folded, ()) if token.kind == "name" else equal(pool, token)
    return any(_names(held) & _names(other) for held in found)


def _is_it(token: ValueToken, held: Held) -> bool:
    if token.kind != held.token.kind:
        return False
    return token.folded == held.token.folded if token.kind == "name" else is_told(token, held)


def _under(words: frozenset[str], token: ValueToken, tokens: Sequence[ValueToken], pool: Pool) -> Held | None:
    """Find the one value that the records holding a number have under some words."""
    found = equal(pool, token)
    if not words or not 0 < len(found) <= _FEW_PLACES or any(words <= _names(held) for held in found):
        return None
    if len({held.line.invocation for held in found}) != 1:
        return None
    others: list[Held] = []
    for held in found:
        others += [other for other in _beside(held, pool) if words <= _names(other)]
    others = [o for o in others if agree(token.unit, o.token.unit) and _are_alike(token, o.token)]
    if len({(o.token.number, o.token.unit) for o in others}) != 1 or is_same(others[0].token, token):
        return None
    said = any(t.kind == "number" and t is not token and is_same(t, others[0].token) for t in tokens)
    return None if said else others[0]


def _beside(held: Held, pool: Pool) -> Iterator[Held]:
    """Give the numbers of a held one's record: its line, or the lines of one key under other heads."""
    key = field_of(held.line.text, held.token.start)
    if "=" in held.line.text or held.title:
        yield from (
            o for o in pool.by_place.get(held.place, ()) if o.token.kind == "number" and o is not held
        )
        return
    if not key:
        return
    for place in pool.around(held.line, _NEARBY):
        for other in pool.by_place.get(place.number, ()):
            is_keyed = other.token.kind == "number" and place.number != held.place
            if is_keyed and field_of(place.text, other.token.start) == key:
                yield other


def _names(held: Held) -> frozenset[str]:
    """Give the words a number stands under: its field, or its key and what governs its line."""
    field = held.field
    own = name_words(field)
    return own if "=" in held.line.text or held.title else own | held.line.context


def _are_alike(token: ValueToken, other: ValueToken) -> bool:
    """Tell whether both have units, or neither has."""
    return (token.unit is None) == (other.unit is None)
