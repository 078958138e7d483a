"""Which row of a table each number of a statement is told of, where the statement names one or several.

It must not know what the rows hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.evidence.sister_tables import Anchor, SisterTable, SisterTables
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.statement import Statement

_BREAK = re.compile(
    r"[,;:](?=\s)|[，；、。：]|,(?=[\u4e00-\u9fff`])|\s[–—]\s|\b(?:and|while|whereas|but|followed by)\b|而"
)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|against|instead|rather|not|never|other|others|another|each|every"
    r"|average|avg|total|together|combined|sum|between|from|before|after|until|since|up to|of the|if|would"
    r"|could|should|more|less|fewer|behind|ahead|next|previous|earlier|later)\b|n['’]t\b|→|->"
    r"|比|不是|另|其他|其余|每|平均|共(?!有)|合计|总|从|之前|之后|以来|相差|差|(?<!最)[多少]|前一|后一|如果",
    re.IGNORECASE,
)
_PER = re.compile(r"[*_`]*(?:\s?[^\W\d][\w-]{0,30}){0,2}(?:\s?/\s?[^\W\d]|\sper\b)", re.IGNORECASE)
"""Behind a number, this makes it one of a rate."""
_PART = re.compile(r"[;；。]|[.!?](?=\s)|,?\s(?:while|whereas|but)\s|[，,]?(?:而|但)")
_IN_ORDER = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead of|rather than|not|never|if|would|could|should|from"
    r"|respectively)\b|n['’]t\b|→|->|比|而不是|不是|分别|依次|如果",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"(?:\b(?:up|down|by|rose|fell|grew|gained|lost)\s|[增减升降涨跌](?:[了加少幅]|$))\W{0,3}$", re.IGNORECASE
)
_HEADS = re.compile(r"[*_`]*\s*(?:[:：]|\s[–—-]\s)")
_RANGE = re.compile(r"\d[\w%°]{0,4}\s?(?:-|–|—|~|to|至|到)\s?[$€£¥]?\d")
_LEFT_OUT = re.compile(
    r"\b(?:without|w/o|excluding|excl\.?|except(?: for)?|other than|apart from|besides|minus|omitting"
    r"|leaving out|but not)\s+(?:the\s+)?[*_`]*$"
    r"|(?:除了?|除去|剔除|扣除|排除|去掉|不含|不包括|不算|不计)\s?[*_`]*$",
    re.IGNORECASE,
)
"""In front of a name, these say that what is told is of all but it."""
_IS_LEFT_OUT = re.compile(
    r"[*_`]*\s?(?:(?:is |was |being )?(?:excluded|left out|removed|omitted|dropped)\b"
    r"|除外|之外|以外|不计|不算)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"\b(?:others?|rest|remaining|remainder|everything else|all else)\b|其余|其他|其它|剩下|剩余",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:[^,;:，；：。]|[,:](?=\S))*\band\s+(?!(?:the|an?|all|its?|they|their|this|that|these|those|there|one|some|in|on|at"
    r"|of|for|with|by|as)\b)(?:[a-z]+\s+){1,3}[*_`$€£¥]*",
)
"""Behind the clause of a name, this goes on of the same: `has restarted and is at`, `lost 3 and drew`."""
_LONG = 3
"""Digits of a number that is the subject's of a statement, though a later clause tells it."""
_LONGEST_CLAUSE = 160
_FAR = 4
"""How many statements back a record is named that others go on telling of."""
_CAPITALS = re.compile(r"[A-Z]\S*(?: [A-Z0-9]\S*)+")


