"""One value denied for all of a list is held against the list, in whatever way it is said."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

CASES = [
    pytest.param(
        "Four issues were carried over: OPS-40 to OPS-43. None of them is a Blocker.",
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Blocker"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Medium"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        id="none-blocker",
    ),
    pytest.param(
        "共 4 个问题,其中没有一个是 Critical。",
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Critical"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Medium"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        id="none-critical-zh",
    ),
    pytest.param(
        "Of the four issues, none is Critical.",
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Critical"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        [
            (
                "search_issues",
                {"jql": "sprint = 12"},
                {
                    "issues": [
                        {"key": "OPS-40", "priority": "Low"},
                        {"key": "OPS-41", "priority": "High"},
                        {"key": "OPS-42", "priority": "Medium"},
                        {"key": "OPS-43", "priority": "Low"},
                    ]
                },
            )
        ],
        id="no-critical",
    ),
    pytest.param(
        "There are three volumes, none of which is unattached.",
        [
            (
                "list_volumes",
                {},
                [
                    {"volume": "v1", "state": "attached"},
                    {"volume": "v2", "state": "unattached"},
                    {"volume": "v3", "state": "attached"},
                ],
            )
        ],
        [
            (
                "list_volumes",
                {},
                [
                    {"volume": "v1", "state": "attached"},
                    {"volume": "v2", "state": "attached"},
                    {"volume": "v3", "state": "attached"},
                ],
            )
        ],
        id="none-state",
    ),
    pytest.param(
        "There are no High findings among them.",
        [
            (
                "scan",
                {},
                {
                    "findings": [
                        {"id": "F1", "severity": "Low"},
                        {"id": "F2", "severity": "High"},
                        {"id": "F3", "severity": "Low"},
                    ]
                },
            )
        ],
        [
            (
                "scan",
                {},
                {
                    "findings": [
                        {"id": "F1", "severity": "Low"},
                        {"id": "F2", "severity": "Medium"},
                        {"id": "F3", "severity": "Low"},
                    ]
                },
            )
        ],
        id="no-such",
    ),
    pytest.param(
        "None of the invoices is overdue.",
        [("list_invoices", {}, "invoice,amount,status\nI-1,200,paid\nI-2,180,overdue\nI-3,90,open")],
        [("list_invoices", {}, "invoice,amount,status\nI-1,200,paid\nI-2,180,open\nI-3,90,open")],
        id="csv-none",
    ),
    pytest.param(
        "None of the reviewers belongs to the Platform team.",
        [("reviewers", {}, "reviewer,team\nMaja,Search\nPiet,Platform\nLin,Search")],
        [("reviewers", {}, "reviewer,team\nMaja,Search\nPiet,Payments\nLin,Search")],
        id="team-none",
    ),
    pytest.param(
        "三台设备中没有离线的。",
        [
            (
                "list_devices",
                {},
                [
                    {"设备": "d1", "状态": "在线"},
                    {"设备": "d2", "状态": "离线"},
                    {"设备": "d3", "状态": "在线"},
                ],
            )
        ],
        [
            (
                "list_devices",
                {},
                [
                    {"设备": "d1", "状态": "在线"},
                    {"设备": "d2", "状态": "在线"},
                    {"设备": "d3", "状态": "在线"},
                ],
            )
        ],
        id="zh-none",
    ),
    pytest.param(
        "Neither node is cordoned.",
        [("list_nodes", {}, [{"node": "n1", "state": "ready"}, {"node": "n2", "state": "cordoned"}])],
        [("list_nodes", {}, [{"node": "n1", "state": "ready"}, {"node": "n2", "state": "ready"}])],
        id="neither",
    ),
    pytest.param(
        "No pod is in CrashLoopBackOff.",
        [
            (
                "kubectl",
                {"args": "get pods"},
                "NAME    READY   STATUS             RESTARTS   AGE\napi-1   1/1   Running   0   3d\napi-2   0/1   CrashLoopBackOff   4   3d",
            )
        ],
        [
            (
                "kubectl",
                {"args": "get pods"},
                "NAME    READY   STATUS             RESTARTS   AGE\napi-1   1/1   Running   0   3d\napi-2   0/1   Pending   4   3d",
            )
        ],
        id="kubectl-none",
    ),
    pytest.param(
        "None of the fares is refundable.",
        [
            (
                "search_fares",
                {},
                [
                    {"fare": "A", "refundable": False},
                    {"fare": "B", "refundable": True},
                    {"fare": "C", "refundable": False},
                ],
            )
        ],
        [
            (
                "search_fares",
                {},
                [
                    {"fare": "A", "refundable": False},
                    {"fare": "B", "refundable": False},
                    {"fare": "C", "refundable": False},
                ],
            )
        ],
        id="refundable",
    ),
]


@pytest.mark.parametrize(("answer", "otherwise", "so"), CASES)
def test_value_denied_of_all_is_refuted_by_one_that_has_it(
    answer: str, otherwise: list[Reply], so: list[Reply]
) -> None:
    assert "altered" in findings_on(answer, *otherwise)
    assert not {"altered", "unsupported", "overclaimed_absence"} & {*findings_on(answer, *so)}


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
