"""One statement of an answer, and what the structure around it says of it: cells, columns.

It must not know how an answer is cut into statements.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

StatementKind = Literal["sentence", "bullet", "row", "code", "heading"]


class Statement(NamedTuple):
    """One piece of an answer that stands or falls by itself.

    Attributes:
        number: 1-based place in the trace's judged messages.
        kind: What it is in the text.
        text: The piece, as it stands; of a structure, a field as `label: value`, a record as a table's row.
        start: First code point of what says so in the message.
        end: One past its last code point.
        sections: The headings above it, outermost first.
        parents: The lead-in and the bullets it stands under, and a row's column names.
        language: A code block's language tag.
        block: Number of the list, table or paragraph it belongs to.
        message: Index of the message among those judged.
        is_field: Whether it is a field or a row of a structure, under keys that the agent may have chosen.
        is_fenced: Whether that structure is a block of code.
    """

    number: int
    kind: StatementKind
    text: str
    start: int
    end: int
    sections: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    language: str = ""
    block: int = 0
    message: int = 0
    is_field: bool = False
    is_fenced: bool = False


def row_cells(row: str) -> tuple[str, ...]:
    """Give the cells of a row of an answer's table, without marks of emphasis."""
    return tuple(plain_text(cell) for cell in row.strip().strip("|").split("|"))


def plain_text(text: str) -> str:
    """Take off Markdown's marks of emphasis and a closing colon."""
    return re.sub(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", text).strip().rstrip(":：").strip()


def title_of(statement: Statement, start: int) -> str:
    """Give the title of the column that an offset of a table's row stands in; empty for other statements."""
    if statement.kind != "row":
        return ""
    n_cells = statement.text.strip().strip("|").count("|") + 1
    titles = statement.parents[-n_cells:]
    at = statement.text[:start].lstrip().removeprefix("|").count("|")
    return titles[at] if at < len(titles) == n_cells else ""
