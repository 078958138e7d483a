"""Look for patterns only where a word begins as their matches can: most words of a text begin none.

A head is the first three letters of a word, all of a shorter one, or one CJK character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_HEAD = 3


class WordPattern:
    """A pattern whose matches begin with words that are known by their heads.

    Args:
        pattern: What is looked for.
        heads: The heads of the words, a blank between them; CJK characters need none.
        others: What else they can begin with, or hold where they begin with something else.
    """

    __slots__ = ("heads", "others", "pattern")

    def __init__(self, pattern: re.Pattern[str], heads: str, others: re.Pattern[str] | None = None) -> None:
        self.pattern = pattern
        self.heads = frozenset(re.findall(r"[a-z]+|[^ a-z]", heads))
        self.others = others

    def finditer(self, text: str, words: WordStarts | None) -> Iterable[re.Match[str]]:
        """Return what `pattern.finditer(text)` returns; `words` are those of the text, if they are known."""
        if words is None or (self.others and self.others.search(text)):
            return self.pattern.finditer(text)
        starts = words.get(self)
        return self._matches(text, starts) if starts else ()

    def _matches(self, text: str, starts: list[int]) -> Iterator[re.Match[str]]:
        end = 0
        for start in starts:
            found = self.pattern.match(text, start) if start >= end else None
            if found:
                end = found.end()
                yield found


WordStarts = dict[WordPattern, list[int]]
"""Where words begin that matches of a pattern can begin with, in order; no pattern without one."""


class WordPatterns:
    """Patterns that are looked for in the same texts."""

    __slots__ = ("_by_head",)

    def __init__(self, *patterns: WordPattern) -> None:
        self._by_head: dict[str, list[WordPattern]] = {}
        for pattern in patterns:
            for head in pattern.heads:
                self._by_head.setdefault(head, []).append(pattern)

    def starts(self, tokens: Sequence[str], starts: Sequence[int]) -> WordStarts:
        """Return where the words among a text's tokens begin, in lower case, for each pattern."""
        found: WordStarts = {}
        known = self._by_head.get
        for token, start in zip(tokens, starts, strict=True):
            for pattern in known(token[:_HEAD], ()):
                found.setdefault(pattern, []).append(start)
        return found
