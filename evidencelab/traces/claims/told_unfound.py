"""Denials that tell no more than what a call said that did not find what it was asked for.

`No sessions were found for that query` behind `LookupError: No sessions found` repeats the reply. Each word
of the claim must be of what was asked and said, and what was asked must be named, or the search be spoken
of: a denial of anything wider is none of these. It must not judge what any other call shows.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from evidencelab.traces.evidence.bearing import Bearing, in_english
from evidencelab.traces.evidence.unfound import says_unfound, texts_in
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.words import stem, words_of

_DENIES = re.compile(
    r"\b(?:no|none|nothing|nobody|not any|without any|zero|neither|cannot)\b"
    r"|\b(?:did|does|do|could|can|was|were|is|are|has|have|had)(?:\s?n[o'’]t|\s+not)\b"
    r"|没有?|未|不存在|查无|无|不到|为空",
    re.IGNORECASE,
)
_OF_SEARCH = re.compile(
    r"\b(?:quer(?:y|ies)|search(?:es|ed)?|look(?:ed|[- ]?up)|match(?:es|ed|ing)?|results?|criteria"
    r"|keywords?|filters?|such|(?:that|this|the given|these|those)"
    r" (?:names?|titles?|ids?|address(?:es)?|numbers?|terms?|words?|emails?))\b"
    r"|查询|搜索|检索|匹配|符合|条件|关键词|结果|(?:该|此|这个?)(?:名|标题|编号|地址|号码|词)",
    re.IGNORECASE,
)
"""Words of a claim that speak of the search itself, and so of no more than what was searched."""
_OF_TELLING = words_of(
    "search searched query match matching matched return returned come came back turn turned up give gave"
    " yield appear seem sorry afraid unfortunately apologize however still also either though already"
    " according look looked looking try tried check checked again different other another using under term"
    " keyword word criteria phrase filter exact title titled call called entitled subject contain containing"
    " include mention mentioning relate related regarding concern concerning refer exist present available"
    " see record entry entries item hit tool tools call reply response say said report reported attempt"
    " make please provide clarify correct spelling inbox mailbox calendar drive system database folder"
    " collection catalog catalogue directory register registry provided specified requested asked user"
    " request information particular specific relevant anything list listed date day description body text"
    " content function locate located able unable sure yet named"
    " january february march april may june july august september october november december monday tuesday"
    " wednesday thursday friday saturday sunday am pm today"
) | frozenset(map(stem, ("results", "entries", "found", "find", "empty")))
"""Words by which a vain search is told, whatever was searched."""
_TELLING_ZH = re.compile(
    r"(?:很抱歉|抱歉|对不起|不好意思|根据|按照|经过?|通过|使用|我|您|你|用|在|中|里|内|的|了|到|与|和|以|关于|对于|对应|有关"
    r"|名为|叫做?|标题|名称|编号|主题|为|是|任何|相关|匹配|符合|条件|关键词|搜索|查询|检索|查找|工具|返回|显示|结果"
    r"|系统|数据库|记录|信息|该|此|这个?|那个?|所|给定|指定|提供|目前|并|也|均|都|没有?|未能?|无法|无|不存在|存在|不到|查无"
    r"|发现|找到|查到|搜到|为空|[\d年月日号点时分:：\s、“”\"'‘’《》「」()（）\-]|[，。！；,.!;])+"
)
_PLEASE = re.compile(r"\bplease\b.*|(?<=[，。；])请.*", re.IGNORECASE | re.DOTALL)
_NARROWING = re.compile(
    r"\b(?:contain(?:s|ing)?|includ(?:es?|ing)|with|having|that (?:has|have)) (?:an?|the|any) [a-z]+"
    r"(?= (?:to|for|of|about|on)\b)|\b(?:recent|latest|relevant|new)(?= [a-z])",
    re.IGNORECASE,
)
"""Makes less of what is denied, which is none either where none of the more was found."""


def without_unfound(text: str, laid: Sequence[Bearing]) -> Sequence[Bearing] | None:
    """Give the calls with those as answered whose reply a statement repeats; None if it repeats none.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    if not any(b.fault is not None and b.fault.kind == "failed" for b in laid) or not _DENIES.search(text):
        return None
    unfound = [b for b in laid if b.fault is not None and b.fault.kind == "failed" and says_unfound(b.call)]
    plain = _NARROWING.sub(" ", _PLEASE.sub("", text))
    tools = {b.call.tool_name for b in unfound if _repeats(plain, b)}
    if not tools:
        return None
    told = {b.number for b in unfound if b.call.tool_name in tools}
    return [dataclasses.replace(b, fault=None, lines=()) if b.number in told else b for b in laid]


def _repeats(text: str, bearing: Bearing) -> bool:
    """Tell whether all that a statement says is of what a call was asked, and of what it said."""
    low = text.lower()
    known = f"{bearing.call.tool_name.replace('_', ' ')} {bearing.shown_text}"
    own = words_of(known) | bearing.asked
    said = _words_told(text, known, own)
    if not said <= own | _OF_TELLING or not _values_known(text, known):
        return False
    if _OF_SEARCH.search(text):
        return True
    asked = list(texts_in(bearing.call.arguments))
    return bool(asked) and all(_is_named(one, low, said) for one in asked)


def _words_told(text: str, known: str, own: frozenset[str]) -> frozenset[str]:
    """Give the words of a statement; of Chinese ones those that are neither of the telling nor known."""
    low = known.lower()
    for token in reversed(value_tokens(text)):
        if token.kind != "name":
            text = f"{text[: token.start]} {text[token.end :]}"
    chinese = (
        part
        for run in re.findall(r"[\u4e00-\u9fff]+", text)
        for part in _TELLING_ZH.sub(" ", run).split()
        if part not in low and not in_english(part) & own
    )
    latin = re.sub(r"[\u4e00-\u9fff]+|\b[A-Za-z]+n['’]t\b", " ", text)
    return words_of(latin) | frozenset(chinese)


def _is_named(asked: str, low: str, said: frozenset[str]) -> bool:
    """Tell whether a text that was asked for is named; a day, or a text without words, narrows alone."""
    words = words_of(asked)
    tokens = value_tokens(asked)
    if not words or (tokens and all(t.kind == "moment" for t in tokens)):
        return True
    return bool(words & said) or asked.lower() in low or any(w in low for w in words if not w.isascii())


def _values_known(text: str, known: str) -> bool:
    """Tell whether each value that a statement names was asked for, or is said in the reply."""
    held, low = value_tokens(known), known.lower()
    for token in value_tokens(text):
        if token.text.strip().lower() in low:
            continue
        moment = token.moment
        if moment is None or not any(t.moment is not None and _agree(moment, t.moment) for t in held):
            return False
    return True


def _agree(one: Moment, other: Moment) -> bool:
    """Tell whether two moments differ in nothing that both have, and share something."""
    pairs = [(a, b) for a, b in zip(one[:5], other[:5], strict=True) if a is not None and b is not None]
    return bool(pairs) and all(a == b for a, b in pairs)
