"""Judge the values of a message, each by itself and then beside the others.

A number that is worked out in one statement is so wherever it is said again, and several that stand
nowhere are a family that was worked out. It must not judge what is said without a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.crossed.crossed import crossed
from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.evidence.setting import NOWHERE, Setting, Sources, Verdict, altered, unsupported
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.own_totals import own_totals
from evidencelab.traces.judges.parallels import misread
from evidencelab.traces.judges.proposed import PROPOSED, is_proposed
from evidencelab.traces.judges.recited import misread_fields
from evidencelab.traces.judges.resolve import Resolver, stands_in
from evidencelab.traces.judges.supposed import SUPPOSED, supposed
from evidencelab.traces.judges.told_facts import told_facts
from evidencelab.traces.judges.told_of_things import told_of_things
from evidencelab.traces.queries.cross_tables import cross_tables
from evidencelab.traces.queries.query_verdicts import query_verdicts
from evidencelab.traces.queries.row_slips import row_slips
from evidencelab.traces.stated.balances import balanced
from evidencelab.traces.stated.reckoned import reckoned
from evidencelab.traces.stated.slipped_workings import slipped
from evidencelab.traces.stated.stated import stated_verdicts
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.proposals import proposals_in


class _Missing(NamedTuple):
    """A number that stands nowhere: its statement, its place among the statement's values, itself."""

    place: int
    at: int
    token: ValueToken


_MANY = 0.4
"""Share of a list's numbers of one kind that must stand nowhere for all of them to seem worked out."""
_MANY_WORKED_OUT, _MANY_ROWS = 4, 5
"""Numbers that a message works out, and rows of a table, from which it counts as an analysis of tables."""
_OF_ANALYSIS = f"{NOWHERE}, but so much is worked out of tables here that it may be worked out too"
_MOST_BESIDE = 60
"""Values of one statement that bear on each other; one that pastes more is a list, and is read piecemeal."""


