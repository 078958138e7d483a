"""HolmesGPT's recorded tool outputs: two header lines of JSON, then the raw output.

The first line names the call, the second is the result's envelope with its status; neither is evidence.

Source: HolmesGPT test fixtures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping, text_of
from evidencelab.traces.formats.trace_builder import TraceBuilder


def is_recorded_output(text: str) -> bool:
    """Tell whether a text begins with the two header lines."""
    call, envelope, _ = _cut(text)
    return "tool_name" in call and ("schema_version" in envelope or "status" in envelope)


def read_recorded_output(text: str, builder: TraceBuilder) -> None:
    """Read one recorded output; it is one call with one result."""
    call, envelope, raw = _cut(text)
    arguments = call.get("match_params") or envelope.get("params")
    index = builder.call(None, text_of(call.get("tool_name")) or "", arguments)
    failed = envelope.get("status") == "error"
    error = text_of(envelope.get("error"))
    output = raw.strip("\n") and raw.removeprefix("\n")
    builder.answer(index, error if failed and not output and error else output, failed=failed)


def _cut(text: str) -> tuple[Mapping[str, JsonValue], Mapping[str, JsonValue], str]:
    first, _, rest = text.partition("\n")
    second, _, raw = rest.partition("\n")
    return _object(first), _object(second), raw


def _object(line: str) -> Mapping[str, JsonValue]:
    if not line.lstrip().startswith("{"):
        return {}
    try:
        return mapping(json.loads(line))
    except (ValueError, RecursionError):
        return {}
