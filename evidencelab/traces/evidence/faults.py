"""Why a call could not show that something is absent: it failed, answered in part, or was cut short.

It must not know what was said of the call.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.extractors.phrases import says_call_failed
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.formats.parts import mapping, parsed, sequence

_SHORT = 400
_PARTIAL = re.compile(
    r"partial(?:ly)?(?:[_ -](?:success|result|content|complete\w*))?|incomplete|interrupted|timed[_ ]?out"
    r"|部分(?:成功|完成)|未完成|中断",
    re.IGNORECASE,
)
_EXIT = re.compile(
    r"^\W*(?:(?:process|command) )?(?:exit(?:ed)?(?: with)?(?: code| status)?|return code"
    r"|rc)\b\W{0,3}\d+\W*\n"
    r"(?:std(?:err|out)\W*)?",
    re.IGNORECASE,
)
"""The line by which a shell's tool tells how the command ended."""
_STATUS = ("status", "state", "result", "outcome", "scan_status", "completeness")
_NOT_ALL = ("truncated", "is_truncated", "partial", "is_partial", "incomplete", "timed_out", "has_more")
_LIMIT = re.compile(r"limit|top|head|max(?:_?results|_?items)?|page_?size|per_?page|first|size|tail|k|n")
_GROUPED = re.compile(r"group[ _]?by|aggregat|summar|stats|汇总|统计", re.IGNORECASE)


_OF_REPLY = frozenset(
    ("status", "state", "data", "success", "ok", "error", "errors", "message", "code", "detail")
)
_OF_THING = re.compile(r"(?:^|_)(?:id|number|no|name|key)$|Id$|编号|单号")
_TELLING = ("error", "errors", "exception", "error_message", "traceback")
_MANY_FIELDS = 3


class Fault(NamedTuple):
    """What keeps a call from showing an absence.

    Attributes:
        kind: The class of it.
        reason: It in words, the tool's name in them.
        is_plain: Whether the call says so itself; if not, it was read off its shape.
    """

    kind: Literal["missing", "failed", "partial", "cut"]
    reason: str
    is_plain: bool = True


def fault_of(call: ToolInvocation, record: CallRecord | None) -> Fault | None:
    """Say what keeps a call from showing that something is absent; None for a complete answer."""
    notes = () if record is None else record.notes
    details = call.retrieval_details
    if "result_missing" in notes:
        return Fault("missing", f"the call of {call.tool_name} has no result")
    is_error = details is not None and details.evidence_status == "error" and not _is_record(call)
    if call.status == "error" or "result_failed" in notes or is_error:
        return Fault("failed", f"the call of {call.tool_name} failed")
    if (
        isinstance(call.output, str)
        and len(call.output) < _SHORT
        and says_call_failed(_EXIT.sub("", call.output))
    ):
        return Fault("failed", f"the call of {call.tool_name} failed")
    in_part = f"the call of {call.tool_name} answered in part"
    if says_partial(call):
        return Fault("partial", in_part)
    if details is not None and details.evidence_status == "partial":
        return Fault("partial", in_part, is_plain=False)
    if "result_truncated" in notes:
        return Fault("cut", f"the output of {call.tool_name} was cut short")
    return None


def says_partial(call: ToolInvocation) -> bool:
    """Tell whether a JSON reply says of itself that it is not the whole: `"status": "partial"`."""
    fields = mapping(parsed(call.output))
    for name in _STATUS:
        said = fields.get(name)
        if isinstance(said, str) and _PARTIAL.fullmatch(said.strip()):
            return True
    return any(fields.get(name) is True for name in _NOT_ALL) or fields.get("complete") is False


def _is_record(call: ToolInvocation) -> bool:
    """Tell whether a reply is a thing with a state of its own: a cancelled order is no cancelled call."""
    fields = mapping(parsed(call.output))
    own = fields.keys() - _OF_REPLY
    is_thing = any(_OF_THING.search(name) for name in own) or len(own) >= _MANY_FIELDS
    return is_thing and not any(fields.get(name) for name in _TELLING) and fields.get("success") is not False


def records_listed(call: ToolInvocation) -> tuple[frozenset[str], ...]:
    """Give the keys of the lists of records in a reply that lists all there is of something.

    A reply is left out that sums records up, or that has as many of them as were asked for.
    """
    asked = mapping(call.arguments)
    if _GROUPED.search(f"{call.tool_name} {' '.join(map(str, asked))}"):
        return ()
    most = [n for key, n in asked.items() if _LIMIT.fullmatch(key.lower()) and isinstance(n, int)]
    value = parsed(call.output)
    lists = [value, *mapping(value).values()]
    found = []
    for items in map(sequence, lists):
        if len(items) >= 2 and len(items) not in most and all(isinstance(item, dict) for item in items):
            found.append(frozenset(key for item in items for key in mapping(item)))
    return tuple(found)
