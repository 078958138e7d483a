from __future__ import annotations

import pytest
from pydantic import JsonValue

from evidencelab.agents.baseline.executor import BaselineExecutor
from evidencelab.agents.baseline.planner import BaselinePlanner
from evidencelab.contracts import ExecutorOutput, ToolInvocation
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.recorder import record_invocation
from evidencelab.tools.protocol import Tool
from evidencelab.tools.rows import KnowledgeBlock
from tests.agents.inline_tools import FixedTool, alert, log, tools_over

SHOP = tools_over(
    alert("HighMemoryUsage", "resolved", "basket-api", current="71%", duration="4m"),
    alert("HighMemoryUsage", "firing", "basket-api", current="91%", duration="15m", threshold="85%",
          description="JVM heap usage 3.8GB/4GB"),
    alert("HighMemoryUsage", "firing", "basket-api-canary", current="88%", duration="2m"),
    alert("HighCPUUsage", "firing", "basket-api", current="97%", duration="3m"),
    log("11:03", "WARN", "basket-api", "内存使用率过高: 86.2%, GC次数: 96"),
    log("11:17", "WARN", "basket-api", "内存使用率过高: 91.0%, GC次数: 128, settles order-77"),
    log("11:18", "ERROR", "till-api", "call to basket-api failed, memory of basket-api unknown"),
    log("11:19", "ERROR", "basket-api", "OOMKilled: exit code 137"),
    KnowledgeBlock(title="Memory / What to gather", source="k.md",
                   content="Collect a heap dump of the service. Restart it if usage stays above 95%."),
)  # fmt: skip


def invocations_of(query: str, tools: tuple[Tool, ...] = SHOP) -> list[ToolInvocation]:
    by_name = {tool.name: tool for tool in tools}
    recorded = []
    for number, call in enumerate(BaselinePlanner().plan(query).calls, 1):
        reply = by_name[call.tool_name].call(call.arguments)
        recorded.append(
            record_invocation(
                ToolInvocation(
                    invocation_id=number,
                    tool_name=call.tool_name,
                    arguments=call.arguments,
                    status=reply.status,
                    output=reply.output,
                )
            )
        )
    return recorded


def state(query: str, tools: tuple[Tool, ...] = SHOP, retry_context: JsonValue = None) -> ExecutorOutput:
    reply = BaselineExecutor().execute(query, invocations_of(query, tools), retry_context)
    return ExecutorOutput.model_validate_json(reply.text)


def cited(output: ExecutorOutput) -> list[str | None]:
    return [binding.raw_path for claim in output.claims for binding in claim.evidence_bindings]


def test_one_claim_binds_every_record_that_answers() -> None:
    output = state("只确认 basket-api 是否存在 HighMemoryUsage 告警和内存日志。")
    (claim,) = output.claims
    assert claim.claim_type == "observation"
    assert len(claim.evidence_bindings) == 3
    for value in ("basket-api", "HighMemoryUsage", "firing", "91%", "86.2%", "91.0%"):
        assert value in claim.claim_text


def test_distractors_are_not_cited() -> None:
    text = state("只确认 basket-api 是否存在 HighMemoryUsage 告警和内存日志。").model_dump_json()
    for word in ("canary", "HighCPUUsage", "till-api", "71%", "order-77"):
        assert word not in text


def test_excerpts_are_verbatim_slices_the_match_accepts() -> None:
    query = "Only look at the HighMemoryUsage alert and memory logs of basket-api."
    texts = {
        (call.invocation_id, ref.raw_path): ref.text
        for call in invocations_of(query)
        for ref in (call.retrieval_details and call.retrieval_details.evidence_refs) or ()
    }
    for claim in state(query).claims:
        for binding in claim.evidence_bindings:
            text = texts[(binding.source_invocation_id or 0, binding.raw_path or "")]
            assert binding.evidence_excerpt in text
            assert match_excerpt(binding.evidence_excerpt or "", text).decision == "accept"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("只确认 till-api 是否存在 OOM 日志", ("未检索到", "till-api", "OOM")),
        ("Only confirm whether till-api logged OOM", ("found no", "till-api", "OOM")),
    ],
)
def test_a_no_hit_is_one_negative_observation_on_no_evidence(query: str, words: tuple[str, ...]) -> None:
    output = state(query)
    (claim,) = output.claims
    assert claim.claim_type == "negative_observation"
    assert cited(output) == ["$.no_evidence"]
    for word in words:
        assert word in claim.claim_text