class Naming:
    """What names rows of tables in the statements of one message, found once each."""

    def __init__(
        self, read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], tables: SisterTables
    ) -> None:
        self._read = read
        self._judged = judged
        self._tables = tables
        self._known: dict[tuple[int, int], list[Anchor]] = {}

    def anchors(self, table: SisterTable, index: int) -> list[Anchor]:
        """Give what names the rows of a table in the statement at an index."""
        key = id(table), index
        if key not in self._known:
            statement, tokens, _ = self._read[index]
            named = table.anchors(statement.text, tokens, [v.held for v in self._judged[index]])
            self._known[key] = [one for one in named if not _is_left_out(statement.text, one)]
        return self._known[key]

    def carried(self, table: SisterTable, index: int) -> int | None:
        """Give the only row that what a statement goes on from names, or stands under, if it names none."""
        if self._names_any(index):
            return None
        statement = self._read[index].statement
        for at in range(index - 1, max(-1, index - _FAR), -1):
            other = self._read[at].statement
            if other.block != statement.block or "sentence" not in (statement.kind, other.kind):
                break
            if statement.kind == "bullet" and self._is_of_item(at):
                break
            if self._names_any(at):
                return _only({one.row for one in self.anchors(table, at)})
        above = (*statement.sections[-1:], *(() if statement.kind == "row" else statement.parents))
        rows = ({one.row for one in table.anchors(text, ())} for text in reversed(above))
        return _only(next(filter(None, rows), set()))

    def _is_of_item(self, index: int) -> bool:
        """Tell whether a statement is of an item of a list, which the next item does not go on from."""
        block = self._read[index].statement.block
        for at in range(index, -1, -1):
            one = self._read[at].statement
            if one.block != block or one.kind == "bullet":
                return one.block == block
        return False

    def _names_any(self, index: int) -> bool:
        """Tell whether a statement names a row of any table."""
        return any(self.anchors(table, index) for table in self._tables.all)


class Told(NamedTuple):
    """A number and the row it is told of, whether its clause says so, and whether only a text above does."""

    token: ValueToken
    row: int
    is_beside: bool
    is_carried: bool = False


def values_of(tokens: Sequence[ValueToken], anchors: Sequence[Anchor]) -> list[ValueToken]:
    """Give the numbers that are no part of an anchor."""
    return [
        token
        for token in tokens
        if token.kind == "number"
        and not token.label
        and not any(one.start < token.end and token.start < one.end for one in anchors)
    ]


def told_of_one(statement: Statement, tokens: Sequence[ValueToken], anchors: Sequence[Anchor]) -> list[Told]:
    """Give the numbers told of the only row named, where their clause names it, or what is before it."""
    row, text = anchors[0].row, statement.text
    set_off = [one for one in anchors if _is_set_off(text, one)]
    before = text[: anchors[0].start].strip("-•*# `")
    heads = None if before else _HEADS.match(text, anchors[0].end)
    told: list[Told] = []
    for token in values_of(tokens, anchors):
        if _is_bounded(text, token) or token.text[:1] in "+-\u2212":
            continue
        if statement.kind == "row":
            told.append(Told(token, row, True))
            continue
        start, end = _clause(text, token.start, token.end)
        if _COMPARED.search(text[start:end]) or _CHANGED.search(text[: token.start]):
            continue
        if _PER.match(text, token.end):
            continue
        beside = any(start <= one.start < end for one in set_off)
        if _RANGE.search(text, max(0, token.start - 12), token.end + 8) or (
            not beside and _is_set_apart(text, set_off, start)
        ):
            continue
        is_subject = not before and token.digits >= _LONG and not _COMPARED.search(text, 0, token.end)
        near = (one.end for one in set_off if 0 < token.start - one.end <= _LONGEST_CLAUSE)
        goes_on = any(_GOES_ON.fullmatch(text, end, token.start) for end in near)
        follows = is_subject or goes_on or (heads is not None and start <= heads.end())
        if beside or heads or any(one.start < start for one in set_off):
            told.append(Told(token, row, beside or follows))
    return told


