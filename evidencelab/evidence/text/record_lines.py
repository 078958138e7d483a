"""Read lines of pairs, and blocks of lines that lie in one another by their indent, as records."""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.records import Field, Record, Words

_COMMENT = late_pattern(r"\s*(?:#(?!\w)|;|//|--\s)")
_CHANGE = late_pattern(r"^(?:@@ |[+-]{3} |\+\s*[A-Za-z])", re.MULTILINE)
"""Of lines that are added and removed, a block holds what no one state of it holds."""
_SECTION = late_pattern(
    r"\s*(?:\[([^\[\]\n]{1,60})\]|#{1,6} +([^\s=][^\n=]{0,79})|={2,} *(\S[^=\n]{0,60}?) *={2,})\s*"
)
_KIND_AND_NAME = late_pattern(r"\s*[A-Z]{3,20}:?\s+([^\s:=]{2,80})\s*")
"""A line that names a thing behind what it is, all in capitals."""
_KEY = r"[^\W\d_][^\s:=,;\"'{}\[\]<>|]*(?: [^\s:=,;\"'{}\[\]<>|]+){0,3}"
_PAIR = late_pattern(rf"({_KEY})\s*(?::(?=\s|[^\x00-\x7f])|=(?!=)|:\Z)\s*(.*)")
_WORD_PAIR = late_pattern(r"([^\W\d_][^\s:=,;\"'{}()\[\]<>|]*) ([^\s,;|]+)")
_IN_MAP = late_pattern(r"([^\W\d][\w.-]*): (\"[^\"\n]*\"|'[^'\n]*'|[^\s,{}\"'][^,{}\n]*)(?=[,}])")
_MAP = late_pattern(rf"\{{\s*{_IN_MAP.pattern}(?:,\s*{_IN_MAP.pattern})*\s*\}}")
"""A map in braces whose keys need no quote marks."""
_EQUALS = late_pattern(
    r"(?<![\w.-])([^\W\d_][\w.-]*)=(\"[^\"\n]*\"|'[^'\n]*'"
    r"|[^\s\"',;()]++(?:(?: [^\W\d][\w-]{0,30}+){1,5}+(?=[,;] ?[^\W\d_][\w.-]{0,40}+=))?)"
)
"""A pair; up to the comma in front of the next one, its value may be of several words."""
_TALLY = late_pattern(r"\d[\d,]* [^\W\d_]+(?:(?:, | and )\d[\d,]* [^\W\d_]+){2,}(?: in [\d.:]+ ?[a-z]+)?")
_COUNT = late_pattern(r"\d[\d,]* [^\W\d_]+|in [\d.:]+ ?[a-z]+")
"""So many of a kind; a list of them, and how long it took."""
_SPLIT = late_pattern(r"(?<![:=\s])(?:\s{2,}|\t\s*)|\s*\|\s*")
_LIST_SIGN = late_pattern(r"(\s*)- +(?=\S)")
_MAX_LINE = 2000


class _Level(NamedTuple):
    indent: int
    record: Record


def read_lines(words: Words, folded: str) -> list[Record]:
    """Read the lines of a folded text in which tabs have been kept."""
    reader = _Reader(words, folded)
    start = 0
    for line in folded.split("\n"):
        if len(line) <= _MAX_LINE:
            reader.add(line, start)
        start += len(line) + 1
    return reader.found


