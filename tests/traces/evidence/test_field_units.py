"""The units that fields are in by their names, and numbers told in another one."""

import pytest

from evidencelab.traces.evidence.field_units import unit_in
from tests.traces.asked import findings_on


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("wait_ms", "ms"),
        ("wait_ms_before", "ms"),
        ("used_gb_total", "GB"),
        ("latency.ms.p99", "ms"),
        ("rows_per_s", None),
        ("avg_ms_per_call", None),
        ("terms_used", None),
        ("s_total", None),
        ("mean_wind_ms", None),
        ("gust ms", None),
        ("dwell_days.export", "d"),
        ("wait_ms.p95", "ms"),
        ("size_gb.may", "GB"),
        ("dwell_days.wait_min", "min"),
        ("dwell_days.count", None),
        ("dwell_days.share_pct", None),
        ("last_7_days", None),
        ("last_7_days.falls", None),
        ("falls_30d", None),
        ("by_day", None),
        ("by_days.monday", None),
        ("per_minute", None),
        ("days.monday", None),
        ("请假天数", "d"),
        ("加班小时数", "h"),
        ("时长(分钟)", "min"),
        ("时长（秒）", "s"),
        ("每天", None),
        ("今天", None),
        ("近30天", None),
        ("近三天", None),
    ],
)
def test_a_name_says_its_unit_at_its_end_or_in_front_of_what_it_is_of(name: str, unit: str | None) -> None:
    found = unit_in(name)
    assert (None if found is None else found.name) == unit


_SHARES = "share     used_tb_may  used_tb_june\narchive   41.2         58.7\nscratch   7.3          9.9"


@pytest.mark.parametrize(
    ("unit", "is_bad"), [("TB", False), ("GB", True), ("", False)], ids=["own", "another", "none"]
)
def test_a_number_in_another_unit_than_its_column_is_altered(unit: str, is_bad: bool) -> None:
    found = findings_on(f"The archive share went from 41.2 {unit} to 58.7 {unit}.", ("du", {}, _SHARES))
    assert (found[0] == "altered") == is_bad


_YARD = {"yard": {"dwell_days": {"import": 7.2, "export": 3.8, "empty": 11.5}}}


@pytest.mark.parametrize(
    ("unit", "is_bad"), [("days", False), ("hours", True), ("minutes", True)], ids=["own", "hours", "minutes"]
)
def test_a_number_in_another_unit_than_what_its_field_stands_under_is_altered(
    unit: str, is_bad: bool
) -> None:
    found = findings_on(f"Empty boxes stay 11.5 {unit}.", ("yard", {}, _YARD))
    assert (found[0] == "altered") == is_bad


_LEAVE = "姓名,请假天数,加班小时,平均时长(分钟)\n沈一,14,31.5,42.8\n林二,19,12.6,38.3\n周三,12,22.4,35.1"
_CRANES = "berth    dwell_days  crane_min\nNorth    11.5        42.8\nSouth    7.2         38.3"


@pytest.mark.parametrize(
    ("told", "table", "is_bad"),
    [
        pytest.param("沈一请假 14 天。", _LEAVE, False, id="days"),
        pytest.param("沈一请假 14 小时。", _LEAVE, True, id="days-as-hours"),
        pytest.param("沈一加班 31.5 小时。", _LEAVE, False, id="hours"),
        pytest.param("沈一加班 31.5 天。", _LEAVE, True, id="hours-as-days"),
        pytest.param("沈一平均时长 42.8 分钟。", _LEAVE, False, id="minutes-in-brackets"),
        pytest.param("沈一平均时长 42.8 秒。", _LEAVE, True, id="minutes-as-seconds"),
        pytest.param("At North the crane took 42.8 min.", _CRANES, False, id="column-apart-by-blanks"),
        pytest.param("At North the crane took 42.8 hours.", _CRANES, True, id="its-minutes-as-hours"),
    ],
)
def test_the_title_of_a_column_tells_the_unit_of_its_numbers(told: str, table: str, is_bad: bool) -> None:
    assert (findings_on(told, ("table", {}, table))[0] == "altered") == is_bad
