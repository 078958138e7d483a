"""The sweep that a test kills: everything slow is done at import, so that a forked process starts at work."""

from __future__ import annotations

from pathlib import Path

from evidencelab.agents.models.choice import ModelSpec
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.sweeps.arms import Arm
from evidencelab.lab.sweeps.sweep import SweepPlan, plan_sweep, run_sweep
from evidencelab.lab.sweeps.sweep_cells import shown_by

CASES = [case for case in load_cases(language="en") if not case.is_authored][:20]
ARMS = [Arm(executor="cite"), Arm(executor="summarise")]
shown_by()


def plan_at(url: str) -> SweepPlan:
    """Plan the sweep against a server."""
    model = ModelSpec(model=f"{url}#loopback-model", retries=0)
    return plan_sweep(CASES, ARMS, [model], repeats=3)


def attempt(url: str, folder: str) -> None:
    """Run the sweep until it ends or is killed."""
    run_sweep(plan_at(url), Path(folder), show_progress=False)
