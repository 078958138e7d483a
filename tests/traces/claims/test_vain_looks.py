"""Whoever is said to be well, or without something, was seen to be so, or the claim rests on nothing.

Every case is told once on calls of which the only one at that thing saw nothing, and once on the same calls
where it answered.
"""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

VAIN = "overclaimed_absence"


def rota(hall: str, given: object) -> Reply:
    return ("rota_conflicts", {"hall": hall, "week": 31}, given)


def case(id_: str, answer: str, others: list[Reply], vain: Reply, seen: object):
    """An answer on some calls and on one that saw nothing, or saw `seen`."""
    return pytest.param(answer, [*others, vain], [*others, (vain[0], vain[1], seen)], id=id_)


CASES = [
    case(
        "label",
        "- North hall: one double booking.\n- South hall: no double bookings.",
        [rota("north", {"hall": "north", "conflicts": [{"nurse": "Ines", "shift": "late"}]})],
        rota("south", {"error": "RosterLocked", "message": "week 31 is locked, try again later"}),
        {"hall": "south", "conflicts": []},
    ),
    case(
        "subject-of-the-sentence-before",
        "Feeder `fd-22` sits on the east wall. It has no jams and no cover alarms.",
        [("feeder_state", {"feeder": "fd-21"}, {"feeder": "fd-21", "jams": 0, "cover": "shut"})],
        ("feeder_state", {"feeder": "fd-22"}, "Error: read timed out after 10 s"),
        {"feeder": "fd-22", "jams": 0, "cover": "shut"},
    ),
    case(
        "row-of-a-table",
        "The customs holds per port:\n\n- **Gdynia**: no holds.\n- **Tallinn**: no holds.",
        [],
        (
            "customs_holds",
            {"ports": ["Gdynia", "Tallinn"]},
            "port      shipments  holds  checked\nGdynia    44         0      yes\n"
            "Tallinn   -          -      no: access denied by the port's system",
        ),
        "port      shipments  holds  checked\nGdynia    44         0      yes\nTallinn   31         0      yes",
    ),
    case(
        "record-of-a-reply",
        "`hr-sync` was not affected.",
        [],
        (
            "list_followers",
            {"job": "payroll"},
            {
                "jobs": [
                    {"name": "ledger", "state": "skipped", "why": "payroll did not finish"},
                    {"name": "hr-sync", "state": "unknown", "why": "scheduler timed out"},
                ]
            },
        ),
        {
            "jobs": [
                {"name": "ledger", "state": "skipped", "why": "payroll did not finish"},
                {"name": "hr-sync", "state": "done", "why": ""},
            ]
        },
    ),
    case(
        "source-without-a-name",
        "The visa register has no entries for him.",
        [("passport_lookup", {"holder": "J. Brandt"}, {"holder": "J. Brandt", "expires": "2031-02-01"})],
        ("visa_register", {"holder": "J. Brandt"}, "403 Forbidden"),
        {"holder": "J. Brandt", "entries": []},
    ),
    case(
        "word-of-the-tool",
        "The returns desk reported no complaints this week.",
        [("orders", {"week": 31}, {"orders": 120, "shipped": 118})],
        ("complaints", {"week": 31}, {"error": "UpstreamUnavailable"}),
        {"complaints": []},
    ),
    case(
        "one-of-two",
        "No open claims were found for `pol-118` or `pol-204`.",
        [("policy", {"id": "pol-118"}, {"id": "pol-118", "holder": "Ada"})],
        (
            "claims_search",
            {"policies": ["pol-118", "pol-204"]},
            {"claims": [], "errors": [{"policy": "pol-204", "error": "registry refused the query"}]},
        ),
        {"claims": [], "errors": []},
    ),
    case(
        "zh-named",
        "3 号泵房一切正常。\n\n`pump-7`：没有告警，运行正常。",
        [("pump_alarms", {"pump": "pump-6"}, {"pump": "pump-6", "alarms": []})],
        ("pump_alarms", {"pump": "pump-7"}, "查询失败：设备网关超时"),
        {"pump": "pump-7", "alarms": []},
    ),
    case(
        "zh-log",
        "gate-2 的 hostapd 日志中没有发现报错。",
        [("list_gates", {}, "gate    state\ngate-1  online\ngate-2  offline\ngate-3  online")],
        ("ssh", {"host": "gate-2", "cmd": "journalctl -u hostapd"}, "ssh: connect to host gate-2: timed out"),
        "-- No entries --",
    ),
    case(
        "shell-that-says-how-it-ended",
        "The mail queue log has no bounces for Monday.",
        [("shell", {"cmd": "cat /var/spool/queue.size"}, "12")],
        (
            "shell",
            {"cmd": "grep bounce /var/log/mail/queue.log"},
            "exit code 2\ngrep: /var/log/mail/queue.log: Permission denied",
        ),
        "exit code 1\n",
    ),
    case(
        "its-of-a-name-in-front",
        "10.4.0.9 was slow as well, but its `seed-app` log shows no errors.",
        [("read_log", {"host": "10.4.0.8", "unit": "seed-app"}, "08:01 ERROR seed bank full")],
        (
            "read_log",
            {"host": "10.4.0.9", "unit": "seed-app"},
            "ssh: connect to host 10.4.0.9 port 22: No route to host",
        ),
        "08:01 ready\n08:02 seeded",
    ),
]


