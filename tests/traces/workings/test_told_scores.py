"""Totals of games that are listed a line each; worked out by hand."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

GAMES = """Round 4
  Ash Vale      3 - 2  Kell Moor     crowd 412
  Orrin         0 - 0  Tarn Foot     crowd 388
Round 5
  Kell Moor     4 - 1  Orrin         crowd 540
  Tarn Foot     5 - 6  Ash Vale      crowd 377
  Brae          7 - 3  Lunn          crowd 290"""
"""31 goals in 5 games."""
SCORERS = [{"player": "Ivo Lund", "goals": 14, "cards": 2}, {"player": "Pat Oke", "goals": 11, "cards": 0},
           {"player": "Ned Roe", "goals": 9, "cards": 1}]  # fmt: skip
"""34 goals of three players."""


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("In the 5 games there were 31 goals.", "derived", id="all"),
        pytest.param("That makes 6.2 goals a game.", "derived", id="mean"),
        pytest.param("五场比赛共有 31 个进球。", "derived", id="zh-all"),
        pytest.param("In the 5 games there were 47 goals.", "unsupported", id="another-total"),
        pytest.param("Ivo Lund has 17 goals.", "altered", id="a-record-that-is-named"),
        pytest.param("Ivo Lund has 14 goals.", "sound", id="its-own"),
    ],
)
def test_what_was_scored_is_added_up_and_held_against_no_record_that_is_not_named(statement, finding):
    (found,) = report_on(statement, ("results", {}, GAMES), ("scorers", {}, SCORERS)).statements
    assert found.finding == finding
