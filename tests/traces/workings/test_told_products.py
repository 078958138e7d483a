"""Numbers of one record, and ranges, told for as many as the statement or its heading counts."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

FERRIES = """Line: Nordsund, Trip: ND101, Departure: 2025-03-04 09:00, Price: 230.0
Line: Skagen, Trip: SK202, Departure: 2025-03-04 12:00, Price: 290.0
Line: Lumen, Trip: LU303, Departure: 2025-03-04 15:30, Price: 160.0"""
STAYS = {"Old Mill": "Price range: 130.0 - 170.0", "Harbour House": "Price range: 250.0 - 410.0"}


def bad_lines(answer: str) -> list[str]:
    """Give the statements of an answer on ferries and stays that are findings."""
    question = "Which ferry is best, and what is the price for two?"
    report = report_on(answer, ("ferries", {}, FERRIES), question=question)
    return [finding.text for finding in report.findings]


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("Price for 2 people: 320.0", False, id="so-many-people"),
        pytest.param("Price for 2 people: €320.0", False, id="a-unit-of-its-own"),
        pytest.param("Price for two passengers: 320.0", False, id="counted-in-words"),
        pytest.param("两人共 320.0 元", False, id="chinese"),
        pytest.param("Price for 2 people: 330.0", True, id="near-another-record"),
        pytest.param("Price for 2 people: 350.0", True, id="of-no-record"),
    ],
)
def test_price_for_so_many_is_that_of_the_record_told_beside_it(line, is_bad):
    answer = f"- Line: Lumen\n- Trip: LU303\n- {line}\n- Departure: 2025-03-04 15:30"
    assert bool(bad_lines(answer)) is is_bad


@pytest.mark.parametrize(
    ("heading", "line", "is_derived"),
    [
        pytest.param("A 3-day trip", "Stay (Harbour House): $750.0 - $1230.0", True, id="both-ends"),
        pytest.param("A 3-day trip", "Stay (Harbour House): $750.0 to $1230.0", True, id="in-words"),
        pytest.param("三日游：住 3 晚", "住宿：750 - 1230 元", True, id="chinese"),
        pytest.param("A 3-day trip", "Stay (Harbour House): $390.0 - $510.0", False, id="of-another"),
        pytest.param("A 3-day trip", "Stay (Harbour House): $750.0 - $1130.0", False, id="one-end-only"),
        pytest.param("A 4-day trip", "Stay (Harbour House): $750.0 - $1230.0", False, id="another-length"),
    ],
)
def test_range_is_one_that_was_read_as_many_times_as_there_are_days(heading, line, is_derived):
    report = report_on(
        f"### {heading}\n- {line}",
        *(("stay", {"name": name}, f"{name}: {told}") for name, told in STAYS.items()),
        question="What would staying cost?",
    )
    reasons = [value.reason for value in report.statements[-1].values if "3 x" in value.reason]
    assert bool(reasons) is is_derived
    if is_derived:
        assert reasons[0] == "3 x 250.0 - 410.0"
