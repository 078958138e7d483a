"""Tables of an answer that sum up groups of a tool's rows, by one heading or by two; worked out by hand."""

from __future__ import annotations

import json

import pytest

from tests.growth import least_time
from tests.traces.asked import report_on, statements_on

BAKES = """bake,oven,shift,batch,weight_kg,minutes
b-01,brick,day,1,41.2,50
b-02,brick,day,2,43.8,52
b-03,brick,night,1,38.4,61
b-04,brick,night,2,39.0,64
b-05,steel,day,1,52.6,40
b-06,steel,day,2,51.1,43
b-07,steel,night,1,47.3,45
b-08,steel,night,2,49.9,49
b-09,stone,day,1,30.5,70
b-10,stone,day,2,33.1,77
b-11,stone,night,1,28.7,81
b-12,stone,night,2,27.9,82"""
"""Mean weights, day and night: brick 42.50, 38.70; steel 51.85, 48.60; stone 31.80, 28.30."""
HALLEN = {"入库": [
    {"单号": "R1", "区域": "东区", "类别": "鲜果", "重量": 120.5}, {"单号": "R2", "区域": "东区", "类别": "鲜果", "重量": 98.0},
    {"单号": "R3", "区域": "东区", "类别": "冻品", "重量": 310.2}, {"单号": "R4", "区域": "西区", "类别": "鲜果", "重量": 77.4},
    {"单号": "R5", "区域": "西区", "类别": "冻品", "重量": 205.9}, {"单号": "R6", "区域": "西区", "类别": "冻品", "重量": 188.3},
    {"单号": "R7", "区域": "南区", "类别": "鲜果", "重量": 64.6}, {"单号": "R8", "区域": "南区", "类别": "冻品", "重量": 142.7}]}  # fmt: skip
"""Sums, fruit and frozen: east 218.5, 310.2; west 77.4, 394.2; south 64.6, 142.7."""


def table(*rows: str) -> str:
    width = rows[0].count("|") + 1
    return "\n".join(f"| {row} |" for row in (rows[0], "|".join(["---"] * width), *rows[1:]))


@pytest.mark.parametrize(
    ("rows", "findings"),
    [
        pytest.param(
            ("oven | day | night", "brick | 42.50 | 38.70", "steel | 51.85 | 48.60", "stone | 31.80 | 28.30"),
            ["derived"] * 3,
            id="means",
        ),
        pytest.param(
            ("oven | day | night", "brick | 42.50 | 38.70", "steel | 51.85 | 49.60", "stone | 31.80 | 28.30"),
            ["derived", "altered", "derived"],
            id="one-mean-wrong",
        ),
        pytest.param(
            ("oven | day | night", "brick | 42.50 | 38.70", "steel | 51.85 | 48.6", "stone | 31.8 | 28.3"),
            ["derived"] * 3,
            id="rounded-unevenly",
        ),
        pytest.param(
            ("shift | brick | steel | stone", "day | 42.50 | 51.85 | 31.80", "night | 38.70 | 48.60 | 28.30"),
            ["derived"] * 2,
            id="turned",
        ),
        pytest.param(
            ("shift | brick | steel | stone", "day | 42.50 | 51.85 | 31.80", "night | 36.70 | 48.60 | 28.30"),
            ["derived", "altered"],
            id="turned-and-one-wrong",
        ),
        pytest.param(
            ("oven | mean (day) | mean (night) | gap", "brick | 42.50 | 38.70 | 3.80",
             "steel | 51.85 | 48.60 | 3.25", "stone | 31.80 | 28.30 | 3.50"),
            ["derived"] * 3,
            id="headed-in-part-with-a-difference-beside",
        ),
        pytest.param(
            ("oven | shift | mean", "brick | day | 42.50", "brick | night | 38.70", "steel | day | 51.85",
             "steel | night | 48.60"),
            ["derived"] * 4,
            id="both-headings-in-front",
        ),
        pytest.param(
            ("oven | shift | mean", "brick | day | 42.50", "brick | night | 38.70", "steel | day | 51.85",
             "steel | night | 46.80"),
            ["derived"] * 3 + ["altered"],
            id="both-headings-in-front-one-wrong",
        ),
        pytest.param(
            ("oven | weight", "brick | 162.4", "steel | 200.9", "stone | 120.2", "total | 483.5"),
            ["derived"] * 4,
            id="sums-of-one-heading",
        ),
        pytest.param(
            ("oven | weight", "brick | 162.4", "steel | 200.9", "stone | 130.2"),
            ["derived", "derived", "altered"],
            id="one-sum-wrong",
        ),
        pytest.param(
            ("oven | share of weight", "brick | 33.6%", "steel | 41.6%", "stone | 24.9%"),
            ["derived"] * 3,
            id="shares",
        ),
        pytest.param(
            ("oven | share of weight", "brick | 33.6%", "steel | 41.6%", "stone | 29.4%"),
            ["derived", "derived", "altered"],
            id="one-share-wrong",
        ),
        pytest.param(
            ("oven | longest", "brick | 64", "steel | 49", "stone | 82"), ["sound"] * 3, id="maxima-stand-there"
        ),
    ],
)  # fmt: skip
def test_cells_of_a_table_are_held_against_the_rows_that_its_headings_name(rows, findings):
    statements = [s for s in statements_on(table(*rows), BAKES) if s.kind == "row"]
    assert [s.finding for s in statements] == findings


