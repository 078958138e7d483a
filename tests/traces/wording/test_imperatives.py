"""What opens a sentence that asks for something to be done."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.imperatives import opens_with_imperative


@pytest.mark.parametrize(
    ("sentence", "is_one"),
    [
        ("Decide whether to keep the old pump.", True),
        ("Work out how to drain it.", True),
        ("Figure how to drain it.", True),
        ("Unclear whether it was kept.", False),
        ("Pumps which failed were kept.", False),
    ],
)
def test_a_verb_before_an_indirect_question_asks(sentence, is_one):
    assert opens_with_imperative(sentence) is is_one


@pytest.mark.parametrize(
    ("sentence", "is_one"),
    [
        ("Separately, get the valves well again.", True),
        ("Ideally, replace the gasket.", True),
        ("Separately, the valves are well again.", False),
        ("Early gaskets leaked.", False),
    ],
)
def test_an_adverb_may_lead_to_what_is_asked_for(sentence, is_one):
    assert opens_with_imperative(sentence) is is_one
