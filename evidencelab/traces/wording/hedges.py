"""How a number is given: as approximate, as a bound, or plainly. English and Chinese."""

from __future__ import annotations

import re
from typing import Literal, cast

Hedge = Literal["about", "over", "under"] | None

_REACH = 40
_BEFORE_NUMBER = r"\s*[*_`\"(]*[$€£¥]?\s*$"
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approx\.?|approximately|roughly|nearly|almost|close to|near"
    r"|some|circa|ca\.|estimated)"
    rf"|(?<!\d)[~≈]|(?:大约|大概)[\u4e00-\u9fff]{{0,4}}|约[为占合需有]?|近|将近|接近){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?:\b(?:over|more than|at least|above|exceed\w*|greater than|beyond|no less than)"
    rf"|[>≥]=?|超过|至少|高于|大于){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"(?:\b(?:under|less than|fewer than|at most|below|lower than|no more than"
    r"|(?<!add )(?<!adds )(?<!added )(?<!adding )(?<!sum )(?<!sums )up to)"
    rf"|[<≤]=?|不到|最多|低于|小于){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_ABOUT_AFTER = re.compile(r"^\s*(?:or so|-?ish\b|左右|上下)", re.IGNORECASE)
_OVER_AFTER = re.compile(
    r"^(?:\+(?!\s?\d)|\s*(?:or|and) (?:more|above|over|up|higher|greater|later|newer|older)\b|\s*upwards"
    r"|-plus\b|[- ]odd\b|以上|多(?:个|次|条)|余|\s*(?:and (?:a bit|a half|some|change)\b))",
    re.IGNORECASE,
)
_AND_MORE = re.compile(r"(?<=[天年月周时秒分元里米克吨升度])多(?![于少数样久种云])")
"""Behind a measure, this says that it is cut off: `4 天多`."""
_UNDER_AFTER = re.compile(
    r"^\s*(?:(?:or|and) (?:less|fewer|below|lower|under|earlier)\b|以下|以内)",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"[*_`)]*\s*(?:的)?(?:阈值|上限|下限|限额|红线)"
    r"|[*_`)]*\s(?:[a-z]+ )?(?:thresholds?|limits?|caps?|quota|ceiling|budget)\b",
    re.IGNORECASE,
)
"""Behind a number, these make a bound of it, told exactly: `above the 85 % threshold`."""
_ABOUT_BOTH = re.compile(
    r"(?:\b(?:about|around|approximately|roughly|circa|some)\s|[~≈]\s?|大约\s?|大概\s?|约\s?)[*_`$€£¥]{0,4}\d[\d.,]*%?[*_`]*"
    rf"\s?(?:\b(?:vs\.?|versus|against|or)(?=\s)|/|对比?|比){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
"""In front of the second of two numbers that are set against each other, as both are about so much."""
_ROUND = re.compile(r"\d*[05](?:\s?(?:%|x|times|[a-z]+))?", re.IGNORECASE)
_RANGE_AFTER = re.compile(r"\s?(?:-|–|to|or|至|到|~)\s?\d*[05]\b")
_RANGE_BEFORE = re.compile(r"\d*[05]\s?(?:-|–|to|or|至|到|~)\s?$")
_BETWEEN_AFTER = re.compile(r"\s?(?:到|至|-|–|~)\s?[\d.]+\s?\S{0,2}之间")
_BETWEEN_BEHIND = re.compile(r"\s?之间")
_TO_BEFORE = re.compile(r"\d\s?\S{0,2}\s?(?:到|至|-|–|~)\s?$")


def hedge_of(text: str, start: int, end: int) -> Hedge:
    """Name how a number at `[start, end)` is given: as approximate, as a bound, or plainly."""
    before, behind = text[max(0, start - 24) : start], text[end : end + 14]
    for hedge, left, right in (
        ("about", _ABOUT, _ABOUT_AFTER),
        ("over", _OVER, _OVER_AFTER),
        ("under", _UNDER, _UNDER_AFTER),
    ):
        if left.search(before) or right.match(behind):
            return None if hedge != "about" and _BOUND.match(text, end) else cast("Hedge", hedge)
    if _ABOUT_BOTH.search(text[max(0, start - _REACH) : start]):
        return "about"
    if _AND_MORE.match(text, end):
        return "over"
    if _BETWEEN_AFTER.match(text, end) or (_BETWEEN_BEHIND.match(text, end) and _TO_BEFORE.search(before)):
        return "about"
    if _ROUND.fullmatch(text[start:end].strip()) and (
        _RANGE_AFTER.match(text[end:]) or _RANGE_BEFORE.search(before)
    ):
        return "about"
    return None


_WITHIN = re.compile(rf"\b(?:within|inside){_BEFORE_NUMBER}", re.IGNORECASE)
_WITHIN_CJK = re.compile(r"\s?[以之]?内(?![存部容网置陆外径])")


def is_within(text: str, start: int, end: int) -> bool:
    """Tell whether a length of time at `[start, end)` is told as one that something did not exceed."""
    return bool(_WITHIN.search(text[max(0, start - 24) : start]) or _WITHIN_CJK.match(text, end))


_FROM_TO = re.compile(r"\b(?:after|since|before|until|till|past)\s+[*_`]*$", re.IGNORECASE)
_FROM_TO_CJK = re.compile(r"[*_`\s]*(?:[之以][前后]|以来|后|前|起)")


def bounds_a_span(text: str, start: int, end: int) -> bool:
    """Tell whether a moment at `[start, end)` is told as where a span of time begins or ends."""
    return bool(_FROM_TO.search(text[max(0, start - 16) : start]) or _FROM_TO_CJK.match(text, end))
