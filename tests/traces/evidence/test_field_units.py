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
