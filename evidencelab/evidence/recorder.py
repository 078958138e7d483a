"""The recorder: from what a tool returned to the refs an excerpt may cite, and how well it answered.

Only extraction: it must not know a question, a claim or a diagnosis, and it never infers that
something is absent from a call that did not plainly say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import (
    NO_EVIDENCE_PATH,
    EvidenceRef,
    EvidenceStatus,
    RetrievalDetails,
    ToolInvocation,
)
from evidencelab.evidence.extractors.envelope import Signs, is_bare, read_signs
from evidencelab.evidence.extractors.families import Record
from evidencelab.evidence.extractors.knowledge import block_text
from evidencelab.evidence.extractors.lines import read_lines
from evidencelab.evidence.extractors.phrases import says_call_failed, says_nothing_matched
from evidencelab.evidence.extractors.reply import Reply, walk_reply
from evidencelab.evidence.extractors.values import EMPTY, flatten, read_text, render

_MAX_WRAPPINGS = 4
_NOTHING_TEXTS = frozenset(("", "null", "none", "nil", "undefined"))


class _Recorded(NamedTuple):
    status: EvidenceStatus
    refs: tuple[EvidenceRef, ...] = ()


def record_output(
    tool_name: str,
    output: JsonValue,
    arguments: JsonValue = None,
    status: Literal["success", "error"] | None = None,
) -> RetrievalDetails:
    """Cut one output into refs and say how the call answered.

    Args:
        tool_name: The tool's name; it only matters for records that look like nothing in particular.
        output: JSON, or text: JSON text is parsed, text that begins like JSON and does not parse
            is `unparsed`, any other is taken line by line.
        arguments: What was asked, for the text of `$.no_evidence`; an object or its JSON text.
        status: `error` where the caller knows that the call failed; never overruled by the output.

    Returns:
        `evidence_refs` is always stated, `()` where nothing can be quoted. A failed call keeps the
        refs of what it did return; `$.no_evidence` stands alone and only under `no_evidence`.

    Source:
        Design, section 5.
    """
    recorded = _record(tool_name, output, _arguments(arguments), 0)
    if status == "error":
        recorded = _Recorded("error", _without_no_evidence(recorded.refs))
    return RetrievalDetails(evidence_status=recorded.status, evidence_refs=recorded.refs)


def record_invocation(invocation: ToolInvocation) -> ToolInvocation:
    """Fill in the `retrieval_details` of a call, unless they hold refs already.

    Refs that are there are used as they are; blocks without refs become refs; an output without
    details is recorded. A legacy call, with nothing to record from, comes back as it is.
    """
    if is_legacy(invocation):
        return invocation
    details = invocation.retrieval_details
    if details is None:
        details = record_output(
            invocation.tool_name, invocation.output, invocation.arguments, invocation.status
        )
    elif details.evidence_refs is None:
        details = _record_blocks(invocation, details)
    else:
        return invocation
    return invocation.model_copy(update={"retrieval_details": details})


def is_legacy(invocation: ToolInvocation) -> bool:
    """Tell a call that left nothing to check against: neither refs nor blocks nor a bare output."""
    details = invocation.retrieval_details
    if details is None:
        return invocation.output is None
    return details.evidence_refs is None and details.evidence_blocks is None


def _record_blocks(invocation: ToolInvocation, details: RetrievalDetails) -> RetrievalDetails:
    blocks = details.evidence_blocks or ()
    records = (
        Record("evidence_blocks", block_text(block.model_dump(exclude_unset=True))) for block in blocks
    )
    refs = _refs(records)
    status: EvidenceStatus = details.evidence_status or ("supported" if refs else "no_evidence")
    if invocation.status == "error":
        status = "error"
    elif not refs and status == "no_evidence":
        recorded = record_output(invocation.tool_name, invocation.output, invocation.arguments)
        if recorded.evidence_status in ("error", "partial"):
            status = recorded.evidence_status
        else:
            arguments = _arguments(invocation.arguments)
            said = tuple(ref for ref in recorded.evidence_refs or () if ref.raw_path == NO_EVIDENCE_PATH)
            refs = said or (_no_evidence_ref(invocation.tool_name, arguments, ""),)
    return details.model_copy(update={"evidence_status": status, "evidence_refs": refs})


def _record(tool_name: str, output: object, arguments: Mapping[str, str], wrappings: int) -> _Recorded:
    if isinstance(output, str):
        return _record_text(tool_name, output, arguments, wrappings)
    if isinstance(output, Mapping | list | tuple):
        return _record_reply(tool_name, output, arguments, wrappings)
    if output is None or isinstance(output, bool):
        return _Recorded("unparsed")
    return _record_text(tool_name, render(output), arguments, _MAX_WRAPPINGS)


def _record_text(tool_name: str, text: str, arguments: Mapping[str, str], wrappings: int) -> _Recorded:
    if wrappings < _MAX_WRAPPINGS:
        read = read_text(text)
        if read.is_broken:
            return _Recorded("unparsed")
        if read.is_json:
            recorded = _record(tool_name, read.value, arguments, wrappings + 1)
            if read.is_truncated and recorded.status in ("supported", "no_evidence"):
                return _Recorded("partial", _without_no_evidence(recorded.refs))
            return recorded
    if text.strip().casefold() in _NOTHING_TEXTS:
        return _Recorded("unparsed")
    if says_nothing_matched(text, arguments.values()):
        return _Recorded("no_evidence", (_no_evidence_ref(tool_name, arguments, text.strip()),))
    refs = tuple(
        EvidenceRef(raw_path=f"$.lines[{line.number}]", text=_encodable(line.text))
        for line in read_lines(text)
    )
    return _Recorded("error" if says_call_failed(text, arguments.values()) else "supported", refs)


def _record_reply(tool_name: str, body: object, arguments: Mapping[str, str], wrappings: int) -> _Recorded:
    reply = walk_reply(body, tool_name)
    signs = read_signs(reply.envelopes)
    refs = _refs(reply.records)
    if reply.text is not None:
        return _record_inner_text(tool_name, reply.text, signs, arguments, wrappings)
    if signs.verdict is False:
        if not _is_older_no_hit(reply, signs, arguments):
            return _Recorded("error", refs)
    elif signs.has_error:
        return _Recorded("partial" if refs else "error", refs)
    if refs:
        return _Recorded("partial" if signs.is_incomplete else "supported", refs)
    if reply.empty_lists:
        return _record_empty(tool_name, reply, signs, arguments)
    if any(says_call_failed(message, arguments.values()) for message in signs.messages):
        return _Recorded("error")
    return _Recorded("partial" if signs.is_incomplete else "unparsed")


def _record_inner_text(
    tool_name: str, text: str, signs: Signs, arguments: Mapping[str, str], wrappings: int
) -> _Recorded:
    """Judge text inside a reply by itself, and by what the reply around it says."""
    inner = _record_text(tool_name, text, arguments, wrappings + 1)
    if signs.verdict is False or signs.has_error:
        return _Recorded("error", _without_no_evidence(inner.refs))
    if signs.is_incomplete and inner.status in ("supported", "no_evidence"):
        return _Recorded("partial", _without_no_evidence(inner.refs))
    return inner


def _record_empty(tool_name: str, reply: Reply, signs: Signs, arguments: Mapping[str, str]) -> _Recorded:
    """Judge a reply whose lists are all empty: nothing matched, or not everything was looked at."""
    if any(says_call_failed(message, arguments.values()) for message in signs.messages):
        return _Recorded("error")
    has_other_total = any(total != 0 for total in signs.totals)
    if signs.is_incomplete or signs.is_open or has_other_total:
        return _Recorded("partial")
    if reply.is_search and not _is_complete_search(reply, signs):
        return _Recorded("partial")
    is_plain = signs.verdict is not None or bool(signs.totals)
    if not is_plain and not all(is_bare(envelope, arguments) for envelope in reply.envelopes):
        return _Recorded("unparsed")
    message = _message(signs, arguments)
    return _Recorded("no_evidence", (_no_evidence_ref(tool_name, arguments, message),))


def _is_complete_search(reply: Reply, signs: Signs) -> bool:
    """A search found nothing only if it counted to zero; each of Elasticsearch's also names its shards."""
    if not signs.totals:
        return False
    searches = [
        ("_shards" in envelope, "total" in hits)
        for envelope in reply.envelopes
        if isinstance(hits := envelope.get("hits"), Mapping)
    ]
    is_one = len(searches) == 1
    return all(has_shards and (has_total or is_one) for has_shards, has_total in searches)


