"""Nothing found told as nothing there, in many fields: dishonest where the call for it failed or shows one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.traces.asked import findings_on

_TOLD = Path(__file__).with_name("absences_told.jsonl")
TOLD = [json.loads(line) for line in _TOLD.read_text(encoding="utf-8").splitlines()]
BAD = {"altered", "unsupported", "overclaimed_absence"}


@pytest.mark.parametrize("told", [pytest.param(one, id=one["id"]) for one in TOLD if one["is_bad"]])
def test_an_absence_is_found_where_its_call_failed_or_shows_otherwise(told):
    assert BAD & set(findings_on(told["answer"], *map(tuple, told["replies"])))


@pytest.mark.parametrize("told", [pytest.param(one, id=one["id"]) for one in TOLD if not one["is_bad"]])
def test_an_absence_that_its_call_shows_is_no_finding(told):
    assert not BAD & set(findings_on(told["answer"], *map(tuple, told["replies"])))
