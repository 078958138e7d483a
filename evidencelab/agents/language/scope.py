"""What a question asks for and what it shuts out, read from the question alone.

Planner, executor, verifier and composer read the same scope, so no stage has to tell another. It
must not know a tool's reply, a case, or what would be the right answer.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.agents.language.exclusions import exclusion_spans, forbidden_terms
from evidencelab.agents.language.facts import facts_of, is_proper_name
from evidencelab.agents.language.glossary import cut_reporting, is_reporting_word
from evidencelab.agents.language.wording import Language, camel_parts, language_of, plain, words
from evidencelab.tools.synonyms import find_concepts
from evidencelab.tools.terms import cjk_runs, find_services

_MAX_QUERY = 4000
METRICS, LOGS, KNOWLEDGE = "query_metrics", "query_logs", "lookup_knowledge"

_NARROW = re.compile(
    r"(?:只|仅|就)(?:需要?|要|想|能|用|请)?(?:确认|排查|看|查|回答|检查|核实|核对|关注|说明|告诉|给出|列出|报告|判断|了解|关心|问|限)"
    r"|不要(?:分析|扩展|展开|推断|推测|猜测|涉及|讨论|发散)|别(?:分析|扩展|展开|推断|猜|扯|管|发散)|不用(?:分析|扩展|展开)|无需(?:分析|扩展|展开)"
    r"|(?:是否|是不是|有没有|有无)(?:真实|真的|确实|已经|当前|现在|正在)?(?:存在|出现|触发|发生|打出|记录|有|过)?"
    r"[^，。；？!！\n]{0,40}?(?:告警|报警|日志|错误|报错|异常|记录|runbook|文档)"
    r"|是否(?:真实|真的|确实)?存在|真实存在|仅此|别的(?:都|一概)?不"
    r"|\b(?:only|just|merely|solely|simply)\s+(?:\w+\s+){0,2}?(?:check|confirm|verify|look|answer|tell|report|say|see|show"
    r"|list|give|state|want|need|care|interested|examine|inspect|determine|about|the|whether|if)\b"
    r"|\b(?:confirm|check|verify|answer|report|look)\b[^.;!?\n]{0,60}?\b(?:only|alone|nothing\s+else|and\s+no\s+more)\b"
    r"|\b(?:do\s+not|don't|please\s+don't|never|without)\s+(?:analy[sz]\w*|expand\w*|speculat\w*|extrapolat\w*|elaborat\w*"
    r"|go(?:ing)?\s+(?:into|beyond)|guess\w*|discuss\w*|infer\w*)"
    r"|\b(?:whether|if|is|are|was|were|does|do|did|has|have)\b[^.;!?\n]{0,60}?\b(?:alert(?:s|ed|ing)?|alarms?|firing|log(?:s|ged|\s+lines?)?"
    r"|errors?|records?|runbooks?)\b(?=[^.;!\n]*)"
    r"|\b(?:really|actually)\s+exists?\b|\bdoes\b[^.;!?\n]{0,60}?\bexist\b|\bnothing\s+(?:else|more)\b|\bno\s+analysis\b"
    r"|\blimit\s+(?:yourself|the\s+answer)\b|\bstick\s+to\b|\bstrictly\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"为什么|为何|怎么回事|原因|排查一下|调查|诊断|分析一下|发生了什么|出了什么|怎么了|\bwhy\b|\binvestigat\w*|\bdiagnos\w*"
    r"|\btroubleshoot\w*|\bwhat\s+(?:is|was|went)\s+(?:wrong|happening|going\s+on)|\bwhat\s+happened|\bfind\s+out\b",
    re.IGNORECASE,
)
_STRICT = re.compile(
    r"(?:只|仅)(?!能|有)|不要|\b(?:only|just|nothing\s+else|do\s+not|don't)\b", re.IGNORECASE
)
_ASKS_ALERTS = re.compile(
    r"告警|报警|警报|\balert(?:s|ed|ing)?\b|\balarms?\b|\bfir(?:ing|ed)\b|\bmetrics?\b|指标", re.IGNORECASE
)
_ASKS_LOGS = re.compile(
    r"日志|\blogs?\b|\blogged\b|\blogging\b|\blog\s+(?:lines?|entries|messages?)\b|打印|打出", re.IGNORECASE
)
_ASKS_KNOWLEDGE = re.compile(
    r"知识库|手册|预案|文档|\brunbooks?\b|\bknowledge(?:\s+base)?\b|\bplaybooks?\b|\bdocumentation\b",
    re.IGNORECASE,
)
_FILLER_EN = frozenset(
    words(
        """please check confirm verify only just whether tell me us my our i you your we want need know
        see look at is are was were there has have had does do did can could would help kindly quickly
        currently now today still really actually any about on of for in the a an and or what which how
        why when where who if it its this that right give state answer say report show list find out
        get problem problems issue issues situation happening happened going wrong status high many much
        value values level investigate diagnose analyse analyze troubleshoot service services recently
        often become becomes became so since morning question exist exists existing real true not no
        thing things else nothing interested care exactly every each number average last hour minutes
        current observed observe experience experiencing suffer suffering having being been by from with
        to as be firing fired triggered lately affected hit details detail exhibit exhibiting overall
        global everything anything"""
    )
)
_FILLER_ZH = tuple(
    sorted(
        words(
            """帮我 帮忙 麻烦 一下 只需 只要 只想 只看 只查 只确认 仅确认 确认 排查 检查 核实 核对 看看
            查看 调查 诊断 分析 回答 告诉我 告诉 说明 给出 列出 是否 是不是 有没有 有无 存在 真实 真的
            确实 当前 目前 现在 最近 今天 刚才 正在 这一件事 这件事 一件事 件事 情况 问题 状态 方面
            相关 关于 什么 为什么 为何 怎么回事 怎么样 如何 哪些 哪个 多少 是多少 以及 每个 每次 我们
            想要 需要 知道 处于 触发 出现 发生 发现 大量 频繁 一直 异常 数值 现状 原因 并且 即可 可以
            服务 系统 平均 次数 采样点 事情 目标 仅此 别的 内容 是什么 在不在 使用率 报错 全局 整体
            所有 全部"""
        ),
        key=len,
        reverse=True,
    )
)
_FILLER_EDGE_ZH = "请只仅还的了和与及或在是有吗呢吧么该这那很查看就里中被把"


_ORDER = re.compile(r"(?:\border|订单)(?:号|\s?no\.?)?[\s#:_-]*(\d+)", re.IGNORECASE)


_BEFORE_SERVICE = (
    re.compile(
        r"(?<![\w-])([a-z][a-z0-9_]{2,})\s+(?:service|app|application|component|deployment)(?![\w-])"
        r"(?!\s+(?:level|mesh))"
    ),
    re.compile(r"(?<![A-Za-z0-9_-])([a-z][a-z0-9_]{2,})\s?(?:这个|这台)?(?:服务|应用|组件)(?!器|端|商)"),
)
_AFTER_SERVICE = (
    re.compile(
        r"(?<![\w-])(?:service|app|application|component|deployment|pod|container|job)\s+"
        r"[`'\"]?([a-z][a-z0-9_-]{2,})\b"
    ),
    re.compile(r"(?:服务|应用|组件)\s?([a-z][a-z0-9_-]{2,})(?![A-Za-z0-9_-])"),
)


class Scope(NamedTuple):
    """What a question asks.

    Attributes:
        language: The language to answer in.
        is_narrow: It asks to confirm a thing and no more.
        is_strict: It says so in so many words (只, only, do not).
        services: The services it is about, as written, in order.
        alert_names: The alerts it names, in order.
        concepts: The concepts it is about: narrow ones where it names any, those it hints at where it
            names none.
        terms: Its remaining words of substance: names, paths, codes, plain words.
        topic: The topic in the question's own words, without services and filler.
        sources: The tools it asks for by naming alerts, logs or runbooks; empty asks for whatever shows it.
        excluded_sources: The tools it shuts out by naming them in an exclusion (不要查日志).
        forbidden: The terms it shuts out, with their synonyms.
    """

    language: Language
    is_narrow: bool
    is_strict: bool
    services: tuple[str, ...]
    alert_names: tuple[str, ...]
    concepts: frozenset[str]
    terms: tuple[str, ...]
    topic: str
    sources: frozenset[str]
    excluded_sources: frozenset[str]
    forbidden: tuple[str, ...]

    @property
    def has_topic(self) -> bool:
        """Whether anything but services is asked about."""
        return bool(self.concepts or self.alert_names or self.terms)


@lru_cache(maxsize=1024)
def read_scope(query: str) -> Scope:
    """Read the scope of a question in Chinese or English."""
    normal = plain(query)[:_MAX_QUERY]
    spans = exclusion_spans(normal)
    asked = _blank(normal, [(span.start, span.end) for span in spans])
    services = find_services(asked, _asked_services(asked))
    rest = _blank(asked, [(mention.start, mention.end) for mention in services])
    mentions = find_concepts(rest)
    named = [mention.concept for mention in mentions if not mention.is_sign]
    narrow = [item for item in named if not item.is_broad] or named
    alert_names = _alert_names(rest)
    hinted = [] if named else [mention for mention in mentions if mention.is_sign]
    terms = _terms(_blank(rest, [(mention.start, mention.end) for mention in mentions]), alert_names)
    topic = [mention.text for mention in mentions if not mention.is_sign or mention in hinted]
    return Scope(
        language=language_of(normal),
        is_narrow=(_NARROW.search(normal) is not None or any(span.items for span in spans))
        and (_STRICT.search(normal) is not None or _OPEN.search(asked) is None),
        is_strict=_STRICT.search(normal) is not None,
        services=tuple(dict.fromkeys(mention.text for mention in services)),
        alert_names=alert_names,
        concepts=frozenset(item.name for item in (narrow or [mention.concept for mention in hinted])),
        terms=terms,
        topic=" ".join(dict.fromkeys((*topic, *(terms if not topic else ())))),
        sources=_sources(asked),
        excluded_sources=_sources(" ".join(normal[span.start : span.end] for span in spans)),
        forbidden=forbidden_terms(normal, spans, asked),
    )


def _sources(asked: str) -> frozenset[str]:
    """Tell which tools a question asks for by name; a hint at none asks for whatever shows it."""
    found = set()
    if _ASKS_ALERTS.search(asked):
        found.add(METRICS)
    if _ASKS_LOGS.search(asked):
        found.add(LOGS)
    if _ASKS_KNOWLEDGE.search(asked):
        found.add(KNOWLEDGE)
    return frozenset(found)


def named_services(text: str) -> tuple[str, ...]:
    """Find what the wording calls a service: hyphenated names, `checkout 服务`, `the checkout service`."""
    found = [fact.text for fact in facts_of(text) if fact.kind == "name" and _is_service_like(fact.text)]
    found += [hit for pattern in _BEFORE_SERVICE for hit in pattern.findall(text) if not is_filler(hit)]
    return tuple(dict.fromkeys(found))


def _asked_services(asked: str) -> tuple[str, ...]:
    """Find the services of a question, `service checkout` included where no other wording names one."""
    found = named_services(asked)
    if any(pattern.search(asked) for pattern in _BEFORE_SERVICE) and found:
        return found
    after = [hit for pattern in _AFTER_SERVICE for hit in pattern.findall(asked) if not is_filler(hit)]
    return tuple(dict.fromkeys((*found, *after)))


def _is_service_like(name: str) -> bool:
    """Tell a hyphenated name from a number (order-123) and from a topic (consumer-lag)."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*-[A-Za-z][A-Za-z0-9]*", name) is None:
        return False
    return all(mention.concept.is_broad for mention in find_concepts(name) if not mention.is_sign)


