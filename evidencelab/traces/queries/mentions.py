"""What of a table a text names: its columns, its cells, its rows; and the words that are left over.

A text is covered span by span, the longest mention first; what nothing covers and no list of harmless words
holds is left over. It must not know what is worked out of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.values.units import unit_of_field
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import stem

Span = tuple[int, int]

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|[\u4e00-\u9fff]+")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_UNITS_WORDS = (
    "ms s sec secs seconds min mins minutes h hours days kb mb gb tb kib mib gib bytes pct percent usd "
    "eur gbp cny rmb kg km"
)

_ROWS_WORDS = (
    "row record entry entri item result line element instance case data point tool output table list "
    "dataset set sample"
)

_ROWS_ZH = ("条记录", "条数据", "记录", "数据", "条目", "行", "工具", "表中", "列表")
_FILLER_WORDS = (
    "a an the of in on at for to by with from and or is are was were be been has have had having it "
    "its their this that these those there which who all both across over among within between only "
    "just exactly about approximately roughly around nearly almost some currently overall total value "
    "values number count amount level come comes stand stands stood lie lies reach reaches reached "
    "report reported reports show shows shown return returned returns list listed lists contain "
    "contains include includes give given gives see seen found find equal equals summary overview key "
    "finding findings metric metrics statistic statistics stat stats result results detail details "
    "breakdown highlight highlights insight insights analysis observation observations here following "
    "below above respectively namely also then so thus i e g you we your our whole entire fleet squad "
    "portfolio"
)

_FILLER_ZH = frozenset(
    "的为是有在和与共了中其达到约大个条名台次件位家种笔项只人张份辆天全部所总体整这那该些则即占对于"
    "从以及按等由出现显示返回结果概览汇分析统计关键指标论数据详情说明况如下目前当值量"
)
_UNITS, _ROWS, _FILLER = (frozenset(words.split()) for words in (_UNITS_WORDS, _ROWS_WORDS, _FILLER_WORDS))
_JOINED_NAME = re.compile(r"(?<![\w./:-])[a-z]\w*(?:[-./:]\w+)*(?![\w-])")
"""A name of one part or several; one without a separator is a plain word, and none of these."""
_NUMBERED = re.compile(r"(?<![\w-])[A-Za-z]{1,16}[-_]?\d[\w-]*", re.ASCII)
"""A name with a number in it, which is never harmless: `SZ-1107`."""
_SEPARATOR = re.compile(r"[-_./:]")
_CAPITAL = re.compile(r"(?<![\w-])[A-Z][a-z]{3,}(?:[ ][A-Z][a-z]{2,})*(?![\w-])")
_NOUN = re.compile(r"\s?[个条台名次件位家只人]?\s*([A-Za-z]{3,}|[\u4e00-\u9fff]{2})(?![A-Za-z])")


class ColumnMention(NamedTuple):
    """A column that a text names."""

    column: str
    span: Span


class CellMention(NamedTuple):
    """Cells that a text names.

    Attributes:
        text: What it says, folded: a cell's text, or the beginning of one that goes on behind a separator.
        columns: The columns it stands in.
        span: Where the text says it.
        texts: The folded texts of the cells meant.
    """

    text: str
    columns: tuple[str, ...]
    span: Span
    texts: frozenset[str]


class Mentions(NamedTuple):
    """What of a table a text names.

    Attributes:
        columns: The columns, in order.
        cells: The cells, in order.
        rows: The spans of what its rows are called.
        covered: The spans of all of these.
    """

    columns: tuple[ColumnMention, ...]
    cells: tuple[CellMention, ...]
    rows: tuple[Span, ...]

    @property
    def covered(self) -> list[Span]:
        """All spans."""
        return [*(c.span for c in self.columns), *(c.span for c in self.cells), *self.rows]


def column_stems(title: str) -> tuple[str, ...]:
    """Give the stems of a column's title, without the unit at its end."""
    words = _WORD.findall(_HUMP.sub(" ", title.rpartition(".")[2]))
    if len(words) > 1 and (words[-1].lower() in _UNITS or unit_of_field(title) is not None):
        words = words[:-1]
    return tuple(word if _CJK.match(word) else stem(word) for word in words)


def mentions_in(text: str, table: DataTable, numbers: Sequence[ValueToken]) -> Mentions:
    """Find what of a table a text names, the longest mention first, none over another or over a number."""
    taken: list[Span] = []
    columns: list[ColumnMention] = []
    cells: list[CellMention] = []
    rows: list[Span] = []
    found: list[tuple[Span, object]] = [*_columns_in(text, table), *_cells_in(text, table)]
    found.sort(key=lambda item: (-(item[0][1] - item[0][0]), isinstance(item[1], tuple)))
    spans = [(t.start, t.end) for t in numbers]
    for span, what in found:
        if any(span[0] < end and start < span[1] for start, end in taken):
            continue
        if any(span[0] < end and start < span[1] for start, end in spans) and not isinstance(
            what, CellMention
        ):
            continue
        taken.append(span)
        if isinstance(what, ColumnMention):
            columns.append(what)
        elif isinstance(what, CellMention):
            cells.append(what)
    for span in _rows_in(text, table, numbers):
        if not any(span[0] < end and start < span[1] for start, end in taken):
            taken.append(span)
            rows.append(span)
    columns.sort(key=lambda c: c.span)
    cells.sort(key=lambda c: c.span)
    return Mentions(tuple(columns), tuple(cells), tuple(rows))


