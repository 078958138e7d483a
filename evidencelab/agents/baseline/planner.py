"""A planner without a model: from the scope of a question to the calls that would show what it asks.

Every call restricts by service and selects by topic. A topic nobody knows is also asked for by
service alone, so that other words for it can be found in the rows. It must not know what any tool
would answer.
"""

from __future__ import annotations

from pydantic import JsonValue

from evidencelab.agents.language.scope import KNOWLEDGE, LOGS, METRICS, Scope, read_scope
from evidencelab.agents.stages import PlannerReply
from evidencelab.contracts import ToolCall

LOG_TOPIC = "application-logs"
_MAX_TERMS = 3


class BaselinePlanner:
    """Plans calls of the three tools from the words of the question."""

    name = "baseline"

    def plan(self, query: str) -> PlannerReply:
        """Plan the calls, most specific first; every question gets at least one."""
        scope = read_scope(query)
        sources = _sources(scope)
        calls: list[ToolCall] = []
        for service in scope.services or (None,):
            if METRICS in sources:
                calls += _metrics_calls(scope, service)
            if LOGS in sources:
                calls += _logs_calls(scope, service, query)
        if KNOWLEDGE in sources:
            calls.append(_call(KNOWLEDGE, query=_topic(scope) or " ".join(scope.services) or query))
        unique = {call.model_dump_json(): call for call in calls}
        return PlannerReply(tuple(unique.values()))


def _sources(scope: Scope) -> frozenset[str]:
    """Choose the tools: those a narrow question names, all that observe where it names none.

    Runbooks are looked up where they are asked for, and for an open question, where they say what
    else to gather.
    """
    if not scope.is_narrow:
        chosen = frozenset((METRICS, LOGS, KNOWLEDGE))
    elif scope.sources:
        chosen = scope.sources
    else:
        chosen = frozenset((METRICS, LOGS))
    return (chosen - scope.excluded_sources) or chosen


def _metrics_calls(scope: Scope, service: str | None) -> list[ToolCall]:
    if scope.alert_names:
        calls = [_call(METRICS, service=service, alert_name=name) for name in scope.alert_names]
    else:
        calls = [_call(METRICS, service=service, query=_topic(scope))]
    if not scope.is_narrow or _is_unknown_topic(scope):
        calls.append(_call(METRICS, service=service))
    return calls


def _logs_calls(scope: Scope, service: str | None, query: str) -> list[ToolCall]:
    topic = _topic(scope)
    words = " ".join(part for part in (service, topic) if part) or query
    calls = [_call(LOGS, query=words, service=service, topic=LOG_TOPIC)]
    if service is not None and topic and _is_unknown_topic(scope):
        calls.append(_call(LOGS, query=service, service=service, topic=LOG_TOPIC))
    elif service is None and _is_unknown_topic(scope) and len(scope.terms) > 1:
        calls += [_call(LOGS, query=term, topic=LOG_TOPIC) for term in scope.terms[:_MAX_TERMS]]
    return calls


def _topic(scope: Scope) -> str:
    """Give the topic in the question's own words; names that go with it count where no service does."""
    names = tuple(term for term in scope.terms if term.isascii() and not scope.services)
    extra = tuple(name for name in scope.alert_names if name not in scope.topic)
    return " ".join(dict.fromkeys((*scope.topic.split(), *extra, *names)))


def _is_unknown_topic(scope: Scope) -> bool:
    return bool(scope.has_topic and not scope.concepts)


def _call(tool_name: str, **arguments: str | None) -> ToolCall:
    given: dict[str, JsonValue] = {name: value for name, value in arguments.items() if value}
    return ToolCall(tool_name=tool_name, arguments=given)
