"""Find the records that a statement names, and the rows and columns of the lists that they stand in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting

_MOST_RECORDS, _FEW_HOLDERS, _MOST_HOLDERS, _MOST_ROWS = 2, 3, 12, 200


class NamedRecords:
    """Looks for records in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._rows = cache(self._rows_of)
        self._columns = cache(self._columns_of)
        self._last: tuple[Setting, Sequence[Place]] | None = None

    def of(self, setting: Setting) -> Sequence[Place]:
        """Give the one or two records that hold most of what a statement names, two things or more."""
        if self._last is None or self._last[0] is not setting:
            self._last = setting, self._named(setting)
        return self._last[1]

    def _named(self, setting: Setting) -> Sequence[Place]:
        votes: Counter[int] = Counter()
        for token in setting.tokens:
            if token.kind == "name":
                holders = {held.place for held in self.pool.names.get(token.folded, ())}
            elif token.kind == "number" and token.digits >= 2:
                size = abs(token.number or 0.0)
                holders = {h.place for h in self.pool.numbers_between(size * (1 - 1e-9), size * (1 + 1e-9))}
            else:
                continue
            if len(holders) <= _MOST_HOLDERS:
                votes.update(holders)
        for word in {*setting.anchors, *setting.ranking.rare(_FEW_HOLDERS)}:
            holders = set(self.pool.places_with(word))
            if len(holders) <= _MOST_HOLDERS:
                votes.update(holders)
        best: dict[tuple[int, str], list[int]] = {}
        for number, n_votes in votes.items():
            place = self.pool.places[number]
            ahead = best.setdefault((place.invocation, place.list_path), [])
            if ahead and n_votes > votes[ahead[0]]:
                ahead.clear()
            if not ahead or n_votes == votes[ahead[0]]:
                ahead.append(number)
        sure = [n for ahead in best.values() if len(ahead) <= _MOST_RECORDS for n in ahead if votes[n] >= 2]
        sure.sort(key=lambda number: (-votes[number], number))
        return [self.pool.places[number] for number in sure[: 2 * _MOST_RECORDS]]

    def by_name(self, setting: Setting) -> list[Place]:
        """Give the few records, one of each list, that hold most of the names that a statement gives."""
        votes = Counter(
            number
            for anchor in setting.anchors
            if len(holders := self.pool.places_with(anchor)) <= _FEW_HOLDERS
            for number in holders
        )
        best: dict[tuple[int, str], list[int]] = {}
        for number, n_votes in votes.most_common():
            place = self.pool.places[number]
            ahead = best.setdefault((place.invocation, place.list_path), [number])
            if number not in ahead and n_votes == votes[ahead[0]]:
                ahead.append(number)
        return [self.pool.places[ahead[0]] for ahead in best.values() if len(ahead) == 1][: 2 * _MOST_RECORDS]

    def rows_like(self, place: Place) -> Sequence[Place]:
        """Give the rows of a place's list that hold values, itself among them; none if there are too many."""
        return self._rows(place.invocation, place.list_path)

    def columns_like(self, place: Place) -> Mapping[str, Sequence[Held]]:
        """Give the columns of those rows."""
        return self._columns(place.invocation, place.list_path)

    def _rows_of(self, invocation: int, list_path: str) -> Sequence[Place]:
        if len(self.pool.of_call.get(invocation, ())) > _MOST_ROWS:
            return []
        return [
            p
            for p in self.pool.call_places(invocation)
            if p.list_path == list_path
            and any(h.token.kind != "name" for h in self.pool.by_place.get(p.number, ()))
        ]

    def _columns_of(self, invocation: int, list_path: str) -> Mapping[str, Sequence[Held]]:
        return self.columns_of(self._rows(invocation, list_path))

    def columns_of(self, rows: Sequence[Place]) -> Mapping[str, list[Held]]:
        """Give the numbers of some rows by the field or the column that they stand in."""
        columns: dict[str, list[Held]] = defaultdict(list)
        for row in rows:
            for held in self.pool.by_place.get(row.number, ()):
                if held.token.kind == "number" and "@" not in (column := held.column):
                    columns[column].append(held)
        return columns

    def column(self, place: Place, column: str) -> Sequence[Held]:
        """Give the numbers that the rows of a place's list have in one column."""
        return self.columns_like(place).get(column, [])
