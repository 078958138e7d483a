"""Find a list of quotes: parts of one excerpt, each the begin of a line, in the order of the text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from evidencelab.evidence.context.arrays import skips_numbered
from evidencelab.evidence.context.objections import (
    COST_OF_SKIPPED_FIELD,
    Located,
    edge_objections,
    merge_spans,
)
from evidencelab.evidence.context.record_heads import lends_head
from evidencelab.evidence.locate.quotes import case_objection, occurrences
from evidencelab.evidence.locate.retold import find_retold
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.line_heads import LINE_HEAD
from evidencelab.evidence.text.prepared_text import PreparedText

_SEPARATORS = tuple(
    re.compile(separator)
    for separator in (
        r"(?:(?<!\s)[^\S\n]++)?\n\s*+",
        r"(?:(?<!\s)\s++)?[;。]\s*+",
        r"、",
        r"(?:(?<!\s)\s++)?->\s*+",
        r"(?<!\s)\s++[/|]\s++",
        r"(?:(?<!\s)\s++)?,\s++|(?<!\s)\s++-\s++",
        r",",
    )
)
"""What may stand between the parts; one kind of it does."""
_MAX_PARTS = 12
_HEADING = re.compile(r"\s*(?:#{1,6} .*|\[[^\[\]\n]+\]|={2,}.*|[^\W\d][^\n:=]{0,60}:)\s*")
_SIGNS = re.compile(r"[^\w]*")


class _Part(NamedTuple):
    """Where a part stands, folded, and the line it begins."""

    spans: tuple[tuple[int, int], ...]
    line: int
    cost: float


def find_list(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find all parts of a list of quotes; None where one of them is no quote that names what it is about.

    A part begins a line, as far as a time, a level or a sign in front of it goes; or it is told of a record
    by name. Between two parts no other record, whose lines begin alike or below another heading, begins.
    """
    if "\n" not in text.folded:
        return None
    folded = excerpt.folded.strip()
    for separator in _SEPARATORS:
        parts = [part for part in separator.split(folded) if part]
        if 1 < len(parts) <= _MAX_PARTS:
            placed = _place(parts, text)
            if placed:
                spans = tuple(span for part in placed for span in part.spans)
                gaps = [(one.spans[-1][1], other.spans[0][0]) for one, other in pairwise(placed)]
                if any(skips_numbered(text.folded, *gap) for gap in gaps):
                    continue
                is_skipping = any(text.folded[start:end].strip() for start, end in gaps)
                cost = max(COST_OF_SKIPPED_FIELD * is_skipping, *(part.cost for part in placed))
                return Located(merge_spans(spans), 1.0, cost, ())
    return None


def _place(parts: list[str], text: PreparedText) -> list[_Part]:
    placed: list[_Part] = []
    for part in parts:
        quote = MeasuredText(part, part)
        if len(quote.tokens) < 2:
            return []
        found = _begin_of_line(quote, text, placed) or _by_name(quote, text, placed)
        if found is None:
            return []
        placed.append(found)
    return placed


def _begin_of_line(quote: MeasuredText, text: PreparedText, placed: list[_Part]) -> _Part | None:
    """Find a part at the begin of a line behind the one before, with no other record between them."""
    position = text.joined_position(0)
    for at in occurrences(quote.joined, text, position):
        first = text.token_at(at)
        start, end = text.starts[first], text.ends[first + quote.n_tokens - 1]
        line = text.folded.rfind("\n", 0, start) + 1
        if placed and start < placed[-1].spans[-1][1]:
            continue
        head = LINE_HEAD.match(text.folded, line)
        begins = head is not None and head.end() >= start
        if not begins and not _SIGNS.fullmatch(text.folded, line, start):
            continue
        if edge_objections(text, start, end) or case_objection(quote.cased, text, at, first):
            continue
        if placed and (_changes_record(text.folded, placed, line) or _is_head_only(text, placed[-1], first)):
            # it also lies between the last part and any later place
            return None
        return _Part(((start, end),), line, 0.0)
    return None


def _is_head_only(text: PreparedText, part: _Part, right: int) -> bool:
    """Tell whether a part is but the head of a record, and token `right` is of another one's message."""
    within = text.tokens_within(*part.spans[-1])
    return within is not None and lends_head(text, *within, right)


def _by_name(quote: MeasuredText, text: PreparedText, placed: list[_Part]) -> _Part | None:
    """Find a part that is told of a record, which it names, behind the one before."""
    told = find_retold(quote, text, must_name=True)
    if told is None:
        return None
    start = min(begin for begin, _ in told.spans)
    if placed and start < placed[-1].spans[0][0]:
        return None
    return _Part(told.spans, text.folded.rfind("\n", 0, start) + 1, told.cost)


def _changes_record(folded: str, placed: list[_Part], line: int) -> bool:
    """Tell whether another record begins between the last part and the line, or is the one it goes on."""
    before = placed[-1].line
    words = {_first_word(folded, part.line) for part in placed} | {_first_word(folded, line)}
    depth = min(_indent(folded, before), _indent(folded, line))
    own_depth = _indent(folded, line)
    is_inside = False
    position = folded.find("\n", before) + 1
    while 0 < position < line:
        end = folded.find("\n", position)
        is_inside = bool(folded[position:end].strip()) and (
            is_inside or _indent(folded, position) < own_depth
        )
        if folded[position:end].strip():
            if _HEADING.fullmatch(folded, position, end) or _indent(folded, position) < depth:
                return True
            if _first_word(folded, position) in words:
                return True
        position = end + 1
    # further in than a line that is left out, it belongs to that one
    return is_inside


def _first_word(folded: str, line: int) -> str:
    head = LINE_HEAD.match(folded, line)
    start = head.end() if head else line
    end = folded.find("\n", line)
    words = folded[start : end if end >= 0 else len(folded)].split(None, 1)
    return words[0] if words else ""


def _indent(folded: str, line: int) -> int:
    end = line
    while end < len(folded) and folded[end] != "\n" and not folded[end].isalnum() and end - line < 80:
        end += 1
    return end - line
