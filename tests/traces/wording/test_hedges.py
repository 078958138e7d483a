"""A hedge holds for both of two numbers that are set against each other."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.hedges import hedge_of


@pytest.mark.parametrize(
    ("text", "number", "hedge"),
    [
        ("about 41,000 vs 38,000 litres", "38,000", "about"),
        ("roughly 40 or 60 ms", "60", "about"),
        ("大约 410 对 380", "380", "about"),
        ("about 41,000 litres, 38,000 in May", "38,000", None),
        ("41,000 vs 38,000 litres", "38,000", None),
        ("about 5 halls and 38 wings", "38", None),
    ],
)
def test_the_second_of_two_compared_is_hedged_like_the_first(text, number, hedge):
    start = text.index(number)
    assert hedge_of(text, start, start + len(number)) == hedge
