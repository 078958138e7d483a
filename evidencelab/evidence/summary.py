"""The overview of a session's tool calls: exactly seven fields a tool, for finding one's way.

Navigation, never evidence: a line of it is not quotable, and nothing may be decided by it. It must
not know a question or a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from evidencelab.contracts import NO_EVIDENCE_PATH, EvidenceRef, ToolInvocation, ToolTrace
from evidencelab.evidence.recorder import record_invocation

_MAX_HEAD = 3
_MAX_TAIL = 2
_MAX_CHARACTERS = 160
_KIND_OF_TOOL = {
    "query_metrics": "metric_evidence",
    "query_logs": "log_evidence",
    "lookup_knowledge": "knowledge_evidence",
}
_KIND_OF_LIST = {
    "alerts": "metric_evidence",
    "series": "metric_evidence",
    "rules": "metric_evidence",
    "logs": "log_evidence",
    "lines": "log_evidence",
    "evidence_blocks": "knowledge_evidence",
}


def summarise_trace(invocations: Sequence[ToolInvocation]) -> tuple[ToolTrace, ...]:
    """Sum up the calls of a session, one entry a tool in the order the tools were first called.

    `evidence_level` is `direct` where a tool returned records of the system itself, `indirect`
    where it returned knowledge only, `none` where no call returned anything that counts.
    `no_hit_invocation_count` counts the calls that were answered and matched nothing; a failed call
    is not one of them.

    Source:
        The trace summary of the wire format; design, section 3.
    """
    groups: dict[str, list[ToolInvocation]] = {}
    for invocation in invocations:
        groups.setdefault(invocation.tool_name, []).append(record_invocation(invocation))
    return tuple(_trace(f"trace-{number}", calls) for number, calls in enumerate(groups.values(), start=1))


def _trace(trace_ref: str, calls: Sequence[ToolInvocation]) -> ToolTrace:
    refs = [ref for call in calls for ref in _evidence(call)]
    tool_name = calls[0].tool_name
    level: Literal["direct", "indirect", "none"] = "none"
    if refs:
        is_knowledge = all(_kind(tool_name, ref) == "knowledge_evidence" for ref in refs)
        level = "indirect" if is_knowledge else "direct"
    return ToolTrace(
        trace_ref=trace_ref,
        tool_name=tool_name,
        source_invocation_ids=tuple(call.invocation_id for call in calls),
        evidence_level=level,
        output_summary="; ".join([*_shown(tool_name, refs), *_without_evidence(calls)]),
        invocation_count=len(calls),
        no_hit_invocation_count=_count(calls, "no_evidence"),
    )


def _evidence(call: ToolInvocation) -> Iterator[EvidenceRef]:
    details = call.retrieval_details
    if details is None or details.evidence_status == "error":
        return iter(())
    return (ref for ref in details.evidence_refs or () if ref.raw_path != NO_EVIDENCE_PATH)


def _shown(tool_name: str, refs: Sequence[EvidenceRef]) -> Iterator[str]:
    """Show the first and the last records of each kind, so that a trend keeps both its ends."""
    kinds: dict[str, dict[str, None]] = {}
    for ref in sorted(refs, key=_is_quiet):
        kinds.setdefault(_kind(tool_name, ref), {})[_short(ref.text)] = None
    for kind, texts in kinds.items():
        lines = list(texts)
        omitted = len(lines) - _MAX_HEAD - _MAX_TAIL
        if omitted > 0:
            lines = [*lines[:_MAX_HEAD], f"({omitted} more)", *lines[-_MAX_TAIL:]]
        yield f"{kind}: {' | '.join(lines)}"


def _without_evidence(calls: Sequence[ToolInvocation]) -> Iterator[str]:
    n_failed = _count(calls, "error")
    n_no_hits = _count(calls, "no_evidence")
    n_empty = sum(1 for call in calls if not any(_evidence(call))) - n_failed - n_no_hits
    for count, said in (
        (n_no_hits, "matched nothing"),
        (n_failed, "failed"),
        (n_empty, "left nothing quotable"),
    ):
        if count:
            yield f"{count} of {len(calls)} {'call' if len(calls) == 1 else 'calls'} {said}"


def _count(calls: Sequence[ToolInvocation], status: str) -> int:
    details = (call.retrieval_details for call in calls)
    return sum(1 for detail in details if detail is not None and detail.evidence_status == status)


def _kind(tool_name: str, ref: EvidenceRef) -> str:
    name = ref.raw_path.removeprefix("$.").partition("[")[0]
    return _KIND_OF_TOOL.get(tool_name) or _KIND_OF_LIST.get(name, "record_evidence")


def _is_quiet(ref: EvidenceRef) -> bool:
    """Sort alerts that are over or not yet firing behind the others."""
    head = ref.text.partition(",")[0].split()
    return ref.raw_path.startswith("$.alerts[") and bool({"resolved", "inactive", "pending"} & set(head))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_CHARACTERS else f"{line[: _MAX_CHARACTERS - 1]}…"
