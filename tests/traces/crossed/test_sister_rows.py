"""A number must be that of the row, or of the call, it is told of; a sister's under the same field is not."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on, report_on

SERIES: Reply = (
    "read_flow",
    {"gate": "north"},
    "time    boats   waiting  refused\n06:10   31204   4120     512\n06:15   27960   3902     688\n06:20   30842   4051     204",
)
TICKETS: Reply = (
    "list_tickets",
    {"team": "harbour"},
    "id,opened,kind,urgency,minutes_open\nHB-4401,2031-03-02 09:31,LockJam,high,47\n"
    "HB-4402,2031-03-03 17:45,LowWater,high,22\nHB-4407,2031-03-05 11:07,LockJam,high,63",
)
DISKS: Reply = (
    "pool_status",
    {"host": "store-3"},
    "  pool: silo\n config:\n        NAME    STATE   READ WRITE CKSUM\n        silo    ONLINE     0     0     0\n"
    "          dja   ONLINE     0     0    26\n          djb   ONLINE     0     0     0\n",
)
SEATS: Reply = (
    "find_ferries",
    {"day": "2031-03-09"},
    "ship    leaves  first(price/seats)  deck(price/seats)\nF34     12:14   626.0/31            1035.0/12\n"
    "F168    13:05   637.0/54            1052.0/74",
)


@pytest.mark.parametrize(
    ("answer", "reply", "is_altered"),
    [
        pytest.param("Refusals rose to 512 at 06:15.", SERIES, True, id="named-by-a-moment"),
        pytest.param("Refusals rose to 688 at 06:15.", SERIES, False, id="its-own"),
        pytest.param("Refusals rose from 512 to 688 by 06:15.", SERIES, False, id="two-rows-compared"),
        pytest.param("At 06:15 there were 688, five minutes before 512.", SERIES, False, id="both-told"),
        pytest.param(
            "The longest was HB-4401 (LockJam, 2 March) at 63 minutes.", TICKETS, True, id="named-by-an-id"
        ),
        pytest.param(
            "The longest was HB-4407 (LockJam, 5 March) at 63 minutes.", TICKETS, False, id="its-own-id"
        ),
        pytest.param(
            "HB-4401 was open 16 minutes less than the longest, 63.", TICKETS, False, id="a-difference"
        ),
        pytest.param("`djb` has 26 checksum errors, but is not failing.", DISKS, True, id="set-off"),
        pytest.param("`dja` has 26 checksum errors, but is not failing.", DISKS, False, id="set-off-its-own"),
        pytest.param("F168 has 12 seats on deck at 1052.", SEATS, True, id="two-numbers-in-a-cell"),
        pytest.param("F168 has 74 seats on deck at 1052.", SEATS, False, id="its-own-in-a-cell"),
    ],
)
def test_a_number_is_that_of_the_row_its_clause_names(answer, reply, is_altered):
    (statement,) = report_on(answer, reply).statements
    assert (statement.finding == "altered") == is_altered
    if is_altered:
        assert "the value stands at" in statement.reason


TABLE = "| Time | Waiting | Refused |\n|---|---|---|\n| 06:10 | 4120 | 512 |\n| 06:15 | {} | 688 |\n| 06:20 | 4051 | {} |"


@pytest.mark.parametrize(
    ("waiting", "refused", "findings"),
    [
        pytest.param("3902", "204", ["sound", "sound", "sound"], id="its-own"),
        pytest.param("4051", "204", ["sound", "altered", "sound"], id="the-row-below"),
        pytest.param("3902", "688", ["sound", "sound", "altered"], id="the-row-above"),
    ],
)
def test_a_cell_of_the_answer_is_of_the_column_that_other_rows_show(waiting, refused, findings):
    assert findings_on(TABLE.format(waiting, refused), SERIES)[-3:] == findings


def test_a_column_that_no_other_row_shows_may_be_anything():
    answer = "| Time | Refused before |\n|---|---|\n| 06:15 | 512 |\n| 06:20 | 688 |"
    assert findings_on(answer, SERIES)[-2:] == ["sound", "sound"]


def stats(query: str, line: str) -> Reply:
    return ("query_stats", {"query": query}, f"count   p50_ms  p95_ms  p99_ms\n{line}")


CALLS = (
    stats("berth_rates", "9611    18      1190    1420"),
    stats("crane_moves", "18240   388     1140    3001"),
)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param(
            "`berth_rates`: p50 18 ms but p95 1,140 ms over 9,611 calls.", "altered", id="a-sisters"
        ),
        pytest.param("`berth_rates`: p50 18 ms but p95 1,190 ms over 9,611 calls.", "sound", id="its-own"),
        pytest.param(
            "p95 is 1,190 ms for `berth_rates` and 1,140 ms for `crane_moves`.", "sound", id="both-asked"
        ),
        pytest.param("`berth_rates` ran 9,611 times, against 18,240 for the cranes.", "sound", id="compared"),
    ],
)
def test_a_number_is_that_of_the_call_whose_words_are_told(answer, finding):
    assert findings_on(answer, *CALLS) == [finding]


RESTARTS: Reply = (
    "get_pods",
    {"namespace": "docks"},
    "NAME         READY   RESTARTS        AGE\nlock-2hv9z   0/1     14 (2m1s ago)   3h\nlock-9dq4m   0/1     13 (40s ago)    3h",
)


def test_what_is_noted_in_brackets_behind_a_number_is_no_second_value_of_its_cell():
    assert findings_on("lock-2hv9z restarted 13 times and lock-9dq4m 14 times.", RESTARTS) == ["altered"]
    assert findings_on("lock-2hv9z restarted 14 times and lock-9dq4m 13 times.", RESTARTS) == ["sound"]
