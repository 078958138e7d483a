"""The tool calls a question plainly asks for: a naive planner that reads no query."""

from collections.abc import Sequence

from evidencelab.contracts import ToolCall
from evidencelab.lab.matrix.cases import Case
from evidencelab.tools.protocol import Tool
from evidencelab.tools.synonyms import concept, names_in


def calls_for(case: Case) -> tuple[ToolCall, ...]:
    """Give the case's own plan, or one call per tool its question needs."""
    if case.plan is not None:
        return case.plan
    question = case.question
    words = " ".join(names_in(concept(name), "zh")[0] for name in (question.concept, *question.also))
    if question.intent == "runbook":
        return (ToolCall(tool_name="lookup_knowledge", arguments={"query": words}),)
    metrics = ToolCall(tool_name="query_metrics", arguments={"service": question.service, "query": words})
    logs = ToolCall(tool_name="query_logs", arguments={"query": f"{question.service} {words}"})
    by_intent = {"alert": (metrics,), "state": (metrics,), "log": (logs,)}
    return by_intent.get(question.intent, (metrics, logs))


def reply_texts(tools: Sequence[Tool], calls: Sequence[ToolCall]) -> list[str]:
    """Lay every row that the calls return out as `key=value` text."""
    by_name = {tool.name: tool for tool in tools}
    rows = []
    for call in calls:
        output = by_name[call.tool_name].call(call.arguments).output
        for name in ("alerts", "logs", "evidence_blocks"):
            rows += output.get(name, [])
    return [", ".join(f"{key}={value}" for key, value in row.items()) for row in rows]
