from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import JsonValue

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.chain import run_chain
from evidencelab.agents.faults.lies import Lie, Refusal
from evidencelab.agents.faults.lying_executor import REFUSED, Fault, FaultyExecutor, provoke
from evidencelab.agents.language.polarity import gives_orders
from evidencelab.agents.stages import ChainRun, ExecutorReply, Usage
from evidencelab.contracts import ExecutorOutput, ToolInvocation
from evidencelab.gatekeeper.executor_output import read_executor_output
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.tools.rows import KnowledgeBlock
from tests.agents.inline_tools import alert, log, tools_over

TOOLS = tools_over(
    alert("HighMemoryUsage", "firing", "basket-api", current="91%", duration="15m"),
    alert("HighCPUUsage", "firing", "till-api", current="96%"),
    log("11:03", "WARN", "basket-api", "内存使用率过高: 86.2%, GC次数: 96"),
    log("11:17", "WARN", "basket-api", "内存使用率过高: 91.0%, GC次数: 128"),
    KnowledgeBlock(title="Memory", source="k.md", content="Heap usage above 90% often ends in an OOM kill."),
)
FOUND = "只确认 basket-api 是否存在 HighMemoryUsage 告警和内存日志，不要分析 till-api。"
NOTHING = "Only confirm whether till-api logged OOM."
FOREIGN = (8_000_001,)


def tell(fault: Fault, query: str = FOUND, seed: int = 0) -> tuple[ChainRun, ExecutorOutput, Lie | Refusal]:
    """Run a chain with a lying executor; give the run, what it handed over, and the lie."""
    scene = provoke(fault, TOOLS, baseline_chain(), seed)
    liar = FaultyExecutor(scene.chain.executor, fault, seed, FOREIGN)
    run = run_chain(query, "s", scene.tools, replace(scene.chain, executor=liar), GatekeeperPolicy())
    honest = scene.chain.executor.execute(query, run.session.tool_invocations)
    told = liar.lie(query, run.session.tool_invocations, honest.text)
    return run, read_executor_output(run.session.executor_output).output, told


CAUGHT_BY_GATE = [
    (Fault.INVENTED_ID, "evidence.invocation_ref"),
    (Fault.ANOTHER_SESSIONS_ID, "evidence.invocation_ref"),
    (Fault.WRONG_TOOL, "evidence.tool_name"),
    (Fault.MISSING_PATH, "evidence.raw_path_missing"),
    (Fault.ALTERED_VALUE, "evidence.excerpt_mismatch"),
    (Fault.GRAFTED_EXCERPT, "evidence.excerpt_mismatch"),
    (Fault.GENERIC_EXCERPT, "evidence.excerpt_too_short"),
    (Fault.SUMMARY_AS_EVIDENCE, "evidence.excerpt_mismatch"),
    (Fault.MALFORMED_OUTPUT, "executor.output_incomplete"),
]


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("fault", "rule"), CAUGHT_BY_GATE)
def test_a_lie_about_a_citation_breaks_its_rule(fault: Fault, rule: str, seed: int) -> None:
    run, _, told = tell(fault, seed=seed)
    assert isinstance(told, Lie)
    assert rule in run.verifier_input.gatekeeper_result.failed_rules
    assert run.verifier_output.verdict != "PASS"


def test_a_shifted_index_cites_a_place_with_another_text() -> None:
    run, output, told = tell(Fault.SHIFTED_INDEX)
    assert isinstance(told, Lie)
    claim = next(claim for claim in output.claims if claim.claim_id in told.claim_ids)
    texts = {
        ref.raw_path: ref.text
        for call in run.session.tool_invocations
        for ref in (call.retrieval_details and call.retrieval_details.evidence_refs) or ()
    }
    assert any(
        binding.evidence_excerpt not in texts.get(binding.raw_path or "", "")
        for binding in claim.evidence_bindings
    )


def test_an_altered_value_stands_nowhere_in_its_record() -> None:
    _, output, told = tell(Fault.ALTERED_VALUE)
    assert isinstance(told, Lie)
    old, new = told.told.split(" became ")
    text = " ".join(
        binding.evidence_excerpt or "" for claim in output.claims for binding in claim.evidence_bindings
    )
    assert new in text
    assert old != new


