"""States told wrongly in many wordings over many forms of evidence, each beside honest twins of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.traces.asked import report_on

PAIRS = [
    json.loads(line) for line in (Path(__file__).parent / "told_pairs.jsonl").read_text("utf-8").splitlines()
]


def is_found(answer, pair):
    return any(statement.is_bad for statement in report_on(answer, *pair["replies"]).statements)


@pytest.mark.parametrize("pair", [p for p in PAIRS if p["wrong"]], ids=lambda pair: pair["name"])
def test_state_that_is_not_the_records_is_found(pair):
    assert is_found(pair["wrong"], pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["name"])
def test_state_that_may_be_the_records_is_no_finding(pair):
    assert [right for right in pair["right"] if is_found(right, pair)] == []
