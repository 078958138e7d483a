"""Two numbers that only bear out each other are judged by what was read."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

FEES = (
    "no    | what           | amount | cur\n------+----------------+--------+----\n"
    "F-31  | Mooring Hafen  | 417.50 | EUR\nF-32  | Pilot          | 190.00 | EUR\n\ncap: 400.00 EUR"
)


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("F-31, the mooring: EUR 471.50 is EUR 71.50 over the cap of EUR 400.", True, id="each-of-the-other"),
        pytest.param("F-31, the mooring: EUR 417.50 is EUR 17.50 over the cap of EUR 400.", False, id="one-was-read"),
    ],
)  # fmt: skip
def test_numbers_worked_out_of_each_other_only_are_found(answer, is_found):
    found = findings_on(answer, ("read_board", {}, FEES))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
