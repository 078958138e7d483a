"""An excerpt over the text it is said to come from: what was located, and what gives it away.

Spans are code points of the original strings, as the match reports them; the strings are hostile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from evidencelab.evidence.match_policy import ExcerptMatch
from evidencelab.reports.views.markup import escaped

FOLD_AFTER = 600
_AROUND = 160

MarkKind = Literal["found", "veto"]


class Mark(NamedTuple):
    """A stretch of a text: `[start, end)` in code points, what it is, and a word on why."""

    start: int
    end: int
    kind: MarkKind
    note: str = ""


def match_html(excerpt: str, text: str, match: ExcerptMatch) -> str:
    """Show the excerpt over the system text, located spans and vetoed tokens marked, with reasons."""
    excerpt_marks = [
        Mark(*reason.excerpt_span, "veto", reason.code) for reason in match.reasons if reason.excerpt_span
    ]
    text_marks = [Mark(start, end, "found") for start, end in match.spans]
    text_marks += [
        Mark(*reason.text_span, "veto", reason.code) for reason in match.reasons if reason.text_span
    ]
    return (
        f'<div class="el-soft">excerpt</div>{text_block(excerpt, excerpt_marks)}'
        f'<div class="el-soft">system text</div>{text_block(text, text_marks)}'
        f"{reasons_html(match)}"
    )


def reasons_html(match: ExcerptMatch) -> str:
    """List the reasons of a match, vetoes with the token on either side; empty without reasons."""
    if not match.reasons:
        return ""
    items = []
    for reason in match.reasons:
        sides = [
            f"{side} <code>{escaped(token)}</code>"
            for side, token in (("excerpt has", reason.excerpt_token), ("text has", reason.text_token))
            if token is not None
        ]
        items.append(f"<li><code>{escaped(reason.code)}</code> {', '.join(sides)}</li>")
    return f"<ul>{''.join(items)}</ul>"


def text_block(text: str, marks: Iterable[Mark] = ()) -> str:
    """Write a text with its marks; a long one shows what is marked and folds the whole away."""
    placed = _in_order(text, marks)
    whole = _marked(text, placed, 0, len(text))
    if len(text) <= FOLD_AFTER:
        return f'<div class="el-text">{whole}</div>'
    start, end = _window(text, placed)
    head, tail = ("…" if start else ""), ("…" if end < len(text) else "")
    return (
        f'<div class="el-text">{head}{_marked(text, placed, start, end)}{tail}</div>'
        f"<details><summary>the whole text, {len(text)} characters</summary>"
        f'<div class="el-text">{whole}</div></details>'
    )


def _in_order(text: str, marks: Iterable[Mark]) -> list[Mark]:
    """Cut marks to the text and to one another; a veto stands above what is merely found."""
    kinds: list[Mark | None] = [None] * len(text)
    for mark in sorted(marks, key=lambda item: item.kind == "veto"):
        for position in range(max(mark.start, 0), min(mark.end, len(text))):
            kinds[position] = mark
    placed: list[Mark] = []
    for position, owner in enumerate(kinds):
        if owner is None:
            continue
        if placed and placed[-1].end == position and placed[-1][2:] == owner[2:]:
            placed[-1] = placed[-1]._replace(end=position + 1)
        else:
            placed.append(owner._replace(start=position, end=position + 1))
    return placed


def _marked(text: str, marks: list[Mark], start: int, end: int) -> str:
    pieces: list[str] = []
    position = start
    for mark in marks:
        first, last = max(mark.start, start), min(mark.end, end)
        if first >= last:
            continue
        pieces.append(escaped(text[position:first]))
        style = ' class="el-veto"' if mark.kind == "veto" else ""
        note = f' title="{escaped(mark.note)}"' if mark.note else ""
        inside = escaped(text[first:last])
        inside = f"<b>{inside}</b>" if mark.kind == "veto" else inside  # also where styles are stripped
        pieces.append(f"<mark{style}{note}>{inside}</mark>")
        position = last
    pieces.append(escaped(text[position:end]))
    return "".join(pieces)


def _window(text: str, marks: list[Mark]) -> tuple[int, int]:
    """Choose the stretch to show at once: around the first marks, else the beginning."""
    if not marks:
        return 0, FOLD_AFTER // 2
    first = marks[0].start
    last = max((mark.end for mark in marks if mark.end <= first + FOLD_AFTER), default=first + FOLD_AFTER)
    return max(0, first - _AROUND), min(len(text), last + _AROUND)
