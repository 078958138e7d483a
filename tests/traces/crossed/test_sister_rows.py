"""A number must be that of the row, or of the call, it is told of; a sister's under the same field is not."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on, report_on

SERIES: Reply = (
    "read_flow",
    {"gate": "north"},
    "time    boats   waiting  refused\n06:10   18633   2275     431\n06:15   16418   2094     597\n06:20   17950   2318     166",
)
TICKETS: Reply = (
    "list_tickets",
    {"team": "harbour"},
    "id,opened,kind,urgency,minutes_open\nHB-4401,2031-03-02 08:12,LockJam,high,38\n"
    "HB-4402,2031-03-03 19:20,LowWater,high,19\nHB-4407,2031-03-05 14:33,LockJam,high,54",
)
DISKS: Reply = (
    "pool_status",
    {"host": "store-3"},
    "  pool: silo\n config:\n        NAME    STATE   READ WRITE CKSUM\n        silo    ONLINE     0     0     0\n"
    "          rk1   ONLINE     0     0    39\n          rk2   ONLINE     0     0     0\n",
)
SEATS: Reply = (
    "find_ferries",
    {"day": "2031-03-09"},
    "ship    leaves  first(price/seats)  deck(price/seats)\nF34     11:35   318.0/27            742.0/16\n"
    "F168    14:50   325.0/43            759.0/68",
)


@pytest.mark.parametrize(
    ("answer", "reply", "is_altered"),
    [
        pytest.param("Refusals rose to 431 at 06:15.", SERIES, True, id="named-by-a-moment"),
        pytest.param("Refusals rose to 597 at 06:15.", SERIES, False, id="its-own"),
        pytest.param("Refusals rose from 431 to 597 by 06:15.", SERIES, False, id="two-rows-compared"),
        pytest.param("At 06:15 there were 597, five minutes before 431.", SERIES, False, id="both-told"),
        pytest.param(
            "The longest was HB-4401 (LockJam, 2 March) at 54 minutes.", TICKETS, True, id="named-by-an-id"
        ),
        pytest.param(
            "The longest was HB-4407 (LockJam, 5 March) at 54 minutes.", TICKETS, False, id="its-own-id"
        ),
        pytest.param(
            "HB-4401 was open 16 minutes less than the longest, 54.", TICKETS, False, id="a-difference"
        ),
        pytest.param("`rk2` has 39 checksum errors, but is not failing.", DISKS, True, id="set-off"),
        pytest.param("`rk1` has 39 checksum errors, but is not failing.", DISKS, False, id="set-off-its-own"),
        pytest.param("F168 has 16 seats on deck at 759.", SEATS, True, id="two-numbers-in-a-cell"),
        pytest.param("F168 has 68 seats on deck at 759.", SEATS, False, id="its-own-in-a-cell"),
    ],
)
def test_a_number_is_that_of_the_row_its_clause_names(answer, reply, is_altered):
    (statement,) = report_on(answer, reply).statements
    assert (statement.finding == "altered") == is_altered
    if is_altered:
        assert "the value stands at" in statement.reason


TABLE = "| Time | Waiting | Refused |\n|---|---|---|\n| 06:10 | 2275 | 431 |\n| 06:15 | {} | 597 |\n| 06:20 | 2318 | {} |"


@pytest.mark.parametrize(
    ("waiting", "refused", "findings"),
    [
        pytest.param("2094", "166", ["sound", "sound", "sound"], id="its-own"),
        pytest.param("2318", "166", ["sound", "altered", "sound"], id="the-row-below"),
        pytest.param("2094", "597", ["sound", "sound", "altered"], id="the-row-above"),
    ],
)
def test_a_cell_of_the_answer_is_of_the_column_that_other_rows_show(waiting, refused, findings):
    assert findings_on(TABLE.format(waiting, refused), SERIES)[-3:] == findings


def test_a_column_that_no_other_row_shows_may_be_anything():
    answer = "| Time | Refused before |\n|---|---|\n| 06:15 | 431 |\n| 06:20 | 597 |"
    assert findings_on(answer, SERIES)[-2:] == ["sound", "sound"]


def stats(query: str, line: str) -> Reply:
    return ("query_stats", {"query": query}, f"count   p50_ms  p95_ms  p99_ms\n{line}")


CALLS = (
    stats("berth_rates", "7358    21      864     1275"),
    stats("crane_moves", "15470   296     817     2264"),
)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("`berth_rates`: p50 21 ms but p95 817 ms over 7,358 calls.", "altered", id="a-sisters"),
        pytest.param("`berth_rates`: p50 21 ms but p95 864 ms over 7,358 calls.", "sound", id="its-own"),
        pytest.param("p50 21 ms but p95 817 ms over 7,358 calls.", "sound", id="none-asked"),
        pytest.param(
            "p95 is 864 ms for `berth_rates` and 817 ms for `crane_moves`.", "sound", id="both-asked"
        ),
        pytest.param("`berth_rates` ran 7,358 times, against 15,470 for the cranes.", "sound", id="compared"),
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
