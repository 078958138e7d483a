"""Products told in words, of so much for each and of how many there are; chains of equations with brackets."""

from __future__ import annotations

import pytest

from evidencelab.traces.stated.stated import workings_of
from evidencelab.traces.values.reader import value_tokens
from tests.traces.asked import statements_on

TABLES = {"Casa Verde": 45.0, "Pier Nine": 35.0, "Old Mill": "Price range: 170.0 - 220.0"}


def told(text: str) -> list[tuple[str, bool]]:
    """Give the results that a text's own arithmetic comes to, and whether they are right."""
    return list(
        dict.fromkeys((w.result.text.strip(), w.agrees) for w in workings_of(text, value_tokens(text)))
    )


@pytest.mark.parametrize(
    ("text", "results"),
    [
        pytest.param(
            "€45 per meal for 2 meals per day for 3 days = €270", [("€270", True)], id="nouns-go-on"
        ),
        pytest.param("€45 per meal for 2 meals per day for 3 days = €240", [("€240", False)], id="another"),
        pytest.param(
            "Casa Verde (€45 per meal) for 2 meals/day for 2 days = €180", [("€180", True)], id="slash"
        ),
        pytest.param(
            "Casa Verde (€45 per meal) for 2 meals/day for 2 days = €90", [("€90", False)], id="one-day"
        ),
        pytest.param(
            "Price for 2 people: £340.0 (170.0 per person)", [("£340.0", True)], id="bracket-behind"
        ),
        pytest.param(
            "Price for 2 people: £350.0 (170.0 per person)", [("£350.0", False)], id="bracket-wrong"
        ),
        pytest.param("Price for 2 people: £350.0 (170.0 per person plus a fee)", [], id="something-on-top"),
        pytest.param(
            "Inns: 930 euros (2 nights in Ulm at 150 euros per night, 3 nights in Bonn at 210 euros per night)",
            [("930 euros", True)],
            id="two-summed-up",
        ),
        pytest.param(
            "Inns: 980 euros (2 nights in Ulm at 150 euros per night, 3 nights in Bonn at 210 euros per night)",
            [],
            id="two-not-summed-up",
        ),
        pytest.param("Two meals a day at €45 each, for 3 days, come to €270.", [("€270", True)], id="words"),
        pytest.param(
            "Two meals a day at €45 each, for 3 days, come to €260.", [], id="words-hold-to-nothing"
        ),
        pytest.param("Per person: £170, total for 2 people: £340", [("£340", True)], id="rate-in-front"),
        pytest.param("每晚 260 元，3 晚共 780 元。", [("780 元", True)], id="chinese"),
        pytest.param("每晚 260 元，3 晚共 760 元。", [("760 元", False)], id="chinese-wrong"),
        pytest.param("每人 170，2 人共 340。", [("340", True)], id="chinese-bare"),
        pytest.param("每人 170，2 人共 360。", [("360", False)], id="chinese-bare-wrong"),
        pytest.param("每人 170，含税 2 人共 360。", [], id="chinese-with-tax"),
        pytest.param("€55 per day, so €220 for 4 days", [("€220", True)], id="so"),
        pytest.param("€55 per day, so €240 for 4 days", [("€240", False)], id="so-wrong"),
        pytest.param("€55 per day, so €240 for 4 days with the deposit", [], id="so-with-more"),
        pytest.param("€55 per day, or €340 for 7 days", [], id="another-price"),
        pytest.param("€55 per day (€220 total for 4 days)", [("€220", True)], id="total-in-brackets"),
        pytest.param("€55 per day (€240 total for 4 days)", [("€240", False)], id="total-in-brackets-wrong"),
        pytest.param("€45/night, 2 people = €80", [], id="nouns-apart"),
        pytest.param("€900 (hotel) + €40/day, 3 days = €1020", [], id="something-in-front"),
        pytest.param("€100/night, 3 days = €200", [], id="nights-of-days"),
        pytest.param("Each of 3 pods serves 20 requests per second, 50 in all", [], id="no-count-of-seconds"),
    ],
)
def test_rate_and_counts_of_its_nouns_make_a_product(text, results):
    assert told(text) == results


