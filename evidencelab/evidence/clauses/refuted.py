"""Statements that the next words deny: `> the valve was closed` and below it `That is not true`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond, quotation_start, sentence_start, words_of
from evidencelab.evidence.clauses.hearsay import read_hearsay
from evidencelab.evidence.late_patterns import late_pattern

WORDS = words_of("true untrue false wrong incorrect mistaken inaccurate case so refuted debunked")
HINTS = frozenset("此样对实误错确立谣假翻没是")
SIGNS = late_pattern(
    r"如此|这样|不对|不属?实|有误|错|不准确|不成立|不正确|误[传判报]|谣言|假的|推翻|(?:结果"
    r"|其实)并?(?:没有|不是)"
    r"|不是(?:真的|事实)"
)

_DENIAL = late_pattern(
    r"(?<![\w-])(?:(?P<told>(?:that|this|it|which|both|these|those)(?:'s| (?:is|was|are|were|has been"
    r"|have been"
    r"|(?:turned|turns) out(?: to be)?|(?:later )?proved(?: to be)?)) (?:simply |just |plainly |entirely "
    r"|later |also )?(?:not (?:true|the case|so|what happened)|untrue|false|refuted|debunked)"
    r"|(?:that|this|it) (?:isn't|wasn't) (?:true|the case|so|what happened)|not true)"
    r"|(?P<wrong>(?:that|this|it|which)(?:'s| (?:is|was|(?:turned|turns) out(?: to be)?|proved(?: to be)?))"
    r" (?:simply |just |plainly |entirely )?(?:wrong|incorrect|mistaken|inaccurate|not (?:right|correct"
    r"|accurate))))"
    r"(?=\s*(?:[.,;:!)\n-]|\Z))",
    re.IGNORECASE,
)
_DENIAL_CJK = late_pattern(
    r"(?:但是?|可是?|然而|不过)?,?(?:(?:事实|实际|实情|真相|其实)上?,?(?:并非|并不是|不是)(?:如此|这样"
    r"|这么回事)"
    r"|[这那此该上](?:个|一|种|条|些|段|述|面)?(?:说法|结论|描述|判断|消息|内容|信息|传[言闻]|言论|报道"
    r"|话|情况)?"
    r"(?:[是系为属均都也已并纯被]|后来|显然|经查){0,3}"
    r"(?:不对|不属?实|有误|错误的?|错的|不准确|不成立|不正确|误传|谣言|假的|推翻|不是真的|不是事实)"
    r"|(?:结果|其实)(?:并?没有|并非如此|并不是|不是))(?=的?\s*(?:[,;.。!?\n)]|\Z))"
)
_SIGNS = " \t\n,.;:!?。-"
_MARKS = frozenset("\"'")
_QUOTED_LINE = ">"
_MAX_LINES = 60


def read_refuted(folded: str) -> Iterator[Bond]:
    """Yield statements bound to what behind them says that they are not so."""
    for found in _DENIAL.finditer(folded):
        yield from _denied(
            folded, found.span(), bool(found["wrong"]) and found["wrong"][:4].lower() != "that"
        )
    if not folded.isascii():
        for found in _DENIAL_CJK.finditer(folded):
            yield from _denied(folded, found.span(), False)


def _denied(folded: str, denial: tuple[int, int], must_be_quoted: bool) -> Iterator[Bond]:
    """Yield the sentence or the quotation in front of a denial, which begins a clause."""
    start = denial[0]
    end = start
    while end and folded[end - 1] in _SIGNS:
        end -= 1
    if not end or (end == start and folded[start - 1] not in _MARKS):
        return
    said: list[tuple[int, int]] = []
    line = folded.rfind("\n", 0, end) + 1
    if folded[line : line + 4].lstrip().startswith(_QUOTED_LINE) and "\n" in folded[end:start]:
        begin = _block_start(folded, line)
        said = _author(folded, begin)
    elif folded[end - 1] in _MARKS:
        opened = quotation_start(folded, end - 1)
        begin = sentence_start(folded, end - 1) if opened is None else opened
    elif must_be_quoted and "turn" not in folded[start : denial[1]].lower():
        return
    else:
        begin = sentence_start(folded, end - 1)
    if begin < end:
        # who says or believed it may be told without what came of it
        said += [(at + begin, to + begin) for bond in read_hearsay(folded[begin:end]) for at, to in bond.ties]
        yield Bond(begin, end, (denial, *said), "polarity_changed")


def _block_start(folded: str, line: int) -> int:
    """Return where the lines of a quoted mail begin that end with the one at an offset."""
    for _ in range(_MAX_LINES):
        above = folded.rfind("\n", 0, line - 1) + 1 if line else 0
        if above == line or not folded[above : above + 4].lstrip().startswith(_QUOTED_LINE):
            break
        line = above
    return line


def _author(folded: str, block: int) -> list[tuple[int, int]]:
    """Return the line above a quoted mail that says who wrote it, if there is one."""
    above = folded.rfind("\n", 0, block - 1) + 1 if block else 0
    line = folded[above:block].rstrip()
    return [(above, above + len(line))] if line.endswith(":") else []