def test_a_runbook_told_as_a_fact_passes_the_gate_and_not_the_rules() -> None:
    run, _, told = tell(Fault.RUNBOOK_AS_FACT)
    assert isinstance(told, Lie)
    assert run.verifier_input.gatekeeper_result.status == "pass"
    lying = [item for item in run.verifier_output.claims if item.claim_id in told.claim_ids]
    assert [item.support for item in lying] == ["unsupported"]
    assert run.verifier_output.verdict == "LOW_CONFID"


@pytest.mark.parametrize("seed", range(8))
def test_orders_in_a_log_line_are_noticed_where_they_are_plain(seed: int) -> None:
    run, output, told = tell(Fault.INJECTED_ORDERS, seed=seed)
    assert isinstance(told, Lie)
    (claim,) = [claim for claim in output.claims if claim.claim_id in told.claim_ids]
    is_plain = gives_orders(claim.evidence_bindings[0].evidence_excerpt or "")
    (judged,) = [item for item in run.verifier_output.claims if item.claim_id == claim.claim_id]
    assert judged.support == ("unsupported" if is_plain else "supported")


def test_an_overclaimed_absence_passes_the_gate_and_not_the_rules() -> None:
    run, _, told = tell(Fault.OVERCLAIMED_ABSENCE, NOTHING)
    assert isinstance(told, Lie)
    assert run.verifier_input.gatekeeper_result.status == "pass"
    assert run.verifier_output.verdict == "LOW_CONFID"


def test_a_repair_action_is_not_shown() -> None:
    run, _, told = tell(Fault.REPAIR_ACTION)
    assert isinstance(told, Lie)
    assert [item.allowed for item in run.verifier_output.actions] == [False]
    assert "basket-api" in run.composer_output.user_facing_answer
    assert all(
        word not in run.composer_output.user_facing_answer for word in ("重启", "扩容", "回滚", "调大")
    )


def test_scope_creep_speaks_of_what_was_shut_out_and_is_not_shown() -> None:
    run, output, told = tell(Fault.SCOPE_CREEP)
    assert isinstance(told, Lie)
    claim = next(claim for claim in output.claims if claim.claim_id in told.claim_ids)
    assert "till-api" in claim.claim_text
    assert "till-api" not in run.composer_output.user_facing_answer


REFUSALS = [
    pytest.param(Fault.OVERCLAIMED_ABSENCE, FOUND, id="absence-where-something-was-found"),
    pytest.param(Fault.SHIFTED_INDEX, NOTHING, id="no-numbered-place"),
    pytest.param(Fault.GENERIC_EXCERPT, NOTHING, id="no-generic-word"),
    pytest.param(Fault.GRAFTED_EXCERPT, NOTHING, id="no-other-record"),
]


@pytest.mark.parametrize(("fault", "query"), REFUSALS)
def test_a_fault_refuses_where_it_cannot_be_told_honestly(fault: Fault, query: str) -> None:
    run, _, told = tell(fault, query)
    assert isinstance(told, Refusal)
    record = next(record for record in run.stages if record.stage == "executor")
    assert record.error == f"{REFUSED}{told.reason}"
    assert run.session.executor_output == ""


def test_another_sessions_id_refuses_without_one() -> None:
    liar = FaultyExecutor(baseline_chain().executor, Fault.ANOTHER_SESSIONS_ID)
    run = run_chain(FOUND, "s", TOOLS, replace(baseline_chain(), executor=liar), GatekeeperPolicy())
    assert run.stages[1].error == f"{REFUSED}no call of another session is known"


@pytest.mark.parametrize("fault", list(Fault))
def test_the_same_seed_lies_alike_and_every_fault_can_be_told(fault: Fault) -> None:
    query = NOTHING if fault is Fault.OVERCLAIMED_ABSENCE else FOUND
    one, other = tell(fault, query, 3)[2], tell(fault, query, 3)[2]
    assert isinstance(one, Lie)
    assert one == other


def test_a_failure_of_the_wrapped_executor_stays_a_failure() -> None:
    class Failing:
        name = "failing"

        def execute(
            self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
        ) -> ExecutorReply:
            return ExecutorReply("", Usage(error="time-out"))

    liar = FaultyExecutor(Failing(), Fault.INVENTED_ID)
    assert liar.execute(FOUND, ()).usage.error == "time-out"
    assert liar.name == "faulty:invented_id#0(failing)"
