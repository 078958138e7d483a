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
