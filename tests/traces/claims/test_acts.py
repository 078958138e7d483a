"""Acts an agent tells of are unsupported where no call of the run can have done them."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

MEMBER = ("get_member", {"member": "M-7"}, '{"member": "M-7", "plan": "basic", "locker": 14}')
COURSE = ("get_course", {"course": "yoga-2"}, '{"course": "yoga-2", "status": "cancelled", "places": 0}')
MOVED = ("update_plan", {"member": "M-7", "plan": "gold"}, '{"member": "M-7", "plan": "gold"}')
NOTE = ("send_note", {"to": "Ann", "note": "www.hive-77.example"}, "None")
SHELL = ("bash", {"command": "make release"}, "ok")


@pytest.mark.parametrize(
    ("calls", "answer"),
    [
        ((MEMBER, MOVED), "I have upgraded your plan to gold."),
        ((MEMBER, MOVED), "Your plan has been changed to gold."),
        ((MEMBER,), "I have looked up your plan."),
        ((MEMBER,), "I've listed your options below."),
        ((MEMBER,), "I have added a table with the options."),
        ((MEMBER,), "Once I have cancelled your plan, the locker is free."),
        ((MEMBER,), "I have not changed anything."),
        ((MEMBER,), "Nothing has been cancelled."),
        ((MEMBER,), "No plan has been changed."),
        ((MEMBER,), "I've sent nothing to the club."),
        ((MEMBER,), "Has your plan been cancelled?"),
        ((MEMBER, MOVED), "A perk has been added to your membership."),
        ((MEMBER, SHELL), "I have pushed the commit."),
        ((MEMBER, NOTE), "The link has been sent to Ann."),
        ((MEMBER, NOTE), "I have already sent the link www.hive-77.example to Ann."),
        ((MEMBER, NOTE), "I have seen the page of Ann, and I have sent her feedback on it."),
        ((COURSE,), "The course yoga-2 has been cancelled."),
        ((), "Your plan has been cancelled, you said."),
        ((), "I have booked the course for you."),
    ],
)
def test_act_that_a_call_did_or_that_is_no_act_is_no_finding(calls, answer):
    assert [(s.text, s.reason) for s in report_on(answer, *calls).findings] == []


@pytest.mark.parametrize(
    ("calls", "answer", "says"),
    [
        ((MEMBER,), "I have cancelled your plan.", "anything but read"),
        ((MEMBER,), "I've now sent you a letter.", "anything but read"),
        ((MEMBER,), "Your plan has been upgraded to gold.", "anything but read"),
        ((MEMBER, MOVED), "I have also sent a voucher to your phone.", "voucher"),
        ((MEMBER, NOTE), "The voucher has been sent to Ben.", "voucher"),
        ((MEMBER, NOTE), "The voucher has been issued to Ann.", "voucher"),
    ],
)
def test_act_that_no_call_can_have_done_is_unsupported(calls, answer, says):
    (statement,) = report_on(answer, *calls).findings
    assert statement.finding == "unsupported"
    assert says in statement.reason
