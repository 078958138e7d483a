"""A number that stands nowhere is a finding only where something speaks against it."""

from __future__ import annotations

import pytest

from tests.traces.test_slots import statements

CREWS = ((4, 31.5, 12), (6, 48.25, 31), (5, 40.75, 18), (7, 57.5, 44)) * 4
SHIFTS = "\n".join(
    f"shift={n:02d} crew={c} hours={h} spoilt={s}" for n, (c, h, s) in enumerate(CREWS, start=1)
)
ALARMS = "2031-02-03 04:12 door open\n2031-02-03 04:37 door shut\n2031-02-03 05:06 compressor on\n2031-02-03 06:51 ok"
PUMP = "pump=north flow_litres=731\npump=south flow_litres=408"


@pytest.mark.parametrize(
    ("output", "answer", "is_bad"),
    [
        pytest.param(SHIFTS, "The crews were paid for 617.35 hours on average.", False, id="rich-pool-mean"),
        pytest.param(SHIFTS, "Of 1,734 sheets, 1,396 were fit to sell.", False, id="two-strangers"),
        pytest.param(PUMP, "The north pump moved 713 litres.", True, id="digits-exchanged"),
        pytest.param(PUMP, "The north pump moved 962 litres.", True, id="redrawn-in-its-field"),
        pytest.param(PUMP, "The pumps differ by 323 litres.", False, id="difference"),
        pytest.param(PUMP, 'The log says "flow alarm 5519 raised by hand".', True, id="in-a-quotation"),
    ],
)
def test_a_number_that_stands_nowhere_needs_something_against_it(output, answer, is_bad):
    (statement,) = statements(answer, output)
    assert statement.is_bad == is_bad, statement.reason


@pytest.mark.parametrize(
    ("times", "is_bad"),
    [
        pytest.param(("06:12", "06:37", "07:06", "08:51"), [False] * 4, id="all-two-hours-later"),
        pytest.param(("04:12", "04:37", "05:06", "06:51"), [False] * 4, id="as-read"),
        pytest.param(("04:12", "04:37", "08:06", "06:51"), [False, False, True, False], id="one-is-off"),
    ],
)
def test_times_of_a_list_that_are_all_moved_alike_were_converted(times, is_bad):
    events = ("the door opened", "it was shut", "the compressor started", "all was well")
    answer = "\n".join(f"- {time}: {event}" for time, event in zip(times, events, strict=True))
    assert [s.is_bad for s in statements(answer, ALARMS)] == is_bad
