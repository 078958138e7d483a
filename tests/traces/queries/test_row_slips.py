"""Numbers told of a row that a statement names, which are a slip of one of its cells or are not."""

from __future__ import annotations

import pytest

from evidencelab.traces.findings import StatementFinding
from tests.traces.asked import report_on

CREWS = [
    {"crew": "Mira Voss", "mean_watts": 348, "pulse": 171, "weight": 63.0},
    {"crew": "Tarik Onal", "mean_watts": 418, "pulse": 176, "weight": 71.5},
    {"crew": "Jun Halloran", "mean_watts": 378, "pulse": 181, "weight": 68.2},
    {"crew": "Edda Brix", "mean_watts": 452, "pulse": 165, "weight": 76.4},
]
"""398 is a digit off the watts of Voss, and the mean of those of Onal and Halloran."""
YAML = "crews:\n" + "".join(
    f"  - crew: {one['crew']}\n    mean_watts: {one['mean_watts']}\n    weight: {one['weight']}\n"
    for one in CREWS
)


def finding_on(statement: str, crews: object = CREWS) -> StatementFinding:
    return report_on(statement, ("crews", {}, crews)).statements[-1]


@pytest.mark.parametrize(
    ("statement", "crews", "right"),
    [
        pytest.param("Mira Voss averaged 398.", CREWS, "348", id="full-name"),
        pytest.param("Voss averaged 398 and Onal 418.", CREWS, "348", id="last-names-nearest-one"),
        pytest.param("**Mira Voss**\n- on average 398 for the day", CREWS, "348", id="named-above"),
        pytest.param("Mira Voss averaged 398.", YAML, "348", id="yaml"),
        pytest.param("Onal has 148 on average.", YAML, "418", id="two-exchanged"),
        pytest.param("| crew | watts |\n|---|---|\n| Mira Voss | 398 |", YAML, "348", id="row-of-a-table"),
    ],
)
def test_a_slip_of_a_cell_of_the_named_row_is_altered_whatever_it_could_be_worked_out_of(
    statement, crews, right
):
    found = finding_on(statement, crews)
    assert found.finding == "altered"
    assert f"{right} there" in found.reason


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("Onal and Halloran averaged 398.", id="mean-of-the-named-rows"),
        pytest.param("Voss weighs 63.0, Onal and Halloran averaged 398.", id="the-same-behind-another-row"),
        pytest.param("Mira Voss averaged about 398.", id="approximate"),
        pytest.param("The others averaged 398 without her.", id="no-row-named"),
    ],
)
def test_the_same_number_told_otherwise_is_no_slip(statement):
    assert not finding_on(statement).is_bad


def test_a_name_that_several_rows_share_names_none():
    shared = [dict(row, crew="Mira Voss") for row in CREWS]
    assert not finding_on("Mira Voss averaged 398.", shared).is_bad


def test_a_row_with_many_cells_as_long_has_slips_by_chance():
    wide = [dict(row, **{f"lap_{n}": 300 + 7 * n + i for n in range(9)}) for i, row in enumerate(CREWS)]
    assert "348 there" not in finding_on("Mira Voss averaged 398.", wide).reason
