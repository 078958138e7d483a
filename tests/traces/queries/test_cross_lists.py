"""Sentences and bullets that sum up groups of a tool's rows, each number of its own; worked out by hand."""

from __future__ import annotations

import pytest

from tests.growth import least_time
from tests.traces.asked import report_on, statements_on
from tests.traces.queries.test_cross_tables import BAKES, HALLEN

JOBS = """JOB            STATE       TRIES   HOST
grind-pepper   Finished    0       mill-a
grind-salt     Finished    14      mill-b
grind-sumac    Finished    0       mill-a
sift-rye       Finished    3       mill-c
sift-spelt     Stalled     11      mill-b
sift-wheat     Finished    0       mill-a
pack-barley    Waiting     0       -
pack-oats      Finished    1       mill-c
pack-rice      Finished    0       mill-c
pack-teff      Stalled     17      mill-b"""
"""7 finished, 2 stalled, 1 waiting."""
ZAEHLER = {"工单": [{"工单号": f"G{n}", "状态": s, "等级": g, "耗时": 10 * n + 3} for n, (s, g) in enumerate(
    [("已关闭", "A"), ("已关闭", "B"), ("处理中", "A"), ("已关闭", "A"), ("待派单", "B"), ("已关闭", "B"),
     ("已关闭", "A"), ("处理中", "B"), ("已关闭", "A"), ("已关闭", "B"), ("已关闭", "A"), ("已关闭", "A")])]}  # fmt: skip
"""9 closed (6 of A, 3 of B), 2 in work, 1 waiting."""


@pytest.mark.parametrize(
    ("statement", "output", "finding"),
    [
        pytest.param("Steel by day averages 51.85 kg.", BAKES, "derived", id="mean-of-two-conditions"),
        pytest.param("For the stone oven the night shift weighs 56.6 in all.", BAKES, "derived", id="sum-of-two"),
        pytest.param(
            "A bake in the steel oven takes 44.25 minutes on average against 77.5 for stone.",
            BAKES,
            "derived",
            id="each-number-of-the-name-on-its-own-side",
        ),
        pytest.param(
            "On average steel takes 44.25 minutes, while brick takes 56.75.", BAKES, "derived", id="while"
        ),
        pytest.param("By mean weight steel leads with 50.22, then brick 40.60 and stone 30.05.", BAKES,
                     "derived", id="means-in-a-row"),
        pytest.param("By mean weight steel leads with 50.22, then brick 46.00 and stone 30.05.", BAKES,
                     "altered", id="one-mean-of-a-row-wrong"),
        pytest.param("There are 10 jobs: 7 are Finished, 2 are Stalled and 1 is Waiting.", JOBS, "derived",
                     id="counts-of-states"),
        pytest.param("There are 10 jobs: 6 are Finished, 2 are Stalled and 1 is Waiting.", JOBS, "altered",
                     id="one-count-of-states-wrong"),
        pytest.param("7 jobs are Finished, 2 Stalled, 1 Waiting.", JOBS, "derived", id="counts-without-a-total"),
        pytest.param("华东以外，东区鲜果平均 109.25 公斤。", HALLEN, "derived", id="zh-mean-of-two-conditions"),
        pytest.param("西区的冻品合计 394.2 公斤。", HALLEN, "derived", id="zh-sum-of-two-conditions"),
        pytest.param("东区平均 176.23 公斤，对比西区的 157.2 公斤。", HALLEN, "derived", id="zh-against"),
        pytest.param("工单共 12 张，其中 9 张已关闭、2 张处理中、1 张待派单。", ZAEHLER, "derived", id="zh-states"),
        pytest.param("工单共 12 张，其中 8 张已关闭、2 张处理中、1 张待派单。", ZAEHLER, "altered", id="zh-state-wrong"),
    ],
)  # fmt: skip
def test_numbers_of_a_sentence_are_held_against_the_rows_named_beside_them(statement, output, finding):
    (found,) = statements_on(statement, output)
    assert found.finding == finding


def test_a_list_of_bullets_is_held_against_the_rows_that_they_name():
    told = "- brick: 162.4 kg, {} minutes\n- steel: 200.9 kg, 177 minutes\n- stone: 120.2 kg, 310 minutes\n"
    right = statements_on(told.format("227"), BAKES)
    wrong = statements_on(told.format("272"), BAKES)
    assert [s.finding for s in right] == ["derived"] * 3
    assert [s.finding for s in wrong] == ["altered", "derived", "derived"]


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("The brick oven leads by 2.1, steel by 3.9 and stone by 4.4.", id="of-another-kind"),
        pytest.param("7 jobs are Finished, 1 on mill-b is Stalled since noon and 1 is Waiting.", id="a-part"),
        pytest.param(
            "6 of the new jobs are Finished, 2 are Stalled and 1 is Waiting.", id="narrowed-by-a-word"
        ),
    ],
)
def test_what_is_narrowed_by_words_that_no_row_has_is_not_refuted(statement):
    (found,) = report_on(statement, ("read", {}, JOBS)).statements
    assert "as in the other cells" not in found.reason


def test_a_sentence_of_many_parts_is_held_against_long_tables_in_a_time_that_grows_as_they_do():
    def run(n: int) -> None:
        rows = "\n".join(f"r{i},{'abcdefgh'[i % 8]}{i % 40}-kind,{i * 7 % 13}.5,{i}" for i in range(n))
        told = ". ".join(f"The {'abcdefgh'[i % 8]}{i % 40}-kind has {i}.7, not {i}.9" for i in range(n))
        report_on(f"{told}.", ("read", {}, f"row,kind,size,at\n{rows}"))

    assert least_time(lambda: run(120)) < 6 * least_time(lambda: run(40))
