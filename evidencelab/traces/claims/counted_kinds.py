"""Rows counted by kind, and counted wrongly: `2 open and 3 closed`, where three are open and two closed.

A statement counts a column by kind where it gives a number to two of its words or more, and as many rows in
all as there are: then every number is a count of rows. It must not know what the words mean.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists, RowNames
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.values.value_token import ValueToken

_PAIR = re.compile(r"(?<!\S)([\w.]+)=([^\s,;]+)")
_WORD = re.compile(r"(?=[^\W\d_])[\w-]*[^\W\d_]{2}[\w-]*")
_KIND = re.compile(
    r"[*_`]{0,3}\s?(?:个|条|台|次|项|单|起|件|份|笔)?(?:都)?(?:是|为|属于|处于|在)?"
    r"\s?(?:(?:are|were|is|was|on|in|at|for|by|with|as|have|had|rated|marked)\s)?[`\"*_“「]{0,4}"
    r"((?=[^\W\d_])[\w-]+)"
)
_FEWEST_ROWS, _FEWEST_KINDS, _MOST_KINDS, _LARGEST = 3, 2, 8, 9999
_LONGEST = 40


def miscounted(read: Sequence[ReadStatement], lists: RowLists) -> Iterator[tuple[int, int, Verdict]]:
    """Give the counts by kind that the rows do not bear out: statement, place of the number, verdict.

    Args:
        read: The statements of one message.
        lists: The lists of rows before it.
    """
    columns: list[tuple[RowNames, Counter[str]]] | None = None
    for index, (statement, tokens, mood) in enumerate(read):
        if mood not in ("fact", "lead") or statement.kind in ("code", "row"):
            continue
        said = _counted(statement.text, tokens)
        if len(said) < _FEWEST_KINDS:
            continue
        columns = list(_columns(lists)) if columns is None else columns
        found = [
            held for rows, column in columns if (held := _against(said, tokens, rows, column)) is not None
        ]
        wrong = [one for one in found if one[1] is not None]
        if wrong and len(wrong) == len(found):
            at, verdict = wrong[0]
            if verdict is not None:
                yield index, at, verdict


def _counted(text: str, tokens: Sequence[ValueToken]) -> Mapping[str, list[int]]:
    """Give the words that have a small whole number in front, each with the places of its numbers."""
    said: dict[str, list[int]] = defaultdict(list)
    for at, token in enumerate(tokens):
        number = token.number
        if token.kind != "number" or number is None or number != int(number) or not 0 < number <= _LARGEST:
            continue
        if token.step != 1.0 or "%" in token.text:
            continue
        digits = re.match(r"\d+", text[token.start :])
        kind = None if digits is None else _KIND.match(text, token.start + digits.end())
        if kind is not None:
            said[kind[1].lower()].append(at)
    return said


def _columns(lists: RowLists) -> Iterator[tuple[RowNames, Counter[str]]]:
    """Give the columns of all lists that sort their rows into a few kinds, with how many are of each."""
    for rows in lists.all:
        if len(rows.places) < _FEWEST_ROWS:
            continue
        columns: dict[str, Counter[str]] = defaultdict(Counter)
        for number, place in enumerate(rows.places):
            pairs = _PAIR.findall(place.text)
            if number == 0 and not pairs and not rows.numbers[0]:
                continue  # the titles of a table
            cells = pairs or [(str(n), cell) for n, cell in enumerate(cells_of(place.text))]
            for key, cell in dict(cells).items():
                if len(cell) <= _LONGEST and _WORD.fullmatch(cell):
                    columns[key][cell.lower()] += 1
        for column in columns.values():
            if _FEWEST_KINDS <= len(column) <= _MOST_KINDS:
                yield rows, column


def _against(
    said: Mapping[str, list[int]], tokens: Sequence[ValueToken], rows: RowNames, column: Counter[str]
) -> tuple[int, Verdict | None] | None:
    """Hold what is said of a column's kinds against it: None where it does not count them, rows and all."""
    kinds = {kind: said[kind][0] for kind in column if len(said.get(kind, ())) == 1}
    if len(kinds) < _FEWEST_KINDS:
        return None
    told = {kind: int(tokens[at].number or 0) for kind, at in kinds.items()}
    n_told, n_rows = sum(told.values()), sum(column[kind] for kind in kinds)
    is_whole = len(kinds) == len(column) or any(t.number == n_rows for t in tokens if t.kind == "number")
    if n_told != n_rows or not is_whole:
        return None
    wrong = [kind for kind in kinds if told[kind] != column[kind]]
    if not wrong:
        return next(iter(kinds.values())), None
    kind = wrong[0]
    place = next(p for p in rows.places if kind in p.text.lower())
    counts = ", ".join(f"{column[one]} {one}" for one in sorted(kinds, key=lambda one: kinds[one]))
    return kinds[kind], Verdict("altered", place=place, reason=f"the rows are {counts}")
