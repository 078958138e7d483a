"""A number of an answer that stands nowhere, and how likely what is met in looking for it is an accident."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import SPOKEN_ONLY, Kind, Target
from evidencelab.traces.arithmetic.two_operands import DECADES, grain
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Setting, Verdict
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of

KEPT = 0.4
"""Share of the tries nearer by that counts against what is met farther off."""
SPOKEN_OF = 0.3
"""By how much wording that speaks of the arithmetic makes an accident less likely."""
_UNSAID: tuple[Kind, ...] = ("product", "ratio")
_UNSAID_BY = 3.0
"""By how much more likely arithmetic is an accident that is seldom done without a word on it."""


class LostNumber(NamedTuple):
    """A number that stands nowhere.

    Attributes:
        place: Its statement.
        at: Its place among the statement's values.
        token: Itself.
        setting: What surrounds it.
        target: The same, in its base and with its slack.
        most: The number of accidental hits up to which a hit counts.
    """

    place: int
    at: int
    token: ValueToken
    setting: Setting
    target: Target
    most: float

    @property
    def number(self) -> float:
        """Its size in its own unit."""
        return abs(self.token.number or 0.0)


def targets_at(read: Sequence[ReadStatement], place: int, at: int) -> list[Target]:
    """Give a number of a statement as what is to be met."""
    token, text = read[place].tokens[at], read[place].statement.text
    return targets(token, hedge_of(text, token.start, token.end) is not None)


def may_be_worked_out(verdict: Verdict) -> bool:
    """Tell whether a number stands nowhere, or was taken for a slip of one that the evidence has."""
    is_slip = (
        verdict.finding == "altered"
        and verdict.held is not None
        and verdict.reason == f"the evidence has {verdict.held.token.text.strip()}"
    )
    return is_slip or (verdict.finding == "unsupported" and verdict.reason == NOWHERE)


def window_of(target: Target) -> float:
    """Give the chance that one result meets a number by accident; a share near all is as rare as the rest."""
    size = abs(target.value)
    if target.dimension == "percent" and 50 < size < 100:
        size = 100 - size
    return min(1.0, 2.0 * max(target.slack, grain(target)) / max(size, 1e-12) / DECADES)


def odds_of(kind: Kind, cued: frozenset[Kind], target: Target) -> float:
    """Give by how much the wording changes the odds of an accident; infinite if nobody does it unsaid."""
    if kind in cued or (kind == "percent" and target.dimension == "percent"):
        return SPOKEN_OF
    if kind in SPOKEN_ONLY:
        return math.inf
    if kind == "ratio" and target.dimension == "times":
        return SPOKEN_OF
    return _UNSAID_BY if kind in _UNSAID else 1.0
