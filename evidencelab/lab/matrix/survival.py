"""Where evidence gets lost: each value a case requires, followed through the stages of a run.

output -> refs -> excerpts -> summary -> supported claims -> answer. The summary is a side road: it is
on the way only where a verifier is fed by it, which is what `SummaryVerifier` does on purpose, so that
the loss can be seen and counted. Nothing here judges; it must not know how a value is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import pandas as pd
from pydantic import JsonValue

from evidencelab.agents.stages import Chain, ChainRun, Verifier, VerifierReply
from evidencelab.contracts import Claim, Contract, EvidenceBinding, VerifierInput, VerifierOutput
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.outcomes import CaseOutcome, evaluate_case
from evidencelab.tools.rows import Scenario
from evidencelab.tools.terms import has_value

Stage = Literal["output", "refs", "excerpts", "summary", "claims", "answer"]
Feed = Literal["summary", "excerpts"]

_SEPARATOR = " | "

STAGES: tuple[Stage, ...] = Stage.__args__  # type: ignore[attr-defined]


class ValueSurvival(Contract):
    """One required value of one run, stage by stage.

    Attributes:
        case: The case that requires it.
        value: The value.
        feed: What the verifier was given to judge by.
        in_output: Whether it stands in what the tools returned.
        in_refs: In the recorded evidence.
        in_excerpts: In a citation that passed the gate.
        in_summary: In the overview of the calls.
        in_claims: In a supported claim or its excerpts.
        in_answer: In the answer; None where the case does not ask for it there.
        lost_at: The first stage on the way that lacks it; None when it arrived.
    """

    case: str
    value: str
    feed: Feed
    in_output: bool
    in_refs: bool
    in_excerpts: bool
    in_summary: bool
    in_claims: bool
    in_answer: bool | None
    lost_at: Stage | None


class FeedComparison(NamedTuple):
    """One case with a verifier fed by summaries, and by excerpts."""

    case: Case
    n_records: int | None
    by_summary: CaseOutcome
    by_excerpts: CaseOutcome

    @property
    def survivals(self) -> tuple[ValueSurvival, ...]:
        """Every required value of both runs, those of the summary's first."""
        return (
            *follow_values(self.case, self.by_summary.run, "summary", self.n_records),
            *follow_values(self.case, self.by_excerpts.run, "excerpts", self.n_records),
        )


class SummaryVerifier:
    """Judges by the overview of the calls instead of the excerpts: the mistake, made on purpose.

    Every excerpt that passed the gate is replaced by the summary of its tool before the verifier inside
    is asked. The gate and the code's last word stay what they are. A summary speaks of some records
    and leaves out others, so that what differs in it is a lack of support and never a contradiction.

    Attributes:
        n_records: How many records of each tool a summary keeps, counted from the last; None keeps
            what the chain's own summary holds.
    """

    def __init__(self, verifier: Verifier, n_records: int | None = None) -> None:
        self._verifier = verifier
        self.n_records = n_records

    @property
    def name(self) -> str:
        """How records call it."""
        kept = "" if self.n_records is None else f", {self.n_records} records"
        return f"{self._verifier.name} fed by summaries{kept}"

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        """Let the verifier inside judge what the summaries still hold."""
        summaries = squeezed_summaries(verifier_input, self.n_records)
        output, gate = verifier_input.executor_structured_output, verifier_input.gatekeeper_result
        claims = tuple(_with_summaries(claim, summaries) for claim in output.claims)
        checked = tuple(
            item.model_copy(update={"matched_text": summaries.get(item.tool_name or "", "")})
            if item.status == "pass"
            else item
            for item in gate.checked_bindings
        )
        fed = {
            "executor_structured_output": output.model_copy(update={"claims": claims}),
            "gatekeeper_result": gate.model_copy(update={"checked_bindings": checked}),
        }
        reply = self._verifier.verify(verifier_input.model_copy(update=fed))
        return reply if reply.output is None else reply._replace(output=_without_contradictions(reply.output))


def squeezed_summaries(verifier_input: VerifierInput, n_records: int | None = None) -> dict[str, str]:
    """Tool -> its output summary, cut to its last records where a number is given."""
    summaries = {trace.tool_name: trace.output_summary for trace in verifier_input.tool_trace_summary}
    if n_records is None:
        return summaries
    return {tool: _SEPARATOR.join(text.split(_SEPARATOR)[-n_records:]) for tool, text in summaries.items()}


def compare_feeds(
    case: Case,
    chain: Chain,
    policy: GatekeeperPolicy,
    scenario: Scenario | None = None,
    n_records: int | None = None,
) -> FeedComparison:
    """Run one case twice: the verifier fed by summaries, then by excerpts; nothing else differs.

    Args:
        case: The case.
        chain: Who answers; its verifier is asked both times.
        policy: The gate's policy.
        scenario: The scenario to ask in; by default the one the case names.
        n_records: How many records of each tool a summary keeps; None keeps all of the chain's own.
    """
    fed_by_summary = replace(chain, verifier=SummaryVerifier(chain.verifier, n_records))
    return FeedComparison(
        case=case,
        n_records=n_records,
        by_summary=evaluate_case(case, fed_by_summary, policy, scenario),
        by_excerpts=evaluate_case(case, chain, policy, scenario),
    )


