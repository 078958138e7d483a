"""The wording by which a state is said of a thing as a plain fact: `is still pending`, `状态为待审批`.

Of the evidence it may know the record that is named, and no other.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.subjects import Named
from evidencelab.traces.states.told_states import TURNED
from evidencelab.traces.wording.state_words import families_of, folded
from evidencelab.traces.wording.words import words_of

_LEAD_IN = re.compile(
    r"(?:^|[-–—:：|(（,，·])\s*[*_`]*\s*(?:(?:status|state|severity|level|priority|状态|级别|等级)\s*[:：]?\s*[*_`]*\s*"
    r"|(?:is |was )?(?:currently|now|still|already)\s+|目前|当前|现在|现|仍)*[*_`]*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[*_`]*(?:[ -](?:severity|priority|status|level))?\s*(?:$|[)）,，;；。.|!]|[-–—]\s)")
_PREDICATE = re.compile(
    r"\b(?:is|was|has been|had been|remains?|became|becomes|went|marked as|listed as|rated|shows as"
    r"|shown as|status of)\s+"
    r"(?:currently |now |still |already |also |again |marked as |listed as |shown as |rated "
    r"|(?:an?|the) (?=[*_`]*$)"
    r"|(?:in|at) (?:an? |the )?(?=[*_`]*$))*[*_`\"]*$",
    re.IGNORECASE,
)
_IS_ONE = re.compile(r"\bis (?:an?|the) [*_`]*$", re.IGNORECASE)
_OF_DAYS = re.compile(
    r"\b(?:are|were|have been)\s+(?:currently |now |still |already |also )*[*_`]*$", re.IGNORECASE
)
"""What days are said to be; of names, several may be meant."""
_GOES_ON = re.compile(
    r"[*_`\"]*(?:\s(?:state|status|phase|stage|mode))?\s*(?:$|[)）,，;；。.|!]|(?:on|as of|at|by|in|since|for"
    r"|with|but|and|so|again|over|because|due|today|yesterday)\b)",
    re.IGNORECASE,
)
_BY_HOW_MUCH = re.compile(
    r"[*_`\"]*\s(?:by|from|to|on|over|versus|vs|compared|slightly|sharply|about|roughly|nearly"
    r"|almost|more than)\b|[*_`\"]*\s\(?[+~≈-]?[$€£¥]?\d[\d.,]*\s?(?:%|x\b|points?|pp\b)",
    re.IGNORECASE,
)
"""Behind `up` or `down`, these make a direction of it."""
_HAS_DONE = frozenset(
    ("passed", "failed", "succeeded", "completed", "crashed", "expired", "landed", "departed", "arrived")
)
"""States that are told with a verb of their own: `the e2e job passed`."""
_GOES_ON_DONE = re.compile(
    r"[*_`]*\s*(?:$|[)）,，;；。.|!]|(?:at|in|within|since|with|without|but|and|while|so|today|yesterday|again"
    r"|on \d\d?)\b)",
    re.IGNORECASE,
)
_BEHIND_NAME = re.compile(
    r"[*_`\"')\]\s]*(?:\([^()]{1,24}\)\s*)?(?:of \S+\s+)?(?:\w+\s+){0,2}(?:has |have |had |also )?[*_`]*$"
)
_CJK_LEAD = re.compile(
    r"(?:为|是|在|目前|当前|状态|处于|显示|仍|还|现|订单|包裹|工单|告警|申请|任务|设备|服务"
    r"|[A-Za-z0-9`*]\s*|，|,|：|:|—|-|（|\(|\||^)\s*[*_`「“]*$"
)
_CJK_FILLING = re.compile(r"[\s*_`]|目前|当前|现在|已经|仍|还|的|是|为|在")
_CJK_BRACKETS = re.compile(r"[（(][^()（）]{1,30}[)）]$")
"""What is put in brackets behind a name, in front of its state."""
_CJK_ENDS = re.compile(r"[*_`」”]*\s*(?:$|[，。；,;）)|!！]|状态|—|-)")
_NO_PREDICATE = frozenset(("severity", "priority", "membership", "stock"))


def is_told(text: str, start: int, at: int, stop: int, said: str, name: str, one: Named) -> bool:
    """Tell whether a state is said, as a plain fact, of what stands before it."""
    before, after = text[start:at], text[stop:]
    if TURNED.search(before) or TURNED.match(after.strip()):
        return False
    if not said.isascii():
        lead = _CJK_BRACKETS.sub("", text[:at])
        between = _CJK_FILLING.sub("", _behind_label(lead, one.label))
        is_behind = bool(_CJK_LEAD.search(lead)) or between in one.record.text
        return is_behind and bool(_CJK_ENDS.match(after))
    if _LEAD_IN.search(text[:at]) and _ENDS.match(after):
        return True
    if said in ("up", "down") and _BY_HOW_MUCH.match(after):
        return False
    families = families_of(folded(said))
    own = words_of(name.split(".")[-1]) & words_of(before)
    if families & _NO_PREDICATE and not own and not re.search(r"\brated\s+\W*$", before):
        return bool(_IS_ONE.search(before)) and bool(_ENDS.match(after))
    if said in _HAS_DONE and _BEHIND_NAME.match(_behind_label(before, one.label)):
        return bool(_GOES_ON_DONE.match(after))
    is_predicate = _PREDICATE.search(before) or (not one.label and _OF_DAYS.search(before))
    return bool(is_predicate) and bool(_GOES_ON.match(after))


def _behind_label(before: str, label: str) -> str:
    """Give what stands between a name and a state; the whole where the name is not in it."""
    low = before.lower().replace("_", " ")
    return before[low.rfind(label) + len(label) :] if label and label in low else "-"
