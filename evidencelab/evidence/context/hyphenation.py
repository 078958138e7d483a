"""Write as the text has it what a quote hyphenates, or begins with a bracketed letter.

A hyphen at a line end may be of the word or of the line: a quote may keep it or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.text.prepared_text import PreparedText

_LINE_END = re.compile(r"-[ \t]*\n")
_CUT_WORD = re.compile(r"([^\W\d_]{2,40})-[ \t]*\n[ \t>|]*([^\W\d_]{2,40})")
_BEFORE_CUT = re.compile(r"[^\W\d_]{2,40}\Z")
_BEHIND_CUT = re.compile(r"[ \t>|]*([^\W\d_]{2,40})")
_MAX_BEFORE = 40
_WORD = re.compile(r"[^\W\d_]{4,80}")
_FIRST_LETTER = re.compile(r"\[(?<!\w\[)([^\W\d_])\](?=[^\W\d_])")
"""In brackets, for it is in another case than in the text."""


def may_be_hyphenated(excerpt: str, text: PreparedText) -> bool:
    """Tell at a glance whether `as_hyphenated` could change an excerpt."""
    if marks_first_letter(excerpt) or _is_cut(text.lines):
        return True
    return _is_cut(excerpt) and _CUT_WORD.search(excerpt) is not None


def _is_cut(text: str) -> bool:
    """Tell whether a line of a text ends with a hyphen."""
    return "\n" in text and _LINE_END.search(text) is not None


def marks_first_letter(excerpt: str) -> bool:
    """Tell whether a word of an excerpt has its first letter in brackets."""
    return "[" in excerpt and _FIRST_LETTER.search(excerpt) is not None


def as_hyphenated(excerpt: str, text: PreparedText) -> str:
    """Return an excerpt with words cut at a line end, and bracketed letters, as the text has them."""
    changed = _FIRST_LETTER.sub(r"\1", excerpt) if "[" in excerpt else excerpt
    if _is_cut(changed):
        changed = _CUT_WORD.sub(lambda cut: _joined(cut, text), changed)
    if not _is_cut(text.lines):
        return changed
    cut_words = {
        f"{before}{behind}".lower(): f"{before}-{behind}"
        for before, behind in _cut_words(text.lines)
        if behind[0].islower()
    }
    if not cut_words:
        return changed
    return _WORD.sub(lambda word: cut_words.get(word[0].lower(), word[0]), changed)


def _cut_words(lines: str) -> Iterator[tuple[str, str]]:
    """Yield the words that are cut at the line ends of a text, in their two parts."""
    position = 0
    for cut in _LINE_END.finditer(lines):
        start, end = cut.span()
        before = _BEFORE_CUT.search(lines, max(position, start - _MAX_BEFORE), start)
        behind = _BEHIND_CUT.match(lines, end) if before else None
        if before and behind:
            position = behind.end()
            yield before[0], behind[1]


def _joined(cut: re.Match[str], text: PreparedText) -> str:
    joined = f"{cut[1]}{cut[2]}"
    return joined if cut[2][0].islower() and joined.lower() in text.vocabulary else cut[0]
