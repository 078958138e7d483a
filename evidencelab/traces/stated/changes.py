"""A change from one amount to another, with its difference, percentage or factor, and its direction.

`from $4,000 to $9,200 (+130 %, +$5,200)`, `从 500 升至 2300，增长 4.6 倍`, `18 → 9 (-50%)`, and
`rose from 9 to 4`.
A percentage may be of either base, in points, or a factor; only where no reading agrees is it wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span, any_meets, are_comparable, shown, span_of
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.stated_text import (
    FACTOR,
    LETTERS,
    MOMENT,
    OTHER,
    PERCENT,
    SIZE,
    Outline,
    Value,
    Working,
    gap,
)

_CLAIM = f"[{PERCENT}{FACTOR}{SIZE[1:-1]}]"
_UP_WORDS = (
    r"rose|risen|rises?|grew|grown|grows?|increased?|increases|climbed|climbs|jumped|jumps|surged|raised|raises"
    r"|went up|gone up|goes up|up"
)
_DOWN_WORDS = (
    r"fell|fallen|falls?|dropped|drops?|decreased?|decreases|declined|declines|shrank|shrunk|lowered|lowers"
    r"|reduced|reduces|cut|cuts|went down|gone down|goes down|came down|down"
)
_ZH_UP = r"升高?|涨|上升|上涨|增加?|增长|提高|提升|攀升|飙升|扩大"
_ZH_DOWN = r"降低?|下降|跌|下跌|减少?|缩短|缩减|回落|压缩|减小"
_WHEN = r"(?:\([^()]{0,30}\)\s?)?"
_CHAIN = r"(?:→|->|=>|⟶|➜|➔)"
_FROM_TO = re.compile(rf"\bfrom\s(?P<first>{SIZE}){gap(24)}{_WHEN}\bto\s(?P<last>{SIZE})", re.IGNORECASE)
_VERB_BEFORE = re.compile(rf"\b(?P<verb>{_UP_WORDS}|{_DOWN_WORDS})\b{gap(40)}$", re.IGNORECASE)
_WENT_ON = re.compile(r"\b(?:went|moved?|moves|changed?|changes|came|comes|is|are|was|were)\b", re.IGNORECASE)
"""Behind a word of direction, these make a noun of it: `declines went from`."""
_CLAIM_BEFORE = re.compile(
    rf"\b(?P<verb>{_UP_WORDS}|{_DOWN_WORDS})\s(?P<by>by\s)?(?P<front>{_CLAIM})(?P<middle>{gap(40)})$",
    re.IGNORECASE,
)
_ARROW = re.compile(rf"(?P<first>{SIZE})\s?{_WHEN}{_CHAIN}\s?(?P<last>{SIZE})")
_ZH = re.compile(
    rf"[从由]{gap(12)}(?P<first>{SIZE}){gap(10)}{_WHEN}(?P<zh>{_ZH_UP}|{_ZH_DOWN})?[了]?(?:到|至|为|成)了?\s?"
    rf"(?P<last>{SIZE})"
)
_NOUN = r"an?\s(?P<noun>rise|increase|growth|gain|drop|decline|fall|decrease)\sof"
_AGAINST = r"from|on|compared (?:with|to)|against|versus"
_WENT = re.compile(
    rf"(?P<last>{SIZE}){gap(24)},\s?(?:(?P<word>up|down)|{_NOUN})\s(?P<front>{_CLAIM})?,?\s?"
    rf"(?:\([^()]{{0,12}}\)\s)?(?:{_AGAINST})\s{gap(14)}(?P<first>{SIZE})",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"(?P<last>{SIZE}){gap(30)}\b(?:after|against|compared (?:with|to)|versus|vs)\s{gap(8)}"
    rf"(?P<first>{SIZE}){gap(14, also=MOMENT + OTHER)}"
    rf"(?:,\s(?:so\s)?{_NOUN}\s|(?P<is_open>\()(?=[{PERCENT}]))(?P<front>{_CLAIM})",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    rf"(?P<front>{_CLAIM})\s(?:slower|faster|more|less|fewer|higher|lower|larger|smaller|longer|shorter|bigger"
    rf"|cheaper|dearer|heavier|lighter)\b{gap(44)}\((?:from\s)?(?P<last>{SIZE}){gap(8)}"
    rf"(?:vs|versus|against|compared (?:to|with)|instead of|to)\s(?P<first>{SIZE})\)",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(rf"\((?P<first>{SIZE})\s(?:to|→|->)\s(?P<last>{SIZE})\)", re.IGNORECASE)
"""A change in a bracket behind what it comes to: `fell by 12 % (50 to 44)`."""
_CLEAR = rf"[^{LETTERS}.;:|(),\n]"
_BEHIND = re.compile(
    rf"(?:{_CLEAR}|{MOMENT}){{0,26}}?{_WHEN}\s?[(,/;]\s?(?P<cue>{_CLEAR}{{0,26}}?)(?P<claim>{_CLAIM})"
    r"(?P<tail>[^,)]{0,16})"
)
_CUE = re.compile(
    r"(?:(?:ie|so|or|which|is|that(?:'s)?|an?|the|total|overall|net|up|down|plus|minus|by|of|increased?|rise|rose"
    r"|drop(?:ped)?|decreased?|decline|growth|grew|fall|fell|gain|change|difference|factor|more|less|over|just"
    r"|for|reduction|jump|in all|than|[=+±≈-])\s?)*",
    re.IGNORECASE,
)
_ZH_CUES = re.compile(
    r"(?:增长|增加|增幅|涨幅|上涨|上升|提升|提高|升幅|下降|降低|减少|降幅|跌幅|缩短|净增加?|净减少?|多|少|涨|降|升|减|增|差|相差"
    r"|同比|环比|共|总共|一共|即|也就是|约|为|达|了|近|变化|变为原来的|是原来的|超过|超|变动|[+-]|\s)*"
)
_SPEAKS = re.compile(
    r"\b(?:up|down|increase\w*|rise|rose|drop\w*|decrease\w*|decline|growth|grew|fell|fall|gain|change|factor"
    r"|difference|reduction|jump)\b|[增涨升降减跌多少差]",
    re.IGNORECASE,
)
_NOT_OF_IT = re.compile(
    r"\s?(?:of\b|per\b|limit|threshold|target|goal|budget|year|ci\b|confidence|的|阈值|目标|以内)",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"\b(?:rank\w*|place|position|priority|sev\w*|version|v\d|grade|tier|level|page|revision|step|list|charts?|stars?|league)\b|排名|第\s?$"
    r"|名次|级|版本|\d(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_UP = re.compile(rf"(?:{_UP_WORDS}|{_ZH_UP}|rise|increase|growth|gain)", re.IGNORECASE)
_DOWN = re.compile(rf"(?:{_DOWN_WORDS}|{_ZH_DOWN}|drop|decline|fall|decrease)", re.IGNORECASE)


class _Pair(NamedTuple):
    """What an amount was and what it became, and the word that says which way it went."""

    first: Value
    last: Value
    word: str = ""
    is_ordered: bool = True


def changes(text: Outline) -> Iterator[Working]:
    """Give each change that a statement states with what it says the change comes to."""
    seen: set[int] = set()
    for bracket in _IN_BRACKETS.finditer(text.text):
        pair = _Pair(text.value(bracket, "first"), text.value(bracket, "last"))
        said = _CLAIM_BEFORE.search(text.text[: bracket.start()].rstrip())
        if said is not None and said["by"] and _alike(pair.first, pair.last):
            seen.add(pair.last.token.start)
            yield from _claimed(pair, text.value(said, "front"), said["verb"])
    for pattern in (_FROM_TO, _ARROW, _ZH, _WENT, _AFTER, _COMPARED):
        for found in pattern.finditer(text.text):
            groups = found.groupdict()
            first, last = text.value(found, "first"), text.value(found, "last")
            if last.token.start in seen or not _alike(first, last) or _is_chained(text.text, found):
                continue
            seen.add(last.token.start)
            before = text.text[: found.start()]
            verb = _VERB_BEFORE.search(before) if pattern is _FROM_TO else None
            word = next((groups[g] for g in ("zh", "word", "noun") if groups.get(g)), "") or ""
            is_ordered = pattern not in (_COMPARED, _AFTER)
            if verb is not None and _WENT_ON.search(before, verb.end("verb")):
                verb = None
            pair = _Pair(first, last, verb["verb"] if verb else word, is_ordered)
            if pair.is_ordered and not _RANKED.search(text.text):
                yield from _turned(pair)
            claim = _claim_before(text, found, pattern)
            if claim is not None:
                yield from _claimed(pair, claim, pair.word)
            if pattern in (_FROM_TO, _ARROW, _ZH, _WENT):
                yield from _behind(text, found.end("first" if pattern is _WENT else "last"), pair)


def pairs(text: Outline) -> list[tuple[Value, Value]]:
    """Give what was and what it became, for each change that a statement states."""
    found = (match for pattern in (_FROM_TO, _ARROW, _ZH, _WENT) for match in pattern.finditer(text.text))
    ends = [(text.value(match, "first"), text.value(match, "last")) for match in found]
    return [(first, last) for first, last in ends if _alike(first, last)]


def _is_chained(text: str, found: re.Match[str]) -> bool:
    """Tell whether a change is one of several in a row, whose sum may be said behind them."""
    return re.search(rf"{_CHAIN}\s?$", text[: found.start()]) is not None or (
        re.match(rf"\s?{_CHAIN}|\s(?:and|to|then)\s(?:then\s|to\s)?{SIZE}", text[found.end() :]) is not None
    )


def _claim_before(text: Outline, found: re.Match[str], pattern: re.Pattern[str]) -> Value | None:
    """Give the amount in front of a change that says by how much: `grew by 20 % ..., from A to B`."""
    if pattern is not _FROM_TO:
        if not found.groupdict().get("front"):
            return None
        claim = text.value(found, "front")
        is_signed = claim.token.text[:1] in "+-−" or not found.groupdict().get("is_open")
        return claim if is_signed else None
    before = _CLAIM_BEFORE.search(text.text[: found.start()])
    if before is None or re.search(r"\bto\b|\band\b", before["middle"]):
        return None
    claim = text.value(before, "front")
    unit = claim.token.unit
    is_factor = unit is not None and unit.dimension in ("percent", "times")
    return claim if before["by"] or is_factor else None


def _alike(first: Value, last: Value) -> bool:
    """Tell whether two amounts are of one kind and can be measured against each other."""
    is_bare = first.token.unit is None
    return are_comparable(first, last) and not (is_bare and _of_two_scales(first.token, last.token))


def _of_two_scales(one: ValueToken, other: ValueToken) -> bool:
    """Tell whether one of two amounts has a scale word and the other is far below: `2.08 million`, `19`."""
    small, large = sorted((abs(one.number or 0.0), abs(other.number or 0.0)))
    return (scale_of(one) > 1.0) is not (scale_of(other) > 1.0) and large >= 1000.0 * small > 0.0


def _spans(pair: _Pair) -> tuple[Span, Span]:
    sizes = [1.0 if v.token.unit is None else v.token.unit.size for v in (pair.first, pair.last)]
    return span_of(pair.first).by(sizes[0]), span_of(pair.last).by(sizes[1])


def _turned(pair: _Pair) -> Iterator[Working]:
    """Give the contradiction between a word of direction and the numbers."""
    way = _way(pair)
    if not pair.word or not way:
        return
    written = f"from {pair.first.token.text.strip()} to {pair.last.token.text.strip()}"
    if way < 0 and _UP.fullmatch(pair.word):
        yield Working(pair.last.token, False, f"{written} is no rise", (pair.first.token,))
    elif way > 0 and _DOWN.fullmatch(pair.word):
        yield Working(pair.last.token, False, f"{written} is no fall", (pair.first.token,))


def _way(pair: _Pair) -> int:
    """Give 1 where a change surely goes up, -1 where down, else 0; below zero words may say either."""
    first, last = _spans(pair)
    numbers = [v.token.number or 0.0 for v in (pair.first, pair.last)]
    if min(numbers) < 0:
        return 0
    if pair.first.token.unit == pair.last.token.unit and pair.first.given == pair.last.given == "plain":
        return (numbers[1] > numbers[0]) - (numbers[1] < numbers[0])
    return int(last.low > first.high) - int(last.high < first.low)


def _behind(text: Outline, at: int, pair: _Pair) -> Iterator[Working]:
    """Give what the clauses right behind a change say it comes to."""
    for _ in range(3):
        stop = re.search(r"[|\n]|[.!?](?:\s|$)", text.text[at:])
        rest = text.text[at : at + stop.start()] if stop else text.text[at:]
        found = _BEHIND.match(rest)
        if found is None or _NOT_OF_IT.match(found["tail"]):
            return
        claim = text.values[at + found.start("claim")]
        cue = found["cue"].strip()
        is_signed = _sign_of(claim, cue) != ""
        if not is_signed:
            if not (_CUE.fullmatch(cue) or _ZH_CUES.fullmatch(cue)):
                return
            if not _SPEAKS.search(cue) and not _speaks_itself(claim, found):
                return
        yield from _claimed(pair, claim, cue)
        at += found.end("claim")
        if at < len(text.text) and text.text[at] == ")":
            at += 1


def _speaks_itself(claim: Value, found: re.Match[str]) -> bool:
    """Tell whether an amount is a change without a word for it: a factor, or a percentage in a bracket."""
    unit = claim.token.unit
    if unit is None or found["cue"].strip():
        return False
    is_in_bracket = "(" in found.group()[: found.start("claim")]
    return unit.dimension == "times" or (unit.dimension == "percent" and is_in_bracket)


def _claimed(pair: _Pair, claim: Value, cue: str) -> Iterator[Working]:
    """Judge what a change is said to come to, and the sign of it."""
    first, last = _spans(pair)
    if first.low <= 0 <= first.high or min(first.low, last.low) < 0 or last.low <= 0 <= last.high:
        return
    readings, worked = _readings(pair, claim, first, last)
    if not readings:
        return
    agrees = any_meets(readings, claim)
    operands = (pair.first.token, pair.last.token)
    written = f"from {pair.first.token.text.strip()} to {pair.last.token.text.strip()}"
    if agrees is False:
        said = f"{written} is {worked}, not {claim.token.text.strip()}"
        yield Working(claim.token, False, said, operands)
    elif agrees and pair.is_ordered and _is_opposed(claim, cue, _way(pair)):
        yield Working(claim.token, False, f"{written} goes the other way", operands)
    elif agrees:
        yield Working(claim.token, True, written, operands)


def _sign_of(claim: Value, cue: str) -> str:
    """Give the sign in front of an amount; of `+$7,834` it stands in front of the currency."""
    for text in (claim.token.text[:1], cue[-1:]):
        if text and text in "+-−±":
            return text.replace("−", "-")
    return ""


def _is_opposed(claim: Value, cue: str, way: int) -> bool:
    """Tell whether a sign, or a word in front of it, points the other way than the numbers."""
    words = re.findall(r"[a-z]+|[一-龥]+", cue.lower())
    sign = _sign_of(claim, cue)
    is_up = sign == "+" or any(_UP.fullmatch(word) for word in words)
    is_down = sign == "-" or any(_DOWN.fullmatch(word) for word in words)
    return is_up != is_down and way == (-1 if is_up else 1)


def _point(pair: _Pair) -> tuple[float, float]:
    """Give the two sizes as written, in the base of their unit."""
    sizes = [1.0 if v.token.unit is None else v.token.unit.size for v in (pair.first, pair.last)]
    return (pair.first.token.number or 0.0) * sizes[0], (pair.last.token.number or 0.0) * sizes[1]


def _readings(pair: _Pair, claim: Value, first: Span, last: Span) -> tuple[list[Span], str]:
    """Give all that the claim may mean, in its own unit, and the plainest of them as text."""
    unit, own, said = claim.token.unit, pair.last.token.unit, claim.token
    was, became = _point(pair)
    ratio, inverse = last.over(first), first.over(last)
    grown, shrunk = ratio.plus(Span(-1.0, -1.0)), inverse.plus(Span(-1.0, -1.0))
    difference, apart = last.minus(first), abs(became - was)
    if unit is not None and unit.dimension == "percent":
        found = [grown.by(100.0), shrunk.by(100.0), ratio.by(100.0), ratio]
        worked = f"{shown(100.0 * (became - was) / was, said)} %"
        if own is not None and own.dimension == "percent":
            found.append(difference)
            worked = f"{shown(apart, said)} points or {worked}"
        return [reading.by(1.0 / unit.size) for reading in found], worked
    if unit is not None and unit.dimension == "times":
        return [ratio, inverse, grown, shrunk], f"a factor of {shown(max(became / was, was / became), said)}"
    if unit is None:
        size = 1.0 if own is None else own.size
        return [difference.by(1.0 / size), ratio, inverse], shown(apart / size, said)
    if own is None or unit.dimension != own.dimension:
        return [], ""
    found = [difference.by(1.0 / unit.size)]
    if unit.dimension == "bytes" and unit != own:
        found += [found[0].by(1.024**power) for power in (-2, -1, 1, 2)]
    return found, f"{shown(apart / unit.size, said)} {unit.name}"
