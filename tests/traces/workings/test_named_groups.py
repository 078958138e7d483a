"""Numbers that sum up, or are a share of, rows that a statement names as one group."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

CALLS = """id,opened,fault,urgency,outcome,minutes
F-11,2031-05-02 03:10,PumpStalled,low,self-healed,6
F-12,2031-05-02 08:44,ValveStuck,high,repaired,71
F-13,2031-05-03 02:27,PumpStalled,low,self-healed,8
F-14,2031-05-04 04:02,PumpStalled,low,self-healed,9
F-15,2031-05-04 13:38,ValveStuck,high,repaired,58
F-16,2031-05-05 01:51,TankLow,low,self-healed,12
F-17,2031-05-06 16:20,FilterFull,high,repaired,33"""
LANES = """LANE  QUEUE  BELT
0     16     belt-a
1     21     belt-a
2     5120   -
3     17     belt-c
4     4377   -"""
LOST = """ cause     | n |   eur
-----------+---+--------
 too late  | 7 | 41200
 too dear  | 5 | 63900
 other     | 2 | 11800"""
SPANS = """07:14:02-07:14:19 pid 811   17.4s  First heating
07:14:21-07:14:24 pid 815   2.6s   First sounding
07:15:40-07:15:58 pid 902   18.2s  Second heating
07:15:59-07:16:02 pid 904   3.1s   Second sounding"""
STOCK = [
    {"part": "KL-1", "kind": "hinge", "pieces": 240, "price": 3.15},
    {"part": "KL-2", "kind": "hinge", "pieces": 95, "price": 8.4},
    {"part": "RM-1", "kind": "seal", "pieces": 610, "price": 1.25},
    {"part": "RM-2", "kind": "seal", "pieces": 70, "price": 2.9},
]


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param(
            "| Fault | Calls | Minutes |\n|---|---|---|\n| PumpStalled | 3 | 23 |", "derived", id="sum"
        ),
        pytest.param("The self-healed faults made up 57% of the calls.", "derived", id="share-of-rows"),
        pytest.param("The self-healed faults made up just 18% of the time.", "derived", id="share-of-sum"),
        pytest.param("| Lane | Queue |\n|---|---|\n| 0, 1, 3 | 54 combined |", "derived", id="listed-keys"),
        pytest.param("The parts RM-1 and KL-2 make 705 pieces.", "derived", id="keys-in-a-sentence"),
        pytest.param("KL-1 and KL-2 with RM-2 make 405 pieces.", "derived", id="keys-far-apart"),
        pytest.param("| Second heating + sounding | 21.3s |", "derived", id="joined-label"),
        pytest.param("| First heating + second sounding | 20.5s |", "derived", id="joined-label-far-apart"),
        pytest.param("14 deals worth €116,900 were lost.", "derived", id="two-columns"),
        pytest.param("Hinge: $1,554.00", "derived", id="pieces-by-price"),
    ],
)
def test_number_that_a_named_group_comes_to_is_derived(answer, finding):
    given = _findings(answer)
    assert given[-1] == finding


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("| Fault | Calls | Minutes |\n|---|---|---|\n| PumpStalled | 3 | 29 |", id="sum"),
        pytest.param("The self-healed faults made up 69% of the calls.", id="share"),
        pytest.param("| Lane | Queue |\n|---|---|\n| 0, 1, 3 | 59 combined |", id="listed-keys"),
        pytest.param("The parts RM-1 and KL-2 make 735 pieces.", id="keys-in-a-sentence"),
        pytest.param("KL-1 and KL-2 with RM-2 make 450 pieces.", id="keys-far-apart"),
        pytest.param("| Second heating + sounding | 23.1s |", id="joined-label"),
        pytest.param("| First heating + second sounding | 28.4s |", id="joined-label-far-apart"),
        pytest.param("19 deals worth €116,900 were lost.", id="two-columns"),
        pytest.param("Hinge: $1,854.00", id="pieces-by-price"),
    ],
)
def test_number_that_no_named_group_comes_to_is_not_derived(answer):
    assert _findings(answer)[-1] != "derived"


def _findings(answer: str) -> list[str]:
    replies = {"spans": SPANS, "calls": CALLS, "lanes": LANES, "lost": LOST, "stock": {"parts": STOCK}}
    return findings_on(answer, *((name, {}, reply) for name, reply in replies.items()))


KETTLES = """NAME              READY   STATE     TRIPS         AGE
kettle-core-a1    0/1     heating   5 (3m ago)    41m
kettle-core-b7    1/1     heating   4 (70s ago)   41m
kettle-core-c3    0/1     heating   8 (12s ago)   40m"""


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("kettle-core 的 3 个锅炉累计跳闸 17 次。", False, id="zh-counted-list"),
        pytest.param("Together the 3 kettles tripped 17 times.", False, id="counted-list"),
        pytest.param("kettle-core 的 3 个锅炉累计跳闸 71 次。", True, id="zh-another-sum"),
        pytest.param("The 3 kettles tripped 71 times in all.", True, id="another-sum"),
    ],
)
def test_sum_of_a_list_whose_rows_are_counted_leaves_out_what_stands_in_brackets(answer, is_bad):
    (finding,) = findings_on(answer, ("list_kettles", {}, KETTLES))
    assert (finding in ("altered", "unsupported")) is is_bad