class _Reader:
    """Puts lines into the blocks they belong to."""

    __slots__ = ("after_blank", "folded", "found", "has_changes", "last", "stack", "words")

    def __init__(self, words: Words, folded: str) -> None:
        self.words = words
        self.folded = folded
        self.found: list[Record] = []
        may_have_changes = "+" in folded or "--- " in folded or "@@ " in folded
        self.has_changes = may_have_changes and _CHANGE.search(folded) is not None
        self.last: tuple[int, Field, Record] | None = None
        self.after_blank = False
        self.stack: list[_Level] = []
        self._open(())

    def _open(self, heading: tuple[str, ...], span: tuple[int, int] = (0, 0)) -> None:
        record = Record(None, heading, span)
        self.found.append(record)
        self.stack = [_Level(-1, record)]
        self.last = None

    def add(self, line: str, start: int) -> None:
        """Read the line that begins at an offset."""
        stripped = line.strip()
        if not stripped:
            self.after_blank = True
            return
        self._add_counts(line, start)
        section = _SECTION.fullmatch(line)
        if section and (self.after_blank or not start or section.lastindex != 2):
            begin, end = section.span(section.lastindex or 0)
            span = start + begin, start + end
            self._open(self.words.within(*span), span)
            self.after_blank = False
            return
        if _COMMENT.match(line):
            return
        kind = _KIND_AND_NAME.fullmatch(line)
        if kind and (self.after_blank or not start):
            span = _shift(kind.span(1), start)
            self._open(self.words.within(*span), span)
            self.after_blank = False
            return
        if stripped[-1] in "{[(" or stripped[0] in "}])":
            # signs, not the indent, hold these lines together
            begin, end = start + len(line) - len(line.lstrip()), start + len(line.rstrip("{[( "))
            self._open(self.words.within(begin, end) if stripped[-1] == "{" else (), (begin, end))
            return
        indent = len(line) - len(line.lstrip())
        item = _LIST_SIGN.match(line)
        if self.after_blank and not indent and not item:
            self._open(())
        self.after_blank = False
        begin = item.end() if item else indent
        if item:
            self._close_to(indent, True)
            parent = self.stack[-1].record
            record = Record(parent, parent.heading, parent.heading_span)
            self.found.append(record)
            self.stack.append(_Level(indent, record))
            self.last = None
        pieces = _pieces(line, begin)
        pair = _PAIR.fullmatch(line, *pieces[0]) if len(pieces) == 1 else None
        if pair and not self.has_changes and not _EQUALS.search(pair.group(2)):
            self._add_pair(pair, begin, start)
        else:
            self._add_pairs(line, pieces, start)

    def _add_counts(self, line: str, start: int) -> None:
        """Make a record of a list of counts in a line."""
        tally = _TALLY.search(line) if ", " in line or " and " in line else None
        if tally:
            counts = Record(self.stack[-1].record)
            self.found.append(counts)
            for count in _COUNT.finditer(line, *tally.span()):
                counts.fields.append(self.words.field(None, _shift(count.span(), start)))

    def _close_to(self, indent: int, is_item: bool = False) -> None:
        while len(self.stack) > 1 and self.stack[-1].indent >= indent:
            if is_item and self.stack[-1].indent == indent and not self.stack[-1].record.fields:
                # the items of a list may stand as far left as its key
                break
            self.stack.pop()

    def _add_pair(self, pair: re.Match[str], indent: int, start: int) -> None:
        """Put the only pair of a line into its block, or open a block where it has no value."""
        if self.last is not None and indent > self.last[0]:
            depth, field, around = self.last
            record = Record(around, field.key, (field.start, field.end))
            record.self_field = field
            self.found.append(record)
            self.stack.append(_Level(depth, record))
            self.last = None
        self._close_to(indent)
        parent = self.stack[-1].record
        key = _shift(pair.span(1), start)
        if not pair.group(2).strip():
            record = Record(parent, self.words.within(*key), key)
            self.found.append(record)
            self.stack.append(_Level(indent, record))
            self.last = None
            return
        if pair.group(2)[0] == "{" and self._add_map(pair, parent, key, start):
            return
        field = self.words.field(key, _shift(pair.span(2), start))
        if parent.fields and not parent.children and field.key == parent.fields[0].key:
            # the key that began the record begins the next one
            again = Record(parent.parent, parent.heading, parent.heading_span)
            self.found.append(again)
            self.stack[-1] = _Level(self.stack[-1].indent, again)
            parent = again
        parent.fields.append(field)
        self.last = (indent, field, parent)

    def _add_map(self, pair: re.Match[str], parent: Record, key: tuple[int, int], start: int) -> bool:
        """Put a map in braces behind its key into a record of its own; False where it is none."""
        if not _MAP.fullmatch(pair.group(2).strip()):
            return False
        record = Record(parent, self.words.within(*key), key)
        for found in _IN_MAP.finditer(pair.string, *pair.span(2)):
            record.fields.append(self._field(found, start))
        self.found.append(record)
        return True

    def _add_pairs(self, line: str, pieces: list[tuple[int, int]], start: int) -> None:
        """Make a record of a line with several pairs."""
        self.last = None
        record = Record()
        n_pairs = 0
        for number, (begin, end) in enumerate(pieces):
            pair = _PAIR.fullmatch(line, begin, end)
            several = list(_EQUALS.finditer(line, begin, end)) if "=" in line else []
            if not several and pair is None and len(pieces) > 1:
                pair = _WORD_PAIR.fullmatch(line, begin, end)
            if several:
                for found in several:
                    record.fields.append(self._field(found, start))
                n_pairs += len(several)
            elif pair and pair.group(2).strip():
                record.fields.append(self._field(pair, start))
                n_pairs += 1
            elif not number:
                record.fields.append(self.words.field(None, _shift((begin, end), start)))
        if n_pairs > 1 or (n_pairs and len(record.fields) > 1):
            record.parent = self.stack[-1].record
            record.parent.children.append(record)
            self.found.append(record)

    def _field(self, pair: re.Match[str], start: int) -> Field:
        return self.words.field(_shift(pair.span(1), start), _shift(pair.span(2), start))


def _pieces(line: str, begin: int) -> list[tuple[int, int]]:
    """Cut a line where wide blanks or bars stand between its fields."""
    stop = len(line.rstrip())
    if "  " not in line and "\t" not in line and "|" not in line:
        return [(begin, stop)]
    pieces = []
    for found in _SPLIT.finditer(line, begin, stop):
        if found.start() > begin:
            pieces.append((begin, found.start()))
        begin = found.end()
    if begin < stop or not pieces:
        pieces.append((begin, stop))
    return pieces


def _shift(span: tuple[int, int], start: int) -> tuple[int, int]:
    return span[0] + start, span[1] + start
