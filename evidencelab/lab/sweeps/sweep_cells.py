"""Cells of a sweep: one case, one arm, one model, one repeat; its address by content, and its run.

A cell's key is a hash of everything that could change what a model says in it: the case, its
scenario, the prompts, the model with its settings and seed, and the code that shows the evidence.
Gate thresholds are not part of it, as one run serves every policy; with retries on they are, since
the gate's errors are then shown to the model. It must not know where results are kept.
"""

from __future__ import annotations

import hashlib
import json
import time
from functools import lru_cache

import dspy

from evidencelab.agents.models.choice import Model, ModelSpec, load_model
from evidencelab.agents.stages import ChainRun
from evidencelab.contracts import Contract
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.outcomes import evaluate_case
from evidencelab.lab.sweeps.arms import ResolvedArm, build_chain
from evidencelab.tools.rows import Scenario
from evidencelab.tools.scenario import load_scenario, scenario_tools
from evidencelab.version import __version__, code_digest

# The code whose change makes another prompt or another evidence text of the same case.
SHOWN_BY = ("agents", "evidence", "tools")


class Cell(Contract):
    """One run to make.

    Attributes:
        key: Its address by content, 32 hex digits.
        case: The question and what must hold.
        scenario: What the tools answer from.
        arm: Who answers at which stage.
        spec: The model, under this repeat's seed.
        model: How tables call the model.
        repeat: 0 for the first run.
        policy: The gate's policy of the run.
    """

    key: str
    case: Case
    scenario: Scenario
    arm: ResolvedArm
    spec: ModelSpec
    model: str
    repeat: int
    policy: GatekeeperPolicy


class CellResult(Contract):
    """What came of a cell.

    Attributes:
        key: The cell's address.
        run: The run of the chain; None where there was none at all.
        error: Why the run failed, in one line; None where every model that was asked answered.
        seconds: Wall time of the run.
        cost: In US dollars, where prices are known.
    """

    key: str
    run: ChainRun | None = None
    error: str | None = None
    seconds: float = 0.0
    cost: float | None = None


@lru_cache(maxsize=1)
def shown_by() -> str:
    """Name the code that makes prompts and evidence texts: versions, and a hash over its modules."""
    said = f"{__version__}|{dspy.__version__}|{code_digest(*SHOWN_BY)}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def cell_key(
    case: Case,
    scenario: Scenario,
    arm: ResolvedArm,
    model_fingerprint: str,
    repeat: int,
    policy: GatekeeperPolicy,
) -> str:
    """Hash what could change what is said in a cell."""
    asked = case.model_dump(mode="json", include={"name", "query", "plan"})
    parts = [
        asked,
        case.expect.forbidden_terms_in_answer,
        scenario.model_dump(mode="json"),
        arm.language,
        arm.fingerprint,
        model_fingerprint,
        repeat,
        shown_by(),
        policy.policy_hash if policy.max_retries > 0 else None,
    ]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@lru_cache(maxsize=32)
def loaded_model(spec: ModelSpec) -> Model:
    """Load a model once a process; repeats differ in their seed and share its connections."""
    return load_model(spec)


def model_of(spec: ModelSpec) -> Model:
    """Give the model of a spec."""
    return loaded_model(spec.model_copy(update={"seed": None})).with_seed(spec.seed)


@lru_cache(maxsize=64)
def scenario_of(name: str) -> Scenario:
    """Load a scenario once a process."""
    return load_scenario(name)


def run_cell(cell: Cell) -> CellResult:
    """Run a cell; whatever goes wrong is in the result. It runs in any thread or process."""
    started = time.perf_counter()
    model: Model | None = None
    try:
        model = model_of(cell.spec)
        chain = build_chain(cell.arm, model, scenario_tools(cell.scenario))
        outcome = evaluate_case(cell.case, chain, cell.policy, cell.scenario)
    except Exception as error:
        reason = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
        return CellResult(key=cell.key, error=_as_named(reason, model), seconds=time.perf_counter() - started)
    failure = call_error(outcome.run)
    return CellResult(
        key=cell.key,
        run=outcome.run,
        error=None if failure is None else _as_named(failure, model),
        seconds=outcome.seconds,
        cost=_cost(outcome.run),
    )


def call_error(run: ChainRun) -> str | None:
    """Name the first stage whose last call never got an answer.

    A poor answer, a refusal or an empty one is an answer and counts against its variant; only a
    call that failed leaves nothing to count.
    """
    last = {record.stage: record for record in run.stages}
    for record in last.values():
        if record.error is not None and record.completion is None and record.implementation != "baseline":
            return f"{record.stage}: {record.error}"
    return None


def _as_named(error: str, model: Model | None) -> str:
    """Call the model in an error what the tables call it, not what it is registered under."""
    if model is None or model.lm is None:
        return error
    registered = str(model.lm.model)
    told = error.replace(registered, model.label)
    host = model.label.rpartition("@")[2]
    return told.replace(registered.partition("/")[0], host) if model.spec.kind == "url" else told


def _cost(run: ChainRun) -> float | None:
    known = [record.cost for record in run.stages if record.cost is not None]
    return sum(known) if known else None
