"""Tell whether pairs of a list, quoted in another order, could have been exchanged between two records.

Where they could, the quote may say of one record what the text says of the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from evidencelab.evidence.context.objections import Objection
from evidencelab.evidence.context.parents import HEADING
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.fields import begins_pair, indent, is_key, is_list_key, key_name
from evidencelab.evidence.text.lexicon import is_number
from evidencelab.evidence.text.line_heads import RECORD_START
from evidencelab.evidence.text.prepared_text import PreparedText

_MAX_RECORD_TOKENS = 2000
_LIST_ITEM = re.compile(r"\n(?=[ \t]*- )")
_RECORD_END = re.compile(r"[\n;|]")
_ELEMENT = re.compile(r"<(?=[A-Za-z][\w:.-]*\s[^<>=]*=)")
_NAME = re.compile(r"[^\s{(\[,;|]*")
_BRACE = re.compile(r"[{}]")


class Piece(NamedTuple):
    """Excerpt tokens `first` to `last` standing in the text as tokens `start` to `stop`, ends included."""

    first: int
    last: int
    start: int
    stop: int
    is_pair: bool


class _Records:
    """The records of a text: objects where it has braces, else stretches between line ends and the like.

    Attributes:
        are_objects: Whether they are objects.
    """

    __slots__ = ("_bounds", "_keys", "_objects", "are_objects", "text")

    def __init__(self, text: PreparedText) -> None:
        self.text = text
        self._objects = _objects(text)
        self.are_objects = bool(self._objects)
        self._keys: dict[int, set[str]] = {}
        signs = (_LIST_ITEM, _ELEMENT, _RECORD_END)
        record_end = next((sign for sign in signs if sign.search(text.folded)), _RECORD_END)
        self._bounds = [] if self._objects else [found.start() for found in record_end.finditer(text.folded)]

    def at(self, start: int) -> int:
        """Return the number of the record at a folded offset."""
        if self._objects:
            return self._objects[bisect_right(self._objects, (start, len(self.text.folded))) - 1][1]
        return bisect_left(self._bounds, start)

    def keys(self, record: int) -> set[str]:
        """Return the names of the keys that stand directly in a record."""
        if record not in self._keys:
            self._keys[record] = set().union(*(self._keys_between(*span) for span in self._spans(record)))
        return self._keys[record]

    def _spans(self, record: int) -> Iterator[tuple[int, int]]:
        """Yield the stretches of the folded text that belong to a record and to none inside it."""
        end = len(self.text.folded)
        if not self._objects:
            start = self._bounds[record - 1] if record else 0
            yield start, self._bounds[record] if record < len(self._bounds) else end
            return
        for number, (start, owner) in enumerate(self._objects):
            if owner == record:
                yield start, self._objects[number + 1][0] if number + 1 < len(self._objects) else end

    def _keys_between(self, start: int, end: int) -> set[str]:
        low, high = bisect_left(self.text.starts, start), bisect_left(self.text.starts, end)
        return {
            key_name(self.text, index)
            for index in range(low, min(high, low + _MAX_RECORD_TOKENS))
            if is_list_key(self.text, index)
        }


def _objects(text: MeasuredText) -> list[tuple[int, int]]:
    """List `(offset, object)`: from each offset on, up to the next, the innermost braces' number."""
    if "}" not in text.folded:
        return []
    changes = [(0, 0)]
    stack = [0]
    n_objects = 0
    for found in _BRACE.finditer(text.folded):
        if found.group() == "{":
            n_objects += 1
            stack.append(n_objects)
        elif len(stack) > 1:
            stack.pop()
        changes.append((found.end(), stack[-1]))
    return changes


def is_reordered(pieces: list[Piece]) -> bool:
    """Tell whether pieces stand in the text in another order than in the excerpt."""
    return any(one.start > other.start for one, other in pairwise(pieces))


def exchanges(
    excerpt: MeasuredText, text: PreparedText, pieces: list[Piece], low: int, high: int
) -> list[Objection]:
    """Object where pairs of two records could have been exchanged.

    Two records: objects or stretches between line ends, semicolons or bars that name the same key; the
    rest of a line that begins like a record; lines below two headings; a quoted key that stands more than
    once between the first and the last quoted token, or also below the line it is quoted behind; or
    objects of the text that the excerpt makes one of.
    """
    astray = _astray_in_braces(excerpt, text, pieces)
    if astray:
        return [_exchange_at(text, astray.start)]
    records = _Records(text)
    earliest = min(pieces, key=lambda piece: piece.start)
    known: dict[int, set[str]] = {}
    for piece in pieces:
        record = records.at(text.starts[piece.start])
        if record not in known:
            keys = records.keys(record)
            if any(keys & others for others in known.values()):
                return [_exchange_at(text, piece.start)]
            known[record] = keys
        if _continues_other_record(text, earliest, piece):
            return [_exchange_at(text, piece.start)]
    if is_reordered(pieces):
        astray = (
            _astray_in_object(text, pieces, records)
            or _astray_below_heading(text, pieces)
            or _astray_from_below(text, pieces)
        )
        if astray:
            return [_exchange_at(text, astray.start)]
    return _exchanged_alike(text, pieces, low, high)


