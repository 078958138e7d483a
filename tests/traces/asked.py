"""One answer on some replies of tools, as chat messages have them, and what becomes of its statements."""

from __future__ import annotations

import json
from typing import Any

from evidencelab.traces.check import check_trace
from evidencelab.traces.findings import StatementFinding, TraceReport

Reply = tuple[str, dict[str, Any], object]
"""A tool's name, what it was called with, and what it gave: a text, or anything that JSON holds."""


def report_on(answer: str, *replies: Reply, question: str = "How does it look?") -> TraceReport:
    """Check an answer that was given to a question on some replies."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": question}]
    for number, (tool, arguments, given) in enumerate(replies):
        call = {"id": f"c{number}", "function": {"name": tool, "arguments": json.dumps(arguments)}}
        content = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return check_trace([*messages, {"role": "assistant", "content": answer}])


def findings_on(answer: str, *replies: Reply) -> list[str]:
    """Give the finding of each statement of an answer on some replies."""
    return [statement.finding for statement in report_on(answer, *replies).statements]


def statements_on(
    answer: str, output: object, question: str = "How does it look?"
) -> tuple[StatementFinding, ...]:
    """Judge the statements of an answer on the one reply of one tool."""
    return report_on(answer, ("read", {}, output), question=question).statements
