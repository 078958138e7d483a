"""Read objects, elements with attributes, samples with labels and inserted rows as records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.records import Record, Words
from evidencelab.evidence.text.tokens import tokenise

_PART = late_pattern(
    r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'(?=\s*[:,}\]])|[{}\[\]:,]"
    r"|[^\s{}\[\]:,\"']+(?:[ ][^\s{}\[\]:,\"']+)*|[\"']"
)
_OPENS = late_pattern(r"\{(?=\s*[\"'])")
_ESCAPED = '\\"'
_EPOCH = late_pattern(r"1\d{9}(?:\d{3})?(?:\.\d+)?")
_SAMPLE = late_pattern(r"^[ \t]*([A-Za-z_:][\w:.]*)\{([^{}\n]*)\}[ \t]+(\S+)", re.MULTILINE)
_LABEL = late_pattern(r"([A-Za-z_][\w.]*)=(\"(?:[^\"\\\n]|\\.)*+\")")
_ELEMENT = late_pattern(r"<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))+)\s*/?>")
_ATTRIBUTE = late_pattern(r"([\w:.-]+)\s*=\s*(\"[^\"<>]*\"|'[^'<>]*')")
_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*"
_LEAF = late_pattern(rf"<([A-Za-z][\w:.-]*)({_ATTRIBUTES})\s*>([^<>]+)</\1\s*>")
_AROUND_LEAF = late_pattern(rf"<([A-Za-z][\w:.-]*)({_ATTRIBUTES})\s*>\s*\Z")
_MAX_DEPTH = 64
"""Objects and lists in one another beyond which what holds them is not read."""
_MAX_TAG = 400
_MAX_LEAVES = 2000
_INSERT = late_pattern(r"insert\s+into\s+[^\s(]+\s*\(([^()]*)\)\s*values\b", re.IGNORECASE)
_TUPLE = late_pattern(r"[\s,]*\(((?:[^()'\n]|'[^'\n]*')*)\)")
_CELL = late_pattern(r"\s*+('[^'\n]*'|[^,'\n]*+)\s*+(?:,|\Z)")


class _Open:
    """An object or a list whose end has not been met.

    Attributes:
        record: The object; for a list, the record that its objects lie in.
        key: Stretch of the key it is the value of, or that its next member has.
        scalars: Stretches of the values of a list.
    """

    __slots__ = ("begin", "expects", "is_list", "key", "outer", "record", "scalars")

    def __init__(
        self, record: Record | None, is_list: bool, begin: int, outer: tuple[int, int] | None
    ) -> None:
        self.record = record
        self.is_list = is_list
        self.begin = begin
        self.outer = outer
        self.key: tuple[int, int] | None = None
        self.expects = "value" if is_list else "key"
        self.scalars: list[tuple[int, int]] | None = []


def read_objects(words: Words) -> list[Record]:
    """Read the objects of a text, the outer ones first; what is no well-formed object is left out."""
    reader = _Reader(words)
    found: list[Record] = []
    position = 0
    while True:
        opening = _OPENS.search(reader.source, position)
        if opening is None:
            return found
        root, position = reader.read(opening.start())
        if root is not None:
            found += root.all_below()


class _Reader:
    """Reads objects where quote marks are still escaped: in the original, where the text escapes any."""

    __slots__ = ("source", "words")

    def __init__(self, words: Words) -> None:
        self.words = words
        self.source = words.text.original if _ESCAPED in words.text.original else words.text.folded

    def _folded(self, span: tuple[int, int]) -> tuple[int, int]:
        return span if self.source is self.words.text.folded else self.words.folded_span(*span)

    def _within(self, span: tuple[int, int]) -> tuple[str, ...]:
        return self.words.within(*self._folded(span))

    def _add_field(self, record: Record, key: tuple[int, int] | None, value: tuple[int, int]) -> None:
        record.fields.append(self.words.field(self._folded(key) if key else None, self._folded(value)))

    def read(self, start: int) -> tuple[Record | None, int]:
        """Read the object that opens at an offset; None where it is none. Also return where reading ended."""
        root = Record()
        stack = [_Open(root, False, start, None)]
        position = start + 1
        for part in _PART.finditer(self.source, start + 1):
            begin, position = part.span()
            sign = part.group()
            top = stack[-1]
            if sign in "}]":
                if top.is_list != (sign == "]") or top.expects == "colon":
                    return None, position
                stack.pop()
                if not stack:
                    return root, position
                self._close_list(top, stack[-1], position)
            elif sign == ",":
                if top.expects != "comma":
                    return None, position
                top.expects = "value" if top.is_list else "key"
            elif top.expects == "key" and sign[0] in "\"'" and len(sign) > 1:
                top.key, top.expects = (begin + 1, position - 1), "colon"
            elif sign == ":" and top.expects == "colon":
                top.expects = "value"
            elif top.expects != "value" or sign in {":", '"', "'"}:
                return None, position
            elif sign in "{[":
                if len(stack) == _MAX_DEPTH:
                    return None, begin
                stack.append(self._open(top, sign == "[", begin))
            else:
                top.expects = "comma"
                if not top.is_list and top.record is not None:
                    self._add_field(top.record, top.key, (begin, position))
                elif top.scalars is not None:
                    top.scalars.append((begin, position))
        return None, position

    def _open(self, top: _Open, is_list: bool, begin: int) -> _Open:
        top.expects = "comma"
        key = top.outer if top.is_list else top.key
        if is_list:
            return _Open(top.record, True, begin, key)
        top.scalars = None
        heading = self._within(key) if key else ()
        span = self._folded(key or (begin, begin))
        return _Open(Record(top.record, heading, span), False, begin, key)

    def _close_list(self, closed: _Open, around: _Open, end: int) -> None:
        """Keep a list of plain values as one field; of a time and its value, the value."""
        if not closed.is_list:
            return
        if around.is_list or not closed.scalars or around.record is None:
            around.scalars = None
            return
        value = (closed.begin + 1, end - 1)
        if len(closed.scalars) == 2 and _EPOCH.fullmatch(self.source, *closed.scalars[0]):
            value = closed.scalars[1]
        self._add_field(around.record, around.key, value)


def read_elements(words: Words) -> Iterator[Record]:
    """Read elements with attributes, and samples with labels in front of their value."""
    folded = words.text.folded
    if "=" not in folded:
        return
    for sample in _SAMPLE.finditer(folded) if "{" in folded else ():
        record = Record(None, words.within(*sample.span(1)), sample.span(1))
        for label in _LABEL.finditer(folded, *sample.span(2)):
            record.fields.append(words.field(label.span(1), label.span(2)))
        record.fields.append(words.field(sample.span(1), sample.span(3), False))
        yield record
    for element in _ELEMENT.finditer(folded) if "<" in folded else ():
        record = Record(None, words.within(*element.span(1)), element.span(1))
        for attribute in _ATTRIBUTE.finditer(folded, *element.span(2)):
            record.fields.append(words.field(attribute.span(1), attribute.span(2)))
        yield record


def read_leaves(words: Words) -> Iterator[Record]:
    """Read elements that hold only text, side by side, as the fields of the element around them.

    What their attributes say, such as a unit, is said of the value and may stand in brackets behind it.
    """
    original = words.text.original
    if "</" not in original:
        return
    record = Record()
    end = -1
    for leaf in islice(_LEAF.finditer(original), _MAX_LEAVES):
        if end < 0 or original[end : leaf.start()].strip():
            if record.fields:
                yield record
            record = _element_around(words, leaf.start())
        end = leaf.end()
        field = words.field(words.folded_span(*leaf.span(1)), words.folded_span(*leaf.span(3)))
        attributes = [
            f"{found[1]} {found[2][1:-1]}" for found in _ATTRIBUTE.finditer(original, *leaf.span(2))
        ]
        if attributes:
            said = f"({', '.join(attributes)})"
            value = (*field.value, *tokenise(said.lower()))
            field = field._replace(value=value, raw=f"{field.raw} {said}")
        record.fields.append(field)
    if record.fields:
        yield record


def _element_around(words: Words, start: int) -> Record:
    """Make a record of the element whose first child begins at an offset of the original."""
    begin = max(0, start - _MAX_TAG)
    around = _AROUND_LEAF.search(words.text.original[begin:start])
    if around is None:
        return Record()
    name = words.folded_span(begin + around.start(1), begin + around.end(1))
    record = Record(None, words.within(*name), name)
    for found in _ATTRIBUTE.finditer(around[2]):
        shift = begin + around.start(2)
        key, value = ((shift + found.start(part), shift + found.end(part)) for part in (1, 2))
        record.fields.append(words.field(words.folded_span(*key), words.folded_span(*value)))
    return record


def read_inserts(words: Words) -> Iterator[Record]:
    """Read rows that a statement puts into columns it names."""
    folded = words.text.folded
    for statement in _INSERT.finditer(folded):
        heads = _cells(folded, *statement.span(1))
        position = statement.end()
        while True:
            row = _TUPLE.match(folded, position)
            if row is None:
                break
            position = row.end()
            cells = _cells(folded, *row.span(1))
            if len(cells) != len(heads):
                continue
            record = Record(is_row=True)
            for head, cell in zip(heads, cells, strict=True):
                record.fields.append(words.field(head, cell, False))
            yield record


def _cells(folded: str, start: int, end: int) -> list[tuple[int, int]]:
    cells = []
    position = start
    while position <= end:
        cell = _CELL.match(folded, position, end)
        if cell is None:
            return []
        begin = cell.start(1)
        cells.append((begin, begin + len(cell.group(1).rstrip())))
        if cell.end() >= end and folded[cell.end() - 1] != ",":
            break
        position = cell.end()
    return cells