def test_the_working_of_a_wrong_cell_is_told():
    rows = ("oven | day | night", "brick | 42.50 | 38.70", "steel | 51.85 | 49.60", "stone | 31.80 | 28.30")
    (wrong,) = report_on(table(*rows), ("read", {}, BAKES)).findings
    assert wrong.reason == "'49.60': mean of weight_kg over 2 of 12 rows, as in the other cells: 48.6"
    assert wrong.evidence is not None
    assert wrong.evidence.text.startswith("b-07")


@pytest.mark.parametrize(
    ("rows", "findings"),
    [
        pytest.param(
            ("区域 | 鲜果 | 冻品", "东区 | 218.5 | 310.2", "西区 | 77.4 | 394.2", "南区 | 64.6 | 142.7"),
            ["derived", "derived", "sound"],
            id="sums",
        ),
        pytest.param(
            ("区域 | 鲜果 | 冻品", "东区 | 218.5 | 310.2", "西区 | 77.4 | 349.2", "南区 | 64.6 | 142.7"),
            ["derived", "altered", "sound"],
            id="one-sum-wrong",
        ),
        pytest.param(
            (
                "区域 | 重量合计 | 占比",
                "东区 | 528.7 | 43.8%",
                "西区 | 471.6 | 39.1%",
                "南区 | 207.3 | 17.2%",
            ),
            ["derived"] * 3,
            id="sums-and-shares",
        ),
        pytest.param(
            (
                "区域 | 重量合计 | 占比",
                "东区 | 528.7 | 43.8%",
                "西区 | 417.6 | 39.1%",
                "南区 | 207.3 | 17.2%",
            ),
            ["derived", "altered", "derived"],
            id="one-sum-of-three-wrong",
        ),
    ],
)
def test_chinese_headings_name_rows_alike(rows, findings):
    statements = [s for s in statements_on(table(*rows), HALLEN) if s.kind == "row"]
    assert [s.finding for s in statements] == findings


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(
            ("berth | free", "A1 | 31", "B2 | 47", "C3 | 58", "D4 | 20"), id="what-is-left-in-the-row"
        ),
        pytest.param(
            ("berth | places", "A1 | 31", "B2 | 47", "C3 | 58", "D4 | 33"), id="another-column-of-the-row"
        ),
        pytest.param(
            ("berth | places", "A1 | 31", "B2 | 47", "C3 | 58", "D4 | 64"), id="another-call-on-the-row"
        ),
        pytest.param(
            ("berth | places", "A1 | 31", "B2 | 47", "C3 | 58", "D4 | about 50"), id="told-as-approximate"
        ),
    ],
)
def test_a_cell_that_is_told_of_its_row_otherwise_is_not_held_against_the_others(rows):
    berths = [
        {"berth": "A1", "places": 31, "let": 0}, {"berth": "B2", "places": 47, "let": 0},
        {"berth": "C3", "places": 58, "let": 0}, {"berth": "D4", "places": 53, "let": 33},
    ]  # fmt: skip
    later = "berth D4 was widened: 64 places"
    report = report_on(table(*rows), ("list_berths", {}, berths), ("notes", {}, later))
    assert report.findings == ()


def test_a_total_that_sums_up_the_rows_told_alone_is_not_held_against_all():
    rows = ("oven | weight", "brick | 162.4", "steel | 200.9", "total | 363.3")
    assert report_on(table(*rows), ("read", {}, BAKES)).findings == ()


def test_a_table_that_agrees_with_a_later_reading_is_not_held_against_the_first():
    first = [{"gate": f"g-{n}", "flow": 100 + 13 * n} for n in range(6)]
    second = [{**gate, "flow": gate["flow"] + (57 if gate["gate"] == "g-3" else 0)} for gate in first]
    rows = ("gate | flow", *(f"{gate['gate']} | {gate['flow']}" for gate in second))
    assert report_on(table(*rows), ("flows", {"at": 1}, first), ("flows", {"at": 2}, second)).findings == ()


def test_a_table_that_was_cut_short_refutes_nothing():
    rows = ("oven | weight", "brick | 162.4", "steel | 200.9", "stone | 130.2")
    report = report_on(table(*rows), ("read", {"limit": 12}, BAKES))
    assert [s.reason for s in report.findings if "as in the other cells" in s.reason] == []


def test_wide_and_long_tables_are_held_against_many_tools_tables_in_a_time_that_grows_as_they_do():
    def run(n: int) -> None:
        given = [
            {"name": f"row-{i}", "kind": f"k{i % 7}", "zone": f"z{i % 5}", **{f"c{j}": i * j + 0.5 for j in range(8)}}
            for i in range(n)
        ]  # fmt: skip
        told = [f"row-{i} | {' | '.join(str(i * j + 1.5) for j in range(8))}" for i in range(min(n, 60))]
        rows = table("name | " + " | ".join(f"c{j}" for j in range(8)), *told)
        report_on(rows, *[("read", {"n": k}, json.dumps(given)) for k in range(3)])

    assert least_time(lambda: run(60)) < 6 * least_time(lambda: run(20))
