"""One value denied for all of a list is held against the list, in whatever way it is said."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on


def leaks(third: str) -> Reply:
    """Four leaks in a roof, the third of which is so bad."""
    levels = ["Low", "High", third, "Low"]
    rows = [{"key": f"ROOF-{number}", "priority": level} for number, level in enumerate(levels, 40)]
    return ("search_leaks", {"barn": "hay"}, {"leaks": rows})


def rows_of(tool: str, key: str, field: str, *values: object) -> Reply:
    """Rows of a key and one field, each with a value."""
    return (tool, {}, [{key: f"{key[0]}{number}", field: value} for number, value in enumerate(values, 1)])


def findings(second: str) -> Reply:
    """A surveyor's three findings, the second of which is so severe."""
    rows = [{"id": f"F{n}", "severity": level} for n, level in enumerate(("Low", second, "Low"), 1)]
    return ("survey", {}, {"findings": rows})


def invoices(second: str) -> Reply:
    return ("list_invoices", {}, f"invoice,amount,status\nI-1,200,paid\nI-2,180,{second}\nI-3,90,open")


def reviewers(second: str) -> Reply:
    return ("reviewers", {}, f"reviewer,team\nMaja,Search\nPiet,{second}\nLin,Search")


def pods(second: str) -> Reply:
    head = "NAME    READY   STATUS             RESTARTS   AGE"
    rows = f"fan-1   1/1   Running   2   8h\nfan-2   0/1   {second}   5   8h"
    return ("kubectl", {"args": "get pods"}, f"{head}\n{rows}")


CASES = [
    pytest.param(
        "Four leaks were carried over: ROOF-40 to ROOF-43. None of them is a Torrent.",
        leaks("Torrent"),
        leaks("Medium"),
        id="none-of-them",
    ),
    pytest.param(
        "共 4 个问题,其中没有一个是 Critical。", leaks("Critical"), leaks("Medium"), id="zh-none-is"
    ),
    pytest.param("Of the four leaks, none is Critical.", leaks("Critical"), leaks("Medium"), id="none-is"),
    pytest.param(
        "There are three volumes, none of which is unattached.",
        rows_of("list_volumes", "volume", "state", "attached", "unattached", "attached"),
        rows_of("list_volumes", "volume", "state", "attached", "attached", "attached"),
        id="none-of-which",
    ),
    pytest.param(
        "There are no High findings among them.", findings("High"), findings("Medium"), id="no-such-among"
    ),
    pytest.param("None of the invoices is overdue.", invoices("overdue"), invoices("open"), id="none-of-the"),
    pytest.param(
        "None of the reviewers belongs to the Platform team.",
        reviewers("Platform"),
        reviewers("Payments"),
        id="none-belongs-to",
    ),
    pytest.param(
        "三台设备中没有离线的。",
        rows_of("list_devices", "设备", "状态", "在线", "离线", "在线"),
        rows_of("list_devices", "设备", "状态", "在线", "在线", "在线"),
        id="zh-none-among",
    ),
    pytest.param(
        "Neither node is cordoned.",
        rows_of("list_nodes", "node", "state", "ready", "cordoned"),
        rows_of("list_nodes", "node", "state", "ready", "ready"),
        id="neither",
    ),
    pytest.param("No pod is in CrashLoopBackOff.", pods("CrashLoopBackOff"), pods("Pending"), id="no-one-is"),
    pytest.param(
        "None of the fares is refundable.",
        rows_of("search_fares", "fare", "refundable", False, True, False),
        rows_of("search_fares", "fare", "refundable", False, False, False),
        id="field-of-yes-and-no",
    ),
]


@pytest.mark.parametrize(("answer", "otherwise", "so"), CASES)
def test_value_denied_of_all_is_refuted_by_one_that_has_it(answer: str, otherwise: Reply, so: Reply) -> None:
    assert "altered" in findings_on(answer, otherwise)
    assert not {"altered", "unsupported", "overclaimed_absence"} & {*findings_on(answer, so)}


ROOMS = (
    "list_rooms",
    {},
    {
        "rooms": [
            {"room": "Elmwood", "floor": "Ground", "booked": True},
            {"room": "Oak", "floor": "Attic", "booked": False},
            {"room": "Ashdown", "floor": "Ground", "booked": False},
        ]
    },
)
LAMPS = ("list_lamps", {}, {"lamps": [{"lamp": "a", "floor": "Attic"}, {"lamp": "b", "floor": "Attic"}]})


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param(
            "Elmwood and Ashdown are left. None of them is in the Attic.", [ROOMS], id="of-those-named"
        ),
        pytest.param("Two rooms fit. None of them is in the Attic.", [ROOMS], id="of-so-many"),
        pytest.param("Oak is in the Attic. None of the other rooms is in the Attic.", [ROOMS], id="others"),
        pytest.param("None of the rooms is in the Cellar.", [ROOMS], id="no-cell-has-it"),
        pytest.param("None of them is in the Attic.", [ROOMS, LAMPS], id="of-two-lists"),
        pytest.param("If none of the rooms is booked, take Elmwood.", [ROOMS], id="supposed"),
        pytest.param("Oak is up under the Attic roof. No room is in the Attic wing.", [ROOMS], id="told-too"),
    ],
)
def test_value_denied_of_others_is_let_off(answer: str, replies: list[Reply]) -> None:
    assert "altered" not in findings_on(answer, *replies)
