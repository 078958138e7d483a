"""Where the sentences of a paragraph end, in English and Chinese: not at an abbreviation, nor in a quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MASK = re.compile(r"`[^`\n]*`|https?://[^\s)>\]]+|\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|「[^」\n]{0,300}」")
_END = re.compile(r"(?<![.!?])[.!?]+[\"')\]*_”’]*(?=\s|$)|[。！？；]+[”’」』）)*]*")
_MEASURE = re.compile(r"\d\s?(?:ms|min|sec|st|max|no)$", re.IGNORECASE)
"""A unit behind its number, at the end of a sentence, is no abbreviation."""
_IDENTIFIER = re.compile(r"[a-z](?=[\w./-]*\s)[\w.]*(?:[-_/]\w|\d)")
"""A name in lower case may begin a sentence."""
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|ca|no|nos|dr|mr|mrs|ms|st|fig|sec|inc|ltd|co|corp|dept"
    r"|est|min|max"
    r"|avg|incl|resp|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|a\.m|p\.m|u\.s|u\.k)$|(?:^|[^\d\s]\s"
    r"|\()[a-z]$",
    re.IGNORECASE,
)
_LONGEST_SHORT = 12
"""Characters in front of a full stop that hold any abbreviation, and what stands before it."""
_VISIBLE = re.compile(r"\S")
_LONGEST = 800
"""Characters of a sentence; what goes on longer is a list of values, told in stretches of so many."""
_SEPARATOR = re.compile(r",(?!\d{3}(?!\d))|[;，、；|]|(?<!\d)\s")
"""Stands between two values, and within none: not between a number and its unit."""


def sentence_spans(body: str) -> Iterator[tuple[int, int]]:
    """Give where each sentence of a paragraph begins and ends; a very long one is cut at its separators."""
    for start, end in _whole_sentences(body):
        last = start
        for found in _SEPARATOR.finditer(body, start, end) if end - start > _LONGEST else ():
            if found.end() - start > _LONGEST and last > start:
                yield start, last
                start = last
            last = found.end()
        if end - start > _LONGEST and last > start:
            yield start, last
            start = last
        yield start, end


def _whole_sentences(body: str) -> Iterator[tuple[int, int]]:
    masked = _MASK.sub(lambda found: "X" * len(found.group()), body)
    at = 0
    for found in _END.finditer(masked):
        head = masked[max(at, found.start() - _LONGEST_SHORT) : found.start()]
        is_short = _ABBREVIATION.search(head) and not _MEASURE.search(head)
        if found.group()[0] == "." and (is_short or not _opens(masked, found.end())):
            continue
        yield at, found.end()
        at = found.end()
    yield at, len(body)


def _opens(text: str, at: int) -> bool:
    """Tell whether what follows can begin a sentence."""
    found = _VISIBLE.search(text, at)
    return (
        found is None
        or not found[0].islower()
        or _IDENTIFIER.match(text, found.start()) is not None
        or "\n" in text[at : found.start()]
    )
