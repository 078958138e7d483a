"""A number that sums up two that were told before it is worked out, whatever was read is like it."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

READ = {
    "carts": [{"firm": "Hop", "eur": "240.0 - 400.0"}, {"firm": "Zip", "eur": "500.0 - 1000.0"}],
    "meal": 40.0,
}
ASKED = "What does it come to for 3 days, with two meals a day?"


@pytest.mark.parametrize(("told", "is_bad"), [("€1200", False), ("€1300", True)])
def test_sum_of_what_was_told_before_is_worked_out(told, is_bad):
    answer = (
        "Hop costs between €240 and €400 a day. The middle of it is €320. Three days make €960. "
        f"Two meals a day for three days come to €240. Therefore, I put the trip at {told}."
    )
    *_, last = statements_on(answer, READ, ASKED)
    assert last.is_bad is is_bad, last.reason


@pytest.mark.parametrize(("told", "is_bad"), [("€1,240", False), ("€1,340", True)])
def test_sum_of_what_is_listed_below_is_worked_out(told, is_bad):
    answer = f"In all: {told}\n- €1,000 for Zip\n- €240 for Hop"
    first, *_ = statements_on(answer, READ, ASKED)
    assert first.is_bad is is_bad, first.reason


@pytest.mark.parametrize(("told", "is_bad"), [("€4700", False), ("€4900", True)])
def test_sum_of_what_was_listed_above_is_worked_out(told, is_bad):
    answer = f"- Carts: €700 (Hop) + €3000 (Zip) = €3700\n- Meals: €520\n- Tents: €480\n\n**In all: {told}**"
    *_, last = statements_on(answer, READ, ASKED)
    assert last.is_bad is is_bad, last.reason


def test_amount_that_was_worked_out_may_be_said_again_however_round():
    answer = "- Least: €240 * 3 = €720\n- Most: €200 * 3 = €600\n\n- **In all:**\n  - Cart: €600"
    *_, last = statements_on(answer, {**READ, "tent": 200.0}, ASKED)
    assert (last.finding, last.reason) == ("derived", "'€600' is €200 x 3")
