"""Improve an executor variant against the gate, and say on cases it never saw whether it helped.

GEPA (Agrawal et al. 2025, arXiv:2507.19457) rewrites the instruction from the gate's errors on
training cases. Incidents are split first and never straddle: what is reported is the held-out part.
The result is a new variant file; nothing is overwritten. It must not know a page or a notebook.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import dspy
from pydantic import ValidationError

from evidencelab.agents.models.choice import Model
from evidencelab.agents.models.programs import StageProgram
from evidencelab.agents.models.prompt_data import evidence_text
from evidencelab.agents.models.variants import PromptVariant, write_variant
from evidencelab.contracts import Contract, Session
from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.lab.sweeps.gate_feedback import Feedback, evidence_session, judge_answer

REFLECTION_RETRIES = 3
LONGEST_ANSWER = 2000


class Part(Contract):
    """How a prompt did on one part of the cases; incidents count once.

    Attributes:
        n_cases: Cases asked.
        n_unanswered: Cases whose call failed; left out of everything below.
        score: Mean score in [0, 1] over incidents; None where nothing was answered.
        gate_passed: Incidents whose answers passed the gate.
        held: Incidents in which all that was expected held.
    """

    n_cases: int
    n_unanswered: int
    score: float | None
    gate_passed: Rate
    held: Rate


class OptimiseReport(Contract):
    """What optimising came to.

    Attributes:
        variant: The variant it began from.
        model: The model it was optimised for.
        reflection_model: The model that rewrote it.
        training: Incidents it learned from.
        held_out: Incidents it never saw.
        before: The old instruction on the held-out cases.
        after: The new one on the same cases; None where there is no new one.
        training_before: The old instruction on the training cases.
        training_after: The new one on them; None likewise.
        written: The new variant's file; None where nothing better was found.
    """

    variant: str
    model: str
    reflection_model: str
    training: tuple[str, ...]
    held_out: tuple[str, ...]
    before: Part
    after: Part | None
    training_before: Part
    training_after: Part | None
    written: str | None


class _Task(NamedTuple):
    """A case with its evidence, as the program sees it."""

    case: Case
    session: Session

    @property
    def inputs(self) -> dict[str, str]:
        return {"question": self.case.query, "evidence": evidence_text(self.session.tool_invocations)}

    @property
    def example(self) -> Any:
        return dspy.Example(task=self, **self.inputs).with_inputs("question", "evidence")


def split_incidents(
    cases: Sequence[Case], held_out_share: float, seed: int
) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Split cases into training and held-out ones; cases of one incident stay together.

    Raises:
        SettingError: The share leaves one side without an incident.
    """
    incidents = sorted({case.incident for case in cases})
    random.Random(seed).shuffle(incidents)
    n_held_out = round(len(incidents) * held_out_share)
    if not 0 < n_held_out < len(incidents):
        raise SettingError(
            "held_out_share", f"{held_out_share:g}", f"leaves one side of {len(incidents)} incidents empty"
        )
    held_out = set(incidents[:n_held_out])
    return (
        tuple(case for case in cases if case.incident not in held_out),
        tuple(case for case in cases if case.incident in held_out),
    )