def _is_older_no_hit(reply: Reply, signs: Signs, arguments: Mapping[str, str]) -> bool:
    """`success: false` once meant that nothing matched: only where everything else says so too."""
    return (
        bool(reply.empty_lists)
        and not reply.records
        and not signs.has_error
        and bool(signs.totals)
        and all(total == 0 for total in signs.totals)
        and any(envelope.get("success") is False for envelope in reply.envelopes[:1])
        and any(says_nothing_matched(message, arguments.values()) for message in signs.messages)
    )


def _message(signs: Signs, arguments: Mapping[str, str]) -> str:
    """Choose the sentence that says nothing matched, else the one the tool calls its message."""
    said = (text for text in signs.messages if says_nothing_matched(text, arguments.values()))
    return next(said, signs.message).strip()


def _refs(records: Iterable[Record]) -> tuple[EvidenceRef, ...]:
    return tuple(_numbered(records))


def _numbered(records: Iterable[Record]) -> Iterator[EvidenceRef]:
    """Number records by name in reply order; one that holds nothing keeps its number and gets no ref."""
    counts: dict[str, int] = {}
    for record in records:
        index = counts.get(record.name, 0)
        counts[record.name] = index + 1
        if record.text.strip():
            yield EvidenceRef(raw_path=f"$.{_encodable(record.name)}[{index}]", text=_encodable(record.text))


def _without_no_evidence(refs: tuple[EvidenceRef, ...]) -> tuple[EvidenceRef, ...]:
    return tuple(ref for ref in refs if ref.raw_path != NO_EVIDENCE_PATH)


def _no_evidence_ref(tool_name: str, arguments: Mapping[str, str], message: str) -> EvidenceRef:
    parts = [f"{tool_name} returned no evidence", "evidence_status=no_evidence"]
    parts += [f"{key}={value or EMPTY}" for key, value in arguments.items()]
    parts.append("total=0")
    if message:
        parts.append(f"message={message}")
    return EvidenceRef(raw_path=NO_EVIDENCE_PATH, text=_encodable("; ".join(parts)))


def _arguments(arguments: object) -> dict[str, str]:
    """Read arguments as flat text values; text that is no JSON object is one value of its own."""
    if isinstance(arguments, str):
        read = read_text(arguments)
        if not isinstance(read.value, Mapping):
            return {"arguments": arguments} if arguments.strip() else {}
        arguments = read.value
    if arguments is None or (isinstance(arguments, Mapping | list | tuple) and not arguments):
        return {}
    if not isinstance(arguments, Mapping):
        return {"arguments": render(arguments)}
    return {pair.key: pair.value for pair in flatten(arguments)}


def _encodable(text: str) -> str:
    """Replace lone surrogates, which JSON can spell and no encoding can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