def follow_values(
    case: Case, run: ChainRun, feed: Feed = "excerpts", n_records: int | None = None
) -> tuple[ValueSurvival, ...]:
    """Follow each value the case requires through a run, in the case's order.

    Args:
        case: What must arrive.
        run: A run of it.
        feed: What its verifier was given; fed by excerpts, the summary is not on the way.
        n_records: How many records of each tool the summary kept.
    """
    texts = _texts_by_stage(run, n_records)
    in_answer = set(case.expect.required_values_in_answer)
    values = dict.fromkeys((*case.expect.required_values, *case.expect.required_values_in_answer))
    return tuple(_follow(case.name, value, feed, texts, value in in_answer) for value in values)


def survival_table(survivals: Iterable[ValueSurvival]) -> pd.DataFrame:
    """One row a value and feed, one column a stage."""
    return pd.DataFrame([item.model_dump() for item in survivals], columns=list(ValueSurvival.model_fields))


def feed_table(comparisons: Sequence[FeedComparison]) -> pd.DataFrame:
    """One row a case: verdict and groundedness by either feed, and how many values the summary lost."""
    rows = []
    for item in comparisons:
        lost = [value for value in item.survivals if value.feed == "summary" and value.lost_at == "summary"]
        rows.append(
            {
                "case": item.case.name,
                "verdict_by_summary": item.by_summary.verdict,
                "score_by_summary": item.by_summary.groundedness_score,
                "verdict_by_excerpts": item.by_excerpts.verdict,
                "score_by_excerpts": item.by_excerpts.groundedness_score,
                "n_values": len(item.survivals) // 2,
                "n_lost_in_summary": len(lost),
                "lost_in_summary": ", ".join(value.value for value in lost),
            }
        )
    columns = {"score_by_summary": float, "score_by_excerpts": float}
    return pd.DataFrame(rows).astype(columns) if rows else pd.DataFrame(columns=["case", *columns])


def _follow(
    case: str, value: str, feed: Feed, texts: dict[Stage, list[str]], is_asked: bool
) -> ValueSurvival:
    present = {stage: any(has_value(text, value) for text in texts[stage]) for stage in STAGES}
    way = [stage for stage in STAGES if stage != "summary" or feed == "summary"]
    if not is_asked:
        way.remove("answer")
    return ValueSurvival(
        case=case,
        value=value,
        feed=feed,
        in_output=present["output"],
        in_refs=present["refs"],
        in_excerpts=present["excerpts"],
        in_summary=present["summary"],
        in_claims=present["claims"],
        in_answer=present["answer"] if is_asked else None,
        lost_at=next((stage for stage in way if not present[stage]), None),
    )


def _texts_by_stage(run: ChainRun, n_records: int | None) -> dict[Stage, list[str]]:
    invocations = run.session.tool_invocations
    output = run.verifier_input.executor_structured_output
    supported = {item.claim_id for item in run.verifier_output.claims if item.support == "supported"}
    passed = {
        (item.claim_id, item.binding_index)
        for item in run.verifier_input.gatekeeper_result.checked_bindings
        if item.status == "pass"
    }
    return {
        "output": [text for call in invocations for text in _leaves(call.output)]
        + [text for call in invocations for text in _leaves(call.arguments)],
        "refs": [
            ref.text
            for call in invocations
            if call.retrieval_details is not None
            for ref in call.retrieval_details.evidence_refs or ()
        ],
        "excerpts": [
            binding.evidence_excerpt or ""
            for claim in output.claims
            for index, binding in enumerate(claim.evidence_bindings)
            if (claim.claim_id, index) in passed
        ],
        "summary": list(squeezed_summaries(run.verifier_input, n_records).values()),
        "claims": [
            text
            for claim in output.claims
            if claim.claim_id in supported
            for text in (claim.claim_text, *(item.evidence_excerpt or "" for item in claim.evidence_bindings))
        ],
        "answer": [run.composer_output.user_facing_answer],
    }


def _without_contradictions(output: VerifierOutput) -> VerifierOutput:
    claims = tuple(
        item.model_copy(update={"support": "unsupported"}) if item.support == "contradicted" else item
        for item in output.claims
    )
    verdict = "LOW_CONFID" if output.verdict == "REJECT" else output.verdict
    return output.model_copy(update={"claims": claims, "verdict": verdict})


def _with_summaries(claim: Claim, summaries: dict[str, str]) -> Claim:
    bindings = tuple(_summarised(binding, summaries) for binding in claim.evidence_bindings)
    return claim.model_copy(update={"evidence_bindings": bindings})


def _summarised(binding: EvidenceBinding, summaries: dict[str, str]) -> EvidenceBinding:
    return binding.model_copy(update={"evidence_excerpt": summaries.get(binding.tool_name or "", "")})


def _leaves(value: JsonValue, key: str = "") -> Iterator[str]:
    """Every text and number of an output, each with the key it stands under in front of it too."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _leaves(item, str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, key)
    elif value is not None:
        yield str(value)
        yield f"{key}={value}"
