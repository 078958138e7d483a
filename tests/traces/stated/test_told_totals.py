"""Totals of the lines told above them."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.reading import read_statement
from evidencelab.traces.stated.told_totals import told_totals
from evidencelab.traces.wording.statements import split_statements
from tests.traces.asked import statements_on

LINES = "- Stay: €250 x 3 nights = €750\n- Car: for 3 days, €165 (€55 per day)\n- Meals: €35 x 6 = €210\n"


def totals_of(answer: str) -> list[str]:
    """Give what the totals of an answer are worked out of."""
    read = [read_statement(statement) for statement in split_statements(answer)]
    return [working.said for _, working in told_totals(read)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(f"{LINES}- **Total:** €1125", "€750 + €165 + €210", id="of-all"),
        pytest.param(f"{LINES}- **Total without stay:** €375", "€165 + €210", id="of-the-last"),
        pytest.param(f"{LINES}\nThat comes to €1125 for 3 days.", "€750 + €165 + €210", id="in-a-sentence"),
        pytest.param("- 住宿 750 元\n- 租车 165 元\n- 合计：915 元", "750 元 + 165 元", id="chinese"),
        pytest.param(
            "- Stays:\n  - Oslo: €750\n  - Bergen: €400\n- Meals:\n  - Oslo: €90\n  - Bergen: €60\n"
            "\n- Stays: €1150",
            "€750 + €400",
            id="under-its-label",
        ),
        pytest.param(
            "- Oslo: €750\n- Total for Oslo: €750\n- Bergen: €400\n- Total for Bergen: €400\n- Total: €1150",
            "€750 + €400",
            id="of-totals",
        ),
    ],
)
def test_total_is_worked_out_of_the_lines_above(answer, said):
    assert f"{said}, told above" in totals_of(answer)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(f"{LINES}- **Total:** €1135", id="of-nothing"),
        pytest.param(f"{LINES}- **Deposit:** €375", id="no-total"),
        pytest.param(f"{LINES}- **Total:** €1125 or €1200", id="two-amounts"),
        pytest.param(f"{LINES}- **Total:** $1125", id="another-currency"),
    ],
)
def test_other_amount_is_no_total(answer):
    assert totals_of(answer) == []


@pytest.mark.parametrize(
    ("total", "is_bad"), [pytest.param("€1020", False, id="right"), pytest.param("€1060", True, id="wrong")]
)
def test_total_near_a_number_that_was_read_is_a_finding_only_if_wrong(total, is_bad):
    answer = f"- Stay: €250 x 3 nights = €750\n- Car: €90 x 3 days = €270\n- **Total:** {total}"
    rates = {"Harbour House": 250.0, "Quay Cars": 90.0, "Grand": 1000.0}
    statements = statements_on(answer, rates, "What do 3 days cost?")
    assert statements[-1].is_bad is is_bad, statements[-1].reason
