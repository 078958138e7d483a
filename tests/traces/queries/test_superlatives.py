"""A name that is told to be first or last of a table."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

KILNS = [
    {"kiln": "Ash", "hall": "east", "heat": 1180, "rank": 2},
    {"kiln": "Bay", "hall": "east", "heat": 1240, "rank": 1},
    {"kiln": "Fir", "hall": "west", "heat": 1090, "rank": 3},
    {"kiln": "Yew", "hall": "west", "heat": 1240, "rank": 4},
]


@pytest.mark.parametrize(
    ("statement", "held"),
    [
        pytest.param("The highest heat is that of Bay.", None, id="right"),
        pytest.param("Yew has the highest heat.", None, id="as-high"),
        pytest.param("Ash has the highest heat.", "Bay", id="wrong"),
        pytest.param("Ash has the highest heat (1180).", "Bay", id="wrong-with-its-own-number"),
        pytest.param(
            "Trade was brisk, and dry too; Fir has the highest heat (1240).",
            "Bay",
            id="behind-what-is-not-read",
        ),
        pytest.param(
            "Trade was brisk, and dry too; Fir has the highest heat.",
            None,
            id="what-is-not-read-may-narrow-it",
        ),
        pytest.param("The lowest heat is that of Ash.", "Fir", id="lowest"),
        pytest.param("In the hall west, Fir has the highest heat.", "Yew", id="of-a-group"),
        pytest.param("Ash has the highest rank.", None, id="a-rank-may-count-from-either-end"),
        pytest.param("Ash has the highest mean heat.", None, id="another-working"),
        pytest.param("Ash has the highest planned heat.", None, id="a-word-left-over"),
    ],
)
def test_the_row_that_is_the_extreme_is_named(statement, held):
    (judged,) = statements_on(statement, KILNS)
    if held is None:
        assert "heat is that of" not in judged.reason
        assert not judged.is_bad
    else:
        assert judged.finding == "altered"
        assert judged.values[-1].evidence_value == held
        assert f"heat is that of {held}" in judged.reason


KILNS_ZH = [
    {"窑": "东窑", "煤耗占比": 21.4, "炉龄": 3.5},
    {"窑": "南窑", "煤耗占比": 18.9, "炉龄": 9.5},
    {"窑": "西窑", "煤耗占比": 44.7, "炉龄": 6.0},
]


@pytest.mark.parametrize(
    ("statement", "held"),
    [
        pytest.param("煤耗占比最高的是西窑。", None, id="right"),
        pytest.param("煤耗占比最高的是南窑。", "西窑", id="a-title-is-no-comparison"),
        pytest.param(
            "西窑最费煤（44.7），东窑的炉龄最大（9.5 岁）。", "南窑", id="what-is-counted-and-a-bracket"
        ),
        pytest.param("西窑最费煤（44.7），南窑的炉龄最大（9.5 岁）。", None, id="right-behind-a-bracket"),
    ],
)
def test_chinese_extremes_are_read_likewise(statement, held):
    (judged,) = statements_on(statement, KILNS_ZH)
    assert (judged.values[-1].evidence_value if judged.is_bad else None) == held, judged.reason


@pytest.mark.parametrize("column", ["rank", "place", "grade", "priority", "class", "draft_order"])
def test_the_highest_of_what_ranks_may_be_the_lowest_number(column):
    rows = [{"kiln": kiln, column: n} for kiln, n in (("Ash", 2), ("Bay", 1), ("Fir", 3))]
    (judged,) = statements_on(f"Bay has the highest {column.replace('_', ' ')}.", rows)
    assert not judged.is_bad, judged.reason
