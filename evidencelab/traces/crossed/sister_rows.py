"""A true number told of the one row that a clause names, though it is its sister's in the same column.

`At 06:15 there were 431 refusals`, where that row has 597 and the one above it 431. Rows are named by ids, by
names that are set off or begin a cell of the answer's table, and by moments. The number must stand in a
single column of that list and nowhere else, and the named row must have another one there, told nowhere in
the statement. In a table of the answer another row must show that its column is that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.likeness import is_given_as
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists, RowNames
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.statements import Statement
from evidencelab.traces.wording.words import near_words, words_of

_BREAK = re.compile(
    r"[,;:](?=\s)|[，；、。：]|,(?=[\u4e00-\u9fff])|\s[–—]\s|\b(?:and|while|whereas|but|followed by)\b|而"
)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|against|instead|rather|not|never|other|others|another|each|per|every"
    r"|average|avg|total|together|combined|sum|between|from|before|after|until|since|up to|of the|if|would"
    r"|could|should|more|less|fewer|left|remaining|behind|ahead|next|previous|earlier|later)\b|n['’]t\b|→|->"
    r"|比|不是|另|其他|其余|每|平均|共|合计|总|从|之前|之后|以来|相差|差|多|少|剩|前一|后一|如果",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"(?:\b(?:up|down|by|rose|fell|grew|gained|lost)\s|[增减升降涨跌](?:[了加少幅]|$))\W{0,3}$", re.IGNORECASE
)
_MOST_TOKENS, _MOST_FOUND = 24, 8


def told_of_other_rows(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], lists: RowLists
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that a sister of the row they are told of holds: statement, place, verdict."""
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind in ("code", "heading") or len(tokens) > _MOST_TOKENS:
            continue
        for at, token in enumerate(tokens):
            if judged[index][at].finding != "sound" or not _is_telling(token):
                continue
            found = equal(lists.pool, token)
            rows = lists.of(found[0].line) if 0 < len(found) <= _MOST_FOUND else None
            if rows is None or any(lists.of(held.line) is not rows for held in found):
                continue
            own = _own(statement, token, tokens, found, rows, lists)
            if own is None:
                continue
            if statement.kind == "row" and not _is_column(read, index, token, own, lists):
                continue
            elsewhere = found[0].line.text.strip()[:80]
            yield index, at, altered(lists.pool, own, f" there; the value stands at {elsewhere!r}")


def _is_telling(token: ValueToken) -> bool:
    """Tell whether a number is long enough, or has a unit, so that it is hardly a row's by chance."""
    return token.kind == "number" and not token.label and (token.digits >= 2 or token.unit is not None)


def _own(
    statement: Statement,
    token: ValueToken,
    tokens: Sequence[ValueToken],
    found: Sequence[Held],
    rows: RowNames,
    lists: RowLists,
) -> Held | None:
    """Find the number that the row named beside a token has in the column in which the token stands."""
    text = statement.text
    start, end = (0, len(text)) if statement.kind == "row" else _clause(text, token)
    clause = text[start:end]
    if statement.kind != "row" and (_COMPARED.search(clause) or _CHANGED.search(text[: token.start])):
        return None
    if hedge_of(text, token.start, token.end) is not None or token.text[:1] in "+-\u2212":
        return None
    named = _named(statement, start, end, tokens, rows, lists)
    everywhere = _named(statement, 0, len(text), tokens, rows, lists)
    if len(named) != 1 or len(everywhere) != 1:
        return None
    (row,) = named
    here = rows.numbers[row]
    if any(held.place == rows.places[row].number for held in found) or any(_is_given(token, h) for h in here):
        return None
    slots = {_slot(held, rows) for held in found}
    own = [held for held in here if _slot(held, rows) in slots and _is_below(held, found[0])]
    if len(slots) != 1:
        return None
    if (
        len(own) != 1
        or not agree(token.unit, own[0].token.unit)
        or _is_of_other_field(text, token, found, here)
    ):
        return None
    said = [other for other in tokens if other is not token and other.kind == "number"]
    if any(_is_given(other, own[0]) for other in said):
        return None
    # whatever else of the list is told must be the named row's, too
    holding = {h.place for h in found}
    theirs = [h for r, its in enumerate(rows.numbers) if rows.places[r].number in holding for h in its]
    odd = [o for o in said if _is_telling(o) and not any(_is_given(o, h) for h in here)]
    return None if any(_is_given(o, h) for o in odd for h in theirs) else own[0]


