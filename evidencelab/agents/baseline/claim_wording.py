"""How the baseline words a claim, in Chinese and English: values copied, nothing added.

Every sentence is built from a record's own fields and from words of reporting. It must not know
which records answer a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.agents.language.facts import Pair
from evidencelab.agents.language.reading import Record
from evidencelab.agents.language.relevance import Evidence
from evidencelab.agents.language.wording import Language
from evidencelab.evidence.text.folding import fold

_MAX_QUOTES = 8
_MAX_QUOTE = 220
_LEFT_OUT = re.compile(
    r"service|service_name|severity|fingerprint|generatorURL|alertname|receivers?|.*(?:At|_at)", re.IGNORECASE
)
_FIELD_WORDS: dict[str, tuple[str, str]] = {
    "current": ("当前值", "current value"),
    "value": ("值", "value"),
    "threshold": ("阈值", "threshold"),
    "duration": ("持续", "duration"),
}


def observation_text(evidence: Sequence[Evidence], language: Language) -> str:
    """Word what records show: alerts with their values, then lines in their own words."""
    alerts = [item for item in evidence if item.record.kind == "alert"]
    others = [item for item in evidence if item.record.kind != "alert"]
    sentences = [_alert_sentence(item, language) for item in alerts]
    by_subject: dict[str, list[Evidence]] = {}
    for item in others:
        by_subject.setdefault(item.record.subjects[0] if item.record.subjects else "", []).append(item)
    sentences += [_lines_sentence(subject, items, language) for subject, items in by_subject.items()]
    sentences = list(dict.fromkeys(sentences))
    return "；".join(sentences) + "。" if language == "zh" else ". ".join(sentences) + "."


def negative_text(tool_name: str, services: Sequence[str], topic: str, language: Language) -> str:
    """Word that one tool's query found nothing: about the query, never about the world."""
    noun = _record_noun(tool_name, language)
    if language == "zh":
        whom = f" {'、'.join(services)} 的" if services else ""
        what = f" {topic} 相关" if topic else ""
        joined = f"{whom}{what}{noun}" if whom or what else noun
        return _spaced(f"本次查询未检索到{joined}。")
    of = f" of {' and '.join(services)}" if services else ""
    about = f" about {topic}" if topic else ""
    return f"The query found no {noun}{of}{about}."


def failed_call_text(tool_name: str, reason: str, language: Language) -> str:
    """Word the gap a call leaves that did not answer."""
    if language == "zh":
        return f"{tool_name} 未能完整返回结果（{reason}），缺少这部分证据，无法作出判断。"
    return f"{tool_name} did not answer in full ({reason}); without that evidence nothing can be said."


def no_match_text(tool_name: str, count: int, language: Language) -> str:
    """Word the gap that remains when a call returned rows and none of them is about the question."""
    noun = _record_noun(tool_name, language)
    if language == "zh":
        return f"{tool_name} 返回了 {count} 条{noun}，其中没有一条与所问内容直接相关；需要更精确的查询。"
    return (
        f"{tool_name} returned {count} {noun}, none of them about the question; a narrower query is needed."
    )


def no_call_text(language: Language) -> str:
    """Word the gap where no tool was asked at all."""
    return "没有可用的工具结果。" if language == "zh" else "There is no tool result to rely on."


def no_cause_text(language: Language) -> str:
    """Word the gap of an open question: records show what happened, none says why."""
    if language == "zh":
        return "现有记录只呈现现象，没有任何一条记录写明原因。"
    return "The records show what happened; none of them states why."


def relation_text(language: Language) -> str:
    """Word the one hypothesis the baseline states: that observations may be related."""
    if language == "zh":
        return "上述现象可能相互关联，但现有证据不足以说明先后与因果。"
    return "The observations may be related; the evidence does not show how."


def runbook_step_text(sentence: str, language: Language) -> str:
    """Word a runbook's sentence as a step that gathers evidence."""
    step = sentence.strip().rstrip("。.;；")
    return (
        f"按运行手册收集证据：{step}。"
        if language == "zh"
        else f"Gather evidence as the runbook says: {step}."
    )


