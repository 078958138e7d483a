"""A true value told of something else is altered; told of its own, or in an order of its own, it is no finding."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

PUMPS = (
    "pump            state   starts  flow  pressure\n"
    "pmp-rx7-r41q     on      27      310   4.2\n"
    "pmp-rx7-t88m     on      31      295   4.7\n"
    "pmp-old-02      off     9       180   2.2"
)
BARNS = json.dumps(
    {
        "barns": [
            {"barn": "Nord", "cows": 64, "milk_l": 1480, "calves": 7},
            {"barn": "Sued", "cows": 58, "milk_l": 1291, "calves": 9},
            {"barn": "West", "cows": 71, "milk_l": 1733, "calves": 12},
        ]
    }
)
ZH_SHOPS = "门店,订单数,退货数\n东湖店,412,17\n西山店,388,23\n南桥店,295,11"
LOCKS = (
    "gate       keeper   queue\ngate-n1    k-3a     4\ngate-n2    k-9c     7\n\n"
    "07:14:22 [k-3a] lock stuck, chamber half full\n07:14:40 [k-3a] pump reversed\n"
    "07:21:05 [k-9c] opened for barge 311"
)
METERS = "meter,old,new\nwait_ms,48,51\nlast_ms,410,655\nstokers_mean,11.2,14.0"
LAG = json.dumps({"series": [{"ship": "Tern", "lag": lag} for lag in (0.412, 0.387, 0.933, 0.405)]})
MEASURES = json.dumps(
    {
        "rows": [
            {"metric": "dock_wait", "value": 0.412},
            {"metric": "unload", "value": 0.387},
            {"metric": "scan", "value": 9.33},
        ]
    }
)


@pytest.mark.parametrize(
    ("output", "answer", "is_altered"),
    [
        pytest.param(PUMPS, "The two new pumps have started 31 times (`r41q`) and 27 times (`t88m`).", True, id="value-then-last-part-of-id"),
        pytest.param(PUMPS, "The two new pumps have started 27 times (`r41q`) and 31 times (`t88m`).", False, id="value-then-last-part-own"),
        pytest.param(PUMPS, "`pmp-rx7-r41q` moves 295 litres and `pmp-rx7-t88m` 310.", True, id="name-then-value"),
        pytest.param(PUMPS, "`pmp-rx7-r41q` moves 310 litres and `pmp-rx7-t88m` 295.", False, id="name-then-value-own"),
        pytest.param(PUMPS, "`pmp-rx7-r41q` and `pmp-rx7-t88m` move 295 and 310 litres in turn.", False, id="lists-do-not-take-turns"),
        pytest.param(PUMPS, "`pmp-rx7-r41q` moves more than the 295 of `pmp-rx7-t88m`, namely 310.", False, id="compared"),
        pytest.param(BARNS, "Nord has 64 cows, Sued 71 and West 58.", True, id="two-of-three"),
        pytest.param(BARNS, "Nord has 64 cows, Sued 58 and West 71.", False, id="three-own"),
        pytest.param(BARNS, "Nord has 7 calves and Sued 9.", False, id="small-own"),
        pytest.param(BARNS, "Nord has 9 calves and Sued 7.", True, id="small-exchanged"),
        pytest.param(BARNS, "Nord gave 1,291 l and Sued 1,480 l.", True, id="grouped-digits"),
        pytest.param(BARNS, "Nord leads Sued with 1,480 l to 1,291 l.", False, id="names-first"),
        pytest.param(ZH_SHOPS, "东湖店退货 23 单,西山店退货 17 单。", True, id="zh-exchanged"),
        pytest.param(ZH_SHOPS, "东湖店退货 17 单,西山店退货 23 单。", False, id="zh-own"),
        pytest.param(ZH_SHOPS, "东湖店和西山店分别退货 17 单、23 单。", False, id="zh-in-order"),
        pytest.param(LOCKS, "At 07:14:22 `k-9c` reported a stuck lock.", True, id="sister-at-that-second"),
        pytest.param(LOCKS, "At 07:14:22 `k-3a` reported a stuck lock.", False, id="own-at-that-second"),
        pytest.param(LOCKS, "After the stuck lock at 07:14:22, `k-9c` went on, opening at 07:21:05.", False, id="own-moment-later"),
        pytest.param(LAG, "- It began at 0.412 s.\n- Then it fell to 0.387 s.\n- The peak was 0.933 ms.", True, id="odd-unit-of-a-column"),
        pytest.param(LAG, "- It began at 0.412 s.\n- Then it fell to 0.387 s.\n- The peak was 0.933 s.", False, id="one-unit"),
        pytest.param(LAG, "- It began at 0.412 s.\n- Then it fell to 0.387 s.\n- The peak was 933 ms.", False, id="converted"),
        pytest.param(METERS, "- Wait: 48 ms\n- Last: 410 ms\n- Stokers: 11.2 cores", False, id="rows-of-own-units"),
        pytest.param(MEASURES, "- The wait is 0.412 s.\n- Unloading takes 0.387 s.\n- A scan takes 9.33 ms.", False, id="values-of-any-unit"),
    ],
)  # fmt: skip
def test_what_is_told_of_something_else_is_altered(output, answer, is_altered):
    assert ("altered" in findings_on(answer, ("read_board", {}, output))) is is_altered


def test_what_another_reply_shows_together_is_not_exchanged():
    later = PUMPS + "\n\nafter the service: pmp-rx7-r41q flow 295\nafter the service: pmp-rx7-t88m flow 310"
    answer = "`pmp-rx7-r41q` moves 295 litres and `pmp-rx7-t88m` 310."
    assert findings_on(answer, ("read_board", {}, later)) == ["sound"]


WAITS = "session   state    wait\n4101      locked   412\n4102      locked   38\n4103      idle     57\n"


@pytest.mark.parametrize(
    ("answer", "findings"),
    [
        pytest.param("4101 waited 412 s and 4102 38 s.", ["sound"], id="one-unit"),
        pytest.param("4101 waited 412 s and 4102 38 minutes.", ["altered"], id="two-in-one-statement"),
        pytest.param("4101 waited 412 s.\n\n4102 waited 38 min.", ["sound", "sound"], id="two-apart-which-is-wrong"),
        pytest.param(
            "4101 waited 412 s.\n\n4102 waited 38 s.\n\n4103 waited 57 h.", ["sound", "sound", "altered"], id="odd-one-of-three"
        ),
    ],
)  # fmt: skip
def test_a_bare_column_is_told_in_one_unit(answer, findings):
    assert findings_on(answer, ("list_sessions", {}, WAITS)) == findings
