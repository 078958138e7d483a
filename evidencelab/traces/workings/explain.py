"""Look for the arithmetic behind a number: in its statement first, then in its list, then in the evidence.

The further the operands, the fewer kinds of arithmetic count, and the more the wording must speak of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidencelab.traces.arithmetic import derived
from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantities
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.arithmetic_beside import ArithmeticBeside, is_small_count
from evidencelab.traces.workings.arithmetic_there import ArithmeticThere
from evidencelab.traces.workings.breakdowns import Breakdowns
from evidencelab.traces.workings.lapses import Lapses
from evidencelab.traces.workings.named_groups import NamedGroups
from evidencelab.traces.workings.named_workings import NamedWorkings
from evidencelab.traces.workings.scaling import Scaling

_HARDLY = 0.02
"""The chance of an accident, in [0, 1], below which arithmetic counts against a number of the same name."""
_RARELY, _SELDOM = 0.03, 0.15
"""Expected accidental hits up to which arithmetic among named numbers counts: of a named one, of others."""


class Explainer:
    """Finds derivations against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.pool: Pool = sources.pool
        self.scaling = Scaling(sources)
        self.lapses = Lapses(sources.pool)
        self.breakdowns = Breakdowns(sources.pool)
        self.beside = ArithmeticBeside(sources, self.breakdowns)
        self.named = NamedWorkings(sources)
        self.groups = NamedGroups(sources.pool)
        self.there = ArithmeticThere(sources.pool, self.scaling, self.lapses)

    def explain(self, token: ValueToken, target: Target, setting: Setting, *, is_named: bool) -> str | None:
        """Find how a number follows from others.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            is_named: Whether the evidence has another number under the very name; then only the
                statement's own numbers count.

        Returns:
            The derivation as text, or None.
        """
        same = quantities((t for t in setting.tokens if t is not token), is_rounded=True)
        cued = arithmetic_spoken_of(setting.statement)
        found = self.beside.within(token, target, setting, same, cued, is_named=is_named)
        if found is not None:
            return found
        found = self.scaling.spoken_of(target, setting, is_named=is_named) or self.scaling.evenly(
            target, setting
        )
        if found is not None:
            return found
        if is_named:
            few = same[:8]
            near = [*few[:3], *quantities(setting.near, is_rounded=True)][:12]
            return (
                self.there.column_total(target, setting)
                or (self.there.column_spread(target, setting) if cued & {"difference", "spread"} else None)
                or self.there.difference_there(target, few[:3], setting, cued)
                or self.there.share_of_column(target, setting)
                or (derived.from_first(target, quantities(setting.near)) if target.digits >= 2 else None)
                or self._surely(target, few, near, setting)
                or (self.lapses.find(target, setting) if target.digits >= 3 else None)
                or self.named.find(token, target, setting, most=_RARELY)
            )
        if is_small_count(token):
            return None
        return (
            self.beside.around(target, setting, same, cued)
            or self.there.find(target, setting, same, cued)
            or self.named.find(token, target, setting, most=_SELDOM)
        )

    def _surely(
        self, target: Target, own: Sequence[Quantity], near: Sequence[Quantity], setting: Setting
    ) -> str | None:
        """Try arithmetic that could hardly meet the number by chance, whatever the wording."""
        none = frozenset[Kind]()
        found = derived.from_pair(target, own, own, none, _HARDLY) or derived.from_pair(
            target, near, near, none, _HARDLY
        )
        if found is None and target.digits >= 4:
            for place in places_about(self.pool, setting, 2):
                operands = self.there.of_call(place)
                found = found or derived.from_pair(target, operands, operands, none, _HARDLY)
        return found