class ValueVerdicts:
    """Judges the values of one message.

    Attributes:
        read: Its statements; once judged, with the moods that their values show.
    """

    def __init__(self, read: Sequence[ReadStatement], evidences: Evidences) -> None:
        self.read = list(read)
        self.evidences = evidences
        self.settings = Settings(self.read, evidences.pool)
        self._resolver = Resolver(
            Sources(evidences.pool, evidences.given, evidences.arguments, evidences.is_whole)
        )

    def of_all(self) -> list[list[Verdict]]:
        """Judge every value; one that is derived in one statement is so in the others."""
        judged = [self._of(index) for index in range(len(self.read))]
        for index in list(told_facts(self.read, judged)):
            self.read[index] = self.read[index]._replace(mood="fact")
            judged[index] = self._of(index)
        self._say_again(judged)
        self._spare_families(judged)
        for index, at in list(
            misread([r.statement for r in self.read], [r.tokens for r in self.read], judged)
        ):
            setting = self.settings.of(index)
            if setting.mood == "fact" and self.evidences.is_whole:
                judged[index][at] = unsupported(self.evidences.pool, setting)
        if self.evidences.is_whole:
            for (index, at), held in list(misread_fields(self.read, judged, self.evidences.pool)):
                judged[index][at] = altered(self.evidences.pool, held)
        for index, at, verdict in list(reckoned(self.read, judged, self.settings, self.evidences)):
            judged[index][at] = verdict
        self._ask_own_arithmetic(judged)
        self._spare_own_making(judged)
        self._say_again(judged)
        lists = RowLists(self.evidences.pool)
        for index, at, verdict in list(crossed(self.read, judged, self.evidences, lists)):
            judged[index][at] = verdict
        for index, at, verdict in list(balanced(self.read, judged)):
            judged[index][at] = verdict
        if self.evidences.is_whole:
            for index, at, verdict in list(slipped(self.read, judged, lists)):
                judged[index][at] = verdict
        for index, at, verdict in list(row_slips(self.read, judged, self.evidences)):
            judged[index][at] = verdict
        for index, at, verdict in list(query_verdicts(self.read, judged, self.evidences)):
            judged[index][at] = verdict
        for index, at, verdict in list(cross_tables(self.read, judged, self.evidences)):
            judged[index][at] = verdict
        for index, at, verdict in list(told_of_things(self.read, judged, self.evidences, lists)):
            judged[index][at] = verdict
        self._spare_analysis(judged)
        self._spare_proposals(judged)
        for index, at in list(supposed(self.read, judged)):
            judged[index][at] = SUPPOSED
        for index, at, verdict in list(own_totals(self.read, judged)):
            judged[index][at] = verdict
        return judged

    def _of(self, index: int) -> list[Verdict]:
        """Judge the values of one statement, each by itself."""
        setting = self.settings.of(index)
        return [
            self._told_apart(token, self._resolver.resolve(token, _near_to(at, setting)))
            for at, token in enumerate(self.read[index].tokens)
        ]

    def _say_again(self, judged: Sequence[list[Verdict]]) -> None:
        """Let a number that is worked out in one statement be so in the others, a length also as a clock."""
        worked: dict[float, list[tuple[ValueToken, Verdict]]] = {}
        lengths: dict[float, Verdict] = {}
        for read, verdicts in zip(self.read, judged, strict=True):
            for token, verdict in zip(read.tokens, verdicts, strict=True):
                unit = token.unit
                if unit is not None and unit.dimension == "time" and verdict.finding not in BAD:
                    lengths.setdefault(abs(token.number or 0.0) * unit.size, verdict)
                is_telling = token.digits >= 2 or (token.unit is not None and token.unit.dimension == "money")
                if token.kind == "number" and is_telling and verdict.finding == "derived":
                    worked.setdefault(abs(token.number or 0.0), []).append((token, verdict))
        for read, verdicts in zip(self.read, judged, strict=True):
            for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True)):
                if token.kind == "number" and verdict.finding in BAD:
                    for other, its in worked.get(abs(token.number or 0.0), ()):
                        if agree(token.unit, other.unit):
                            verdicts[at] = its
                elif verdict.finding in BAD and (length := _as_length(token)) in lengths:
                    verdicts[at] = lengths[length]

    def _ask_own_arithmetic(self, judged: Sequence[list[Verdict]]) -> None:
        """Let what a statement works out itself speak for or against its numbers."""
        for stated in list(stated_verdicts(self.read, judged, self.evidences.pool)):
            judged[stated.place][stated.at] = stated.verdict

    def _spare_analysis(self, judged: Sequence[list[Verdict]]) -> None:
        """Leave numbers that stand nowhere unjudged where the message works many out of its tables.

        Of such numbers most are worked out in a way that was not tried; one that was read and told wrongly
        is known by what it is a slip of.
        """
        n_worked_out = sum(verdict.finding == "derived" for verdicts in judged for verdict in verdicts)
        if n_worked_out < _MANY_WORKED_OUT:
            return
        if not any(table.n_rows >= _MANY_ROWS and _has_numbers(table) for table in self.evidences.tables):
            return
        tables = {
            read.statement.block
            for read, verdicts in zip(self.read, judged, strict=True)
            if read.statement.kind == "row" and any(v.finding == "derived" for v in verdicts)
        }
        for read, verdicts in zip(self.read, judged, strict=True):
            statement = read.statement
            is_worked_out = any(v.finding == "derived" for v in verdicts) or arithmetic_spoken_of(statement)
            if not (is_worked_out or (statement.kind == "row" and statement.block in tables)):
                continue
            for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True)):
                if token.kind == "number" and verdict.finding == "unsupported" and verdict.reason == NOWHERE:
                    verdicts[at] = Verdict("not_checkable", reason=_OF_ANALYSIS)

    def _spare_families(self, judged: Sequence[list[Verdict]]) -> None:
        """Leave several numbers of one kind that stand nowhere unjudged: such a family is worked out.

        A value that was read and told wrongly stands alone among values told rightly: of one statement, or
        of one column, two are a family; of one list or paragraph, only where they are many of its kind.
        """
        families: dict[tuple[str, int, int], list[_Missing]] = {}
        known: Counter[tuple[str, int]] = Counter()
        for index, (read, verdicts) in enumerate(zip(self.read, judged, strict=True)):
            statement = read.statement
            missing = [
                _Missing(index, at, token)
                for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True))
                if token.kind == "number"
                and verdict.finding == "unsupported"
                and verdict.reason == NOWHERE
                and not _goes_on(statement.text, token)
            ]
            kinds = [lost.token.unit.dimension for lost in missing if lost.token.unit is not None]
            for lost in missing:
                kind = kinds[0] if kinds and lost.token.unit is None else _kind_of(lost.token)
                column = statement.text.count("|", 0, lost.token.start) if statement.kind == "row" else 0
                families.setdefault((kind, statement.block, column), []).append(lost)
            known.update(
                (_kind_of(token), statement.block)
                for token, verdict in zip(read.tokens, verdicts, strict=True)
                if token.kind == "number" and verdict.finding in ("sound", "derived") and token.digits >= 2
            )
        for (kind, block, column), family in families.items():
            are_many = column > 0 or len(family) >= _MANY * (len(family) + known[kind, block])
            for lost in family:
                beside = family if are_many else [one for one in family if one.place == lost.place]
                if len({abs(one.token.number or 0.0) for one in beside}) > 1:
                    judged[lost.place][lost.at] = Verdict(
                        "not_checkable", reason="with others like it, it seems worked out", guess="alike"
                    )

    def _spare_own_making(self, judged: Sequence[list[Verdict]]) -> None:
        """Leave a block of code that holds a structure unjudged, where most of its values stand nowhere.

        It is not told of what was read: a setting that is proposed, a request, an example.
        """
        blocks: dict[int, list[tuple[int, int]]] = {}
        for index, read in enumerate(self.read):
            if read.statement.is_field and read.statement.is_fenced:
                cells = blocks.setdefault(read.statement.block, [])
                cells += [(index, at) for at, token in enumerate(read.tokens) if token.kind != "name"]
        for cells in blocks.values():
            n_read = sum(judged[index][at].finding in ("sound", "derived", "given") for index, at in cells)
            lost = [(index, at) for index, at in cells if judged[index][at].finding == "unsupported"]
            if len(lost) > n_read:
                for index, at in lost:
                    judged[index][at] = Verdict(
                        "not_checkable", reason="its block tells little that was read"
                    )

    def _spare_proposals(self, judged: Sequence[list[Verdict]]) -> None:
        """Leave what the answer proposes for something new unjudged."""
        items = proposals_in([read.statement for read in self.read])
        for read, verdicts in zip(self.read, judged, strict=True):
            item = items.get(read.statement.number)
            for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True)):
                is_bad = item is not None and verdict.finding in BAD
                if is_bad and is_proposed(token, read.statement, item or "", self.evidences.pool):
                    verdicts[at] = PROPOSED

    def _told_apart(self, token: ValueToken, verdict: Verdict) -> Verdict:
        """Say so where an unsupported value stands in what the model never saw."""
        if verdict.finding != "unsupported" or not self.evidences.unseen.places:
            return verdict
        if stands_in(self.evidences.unseen, token):
            return verdict._replace(reason="it stands only in a part of a result that the model never saw")
        return verdict


def _kind_of(token: ValueToken) -> str:
    """Give the dimension of a number's unit; an empty text for a bare one."""
    return "" if token.unit is None else token.unit.dimension


def _goes_on(text: str, token: ValueToken) -> bool:
    """Tell whether a number goes on another without a space: the `870` of a mistyped `1.3,870`."""
    return re.search(r"\d,$", text[max(0, token.start - 2) : token.start]) is not None


def _near_to(at: int, setting: Setting) -> Setting:
    """Give a value's setting with the values of its statement that stand nearest to it."""
    if len(setting.tokens) <= _MOST_BESIDE:
        return setting
    first = max(0, at - _MOST_BESIDE // 2)
    return setting._replace(tokens=setting.tokens[first : first + _MOST_BESIDE])


def _as_length(token: ValueToken) -> float | None:
    """Give the seconds of a length in the form of a clock, `01:30` or `1:30:00`, read as hours."""
    moment = token.moment
    if moment is None or moment.hour is None or moment.day is not None or moment.half_day:
        return None
    return 3600.0 * moment.hour + 60.0 * (moment.minute or 0) + (moment.second or 0)


def _has_numbers(table: DataTable) -> bool:
    return any(table.numbers(column) is not None for column in table.columns)
