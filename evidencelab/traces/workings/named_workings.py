"""Arithmetic among the numbers of what a statement names: its record, its column, its rows, its heading.

One operand stands in the statement and in the record that it is about, the other in the same record; or both
in neighbouring rows of the column that is named; or all in the rows that share what is said. So few
operands are tried that a number is hardly met by accident; what is tried counts against what is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice, product

from evidencelab.traces.arithmetic.accidents import Wording
from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantities, quantity
from evidencelab.traces.arithmetic.two_operands import Result, of_pairs, of_two, unsummed
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.named_rows import NamedRows
from evidencelab.traces.workings.own_workings import beyond_heading, from_before, in_a_period, with_counts
from evidencelab.traces.workings.record_workings import balances, shares_of_rests, with_fees
from evidencelab.traces.workings.times import NamedTimes

_MOST_FIELDS, _FEW_FIELDS, _MOST_NAMED = 12, 6, 3
_FEW_FACTORS, _PRICED = 4, 2
_BEYOND = re.compile(
    r"\s*(?:over|under|above|below|beyond|past|short|too)\b|\s*(?:超|低于|高于)", re.IGNORECASE
)
_ALL_OF = re.compile(
    r"\b(?:of|out of|of all|all|among)\s+(?:the\s+|all\s+)?[*_`]*$|/\s?$|共\s*$", re.IGNORECASE
)
_OTHERS = re.compile(
    r"\b(?:other|others|remaining|rest of the)\s+[*_`]*$|(?:其余|其他|其它|剩余|另外)(?:的)?\s*$", re.I
)
_TINY = 1e-9
_BORNE_OUT = 0.1
"""By how much less likely a working is an accident that gives another row of the answer's table as well."""
_AGAIN = 2
"""Rows of the answer's table, the number's own among them, in which one working must give what is told."""


