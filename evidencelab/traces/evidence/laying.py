"""A call's output laid out in lines, each with the words that govern it and the values it holds.

The call's own words, the lines above, a table's header and the units that a reply tells of its fields
govern a line. Nothing here looks anything up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.layout import (
    Header,
    cells_of,
    field_of,
    flat_text,
    header_of,
    is_rule,
    pieces_of,
    uncomma,
    unwrapped,
)
from evidencelab.traces.evidence.places import CELL, rows_of
from evidencelab.traces.values.reader import spaced_numbers, value_tokens
from evidencelab.traces.values.units import Unit, find_unit, unit_of_field
from evidencelab.traces.values.value_moments import bare_days
from evidencelab.traces.values.value_token import ValueToken, even
from evidencelab.traces.wording.words import words_of

_MEASURED = ("value", "result", "reading", "amount", "measurement", "quantity")
_UNIT_BESIDE = re.compile(r"(?:^|[\s,.;])units?=([^\s,;]+)")
_UNIT_OF = re.compile(r"(?:^|[\s.,])\w*units?\.(\w+)=([^\s,;]+)")
_LONG = 24
"""Words of a line from which it is too long to govern the lines below it."""


class LaidLine(NamedTuple):
    """One line of one evidence ref.

    Attributes:
        raw_path: The ref's locator.
        text: The line.
        words: Its own words.
        context: Words that govern it.
        header: The column names that stand above it.
        units: The units that the call tells of its fields, by field.
    """

    raw_path: str
    text: str
    words: frozenset[str]
    context: frozenset[str]
    header: Header | None
    units: Mapping[str, Unit | None]


class TitledToken(NamedTuple):
    """A value with the title of the table column it stands in, or an empty text."""

    token: ValueToken
    title: str


def words_about(call: ToolInvocation) -> frozenset[str]:
    """Give the words of a call's name and arguments."""
    return words_of(call.tool_name.replace("_", " ")) | words_of(flat_text(call.arguments))


def laid_out(call: ToolInvocation) -> Iterator[LaidLine]:
    """Give the lines of a recorded call's refs, in order."""
    details = call.retrieval_details
    refs = () if details is None else details.evidence_refs or ()
    about = words_about(call)
    rows = rows_of(refs)
    units = {field.lower(): find_unit(unit)[0] for ref in refs for field, unit in _UNIT_OF.findall(ref.text)}
    header: Header | None = None
    texts = [[line for line in unwrapped(ref.text) if line.strip()] for ref in refs]
    every = [line for of_ref in texts for line in of_ref]
    ruled = {line for line, below in pairwise(every) if "|" in line and "+" in below and is_rule(below)}
    lines = iter([line for line in every if not is_rule(line)][1:])
    header_words: frozenset[str] = frozenset()
    above: list[tuple[int, frozenset[str]]] = []
    for ref, of_ref in zip(refs, texts, strict=True):
        cell = CELL.fullmatch(ref.raw_path) if rows else None
        if cell is not None:
            header = Header((cell[1],))
            header_words = rows.get(cell[2], frozenset())
        path_words = words_of(re.sub(r"\[\d+\]|\$", " ", ref.raw_path)) - {"lin"}
        for line in of_ref:
            if is_rule(line):
                continue
            following = next(lines, "")
            for piece in pieces_of(line):
                own = words_of(piece)
                indent = len(piece) - len(piece.lstrip())
                while above and above[-1][0] >= indent:
                    above.pop()
                governing = frozenset[str]().union(*(words for _, words in above[-3:]))
                context = (about | path_words | header_words | governing) - own
                yield LaidLine(ref.raw_path, piece, own, context, header, units)
                if indent == 0 and len(above) == 0 and len(own) > _LONG:
                    continue
                above.append((indent, own if len(own) <= _LONG else frozenset()))
            found = Header(tuple(cells_of(line))) if line in ruled else header_of(line, following)
            if found is not None:
                header = found
                header_words = words_of(line)


def tokens_of(
    text: str, header: Header | None = None, units: Mapping[str, Unit | None] | None = None
) -> Iterator[TitledToken]:
    """Find the values of a line; a bare number takes the unit that its field or the reply gives it.

    Args:
        text: The line.
        header: The column names that stand above it.
        units: The units that the reply tells of its fields.
    """

    def title_at(start: int) -> str:
        return header.title_at(text, start) if header is not None else ""

    plain = value_tokens(uncomma(text, header))
    taken = {token.start for token in plain if token.kind == "moment"}
    days = bare_days(even(text), lambda start: field_of(text, start) or title_at(start))
    bare = (day for day in days if day.start not in taken)
    for token in (*plain, *spaced_numbers(text), *bare):
        title = title_at(token.start)
        if token.unit is not None and token.unit.name == "us" and text.lstrip().startswith("%Cpu"):
            token = token._replace(unit=find_unit("%")[0])
        if token.unit is not None and token.unit.name == "pp":
            # points, or per person
            token = token._replace(unit=None)
        if token.kind == "number" and token.unit is None:
            field = field_of(text, token.start) or title
            own = units.get(field.lower()) if units else None
            if own is None and field.lower() in _MEASURED:
                spelled = _UNIT_BESIDE.search(text)
                own = find_unit(spelled[1])[0] if spelled else None
            token = token._replace(unit=own or unit_of_field(field))
        yield TitledToken(token, title)
