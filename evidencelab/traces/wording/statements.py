"""Cut an answer into statements: sentences, bullets, table rows, code blocks; Chinese like English.

A statement knows the headings, the lead-in and the parent bullets it stands under, since they say what
it is about. Whether it is true, advice or opinion is not decided here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.traces.wording.sentences import sentence_spans

StatementKind = Literal["sentence", "bullet", "row", "code", "heading"]


class Statement(NamedTuple):
    """One piece of an answer that stands or falls by itself.

    Attributes:
        number: 1-based place in the trace's judged messages.
        kind: What it is in the text.
        text: The piece, as it stands.
        start: First code point in the message; -1 where the piece was put together.
        end: One past its last code point.
        sections: The headings above it, outermost first.
        parents: The lead-in and the bullets it stands under, and a row's column names.
        language: A code block's language tag.
        block: Number of the list, table or paragraph it belongs to.
        message: Index of the message among those judged.
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


_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)")
_HEADING = re.compile(r"^[ \t]*(#{1,6})[ \t]+(.*?)[ \t#]*$")
_BOLD_LINE = re.compile(r"^[ \t]*(?:\d{1,2}[.)][ \t]+)?(\*\*|__)([^*_]{1,120}?)\1[ \t]*[:：]?[ \t]*$")
_BULLET = re.compile(r"^([ \t]*)(?:([-*+•‣◦–·▪●○✓✔✅❌⚠️]+)|(\(?\d{1,3}[.)、）]|[①-⑳]|[a-z][.)]))[ \t]+")
_TABLE_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*(?:\|[ \t]*)?$")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_TRAILING_LEAD = re.compile(r"[:：]\s*[*_]*\s*$")


_LABEL = re.compile(r"(?:\*\*|__)[^*_\n]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)\s*[:：])")
_BOLD_LEVEL = 7


class _Line(NamedTuple):
    text: str
    start: int


def split_statements(text: str, *, first_number: int = 1, message: int = 0) -> tuple[Statement, ...]:
    """Cut a message into statements, in order.

    An answer that is a JSON object is cut into its fields, one statement a leaf.

    Args:
        text: The message.
        first_number: Number of its first statement.
        message: Index of the message, handed on.
    """
    found = list(_fields_of_json(text)) or list(_Splitter(text).statements())
    return tuple(
        piece._replace(number=first_number + index, message=message) for index, piece in enumerate(found)
    )


def _fields_of_json(text: str) -> Iterator[Statement]:
    stripped = text.strip()
    if not (stripped.startswith("{") and stripped.endswith("}")):
        return
    try:
        value: JsonValue = json.loads(stripped)
    except (ValueError, RecursionError):
        return
    for path, leaf in _leaves(value, ()):
        said = leaf if isinstance(leaf, str) else json.dumps(leaf, ensure_ascii=False)
        line = f"{path[-1] if path else ''}: {said}"
        yield Statement(0, "bullet", line, -1, -1, parents=tuple(path[:-1]))


def _leaves(value: JsonValue, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, path)
    elif value is not None:
        yield path, value


class _Splitter:
    """Reads a message line by line, keeping what stands above."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sections: list[tuple[int, str]] = []
        self.bullets: list[tuple[int, str]] = []
        self.lead = ""
        self.lead_block = 0
        self.block = 0

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
            elif _BOLD_LINE.match(line.text):
                yield from self._heading(_BOLD_LEVEL, line.text.strip(), line)
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
        self.bullets, self.lead = [], ""
        yield self._piece("heading", line.text, line.start)
        self.sections.append((level, _plain(title)))

    def _code(self, lines: list[_Line], at: int, fence: re.Match[str]) -> Generator[Statement, None, int]:
        mark, language = fence[1], fence[2]
        last = at + 1
        while last < len(lines) and not lines[last].text.strip().startswith(mark):
            last += 1
        body = lines[at + 1 : last]
        if any(line.text.strip() for line in body):
            end = body[-1].start + len(body[-1].text)
            piece = self._piece("code", self.text[body[0].start : end], body[0].start)
            yield piece._replace(language=language.lower())
        return last + 1

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
        if not bullet and indent == 0 and _LABEL.match(body):
            while self.sections and self.sections[-1][0] == _BOLD_LEVEL:
                self.sections.pop()
        if not bullet and indent == 0 and self.block > self.lead_block:
            self.lead = ""
        is_lead = bool(_TRAILING_LEAD.search(body))
        pieces = list(self._sentences(body, start, "bullet" if bullet else "sentence"))
        yield from pieces
        if bullet:
            self.bullets.append((indent, _plain(body)))
        elif indent == 0 and is_lead and pieces:
            self.lead = _plain(pieces[-1].text)
            self.lead_block = self.block
        return at

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
            yield from self._trimmed(body, first, last, start, kind)

    def _trimmed(
        self, body: str, first: int, last: int, start: int, kind: StatementKind
    ) -> Iterator[Statement]:
        piece = body[first:last]
        left = len(piece) - len(piece.lstrip())
        piece = piece.strip()
        if re.search(r"\w", piece):
            yield self._piece(kind, piece, start + first + left)

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


def row_cells(row: str) -> tuple[str, ...]:
    """Give the cells of a row of an answer's table, without marks of emphasis."""
    return tuple(_plain(cell) for cell in row.strip().strip("|").split("|"))


def _plain(text: str) -> str:
    """Take off Markdown's marks of emphasis and a closing colon."""
    return re.sub(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", text).strip().rstrip(":：").strip()


def title_of(statement: Statement, start: int) -> str:
    """Give the title of the column that an offset of a table's row stands in; empty for other statements."""
    cells = row_cells(statement.text) if statement.kind == "row" else ()
    titles = statement.parents[-len(cells) :] if cells else ()
    at = statement.text[:start].lstrip().removeprefix("|").count("|")
    return titles[at] if len(titles) == len(cells) and at < len(titles) else ""
