"""What is told otherwise than it was read, or beside what was read, and what only looks so."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

BAD = {"altered", "unsupported", "overclaimed_absence"}
LOG = """21:14:07.118 INFO  pump-2 pressure 5.31 bar
21:14:07.604 ERROR pump-2 stopped, code=VK72
21:14:07.609 ERROR pump-2 line VK72 K72-05 seal broken
21:19:33.201 INFO  pump-2 reset ok, running
21:44:10.377 ERROR pump-2 stopped, code=VK72"""
HOURS = """hour  arrived  served  left
07         83      80      3
08        214     148     66
09        251     160     91
10        203     149     54
11        117     110      7"""
CABINETS = """cabinet  room   rated  power_w  state
C11      north    9    418.71  ok
C12      north    9    422.64  ok
C13      south    9    426.15  ok
C14      south    9    301.20  ok
C15      south    9    0       off
C16      north    9    424.02  faulty
C17      north    9    419.93  faulty"""
BATCH = """unit      kg     since             at
7714-1   51.5   2031-05-03 09:12  Basel hub
7714-2   64.0   2031-05-03 09:12  Basel hub
7714-3   51.5   2031-05-02 22:40  Linz hub"""
REST = json.dumps(
    {
        "consignment": "BK-7714",
        "total_kg": 167.0,
        "queued": 263,
        "wind": "19 km/h",
        "express_h": 24,
        "flow_l_s": 6.3,
        "backups": "nightly full",
    }
)


def report(answer: str):
    outputs = {"log": LOG, "hours": HOURS, "cabinets": CABINETS, "batch": BATCH, "rest": REST}
    replies = [(name, {}, output) for name, output in outputs.items()]
    return report_on(answer, *replies).statements[-1]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("The line failed at the seal (VK72-05).", id="two-codes-told-as-one"),
        pytest.param("The other 262 in the queue can go on.", id="the-rest-of-a-number"),
        pytest.param("From 08:00 to 11:00 211 left.", id="rows-from-one-that-is-named"),
        pytest.param("The four loaded cabinets draw between 418 and 427 W.", id="ends-cut-off"),
        pytest.param("Report of the night of 2/3 May 2031", id="night-of-two-days"),
        pytest.param("It stopped at 21:14:07.604-609.", id="end-of-a-clock"),
        pytest.param(
            "Arrivals rose from 83 to 214, but the left count of drops went from 3 to 66.", id="noun"
        ),
        pytest.param("Every parcel behind it is held up.", id="held-up"),
        pytest.param("风速19公里/小时。", id="speed-in-chinese"),
        pytest.param("两台合计 418.71+422.64=841.35 W。", id="sum-without-blanks"),
        pytest.param("共 7 台：4 台正常，2 台故障（C16、C17），1 台停机（C15）。", id="counts-of-brackets"),
        pytest.param("pump-2 stopped at 21:14 with VK72; at 21:19 the reset was ok.", id="well-at-that-time"),
        pytest.param("| 7714-2 | 64.0 kg | Basel hub |", id="part-of-a-whole"),
        pytest.param("By express, 24 h, the third would be there on 4 May 2031.", id="planned-day"),
        pytest.param("An HX 4410 could read that in no time.", id="model-that-no-result-names"),
        pytest.param("6.3 l/s come to 544 m³ a day.", id="flow-in-a-day"),
        pytest.param("**Confidence**: high (90%)", id="how-sure-it-is"),
    ],
)
def test_another_form_of_what_was_read_is_no_finding(answer):
    assert report(answer).finding not in BAD


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("The line failed at the seal (VK27-05).", id="code-with-figures-exchanged"),
        pytest.param("Arrivals dropped from 83 to 214.", id="verb-against-the-numbers"),
        pytest.param("The pump stopped at 21:41:07.604.", id="clock"),
        pytest.param("| 7714-2 | 46.0 kg | Basel hub |", id="part-of-a-whole"),
    ],
)
def test_a_changed_neighbour_of_it_is_one(answer):
    assert report(answer).finding in BAD


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param("The other 257 in the queue can go on.", "257", id="the-rest-of-a-number"),
        pytest.param("From 08:00 to 11:00 241 left.", "241", id="rows-from-one-that-is-named"),
        pytest.param("The four loaded cabinets draw between 415 and 427 W.", "415", id="ends-cut-off"),
        pytest.param("两台合计 418.71+422.64=814.35 W。", "814.35 W", id="sum-without-blanks"),
        pytest.param("风速13公里/小时。", "13公里/小时", id="speed-in-chinese"),
        pytest.param("6.3 l/s come to 594 m³ a day.", "594 m³", id="flow-in-a-day"),
    ],
)
def test_what_it_does_not_come_to_is_not_derived(answer, value):
    verdicts = {v.value.strip(): v.verdict for v in report(answer).values}
    assert verdicts[value] not in {"derived", "sound"}


LISTING = "   1\tdef pay(cents):\n   2\t    if cents < 5:\n   3\t        raise Low()\n   4\t\n   5\tdef refund(cents):\n{}"
SHOWN = LISTING.format("   6\t    return pay(-cents)")
CUT = LISTING.format("… [731 chars truncated]")


@pytest.mark.parametrize(
    ("answer", "listing", "is_bad"),
    [
        pytest.param("refund (line 58) calls pay, see also lines 71-83.", CUT, False, id="beyond-the-cut"),
        pytest.param("refund (line 58) calls pay.", SHOWN, True, id="nothing-was-cut"),
        pytest.param("pay raises at line 47, `raise Low()`.", CUT, True, id="the-line-is-quoted"),
    ],
)
def test_a_line_may_lie_where_a_listing_was_cut(answer, listing, is_bad):
    report = report_on(answer, ("cat", {"file": "till.py"}, listing))
    assert bool(report.findings) == is_bad


@pytest.mark.parametrize(
    ("price", "is_bad"),
    [
        pytest.param("271.870", False, id="as-read"),
        pytest.param("271.570", True, id="another"),
    ],
)
def test_points_may_group_thousands(price, is_bad):
    report = report_on(
        f"Chi phí là {price} VNĐ cho OFF-7.",
        ("offer", {}, {"offer": "OFF-7", "cost_vnd": 271870, "minutes": 40}),
    )
    assert bool(report.findings) == is_bad


def test_a_tilde_between_two_times_is_no_about():
    log = ("logs", {}, "01:22:07 ERROR seal\n01:24:11 ERROR seal\n01:27:40 ERROR seal")
    assert not report_on("Errors from 01:22~01:27.", log).findings
    assert report_on("Errors from 01:22~01:57.", log).findings
