"""The certificate: what may be said of the gate's errors, as a value and as a file.

Says what was asked, what holds, on how many groups, and by which hashes it is bound. It must not know
how a certificate is issued or checked.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError
from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy
from evidencelab.gatekeeper.files import read_text_file, write_text_file
from evidencelab.gatekeeper.json_values import json_expectation
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.calibration.pair_source import PairRecipe
from evidencelab.lab.labelled.pairs import Label
from evidencelab.lab.statistics.intervals import as_percent

FORMAT: Literal["evidencelab.certificate/1"] = "evidencelab.certificate/1"
ASSUMPTION = (
    "Assumed: the groups to come are exchangeable with the groups measured, that is, they come from the same "
    "tools, models and kinds of edit, mixed alike. A risk is the mean over groups of the share of a group's "
    "excerpts that go wrong. Nothing is said of other kinds, and nothing once matcher, policy, data or split "
    "change."
)

WRONG_DECISION: dict[Label, Literal["accept", "mismatch"]] = {"faithful": "mismatch", "unfaithful": "accept"}
"""The decision that is an error for pairs of each label."""


class Limits(Contract):
    """What is to be certified.

    Attributes:
        alpha: Limit of P(accept | unfaithful).
        beta: Limit of P(mismatch | faithful).
        delta: Share of certificates that may be wrong.
    """

    alpha: float = Field(default=0.01, gt=0.0, lt=1.0)
    beta: float = Field(default=0.05, gt=0.0, lt=1.0)
    delta: float = Field(default=0.05, gt=0.0, lt=1.0)

    def of(self, label: Label) -> float:
        """Give the limit of the error that pairs of this label can suffer."""
        return self.beta if label == "faithful" else self.alpha


class RiskClaim(Contract):
    """What one set of groups says of one risk at the chosen thresholds.

    Attributes:
        label: `unfaithful`: the risk is P(accept); `faithful`: it is P(mismatch).
        kind: The class; None for all of the label together.
        limit: The limit asked for.
        n_groups: Joined groups that took no part in choosing.
        n_pairs: Their pairs of this label (and kind).
        n_errors: Pairs that went wrong.
        observed: Mean over groups of the share that went wrong; None without groups.
        p_value: Of the hypothesis that the risk exceeds the limit.
        upper_bound: The smallest limit these groups allow at confidence 1 - delta, by itself.
        is_certified: Whether the limit holds, by itself, at confidence 1 - delta.
        is_certified_with_all: Whether it holds together with all other classes (Holm).
        n_groups_needed: Groups it takes for this limit without any error.
        n_groups_needed_as_observed: Groups it takes at the risk observed; None where that is not
            under the limit, so that more labels would not help.
    """

    label: Label
    kind: str | None
    limit: float
    n_groups: int
    n_pairs: int
    n_errors: int
    observed: float | None
    p_value: float
    upper_bound: float
    is_certified: bool
    is_certified_with_all: bool
    n_groups_needed: int
    n_groups_needed_as_observed: int | None

    def __str__(self) -> str:
        """Say in one sentence what is certified, or what it would take."""
        risk = f"P({WRONG_DECISION[self.label]} | {self.label}{', ' + self.kind if self.kind else ''})"
        seen = f"{self.n_errors} of {self.n_pairs} pairs wrong in {self.n_groups} groups"
        if self.is_certified:
            return f"{risk} <= {as_percent(self.limit, 1)} is certified ({seen})"
        if self.n_groups_needed_as_observed is None:
            more = "the risk observed is not under the limit, more labels would not change that"
        elif self.n_errors == 0:
            more = f"it would take about {self.n_groups_needed} groups"
        else:
            more = f"it would take about {self.n_groups_needed_as_observed} groups at the risk observed"
        if self.upper_bound < 1.0:
            smallest = as_percent(math.ceil(self.upper_bound * 1000) / 1000, 1)
            allowed = f"the smallest limit these groups allow, certified by itself, is {smallest}"
        else:
            allowed = "these groups allow no limit at all"
        return f"{risk} is not certifiable at {as_percent(self.limit, 1)} ({seen}): {allowed}; {more}"


class Hashes(Contract):
    """What the certificate stands on; when one of these moves it is stale."""

    code_version: str
    policy_hash: str
    data_hash: str
    split_hash: str


class SplitRecord(Contract):
    """How to deal the same split again."""

    seed: int
    choose_share: float
    n_groups_choose: int
    n_groups_certify: int


class Certificate(Contract):
    """What is certified of one policy, and all it takes to check that again.

    Attributes:
        format: Version of this shape.
        statement: The result in one sentence.
        assumption: What must hold for it to mean anything.
        is_certified: Whether both limits hold together at `policy`'s thresholds.
        limits: What was asked for.
        policy: The policy it speaks of. Its thresholds are the chosen ones, or the nearest safer
            ones that could be certified.
        chosen_accept_at: The threshold chosen by cost.
        chosen_reject_below: The threshold chosen by cost.
        accept: The risk of accepting an unfaithful excerpt, at the chosen thresholds.
        reject: The risk of a mismatch of a faithful one.
        classes: The same per kind, least certain first.
        n_too_short: Pairs of the certifying groups too short to compare; no error, and no help.
        hashes: What it stands on.
        split: How the groups were dealt.
        recipe: How the pairs were made, so that they can be made again.
    """

    format: Literal["evidencelab.certificate/1"] = FORMAT
    statement: str
    assumption: str = ASSUMPTION
    is_certified: bool
    limits: Limits
    policy: GatekeeperPolicy
    chosen_accept_at: float
    chosen_reject_below: float
    accept: RiskClaim
    reject: RiskClaim
    classes: tuple[RiskClaim, ...]
    n_too_short: int
    hashes: Hashes
    split: SplitRecord
    recipe: PairRecipe = PairRecipe()

    @property
    def accept_limit(self) -> float:
        """The limit of P(accept | unfaithful) that holds: alpha, or what the groups allow."""
        return self.limits.alpha if self.is_certified or self.accept.is_certified else self.accept.upper_bound

    @property
    def reject_limit(self) -> float:
        """The limit of P(mismatch | faithful) that holds: beta, or what the groups allow."""
        return self.limits.beta if self.is_certified or self.reject.is_certified else self.reject.upper_bound

    def __str__(self) -> str:
        """Say the statement and the assumption."""
        return f"{self.statement}\n{self.assumption}"


def policy_values(policy: MatchPolicy) -> dict[str, object]:
    """Dump a policy as JSON values, vetoes in their usual order, so that the same policy is the same file."""
    values: dict[str, object] = policy.model_dump(mode="json")
    values["vetoes"] = [code for code in VETO_CODES if code in policy.vetoes]
    return values


def write_policy(policy: GatekeeperPolicy, path: Path) -> None:
    """Write a policy file that `check`, `report` and the chain take.

    Raises:
        OutputError: The file cannot be written.
    """
    write_text_file(path, _as_json(policy_values(policy)))


def certificate_values(certificate: Certificate) -> dict[str, object]:
    """Dump a certificate as JSON values."""
    values: dict[str, object] = certificate.model_dump(mode="json")
    values["policy"] = policy_values(certificate.policy)
    return values


def write_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate as JSON.

    Raises:
        OutputError: The file cannot be written.
    """
    write_text_file(path, _as_json(certificate_values(certificate)))


def load_certificate(path: Path) -> Certificate:
    """Read a certificate.

    Raises:
        InputError: The file cannot be read or is not a certificate.
    """
    text = read_text_file(path, "a certificate")
    try:
        return Certificate.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "file"
        raise InputError(
            str(path),
            f"is not a certificate ({place}: {json_expectation(first['msg'])})",
            "write one with `evidencelab calibrate`",
        ) from error


def _as_json(values: dict[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"
