"""A number told of one named row under its column's own name: it must be that row's own, however small.

`pump-7 has 4 faults` where its row has `faults 9`. Silent where several rows of the list are named, where any
list has the row with that number, and where the wording is of a change, a part, a time span or a rate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.statement import Statement, title_of
from evidencelab.traces.wording.words import COUNTING, label_words, name_words, words_of

_NARROWED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead|rather|not|never|up|down|by|more|less|fewer|another|each|per"
    r"|every|average|avg|total|together|combined|if|would|could|should|from|to|last|past|since|within|today"
    r"|yesterday|recent\w*|after|during|before|until|first|second|third|next|other|others|only|least|most"
    r"|of (?:its|the|their|them)|remaining|left|new|additional|extra|between|so far|again|without|excluding"
    r"|except)\b|n['’]t\b|除|比|不|未|没|增|减|升|降|涨|跌|多|少|每|平均|共|合计|总|最近|过去|以来|内|第|其中|其余|还|再|剩|前|后|约|近",
    re.IGNORECASE,
)
_CJK_TITLE = re.compile(r"([\u4e00-\u9fff]{2,6}?)(?:次数|数量|总数|天数|小时|时长|人数|数|量|\s*[（(].*)?$")
_MOST_NUMBERS = 12


def told_of_rows(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], lists: RowLists
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that are not those of the row they are told of, with their statements and numbers."""
    for index, (statement, tokens, mood) in enumerate(read):
        numbers = [
            (at, token) for at, token in enumerate(tokens) if token.kind == "number" and not token.label
        ]
        if mood != "fact" or statement.kind in ("code", "heading") or not 0 < len(numbers) <= _MOST_NUMBERS:
            continue
        if statement.kind != "row" and _NARROWED.search(statement.text):
            continue
        rows = lists.named_in(statement.text)
        if not rows:
            continue
        held = [h for numbers_of in rows for h in numbers_of]
        for at, token in numbers:
            verdict = judged[index][at]
            is_counted = verdict.finding == "derived" and verdict.reason.startswith("count of ")
            if verdict.finding not in ("sound", "not_checkable") and not is_counted:
                continue
            if hedge_of(statement.text, token.start, token.end) is not None:
                continue
            if any(_is_same(token, h) for h in held) or _stands_so(verdict, token, statement):
                continue
            own = [h for h in held if _is_named(h, token, statement) and agree(token.unit, h.token.unit)]
            values = {h.token.number for h in own}
            if len(values) == 1 and not _is_said(own[0], tokens) and _are_whole(token, own[0].token):
                yield index, at, altered(lists.pool, own[0], " there")


def _is_named(held: Held, token: ValueToken, statement: Statement) -> bool:
    """Tell whether a row's number stands under the very name that the statement gives the other."""
    name = held.field.split(".")[-1]
    if not name:
        return False
    title = title_of(statement, token.start) if statement.kind == "row" else ""
    if any(digits not in (title or statement.text) for digits in re.findall(r"\d+", name)):
        return False
    cjk = _CJK_TITLE.match(name)
    if cjk is not None:
        if statement.kind == "row":
            return title.startswith(cjk[1]) and len(title) <= len(cjk[1]) + 3
        before = statement.text[: token.start].rstrip(" :：")
        return re.search(rf"{re.escape(cjk[1])}(?:次数|数量?|天数)?[了为是达]?$", before) is not None
    words = name_words(name)
    said = words_of(title) if statement.kind == "row" else label_words(statement.text, token.start, token.end)
    return bool(words) and bool(said) and words - COUNTING == said - COUNTING


def _stands_so(verdict: Verdict, token: ValueToken, statement: Statement) -> bool:
    """Tell whether a number stands in a field all whose words, its noun among them, the statement says."""
    if verdict.held is None or verdict.finding != "sound":
        return False
    name = verdict.held.field
    own = words_of(name.replace("_", " "))
    noun = label_words(statement.text, token.start, token.end)
    return bool(noun) and noun < own <= words_of(statement.text)


def _are_whole(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether both are bare whole numbers, so that none is the other in a form of its own."""
    return all(
        (t.unit is None or t.unit.dimension in ("times", "letter")) and float(t.number or 0.0).is_integer()
        for t in (token, held)
    )


def _is_same(token: ValueToken, held: Held) -> bool:
    return (
        abs(abs(token.number or 0.0) - abs(held.token.number or 0.0))
        <= token.step / 2 * (token.step < 1) + 1e-9
    )


def _is_said(held: Held, tokens: Sequence[ValueToken]) -> bool:
    return any(t.kind == "number" and _is_same(t, held) for t in tokens)
