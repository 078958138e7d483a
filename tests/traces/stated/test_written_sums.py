"""What an answer says to be equal must be equal, whatever the tools said."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on, statements_on

STOCK = "hall=A racks=12 shelves=9 bins=4 crate_price=7.25\nhall=B racks=8 shelves=7 bins=108"


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("Hall A has 12 × 9 = 108 shelves.", False, id="product"),
        pytest.param("Hall A has 12 × 9 = 118 shelves.", True, id="wrong-product"),
        pytest.param("Hall A has 12 racks × 29 shelves = 108 shelves.", True, id="wrong-factor"),
        pytest.param("Together that is 12 + 8 = 20 racks.", False, id="sum"),
        pytest.param("Together that is 12 + 8 = 24 racks.", True, id="wrong-sum"),
        pytest.param("The crates cost 4 × 7.25 = 29.00.", False, id="to-the-cent"),
        pytest.param("A shelf holds 12 / 9 = 1.3 racks.", False, id="rounded"),
        pytest.param("That is 2 × (12 + 8) = 40 racks.", False, id="brackets-are-left-alone"),
        pytest.param("Growth is 2^12 = 4096.", False, id="powers-are-left-alone"),
    ],
)
def test_written_arithmetic_must_come_to_what_is_said(answer, is_bad):
    (statement,) = statements_on(answer, STOCK)
    assert statement.is_bad == is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "verdicts"),
    [
        pytest.param("The pump stops after 180 seconds (3 minutes).", ("sound", "derived"), id="as-read"),
        pytest.param(
            "The pump stops after 810 seconds (3 minutes).", ("altered", "derived"), id="the-measure-changed"
        ),
        pytest.param(
            "The pump stops after 180 seconds (about 9 minutes).",
            ("sound", "altered"),
            id="what-was-read-is-sound",
        ),
        pytest.param(
            "The pump stops after 3 minutes (20 seconds of them idle).",
            ("derived", "sound"),
            id="another-thing",
        ),
    ],
)
def test_a_measure_is_the_one_its_bracket_gives_in_another_unit(answer, verdicts):
    (statement,) = statements_on(answer, "cutoff_seconds=180\nidle 20 s")
    assert tuple(value.verdict for value in statement.values) == verdicts, statement.reason


FARES = (
    "list_fares",
    {},
    [{"train": "K11", "fare": 171}, {"train": "K12", "fare": 149}, {"train": "K13", "fare": 655}],
)


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        pytest.param("Total fare: $320 ($171 + $149)", "derived", id="right"),
        pytest.param("Total fare: **$330** ($171 + $149)", "altered", id="wrong"),
        pytest.param("The fares come to $330 ($171 + $149).", "altered", id="money-without-a-word"),
        pytest.param("The fares total 330 (171 + 149).", "altered", id="bare-but-called-a-total"),
        pytest.param("车费合计：330 元（171 元 + 149 元）", "altered", id="chinese"),
        pytest.param("车费合计：320 元（171 元 + 149 元）", "derived", id="chinese-right"),
        pytest.param("The fares total $330 ($171 + $149 + fees).", "sound", id="a-part-not-told"),
        pytest.param("The dearest is $655 ($171 - $149).", "sound", id="no-sum"),
    ],
)
def test_a_total_is_what_the_brackets_behind_it_make(told, finding):
    assert findings_on(told, FARES) == [finding]


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        pytest.param("Seats: 2 * 3 * €149 = €894", "derived", id="a-sign-behind-a-star"),
        pytest.param("Seats: 2 * 3 * €149 = €884", "altered", id="a-sign-behind-a-star-wrong"),
        pytest.param(
            "2 trips (K11 @ $171/seat) + 3 trips (K12 @ $149/seat) = $789", "derived", id="at-a-rate"
        ),
        pytest.param(
            "2 trips (K11 @ $171/seat) + 3 trips (K12 @ $149/seat) = $799", "altered", id="at-a-rate-wrong"
        ),
        pytest.param(
            "(Fir Hall (€171) + Elm (€149)) x 2 days x 3 seats = €1920", "derived", id="named-prices"
        ),
        pytest.param(
            "(Fir Hall €171 + Elm €149) x 2 days x 3 seats = €1930", "altered", id="named-prices-wrong"
        ),
        pytest.param(
            "(all we know of) x 2 days x 3 seats = €1930", "not_checkable", id="a-tail-of-what-is-not-read"
        ),
        pytest.param(
            "**Bern**: €3000 (Hotel) + €180 (Car) + €360 (Meals) = €3540",
            "derived",
            id="no-slip-of-another-sum",
        ),
    ],
)
def test_terms_of_an_equation_are_read_however_they_are_dressed(told, finding):
    assert findings_on(told, FARES) == [finding]
