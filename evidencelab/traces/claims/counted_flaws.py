"""Said to be without a flaw that a column counts: `ran without retries on all lanes`, where two have some.

Only a claim on all there is, or on rows that it names, is held against the column; the last reply with a
column of just that name counts. Of a row that is named, anything that its column counts may be denied, and a
column that only says `count` counts what its head and its call speak of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, topic_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.wording.words import COUNTING, name_words, words_of

_FLAWS = (
    r"errors?|failures?|warnings?|restarts?|time-?outs?|drops?|retries|rejections?|duplicates?|conflicts?"
    r"|crashes|defects?|misses|evictions?|alarms?"
)
_WITHOUT = re.compile(
    rf"\b(?:without(?: any| a single)?|with (?:no|zero)|(?:had|have|has|saw) (?:no|zero))\s+({_FLAWS})\b",
    re.I,
)
_WITHOUT_CJK = re.compile(r"(?:没有|均无|都无|零)(?:任何|出现)?(错误|失败|重启|超时|重试|重复|冲突|告警)")
_DENIED = re.compile(
    r"\b(?:has|have|had|shows?|showed|saw|sees|with|produced|logged|recorded|reported|threw|raised|caused|logs"
    r"|suffered|received|got|without)\s+(?:(?:had|seen)\s+)?(?:no|zero|any|(?<=without )(?=\w))\s*"
    r"(?P<thing>(?:[\w-]+\s+){0,2}?[\w-]+)(?=\s+at all|\s*(?:[.,;:!)]|$)|\s+(?:and|so|while)\b)"
    r"|(?:^|[.;:,]\s+)(?:no|zero)\s+(?P<of>(?:[\w-]+\s+){0,2}?[\w-]+)\s+"
    r"(?:was|were|is|are|has been|have been)\s+(?:recorded|found|seen|logged|reported|detected"
    r"|registered|open|pending|left)\s+(?:on|for|in|by|at|with)\b",
    re.IGNORECASE,
)
_DENIED_CJK = re.compile(
    r"(?:没有|无|未)(?:任何|出现|发生|产生)*(?P<thing>[\u4e00-\u9fff]{2,8}?)(?:过|记录|次数|情况)*(?=[，。；,;、\s]|$)"
)
_ALL = re.compile(r"\b(?:all|every|each|any|both)\b|所有|全部|均|都|每", re.IGNORECASE)
_LIMITED = re.compile(
    r"\b(?:if|should|would|could|can|will|except|but|apart|other|until|before|after|since|new|more|further|now"
    r"|anymore|longer|not|almost|nearly|most|ensure|verify|once|rerun|again)\b|除|如果|之前|之后|但|再",
    re.IGNORECASE,
)
_ENGLISH = {
    "错误": "error", "失败": "failure failed", "重启": "restart", "超时": "timeout", "重试": "retry",
    "重复": "duplicate", "冲突": "conflict", "告警": "alarm alert",
}  # fmt: skip
_COUNTING_CJK = ("", "数", "次数", "数量", "总数")
_SHORTEST = 3


class Flaw(NamedTuple):
    """A row that counts what is denied: why, its call, and its line."""

    reason: str
    call: int
    line: str


def counted_flaw(
    text: str, laid: Sequence[Bearing], pool: Pool, lists: RowLists, elsewhere: str
) -> Flaw | None:
    """Give a row that counts some of a flaw that a statement says there was none of; None if there is none.

    Args:
        text: The statement.
        laid: The calls before it.
        pool: What they said.
        lists: The lists of rows in it.
        elsewhere: The rest of the answer.
    """
    plain = re.sub(r"[*_`]{1,2}", "", text)
    if _LIMITED.search(plain) or plain.endswith(("?", "？")):
        return None
    found = _WITHOUT.search(plain) or _WITHOUT_CJK.search(plain)
    if found is not None:
        wanted = words_of(found[1]) | words_of(_ENGLISH.get(found[1], ""))
        column = _last([held for held in pool.numbers if _counts(held, wanted, found[1])])
        named = _named_of(column, text, lists)
        is_told = wanted & words_of(elsewhere) or (found[1] in elsewhere and not found[1].isascii())
        if named or (
            column and not is_told and _ALL.search(plain) and _is_about(plain, found[1], laid, column[0])
        ):
            return None if is_told else _flaw_in(named or column, laid)
    denied = _DENIED.search(plain) or _DENIED_CJK.search(plain)
    thing = next((part for part in denied.groups() if part), "") if denied is not None else ""
    if not thing:
        return None
    of_thing = [held for held in pool.numbers if _counts_thing(held, thing, laid)]
    for call in dict.fromkeys(held.line.invocation for held in reversed(of_thing)):
        named = _named_of([held for held in of_thing if held.line.invocation == call], text, lists)
        if named:
            return _flaw_in(named, laid)
    return None


def _last(column: Sequence[Held]) -> list[Held]:
    """Give the numbers of the last call among some."""
    last = max((held.line.invocation for held in column), default=-1)
    return [held for held in column if held.line.invocation == last]


def _named_of(column: Sequence[Held], text: str, lists: RowLists) -> list[Held]:
    """Give the numbers of a column in the rows that a text names."""
    rows = lists.of(column[0].line) if column else None
    named = {rows.places[one.row].number for one in rows.said_in(text)} if rows is not None else set[int]()
    return [held for held in column if held.place in named]


def _flaw_in(column: Sequence[Held], laid: Sequence[Bearing]) -> Flaw | None:
    some = next((held for held in column if (held.token.number or 0.0) >= 1.0), None)
    if some is None:
        return None
    shown, call = " ".join(some.line.text.split())[:100], some.line.invocation
    return Flaw(f"the output of {_name(call, laid)} has {shown!r}", call, some.line.text)


def _counts_thing(held: Held, thing: str, laid: Sequence[Bearing]) -> bool:
    """Tell whether a number counts a thing by its column's name, with what its head and its call speak of."""
    name = held.field.split(".")[-1]
    if not name or held.token.unit is not None or "." in held.token.text:
        return False
    if not thing.isascii():
        return name.startswith(thing) and name.removeprefix(thing) in _COUNTING_CJK
    words, wanted = name_words(name) - COUNTING, words_of(thing)
    if not wanted or not words <= wanted or (not words and not name_words(name)):
        return False
    bearing = next((b for b in laid if b.number == held.line.invocation), None)
    return bearing is not None and wanted - words <= held.line.context | bearing.asked


