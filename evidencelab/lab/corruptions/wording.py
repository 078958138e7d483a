"""Dishonest edits of the words that say how a value is to be read: levels, states, bounds, hedges.

Each class turns a word into another of the same closed set, so that the edited excerpt still reads
well and says something else.
"""

from __future__ import annotations

import re
from random import Random

from evidencelab.lab.corruptions.base import Corruption, Subject, pick, replace_span

WordPairs = tuple[tuple[str, str], ...]
"""Words and their opposites; each side may become the other."""

_LEVEL = re.compile(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b|\b(?:critical|warning|info)\b"
)
_LEVELS = ("DEBUG", "INFO", "WARN", "ERROR", "FATAL")
_STATES: WordPairs = (
    ("firing", "resolved"),
    ("pending", "firing"),
    ("open", "closed"),
    ("OPEN", "CLOSED"),
    ("up", "down"),
    ("Running", "Pending"),
    ("running", "stopped"),
    ("success", "failure"),
    ("succeeded", "failed"),
    ("Successfully", "Unsuccessfully"),
    ("completed", "aborted"),
    ("Failed", "Accepted"),
    ("failed", "passed"),
    ("enabled", "disabled"),
    ("connected", "disconnected"),
    ("available", "unavailable"),
    ("healthy", "unhealthy"),
    ("started", "stopped"),
    ("true", "false"),
    ("accepted", "rejected"),
    ("valid", "invalid"),
    ("active", "inactive"),
    ("成功", "失败"),
    ("完成", "中断"),
    ("可用", "不可用"),
    ("正常", "异常"),
    ("已满", "空闲"),
    ("恢复", "触发"),
    ("启动", "停止"),
    ("扩容", "缩容"),
    ("通过", "拒绝"),
)
_DIRECTIONS: WordPairs = (
    ("above", "below"),
    ("over", "under"),
    ("greater", "less"),
    ("more", "fewer"),
    ("longer", "shorter"),
    ("higher", "lower"),
    ("exceeds", "stays below"),
    ("exceeded", "stayed below"),
    ("increased", "decreased"),
    ("before", "after"),
    ("rising", "falling"),
    ("高于", "低于"),
    ("大于", "小于"),
    ("超过", "不足"),
    ("上升", "下降"),
    ("增加", "减少"),
    ("升至", "降至"),
)
_BOUNDS: WordPairs = (
    ("at least", "at most"),
    ("up to", "at least"),
    ("no more than", "no less than"),
    ("no later than", "no earlier than"),
    ("within", "after more than"),
    ("since", "until"),
    ("至少", "至多"),
    ("不超过", "不低于"),
    ("以上", "以下"),
    ("之前", "之后"),
)
_AGGREGATES: WordPairs = (
    ("maximum", "minimum"),
    ("max", "min"),
    ("average", "median"),
    ("avg", "max"),
    ("p50", "p95"),
    ("p95", "p99"),
    ("total", "average"),
    ("最大", "最小"),
    ("最高", "最低"),
    ("峰值", "均值"),
    ("平均", "累计"),
)
_QUANTIFIERS: WordPairs = (
    ("all", "some"),
    ("every", "one"),
    ("most", "few"),
    ("both", "one of the"),
    ("partially", "fully"),
    ("always", "sometimes"),
    ("全部", "部分"),
    ("所有", "个别"),
    ("大部分", "小部分"),
    ("多数", "少数"),
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "last")
_ORDINAL = re.compile(
    rf"\b(?P<word>{'|'.join(_ORDINALS)})\b(?=\s+[a-z])|(?<=第)(?P<numeral>[一二三四五六七八九])(?=[次个条台批轮步])",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"(?<=[\w,] )(?:may|might) (?=be\b|have\b|not\b)"
    r"|(?<=[\w,] )(?:probably|possibly|presumably|reportedly|apparently) "
    r"|(?<![不尽])可能(?![性用])|疑似|或许|大概率?|据称|预计(?=[\u4e00-\u9fff])"
)
_MODAL = {"be ": "is ", "have ": "has ", "not be ": "is not ", "not have ": "has not "}
_OPERATOR = re.compile(r"(?<=[\w)\"'\]} ])(?:>=|<=|==|!=|<>|=~|!~)(?=[\w(\"'\[ ])")
_OPERATORS = {">=": "<=", "<=": ">=", "==": "!=", "!=": "==", "<>": "=", "=~": "!~", "!~": "=~"}
_ENDPOINTS = re.compile(
    r"\bfrom (?P<en_a>[\w.:%/-]+) to (?P<en_b>[\w.:%/-]*\w%?)"
    r"|(?P<ar_a>[\w.:/-]*\w) ?(?:->|→|=>) ?(?P<ar_b>[\w.:/-]*\w)"
    r"|[从由] ?(?P<zh_a>[A-Za-z0-9.:%/-]+) ?(?:\w*?)[到至] ?(?P<zh_b>[A-Za-z0-9.:/-]*\w%?)"
)


