"""Times in other zones, as web servers log them, as Unix times, and rounded to the minute."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

UTC = '{"events": [{"name": "sync", "at": "2026-04-17T13:02:41Z"}]}'
BERLIN = '{"events": [{"name": "sync", "at": "2025-06-12T13:40:00+02:00"}]}'
EPOCH = '{"events": [{"name": "sync", "at": 1776430961}]}'
ACCESS = '10.2.0.15 - - [21/Oct/2025:07:58:59 +0000] "GET /quote HTTP/1.1" 200 512'


@pytest.mark.parametrize(
    ("output", "answer", "finding"),
    [
        pytest.param(UTC, "The sync began at 13:02:41 UTC.", "sound", id="as-written"),
        pytest.param(UTC, "The sync began at 09:02:41 EDT.", "derived", id="named-zone"),
        pytest.param(UTC, "同步于北京时间 21:02:41 开始。", "derived", id="zh-named-zone"),
        pytest.param(UTC, "The sync began at 09:02:41.", "altered", id="no-zone-spoken-of"),
        pytest.param(BERLIN, "In New York that is 7:40 AM.", "derived", id="place-named"),
        pytest.param(BERLIN, "The sync ran at 11:40 UTC.", "derived", id="back-to-utc"),
        pytest.param(UTC, "The sync began at 13:03 UTC.", "derived", id="rounded-up-to-the-minute"),
        pytest.param(EPOCH, "The sync began at 13:02:41 UTC.", "derived", id="unix-time"),
        pytest.param(ACCESS, "The request came at 07:58:59.", "sound", id="access-log"),
        pytest.param(UTC, "The sync began at 13:82:41 UTC.", "altered", id="no-such-minute"),
    ],
)
def test_a_time_in_another_zone_is_followed_only_where_one_is_spoken_of(output, answer, finding):
    assert findings_on(answer, ("list_rows", {}, output)) == [finding]
