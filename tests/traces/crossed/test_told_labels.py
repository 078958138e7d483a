"""A number told under the label of another is found; a label that is narrowed, or advice, is left alone."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

SUMS = "[('Total Loans', Decimal('412.00')), ('Open Loans', Decimal('37')), ('Late Fees', Decimal('88.50'))]"
DEPOT = json.dumps({"depot": "Ost", "open_orders": 23, "late_orders": 6, "max_weight_kg": 18000})


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(SUMS, "- **Open Loans Recorded:** 412", True, id="label-of-another"),
        pytest.param(SUMS, "- **Open Loans Recorded:** 37", False, id="label-own"),
        pytest.param(SUMS, "- **Renewed Open Loans:** about 12", False, id="label-narrowed"),
        pytest.param(SUMS, "- **Late Fees:** $88.5", False, id="label-with-unit"),
        pytest.param(SUMS, "| Item | Figure |\n|---|---|\n| Total loans | 37 |", True, id="cell-under-a-label"),
        pytest.param(DEPOT, "- Late orders: 23", True, id="field-as-label"),
        pytest.param(DEPOT, "- Max weight: 18 t", False, id="label-in-another-unit"),
        pytest.param(DEPOT, "### Recommended settings\n- Late orders: 10", False, id="label-in-advice"),
    ],
)  # fmt: skip
def test_number_under_the_label_of_another_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
