"""Leaving out a whole field is a light edit; leaving out what a sentence says of its subject is more."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

KILN = "kiln 3 (batch 9) burst - keep the gate shut"
KILN_CJK = "3号窑(第9批)点火失败,大门保持关闭"
FIELDS = "[north] glaze: white, lid: shut"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("kiln 3 (batch 9) - keep the gate shut", KILN, "uncertain", id="predicate"),
        pytest.param("kiln 3 - keep the gate shut", KILN, "uncertain", id="aside-and-predicate"),
        pytest.param("kiln 3 (batch 9) … keep the gate shut", KILN, "accept", id="with-a-mark"),
        pytest.param("3号窑(第9批),大门保持关闭", KILN_CJK, "uncertain", id="zh-predicate"),
        pytest.param(
            "kiln 3 - keep the gate shut", "kiln 3 (batch 9) - keep the gate shut", "accept", id="aside"
        ),
        pytest.param(
            "kiln 3 (batch 9), gate shut", "kiln 3 (batch 9), burst, gate shut", "accept", id="item"
        ),
        pytest.param(
            "kiln 3 (batch 9) gate=shut", "kiln 3 (batch 9) state=burst gate=shut", "accept", id="field"
        ),
        pytest.param("[north] lid: shut", FIELDS, "accept", id="field-with-a-colon"),
    ],
)
def test_what_is_said_behind_an_aside_is_no_field_of_its_own(excerpt, text, expected):
    assert match_excerpt(excerpt, text).decision == expected