def cells_told(text: str, table: DataTable) -> Iterator[str]:
    """Give the cells of a table that a text names in full, folded, each once."""
    folded = _folded(text)
    return (
        said
        for said in table.texts
        if said in folded
        and _WORD.search(said)
        and said not in _FILLER
        and _cell_pattern(said).search(folded)
    )


def left_over(text: str, covered: Sequence[Span], words: frozenset[str]) -> list[str]:
    """Give the words of a text that no span covers, and that narrow what it speaks of.

    Args:
        text: The text.
        covered: Spans that are accounted for, numbers among them.
        words: Stems of what holds of the whole table.
    """
    rest = list(text)
    for start, end in covered:
        rest[start:end] = " " * (end - start)
    left = _NUMBERED.findall("".join(rest))
    for found in _WORD.finditer("".join(rest)):
        word = found.group()
        if _CJK.match(word):
            known = {i + k for i in range(len(word) - 1) for k in (0, 1) if word[i : i + 2] in words}
            if any(c not in _FILLER_ZH and i not in known for i, c in enumerate(word)):
                left.append(word)
        elif word.lower() not in _FILLER and stem(word) not in words and stem(word) not in _ROWS:
            left.append(word)
    return left


def _columns_in(text: str, table: DataTable) -> Iterator[tuple[Span, ColumnMention]]:
    words = [
        (m.start(), m.end(), m.group() if _CJK.match(m.group()) else stem(m.group()))
        for m in _WORD.finditer(text)
    ]
    for title in table.columns:
        stems = column_stems(title)
        if not stems:
            continue
        if any(_CJK.match(one) for one in stems):
            name = re.sub(r"[（(].*$", "", title)
            if not name:
                continue
            for at in re.finditer(re.escape(name) + r"(?:\s?[（(][^()（）]{1,8}[)）])?", text):
                yield at.span(), ColumnMention(title, at.span())
            continue
        for i in range(len(words) - len(stems) + 1):
            if tuple(w for _, _, w in words[i : i + len(stems)]) == stems:
                start, end = words[i][0], words[i + len(stems) - 1][1]
                if re.fullmatch(r"\w+(?:[\s./-]{1,2}\w+)*", text[start:end]):
                    end = _with_unit(text, end, title)
                    yield (start, end), ColumnMention(title, (start, end))


def _with_unit(text: str, end: int, title: str) -> int:
    """Take in the unit that goes with a column's name: any usual one, or the one that its title ends in."""
    found = re.match(r"[\s_]?[(（]?([A-Za-z]{1,7})(?![A-Za-z0-9])[)）]?", text[end:])
    if found is None:
        return end
    unit = found[1].lower()
    is_its_own = unit_of_field(title) is not None and _WORD.findall(title)[-1:] == [found[1]]
    return end + found.end() if unit in _UNITS or is_its_own else end


def _cells_in(text: str, table: DataTable) -> Iterator[tuple[Span, CellMention]]:
    folded = _folded(text)
    places = table.texts
    for said in cells_told(text, table):
        for at in _cell_pattern(said).finditer(folded):
            yield at.span(), CellMention(said, places[said], at.span(), frozenset((said,)))
    for at in _JOINED_NAME.finditer(folded):
        if not _SEPARATOR.search(at.group()):
            continue
        meant = [said for said in places if _goes_on(said, at.group())]
        titles = tuple(dict.fromkeys(title for said in meant for title in places[said]))
        if meant and at.group() not in places:
            yield at.span(), CellMention(at.group(), titles, at.span(), frozenset(meant))
    for at in _CAPITAL.finditer(text):
        word = at.group().casefold()
        meant = [said for said in places if said.startswith(word + " ") or said.endswith(" " + word)]
        if len(meant) == 1 and len(word) == len(at.group()):
            yield at.span(), CellMention(word, places[meant[0]], at.span(), frozenset(meant))


def _folded(text: str) -> str:
    """Fold a text's letters without moving any: one that folds to several stays."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join(letter if len(letter.casefold()) > 1 else letter.casefold() for letter in text)


def _cell_pattern(said: str) -> re.Pattern[str]:
    """Give the pattern that finds a cell's text as words of its own."""
    return re.compile(
        re.escape(said) if _CJK.search(said) else rf"(?<![a-z0-9_-]){re.escape(said)}(?![a-z0-9_-])"
    )


def _goes_on(said: str, name: str) -> bool:
    """Tell whether a joined name is the beginning of a longer one: the deployment of a pod."""
    return len(said) > len(name) + 1 and said.startswith(name) and said[len(name)] in "-_./:"


def _rows_in(text: str, table: DataTable, numbers: Sequence[ValueToken]) -> Iterator[Span]:
    """Give the words for rows: the list's key, a word for any rows, the noun behind their number."""
    for token in numbers:
        if token.number == table.n_rows and token.unit is None:
            noun = _NOUN.match(text, token.end)
            if noun is not None:
                yield noun.span()
    names = {stem(word) for word in _WORD.findall(_HUMP.sub(" ", table.subject.replace("_", " ")))}
    for found in _WORD.finditer(text):
        if _CJK.match(found.group()):
            for name in _ROWS_ZH:
                for at in re.finditer(name, found.group()):
                    yield found.start() + at.start(), found.start() + at.end()
        elif stem(found.group()) in _ROWS | names:
            yield found.span()
