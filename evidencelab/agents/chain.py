"""One run of the chain: plan, call, record, state, gate, judge, settle, write, check.

It knows the order of the stages and that the code has the last word between them. It must not know
which implementation it runs: a stage that fails is a value, and what follows from it is settled by
the same rules as everything else.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from pydantic import JsonValue

from evidencelab.agents.baseline.composer import BaselineComposer, minimal_answer
from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.scope import read_scope
from evidencelab.agents.rules.answer_check import AnswerSources, check_answer
from evidencelab.agents.rules.verdict import needs_verifier, settle
from evidencelab.agents.stages import (
    Chain,
    ChainRun,
    ComposerInput,
    ComposerReply,
    ExecutorReply,
    PlannerReply,
    StageName,
    StageRecord,
    Usage,
    VerifierReply,
    Violation,
)
from evidencelab.contracts import (
    Claim,
    ComposerOutput,
    Session,
    ToolCall,
    ToolInvocation,
    ToolReply,
    VerifierInput,
    VerifierOutput,
)
from evidencelab.evidence.recorder import record_invocation
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.tools.protocol import Tool

AUTHORED = "authored"

ReplyT = TypeVar("ReplyT", PlannerReply, ExecutorReply, VerifierReply, ComposerReply)


def run_chain(
    query: str,
    session_id: str,
    tools: Sequence[Tool],
    chain: Chain,
    policy: GatekeeperPolicy,
    *,
    plan: Sequence[ToolCall] | None = None,
    forbidden_terms: Sequence[str] = (),
    executor_output: object | None = None,
) -> ChainRun:
    """Answer one query and keep everything that led to the answer; never raises for what a stage does.

    Args:
        query: The user's question.
        session_id: Names the run; ids of its calls follow from it.
        tools: The tools by which evidence is gathered.
        chain: The implementations.
        policy: The gate's policy; `max_retries` says how often a failed gate asks again.
        plan: The calls to make; None asks the planner.
        forbidden_terms: Terms neither a shown claim nor the answer may hold, beside those the query
            shuts out.
        executor_output: An authored output, object or text; no executor is asked, and calls are
            numbered from 1 so that it can cite them.

    Returns:
        The run. Where the gate rejected there is no verifier record and no score.
    """
    records: list[StageRecord] = []
    is_authored = executor_output is not None
    calls = _plan(query, chain, plan, records)
    first_id = 1 if is_authored else _first_id(session_id)
    invocations = tuple(
        _invoke(call, first_id + index, tools, session_id) for index, call in enumerate(calls)
    )
    session = Session(session_id=session_id, original_query=query, tool_invocations=invocations)
    if is_authored:
        session = session.model_copy(update={"executor_output": executor_output})
        records.append(StageRecord(stage="executor", implementation=AUTHORED))
        verifier_input = prepare_verifier_input(session, policy)
        attempts = 0
    else:
        session, verifier_input, attempts = _execute(session, chain, policy, records)
    return finish_run(
        session,
        verifier_input,
        chain,
        policy,
        forbidden_terms=forbidden_terms,
        records=records,
        attempts=attempts,
    )


def finish_run(
    session: Session,
    verifier_input: VerifierInput,
    chain: Chain,
    policy: GatekeeperPolicy,
    *,
    forbidden_terms: Sequence[str] = (),
    records: Sequence[StageRecord] = (),
    attempts: int = 0,
) -> ChainRun:
    """Judge, settle and write for a session whose executor has spoken and been gated.

    Args:
        session: The session, its executor output included.
        verifier_input: What the hook made of it under `policy`.
        chain: The implementations; only verifier and composer are asked.
        policy: The policy it was gated under.
        forbidden_terms: Terms neither a shown claim nor the answer may hold, beside those the query
            shuts out.
        records: What the stages before did.
        attempts: How often the executor was asked; 0 for an authored output.
    """
    kept = list(records)
    verifier_output = _verify(verifier_input, chain, kept)
    terms = tuple(dict.fromkeys((*read_scope(session.original_query).forbidden, *forbidden_terms)))
    answer = _compose(session, verifier_input, verifier_output, terms, chain, kept)
    return ChainRun(
        session=session,
        verifier_input=verifier_input,
        verifier_output=verifier_output,
        composer_output=answer.output,
        composer_violations=answer.violations,
        forbidden_terms=terms,
        authored=attempts == 0,
        policy_hash=policy.policy_hash,
        code_version=code_version(),
        attempts=attempts,
        stages=tuple(kept),
    )


# ------------------------------------------------------------------------------- plan and call


def _plan(
    query: str, chain: Chain, plan: Sequence[ToolCall] | None, records: list[StageRecord]
) -> tuple[ToolCall, ...]:
    if plan is not None:
        records.append(StageRecord(stage="planner", implementation=AUTHORED))
        return tuple(plan)
    reply = _ask(
        "planner",
        chain.planner.name,
        lambda: chain.planner.plan(query),
        lambda error: PlannerReply((), Usage(error=error)),
        records,
    )
    return reply.calls


def _first_id(session_id: str) -> int:
    """Number the calls of a session so that those of another are very likely other numbers."""
    return 10_000 + zlib.crc32(session_id.encode()) % 900_000 * 100


def _invoke(call: ToolCall, invocation_id: int, tools: Sequence[Tool], session_id: str) -> ToolInvocation:
    """Call a tool and record it; a tool that is not there or raises made a failed call."""
    tool = next((tool for tool in tools if tool.name == call.tool_name), None)
    if tool is None:
        names = ", ".join(sorted(tool.name for tool in tools)) or "none"
        reply = ToolReply(
            status="error", output={"error": f"no tool named {call.tool_name!r}; known are {names}"}
        )
    else:
        try:
            reply = tool.call(call.arguments)
        except Exception as error:
            reply = ToolReply(status="error", output={"error": f"{type(error).__name__}: {error}"})
    return record_invocation(
        ToolInvocation(
            invocation_id=invocation_id,
            session_id=session_id,
            tool_name=call.tool_name,
            arguments=call.arguments,
            status=reply.status,
            output=reply.output,
        )
    )


# ------------------------------------------------------------------------------- state and gate


def _execute(
    session: Session, chain: Chain, policy: GatekeeperPolicy, records: list[StageRecord]
) -> tuple[Session, VerifierInput, int]:
    """Ask the executor until the gate passes or the policy's retries are used up."""
    retry_context: JsonValue = None
    verifier_input: VerifierInput | None = None
    attempt = 0
    while verifier_input is None or (
        verifier_input.gatekeeper_result.status == "fail" and attempt <= policy.max_retries
    ):
        attempt += 1
        context, calls = retry_context, session.tool_invocations
        reply = _ask(
            "executor",
            chain.executor.name,
            lambda: chain.executor.execute(session.original_query, calls, context),  # noqa: B023
            lambda error: ExecutorReply("", Usage(error=error)),
            records,
            attempt,
        )
        session = session.model_copy(
            update={
                "tool_invocations": (*calls, *_new_calls(reply.invocations, calls, session.session_id)),
                "executor_output": reply.text,
            }
        )
        verifier_input = prepare_verifier_input(session, policy, retry_context)
        retry_context = {
            "attempt": attempt,
            "failed_rules": list(verifier_input.gatekeeper_result.failed_rules),
            "errors": [error.to_wire() for error in verifier_input.gatekeeper_result.errors],
        }
    return session, verifier_input, attempt


