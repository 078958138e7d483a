"""Reads what a planner, a verifier or a composer wrote into the contracts, whatever it is.

An executor's text is read by the gatekeeper and not here. Nothing raises: what a model left out or
garbled becomes the cautious value (not judged is unsupported, not allowed is refused) with the
reason beside it. This module must not know a model, a prompt or the code's last word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple, TypeVar, get_args

import json_repair
from pydantic import JsonValue

from evidencelab.contracts import (
    ActionJudgement,
    ClaimJudgement,
    ComposerOutput,
    Support,
    ToolCall,
    Verdict,
    VerifierInput,
    VerifierOutput,
)

_FENCE = re.compile(r"```[A-Za-z0-9_+-]*\s*\n(.*?)\n?\s*```", re.DOTALL)
_MARKER = re.compile(r"\[\[ ## (\w+) ## \]\]")
MAX_REPAIR_CHARS = 200_000  # the repair parser is slow on long garbage
MAX_CALLS = 12
CALL_ARGUMENTS = ("service", "alert_name", "query")

Value = TypeVar("Value")
Object = dict[str, JsonValue]


class Read(NamedTuple):
    """A JSON object found in a text, or why there is none."""

    value: Object | None
    problem: str | None = None


def read_object(text: str) -> Read:
    """Find the JSON object in a completion: strict JSON, a fence, field markers, a repair."""
    stripped = text.strip()
    if not stripped:
        return Read(None, "the model wrote nothing")
    for candidate in (stripped, *(found[1] for found in _FENCE.finditer(stripped))):
        value = _strict(candidate)
        if isinstance(value, dict):
            return Read(value)
    fields = _marked_fields(stripped)
    if fields:
        return Read(fields)
    if len(stripped) <= MAX_REPAIR_CHARS and "{" in stripped:
        try:
            repaired = json_repair.loads(stripped[stripped.index("{") :])
        except (ValueError, RecursionError):
            repaired = None
        if isinstance(repaired, dict) and repaired:
            return Read(repaired)
    return Read(None, f"the model wrote no JSON object: {stripped[:80]!r}")


def _strict(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _marked_fields(text: str) -> Object:
    pieces = _MARKER.split(text)
    fields: Object = {}
    for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
        if name != "completed":
            fenced = _FENCE.search(body)
            content = (fenced[1] if fenced else body).strip()
            value = _strict(content)
            fields.setdefault(name, content if value is None else value)
    return fields


def read_judgement(text: str, verifier_input: VerifierInput) -> tuple[VerifierOutput | None, str | None]:
    """Read a verifier's word on every claim and action of `verifier_input`.

    Claims and actions the verifier invented are dropped. Judging one claim twice and differently
    counts as not judging it.

    Returns:
        The judgement and None, or None and the problem.
    """
    value, problem = read_object(text)
    if value is None:
        return None, problem
    claims = _by_id(value.get("claims"), "claim_id")
    actions = _by_id(value.get("actions"), "action_id")
    output = verifier_input.executor_structured_output
    judged = tuple(_judged(claim.claim_id, claims.get(claim.claim_id, [])) for claim in output.claims)
    n_supported = sum(judgement.support == "supported" for judgement in judged)
    return (
        VerifierOutput(
            verdict=_verdict(value.get("verdict")),
            groundedness_score=n_supported / len(judged) if judged else None,
            claims=judged,
            actions=tuple(
                _allowed(action.action_id, actions.get(action.action_id, []))
                for action in output.recommended_actions
            ),
        ),
        None,
    )


def _verdict(word: JsonValue) -> Verdict:
    for verdict in get_args(Verdict):
        if isinstance(word, str) and word.strip().upper() == verdict:
            return verdict  # type: ignore[no-any-return]
    return "LOW_CONFID"


def _judged(claim_id: str, items: list[Object]) -> ClaimJudgement:
    words = {_support(item.get("support")) for item in items}
    if not items:
        return ClaimJudgement(
            claim_id=claim_id, support="unsupported", reasons=("the verifier did not judge it",)
        )
    if len(words) > 1:
        return ClaimJudgement(
            claim_id=claim_id, support="unsupported", reasons=("the verifier judged it in two ways",)
        )
    support = words.pop()
    if support is None:
        said = items[0].get("support")
        return ClaimJudgement(
            claim_id=claim_id,
            support="unsupported",
            reasons=(f"the verifier said {said!r}, which is no word",),
        )
    return ClaimJudgement(claim_id=claim_id, support=support, reasons=_reasons(items[0]))


def _support(word: JsonValue) -> Support | None:
    for support in get_args(Support):
        if isinstance(word, str) and word.strip().lower() == support:
            return support  # type: ignore[no-any-return]
    return None


def _allowed(action_id: str, items: list[Object]) -> ActionJudgement:
    words = {item.get("allowed") is True for item in items}
    if words == {True}:
        return ActionJudgement(action_id=action_id, allowed=True, reasons=_reasons(items[0]))
    reasons = _reasons(items[0]) if items else ("the verifier did not judge it",)
    return ActionJudgement(action_id=action_id, allowed=False, reasons=reasons)


def _by_id(value: JsonValue, key: str) -> dict[str, list[Object]]:
    found: dict[str, list[Object]] = {}
    for item in value if isinstance(value, list) else ():
        name = item.get(key) if isinstance(item, dict) else None
        if isinstance(item, dict) and isinstance(name, str):
            found.setdefault(name, []).append(item)
    return found


def _reasons(item: Mapping[str, JsonValue]) -> tuple[str, ...]:
    reasons = item.get("reasons")
    if isinstance(reasons, str):
        return (reasons,) if reasons.strip() else ()
    return tuple(str(reason) for reason in reasons) if isinstance(reasons, list) else ()


def read_calls(text: str) -> tuple[tuple[ToolCall, ...], str | None]:
    """Read a planner's calls, each once, at most `MAX_CALLS`; an empty argument is not given.

    Returns:
        The calls and None, or what could be read and the problem.
    """
    value, problem = read_object(text)
    if value is None:
        return (), problem
    items = value.get("calls")
    calls: list[ToolCall] = []
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, dict) or not isinstance(item.get("tool_name"), str):
            continue
        arguments: dict[str, JsonValue] = {}
        for name in CALL_ARGUMENTS:
            argument = item.get(name)
            if isinstance(argument, str) and argument.strip():
                arguments[name] = argument.strip()
        call = ToolCall(tool_name=str(item["tool_name"]), arguments=arguments)
        if call not in calls:
            calls.append(call)
    if not calls:
        return (), "the planner chose no call"
    return tuple(calls[:MAX_CALLS]), None


def read_user_answer(text: str) -> tuple[ComposerOutput | None, str | None]:
    """Read a composer's answer.

    Returns:
        The answer and None, or None and the problem.
    """
    value, problem = read_object(text)
    if value is None:
        return None, problem
    answer = value.get("user_facing_answer")
    if not isinstance(answer, str) or not answer.strip():
        return None, f"user_facing_answer is {answer!r}, expected a text"
    return ComposerOutput(status="valid", user_facing_answer=answer), None
