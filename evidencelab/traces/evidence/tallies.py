"""Find what there are so many of: items listed below, names, records of a call, records with a word.

It must not know arithmetic: a tally is a count, never worked out of other numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import near_words

_BRACKET = re.compile(r"[^().;:|\n（）。；：，,\d]{0,24}[(（]([^()（）]{2,200})[)）]")


def counts_bracket(token: ValueToken, tokens: Sequence[ValueToken], text: str) -> bool:
    """Tell whether a bare number counts the names that the bracket behind it lists: `2 faulty (P04, P08)`."""
    found = _BRACKET.match(text, token.end)
    if found is None or token.unit is not None:
        return False
    listed = {t.folded for t in tokens if t.kind == "name" and found.start(1) <= t.start < found.end(1)}
    return len(listed) == token.number


class Tallies:
    """Counts what a statement and one pool hold."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._sizes: dict[int, tuple[int, frozenset[str]]] = {}

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say what a whole number counts, or None."""
        number = token.number or 0.0
        if "." in token.text:
            return None
        if (
            (token.unit is not None and token.unit.dimension != "times")
            or number != int(number)
            or number < 2
        ):
            return None
        if setting.n_followers == number:
            return f"count of the {int(number)} items listed below it"
        if len({t.folded for t in setting.tokens if t.kind == "name"}) == number:
            return f"count of the {int(number)} names in it"
        if sum(t.kind == "number" and t is not token for t in setting.tokens) == number:
            return f"count of the {int(number)} numbers in it"
        if counts_bracket(token, setting.tokens, setting.statement.text):
            return f"count of the {int(number)} names in the bracket behind it"
        own = near_words(setting.statement.text, token.start, token.end)
        return self._of_records(int(number), own or frozenset(setting.words))

    def _of_records(self, number: int, words: frozenset[str]) -> str | None:
        """Say what there are so many of: records of a call, or records of a call that share a word.

        Args:
            number: The count to be explained.
            words: The words that name what is counted.
        """
        for call in self.pool.of_call:
            n_refs, about = self._size_of_call(call)
            if number >= 2 and n_refs in (number, number + 1) and words & about:
                return f"count of the {number} records of one call"
        for word in sorted(words):
            per_call: dict[int, int] = defaultdict(int)
            for index in self.pool.places_with(word):
                per_call[self.pool.places[index].invocation] += 1
            total = sum(per_call.values())
            if number in per_call.values() or (number == total and total > 0):
                return f"count of the {number} lines with {word!r}"
        return None

    def _size_of_call(self, call: int) -> tuple[int, frozenset[str]]:
        """Give how many refs a call has, and the words of its first ones and of its arguments."""
        if call not in self._sizes:
            indices = self.pool.of_call[call]
            some = [self.pool.places[index] for index in indices[:40]]
            words = frozenset[str]().union(*(place.words | place.context for place in some))
            self._sizes[call] = (len({self.pool.places[index].raw_path for index in indices}), words)
        return self._sizes[call]
