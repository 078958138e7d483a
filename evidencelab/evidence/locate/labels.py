"""Find a quote behind a label that the text itself has for it: the heading it stands below, or its origin.

`nightly: 3 of 40 shards failed` quotes a line below a heading "nightly", or a record whose host or service
is called so. The name of another heading or record is no label but another origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.context.objections import Located
from evidencelab.evidence.locate.fragments import find_fragments
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import tokenise

_LABEL = re.compile(
    r"(?=[^:：]{1,99}[:：])\s*+[\[(<\"'*#=>-]*+\s*+([^\s:：][^:：\n=]{0,60})(?::\s|：)\s*+(?=\S)"
)
_CLOSINGS = " \t])>\"'*"
_WORD = re.compile(r"[^\s,;|]+")
_RULED = re.compile(r"^[^\w\n]{2,}+(\w(?:[^\n]*\w)?)[^\w\n]{2,}$", re.MULTILINE)
_HEADINGS = (
    _RULED,
    re.compile(
        r"^[ \t#*]*(\w[^\n:]*?)(?<![ \t])(?:[ \t]*+\([^()\n]*\)|(?<!\*))[ \t*]*+:[ \t*]*$", re.MULTILINE
    ),
    re.compile(r"^#+ (|[^\n]*?[^ \t\n])[ \t]*+(?:\([^()\n]*\))?[ \t]*+$", re.MULTILINE),
)
"""Lines that name those below: ruled on both sides, ended by a colon, or marked as a heading."""
_MAX_LENGTH = 200_000
"""Folded characters of a text beyond which labels of its own are not looked for."""


def find_below_label(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find an excerpt that is an honest quote behind a label that the text has for it; else None."""
    label = _LABEL.match(excerpt.original)
    if label is None or len(text.folded) > _MAX_LENGTH:
        return None
    name = fold(label[1].rstrip(_CLOSINGS)).strip().lower()
    if not text.vocabulary.issuperset(tokenise(name)):
        return None
    scopes = [*_scopes(name, text.folded)] if "\n" in text.folded else []
    if not scopes and not _is_origin(name, text):
        return None
    quote = MeasuredText(excerpt.original[label.end() :])
    located = find_fragments(quote, text) if quote.tokens else None
    if located is None or located.objections:
        return None
    start = min(start for start, _ in located.spans)
    end = max(end for _, end in located.spans)
    if not scopes or any(begin <= start and end <= stop for begin, stop in scopes):
        return located
    return located if _is_origin(name, text) else None


def _scopes(name: str, folded: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches below the headings that a label names, each up to the next of their kind."""
    for kind in _HEADINGS:
        begin = -1
        for heading in kind.finditer(folded):
            if begin >= 0:
                yield begin, heading.start()
            words = heading[1].lower()
            is_named = words == name or (kind is _RULED and words.startswith(f"{name} "))
            begin = heading.end() if is_named else -1
        if begin >= 0:
            yield begin, len(folded)


def _is_origin(name: str, text: PreparedText) -> bool:
    """Tell whether each word of a label is where the one record of a text comes from."""
    own = text.origins
    return all(
        word in own or ("/" in word and own.issuperset(word.split("/"))) for word in _WORD.findall(name)
    )
