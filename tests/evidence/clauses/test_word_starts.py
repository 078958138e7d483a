"""Patterns that are looked for where a word begins find what they find anywhere."""

from __future__ import annotations

import re
from random import Random

import pytest

from evidencelab.evidence.clauses.hedging import HEDGE_BY_WORD
from evidencelab.evidence.clauses.limits import (
    CONDITION_BY_WORD,
    EXCEPTION_BY_WORD,
    GOVERNING_BY_WORD,
    SUPPOSITION_BY_WORD,
)
from evidencelab.evidence.clauses.unclosed import UNCLOSED_BY_WORD
from evidencelab.evidence.clauses.word_starts import WordPattern, WordPatterns
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.lexicon import NEGATION_BY_WORD

PATTERNS = [
    pytest.param(CONDITION_BY_WORD, id="condition"),
    pytest.param(EXCEPTION_BY_WORD, id="exception"),
    pytest.param(GOVERNING_BY_WORD, id="governing"),
    pytest.param(HEDGE_BY_WORD, id="hedge"),
    pytest.param(NEGATION_BY_WORD, id="negation"),
    pytest.param(SUPPOSITION_BY_WORD, id="supposition"),
    pytest.param(UNCLOSED_BY_WORD, id="unclosed"),
]
_SIGNS = [
    *("\n", " ", ". ", ", ", ",", ": ", "(", ") ", '"', "-", "_", "/", "12", "1,234", "±5", "3%", "!", "n't"),
    *(
        "A",
        "of",
        "to",
        "that",
        "it is",
        "the",
        "than",
        "only",
        " times per",
        "时,",
        "的,",
        "外",
        "%",
        "=",
        "é",
    ),
]


_BEHIND = (" to that 5 the pumps are on, it is", "the 5, it will", " of the pumps.", " it", "的泵,")
_REGULAR = re.compile(r"\(\?[:=!<]*|\{[\d,]*\}|\[[^\]]*\]|\\.|[()?*+]")


def _texts(pattern: WordPattern) -> list[str]:
    """Give every alternative of a pattern as a phrase, and its words and phrases among signs."""
    rng = Random(0)
    source = pattern.pattern.pattern
    phrases = [_REGULAR.sub("", alternative) for alternative in source.split("|")]
    words = phrases + re.findall(r"[a-z]{2,}|[\u4e00-\u9fff]{1,4}", source)
    return [
        *(f"it {phrase}{behind}" for phrase in phrases for behind in _BEHIND),
        *(
            "".join(
                rng.choice(words if rng.random() < 0.5 else _SIGNS) + " " * (rng.random() < 0.5)
                for _ in range(rng.randrange(2, 14))
            )
            for _ in range(600)
        ),
    ]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_finds_by_words_what_it_finds_anywhere(pattern):
    """A word that is added to a pattern has its head added too."""
    n_found = 0
    for text in _texts(pattern):
        measured = MeasuredText(text, text)
        words = WordPatterns(pattern).starts(measured.tokens, measured.starts)
        found = [match.regs for match in pattern.finditer(text, words)]
        assert found == [match.regs for match in pattern.pattern.finditer(text)], text
        n_found += len(found)
    assert n_found > 20


def test_a_match_within_another_is_none():
    pattern = WordPattern(re.compile("no more no|no"), "no")
    words = WordPatterns(pattern).starts(["no", "more", "no", "no"], [0, 3, 8, 11])
    assert [match.span() for match in pattern.finditer("no more no no", words)] == [(0, 10), (11, 13)]


def test_where_words_are_not_known_a_pattern_is_looked_for_anywhere():
    pattern = WordPattern(re.compile("no|!"), "no", others=re.compile("!"))
    assert [match.group() for match in pattern.finditer("xno", None)] == ["no"]
    assert [match.group() for match in pattern.finditer("no xno", {pattern: [0]})] == ["no"]
    assert [match.group() for match in pattern.finditer("no !", {pattern: [0]})] == ["no", "!"]
