"""What a question shuts out ("do not analyse OOM or user-service", 不要分析连接池), as forbidden terms.

It finds the words of exclusion, cuts the list behind them to items, and adds the tools' synonyms of
each. It must not know what was asked beyond not forbidding it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from evidencelab.agents.language.facts import stands_in
from evidencelab.agents.language.wording import words
from evidencelab.tools.synonyms import concepts_of, synonyms_of
from evidencelab.tools.terms import has_cjk, has_term

_VERB_ZH = "|".join(
    words(
        """分析 扩展到? 延伸到? 展开 涉及 提及 提到 提 讨论 查看 查询 查 看 排查 关注 考虑 包含 包括 猜测
        推断 推测 检查 管 说 写 聊 列出 关联到? 牵扯到? 牵涉到? 带上 扯到? 碰"""
    )
)
_VERB_EN = (
    r"(?:analy[sz]e|analy[sz]ing|look(?:ing)?\s+(?:at|into)|discuss(?:ing)?|mention(?:ing)?|expand(?:ing)?\s+(?:on|into|to)"
    r"|go(?:ing)?\s+into|consider(?:ing)?|includ(?:e|ing)|investigat(?:e|ing)|cover(?:ing)?|touch(?:ing)?(?:\s+on)?"
    r"|bring(?:ing)?\s+up|speculat(?:e|ing)\s+(?:about|on)|talk(?:ing)?\s+about|check(?:ing)?|examin(?:e|ing)|drift(?:ing)?\s+into"
    r"|comment(?:ing)?\s+on|dwell(?:ing)?\s+on|explor(?:e|ing)|report(?:ing)?(?:\s+on)?|bother(?:ing)?\s+with|worry\s+about"
    r"|drag(?:ging)?\s+in|pull(?:ing)?\s+in|add(?:ing)?|name|naming|list|writ(?:e|ing)\s+about|say(?:ing)?\s+anything\s+about"
    r"|tell\s+me\s+about|get\s+into|refer(?:ring)?\s+to|infer(?:ring)?|query(?:ing)?)"
)
_OPENERS = (
    rf"(?:请?(?:不要|不必|不用|不需要?|无需|请勿|切勿|勿|别|莫|避免|不得))(?:再|去|顺带|顺便|额外|另外)?(?:{_VERB_ZH})",
    r"(?:忽略|跳过|撇开|抛开|不包括|不包含|不含|排除掉?|剔除)(?!了|在外)",
    r"(?:除了|除开|除)(?=[^，。；]{1,40}?(?:以外|之外|外))",
    r"(?:与|跟|和)(?=[^，。；]{1,40}?无关)",
    rf"\b(?:please\s+)?(?:do\s+not|don't|never|must\s+not|should\s+not|shouldn't|no\s+need\s+to|need\s+not|avoid"
    rf"|refrain\s+from|without|rather\s+than|instead\s+of)\s+(?:also\s+|even\s+)?{_VERB_EN}",
    r"\b(?:ignor(?:e|ing)|exclud(?:e|ing)|skip(?:ping)?|disregard(?:ing)?|omit(?:ting)?|leav(?:e|ing)\s+(?:aside|out)|except(?:ing)?(?:\s+for)?"
    r"|apart\s+from|aside\s+from|other\s+than|but\s+not|nothing\s+(?:about|on)|not\s+(?:interested\s+in|about)|not\s+the"
    r"|without\s+(?:any\s+)?(?:mention|discussion|analysis)\s+of|stay(?:ing)?\s+away\s+from|keep(?:ing)?\s+(?:away\s+from|out\s+of\s+(?:it|this))|keep\s+clear\s+of|set(?:ting)?\s+aside)(?=\s)",
    r"\bleave\s+(?=[^.;!?\n]{1,120}?\s(?:out|aside)\b)",
    r"\bkeep\s+(?=[^.;!?\n]{1,120}?\sout\s+of\s+(?:it|this|the\s+answer)\b)",
)
_OPENER = re.compile("|".join(f"(?:{opener})" for opener in _OPENERS), re.IGNORECASE)
_LIST_END = re.compile(
    r"[。；;！!？?\n]|\.(?=\s|$)|(?:以外|之外|无关)"
    r"|[,，]\s*(?=(?:只|仅|但|而是?|请|并且?(?!发)|同时|就|直接|先|再|也不要|也别|以及(?:给出|告诉|列出)|给出|告诉|列出|回答|确认|看|查))"
    r"|[,，]?\s+(?=(?:but|only|just|please|simply|and\s+(?:only|just|tell|give|list|answer|report|confirm)"
    r"|then|instead)\b)|\s+(?:out|aside)\b(?=\s*(?:[.;,!?]|$|of\b))",
    re.IGNORECASE,
)
_ITEM_CUT = re.compile(
    r"[、,，/]|\s*(?:以及|或者?|还有|和|与|及|跟)\s*|\s+(?:and|or|nor|as\s+well\s+as|plus)\s+(?:also\s+)?",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:the|a|an|any|its|their|this|that|these|those|either|neither|about|on|of|into|at|also|any\s+of|关于|任何|其它|其他|对|到|在)\b\s*"
    rf"|(?:关于|任何|其它|其他|别的|(?:{_VERB_ZH})(?=\S{{2}})))+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:等等|等|相关|有关|之类|这类|那类|方面|问题|情况|内容|的|话题|事情|了|吧|哦|呢|here|there|either|at\s+all|for\s+now|please|problems?"
    r"|issues?|topics?|stuff|things?|itself)$",
    re.IGNORECASE,
)
_NOT_A_TOPIC = re.compile(
    r"(?:anything|everything|something|nothing|things?)?\s*(?:else|other|more|further|beyond(?:\s+that)?|others?|rest|unrelated)"
    r"|other\s+\w+|(?:unrelated|further|additional|different|remaining)\s+\w+|it|that|this|them|those|matters?|details?|causes?|reasons?"
    r"|(?:any\s+)?(?:further\s+)?(?:analysis|conclusions?|speculation|guesses|guessing)|(?:其他|其它|别的|多余|额外|无关|更多|任何)\S{0,4}"
    r"|(?:application\s+)?(?:logs?|alerts?|services?|metrics?|components?)|日志|告警|报警|指标|服务|组件|模块|系统"
    r"|原因|根因|范围|问题|内容|结论|推断|其余|其他|一概|这些|那些|它|太多|多",
    re.IGNORECASE,
)


_MAX_PART = 12
_MAX_ITEM = 60


class ExclusionSpan(NamedTuple):
    """One exclusion in a question: the items it lists, at `[start, end)`, opener included."""

    items: tuple[str, ...]
    start: int
    end: int


def exclusion_spans(query: str) -> tuple[ExclusionSpan, ...]:
    """Find the exclusions of a question, left to right; one that names nothing has no items."""
    spans: list[ExclusionSpan] = []
    position = 0
    while True:
        opener = _OPENER.search(query, position)
        if opener is None:
            return tuple(spans)
        end_hit = _LIST_END.search(query, opener.end())
        next_opener = _OPENER.search(query, opener.end())
        end = end_hit.start() if end_hit is not None else len(query)
        if next_opener is not None and opener.end() < next_opener.start() < end:
            end = next_opener.start()
        items = tuple(_items(query[opener.end() : end]))
        spans.append(ExclusionSpan(items, opener.start(), end))
        position = max(end, opener.end())


def forbidden_terms(query: str, spans: Sequence[ExclusionSpan], asked: str) -> tuple[str, ...]:
    """List what must not be mentioned: each excluded item and its synonyms.

    What the asked part of the question itself is about is not forbidden by way of a synonym, only
    when it is excluded in so many words.
    """
    literal = [item for span in spans for item in span.items]
    asked_concepts = concepts_of(asked)
    terms: list[str] = []
    for item in literal:
        terms.append(item)
        terms += (
            synonym
            for synonym in _synonyms(item)
            if not _stands_asked(synonym, asked) and not _is_about_asked(synonym, asked_concepts)
        )
    return tuple(dict.fromkeys(term for term in terms if len(term) > 1))


def find_forbidden(terms: Iterable[str], text: str) -> tuple[str, ...]:
    """List the terms that stand in a text: Latin ones on word boundaries, CJK ones as substrings."""
    return tuple(term for term in terms if term.strip() and has_term(text, term))


def _items(text: str) -> list[str]:
    found = []
    for piece in _ITEM_CUT.split(text):
        item = piece.strip(" \t\"'“”‘’`()（）:：.")
        if _NOT_A_TOPIC.fullmatch(item):
            continue
        previous = None
        while item != previous:
            previous = item
            item = _TRAILING.sub("", _LEADING.sub("", item)).strip(" \t\"'“”‘’`()（）:：.")
        if not item or len(item) > _MAX_ITEM or _NOT_A_TOPIC.fullmatch(item):
            continue
        if len(item) > 1 or not has_cjk(item):
            found.append(item)
    return found


def _synonyms(item: str) -> tuple[str, ...]:
    """Give the tools' synonyms of an item, those of a compound's parts included (数据库慢查询)."""
    found = [*synonyms_of(item)]
    for size in range(2, min(len(item), _MAX_PART)):
        if not has_cjk(item):
            break
        for cut in (item[:size], item[-size:]):
            if concepts_of(cut):
                found += synonyms_of(cut)
    parts = item.split() if " " in item else []
    for phrase in (*parts, *(f"{one} {other}" for one, other in combinations(parts, 2))):
        if concepts_of(phrase):
            found += synonyms_of(phrase)
    return tuple(dict.fromkeys(found))


def _stands_asked(term: str, asked: str) -> bool:
    return has_term(asked, term) or stands_in(term, asked)


def _is_about_asked(term: str, asked_concepts: frozenset[str]) -> bool:
    about = concepts_of(term)
    return bool(about) and about <= asked_concepts
