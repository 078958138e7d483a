"""Things said to be well of which the evidence tells trouble only: a scan that timed out, a side unread.

A thing is judged only where it is named as the evidence names it. Silent where any line that names it is
without trouble, and where the statement tells of the trouble itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, topic_of
from evidencelab.traces.evidence.later_calls import only_reads
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.formats.parts import mapping
from evidencelab.traces.states.told_states import CAMEL
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.clauses import clause_around
from evidencelab.traces.wording.state_words import folded, switch_of

_WELL = re.compile(
    r"\b(?<!\bno )(?<!without )(?:healthy|fine|ok(?:ay)?|normal(?:ly)?|valid|stable|up and running|succeeded"
    r"|pass(?:ed|es|ing)(?! (?:its|his|her|their|an?|the (?!\w+ ?(?:check|test|scan|audit|validation)))\b)"
    r"|successful(?:ly)?|completed?|intact|usable|good|clean|in sync|up to date|works|working)\b"
    r"|\bno (?:errors?|issues?|problems?|risks?|findings?|anomal\w+|warnings?|loss)\b"
    r"|\bwithin (?:the )?\S*\s?\S*\s?(?:tolerance|limits?|bounds|range|target)\b"
    r"|(?<!没有)(?<!不再)(?<![无不没未非])(?:正常|健康|有效|可用|成功|通过|完好|良好|稳定)"
    r"|(?:没有|无|未(?:发现|见)|暂无)[^，。；]{0,8}(?:错误|异常|问题|风险|报错|故障)",
    re.IGNORECASE,
)
_ON_BOTH = re.compile(
    r"\bboth (?:sides|ends|copies|databases|tables|places|systems|regions|environments)\b"
    r"|\b(?:consistent|identical|the same|equals?|agrees?)\b"
    r"|(?<!closest )(?<!nearest )(?<!best )(?<!exact )(?<!any )(?<!no )(?<!\ba )(?<!the )"
    r"\bmatch(?:es|ed|ing)?\b"
    r"|两(?:边|端|侧)|一致|相同|吻合|对得上",
    re.IGNORECASE,
)
_NO_MATCH = re.compile(
    r"\bno(?:ne|thing)?\b[^,;.\n]{0,60}\bmatch|[没无未]有?[^，。；\n]{0,20}(?:一致|相同|吻合)", re.IGNORECASE
)
_TROUBLE = re.compile(
    r"time[d_ -]*out|unreachable|refused|no response|could not|cannot|unable to|can't|\berror\b"
    r"|not (?:reachable|available|found|responding|executed|run)|\bfail(?:ed|ure)?\b|\bskipp(?:ed|ing)\b"
    r"|denied|forbidden|aborted|cancell?ing|interrupted|n/a\b|incomplete"
    r"|超时|无响应|无法|失败|错误|拒绝|中断|跳过|未执行|不可达|连接异常",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:if|whether|unless|should|would|will|could|can|may|might|cannot|unable|not|no longer|never|until"
    r"|unknown|unclear|likely|probably|apparently|seems?|but|however|although|though|except|reject\w*|wrong)\b|n['’]t\b"
    r"|未(?!发现|见)|不(?!再)|失败|如果|是否|但|无法|尝试|可能|应该|超时",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:all|every|each)\b|全部|所有|均|都", re.IGNORECASE)
_UNREACHED = re.compile(
    r"timed? ?out|unreachable|could not (?:be reached|connect)|connection refused|no route"
    r"|超时|无法连接|无法访问|不可达",
    re.IGNORECASE,
)
_RUNNING = (
    "running",
    "ready",
    "enabled",
    "active",
    "connected",
    "healthy",
    "synced",
    "available",
    "ok",
    "up",
)
_PLAIN = frozenset(("is", "are", "and", "the", "both", "all", "yes", "ok", "on", "state", "status", "up"))
_IS_WELL = re.compile(
    r"\b(?:is|are|looks?|remains?|was|were)\s+(?:all |both |also |currently |now |fully |still )*"
    r"(?:healthy|fine|ok(?:ay)?|normal|up|running(?: normally)?|operational|stable|working(?: normally)?)\b"
    r"(?! (?:to|for|with)\b)"
    r"|(?:运行|状态|一切|均|都)?(?:正常|健康)",
    re.IGNORECASE,
)
_OWN_NAME = re.compile(r"(?=[^\d]*\d)[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+")
_EMPHASIS = re.compile(r"\*\*([^*\n]{3,40}?)\*\*|`([^`\n]{3,40})`")
_WORDY = re.compile(r"[\w./:@-]*\w")
_PARTING = re.compile(r"[,;](?!\d)|[，；、。]|\b(?:but|while|whereas)\b|而")
_LONGEST = 240
"""Code points from which a line is prose, or a record, that may speak of other things too."""
_SHORTEST = 4
_FEW = 3
"""Most things that one statement is taken to be about."""


class Trouble(NamedTuple):
    """Why a thing cannot be said to be well: the call that tells so, and its line, if it wrote one."""

    reason: str
    call: int | None
    line: str | None = None


class _Mention(NamedTuple):
    """A line, or a call without any, that is about a thing."""

    call: int
    line: str | None
    is_trouble: bool


def trouble_in(text: str, laid: Sequence[Bearing], elsewhere: str = "", title: str = "") -> Trouble | None:
    """Give the trouble of a thing that a statement says is well; None if there is none.

    Args:
        text: The statement.
        laid: The calls before it.
        elsewhere: The rest of the answer.
        title: The heading it stands under, which may name what it is about.
    """
    plain = re.sub(r"[*_`]{1,2}", "", text)
    is_on_both = _ON_BOTH.search(plain) is not None and not _NO_MATCH.search(plain)
    if (
        not (_WELL.search(plain) or is_on_both)
        or _UNSURE.search(plain)
        or _TROUBLE.search(_WELL.sub(" ", plain))
    ):
        return None
    things = _things(text, laid) or _titled(title, laid)
    if _is_told_at(plain, things, laid):
        return None
    switched = _switched_off(plain, things, laid)
    if switched is not None:
        return switched
    for thing in things:
        mentions = _mentions(thing, laid)
        if not mentions and _is_nowhere(thing, laid) and _IS_WELL.search(plain):
            return Trouble(f"no call named {thing!r}", None)
        calls = {m.call for m in mentions}
        in_trouble = [c for c in calls if all(m.is_trouble for m in mentions if m.call == c)]
        if not in_trouble or (len(in_trouble) < len(calls) and not is_on_both):
            continue
        told = [m for m in mentions if m.call in in_trouble][-1]
        if told.line is not None and _is_in_its_words(plain, told.line):
            continue
        bearing = next(b for b in laid if b.number == told.call)
        if told.line is None:
            return Trouble(f"the call of {bearing.call.tool_name} for {thing!r} failed", told.call)
        shown = " ".join(told.line.split())[:100]
        return Trouble(f"the output of {bearing.call.tool_name} has {shown!r}", told.call, told.line)
    return _of_one_of_all(plain, laid, f"{text} {elsewhere}")


def _is_in_its_words(plain: str, line: str) -> bool:
    """Tell whether a line has the Chinese word that says well, with the signs around it, as it is told."""
    found = _WELL.search(plain)
    if found is None or found.group().isascii() or found.start() == 0:
        return False
    return plain[found.start() - 1 : found.end() + 2] in line


def _is_told_at(plain: str, things: Sequence[str], laid: Sequence[Bearing]) -> bool:
    """Tell whether a line without trouble, at a time of day that is told, names one of the things."""
    clocks = [
        t.text.strip() for t in value_tokens(plain) if t.moment is not None and t.moment.hour is not None
    ]
    lines = (
        (line for b in laid for line in b.lines if any(clock in line for clock in clocks)) if clocks else ()
    )
    return any(not _is_trouble(line) and any(thing in _even(line) for thing in things) for line in lines)


def _of_one_of_all(plain: str, laid: Sequence[Bearing], answer: str) -> Trouble | None:
    """Give a line on one thing that could not be reached, of which the answer says nothing but `all`."""
    said = _ALL.search(plain)
    topic = topic_of(plain[said.end() :]) if said is not None else frozenset[str]()
    asking = [bearing for bearing in laid if topic & bearing.asked]
    if len(asking) != 1:
        return None
    for line in asking[0].lines:
        names = [token.folded for token in value_tokens(line) if token.kind == "name"]
        if _UNREACHED.search(line) and names and not any(name in answer.lower() for name in names):
            shown = " ".join(line.split())[:100]
            reason = f"the output of {asking[0].call.tool_name} has {shown!r}"
            return Trouble(reason, asking[0].number, line)
    return None


def _switched_off(plain: str, things: Sequence[str], laid: Sequence[Bearing]) -> Trouble | None:
    """Give a field named in the statement that is off, in the last reply on the thing that asked for it."""
    well = _WELL.search(plain)
    first, last = clause_around(plain, well.start(), well.end(), _PARTING) if well else (0, len(plain))
    words = {word for word in re.findall(r"[a-z]{2,}", plain[first:last].lower()) if word not in _PLAIN}
    for thing in things:
        asking = [b for b in laid if thing in b.asked or thing in _even(flat_text(b.call.arguments)).split()]
        records = [record for b in asking for record in b.records]
        fields = {name: record for record in records for name in record.fields}
        for name, record in fields.items():
            *thing_words, last = re.findall(r"[a-z]+", CAMEL.sub(" ", name).lower()) or [""]
            is_off = switch_of(folded(record.fields[name])) is False
            if is_off and last in _RUNNING and words & set(thing_words):
                tool = next(b.call.tool_name for b in laid if b.number == record.call)
                line = f"{name}: {record.fields[name]}"
                return Trouble(f"the output of {tool} has {line!r}", record.call, line)
    return None


def _things(text: str, laid: Sequence[Bearing]) -> list[str]:
    """Give the names a statement is about, folded: its names, what it sets off, what calls asked for."""
    set_off = [a or b for a, b in _EMPHASIS.findall(text)]
    names = [token.text for token in value_tokens(text) if token.kind == "name"]
    words = frozenset(map(_even, re.findall(r"[\w./:@-]*\w", text)))
    asked = (
        _even(value) for b in laid for value in mapping(b.call.arguments).values() if isinstance(value, str)
    )
    named = (v for v in asked if v in words and len(v) >= _SHORTEST and re.search(r"[^\W\d]", v))
    found = [*(_even(name) for name in (*set_off, *names)), *named]
    return [name for name in dict.fromkeys(found) if _WORDY.fullmatch(name)][:_FEW]


def _titled(title: str, laid: Sequence[Bearing]) -> list[str]:
    """Give the one word of a heading, if a record of a reply is called so."""
    thing = _even(re.sub(r"[*_`]{1,2}", "", title))
    if not _WORDY.fullmatch(thing) or len(thing) < _SHORTEST:
        return []
    values = (value for b in laid for record in b.records for value in record.fields.values())
    return [thing] if any(_even(value) == thing for value in values) else []


def _mentions(thing: str, laid: Sequence[Bearing]) -> list[_Mention]:
    spelled = re.compile(rf"(?<![\w.-]){re.escape(thing)}(?![\w-]|\.\w)")
    found: list[_Mention] = []
    for bearing in laid:
        if thing not in bearing.low_text:
            continue
        lines = [line for line in bearing.lines if spelled.search(line.lower())]
        found += [_Mention(bearing.number, line, _is_trouble(line)) for line in lines]
        if not lines and spelled.search(_even(f"{bearing.call.arguments}")):
            failed = bearing.fault is not None and bearing.fault.kind in ("failed", "missing")
            found.append(_Mention(bearing.number, None, failed and only_reads(bearing.call)))
    return found


def _is_nowhere(thing: str, laid: Sequence[Bearing]) -> bool:
    """Tell whether a name of its own, with joints and a digit, stands in no call, however it is joined."""
    if not _OWN_NAME.fullmatch(thing):
        return False
    joined = re.compile(r"[-_.\s]?".join(map(re.escape, re.split(r"[-_.]", thing))))
    return not any(joined.search(b.low_text) or joined.search(str(b.call.output).lower()) for b in laid)


def _is_trouble(line: str) -> bool:
    return len(line) <= _LONGEST and _TROUBLE.search(line) is not None


def _even(text: str) -> str:
    return text.lower().strip().strip("*`'\":：")
