"""Claims that something was done with success, where the call that did it failed or is not done.

What was done is known by the words that the claim shares with a call's name and arguments. Silent where
another call may have done it, or shows it. It must not judge denials.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, topic_of, weight_of
from evidencelab.traces.evidence.later_calls import only_reads
from evidencelab.traces.formats.parts import mapping, parsed
from evidencelab.traces.wording.words import name_words, verb_stems, words_of

_TROUBLE = r"(?:errors?|issues?|problems?|failures?|warnings?)"
_SUCCESSFUL = re.compile(
    rf"\b(?:successful(?:ly)?|succeeded|cleanly|without (?:any )?{_TROUBLE}|with no {_TROUBLE}"
    r"|(?:came|come) back clean|went through|(?:is|was) complete)\b"
    r"|(?<!按)(?<!视为)(?<!当作)(?<!未)成功(?!的)",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:(?:i|we)(?:['’]ve| have)(?: also| now| just| already)? "
    r"|(?:has|have) (?:now |also |just |already )?been )"
    r"(?:successfully )?(?P<verb>[a-z-]+(?:ed|en|nt|ut|et|id|un|de|ld))\b"
    r"(?: (?P<particle>up|down|out|off|in))?",
    re.IGNORECASE,
)
_IRREGULAR = {
    "sent": "send",
    "made": "make",
    "paid": "pay",
    "run": "run",
    "put": "put",
    "set": "set",
    "reset": "reset",
    "written": "write",
    "taken": "take",
    "given": "give",
    "sold": "sell",
}
_UNSURE = re.compile(
    r"\b(?:if|whether|unless|should|would|will|could|can|may|might|cannot|can't|unable|not|n['’]t|never|once|until"
    r"|after|before|when|ensure|verify|confirm|check|tr(?:y|ied)|attempt\w*|fail\w*|error(?:ed)?|unsuccessful\w*"
    r"|but|however|although|though|except|partial\w*|expected|to be)\b"
    r"|未|没有|不|失败|如果|是否|但|无法|尝试",
    re.IGNORECASE,
)
_FREE = re.compile(rf"\bwith(?:out| no) (?:any )?{_TROUBLE}\b", re.IGNORECASE)
_OUTCOME = ("status", "state", "result", "outcome", "phase", "job_status", "run_status")
_SET_GOING = re.compile(
    r"\b(?:sent|submitted|requested|queued|placed|created|started|scheduled|initiated|triggered)\b"
    r"|发送|提交|创建|启动|触发",
    re.IGNORECASE,
)
"""Acts that are done once something else is on its way."""
_ON_ITS_WAY = re.compile(
    r"in[ _-]?progress|running|pending|queued|start(?:ed|ing)|scheduled|processing|accepted|waiting"
    r"|进行中|运行中|排队中|处理中",
    re.IGNORECASE,
)
_CODE = ("exit_code", "exitcode", "returncode", "return_code")
_NOT_DONE = re.compile(
    r"(?:in[ _-]?progress|running|pending|queued|started|starting|scheduled|processing|accepted|waiting"
    r"|failed|failure|error(?:ed)?|partial(?:ly)?(?:[ _-]\w+)?|aborted|cancell?ed|time[d_ ]*out|rejected"
    r"|denied|incomplete|unsuccessful|interrupted|进行中|运行中|排队中|处理中|失败|部分成功|已取消|超时)",
    re.IGNORECASE,
)
_LAST_LINES = 2
_BROKEN_OFF = re.compile(
    r"\b(?:exit(?:ed)?(?: with)?(?: (?:status|code))?|return(?:ed)? code|rc)[ =:]+[1-9]\d*\b|\btimed out\b"
    r"|\b(?:killed|aborted|interrupted)\b|超时|已中止|被终止",
    re.IGNORECASE,
)
"""How the last lines of a text say that a command did not come to its end."""
_SUCCEEDED = ("success", "succeeded", "ok", "successful", "completed")
_EMPTY = words_of(
    "successfully successful succeeded success complete completed completely error issue problem failure"
    " warning finish finished done clean come back went process processed run ran pleased confirm great"
    " 成功 完成"
)


class Vain(NamedTuple):
    """A call that did not do what is told of it: its index, why, and the line that says so, if one does."""

    call: int
    reason: str
    line: str | None = None


def told_in_vain(text: str, laid: Sequence[Bearing]) -> Vain | None:
    """Give the call of which a statement tells success though it had none; None if there is no such call.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    plain = re.sub(r"[*_`]", "", text)
    is_successful = _SUCCESSFUL.search(plain) is not None
    done = _DONE.search(plain)
    if not (is_successful or done) or _UNSURE.search(_FREE.sub("", plain)):
        return None
    verbs = frozenset[str]() if done is None else _verbs_of(done)
    topic = (topic_of(_FREE.sub("", plain)) | verbs) - _EMPTY
    doing = _doing(topic, _named_by(verbs, laid) or laid, frozenset() if is_successful else verbs)
    if not doing:
        return None
    last = doing[-1]
    own = topic & last.asked
    others = [b for b in laid if b not in doing and b.fault is None]
    if last.fault is not None and last.fault.kind in ("missing", "failed"):
        if any(b.fault is None for b in doing) or any(own <= b.shown for b in others):
            return None
        if any(b.number > last.number and not only_reads(b.call) and (own - verbs) & b.shown for b in others):
            return None
        return Vain(last.number, f"{last.fault.reason}, and no other call bears on it")
    later = [b for b in others if b.number > last.number]
    if not is_successful or any(own <= b.shown or _follows(b, last) for b in later):
        return None
    line = _not_done(last, topic)
    if line is not None and _SET_GOING.search(plain) and _ON_ITS_WAY.search(line):
        return None
    return (
        None if line is None else Vain(last.number, f"the output of {last.call.tool_name} has {line!r}", line)
    )


