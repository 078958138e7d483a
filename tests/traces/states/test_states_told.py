"""States told wrongly in many wordings over many forms of evidence, each beside honest twins of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.traces.asked import report_on

RUNS = [
    json.loads(line) for line in (Path(__file__).parent / "states_told.jsonl").read_text("utf-8").splitlines()
]
TOLD = [
    pytest.param(told["wrong"], told["right"], run["replies"], id=told["name"])
    for run in RUNS
    for told in run["told"]
]


def is_found(answer, replies):
    return any(statement.is_bad for statement in report_on(answer, *replies).statements)


@pytest.mark.parametrize(("wrong", "right", "replies"), [one for one in TOLD if one.values[0] is not None])
def test_state_that_is_not_the_records_is_found(wrong, right, replies):
    assert is_found(wrong, replies)


@pytest.mark.parametrize(("wrong", "right", "replies"), TOLD)
def test_state_that_may_be_the_records_is_no_finding(wrong, right, replies):
    assert [answer for answer in right if is_found(answer, replies)] == []
