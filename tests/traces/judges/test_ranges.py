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
