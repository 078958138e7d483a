"""A claim that quotes a call's output tells what that said, and claims nothing itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.check import check_trace


def findings(answer: str, output: str, **arguments: str) -> list[str]:
    call = {"id": "c1", "function": {"name": "read_note", "arguments": json.dumps(arguments)}}
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "What does the note say?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": output},
        {"role": "assistant", "content": answer},
    ]
    return [finding.finding for finding in check_trace(messages).statements]


FAILED = "Error: the store of notes says no errors can be listed: connection refused"


@pytest.mark.parametrize(
    ("answer", "is_overclaimed"),
    [
        pytest.param("No errors were found.", True, id="without-a-quote"),
        pytest.param('It says "no errors can be listed".', False, id="quoted"),
        pytest.param("It says `No errors can be listed`.", False, id="quoted-in-another-case"),
        pytest.param('Of "notes": it says "no errors can be listed".', False, id="behind-a-short-quote"),
        pytest.param('It says "no errors exist at all".', True, id="quoted-otherwise"),
        pytest.param('It says "no errors": no errors were found.', True, id="two-words-are-no-quote"),
        pytest.param('I asked for "no errors since noon": no errors.', True, id="own-arguments-quoted"),
    ],
)
def test_quoted_output_is_no_claim_of_absence(answer, is_overclaimed):
    found = findings(answer, FAILED, query="no errors since noon")
    assert ("overclaimed_absence" in found) is is_overclaimed
