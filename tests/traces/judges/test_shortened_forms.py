"""Forms that only shorten or head what was read: ports, slots, lengths, a report's day, a version to come."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

PORTS = (
    "Interface              Status  In\nTenGigabitEthernet1/0/4 up     71%\nGigabitEthernet1/0/3    down   0%"
)
GRID = "court,surface,sat_09,sat_16,sun_09,sun_16\nC1,clay,free,Lehr,Boda,free\nC2,hard,Roth,free,free,Imre"
PEERS = "peer        up       prefixes\nnorth       14w6d    8120\nsouth       5d11h    7990"
TAGS = "e41b07c (tag: v4.7.0-rc2) bump\nc08d4aa (tag: v4.7.0-rc1) fix"
FIXES = "pkg,installed,fixed\nzlib,1.3.4,1.3.7"
SCAN = "id,pkg,due\nSCN-881,zlib,2026-12-11\nSCN-882,curl,2026-12-04"
VISITS = "day,visits,left\n05-08,328,9\n05-09,401,19\n05-10,389,17"
BAD = {"altered", "unsupported"}


@pytest.mark.parametrize(
    ("line", "reply", "is_bad"),
    [
        pytest.param("Te1/0/4 runs at 71 %.", PORTS, False, id="port"),
        pytest.param("Port GE1/0/3 is down.", PORTS, False, id="port-of-another-maker"),
        pytest.param("C2 is free on Saturday at 16.", GRID, False, id="slot"),
        pytest.param("C2 is free on Saturday at 18.", GRID, True, id="no-slot"),
        pytest.param("The north peer has been up for 14 weeks.", PEERS, False, id="weeks-cut-off"),
        pytest.param("The north peer has been up for 17 weeks.", PEERS, True, id="other-weeks"),
        pytest.param("I prefer to take the fix into 4.7.1.", TAGS, False, id="version-to-come"),
        pytest.param("zlib is fixed in 1.3.8.", FIXES, True, id="version-that-is-none"),
        pytest.param("## Scan report, 1 December", SCAN, False, id="day-of-the-report"),
        pytest.param("SCN-881 is due on 17 December.", SCAN, True, id="day-of-a-thing"),
        pytest.param("On 9 and 10 May 36 people left.", VISITS, False, id="count-behind-a-day"),
    ],
)
def test_what_shortens_or_heads_is_no_slip(line, reply, is_bad):
    assert (findings_on(line, ("read", {}, reply))[-1] in BAD) is is_bad


def test_a_day_in_the_title_is_judged_where_a_day_was_asked_for():
    asked = ("scan", {"day": "2026-12-02"}, "id,pkg,severity\nSCN-881,zlib,high")
    assert findings_on("## Scan report, 1 December", asked)[-1] in BAD


def test_a_sum_over_a_column_is_borne_out_though_its_share_is_told_too():
    rows = "day,visits,left\n05-06,295,3\n05-07,342,11\n05-08,328,9\n05-09,401,19\n05-10,389,17"
    line = "On 9 and 10 May 36 people left, 61% of the 59 of the week."
    assert findings_on(line, ("read", {}, rows))[-1] not in BAD


@pytest.mark.parametrize(
    ("signs", "is_bad"),
    [
        pytest.param(("209.50", "218.50", "-79.00"), False, id="first-less-second"),
        pytest.param(("-209.50", "-218.50", "79.00"), False, id="second-less-first"),
        pytest.param(("209.50", "218.50", "-97.00"), True, id="slipped"),
    ],
)
def test_a_difference_has_its_sign_by_the_sense_of_its_column(signs, is_bad):
    books = "day,book,bank\n06-01,28410.55,28201.05\n06-02,25977.10,25977.10\n06-03,31206.80,30988.30\n06-04,36820.90,36899.90"
    rows = [
        ("06-01", "28,410.55", "28,201.05", signs[0]),
        ("06-02", "25,977.10", "25,977.10", "0.00"),
        ("06-03", "31,206.80", "30,988.30", signs[1]),
        ("06-04", "36,820.90", "36,899.90", signs[2]),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    found = findings_on(
        f"| Date | Book | Bank | Difference |\n|---|---|---|---|\n{table}", ("read", {}, books)
    )
    assert bool(BAD & set(found)) is is_bad
