"""A change from one amount to another, with its difference, percentage or factor, and its direction.

`from $4,000 to $9,200 (+130 %, +$5,200)`, `从 500 升至 2300，增长 4.6 倍`, `18 → 9 (-50%)`, and
`rose from 9 to 4`.
What it comes to is worked out apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.arithmetic.amounts import are_comparable
from evidencelab.traces.stated.change_claims import (
    DOWN_WORDS,
    UP_WORDS,
    ZH_DOWN,
    ZH_UP,
    Pair,
    claimed,
    sign_of,
    turned,
)
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
_WHEN = r"(?:\([^()]{0,30}\)\s?)?"
_CHAIN = r"(?:→|->|=>|⟶|➜|➔)"
_FROM_TO = re.compile(rf"\bfrom\s(?P<first>{SIZE}){gap(24)}{_WHEN}\bto\s(?P<last>{SIZE})", re.IGNORECASE)
_VERB_BEFORE = re.compile(rf"\b(?P<verb>{UP_WORDS}|{DOWN_WORDS})\b{gap(40)}$", re.IGNORECASE)
_WENT_ON = re.compile(r"\b(?:went|moved?|moves|changed?|changes|came|comes|is|are|was|were)\b", re.IGNORECASE)
"""Behind a word of direction, these make a noun of it: `declines went from`."""
_CLAIM_BEFORE = re.compile(
    rf"\b(?P<verb>{UP_WORDS}|{DOWN_WORDS})\s(?P<by>by\s)?(?P<front>{_CLAIM})(?P<middle>{gap(40)})$",
    re.IGNORECASE,
)
_ARROW = re.compile(rf"(?P<first>{SIZE})\s?{_WHEN}{_CHAIN}\s?(?P<last>{SIZE})")
_ZH = re.compile(
    rf"[从由]{gap(12)}(?P<first>{SIZE}){gap(10)}{_WHEN}(?P<zh>{ZH_UP}|{ZH_DOWN})?[了]?(?:到|至|为|成)了?\s?"
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
_SPOKEN_BEHIND = re.compile(
    r"\s(?:more|less|fewer|higher|lower|longer|shorter|slower|faster|cheaper|dearer|larger|smaller)\s?$",
    re.IGNORECASE,
)
"""Behind an amount at the end of its clause, these say that it is the difference."""
_THAT_IS = re.compile(r"i\.e\.", re.IGNORECASE)
_NOT_OF_IT = re.compile(
    r"\s?(?:of\b|per\b|limit|threshold|target|goal|budget|year|ci\b|confidence|的|阈值|目标|以内)",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"\b(?:rank\w*|place|position|priority|sev\w*|version|v\d|grade|tier|level|page|revision|step|list|charts?|stars?|league)\b|排名|第\s?$"
    r"|名次|级|版本|\d(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)


def changes(text: Outline) -> Iterator[Working]:
    """Give each change that a statement states with what it says the change comes to."""
    seen: set[int] = set()
    for bracket in _IN_BRACKETS.finditer(text.text):
        pair = Pair(text.value(bracket, "first"), text.value(bracket, "last"))
        said = _CLAIM_BEFORE.search(text.text[: bracket.start()].rstrip())
        if said is not None and said["by"] and _alike(pair.first, pair.last):
            seen.add(pair.last.token.start)
            yield from claimed(pair, text.value(said, "front"), said["verb"])
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
            pair = Pair(first, last, verb["verb"] if verb else word, is_ordered)
            if pair.is_ordered and not _RANKED.search(text.text):
                yield from turned(pair)
            claim = _claim_before(text, found, pattern)
            if claim is not None:
                yield from claimed(pair, claim, pair.word)
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


def _behind(text: Outline, at: int, pair: Pair) -> Iterator[Working]:
    """Give what the clauses right behind a change say it comes to."""
    plain = _THAT_IS.sub("ie  ", text.text)
    for _ in range(3):
        stop = re.search(r"[|\n]|[.!?](?:\s|$)", plain[at:])
        rest = plain[at : at + stop.start()] if stop else plain[at:]
        found = _BEHIND.match(rest)
        if found is None or _NOT_OF_IT.match(found["tail"]):
            return
        claim = text.values[at + found.start("claim")]
        cue = found["cue"].strip()
        is_signed = sign_of(claim, cue) != ""
        if not is_signed:
            if not (_CUE.fullmatch(cue) or _ZH_CUES.fullmatch(cue)):
                return
            is_spoken = _SPEAKS.search(cue) or _SPOKEN_BEHIND.match(found["tail"])
            if not is_spoken and not _speaks_itself(claim, found):
                return
        yield from claimed(pair, claim, cue)
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
