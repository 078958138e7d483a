"""Put the spans of one run in order and tell them to the builder, whatever convention they follow.

A convention says what a span is: a tool's, a model's, an agent's. Here the three are joined: a tool's
span and the model's call for it are one call, a result that only messages carry is a result, and the
agent's own output is the last word. It must not know an attribute's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.formats.conventions import Convention, ModelSpan, ToolSpan
from evidencelab.traces.formats.conversation import Role
from evidencelab.traces.formats.parts import parsed
from evidencelab.traces.formats.span_tree import Windows, ancestors, nested, outermost_first, parents_of
from evidencelab.traces.formats.spans import Span
from evidencelab.traces.formats.spoken import SpokenMessage
from evidencelab.traces.formats.spoken_ids import one_id_a_call, renamed, with_ids
from evidencelab.traces.formats.spoken_parts import SpokenCall, SpokenResult
from evidencelab.traces.formats.trace_builder import TraceBuilder
from evidencelab.traces.formats.unseen import beyond, same


class _Event(NamedTuple):
    time: int
    order: int
    act: Callable[[], None]


def read_run(spans: Sequence[Span], convention: Convention, builder: TraceBuilder) -> None:
    """Tell the spans of one run to the builder, in the order in which things happened."""
    tools = [(span, tool) for span in spans if (tool := convention.tool(span)) is not None]
    models = [(span, model) for span in spans if (model := convention.model(span)) is not None]
    agents = [(span, agent) for span in spans if (agent := convention.agent(span)) is not None]
    parents = parents_of(spans)
    around = {at for span, _ in models for at in ancestors(span, parents)}
    agents += [pair for pair in models if pair[0].span_id in around]
    agents = outermost_first(agents, spans)
    models = [pair for pair in models if pair[0].span_id not in around] or agents[:1]
    inner = nested(spans, [span for span, _ in tools])
    run = _Run(_one_each(tools, parents), models, inner, builder)
    for event in sorted(run.events(), key=lambda event: (event.time, event.order)):
        event.act()
    _say_agent_words(agents, builder)


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
        self.models = _with_one_id_a_call([(span, ModelSpan(*with_ids(*model))) for span, model in models])
        self.nested = nested
        self.builder = builder
        self.by_call_id = {tool.call_id: number for number, (_, tool) in enumerate(tools) if tool.call_id}
        self.joined: dict[str, int] = {}
        self.message_results = self._message_results()
        self._join()
        numbers = {**self.joined, **self.by_call_id}
        self.heard = {
            numbers[call_id]: result for call_id, result in self.message_results.items() if call_id in numbers
        }
        self.called: dict[int, int] = {}
        self.asked: set[str] = set()
        self.told: set[str] = set()

    def _join(self) -> None:
        """Join each call that a model made to a tool span without an id: same tool, same arguments first."""
        free = [number for number, (_, tool) in enumerate(self.tools) if tool.call_id is None]
        for exact in (True, False):
            for _, model in self.models:
                for call in _calls((*model.inputs, *model.outputs)):
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
        results = _results(model for _, model in self.models)
        return {result.call_id: result for result in results if result.call_id is not None}

    def events(self) -> list[_Event]:
        """Everything that happened, with the time at which it did."""
        events: list[_Event] = []
        within = Windows(span for span, _ in self.tools)
        for number, (span, model) in enumerate(self.models):
            start = span.start if span.start is not None else 2 * number
            end = span.end if span.end is not None else max(start, 2 * number + 1)
            inner = span.span_id in self.nested
            prompts = len(model.inputs)
            if within.lie_within(start, end):
                prompts = _n_prompts(model.inputs)
            events.append(_Event(start, 3 * len(events), self._hear(model.inputs[:prompts], inner)))
            events.append(_Event(end, 3 * len(events), self._hear(model.inputs[prompts:], inner)))
            events.append(_Event(end, 3 * len(events), self._speak(model, inner)))
        for number, (span, _) in enumerate(self.tools):
            times = (time for time in (span.end, span.start) if time is not None)
            end = next(times, 2 * len(self.models))
            events.append(_Event(end, 3 * len(events) + 1, self._return(number)))
        return events

    def _hear(self, inputs: Sequence[SpokenMessage], inner: bool) -> Callable[[], None]:
        def act() -> None:
            for message in inputs:
                role: Role | None = _ROLES.get(message.role)
                if role == "user" and inner:
                    role = None
                if role in ("system", "user") and not self.builder.has_said(role, message.text):
                    self.builder.say(role, message.text)
                elif role == "assistant":
                    self._recall(message, inner)
                for result in message.results:
                    self._tell(result)

        return act

    def _recall(self, message: SpokenMessage, inner: bool) -> None:
        """Take what the model said before, as its input repeats it, unless its own span told it."""
        if any(call.call_id in self.asked for call in message.calls):
            return
        if not self.builder.has_said("assistant", message.text):
            self._answer(message, inner)

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
                if _ROLES.get(message.role) == "assistant":
                    self._answer(message, inner)
                for result in message.results:
                    self._tell(result)

        return act

    def _answer(self, message: SpokenMessage, inner: bool) -> None:
        self.builder.say("assistant", message.text, calls_tools=inner or bool(message.calls))
        for call in message.calls:
            if call.call_id is None:
                if all(tool.name != call.name for _, tool in self.tools):
                    self.builder.call(None, call.name, call.arguments)
            elif call.call_id not in self.asked:
                self.asked.add(call.call_id)
                self._call(call)

    def _call(self, call: SpokenCall) -> None:
        number = self.joined.get(call.call_id or "", self.by_call_id.get(call.call_id or ""))
        if number is None:
            self.builder.call(call.call_id, call.name, call.arguments)
        elif number not in self.called:
            self.called[number] = self._register(number, call)

    def _register(self, number: int, call: SpokenCall | None = None) -> int:
        """Tell a tool span's call, under the span's id if it names no other.

        Arguments that the span leaves out are those of the model's call for it.
        """
        span, tool = self.tools[number]
        arguments = tool.arguments
        if call is not None and not isinstance(parsed(arguments), dict) and call.arguments is not None:
            arguments = call.arguments
        return self.builder.call(tool.call_id or span.span_id or None, tool.name, arguments)

    def _return(self, number: int) -> Callable[[], None]:
        def act() -> None:
            tool = self.tools[number][1]
            if number not in self.called:
                self.called[number] = self._register(number)
            heard = self.heard.get(number)
            if heard is None or same(heard.output, tool.output):
                output, recorded, failed, unseen = tool.output, tool.recorded, tool.failed, None
            else:
                output, recorded, failed = heard.output, True, tool.failed or heard.failed
                unseen = beyond(tool.output, heard.output)
            self.builder.answer(self.called[number], output, failed=failed, recorded=recorded, unseen=unseen)

        return act


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


def _results(models: Iterable[ModelSpan]) -> Iterator[SpokenResult]:
    spoken = (message for model in models for side in model for message in side)
    return (result for message in spoken for result in message.results)


def _n_prompts(inputs: Sequence[SpokenMessage]) -> int:
    """Count the messages before the first that a model or a tool said."""
    return next(
        (n for n, said in enumerate(inputs) if said.calls or said.results or said.role == "assistant"),
        len(inputs),
    )


def _with_one_id_a_call(models: list[tuple[Span, ModelSpan]]) -> list[tuple[Span, ModelSpan]]:
    """Let each call go by one id in every message of the run."""
    instead = one_id_a_call(
        [message for _, model in models for message in model.outputs],
        [message for _, model in models for message in model.inputs],
        [result.call_id or "" for result in _results(model for _, model in models)],
    )
    return [
        (span, ModelSpan(*(tuple(renamed(message, instead) for message in side) for side in model)))
        for span, model in models
    ]


def _say_agent_words(agents: Sequence[tuple[Span, ModelSpan]], builder: TraceBuilder) -> None:
    """Add what the outermost agent was asked and what it answered, where no message says so already."""
    asked = (_last(talk.inputs, "user") for _, talk in agents)
    question = next(filter(None, asked), None)
    if question and not builder.roles_said("user"):
        builder.say_first("user", question)
    answered = (_last(talk.outputs, "assistant") for _, talk in agents)
    answer = next(filter(None, answered), None)
    if answer and (builder.last_said() or "").strip() != answer.strip():
        builder.say("assistant", answer)


def _last(messages: Sequence[SpokenMessage], role: Role) -> str | None:
    said = [message.text for message in messages if _ROLES.get(message.role) == role and message.text]
    return said[-1] if said else None


def _one_each(
    tools: list[tuple[Span, ToolSpan]], parents: Mapping[str, str | None]
) -> list[tuple[Span, ToolSpan]]:
    """Leave out a tool's spans that stand inside one of the same call; what only they hold is kept."""
    kept = {span.span_id: (span, tool) for span, tool in tools}
    for span, tool in tools:
        for at in ancestors(span, parents):
            if at in kept and kept[at][1].name == tool.name:
                outer_span, outer = kept[at]
                if outer.output is None and tool.output is not None:
                    outer = outer._replace(
                        output=tool.output, recorded=True, failed=outer.failed or tool.failed
                    )
                    kept[at] = outer_span, outer
                kept.pop(span.span_id, None)
                break
    return list(kept.values())
