r"""What a prompt shows of a run: one JSON object a line, so that no text can pose as anything but data.

Inside a JSON string a line break is `\n`, so recorded text can never start a line, close a field or
open another one. Characters that some chat template, client library or line splitter would act on
are written as JSON escapes; decoding gives back the text byte for byte. This module must not know
a model, a variant or DSPy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from pydantic import JsonValue

from evidencelab.agents.stages import ComposerInput
from evidencelab.contracts import ToolInvocation, VerifierInput

# `<|im_end|>`, `</s>`, `<<SYS>>` and their like; line separators that are not "\n"; lone surrogates.
_ACTED_ON = re.compile("<(?=[|</A-Za-z])|[\u0085\u2028\u2029\x00\ud800-\udfff]")
NOTHING = "(none)"

TOOLS: tuple[dict[str, JsonValue], ...] = (
    {"tool_name": "query_metrics", "returns": "alerts", "arguments": ["service", "alert_name", "query"]},
    {"tool_name": "query_logs", "returns": "log lines", "arguments": ["service", "query"]},
    {
        "tool_name": "lookup_knowledge",
        "returns": "runbooks, never current facts",
        "arguments": ["query"],
    },
)


def json_line(value: JsonValue) -> str:
    """Write a value as JSON on one line, in which nothing but a JSON decoder finds a control mark."""
    text = json.dumps(value, ensure_ascii=False)
    return _ACTED_ON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def json_lines(values: Iterable[JsonValue]) -> str:
    """Write values one a line; `(none)` when there are none."""
    return "\n".join(json_line(value) for value in values) or NOTHING


def evidence_text(invocations: Sequence[ToolInvocation]) -> str:
    """Show every quotable place of the recorded calls, and which calls left none.

    One line a ref: `{"tool_name", "source_invocation_id", "raw_path", "text"}`. A call without refs
    is one line with its `evidence_status` (`legacy` where nothing was recorded) and no path.
    """
    return json_lines(line for invocation in invocations for line in _evidence_of(invocation))


def _evidence_of(invocation: ToolInvocation) -> list[JsonValue]:
    details = invocation.retrieval_details
    refs = () if details is None or details.evidence_refs is None else details.evidence_refs
    address: dict[str, JsonValue] = {
        "tool_name": invocation.tool_name,
        "source_invocation_id": invocation.invocation_id,
    }
    if not refs:
        status = details.evidence_status if details is not None else None
        return [{**address, "evidence_status": status or "legacy"}]
    return [{**address, "raw_path": ref.raw_path, "text": ref.text} for ref in refs]


def gate_errors_text(retry_context: JsonValue) -> str:
    """Show the gate's errors of the attempt before."""
    return json_lines(retry_context if isinstance(retry_context, list) else [retry_context])


def summary_text(verifier_input: VerifierInput) -> str:
    """Show the overview of the tool calls: navigation, never evidence."""
    return json_lines(trace.to_wire() for trace in verifier_input.tool_trace_summary)


def stated_claims_text(verifier_input: VerifierInput) -> str:
    """Show each claim with those of its excerpts that passed the gate."""
    output = verifier_input.executor_structured_output
    passed = _passed_excerpts(verifier_input)
    return json_lines(
        {
            "claim_id": claim.claim_id,
            "claim_type": claim.claim_type,
            "claim_text": claim.claim_text,
            "excerpts": list(passed.get(("claim", claim.claim_id), [])),
        }
        for claim in output.claims
    )


def proposed_actions_text(verifier_input: VerifierInput) -> str:
    """Show each recommended action with those of its excerpts that passed the gate."""
    output = verifier_input.executor_structured_output
    passed = _passed_excerpts(verifier_input)
    return json_lines(
        {
            "action_id": action.action_id,
            "action_text": action.action_text,
            "reason": action.reason,
            "excerpts": list(passed.get(("action", action.action_id), [])),
        }
        for action in output.recommended_actions
    )


def _passed_excerpts(verifier_input: VerifierInput) -> dict[tuple[str, str], list[str]]:
    cited: dict[tuple[str, str, int], str] = {}
    output = verifier_input.executor_structured_output
    for claim in output.claims:
        for index, binding in enumerate(claim.evidence_bindings):
            cited.setdefault(("claim", claim.claim_id, index), binding.evidence_excerpt or "")
    for action in output.recommended_actions:
        for index, binding in enumerate(action.evidence_bindings):
            cited.setdefault(("action", action.action_id, index), binding.evidence_excerpt or "")
    passed: dict[tuple[str, str], list[str]] = {}
    for checked in verifier_input.gatekeeper_result.checked_bindings:
        kind = "action" if checked.claim_id is None else "claim"
        owner = checked.action_id if checked.claim_id is None else checked.claim_id
        if checked.status == "pass" and checked.binding_index is not None and owner is not None:
            excerpt = cited.get((kind, owner, checked.binding_index))
            if excerpt is not None:
                passed.setdefault((kind, owner), []).append(excerpt)
    return passed


def composer_texts(composer_input: ComposerInput) -> dict[str, str]:
    """Show what an answer may be made of, by input field."""
    return {
        "verdict": composer_input.verdict,
        "supported_claims": json_lines(
            {"claim_type": claim.claim_type, "claim_text": claim.claim_text}
            for claim in composer_input.supported_claims
        ),
        "gaps": json_lines(gap.description for gap in composer_input.missing_info),
        "steps": json_lines(action.action_text for action in composer_input.allowed_actions),
        "forbidden": json_lines(composer_input.forbidden_terms),
    }
