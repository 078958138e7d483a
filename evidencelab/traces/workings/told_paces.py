"""So many a game, per run, each week: a number told beside, by how many the record of that number counts.

That many are told beside as well, or are the same in every row: `55 goals, 2.5 a game` of rows with 22 games.
Other paces are for the searches that go wider.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken

_EACH = re.compile(r"[*_`]*\s(?:a|an|per|each|every)\s[a-z]{3,}", re.IGNORECASE)
_ON_AVERAGE = re.compile(r"(?:[场次人单天日]均|平均每[^\d,，。;；]{1,3})[为约是]?\s?[*_`]*$")
_MOST_HELD, _MOST_IN_LINE, _MOST_READ, _FEWEST_ROWS = 6, 16, 4000, 3
_TINY = 1e-9


class ToldPaces:
    """Looks for what a number told beside comes to for each of its record."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which two numbers of one record a number is the first for each of the second, if it is."""
        text = setting.statement.text
        is_each = _EACH.match(text, token.end) or _ON_AVERAGE.search(text[: token.start])
        if not is_each or token.number is None or token.digits < 2:
            return None
        for other in setting.tokens:
            if other is token or other.kind != "number" or other.unit != token.unit or not other.number:
                continue
            size = abs(other.number)
            for held in self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))[:_MOST_HELD]:
                line = [h for h in self.pool.by_place.get(held.place, ()) if h.token.kind == "number"]
                for counted in line if len(line) <= _MOST_IN_LINE else ():
                    number = counted.token.number or 0.0
                    is_count = number > 1 and number == int(number) and counted is not held
                    is_met = is_count and abs(size / number - abs(token.number)) <= token.step / 2 + _TINY
                    if is_met and self._may_count(counted, setting):
                        return f"{held.token.text.strip()} for each of {counted.token.text.strip()}"
        return None

    def _may_count(self, counted: Held, setting: Setting) -> bool:
        """Tell whether a count is told beside, or is the same in every row of its column."""
        number = counted.token.number
        if any(t.number == number for t in (*setting.tokens, *setting.near[:_MOST_HELD])):
            return True
        column = {h.token.number for h in self.pool.numbers[-_MOST_READ:] if h.column == counted.column}
        lines = {h.place for h in self.pool.numbers[-_MOST_READ:] if h.column == counted.column}
        return len(column) == 1 and len(lines) >= _FEWEST_ROWS
