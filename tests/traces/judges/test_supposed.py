"""What a statement supposes in an aside is no finding, nor where it goes on to reckon with it."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

CARTS = [{"firm": "Hop", "eur_per_day": 240.0}, {"firm": "Zip", "eur_per_day": 170.0}]


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param(
            "Hop, 2 days: (Assuming a rate of €120/day) €120.0 * 2 = €240.0", False, id="reckoned-with"
        ),
        pytest.param(
            "Hop, 2 days: (no price given, so we assume €120 per day) = €240.0", False, id="behind-a-reason"
        ),
        pytest.param("Hop，2 天：（假设每天 120 欧元）120 欧元 * 2 = 240 欧元", False, id="chinese"),
        pytest.param("Hop (assuming the low season) costs €120 a day.", True, id="another-thing-supposed"),
        pytest.param("Hop costs €120 a day.", True, id="told"),
    ],
)
def test_what_is_supposed_in_an_aside_is_no_finding(told, is_bad):
    (judged,) = statements_on(told, CARTS)
    assert judged.is_bad is is_bad, judged.reason


def test_what_is_told_below_a_supposition_is_reckoned_with_it():
    told = "- **Meals for 2 per Day:** (Assuming an average meal of $50 per person)\n  - Total: ${}"
    read = {"Oak": "Price range: 110.0 - 200.0", "Elm": "Price range: 500.0 - 1000.0"}
    assert not statements_on(told.format("300.0"), read)[1].is_bad
    assert statements_on(told.format("210.0"), read)[1].is_bad
