"""A day one digit off, at a time of day that was read, is a slip."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

OILED = "today: 2026-03-31\nwest gate oiled 2026-03-17 05:40:12\neast gate oiled 2026-03-30 06:02:51"


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("The west gate was last oiled on 27 March at 05:40, 4 days ago.", True, id="day-but-for-a-digit"),
        pytest.param("The west gate was last oiled on 17 March at 05:40, 14 days ago.", False, id="day-own"),
        pytest.param("The west gate is oiled next on 27 March at 05:40, 10 days later.", False, id="day-to-come"),
    ],
)  # fmt: skip
def test_day_one_digit_off_is_found(answer, is_found):
    found = findings_on(answer, ("read_board", {}, OILED))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
