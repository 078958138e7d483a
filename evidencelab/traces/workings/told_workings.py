"""Workings that the words beside a number tell: a difference, a pace, a middle, a part's sum, a factor."""

from __future__ import annotations

from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.told_differences import ToldDifferences
from evidencelab.traces.workings.told_factors import ToldFactors
from evidencelab.traces.workings.told_middles import ToldMiddles
from evidencelab.traces.workings.told_paces import ToldPaces
from evidencelab.traces.workings.told_parts import ToldParts
from evidencelab.traces.workings.told_products import ToldProducts
from evidencelab.traces.workings.told_scores import ToldScores
from evidencelab.traces.workings.told_steps import ToldSteps


class ToldWorkings:
    """Looks for what words tell of the numbers of one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self._kinds = (
            ToldDifferences(sources.pool),
            ToldPaces(sources.pool),
            ToldProducts(sources.pool),
            ToldScores(sources.pool),
            ToldFactors(sources),
            ToldParts(sources.pool),
            ToldMiddles(sources.pool),
            ToldSteps(sources.pool),
        )

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say how a number follows from others as its words tell, if it does."""
        found = (kind.find(token, setting) for kind in self._kinds)
        return next((said for said in found if said is not None), None)
