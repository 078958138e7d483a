"""A length of time that fits no two moments, and a measure ten times the one that was read, are found."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

GATES = (
    "2026-03-04 11:02:18 gate closed\n2026-03-04 11:02:41 pump on\n2026-03-04 11:31:07 pump off\n"
    "2026-03-04 11:31:52 gate open"
)
SLOW = "entry=3 us=73120 SCAN fish:stock\nentry=4 us=9044 GET crew:list"


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(GATES, "The pump ran from 11:02 to 11:31, which took 28 minutes 26 seconds.", False, id="length-own"),
        pytest.param(GATES, "From gate closed to gate open it took 34 minutes 34 seconds.", True, id="length-of-nothing"),
        pytest.param(GATES, "From gate closed to gate open it took 29 minutes 34 seconds.", False, id="length-of-the-ends"),
        pytest.param(GATES, "On average, it took 12 minutes 9 seconds from call to call.", False, id="length-averaged"),
        pytest.param(SLOW, "The `SCAN` of `fish:stock` took 731 ms.", True, id="ten-times"),
        pytest.param(SLOW, "The `SCAN` of `fish:stock` took 73.1 ms.", False, id="converted"),
    ],
)  # fmt: skip
def test_length_that_fits_nothing_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