def _new_calls(
    made: Sequence[ToolInvocation], known: Sequence[ToolInvocation], session_id: str
) -> tuple[ToolInvocation, ...]:
    """Record the calls an agentic executor made; an id that is taken already is not taken again."""
    taken = {invocation.invocation_id for invocation in known}
    new: list[ToolInvocation] = []
    for invocation in made:
        if invocation.invocation_id not in taken:
            taken.add(invocation.invocation_id)
            new.append(record_invocation(invocation.model_copy(update={"session_id": session_id})))
    return tuple(new)


# ------------------------------------------------------------------------------- judge and write


def _verify(verifier_input: VerifierInput, chain: Chain, records: list[StageRecord]) -> VerifierOutput:
    if not needs_verifier(verifier_input.gatekeeper_result):
        return settle(None, verifier_input)
    reply = _ask(
        "verifier",
        chain.verifier.name,
        lambda: chain.verifier.verify(verifier_input),
        lambda error: VerifierReply(None, Usage(error=error)),
        records,
    )
    return settle(reply.output, verifier_input, f"the verifier failed: {reply.usage.error or 'no output'}")


class _Answer(NamedTuple):
    output: ComposerOutput
    violations: tuple[Violation, ...]


def _compose(
    session: Session,
    verifier_input: VerifierInput,
    verifier_output: VerifierOutput,
    terms: tuple[str, ...],
    chain: Chain,
    records: list[StageRecord],
) -> _Answer:
    """Let the composer write and check what it wrote; what fails is replaced by the baseline's."""
    sources = _sources(session, verifier_input, verifier_output, terms)
    reply = _ask(
        "composer",
        chain.composer.name,
        lambda: chain.composer.compose(sources.composer_input),
        lambda error: ComposerReply(None, Usage(error=error)),
        records,
    )
    if reply.output is None:
        silence = Violation(code="answer.none", detail=reply.usage.error or "the composer wrote nothing")
        return _Answer(_baseline_answer(sources), (silence,))
    violations = check_answer(reply.output.user_facing_answer, sources)
    is_stated = sources.composer_input.supported_claims and sources.composer_input.verdict != "REJECT"
    if reply.output.status == "valid" and not is_stated:
        violations += (Violation(code="answer.status", detail="valid, though nothing may be stated"),)
    if violations:
        return _Answer(_baseline_answer(sources), violations)
    return _Answer(reply.output, ())