def _verbs_of(done: re.Match[str]) -> frozenset[str]:
    """Give the stems a participle may have in a tool's name: `cancelled`, `backed up`, `sent`."""
    said = done["verb"].lower()
    stems = verb_stems(_IRREGULAR.get(said, said))
    return stems | {f"{one}{done['particle']}" for one in stems} if done["particle"] else stems


def done_by(text: str, laid: Sequence[Bearing]) -> list[Bearing]:
    """Give the calls that did what a statement tells as done, by their names; none that only reads."""
    done = _DONE.search(re.sub(r"[*_`]", "", text))
    named = [] if done is None else _named_by(_verbs_of(done), laid)
    return [b for b in named if b.fault is None and not only_reads(b.call)]


def _named_by(verbs: frozenset[str], laid: Sequence[Bearing]) -> list[Bearing]:
    return [b for b in laid if verbs & name_words(b.call.tool_name.replace("_", " "))]


def _doing(topic: frozenset[str], laid: Sequence[Bearing], verbs: frozenset[str]) -> list[Bearing]:
    """Give the calls that ask most for what is told, in order; with verbs, only if all are named by one."""
    scores = {b.number: weight_of(topic & b.asked, laid) for b in laid}
    most = max(scores.values(), default=0.0)
    if not most:
        return []
    doing = [b for b in laid if scores[b.number] == most]
    if verbs and len(_named_by(verbs, doing)) < len(doing):
        return []
    return doing


def _follows(later: Bearing, earlier: Bearing) -> bool:
    """Tell whether a call asks for an id that an earlier one gave: it may have looked how that went."""
    given = later.asked & (earlier.shown - earlier.asked)
    return any(any(character.isdigit() for character in word) for word in given)


def _not_done(bearing: Bearing, topic: frozenset[str]) -> str | None:
    """Give the field or last line of a reply that says that the call is not done, or was not done well."""
    read = parsed(bearing.call.output)
    for line in read.strip().split("\n")[-_LAST_LINES:] if isinstance(read, str) else ():
        if _BROKEN_OFF.search(line):
            return line.strip()
    for name, value in mapping(read).items():
        low = name.lower()
        is_state = isinstance(value, str) and low in _OUTCOME and not words_of(value) & topic
        is_undone = is_state and _NOT_DONE.fullmatch(str(value).strip())
        is_failed = isinstance(value, int) and low in _CODE and value != 0
        if is_undone or is_failed or (low in _SUCCEEDED and value is False):
            return f"{name}={str(value).lower() if isinstance(value, bool) else value}"
    return None
