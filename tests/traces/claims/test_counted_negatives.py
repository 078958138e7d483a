"""A field that counts what is not so bears out who says that it is not so."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

BAD = {"altered", "unsupported", "overclaimed_absence"}


@pytest.mark.parametrize(
    ("answer", "output", "is_bad"),
    [
        pytest.param("Of 46 farms, 39 comply and 3 have not reported.",
                     {"farms": 46, "comply": 39, "breach": 4, "not_reported": 3}, False, id="counted"),
        pytest.param("133 of 420 guests have not answered.",
                     {"asked": 420, "answered": 287, "not_answered": 133}, False, id="answers"),
        pytest.param("Two parcels were never delivered.",
                     {"sent": 31, "never_delivered": 2, "delivered": 29}, False, id="never"),
        pytest.param("5 meters have no reading.", {"meters": 60, "no_reading": 5}, False, id="no"),
        pytest.param("有 2 户未缴费。", {"已缴费": 58, "未缴费": 2}, False, id="zh"),
        pytest.param("The lift checks found no faults.", {"lift_checks": 12, "faults": 3}, True, id="a-count"),
    ],
)  # fmt: skip
def test_a_denial_is_held_against_what_is_counted(answer, output, is_bad):
    assert bool(BAD & set(findings_on(answer, ("check", {"what": "lift checks"}, output)))) is is_bad


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        ("The reader thread of pump-r3 is fine, but its writer thread has stopped.", False),
        ("Writer: pump-r3 is running fine.", True),
    ],
    ids=["told", "denied"],
)
def test_what_is_off_is_told_in_its_own_clause(answer, is_bad):
    reply = "Reader_Running: Yes\nWriter_Running: No\nBehind: NULL"
    assert bool(BAD & set(findings_on(answer, ("state", {"host": "pump-r3"}, reply)))) is is_bad
