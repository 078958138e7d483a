"""The four stages of the chain as protocols, and the values they exchange.

Every stage has several implementations (a baseline without a model, a program with one, a fault that
lies); the chain knows only what stands here. This module must not know a model, a rule or a verdict:
it says what goes in and what comes out, and that a stage which failed says so in a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from pydantic import JsonValue

from evidencelab.contracts import (
    Claim,
    ComposerOutput,
    Contract,
    MissingInfo,
    RecommendedAction,
    Session,
    ToolCall,
    ToolInvocation,
    Verdict,
    VerifierInput,
    VerifierOutput,
)

StageName = Literal["planner", "executor", "verifier", "composer"]


class Usage(NamedTuple):
    """What one answer of a stage cost, and what exactly was said.

    Attributes:
        tokens_in: Tokens read; None where no model was asked or it did not tell.
        tokens_out: Tokens written; None likewise.
        completion: The model's text byte for byte, before any parsing; None where no model spoke.
        error: Why there is no proper answer, in one line; None when there is one.
        cost: In US dollars; None where no price is known.
    """

    tokens_in: int | None = None
    tokens_out: int | None = None
    completion: str | None = None
    error: str | None = None
    cost: float | None = None


class PlannerReply(NamedTuple):
    """The tool calls to make, in order; empty when the planner could not say."""

    calls: tuple[ToolCall, ...]
    usage: Usage = Usage()


class ExecutorReply(NamedTuple):
    """What an executor wrote, unread.

    Attributes:
        text: The raw text; `gatekeeper.executor_output` parses it.
        usage: Cost, completion, error.
        invocations: Calls an agentic executor made itself, in order, with ids above those it was
            given. The chain records them and adds them to the session.
    """

    text: str
    usage: Usage = Usage()
    invocations: tuple[ToolInvocation, ...] = ()


class VerifierReply(NamedTuple):
    """A verifier's word before the code's last word; None when it could not judge."""

    output: VerifierOutput | None
    usage: Usage = Usage()


class ComposerReply(NamedTuple):
    """A composer's answer before it is checked; None when it could not write one."""

    output: ComposerOutput | None
    usage: Usage = Usage()


class ComposerInput(Contract):
    """All a composer sees: nothing that was not supported or allowed.

    Attributes:
        original_query: The question, which also chooses the language of the answer.
        verdict: The settled verdict; REJECT leaves nothing to state.
        supported_claims: The claims that may be stated.
        missing_info: The gaps the executor named.
        allowed_actions: The steps that may be proposed; each gathers evidence.
        forbidden_terms: What must not be mentioned.
    """

    original_query: str
    verdict: Verdict
    supported_claims: tuple[Claim, ...] = ()
    missing_info: tuple[MissingInfo, ...] = ()
    allowed_actions: tuple[RecommendedAction, ...] = ()
    forbidden_terms: tuple[str, ...] = ()


class Planner(Protocol):
    """Turns a query into tool calls."""

    @property
    def name(self) -> str:
        """How records call this implementation, e.g. `baseline` or `dspy:cite_narrow.en@smollm2`."""
        ...

    def plan(self, query: str) -> PlannerReply:
        """Choose the calls that could answer `query`."""
        ...


class Executor(Protocol):
    """States micro facts on recorded evidence, and quotes it."""

    @property
    def name(self) -> str:
        """How records call this implementation."""
        ...

    def execute(
        self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
    ) -> ExecutorReply:
        """Answer with the executor contract as text.

        Args:
            query: The user's question.
            invocations: The recorded calls; every `retrieval_details` is filled.
            retry_context: The gate's errors of the attempt before, or None on the first.
        """
        ...


class Verifier(Protocol):
    """Judges whether claims follow from excerpts that passed the gate."""

    @property
    def name(self) -> str:
        """How records call this implementation."""
        ...

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        """Judge every claim and every action."""
        ...


class Composer(Protocol):
    """Writes the answer a user sees."""

    @property
    def name(self) -> str:
        """How records call this implementation."""
        ...

    def compose(self, composer_input: ComposerInput) -> ComposerReply:
        """Write the answer from supported claims only."""
        ...


@dataclass(frozen=True)
class Chain:
    """One choice of implementation for each stage."""

    planner: Planner
    executor: Executor
    verifier: Verifier
    composer: Composer


class StageRecord(Contract):
    """What one stage did in one run, kept for the audit.

    Attributes:
        stage: Which of the four.
        implementation: Its name; `authored` for an executor output or a plan that came with the case.
        attempt: 1 for the first try; higher only where the executor was asked again.
        seconds: Wall time.
        tokens_in: Tokens read, where a model told.
        tokens_out: Tokens written, where a model told.
        completion: What the model said, byte for byte; None where no model spoke.
        error: Why the stage gave no proper answer; None when it did.
        cost: In US dollars, where a price is known.
    """

    stage: StageName
    implementation: str
    attempt: int = 1
    seconds: float = 0.0
    tokens_in: int | None = None
    tokens_out: int | None = None
    completion: str | None = None
    error: str | None = None
    cost: float | None = None


class Violation(Contract):
    """One way in which an answer breaks its checked property.

    Attributes:
        code: `answer.<kind>`, e.g. `answer.raw_json`.
        detail: What was found, quoted from the answer.
    """

    code: str
    detail: str


class ChainRun(Contract):
    """Everything one run of the chain leaves behind.

    Attributes:
        session: The query, the recorded calls and the executor's raw output.
        verifier_input: What the hook made of it: backfilled output, gate result, navigation.
        verifier_output: The settled judgement, overrulings included.
        composer_output: The answer as shown.
        composer_violations: Why a composer's own answer was replaced by the baseline's; empty if it
            was not.
        forbidden_terms: The terms that were forbidden: read from the query, and the caller's.
        authored: True where the executor output came with the case and no executor was asked.
        policy_hash: The policy that gated it.
        code_version: The code that gated it.
        attempts: How often the executor was asked; 0 for an authored output.
        stages: What each stage did, in order.
    """

    session: Session
    verifier_input: VerifierInput
    verifier_output: VerifierOutput
    composer_output: ComposerOutput
    composer_violations: tuple[Violation, ...] = ()
    forbidden_terms: tuple[str, ...] = ()
    authored: bool = False
    policy_hash: str
    code_version: str
    attempts: int
    stages: tuple[StageRecord, ...] = ()
