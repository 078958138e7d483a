"""A number that stands nowhere, or was taken for a slip, and was worked out of a table of the evidence.

Looked for last: in the tables the statement is about, then in all. What is met counts while so many tries
would hardly meet it by accident.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from evidencelab.traces.arithmetic.accidents import KEPT, Wording, odds_of
from evidencelab.traces.arithmetic.arithmetic_words import wording_of
from evidencelab.traces.arithmetic.quantities import Quantity, Target, quantity
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.workings.group_results import GroupResults
from evidencelab.traces.workings.named_groups import NamedGroups
from evidencelab.traces.workings.table_lookup import Lookup, TableHits, TableResult
from evidencelab.traces.workings.table_results import Table, TableResults

_SELDOM, _HARDLY, _NEVER = 0.1, 0.02, 0.005
"""Expected accidental hits up to which a hit counts: of a number like no other, of one taken for a slip, and
of one taken for a slip where no word speaks of such a working.

Fewer than beside the statement, since every table is looked through."""
_MOST_MISSING, _NEAREST, _FEWEST_DIGITS, _FEW = 60, 6, 3, 8


def reckoned(
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    settings: Settings,
    evidences: Evidences,
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that stand nowhere and were worked out: statement, number, verdict."""
    missing = [
        (place, at, verdict)
        for place, verdicts in enumerate(judged)
        for at, verdict in enumerate(verdicts)
        if read[place].tokens[at].kind == "number" and _may_be_worked_out(read[place].tokens[at], verdict)
    ]
    if not missing:
        return
    tables, of_answer = TableResults(evidences.pool), answer_tables(read, judged)
    told, by_group = Told(_worked_out(read, judged)), GroupResults(NamedGroups(evidences.pool))
    setting_of = lru_cache(maxsize=1)(settings.of)
    for place, at, verdict in missing[:_MOST_MISSING]:
        setting, token = setting_of(place), read[place].tokens[at]
        text, words = setting.statement.text, frozenset(setting.words)
        about = [one for _, one in setting.ranking.best(_NEAREST)]
        about += [v.place for v in judged[place] if v.place is not None]
        nearest = (tables.of(about), of_answer)
        most = _SELDOM if verdict.finding == "unsupported" else _HARDLY
        wording = wording_of(token, setting.statement)
        number = abs(token.number or 0.0)
        said = None
        for target in targets(token, hedge_of(text, token.start, token.end) is not None):
            hits = _hits(target, number, nearest, tables, words, told, partial(by_group.of, setting))
            said = said or _first(hits, target, wording, most)
        if said is None and scale_of(token) != 1.0 and token.digits > 1:
            is_told = told.holds((number / scale_of(token),))
            said = "it is told without its scale elsewhere" if is_told else None
        if said is not None:
            yield place, at, Verdict("derived", reason=said)


def _hits(
    target: Target,
    number: float,
    nearest: tuple[Sequence[Table], Sequence[Table]],
    tables: TableResults,
    words: frozenset[str],
    told: Told,
    of_groups: Callable[[], Lookup],
) -> Iterator[Sequence[TableHits]]:
    """Give what meets a number, the nearest first: in one step, in two if the first is told, of groups."""
    (about, of_answer), every = nearest, list(tables.tables.values())

    def of_rows(table: Table, result: TableResult) -> bool:
        return table.is_of_named_rows(result, words)

    def named(table: Table, result: TableResult) -> bool:
        return table.is_named(result.key, words)

    yield [one.results.meeting(target, number, partial(of_rows, one)) for one in (*about, *of_answer)]
    if target.dimension == "time":
        yield [one.times.meeting(target, number, partial(of_rows, one)) for one in every]
        for some in (about, every):
            yield [one.times.meeting(target, number) for one in some]
    for some in (about, of_answer, every):
        yield [one.results.meeting(target, number, partial(named, one)) for one in some]
        yield [one.results.meeting(target, number) for one in some]
    yield [one.further.meeting(target, number, lambda result: told.holds(result.via)) for one in every]
    for some in (about, every):
        yield [one.further.meeting(target, number, partial(named, one)) for one in some]
    for admits in (of_rows, named):
        yield [one.results.meeting(target, number, partial(admits, one)) for one in tables.joined]
    yield [of_groups().meeting(target, number)]


class Told:
    """The numbers that an answer tells as worked out."""

    def __init__(self, tokens: Iterable[ValueToken]) -> None:
        spans = sorted((abs(t.number or 0.0), 0.5 * t.step) for t in tokens)
        self._low = [number - half * (1 + 1e-9) for number, half in spans]
        self._high = [number + half * (1 + 1e-9) for number, half in spans]

    def holds(self, sizes: Sequence[float]) -> bool:
        """Tell whether all sizes, one or more, are told."""
        return bool(sizes) and all(self._holds_one(size) for size in sizes)

    def _holds_one(self, size: float) -> bool:
        at = bisect_right(self._low, size)
        return any(size <= high for high in self._high[max(0, at - _FEW) : at])


def _worked_out(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> Iterator[ValueToken]:
    """Give the numbers of an answer that no evidence holds, and that nothing speaks against."""
    for statement, verdicts in zip(read, judged, strict=True):
        for token, verdict in zip(statement.tokens, verdicts, strict=True):
            if token.kind == "number" and verdict.finding in ("derived", "not_checkable"):
                yield token


def answer_tables(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> list[Table]:
    """Read the tables of an answer, but for the numbers that something speaks against."""
    names: dict[int, dict[int, str]] = defaultdict(dict)
    columns: dict[int, dict[str, dict[int, Quantity]]] = defaultdict(lambda: defaultdict(dict))
    for place, ((statement, tokens, _), verdicts) in enumerate(zip(read, judged, strict=True)):
        if statement.kind != "row":
            continue
        names[statement.block][place] = statement.text.strip(" |*_`").partition("|")[0]
        for token, verdict in zip(tokens, verdicts, strict=True):
            title = title_of(statement, token.start)
            if token.kind == "number" and title and verdict.finding not in BAD:
                columns[statement.block][title].setdefault(place, quantity(token))
    return [Table(names[block], own) for block, own in columns.items() if len(names[block]) > 1]


def _may_be_worked_out(token: ValueToken, verdict: Verdict) -> bool:
    """Tell whether a number stands nowhere, or a longer one was taken for a slip of one that was read."""
    is_slip = (
        verdict.finding == "altered"
        and (token.digits >= _FEWEST_DIGITS or (token.unit is not None and token.unit.dimension == "time"))
        and verdict.held is not None
        and verdict.reason == f"the evidence has {verdict.held.token.text.strip()}"
    )
    return is_slip or (verdict.finding == "unsupported" and verdict.reason == NOWHERE)


def _first(
    groups: Iterable[Sequence[TableHits]], target: Target, wording: Wording, most: float
) -> str | None:
    for found in groups:
        n_before = 0.0
        for hits in found:
            for result in hits.results:
                n_accidents = (n_before + hits.n_accidents) * odds_of(result.kind, wording, target)
                is_spoken = most >= _SELDOM or result.kind in wording.anywhere
                if n_accidents <= (most if is_spoken else _NEVER):
                    return result.said
            n_before += KEPT * hits.n_accidents
    return None
