"""Totals of a column that do not add up: `41 repairs in total`, where the rows list 17, 12 and 9.

The column must be named by the total's own noun, or the rows by a name and their number; the statement must
name no part of it, and no group of the rows, nor all lists together, may come to what is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists, RowNames
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import COUNTING, label_words, name_words, words_of

_BEHIND = re.compile(
    r"[*_`]*\s(?:[\w-]+\s){0,3}?(?:in total|in all|altogether|together|combined|all told"
    r"|(?:between|among) them)\b",
    re.I,
)
_BEFORE = re.compile(
    r"\b(?:totals?|total of|altogether|in total,?|in all,?|a combined|a total of|adds? up to|sum to)\s[*_`]*$"
    r"|(?:一共|总共|合计|总计|共计|共)[^，。,;；:：\d]{0,6}$",
    re.IGNORECASE,
)
_NARROWED = re.compile(
    r"\b(?:of (?:which|them|these|those)|only|another|(?<!after the )(?<!each )other|rest|remaining|about"
    r"|around|roughly|nearly|almost|over(?! the\b)|more than|at least|up to|if|would|except"
    r"|without|excluding|besides|not|per|each|average|so far"
    r"|unique|distinct|different)\b|n['’]t\b|其中|其余|其他|约|近|超过|至少|不含|除|平均|每|如果|不同|去重|新增",
    re.IGNORECASE,
)
_TOTAL_ROW = re.compile(r"^\W*(?:total|sum|all|overall|grand total|合计|总计|小计)\b", re.IGNORECASE)
_CUT = re.compile(r"truncat|\.\.\.\s*$|…|more rows|rows omitted|and \d+ more", re.IGNORECASE)
_COUNTING = COUNTING | words_of("times hours days sum")
_CJK_TITLE = re.compile(
    r"([\u4e00-\u9fff]{2,6}?)(?:次数|数量|总数|天数|小时|时长|金额|人数|数|量|额|\s*[（(].*)?$"
)
_OF_COLUMN = re.compile(r"sum of (?:the )?(\d+) values of ")
"""How a number beside is explained that is the sum of a whole column, so that this one is one as well."""
_JOINED = re.compile(r"[\w\s*_-]{1,40}?(?:,|\band\b|\bwith\b|[和、，])[\s*_`]*")
_CLOSED = re.compile(r"[*_`]*\s?[\w-]+(?:\s[\w-]+)?[*_`]*\s?(?:$|[.;,。；，])")
_KINDS = re.compile(r"\b(?:two|three|four|five|both|[2-6])\b|[两三四五]", re.IGNORECASE)
_NUMBER_WORDS = {"two": 2, "both": 2, "两": 2, "three": 3, "三": 3, "four": 4, "四": 4, "five": 5, "五": 5}
_WITHOUT_UNIT = "without the unit"
"""Of a number that stands somewhere, but not as so many of anything."""
_FEWEST_ROWS, _MOST_LISTS, _FAR = 3, 3, 0.25
_FEWEST_LETTERS, _FEWEST_SIGNS = 3, 2
_TINY = 1e-6


class _Column(NamedTuple):
    """A column of one list, one number a row, and the list."""

    rows: RowNames
    held: list[Held]


class ColumnTotals:
    """Judges totals against the columns of one pool's lists.

    Args:
        lists: The lists.
    """

    def __init__(self, lists: RowLists) -> None:
        self.lists = lists
        self.pool: Pool = lists.pool

    def wrong(
        self, read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]
    ) -> Iterator[tuple[int, int, Verdict]]:
        """Give the totals that do not add up, with their statements and numbers."""
        for index, (statement, tokens, mood) in enumerate(read):
            text = statement.text
            if mood != "fact" or statement.kind in ("code", "row") or _NARROWED.search(text):
                continue
            for at, token in enumerate(tokens):
                verdict = judged[index][at]
                is_elsewhere = verdict.finding == "sound" and verdict.reason.endswith(_WITHOUT_UNIT)
                if token.kind != "number" or not (
                    is_elsewhere or verdict.finding in ("not_checkable", "derived")
                ):
                    continue
                n_rows = _rows_beside(token, text, tokens, judged[index])
                if verdict.finding == "derived" and not n_rows and not verdict.reason.endswith(" rounded"):
                    continue
                if (
                    not n_rows
                    and not _BEHIND.match(text, token.end)
                    and not _BEFORE.search(text[: token.start])
                ):
                    continue
                found = self._of_noun(token, statement, tokens, n_rows) or self._of_named(
                    token, statement, tokens
                )
                if found is not None:
                    yield index, at, found

    @cached_property
    def _columns(self) -> list[tuple[str, _Column]]:
        """Give the columns of all lists that have one number in every row, with their titles."""
        found: list[tuple[str, _Column]] = []
        for rows in self.lists.all:
            by_column: dict[str, list[Held]] = defaultdict(list)
            for its in rows.numbers:
                for held in its:
                    by_column[held.column].append(held)
            n_rows = max((len({held.place for held in its}) for its in by_column.values()), default=0)
            for column, of_column in by_column.items():
                title = column.split(":", 1)[-1]
                if len(of_column) == n_rows >= _FEWEST_ROWS and "@" not in title and _one_a_row(of_column):
                    found.append((title.split(".")[-1], _Column(rows, of_column)))
        return found

    def _of_noun(
        self, token: ValueToken, statement: Statement, tokens: Sequence[ValueToken], n_rows: int
    ) -> Verdict | None:
        """Try the columns that the total's noun names, of as many rows as that of the total beside."""
        named = [column for title, column in self._columns if is_named(title, token, statement.text)]
        named = [column for column in named if n_rows in (0, len(column.held))]
        named = [
            column for column in named if agree(token.unit, column.held[0].token.unit) or _is_count(token)
        ]
        part = self._said_part(named, token, statement)
        if part:
            return _verdict(token, part, [sum(_size(held, token) for held in part)])
        numbers = [t for t in tokens if t.kind == "number"]
        clause = re.split(r"[.;。；](?=\s|$)|[;；]", statement.text[token.end :])[0]
        if any(t is not token and token.end <= t.start < token.end + len(clause) for t in numbers):
            return None
        if not 0 < len(named) <= _MOST_LISTS or any(self._is_part(column, statement) for column in named):
            return None
        sums = [total for column in named for total in _sums(column)]
        sums.append(sum(_sums(column)[0] for column in named))
        return _verdict(token, named[0].held, sums) if len(named) == 1 or _is_far(token, sums) else None

    def _of_named(
        self, token: ValueToken, statement: Statement, tokens: Sequence[ValueToken]
    ) -> Verdict | None:
        """Try the rows that hold a name of the statement, where it says how many they are."""
        words = _KINDS.findall(statement.text[: token.start])
        n_said = {_NUMBER_WORDS.get(word.lower()) or int(word) for word in words if word}
        if len(n_said) != 1 or token.unit is None:
            return None
        for name in (t.folded for t in tokens if t.kind == "name"):
            places = list(dict.fromkeys(h.place for h in self.pool.names.get(name, ())))
            columns: dict[str, list[Held]] = defaultdict(list)
            for place in places:
                for held in self.pool.by_place.get(place, ()):
                    if held.token.kind == "number" and agree(token.unit, held.token.unit):
                        columns[held.column].append(held)
            whole = [held for held in columns.values() if len(held) in n_said and _one_a_row(held)]
            with_unit = [held for held in whole if all(h.token.unit is not None for h in held)]
            if with_unit:
                sums = [sum(_size(h, token) for h in held) for held in with_unit]
                near = min(range(len(sums)), key=lambda n: abs(sums[n] - abs(token.number or 0.0)))
                return _verdict(token, with_unit[near], [sums[near], *sums])
        return None

    def _said_part(self, named: Sequence[_Column], token: ValueToken, statement: Statement) -> list[Held]:
        """Give the rows of one column that have a cell the statement says, if they are as many as it says."""
        if len(named) != 1:
            return []
        words = _KINDS.findall(statement.text[: token.start])
        n_said = {_NUMBER_WORDS.get(word.lower()) or int(word) for word in words if word}
        low = statement.text.lower()
        groups: dict[str, list[Held]] = defaultdict(list)
        for held in named[0].held:
            for cell in set(_cells(held.line.text)):
                groups[cell].append(held)
        parts = [
            its for cell, its in groups.items() if re.search(rf"(?<![\w-]){re.escape(cell)}(?![\w-])", low)
        ]
        return parts[0] if len(parts) == len(n_said) == 1 and len(parts[0]) in n_said else []

    def _is_part(self, column: _Column, statement: Statement) -> bool:
        """Tell whether a statement, or what it stands under, names a cell of the rows, or the list is cut."""
        said = " ".join((statement.text, *statement.parents, *statement.sections[-1:])).lower()
        if any(column.rows.numbers[one.row] for one in column.rows.said_in(said)):
            return True
        first = column.held[0].line
        if _CUT.search(column.rows.places[-1].text) or first.context & {
            "limit",
            "top",
            "head",
            "tail",
            "sample",
        }:
            return True
        return any(cell in said for held in column.held for cell in _cells(held.line.text))


