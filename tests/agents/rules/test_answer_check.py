from __future__ import annotations

import pytest

from evidencelab.agents.baseline.composer import BaselineComposer, minimal_answer
from evidencelab.agents.rules.answer_check import AnswerSources, check_answer
from evidencelab.agents.stages import ComposerInput
from evidencelab.contracts import Claim, ClaimType, EvidenceBinding, MissingInfo, RecommendedAction, Verdict
from tests.agents.claim_cases import MEMORY_ALERT, MEMORY_LOG, NO_LOGS

QUERY_ZH = "只确认 order-service 是否存在 HighMemoryUsage 告警。"
QUERY_EN = "Only confirm whether order-service has a HighMemoryUsage alert."
FOUND_ZH = "order-service 当前存在 HighMemoryUsage 告警，内存使用率达到 91%。"
FOUND_EN = "The HighMemoryUsage alert of order-service is firing at 91%."
NOTHING_ZH = "本次查询未检索到 inventory-service 的 HikariCP 日志。"
NOTHING_EN = "The query found no HikariCP logs of inventory-service."


def claim(text: str, claim_type: ClaimType = "observation", excerpt: str = MEMORY_ALERT) -> Claim:
    return Claim(
        claim_id="claim-1",
        claim_type=claim_type,
        claim_text=text,
        evidence_bindings=(EvidenceBinding(tool_name="query_metrics", evidence_excerpt=excerpt),),
    )


def sources(
    *claims: Claim,
    query: str = QUERY_ZH,
    verdict: Verdict = "PASS",
    blocked: tuple[str, ...] = (),
    forbidden: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
    actions: tuple[str, ...] = (),
    texts: tuple[str, ...] = (),
) -> AnswerSources:
    return AnswerSources(
        ComposerInput(
            original_query=query,
            verdict=verdict,
            supported_claims=claims,
            missing_info=tuple(MissingInfo(info_id="m", description=text) for text in missing),
            allowed_actions=tuple(RecommendedAction(action_id="a", action_text=text) for text in actions),
            forbidden_terms=forbidden,
        ),
        tuple(claim(text) for text in blocked),
        texts,
    )


def codes(answer: str, given: AnswerSources) -> set[str]:
    return {violation.code for violation in check_answer(answer, given)}


