"""The values that cross borders, with the field names and shapes of the wire format.

Another service reads and writes these, so names and shapes may not drift. What is *written* here
refuses unknown fields; rows that others write (sessions, invocations) may carry more, which is
ignored. Nothing in this module decides anything: it must not know a rule, a tool or a model.

`to_wire()` dumps the fields that were stated and no others, so that an object read from JSON is
written back as it stood.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

ClaimType = Literal["observation", "negative_observation", "root_cause", "risk"]
EvidenceStatus = Literal["supported", "no_evidence", "error", "partial", "unparsed"]
Severity = Literal["none", "low_confid", "reject"]
Verdict = Literal["PASS", "LOW_CONFID", "REJECT"]
Support = Literal["supported", "unsupported", "contradicted"]
CallStatus = Literal["success", "error"]
"""Whether a call answered; rows may write it in any case."""

NO_EVIDENCE_PATH = "$.no_evidence"


class Contract(BaseModel):
    """A frozen value that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_wire(self) -> dict[str, Any]:
        """Dump the stated fields as JSON values, in field order."""
        return self.model_dump(mode="json", exclude_unset=True)


class Row(Contract):
    """A row somebody else wrote: unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def _required(*names: str) -> Any:
    """Say in the JSON Schema that writers must state these fields, though readers bear their lack."""

    def mark(schema: dict[str, Any]) -> None:
        schema["required"] = list(names)

    return mark


# --------------------------------------------------------------------------- tools and evidence


class ToolCall(Contract):
    """One call a planner asks for: a tool's name and its arguments."""

    tool_name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolReply(Contract):
    """What a tool gave back: `output` is JSON or text; `status` says whether it answered at all."""

    output: JsonValue = None
    status: CallStatus = "success"


class EvidenceRef(Row):
    """One quotable place of an invocation: a stable locator and the minimal text found there."""

    raw_path: str
    text: str


class EvidenceBlock(Row):
    """A block of a knowledge search, as `retrieval_details.evidence_blocks` carries it."""

    title: str | None = None
    source: str | None = None
    content: str | None = None


class RetrievalDetails(Row):
    """What the recorder wrote beside an output.

    `evidence_refs` is None for a legacy call, `()` for one that holds nothing quotable.
    """

    evidence_status: EvidenceStatus | None = None
    evidence_refs: tuple[EvidenceRef, ...] | None = None
    evidence_blocks: tuple[EvidenceBlock, ...] | None = None


def _as_integer(value: Any) -> Any:
    """Read `"12345"` and `12345.0` as the integer they name; leave everything else to validation."""
    if isinstance(value, bool):
        raise ValueError(f"got {value!r}, expected an integer")
    if (
        isinstance(value, str)
        and value.strip().lstrip("+-").isascii()
        and value.strip().lstrip("+-").isdigit()
    ):
        return int(value)
    return value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


InvocationId = Annotated[int, BeforeValidator(_as_integer)]


class ToolInvocation(Row):
    """One recorded tool call.

    `session_id` is set where it belongs to another session than the one it is listed in;
    `external_id` keeps the foreign call id of an imported trace.
    """

    invocation_id: InvocationId
    session_id: str | None = None
    external_id: str | None = None
    tool_name: str
    arguments: JsonValue = None
    status: Annotated[CallStatus | None, BeforeValidator(_lower)] = None
    output: JsonValue = None
    retrieval_details: RetrievalDetails | None = None


# --------------------------------------------------------------------------- executor output


class EvidenceBinding(Contract):
    """One citation. Every field is required of a writer; None is a field the writer left out."""

    model_config = ConfigDict(
        json_schema_extra=_required("tool_name", "source_invocation_id", "raw_path", "evidence_excerpt")
    )

    tool_name: str | None = None
    source_invocation_id: int | None = None
    raw_path: str | None = None
    evidence_excerpt: str | None = None


class Claim(Contract):
    """One factual statement and the citations it stands on."""

    model_config = ConfigDict(
        json_schema_extra=_required("claim_id", "claim_type", "claim_text", "evidence_bindings")
    )

    claim_id: str
    claim_type: ClaimType | None = None
    claim_text: str = ""
    evidence_bindings: tuple[EvidenceBinding, ...] = ()


class Hypothesis(Contract):
    """A supposition; never a confirmed fact, wherever it is written."""

    hypothesis_id: str
    hypothesis_text: str
    basis_claim_ids: tuple[str, ...] = ()
    missing_info: str | None = None


class MissingInfo(Contract):
    """A gap in the evidence."""

    info_id: str
    description: str


class RecommendedAction(Contract):
    """A step that would gather more evidence. It may cite; it may not repair."""

    action_id: str
    action_text: str
    reason: str | None = None
    evidence_bindings: tuple[EvidenceBinding, ...] = ()