def _rows_beside(
    token: ValueToken, text: str, tokens: Sequence[ValueToken], judged: Sequence[Verdict]
) -> int:
    """Give the number of rows whose total stands right in front of a number; 0 if none does."""
    if not _CLOSED.match(text, token.end):
        return 0
    return next(
        (
            int(found[1])
            for other, verdict in zip(tokens, judged, strict=True)
            if verdict.finding == "derived"
            and (found := _OF_COLUMN.match(verdict.reason)) is not None
            and _JOINED.fullmatch(text[other.end : token.start])
        ),
        0,
    )


def _one_a_row(column: Sequence[Held]) -> bool:
    return len({held.place for held in column}) == len(column)


def is_named(title: str, token: ValueToken, text: str) -> bool:
    """Tell whether a column's title is the noun that a number counts."""
    cjk = _CJK_TITLE.match(title)
    if cjk is not None:
        clause = re.split(r"[，。,;；]", text[: token.start])[-1] + text[token.end : token.end + 6]
        return cjk[1] in clause
    words = name_words(title)
    nouns = label_words(text, token.start, token.end)
    return bool(words & nouns) and words - nouns <= _COUNTING


def _is_count(token: ValueToken) -> bool:
    return token.unit is None or token.unit.dimension in ("times", "letter")


