"""Tell whether a call after a record was read may have changed it.

It must not judge what is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.wording.state_words import folded

_READING = re.compile(
    r"get|list|search|find|query|read|show|describe|fetch|track|check|lookup|view|status|select|grep"
    r"|cat\b|logs?|journal|results?(?![a-z])"
    r"|history|detail|calculate|audit|scan|think|transfer_to_human|measure|speed|probe|ping|analy[sz]e"
    r"|diagnos|inspect|monitor|health|validate|verify|lint|bench|count|lighthouse|report|metric|explain|diff"
    r"|compare|(?:^|_)tests?(?:_|$)",
    re.IGNORECASE,
)
_CHANGING = re.compile(
    r"(?:^|[^a-z])(?:add|apply|book|cancel|clear|create|delete|deploy|drop|edit|empty|flush|insert|move|pay|post|purge"
    r"|remove|restart|run|save|send|set|submit|update|upload|write)|创建|删除|修改|更新|发送|提交|清空|重启|写入",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"bash|shell|exec|cli|python|run|command|sql|kubectl", re.IGNORECASE)


def may_have_changed(calls: Sequence[Call], read: int, labels: Collection[str] = ()) -> bool:
    """Tell whether a call behind the one that read a record does more than read.

    Args:
        calls: All calls, in order.
        read: Index of the call that read the record.
        labels: Folded names of the record, one of which such a call has to have; none, any such call counts.
    """
    indices = [index for index, _, _ in calls]
    later = calls[indices.index(read) + 1 :] if read in indices else ()
    for _, call, _ in later:
        said = _said_by(call)
        if not only_reads(call) and (not labels or any(label in said for label in labels)):
            return True
    return False


def only_reads(call: ToolInvocation) -> bool:
    """Tell whether a call reads and changes nothing, by its name or, of a shell, by its command."""
    if _READING.search(call.tool_name):
        return True
    return bool(_GENERAL.search(call.tool_name) and _READING.search(_said_by(call)))


def is_named_for_reading(call: ToolInvocation) -> bool:
    """Tell whether a call reads, or its tool is named by a thing and by no act: `queue_depth`, `inbox`."""
    return only_reads(call) or not (_GENERAL.search(call.tool_name) or _CHANGING.search(call.tool_name))


def _said_by(call: ToolInvocation) -> str:
    return folded(f"{call.tool_name} {flat_text(call.arguments)}")
