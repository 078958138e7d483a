"""Arithmetic whose operands a statement gives itself, in its numbers, its number words and its heading.

It must not know any evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantities
from evidencelab.traces.arithmetic.two_operands import Result
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of

_PERIODS = (
    (re.compile(r"\b(?:days?|daily)\b|天|日", re.IGNORECASE), 86400.0),
    (re.compile(r"\b(?:hours?|hourly)\b|小时", re.IGNORECASE), 3600.0),
)


def beyond_heading(
    token: ValueToken, target: Target, setting: Setting, own: Sequence[Quantity], cued: frozenset[Kind]
) -> Iterator[Result]:
    """Give by how much the statement's numbers exceed those of the title they stand under."""
    statement = setting.statement
    title = title_of(statement, token.start) if statement.kind == "row" else " ".join(statement.parents[-1:])
    if "difference" not in cued or not title:
        return
    for limit in quantities(t for t in value_tokens(title) if t.kind == "number")[:3]:
        for q in own:
            if q.dimension in ("", limit.dimension) and (q.dimension or limit.dimension) == target.dimension:
                yield Result(q.value - limit.value, f"{q.text} - {limit.text}")


def with_counts(
    target: Target, setting: Setting, own: Sequence[Quantity], cued: frozenset[Kind]
) -> Iterator[Result]:
    """Give the statement's numbers divided among, or taken as many times as, its number words say."""
    if not cued & {"mean", "each", "ratio", "product"}:
        return
    for count in sorted(setting.factors.counts_in(setting.statement.text))[:4]:
        for q in own:
            if q.dimension == target.dimension and count > 1:
                yield Result(q.value / count, f"{q.text} / {count:g}", "ratio")
                yield Result(q.value * count, f"{q.text} x {count:g}", "product")


def from_before(target: Target, own: Sequence[Quantity], cued: frozenset[Kind]) -> Iterator[Result]:
    """Give the change in percent that a difference told beside a new size makes of the old one."""
    if target.dimension != "percent" or "change" not in cued:
        return
    for new in own:
        for step in own:
            if new.dimension == step.dimension != "percent" and new.value > step.value > 0:
                for old in (new.value - step.value, new.value + step.value):
                    yield Result(100.0 * step.value / old, f"{step.text} of {old:g}, in percent", "change")


def in_a_period(rates: Sequence[Quantity], text: str) -> Iterator[Result]:
    """Give what flows in the hour or the day that a text speaks of, in litres."""
    for cue, seconds in _PERIODS:
        for rate in rates if cue.search(text) else ():
            if rate.dimension == "flow":
                yield Result(rate.value * seconds, f"{rate.text} in {seconds:g} s")
