"""Numbers that people work out or write otherwise, and numbers that only look so."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on, statements_on

RECORDS = json.dumps(
    {
        "plants": [
            {
                "plant": "Norra",
                "output": 7420,
                "share_pct": 31.2,
                "fee": 4.5,
                "opened": "2031-04-09..2031-04-22",
            },
            {
                "plant": "Sodra",
                "output": 5180,
                "share_pct": 21.8,
                "fee": 6.0,
                "opened": "2031-05-02..2031-05-30",
            },
        ],
        "tracking": 60218843917254,
        "recall": 0.8713,
        "longest_m": 91342,
        "started": "2031-06-02T03:00:11Z",
        "ended": "2031-06-02T03:52:40Z",
        "error_rate": "18.5%",
    }
)


def finding(answer: str) -> str:
    return findings_on(answer, ("plants", {}, RECORDS))[-1]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("Norra made 7,420 and Sodra 5,180 (-30.2%).", id="change-of-two-in-front"),
        pytest.param(
            "Norra made 7,420 and Sodra 5,180, a difference of 2,240.", id="difference-of-two-in-front"
        ),
        pytest.param("The fees are 4.50 and 6.00, the midpoint being 5.25.", id="middle-of-two-in-front"),
        pytest.param("The run took 52 min 29 s.", id="between-two-times-of-a-record"),
        pytest.param("The longest line is 91.3 km.", id="rounded-in-a-larger-unit"),
        pytest.param("Recall was 87.1 on the held-out part.", id="per-cent-without-its-sign"),
        pytest.param("Norra was opened in stages on 9 and 22 April 2031.", id="days-before-one-month"),
        pytest.param("Tracking number: 60218843917254", id="long-number"),
    ],
)
def test_a_number_that_follows_is_no_finding(answer):
    assert finding(answer) in {"sound", "derived", "given", "not_checkable"}


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("Tracking number: 60218843971254", id="two-digits-of-a-long-number-transposed"),
        pytest.param("The error rate was 18.5‰.", id="per-mille-for-per-cent"),
        pytest.param("Norra made 7,240 in all.", id="two-digits-transposed"),
        pytest.param("The run began at 03:00:17 UTC.", id="another-second"),
    ],
)
def test_a_number_that_does_not_is_one(answer):
    assert finding(answer) in {"altered", "unsupported"}


@pytest.mark.parametrize(
    "text",
    ["升级网关到 4.9.2 以上版本。", "将副本数调整为 12 个。", "Remember to re-enable it once 4.9.2 is out."],
)
def test_what_is_to_be_done_is_no_finding(text):
    assert finding(text) == "not_checkable"


@pytest.mark.parametrize(("price", "finding"), [("€1,248.00", "derived"), ("€1,428.00", "unsupported")])
def test_price_for_so_many_people_and_nights(price, finding):
    cabin = {"cabin": "K-3", "per_person_night_eur": 156.0}
    (statement,) = statements_on(f"The cabin costs {price} for 4 nights and 2 people.", cabin)
    assert statement.finding == finding, statement.reason
