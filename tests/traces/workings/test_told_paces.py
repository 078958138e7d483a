"""Paces told of a record's own count."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

LEAGUE = """pos team        P   W   D  L  F   A
1  Eastport    22  15  4  3  55  19
2  Marlow      22  14  4  4  41  22
3  Dunholm     22  12  5  5  37  25
"""


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("Eastport have 55 goals, 2.5 a game.", False, id="a-count-of-every-row"),
        pytest.param("In 22 games Eastport have 55 goals, 2.5 per game.", False, id="a-count-that-is-told"),
        pytest.param("Eastport have 55 goals, 2.9 a game.", True, id="for-each-of-another-column"),
        pytest.param("Eastport have 55 goals, 2.4 a game.", True, id="another-number"),
    ],
)
def test_so_many_a_game_is_the_number_beside_by_the_games_of_its_row(told, is_bad):
    (statement,) = report_on(told, ("league", {}, LEAGUE)).statements
    assert statement.is_bad is is_bad, statement.reason