def _named(
    statement: Statement,
    start: int,
    end: int,
    tokens: Sequence[ValueToken],
    rows: RowNames,
    lists: RowLists,
) -> set[int]:
    """Give the rows that a stretch of a statement names: by an id, a name that is set off, or a moment."""
    text = statement.text
    found: set[int] = set()
    for said in rows.said_in(text):
        if said.start < start or said.end > end:
            continue
        name = text[said.start : said.end]
        before = text[: said.start].rstrip(" ")
        is_set_off = before.endswith(("`", "*", "|", "**")) or not before.strip("-•# ")
        if is_set_off or re.search(r"\d", name) or not name.isascii():
            found.add(said.row)
    number_of = {place.number: row for row, place in enumerate(rows.places)}
    for token in tokens:
        if token.moment is None or token.moment.hour is None or not start <= token.start < end:
            continue
        at = {number_of[h.place] for h in lists.pool.moments_like(token.moment) if h.place in number_of}
        if len(at) == 1:
            found |= at
    return found


def _slot(held: Held, rows: RowNames) -> tuple[str, int, int]:
    """Give a number's column, its place among the numbers that its row has there, and how many they are."""
    row = next(r for r, place in enumerate(rows.places) if place.number == held.place)
    beside = [h for h in rows.numbers[row] if h.column == held.column]
    return held.column, beside.index(held), len(beside)


def _is_below(one: Held, other: Held) -> bool:
    """Tell whether two numbers of one column do stand below one another; one without a title may shift."""
    if "@" not in one.column:
        return True
    lines = one.line.text, other.line.text
    return len({(len(cells_of(line)), len(line.split())) for line in lines}) == 1


def _is_column(
    read: Sequence[ReadStatement], index: int, token: ValueToken, own: Held, lists: RowLists
) -> bool:
    """Tell whether another row of the answer's table has its own row's value of a column in the same cell."""
    statement = read[index].statement
    rows = lists.of(own.line)
    cell = statement.text[: token.start].count("|")
    for other, tokens, _ in read:
        if rows is None or other.block != statement.block or other.number == statement.number:
            continue
        named = _named(other, 0, len(other.text), tokens, rows, lists)
        for row in named if len(named) == 1 else ():
            held = [h for h in rows.numbers[row] if h.column == own.column]
            its = [t for t in tokens if t.kind == "number" and other.text[: t.start].count("|") == cell]
            if any(_is_given(t, h) for t in its for h in held):
                return True
    return False


def _is_of_other_field(text: str, token: ValueToken, found: Sequence[Held], here: Sequence[Held]) -> bool:
    """Tell whether the words beside a number name another column of the row than the one it stands in."""
    near = near_words(text, token.start, token.end)
    own = words_of(found[0].column.partition(":")[2].replace("_", " "))
    others = words_of(" ".join(h.column.partition(":")[2] for h in here).replace("_", " ")) - own
    return bool(near & others) and not near & own


def _clause(text: str, token: ValueToken) -> tuple[int, int]:
    """Give the clause around a token; what stands in brackets breaks none."""
    flat = re.sub(r"[(（][^()（）]{0,80}[)）]", lambda found: "_" * len(found.group()), text)
    start = max((found.end() for found in _BREAK.finditer(flat, 0, token.start)), default=0)
    found = _BREAK.search(flat, token.end)
    return start, found.start() if found else len(text)


def _is_given(token: ValueToken, held: Held) -> bool:
    """Tell whether a number is a held one, as it is, rounded, or in per cent of it."""
    return is_given_as(token, held.token) or is_given_as(token, held.token, 100.0)
