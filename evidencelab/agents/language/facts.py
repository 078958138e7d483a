"""The hard facts of a sentence: quantities, times, names, levels, states, and `key=value` pairs.

Two texts state the same fact when the facts are equal here, however they are written: 4.2s is
4200 ms and 4.2 秒, 91% is 91.0 %. This module must not know a claim, a rule or a subject matter.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal, NamedTuple

from evidencelab.agents.language.wording import camel_parts, fold, plain, words
from evidencelab.evidence.text.lexicon import LEVELS

FactKind = Literal["quantity", "time", "name", "level"]
Dimension = Literal["count", "share", "time", "size", "rate"]


class Quantity(NamedTuple):
    """A number with its unit: `value` is in the dimension's base (seconds, bytes, percent)."""

    value: Decimal
    dimension: Dimension


class Fact(NamedTuple):
    """One fact as it stands in a text.

    Attributes:
        kind: What it is.
        text: The words, as written.
        start: Offset of the first code point, in the plain form of the text.
        end: Offset after the last.
        quantity: The value, for quantities.
    """

    kind: FactKind
    text: str
    start: int
    end: int
    quantity: Quantity | None = None

    @property
    def key(self) -> str:
        """The folded words: equal keys are the same name, time or level."""
        return fold(self.text)


class Pair(NamedTuple):
    """A field and its value, as `current=91%`, `GC次数: 128` or `idle 0` state them."""

    key: str
    value: str


_TIME_UNITS: dict[str, str] = {
    "ns|nanoseconds?": "0.000000001",
    "us|µs|μs|microseconds?|微秒": "0.000001",
    "ms|msecs?|millis|milliseconds?|毫秒": "0.001",
    "s|secs?|seconds?|秒钟?": "1",
    "m|mins?|minutes?|分钟": "60",
    "h|hrs?|hours?|个小时|小时": "3600",
    "d|days?|天": "86400",
    "weeks?|周": "604800",
}
_SIZE_UNITS: dict[str, str] = {
    "b|bytes?|字节": "1",
    "kb|kib|ki": "1024",
    "mb|mib|mi": "1048576",
    "gb|gib|gi": "1073741824",
    "tb|tib|ti": "1099511627776",
}
_RATE_UNITS = "qps|rps|tps|req/s|requests/s|requests per second|ops|次/秒|/s"
_SHARE_UNITS = "%|percent|per cent|pct"
_COUNT_UNITS = "个|条|次|台|核|行|人|项|笔|份|times|x|倍"

