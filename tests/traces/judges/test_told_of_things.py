"""Numbers told of a thing of which another was read, and what only looks so."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, report_on

INNS = ["Hotel Aster", "Mill Bridge Inn", "Casa Verde"]
RATES: Reply = (
    "get_inn_price_per_night",
    {"inn_names": INNS},
    "{'Hotel Aster': 118.0, 'Mill Bridge Inn': 76.0, 'Casa Verde': 94.0}",
)
RATINGS: Reply = (
    "get_inn_reviews",
    {"inn_names": INNS},
    "{'Hotel Aster': 'Rating: 4.6\\nReviews: Quiet rooms, 3 minutes from the pier', 'Mill Bridge Inn': "
    "'Rating: 3.9\\nReviews: Old and charming', 'Casa Verde': 'Rating: 4.1\\nReviews: Fine garden'}",
)
SPENT: Reply = (
    "list_payments",
    {"n": 20},
    "- amount: 45.0\n  id: 11\n  subject: Choir fee\n- amount: 120.0\n  id: 12\n  subject: Kayak lesson\n"
    "- amount: 12.5\n  id: 13\n  subject: Museum ticket\n",
)
YAN = ["青石客栈", "云岭酒店"]
YAN_RATES: Reply = ("get_hotel_price", {"names": YAN}, {"青石客栈": 268, "云岭酒店": 415})


def bad(answer: str, *replies: Reply, question: str = "Where could we stay?") -> list[str]:
    return [s.text for s in report_on(answer, *replies, question=question).findings]


def told_for_another(answer: str, *replies: Reply) -> list[str]:
    """Give what is found told in the place of a thing's own number."""
    return [s.text for s in report_on(answer, *replies).findings if s.reason.endswith(" there")]


def inn(rating: str, price: str, above: str = "### Recommended inn:\n**Hotel Aster**") -> str:
    return f"{above}\n- **Rating:** {rating}\n- **Price per night:** {price}\n"


def test_fields_under_a_name_are_what_was_read_of_it_even_in_a_recommendation():
    assert bad(inn("4.6", "€118"), RATES, RATINGS) == []
    assert bad(inn("46.0", "€118"), RATES, RATINGS) == ["**Rating:** 46.0"]
    assert bad(inn("4.6", "€150"), RATES, RATINGS) == ["**Price per night:** €150"]


@pytest.mark.parametrize(
    "text",
    [
        "Mill Bridge Inn (€{}/night) is near the bridge.",
        "Mill Bridge Inn has a garden. Its price per night is €{}.",
        "The price for Mill Bridge Inn is €{} per night.",
        "- **Inn:** Mill Bridge Inn\n- **Price per night:** €{}",
    ],
)
def test_a_price_beside_a_name_is_its_own(text):
    assert bad(text.format(76), RATES) == []
    assert len(bad(text.format(70), RATES)) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Hotel Aster for both of you: €236", id="for-two"),
        pytest.param("**Hotel Aster:** €354", id="several-nights-without-a-word"),
        pytest.param("Hotel Aster costs €236 for two nights.", id="two-nights"),
        pytest.param("The average price of Hotel Aster and Casa Verde is €106 per night.", id="average"),
        pytest.param("Hotel Aster is within your budget of €130 per night.", id="budget"),
        pytest.param("Hotel Aster would cost €100 per night with a discount.", id="supposed"),
        pytest.param("Hotel Aster costs about €120 per night.", id="rounded"),
        pytest.param("Hotel Aster: €826 per week", id="another-period"),
        pytest.param("Hotel Aster has a rating of 9.2/10.", id="another-scale"),
        pytest.param("It has a rating of 4.1, and costs less than Hotel Aster.", id="of-another"),
        pytest.param("Hotel Aster costs €24 more than Casa Verde per night.", id="difference"),
        pytest.param("Hotel Aster's price is €118 a night, so €59 per person.", id="a-part-beside-it"),
    ],
)
def test_what_is_worked_out_or_bounded_is_left_alone(text):
    assert told_for_another(text, RATES, RATINGS) == []


def test_a_recorded_payment_is_told_with_its_amount():
    told = (
        'A ${} transaction for "Kayak lesson" is on your account.\n\n- Kayak lesson: ${}\n- Choir fee: ${}\n'
    )
    assert bad(told.format(120, 120, 45), SPENT) == []
    assert bad(told.format(150, 120, 45), SPENT) == [
        'A $150 transaction for "Kayak lesson" is on your account.'
    ]
    assert bad(told.format(120, 120, 90), SPENT) == ["Choir fee: $90"]


def test_the_rating_of_another_thing_is_not_its_own():
    told = "The best inn is Mill Bridge Inn, with a rating of {}."
    assert bad(told.format(3.9), RATINGS) == []
    assert len(bad(told.format(4.1), RATINGS)) == 1
    asked = "Which inn has a rating of at least 4.0?"
    assert len(bad(told.format("4.0"), RATINGS, question=asked)) == 1


def test_names_and_prices_are_read_in_chinese():
    assert bad("推荐青石客栈，青石客栈（268元/晚）离车站近。", YAN_RATES) == []
    assert bad("**云岭酒店**\n- 价格：415元\n", YAN_RATES) == []
    assert bad("**云岭酒店**\n- 价格：475元\n", YAN_RATES) == ["价格：475元"]
    assert bad("**云岭酒店**\n- 两人合计：830元\n", YAN_RATES) == []
    assert told_for_another("**云岭酒店**\n- 人均：207.5元\n", YAN_RATES) == []
