"""Moments that lie a length of time, said or read, from others."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

TICKETS = (
    '{"id":"TK-1","priority":"P1","created":"2026-08-04 09:01"}\n'
    '{"id":"TK-2","priority":"P2","created":"2026-08-04 10:22"}\nSLA: P1 resolve: 4h; P2 resolve: 24h\n'
)
FLIGHT = {"flight": "LH12", "departs": "08:45", "delay_min": 50, "duration": "1h25m"}
OVEN = "oven on at 17:20; bake 45 min"
LEASE = "lease granted 2026-03-02T11:20:00Z ttl=3600s"
MEETING = "meeting starts 14:00, reminder: 15 minutes before"
INVOICE = "invoice 2026-03-02, terms: 30 days net"
CERT = "issued: 2026-03-02, valid_days: 90"
TRAIN = {"车次": "G12", "发车": "14:38", "历时": "4小时36分"}
UP = "now: 2026-05-04 10:03:00, up 3 hours 20 minutes"
START = "deploy started 2026-05-04 10:03:00"


@pytest.mark.parametrize(
    ("output", "honest", "dishonest"),
    [
        pytest.param(TICKETS, "TK-1 创建于 09:01，须在 13:01 前解决。", "TK-1 须在 13:10 前解决。", id="due"),
        pytest.param(
            TICKETS, "TK-2 须在 8 月 5 日 10:22 前解决。", "TK-2 须在 8 月 9 日 10:22 前解决。", id="day-on"
        ),
        pytest.param(FLIGHT, "LH12 now departs at 09:35.", "LH12 now departs at 09:53.", id="delay"),
        pytest.param(OVEN, "It comes out at 18:05.", "It comes out at 18:25.", id="bake"),
        pytest.param(LEASE, "The lease runs out at 12:20.", "The lease runs out at 12:02.", id="ttl"),
        pytest.param(
            MEETING, "The reminder goes out at 13:45.", "The reminder goes out at 13:54.", id="before"
        ),
        pytest.param(INVOICE, "It is due on 1 April 2026.", "It is due on 11 April 2026.", id="terms"),
        pytest.param(CERT, "It expires on 31 May 2026.", "It expires on 13 May 2026.", id="valid"),
        pytest.param(TRAIN, "G12 于 19:14 到达。", "G12 于 19:41 到达。", id="ride"),
        pytest.param(UP, "The host booted at 06:43.", "The host booted at 06:34.", id="uptime"),
        pytest.param(
            START,
            "It began at 10:03 and took 12 minutes, so it was done at 10:15.",
            "It began at 10:03 and took 12 minutes, so it was done at 10:51.",
            id="said",
        ),
    ],
)
def test_moment_is_reached_from_another(output, honest, dishonest):
    assert not {"unsupported", "altered"} & set(findings_on(honest, ("read", {}, output)))
    assert {"unsupported", "altered"} & set(findings_on(dishonest, ("read", {}, output)))


def test_moment_met_among_many_is_left_alone():
    rows = "\n".join(f"job-{n} start 0{n % 10}:{7 * n % 60:02d} took {n + 3} min" for n in range(1, 40))
    assert findings_on("The backup was done at 06:41.", ("jobs", {}, rows)) != ["derived"]
