"""The clause around a value: between the nearest breaks before and behind it."""

from __future__ import annotations

import re
from time import process_time

import pytest

from evidencelab.traces.wording.clauses import clause_around

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


def test_clauses_of_all_values_of_a_long_text_are_found_in_time():
    text = "17 sacks, " * 20_000
    began = process_time()
    assert all(clause_around(text, at, at + 2, BREAKS)[1] == at + 8 for at in range(0, len(text), 10))
    assert process_time() - began < 2.0
