"""One end of a range that is read as it stands says what the other end must be."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

ASSAYS = "assay=ferritin, value=88, unit=ng/mL, ref=30-400\nassay=zinc, value=71, unit=ug/dL, ref=60-120"


@pytest.mark.parametrize(
    ("output", "answer", "finding"),
    [
        pytest.param(ASSAYS, "Ferritin is 88 ng/mL (reference 30–400).", "sound", id="as-read"),
        pytest.param(ASSAYS, "Ferritin is 88 ng/mL (reference 30–900).", "altered", id="last-end-changed"),
        pytest.param(ASSAYS, "Zinc is 71 µg/dL (reference 25 to 120).", "altered", id="first-end-changed"),
        pytest.param(ASSAYS, "Zinc is 71 µg/dL, normal for ages 16-23.", "sound", id="no-such-range"),
    ],
)
def test_other_end_of_a_range_is_judged_by_the_one_that_was_read(output, answer, finding):
    (statement,) = statements_on(answer, output)
    assert statement.finding == finding, statement.reason


LATE = [
    {"loan": f"L-{i}", "days_late": days} for i, days in enumerate((3, 14, 29, 47, 58, 71, 85, 96), start=1)
]
BANDS = "| Late | Loans |\n|---|---|\n| {} | 3 |"


@pytest.mark.parametrize(
    ("band", "is_band"),
    [
        pytest.param("46–90 days", True, id="from-to"),
        pytest.param("> 75 days", True, id="beyond"),
        pytest.param("75+ days", True, id="plus"),
        pytest.param("75 天以上", True, id="zh"),
        pytest.param("L-4: 75 days", False, id="a-value-of-a-named-row"),
    ],
)
def test_the_ends_of_the_bands_of_a_table_are_the_answers_own(band, is_band):
    statement = statements_on(BANDS.format(band), LATE)[-1]
    first = next(value for value in statement.values if value.value.startswith(("46", "75")))
    assert (first.reason == "it is an end of a band that the answer chose") is is_band, first.reason


def test_a_band_that_was_read_is_no_choice_of_the_answers():
    bands = [{"late": "31-60 days", "loans": 3}, {"late": "61-120 days", "loans": 3}]
    (statement,) = statements_on(BANDS.format("41–60 days"), bands)
    assert statement.finding == "altered"