CLEAN = [
    pytest.param(FOUND_ZH, sources(claim(FOUND_ZH)), id="the-claim-itself"),
    pytest.param("order-service 的内存使用率为 91%，HighMemoryUsage 告警已触发 15 分钟。", sources(claim(FOUND_ZH)),
                 id="a-value-of-its-excerpt"),
    pytest.param("order-service is above: memory 91.0 %.", sources(claim(FOUND_EN), query=QUERY_EN), id="same-value"),
    pytest.param("1. " + FOUND_EN + "\n2. Nothing else was asked.", sources(claim(FOUND_EN), query=QUERY_EN),
                 id="list-numbers"),
    pytest.param(NOTHING_EN + " This does not rule the problem out.",
                 sources(claim(NOTHING_EN, "negative_observation", NO_LOGS), query=QUERY_EN), id="disclaimer"),
    pytest.param("The probe of order-service is unhealthy.",
                 sources(claim("The probe of order-service is unhealthy."), query=QUERY_EN, forbidden=("healthy",)),
                 id="healthy-not-in-unhealthy"),
    pytest.param("The room of order-service has 91% left.",
                 sources(claim("The room of order-service has 91% left."), query=QUERY_EN, forbidden=("OOM",)),
                 id="oom-not-in-room"),
]  # fmt: skip
BROKEN = [
    pytest.param('{"claims": []}', sources(claim(FOUND_ZH)), "answer.raw_json", id="json-object"),
    pytest.param(FOUND_ZH + '\n"current": "91%",', sources(claim(FOUND_ZH)), "answer.raw_json", id="json-field"),
    pytest.param(FOUND_ZH + " [{}]", sources(claim(FOUND_ZH)), "answer.raw_json", id="json-list"),
    pytest.param(MEMORY_LOG, sources(claim(FOUND_ZH, excerpt=MEMORY_LOG)), "answer.raw_output", id="log-header"),
    pytest.param("见 " + MEMORY_ALERT, sources(claim(FOUND_ZH), texts=(MEMORY_ALERT,)), "answer.raw_output",
                 id="whole-record"),
    pytest.param(FOUND_ZH + "（$.alerts[0]）", sources(claim(FOUND_ZH)), "answer.raw_output", id="locator"),
    pytest.param("evidence_status=no_evidence", sources(claim(NOTHING_ZH, "negative_observation", NO_LOGS)),
                 "answer.raw_output", id="wire-words"),
    pytest.param(FOUND_ZH + " order-service 存在内存泄漏。", sources(claim(FOUND_ZH), blocked=("order-service 存在内存泄漏。",)),
                 "answer.blocked_claim", id="blocked-verbatim"),
    pytest.param("The pool leaks its connections badly.",
                 sources(claim(FOUND_EN), query=QUERY_EN, blocked=("The pool is leaking connections badly.",)),
                 "answer.blocked_claim", id="blocked-reworded"),
    pytest.param(FOUND_ZH + " 另见 HikariCP。", sources(claim(FOUND_ZH), forbidden=("HikariCP",)), "answer.forbidden_term",
                 id="forbidden"),
    pytest.param("内存 97%。", sources(claim(FOUND_ZH)), "answer.unsupported_fact", id="value-from-nowhere"),
    pytest.param("cart-service 内存 91%。", sources(claim(FOUND_ZH)), "answer.unsupported_fact", id="name-from-nowhere"),
    pytest.param(FOUND_ZH + " 根因是流量。", sources(claim(FOUND_ZH)), "answer.inference", id="cause"),
    pytest.param(NOTHING_ZH + " 已排除该问题。", sources(claim(NOTHING_ZH, "negative_observation", NO_LOGS)),
                 "answer.overstatement", id="zh-excluded"),
    pytest.param("确认没有 HikariCP 问题。", sources(claim(NOTHING_ZH, "negative_observation", NO_LOGS)),
                 "answer.overstatement", id="zh-confirmed-none"),
    pytest.param("inventory-service 不存在该问题。", sources(claim(NOTHING_ZH, "negative_observation", NO_LOGS)),
                 "answer.overstatement", id="zh-does-not-exist"),
    pytest.param("inventory-service is healthy.", sources(claim(NOTHING_EN, "negative_observation", NO_LOGS)),
                 "answer.overstatement", id="healthy"),
    pytest.param("HikariCP is ruled out on inventory-service.",
                 sources(claim(NOTHING_EN, "negative_observation", NO_LOGS)), "answer.overstatement", id="ruled-out"),
    pytest.param("Confirmed absent on inventory-service.",
                 sources(claim(NOTHING_EN, "negative_observation", NO_LOGS)), "answer.overstatement",
                 id="confirmed-absent"),
    pytest.param("  \n", sources(claim(FOUND_ZH)), "answer.empty", id="blank"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "given"), CLEAN)
def test_check_answer_passes_what_draws_on_supported_claims(answer: str, given: AnswerSources) -> None:
    assert check_answer(answer, given) == ()


@pytest.mark.parametrize(("answer", "given", "code"), BROKEN)
def test_check_answer_names_what_an_answer_may_not_hold(answer: str, given: AnswerSources, code: str) -> None:
    assert code in codes(answer, given)


@pytest.mark.parametrize(
    ("verdict", "claims", "status"),
    [
        ("PASS", (claim(FOUND_ZH),), "valid"),
        ("LOW_CONFID", (claim(FOUND_ZH),), "valid"),
        ("LOW_CONFID", (), "blocked"),
        ("REJECT", (claim(FOUND_ZH),), "blocked"),
    ],
)
@pytest.mark.parametrize("query", [QUERY_ZH, QUERY_EN])
def test_the_baseline_answer_holds_its_own_property(
    verdict: Verdict, claims: tuple[Claim, ...], status: str, query: str
) -> None:
    given = sources(
        *claims,
        query=query,
        verdict=verdict,
        missing=("缺少堆 dump。",),
        actions=("查看 GC 日志。",),
    )
    output = BaselineComposer().compose(given.composer_input).output
    assert output is not None
    assert output.status == status
    assert check_answer(output.user_facing_answer, given) == ()
    assert (FOUND_ZH in output.user_facing_answer) is (status == "valid")


def test_the_baseline_leaves_out_a_gap_that_names_a_forbidden_term() -> None:
    given = sources(claim(FOUND_ZH), missing=("缺少 HikariCP 数据", "缺少堆 dump"), forbidden=("HikariCP",))
    output = BaselineComposer().compose(given.composer_input).output
    assert output is not None
    assert "HikariCP" not in output.user_facing_answer
    assert "堆 dump" in output.user_facing_answer


@pytest.mark.parametrize("query", [QUERY_ZH, QUERY_EN])
def test_the_minimal_answer_states_nothing_in_the_language_of_the_question(query: str) -> None:
    output = minimal_answer(query)
    assert output.status == "blocked"
    assert check_answer(output.user_facing_answer, sources(query=query, verdict="LOW_CONFID")) == ()
