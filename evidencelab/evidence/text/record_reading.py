"""Read the records of a text but for the rows of its tables, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evidencelab.evidence.text.record_lines import read_lines
from evidencelab.evidence.text.record_objects import read_elements, read_inserts, read_leaves, read_objects
from evidencelab.evidence.text.records import Record, Words

if TYPE_CHECKING:
    from evidencelab.evidence.text.prepared_text import PreparedText

_WIDE = "\u3000"
_CELL_BLANKS = frozenset(("\t", _WIDE))
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
    """Return the folded text with the tabs and wide blanks of the original, where characters fold one to one.

    A wide blank, which stands between cells in Chinese as a tab does, is told as one.
    """
    original = text.original
    if ("\t" not in original and _WIDE not in original) or len(original) != len(text.folded):
        return text.folded
    return "".join(
        "\t" if own in _CELL_BLANKS and folded == " " else folded
        for own, folded in zip(original, text.folded, strict=True)
    )