def _level_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_LEVEL.finditer(subject.excerpt)))
    if found is None:
        return None
    same = {"WARNING": "WARN", "CRITICAL": "FATAL"}.get(found.group().upper(), found.group().upper())
    level = rng.choice([level for level in _LEVELS if level != same])
    return replace_span(subject.excerpt, found.span(), level if found.group().isupper() else level.lower())


def _exchange(subject: Subject, rng: Random, pairs: WordPairs) -> str | None:
    """Put the other word of a pair in place of one; whole words in Latin script."""
    options: list[tuple[tuple[int, int], str]] = []
    for one, other in pairs:
        for word, value in ((one, other), (other, one)):
            pattern = rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
            options += [(found.span(), value) for found in re.finditer(pattern, subject.excerpt)]
    if not options:
        return None
    span, value = rng.choice(options)
    return replace_span(subject.excerpt, span, value)


def _state_flipped(subject: Subject, rng: Random) -> str | None:
    return _exchange(subject, rng, _STATES)


def _direction_flipped(subject: Subject, rng: Random) -> str | None:
    signs = list(re.finditer(r"(?<=[\w )%])([<>])(=?)(?= ?\d)", subject.excerpt))
    if signs and rng.random() < 0.5:
        found = rng.choice(signs)
        return replace_span(subject.excerpt, found.span(1), "<" if found[1] == ">" else ">")
    return _exchange(subject, rng, _DIRECTIONS)


def _bound_flipped(subject: Subject, rng: Random) -> str | None:
    return _exchange(subject, rng, _BOUNDS)


def _aggregate_changed(subject: Subject, rng: Random) -> str | None:
    return _exchange(subject, rng, _AGGREGATES)


def _quantifier_changed(subject: Subject, rng: Random) -> str | None:
    return _exchange(subject, rng, _QUANTIFIERS)


def _ordinal_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_ORDINAL.finditer(subject.excerpt)))
    if found is None:
        return None
    options = _ORDINALS if found["word"] else "一二三四五六七八九"
    return replace_span(
        subject.excerpt, found.span(), rng.choice([w for w in options if w != found.group().lower()])
    )


def _hedge_removed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_HEDGE.finditer(subject.excerpt)))
    if found is None:
        return None
    said = replace_span(subject.excerpt, found.span(), "")
    for modal, fact in _MODAL.items():
        if found.group().startswith(("may", "might")) and said.startswith(modal, found.start()):
            return replace_span(said, (found.start(), found.start() + len(modal)), fact)
    return None if found.group().startswith(("may", "might")) else said


def _operator_changed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_OPERATOR.finditer(subject.excerpt)))
    return None if found is None else replace_span(subject.excerpt, found.span(), _OPERATORS[found.group()])


def _endpoints_exchanged(subject: Subject, rng: Random) -> str | None:
    options = []
    for found in _ENDPOINTS.finditer(subject.excerpt):
        one, other = next((k, f"{k[:3]}b") for k in ("en_a", "ar_a", "zh_a") if found[k] is not None)
        if found[one] != found[other]:
            options.append((found.span(one), found.span(other)))
    if not options:
        return None
    first, second = rng.choice(options)
    one, other = subject.excerpt[slice(*first)], subject.excerpt[slice(*second)]
    return replace_span(replace_span(subject.excerpt, second, one), first, other)


WORD_EDITS: tuple[Corruption, ...] = (
    Corruption("level_changed", "unfaithful", "A level becomes another.", _level_changed),
    Corruption("state_flipped", "unfaithful", "A state becomes its opposite.", _state_flipped),
    Corruption(
        "direction_flipped", "unfaithful", "A comparison or direction is turned round.", _direction_flipped
    ),
    Corruption("bound_flipped", "unfaithful", "A lower bound becomes an upper one.", _bound_flipped),
    Corruption(
        "aggregate_changed", "unfaithful", "A maximum, mean or quantile becomes another.", _aggregate_changed
    ),
    Corruption("quantifier_changed", "unfaithful", "All becomes some, or some all.", _quantifier_changed),
    Corruption("ordinal_changed", "unfaithful", "An ordinal becomes another.", _ordinal_changed),
    Corruption("hedge_removed", "unfaithful", "A supposition is told as a fact.", _hedge_removed),
    Corruption("operator_changed", "unfaithful", "A comparing operator is turned round.", _operator_changed),
    Corruption(
        "endpoints_exchanged", "unfaithful", "Where from and where to change places.", _endpoints_exchanged
    ),
)
"""Classes that change a word of a closed set and leave every number and name as it stands."""
