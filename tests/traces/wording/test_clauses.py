"""The clause around a value: between the nearest breaks before and behind it."""

from __future__ import annotations

import re

import pytest

from evidencelab.traces.wording.clauses import clause_around
from tests.growth import least_time

BREAKS = re.compile(r"[,;](?=\s)|\bbut\b")


def nearest(text: str, part: str) -> str:
    start = text.index(part)
    first, last = clause_around(text, start, start + len(part), BREAKS)
    return text[first:last]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        pytest.param("the mill ground 17 sacks", "the mill ground 17 sacks", id="no-break"),
        pytest.param("first, 17 sacks; then rest", " 17 sacks", id="between-two"),
        pytest.param("17, they say", "17", id="break-right-behind"),
        pytest.param("rain but 17 but rain", " 17 ", id="words"),
        pytest.param("1,204 of 17 sacks, dry", "1,204 of 17 sacks", id="a-comma-in-a-number-is-none"),
    ],
)
def test_clause_ends_at_the_nearest_breaks(text, clause):
    assert nearest(text, "17") == clause


def test_clauses_of_all_values_are_found_in_a_time_that_grows_with_the_text():
    def run(n: int) -> float:
        text = "17 sacks, " * n
        ends = [at + 8 for at in range(0, len(text), 10)]

        def look() -> None:
            assert [clause_around(text, at - 8, at - 6, BREAKS)[1] for at in ends] == ends

        return least_time(look)

    # fourfold, and some noise; sixteenfold where it grows with the square
    assert run(20_000) < 10 * run(5000)
