"""The places of the evidence by how much they share of what one statement speaks of.

Ranked once a statement, however many values it has; whether a place is meant is for the judges to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool

_MANY, _FEW_CALLS, _FEW_PLACES = 400, 8, 24


class Ranking:
    """The places of one pool, held against the words of one statement.

    Args:
        pool: The places, all of them added.
        words: Words with their weights.
    """

    def __init__(self, pool: Pool, words: Mapping[str, float]) -> None:
        self.pool = pool
        self.words = words
        self._shares: dict[int, float] = {}
        self._best: dict[int, list[tuple[float, Place]]] = {}

    def best(self, most: int) -> list[tuple[float, Place]]:
        """Give the places that share the most telling words, best first, with how much they share."""
        if most not in self._best:
            places = [self.pool.places[number] for number in self._roughly[: 4 * most]]
            fuller = [(self.share(place), place) for place in places]
            fuller.sort(key=lambda item: (-item[0], item[1].number))
            self._best[most] = fuller[:most]
        return self._best[most]

    def share(self, place: Place) -> float:
        """Give how much of the words a place shares: its own count whole, those that govern it by half."""
        if place.number not in self._shares:
            score = 0.0
            for word, gain in self._gains.items():
                if word in place.words:
                    score += gain
                elif word in place.context:
                    score += 0.5 * gain
            self._shares[place.number] = score
        return self._shares[place.number]

    def rare(self, most: int) -> Sequence[str]:
        """Give the words that some places have, but not more than so many."""
        return [word for word, n_places in self._n_places.items() if n_places <= most]

    @cached_property
    def _n_places(self) -> dict[str, int]:
        """How many places have each word that any has."""
        return {word: n for word in self.words if (n := len(self.pool.places_with(word)))}

    @cached_property
    def _gains(self) -> dict[str, float]:
        """What each word adds to the score of a place that has it."""
        return {word: part * self.pool.weight(word) for word, part in self.words.items()}

    @cached_property
    def _roughly(self) -> list[int]:
        """The numbers of the places that have a word or whose call is about one, likely the best first."""
        scores: dict[int, float] = defaultdict(float)
        for word, gain in self._gains.items():
            found = self.pool.places_with(word)
            if len(found) <= _MANY:
                for number in found:
                    scores[number] += gain
            for call in self.pool.calls_about(word)[:_FEW_CALLS]:
                for number in self.pool.of_call.get(call, ())[:_FEW_PLACES]:
                    scores[number] += 0.5 * gain
        return sorted(scores, key=lambda number: (-scores[number], number))
