"""What an answer tells of a table, read as a query and answered; expected results worked out by hand."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on

DEPOTS = {
    "depots": [
        {"name": "Alder", "region": "north", "status": "open", "vans": 12, "cost_eur": 840.5},
        {"name": "Birch", "region": "north", "status": "closed", "vans": 7, "cost_eur": 610.0},
        {"name": "Cedar", "region": "south", "status": "open", "vans": 25, "cost_eur": 1920.25},
        {"name": "Dogwood", "region": "south", "status": "open", "vans": 16, "cost_eur": 1100.0},
        {"name": "Elder", "region": "west", "status": "open", "vans": 4, "cost_eur": 275.75},
    ]
}
"""64 vans, 4746.5 euros in all; the mean depot has 12.8 vans, the median one 12."""
LAGER = {"仓库": [{"名称": "东仓", "区域": "华东", "库存": 320}, {"名称": "西仓", "区域": "西南", "库存": 150},
               {"名称": "南仓", "区域": "华南", "库存": 410}, {"名称": "宁仓", "区域": "华东", "库存": 120}]}  # fmt: skip
"""1000 in all, 250 on average."""
PODS = """NAME              READY   STATUS    RESTARTS     AGE
cart-7d9f-x2k4    1/1     Running   3 (2m ago)   4d
cart-7d9f-p9q1    0/1     Pending   0            2m
feed-55c8-m3n7    1/1     Running   11 (9h ago)  6d
feed-55c8-w8z2    1/1     Running   2 (1d ago)   6d"""


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("The total vans over all 5 depots is 64.", "derived", id="sum"),
        pytest.param("The total vans over all 5 depots is 52.", "altered", id="sum-without-a-row"),
        pytest.param("On average the vans are 12.8.", "derived", id="mean"),
        pytest.param("On average the vans are 15.3.", "altered", id="mean-of-others"),
        pytest.param("The median cost is 840.50 EUR.", "sound", id="median-that-stands-there"),
        pytest.param("The median cost is 1,100 EUR.", "altered", id="median-of-another-row"),
        pytest.param("The vans peak at 25.", "sound", id="maximum"),
        pytest.param("The vans peak at 16.", "altered", id="another-row-for-the-maximum"),
        pytest.param("Between the highest and the lowest vans lie 21.", "derived", id="range"),
        pytest.param("Between the highest and the lowest vans lie 18.", "altered", id="range-of-others"),
        pytest.param("For region south the vans add up to 41.", "derived", id="sum-of-a-group"),
        pytest.param("For region south the vans add up to 29.", "altered", id="sum-of-half-a-group"),
        pytest.param("3 of the 5 depots have vans above 10.", "derived", id="rows-above"),
        pytest.param("2 of the 5 depots have vans above 10.", "altered", id="rows-above-miscounted"),
        pytest.param("Vans of at least 12 are reported for 3 depots.", "derived", id="the-bound-counts"),
        pytest.param("Vans above 12 are reported for 3 depots.", "altered", id="the-bound-does-not"),
        pytest.param("4 depots have the status open.", "sound", id="rows-of-a-state-a-number-that-stands-there"),
        pytest.param("3 depots have the status open.", "altered", id="rows-of-a-state-miscounted"),
        pytest.param("3 depots have a region other than south.", "derived", id="rows-of-other-groups"),
        pytest.param("In 60% of the depots the vans exceed 10.", "derived", id="share-of-rows"),
        pytest.param("In 40% of the depots the vans exceed 10.", "altered", id="share-of-rows-wrong"),
        pytest.param("Cedar accounts for 39.1% of the total vans.", "derived", id="share-of-a-row"),
        pytest.param("Cedar accounts for 29.1% of the total vans.", "altered", id="share-of-a-row-wrong"),
        pytest.param("Without Cedar the total vans are 39.", "derived", id="all-but-one"),
        pytest.param("Without Cedar the total vans are 48.", "altered", id="all-but-another"),
        pytest.param("The vans of Cedar are 9 higher than that of Dogwood.", "derived", id="difference"),
        pytest.param("The vans of Cedar are 13 higher than that of Dogwood.", "altered", id="another-difference"),
        pytest.param("The vans of Cedar lie 12.2 above the average.", "derived", id="from-the-mean"),
        pytest.param("The vans of Cedar lie 3.2 above the average.", "altered", id="another-from-the-mean"),
        pytest.param("The vans of Dogwood are 4 times that of Elder.", "sound", id="times"),
        pytest.param("The vans of Cedar are 1.56 times that of Dogwood.", "derived", id="times-rounded"),
        pytest.param("The vans of Cedar are 2.08 times that of Dogwood.", "altered", id="times-another-row"),
        pytest.param("Alder (open) has 12 vans.", "sound", id="two-cells-of-one-row-are-not-compared"),
        pytest.param("Alder and Birch together have a cost of 1,450.50 EUR.", "derived", id="two-together"),
        pytest.param("Dogwood has a cost of 840.5 EUR.", "altered", id="a-cell-of-another-row"),
        pytest.param("- Cedar: 25 vans", "sound", id="a-bullet"),
        pytest.param("- Cedar: 16 vans", "altered", id="a-bullet-with-another-rows-cell"),
    ],
)  # fmt: skip
def test_a_statement_all_of_whose_words_are_accounted_for_is_answered(statement, finding):
    (judged,) = statements_on(statement, DEPOTS)
    assert judged.finding == finding


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("全部4条记录的库存合计为1000。", "derived", id="sum"),
        pytest.param("全部4条记录的库存合计为880。", "altered", id="sum-without-a-row"),
        pytest.param("库存的平均值为250。", "derived", id="mean"),
        pytest.param("库存的平均值为270。", "altered", id="another-mean"),
        pytest.param("区域为华东的记录，库存合计440。", "derived", id="group"),
        pytest.param("区域为华东的记录，库存合计530。", "altered", id="another-group"),
        pytest.param("4条记录中有2条的库存高于200。", "derived", id="rows-above"),
        pytest.param("库存不低于150的记录有3条。", "derived", id="the-bound-counts"),
        pytest.param("库存高于150的记录有3条。", "altered", id="the-bound-does-not"),
        pytest.param("东仓的库存比平均值高70。", "derived", id="from-the-mean"),
        pytest.param("东仓的库存比平均值高160。", "altered", id="another-rows-from-the-mean"),
        pytest.param("南仓的库存比西仓高260。", "derived", id="difference"),
        pytest.param("南仓的库存比西仓高290。", "altered", id="another-difference"),
    ],
)
def test_chinese_statements_are_answered_likewise(statement, finding):
    (judged,) = statements_on(statement, LAGER)
    assert judged.finding == finding


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("The total rented vans over all 5 depots is 52.", id="a-word-that-may-narrow"),
        pytest.param("The total vans over 3 regions is 52.", id="a-number-that-counts-something-else"),
        pytest.param("The total vans and cost is 52.", id="two-columns"),
        pytest.param("If one closes, the total vans are 52.", id="a-supposition"),
        pytest.param(
            "The total vans are 52, not counting the spare ones.", id="something-is-taken-out-behind"
        ),
    ],
)
def test_what_is_left_over_silences_the_query(statement):
    (judged,) = statements_on(statement, DEPOTS)
    assert "over 5 rows" not in judged.reason


def test_the_reason_says_how_it_was_worked_out_and_the_evidence_shows_the_first_row():
    (judged,) = statements_on("For region south the vans add up to 29.", DEPOTS)
    assert judged.reason == "'29': sum of vans over 2 rows with region south: 41"
    assert judged.evidence is not None
    assert "Cedar" in judged.evidence.text


@pytest.mark.parametrize(("told", "finding"), [("620.5 kWh", "derived"), ("640.5 kWh", "altered")])
def test_a_columns_unit_is_no_part_of_its_name(told, finding):
    rows = [{"day": d, "drawn_kwh": n} for d, n in (("Mon", 581), ("Tue", 611), ("Wed", 669.5))]
    (judged,) = statements_on(f"On average {told} are drawn.", rows)
    assert judged.finding == finding


def test_a_group_that_was_spoken_of_before_may_be_meant_still():
    report = report_on("The south has two depots.\n\nThe total vans are 41.", ("read", {}, DEPOTS))
    assert not report.findings


def test_a_heading_narrows_by_the_cells_it_names():
    right, wrong = (
        report_on(f"## Depots in the south\n\n- Total vans: {n}", ("read", {}, DEPOTS)) for n in (41, 57)
    )
    assert not right.findings
    assert [finding.finding for finding in wrong.findings] == ["altered"]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param({**DEPOTS, "has_more": True}, id="more-pages"),
        pytest.param({**DEPOTS, "total": 48}, id="a-total-beyond-the-rows"),
    ],
)
def test_a_table_that_is_cut_refutes_no_working(reply):
    (judged,) = statements_on("The total vans are 480.", reply)
    assert "rows" not in judged.reason


def test_a_table_with_as_many_rows_as_were_asked_for_refutes_no_working():
    report = report_on("The total vans are 480.", ("read", {"limit": 5}, DEPOTS))
    assert "rows" not in report.statements[0].reason


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        pytest.param("| cart | 2 | 3 |", "sound", id="right"),
        pytest.param("| cart | 2 | 14 |", "altered", id="restarts-of-others"),
        pytest.param("| feed | 3 | 13 |", "altered", id="miscounted"),
    ],
)
def test_a_row_of_an_answers_table_tells_of_the_rows_whose_names_it_begins(row, finding):
    answer = f"| Name | Pods | Restarts |\n|---|---|---|\n{row.replace('cart', 'cart-7d9f').replace('feed', 'feed-55c8')}"
    report = report_on(answer, ("kubectl", {"command": "get pods"}, PODS))
    assert [s.finding for s in report.statements if s.kind == "row"] == [finding]


BURNERS = [
    {"burner": "FB-11", "flame_pct": 61.5, "drift": 0.25},
    {"burner": "FB-12", "flame_pct": 48.0, "drift": 0.5},
    {"burner": "FB-13", "flame_pct": 55.5, "drift": 0.75},
]
"""On average 55 %."""


@pytest.mark.parametrize(
    ("statement", "is_bad"),
    [
        pytest.param("FB-11的flame比FB-12高13.5 %。", False, id="points-of-a-percentage"),
        pytest.param("FB-11的flame比FB-12高28.1 %。", False, id="or-relative"),
        pytest.param("FB-11的flame比FB-12高17.5 %。", True, id="neither"),
        pytest.param("FB-11的flame比平均值高6.5 %。", False, id="points-from-the-mean"),
        pytest.param("FB-11的flame比平均值高8.5 %。", True, id="other-points-from-the-mean"),
    ],
)
def test_percentages_differ_by_points_or_by_parts(statement, is_bad):
    (judged,) = statements_on(statement, BURNERS)
    assert judged.is_bad == is_bad, judged.reason


def test_a_name_of_no_row_is_left_over():
    (judged,) = statements_on("On FB-19 the flame peaks at 48 %.", BURNERS)
    assert "highest" not in judged.reason


LINES = [
    {"line": name, "uptime_pct": uptime, "crates": crates}
    for name, uptime, crates in (
        ("L1", 96.2, 120), ("L2", 93.5, 95), ("L3", 52.7, 31), ("L4", 97.6, 144), ("L5", 91.9, 108), ("L6", 72.7, 52),
    )
]  # fmt: skip
"""The mean uptime is 84.1 %; 550 crates in all, 91.7 on average."""
WORKED = "- The 6 lines filled 550 crates in all, 91.7 on average.\n- Without L4 they filled 406.\n- L4 and L1: 264.\n"


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("Mean uptime across the fleet was 84.1%, held down by L3.", False, id="right"),
        pytest.param("Mean uptime across the fleet was 94.8%, held down by L3.", True, id="wrong"),
        pytest.param("Mean uptime across the fleet was 94.8.", True, id="wrong-without-its-sign"),
    ],
)
def test_a_wrong_answer_is_found_beside_much_that_is_worked_out(told, is_bad):
    judged = statements_on(f"{WORKED}- {told}", LINES)[-1]
    assert judged.is_bad is is_bad, judged.reason
    assert not is_bad or "mean of uptime_pct over 6 rows" in judged.reason


FILES = [{"id": at, "owner": owner, "size": size} for at, owner, size in ((0, "ann", 14), (1, "bo", 19), (2, "ann", 17), (3, "cy", 12), (4, "bo", 18), (5, "ann", 13), (6, "dee", 11))]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("The files of ann are: 0, 2, 5.", False, id="ids"),
        pytest.param("bo 的文件编号为：1、4。", False, id="ids-chinese"),
        pytest.param("The files of cy are 3 and 6.", False, id="no-count-of-cy"),
        pytest.param("Ann has 4 files.", True, id="a-count"),
    ],
)
def test_bare_numbers_of_a_list_are_no_counts(told, is_bad):
    (judged,) = statements_on(told, {"files": FILES})
    assert judged.is_bad is is_bad, judged.reason


def test_number_that_says_which_is_told_of_counts_nothing():
    thanks = {"note": "Thanks for being the 1-st to pay!", "to": "Ann", "from": "bot"}
    notes = [{"note": "Can you bring a tent?", "to": "Ann", "from": "Ben"}, thanks, thanks]
    assert not any(s.is_bad for s in statements_on("Ann: Thanks for being the 1-st to pay!", notes))
