"""Record a call's quotable places so that every value the model saw can be quoted.

The recorder lays out lists of records; here what it leaves out is added: an object's own fields, and a
text that begins like JSON and is none. It must not know what anybody says of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from evidencelab.contracts import NO_EVIDENCE_PATH, EvidenceRef, RetrievalDetails, ToolInvocation
from evidencelab.evidence.recorder import record_invocation
from evidencelab.traces.formats.numerals import written
from evidencelab.traces.formats.parts import parsed


def recorded(invocation: ToolInvocation) -> ToolInvocation:
    """Record a call's refs, and add refs for what the recorder's families leave out.

    The recorder lays out lists of records. An object's own fields (`{"total": 42, "items": [...]}`)
    become `$.fields[i]`, a text that begins like JSON but is none is taken line by line, so that every
    value the model saw can be quoted.
    """
    done = record_invocation(invocation)
    details = done.retrieval_details
    if details is None or done.output is None:
        return done
    refs = details.evidence_refs or ()
    if any(ref.raw_path == NO_EVIDENCE_PATH for ref in refs) and isinstance(parsed(done.output), str):
        return done
    extra = tuple(_left_out(done.output, refs))
    if not extra:
        return done
    fuller = details.model_copy(
        update={
            "evidence_refs": (*refs, *extra),
            "evidence_status": "supported"
            if details.evidence_status == "unparsed"
            else details.evidence_status,
        }
    )
    return done.model_copy(update={"retrieval_details": RetrievalDetails.model_validate(fuller.model_dump())})


def _left_out(output: JsonValue, refs: tuple[EvidenceRef, ...]) -> Iterator[EvidenceRef]:
    value = parsed(output)
    if isinstance(value, str):
        if not refs and value.strip() and value.strip() not in ("null", "None"):
            for number, line in enumerate(value.split("\n")):
                if line.strip():
                    yield EvidenceRef(raw_path=f"$.lines[{number}]", text=line)
        return
    known = {word for ref in refs for word in re.findall(r"[^\s,;=|]+", ref.text)}
    joined = "\n".join(ref.text for ref in refs)
    number = 0
    for lines in _objects(value, ""):
        kept = [
            f"{key}={said}"
            for key, said in lines
            if said and said not in known and (len(said) < 12 or said not in joined)
        ]
        if kept:
            whole = ", ".join(f"{key}={said}" for key, said in lines if said)
            yield EvidenceRef(raw_path=f"$.fields[{number}]", text=whole)
            number += 1


def _objects(value: JsonValue, path: str) -> Iterator[list[tuple[str, str]]]:
    """Give the scalar fields of every object, outermost first, each under its dotted path."""
    if isinstance(value, dict):
        own = [
            (f"{path}{key}", item if isinstance(item, str) else written(item))
            for key, item in value.items()
            if item is not None and not isinstance(item, dict | list)
        ]
        if own:
            yield own
        for key, item in value.items():
            if isinstance(item, dict | list):
                yield from _objects(item, f"{path}{key}.")
    elif isinstance(value, list):
        scalars = [
            (path.rstrip("."), item if isinstance(item, str) else written(item))
            for item in value
            if item is not None and not isinstance(item, dict | list)
        ]
        if scalars:
            yield scalars
        for item in value:
            if isinstance(item, dict | list):
                yield from _objects(item, path)
