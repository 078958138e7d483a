"""What a query asks for, and whether a row answers it.

Service names restrict: a query that names services never gets rows of others. What is left of the
query selects by concept, in either language; only a query that names no concept selects by its
words. Filler (check, logs, 是否, 当前 ...) selects nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.tools.synonyms import concepts_of, find_concepts
from evidencelab.tools.terms import cjk_runs, find_services, has_cjk, has_term, latin_words

_FILLER_TEXT = """
a about active alarm alarms alert alerts all also an and any anything application application-logs
are at be been by can check checking confirm current currently data do does entries entry
event events evidence exist exists find fired firing for from get has have how if in investigate is it
its just last line lines log logged logs look message messages metric metrics minutes need not now occur
occurred of on only or our please query record records related report reported running search see
service services show some state status tell that the there they this to today triggered up us was
we were what when whether which why with you
"""
_FILLER_LATIN = frozenset(_FILLER_TEXT.split())
_FILLER_CJK = (
    "是否存在|是否真实存在|是否出现|有没有|是否|存在|出现|当前|目前|现在|最近|请|帮我|麻烦|排查|确认|检查|查询|检索"
    "|搜索|查看|查一下|看一下|看看|告警|报警|警报|日志|记录|应用|服务|相关|情况|问题|触发|正在|一下|只|的|了|和|与|及"
    "|或|在|里|中|吗|呢|有|是|为什么|为何|原因|指标|过高|异常|错误"
)
_FILLER_CJK_PATTERN = re.compile("|".join(sorted(_FILLER_CJK.split("|"), key=len, reverse=True)))


class Query(NamedTuple):
    """A query taken apart.

    Attributes:
        services: The services it names, in lower case; empty restricts nothing.
        concepts: The concepts it names; a row about any of them answers.
        hinted: The concepts it only hints at; a row about any of them answers as well.
        words: Its words; where it names no concept, a row that holds all of them answers.
    """

    services: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    hinted: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    @property
    def selects_all(self) -> bool:
        """Whether nothing but a restriction to services is asked."""
        return not (self.concepts or self.hinted or self.words)

    def admits(self, service: str | None) -> bool:
        """Tell whether rows of a service may answer."""
        return not self.services or (service or "").lower() in self.services

    def selects(self, text: str) -> bool:
        """Tell whether a row's text answers, its service apart."""
        if self.selects_all:
            return True
        about = concepts_of(text)
        if about & (self.concepts | self.hinted):
            return True
        return not self.concepts and all(has_term(text, word) for word in self.words)


def read_query(text: str, known_services: Iterable[str] = ()) -> Query:
    """Take a query apart into services, concepts and words."""
    services = find_services(text, known_services)
    rest = _blank(text, [(mention.start, mention.end) for mention in services])
    mentions = find_concepts(rest)
    named = [mention.concept for mention in mentions if not mention.is_sign]
    narrow = [item for item in named if not item.is_broad]
    hinted = frozenset(mention.concept.name for mention in mentions if mention.is_sign)
    restriction = frozenset(mention.text.lower() for mention in services)
    if narrow:
        return Query(restriction, concepts=frozenset(item.name for item in narrow))
    if named and not hinted:
        return Query(restriction, concepts=frozenset(item.name for item in named))
    return Query(restriction, hinted=hinted, words=_content_words(rest))


def text_argument(arguments: Mapping[str, JsonValue], name: str, *, is_required: bool = False) -> str | None:
    """Read one text argument; None and blank text count as not given.

    Raises:
        ValueError: It is not text, or it is required and not given.
    """
    value = arguments.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"argument {name!r} is {value!r}, expected text")
    if value is None or not value.strip():
        if is_required:
            raise ValueError(f"argument {name!r} is missing, expected text that is not blank")
        return None
    return value.strip()


def refuse_contradiction(service: str | None, query: Query) -> None:
    """Refuse a service beside a query that names others: finding nothing would say nothing.

    Raises:
        ValueError: The query names services and `service` is none of them.
    """
    if service is not None and not query.admits(service):
        named = ", ".join(sorted(query.services))
        raise ValueError(f"argument 'service' is {service!r}, but 'query' names {named}")


def refuse_unknown(arguments: Mapping[str, JsonValue], known: tuple[str, ...]) -> None:
    """Refuse arguments a tool does not have: ignoring one would answer another question.

    Raises:
        ValueError: An argument is unknown; the message lists those that are known.
    """
    for name in arguments:
        if name not in known:
            raise ValueError(f"argument {name!r} is unknown, expected {', '.join(known)}")


def count_message(arguments: Mapping[str, JsonValue], count: int, noun_zh: str, noun_en: str) -> str:
    """Say how many rows matched, in the language the arguments are written in."""
    if has_cjk(" ".join(value for value in arguments.values() if isinstance(value, str))):
        return f"找到 {count} 条匹配的{noun_zh}" if count else f"未找到匹配的{noun_zh}"
    return f"{count} matching {noun_en}" if count else f"no matching {noun_en}"


def _content_words(text: str) -> tuple[str, ...]:
    words = [word for word in latin_words(text) if word.lower() not in _FILLER_LATIN]
    for run in cjk_runs(text):
        words += [part for part in _FILLER_CJK_PATTERN.split(run) if part]
    return tuple(dict.fromkeys(words))


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
