"""One word for another: spellings of a unit, what stands for null, and the place a veto points at."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("kept for 3 months", "dumps are kept for 3 month", id="months"),
        pytest.param("drained in 40 secs by noon", "lb-2 was drained in 40 s by noon", id="secs"),
        pytest.param("drained in 40 s by noon", "lb-2 was drained in 40 seconds by noon", id="seconds"),
        pytest.param("The lamp was lighted at 5 by n-7", "The lamp was lit at 5 by n-7", id="irregular-verb"),
    ],
)
def test_another_spelling_is_a_light_edit(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "uncertain"


def test_none_stands_for_null_where_the_text_has_no_none():
    assert match_excerpt("owner = None for lb-2", "owner = null for lb-2").decision == "accept"
    text = "owner = null, level = none for lb-2"
    assert match_excerpt("level = null for lb-2", text).decision == "mismatch"


@pytest.mark.parametrize("hope", ["We hoped ", "We had hoped that ", "The team hopes "])
def test_a_hope_is_no_fact(hope):
    assert (
        match_excerpt("the queue of lb-2 would drain", f"{hope}the queue of lb-2 would drain").decision
        == "mismatch"
    )


@pytest.mark.parametrize(
    "intent", ["We hope to", "She had hoped to", "The owners are hoped to", "He is about to"]
)
def test_what_is_hoped_or_about_to_happen_has_not_happened(intent):
    assert match_excerpt("close hall 3 on 4 May", f"{intent} close hall 3 on 4 May").decision == "mismatch"


def test_veto_on_an_argument_without_its_function_points_at_the_bracket():
    text = "sum by rate(pool-1 active) = 5 on lb-2"
    reason = match_excerpt("pool-1 active) = 5 on lb-2", text).reasons[0]
    assert (reason.code, reason.text_span) == ("name_changed", (10, 12))
    assert text[slice(*reason.text_span)] == "e("