def _cells(line: str) -> Iterator[str]:
    """Give what parts a row from others in words: its cells, or the values of its fields."""
    cells = [cell.rpartition("=")[2] for cell in cells_of(line)] if "|" not in line else cells_of(line)
    for cell in cells:
        low = cell.strip().lower()
        fewest = _FEWEST_LETTERS if low.isascii() else _FEWEST_SIGNS
        if len(low) >= fewest and re.search(r"[^\W\d_]", low):
            yield low


def _sums(column: _Column) -> list[float]:
    """Give the sum of a column, then what its groups come to: the rows that share a cell."""
    sizes = [abs(held.token.number or 0.0) for held in column.held]
    groups: dict[str, float] = defaultdict(float)
    for held, size in zip(column.held, sizes, strict=True):
        for cell in set(_cells(held.line.text)):
            groups[cell] += size
    total = sum(sizes)
    if any(_TOTAL_ROW.match(held.line.text) for held in column.held):
        total /= 2
    return [total, *groups.values()]


def _size(held: Held, token: ValueToken) -> float:
    own = 1.0 if held.token.unit is None else held.token.unit.size
    return abs(held.token.number or 0.0) * own / (1.0 if token.unit is None else token.unit.size)


def _is_far(token: ValueToken, sums: Sequence[float]) -> bool:
    number = abs(token.number or 0.0)
    return all(abs(number - total) > token.step / 2 + _TINY for total in sums)


def _verdict(token: ValueToken, held: Sequence[Held], sums: Sequence[float]) -> Verdict | None:
    """Say what the rows come to, unless they or a part of them come to what is said, or nowhere near."""
    number, total = abs(token.number or 0.0), sums[0]
    if not _is_far(token, sums) or abs(number - total) > _FAR * total:
        return None
    written = " + ".join(h.token.text.strip() for h in held[:6]) + (" + ..." if len(held) > 6 else "")
    return Verdict("altered", held[0], held[0].line, f"{written} is {total:.12g}, not {token.text.strip()}")