def test_a_found_alert_and_missing_lines_are_two_claims() -> None:
    output = state("只确认 basket-api 是否存在 HighCPUUsage 告警，以及是否存在死锁日志")
    assert [claim.claim_type for claim in output.claims] in (
        ["observation"],
        ["observation", "negative_observation"],
    )


def test_a_pending_or_resolved_alert_is_told_with_its_state() -> None:
    tools = tools_over(alert("DiskFull", "resolved", "media-api", current="96%"))
    (claim,) = state("Only confirm whether media-api has a DiskFull alert.", tools).claims
    assert "resolved" in claim.claim_text
    assert "firing" not in claim.claim_text


def test_what_is_shut_out_is_nowhere_in_the_claims() -> None:
    tools = tools_over(
        alert("HighCPUUsage", "firing", "pay-api", current="93%"),
        log("11:04", "WARN", "pay-api", "CPU usage 91.7%, hottest thread settles order-123"),
        log("11:05", "WARN", "pay-api", "CPU usage 92.0% while database queries are slow"),
    )
    output = state("只确认 pay-api 的 HighCPUUsage，不要分析订单123 或数据库。", tools)
    text = "".join(claim.claim_text for claim in output.claims)
    assert "93%" in text
    assert "order-123" not in text
    assert "database" not in text


GAPS = [
    pytest.param(FixedTool("query_logs", {"success": False, "error": "timeout"}, "error"), id="failed"),
    pytest.param(
        FixedTool("query_logs", {"status": "success", "data": {"resultType": "", "result": None}}),
        id="unparsed",
    ),
    pytest.param(
        FixedTool(
            "query_logs",
            {
                "took": 3,
                "timed_out": False,
                "_shards": {"total": 5, "successful": 4, "failed": 1},
                "hits": {"total": {"value": 0, "relation": "eq"}, "hits": []},
            },
        ),
        id="partial",
    ),
]


@pytest.mark.parametrize("tool", GAPS)
@pytest.mark.parametrize(
    "query", ["只确认 basket-api 是否存在 OOM 日志", "Only confirm whether basket-api logged OOM"]
)
def test_a_call_that_did_not_answer_leaves_a_gap_and_no_claim(tool: FixedTool, query: str) -> None:
    output = state(query, (tool,))
    assert output.claims == ()
    assert len(output.missing_info) == 1
    assert "query_logs" in output.missing_info[0].description


def test_rows_about_something_else_leave_a_gap_and_no_claim() -> None:
    tool = FixedTool(
        "query_logs",
        {
            "success": True,
            "logs": [
                {"timestamp": "11:00", "level": "INFO", "service": "till-api", "message": "till opened"},
                {
                    "timestamp": "11:01",
                    "level": "WARN",
                    "service": "basket-api",
                    "message": "basket was empty",
                },
            ],
            "total": 2,
        },
    )
    output = state("Only confirm whether basket-api logged OOM", (tool,))
    assert output.claims == ()
    assert output.missing_info != ()


def test_a_topic_told_in_another_language_is_a_gap_not_a_no_hit() -> None:
    tools = tools_over(log("10:00", "WARN", "auth-api", "gizmo frobnicated"))
    output = state("只确认 auth-api 是否存在量子纠缠日志", tools)
    assert output.claims == ()


def test_runbook_text_guides_steps_and_is_no_claim() -> None:
    output = state("Why is the memory of basket-api so high?")
    assert all(
        binding.tool_name != "lookup_knowledge"
        for claim in output.claims
        for binding in claim.evidence_bindings
    )
    actions = [action.action_text for action in output.recommended_actions]
    assert any("heap dump" in text for text in actions)
    assert not any("Restart" in text for text in actions)


def test_an_open_question_gets_one_claim_a_topic() -> None:
    output = state("What is wrong with basket-api?")
    assert len(output.claims) >= 3
    assert {claim.claim_type for claim in output.claims} == {"observation"}


@pytest.mark.parametrize("query", ["只确认 basket-api 的情况", "Only tell me about basket-api"])
def test_a_narrow_question_never_gets_more_than_two_claims(query: str) -> None:
    assert len(state(query).claims) <= 2


def test_places_the_gate_refused_are_left_alone_on_retry() -> None:
    query = "只确认 basket-api 是否存在 HighMemoryUsage 告警"
    first = cited(state(query))
    context: JsonValue = {"errors": [{"rule": "x", "claim_id": "claim-1", "binding_index": 0}]}
    assert first[0] not in cited(state(query, retry_context=context))


def test_without_any_call_there_is_only_a_gap() -> None:
    reply = BaselineExecutor().execute("只确认 basket-api 的内存", [])
    output = ExecutorOutput.model_validate_json(reply.text)
    assert output.claims == ()
    assert output.missing_info != ()
