"""Look for the arithmetic behind a number: as its statement says it, then where it is hardly an accident."""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.traces.arithmetic.accidents import HARDLY, PERHAPS, SELDOM, Hunt
from evidencelab.traces.arithmetic.arithmetic_words import wording_of
from evidencelab.traces.arithmetic.quantities import Target, is_year
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.arithmetic_beside import ArithmeticBeside, is_small_count
from evidencelab.traces.workings.breakdowns import Breakdowns
from evidencelab.traces.workings.lapses import Lapses
from evidencelab.traces.workings.named_groups import NamedGroups
from evidencelab.traces.workings.scaling import Scaling
from evidencelab.traces.workings.wide_search import WideSearch

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


class Explanation(NamedTuple):
    """A derivation as text, and whether it counts, or may as well be an accident."""

    said: str
    counts: bool


class Explainer:
    """Finds derivations against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.scaling = Scaling(sources)
        self.lapses = Lapses(sources.pool)
        self.breakdowns = Breakdowns(sources.pool)
        self.beside = ArithmeticBeside(sources, self.breakdowns)
        self.groups = NamedGroups(sources.pool)
        self.search = WideSearch(sources)

    def explain(
        self, token: ValueToken, target: Target, setting: Setting, *, is_named: bool
    ) -> Explanation | None:
        """Find how a number follows from others, and whether that is hardly an accident.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            is_named: Whether the evidence has another number under the very name, or one that this one is a
                slip of.
        """
        stated = (
            self.beside.within(token, target, setting, is_named=is_named)
            or self.scaling.spoken_of(target, setting, is_named=is_named)
            or self.scaling.of_rate(token, target, setting)
            or self.scaling.evenly(target, setting)
        )
        if stated is None and not (is_named and target.digits < 3):
            stated = self.lapses.find(target, setting)
        if stated is not None:
            return Explanation(stated, True)
        is_small = is_small_count(token)
        if (is_small and not is_named) or is_year(token):
            return None
        wording = wording_of(token, setting.statement)
        groups = self.search.named.groups if is_small else self.search.groups
        counts = HARDLY if is_named else SELDOM
        most = counts if _told_alone(token, setting) and not wording.beside else PERHAPS
        hunt = Hunt(target, wording, most=most, enough=HARDLY)
        working = hunt.through(groups(token, target, setting, wording))
        return None if working is None else Explanation(working.said, working.chance <= counts)


def numbers_in(working: str) -> set[float]:
    """Give the numbers that a working is made of, as its text has them."""
    return {float(number.replace(",", "")) for number in _NUMBER.findall(working)}


def _told_alone(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a number is all that is told under a label: `pod-7: 824 Mi`."""
    text = setting.statement.text
    is_last = not re.search(r"\w", text[token.end :])
    return is_last and re.search(r"[:：][\s*_`]*$", text[: token.start]) is not None
