"""The four stages as DSPy programs: a variant, a model, and a contract whatever the model says.

Each program shows the run as data, asks once, keeps the completion byte for byte and reads it. A
model that fails, refuses or rambles makes a reply with `usage.error`, never an exception. This
module must not know the gate's rules, a verdict or which variant is better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dspy
from pydantic import JsonValue

from evidencelab.agents.models.adapters import COMPLETION, adapter_for
from evidencelab.agents.models.answers import read_calls, read_judgement, read_user_answer
from evidencelab.agents.models.ask import Answer, ask
from evidencelab.agents.models.choice import Model
from evidencelab.agents.models.prompt_data import (
    TOOLS,
    composer_texts,
    evidence_text,
    gate_errors_text,
    json_lines,
    proposed_actions_text,
    stated_claims_text,
    summary_text,
)
from evidencelab.agents.models.signatures import showing, signature_for
from evidencelab.agents.models.variants import PromptVariant
from evidencelab.agents.stages import (
    ComposerInput,
    ComposerReply,
    ExecutorReply,
    PlannerReply,
    StageName,
    Usage,
    VerifierReply,
)
from evidencelab.contracts import ToolInvocation, VerifierInput
from evidencelab.errors import SettingError


class StageProgram(dspy.Module):  # type: ignore[misc]
    """One variant of one stage over one model: what DSPy's optimisers see.

    Attributes:
        variant: The prompt.
        model: What answers.
        predict: The predictor; its signature carries the instruction, its demos the examples.
    """

    def __init__(self, variant: PromptVariant, model: Model, base: Any = None) -> None:
        super().__init__()
        self.variant = variant
        self.model = model
        self.predict = dspy.Predict(signature_for(variant, base))
        self.predict.demos = [{**demo.inputs, COMPLETION: demo.answer} for demo in variant.demonstrations]

    def forward(self, **inputs: str) -> Any:
        """Ask and hand on what came back, in a prediction with one field, `answer`."""
        return dspy.Prediction(answer=self.ask(inputs, keep_trace=True))

    def ask(self, inputs: Mapping[str, str], *, keep_trace: bool = False) -> Answer:
        """Ask once, with retries; inputs the variant does not show are left out."""
        # The gate's errors, for one, are there on a second attempt only.
        signature = showing(self.predict.signature, frozenset(inputs))
        shown = {name: value for name, value in inputs.items() if name in signature.input_fields}
        return ask(
            self.model,
            self.predict,
            {**shown, "signature": signature},
            keep_trace=keep_trace,
            adapter=adapter_for(self.variant),
        )


class _Program:
    """What the four stage programs share: their variant, their model and their name."""

    stage: StageName

    def __init__(self, variant: PromptVariant, model: Model) -> None:
        if variant.stage != self.stage:
            raise SettingError(
                f"{self.stage} program", variant.label, f"is a variant for the {variant.stage}"
            )
        if model.lm is None:
            raise SettingError(f"{self.stage} program", model.label, "is no model that can be asked")
        self.program = StageProgram(variant, model)
        self._name = f"dspy:{variant.label}@{model.label}"

    @property
    def name(self) -> str:
        """How records call this implementation, e.g. `dspy:cite_narrow.en@smollm2`."""
        return self._name


class DspyPlanner(_Program):
    """A planner that asks a model which tools to call."""

    stage: StageName = "planner"

    def plan(self, query: str) -> PlannerReply:
        """Choose the calls; none, with the reason, when the model did not say."""
        answer = self.program.ask({"question": query, "tools": json_lines(TOOLS)})
        if answer.error is not None:
            return PlannerReply((), answer.usage)
        calls, problem = read_calls(answer.completion or "")
        return PlannerReply(calls, _with_problem(answer, problem))


class DspyExecutor(_Program):
    """An executor that shows the recorded evidence to a model and asks for claims and quotes."""

    stage: StageName = "executor"

    def execute(
        self, query: str, invocations: Sequence[ToolInvocation], retry_context: JsonValue = None
    ) -> ExecutorReply:
        """Ask for the executor contract; the text is handed on unread."""
        inputs = {"question": query, "evidence": evidence_text(invocations)}
        if retry_context is not None:
            inputs["gate_errors"] = gate_errors_text(retry_context)
        answer = self.program.ask(inputs)
        return ExecutorReply(answer.completion or "", answer.usage)


class DspyVerifier(_Program):
    """A verifier that asks a model whether claims follow from excerpts that passed the gate."""

    stage: StageName = "verifier"

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        """Judge every claim and action; None, with the reason, when the model did not."""
        answer = self.program.ask(
            {
                "question": verifier_input.original_query,
                "summary": summary_text(verifier_input),
                "stated_claims": stated_claims_text(verifier_input),
                "proposed_actions": proposed_actions_text(verifier_input),
            }
        )
        if answer.error is not None:
            return VerifierReply(None, answer.usage)
        output, problem = read_judgement(answer.completion or "", verifier_input)
        return VerifierReply(output, _with_problem(answer, problem))


class DspyComposer(_Program):
    """A composer that asks a model to write the answer from supported claims."""

    stage: StageName = "composer"

    def compose(self, composer_input: ComposerInput) -> ComposerReply:
        """Write the answer; None, with the reason, when the model did not."""
        answer = self.program.ask(
            {"question": composer_input.original_query, **composer_texts(composer_input)}
        )
        if answer.error is not None:
            return ComposerReply(None, answer.usage)
        output, problem = read_user_answer(answer.completion or "")
        return ComposerReply(output, _with_problem(answer, problem))


def _with_problem(answer: Answer, problem: str | None) -> Usage:
    return answer.usage if problem is None else answer.usage._replace(error=problem)