@pytest.mark.parametrize(("answer", "in_vain", "seen"), CASES)
def test_a_claim_rests_on_a_look_that_saw_something(answer, in_vain, seen):
    assert findings_on(answer, *in_vain)[-1] == VAIN
    assert VAIN not in findings_on(answer, *seen)


FAILED = rota("south", {"error": "RosterLocked", "message": "week 31 is locked, try again later"})
EMPTY = rota("south", {"hall": "south", "conflicts": []})
NORTH = rota("north", {"hall": "north", "conflicts": [{"nurse": "Ines", "shift": "late"}]})


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param("South hall: no conflicts.", [NORTH, FAILED, EMPTY], id="tried-again"),
        pytest.param(
            "South: no conflicts.",
            [FAILED, ("rota_report", {"week": 31}, "south  conflicts 0\nnorth  conflicts 1")],
            id="another-call-saw-it",
        ),
        pytest.param("The south hall's roster could not be read: no conflicts known.", [FAILED], id="told"),
        pytest.param("If south has no conflicts, we can publish.", [FAILED], id="supposed"),
        pytest.param("North hall: no other conflicts.", [NORTH, FAILED], id="of-another"),
        pytest.param("We have no cooks in the kitchen this week.", [NORTH, FAILED], id="of-something-else"),
    ],
)
def test_a_claim_that_may_well_hold_is_no_finding(answer, replies):
    assert VAIN not in findings_on(answer, *replies)


def checked(note: str, gaps: int | None) -> Reply:
    yards = [{"yard": "Arno", "gaps": 0, "note": "ok"}, {"yard": "Brest", "gaps": 0, "note": "ok"}]
    return ("stock_gaps", {"week": 3}, {"checked": [*yards, {"yard": "Calw", "gaps": gaps, "note": note}]})


def errors(app: str, given: str) -> Reply:
    return ("query_errors", {"app": app, "level": "error"}, given)


QUIET = [errors("mill-a", "(no results)"), errors("mill-b", "(no results)")]
BROKEN = "Error: context deadline exceeded"


@pytest.mark.parametrize(
    ("answer", "in_vain", "seen"),
    [
        pytest.param(
            "All three yards have no gaps.", [checked("access denied", None)], [checked("ok", 0)], id="record"
        ),
        pytest.param(
            "No errors were logged by any of the apps.",
            [*QUIET, errors("mill-c", BROKEN)],
            [*QUIET, errors("mill-c", "(no results)")],
            id="call",
        ),
    ],
)
def test_what_is_said_of_all_was_seen_of_each(answer, in_vain, seen):
    assert findings_on(answer, *in_vain) == [VAIN]
    assert VAIN not in findings_on(answer, *seen)
    assert VAIN not in findings_on(f"{answer} (Calw and mill-c could not be read.)", *in_vain)
