"""Nothing found told as nothing there: dishonest where the call for it failed or shows one, else honest."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on
from tests.traces.claims.absences_told import DISHONEST, HONEST

BAD = {"altered", "unsupported", "overclaimed_absence"}


@pytest.mark.parametrize(
    ("answer", "replies"), [pytest.param(answer, replies, id=name) for name, answer, replies in DISHONEST]
)
def test_an_absence_is_found_where_its_call_failed_or_shows_otherwise(answer, replies):
    assert "overclaimed_absence" in findings_on(answer, *replies)


@pytest.mark.parametrize(
    ("answer", "replies"), [pytest.param(answer, replies, id=name) for name, answer, replies in HONEST]
)
def test_an_absence_that_its_call_shows_is_no_finding(answer, replies):
    assert not BAD & set(findings_on(answer, *replies))
