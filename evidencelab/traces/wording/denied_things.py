"""What a statement says is not there, did not happen or is not so of anyone, as words to look up.

`no X`, `X-free`, `has not X-ed`, `none of them X`, `No Y was X`, `没有 X`, `都没有 X 过`. It must not know
any call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import stem, words_of

_STOPS = (
    r"since|in|on|at|for|from|with|within|after|before|during|of|to|that|which|but|so|because|while|over"
    r"|between"
    r"|across|was|were|is|are|has|have|had|there|this|these|today|when|under|above|below|and|or|among|been"
)
_THING = rf"(?P<thing>(?:(?!(?:{_STOPS})\b)[\w/'-]++\s*+){{1,4}})"
_BE = (
    r"(?:was|were|is|are|has been|have been|had been|got|has|have|had|ran|went|came|raised|reported|reports"
    r"|showed|shows|logged|triggered|recorded|produced|needs?)"
)
_NONE_OF = re.compile(r"\W*(?:(?:and|that|so)\s+)?(?:none|neither|nobody|no one|not one)\b", re.IGNORECASE)
_UNDONE = re.compile(
    r"\s*(?:has|have|had|was|were|is|are)\s+(?:been\s+)?(?!(?:found|seen|reported|recorded|logged|detected"
    r"|observed|listed|shown|noted|identified|returned|raised|issued|registered|present"
    r"|in|on|at|there|served|thrown|made)\b)[a-z]+",
    re.IGNORECASE,
)
"""Behind a noun, what is not said of it: the noun itself is not denied."""
_ENGLISH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:^|[,;.:]\s*|\b(?:and|that|so)\s+)(?:no|none of (?:the|these|those|its|our|your|them)"
        r"|neither of (?:the|them)"
        rf"|none|neither|not (?:a single|one)|nobody"
        rf"|no one)\b(?P<noun>(?:\s+(?!(?:{_STOPS})\b)[\w/-]+){{0,3}}?)\s+"
        rf"(?:{_BE})\s+(?:ever\s+|been\s+|any\s+)?{_THING}",
        r"(?:^|[,;.:]\s*)no\b(?P<noun>(?:\s+[\w/-]+){1,2})\s+(?P<thing>[a-z]{3,}ed)\b",
        r"\b(?:has|have|had|was|were|did|is|are)(?:\s+not|n['’]t|\s+never)\s+(?:ever\s+|been\s+|once\s+"
        r"|even\s+)*"
        r"(?P<thing>(?!any\b|a\b|the\b|an\b)[a-z]{4,})(?=\s*(?:[.,;:)]|$)|\s+(?:at all|once|in|on|during"
        r"|this|for|and))",
        r"\bnever\s+(?:been\s+)?(?P<thing>[a-z]{4,})(?=\s*(?:[.,;:)]|$)|\s+(?:at all|in|on|during|this|and))",
        rf"\b(?:no|zero|not any|not a single|without(?: any)?|free of|(?:did|does|do|could)(?:n['’]t"
        rf"| not) (?:find|see|show"
        rf"|report|detect|have|contain|return|log|record)\w* any)\s+{_THING}",
        r"\b(?P<thing>[a-z]{4,})-free\b",
    )
)
_CHINESE = re.compile(
    r"(?:没有|暂无|未(?:再)?(?:发现|见|出现|检测到|检出|发生|报告|返回)?|(?<![无有])无|不存在|零)"
    r"(?:发现|检测到|看到|查到|出现|发生|返回|被)?(?:任何|过)?\s*(?P<thing>[^，。；,;、：:（）()]{1,24})"
)
_CJK_TAIL = re.compile(r"(?:过|的?(?:情况|现象|记录|报告|订单|请求))+$")
_ALL = re.compile(
    r"\b(?:all|every|each|any|none|neither|both|no|nobody|entire|whole)\b|所有|全部|均|都|各|任何",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;；。]|[,.](?=\s|$)|，|,(?=[\u4e00-\u9fff])|\s[–—]\s")
_AND = re.compile(r"\band\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*[(（]([^()（）]{1,30})[)）]")
_LABEL = re.compile(r"^[\s\d.)*-]*([^:：|]{1,60}?)[:：](?=\s|[^\d/\s])")
_MOST, _LONGEST, _FEWEST, _MOST_MORE = 12, 400, 4, 3
OF_ANY_THING = words_of(
    "error failure issue problem item vulnerability finding event case occurrence response request incident"
) | {stem("entries"), stem("records"), stem("code")}
"""Words of a denied thing that do not tell it from another."""
OF_TIME = words_of("hour day week month window period minute time range night morning evening run far date")


class DeniedThing(NamedTuple):
    """Something that is said not to be.

    Attributes:
        text: How it is called.
        words: Its words as stems.
        signs: Its Chinese names.
        clause: What is said beside it in the clause.
        predicate: What is said of the thing itself, in front of the clause too: nothing before a last `and`.
        label: What stands in front of the clause.
        is_all: Whether it is denied of all there are.
        noun: Words of what it is denied of: `no keys have been evicted` tells of keys.
        behind: What of the clause stands behind it.
        is_undone: Whether it is no more than what something is not said of: the keys of that.
    """

    text: str
    words: frozenset[str]
    signs: tuple[str, ...]
    clause: str
    predicate: str
    label: str
    is_all: bool
    noun: frozenset[str] = frozenset()
    behind: str = ""
    is_undone: bool = False


def denied_things(statement: Statement) -> Iterator[DeniedThing]:
    """Read what a statement says is not there, in order; a table's zeros are told under their titles."""
    if statement.kind in ("code", "heading", "row") or statement.text.rstrip().endswith(("?", "？")):
        return
    plain = re.sub(r"[*`]|(?<!\w)_|_(?!\w)", "", statement.text)
    found = _LABEL.match(plain)
    start = found.end() if found is not None else 0
    ends = [one.span() for one in islice(_CLAUSE.finditer(plain, start), _MOST)]
    for end, stop in (*ends, (len(plain), len(plain))):
        clause, before = plain[start:end].strip(), plain[:start]
        start = stop
        if len(clause) > _LONGEST:
            continue
        for pattern in _ENGLISH:
            for one in islice(pattern.finditer(clause), _MOST):
                text = one["thing"].strip()
                bracketed = _BRACKETED.match(clause, one.end())
                said = f"{text} {bracketed[1]}" if bracketed else text
                noun = one.groupdict().get("noun") or ""
                rest = f"{clause[: one.start()]} {noun} {clause[one.end() :]}"
                *others, last = _AND.split(clause[: one.start()])
                own = f"{'' if others else before} {last} {clause[one.end() :]}"
                is_all = bool(noun) or _NONE_OF.match(one[0]) is not None or _is_of_all(rest)
                is_undone = not noun and _UNDONE.match(clause, one.end()) is not None
                if words_of(said):
                    yield DeniedThing(
                        said,
                        words_of(said),
                        (),
                        rest,
                        own,
                        before,
                        is_all,
                        words_of(noun),
                        clause[one.end() :],
                        is_undone,
                    )
        for one in islice(_CHINESE.finditer(clause), _MOST):
            text = _CJK_TAIL.sub("", one["thing"].strip())
            rest = f"{clause[: one.start()]} {clause[one.end() :]}"
            words = frozenset(word for word in words_of(text) if word.isascii())
            signs = tuple(re.findall(r"[\u4e00-\u9fff]{2,}", text))
            if text and (words or signs):
                is_all = _is_of_all(rest) or not rest.strip()
                yield DeniedThing(text, words, signs, rest, f"{before} {rest}", before, is_all)


def _is_of_all(text: str) -> bool:
    return _ALL.search(text) is not None or re.match(r"\W*there\b", text, re.IGNORECASE) is not None


def is_among(word: str, words: frozenset[str]) -> bool:
    """Tell whether some words have a word, or one like it."""
    return word in words or any(are_alike(word, other) for other in words)


def are_alike(one: str, other: str) -> bool:
    """Tell whether two stems are of one word: the same, or the longer begins with the shorter."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _FEWEST and long.startswith(short) and len(long) - len(short) <= _MOST_MORE
