"""A part of a whole and its percentage: only what is said of each other is worked out."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import agreeing, contradicted


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("14 of the 52 crates arrived (27 %).", "27 %"),
        ("14/52 (27%)", "27%"),
        ("27 % of the 52 crates (14)", "14"),
        ("14 crates (27 %) of 52", "27 %"),
        ("14 crates, 27 % of the total of 52.", "27 %"),
        ("Damage is 27% (14 of 52 crates).", "27%"),
        ("52 箱中有 14 箱（27％）", "27％"),
        ("14 箱，占 52 箱的 27%", "27%"),
        ("共 1,040 单,退货 26 单,退货率 2.5%", "2.5%"),
        ("已用 3.00G / 上限 12.00G（25.0%）", "25.0%"),
        ("2.1 million of 8.4 million rows (25 %)", "25 %"),
        ("We lost 1,300 parcels out of 52,000 between 08:00 and 09:00 (2.5 %).", "2.5 %"),
        ("12 of 48 trays failed, i.e. about 25 %.", "25 %"),
        ("6 of 48 trays, a loss rate of 12.5 %", "12.5 %"),
    ],
)
def test_share_that_fits_is_borne_out(text, share):
    assert agreeing(text) == [share]
    assert contradicted(text) == []


def test_a_share_may_be_that_of_another_number_of_the_statement():
    assert contradicted("连接数从 51 升到 247，增加了 196 个，已占上限 300 的约 82%") == []
    assert contradicted("连接数从 51 升到 247，增加了 196 个，已占上限 300 的约 28%") != []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("14 of the 52 crates arrived (37 %).", "14 of 52 is 26.9 %, not 37 %"),
        ("72 % of the 52 crates (14)", "72 % of 52 is 37.4, not 14"),
        ("Damage is 72% (14 of 52 crates).", "14 of 52 is 26.9 %, not 72%"),
        ("52 箱中有 14 箱（72％）", "14 of 52 is 26.9 %, not 72％"),
        ("共 1,040 单,退货 26 单,退货率 5.2%", "26 of 1,040 is 2.5 %, not 5.2%"),
        ("9 GB of 12 GB used (57 %)", "9 GB of 12 GB is 75 %, not 57 %"),
    ],
)
def test_share_that_does_not_fit_is_contradicted(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        pytest.param("1 of 2 halves, 3 of 8 eighths (37 %)", False, id="cut-off"),
        pytest.param("3 of 8 eighths (38 %)", False, id="rounded"),
        pytest.param("4 of 8 eighths (51 %)", True, id="a-whole-step-away"),
        pytest.param("41 of 82 seats (about 54 %)", False, id="about-is-a-tenth"),
        pytest.param("41 of 82 seats (about 58 %)", True, id="about-is-no-more"),
        pytest.param("41 of 82 seats (nearly 52 %)", False, id="nearly"),
        pytest.param("41 of 82 seats (nearly 48 %)", True, id="nearly-is-below"),
        pytest.param("41 of 82 seats (over 45 %)", False, id="over"),
        pytest.param("41 of 82 seats (over 55 %)", True, id="over-is-above"),
    ],
)
def test_tolerance_has_borders(text, is_wrong):
    assert bool(contradicted(text)) == is_wrong


@pytest.mark.parametrize(
    "text",
    [
        "12 of 48 beds taken (75 %)",
        "1 of 3 disks (91 %) is nearly full.",
        "3 of 5 disks (86 % full) are watched.",
        "3 of 5 shops (+12 %) grew.",
        "9 crates, 40 % of 12 pallets.",
        "5 nodes, 80 % of 12 GiB.",
        "7 of 9 checks passed, 20 % more than last week.",
        "2 of 9 servers are above the limit of 80 %.",
        "3 of 4 pods of 2 cores (90 %)",
    ],
)
def test_percentage_of_something_else_is_left_alone(text):
    assert contradicted(text) == []
