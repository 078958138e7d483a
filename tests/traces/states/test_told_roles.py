"""A name or a time under another field's name is altered; what the record has under that name is none."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

WRECK = (
    "get_wreck",
    {},
    json.dumps(
        {
            "ref": "WR-204",
            "steward": "Ida Lund",
            "clerk": "Olaf Dahl",
            "sighted_at": "2031-05-02T06:41:00Z",
            "raised_at": "2031-05-02T09:17:00Z",
            "status": "raised",
            "helpers": 14,
        }
    ),
)
CREWS = (
    "list_crews",
    {},
    json.dumps([{"steward": "Ida Lund", "clerk": "Olaf Dahl"}, {"steward": "Per Aas"}]),
)


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("- Steward: Ida Lund", False, id="own"),
        pytest.param("- **Steward:** Olaf Dahl", True, id="the-clerk"),
        pytest.param("| Role | Who |\n|---|---|\n| Clerk | Ida Lund |", True, id="row"),
        pytest.param("| Role | Who |\n|---|---|\n| Clerk | Olaf Dahl |", False, id="own-in-a-row"),
        pytest.param("- Sighted: 06:41", False, id="own-time"),
        pytest.param("- Sighted at: 2 May 2031 09:17", True, id="the-other-time"),
        pytest.param("- Steward: Olaf Dahl (for Ida Lund)", False, id="with-the-own"),
        pytest.param("- Steward: Nora Hale", False, id="of-no-field"),
        pytest.param("- Deputy: Olaf Dahl", False, id="of-no-such-name"),
    ],
)
def test_what_is_told_under_the_name_of_another_field_is_altered(answer, is_altered):
    found = {s.finding for s in report_on(answer, WRECK).statements}
    assert ("altered" in found) is is_altered


def test_a_field_that_records_fill_otherwise_is_let_off():
    found = {s.finding for s in report_on("- Steward: Olaf Dahl", CREWS).statements}
    assert "altered" not in found