class ExecutorOutput(Contract):
    """What an executor states: claims on evidence, and what it could not know."""

    model_config = ConfigDict(json_schema_extra=_required("claims"))

    claims: tuple[Claim, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    missing_info: tuple[MissingInfo, ...] = ()
    recommended_actions: tuple[RecommendedAction, ...] = ()


class ParseStatus(Contract):
    """How the executor's text was read.

    `valid` strict JSON; `fenced` from a Markdown fence or field markers; `repaired` by a repair
    parser; `invalid` not at all.
    """

    status: Literal["valid", "fenced", "repaired", "invalid"]
    detail: str


class Session(Row):
    """What the gate reads: one query, the calls made for it, and what the executor said."""

    session_id: str = Field(min_length=1)
    original_query: str = ""
    tool_invocations: tuple[ToolInvocation, ...] = ()
    executor_output: Any = None

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        seen: set[int] = set()
        for invocation in self.tool_invocations:
            if invocation.invocation_id in seen:
                raise ValueError(f"invocation_id {invocation.invocation_id} is listed twice")
            seen.add(invocation.invocation_id)
        return self


# --------------------------------------------------------------------------- the gate's result


class FoundAt(Contract):
    """Where a misattributed excerpt really stands."""

    source_invocation_id: int
    raw_path: str


class CheckedBinding(Contract):
    """The outcome for one citation. Exactly one of `claim_id` and `action_id` is stated."""

    claim_id: str | None = None
    action_id: str | None = None
    binding_index: int | None = Field(default=None, ge=0)
    tool_name: str | None = None
    source_invocation_id: int | None = None
    raw_path: str | None = None
    status: Literal["pass", "fail"]
    matched_text: str | None = None
    rule: str | None = None
    rules: tuple[str, ...] = ()
    message: str | None = None

    @model_validator(mode="after")
    def _one_owner(self) -> Self:
        if (self.claim_id is None) == (self.action_id is None):
            raise ValueError("exactly one of claim_id and action_id must be stated")
        return self


class GateError(Contract):
    """One broken rule: what was cited, what was found, and where it really stands, if anywhere."""

    rule: str
    message: str
    claim_id: str | None = None
    action_id: str | None = None
    binding_index: int | None = None
    cited: JsonValue = None
    found: JsonValue = None
    found_at: tuple[FoundAt, ...] = ()


class GateWarning(Contract):
    """Something worth knowing that fails nothing."""

    rule: str
    message: str
    claim_id: str | None = None
    action_id: str | None = None
    binding_index: int | None = None


class GatekeeperResult(Contract):
    """The gate's verdict on one executor output. `status` is pass if and only if nothing failed."""

    status: Literal["pass", "fail"]
    severity: Severity
    checked_bindings: tuple[CheckedBinding, ...] = ()
    failed_rules: tuple[str, ...] = ()
    warnings: tuple[GateWarning, ...] = ()
    errors: tuple[GateError, ...] = ()

    @model_validator(mode="after")
    def _severity_fits_status(self) -> Self:
        if (self.status == "pass") != (self.severity == "none"):
            raise ValueError(f"status {self.status!r} does not go with severity {self.severity!r}")
        return self


class Envelope(Contract):
    """A gate result with what it takes to reproduce it."""

    session_id: str
    line: int
    policy_hash: str
    code_version: str
    gatekeeper_result: GatekeeperResult


class UnreadableLine(Contract):
    """The place of an input that could not be read, kept in order among the envelopes."""

    line: int
    error: str


# --------------------------------------------------------------------------- verifier and composer


class ToolTrace(Contract):
    """One entry of `tool_trace_summary`: navigation, never evidence. Exactly these seven fields."""

    trace_ref: str
    tool_name: str
    source_invocation_ids: tuple[int, ...]
    evidence_level: Literal["direct", "indirect", "none"]
    output_summary: str
    invocation_count: int
    no_hit_invocation_count: int


class VerifierInput(Contract):
    """All a verifier sees."""

    original_query: str
    executor_structured_output: ExecutorOutput
    gatekeeper_result: GatekeeperResult
    tool_trace_summary: tuple[ToolTrace, ...] = ()
    executor_output_parse_status: ParseStatus
    retry_context: JsonValue = None


class ClaimJudgement(Contract):
    """A verifier's word on one claim."""

    claim_id: str
    support: Support
    reasons: tuple[str, ...] = ()


class ActionJudgement(Contract):
    """A verifier's word on one recommended action: may it be shown?"""

    action_id: str
    allowed: bool
    reasons: tuple[str, ...] = ()


class Overruling(Contract):
    """A place where the code's word replaced the verifier's.

    `subject` is a claim id, an action id, or `verdict`.
    """

    subject: str
    verifier_said: JsonValue
    code_says: JsonValue
    reason: str


class VerifierOutput(Contract):
    """The judgement of one session.

    `groundedness_score` is supported claims / claims, a share in [0, 1]; None when the verifier
    was not asked or nothing was claimed.
    """

    verdict: Verdict
    groundedness_score: float | None = Field(default=None, ge=0.0, le=1.0)
    claims: tuple[ClaimJudgement, ...] = ()
    actions: tuple[ActionJudgement, ...] = ()
    overruled: tuple[Overruling, ...] = ()


class ComposerOutput(Contract):
    """The answer a user sees."""

    status: Literal["valid", "blocked"]
    user_facing_answer: str


WIRE_CONTRACTS: tuple[type[Contract], ...] = (
    Session,
    ToolInvocation,
    RetrievalDetails,
    ExecutorOutput,
    GatekeeperResult,
    Envelope,
    UnreadableLine,
    VerifierInput,
    VerifierOutput,
    ComposerOutput,
)
