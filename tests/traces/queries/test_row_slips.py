"""Numbers told of a row that a statement names, which are a slip of one of its cells or are not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

CREWS = [
    {"crew": "Mira Voss", "cargo_kg": 4831, "stops": 47, "delay_min": 23, "cost": 318.4},
    {"crew": "Tarik Onal", "cargo_kg": 5297, "stops": 52, "delay_min": 61, "cost": 402.9},
    {"crew": "Jun Halloran", "cargo_kg": 3768, "stops": 39, "delay_min": 18, "cost": 276.5},
    {"crew": "Edda Brix", "cargo_kg": 6144, "stops": 58, "delay_min": 74, "cost": 451.7},
]


def finding_on(statement: str, *more: tuple[str, dict[str, object], object]):
    return report_on(statement, ("crews", {}, CREWS), *more).statements[-1]


@pytest.mark.parametrize(
    ("statement", "right"),
    [
        pytest.param("Mira Voss took 4381 on the longest route.", "4831", id="two-exchanged"),
        pytest.param("Tarik Onal took 5297, Edda Brix 6174 with the rest.", "6144", id="nearest-name"),
        pytest.param(
            "The highest bill was that of Halloran, 27.65.", "276.5", id="point-moved-and-last-name"
        ),
        pytest.param("| crew | cargo |\n|---|---|\n| Edda Brix | 6194 |", "6144", id="row-of-a-table"),
        pytest.param("**Jun Halloran**\n- average load 3758 for the day", "3768", id="named-above"),
        pytest.param("The stops of Mira Voss were 49 over all.", "47", id="column-named"),
    ],
)
def test_a_slip_of_a_cell_of_the_named_row_is_altered(statement, right):
    found = finding_on(statement)
    assert found.finding == "altered"
    assert right in found.reason


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("Mira Voss took 4831 on the longest route.", id="the-cell"),
        pytest.param("Mira Voss took about 4,800 on the longest route.", id="rounded"),
        pytest.param("Mira Voss took 466 less than Tarik Onal.", id="difference"),
    ],
)
def test_what_the_row_has_or_gives_is_no_slip(statement):
    assert finding_on(statement).finding in ("sound", "derived", "not_checkable")


def test_what_another_call_has_of_the_row_is_no_slip():
    note = "Mira Voss: 4381 on the way back"
    assert finding_on("Mira Voss took 4381 on the longest route.", ("notes", {}, note)).finding == "sound"


def test_a_row_without_a_name_of_its_own_has_no_slips():
    rows = [dict(row, crew="night") for row in CREWS]
    report = report_on("The night crew took 4381 in the longest run.", ("crews", {}, rows))
    assert "4831 there" not in report.statements[-1].reason