_UNIT = "|".join(
    sorted(
        (
            unit
            for group in (
                *_TIME_UNITS,
                *_SIZE_UNITS,
                _RATE_UNITS,
                _SHARE_UNITS,
                _COUNT_UNITS,
            )
            for unit in group.split("|")
        ),
        key=len,
        reverse=True,
    )
)
_TOKEN = re.compile(
    r"""
      (?P<time>\d{4}-\d{2}-\d{2}(?:[T\ ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?
        | (?<![\d.])(?<!\d:)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?![\d:]))
    | (?P<address>(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}|:\d{1,5})?(?![\d.]\d))
    | (?P<version>(?<![A-Za-z0-9.])v?\d+(?:\.\d+){2,}(?:[-+][A-Za-z0-9.]+)?|(?<![A-Za-z0-9])v\d+(?:\.\d+)*)
    | (?P<hash>(?<![A-Za-z0-9])(?:0x[0-9a-f]+|(?:[0-9a-f]{4,}-){2,}[0-9a-f]+
        |\d+[a-f](?=[0-9a-f]*\d)[0-9a-f]{4,})(?![A-Za-z0-9]))
    | (?P<path>(?<![A-Za-z0-9/.])/(?:[A-Za-z0-9_.{}:*%~-]+/)*[A-Za-z0-9_{}*%~-]+)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*(?:(?:[-.@/]|:(?=\d|//))[A-Za-z0-9_]+)*)
    | (?P<class>\b\dxx\b)
    | (?P<number>(?<![A-Za-z0-9_.])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?)
      (?:\ ?(?P<unit>"""
    + _UNIT
    + r""")(?![A-Za-z0-9]))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEVEL_NAMES = {
    "warning": "warn",
    "err": "error",
    "crit": "critical",
    "information": "info",
    "informational": "info",
}
_GENERIC_ACRONYMS = frozenset(
    (
        "API",
        "HTTP",
        "HTTPS",
        "URL",
        "ID",
        "UTC",
        "IP",
        "TCP",
        "JSON",
        "OK",
        "UI",
        "AI",
        "NOT",
        "NO",
        "AND",
        "OR",
    )
)
_COMPOUND_PREFIXES = frozenset(
    words(
        "all back co cross down end ever follow full half high in in-depth last long low mid "
        "multi near never newly no non off on one out over post pre re read real roll run self "
        "short single so start still sub third three time top two un under up well whole write"
    )
)
_CAMEL_NAME = re.compile(r"[A-Za-z0-9_]*[a-z0-9][A-Z][A-Za-z0-9_]*|[A-Z]{2,}[a-z][A-Za-z0-9_]*")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]+s?")
_NUMBER_VALUE = r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?\s?(?:(?:" + _UNIT + r")(?![A-Za-z0-9]))?"
_PAIR = re.compile(
    r"(?P<key>(?<![A-Za-z0-9_.-])[A-Za-z_][A-Za-z0-9_.-]{0,60}|[A-Za-z]{0,12}[\u4e00-\u9fff]{2,12})\s*"
    r"(?:(?:=|:\s?|\ is\ |\ of\ |为|是)\s*(?P<number>"
    + _NUMBER_VALUE
    + r"(?:/"
    + _NUMBER_VALUE
    + r")?)(?![A-Za-z0-9])|(?:=|:\ )\s*(?P<word>[A-Za-z_][A-Za-z0-9_.-]*))",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def facts_of(text: str) -> tuple[Fact, ...]:
    """Find the facts of a text, left to right. Plain words and compounds are none."""
    found: list[Fact] = []
    normal = plain(text)
    for hit in _TOKEN.finditer(normal):
        kind = hit.lastgroup
        if kind == "time":
            found.append(Fact("time", hit.group(), *hit.span()))
        elif kind in ("number", "unit"):
            quantity = _quantity(hit["number"], hit["unit"])
            if quantity is not None:
                found.append(Fact("quantity", hit.group(), *hit.span(), quantity))
        elif kind == "word":
            fact = _word_fact(hit.group(), hit.start())
            if fact is not None:
                found.append(fact)
        else:
            found.append(Fact("name", hit.group(), *hit.span()))
    return tuple(found)


def quantities_of(text: str) -> tuple[Fact, ...]:
    """Find the quantities of a text, left to right."""
    return tuple(fact for fact in facts_of(text) if fact.kind == "quantity")


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Tell whether two quantities are the same value of the same dimension."""
    return one.dimension == other.dimension and one.value == other.value


@lru_cache(maxsize=4096)
def pairs_of(text: str) -> tuple[Pair, ...]:
    """Find the `key=value` pairs of a text; keys and values are folded."""
    normal = plain(text)
    return tuple(Pair(fold(hit["key"]), fold(hit["number"] or hit["word"])) for hit in _PAIR.finditer(normal))


def stands_in(name: str, text: str) -> bool:
    """Tell whether a name stands in a text as a whole.

    order-service is not in order-service-2; a name without a hyphen may be followed by one
    (HikariPool in HikariPool-1).
    """
    return _whole(fold(name)).search(fold(text)) is not None


def level_name(word: str) -> str:
    """Give a log level one name: WARNING is WARN, ERR is ERROR, CRIT is CRITICAL."""
    return _LEVEL_NAMES.get(word.casefold(), word.casefold())


def is_proper_name(name: str) -> bool:
    """Tell whether a name names one thing (a service, an alert, an error class, a path) and no other does.

    HikariCP, OOM and CPU are technical words: another word may mean the same.
    """
    if not name.isalnum() or any(character.isdigit() for character in name):
        return True
    return sum(len(part) >= 3 for part in camel_parts(name)) > 1


@lru_cache(maxsize=4096)
def _whole(name: str) -> re.Pattern[str]:
    has_hyphen = "-" in name
    left = r"(?<![a-z0-9_])" + (r"(?<![a-z0-9]-)" if has_hyphen else "") if name[:1].isalnum() else ""
    right = r"(?![a-z0-9_])" + (r"(?!-[a-z0-9])" if has_hyphen else "") if name[-1:].isalnum() else ""
    return re.compile(left + re.escape(name) + right)


def _word_fact(word: str, start: int) -> Fact | None:
    if word.isupper() and word.lower() in LEVELS and len(word) > 3:
        return Fact("level", word, start, start + len(word))
    return Fact("name", word, start, start + len(word)) if _is_name(word) else None


def _is_name(word: str) -> bool:
    if word in _GENERIC_ACRONYMS:
        return False
    parts = [part for part in re.split(r"[-._@/:]+", word) if part]
    if len(parts) > 1:
        if any(character.isdigit() for character in word) or "_" in word or "." in word or "@" in word:
            return True
        if "/" in word:
            return any(_is_name(part) for part in parts) or len(parts) > 2
        return not (parts[0].lower() in _COMPOUND_PREFIXES and word.islower())
    if any(character.isdigit() for character in word) or "_" in word.strip("_"):
        return True
    if _ACRONYM.fullmatch(word) and len(word) > 1:
        return True
    return _CAMEL_NAME.fullmatch(word) is not None and len(camel_parts(word)) > 1


def _quantity(number: str, unit: str | None) -> Quantity | None:
    try:
        value = Decimal(number.replace(",", ""))
    except InvalidOperation:
        return None
    if unit is None:
        return Quantity(value.normalize(), "count")
    factor, dimension = _unit(unit.lower())
    return Quantity((value * factor).normalize(), dimension)


@lru_cache(maxsize=512)
def _unit(unit: str) -> tuple[Decimal, Dimension]:
    for table, dimension in ((_TIME_UNITS, "time"), (_SIZE_UNITS, "size")):
        for pattern, factor in table.items():
            if re.fullmatch(pattern, unit, re.IGNORECASE):
                return Decimal(factor), dimension  # type: ignore[return-value]
    if re.fullmatch(_SHARE_UNITS, unit):
        return Decimal(1), "share"
    if re.fullmatch(_RATE_UNITS, unit):
        return Decimal(1), "rate"
    return Decimal(1), "count"
