"""Sentences and bullets that tell numbers of several things, as grids: what is named beside each number.

A number belongs to what its own part of a sentence names, `15.9 for oven-2 against 9.3 for oven-4`; the part
in front that tells no number narrows it. It must not know any table of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.queries.told_tables import ToldCell, ToldTable
from evidencelab.traces.values.value_token import ValueToken

_MOST_TEXT, _MOST_PARTS, _FEWEST_BULLETS, _MOST_NUMBERS = 600, 40, 2, 6
_PART_END = re.compile(
    r"[,;:](?=\s)|[，；：、。]|(?<=[\u4e00-\u9fff%\d)])[,;](?!\d)|\.\s|\s[–—-]\s"
    r"|\b(?:and|against|versus|vs\.?|compared (?:to|with)|while|whereas|but|then|followed by)\b"
    r"|对比|相比|相较于?|而|以及|[和与]",
    re.IGNORECASE,
)


class ToldList(NamedTuple):
    """A list of numbers, each told of a thing.

    Attributes:
        table: What is named beside each number, what narrows it, and the number.
        said: What is said of each number, by its row and column, without any number.
        text: All that is said.
    """

    table: ToldTable
    said: Mapping[tuple[int, int], str]
    text: str


def told_lists(read: Sequence[ReadStatement]) -> Iterator[ToldList]:
    """Give the sentences, and the lists of bullets, that tell a number of a thing or of several."""
    bullets: dict[tuple[int, int], list[int]] = {}
    for place, one in enumerate(read):
        is_told = one.mood in ("fact", "lead") and one.statement.kind in ("sentence", "bullet")
        if not is_told or len(one.statement.text) > _MOST_TEXT:
            continue
        numbers = [token for token in one.tokens if token.kind != "name"]
        if one.statement.kind == "bullet" and len(numbers) <= _MOST_NUMBERS:
            bullets.setdefault((one.statement.block, len(numbers)), []).append(place)
        yield _of_sentence(place, one)
    for places in bullets.values():
        if _FEWEST_BULLETS <= len(places) <= _MOST_PARTS:
            yield _of_bullets(places, read)


def _of_sentence(place: int, read: ReadStatement) -> ToldList:
    text = read.statement.text
    held = [(at, token) for at, token in enumerate(read.tokens) if token.kind != "name"]
    names = [token for token in read.tokens if token.kind == "name"]
    ends = [
        found
        for found in _PART_END.finditer(text)
        if not any(t.start < found.end() and found.start() < t.end for t in (*names, *(t for _, t in held)))
    ]
    starts = [0, *(found.end() for found in ends)]
    rows: list[tuple[str, str]] = []
    cells: dict[tuple[int, int], ToldCell] = {}
    said: dict[tuple[int, int], str] = {}
    above, index = "", 0
    for start, end in zip(starts, [*(found.start() for found in ends), len(text)], strict=True):
        its: list[tuple[int, ValueToken]] = []
        while index < len(held) and held[index][1].start < end:
            its.append(held[index])
            index += 1
        part = _without(text[start:end], start, [token for _, token in its])
        if not its:
            above = part
        elif len(its) == 1 and its[0][1].kind == "number" and len(rows) < _MOST_PARTS:
            said[len(rows), 2] = part
            cells[len(rows), 2] = ToldCell(place, *its[0])
            rows.append((part, above))
    return ToldList(ToldTable(("", "", ""), tuple(rows), cells), said, text)


def _of_bullets(places: Sequence[int], read: Sequence[ReadStatement]) -> ToldList:
    rows: list[tuple[str]] = []
    cells: dict[tuple[int, int], ToldCell] = {}
    said: dict[tuple[int, int], str] = {}
    for row, place in enumerate(places):
        text = read[place].statement.text
        held = [(at, token) for at, token in enumerate(read[place].tokens) if token.kind != "name"]
        rows.append((text[: held[0][1].start] if held else text,))
        last = 0
        for column, (at, token) in enumerate(held, start=1):
            if token.kind == "number":
                cells[row, column] = ToldCell(place, at, token)
            end = held[column][1].start if column < len(held) else len(text)
            said[row, column] = f"{rows[row][0]} {text[last : token.start]} {text[token.end : end]}"
            last = token.end
    width = max((column for _, column in cells), default=0)
    whole = "\n".join(read[place].statement.text for place in places)
    return ToldList(ToldTable(("",) * (width + 1), tuple(rows), cells), said, whole)


def _without(part: str, start: int, tokens: Sequence[ValueToken]) -> str:
    """Give a part without its numbers."""
    for token in reversed(tokens):
        part = part[: token.start - start] + " " + part[token.end - start :]
    return part.strip()
