"""The half day of a range, which only one of its times writes."""

from __future__ import annotations

import pytest

from evidencelab.traces.values.reader import value_tokens


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("2:00-2:30 PM", [14, 14]),
        ("11:30 - 1:15 pm", [11, 13]),
        ("下午 2 点到 5 点", [14, 17]),
        ("下午3点半至4点半", [15, 16]),
        ("晚上 7 点和 9 点", [19, 21]),
        ("上午 9 点到 11 点", [9, 11]),
        ("下午 3 点到次日 2 点", [15, 2]),
        ("下午 3 点，开始前 2 点说明", [15, 2]),
    ],
)
def test_one_time_of_a_range_has_the_half_day_that_the_other_writes(text, hours):
    moments = [token.moment for token in value_tokens(text) if token.moment]
    assert [moment.hour for moment in moments if moment.hour is not None] == hours
