"""The gate's rules: one small function each, and one table of their severities.

A rule sees one citation and what its session holds for it, and answers with a failure or nothing. It
never looks anything up itself, never weighs one rule against another, and never asks whether a claim
is true.

Source:
    Design, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import NO_EVIDENCE_PATH, ExecutorOutput, FoundAt, Severity
from evidencelab.gatekeeper.beside_refs import BesideRefs, RawOutputs
from evidencelab.gatekeeper.citations import Citation
from evidencelab.gatekeeper.json_values import shorten
from evidencelab.gatekeeper.lookup import Lookup
from evidencelab.gatekeeper.policy import IMPORTED_TOOLS, GatekeeperPolicy
from evidencelab.gatekeeper.rule_words import cut_text, differences, listed, places_told
from evidencelab.gatekeeper.session_evidence import SessionEvidence

RULES: Mapping[str, Severity] = MappingProxyType(
    {
        "evidence.invocation_ref": "reject",
        "evidence.tool_name": "reject",
        "evidence.tool_not_allowed": "reject",
        "evidence.raw_path": "reject",
        "evidence.excerpt_mismatch": "reject",
        "evidence.polarity": "reject",
        "evidence.invocation_missing": "low_confid",
        "evidence.raw_path_missing": "low_confid",
        "evidence.refs_unavailable": "low_confid",
        "evidence.excerpt_too_short": "low_confid",
        "evidence.excerpt_uncertain": "low_confid",
        "evidence.bindings_empty": "low_confid",
        "executor.output_incomplete": "low_confid",
        "executor.no_claims": "low_confid",
    }
)

OUTPUT_INCOMPLETE = "executor.output_incomplete"
NO_CLAIMS = "executor.no_claims"
BINDINGS_EMPTY = "evidence.bindings_empty"

AUTO_BACKFILL = "evidence.invocation_auto_backfill"
ID_COERCED = "evidence.invocation_id_coerced"
BASIS_UNKNOWN = "hypothesis.basis_unknown"

MAX_FOUND_PATHS = 50


class Failure(NamedTuple):
    """One broken rule of one citation: what was cited, what was found, where it really stands."""

    message: str
    cited: JsonValue = None
    found: JsonValue = None
    found_at: tuple[FoundAt, ...] = ()


class Trial(NamedTuple):
    """All a rule may see."""

    citation: Citation
    lookup: Lookup
    evidence: SessionEvidence
    policy: GatekeeperPolicy
    raw: RawOutputs


BindingRule = Callable[[Trial], Failure | None]


def invocation_ref(trial: Trial) -> Failure | None:
    """Fail an id that names no call of this session: an invented one, or another session's.

    Source: evidence.invocation_ref
    """
    cited = trial.citation.invocation
    call = trial.lookup.call
    if cited is None or (call is not None and not call.is_foreign):
        return None
    if call is not None:
        theirs = call.invocation.session_id
        found: JsonValue = {"session_id": theirs}
        reason = f"is a call of session {shorten(theirs)}, not of this one"
    else:
        known = [each.invocation.invocation_id for each in trial.evidence.own_calls]
        found = list(known[:MAX_FOUND_PATHS])
        reason = f"names no call of this session; its calls are {listed(known)}"
    return Failure(
        f"source_invocation_id {shorten(cited)} {reason}; cite the call the evidence came from",
        cited,
        found,
        _accepted_at(trial),
    )


def tool_name(trial: Trial) -> Failure | None:
    """Fail a tool name that is not the one recorded for the cited call.

    Source: evidence.tool_name
    """
    cited, call = trial.citation.tool_name, trial.lookup.call
    if cited is None or call is None or cited == call.invocation.tool_name:
        return None
    recorded = call.invocation.tool_name
    return Failure(
        f"tool_name {shorten(cited)} is not the tool of call {call.invocation.invocation_id}, "
        f"which was {shorten(recorded)}; name the tool that was called",
        cited,
        recorded,
    )


def tool_not_allowed(trial: Trial) -> Failure | None:
    """Fail a citation of a tool that the policy does not take evidence from.

    Both the cited name and the tool really called must be allowed.

    Source: evidence.tool_not_allowed
    """
    allowed = trial.policy.evidence_tools
    if allowed is None:
        return None
    takes_imported = IMPORTED_TOOLS in allowed
    cited, call = trial.citation.tool_name, trial.lookup.call
    refused: list[str] = []
    if call is not None:
        recorded = call.invocation.tool_name
        is_imported = takes_imported and call.invocation.external_id is not None
        if recorded not in allowed and not is_imported:
            refused.append(recorded)
    if isinstance(cited, str) and cited not in allowed:
        is_imported = takes_imported and trial.evidence.is_imported_tool(cited)
        if not is_imported and cited not in refused:
            refused.append(cited)
    if not refused:
        return None
    names = ["any tool of an imported trace" if name == IMPORTED_TOOLS else name for name in allowed]
    told = (
        f"takes it from {listed(names)}; cite one of these, or add it to"
        if names
        else "takes none; add it to"
    )
    return Failure(
        f"tool {shorten(refused[0])} gives no evidence under this policy, which {told} evidence_tools "
        "in the policy file",
        cited,
        list(allowed),
    )


def raw_path(trial: Trial) -> Failure | None:
    """Fail a path that is not among the evidence refs of the call: exact text, no JSONPath.

    Without an id, a path that no call of the cited tool has fails as well.

    Source: evidence.raw_path
    """
    cited, call = trial.citation.raw_path, trial.lookup.call
    if cited is None:
        return None
    searched = (call,) if call is not None else trial.lookup.candidates
    if call is None and trial.citation.invocation is not None:
        return None
    if not searched or not all(each.is_checkable for each in searched):
        return None
    if any(each.at(cited) for each in searched):
        return None
    paths = list(dict.fromkeys(place.raw_path for each in searched for place in each.places))
    where = (
        f"call {call.invocation.invocation_id}"
        if call is not None
        else f"any call of {shorten(trial.citation.tool_name)}"
    )
    told = f"which are {listed(paths)}; cite one of them as it stands"
    if not paths:
        told = "which has none; cite a call that returned something"
    return Failure(
        f"raw_path {shorten(cited)} is not among the evidence refs of {where}, {told}",
        cited,
        list(paths[:MAX_FOUND_PATHS]),
        _accepted_at(trial),
    )


def excerpt_mismatch(trial: Trial) -> Failure | None:
    """Fail an excerpt that is no honest quote of what it cites, and say where it stands instead.

    An excerpt that stands elsewhere in the session is misattributed, one that stands nowhere is
    fabricated; neither is bound to another place. One that a tool did return, beside all that can be
    cited, fails as well, and is told from a fabricated one.

    Source: evidence.excerpt_mismatch
    """
    comparison = trial.lookup.comparison
    if comparison is None or comparison.match.decision != "mismatch":
        return None
    cited, found_at = trial.citation.excerpt, trial.lookup.found_at
    place = trial.lookup.cited_place
    found: JsonValue = None if place is None else cut_text(place.text)
    beside = None if found_at else _beside_refs(trial)
    if found_at:
        verdict = f"it stands elsewhere in this session ({places_told(found_at)}): misattributed"
        remedy = "cite the place it was read at"
    elif beside is not None:
        verdict = (
            f"it stands in the output of call {beside.invocation_id}, beside all that can be cited there"
        )
        remedy = "quote one of the call's evidence refs, or let the tool return this value as a record"
        found = found or cut_text(beside.text)
    else:
        verdict = "it stands nowhere in this session: fabricated"
        remedy = "quote the evidence as it reads"
    return Failure(
        f"excerpt {shorten(cited)} is no quote of {_searched(trial)}"
        f"{differences(comparison.match.similarity, comparison.match.reasons, place is not None)}; "
        f"{verdict}; {remedy}",
        cited,
        found,
        found_at,
    )


def polarity(trial: Trial) -> Failure | None:
    """Fail a negative observation on anything but a no-evidence ref, and any other claim on one.

    An action may cite a no-evidence ref. A claim whose type is unknown cannot be judged by it.

    Source: evidence.polarity
    """
    cited, claim_type = trial.citation.raw_path, trial.citation.claim_type
    if cited is None or claim_type is None:
        return None
    if (claim_type == "negative_observation") == (cited == NO_EVIDENCE_PATH):
        return None
    if claim_type == "negative_observation":
        message = (
            f"a negative_observation is bound to {shorten(cited)}; "
            f"it may cite {NO_EVIDENCE_PATH} and nothing else"
        )
    else:
        message = (
            f"a claim of type {claim_type} is bound to {NO_EVIDENCE_PATH}, which says only that a query "
            "found nothing; cite what was found, or state a negative_observation"
        )
    return Failure(message, cited, claim_type)


def invocation_missing(trial: Trial) -> Failure | None:
    """Fail a citation without an id that no unique candidate could fill.

    Source: evidence.invocation_missing
    """
    if trial.citation.invocation is not None or trial.lookup.backfilled:
        return None
    candidates = [call.invocation.invocation_id for call in trial.lookup.candidates]
    told = f"the calls it could mean are {listed(candidates)}" if candidates else "no call could be meant"
    return Failure(
        f"source_invocation_id is missing and was not filled in: {told}; state the id of one call",
        None,
        list(candidates[:MAX_FOUND_PATHS]),
        _accepted_at(trial),
    )


def raw_path_missing(trial: Trial) -> Failure | None:
    """Fail a citation without a path, its id given or filled in; a path is never filled in.

    Source: evidence.raw_path_missing
    """
    if trial.citation.raw_path is not None:
        return None
    if trial.citation.invocation is None and not trial.lookup.backfilled:
        return None
    call = trial.lookup.call
    paths = [] if call is None else [place.raw_path for place in call.places]
    told = f"cite one of the evidence refs, which are {listed(paths)}"
    return Failure(
        f"raw_path is missing; {told if paths else 'the call has no evidence refs; cite another call'}",
        None,
        list(paths[:MAX_FOUND_PATHS]),
        _accepted_at(trial),
    )


def refs_unavailable(trial: Trial) -> Failure | None:
    """Fail a citation of a legacy or unparsed call: there is nothing to check it against.

    Without an id it fails where every call it could mean is of that kind.

    Source: evidence.refs_unavailable
    """
    call = trial.lookup.call
    searched = (call,) if call is not None else trial.lookup.candidates
    if call is None and trial.citation.invocation is not None:
        return None
    if not searched or any(each.is_checkable for each in searched):
        return None
    ids = [each.invocation.invocation_id for each in searched]
    return Failure(
        f"no evidence refs were recorded for call {listed(ids)} (a legacy call, or an output that could "
        "not be read), so there is nothing to check against; record the output again",
        trial.citation.raw_path,
    )


def excerpt_too_short(trial: Trial) -> Failure | None:
    """Fail an excerpt that is too short or too generic to be compared.

    Source: evidence.excerpt_too_short
    """
    comparison = trial.lookup.comparison
    if comparison is None or comparison.match.decision != "too_short":
        return None
    cited = trial.citation.excerpt
    return Failure(
        f"excerpt {shorten(cited)} is too short or too generic to be compared; "
        "quote enough words or a key=value that says what was seen",
        cited,
    )


def excerpt_uncertain(trial: Trial) -> Failure | None:
    """Fail an excerpt whose similarity lies between the two thresholds.

    A similarity equal to `policy.accept_at` passes; one equal to `policy.reject_below` is uncertain.

    Source: evidence.excerpt_uncertain
    """
    comparison = trial.lookup.comparison
    if comparison is None or comparison.match.decision != "uncertain":
        return None
    cited = trial.citation.excerpt
    found: JsonValue = None if comparison.place is None else cut_text(comparison.place.text)
    return Failure(
        f"excerpt {shorten(cited)} is only {comparison.match.similarity or 0.0:.1f} similar to "
        f"{_searched(trial)}, between {trial.policy.reject_below:g} and {trial.policy.accept_at:g}; "
        "quote the evidence as it reads",
        cited,
        found,
    )


BINDING_RULES: Mapping[str, BindingRule] = MappingProxyType(
    {
        "evidence.invocation_ref": invocation_ref,
        "evidence.tool_name": tool_name,
        "evidence.tool_not_allowed": tool_not_allowed,
        "evidence.raw_path": raw_path,
        "evidence.excerpt_mismatch": excerpt_mismatch,
        "evidence.polarity": polarity,
        "evidence.invocation_missing": invocation_missing,
        "evidence.raw_path_missing": raw_path_missing,
        "evidence.refs_unavailable": refs_unavailable,
        "evidence.excerpt_too_short": excerpt_too_short,
        "evidence.excerpt_uncertain": excerpt_uncertain,
    }
)


def claims_without_bindings(output: ExecutorOutput) -> tuple[tuple[str, Failure], ...]:
    """Fail every claim that cites nothing; an action may cite nothing.

    Source: evidence.bindings_empty
    """
    message = "the claim cites no evidence; bind it to what was read, or state it as missing_info"
    return tuple((claim.claim_id, Failure(message)) for claim in output.claims if not claim.evidence_bindings)


def nothing_claimed(output: ExecutorOutput) -> Failure | None:
    """Fail an output that was read, states its claims, and states none.

    Source: executor.no_claims
    """
    if "claims" not in output.model_fields_set or output.claims:
        return None
    return Failure("the executor claimed nothing; there is no claim to support", None, [])


def unknown_bases(output: ExecutorOutput) -> tuple[str, ...]:
    """Warn of hypotheses that stand on claims nobody made.

    Source: hypothesis.basis_unknown
    """
    known = {claim.claim_id for claim in output.claims}
    return tuple(
        f"hypothesis {shorten(hypothesis.hypothesis_id)} names the claim {shorten(claim_id)}, "
        "which is not among the claims"
        for hypothesis in output.hypotheses
        for claim_id in hypothesis.basis_claim_ids
        if claim_id not in known
    )


def _accepted_at(trial: Trial) -> tuple[FoundAt, ...]:
    comparison = trial.lookup.comparison
    return () if comparison is None else tuple(place.found_at for place in comparison.accepted)


def _beside_refs(trial: Trial) -> BesideRefs | None:
    """Look for an excerpt that stands at no ref in what the calls returned, the cited call first."""
    excerpt, call = trial.citation.excerpt, trial.lookup.call
    if not isinstance(excerpt, str):
        return None
    return trial.raw.find(excerpt, None if call is None else call.invocation.invocation_id)


def _searched(trial: Trial) -> str:
    """Name what the excerpt was compared with."""
    place, call = trial.lookup.cited_place, trial.lookup.call
    if place is not None:
        return f"{place.raw_path} of call {place.invocation_id}"
    if call is not None:
        return f"any place of call {call.invocation.invocation_id}"
    if trial.citation.tool_name is None:
        return "any place of this session"
    return f"any place of the calls of {shorten(trial.citation.tool_name)}"
