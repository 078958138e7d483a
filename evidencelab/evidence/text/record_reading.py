"""Read the records of a text but for the rows of its tables, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evidencelab.evidence.text.record_lines import read_lines
from evidencelab.evidence.text.record_objects import read_elements, read_inserts, read_leaves, read_objects
from evidencelab.evidence.text.records import Record, Words

if TYPE_CHECKING:
    from evidencelab.evidence.text.prepared_text import PreparedText

MAX_LENGTH = 200_000
"""Folded characters of a text beyond which no records are looked for."""


def read_records(text: PreparedText) -> list[Record]:
    """Read the objects, elements, samples, inserted rows, lines of pairs and blocks of a text."""
    if len(text.folded) > MAX_LENGTH:
        return []
    words = Words(text)
    records = read_objects(words)
    records += read_elements(words)
    records += read_leaves(words)
    records += read_inserts(words)
    return records + read_lines(words, with_tabs(text))


def with_tabs(text: PreparedText) -> str:
    """Return the folded text with the tabs that were folded to blanks, where characters fold one to one."""
    if "\t" not in text.original or len(text.original) != len(text.folded):
        return text.folded
    return "".join(
        "\t" if original == "\t" and folded == " " else folded
        for original, folded in zip(text.original, text.folded, strict=True)
    )
