"""What a notebook says when it is done: the verdict the runner reads, in one small JSON file.

A notebook calls `write_verdict` in its last cell. Only a check with `decides` (a baseline case) and
a regression against an earlier run turn the exit code; how well a model did is shown and compared
but never turns it. The page set, the comparison with the run before and the trend are all made of
these files, so this module must not know a notebook, a case or a page.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, OutputError
from evidencelab.lab.statistics.intervals import Rate

VERDICT_FILE = "verdict.json"

Better = Literal["higher", "lower", "neither"]


class Check(Contract):
    """One thing that was checked: a cell of the matrix, by default a case under the baseline chain.

    Attributes:
        subject: What was checked; with `variant` the key by which runs are compared.
        variant: Under what: a chain, a prompt variant, a policy.
        status: The outcome in one word, e.g. PASS, LOW_CONFID, REJECT, ERROR.
        held: Whether everything expected of it held.
        decides: Whether it turns the exit code. False for anything a model did.
        severity: The gate's severity, where there was a gate result.
        rules: The gate's failed rules.
        problems: What did not hold, one sentence each.
        tags: For filters, e.g. `narrow`, `seed`.
        language: `zh` or `en`, where it has one.
        incident: What the subject is about; language twins share it.
        link: File of the evidence view, relative to the notebook's results folder.
    """

    subject: str
    variant: str = "baseline"
    status: str
    held: bool
    decides: bool = True
    severity: str | None = None
    rules: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    language: str | None = None
    incident: str | None = None
    link: str | None = None


class NamedRate(Contract):
    """A share with its interval and a name; compared between runs beyond noise.

    Attributes:
        name: The key by which runs are compared; the same words in every run.
        rate: The counts, the share and its 95 % Wilson interval.
        better: Which direction is good, so that a movement can be called a regression.
        decides: Whether a movement for the worse beyond noise turns the exit code.
    """

    name: str
    rate: Rate
    better: Better = "neither"
    decides: bool = False

    @classmethod
    def of(
        cls, name: str, n_successes: float, n: int, *, better: Better = "neither", decides: bool = False
    ) -> Self:
        """Count `n_successes` of `n` under a name."""
        return cls(name=name, rate=Rate.of(n_successes, n), better=better, decides=decides)


class Measure(Contract):
    """A number without an interval: a cost, a time, a count. Never turns the exit code."""

    name: str
    value: float | None
    unit: str = ""
    better: Better = "neither"


class Certificate(Contract):
    """The state of a certificate that the notebook looked at.

    `stale` (a hash moved) and `violated` (new data disagree) are listed on the first screen.
    """

    name: str
    state: Literal["valid", "stale", "violated", "none"]
    reason: str = ""


class Provenance(Contract):
    """What it takes to get the same numbers again.

    Attributes:
        policy_hash: The gate policy in force.
        code_version: Of the gate and the match.
        seed: Of anything random; None where nothing was.
        inputs: File -> sha256, for every file that was read.
    """

    policy_hash: str | None = None
    code_version: str | None = None
    seed: int | None = None
    inputs: dict[str, str] = Field(default_factory=dict)


class NotebookVerdict(Contract):
    """Everything a notebook hands to the runner.

    Attributes:
        question: What was asked, one line.
        sentence: The answer in one sentence, with its interval.
        checks: What was checked, one by one; empty for a notebook that only measures.
        rates: Shares with intervals.
        measures: Other numbers.
        certificates: Certificates looked at, with their state.
        provenance: What it takes to reproduce it.
    """

    question: str
    sentence: str
    checks: tuple[Check, ...] = ()
    rates: tuple[NamedRate, ...] = ()
    measures: tuple[Measure, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    provenance: Provenance = Provenance()

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that turn the exit code."""
        return tuple(check for check in self.checks if check.decides and not check.held)

    @property
    def held(self) -> bool:
        """Whether nothing that decides failed."""
        return not self.failures


def write_verdict(folder: str | Path, verdict: NotebookVerdict) -> Path:
    """Write `verdict.json` into a notebook's results folder, whole or not at all.

    Raises:
        OutputError: The folder cannot be written.
    """
    target = Path(folder) / VERDICT_FILE
    partial = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(verdict.model_dump_json(indent=1), encoding="utf-8")
        os.replace(partial, target)
    except OSError as error:
        raise OutputError(
            str(target), f"cannot be written ({error.strerror})", "give another folder"
        ) from error
    return target


def read_verdict(folder: str | Path) -> NotebookVerdict | None:
    """Read the verdict of a notebook; None where it wrote none.

    Raises:
        InputError: The file is there and does not hold the contract.
    """
    source = Path(folder) / VERDICT_FILE
    try:
        text = source.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(source), f"cannot be read ({error})", "run the report again") from error
    try:
        return NotebookVerdict.model_validate(json.loads(text))
    except (ValidationError, ValueError) as error:
        first = str(error).splitlines()[0]
        raise InputError(str(source), f"is no verdict ({first})", "run the report again") from error
