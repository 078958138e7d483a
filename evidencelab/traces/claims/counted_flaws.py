"""Said to be without a flaw that a column counts: `ran without retries on all lanes`, where two have some.

Only a claim on all there is, or on rows that it names, is held against the column; the last reply with a
column of just that name counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, topic_of
from evidencelab.traces.evidence.layout import field_of
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


def counted_flaw(text: str, laid: Sequence[Bearing], pool: Pool, elsewhere: str) -> Flaw | None:
    """Give a row that counts some of a flaw that a statement says there was none of; None if there is none.

    Args:
        text: The statement.
        laid: The calls before it.
        pool: What they said.
        elsewhere: The rest of the answer.
    """
    plain = re.sub(r"[*_`]{1,2}", "", text)
    found = _WITHOUT.search(plain) or _WITHOUT_CJK.search(plain)
    if found is None or _LIMITED.search(plain) or plain.endswith(("?", "？")):
        return None
    wanted = words_of(found[1]) | words_of(_ENGLISH.get(found[1], ""))
    if wanted & words_of(elsewhere) or (found[1] in elsewhere and not found[1].isascii()):
        return None
    column = [held for held in pool.numbers if _counts(held, wanted, found[1])]
    if not column:
        return None
    last = max(held.line.invocation for held in column)
    column = [held for held in column if held.line.invocation == last]
    rows = RowLists(pool).of(column[0].line)
    named = {rows.places[one.row].number for one in rows.said_in(text)} if rows is not None else set[int]()
    if named & {held.place for held in column}:
        column = [held for held in column if held.place in named]
    elif not _ALL.search(plain) or not _is_about(plain, found[1], laid, column[0]):
        return None
    some = next((held for held in column if (held.token.number or 0.0) >= 1.0), None)
    if some is None:
        return None
    shown = " ".join(some.line.text.split())[:100]
    return Flaw(f"the output of {_name(last, laid)} has {shown!r}", last, some.line.text)


def _counts(held: Held, wanted: frozenset[str], flaw: str) -> bool:
    """Tell whether a bare whole number stands under just that name."""
    name = field_of(held.line.text, held.token.start) or held.title
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
