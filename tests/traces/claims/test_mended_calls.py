"""A call that failed by its arguments and was put right says nothing against what is told of it."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.claims.mended_calls import without_mended
from evidencelab.traces.evidence.bearing import Call
from tests.growth import least_time
from tests.traces.asked import Reply, report_on

ODD: Reply = (
    "list_rooms",
    {"filters": {}},
    "TypeError: list_rooms() got an unexpected keyword argument 'filters'",
)
ROOMS: Reply = ("list_rooms", {}, "- north\n- south\n- attic")
ADDED: Reply = ("add_guest", {"guest": "Ines", "room": "north"}, "ok")
LATE: Reply = (
    "book_room",
    {"room": "north", "day": "2031-05-02 14:00:00"},
    "ValueError: unconverted data remains: :00",
)
BOOKED: Reply = (
    "book_room",
    {"room": "north", "day": "2031-05-02 14:00"},
    '{"booked": true, "room": "north"}',
)
ZH: Reply = ("查询房间", {"页": "x"}, "错误：参数格式不正确：页")
ZH_ROOMS: Reply = ("查询房间", {"页": 1}, "北房\n南房")


def _call(number: int, status: str, output: str, **arguments: JsonValue) -> Call:
    call = ToolInvocation(
        invocation_id=number, tool_name="book_room", arguments=arguments, status=status, output=output
    )
    return number, call, None


@pytest.mark.parametrize(
    ("later", "is_left_out"),
    [
        pytest.param({"room": "north", "day": "2031-05-02"}, True, id="put-right"),
        pytest.param({"room": "attic", "day": "2031-05-02"}, False, id="another-room"),
        pytest.param({"day": "2031-05-09"}, False, id="nothing-kept"),
    ],
)
def test_call_is_left_out_only_for_one_that_asks_the_same(later, is_left_out):
    failed = _call(1, "error", "ValueError: invalid format of day", room="north", day="2 May 2031")
    calls = (failed, _call(2, "success", "booked", **later))
    assert without_mended(calls) == (calls[1:] if is_left_out else calls)


def test_call_that_failed_by_anything_else_stays():
    calls = (_call(1, "error", "Error: timed out", room="north"), _call(2, "success", "booked", room="north"))
    assert without_mended(calls) == calls


@pytest.mark.parametrize(
    ("answer", "replies", "is_bad"),
    [
        pytest.param(
            "I got the list of rooms and added Ines to the north room.",
            (ODD, ROOMS, ADDED),
            False,
            id="renamed",
        ),
        pytest.param("I have booked the north room.", (LATE, BOOKED), False, id="format"),
        pytest.param("I have booked the north room.", (LATE,), True, id="never-again"),
        pytest.param("I have booked the north room.", (BOOKED, LATE), False, id="done-before"),
        pytest.param("已列出房间：北房、南房。", (ZH, ZH_ROOMS), False, id="chinese"),
    ],
)
def test_call_that_was_made_again(answer, replies, is_bad):
    report = report_on(answer, *replies)
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]


def test_many_calls_take_no_longer_each():
    def many(n: int) -> tuple[Call, ...]:
        told = ("TypeError: unexpected keyword argument 'room'", "error"), ("booked", "success")
        return tuple(_call(at, told[at % 2][1], told[at % 2][0], room=f"r{at}") for at in range(n))

    few, four_times = many(1000), many(4000)
    assert least_time(lambda: without_mended(four_times)) < 8 * least_time(lambda: without_mended(few))
