"""Arms: which prompt variant answers at which stage, and the chain that follows from it.

An arm names a choice for each stage, `baseline` where no model is asked. Resolved for a language
and joined with a model it becomes a chain. It must not know a case or how cells are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.models.choice import BASELINE, Model
from evidencelab.agents.models.programs import DspyComposer, DspyExecutor, DspyPlanner, DspyVerifier
from evidencelab.agents.models.react import NoPlan, ReactExecutor
from evidencelab.agents.models.variants import Language, PromptVariant, find_variant
from evidencelab.agents.stages import Chain, Executor, Planner
from evidencelab.contracts import Contract
from evidencelab.errors import SettingError
from evidencelab.tools.protocol import Tool

REACT = "react:"
REACT_STEPS = "react"


class Arm(Contract):
    """A choice for each stage: the name of a variant, the path of one, or `baseline`.

    Attributes:
        executor: `react:` in front of a variant lets the executor call the tools itself.
        verifier: Who judges.
        planner: Who chooses the calls; not asked in front of an agentic executor.
        composer: Who writes the answer.
    """

    executor: str
    verifier: str = BASELINE
    planner: str = BASELINE
    composer: str = BASELINE

    @property
    def name(self) -> str:
        """How tables call the arm: the executor's variant, and the others' where they are not baseline."""
        others = [choice for choice in (self.verifier, self.planner, self.composer) if choice != BASELINE]
        return "+".join(_short(choice) for choice in (self.executor, *others))

    @property
    def asks_a_model(self) -> bool:
        """Whether any stage has a prompt variant."""
        stages = (self.executor.removeprefix(REACT), self.verifier, self.planner, self.composer)
        return self.executor.startswith(REACT) or any(choice != BASELINE for choice in stages)


BASELINE_ARM = Arm(executor=BASELINE)


class ResolvedArm(Contract):
    """An arm with the text of its variants in one language; None where the baseline answers.

    Attributes:
        name: The arm's name.
        language: The language of its variants.
        executor: Who states the claims.
        steps: Who chooses the calls of an agentic executor; None for one that reads what is recorded.
        verifier: Who judges.
        planner: Who chooses the calls.
        composer: Who writes the answer.
    """

    name: str
    language: Language
    executor: PromptVariant | None = None
    steps: PromptVariant | None = None
    verifier: PromptVariant | None = None
    planner: PromptVariant | None = None
    composer: PromptVariant | None = None

    @property
    def variants(self) -> tuple[PromptVariant, ...]:
        """The variants a model is asked with."""
        chosen = (self.planner, self.steps, self.executor, self.verifier, self.composer)
        return tuple(variant for variant in chosen if variant is not None)

    @property
    def fingerprint(self) -> str:
        """What of each stage reaches a model."""
        stages = ("planner", "steps", "executor", "verifier", "composer")
        return ";".join(
            f"{stage}={variant.fingerprint if isinstance(variant, PromptVariant) else BASELINE}"
            for stage, variant in ((stage, getattr(self, stage)) for stage in stages)
        )


def resolve_arm(arm: Arm, language: Language) -> ResolvedArm:
    """Read the variants of an arm in one language.

    Raises:
        UnknownNameError: A variant does not exist in this language.
        InputError: A file cannot be read or is for another stage.
        SettingError: A file's front matter is wrong.
    """
    is_agent = arm.executor.startswith(REACT)
    executor = arm.executor.removeprefix(REACT)
    return ResolvedArm(
        name=arm.name,
        language=language,
        executor=None if executor == BASELINE else find_variant(executor, "executor", language),
        steps=find_variant(REACT_STEPS, "planner", language) if is_agent else None,
        verifier=None if arm.verifier == BASELINE else find_variant(arm.verifier, "verifier", language),
        planner=None if arm.planner == BASELINE else find_variant(arm.planner, "planner", language),
        composer=None if arm.composer == BASELINE else find_variant(arm.composer, "composer", language),
    )


class _Speakers(NamedTuple):
    planner: Planner
    executor: Executor


def build_chain(arm: ResolvedArm, model: Model, tools: Sequence[Tool] = ()) -> Chain:
    """Put the chain of an arm together.

    Args:
        arm: Who answers at which stage.
        model: What answers where a variant does.
        tools: What an agentic executor may call.

    Raises:
        SettingError: The arm asks a model and the model is the baseline.
    """
    if arm.variants and model.lm is None:
        raise SettingError(f"arm {arm.name}", model.label, "is no model; the arm needs one")
    baseline = baseline_chain()
    speakers = _speakers(arm, model, tools, baseline)
    return Chain(
        planner=speakers.planner,
        executor=speakers.executor,
        verifier=baseline.verifier if arm.verifier is None else DspyVerifier(arm.verifier, model),
        composer=baseline.composer if arm.composer is None else DspyComposer(arm.composer, model),
    )


def _speakers(arm: ResolvedArm, model: Model, tools: Sequence[Tool], baseline: Chain) -> _Speakers:
    if arm.steps is not None and arm.executor is not None:
        return _Speakers(NoPlan(), ReactExecutor(arm.steps, arm.executor, model, tools))
    return _Speakers(
        baseline.planner if arm.planner is None else DspyPlanner(arm.planner, model),
        baseline.executor if arm.executor is None else DspyExecutor(arm.executor, model),
    )


def _short(choice: str) -> str:
    """Name a choice without the folder and ending of a path."""
    prefix = REACT if choice.startswith(REACT) else ""
    name = choice.removeprefix(REACT).rsplit("/", 1)[-1]
    return prefix + name.removesuffix(".md")