def _exchanged_alike(text: PreparedText, pieces: list[Piece], low: int, high: int) -> list[Objection]:
    """Object where a quoted key stands elsewhere between the quoted tokens too, or with another's value."""
    quoted = [
        index for piece in pieces for index in range(piece.start, piece.stop + 1) if is_key(text, index)
    ]
    names = [key_name(text, index) for index in quoted]
    n_quoted = Counter(names)
    n_there: dict[tuple[str, str], int] = {}
    last: dict[str, int] = {}
    for index, name in zip(quoted, names, strict=True):
        key = text.tokens[index], name
        if key not in n_there:
            n_there[key] = sum(
                low <= at <= high
                and is_key(text, at)
                and key_name(text, at) == name
                and not text.is_withdrawn(text.starts[at])
                for at in text.positions(key[0])
            )
        if n_there[key] > n_quoted[name] or index < last.get(name, 0):
            return [_exchange_at(text, index)]
        last[name] = index
    return []


def _astray_in_object(text: PreparedText, pieces: list[Piece], records: _Records) -> Piece | None:
    """Return a piece from an object that names a key which another object, quoted from as well, has too."""
    if not records.are_objects:
        return None
    quoted = {
        records.at(text.starts[index])
        for piece in pieces
        for index in range(piece.start, piece.stop + 1)
        if is_list_key(text, index)
    }
    for piece in pieces:
        own = records.at(text.starts[piece.start])
        if any(records.keys(own) & records.keys(other) for other in quoted if other != own):
            return piece
    return None


def _astray_below_heading(text: PreparedText, pieces: list[Piece]) -> Piece | None:
    """Return a piece from above a heading that is quoted behind one from below it."""
    starts = [text.starts[piece.start] for piece in pieces]
    end = max(text.ends[piece.stop] for piece in pieces)
    for heading in HEADING.finditer(text.folded, min(starts), end):
        below = False
        for piece, start in zip(pieces, starts, strict=True):
            if start >= heading.start():
                below = True
            elif below:
                return piece
    return None


def _astray_in_braces(excerpt: MeasuredText, text: PreparedText, pieces: list[Piece]) -> Piece | None:
    """Return a piece that the excerpt has between its own braces, and the text in another object."""
    ours = _objects(excerpt)
    if not ours:
        return None
    theirs = _objects(text)
    seen: dict[int, int] = {}
    for piece in pieces:
        own = _object_at(ours, excerpt.starts[piece.last])
        other = _object_at(theirs, text.starts[piece.stop])
        if own and seen.setdefault(own, other) != other:
            return piece
    return None


def _object_at(objects: list[tuple[int, int]], position: int) -> int:
    """Return the number of the innermost braces around an offset, 0 outside all."""
    index = bisect_right(objects, (position, len(objects))) - 1
    return objects[index][1] if index >= 0 else 0


def _astray_from_below(text: PreparedText, pieces: list[Piece]) -> Piece | None:
    """Return a pair quoted behind a line that has, further in below it, another pair with that key."""
    for before, piece in pairwise(pieces):
        if not piece.is_pair or piece.start > before.start:
            continue
        key = next((at for at in range(piece.start, piece.stop + 1) if is_key(text, at)), None)
        if key is None:
            continue
        begin, end = _lines_below(text, text.starts[before.start])
        if any(
            begin <= text.starts[at] < end and is_key(text, at) and key_name(text, at) == key_name(text, key)
            for at in text.positions(text.tokens[key])
        ):
            return piece
    return None


def _lines_below(text: PreparedText, position: int) -> tuple[int, int]:
    """Return the stretch of the lines behind the one at an offset that are further indented than it."""
    folded = text.folded
    line = folded.rfind("\n", 0, position) + 1
    depth = indent(folded, line)
    begin = end = _line_end(folded, position)
    while end < len(folded) and indent(folded, end) > depth:
        end = _line_end(folded, end)
    return begin, end


def _line_end(folded: str, position: int) -> int:
    found = folded.find("\n", position)
    return len(folded) if found < 0 else found + 1


def leaves_named_line(text: PreparedText, quoted: list[Piece], piece: Piece) -> bool:
    """Tell whether a piece is of a line whose name is left out, behind pieces that begin with another line's.

    Of `queue_depth{zone="b"} 3` the line above, `requests_total 9`, has no zone.
    """
    other = _first_of_line(text, piece.start)
    if other == piece.start or begins_pair(text, other) or is_number(text.tokens[other]):
        return False
    if any(before.start <= other <= before.stop for before in quoted):
        return False
    for before in quoted:
        own = _as_head(text, before)
        if own >= 0 and own != other and not begins_pair(text, own) and not is_number(text.tokens[own]):
            return _head(text, own) != _head(text, other)
    return False


def _as_head(text: PreparedText, piece: Piece) -> int:
    """Return the token at which a line begins as a piece does: the piece's own line, or the next such."""
    if _first_of_line(text, piece.start) == piece.start:
        return piece.start
    at = text.folded.find("\n" + text.folded[text.starts[piece.start] : text.ends[piece.stop]])
    return bisect_left(text.starts, at + 1) if at >= 0 else -1


def _first_of_line(text: PreparedText, index: int) -> int:
    return bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[index]) + 1)


def _head(text: PreparedText, index: int) -> str:
    """Return the name that begins at a token, up to white space or a bracket."""
    found = _NAME.match(text.folded, text.starts[index])
    return found.group().lower() if found else ""


def _exchange_at(text: PreparedText, index: int) -> Objection:
    return Objection("key_repaired", None, (text.starts[index], text.ends[index]))


def _continues_other_record(text: PreparedText, first: Piece, piece: Piece) -> bool:
    """Tell whether a piece is the rest of a record, a line with a head of its own, other than the first's."""
    folded, start = text.folded, text.starts[piece.start]
    line = folded.rfind("\n", 0, start) + 1
    if line <= text.starts[first.start] or not RECORD_START.match(folded, line):
        return False
    return any(map(str.isalnum, folded[line:start]))
