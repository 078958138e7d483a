"""Put the spans of one run in order and tell them to the builder, whatever convention they follow.

A convention says what a span is: a tool's, a model's, an agent's. Here the three are joined: a tool's
span and the model's call for it are one call, a result that only messages carry is a result, and the
agent's own output is the last word. It must not know an attribute's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from evidencelab.traces.conversation import Role
from evidencelab.traces.parts import parsed
from evidencelab.traces.spans import Span
from evidencelab.traces.trace_builder import TraceBuilder


class SpokenCall(NamedTuple):
    """A tool call as a model's message asks for it."""

    call_id: str | None
    name: str
    arguments: JsonValue


class SpokenResult(NamedTuple):
    """A tool result as a model's input messages carry it."""

    call_id: str | None
    name: str
    output: JsonValue
    failed: bool | None


class SpokenMessage(NamedTuple):
    """A message of a model's input or output."""

    role: str
    text: str
    calls: tuple[SpokenCall, ...] = ()
    results: tuple[SpokenResult, ...] = ()


class ToolSpan(NamedTuple):
    """What a tool's span says. `recorded` is False where it holds no result though the call ended well."""

    call_id: str | None
    name: str
    arguments: JsonValue
    output: JsonValue
    recorded: bool
    failed: bool | None


class ModelSpan(NamedTuple):
    """What a model's span says."""

    inputs: tuple[SpokenMessage, ...]
    outputs: tuple[SpokenMessage, ...]


class Convention(Protocol):
    """How to read one span."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; None for any other."""

    def agent_output(self, span: Span) -> str | None:
        """Read the final text of an agent's, workflow's or chain's span; None for any other."""

    def agent_input(self, span: Span) -> str | None:
        """Read the question of an agent's, workflow's or chain's span; None for any other."""


class _Event(NamedTuple):
    time: int
    order: int
    act: Callable[[], None]


def read_run(spans: Sequence[Span], convention: Convention, builder: TraceBuilder) -> None:
    """Tell the spans of one run to the builder, in the order in which things happened."""
    tools = [(span, tool) for span in spans if (tool := convention.tool(span)) is not None]
    models = [(span, model) for span in spans if (model := convention.model(span)) is not None]
    run = _Run(tools, models, _nested(spans, [span for span, _ in tools]), builder)
    for event in sorted(run.events(), key=lambda event: (event.time, event.order)):
        event.act()
    _say_agent_words(spans, convention, builder)


