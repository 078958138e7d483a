"""States of a thing that has no name, since there is but one of it."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on
from tests.traces.states.told import run

PLAN = {
    "user": "nadja",
    "subscription": {"plan": "Studio", "status": "past_due"},
    "identity": {"state": "verified"},
    "devices": [{"name": "tab", "state": "locked"}, {"name": "pc", "state": "active"}],
}


@pytest.mark.parametrize(
    "answer",
    [
        "Your subscription is past due.",
        "Your subscription is not active.",
        "Your subscription is active again once you pay.",
        "Your identity is verified.",
        "Your device is active.",
        "Your new subscription is active.",
        "The subscription fee is paid.",
        "Your account is active.",
    ],
)
def test_one_thing_of_its_name_told_as_it_is_or_not_told_of_is_no_finding(answer):
    assert [(s.text, s.reason) for s in run(answer, PLAN).findings] == []


@pytest.mark.parametrize(
    ("answer", "held"),
    [
        ("Your subscription is currently active.", "past_due"),
        ("Your subscription has been cancelled, so nothing is due.", "past_due"),
        ("Your identity is unverified.", "verified"),
    ],
)
def test_one_thing_of_its_name_told_otherwise_is_altered(answer, held):
    (statement,) = run(answer, PLAN).findings
    assert (statement.finding, statement.values[-1].evidence_value) == ("altered", held)


def test_a_heading_that_asks_what_is_told_below_it_tells_no_state():
    pump = ("read_pump", {"pump": "north-4"}, '{"pump": "north-4", "status": "red", "pressure_bar": 2.4}')
    statements = report_on("## What is healthy\n- the tank\n\n## 哪些正常\n- 阀门", pump).statements
    assert [s.text for s in statements if s.is_bad] == []
