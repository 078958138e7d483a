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


SLOT = {
    "slots": [
        {"name": "replica_a", "last_used": "2025-01-29T16:20:08Z", "retained_gb": 318.5},
        {"name": "replica_b", "last_used": "2025-02-18T17:45:00Z", "retained_gb": 12.5},
    ],
    "as_of": "2025-10-31",
    "opened": "2025-09-01",
    "orders": {"march": 35, "may": 58},
}


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        pytest.param("It was last used on 53 January at 16:20.", "53", id="a-time-behind"),
        pytest.param("It ran from 17:45 on 81 February to 04:15.", "81", id="on-and-to"),
        pytest.param("It has been idle since 2.9 January, as we said.", "2.9", id="a-point"),
        pytest.param("Since 2.9 January it has been idle.", "2.9", id="a-point-with-words-behind"),
        pytest.param("It was read on May 58 at 10:00.", "58", id="behind-the-month"),
        pytest.param("The sale ran 1–81 September.", "81", id="the-end-of-days"),
        pytest.param("截至 81 月 31 日，留存 318.5 GB。", "81", id="chinese-month"),
        pytest.param("截至 10 月 81 日，留存 318.5 GB。", "81 日", id="chinese-day"),
        pytest.param("它在 13 月 5 日停用。", "13", id="thirteenth-month"),
        pytest.param("它在 2025 年 81 月停用。", "81", id="chinese-month-of-a-year"),
        pytest.param("它在 2 月 30 日停用。", "2 月 30 日", id="a-short-month"),
        pytest.param("It stopped on 31 April.", "31 April.", id="a-short-month-in-english"),
        pytest.param("It stopped on 2025-02-29.", "2025-02-29", id="no-leap-year"),
    ],
)
def test_a_day_or_month_that_does_not_exist_is_found(told, wrong):
    values = report_on(told, ("slots", {}, SLOT)).statements[0].values
    found = [v for v in values if v.value.strip() == wrong]
    assert [v.verdict in ("altered", "unsupported") for v in found] == [True]
    assert "there is no such day" in found[0].reason


@pytest.mark.parametrize(
    "told",
    [
        pytest.param("In May 58 batches were fired.", id="a-count-behind-a-month"),
        pytest.param("In May 58, in March 35.", id="counts-of-two-months"),
        pytest.param("There were 35 March orders.", id="a-count-in-front-of-one"),
        pytest.param("财年 13 月结账后留存 318.5 GB。", id="a-thirteenth-period"),
        pytest.param("2025 年 13 月的账期留存 318.5 GB。", id="a-thirteenth-period-of-a-year"),
        pytest.param("The 31 April orders came late.", id="a-count-like-a-day"),
        pytest.param("婴儿 24 月龄，10 月 45 日元。", id="other-words-with-the-same-signs"),
    ],
)
def test_a_count_beside_a_month_is_no_day(told):
    values = report_on(told, ("slots", {}, SLOT)).statements[0].values
    assert not [v for v in values if "there is no such day" in v.reason]


def test_a_day_that_does_not_exist_is_left_where_the_trace_has_the_very_text():
    told = "It was used on 53 January at 16:20."
    assert (
        report_on(told, ("log", {}, "used on 53 January at 16:20 by cron")).statements[0].finding == "sound"
    )


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