def is_filler(word: str) -> bool:
    """Tell whether a Latin word of a question says nothing about its topic."""
    return word.lower() in _FILLER_EN or is_reporting_word(word)


def _alert_names(rest: str) -> tuple[str, ...]:
    """Find the names that look like alerts: two or more words in camel case, and no error class."""
    return tuple(
        dict.fromkeys(
            fact.text
            for fact in facts_of(rest)
            if fact.kind == "name"
            and fact.text.isalnum()
            and fact.text[0].isupper()
            and is_proper_name(fact.text)
            and len(camel_parts(fact.text)) > 1
            and not re.search(r"(?:Error|Exception|Pool|DB|SQL)$", fact.text)
        )
    )


def _terms(rest: str, alert_names: tuple[str, ...]) -> tuple[str, ...]:
    orders = [f"order-{number}" for number in _ORDER.findall(rest)]
    if orders:
        rest = _ORDER.sub(lambda hit: " " * len(hit.group()), rest)
    found = [
        fact.text
        for fact in facts_of(rest)
        if fact.kind == "name" and fact.text not in alert_names and not is_filler(fact.text)
    ]
    found += [fact.text for fact in facts_of(rest) if fact.kind == "quantity" and not _is_window(fact.text)]
    plain = _blank(rest, [(fact.start, fact.end) for fact in facts_of(rest)])
    found += orders
    found += [
        word for word in re.findall(r"[A-Za-z][A-Za-z'-]+", plain) if not is_filler(word) and len(word) > 2
    ]
    for run in cjk_runs(plain):
        pieces = [run]
        for filler in _FILLER_ZH:
            pieces = [part for piece in pieces for part in piece.split(filler)]
        bare = (part.strip(_FILLER_EDGE_ZH) for piece in pieces for part in cut_reporting(piece))
        found += [part for part in bare if len(part) > 1]
    return tuple(dict.fromkeys(found))


def _is_window(text: str) -> bool:
    """Tell a span of time the question looks back on ("the last 30 minutes") from a value it asks about."""
    return re.fullmatch(r"\d+\s?(?:minutes?|mins?|hours?|h|days?|个?小时|分钟|天)", text) is not None


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