def optimise_executor(
    variant: PromptVariant,
    model: Model,
    cases: Sequence[Case],
    target: Path,
    *,
    reflection: Model | None = None,
    max_calls: int = 60,
    held_out_share: float = 0.4,
    policy: GatekeeperPolicy = GatekeeperPolicy(),
    seed: int = 0,
) -> OptimiseReport:
    """Rewrite an executor variant's instruction from the gate's errors.

    Args:
        variant: Where to begin; its file stays as it is.
        model: The model the variant is for.
        cases: Cases in the variant's language; authored ones are left out.
        target: File of the new variant, `NAME.md` or `executor.NAME.en.md`; must not exist.
        reflection: The model that rewrites; by default `model`.
        max_calls: Answers GEPA may ask of `model` while it learns.
        held_out_share: Share of the incidents that are kept from it, in (0, 1).
        policy: The gate's policy.
        seed: Of the split and of the search.

    Raises:
        SettingError: The variant is no executor's, the model is none, or the split leaves a side empty.
        InputError: No case is in the variant's language.
        OutputError: `target` exists already or cannot be written.
    """
    rewriter = reflection or model
    usable = [case for case in cases if case.language == variant.language and not case.is_authored]
    if not usable:
        raise InputError("cases", f"hold none in {variant.language}", "give cases in the variant's language")
    if model.lm is None or rewriter.lm is None:
        raise SettingError("model", model.label, "is no model that can be asked")
    if target.exists():
        raise OutputError(str(target), "exists already", "a variant is never overwritten; name another file")
    _renamed(variant, variant.instructions, target, model)  # a name that cannot be is said at once
    training, held_out = split_incidents(usable, held_out_share, seed)
    train_tasks = [_Task(case, evidence_session(case, policy)) for case in training]
    test_tasks = [_Task(case, evidence_session(case, policy)) for case in held_out]
    program = StageProgram(variant, model)
    improved = _rewrite(program, train_tasks, rewriter, policy, max_calls, seed)
    new = _renamed(variant, improved, target, model)
    is_new = new.fingerprint != variant.fingerprint
    after = StageProgram(new, model) if is_new else None
    report = OptimiseReport(
        variant=variant.label,
        model=model.label,
        reflection_model=rewriter.label,
        training=tuple(sorted({case.incident for case in training})),
        held_out=tuple(sorted({case.incident for case in held_out})),
        before=_measure(program, test_tasks, policy),
        after=None if after is None else _measure(after, test_tasks, policy),
        training_before=_measure(program, train_tasks, policy),
        training_after=None if after is None else _measure(after, train_tasks, policy),
        written=str(target) if is_new else None,
    )
    if is_new:
        write_variant(new, target)
    return report


def _rewrite(
    program: StageProgram,
    tasks: Sequence[_Task],
    rewriter: Model,
    policy: GatekeeperPolicy,
    max_calls: int,
    seed: int,
) -> str:
    """Search for a better instruction; gives the old one where none was found."""

    def metric(
        gold: Any, prediction: Any, trace: Any = None, pred_name: Any = None, pred_trace: Any = None
    ) -> Any:
        answer = getattr(prediction, "answer", None)
        if answer is None or answer.completion is None:
            reason = "no answer" if answer is None else answer.error
            return dspy.Prediction(score=0.0, feedback=f"The call failed: {reason}")
        judged = judge_answer(gold.task.case, gold.task.session, answer.completion, policy)
        said = f"The answer was: {answer.completion[:LONGEST_ANSWER]}\nWhat was found:\n{judged.text}"
        return dspy.Prediction(score=judged.score, feedback=said)

    examples = [task.example for task in tasks]
    optimiser = dspy.GEPA(
        metric=metric,
        max_metric_calls=max_calls,
        reflection_lm=rewriter.lm.copy(num_retries=REFLECTION_RETRIES),
        reflection_minibatch_size=min(3, len(examples)),
        num_threads=1,
        use_merge=False,
        seed=seed,
    )
    best = optimiser.compile(program, trainset=examples, valset=examples)
    return str(best.predict.signature.instructions)


def _renamed(variant: PromptVariant, instructions: str, target: Path, model: Model) -> PromptVariant:
    parts = target.name.removesuffix(".md").split(".")
    name = parts[1] if len(parts) == 3 else parts[0]
    try:
        return PromptVariant.model_validate(
            {
                **variant.model_dump(),
                "name": name,
                "tries": f"{variant.name}, rewritten from the gate's errors for {model.label}.",
                "instructions": instructions.strip(),
            }
        )
    except ValidationError as error:
        raise SettingError(
            "target", target.name, "names no variant: use lower case, digits, _ and -"
        ) from error


def _measure(program: StageProgram, tasks: Sequence[_Task], policy: GatekeeperPolicy) -> Part:
    by_incident: dict[str, list[Feedback]] = {}
    n_unanswered = 0
    for task in tasks:
        answer = program.ask(task.inputs)
        if answer.completion is None:
            n_unanswered += 1
            continue
        judged = judge_answer(task.case, task.session, answer.completion, policy)
        by_incident.setdefault(task.case.incident, []).append(judged)
    groups = list(by_incident.values())
    scores = [_mean([item.score for item in group]) for group in groups]
    return Part(
        n_cases=len(tasks),
        n_unanswered=n_unanswered,
        score=_mean(scores) if scores else None,
        gate_passed=Rate.of(
            sum(_mean([item.gate_passed for item in group]) for group in groups), len(groups)
        ),
        held=Rate.of(sum(_mean([item.held for item in group]) for group in groups), len(groups)),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
