"""The faults notebook: every lie told in every case, and which layer noticed.

How a lie is made is the agents' business and who notices the lab's; this module goes through the
cases, draws, and writes the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.faults.lying_executor import Fault
from evidencelab.errors import OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.fault_matrix import LAYERS, FaultOutcome, fault_table, layer_table, tell_fault
from evidencelab.reports.notebooks.matrix import check_settings as check_matrix
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.running.progress import track
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.rates import incident_rate
from evidencelab.reports.runs.verdict import Check, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.figures import VERDICT_COLOURS
from evidencelab.reports.views.tables import rate_text
from evidencelab.tools.scenario import FIXTURES

FAULTS_FILE = "faults.parquet"
CITATION_FAULTS = frozenset(
    {
        Fault.INVENTED_ID,
        Fault.ANOTHER_SESSIONS_ID,
        Fault.WRONG_TOOL,
        Fault.SHIFTED_INDEX,
        Fault.MISSING_PATH,
        Fault.ALTERED_VALUE,
        Fault.GRAFTED_EXCERPT,
        Fault.GENERIC_EXCERPT,
        Fault.SUMMARY_AS_EVIDENCE,
        Fault.MALFORMED_OUTPUT,
    }
)
"""Lies about what was read: the gate's own business, and none of them may pass it."""
_LAYER_NAMES = {"gate": "gate", "verifier_rules": "verifier rules", "composer_check": "composer check"}


class FaultSettings(NamedTuple):
    """What was asked for, checked: cases in which an executor speaks, faults, and a seed."""

    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    seed: int
    results: Path | None = None


def check_settings(
    *,
    cases: Sequence[str] = (),
    language: str = "",
    faults: Sequence[str] = (),
    policy: str = "",
    seed: int = 0,
) -> FaultSettings:
    """Check the notebook's parameters without writing anything.

    Args:
        cases: Names of cases; empty takes all. Those with an authored executor output are left out.
        language: `zh` or `en`; empty takes both.
        faults: Names of faults; empty takes all.
        policy: A JSON file of policy settings; empty takes the defaults.
        seed: Another seed chooses other citations and wordings.

    Raises:
        EvidencelabError: Something is unknown or cannot be read.
    """
    known = tuple(sorted(fault.value for fault in Fault))
    for name in faults:
        if name not in known:
            raise SettingError("faults", name, "is not a fault", known)
    plan = check_matrix(cases=cases, language=language, policy=policy, variations=0)
    own = tuple(case for case in plan.cases if not case.is_authored)
    chosen = tuple(Fault(name) for name in faults) or tuple(Fault)
    return FaultSettings(own, chosen, plan.policy, plan.policy_file, seed)


def read_settings(*, results: str = "", **parameters: Any) -> FaultSettings:
    """Check the notebook's parameters and make its results folder."""
    settings = check_settings(**parameters)
    return settings._replace(results=make_folder(results, "04_faults"))


def tell_faults(settings: FaultSettings) -> tuple[FaultOutcome, ...]:
    """Tell every fault in every case, one outcome each, refusals included."""
    chain = baseline_chain()
    jobs = [(case, fault) for case in settings.cases for fault in settings.faults]
    return tuple(
        tell_fault(case, fault, chain, settings.policy, settings.seed)
        for case, fault in track(jobs, "lies told")
    )


def layers_of(outcomes: Sequence[FaultOutcome]) -> pd.DataFrame:
    """One row a fault that was told at least once: how many each layer objects to, and what is left."""
    table = layer_table(outcomes)
    return table[table["n_told"] + table["n_refused"] > 0].reset_index()


