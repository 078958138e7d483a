"""Plain text: one record a physical line, an indented continuation joined to the line above it.

It must not know what the lines say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """A line with its continuations, and the 0-based `number` of the physical line it begins on."""

    number: int
    text: str


def read_lines(text: str) -> Iterator[Line]:
    """Cut a text into lines; blank ones are skipped but counted.

    A line belongs to the one above where it is indented deeper than that one begins, so that a
    stack trace or a wrapped value stays with its head, and a text that is indented as a whole
    still falls into its lines.
    """
    head: int | None = None
    parts: list[str] = []
    depth = 0
    for number, raw in enumerate(text.split("\n")):
        line = raw.rstrip("\r")
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if head is not None and indent > depth:
            parts.append(line)
            continue
        if head is not None:
            yield Line(head, "\n".join(parts))
        head, parts, depth = number, [line], indent
    if head is not None:
        yield Line(head, "\n".join(parts))
