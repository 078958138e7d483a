"""All there is of something is not counted on the first page of several; what is there is."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, report_on

PIERS: Reply = ("list_piers", {"harbour": "Skerry"}, "pier  berths\nNorth  6\nSouth  9")
HOLDS = [
    {"hold": "H-1", "goods": "fruit"},
    {"hold": "H-2", "goods": "steel"},
    {"hold": "H-5", "goods": "salt"},
]
FIRST_OF_FOUR = {"page": 1, "total_pages": 4, "items": HOLDS}
SAID_TO_BE = {"status": "partial", "items": HOLDS}


def finding_on(answer: str, given: object) -> str:
    return report_on(answer, PIERS, ("customs_holds", {"month": "2031-05"}, given)).statements[0].finding


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        pytest.param("There were only three customs holds in May.", FIRST_OF_FOUR, id="spelt"),
        pytest.param("Customs has 3 holds in total.", FIRST_OF_FOUR, id="in-total"),
        pytest.param("5 月仅有 3 起海关扣留。", {**SAID_TO_BE, "说明": "海关"}, id="zh"),
        pytest.param("There were 3 customs holds.", SAID_TO_BE, id="said-to-be-a-part"),
    ],
)
def test_a_count_of_a_part_is_overclaimed_as_one_of_all(answer, given):
    assert finding_on(answer, given) == "overclaimed_absence"


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        pytest.param("There were only three customs holds in May.", {"page": 4, "total_pages": 4, "items": HOLDS}, id="last-page"),
        pytest.param("There were only three customs holds in May.", {"page": 0, "pages": 1, "items": HOLDS}, id="pages-from-0"),
        pytest.param("There were at least 3 customs holds.", FIRST_OF_FOUR, id="at-least"),
        pytest.param("Only three customs holds stand on the first page.", FIRST_OF_FOUR, id="on-the-page"),
        pytest.param("Customs has 3 holds in total. Of the holds, page 1 of 4 was read.", FIRST_OF_FOUR, id="told-elsewhere"),
        pytest.param("The customs check took only 3 minutes.", FIRST_OF_FOUR, id="a-length"),
        pytest.param("There are 2 piers at the harbour.", FIRST_OF_FOUR, id="of-another-call"),
    ],
)  # fmt: skip
def test_a_count_of_all_or_of_the_part_that_was_read_is_none(answer, given):
    assert finding_on(answer, given) != "overclaimed_absence"
