"""Find a quote behind a label that the text itself has for it: the heading it stands below, or its origin.

`nightly: 3 of 40 shards failed` quotes a line below a heading "nightly", or a record whose host or service
is called so. The name of another heading or record is no label but another origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.folding import fold
from evidencelab.evidence.fragments import find_fragments
from evidencelab.evidence.objections import Located
from evidencelab.evidence.text import MeasuredText, PreparedText
from evidencelab.evidence.tokens import tokenise

_LABEL = re.compile(r"\s*[\[(<\"'*#=>-]*\s*([^\s:：][^:：\n=]{0,47}?)\s*[\])>\"'*]*\s*(?::\s|：)\s*(?=\S)")
_WORD = re.compile(r"[^\s,;|]+")
_ORIGIN = (
    r"(?<![^\W_])_*(?:host(?:name)?|node|pod|container|service|svc|app(?:lication)?|component|program|process"
    r"|(?:syslog_)?ident(?:ifier)?|unit|logger|source|job|instance|severity|level)_*[\"']?\s*[:=]\s*[\"']?"
)
_MAX_LENGTH = 200_000
"""Folded characters of a text beyond which labels of its own are not looked for."""


def find_below_label(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find an excerpt that is an honest quote behind a label that the text has for it; else None."""
    label = _LABEL.match(excerpt.original)
    if label is None or len(text.folded) > _MAX_LENGTH:
        return None
    name = fold(label[1]).strip().lower()
    if not text.vocabulary.issuperset(tokenise(name)):
        return None
    scopes = [*_scopes(name, text.folded)] if "\n" in text.folded else []
    if not scopes and not _is_origin(name, text.folded):
        return None
    quote = MeasuredText(excerpt.original[label.end() :])
    located = find_fragments(quote, text) if quote.tokens else None
    if located is None or located.objections:
        return None
    start = min(start for start, _ in located.spans)
    end = max(end for _, end in located.spans)
    if not scopes or any(begin <= start and end <= stop for begin, stop in scopes):
        return located
    return located if _is_origin(name, text.folded) else None


def _scopes(name: str, folded: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches below the headings that a label names, each up to the next of their kind."""
    word = re.escape(name)
    for heading, kind in (
        # ruled on both sides, the name first; or ended by a colon, with a remark in brackets
        (rf"^[^\w\n]{{2,}}{word}(?: [^\n]*)?[^\w\n]{{2,}}$", r"^[^\w\n]{2,}\w[^\n]*[^\w\n]{2,}$"),
        (rf"^[ \t#*]*{word}[ \t]*(?:\([^()\n]*\))?[ \t*]*:[ \t*]*$", r"^[ \t#*]*\w[^\n:]*:[ \t*]*$"),
        (rf"^#+ {word}[ \t]*(?:\([^()\n]*\))?[ \t]*$", r"^#+ "),
    ):
        for found in re.finditer(heading, folded, re.IGNORECASE | re.MULTILINE):
            following = re.compile(kind, re.MULTILINE).search(folded, found.end())
            yield found.end(), following.start() if following else len(folded)


def _is_origin(name: str, folded: str) -> bool:
    """Tell whether each word of a label is where the one record of a text comes from."""
    return all(
        _is_value_of_origin(word, folded)
        or ("/" in word and all(_is_value_of_origin(part, folded) for part in word.split("/")))
        for word in _WORD.findall(name)
    )


def _is_value_of_origin(word: str, folded: str) -> bool:
    own = re.search(rf"({_ORIGIN}){re.escape(word)}(?![\w./-])", folded, re.IGNORECASE)
    return own is not None and len(re.findall(re.escape(own[1]), folded, re.IGNORECASE)) == 1
