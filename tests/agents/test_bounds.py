"""Whatever stands in a question, an output or an answer, the chain ends and says something."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.baseline.verifier import judge_claim
from evidencelab.agents.chain import run_chain
from evidencelab.agents.language.scope import read_scope
from evidencelab.agents.rules.answer_check import MAX_ANSWER, AnswerSources, check_answer
from evidencelab.agents.rules.verifier_rules import MAX_CLAIM, action_reasons, claim_reasons
from evidencelab.agents.stages import ComposerInput, ExecutorReply
from evidencelab.contracts import RecommendedAction
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from tests.agents.claim_cases import MEMORY_ALERT, claim_of, evidence_of
from tests.agents.inline_tools import alert, log, tools_over

TOOLS = tools_over(
    alert("HighMemoryUsage", "firing", "basket-api", current="91%"),
    log("11:17", "WARN", "basket-api", "内存使用率过高: 91.0%"),
)
WORDS = st.sampled_from(
    [
        "只确认",
        "不要分析",
        "OOM",
        "basket-api",
        "，",
        "。",
        "内存",
        "only",
        "do not",
        "alerts",
        "91%",
        "=",
        "“",
        '"',
        "{",
        "\n",
    ]
)
TEXT = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=25).map(" ".join))


@dataclass(frozen=True)
class Saying:
    """An executor that says one thing."""

    text: str
    name: str = "saying"

    def execute(self, *_: object) -> ExecutorReply:
        return ExecutorReply(self.text)


@settings(max_examples=60, deadline=None)
@given(query=TEXT, said=TEXT)
def test_the_chain_never_raises_and_always_answers(query: str, said: str) -> None:
    for chain in (baseline_chain(), replace(baseline_chain(), executor=Saying(said))):
        run = run_chain(query, "s", TOOLS, chain, GatekeeperPolicy())
        assert run.composer_output.user_facing_answer.strip()
        assert all(record.error is None for record in run.stages)


@settings(max_examples=60, deadline=None)
@given(query=TEXT)
def test_what_the_baseline_states_is_supported_whatever_is_asked(query: str) -> None:
    run = run_chain(query, "s", TOOLS, baseline_chain(), GatekeeperPolicy())
    claims = run.verifier_input.executor_structured_output.claims
    assert {item.support for item in run.verifier_output.claims} <= {"supported"}
    assert run.verifier_input.gatekeeper_result.severity == ("none" if claims else "low_confid")
    if read_scope(query).is_narrow:
        assert len(claims) <= 2
        assert {claim.claim_type for claim in claims} <= {"observation", "negative_observation"}


@pytest.mark.parametrize("unit", ["no ", "不要分析", "1", "A", "a=1, ", '"', "确认没有", "restart the "])
def test_long_text_is_refused_and_not_read_to_the_end(unit: str) -> None:
    text = unit * (MAX_CLAIM // len(unit) + 1)
    assert len(claim_reasons(claim_of(text), evidence_of(MEMORY_ALERT))) == 1
    assert judge_claim(claim_of(text), evidence_of(MEMORY_ALERT)).support == "unsupported"
    assert action_reasons(RecommendedAction(action_id="a", action_text=text)) != ()


def test_an_answer_that_is_a_dump_is_none() -> None:
    sources = AnswerSources(ComposerInput(original_query="q", verdict="PASS"))
    (violation,) = check_answer("行" * (MAX_ANSWER + 1), sources)
    assert violation.code == "answer.too_long"
