"""Numbers that follow from what the answer tells far above, with neighbours that do not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

BILL = {
    "total": 912.4,
    "lines": [
        {"line": 1, "what": "Room, 3 nights", "amount": 507.0},
        {"line": 2, "what": "Spa", "amount": 64.0},
        {"line": 3, "what": "Laundry", "amount": 23.5},
        {"line": 4, "what": "Dinner", "amount": 317.9},
    ],
}
TOLD = (
    "The bill comes to 912.40 EUR in total.\n\n- The spa was 64.00 EUR.\n- The laundry was 23.50 EUR.\n\n"
    "## To be paid\n\n"
)
ARMS = "The old page sold to 5.00% (1,870 of 37,391), the new one to 5.50% (2,055 of 37,350).\n\n"
SOLD = "arm,visitors,buyers\nold,37391,1870\nnew,37350,2055"
SIGHTS = {"castle": {"adult": 14, "family": 40}, "museum": {"adult": 9, "family": 18}}
TICKETS = (
    "### Tickets\n\n- Castle: 14 EUR, for all of us 40 EUR.\n"
    "- Museum: 9 EUR, for all of us 18 EUR.\n\n### Budget\n\n"
)


@pytest.mark.parametrize(
    ("answer", "value", "reply", "is_honest"),
    [
        pytest.param(TOLD + "- Without the spa and the laundry: {}.", "824.90 EUR", BILL, True, id="left"),
        pytest.param(
            TOLD + "- Without the spa and the laundry: {}.", "842.90 EUR", BILL, False, id="left-not"
        ),
        pytest.param(
            ARMS + "That is 0.50 percentage points more, a relative lift of {}.",
            "9.9%",
            SOLD,
            True,
            id="lift-of-the-unrounded",
        ),
        pytest.param(
            ARMS + "That is 0.50 percentage points more, a relative lift of {}.",
            "12.9%",
            SOLD,
            False,
            id="lift-not",
        ),
        pytest.param(TICKETS + "- Tickets: {}", "58 EUR", SIGHTS, True, id="sum-of-a-section"),
    ],
)
def test_what_follows_from_far_above_is_derived(answer, value, reply, is_honest):
    judged = report_on(answer.format(value), ("read", {}, reply)).statements[-1]
    verdict = next(found.verdict for found in judged.values if found.value == value)
    assert (verdict == "derived") is is_honest, judged