def _sources(
    session: Session,
    verifier_input: VerifierInput,
    verifier_output: VerifierOutput,
    terms: tuple[str, ...],
) -> AnswerSources:
    output = verifier_input.executor_structured_output
    supported_ids = {item.claim_id for item in verifier_output.claims if item.support == "supported"}
    allowed_ids = {item.action_id for item in verifier_output.actions if item.allowed}
    supported: list[Claim] = []
    blocked: list[Claim] = []
    for claim in output.claims:
        is_shown = (
            verifier_output.verdict != "REJECT"
            and claim.claim_id in supported_ids
            and not find_forbidden(terms, claim.claim_text)
        )
        (supported if is_shown else blocked).append(claim)
    composer_input = ComposerInput(
        original_query=session.original_query,
        verdict=verifier_output.verdict,
        supported_claims=tuple(supported),
        missing_info=output.missing_info if verifier_output.verdict != "REJECT" else (),
        allowed_actions=tuple(
            action
            for action in output.recommended_actions
            if action.action_id in allowed_ids and not find_forbidden(terms, action.action_text)
        ),
        forbidden_terms=terms,
    )
    texts = tuple(
        ref.text
        for invocation in session.tool_invocations
        for ref in (invocation.retrieval_details.evidence_refs if invocation.retrieval_details else None)
        or ()
    )
    return AnswerSources(composer_input, tuple(blocked), texts)


def _baseline_answer(sources: AnswerSources) -> ComposerOutput:
    """Write the baseline's answer; what of it would break the property is left out, if need be all."""
    everything = sources.composer_input
    sound = everything.model_copy(
        update={
            "supported_claims": tuple(
                claim for claim in everything.supported_claims if not check_answer(claim.claim_text, sources)
            )
        }
    )
    bare = sound.model_copy(update={"missing_info": (), "allowed_actions": ()})
    for composer_input in (everything, sound, bare):
        output = BaselineComposer().compose(composer_input).output
        if output is not None and not check_answer(output.user_facing_answer, sources):
            return output
    return minimal_answer(everything.original_query)


def _ask(
    stage: StageName,
    implementation: str,
    ask: Callable[[], ReplyT],
    failed: Callable[[str], ReplyT],
    records: list[StageRecord],
    attempt: int = 1,
) -> ReplyT:
    """Ask one stage, keep what it did, and turn an exception into a reply that says so."""
    start = time.perf_counter()
    try:
        reply = ask()
    except Exception as error:
        reply = failed(f"{type(error).__name__}: {error}")
    usage = reply.usage
    records.append(
        StageRecord(
            stage=stage,
            implementation=implementation,
            attempt=attempt,
            seconds=time.perf_counter() - start,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            completion=usage.completion,
            error=usage.error,
            cost=usage.cost,
        )
    )
    return reply
