"""An agentic executor: it calls the tools itself, round by round, and then states its claims.

Reason and act in turns (ReAct, Yao et al. 2023, arXiv:2210.03629): each round shows what was found
so far as data and asks for the next calls. Every call is recorded as an invocation, so that its
output can be cited and gated like any other. This module must not know a scenario or a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import JsonValue

from evidencelab.agents.models.answers import read_calls
from evidencelab.agents.models.ask import Answer
from evidencelab.agents.models.choice import Model
from evidencelab.agents.models.programs import DspyExecutor, StageProgram
from evidencelab.agents.models.prompt_data import TOOLS, evidence_text, json_lines
from evidencelab.agents.models.signatures import ChooseStep
from evidencelab.agents.models.variants import PromptVariant
from evidencelab.agents.stages import ExecutorReply, PlannerReply, Usage
from evidencelab.contracts import ToolCall, ToolInvocation, ToolReply
from evidencelab.evidence.recorder import record_invocation
from evidencelab.tools.protocol import Tool

MAX_ROUNDS = 4

Number = TypeVar("Number", int, float)


class NoPlan:
    """A planner that plans nothing: the executor behind it calls the tools itself."""

    name = "none"

    def plan(self, query: str) -> PlannerReply:
        """Plan nothing."""
        return PlannerReply(())


class ReactExecutor:
    """An executor that asks for calls, makes them, and states claims on what they returned."""

    def __init__(
        self,
        steps: PromptVariant,
        claims: PromptVariant,
        model: Model,
        tools: Sequence[Tool],
        max_rounds: int = MAX_ROUNDS,
    ) -> None:
        """Put an agent together.

        Args:
            steps: The planner variant that chooses the calls of a round.
            claims: The executor variant that states the claims at the end.
            model: What answers both.
            tools: What may be called.
            max_rounds: Rounds of calls, at most.
        """
        self._steps = StageProgram(steps, model, ChooseStep)
        self._claims = DspyExecutor(claims, model)
        self._tools = {tool.name: tool for tool in tools}
        self._max_rounds = max_rounds
        self._name = f"react:{claims.label}@{model.label}"

    @property
    def name(self) -> str:
        """How records call this implementation, e.g. `react:cite.en@smollm2`."""
        return self._name

    def execute(
        self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
    ) -> ExecutorReply:
        """Look for evidence, then answer with the executor contract as text.

        A second attempt, with the gate's errors, looks for nothing new: it quotes again.
        """
        answers: list[Answer] = []
        made: list[ToolInvocation] = []
        if retry_context is None:
            made = self._look(query, invocations, answers)
        reply = self._claims.execute(query, (*invocations, *made), retry_context)
        return reply._replace(usage=_total(reply.usage, answers, len(made)), invocations=tuple(made))

    def _look(
        self, query: str, given: Sequence[ToolInvocation], answers: list[Answer]
    ) -> list[ToolInvocation]:
        made: list[ToolInvocation] = []
        done: list[ToolCall] = []
        for _ in range(self._max_rounds):
            answer = self._steps.ask(
                {"question": query, "tools": json_lines(TOOLS), "evidence": evidence_text((*given, *made))}
            )
            answers.append(answer)
            calls, _ = read_calls(answer.completion or "") if answer.error is None else ((), None)
            fresh = [call for call in calls if call not in done]
            if not fresh:
                break
            for call in fresh:
                done.append(call)
                number = max((item.invocation_id for item in (*given, *made)), default=0) + 1
                made.append(self._call(call, number))
        return made

    def _call(self, call: ToolCall, invocation_id: int) -> ToolInvocation:
        tool = self._tools.get(call.tool_name)
        if tool is None:
            reply = ToolReply(status="error", output={"success": False, "error": "there is no such tool"})
        else:
            reply = tool.call(call.arguments)
        return record_invocation(
            ToolInvocation(
                invocation_id=invocation_id,
                tool_name=call.tool_name,
                arguments=dict(call.arguments),
                status=reply.status,
                output=reply.output,
            )
        )


def _total(usage: Usage, answers: Sequence[Answer], n_made: int) -> Usage:
    """Add the rounds to the usage of the claims; rounds that failed before any call are the error."""
    failed = next((answer.error for answer in answers if answer.error is not None), None)
    error = usage.error
    if error is None and failed is not None and n_made == 0:
        error = f"no tool was called: {failed}"
    return usage._replace(
        tokens_in=_sum([usage.tokens_in, *(answer.tokens_in for answer in answers)]),
        tokens_out=_sum([usage.tokens_out, *(answer.tokens_out for answer in answers)]),
        cost=_sum([usage.cost, *(answer.cost for answer in answers)]),
        error=error,
    )


def _sum(parts: Sequence[Number | None]) -> Number | None:
    known = [part for part in parts if part is not None]
    return sum(known[1:], known[0]) if known else None
