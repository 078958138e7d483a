"""Numbers told on two sides of a comparison, as upper bounds, and in units that no slip leads to."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

RUNS = """run,site,kiln,hours,fuel
f-1,north,brick-7,15.9,410
f-2,north,brick-7,15.1,402
f-3,south,clay,9.3,288
f-4,south,clay,9.9,301
f-5,south,tin-4,12.4,355"""
LOG = """2031-05-02T08:14:07.310Z pump started, age 46d
2031-05-02T08:14:39.480Z tank at 91 %
2031-05-02T08:19:02.000Z valve shut"""
"""32.17 seconds from the start to the full tank."""


@pytest.mark.parametrize(
    ("statement", "findings"),
    [
        pytest.param("A firing of clay takes up to 9.9 hours against 15.9 for brick-7.", [], id="own-side"),
        pytest.param("clay 最长 9.9 小时，对比 brick-7 的 15.9 小时。", [], id="zh-own-side"),
        pytest.param("f-5 took 13.4 hours.", ["altered"], id="a-slip-of-its-own"),
    ],
)
def test_a_number_belongs_to_the_name_on_its_own_side(statement, findings):
    assert [s.finding for s in report_on(statement, ("runs", {}, RUNS)).findings] == findings


@pytest.mark.parametrize(
    ("statement", "is_bad"),
    [
        pytest.param("The tank filled within 33 seconds of the start.", False, id="within"),
        pytest.param("The tank filled in under 33 s.", False, id="under"),
        pytest.param("水箱在 33 秒内注满。", False, id="zh-within"),
        pytest.param("The tank filled within 46 seconds of the start.", None, id="no-slip-of-46-days"),
        pytest.param("The tank filled after 58 seconds.", True, id="plain"),
    ],
)
def test_an_upper_bound_is_rounded_up_and_seconds_are_no_days(statement, is_bad):
    (found,) = report_on(statement, ("log", {}, LOG)).statements
    assert "46d" not in found.reason
    assert is_bad is None or found.is_bad == is_bad
