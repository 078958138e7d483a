"""A few members of a list are not the list, unless the quote shows that it goes on."""

from __future__ import annotations

import pytest

from evidencelab.evidence.context.arrays import cuts_list
from evidencelab.evidence.excerpts import match_excerpt
from tests.growth import least_time

RACKS = '{"racks": [4, 7, 9, 12]}'


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param('{"racks": [4, 7]}', "mismatch", id="closed"),
        pytest.param('{"racks": [4, 7...]}', "accept", id="closed-behind-a-mark"),
        pytest.param('"racks": [4, 7', "accept", id="left-open"),
        pytest.param("racks: 4", "mismatch", id="first-as-the-value"),
        pytest.param(RACKS, "accept", id="whole"),
    ],
)
def test_members_of_a_list_are_not_told_as_the_list(excerpt, expected):
    assert match_excerpt(excerpt, RACKS).decision == expected


def test_a_mark_is_looked_for_in_a_time_that_grows_as_a_run_of_dots_does():
    def taken(size):
        quoted = f"racks: [4, 7{'.' * size}x]"
        end = RACKS.index(", 9")
        return least_time(lambda: cuts_list(RACKS, 0, end, quoted))

    assert taken(8_000) < 24 * taken(1_000)


@pytest.mark.parametrize(
    ("excerpt", "is_quote"),
    [
        pytest.param("lamp 5 [on]", True, id="its-own"),
        pytest.param("lamp 4 [on]", False, id="of-the-next"),
        pytest.param("lamp 4 ... [on]", False, id="of-the-next-with-a-mark"),
        pytest.param("lamp 4 [off] ... lamp 5 [on]", True, id="both"),
    ],
)
def test_what_stands_in_brackets_is_said_of_the_word_in_front_of_them(excerpt, is_quote):
    text = "lamp 4 [off], lamp 5 [on], lamp 6 [on, dim]"
    assert (match_excerpt(excerpt, text).decision == "accept") == is_quote
