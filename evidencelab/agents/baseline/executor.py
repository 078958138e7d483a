"""An executor without a model: it reads the recorded evidence, quotes it, and claims what it quoted.

It finds the records that answer the question, cuts verbatim excerpts the match accepts, words one
claim on many bindings, and keeps a claim only if every word of it stands in its excerpts. Where
tools answered and nothing matched it says so on `$.no_evidence`; where a call failed or was partial
it states a gap and nothing else. Runbook text guides steps that gather evidence and is never a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.agents.baseline import claim_wording
from evidencelab.agents.baseline.verifier import judge_action, judge_claim
from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.facts import stands_in
from evidencelab.agents.language.reading import Record, read_ref
from evidencelab.agents.language.relevance import Evidence, is_undecidable, relevant_evidence
from evidencelab.agents.language.scope import KNOWLEDGE, METRICS, Scope, read_scope
from evidencelab.agents.language.wording import sentences
from evidencelab.agents.rules.verifier_rules import ClaimEvidence, PassedExcerpt
from evidencelab.agents.stages import ExecutorReply
from evidencelab.contracts import (
    NO_EVIDENCE_PATH,
    Claim,
    ClaimType,
    EvidenceBinding,
    ExecutorOutput,
    Hypothesis,
    MissingInfo,
    RecommendedAction,
    ToolInvocation,
)
from evidencelab.evidence.recorder import record_invocation
from evidencelab.tools.synonyms import concepts_of

_MAX_BINDINGS = 12
_MAX_OPEN_CLAIMS = 6
_MAX_ACTIONS = 3


class _Call(NamedTuple):
    """A call as it answered: the records it returned, and its no-evidence record if it found nothing."""

    invocation: ToolInvocation
    records: tuple[Record, ...]
    nothing: Record | None
    gap: str | None


class BaselineExecutor:
    """Quotes what answers the question.

    Args:
        language: The language of claims; `auto` is that of the question.
    """

    def __init__(self, language: str = "auto") -> None:
        self._language = language

    @property
    def name(self) -> str:
        """How records call this implementation."""
        return "baseline"

    def execute(
        self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
    ) -> ExecutorReply:
        """Answer with the executor contract as JSON; places the gate refused before are left alone."""
        scope = read_scope(query)
        if self._language in ("zh", "en"):
            scope = scope._replace(language="zh" if self._language == "zh" else "en")
        calls = [_read_call(invocation) for invocation in invocations]
        output = _state(scope, query, calls)
        refused = set(_refused_places(output, retry_context))
        if refused:
            output = _state(scope, query, [_without(call, refused) for call in calls])
        return ExecutorReply(output.model_dump_json(exclude_none=True))


def _state(scope: Scope, query: str, calls: Sequence[_Call]) -> ExecutorOutput:
    observing = [call for call in calls if call.invocation.tool_name != KNOWLEDGE]
    relevant = relevant_evidence(scope, query, [record for call in observing for record in call.records])
    evidence = relevant.evidence
    observations = list(_observations(scope, evidence))
    gaps = [call for call in _asked(scope, calls) if call.gap is not None]
    negatives: list[Claim] = []
    unread = [record for call in observing for record in call.records if is_undecidable(scope, record)]
    if not gaps and not unread and not relevant.n_unquotable:
        negatives = _negatives(scope, calls, evidence)
    claims = tuple(
        claim.model_copy(update={"claim_id": f"claim-{number}"})
        for number, claim in enumerate((*observations, *negatives), 1)
    )
    missing = list(_missing_info(scope, calls, gaps, has_claims=bool(claims)))
    if not scope.is_narrow and claims:
        missing.append(claim_wording.no_cause_text(scope.language))
    is_open = not scope.is_narrow
    return ExecutorOutput(
        claims=claims,
        hypotheses=_hypotheses(scope, claims) if is_open else (),
        missing_info=tuple(
            MissingInfo(info_id=f"missing-{number}", description=text)
            for number, text in enumerate(dict.fromkeys(missing), 1)
        ),
        recommended_actions=tuple(_actions(scope, calls)) if is_open else (),
    )


# ----------------------------------------------------------------------------------- claims


def _observations(scope: Scope, evidence: Sequence[Evidence]) -> Iterator[Claim]:
    """State what the evidence shows: one claim for a narrow question, one a topic for an open one."""
    groups = [list(evidence)] if scope.is_narrow else _by_topic(evidence)
    for group in groups[:_MAX_OPEN_CLAIMS]:
        claim = _observation(scope, group[:_MAX_BINDINGS])
        if claim is not None:
            yield claim


def _observation(scope: Scope, group: Sequence[Evidence]) -> Claim | None:
    """Word a group as one claim; records whose wording does not stand up on their own are left out."""
    bindings = tuple(
        EvidenceBinding(
            tool_name=item.record.tool_name,
            source_invocation_id=item.record.invocation_id,
            raw_path=item.record.raw_path,
            evidence_excerpt=item.excerpt,
        )
        for item in group
    )
    told = list(group)
    while told:
        text = claim_wording.observation_text(told, scope.language)
        claim = _claim("observation", text, bindings)
        if not find_forbidden(scope.forbidden, text) and _is_supported(claim):
            return claim
        sound = [item for item in told if _stands_alone(scope, item)]
        told = sound if len(sound) < len(told) else told[:-1]
    return None


def _stands_alone(scope: Scope, item: Evidence) -> bool:
    text = claim_wording.observation_text([item], scope.language)
    binding = EvidenceBinding(
        tool_name=item.record.tool_name,
        source_invocation_id=item.record.invocation_id,
        raw_path=item.record.raw_path,
        evidence_excerpt=item.excerpt,
    )
    return not find_forbidden(scope.forbidden, text) and _is_supported(
        _claim("observation", text, (binding,))
    )


def _negatives(scope: Scope, calls: Sequence[_Call], evidence: Sequence[Evidence]) -> list[Claim]:
    """State what the asked tools did not find: only where a tool has nothing else to show for it."""
    shown = {item.record.tool_name for item in evidence}
    silent = [
        call
        for call in _asked(scope, calls)
        if call.nothing is not None
        and call.invocation.tool_name not in shown
        and _covers(scope, call.nothing)
    ]
    if evidence and not (scope.is_narrow and scope.sources):
        return []
    if not silent:
        return []
    bindings = tuple(_no_evidence_binding(call.nothing) for call in silent if call.nothing is not None)
    for text in _negative_wordings(scope, silent):
        claim = _claim("negative_observation", text, bindings)
        if not find_forbidden(scope.forbidden, text) and _is_supported(claim):
            return [claim]
    return []


def _negative_wordings(scope: Scope, silent: Sequence[_Call]) -> Iterator[str]:
    """Word a no-hit from the most telling to the plainest; the first that stands up is used."""
    tools = list(dict.fromkeys(call.invocation.tool_name for call in silent))
    stated = "\n".join(call.nothing.text for call in silent if call.nothing is not None)
    services = [name for name in scope.services if stands_in(name, stated)]
    searched = dict.fromkeys(_searched(call) for call in silent)
    for topic in (scope.topic, *(word for word in searched if word), ""):
        for names in (services, []):
            parts = [claim_wording.negative_text(tool, names, topic, scope.language) for tool in tools]
            yield " ".join(parts) if scope.language == "en" else "".join(parts)


def _searched(call: _Call) -> str:
    """Give what a call searched for, in its own words, without the services it restricts to."""
    arguments = call.invocation.arguments if isinstance(call.invocation.arguments, dict) else {}
    words = [str(arguments[key]) for key in ("alert_name", "query") if arguments.get(key)]
    text = " ".join(words)
    service = arguments.get("service")
    if isinstance(service, str):
        text = text.replace(service, " ")
    return " ".join(text.split())


def _covers(scope: Scope, nothing: Record) -> bool:
    """Tell whether a call that found nothing asked for what the question asks, or for more."""
    fields = " ".join(pair.value for pair in nothing.pairs if pair.key in ("query", "alert_name", "service"))
    if (
        scope.services
        and "service=" in nothing.text
        and not any(stands_in(service, fields) for service in scope.services)
    ):
        return False
    searched = concepts_of(fields)
    if scope.concepts and searched:
        return bool(searched & scope.concepts)
    return True


# ----------------------------------------------------------------------------------- the rest


def _missing_info(
    scope: Scope, calls: Sequence[_Call], gaps: Sequence[_Call], *, has_claims: bool
) -> Iterator[str]:
    for call in gaps:
        yield claim_wording.failed_call_text(call.invocation.tool_name, call.gap or "", scope.language)
    if has_claims or gaps:
        return
    if not calls:
        yield claim_wording.no_call_text(scope.language)
    for call in calls:
        yield claim_wording.no_match_text(call.invocation.tool_name, len(call.records), scope.language)


def _hypotheses(scope: Scope, claims: Sequence[Claim]) -> tuple[Hypothesis, ...]:
    observed = [claim.claim_id for claim in claims if claim.claim_type == "observation"]
    if len(observed) < 2:
        return ()
    return (
        Hypothesis(
            hypothesis_id="hyp-1",
            hypothesis_text=claim_wording.relation_text(scope.language),
            basis_claim_ids=tuple(observed),
            missing_info=claim_wording.no_cause_text(scope.language),
        ),
    )


def _actions(scope: Scope, calls: Sequence[_Call]) -> Iterator[RecommendedAction]:
    """Propose what runbooks on the topic say to gather, quoting them; a step that repairs is left out."""
    number = 0
    for call in calls:
        for record in call.records if call.invocation.tool_name == KNOWLEDGE else ():
            if scope.concepts and not concepts_of(record.text) & scope.concepts:
                continue
            for sentence in sentences(record.text):
                text = claim_wording.runbook_step_text(" ".join(sentence.split()), scope.language)
                action = RecommendedAction(
                    action_id=f"action-{number + 1}",
                    action_text=text,
                    evidence_bindings=(
                        EvidenceBinding(
                            tool_name=record.tool_name,
                            source_invocation_id=record.invocation_id,
                            raw_path=record.raw_path,
                            evidence_excerpt=sentence,
                        ),
                    ),
                )
                is_wanted = _is_step(sentence) and not find_forbidden(scope.forbidden, text)
                if is_wanted and judge_action(action).allowed and number < _MAX_ACTIONS:
                    number += 1
                    yield action


_STEP_START = re.compile(
    r"^(?:[-*\d.、)\s]*)(?:collect|gather|take|capture|check|look|compare|list|read|record|note|fetch|get|inspect|review"
    r"|measure|查看|检查|收集|采集|抓取|获取|对比|统计|记录|确认|导出)",
    re.IGNORECASE,
)


def _is_step(sentence: str) -> bool:
    return _STEP_START.match(sentence) is not None and 12 <= len(sentence) <= 240


# ----------------------------------------------------------------------------------- reading calls


def _read_call(invocation: ToolInvocation) -> _Call:
    details = record_invocation(invocation).retrieval_details
    status = details.evidence_status if details is not None else None
    refs = (details.evidence_refs if details is not None else None) or ()
    records = tuple(read_ref(invocation, ref) for ref in refs if ref.raw_path != NO_EVIDENCE_PATH)
    nothing = next((read_ref(invocation, ref) for ref in refs if ref.raw_path == NO_EVIDENCE_PATH), None)
    if status == "error":
        return _Call(invocation, (), None, "error")
    if status in ("partial", "unparsed"):
        return _Call(invocation, records, None, status)
    if details is None or details.evidence_refs is None:
        return _Call(invocation, (), None, "unparsed")
    return _Call(invocation, records, nothing, None)


def _asked(scope: Scope, calls: Sequence[_Call]) -> list[_Call]:
    """Choose the calls whose silence would be an answer: those to the tools the question asks for."""
    wanted = scope.sources or frozenset((METRICS,)) if scope.alert_names else scope.sources
    chosen = [call for call in calls if call.invocation.tool_name in wanted] if wanted else []
    if chosen:
        return chosen
    return [call for call in calls if call.invocation.tool_name != KNOWLEDGE] or list(calls)


def _refused_places(said: ExecutorOutput, retry_context: JsonValue) -> Iterator[tuple[int, str]]:
    """Find the places the gate did not accept, by the claim and binding its errors name.

    What was said before is what would be said again: the baseline reads alike every time.
    """
    bindings = {
        (claim.claim_id, index): binding
        for claim in said.claims
        for index, binding in enumerate(claim.evidence_bindings)
    }
    errors = retry_context.get("errors") if isinstance(retry_context, dict) else retry_context
    for error in errors if isinstance(errors, list) else ():
        if not isinstance(error, dict):
            continue
        binding = bindings.get((str(error.get("claim_id")), _index(error.get("binding_index"))))
        if binding is not None and binding.source_invocation_id is not None and binding.raw_path is not None:
            yield binding.source_invocation_id, binding.raw_path


def _index(value: JsonValue) -> int:
    return value if isinstance(value, int) else -1


def _without(call: _Call, refused: set[tuple[int, str]]) -> _Call:
    kept = tuple(record for record in call.records if (record.invocation_id, record.raw_path) not in refused)
    return call._replace(records=kept)


def _by_topic(evidence: Sequence[Evidence]) -> list[list[Evidence]]:
    """Group records by what they are about and whom, alerts leading; the first group is the first seen."""
    groups: dict[tuple[str, ...], list[Evidence]] = {}
    keys: list[tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]] = []
    for item in sorted(evidence, key=lambda item: item.record.kind != "alert"):
        topics = concepts_of(f"{item.record.title} {item.record.message}")
        subjects = tuple(subject.casefold() for subject in item.record.subjects[:1])
        key = next((known for about, whom, known in keys if whom == subjects and about & topics), None)
        if key is None:
            key = (*subjects, item.record.title or item.record.raw_path)
            keys.append((topics, subjects, key))
        groups.setdefault(key, []).append(item)
    return list(groups.values())


def _no_evidence_binding(nothing: Record) -> EvidenceBinding:
    return EvidenceBinding(
        tool_name=nothing.tool_name,
        source_invocation_id=nothing.invocation_id,
        raw_path=nothing.raw_path,
        evidence_excerpt=nothing.text,
    )


def _claim(claim_type: ClaimType, text: str, bindings: Iterable[EvidenceBinding]) -> Claim:
    return Claim(claim_id="claim", claim_type=claim_type, claim_text=text, evidence_bindings=tuple(bindings))


def _is_supported(claim: Claim) -> bool:
    evidence = ClaimEvidence(
        own=tuple(
            PassedExcerpt(
                binding.tool_name or "",
                binding.source_invocation_id,
                binding.raw_path or "",
                binding.evidence_excerpt or "",
            )
            for binding in claim.evidence_bindings
        )
    )
    return judge_claim(claim, evidence).support == "supported"
