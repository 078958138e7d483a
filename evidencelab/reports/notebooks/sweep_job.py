"""A sweep as a command line or a notebook asks for it: plain settings checked, cells planned and run.

Checking loads no model and calls nobody, so that a wrong setting is said before a kernel starts.
Every run that was made is kept in the audit store. This module must not know how results look.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from evidencelab.agents.models.choice import BASELINE, ModelSpec, check_model, model_from_environment
from evidencelab.agents.models.embedded import NAME as EMBEDDED
from evidencelab.audit import AuditStore
from evidencelab.errors import SettingError, UnknownNameError
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.matrix.cases import Case, Language, load_cases
from evidencelab.lab.sweeps.arms import Arm, resolve_arm
from evidencelab.lab.sweeps.sweep import THREADS, SweepPlan, SweepRun, plan_sweep, run_sweep
from evidencelab.lab.sweeps.sweep_cells import Cell, CellResult

EXECUTORS = ("summarise", "cite", "cite_narrow")
LANGUAGES: dict[str, Language | None] = {"": None, "en": "en", "zh": "zh"}


class SweepJob(NamedTuple):
    """A sweep that was asked for, checked.

    Attributes:
        cases: The questions.
        arms: The choices of variants.
        models: The models, the baseline first.
        repeats: Runs of each combination.
        policy: The gate's policy.
        policy_file: Where it was read; None for the defaults.
    """

    cases: tuple[Case, ...]
    arms: tuple[Arm, ...]
    models: tuple[ModelSpec, ...]
    repeats: int
    policy: GatekeeperPolicy
    policy_file: Path | None

    def plan(self) -> SweepPlan:
        """Name every cell; models are loaded for it.

        Raises:
            EvidencelabError: There is nothing to run, or a model cannot be loaded.
        """
        return plan_sweep(self.cases, self.arms, self.models, repeats=self.repeats, policy=self.policy)


def read_job(
    *,
    cases: Sequence[str] = (),
    language: str = "",
    executors: Sequence[str] = EXECUTORS,
    verifiers: Sequence[str] = (BASELINE,),
    planner: str = BASELINE,
    composer: str = BASELINE,
    models: Sequence[str] = (),
    repeats: int = 1,
    temperature: float = 0.0,
    max_tokens: int = 1024,
    seed: int = 0,
    timeout_seconds: float = 60.0,
    retries: int = 3,
    policy: str = "",
) -> SweepJob:
    """Check what was asked for.

    Args:
        cases: Names of cases; empty takes all.
        language: `zh` or `en`; empty takes both.
        executors: Executor variants, by name or path; `react:` in front lets them call the tools.
        verifiers: Verifier variants; every executor is paired with each.
        planner: The planner variant, or the baseline.
        composer: The composer variant, or the baseline.
        models: Names of models; empty takes EVIDENCELAB_LM, or the embedded one. The baseline is
            always run beside them, and alone where no stage has a variant.
        repeats: Runs of each combination, each under a seed of its own.
        temperature: Sampling temperature, from 0 to 2.
        max_tokens: Longest answer.
        seed: Of the first repeat.
        timeout_seconds: Longest silence of a server.
        retries: How often a call is repeated after a time-out, a 429 or a 5xx.
        policy: A JSON file of policy settings; empty takes the defaults.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    if language not in LANGUAGES:
        raise SettingError("language", language, "is not a language of the cases", ("en", "zh"))
    if repeats < 1:
        raise SettingError("repeats", str(repeats), "is below 1")
    if not executors or not verifiers:
        raise SettingError("executors", "", "names no variant; name at least one", EXECUTORS)
    policy_file = Path(policy) if policy else None
    arms = tuple(
        Arm(executor=executor, verifier=verifier, planner=planner, composer=composer)
        for executor, verifier in product(executors, verifiers)
    )
    names = _asked(models, arms)
    specs = [
        _spec(
            name,
            temperature=temperature,
            max_tokens=max_tokens,
            seed=seed,
            timeout_seconds=timeout_seconds,
            retries=retries,
        )
        for name in dict.fromkeys((BASELINE, *names))
    ]
    found = load_cases(names=tuple(cases) or None, language=LANGUAGES[language])
    if not found:
        raise SettingError("cases", ", ".join(cases), f"holds no case in {language or 'any language'}")
    _check_arms(arms, found)
    return SweepJob(
        cases=found,
        arms=arms,
        models=tuple(specs),
        repeats=repeats,
        policy=load_policy(policy_file) if policy_file else GatekeeperPolicy(),
        policy_file=policy_file,
    )


def run_job(
    plan: SweepPlan,
    folder: Path,
    *,
    policy: GatekeeperPolicy,
    workers: int = THREADS,
    scheduler: str = "",
    retry_failed: bool = False,
    database: str | None = None,
    show_progress: bool = True,
) -> SweepRun:
    """Run a plan and keep every run that was made in the audit store.

    Args:
        plan: What to run.
        folder: Where finished cells are kept and looked for.
        policy: The gate's policy of the runs.
        workers: Cells run at the same time.
        scheduler: Empty runs threads; `local` starts a dask cluster; else a scheduler's address.
        retry_failed: Run again the cells whose run failed.
        database: URL of the audit store; None is the default one.
        show_progress: Draw a progress bar on stderr.

    Raises:
        EvidencelabError: A result cannot be kept, or the scheduler cannot be reached.
    """
    with AuditStore(database) as store:

        def keep(cell: Cell, result: CellResult) -> None:
            if result.run is not None:
                store.add_run(result.run, policy)

        return run_sweep(
            plan,
            folder,
            workers=workers,
            scheduler=scheduler or None,
            retry_failed=retry_failed,
            show_progress=show_progress,
            on_made=keep,
        )


def _asked(models: Sequence[str], arms: Sequence[Arm]) -> list[str]:
    """Name the models to run beside the baseline; none where every stage of every arm is the baseline.

    Raises:
        SettingError: A model is named that nothing would be asked of.
    """
    if any(arm.asks_a_model for arm in arms):
        return list(models) or [model_from_environment(EMBEDDED)]
    for name in models:
        if name != BASELINE:
            raise SettingError(
                "model",
                name,
                "would be asked nothing, since every stage is the baseline; name a prompt variant for one "
                "(--executor, --verifier, --planner, --composer) or leave the model out",
            )
    return []


def _spec(name: str, **settings: float) -> ModelSpec:
    try:
        spec = ModelSpec.model_validate({"model": name, **settings})
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(part) for part in first["loc"])
        raise SettingError(
            "model", setting, f"is wrong ({json_expectation(first['msg'])}; got {first['input']!r})"
        ) from error
    check_model(spec)
    return spec


def _check_arms(arms: Sequence[Arm], cases: Sequence[Case]) -> None:
    """Read every variant once, so that a wrong one is said before anything runs."""
    for arm in arms:
        problem: UnknownNameError | None = None
        n_found = 0
        for language in sorted({case.language for case in cases}):
            try:
                resolve_arm(arm, language)
                n_found += 1
            except UnknownNameError as error:
                problem = error
        if problem is not None and n_found == 0:
            raise problem
