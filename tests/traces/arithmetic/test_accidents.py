"""What is met in looking for a number's working: the fewer the tries and the plainer the wording, the likelier it is one."""

from __future__ import annotations

import pytest

from evidencelab.traces.arithmetic.accidents import Hunt, Wording, window_of
from evidencelab.traces.arithmetic.quantities import Quantity, Target, quantities
from evidencelab.traces.arithmetic.two_operands import of_pairs
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.reader import value_tokens
from tests.traces.asked import findings_on, report_on

NONE = Wording(frozenset(), frozenset())


def target(text: str) -> Target:
    return targets(value_tokens(text)[0], False)[0]


def operands(text: str) -> list[Quantity]:
    return quantities(value_tokens(text))


def found(said: str, of: str, *kinds: str, most: float = 0.2) -> str | None:
    own = operands(of)
    wording = Wording(frozenset(kinds), frozenset(kinds))  # type: ignore[arg-type]
    working = Hunt(target(said), wording, most=most, enough=0.03).through([of_pairs(target(said), own, own)])
    return None if working is None else working.said


@pytest.mark.parametrize(
    ("said", "of", "kinds", "expected"),
    [
        pytest.param("4,118", "3,905 213", (), "3,905 + 213", id="of-two-unsaid"),
        pytest.param("37", "90 53 22 8 17 64 31 49", (), None, id="short-of-many-unsaid"),
        pytest.param(
            "37", "90 53 22 8 17 64 31 49", ("difference",), "difference of 90 and 53", id="spoken-of"
        ),
        pytest.param("68", "12 5.65 7", (), None, id="short-product-unsaid"),
        pytest.param("68", "12 5.65 7", ("product",), "12 x 5.65", id="short-product-spoken-of"),
        pytest.param("412", "410 2 87", (), None, id="a-trifle-added"),
        pytest.param("$88", "$61 27", ("sum",), "$61 + 27", id="an-amount-and-a-bare-one"),
        pytest.param("68", "$61 7", (), None, id="dollars-and-a-mark"),
        pytest.param("519", "319 200 47 88 151 26 73", (), None, id="a-digit-of-an-operand"),
        pytest.param("519", "319 200 47 88 151", ("sum",), "319 + 200", id="a-digit-of-an-operand-summed"),
        pytest.param("195.0", "97.5% 20", (), None, id="a-share-twice"),
        pytest.param("6.4", "3.2 17", (), None, id="a-number-twice"),
        pytest.param("50 days", "30-day 0.6", ("each",), None, id="shared-among-less-than-two"),
        pytest.param("15 days", "30-day 2", ("each",), "30-day per 2", id="shared-among-two"),
    ],
)
def test_a_hit_counts_while_so_many_tries_would_hardly_meet_the_number(said, of, kinds, expected):
    assert found(said, of, *kinds) == expected


def test_a_wrong_digit_of_a_long_number_is_no_sum_with_a_round_one():
    wanted, own = target("49,717"), operands("39,717 10,000")
    assert Hunt(wanted, NONE, most=0.2, enough=0.03).through([of_pairs(wanted, own, own)]) is None


def test_what_was_tried_nearer_by_counts_against_what_is_met_farther_off():
    wanted, near, far = target("731"), operands("12 45 78 93 66 57 81 29 34 18"), operands("1,020 289")
    alone = Hunt(wanted, NONE, most=1.0, enough=0.0).through([of_pairs(wanted, far, far)])
    later = Hunt(wanted, NONE, most=1.0, enough=0.0).through(
        [of_pairs(wanted, near, near), of_pairs(wanted, far, far)]
    )
    assert alone is not None
    assert later is not None
    assert alone.said == later.said == "difference of 1,020 and 289"
    assert alone.chance < later.chance


@pytest.mark.parametrize(("one", "other"), [("731", "73"), ("731", "700"), ("94%", "14%"), ("7.31", "7.3")])
def test_a_longer_number_is_met_more_seldom(one, other):
    assert window_of(target(one)) < window_of(target(other))


ROUTERS = """router=edge-1, prefixes=100, sent=22989, received=22888, up=517302, flaps=57, routes=8310, held=441
router=edge-2, prefixes=340, sent=8120, received=7904, up=91877, flaps=21, routes=2275, held=609"""
STORE = {"sold": 3140, "returned": 212, "price": 44.0, "rating": 94}


@pytest.mark.parametrize(
    ("answer", "call", "finding"),
    [
        pytest.param("Router edge-1 now reports 101 prefixes.", ROUTERS, "altered", id="reports-a-count"),
        pytest.param("Router edge-1 now reports 100 prefixes.", ROUTERS, "sound", id="reports-its-count"),
        pytest.param("Router edge-1 lacks 101 of the routes it sent.", ROUTERS, "derived", id="asks-for-it"),
        pytest.param("They kept 2,928 of the 3,140 sold.", STORE, "derived", id="a-difference"),
    ],
)
def test_a_plain_field_asks_for_no_arithmetic(answer, call, finding):
    assert findings_on(answer, ("read", {}, call))[-1] == finding, (
        report_on(answer, ("read", {}, call)).statements[-1].values
    )
