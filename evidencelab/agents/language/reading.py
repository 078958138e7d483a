"""Read a ref's text as a person does: what kind of record it is, whom it is about, what it says.

It undoes the recorder's layout (`<name> <state>, key=value; description`, `[time][LEVEL][service]
message; key=value`) and takes any other line as it is. It must not know a question.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from evidencelab.agents.language.facts import Pair, stands_in
from evidencelab.agents.language.wording import words
from evidencelab.contracts import EvidenceRef, ToolInvocation

RecordKind = Literal["alert", "log", "series", "knowledge", "no_evidence", "other"]

_PAIR = re.compile(
    r"(?<![\w.])([A-Za-z_][\w.-]{0,80})=(\"[^\"]*\"|[^,;\s][^,;]*?)(?=\s*(?:[,;]|$)|\s+[A-Za-z_][\w.-]*=)"
)
_ALERT_HEAD = re.compile(r"(?P<name>[^,;=]+?)(?:\s+(?P<state>[A-Za-z_]+))?(?=\s*(?:[,;]|$))")
_STATES = frozenset(
    (
        "firing",
        "pending",
        "resolved",
        "inactive",
        "active",
        "ok",
        "normal",
        "alerting",
        "suppressed",
        "unknown",
    )
)
_LOG_HEAD = re.compile(r"(?P<head>(?:\[[^\[\]]{1,60}\]){1,3})\s?(?=\S)")
_PLAIN_HEAD = re.compile(
    r"(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\d\d:\d\d:\d\d(?:[.,]\d+)?|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d\s\S+\s[\w./-]+(?:\[\d+\])?:)[\s,-]+"
)
_LEVEL = re.compile(r"TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL")
_TAIL_PAIRS = re.compile(r"; [A-Za-z_][\w.-]*=[^;,]*(?:, [A-Za-z_][\w.-]*=[^;,]*)*$")
_SUBJECT_KEYS = frozenset(
    words(
        """service service_name service.name serviceName app application job deployment container component
    workload app_kubernetes_io_name"""
    )
)
_POD_KEYS = frozenset(("pod", "pod_name", "instance", "host", "hostname"))


class Record(NamedTuple):
    """One quotable place, read.

    Attributes:
        tool_name: The tool of the call.
        invocation_id: The call.
        raw_path: The place in it.
        text: The whole text.
        kind: What kind of record it is.
        title: An alert's or a series' name, a runbook's title; empty otherwise.
        state: An alert's state, lower case; empty otherwise.
        time: A log line's time; empty otherwise.
        level: A log line's level; empty otherwise.
        message: What is said: a log line's message, an alert's description, else the text.
        pairs: Its `key=value` fields, as written.
        subjects: The services it names itself after; empty where it names none.
    """

    tool_name: str
    invocation_id: int
    raw_path: str
    text: str
    kind: RecordKind
    title: str = ""
    state: str = ""
    time: str = ""
    level: str = ""
    message: str = ""
    pairs: tuple[Pair, ...] = ()
    subjects: tuple[str, ...] = ()

    def is_about(self, service: str) -> bool:
        """Tell whether the record is about a service.

        One that names itself after services is about those; any other about every name in it, and
        about the service its pod belongs to.
        """
        if self.subjects:
            return any(subject.casefold() == service.casefold() for subject in self.subjects)
        pod = re.compile(
            re.escape(service) + r"(?:-[a-z0-9]*\d[a-z0-9]*)(?:-[a-z0-9]+)?(?::\d+)?", re.IGNORECASE
        )
        return stands_in(service, self.text) or any(
            pair.key in _POD_KEYS and pod.fullmatch(pair.value) for pair in self.pairs
        )


def read_ref(invocation: ToolInvocation, ref: EvidenceRef) -> Record:
    """Read one ref of a call."""
    kind = _kind(invocation.tool_name, ref.raw_path)
    record = Record(
        tool_name=invocation.tool_name,
        invocation_id=invocation.invocation_id,
        raw_path=ref.raw_path,
        text=ref.text,
        kind=kind,
        message=ref.text,
    )
    pairs = read_pairs(ref.text)
    subjects = tuple(pair.value for pair in pairs if pair.key in _SUBJECT_KEYS)
    record = record._replace(pairs=pairs, subjects=subjects)
    if kind == "alert":
        return _read_alert(record)
    if kind == "log":
        return _read_log(record)
    if kind == "series":
        name = ref.text.split(" ", 1)[0]
        return record._replace(title="" if "=" in name else name)
    if kind == "knowledge":
        return record._replace(title=ref.text.splitlines()[0][:80] if ref.text else "")
    return record


def read_pairs(text: str) -> tuple[Pair, ...]:
    """Read the `key=value` fields of a text, as written."""
    return tuple(Pair(key, value.strip().strip('"')) for key, value in _PAIR.findall(text))


def _kind(tool_name: str, raw_path: str) -> RecordKind:
    name = raw_path.removeprefix("$.").split("[", 1)[0]
    if name == "no_evidence":
        return "no_evidence"
    if name == "evidence_blocks" or tool_name == "lookup_knowledge":
        return "knowledge"
    if name in ("alerts", "rules"):
        return "alert"
    if name in ("logs", "lines"):
        return "log"
    return "series" if name == "series" else "other"


def _read_alert(record: Record) -> Record:
    head, _, rest = record.text.partition(";")
    hit = _ALERT_HEAD.match(head.strip())
    if hit is None:
        return record
    name, state = hit["name"].strip(), (hit["state"] or "").lower()
    if state not in _STATES:
        name, state = " ".join(part for part in (name, hit["state"] or "") if part), ""
    return record._replace(title=name, state=state, message=rest.strip())


def _read_log(record: Record) -> Record:
    hit = _LOG_HEAD.match(record.text)
    if hit is None:
        plain = _PLAIN_HEAD.match(record.text)
        time = plain.group().strip(" ,-\t") if plain is not None else ""
        found = _LEVEL.search(record.text[:80])
        body = record.text[plain.end() :] if plain is not None else record.text
        return record._replace(time=time, level=found.group() if found is not None else "", message=body)
    marks = re.findall(r"\[([^\[\]]*)\]", hit["head"])
    level = next((mark for mark in marks if _LEVEL.fullmatch(mark.upper())), "")
    time = next((mark for mark in marks if re.search(r"\d", mark) and mark != level and ":" in mark), "")
    others = [mark for mark in marks if mark not in (time, level)]
    message = _TAIL_PAIRS.sub("", record.text[hit.end() :])
    subjects = (*others[-1:], *record.subjects) if others and _is_name(others[-1]) else record.subjects
    return record._replace(time=time, level=level, message=message, subjects=tuple(dict.fromkeys(subjects)))


def _is_name(mark: str) -> bool:
    return re.fullmatch(r"[A-Za-z][\w.-]*", mark) is not None