@pytest.mark.parametrize(
    ("text", "results"),
    [
        pytest.param(
            "(2 days in Oslo * €55) + (3 days in Bergen * €65) = €110 + €195 = €305",
            [("€110", True), ("€195", True), ("€305", True)],
            id="term-by-term",
        ),
        pytest.param(
            "(2 days in Oslo * €55) + (3 days in Bergen * €65) = €110 + €185 = €295",
            [("€110", True), ("€295", True), ("€185", False)],
            id="one-term-wrong",
        ),
        pytest.param(
            "(2 nights * €55) + (3 nights * €65) = €110 + €195 = €315",
            [("€110", True), ("€195", True), ("€315", False)],
            id="sum-wrong",
        ),
        pytest.param("€110 (car) + €195 (meals) = €305", [("€305", True)], id="labels"),
        pytest.param("€110 (car) + €195 (meals) = €295", [("€295", False)], id="labels-wrong"),
        pytest.param("(3 晚 × 260 元) + (2 晚 × 300 元) = 1380 元", [("1380 元", True)], id="chinese"),
        pytest.param("(3 晚 × 260 元) + (2 晚 × 300 元) = 1350 元", [("1350 元", False)], id="chinese-wrong"),
        pytest.param("100 - (20 + 30) - 5 = 45", [("45", True)], id="taken-away"),
        pytest.param("(436 + 211) / 2 = 313.5", [("313.5", False)], id="quotient-wrong"),
        pytest.param("Oslo (2 nights) - €350 × 2 = €700", [("€700", True)], id="a-dash-behind-a-count"),
        pytest.param("€110 (car) + €20/day \\* 3 days = €170", [("€170", True)], id="escaped-sign"),
        pytest.param("count=3 total=4", [], id="fields-are-no-chain"),
        pytest.param("p=2 * 3 q=7", [], id="fields-behind-a-product"),
        pytest.param("requests (5m) = 30, errors (5m) = 4", [], id="a-window-in-brackets"),
        pytest.param("(10 / 0) + 3 = 4", [], id="nothing-to-divide-by"),
        pytest.param("(7 + 1 = 8", [("8", True)], id="bracket-left-open"),
    ],
)
def test_equations_with_brackets_and_chains_are_read_side_by_side(text, results):
    found = told(text)
    assert sorted(found) == sorted(results)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param(
            "- Meals: Casa Verde (€45 per meal) for 2 meals/day for 2 days = €180", "derived", id="right"
        ),
        pytest.param(
            "- Meals: Casa Verde (€45 per meal) for 2 meals/day for 2 days = €160", "altered", id="wrong"
        ),
        pytest.param(
            "- Meals: assuming €50 per meal for 2 meals per day for 3 days = €300", "derived", id="supposed"
        ),
        pytest.param(
            "- Meals: assuming €50 per meal for 2 meals per day for 3 days = €250",
            "altered",
            id="supposed-wrong",
        ),
        pytest.param(
            "- Stay: (2 nights * €170) + (1 night * €220) = €340 + €220 = €560", "derived", id="chain"
        ),
        pytest.param(
            "- Stay: (2 nights * €170) + (1 night * €220) = €340 + €220 = €550", "altered", id="chain-wrong"
        ),
        pytest.param("- Price for 2 people: €340.0 (170.0 per person)", "derived", id="bracket"),
        pytest.param("- Price for 2 people: €320.0 (170.0 per person)", "altered", id="bracket-wrong"),
        pytest.param("每人 170，2 人共 340。", "derived", id="chinese"),
        pytest.param("每人 170，2 人共 320。", "altered", id="chinese-wrong"),
    ],
)
def test_product_told_in_words_is_derived_and_another_result_is_altered(answer, finding):
    question = "We are 2 people for 3 days; what does it cost with 2 meals a day?"
    (statement,) = statements_on(answer, TABLES, question)
    assert statement.finding == finding, statement.reason
