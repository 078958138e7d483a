"""What only a failed call asked of a thing cannot be denied of it; what any other call showed can."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.words import verb_stems
from tests.traces.asked import Reply, findings_on


def logs(app: str, given: object) -> Reply:
    return ("query_logs", {"selector": f"app={app} min_level=error", "since": "09:00"}, given)


TIMED_OUT = "Error: Get http://logstore/query: context deadline exceeded"
QUIET = "(no results)"
RATES: Reply = (
    "query_rates",
    {"metric": "orders_total"},
    "app         value\nmill-feed   17.4\nmill-grind  3.9",
)
BOTH = (logs("mill-feed", QUIET), logs("mill-grind", TIMED_OUT), RATES)
VAIN = "overclaimed_absence"


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("**mill-grind:** no warnings or errors after 09:00.", VAIN, id="its-call-failed"),
        pytest.param("**mill-feed:** no warnings or errors after 09:00.", "sound", id="its-call-answered"),
        pytest.param(
            "**mill-grind:** the error logs could not be read, no errors seen.", "not_checkable", id="told"
        ),
        pytest.param(
            "`mill-grind` runs without any orders lost.", "not_checkable", id="asked-of-nothing-like-it"
        ),
    ],
)
def test_a_denial_rests_on_the_call_that_asked_so_of_its_thing(answer, finding):
    assert findings_on(answer, *BOTH) == [finding]


def test_a_second_call_that_answered_may_have_shown_it():
    assert findings_on("`mill-grind` has no errors.", *BOTH, logs("mill-grind", QUIET)) != [VAIN]


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        pytest.param("| mill-grind | 0 | 3.9 |", VAIN, id="its-call-failed"),
        pytest.param("| mill-feed | 0 | 17.4 |", "sound", id="its-call-answered"),
    ],
)
def test_a_zero_of_a_table_denies_what_its_column_counts(row, finding):
    answer = f"| App | Errors | Orders |\n|---|---|---|\n{row}"
    assert findings_on(answer, *BOTH)[-1] == finding


OTHERS: tuple[Reply, ...] = (
    ("list_kilns", {"site": "K4"}, [{"kiln": "KN-201", "state": "cold"}, {"kiln": "KN-305", "state": "hot"}]),
    ("kiln_audits", {"kiln": "KN-201"}, {"kiln": "KN-201", "audits": []}),
)


@pytest.mark.parametrize(
    ("given", "finding"),
    [
        pytest.param({"error": "upstream register timeout", "status": 504}, VAIN, id="failed"),
        pytest.param("ERROR 503: register unavailable, retry later", VAIN, id="failed-with-a-number"),
        pytest.param({"kiln": "KN-305", "audits": []}, "sound", id="empty"),
    ],
)
def test_the_noun_of_a_tool_says_what_it_asked_for(given, finding):
    asked = ("kiln_audits", {"kiln": "KN-305"}, given)
    assert findings_on("KN-305 has no audits on file.", *OTHERS, asked) == [finding]


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("KN-305 has no results yet.", VAIN, id="failed"),
        pytest.param("KN-201 has no results yet.", "sound", id="empty"),
    ],
)
def test_a_noun_that_any_tool_may_have_still_says_what_was_asked_of_a_named_thing(answer, finding):
    failed = ("kiln_results", {"kiln": "KN-305"}, {"error": "upstream register timeout", "status": 504})
    empty = ("kiln_results", {"kiln": "KN-201"}, {"kiln": "KN-201", "rows": []})
    assert findings_on(answer, OTHERS[0], empty, failed) == [finding]


def test_a_tool_with_a_noun_of_its_own_needs_no_name():
    failed = ("list_permits", {"site": "K4"}, "ERROR 503: register unavailable, retry later")
    assert findings_on("The register shows no permits for this site.", *OTHERS, failed) == [VAIN]
    assert findings_on("The register shows no guests for this site.", *OTHERS, failed) != [VAIN]


@pytest.mark.parametrize(
    ("output", "finding"),
    [
        pytest.param("ssh: connect to host 10.9.4.7 port 22: Connection timed out", VAIN, id="failed"),
        pytest.param("-- No entries --", "sound", id="empty"),
    ],
)
def test_a_chinese_denial_is_judged_alike(output, finding):
    def journal(host: str, given: str) -> Reply:
        return ("ssh_run", {"host": host, "cmd": "journalctl -u kiln-app --since 08:00"}, given)

    fine = "08:01:12 kiln[12]: ready\n08:04:40 kiln[12]: heating"
    answer = "另一台 10.9.4.7 的 kiln-app 日志中没有异常。"
    assert findings_on(answer, journal("10.9.4.6", fine), journal("10.9.4.7", output)) == [finding]


CHECKS: Reply = (
    "verify_seals",
    {"halls": ["north", "south"]},
    {
        "results": [
            {"hall": "north", "status": "ok", "seals": 12},
            {"hall": "south", "status": "error", "message": "the probe timed out, not verified"},
        ]
    },
)


@pytest.mark.parametrize(("hall", "finding"), [("south", VAIN), ("north", "not_checkable")])
def test_a_heading_names_what_is_said_to_be_without_problems(hall, finding):
    answer = f"### {hall}\n- The seal check found no problems at the doors."
    assert findings_on(answer, CHECKS)[-1] == finding


PARTS = [
    pytest.param(
        {"loans": {"late": 6}, "thefts": {"error": "backend timed out"}, "fines": {"open": 3}}, id="object"
    ),
    pytest.param(
        {"loans": {"late": 6}, "fines": {"open": 3}, "unavailable": {"thefts": "no route"}}, id="named-so"
    ),
    pytest.param("loans: 6\nfines: 3\nthefts: ERROR backend timed out", id="lines"),
]


@pytest.mark.parametrize("given", PARTS)
@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("There were no thefts in the quarter.", True, id="of-the-part"),
        pytest.param("There were no concerts in the quarter.", False, id="of-no-part"),
        pytest.param("Thefts could not be read. No thefts are known.", False, id="told"),
    ],
)
def test_a_part_that_failed_shows_no_absence(given, answer, is_found):
    findings = findings_on(answer, ("quarter_report", {}, given))
    assert ("overclaimed_absence" in findings) is is_found


def test_a_part_that_failed_is_no_matter_where_another_call_shows_it():
    failed = ("quarter_report", {}, {"loans": {"late": 6}, "thefts": {"error": "timed out"}})
    shown = ("list_thefts", {}, {"thefts": []})
    assert "overclaimed_absence" not in findings_on("There were no thefts.", failed, shown)


CANCELLED = "The trip has been cancelled for a fee of 14 EUR."
REFUNDED = "The trip has been refunded with 14 EUR."
STATE = {"status": "cancelled", "fee": "14 EUR"}


@pytest.mark.parametrize(
    ("answer", "tool", "reply", "finding"),
    [
        pytest.param(CANCELLED, "cancel_trip", STATE, "sound", id="asked-for"),
        pytest.param(CANCELLED, "cancelTrip", {**STATE, "status": "canceled"}, "sound", id="american"),
        pytest.param(REFUNDED, "refund_trip", STATE, VAIN, id="not-asked-for"),
        pytest.param(CANCELLED, "cancel_trip", {**STATE, "status": "failed"}, VAIN, id="another"),
        pytest.param(CANCELLED, "cancel_trip", {**STATE, "error": "trip 7 is locked"}, VAIN, id="an-error"),
    ],
)
def test_the_state_that_a_call_asks_for_is_no_failure(answer, tool, reply, finding):
    assert findings_on(answer, (tool, {"trip": 7}, reply)) == [finding]


HALLS: Reply = ("list_halls", {}, "- mill\n- barn\n- North_")
REFUSED: Reply = (
    "add_hand",
    {"hall": "North_", "hand": "Ann"},
    "ValueError: Hall North_ not found in the halls list",
)
NOTES_REFUSED: Reply = (
    "search_notes",
    {"query": "todo list of the shift"},
    "OSError: the notebook is locked",
)
SENT: Reply = ("send_note", {"to": "ann", "body": "oil the mill"}, "sent to ann")
UNSENT: Reply = ("send_note", {"to": "ann", "body": "oil the mill"}, "Error: mailbox full")
DISK: Reply = ("fetch_disk", {"host": "mill-1"}, "disk 41 % used")
LOGS_REFUSED: Reply = ("read_access_logs", {"host": "mill-1"}, "Error: connection refused")
LOGS_FETCHED = "The access logs have been fetched and show the usual traffic."
ALL_SENT = "The notes of the todo list of the shift have been successfully sent."


@pytest.mark.parametrize(
    ("answer", "calls", "finding"),
    [
        pytest.param(
            'I have added Ann to the hall "North_".', (HALLS, REFUSED), VAIN, id="an-act-that-failed"
        ),
        pytest.param(
            'The closest match is "North_".', (HALLS, REFUSED), "not_checkable", id="a-match-as-a-thing"
        ),
        pytest.param('No hall exactly matched "North_".', (HALLS, REFUSED), "not_checkable", id="no-match"),
        pytest.param(
            "The request was to add Ann to the hall North_.",
            (HALLS, REFUSED),
            "not_checkable",
            id="what-was-asked",
        ),
        pytest.param(ALL_SENT, (NOTES_REFUSED, SENT), "not_checkable", id="done-by-the-call-of-its-name"),
        pytest.param(ALL_SENT, (NOTES_REFUSED, UNSENT), VAIN, id="that-call-failed"),
        pytest.param(ALL_SENT, (NOTES_REFUSED,), VAIN, id="no-such-call"),
        pytest.param(LOGS_FETCHED, (DISK, LOGS_REFUSED), VAIN, id="a-reading-did-nothing-for-another"),
    ],
)
def test_an_act_rests_on_the_calls_that_its_verb_names(answer, calls, finding):
    assert findings_on(answer, *calls) == [finding]


@pytest.mark.parametrize(
    ("told", "verb"),
    [
        ("cancelled", "cancel"),
        ("moved", "move"),
        ("added", "add"),
        ("planned", "plan"),
        ("updated", "updat"),
        ("sent", "sent"),
    ],
)
def test_a_participle_gives_the_stem_of_its_verb(told, verb):
    assert verb in verb_stems(told)