def _alert_sentence(item: Evidence, language: Language) -> str:
    record = item.record
    quoted = fold(item.excerpt)
    state = record.state if record.state in quoted else ""
    fields = [
        _field(pair, language)
        for pair in record.pairs
        if not _LEFT_OUT.fullmatch(pair.key) and re.search(r"\d", pair.value) and _says(quoted, pair)
    ]
    described = record.message if fold(record.message) in quoted and re.search(r"\d", record.message) else ""
    subject = record.subjects[0] if record.subjects and record.subjects[0] in item.excerpt else ""
    if language == "zh":
        head = f"{subject} 的 {record.title} 告警" if subject else f"{record.title} 告警"
        head += f"处于 {state} 状态" if state else ""
        return "，".join((head, *fields, *([f"描述为“{described}”"] if described else [])))
    head = f"the {record.title} alert" + (f" of {subject}" if subject else "")
    head += f" is {state}" if state else ""
    text = ", ".join((head, *fields, *([f"described as “{described}”"] if described else [])))
    return text[0].upper() + text[1:]


def _lines_sentence(subject: str, items: Sequence[Evidence], language: Language) -> str:
    quotes = list(dict.fromkeys(_line(item) for item in _spread(items)))
    is_log = all(item.record.kind == "log" for item in items)
    if language == "zh":
        noun = "日志" if is_log else "记录"
        head = f"{subject} 的{noun}显示" if subject else f"{noun}显示"
        return f"{_spaced(head)}：{'，'.join(quotes)}"
    noun = "logs" if is_log else "records"
    head = f"the {noun} of {subject} show" if subject else f"the {noun} show"
    return f"{head[0].upper()}{head[1:]} {', '.join(quotes)}"


def _line(item: Evidence) -> str:
    record = item.record
    said = _quote(record, item.excerpt)
    mark = " ".join(part for part in (record.time, record.level) if part and part in item.excerpt)
    return f"{mark} “{said}”" if mark else f"“{said}”"


def _quote(record: Record, excerpt: str) -> str:
    """Give the part of a message that the excerpt holds, cut at a clause when it is long."""
    start = excerpt.find(record.message[:12]) if record.message else -1
    said = record.message if record.message in excerpt else excerpt[max(start, 0) :]
    said = " ".join(said.split())
    if len(said) <= _MAX_QUOTE:
        return said
    ends = [hit.start() for hit in re.finditer(r"[,，;；。]|\.(?=\s)|\s", said[:_MAX_QUOTE])]
    return said[: ends[-1]] if ends else said[:_MAX_QUOTE]


def _spread(items: Sequence[Evidence]) -> list[Evidence]:
    """Choose the lines that are quoted: all of a few, else the first and the last ones."""
    if len(items) <= _MAX_QUOTES:
        return list(items)
    half = _MAX_QUOTES // 2
    return [*items[:half], *items[-half:]]


def _field(pair: Pair, language: Language) -> str:
    zh, en = _FIELD_WORDS.get(pair.key, (pair.key, pair.key))
    return f"{zh if language == 'zh' else en} {pair.value}"


def _says(quoted: str, pair: Pair) -> bool:
    return fold(f"{pair.key}={pair.value}") in quoted


def _record_noun(tool_name: str, language: Language) -> str:
    zh, en = {
        "query_metrics": ("告警", "alerts"),
        "query_logs": ("日志", "log lines"),
        "lookup_knowledge": ("知识库条目", "runbook entries"),
    }.get(tool_name, ("记录", "records"))
    return zh if language == "zh" else en


def _spaced(text: str) -> str:
    """Set one blank between CJK and Latin script and none inside CJK, as Chinese typography has it."""
    text = re.sub(r"(?<=[\u4e00-\u9fff]) +(?=[\u4e00-\u9fff])", "", text)
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[\u4e00-\u9fff])", " ", text)
    return re.sub(r" {2,}", " ", text)
