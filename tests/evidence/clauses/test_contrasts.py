"""What was so before a change is quoted with the words that say so."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

BELOW = "Kiln plan\nBefore the refit:\nburners = 14 in the north hall\nAfter the refit:\nburners = 22 in the north hall"
BESIDE = "Old: burners 14 in the north hall\nNew: burners 22 in the north hall"


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("burners = 14 in the north hall", BELOW, False, id="below-a-former"),
        pytest.param("burners = 22 in the north hall", BELOW, True, id="below-a-latter"),
        pytest.param("Before the refit:\nburners = 14 in the north hall", BELOW, True, id="former-kept"),
        pytest.param("burners 14 in the north hall", BESIDE, False, id="behind-a-former"),
        pytest.param("burners 22 in the north hall", BESIDE, True, id="behind-a-latter"),
        pytest.param("Old: burners 14 in the north hall", BESIDE, True, id="label-kept"),
    ],
)
def test_a_former_state_keeps_what_says_that_it_is_one(excerpt, text, is_quote):
    assert (match_excerpt(excerpt, text).decision == "accept") is is_quote


@pytest.mark.parametrize("word", ["cancelled", "disputed", "withdrawn", "estimated"])
def test_a_word_in_brackets_that_takes_a_thing_back_is_not_left_out(word):
    text = f"The stove limit ({word}) is 40 kW for the north hall."
    assert match_excerpt("The stove limit is 40 kW for the north hall", text).decision == "mismatch"
    assert match_excerpt(f"The stove limit ({word}) is 40 kW", text).decision == "accept"
