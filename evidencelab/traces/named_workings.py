"""Arithmetic among the numbers of what a statement names: its record, its column, its rows, its heading.

One operand stands in the statement and in the record that it is about, the other in the same record; or both
in neighbouring rows of the column that is named; or all in the rows that share what is said. So few
operands are tried that a number is hardly met by accident; what is tried counts against what is met.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise

from evidencelab.traces.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.derived import Kind, Quantity, Target, quantities, quantity
from evidencelab.traces.factors import counts_in
from evidencelab.traces.lapses import gaps
from evidencelab.traces.layout import cells_of
from evidencelab.traces.moments import Moment
from evidencelab.traces.places import Held, Place
from evidencelab.traces.setting import Setting, Sources, places_about
from evidencelab.traces.statements import title_of
from evidencelab.traces.two_operands import DECADES, SPOKEN_ONLY, Result, grain, of_two
from evidencelab.traces.value_token import ValueToken
from evidencelab.traces.values import value_tokens
from evidencelab.traces.words import label_words, near_words

_MOST_RECORDS, _FEW_HOLDERS, _MOST_HOLDERS, _MOST_FIELDS, _MOST_ROWS = 2, 3, 12, 12, 200
_BEYOND = re.compile(
    r"\s*(?:over|under|above|below|beyond|past|short|too)\b|\s*(?:超|低于|高于)", re.IGNORECASE
)
_SINCE = re.compile(
    r"\b(?:after|before|since|from|following|until)\s+(?:the\s+)?([a-z][\w -]{2,30})", re.IGNORECASE
)
_ALL_OF = re.compile(
    r"\b(?:of|out of|of all|all|among)\s+(?:the\s+|all\s+)?[*_`]*$|/\s?$|共\s*$", re.IGNORECASE
)
_OTHERS = re.compile(
    r"\b(?:other|others|remaining|rest of the)\s+[*_`]*$|(?:其余|其他|其它|剩余|另外)(?:的)?\s*$", re.I
)
_PERIODS = (
    (re.compile(r"\b(?:days?|daily)\b|天|日", re.IGNORECASE), 86400.0),
    (re.compile(r"\b(?:hours?|hourly)\b|小时", re.IGNORECASE), 3600.0),
)
_TINY = 1e-9
_AGAIN = 2
"""Rows of the answer's table, the number's own among them, in which one working must give what is told."""


class NamedWorkings:
    """Searches the records, columns and rows of one set of sources that a statement names."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def find(self, token: ValueToken, target: Target, setting: Setting, *, most: float) -> str | None:
        """Find arithmetic among named numbers that gives the number.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            most: The expected number of accidental hits up to which a hit counts.

        Returns:
            The derivation as text, or None.
        """
        cued = arithmetic_spoken_of(setting.statement)
        if _BEYOND.match(setting.statement.text, token.end):
            cued |= {"difference"}
        window = 2.0 * max(target.slack, grain(target)) / max(abs(target.value), 1e-12)
        n_tried = 0
        for group in self._groups(token, target, setting, cued):
            met: Result | None = None
            for result in group:
                if result.kind not in cued and (result.is_trifle or result.kind in SPOKEN_ONLY):
                    continue
                n_tried += 1
                if met is None and result.value and target.is_met_by(result.value):
                    met = result
            if met is not None:
                return met.said if n_tried * window / DECADES <= most else None
        return None

    def records(self, setting: Setting) -> list[Place]:
        """Give the one or two records that hold most of what a statement names, two things or more."""
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
        rare = [word for word in setting.words if 0 < len(self.pool.places_with(word)) <= _FEW_HOLDERS]
        for word in {*setting.anchors, *rare}:
            holders = set(self.pool.places_with(word))
            if len(holders) <= _MOST_HOLDERS:
                votes.update(holders)
        best: dict[tuple[int, str], list[int]] = {}
        for number, n_votes in votes.items():
            place = self.pool.places[number]
            ahead = best.setdefault((place.invocation, place.raw_path.split("[")[0]), [])
            if ahead and n_votes > votes[ahead[0]]:
                ahead.clear()
            if not ahead or n_votes == votes[ahead[0]]:
                ahead.append(number)
        sure = [n for ahead in best.values() if len(ahead) <= _MOST_RECORDS for n in ahead if votes[n] >= 2]
        sure.sort(key=lambda number: (-votes[number], number))
        return [self.pool.places[number] for number in sure[: 2 * _MOST_RECORDS]]

    def _groups(
        self, token: ValueToken, target: Target, setting: Setting, cued: frozenset[Kind]
    ) -> Iterator[Iterator[Result]]:
        others = [t for t in setting.tokens if t is not token and t.kind == "number"]
        own = quantities(others)[:6]
        yield _beyond_heading(token, target, setting, own, cued)
        yield _with_counts(target, setting, own, cued)
        yield _from_before(target, own, cued)
        if _OTHERS.search(setting.statement.text[: token.start]):
            yield self._all_but_few(target, setting)
        if target.dimension == "volume":
            yield _in_a_period(quantities([*others, *setting.near])[:6], setting.statement.text)
        records = self.records(setting)
        for place in records:
            yield from self._of_record(token, target, place, own, setting)
        if target.dimension == "time":
            yield self._between_rows(setting, records)
            yield self._since(setting)
        if "." not in token.text and _ALL_OF.search(setting.statement.text[: token.start]):
            yield self._all_rows(setting, records)
        yield self._runs(token, setting)
        yield self._along_columns(token, target, setting)
        yield self._of_shared_cells(target, setting, records, cued)

    def _all_but_few(self, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what the rest comes to of a number that was read, without one or those that are named."""
        n_named = len({t.folded for t in setting.tokens if t.kind == "name"})
        for few in dict.fromkeys((1.0, float(n_named), *sorted(counts_in(setting.statement.text)))):
            whole = target.value + few
            for held in self.pool.numbers_between(whole - _TINY, whole + _TINY)[:1] if few else ():
                yield Result(target.value, f"{held.token.text.strip()} without {few:g}")

    def _of_record(
        self, token: ValueToken, target: Target, place: Place, own: Sequence[Quantity], setting: Setting
    ) -> Iterator[Iterator[Result]]:
        """Give what a record's numbers make with those that the statement repeats, then with each other."""
        fields = [h for h in self.pool.by_place.get(place.number, ()) if h.token.kind == "number"]
        fields = fields[:_MOST_FIELDS]
        sizes = [quantity(held.token) for held in fields]
        said = {round(q.number, 9) for q in own}
        told = [q for q in sizes if round(q.number, 9) in said]
        rest = [q for q in sizes if round(q.number, 9) not in said]
        if setting.statement.kind == "row":
            yield self._like_other_rows(token, target, place, fields, setting)
        yield (
            r for a in told for b in told if a is not b and a.value > b.value for r in of_two(target, a, b)
        )
        yield (r for a in told for b in rest for r in of_two(target, a, b))
        yield self._shares_of_largest(target, place, fields)

    def _like_other_rows(
        self, token: ValueToken, target: Target, place: Place, fields: Sequence[Held], setting: Setting
    ) -> Iterator[Result]:
        """Give what two fields make by which other numbers of the answer's table come from other records."""
        near = [t for t in setting.near if t.kind == "number" and t is not token and t.unit == token.unit]
        near = [t for t in near if t.step == token.step][:40]
        rows = [row for row in self._rows_like(place) if row.number != place.number]
        for left, right in combinations(fields, 2):
            for n, result in enumerate(of_two(target, quantity(left.token), quantity(right.token))):
                if not result.value or not target.is_met_by(result.value):
                    continue
                again = 1
                for row in rows:
                    held = {h.column: h for h in self.pool.by_place.get(row.number, ())}
                    a, b = held.get(left.column), held.get(right.column)
                    if a is None or b is None:
                        continue
                    made = next(islice(of_two(target, quantity(a.token), quantity(b.token)), n, None), None)
                    again += made is not None and any(
                        abs(abs(made.value) - quantity(t).value) <= target.slack * (1 + 1e-9) for t in near
                    )
                if again >= _AGAIN:
                    yield result._replace(kind="difference", is_trifle=False)

    def _shares_of_largest(self, target: Target, place: Place, fields: Sequence[Held]) -> Iterator[Result]:
        """Give the shares that a record's numbers have of the largest of their column."""
        if target.dimension != "percent":
            return
        for held in fields:
            column = self._column(place, held.column)
            largest = max((quantity(h.token) for h in column), key=lambda q: q.value, default=None)
            if len(column) >= 2 and largest is not None and largest.value:
                share = 100.0 * quantity(held.token).value / largest.value
                yield Result(share, f"{held.token.text.strip()} of {largest.text}, in percent")

    def _between_rows(self, setting: Setting, records: Sequence[Place]) -> Iterator[Result]:
        """Give the time between the moments of neighbouring rows that the statement is about."""
        seen: set[tuple[int, int]] = set()
        for place in (*records, *places_about(self.pool, setting, 3)[:3]):
            rows = self.pool.around(place, 1)
            for one, other in pairwise(rows):
                if (one.number, other.number) in seen:
                    continue
                seen.add((one.number, other.number))
                first, second = (self._moments(row)[:3] for row in (one, other))
                for pair in ((a, b) for a in first for b in second):
                    for gap in gaps(pair)[:1]:
                        yield Result(gap, "difference of the times of two neighbouring rows")

    def _since(self, setting: Setting) -> Iterator[Result]:
        """Give the days from a date of what is named behind `after` or `before` to a date told beside."""
        beside = [t.moment for t in (*setting.tokens, *setting.near[:8]) if t.moment and t.moment.day]
        for found in _SINCE.finditer(setting.statement.text):
            named = [
                w for w in near_words(found[1], 0, 0) if 0 < len(self.pool.places_with(w)) <= _MOST_HOLDERS
            ]
            numbers = dict.fromkeys(n for word in named for n in self.pool.places_with(word))
            there = [m for n in list(numbers)[:4] for m in self._moments(self.pool.places[n])[:2] if m.day]
            for one in there:
                for other in beside[:3]:
                    same = one._replace(hour=None, year=other.year and one.year)
                    for gap in gaps((same, other._replace(hour=None)))[:1]:
                        yield Result(gap, f"days from {found[1].strip()}")

    def _all_rows(self, setting: Setting, records: Sequence[Place]) -> Iterator[Result]:
        """Give how many rows the lists have that the statement is about."""
        for place in (*records, *places_about(self.pool, setting, 2)[:2]):
            yield Result(float(len(self._rows_like(place))), "count of all rows of the list")

    def _runs(self, token: ValueToken, setting: Setting) -> Iterator[Result]:
        """Give the sums of neighbouring rows from one whose first cell is said, in the column of the noun."""
        text = setting.statement.text
        nouns = label_words(text, token.start, token.end)
        for column in self.pool.columns(dict.fromkeys(nouns, 1.0))[:3] if nouns else ():
            if not column.words & nouns or len(column.held) > _MOST_ROWS:
                continue
            for first, held in enumerate(column.held):
                cell = _first_cell(held.line.text)
                if len(cell) < 2 or not re.search(rf"(?<![\w.]){re.escape(cell)}(?!\w)", text):
                    continue
                total = abs(held.token.number or 0.0)
                for other in column.held[first + 1 : first + _MOST_FIELDS]:
                    total += abs(other.token.number or 0.0)
                    yield Result(total, f"sum of {column.name.split(':')[-1]} from {cell}")

    def _along_columns(self, token: ValueToken, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what neighbouring rows, the ends and the extremes of a column named beside a number make."""
        named = near_words(setting.statement.text, token.start, token.end)
        before = [t.folded for t in setting.tokens if t.kind == "name" and t.end <= token.start][-1:]
        columns = [
            column
            for column in self.pool.columns(dict.fromkeys(named, 1.0))
            if column.words & named or column.name.split(":")[-1].lower().split("_")[0] in before
        ]
        for column in columns[:3]:
            sizes = [quantity(h.token) for h in column.held[:_MOST_FIELDS]]
            if len(sizes) != len(column.held):
                continue
            ends = [(sizes[0], sizes[-1]), (min(sizes), max(sizes))]
            for a, b in (*pairwise(sizes), *ends):
                yield from of_two(target, a, b)
            if target.dimension and target.dimension not in ("percent", "times"):
                for q in sizes:
                    if not q.dimension:
                        yield Result(q.value * target.size, f"{q.text} of {column.name.split(':')[-1]}")

    def _of_shared_cells(
        self, target: Target, setting: Setting, records: Sequence[Place], cued: frozenset[Kind]
    ) -> Iterator[Result]:
        """Give sums and means over the rows that share a cell that is said, or are as many as is said."""
        statement = setting.statement
        said = " ".join((statement.text, *statement.parents)).lower()
        near = quantities(setting.near)[:4]
        seen: set[tuple[int, str]] = set()
        named = [self.pool.places[n] for word in setting.anchors for n in self.pool.places_with(word)[:2]]
        for place in (*records, *named[:4], *places_about(self.pool, setting, 4)[:4]):
            key = (place.invocation, place.raw_path.split("[")[0])
            if key in seen:
                continue
            seen.add(key)
            rows = self._rows_like(place)
            for column, held in self._columns_of(rows).items():
                sizes = {h.place: quantity(h.token) for h in held}
                if len(sizes) != len(held) or not _may_be(target, held):
                    continue
                for name, numbers in _groups_of(rows, said, setting).items():
                    some = [sizes[number] for number in numbers if number in sizes]
                    if len(some) >= 2:
                        total = sum(q.value * (1.0 if q.dimension else target.size) for q in some)
                        what = f"{len(some)} values of {column.split(':')[-1]} with {name}"
                        yield Result(total, f"sum of the {what}")
                        if "mean" in cued:
                            yield Result(total / len(some), f"mean of the {what}")
                total = sum(q.value * (1.0 if q.dimension else target.size) for q in sizes.values())
                if cued & {"difference", "left"} and len(sizes) >= max(2, len(rows) - 1):
                    for q in near:
                        if q.dimension == target.dimension and q.value < total:
                            yield Result(total - q.value, f"sum of {column.split(':')[-1]} - {q.text}")

    def _rows_like(self, place: Place) -> list[Place]:
        """Give the rows of a place's list that hold values, itself among them; none if there are too many."""
        path = place.raw_path.split("[")[0]
        if len(self.pool.of_call.get(place.invocation, ())) > _MOST_ROWS:
            return []
        return [
            p
            for p in self.pool.call_places(place.invocation)
            if p.raw_path.split("[")[0] == path
            and any(h.token.kind != "name" for h in self.pool.by_place.get(p.number, ()))
        ]

    def _columns_of(self, rows: Sequence[Place]) -> Mapping[str, list[Held]]:
        columns: dict[str, list[Held]] = defaultdict(list)
        for row in rows:
            for held in self.pool.by_place.get(row.number, ()):
                if held.token.kind == "number" and "@" not in held.column:
                    columns[held.column].append(held)
        return columns

    def _column(self, place: Place, column: str) -> list[Held]:
        return self._columns_of(self._rows_like(place)).get(column, [])

    def _moments(self, place: Place) -> list[Moment]:
        return [h.token.moment for h in self.pool.by_place.get(place.number, ()) if h.token.moment]


def _in_a_period(rates: Sequence[Quantity], text: str) -> Iterator[Result]:
    """Give what flows in the hour or the day that a text speaks of, in litres."""
    for cue, seconds in _PERIODS:
        for rate in rates if cue.search(text) else ():
            if rate.dimension == "flow":
                yield Result(rate.value * seconds, f"{rate.text} in {seconds:g} s")


def _may_be(target: Target, held: Sequence[Held]) -> bool:
    """Tell whether a column can hold the target's kind: all bare, or all of its dimension."""
    return {quantity(h.token).dimension for h in held} <= {"", target.dimension}


def _groups_of(rows: Sequence[Place], said: str, setting: Setting) -> Mapping[str, list[int]]:
    """Give the rows that share a cell that is said, and those that share cells and are as many as said."""
    by_cell: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        for cell in dict.fromkeys(_cells(row.text)):
            by_cell[cell].append(row.number)
    shared = {cell: numbers for cell, numbers in by_cell.items() if 2 <= len(numbers) < len(rows)}
    found = {repr(cell): numbers for cell, numbers in shared.items() if cell in said}
    counted = counts_in(setting.statement.text) if len(shared) <= _MOST_FIELDS else set()
    for (one, first), (other, second) in combinations(shared.items(), 2):
        both = [number for number in first if number in set(second)]
        if len(both) in counted and 2 <= len(both) < min(len(first), len(second)):
            found[f"{one!r} and {other!r}"] = both
    for cell, numbers in shared.items():
        if len(numbers) in counted:
            found.setdefault(repr(cell), numbers)
    return found


def _first_cell(line: str) -> str:
    cells = cells_of(line) or [""]
    return cells[0].rpartition("=")[2].strip(" |")


def _cells(line: str) -> Iterator[str]:
    """Give the cells of a row that hold words, in lower case."""
    fields = re.findall(r"[\w.\]\[@-]+=(.*?)(?=, [\w.\[\]@/-]+=|$)", line)
    for cell in fields or cells_of(line):
        low = cell.strip(" |").lower()
        if len(low) >= 2 and re.search(r"[^\W\d_]", low):
            yield low


def _beyond_heading(
    token: ValueToken, target: Target, setting: Setting, own: Sequence[Quantity], cued: frozenset[Kind]
) -> Iterator[Result]:
    """Give by how much the statement's numbers exceed those of the title they stand under."""
    statement = setting.statement
    title = title_of(statement, token.start) if statement.kind == "row" else " ".join(statement.parents[-1:])
    if "difference" not in cued or not title:
        return
    for limit in quantities(t for t in value_tokens(title) if t.kind == "number")[:3]:
        for q in own:
            if q.dimension in ("", limit.dimension) and (q.dimension or limit.dimension) == target.dimension:
                yield Result(q.value - limit.value, f"{q.text} - {limit.text}")


def _with_counts(
    target: Target, setting: Setting, own: Sequence[Quantity], cued: frozenset[Kind]
) -> Iterator[Result]:
    """Give the statement's numbers divided among, or taken as many times as, its number words say."""
    if not cued & {"mean", "each", "ratio", "product"}:
        return
    for count in sorted(counts_in(setting.statement.text))[:4]:
        for q in own:
            if q.dimension == target.dimension and count > 1:
                yield Result(q.value / count, f"{q.text} / {count:g}", "ratio")
                yield Result(q.value * count, f"{q.text} x {count:g}", "product")


def _from_before(target: Target, own: Sequence[Quantity], cued: frozenset[Kind]) -> Iterator[Result]:
    """Give the change in percent that a difference told beside a new size makes of the old one."""
    if target.dimension != "percent" or "change" not in cued:
        return
    for new in own:
        for step in own:
            if new.dimension == step.dimension != "percent" and new.value > step.value > 0:
                for old in (new.value - step.value, new.value + step.value):
                    yield Result(100.0 * step.value / old, f"{step.text} of {old:g}, in percent", "change")
