"""The same question in other words, in Chinese and English.

Templates by intent and phrases by concept, none of them a wording of the case files. Every
narrow template holds one of the cue words that mark a narrow question. It must not know a case.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from evidencelab.lab.matrix.cases import Intent, Language, Question

_TEMPLATES: dict[tuple[Language, Intent], tuple[str, ...]] = {
    ("zh", "alert"): (
        "劳驾核对一件事：{service} 眼下是否存在{subject}告警？读数一并报出，只回答这一点。",
        "值班同事想知道 {service} 有没有{subject}告警，只看这一项，附上读数。",
        "{service} 那边是否真实存在{subject}的告警？只排查这个，把数值带上。",
    ),
    ("zh", "state"): (
        "{service} 那条{subject}告警如今处在哪种状态？只回答状态。",
        "只排查一点：{service} 的{subject}告警状态。",
        "帮忙瞧瞧 {service} 的{subject}告警是什么状态，只看告警，别的不用。",
    ),
    ("zh", "log"): (
        "翻一翻 {service} 的日志，是否存在{subject}的记录？只回答这一点。",
        "{service} 的日志里是否真实存在{subject}？只看日志。",
        "只排查 {service} 的应用日志里有无{subject}的痕迹。",
    ),
    ("zh", "alert_and_log"): (
        "{service} 的告警与日志两边都看一遍：是否存在{subject}？只回答这件事，证据列全。",
        "只排查 {service} 的{subject}：告警有没有，日志有没有，原始数值都列出来。",
        "请核对 {service} 是否真实存在{subject}，告警、日志各查一次，不要扩展到别的。",
    ),
    ("zh", "samples"): (
        "{service} 的{subject}：告警读数，加上日志里的每一次采样，"
        "还有{also}的次数与平均耗时，只回答这些，一个别漏。",
        "只排查 {service} 的{subject}，告警和日志都要，把全部采样值逐条报出，连同{also}的次数、平均耗时。",
    ),
    ("zh", "why"): (
        "{service} 这阵子{subject}，麻烦分析来龙去脉{and_also}。",
        "大家反映 {service} {subject}，原因何在？告警和日志都可以翻{and_also}。",
    ),
    ("zh", "runbook"): (
        "翻翻运维知识库，是否存在讲{subject}的处置手册？只回答这一点。",
        "只看知识库：有没有{subject}的 runbook？",
    ),
    ("en", "alert"): (
        "Is there an alert for {subject} on {service} right now? Just answer that, with the reading.",
        "On-call asks if {service} is alerting on {subject}. Only look at this, and quote the value.",
        "Only check if an alert for {subject} really exists on {service}, and give its number.",
    ),
    ("en", "state"): (
        "What is the state of the {service} alert for {subject}? Just answer the state.",
        "Only check one thing: the current state of the alert on {service} for {subject}.",
    ),
    ("en", "log"): (
        "Go through what {service} wrote to its logs: is there anything on {subject}? Just answer that.",
        "Do the logs of {service} really show {subject}? Only look at the logs.",
        "Only check the application logs of {service} for traces of {subject}.",
    ),
    ("en", "alert_and_log"): (
        "Go through alerts and logs of {service}: is there {subject}? Just answer this, with all evidence.",
        "Only check {service} for {subject}: any alert, any log entry, every number as written.",
        "Verify on {service}, in alerts and in logs, if evidence of {subject} really exists. Do not expand.",
    ),
    ("en", "samples"): (
        "For {subject} on {service}, give the alert reading, each sample in the logs, and the count and mean "
        "pause of {also}. Just answer that and leave nothing out.",
        "Only check {subject} on {service}, alerts and logs alike: every reading one by one, plus how often "
        "{also} ran and its average pause.",
    ),
    ("en", "why"): (
        "Users complain about {subject} at {service}. What is behind it{and_also}?",
        "Can you find out what causes {subject} on {service}{and_also}? Alerts and logs are yours to use.",
    ),
    ("en", "runbook"): (
        "Is there a runbook for {subject} in the knowledge base? Just answer that.",
        "Only look at the knowledge base: does a runbook about {subject} exist?",
    ),
}

_SUBJECTS: dict[Language, dict[str, tuple[str, ...]]] = {
    "zh": {
        "cpu_usage": ("HighCPUUsage", "CPU 占用过高", "处理器负载过高"),
        "memory_usage": ("HighMemoryUsage", "内存占用过高", "内存压力过大"),
        "garbage_collection": ("垃圾回收", "Full GC"),
        "slow_response": ("SlowResponse", "响应缓慢", "响应延迟过高"),
        "connection_pool": ("数据库连接池耗尽", "HikariPool 连接池耗尽", "连接池耗尽"),
        "disk_space": ("磁盘写满", "磁盘已满", "磁盘空间耗尽"),
        "certificate": ("证书过期", "TLS 证书到期", "证书失效"),
        "consumer_lag": ("消费滞后", "消息堆积", "消费延迟"),
        "dns": ("域名解析失败", "DNS 故障", "DNS 查询失败"),
        "oom": ("OOM", "OOMKilled", "内存溢出"),
        "rate_limit": ("被限流", "限流", "请求限速"),
        "deploy": ("发布失败", "部署失败", "新版本上线失败"),
        "slow_query": ("慢查询", "慢 SQL", "SlowQuery"),
        "error_rate": ("错误率偏高", "报错率居高不下"),
        "deadlock": ("死锁", "数据库死锁"),
    },
    "en": {
        "cpu_usage": ("HighCPUUsage", "high CPU load", "CPU overload"),
        "memory_usage": ("HighMemoryUsage", "high memory consumption", "memory pressure"),
        "garbage_collection": ("Full GC", "garbage collection"),
        "slow_response": ("SlowResponse", "slow responses", "high latency"),
        "connection_pool": (
            "HikariPool exhaustion",
            "connection pool exhaustion",
            "a HikariCP pool running dry",
        ),
        "disk_space": ("DiskFull", "a disk that is full", "disk space exhaustion"),
        "certificate": ("certificate expiry", "an expired TLS certificate", "an outdated certificate"),
        "consumer_lag": ("consumer lag", "a growing message backlog", "consumer group lag"),
        "dns": ("DNS errors", "failing name resolution", "failed DNS lookups"),
        "oom": ("OOMKilled containers", "an OOM kill", "out of memory kills"),
        "rate_limit": ("rate limiting", "throttling", "HTTP 429 replies"),
        "deploy": ("a failed deployment", "a failing rollout", "deployment failures"),
        "slow_query": ("slow queries", "slow SQL", "SlowQuery"),
        "error_rate": ("a high error rate", "a rising error rate"),
        "deadlock": ("deadlocks", "database deadlocks"),
    },
}

_EXCLUSIONS: dict[Language, tuple[str, ...]] = {
    "zh": ("不要分析{excluded}。", "不要扩展到{excluded}。", "别提{excluded}。", "不用管{excluded}。"),
    "en": (
        " Do not analyse {excluded}.",
        " Leave out {excluded}.",
        " Ignore {excluded}.",
        " Do not go into {excluded}.",
    ),
}
_AND_ALSO: dict[Language, str] = {"zh": "，顺带看{also}", "en": " (look at {also} too)"}
_JOINTS: dict[Language, tuple[str, str]] = {"zh": ("、", "和"), "en": (", ", " or ")}


def paraphrase(question: Question, language: Language, generator: random.Random) -> str | None:
    """Ask a question in other words; None where a concept has no phrases in the language."""
    phrases = _SUBJECTS[language]
    if any(name not in phrases for name in (question.concept, *question.also)):
        return None
    subject = generator.choice(phrases[question.concept])
    also = _join([generator.choice(phrases[name]) for name in question.also], language)
    template = generator.choice(_TEMPLATES[language, question.intent])
    text = template.format(
        service=question.service or "",
        subject=subject,
        also=also,
        and_also=_AND_ALSO[language].format(also=also) if also else "",
    )
    excluded = question.excluded.get(language, ())
    if excluded:
        text += generator.choice(_EXCLUSIONS[language]).format(excluded=_join(list(excluded), language))
    return _space(text)


def _space(text: str) -> str:
    """Set one blank where Latin and CJK meet, and none before punctuation."""
    spaced = re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u4e00-\u9fff])", " ", text)
    return re.sub(r" (?=[，。：？、])", "", " ".join(spaced.split()))


def _join(items: Sequence[str], language: Language) -> str:
    comma, last = _JOINTS[language]
    return last.join(part for part in (comma.join(items[:-1]), *items[-1:]) if part)