def told_of_any(statement: Statement, tokens: Sequence[ValueToken], row: int) -> list[Told]:
    """Give the numbers told of a row that is named above, none of them beside its name."""
    if _COMPARED.search(statement.text):
        return []
    return [
        Told(token, row, is_beside=False, is_carried=True)
        for token in values_of(tokens, ())
        if not _is_bounded(statement.text, token)
        and token.text[:1] not in "+-\u2212"
        and not _CHANGED.search(statement.text[: token.start])
    ]


def parts_of(text: str) -> list[tuple[int, int]]:
    """Cut a text where it turns to something else; empty if it does not."""
    cuts = [found.end() for found in _PART.finditer(text) if text[found.end() :].strip()]
    return list(pairwise([0, *cuts, len(text)])) if cuts else []


def is_plain(text: str, token: ValueToken) -> bool:
    """Tell whether nothing up to a number compares it, sums it up, or makes it a change."""
    return not _COMPARED.search(text[: token.end]) and not _CHANGED.search(text[: token.start])


def by_turns(
    values: Sequence[ValueToken], anchors: Sequence[Anchor], text: str
) -> list[tuple[int, ValueToken]]:
    """Pair rows that are named once each with the numbers told in turn with them; empty if they are not."""
    if len({one.row for one in anchors}) != len(anchors) or len(values) != len(anchors):
        return []
    order: list[Anchor | ValueToken] = sorted((*anchors, *values), key=lambda one: one.start)
    if not order or _IN_ORDER.search(text[: order[-1].end]):
        return []
    kinds = [isinstance(one, Anchor) for one in order]
    if any(kinds[at] == kinds[at + 1] for at in range(len(kinds) - 1)):
        return []
    return [(anchor.row, token) for anchor, token in zip(anchors, values, strict=True)]


def _is_bounded(text: str, token: ValueToken) -> bool:
    """Tell whether a number is hedged; the word in front of a bracket is no hedge of what is in it."""
    is_set_off = text[: token.start].rstrip().endswith(("(", "（"))
    return not is_set_off and hedge_of(text, token.start, token.end) is not None


def is_of_the_rest(text: str, token: ValueToken) -> bool:
    """Tell whether a number is told of all that are not named: `the other ports have 0`."""
    start, end = _clause(text, token.start, token.end)
    return _REST.search(text[start:end]) is not None


def _only(rows: set[int]) -> int | None:
    return rows.pop() if len(rows) == 1 else None


def _is_set_off(text: str, anchor: Anchor) -> bool:
    """Tell whether a name is one by its looks: with a digit, marked, in front, or in no Latin letters."""
    before, name = text[: anchor.start].rstrip(" /"), text[anchor.start : anchor.end]
    is_marked = before.endswith(("`", "*", "|")) or not before.strip("-•# ")
    return (
        is_marked
        or re.search(r"\d", name) is not None
        or not name.isascii()
        or _CAPITALS.fullmatch(name) is not None
    )


def _is_left_out(text: str, anchor: Anchor) -> bool:
    """Tell whether what is told is of all but the one that a name names."""
    before = text[max(0, anchor.start - 24) : anchor.start]
    return bool(_LEFT_OUT.search(before) or _IS_LEFT_OUT.match(text, anchor.end))


def _is_set_apart(text: str, anchors: Sequence[Anchor], start: int) -> bool:
    """Tell whether the last name in front of a clause is only compared with: `before 14:04, ...`."""
    before = [one for one in anchors if one.start < start]
    if not before:
        return False
    first, last = _clause(text, before[-1].start, before[-1].end)
    return _COMPARED.search(text[first:last]) is not None


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Give the clause around `[start, end)`; what stands in brackets breaks none."""
    flat = re.sub(r"[(（][^()（）]{0,80}[)）]", lambda found: "_" * len(found.group()), text)
    breaks = [0, *(found.end() for found in _BREAK.finditer(flat, 0, start))]
    found = _BREAK.search(flat, end)
    last = found.start() if found else len(text)
    is_bare = re.search(r"\w", text[breaks[-1] : start] + text[end:last]) is None
    return breaks[-2 if is_bare and len(breaks) > 1 else -1], last
