"""What a calibration is asked to do, and the table it works on: parameters checked, pairs scored.

Used by the notebook and the shell alike. It must not know a statistic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.calibration.calibrate import CalibrationSettings
from evidencelab.lab.calibration.certificate import Limits
from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.pair_source import (
    PER_GROUP,
    PairRecipe,
    PairSource,
    is_verifier_scores,
    pair_source,
)
from evidencelab.lab.calibration.verifier_calibration import read_verifier_scores, verifier_table
from evidencelab.lab.labelled.score_table import ScoreTable, load_scores
from evidencelab.lab.labelled.scoring import write_scores
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.running.progress import track

NOTEBOOK = "05_threshold_calibration"
SCORES_FILE = "scores.parquet"


class CalibrationJob(NamedTuple):
    """What a calibration was asked to do, checked.

    Attributes:
        source: Where the pairs come from.
        policy: Vetoes and everything that is not a threshold.
        policy_file: Where it was read; None for the defaults.
        settings: Limits, costs, classes, seed.
        scores: A file of verifier scores, which stands in the place of the pairs.
    """

    source: PairSource
    policy: GatekeeperPolicy
    policy_file: Path | None
    settings: CalibrationSettings
    scores: Path | None = None

    @property
    def inputs(self) -> tuple[Path, ...]:
        """Every file and folder that is read."""
        read = self.source.paths if self.scores is None else (self.scores,)
        return (*read, *((self.policy_file,) if self.policy_file else ()))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the inputs, as a certificate records them."""
        return self.source.names if self.scores is None else (str(self.scores),)

    @property
    def recipe(self) -> PairRecipe:
        """What it takes to make the same table again, beside the seed."""
        return self.source.recipe.model_copy(update={"sources": self.names})


def read_job(
    inputs: Sequence[str | Path] = (),
    *,
    policy: str | Path = "",
    alpha: float = 0.01,
    beta: float = 0.05,
    delta: float = 0.05,
    cost_false_accept: float = 20.0,
    cost_false_reject: float = 1.0,
    cost_undecided: float = 0.2,
    p_unfaithful: float = 0.1,
    classes: Sequence[str] = (),
    choose_share: float = 0.5,
    grouping: str = "template",
    per_group: int = PER_GROUP,
    seed: int = 0,
) -> CalibrationJob:
    """Check the parameters of a calibration.

    Args:
        inputs: Labelled JSONL files, evidence (sessions, traces, tool outputs, folders), or both; or
            one file of verifier scores;
            empty takes the fixtures, which the name `fixtures` stands for among others.
        policy: A JSON file of policy settings; empty takes the defaults.
        alpha: Limit of P(accept | unfaithful).
        beta: Limit of P(mismatch | faithful).
        delta: Share of certificates that may be wrong.
        cost_false_accept: Of an unfaithful excerpt accepted.
        cost_false_reject: Of a faithful one called a mismatch.
        cost_undecided: Of one left between the thresholds.
        p_unfaithful: Share of unfaithful excerpts where the gate will stand.
        classes: Kinds to keep; empty for all.
        choose_share: Share of the groups that choose; the others certify.
        grouping: `template` or `record`: which evidence texts are one group.
        per_group: Texts kept of each template of the evidence; 0 keeps all.
        seed: Seed of corruptions, split and bootstrap.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    policy_file = Path(policy) if str(policy) else None
    try:
        settings = CalibrationSettings(
            limits=Limits(alpha=alpha, beta=beta, delta=delta),
            costs=Costs(
                false_accept=cost_false_accept,
                false_reject=cost_false_reject,
                undecided=cost_undecided,
                p_unfaithful=p_unfaithful,
            ),
            classes=tuple(classes),
            choose_share=choose_share,
            seed=seed,
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1])
        raise SettingError(
            "calibrate", name, f"is wrong ({json_expectation(first['msg'])}; got {first['input']!r})"
        ) from error
    paths = [Path(item) for item in inputs]
    scores = paths[0] if len(paths) == 1 and is_verifier_scores(paths[0]) else None
    source = pair_source(
        paths if scores is None else [],
        seed=seed,
        classes=tuple(classes) if scores is None else (),
        grouping=grouping,
        per_group=per_group,
    )
    loaded = load_policy(policy_file) if policy_file else GatekeeperPolicy()
    return CalibrationJob(source, loaded, policy_file, settings, scores)


def job_of_notebook(
    inputs: Sequence[str],
    policy: str,
    alpha: float,
    beta: float,
    delta: float,
    costs: Mapping[str, float],
    p_unfaithful: float,
    classes: Sequence[str],
    grouping: str,
    seed: int,
) -> CalibrationJob:
    """Check a notebook's parameters; `costs` may name `false_accept`, `false_reject`, `undecided`.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    stated = {"false_accept": 20.0, "false_reject": 1.0, "undecided": 0.2}
    for name, value in costs.items():
        if name not in stated:
            raise SettingError("costs", str(name), "is not a cost", tuple(stated))
        stated[name] = value
    return read_job(
        inputs,
        policy=policy,
        alpha=alpha,
        beta=beta,
        delta=delta,
        p_unfaithful=p_unfaithful,
        classes=classes,
        grouping=grouping,
        seed=seed,
        cost_false_accept=stated["false_accept"],
        cost_false_reject=stated["false_reject"],
        cost_undecided=stated["undecided"],
    )


def notebook_folder(results: str) -> Path:
    """Make the calibration notebook's results folder; without a name, one for runs by hand.

    Raises:
        OutputError: It cannot be made.
    """
    return make_folder(results, NOTEBOOK)


def describe_table(job: CalibrationJob, table: ScoreTable) -> str:
    """Say in one line what was scored."""
    n_faithful = int(table.is_faithful.sum())
    conflicts = f"; {table.n_conflicts} pairs carry both labels" if table.n_conflicts else ""
    return (
        f"{len(table)} pairs ({n_faithful} faithful, {len(table) - n_faithful} unfaithful) of "
        f"{len(table.kinds)} classes in {table.n_groups} groups, "
        f"from {', '.join(job.names)}{conflicts}"
    )


def score_job(job: CalibrationJob, folder: Path) -> ScoreTable:
    """Score every pair once into `scores.parquet` and read the columns back; verifier scores as they are.

    Raises:
        InputError: A source cannot be read or gives no pair.
        OutputError: The folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(str(folder), f"cannot be made ({error.strerror})", "give another folder") from error
    if job.scores is not None:
        return verifier_table(read_verifier_scores(job.scores))
    target = folder / SCORES_FILE
    if write_scores(track(job.source, "pairs scored"), target, job.policy) == 0:
        raise InputError(
            ", ".join(job.names), "gives no pair", "give labelled pairs, or evidence that holds values"
        )
    return load_scores(target)
