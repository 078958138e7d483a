"""Numbers that name a thing must have been read of such a thing; ordinals are numbers with nothing counted."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

UNITS = (
    "wear",
    {},
    "Most worn:\n"
    + "\n".join(f"  unit {n:3d}: wear {wear}/100, {cycles} cycles" for n, wear, cycles in ((76, 86, 205), (81, 80, 213), (68, 78, 187), (35, 78, 198), (31, 77, 196), (66, 77, 147)))
    + "\nsensor_11: 47.94 vs 47.35\nsensor_11: 47.97 vs 47.35",
)  # fmt: skip
ORDERS = (
    "orders",
    {},
    [{"order_id": 4417, "eur": 12.5}, {"order_id": 4421, "eur": 99.0}, {"order_id": 4460, "eur": 7.25}],
)
TITLES = (
    "wiki",
    {},
    "It was his 24th Grand Slam title and his 10th in Melbourne, after 40 weeks without one. p95 was 310 ms.",
)
QUANTILES = ("describe", {}, "count  4400\nmean   5.125\n10%    2.5\n50%    4.75\n99.9%  8.75\n")


@pytest.mark.parametrize(
    ("answer", "reply", "finding"),
    [
        pytest.param("Unit 76 is the worst.", UNITS, "sound", id="read"),
        pytest.param("**Unit 96 — 86/100, the worst.**", UNITS, "altered", id="a-slip-that-a-sum-comes-to"),
        pytest.param("Unit 14 is next.", UNITS, "unsupported", id="none-of-them"),
        pytest.param("Order 4471 is open.", ORDERS, "altered", id="two-figures-exchanged"),
        pytest.param("Order 5303 is open.", ORDERS, "unsupported", id="no-such-key"),
        pytest.param("It was his 24th Grand Slam title.", TITLES, "sound", id="ordinal"),
        pytest.param("It was his 42nd Grand Slam title.", TITLES, "altered", id="another-ordinal"),
        pytest.param("It was his 40th Grand Slam title.", TITLES, "unsupported", id="a-number-of-something-else"),
        pytest.param("The 95th percentile was 310 ms.", TITLES, "sound", id="percentile"),
        pytest.param("The 59th percentile was 310 ms.", TITLES, "unsupported", id="percentile-exchanged"),
        pytest.param("The 9.5th percentile was 310 ms.", TITLES, "unsupported", id="percentile-with-a-point"),
        pytest.param("The 10th percentile was 2.5.", QUANTILES, "sound", id="percentile-of-a-row"),
        pytest.param("The 60th percentile was 2.5.", QUANTILES, "altered", id="percentile-of-no-row"),
        pytest.param("The 99.9th percentile was 8.75.", QUANTILES, "sound", id="percentile-in-parts"),
        pytest.param("The trial ended on April 0th.", TITLES, "unsupported", id="no-such-day"),
        pytest.param("Such runs were rare in the 21st century.", TITLES, "not_checkable", id="century"),
        pytest.param("It came on the 11th.", TITLES, "not_checkable", id="day-without-a-month"),
    ],
)  # fmt: skip
def test_the_number_of_a_thing_is_one_that_was_read(answer, reply, finding):
    (statement,) = report_on(answer, reply).statements
    assert statement.finding == finding


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(
            "The five worst units have 999 cycles between them: 205 + 213 + 187 + 198 + 196.", id="sum"
        ),
        pytest.param("Unit 76 to unit 81: 8 cycles more.", id="difference"),
    ],
)
def test_arithmetic_on_what_units_hold_is_still_done(answer):
    assert not report_on(answer, UNITS).findings


def test_a_number_that_the_user_named_is_not_held_against_the_answer():
    report = report_on(
        "Unit 14 is not among the most worn.", UNITS, question="How is unit 14? - \nunit 14: please look"
    )
    assert not report.findings
