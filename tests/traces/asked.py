"""One answer on some replies of tools, as chat messages have them, and what becomes of its statements."""

from __future__ import annotations

import json
from typing import Any

from evidencelab.traces.check import check_trace
from evidencelab.traces.findings import TraceReport

Reply = tuple[str, dict[str, Any], object]
"""A tool's name, what it was called with, and what it gave: a text, or anything that JSON holds."""


def report_on(answer: str, *replies: Reply) -> TraceReport:
    """Check an answer that was given on some replies."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "How does it look?"}]
    for number, (tool, arguments, given) in enumerate(replies):
        call = {"id": f"c{number}", "function": {"name": tool, "arguments": json.dumps(arguments)}}
        content = given if isinstance(given, str) else json.dumps(given)
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return check_trace([*messages, {"role": "assistant", "content": answer}])


def findings_on(answer: str, *replies: Reply) -> list[str]:
    """Give the finding of each statement of an answer on some replies."""
    return [statement.finding for statement in report_on(answer, *replies).statements]
