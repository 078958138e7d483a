"""Executors that lie in a known way, to see which layer notices.

`FaultyExecutor` wraps any executor and turns its honest answer into a lie of one kind. Some lies
need something to lie about: `provoke` gives the tools and the planner that supply it. Where no honest
instance of a lie can be made, the executor says so and hands over nothing.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.agents.faults import lies_about_citations as citations
from evidencelab.agents.faults import lies_about_facts as facts
from evidencelab.agents.faults.injection import InjectingTool
from evidencelab.agents.faults.lies import Lie, Refusal, Situation
from evidencelab.agents.language.scope import KNOWLEDGE, METRICS, read_scope
from evidencelab.agents.stages import Chain, Executor, ExecutorReply, Planner, PlannerReply, Usage
from evidencelab.contracts import ToolCall, ToolInvocation
from evidencelab.gatekeeper.executor_output import read_executor_output
from evidencelab.tools.protocol import Tool

REFUSED = "fault refused: "
"""How `usage.error` begins where no honest instance of the fault could be made."""


class Fault(StrEnum):
    """The ways to lie; what each does stands at its function in `lies_about_*`."""

    INVENTED_ID = "invented_id"
    ANOTHER_SESSIONS_ID = "another_sessions_id"
    WRONG_TOOL = "wrong_tool"
    SHIFTED_INDEX = "shifted_index"
    MISSING_PATH = "missing_path"
    ALTERED_VALUE = "altered_value"
    GRAFTED_EXCERPT = "grafted_excerpt"
    GENERIC_EXCERPT = "generic_excerpt"
    SUMMARY_AS_EVIDENCE = "summary_as_evidence"
    RUNBOOK_AS_FACT = "runbook_as_fact"
    OVERCLAIMED_ABSENCE = "overclaimed_absence"
    SCOPE_CREEP = "scope_creep"
    REPAIR_ACTION = "repair_action"
    MALFORMED_OUTPUT = "malformed_output"
    INJECTED_ORDERS = "injected_orders"


_LIES: dict[Fault, Callable[[Situation], Lie | Refusal]] = {
    Fault.INVENTED_ID: citations.invented_id,
    Fault.ANOTHER_SESSIONS_ID: citations.another_sessions_id,
    Fault.WRONG_TOOL: citations.wrong_tool,
    Fault.SHIFTED_INDEX: citations.shifted_index,
    Fault.MISSING_PATH: citations.missing_path,
    Fault.ALTERED_VALUE: citations.altered_value,
    Fault.GRAFTED_EXCERPT: citations.grafted_excerpt,
    Fault.GENERIC_EXCERPT: citations.generic_excerpt,
    Fault.SUMMARY_AS_EVIDENCE: citations.summary_as_evidence,
    Fault.RUNBOOK_AS_FACT: facts.runbook_as_fact,
    Fault.OVERCLAIMED_ABSENCE: facts.overclaimed_absence,
    Fault.SCOPE_CREEP: facts.scope_creep,
    Fault.REPAIR_ACTION: facts.repair_action,
    Fault.MALFORMED_OUTPUT: facts.malformed_output,
    Fault.INJECTED_ORDERS: facts.obeyed_injection,
}


class Provoked(NamedTuple):
    """Tools and a chain under which a fault has something to lie about."""

    tools: tuple[Tool, ...]
    chain: Chain


@dataclass(frozen=True)
class FaultyExecutor:
    """An executor that tells one kind of lie about what another one says.

    Attributes:
        executor: The honest one, or any other.
        fault: How to lie.
        seed: Chooses which citation lies, and how; the same seed, question and answer lie alike.
        foreign_ids: Ids of another session's calls; needed by `another_sessions_id` alone.
    """

    executor: Executor
    fault: Fault
    seed: int = 0
    foreign_ids: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """How records call this implementation, e.g. `faulty:altered_value#3(baseline)`."""
        return f"faulty:{self.fault.value}#{self.seed}({self.executor.name})"

    def execute(
        self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
    ) -> ExecutorReply:
        """Ask the wrapped executor and lie; `usage.error` says why where no lie can be told."""
        reply = self.executor.execute(query, invocations, retry_context)
        if reply.usage.error is not None:
            return reply
        told = self.lie(query, (*invocations, *reply.invocations), reply.text)
        if isinstance(told, Refusal):
            return reply._replace(text="", usage=Usage(error=f"{REFUSED}{told.reason}"))
        return reply._replace(text=told.text)

    def lie(self, query: str, invocations: Sequence[ToolInvocation], honest_text: str) -> Lie | Refusal:
        """Turn an honest answer into a lie, or say why that cannot be done here."""
        key = zlib.crc32(f"{self.fault.value}/{self.seed}/{query}".encode())
        situation = Situation(
            query=query,
            invocations=tuple(invocations),
            honest=read_executor_output(honest_text).output,
            foreign_ids=self.foreign_ids,
            random=random.Random(key),
        )
        return _LIES[self.fault](situation)


def provoke(fault: Fault, tools: Sequence[Tool], chain: Chain, seed: int = 0) -> Provoked:
    """Give a fault what it needs: a runbook to quote, rows nobody asked for, a log line that gives orders.

    Args:
        fault: The fault that is to be told.
        tools: The tools; wrapped only for `injected_orders`.
        chain: The chain; its planner makes one call more for `runbook_as_fact` and `scope_creep`.
        seed: Chooses the wording of an injected line.
    """
    if fault is Fault.INJECTED_ORDERS:
        return Provoked(tuple(InjectingTool(tool, seed) for tool in tools), chain)
    if fault in (Fault.RUNBOOK_AS_FACT, Fault.SCOPE_CREEP):
        return Provoked(tuple(tools), replace(chain, planner=_CuriousPlanner(chain.planner, fault)))
    return Provoked(tuple(tools), chain)


@dataclass(frozen=True)
class _CuriousPlanner:
    """A planner that also makes the one call a fault needs."""

    planner: Planner
    fault: Fault

    @property
    def name(self) -> str:
        return f"curious({self.planner.name})"

    def plan(self, query: str) -> PlannerReply:
        reply = self.planner.plan(query)
        if self.fault is Fault.SCOPE_CREEP:
            call = ToolCall(tool_name=METRICS)
        else:
            call = ToolCall(tool_name=KNOWLEDGE, arguments={"query": read_scope(query).topic or query})
        return reply if call in reply.calls else reply._replace(calls=(*reply.calls, call))