class NamedWorkings:
    """Searches the records, columns and rows of one set of sources that a statement names."""

    def __init__(self, sources: Sources) -> None:
        self.pool = sources.pool
        self.records = NamedRecords(sources.pool)
        self.rows = NamedRows(self.records)
        self.times = NamedTimes(sources.pool)

    def groups(
        self, token: ValueToken, target: Target, setting: Setting, wording: Wording
    ) -> Iterator[Iterator[Result]]:
        """Give what named numbers come to, group by group.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            wording: The arithmetic that is spoken of.
        """
        cued = wording.anywhere
        if _BEYOND.match(setting.statement.text, token.end):
            cued |= {"difference"}
        others = [t for t in setting.tokens if t is not token and t.kind == "number"]
        own = quantities(others)[:6]
        yield beyond_heading(token, target, setting, own, cued)
        yield with_counts(target, setting, own, cued)
        yield from_before(target, own, cued)
        if _OTHERS.search(setting.statement.text[: token.start]):
            yield self._all_but_few(target, setting)
        if target.dimension == "volume":
            yield in_a_period(quantities([*others, *setting.near])[:6], setting.statement.text)
        records = self.records.of(setting)
        for place in records:
            yield from self._of_record(token, target, place, own, setting)
        yield from self._of_namesakes(token, target, setting)
        if target.dimension == "time":
            yield self.times.between_rows(setting, records)
            yield self.times.since(setting)
            yield self.times.stocks_last(setting)
        if "." not in token.text and _ALL_OF.search(setting.statement.text[: token.start]):
            yield self.rows.all_rows(setting, records)
        yield self.rows.runs(token, setting)
        yield self.rows.along_columns(token, target, setting)
        yield self.rows.of_shared_cells(target, setting, records, cued)

    def of_three(self, target: Target, setting: Setting, cued: frozenset[Kind]) -> Iterator[Iterator[Result]]:
        """Give what three and more numbers of a named record come to, with those of short replies."""
        alone = dict.fromkeys(self.pool.places_with(word)[0] for word in setting.ranking.rare(1))
        numbers = dict.fromkeys((*(place.number for place in self.records.of(setting)), *alone))
        for place in (self.pool.places[number] for number in list(numbers)[:_MOST_NAMED]):
            held = self.pool.by_place.get(place.number, ())
            sizes = quantities(h.token for h in held if h.token.kind == "number")[:_MOST_FIELDS]
            yield balances(target, sizes, cued)
            yield shares_of_rests(target, sizes, cued)
            for call, fees in self._fees.items():
                if call != place.invocation:
                    yield with_fees(target, sizes, fees)

    @cached_property
    def _fees(self) -> Mapping[int, Sequence[Quantity]]:
        """The numbers of the replies that hold few, by their call."""
        held: dict[int, list[Quantity]] = {}
        for call, places in self.pool.of_call.items():
            numbers = [h.token for p in places[: _MOST_FIELDS + 1] for h in self.pool.by_place.get(p, ())]
            few = quantities(token for token in numbers if token.kind == "number")
            if len(places) <= _MOST_FIELDS and len(few) <= _MOST_FIELDS:
                held[call] = few
        return held

    def bought_together(self, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what two named records of two lists cost in all, or one, as many times as is told."""
        statement = setting.statement
        said = "\n".join((statement.text, *statement.parents, *statement.sections))
        times = [1.0, *dict.fromkeys((*setting.factors.spoken_in(said), *setting.factors.nights_in(said)))][
            :_FEW_FACTORS
        ]
        named = self.records.by_name(setting) if target.dimension == "money" else []
        counts = [t for t in setting.tokens if t.kind == "number" and t.unit is None and t.step == 1.0]
        for place in named[:_MOST_NAMED] if target.digits >= _PRICED else ():
            prices = [h for h in self.pool.by_place.get(place.number, ()) if _may_be_money(h)]
            for held, count in product(prices[:_FEW_FIELDS], counts[:_MOST_NAMED]):
                n, price = abs(count.number or 0.0), quantity(held.token)
                yield Result(n * price.number if n > 1.0 else 0.0, f"{n:g} x {price.text}", "sum")
        for one, other in combinations(named, 2):
            left, right = (
                [quantity(h.token) for h in self.pool.by_place.get(place.number, ()) if _may_be_money(h)]
                for place in (one, other)
            )
            for a, b in product(left[:_FEW_FIELDS], right[:_FEW_FIELDS]):
                for n, m in product(times, times):
                    shown = f"{n:g} x {a.text} + {m:g} x {b.text}"
                    yield Result(n * a.number + m * b.number, shown, "sum")

    def _of_namesakes(
        self, token: ValueToken, target: Target, setting: Setting
    ) -> Iterator[Iterator[Result]]:
        """Give what the numbers of one thing make, within a list and across, the thing named last first."""
        before = setting.statement.text[: token.start].lower()
        statement = setting.statement
        under = " ".join((*statement.parents, *statement.sections[-1:])).lower()
        last = {
            w: at for w in setting.ranking.rare(_MOST_FIELDS) if (at := before.rfind(w)) >= 0 or w in under
        }
        for word in sorted(last, key=lambda w: -last[w])[:_MOST_NAMED]:
            numbers = self.pool.places_with(word)
            lists: dict[tuple[int, str], list[Quantity]] = {}
            for place in (self.pool.places[n] for n in numbers):
                fields = quantities(h.token for h in self.pool.by_place.get(place.number, ()))
                lists.setdefault((place.invocation, place.list_path), fields[:_FEW_FIELDS])
            is_alone = len(numbers) <= _MOST_NAMED and target.dimension != "percent"
            for fields in lists.values() if is_alone else ():
                yield unsummed(of_pairs(target, fields, fields))
            for one, other in combinations(list(lists.values())[:_FEW_FIELDS], 2):
                yield unsummed(of_pairs(target, one, other))

    def _all_but_few(self, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what the rest comes to of a number that was read, without one or those that are named."""
        n_named = len({t.folded for t in setting.tokens if t.kind == "name"})
        for few in dict.fromkeys(
            (1.0, float(n_named), *sorted(setting.factors.counts_in(setting.statement.text)))
        ):
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
        rows = [row for row in self.records.rows_like(place) if row.number != place.number]
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
                    yield result._replace(kind="difference", is_trifle=False, weight=_BORNE_OUT)

    def _shares_of_largest(self, target: Target, place: Place, fields: Sequence[Held]) -> Iterator[Result]:
        """Give the shares that a record's numbers have of the largest of their column."""
        if target.dimension != "percent":
            return
        for held in fields:
            column = self.records.column(place, held.column)
            largest = max((quantity(h.token) for h in column), key=lambda q: q.value, default=None)
            if len(column) >= 2 and largest is not None and largest.value:
                share = 100.0 * quantity(held.token).value / largest.value
                yield Result(share, f"{held.token.text.strip()} of {largest.text}, in percent")


def _may_be_money(held: Held) -> bool:
    """Tell whether a number has a currency, or no unit and not so few as a count has."""
    if held.token.kind != "number" or not held.token.number:
        return False
    unit = held.token.unit
    return held.token.digits >= _PRICED if unit is None else unit.dimension == "money"
