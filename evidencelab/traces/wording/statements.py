"""Cut an answer into statements: sentences, bullets, table rows, code blocks; Chinese like English.

A statement knows the headings, the lead-in and the parent bullets it stands under, since they say what
it is about. Whether it is true, advice or opinion is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

from evidencelab.traces.wording.fields import Field, fields_of, printed_fields
from evidencelab.traces.wording.sentences import sentence_spans
from evidencelab.traces.wording.statement import Statement, StatementKind, plain_text, row_cells
from evidencelab.traces.wording.structures import Items, Record, Scalar, Structures
from evidencelab.traces.wording.written_calls import outside_calls, without_calls, written_calls

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)")
_HEADING = re.compile(r"^[ \t]*(#{1,6})[ \t]+(.*?)[ \t#]*$")
_BOLD_LINE = re.compile(r"^[ \t]*(?:\d{1,2}[.)][ \t]+)?(\*\*|__)([^*_]{1,120}?)\1[ \t]*[:：]?[ \t]*$")
_BULLET = re.compile(r"^([ \t]*)(?:([-*+•‣◦–·▪●○✓✔✅❌⚠️]+)|(\(?\d{1,3}[.)、）]|[①-⑳]|[a-z][.)]))[ \t]+")
_TABLE_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*(?:\|[ \t]*)?$")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_TRAILING_LEAD = re.compile(r"[:：]\s*[*_]*\s*$")
_CLOSING = " \n\"')]*_”’」"
_FEWEST_WORDS = 4
_CHINESE_END = re.compile(r"[。！？]")
_DEEPEST = 3
"""Structures within the texts of structures that are read."""
_LABEL = re.compile(r"(?:\*\*|__)[^*_\n]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)\s*[:：])")
_BOLD_LEVEL = 7


class _Line(NamedTuple):
    text: str
    start: int


def split_statements(text: str, *, first_number: int = 1, message: int = 0) -> tuple[Statement, ...]:
    """Cut a message into statements, in order.

    A structure, JSON or as Python prints it, is cut into its fields: one statement a leaf, `label: value`,
    one a record where records lie side by side, and a text of sentences like a message of its own.

    Args:
        text: The message.
        first_number: Number of its first statement.
        message: Index of the message, handed on.
    """
    found = _Splitter(text).statements()
    return tuple(
        piece._replace(number=first_number + index, message=message) for index, piece in enumerate(found)
    )


class _Splitter:
    """Reads a message line by line, keeping what stands above."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.calls = written_calls(text)
        self.text = without_calls(text, self.calls)
        self.depth = depth
        self.structures = Structures(self.text)
        self.sections: list[tuple[int, str]] = []
        self.bullets: list[tuple[int, str]] = []
        self.lead = ""
        self.lead_block = 0
        self.block = 0
        self.item_indent: int | None = None
        self.is_within_item = False

    def statements(self) -> Iterator[Statement]:
        lines = list(self._lines())
        at = 0
        header: tuple[str, ...] = ()
        while at < len(lines):
            line = lines[at]
            fence = _FENCE.match(line.text)
            if fence:
                at = yield from self._code(lines, at, fence)
                continue
            if not line.text.strip() or _RULE.match(line.text):
                at += 1
                if not line.text.strip():
                    self.block += 1
                continue
            structure = self.structures.in_line(line.text, line.start) if self.depth <= _DEEPEST else None
            if structure is not None:
                at = yield from self._around(lines, at, structure)
                continue
            if _TABLE_ROW.match(line.text) or (header and "|" in line.text):
                following = lines[at + 1].text if at + 1 < len(lines) else ""
                if _TABLE_RULE.match(following) and "|" in following:
                    header = row_cells(line.text)
                    at += 2
                    continue
                yield self._piece("row", line.text, line.start, extra=header)
                at += 1
                continue
            header = ()
            heading = _HEADING.match(line.text)
            if heading:
                yield from self._heading(len(heading[1]), heading[2], line)
            elif bold := _BOLD_LINE.match(line.text):
                yield from self._heading(_BOLD_LEVEL, line.text.strip(), line)
                lead = line.text[: bold.start(1)]
                self.item_indent = len(lead) - len(lead.lstrip()) if lead.strip() else None
            else:
                at = yield from self._prose(lines, at)
                continue
            at += 1

    def _lines(self) -> Iterator[_Line]:
        position = 0
        for raw in self.text.splitlines(keepends=True):
            text = raw.rstrip("\r\n")
            quote = re.match(r"[ \t]*>+[ \t]?", text)
            skipped = quote.end() if quote else 0
            yield _Line(text[skipped:], position + skipped)
            position += len(raw)

    def _heading(self, level: int, title: str, line: _Line) -> Iterator[Statement]:
        self.block += 1
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.bullets, self.lead, self.item_indent, self.is_within_item = [], "", None, False
        yield self._piece("heading", line.text, line.start)
        self.sections.append((level, plain_text(title)))

    def _code(self, lines: list[_Line], at: int, fence: re.Match[str]) -> Generator[Statement, None, int]:
        mark, language = fence[1], fence[2]
        last = at + 1
        while last < len(lines) and not lines[last].text.strip().startswith(mark):
            last += 1
        body = lines[at + 1 : last]
        if any(line.text.strip() for line in body):
            start, end = body[0].start, body[-1].start + len(body[-1].text)
            piece = self._piece("code", self.text[start:end], start)._replace(language=language.lower())
            is_quoted = any(line.text and line.start and self.text[line.start - 1] == ">" for line in body)
            fields = [] if is_quoted else printed_fields(self.text, start, end, piece.language)
            if fields:
                self.block += 1
                for field in self._fields(fields):
                    yield field._replace(is_fenced=True)
                self.block += 1
            else:
                yield piece
        return last + 1

    def _around(
        self, lines: list[_Line], at: int, structure: Record | Items
    ) -> Generator[Statement, None, int]:
        """Read a structure between what its lines say in front of it and behind it."""
        line = lines[at]
        head = line.text[: structure.start - line.start].rstrip()
        if head.strip():
            yield from self._prose([line._replace(text=head)], 0)
        self.block += 1
        following: Record | Items | None = structure
        while following is not None:
            structure = following
            yield from self._fields(list(fields_of(structure)))
            self.block += 1
            following = self.structures.behind(structure)
        while at < len(lines) and lines[at].start + len(lines[at].text) <= structure.end:
            at += 1
        if at < len(lines) and lines[at].start < structure.end:
            rest = lines[at].text[structure.end - lines[at].start :]
            lines[at] = _Line(rest, structure.end)
        return at

    def _fields(self, fields: list[Field]) -> Iterator[Statement]:
        """Give the statements of a structure's fields; what says sentences is read like a message."""
        for field in fields:
            if field.value is None:
                said = f"| {' | '.join(field.cells)} |"
                row = self._piece("row", said, field.start, extra=(*field.path, *field.titles))
                yield row._replace(end=field.end, is_field=True)
                continue
            told = self._told(field.value) if field.value.is_text else []
            under = (*field.path, field.label) if field.label else field.path
            if told:
                outer = self._piece("bullet", "", 0, extra=under)
                block = self.block
                for piece in told:
                    self.block = block + piece.block
                    yield piece._replace(
                        start=field.value.at(piece.start),
                        end=field.value.at(piece.end),
                        sections=(*outer.sections, *piece.sections),
                        parents=(*outer.parents, *piece.parents),
                        block=self.block,
                    )
            elif re.search(r"\w", field.value.text):
                has_label = field.label and not (field.is_listed and len(field.value.text.split()) > 2)
                said = f"{field.label}: {field.value.text}" if has_label else field.value.text
                bullet = self._piece("bullet", said, field.start, extra=field.path if has_label else under)
                yield bullet._replace(end=field.end, is_field=True)

    def _told(self, value: Scalar) -> list[Statement]:
        """Cut a text that says sentences or lines; none where it is but a value."""
        if " " not in value.text and not _CHINESE_END.search(value.text):
            return []
        told = list(_Splitter(value.text, self.depth + 1).statements())
        said = value.text.rstrip(_CLOSING)
        is_said = said[-1:] in "。！？" or (said[-1:] in ".!?" and len(said.split()) >= _FEWEST_WORDS)
        return told if len(told) > 1 or (said and is_said) else []

    def _prose(self, lines: list[_Line], at: int) -> Generator[Statement, None, int]:
        """Read a bullet or a paragraph with the lines that were wrapped from it."""
        first = lines[at]
        bullet = _BULLET.match(first.text)
        indent = len(bullet[1].expandtabs(4)) if bullet else len(first.text) - len(first.text.lstrip())
        skip = bullet.end() if bullet else len(first.text) - len(first.text.lstrip())
        start, end = first.start + skip, first.start + len(first.text)
        at += 1
        while at < len(lines) and self._continues(lines[at - 1].text, lines[at].text):
            end = lines[at].start + len(lines[at].text)
            at += 1
        body = self.text[start:end]
        if bullet:
            while self.bullets and self.bullets[-1][0] >= indent:
                self.bullets.pop()
        elif indent == 0:
            self.bullets = []
        else:
            while self.bullets and self.bullets[-1][0] >= indent:
                self.bullets.pop()
        if self._ends_item(indent, bullet) or (not bullet and indent == 0 and _LABEL.match(body)):
            while self.sections and self.sections[-1][0] == _BOLD_LEVEL:
                self.sections.pop()
        if not bullet and indent == 0 and self.block > self.lead_block:
            self.lead = ""
        is_lead = bool(_TRAILING_LEAD.search(body))
        pieces = list(self._sentences(body, start, "bullet" if bullet else "sentence"))
        yield from pieces
        if bullet:
            self.bullets.append((indent, plain_text(body)))
        elif indent == 0 and is_lead and pieces:
            self.lead = plain_text(pieces[-1].text)
            self.lead_block = self.block
        return at

    def _ends_item(self, indent: int, bullet: re.Match[str] | None) -> bool:
        """Tell whether a line ends the item that a numbered bold line opened, whose lines are indented."""
        if self.item_indent is None:
            return False
        if indent > self.item_indent:
            self.is_within_item = True
            return False
        is_next = self.is_within_item and (bullet is None or bullet[3] is not None)
        self.item_indent = None if is_next else self.item_indent
        return is_next

    def _continues(self, above: str, line: str) -> bool:
        """Tell whether a line was wrapped from the one above: it starts small where that one did not end."""
        stripped = line.strip()
        if (
            not stripped
            or _BULLET.match(line)
            or _HEADING.match(line)
            or _FENCE.match(line)
            or "|" in line[:1]
        ):
            return False
        ended = above.rstrip().endswith((".", "!", "?", ":", "。", "！", "？", "：", "；", "  ", "|", "\\"))
        return (
            not ended
            and not above.endswith("  ")
            and len(above) > 60
            and (stripped[0].islower() or stripped[0] in "(`")
        )

    def _sentences(self, body: str, start: int, kind: StatementKind) -> Iterator[Statement]:
        for first, last in sentence_spans(body):
            for left, right in outside_calls(self.calls, start + first, start + last):
                yield from self._trimmed(left, right, kind)

    def _trimmed(self, first: int, last: int, kind: StatementKind) -> Iterator[Statement]:
        piece = self.text[first:last]
        left = len(piece) - len(piece.lstrip())
        piece = piece.strip()
        if re.search(r"\w", piece):
            yield self._piece(kind, piece, first + left)

    def _piece(self, kind: StatementKind, text: str, start: int, extra: tuple[str, ...] = ()) -> Statement:
        parents = tuple(label for _, label in self.bullets)
        lead = (self.lead,) if self.lead else ()
        return Statement(
            0,
            kind,
            text,
            start,
            start + len(text),
            sections=tuple(title for _, title in self.sections),
            parents=(*lead, *parents, *extra),
            block=self.block,
        )
