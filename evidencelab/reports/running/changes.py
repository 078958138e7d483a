"""What got worse since an earlier run: verdicts that flipped, new failures, rates beyond noise.

Runs are compared notebook by notebook through their verdict files; a check is known by its subject and
variant, a rate by its name. Arithmetic only: this module must not know where the files lie or how a
change is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pydantic import Field

from evidencelab.contracts import Contract
from evidencelab.lab.statistics.intervals import Interval, Rate
from evidencelab.reports.runs.verdict import Certificate, Check, Measure, NamedRate, NotebookVerdict

CheckKind = Literal["broke", "fails", "mended", "flipped", "new rules", "vanished", "appeared"]

_ORDER: tuple[CheckKind, ...] = CheckKind.__args__  # type: ignore[attr-defined]
_NOTABLE_RATIO = 1.2
_NOTABLE_TIME = (1.5, 5.0)


class CheckChange(Contract):
    """One check that is not what it was.

    Attributes:
        kind: `broke` held before and does not now; `fails` did not hold before either, or is new and
            does not; `mended` the reverse of broke; `flipped` has another status though it holds;
            `new rules` fails other rules of the gate; `vanished` and `appeared` are on one side only.
        notebook: Where it was checked.
        subject: What was checked.
        variant: Under what.
        decides: Whether it turns the exit code.
        before: Its status before; None where it is new.
        after: Its status now; None where it is gone.
        rules: The gate's failed rules now.
        problems: What did not hold, now.
        link: Its evidence, relative to the run's folder.
    """

    kind: CheckKind
    notebook: str
    subject: str
    variant: str
    decides: bool
    before: str | None
    after: str | None
    rules: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    link: str | None = None


class RateChange(Contract):
    """A rate that moved by more than chance explains.

    Attributes:
        notebook: Where it was measured.
        name: Of the rate.
        before: Counts and interval before.
        after: Counts and interval now.
        low: Lower end of the 95 % interval of the difference, in [-1, 1].
        high: Upper end. Zero lies outside.
        is_worse: Whether it moved against the direction the rate calls good.
        decides: Whether a worsening turns the exit code.
    """

    notebook: str
    name: str
    before: Rate
    after: Rate
    low: float
    high: float
    is_worse: bool
    decides: bool


class MeasureChange(Contract):
    """A cost that changed by a fifth or more; a time, by half and by five seconds."""

    notebook: str
    name: str
    unit: str
    before: float
    after: float
    is_worse: bool


class CertificateState(Contract):
    """A certificate that is not valid, and what it was before."""

    notebook: str
    certificate: Certificate
    before: str | None


class RunChanges(Contract):
    """Everything that differs between a run and its reference.

    Attributes:
        references: Notebook -> the run it was compared with; a notebook without one is left out.
        checks: Worst first.
        rates: Worse ones first.
        measures: Worse ones first.
        certificates: Every one that is not valid, changed or not.
        n_same: Checks that are what they were; a check that decides and does not hold is in `checks`.
    """

    references: dict[str, str] = Field(default_factory=dict)
    checks: tuple[CheckChange, ...] = ()
    rates: tuple[RateChange, ...] = ()
    measures: tuple[MeasureChange, ...] = ()
    certificates: tuple[CertificateState, ...] = ()
    n_same: int = 0

    @property
    def regressions(self) -> tuple[str, ...]:
        """What turns the exit code because it was better before, one name each."""
        broke = [f"{item.subject} ({item.variant})" for item in self.checks if _is_regression(item)]
        rates = [item.name for item in self.rates if item.is_worse and item.decides]
        violated = [
            item.certificate.name
            for item in self.certificates
            if item.certificate.state == "violated" and item.before not in (None, "violated")
        ]
        return (*broke, *rates, *violated)


class Reference(NamedTuple):
    """The earlier verdict of a notebook.

    Attributes:
        run: Which run it is from.
        verdict: What the notebook said there.
        same_parameters: Whether it was given the same parameters: only then does a missing check count.
    """

    run: str
    verdict: NotebookVerdict
    same_parameters: bool = True


def compare_runs(verdicts: Mapping[str, NotebookVerdict], references: Mapping[str, Reference]) -> RunChanges:
    """Compare a run's verdicts with earlier ones, notebook by notebook.

    Args:
        verdicts: Notebook -> what it says now.
        references: Notebook -> what it said before; those without one are only looked at for failures.
    """
    checks: list[CheckChange] = []
    rates: list[RateChange] = []
    measures: list[MeasureChange] = []
    certificates: list[CertificateState] = []
    n_same = 0
    for notebook, verdict in verdicts.items():
        reference = references.get(notebook)
        changed = list(_check_changes(notebook, verdict, reference))
        checks += changed
        if reference is not None:
            n_same += len(verdict.checks) - sum(item.after is not None for item in changed)
            rates += _rate_changes(notebook, verdict.rates, reference.verdict.rates)
            measures += _measure_changes(notebook, verdict.measures, reference.verdict.measures)
        certificates += _certificates(notebook, verdict, reference)
    return RunChanges(
        references={name: item.run for name, item in references.items() if name in verdicts},
        checks=tuple(sorted(checks, key=lambda item: (not item.decides, _ORDER.index(item.kind)))),
        rates=tuple(sorted(rates, key=lambda item: not item.is_worse)),
        measures=tuple(sorted(measures, key=lambda item: not item.is_worse)),
        certificates=tuple(certificates),
        n_same=n_same,
    )


def difference_interval(before: Rate, after: Rate) -> Interval | None:
    """The 95 % interval of `after - before`; None when either counted nothing.

    Source: Newcombe 1998, Statistics in Medicine 17, method 10, from the two Wilson intervals.
    """
    if before.rate is None or before.ci_low is None or before.ci_high is None:
        return None
    if after.rate is None or after.ci_low is None or after.ci_high is None:
        return None
    difference = after.rate - before.rate
    low = math.hypot(after.rate - after.ci_low, before.ci_high - before.rate)
    high = math.hypot(after.ci_high - after.rate, before.rate - before.ci_low)
    return Interval(difference - low, difference + high)


def _is_regression(change: CheckChange) -> bool:
    return change.decides and change.kind == "broke"


def _check_changes(
    notebook: str, verdict: NotebookVerdict, reference: Reference | None
) -> Iterator[CheckChange]:
    earlier = {} if reference is None else {_key(check): check for check in reference.verdict.checks}
    for check in verdict.checks:
        before = earlier.pop(_key(check), None)
        kind = _kind(check, before, reference is not None)
        if kind is not None:
            yield _change(kind, notebook, before, check)
    if reference is not None and reference.same_parameters:
        for check in earlier.values():
            yield _change("vanished", notebook, check, None)


def _kind(check: Check, before: Check | None, has_reference: bool) -> CheckKind | None:
    if before is None:
        if not check.held and (check.decides or has_reference):
            return "fails"
        return "appeared" if has_reference else None
    if before.held and not check.held:
        return "broke"
    is_same = before.status == check.status and set(before.rules) == set(check.rules)
    if not check.held:
        return None if is_same and not check.decides else "fails"
    if not before.held:
        return "mended"
    if before.status != check.status:
        return "flipped"
    return "new rules" if set(before.rules) != set(check.rules) else None


def _change(kind: CheckKind, notebook: str, before: Check | None, after: Check | None) -> CheckChange:
    check = after or before
    assert check is not None
    return CheckChange(
        kind=kind,
        notebook=notebook,
        subject=check.subject,
        variant=check.variant,
        decides=check.decides,
        before=None if before is None else before.status,
        after=None if after is None else after.status,
        rules=() if after is None else after.rules,
        problems=() if after is None else after.problems,
        link=None if after is None or after.link is None else f"{notebook}/{after.link}",
    )


def _rate_changes(
    notebook: str, now: tuple[NamedRate, ...], then: tuple[NamedRate, ...]
) -> Iterator[RateChange]:
    earlier = {item.name: item for item in then}
    for item in now:
        before = earlier.get(item.name)
        interval = None if before is None else difference_interval(before.rate, item.rate)
        if before is None or interval is None or interval.low <= 0 <= interval.high:
            continue
        rose = interval.low > 0
        yield RateChange(
            notebook=notebook,
            name=item.name,
            before=before.rate,
            after=item.rate,
            low=interval.low,
            high=interval.high,
            is_worse=item.better == ("lower" if rose else "higher"),
            decides=item.decides,
        )


def _measure_changes(
    notebook: str, now: tuple[Measure, ...], then: tuple[Measure, ...]
) -> Iterator[MeasureChange]:
    earlier = {item.name: item.value for item in then}
    for item in now:
        before = earlier.get(item.name)
        if before is None or item.value is None or before == item.value:
            continue
        if not _is_notable(before, item.value, item.unit):
            continue
        rose = item.value > before
        yield MeasureChange(
            notebook=notebook,
            name=item.name,
            unit=item.unit,
            before=before,
            after=item.value,
            is_worse=item.better == ("lower" if rose else "higher"),
        )


def _is_notable(before: float, after: float, unit: str) -> bool:
    """Whether a number moved by a fifth; a time by half and five seconds, for clocks are noisy."""
    low, high = sorted((abs(before), abs(after)))
    ratio, least = _NOTABLE_TIME if unit == "s" else (_NOTABLE_RATIO, 0.0)
    return high - low >= least and high >= ratio * low


def _certificates(
    notebook: str, verdict: NotebookVerdict, reference: Reference | None
) -> Iterator[CertificateState]:
    earlier = {} if reference is None else {item.name: item.state for item in reference.verdict.certificates}
    for certificate in verdict.certificates:
        if certificate.state in ("stale", "violated"):
            yield CertificateState(
                notebook=notebook, certificate=certificate, before=earlier.get(certificate.name)
            )


def _key(check: Check) -> tuple[str, str]:
    return check.subject, check.variant
