"""Said never to have been used, opened or changed, where the one call that asked for that failed.

The failed call must name the thing and have a word of the act in its tool's name; a call that asked for the
thing by such a name and answered may well have shown it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.evidence.bearing import Bearing
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.values.reader import value_tokens

_ACTS = {
    "used": r"us(?:e|age|ed)(?![a-z])|activit|access|call|request|traffic|hits?(?![a-z])",
    "accessed": r"access|activit|usage|view|read|open|login",
    "opened": r"open|view|activit|access|track|event",
    "changed": r"chang|modif|histor|audit|version|diff|revision",
    "called": r"call|invo|usage|traffic|request",
    "shared": r"shar|permission|access|acl",
    "downloaded": r"download|access|activit|usage",
    "paid": r"pay|transaction|ledger|invoice|settle",
}
_SAME = {
    "touched": "changed",
    "modified": "changed",
    "edited": "changed",
    "invoked": "called",
    "read": "opened",
    "viewed": "opened",
}
_WORDS = "|".join((*_ACTS, *_SAME))
_NEVER = re.compile(
    rf"\b(?:(?:has|have|had)\s+(?:not|never)\s+been|(?:was|were)\s+(?:not|never)|(?:has|have|had)n['’]t\s+been"
    rf"|(?:was|were)n['’]t)\s+(?:actually\s+|yet\s+|ever\s+)?({_WORDS})\b",
    re.IGNORECASE,
)
_NEVER_CJK = re.compile(r"(?:从未|尚未|未|没有)(?:被)?(使用|访问|打开|修改|调用|下载)")
_CJK = {
    "使用": "used",
    "访问": "accessed",
    "打开": "opened",
    "修改": "changed",
    "调用": "called",
    "下载": "downloaded",
}
_UNSURE = re.compile(
    r"\b(?:if|whether|unknown|unclear|could not|couldn't|cannot|can't|unable|fail\w*|denied|check|verify"
    r"|should|would|(?-i:may)|might|likely|probably|apparently|seems?|appears?|as far as"
    r"|by (?:me|us)|according)\b"
    r"|是否|如果|无法|失败|可能|应|确认",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`([^`\n]{3,60})`")


def unused_in_vain(text: str, laid: Sequence[Bearing]) -> tuple[int, str] | None:
    """Give the failed call on which a claim of no use rests, and why it shows nothing; None if it may hold.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    found = _NEVER.search(text) or _NEVER_CJK.search(text)
    if found is None or _UNSURE.search(text):
        return None
    act = _CJK.get(found[1], found[1].lower())
    asks = re.compile(_ACTS[_SAME.get(act, act)], re.IGNORECASE)
    names = [token.folded for token in value_tokens(text) if token.kind == "name"]
    names += [quoted.lower() for quoted in _QUOTED.findall(text)]
    for name in dict.fromkeys(names):
        asking = [
            bearing
            for bearing in laid
            if asks.search(bearing.call.tool_name) and name in flat_text(bearing.call.arguments).lower()
        ]
        vain = [b for b in asking if b.fault is not None and b.fault.kind in ("missing", "failed")]
        if vain and len(vain) == len(asking):
            fault = vain[-1].fault
            reason = fault.reason if fault is not None else ""
            return vain[-1].number, f"{reason}, and no other call asked how {name!r} was {act}"
    return None