class _Run:
    """One run's calls, joined between model messages and tool spans."""

    def __init__(
        self,
        tools: list[tuple[Span, ToolSpan]],
        models: list[tuple[Span, ModelSpan]],
        nested: set[str],
        builder: TraceBuilder,
    ) -> None:
        self.tools = tools
        self.models = models
        self.nested = nested
        self.builder = builder
        self.by_call_id = {tool.call_id: number for number, (_, tool) in enumerate(tools) if tool.call_id}
        self.joined: dict[str, int] = {}
        self.message_results = self._message_results()
        self._join()
        self.called: dict[int, int] = {}
        self.asked: set[str] = set()
        self.told: set[str] = set()

    def _join(self) -> None:
        """Join each call that a model made to a tool span without an id: same tool, same arguments first."""
        free = [number for number, (_, tool) in enumerate(self.tools) if tool.call_id is None]
        for exact in (True, False):
            for _, model in self.models:
                for call in _calls(model.outputs):
                    if call.call_id is None or call.call_id in self.by_call_id or call.call_id in self.joined:
                        continue
                    for number in free:
                        tool = self.tools[number][1]
                        if tool.name == call.name and (
                            not exact or parsed(tool.arguments) == parsed(call.arguments)
                        ):
                            self.joined[call.call_id] = number
                            free.remove(number)
                            break

    def _message_results(self) -> dict[str, SpokenResult]:
        return {
            result.call_id: result
            for _, model in self.models
            for message in model.inputs
            for result in message.results
            if result.call_id is not None
        }

    def events(self) -> list[_Event]:
        """Everything that happened, with the time at which it did."""
        events: list[_Event] = []
        for number, (span, model) in enumerate(self.models):
            start = span.start if span.start is not None else 2 * number
            end = span.end if span.end is not None else 2 * number + 1
            inner = span.span_id in self.nested
            events.append(_Event(start, 3 * len(events), self._hear(model, inner)))
            events.append(_Event(end, 3 * len(events), self._speak(model, inner)))
        for number, (span, _) in enumerate(self.tools):
            end = span.end if span.end is not None else 2 * len(self.models)
            events.append(_Event(end, 3 * len(events) + 1, self._return(number)))
        return events

    def _hear(self, model: ModelSpan, inner: bool) -> Callable[[], None]:
        def act() -> None:
            for message in model.inputs:
                role: Role | None = _ROLES.get(message.role)
                if role == "user" and inner:
                    role = None
                if role in ("system", "user") and not self.builder.has_said(role, message.text):
                    self.builder.say(role, message.text)
                for result in message.results:
                    self._tell(result)

        return act

    def _tell(self, result: SpokenResult) -> None:
        """Take a result from messages unless a tool span carries it."""
        if result.call_id is None or result.call_id in self.told:
            return
        if result.call_id in self.by_call_id or result.call_id in self.joined:
            return
        if any(tool.call_id is None and tool.output == result.output for _, tool in self.tools):
            return
        self.told.add(result.call_id)
        self.builder.result(result.call_id, result.output, tool_name=result.name, failed=result.failed)

    def _speak(self, model: ModelSpan, inner: bool) -> Callable[[], None]:
        def act() -> None:
            for message in model.outputs:
                if _ROLES.get(message.role) != "assistant":
                    continue
                self.builder.say("assistant", message.text, calls_tools=inner or bool(message.calls))
                for call in message.calls:
                    if call.call_id is not None and call.call_id not in self.asked:
                        self.asked.add(call.call_id)
                        self._call(call)

        return act

    def _call(self, call: SpokenCall) -> None:
        number = self.joined.get(call.call_id or "", self.by_call_id.get(call.call_id or ""))
        if number is None:
            self.builder.call(call.call_id, call.name, call.arguments)
        elif number not in self.called:
            self.called[number] = self._register(number, call.arguments)

    def _register(self, number: int, arguments: JsonValue = None) -> int:
        span, tool = self.tools[number]
        return self.builder.call(
            tool.call_id or span.span_id or None,
            tool.name,
            tool.arguments if tool.arguments is not None else arguments,
        )

    def _return(self, number: int) -> Callable[[], None]:
        def act() -> None:
            tool = self.tools[number][1]
            if number not in self.called:
                self.called[number] = self._register(number)
            output, recorded = tool.output, tool.recorded
            if output is None and tool.call_id in self.message_results:
                output, recorded = self.message_results[tool.call_id].output, True
            self.builder.answer(self.called[number], output, failed=tool.failed, recorded=recorded)

        return act


def _nested(spans: Sequence[Span], tools: Sequence[Span]) -> set[str]:
    """Name the spans that ran inside a tool: an agent that another agent called as a tool.

    Its question is the call's arguments and its words are the call's result; neither is the user's talk.
    """
    parents = {span.span_id: span.parent_id for span in spans}
    tool_ids = {span.span_id for span in tools}
    windows = sorted(
        (span.start, span.end) for span in tools if span.start is not None and span.end is not None
    )
    nested: set[str] = set()
    for span in spans:
        at, steps = span.parent_id, 0
        while at is not None and at not in tool_ids and steps <= len(parents):
            at, steps = parents.get(at), steps + 1
        inside = (
            span.start is not None
            and span.end is not None
            and any(start <= span.start and span.end <= end and start < end for start, end in windows)
        )
        if at in tool_ids or (inside and span.span_id not in tool_ids):
            nested.add(span.span_id)
    return nested


_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
}


def _calls(messages: Sequence[SpokenMessage]) -> list[SpokenCall]:
    return [call for message in messages for call in message.calls]


def _say_agent_words(spans: Sequence[Span], convention: Convention, builder: TraceBuilder) -> None:
    """Add what the outermost agent was asked and what it answered, where no message says so already."""
    parents = {span.span_id: span.parent_id for span in spans}

    def depth(span: Span) -> int:
        steps, at = 0, span.parent_id
        while at is not None and at in parents and steps <= len(parents):
            steps, at = steps + 1, parents[at]
        return steps

    outermost = sorted(spans, key=lambda span: (depth(span), -(span.end or 0)))
    question = next((text for span in outermost if (text := convention.agent_input(span))), None)
    if question and not builder.roles_said("user"):
        builder.say_first("user", question)
    answer = next((text for span in outermost if (text := convention.agent_output(span))), None)
    if answer and (builder.last_said() or "").strip() != answer.strip():
        builder.say("assistant", answer)
