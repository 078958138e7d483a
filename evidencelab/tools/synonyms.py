"""The words for one thing, in Chinese and English: one table for the tools' search and for scope.

A concept has *names*, any of which names it wherever it stands, and *signs*: wording that goes
with it in log lines (`waiting`, `active=50/50`) but also with other things. A name tags a row with
its concept; a sign never does, but a query that holds a sign finds the concept's rows beside
those that hold its words.
Alert names are names like any other. The table must not know a service, a scenario or a case.

Source: the synonyms of ISS-007 for the connection pool; the other rows are this project's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.errors import UnknownNameError
from evidencelab.tools.terms import has_cjk, term_pattern


class Concept(NamedTuple):
    """One thing and the words for it.

    Attributes:
        name: Its identifier in this table.
        names: Words and phrases that name it; matched by `terms.term_pattern`.
        signs: Regular expressions of wording that hints at it.
        is_broad: It only names a field (a database, say); beside a narrower concept in one query
            it adds nothing.
    """

    name: str
    names: tuple[str, ...]
    signs: tuple[str, ...] = ()
    is_broad: bool = False


class ConceptMention(NamedTuple):
    """A concept named in a text: by which words, at `[start, end)` in code points."""

    concept: Concept
    text: str
    start: int
    end: int
    is_sign: bool


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "cpu_usage",
        _words(
            "HighCPUUsage|HighCPU|CPUThrottling|CPU usage|CPU utilisation|CPU utilization|CPU load|CPU"
            "|processor load|processor usage|CPU使用率|CPU占用|CPU负载|处理器占用|处理器负载|处理器"
        ),
    ),
    Concept(
        "memory_usage",
        _words(
            "HighMemoryUsage|HighMemory|memory usage|memory utilisation|memory utilization|memory pressure"
            "|memory consumption|heap usage|JVM heap|heap|memory"
            "|内存使用率|内存占用|内存压力|堆内存|JVM内存|内存"
        ),
    ),
    Concept("garbage_collection", _words("Full GC|garbage collection|GC pause|GC|垃圾回收")),
    Concept("memory_leak", _words("memory leak|leaking memory|leaked memory|heap leak|内存泄漏|内存泄露")),
    Concept(
        "oom",
        _words(
            "OOMKilled|ContainerOOMKilled|OutOfMemoryError|OutOfMemory|OOM killer|OOM kill|OOM"
            "|out of memory|ran out of memory|内存溢出|内存耗尽|内存不足"
        ),
        (r"exit code[ =:]*137",),
    ),
    Concept(
        "slow_response",
        _words(
            "SlowResponse|HighLatency|slow response|slow request|slow endpoint|slow to respond"
            "|responding slowly|response time|latency|P99|P95|响应慢|响应缓慢|响应变慢|响应过慢|响应时间"
            "|响应延迟|慢请求|慢响应|慢接口|接口变慢|接口慢|接口延迟|请求耗时|延迟"
        ),
        (r"\bslow(?:er|ly|ness)?\b", "变慢", "很慢", "卡顿", "耗时"),
    ),
    Concept(
        "connection_pool",
        _words(
            "HikariCP|Hikari|HikariPool|connection pool exhaustion|connection pool exhausted|connection pool"
            "|pooled connection|ConnectionPoolExhausted|Connection is not available"
            "|数据库连接池耗尽|数据库连接池|连接池耗尽|连接池|连接数耗尽"
        ),
        (r"\bactive=(\d+)/\1(?!\d)", r"\bwaiting\b", r"\btimed out after \d+ ?ms\b"),
    ),
    Concept("thread_pool", _words("thread pool|worker threads|ThreadPoolExhausted|线程池")),
    Concept(
        "slow_query",
        _words(
            "SlowQuery|SlowQueries|DatabaseSlowQueries|slow query|slow queries|slow SQL|slow statement"
            "|long-running query|long-running queries|慢查询|慢SQL|慢语句"
        ),
    ),
    Concept("database", _words("database|DB|MySQL|PostgreSQL|Postgres|SQL|数据库"), is_broad=True),
    Concept(
        "disk_space",
        _words(
            "DiskFull|DiskSpaceLow|DiskUsageHigh|disk full|disk space|disk usage|full disk|disk is full"
            "|disk|volume full|No space left on device|ENOSPC|磁盘写满|磁盘已满|磁盘空间|磁盘使用率|磁盘占用"
            "|磁盘|存储空间不足"
        ),
    ),
    Concept(
        "certificate",
        _words(
            "CertificateExpired|CertificateExpiringSoon|CertificateExpiry|certificate|cert|x509|TLS"
            "|SSL|证书过期|证书到期|证书"
        ),
    ),
    Concept(
        "consumer_lag",
        _words(
            "ConsumerLag|ConsumerLagHigh|KafkaConsumerLag|consumer group lag|consumer group|consumer lag"
            "|message backlog"
            "|backlog|Kafka lag|消费延迟|消费滞后|消费积压|消息积压|消息堆积|消费堆积|积压"
        ),
        (r"\blag\b", r"\blagging\b", "堆积"),
    ),
    Concept(
        "dns",
        _words(
            "DNSFailure|DNSResolutionFailure|DNS|NXDOMAIN|SERVFAIL|no such host|name resolution"
            "|resolve host|host lookup|域名解析|解析域名|域名"
        ),
    ),
    Concept(
        "rate_limit",
        _words(
            "RateLimited|RateLimitExceeded|rate limiting|rate limiter|rate limit|Too Many Requests"
            "|HTTP 429|status 429|throttled|throttling|限流|被限速|限速"
        ),
        (r"(?<!\d)429(?!\d)", r"\bquota\b", "配额"),
    ),
    Concept(
        "deploy",
        _words(
            "BadDeploy|DeploymentFailed|DeploymentRolloutFailed|failed deployment|deployment|deploy|rollout"
            "|rolled out|new release|bad release|CrashLoopBackOff|发布|部署|上线|新版本"
        ),
        (r"\brelease\b", r"\brollback\b", r"\brolled back\b", "版本", "回滚"),
    ),
    Concept(
        "error_rate",
        _words("HighErrorRate|error rate|error ratio|5xx|HTTP 500|HTTP 502|HTTP 503|错误率|报错率"),
    ),
    Concept("replication_lag", _words("ReplicationLag|replication lag|replica lag|主从延迟|复制延迟")),
    Concept("deadlock", _words("DeadlockDetected|deadlock|死锁")),
    Concept("network", _words("PacketLoss|packet loss|network partition|丢包|网络分区")),
)

_BY_NAME = {concept.name: concept for concept in CONCEPTS}
_ORDER = re.compile(
    r"(?:(?<![A-Za-z0-9])orders?|订单)(?:号|编号| number| no\.?)?[\s#:_-]*(\d+)", re.IGNORECASE
)


def concept(name: str) -> Concept:
    """Get a concept by its identifier.

    Raises:
        UnknownNameError: The table has no such concept.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownNameError("concept", name, tuple(sorted(_BY_NAME))) from None


