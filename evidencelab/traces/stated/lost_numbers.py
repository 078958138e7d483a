"""A number of an answer that stands nowhere, and how likely what is met in looking for it is an accident."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import SPOKEN_ONLY, Kind, Target
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Setting, Verdict
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of

KEPT = 0.4
"""Share of the tries nearer by that counts against what is met farther off."""
SPOKEN_OF = 0.3
"""By how much wording that speaks of the arithmetic makes an accident less likely."""
_UNSAID_BY = 3.0
"""By how much more likely a quotient is an accident that nobody speaks of."""
_NEVER_UNSAID: tuple[Kind, ...] = (*SPOKEN_ONLY, "product", "mean")
_FEWEST_DIGITS = 3
"""Significant digits from which a number may be worked out unsaid, or though it was taken for a slip."""


class LostNumber(NamedTuple):
    """A number that stands nowhere.

    Attributes:
        token: The number.
        setting: What surrounds it.
        target: The same, in its base and with its slack.
        most: The number of accidental hits up to which a hit counts.
        is_like_another: Whether it was taken for a slip of another number.
    """

    token: ValueToken
    setting: Setting
    target: Target
    most: float
    is_like_another: bool

    @property
    def number(self) -> float:
        """Its size in its own unit."""
        return abs(self.token.number or 0.0)


def targets_at(read: Sequence[ReadStatement], place: int, at: int) -> list[Target]:
    """Give a number of a statement as what is to be met."""
    token, text = read[place].tokens[at], read[place].statement.text
    return targets(token, hedge_of(text, token.start, token.end) is not None)


def may_be_worked_out(token: ValueToken, verdict: Verdict) -> bool:
    """Tell whether a number stands nowhere, or a longer one was taken for a slip of one that was read."""
    is_slip = (
        verdict.finding == "altered"
        and (token.digits >= _FEWEST_DIGITS or (token.unit is not None and token.unit.dimension == "time"))
        and verdict.held is not None
        and verdict.reason == f"the evidence has {verdict.held.token.text.strip()}"
    )
    return is_slip or (verdict.finding == "unsupported" and verdict.reason == NOWHERE)


def odds_of(kind: Kind, cued: frozenset[Kind], lost: LostNumber) -> float:
    """Give by how much the wording changes the odds of an accident; infinite if nobody does it unsaid."""
    is_share = lost.target.dimension in ("percent", "times") and kind in ("percent", "ratio")
    if kind in cued or is_share:
        return SPOKEN_OF
    if kind in _NEVER_UNSAID or lost.is_like_another or lost.target.digits < _FEWEST_DIGITS:
        return math.inf
    return _UNSAID_BY if kind == "ratio" else 1.0
