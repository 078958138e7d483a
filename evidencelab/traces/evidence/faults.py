"""Why a call could not show that something is absent: it failed, answered in part, or was cut short.

It must not know what was said of the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.extractors.phrases import says_call_failed
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.formats.parts import mapping, parsed, sequence
from evidencelab.traces.wording.words import name_words, verb_stems

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
_EXITED = re.compile(
    r"\b(?:exit(?:ed)?(?: with)?(?: (?:status|code))?|return code|rc)[ =:]+[1-9]\d*\W*$", re.IGNORECASE
)
_ERROR_LINE = re.compile(
    r"\W{0,3}(?:error|fatal|failed|traceback|[\w.]*(?:error|exception))\b", re.IGNORECASE
)
_STATUS = ("status", "state", "result", "outcome", "scan_status", "completeness")
_NOT_ALL = ("truncated", "is_truncated", "partial", "is_partial", "incomplete", "timed_out", "has_more")
_NEXT = ("next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken")
_RETURNED = re.compile(r"returned|shown|displayed|processed|fetched|scanned", re.IGNORECASE)
_TOTAL = re.compile(r"total(?:_?(?:matching|count|rows|results|hits|items|records|matches))?", re.IGNORECASE)
_PAGE = re.compile(r"(?:current_?)?page(?:_?(?:no|num|number|index))?|页码|当前页", re.IGNORECASE)
_PAGES = re.compile(r"(?:total_?|num_?|n_)?pages|pages?_?(?:count|total)|last_?page|总页数", re.IGNORECASE)
_RUNNING = re.compile(
    r"running|in[ _-]?progress|pending|queued|processing|started|运行中|进行中|排队中|处理中", re.IGNORECASE
)
_RESULTS = ("result", "results", "findings", "report", "output", "data")
_ENDS = ("finished_at", "completed_at")
_RECORDS = (*_RESULTS, "records", "items", "rows", "values", "value", "events", "entries", "readings")
_NOTES = ("warning", "message", "note", "detail", "reason", "info", "备注", "说明")
_NOT_YET = re.compile(
    r"\bnot (?:yet )?(?:been )?(?:published|available|ready|loaded|received|collected|ingested|synced"
    r"|reported)\b"
    r"|\b(?:is|are|feed|data) (?:still )?(?:delayed|pending|unavailable)\b"
    r"|尚未|还未|未(?:发布|到达|入库|同步|生成|上传)|延迟(?:发布|到达)|暂不可用",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"limit|top|head|max(?:_?results|_?items)?|page_?size|per_?page|first|size|tail|k|n")
_GROUPED = re.compile(r"group[ _]?by|aggregat|summar|stats|汇总|统计", re.IGNORECASE)


_OF_REPLY = frozenset(
    ("status", "state", "data", "success", "ok", "error", "errors", "message", "code", "detail")
)
_OF_THING = re.compile(r"(?:^|_)(?:id|number|no|name|key)$|Id$|编号|单号")
_TELLING = ("error", "errors", "exception", "error_message", "traceback")
_MANY_FIELDS, _TWO, _DEEP, _MOST_LINES = 3, 2, 3, 4000
_TELLING_ZH = ("错误", "错误信息", "报错", "异常信息", "失败原因")
_BROKEN = re.compile(
    r"(?:(?:the|a|an)\s)?(?:[\w./-]{1,40}\s){0,5}?(?:timed out|crashed|aborted|gave up|(?:did|does) not"
    r" (?:respond|answer|reply)|(?:is|was) (?:down|offline|unavailable|unreachable"
    r"|not (?:responding|reachable))|gave no (?:reply|answer|response))\b",
    re.IGNORECASE,
)
"""How the one line of a reply says that what was asked did not come to its end."""
_OF_PARTS = ("failed", "failures", "unavailable", "warnings", "failed_sections")
_FAILED_LINE = re.compile(
    r"[\s#*-]*([A-Za-z][\w -]{2,40}?)\s*[:=]\s*[\"'(\[<]?(?:error|failed|failure|timed? ?out|timeout"
    r"|unavailable|could not|unable to|permission denied|access denied|forbidden|not collected)\b",
    re.IGNORECASE,
)
"""A line that has an error for the value of its key."""


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
    is_error = details is not None and details.evidence_status == "error"
    is_error = is_error and not _is_record(call) and not _is_in_the_state_asked_for(call)
    if call.status == "error" or "result_failed" in notes or is_error:
        return Fault("failed", f"the call of {call.tool_name} failed")
    if (
        isinstance(call.output, str)
        and len(call.output) < _SHORT
        and says_call_failed(_EXIT.sub("", call.output))
    ):
        return Fault("failed", f"the call of {call.tool_name} failed")
    if _says_so(call) or _ended_badly(call):
        return Fault("failed", f"the call of {call.tool_name} failed")
    if _is_not_there_yet(mapping(parsed(call.output))):
        return Fault("missing", f"the call of {call.tool_name} has no result yet")
    in_part = f"the call of {call.tool_name} answered in part"
    if says_partial(call):
        return Fault("partial", in_part)
    if details is not None and details.evidence_status == "partial":
        return Fault("partial", in_part, is_plain=False)
    if "result_truncated" in notes:
        return Fault("cut", f"the output of {call.tool_name} was cut short")
    return None


def _says_so(call: ToolInvocation) -> bool:
    """Tell whether the one line of a reply, or a field for errors in Chinese, says that the call failed."""
    value = parsed(call.output)
    if isinstance(value, str):
        line = value.strip()
        return len(line) <= _SHORT // 2 and "\n" not in line and _BROKEN.match(line) is not None
    fields = mapping(value)
    return len(fields) <= _MANY_FIELDS and any(isinstance(fields.get(n), str) for n in _TELLING_ZH)


def _ended_badly(call: ToolInvocation) -> bool:
    """Tell whether the last line of a short output has an exit code, and another line an error."""
    if not isinstance(call.output, str) or len(call.output) > _SHORT:
        return False
    *lines, last = call.output.strip().split("\n")
    return bool(_EXITED.search(last)) and any(_ERROR_LINE.match(line) for line in lines)


def says_partial(call: ToolInvocation) -> bool:
    """Tell whether a JSON reply says of itself that it is not the whole: `"status": "partial"`."""
    fields = mapping(parsed(call.output))
    for name in _STATUS:
        said = fields.get(name)
        if isinstance(said, str) and _PARTIAL.fullmatch(said.strip()):
            return True
    is_part = any(fields.get(name) is True for name in _NOT_ALL) or fields.get("complete") is False
    return is_part or _has_more(fields) or _is_still_running(fields)


def _has_more(fields: Mapping[str, JsonValue]) -> bool:
    """Tell whether a reply counts more than it returns, or tells where the rest is."""
    counts = {name: n for name, n in fields.items() if isinstance(n, int) and not isinstance(n, bool)}
    returned = [n for name, n in counts.items() if _RETURNED.fullmatch(name)]
    totals = [n for name, n in counts.items() if _TOTAL.fullmatch(name)]
    pages = [n for name, n in counts.items() if _PAGES.fullmatch(name)]
    page = next((n for name, n in counts.items() if _PAGE.fullmatch(name)), None)
    if pages and page is not None and max(1, page) < max(pages):
        return True
    is_short = bool(returned and totals) and min(returned) < max(totals)
    return is_short or any(isinstance(fields.get(name), str) and fields[name] for name in _NEXT)


def _is_still_running(fields: Mapping[str, JsonValue]) -> bool:
    """Tell whether a reply says that what was asked for is still worked on, and has no result."""
    said = (fields.get(name) for name in _STATUS)
    is_running = any(isinstance(one, str) and _RUNNING.fullmatch(one.strip()) for one in said)
    return is_running and any(name in fields and not fields[name] for name in (*_RESULTS, *_ENDS))


def _is_not_there_yet(fields: Mapping[str, JsonValue]) -> bool:
    """Tell whether a reply has nothing for its result, and a note that says that it is still to come."""
    is_empty = any(name in fields and fields[name] is None for name in _RECORDS)
    notes = (fields.get(name) for name in _NOTES)
    return is_empty and any(isinstance(note, str) and _NOT_YET.search(note) for note in notes)


def _is_record(call: ToolInvocation) -> bool:
    """Tell whether a reply is a thing with a state of its own: a cancelled order is no cancelled call."""
    fields = mapping(parsed(call.output))
    own = fields.keys() - _OF_REPLY
    is_thing = any(_OF_THING.search(name) for name in own) or len(own) >= _MANY_FIELDS
    return is_thing and not any(fields.get(name) for name in _TELLING) and fields.get("success") is not False


def _is_in_the_state_asked_for(call: ToolInvocation) -> bool:
    """Tell whether a reply's state is what the call's name asks for: `cancel_trip` gives `cancelled`."""
    fields = mapping(parsed(call.output))
    states = (state for name in _STATUS if isinstance(state := fields.get(name), str))
    asked = name_words(call.tool_name.replace("_", " "))
    return any(verb_stems(state) & asked for state in states) and not any(
        fields.get(name) for name in _TELLING
    )


def failed_sections(call: ToolInvocation) -> Iterator[tuple[str, str]]:
    """Give the parts of a reply that failed where others did not, each with its name and what it says.

    An object that holds nothing but an error, an error under a part's name, or a keyed line of one.
    """
    value = parsed(call.output)
    if isinstance(value, str):
        for line in value.split("\n")[:_MOST_LINES]:
            keyed = _FAILED_LINE.match(line)
            if keyed is not None:
                yield keyed[1], line.strip()
        return
    yield from _failed_in(value, 0)


def _failed_in(value: JsonValue, depth: int) -> Iterator[tuple[str, str]]:
    fields = mapping(value)
    if len(fields) < _TWO and depth == 0:
        return
    for name, item in fields.items():
        held = mapping(item)
        said = next((held[key] for key in (*_TELLING, *_TELLING_ZH) if isinstance(held.get(key), str)), None)
        if name in _OF_PARTS:
            yield from ((part, f"{part}: {why}") for part, why in held.items() if isinstance(why, str))
        elif said and held.keys() <= _OF_REPLY.union(_TELLING, _TELLING_ZH):
            yield name, f"{name}: {said}"
        elif depth < _DEEP:
            yield from _failed_in(item, depth + 1)


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
