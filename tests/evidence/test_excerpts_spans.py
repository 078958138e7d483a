"""Offsets of reasons and spans point at what they name, whatever was folded away in front."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import MatchPolicy

TEXT = "[11:17][WARN][order-service] heap usage current=91%, duration=15m"


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("heap usage current=97%, duration=15m", id="bare"),
        pytest.param("  heap usage current=97%, duration=15m", id="leading-spaces"),
        pytest.param("> heap usage current=97%, duration=15m", id="quote-mark"),
        pytest.param("\n\u200bheap usage current=97%, duration=15m\n", id="line-break-and-zero-width"),
        pytest.param("log: heap usage current=97%, duration=15m", id="source-label"),
        pytest.param("“heap usage current=９７％， duration=15m”  ", id="full-width"),
    ],
)
def test_a_reason_points_at_the_changed_token_of_the_excerpt_as_given(excerpt):
    match = match_excerpt(excerpt, TEXT)
    (reason,) = match.reasons
    assert reason.code == "value_changed"
    assert reason.excerpt_token in {"97", "９７"}
    assert excerpt[slice(*reason.excerpt_span)] == reason.excerpt_token
    assert (reason.text_token, TEXT[slice(*reason.text_span)]) == ("91", "91")


@pytest.mark.parametrize(
    ("scorer", "excerpt", "decision", "similarity"),
    [
        ("normalized_substring", "pool  UP", "accept", 100.0),
        ("normalized_substring", "pool down", "mismatch", 0.0),
        # 7 characters each, 6 of them shared: 12 of 14
        ("ratio", "pool uq", "uncertain", 100.0 * 12 / 14),
    ],
)
def test_a_plain_score_takes_or_leaves_the_whole_text(scorer, excerpt, decision, similarity):
    match = match_excerpt(excerpt, "pool up", MatchPolicy(scorer=scorer))
    assert (match.decision, match.reasons) == (decision, ())
    assert match.similarity == pytest.approx(similarity)
    taken = decision == "accept"
    assert match.matched_text == ("pool up" if taken else None)
    assert match.spans == (((0, 7),) if taken else ())
