"""An output counts as cut short where it says so, in whatever words."""

from __future__ import annotations

import pytest

from evidencelab.traces.formats.truncation import cut_reason


@pytest.mark.parametrize(
    "text",
    [
        "row 1\nrow 2\n... [output truncated, 90 lines omitted]",
        '{"items": [1, 2], "truncated": true}',
        "door-1 ok\ndoor-2 ok\n(showing 2 of 14 doors)",
        "Displaying 25 out of 300 rows\nA\nB",
        "Results 1-10 of 1,204",
        "note: index incomplete, pages 1-14 of 38 indexed",
        "door-1 正常\n（仅显示前 1 台，共 9 台）",
        "door-1 ok\n... and 12 more",
        "门-1 正常\n还有 12 条未显示",
        "door-1 ok\n-- log page 1 of 3 --",
        "门-1 正常\n第 1 页，共 4 页",
        "door-1 ok (rows 1-12 of 34)",
        "door-1 ok\n-- truncated: limit reached, ask for page 2 --",
        "door-1 ok\n[Text extraction stopped: table 4 is an image]",
    ],
)
def test_output_that_says_it_is_a_part_is_cut_short(text):
    assert cut_reason(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "door-1 ok\ndoor-2 ok",
        "(showing 2 of 2 doors)",
        "Results 1-10 of 10",
        "result: 3 of 3 passed",
        "共 9 台，显示 9 台",
        "See chapter 3 of 7 for more.",
        "page 3 of 7",
        "door-1 ok\npage 1 of 2\ndoor-2 ok\npage 2 of 2",
        "rows 1-12 of 12",
    ],
)
def test_output_that_shows_all_there_is_is_not_cut_short(text):
    assert cut_reason(text) is None
