"""Calibrate: split, choose thresholds on one half, certify them on the other.

Puts the parts together in the one order that is honest: nothing that certifies is looked at before
the thresholds are chosen. It must not know files or how anything is shown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from pydantic import Field

from evidencelab.contracts import Contract
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.calibration.certificate import Certificate, Limits
from evidencelab.lab.calibration.certifying import CERTIFY, CHOOSE, issue_certificate
from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.operating_point import OperatingPoint, choose_operating_point
from evidencelab.lab.calibration.pair_source import PairRecipe
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.lab.statistics.splits import Split, split_groups


class CalibrationSettings(Contract):
    """Everything a calibration depends on besides pairs and policy.

    Attributes:
        limits: What to certify.
        costs: What errors cost, and how common unfaithful excerpts are.
        classes: Kinds to keep; a label none of whose kinds is named is kept whole. Empty: all.
        choose_share: Share of the groups that choose; the others certify.
        seed: Seed of split and bootstrap.
        n_draws: Bootstrap draws.
    """

    limits: Limits = Limits()
    costs: Costs = Costs()
    classes: tuple[str, ...] = ()
    choose_share: float = Field(default=0.5, gt=0.0, lt=1.0)
    seed: int = Field(default=0, ge=0)
    n_draws: int = Field(default=500, ge=2)


class Calibration(NamedTuple):
    """What came out.

    Attributes:
        table: The pairs that took part, after `classes`.
        split: Who chose and who certified.
        point: The operating point chosen by cost.
        certificate: What is certified; its policy is the one to use.
    """

    table: ScoreTable
    split: Split
    point: OperatingPoint
    certificate: Certificate

    @property
    def policy(self) -> GatekeeperPolicy:
        """The policy to use."""
        return self.certificate.policy

    @property
    def choosing(self) -> ScoreTable:
        """The pairs that chose."""
        return self.table.take(self.split.rows(CHOOSE))

    @property
    def choosing_units(self) -> np.ndarray:
        """Joined group of each pair of `choosing`."""
        return self.split.unit_code[self.split.rows(CHOOSE)]

    @property
    def certifying(self) -> ScoreTable:
        """The pairs that certify."""
        return self.table.take(self.split.rows(CERTIFY))


def select_classes(table: ScoreTable, classes: tuple[str, ...]) -> ScoreTable:
    """Keep the named kinds; a label none of whose kinds is named is kept whole.

    Raises:
        SettingError: A kind is not in the table.
    """
    for kind in classes:
        if kind not in table.kinds:
            raise SettingError("classes", kind, "is not a kind of these pairs", table.kinds)
    named = np.isin(table.kind_code, [table.kinds.index(kind) for kind in classes])
    keep = named.copy()
    for label in (True, False):
        rows = table.is_faithful == label
        if not named[rows].any():
            keep |= rows
    return table.take(keep)


def calibrate(
    table: ScoreTable,
    policy: GatekeeperPolicy = GatekeeperPolicy(),
    settings: CalibrationSettings = CalibrationSettings(),
    recipe: PairRecipe = PairRecipe(),
) -> Calibration:
    """Choose two thresholds by cost on some groups and certify them on the others.

    Args:
        table: Pairs scored under `policy`'s scorer and minimum length, of both labels.
        policy: Vetoes and everything that is not a threshold; its thresholds do not matter.
        settings: Limits, costs, classes, seed.
        recipe: How the pairs were made, for the record.

    Raises:
        SettingError: One label has no group among those that choose, or a class is not known.
    """
    kept = select_classes(table, settings.classes)
    shares = {CHOOSE: settings.choose_share, CERTIFY: 1.0 - settings.choose_share}
    split = split_groups(kept, shares, settings.seed)
    rows = split.rows(CHOOSE)
    point = choose_operating_point(
        kept.take(rows),
        split.unit_code[rows],
        settings.costs,
        policy.vetoes,
        settings.n_draws,
        settings.seed,
    )
    certificate = issue_certificate(kept, split, point, policy, settings.limits, recipe)
    return Calibration(kept, split, point, certificate)