def _counts(held: Held, wanted: frozenset[str], flaw: str) -> bool:
    """Tell whether a bare whole number stands under just that name."""
    name = held.field
    if name.startswith(flaw) and not flaw.isascii():
        return held.token.unit is None and name.removeprefix(flaw) in _COUNTING_CJK
    words = name_words(name.split(".")[-1])
    is_whole = held.token.unit is None and "." not in held.token.text
    return is_whole and bool(words & wanted) and words - wanted <= COUNTING


def _is_about(plain: str, flaw: str, laid: Sequence[Bearing], held: Held) -> bool:
    """Tell whether a claim and a reply share a word, beside the flaw's own."""
    bearing = next((b for b in laid if b.number == held.line.invocation), None)
    topic = topic_of(plain) - words_of(flaw)
    if bearing is None or not plain.isascii():
        return bearing is not None
    return any(_are_of_one_stem(word, other) for word in topic for other in bearing.shown)


def _are_of_one_stem(word: str, other: str) -> bool:
    """Tell whether one of two words begins with the other, or nearly so: `lan` of `lanes` and `lane`."""
    short, long = sorted((word, other), key=len)
    return len(short) >= _SHORTEST and long.startswith(short) and len(long) - len(short) <= 1


def _name(call: int, laid: Sequence[Bearing]) -> str:
    return next((b.call.tool_name for b in laid if b.number == call), "a call")
