"""Judge a small bare count against the field or noun of that very name: `5 restarts` against `restarts=3`.

A small number may count anything. It is called altered only where the statement names a record of the
evidence, that record counts the same noun once, and the count is another. It stays silent where no record
is named, where the noun is counted nowhere or with several values, where the value is given beside it, and
where the wording is of a part, a rank, a span of time, arithmetic or an approximation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict, altered
from evidencelab.traces.judges.weighing import TINY
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.words import label_words

_LARGEST = 10
_FEW_NAMED = 12
_PART = re.compile(
    r"\b(?:of|out of|first|last|another|other|next|more|every|each|only|both|than|these|those|the)\W*$"
    r"|[第前后再另]\s*$",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"\b(?:since|last|past|within|today|yesterday|recent\w*|so far|more|fewer|new|additional)\b"
    r"|最近|过去|以来|今天|昨天|新增",
    re.IGNORECASE,
)
"""Words of a span of time or of a rest, of which the record need not count."""
_WHOLE = re.compile(r"\s*(?:of|out of|/|or|to|-|–|st\b|nd\b|rd\b|th\b)", re.IGNORECASE)


class Counts:
    """Looks for counts of one noun in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def conflict(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Give the verdict `altered` on a count that the named record has another of."""
        text = setting.statement.text
        number = token.number or 0.0
        is_count = token.unit is None or token.unit.dimension == "times"
        if setting.mood != "fact" or not is_count or token.label or "." in token.text:
            return None
        if not 0 < number <= _LARGEST or hedge_of(text, token.start, token.end) is not None:
            return None
        if _PART.search(text[: token.start]) or _WHOLE.match(text[token.end :]):
            return None
        if arithmetic_spoken_of(setting.statement) or _WINDOW.search(text):
            return None
        nouns = label_words(text, token.start, token.end)
        named = {t.folded for t in setting.tokens if t.kind == "name"}
        counted = self._counted(nouns, named)
        values = {abs(held.token.number or 0.0) for held in counted}
        if len(values) != 1 or number in values or not values <= set(range(2 * _LARGEST + 1)):
            return None
        if any(t is not token and t.kind == "number" and t.number in values for t in setting.tokens):
            return None
        others = [t for t in setting.tokens if t is not token and t.kind == "number" and t.unit is not None]
        return None if self._is_factor(number, others) else altered(self.pool, counted[0])

    def _is_factor(self, number: float, others: Sequence[ValueToken]) -> bool:
        """Tell whether so many of what was read make a measure beside: `3 seats cost €123`, at 41 each."""
        each = (abs(t.number or 0.0) / number for t in others if number > 1.0)
        return any(self.pool.numbers_between(one * (1 - TINY), one * (1 + TINY)) for one in each)

    def _counted(self, nouns: frozenset[str], named: set[str]) -> list[Held]:
        """Give the bare whole numbers under one of the nouns in the records that hold every name."""
        places = [set(self.pool.places_with(name)) for name in named]
        if not nouns or not places:
            return []
        held = set.intersection(*places)
        if not 0 < len(held) <= _FEW_NAMED:
            return []
        return [
            h
            for number in sorted(held)
            for h in self.pool.by_place.get(number, ())
            if h.token.kind == "number"
            and (h.token.unit is None or h.token.unit.dimension == "times")
            and "." not in h.token.text
            and nouns & h.label
        ]