def layer_chart(outcomes: Sequence[FaultOutcome]) -> alt.TopLevelMixin:
    """Draw fault by layer: the share of told lies that each layer objects to on its own."""
    told = fault_table(outcomes).query("refusal.isna()")
    rows = [
        {
            "fault": str(fault).replace("_", " "),
            "layer": _LAYER_NAMES[layer],
            "share": float(own[layer].mean()),
            "count": f"{int(own[layer].sum())} of {len(own)}",
        }
        for fault, own in told.groupby("fault", sort=False)
        for layer in LAYERS
    ]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X(
            "layer:N", sort=list(_LAYER_NAMES.values()), title=None, axis=alt.Axis(orient="top", labelAngle=0)
        ),
        y=alt.Y("fault:N", sort=None, title=None, axis=alt.Axis(labelLimit=200)),
    )
    # Shades by opacity, so that cells and labels keep their contrast on a dark page too.
    cells = base.mark_rect(cornerRadius=3, color=VERDICT_COLOURS["PASS"]).encode(
        opacity=alt.Opacity(
            "share:Q",
            title="caught",
            scale=alt.Scale(domain=[0, 1], range=[0.08, 0.9]),
            legend=alt.Legend(format="%"),
        )
    )
    labels = base.mark_text(fontSize=10).encode(text="count:N")
    chart: alt.LayerChart = (cells + labels).properties(width=alt.Step(130), height=alt.Step(22))
    return chart


def got_through(outcomes: Sequence[FaultOutcome]) -> pd.DataFrame:
    """List the lies that no layer objected to, and whether they stand in the answer."""
    table = fault_table(outcomes)
    through = table[table["first_layer"] == "none"]
    return through[["fault", "case", "told", "verdict", "is_in_answer"]].reset_index(drop=True)


def write_faults(settings: FaultSettings, outcomes: Sequence[FaultOutcome], question: str) -> NotebookVerdict:
    """Write every outcome and the verdict into the results folder.

    A lie about a citation decides: none may pass the gate. What gets through the other layers is
    counted and shown, and decides nothing.

    Raises:
        OutputError: The folder cannot be written.
    """
    assert settings.results is not None
    try:
        fault_table(outcomes).to_parquet(settings.results / FAULTS_FILE, index=False)
    except OSError as error:
        raise OutputError(
            str(settings.results), f"cannot be written ({error})", "give another results folder"
        ) from error
    told = [outcome for outcome in outcomes if outcome.refusal is None]
    through = [outcome for outcome in told if outcome.first_layer == "none"]
    rate = incident_rate((outcome.incident, outcome.first_layer == "none") for outcome in told)
    kinds = ", ".join(sorted({outcome.fault.value.replace("_", " ") for outcome in through})) or "none"
    verdict = NotebookVerdict(
        question=question,
        sentence=(
            f"Of {len(told)} lies told, {len(told) - len(through)} are caught by code alone and "
            f"{len(through)} get through ({kinds}; by incident {rate_text(rate)})."
        ),
        checks=tuple(_check(fault, told) for fault in settings.faults if any(o.fault == fault for o in told)),
        rates=(NamedRate(name="lies that get through", rate=rate, better="lower"),),
        provenance=provenance(
            settings.policy,
            seed=settings.seed,
            inputs=[FIXTURES / "cases", FIXTURES / "scenarios", FIXTURES / "knowledge"]
            + ([settings.policy_file] if settings.policy_file else []),
        ),
    )
    write_verdict(settings.results, verdict)
    return verdict


def _check(fault: Fault, told: Sequence[FaultOutcome]) -> Check:
    own = [outcome for outcome in told if outcome.fault == fault]
    missed = [outcome.case for outcome in own if not outcome.gate]
    is_citation = fault in CITATION_FAULTS
    n_through = sum(outcome.first_layer == "none" for outcome in own)
    return Check(
        subject=fault.value,
        variant="told by the baseline",
        status="caught" if n_through == 0 else f"{n_through} of {len(own)} through",
        held=not missed if is_citation else n_through == 0,
        decides=is_citation,
        problems=tuple(f"passes the gate in {case}" for case in missed) if is_citation else (),
        tags=("citation",) if is_citation else ("statement",),
    )
