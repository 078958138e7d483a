"""A value told under the name of another field of its record is found."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

VAT = (
    "Name: brew-9\nCaps:\n  heat:   640W\n  stir:   90W\nDraws:\n  heat:   410W\n  stir:   75W\n"
    "Note: cleaned twice"
)
TANK = json.dumps({"tank": "T-9", "capacity_l": 8200, "filled_l": 6150, "reserve_l": 700})


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(VAT, "The heat cap is 410W.", True, id="field-of-the-next-head"),
        pytest.param(VAT, "The heat cap is 640W.", False, id="field-own"),
        pytest.param(VAT, "The heat cap is 640W, and the draw is 410W.", False, id="both-fields"),
        pytest.param(TANK, "The reserve is 6,150.", True, id="field-of-one-record"),
        pytest.param(TANK, "T-9 holds 6,150 of 8,200 litres.", False, id="field-told-in-other-words"),
    ],
)  # fmt: skip
def test_value_of_another_field_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
