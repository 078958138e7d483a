"""Read a structure in an answer, JSON or as Python prints it, with the offsets of what it holds.

It knows what is well-formed; which of it are fields and rows is the business of `fields`.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias


class Scalar(NamedTuple):
    """A text, a number or a word like `true`.

    Attributes:
        text: What it reads, escapes undone.
        start: First code point of what is written, quotes left out.
        end: One past its last.
        is_text: Whether it stands in quotes.
        offsets: Where each code point of `text` is written, and its end; empty where nothing is escaped.
    """

    text: str
    start: int
    end: int
    is_text: bool = False
    offsets: tuple[int, ...] = ()

    @property
    def is_null(self) -> bool:
        """Whether it says that there is nothing."""
        return not self.is_text and self.text in ("null", "None")

    def at(self, offset: int) -> int:
        """Give where an offset of the text is written."""
        return self.offsets[offset] if self.offsets else self.start + offset


class Record(NamedTuple):
    """An object: its keys with their values, in order."""

    items: tuple[tuple[Scalar, Node], ...]
    start: int
    end: int


class Items(NamedTuple):
    """An array."""

    items: tuple[Node, ...]
    start: int
    end: int


Node: TypeAlias = "Scalar | Record | Items"


_MARK = re.compile(r"\s*([{}\[\]:,])?")
_QUOTED = re.compile(r"\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^'\\]*(?:\\.[^'\\]*)*'", re.DOTALL)
_PLAIN = re.compile(r"-?\d[\d.]*(?:[eE][-+]?\d+)?|true|false|null|True|False|None", re.ASCII)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_WRITTEN = {"n": "\n", "t": "\t", "r": " ", "b": " ", "f": " "}
_DEEPEST = 40


_STRUCTURE = re.compile(
    r"^[ \t]*(?=[{\[])|(?<=[.!?:。！？：])(?:(?<=[。！？：])|[ \t])[ \t]*(?=\{[ \t]*[\"'])"
)
_BEHIND = re.compile(r"[ \t]*(?:[\r\n]|\Z|(?=[{#*])|[ \t](?=\w))")
_BLANK = re.compile(r"[ \t]*(?=\{)")


class StructureError(Exception):
    """No structure stands there; `at` is how far it was read."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def read_structure(text: str, start: int) -> Record | Items:
    """Read the object, or the array of objects, that begins at an offset.

    Raises:
        StructureError: What stands there is none, or is not well-formed.
    """
    node = _Reader(text).node(start, 0)
    if isinstance(node, Scalar) or not node.items:
        raise StructureError(node.end)
    if isinstance(node, Items) and not any(isinstance(item, Record) for item in node.items):
        raise StructureError(node.end)
    return node


class _Reader:
    """Reads one value; a value is read once, whatever comes of it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def node(self, at: int, depth: int) -> Node:
        mark, at = self._mark(at)
        if mark == "" and depth:
            return self._scalar(at)
        if mark not in ("{", "[") or depth > _DEEPEST:
            raise StructureError(at)
        start, closing = at - 1, "}" if mark == "{" else "]"
        fields: list[tuple[Scalar, Node]] = []
        items: list[Node] = []
        sign, after = self._mark(at)
        while sign != closing:
            if mark == "{":
                key = self._scalar(self._mark(at)[1])
                sign, at = self._mark(key.end + 1)
                if not key.is_text or sign != ":":
                    raise StructureError(at)
                value = self.node(at, depth + 1)
                fields.append((key, value))
            else:
                value = self.node(at, depth + 1)
                items.append(value)
            sign, after = self._mark(value.end + int(isinstance(value, Scalar) and value.is_text))
            if sign not in (",", closing):
                raise StructureError(after)
            at = after
        return Record(tuple(fields), start, after) if mark == "{" else Items(tuple(items), start, after)

    def _mark(self, at: int) -> tuple[str, int]:
        found = _MARK.match(self.text, at)
        return (found[1] or "", found.end()) if found else ("", at)

    def _scalar(self, at: int) -> Scalar:
        quoted = _QUOTED.match(self.text, at)
        if quoted:
            return _unescaped(quoted[0][1:-1], at + 1)
        plain = _PLAIN.match(self.text, at)
        if plain is None:
            raise StructureError(at)
        return Scalar(plain[0], at, plain.end())


def _unescaped(raw: str, start: int) -> Scalar:
    """Undo the escapes of a text, keeping where each code point is written."""
    end = start + len(raw)
    if "\\" not in raw:
        return Scalar(raw, start, end, is_text=True)
    pieces: list[str] = []
    offsets: list[int] = []
    at = 0
    for found in _ESCAPE.finditer(raw):
        pieces.append(raw[at : found.start()])
        offsets += range(start + at, start + found.start())
        said = _WRITTEN.get(found[3], found[3]) if found[3] else _coded(found[1], found[2])
        pieces.append(said)
        offsets += [start + found.start()] * len(said)
        at = found.end()
    pieces.append(raw[at:])
    offsets += range(start + at, end + 1)
    return Scalar("".join(pieces), start, end, True, tuple(offsets))


def _coded(high: str, low: str | None) -> str:
    code = int(high, 16)
    if 0xD800 <= code < 0xDC00 and low:
        return chr(0x10000 + ((code - 0xD800) << 10) + int(low, 16) - 0xDC00)
    second = "" if low is None else "\ufffd"
    return ("\ufffd" if 0xD800 <= code < 0xE000 else chr(code)) + second


class Structures:
    """Finds the structures within the lines of a text, each place read once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._read = 0

    def in_line(self, line: str, start: int) -> Record | Items | None:
        """Read the structure that begins a line, or goes on behind a sentence or a lead-in of it.

        What is glued to the text in front of it, or has no line to its end, is part of what is said.

        Args:
            line: The line.
            start: Where it stands in the text.
        """
        for found in _STRUCTURE.finditer(line):
            node = self.at(start + found.end())
            if node is not None and (found.start() == 0 or len(node.items) > 1):
                return node
        return None

    def behind(self, node: Record | Items) -> Record | Items | None:
        """Read the structure that follows on one of the same line."""
        blank = _BLANK.match(self.text, node.end)
        return self.at(blank.end()) if blank else None

    def at(self, start: int) -> Record | Items | None:
        """Read the structure that begins at an offset and has the rest of the line, or a blank, behind it."""
        if start < self._read:
            return None
        try:
            node = read_structure(self.text, start)
        except StructureError as ended:
            self._read = ended.at
            return None
        self._read = node.end
        return node if _BEHIND.match(self.text, node.end) else None
