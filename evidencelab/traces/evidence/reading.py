"""A message read for judging: each statement with its values and mood, and what surrounds them.

What surrounds a value is taken from the message and from the words of the evidence; it must not judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.ranking import Ranking
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.factors import Factors
from evidencelab.traces.wording.mood import Mood, mood_of
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_FEW_PLACES = 12
_NUMBERED = re.compile(r"^[\s#*_>|]*(?:(?:step|option|phase|part)\s+)?\(?\d{1,3}[.)、:]\s+", re.IGNORECASE)
_PROPER = re.compile(r"(?<![.!?:]\s)(?<![\w-])[A-Z][A-Za-z]{2,}\b|\b[A-Z]{2,6}\b")


class ReadStatement(NamedTuple):
    """A statement with its values and the kind of sentence it is."""

    statement: Statement
    tokens: tuple[ValueToken, ...]
    mood: Mood


def read_statement(statement: Statement) -> ReadStatement:
    """Find a statement's values and its mood."""
    return ReadStatement(statement, _values(statement), mood_of(statement))


def _values(statement: Statement) -> tuple[ValueToken, ...]:
    """Give a statement's values; the number that numbers it is none."""
    numbered = _NUMBERED.match(statement.text) if statement.kind != "code" else None
    first = 0 if numbered is None else numbered.end()
    return tuple(token for token in value_tokens(statement.text) if token.start >= first)


class Settings:
    """What surrounds the values of each statement of one message."""

    def __init__(self, read: Sequence[ReadStatement], pool: Pool) -> None:
        self.read = read
        self.pool = pool
        self._followers = self._count_followers()

    def of(self, index: int) -> Setting:
        """Give what surrounds the values of the statement at an index."""
        statement, tokens, mood = self.read[index]
        words: dict[str, float] = {}
        for title in statement.sections:
            words.update(dict.fromkeys(words_of(title), 0.3))
        for parent in statement.parents:
            words.update(dict.fromkeys(words_of(parent), 0.6))
            words.update((t.folded, 1.0) for t in value_tokens(parent) if t.kind == "name")
        words.update(dict.fromkeys(words_of(statement.text), 1.0))
        words.update((t.folded, 1.5) for t in tokens if t.kind == "name")
        own = self._anchors(statement.text, tokens)
        for parent in reversed((*statement.sections[-1:], *statement.parents)):
            if not own:
                own = self._anchors(parent, value_tokens(parent))
        in_order = dict(sorted(words.items()))
        return Setting(
            statement,
            tokens,
            mood,
            in_order,
            self._near(index),
            own,
            self._followers.get(index, 0),
            Ranking(self.pool, in_order),
            Factors(),
        )

    def _anchors(self, text: str, tokens: Sequence[ValueToken]) -> frozenset[str]:
        """Give the names and proper words of a text that some, but few, places of the evidence hold."""
        pool = self.pool
        names = {t.folded for t in tokens if t.kind == "name"}
        proper = {word for found in _PROPER.finditer(text) for word in words_of(found.group())}
        limit = max(2, min(_FEW_PLACES, len(pool.places) // 3))
        few = {word for word in proper if 0 < len(pool.places_with(word)) <= limit}
        return frozenset({name for name in names if pool.places_with(name)} | few)

    def _near(self, index: int) -> list[ValueToken]:
        """Give the numbers and moments of the same block and of the statements before it, nearest first."""
        block = self.read[index].statement.block
        near: list[ValueToken] = []
        for distance in range(1, 64):
            for other in (index - distance, index + distance):
                if not 0 <= other < len(self.read):
                    continue
                same_block = self.read[other].statement.block == block
                if same_block or (other < index and distance <= 6) or (other > index and distance <= 4):
                    near += [t for t in self.read[other].tokens if t.kind != "name"]
        return near

    def _count_followers(self) -> dict[int, int]:
        """Count, for each statement, the bullets right under it."""
        counts: dict[int, int] = {}
        for index, (statement, _, _) in enumerate(self.read):
            if statement.kind != "bullet":
                continue
            for above in range(index - 1, max(-1, index - 80), -1):
                head = self.read[above].statement
                if head.kind in ("sentence", "heading") and (
                    head.block == statement.block or self.read[above + 1].statement.kind == "bullet"
                ):
                    if len(statement.parents) <= 1:
                        counts[above] = counts.get(above, 0) + 1
                    break
        return counts