@lru_cache(maxsize=8192)
def find_concepts(text: str) -> tuple[ConceptMention, ...]:
    """Find the concepts named in a text, left to right, none overlapping another.

    Where several words match at one place the longest counts, and a name counts before a sign:
    数据库连接池 is the connection pool and not a database.
    """
    hits = [
        ConceptMention(item, hit.group(), hit.start(), hit.end(), is_sign)
        for item in CONCEPTS
        for patterns, is_sign in ((_name_patterns(item), False), (_sign_patterns(item), True))
        for pattern in patterns
        for hit in pattern.finditer(text)
    ]
    hits.sort(key=lambda mention: (mention.is_sign, mention.start - mention.end, mention.start))
    taken: list[ConceptMention] = []
    for mention in hits:
        if all(mention.end <= other.start or mention.start >= other.end for other in taken):
            taken.append(mention)
    return tuple(sorted(taken, key=lambda mention: mention.start))


def concepts_of(text: str) -> frozenset[str]:
    """Name the concepts a text is about: those named in it. Signs alone do not count."""
    return frozenset(mention.concept.name for mention in find_concepts(text) if not mention.is_sign)


def synonyms_of(phrase: str) -> tuple[str, ...]:
    """List the terms that say the same as a phrase, the phrase's own words first.

    The names of every concept the phrase names, and the spellings of every order number in it
    (订单123, order-123, order 123). A phrase that names neither is its own only synonym.
    """
    stripped = phrase.strip()
    terms: list[str] = []
    mentions = [mention for mention in find_concepts(stripped) if not mention.is_sign]
    for mention in mentions:
        terms += [mention.text, *mention.concept.names]
    orders = [hit.group(1) for hit in _ORDER.finditer(stripped)]
    for number in orders:
        terms += [f"order {number}", f"订单{number}", f"订单 {number}", f"订单号{number}", f"订单-{number}"]
    if not terms and stripped:
        terms = [stripped]
    return tuple(dict.fromkeys(terms))


def names_in(item: Concept, language: str) -> tuple[str, ...]:
    """List a concept's names in one language, `zh` or `en`; alert names count as English."""
    return tuple(name for name in item.names if has_cjk(name) == (language == "zh"))


@lru_cache(maxsize=256)
def _name_patterns(item: Concept) -> tuple[re.Pattern[str], ...]:
    return tuple(term_pattern(name) for name in item.names)


@lru_cache(maxsize=256)
def _sign_patterns(item: Concept) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(sign, re.IGNORECASE) for sign in item.signs)
