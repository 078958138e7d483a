"""A value set against a limit, a target or another value: `58.5 %, above the 60 % target`.

What is compared must stand in front of the comparing word with a comma, a verb or a bracket between; `5 %
above the target` is a difference. A negated comparison is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from evidencelab.traces.arithmetic.amounts import are_comparable, span_of
from evidencelab.traces.wording.stated_text import SIZE, Outline, Working, gap

_Way = Literal["above", "below"]
_MARK = (
    r"(?:limit|threshold|target|goal|budget|quota|cap|maximum|minimum|max|min|slo|sla|average|mean|median|baseline"
    r"|allowance|ceiling|floor|bound|tolerance|median|allowed)"
)
_NAME = (
    r"(?:the|its|their|your|our|an?|this|that)\s(?:(?:allowed|usual|upper|lower|agreed|configured|full)\s)*"
)
_VERBS = r"(?:is|was|are|were|stays|stayed|lies|lay|remains|remained|sits|sat|stands|stood|runs|ran|being)"
_HOW = (
    r"(?:\s?(?:still|just|well|far|slightly|clearly|already|now|also|thus|therefore|much|only|barely|so|and"
    r"|but|which)\b)*"
)
_ABOVE = r"(?:above|exceeds|exceeding|exceeded|(?:higher|more|greater|larger|longer|bigger) than)"
_BELOW = r"(?:below|(?:lower|less|smaller|shorter|fewer) than)"
_ZH_ABOVE = r"(?:已经?)?(?:超过|高于|大于|突破|越过|多于|长于)了?"
_ZH_BELOW = r"(?:低于|小于|不足|少于|短于)了?"
_ZH_MARK = r"(?:阈值|上限|下限|目标|红线|水位|警戒线?|限制|限额|标准|要求|基线|平均值?|配额|预算|门槛)"
_LOOSE_ABOVE, _LOOSE_BELOW = r"(?:over|beyond)", r"(?:under|within|inside)"
"""Words that mean a comparison only in front of a limit that is so called."""
_NO_DIFFERENCE = (
    r"(?!\s?(?:points?|of\b|per\b|more|less|longer|shorter|higher|lower|later|earlier|faster|slower|times))"
)
_LIMIT = re.compile(
    rf"(?P<value>{SIZE})\)?(?:\s?,{_HOW}\s?(?:{_VERBS}\b{_HOW}\s?)?|\s{_VERBS}\b{_HOW}\s?)"
    rf"(?:(?P<above>{_ABOVE})|(?P<below>{_BELOW}))\s{_NAME}"
    rf"(?:(?P<mark>{SIZE}){_NO_DIFFERENCE}|(?:[a-z0-9]+\s){{0,2}}{_MARK}\s?(?:of|=|:|\()\s?(?P<named>{SIZE}))",
    re.IGNORECASE,
)
_LOOSE_LIMIT = re.compile(
    rf"(?P<value>{SIZE})\)?(?:\s?,{_HOW}\s?(?:{_VERBS}\b{_HOW}\s?)?|\s{_VERBS}\b{_HOW}\s?)"
    rf"(?:(?P<above>{_LOOSE_ABOVE})|(?P<below>{_LOOSE_BELOW}))\s{_NAME}"
    rf"(?:(?P<mark>{SIZE})\s(?:[a-z0-9]+\s){{0,2}}{_MARK}\b"
    rf"|(?:[a-z0-9]+\s){{0,2}}{_MARK}\s?(?:of|=|:|\()\s?(?P<named>{SIZE}))",
    re.IGNORECASE,
)
_THAN = re.compile(
    rf"(?P<value>{SIZE})\s{_VERBS}{_HOW}\s(?:(?P<above>(?:higher|more|greater|larger|longer|bigger) than)"
    rf"|(?P<below>(?:lower|less|smaller|shorter|fewer) than))\s(?P<mark>{SIZE}){_NO_DIFFERENCE}",
    re.IGNORECASE,
)
_ZH_LIMIT = re.compile(
    rf"(?P<value>{SIZE})\)?\s?,?\s?(?:已经?|仍|仅|明显|略|远|均|都)?(?:(?P<above>{_ZH_ABOVE})|(?P<below>{_ZH_BELOW}))"
    rf"\s?(?:其|设定的|规定的|配置的)?(?:{_ZH_MARK}\s?\(?(?P<named>{SIZE})|(?P<mark>{SIZE})\s?的?\s?(?:\w{{0,2}}{_ZH_MARK}))"
)
_BEHIND = re.compile(
    rf"\b(?:(?P<above>above|over|exceeds|exceeding|beyond)|(?P<below>below|under|within))\s(?:{_NAME})?{_MARK}\s?"
    rf"\((?P<value>{SIZE})\s?(?:vs|versus|against|/|compared (?:to|with)|of)\s(?:the\s)?(?P<mark>{SIZE})\)",
    re.IGNORECASE,
)
_RANKED = re.compile(
    rf"(?P<value>{SIZE})\)?(?:\s[a-z]+)?,?\s(?:just\s|narrowly\s|well\s|closely\s)?"
    rf"(?:(?P<ahead>ahead of)|(?P<followed>followed by))\s{gap(40)}(?:\(|with\s|at\s)(?P<mark>{SIZE})",
    re.IGNORECASE,
)
_ZH_RANKED = re.compile(
    rf"\((?P<value>{SIZE})\)\s?,?\s?(?:(?P<above>高于|多于|超过|大于)|(?P<below>低于|少于|小于))"
    rf"[^;.|()\n]{{0,14}}\((?P<mark>{SIZE})\)"
)
_MOST = re.compile(r"\b(?:largest|biggest|highest|most|top|longest|slowest|greatest|best)\b", re.IGNORECASE)
_LEAST = re.compile(
    r"\b(?:smallest|lowest|fewest|least|shortest|fastest|cheapest|worst|quickest|nearest|earliest|youngest|newest"
    r"|lightest|rank\w*|place|first|bottom)\b",
    re.IGNORECASE,
)
_REACHED = re.compile(
    rf"(?P<value>{SIZE})\s?,\s?(?:已经?|均)?(?:达到|达成|满足|实现)了?\s?(?P<mark>{SIZE})\s?的?\s?(?:目标|要求|指标|标准)"
    rf"|(?P<value2>{SIZE}),\s(?:so\s|which\s|and\s)?(?:has\s|have\s)?"
    rf"(?:reached|reaches|meets|met|meeting|reaching|hits|hitting)\s(?:{_NAME})?(?P<mark2>{SIZE})\s"
    rf"(?:target|goal|slo|sla|objective|requirement)",
    re.IGNORECASE,
)
_LESS_IS_BETTER = re.compile(
    r"\b(?:error|fail\w*|latenc\w*|loss|lost|delay\w*|cost\w*|drop\w*|churn|bounce|refund\w*|defect\w*|spend\w*|debt"
    r"|downtime|time|p\d\d|usage|fragment\w*|inflation)\b|错误|失败|延迟|丢包|耗时|成本|故障|损耗|流失|退款|浪费|以内|以下",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|never|no longer|neither|nor|without|if|unless|should|must|would|could|may|might|when|whenever"
    r"|once|until|before)\b|n't\b|[未没不非]|如果|若|当|应|需|避免",
    re.IGNORECASE,
)
_CHAINED = re.compile(r"(?:\bof|[-–~/×x*+±]|\bto|\bby|\bper|\band)\s?$|[至到]\s?$", re.IGNORECASE)


def comparisons(text: Outline) -> Iterator[Working]:
    """Give each comparison of a statement that its own numbers contradict, and each that they bear out."""
    seen: set[int] = set()
    for pattern in (_LIMIT, _LOOSE_LIMIT, _THAN, _ZH_LIMIT, _BEHIND, _ZH_RANKED):
        for found in pattern.finditer(text.text):
            groups = found.groupdict()
            named = "mark" if groups.get("mark") else "named"
            way: _Way = "above" if groups.get("above") else "below"
            yield from _compared(text, found, "value", named, way, seen)
    for found in _RANKED.finditer(text.text):
        before = text.text[: found.end()]
        if _LEAST.search(before) or (found["followed"] and not _MOST.search(before)):
            continue
        value = text.value(found, "value").token
        if value.unit is not None and value.unit.dimension == "time":
            continue
        yield from _compared(text, found, "value", "mark", "above", seen)
    for found in _REACHED.finditer(text.text):
        of, mark = ("value", "mark") if found["value"] else ("value2", "mark2")
        value = text.value(found, of).token
        is_share = value.unit is not None and value.unit.dimension == "percent"
        if is_share and not _LESS_IS_BETTER.search(text.text):
            yield from _compared(text, found, of, mark, "above", seen, or_equal=True)


def _compared(
    text: Outline,
    found: re.Match[str],
    of: str,
    mark_group: str,
    way: _Way,
    seen: set[int],
    *,
    or_equal: bool = False,
) -> Iterator[Working]:
    """Judge one comparison."""
    value, mark = text.value(found, of), text.value(found, mark_group)
    clause = re.split(r"[;.:]\s|,|\n", text.text[: found.start(of)])[-1]
    said = clause + text.text[found.start(of) : found.start(mark_group)]
    is_open = _NEGATED.search(said) or _CHAINED.search(text.text[: found.start(of)])
    if mark.token.start in seen or is_open or not are_comparable(value, mark):
        return
    seen.add(mark.token.start)
    sizes = [1.0 if v.token.unit is None else v.token.unit.size for v in (value, mark)]
    left, right = ((v.token.number or 0.0) * size for v, size in zip((value, mark), sizes, strict=True))
    first, second = span_of(value).by(sizes[0]), span_of(mark).by(sizes[1])
    is_plain = value.token.unit == mark.token.unit and value.given in ("plain", "over", "under")
    if way == "above":
        is_met = left >= right if or_equal else left > right
        is_broken = left < right if is_plain else first.high < second.low
    else:
        is_met = left < right
        is_broken = left > right if is_plain else first.low > second.high
    order = "less" if left < right else "more"
    pair = f"{value.token.text.strip()} is {order} than {mark.token.text.strip()}"
    if is_broken or is_met:
        yield Working(value.token, not is_broken, pair, (mark.token,), is_computed=False)
