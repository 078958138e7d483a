"""Days of a month that is named in no language that is read, or left out."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

WEATHER = {"city": "Nha Trang", "date": "2026-04-11", "max_temp_c": 32}


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        pytest.param("Thứ Bảy, ngày 11 tháng 4 năm 2026, trời nắng.", "sound", id="vietnamese"),
        pytest.param("O dia 11 de abril de 2026 foi quente.", "sound", id="portuguese"),
        pytest.param("Le 11 avril 2026, il fait beau.", "sound", id="french"),
        pytest.param("Le 17 avril 2026, il fait beau.", "unsupported", id="another-day"),
        pytest.param("Thứ Bảy, ngày 11 tháng 5 năm 2026, trời nắng.", "unsupported", id="another-month"),
        pytest.param("We counted 11 pods in all of 2026.", "not_checkable", id="a-count"),
    ],
)
def test_a_day_is_found_by_its_year_where_its_month_is_in_no_language_that_is_read(told, finding):
    values = report_on(told, ("forecast", {}, WEATHER)).statements[0].values
    assert next(v.verdict for v in values if v.value.strip() in ("11", "17")) == finding


FAN_LOG = (
    "[2024-07-08 13:02:41] FAN-06 WARN hot\n"
    "[2024-07-09 15:44:03] FAN-06 ERROR stopped\n"
    "[2024-07-10 16:10:00] FAN-06 replaced"
)
FAN_DAYS = "date,mwh,max_c,alarms\n2024-07-08,198.5,38.4,5\n2024-07-09,176.1,38.1,9\n2024-07-10,181.9,37.2,1"


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("9 日 15:44 FAN-06 停转。", False, id="the-day-of-that-time"),
        pytest.param("9 日 15:49 FAN-06 停转。", True, id="another-time"),
    ],
)
def test_a_day_without_its_month_is_that_of_the_time_behind_it(told, is_bad):
    (statement,) = report_on(told, ("log", {}, FAN_LOG), ("days", {}, FAN_DAYS)).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("3 月按 31 天计。", False, id="told"),
        pytest.param("按 31 天计。", False, id="read"),
        pytest.param("3 月按 37 天计。", True, id="no-month-has-them"),
        pytest.param("4 月按 31 天计。", True, id="of-another-month"),
    ],
)
def test_the_days_of_a_month_are_known(told, is_bad):
    plan = {"from": "2025-03-01", "kwh_total": 4650, "site": "A"}
    (statement,) = report_on(told, ("plan", {}, plan)).statements
    assert statement.is_bad is is_bad, statement.reason
