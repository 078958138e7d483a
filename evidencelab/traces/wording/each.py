"""So much for each, and how many there are: `€45 per meal`, `2 meals a day`, `每人 170`, `2 人`.

Read off an outline, in which values are letters. It must not know any arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.traces.wording.numerals import NUMERALS
from evidencelab.traces.wording.stated_text import AMOUNT, LETTERS, MEASURE, NUMBER, Outline, Value

EACH = "each"
"""The noun of what is told for each of the things that are counted beside it."""
_NOUN = r"(?!(?:the|of|in|at|for|to|and|or|is|as|few|total|lot|bit|more|less)\b)[a-z]{3,16}"
_PER = rf"(?:\s?/\s?|\s(?:per|an?|each|every)\s)(?P<per>{_NOUN})"
_EACH_BEHIND = re.compile(
    rf"(?P<rate>{AMOUNT})\s?(?:(?:/\s?|(?:per|an?|for (?:each|every)|every)\s)(?P<per>{_NOUN})"
    r"|(?P<each>each|apiece)\b"
    r"|(?:/\s?|每)(?P<sign>[人晚天夜间张份位件个月年次餐顿周台]))",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(
    rf"(?:(?<![\w{LETTERS}] )\b(?:per|each)\s(?P<per>{_NOUN})|\b[a-z]+ per (?P<other>{_NOUN}))"
    rf"(?:\s?(?:is|was|of|at|:|=|\())?\s?(?P<rate>{AMOUNT})",
    re.IGNORECASE,
)
_EACH_IN_CHINESE = re.compile(
    r"(?:每一?(?P<sign>[人晚天夜间张份位件个月年次餐顿周台])|(?P<mean>[人日月年])均)"
    rf"[^\d{LETTERS},.;:。()（）]{{0,5}}[:：]?\s?(?P<rate>{AMOUNT})"
)
_SPELT = "|".join(word for word in NUMERALS if word.isascii() and word != "both")
_COUNT = re.compile(
    rf"(?P<number>[{NUMBER}]|\b(?:{_SPELT}))[\s-](?:[a-z]+[\s-])??(?P<noun>{_NOUN})\b(?:{_PER})?"
    rf"|(?P<time>[{MEASURE}])(?:{_PER.replace('<per>', '<per_time>')})?"
    rf"|(?P<signed>[{NUMBER}]|[两二三四五六七八九十])\s?[个名]?(?P<sign>[人晚夜间张份位件月年次餐顿周台])",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"(?<![\w.,])(?P<number>\d{{1,3}}|{_SPELT})[\s-](?P<noun>{_NOUN})\b", re.IGNORECASE)
_PERSONS = frozenset(
    (
        *("people", "person", "guest", "adult", "traveller", "traveler", "passenger"),
        *("pax", "head", "participant", "attendee", "member", "位", "名"),
    )
)
_DAYS = frozenset(("day", "night", "天", "晚", "夜"))


class Rate(NamedTuple):
    """What is told for each of something: the value, of what, and where it stands in the outline."""

    value: Value
    noun: str
    start: int
    end: int


class Count(NamedTuple):
    """How many there are of something.

    Attributes:
        number: How many.
        noun: Of what.
        per: For each of what there are so many; empty if they are all.
        at: Where it stands in the outline.
        value: The value that says so, None where it is a word.
    """

    number: float
    noun: str
    per: str
    at: int
    value: Value | None


def rates_in(text: Outline) -> list[Rate]:
    """Give what is told for each of something, in order."""
    found: dict[int, Rate] = {}
    for pattern in (_EACH_BEHIND, _EACH_IN_CHINESE, _EACH_BEFORE):
        for match in pattern.finditer(text.text):
            named = match.groupdict()
            noun = next((n for key in ("per", "sign", "mean", "other") if (n := named.get(key))), EACH)
            value = text.value(match, "rate")
            is_time = value.token.unit is not None and value.token.unit.dimension in ("time", "months")
            if not is_time and match.start("rate") not in found:
                rate = Rate(value, one_of(noun), match.start("rate"), match.end())
                found[match.start("rate")] = rate
    return sorted(found.values(), key=lambda rate: rate.start)


def counts_of_things(text: Outline, rates: list[Rate]) -> Iterator[Count]:
    """Give how many there are of something, in order; what is told for each of something is no such count."""
    taken = {rate.start for rate in rates}
    for match in _COUNT.finditer(text.text):
        group = next(name for name in ("number", "time", "signed") if match[name])
        at = match.start(group)
        value = text.values.get(at)
        if at in taken or (group == "time" and not _is_time(value)):
            continue
        number = float(NUMERALS[match[group].lower()]) if value is None else abs(value.token.number or 0.0)
        if number < 1 or number != int(number) or (value is not None and "." in value.token.text):
            continue
        noun = match["noun"] or match["sign"] or _word_of(value)
        yield Count(number, one_of(noun), one_of(match["per"] or match["per_time"] or ""), at, value)


def are_one(noun: str, other: str, *, is_loose: bool) -> bool:
    """Tell whether two nouns name one thing; loosely, nights are days."""
    return noun == other or (is_loose and {noun, other} <= _DAYS)


def _is_time(value: Value | None) -> bool:
    unit = None if value is None else value.token.unit
    return unit is not None and unit.dimension in ("time", "months")


def counted_in(text: str, noun: str) -> Iterator[float]:
    """Give how many of a thing a plain text counts: the 3 of `3 days in Rome`, loosely also of nights."""
    for match in _COUNTED.finditer(text):
        if are_one(one_of(match["noun"]), one_of(noun), is_loose=True):
            number = match["number"].lower()
            yield float(NUMERALS.get(number) or number)


def _word_of(value: Value | None) -> str:
    """Give the word that a number is written with: the days of `3 days`."""
    if value is None:
        return ""
    found = re.search(r"[a-z]+|[一-龥]$", value.token.text.lower())
    return found[0] if found else ""


def one_of(noun: str) -> str:
    """Give the singular of a noun, one word for all that are people."""
    noun = noun.lower()
    for ending, rest in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ss", "ss"), ("s", "")):
        if noun.endswith(ending):
            noun = noun.removesuffix(ending) + rest
            break
    return "person" if noun in _PERSONS else noun
