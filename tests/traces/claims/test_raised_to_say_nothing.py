"""A tool that raises an error only to say that nothing matched has looked; one that failed has not."""

from __future__ import annotations

import pytest

from evidencelab.traces.check import check_trace


@pytest.mark.parametrize(
    ("error", "is_bad"),
    [
        pytest.param(
            "ValueError: No moorings found. Try with a different query.", False, id="nothing-matched"
        ),
        pytest.param("ConnectionError: No route to host while reading the moorings", True, id="failed"),
        pytest.param("TimeoutError: no moorings found, because the query timed out", True, id="both"),
    ],
)
def test_an_error_that_says_that_nothing_matched_is_an_answer(error, is_bad):
    call = {"id": "c1", "function": {"name": "search_moorings", "arguments": '{"query": "Alca quay"}'}}
    report = check_trace(
        [
            {"role": "user", "content": "Where is the Alca quay?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "", "error": error},
            {"role": "assistant", "content": 'There are no moorings found for the query "Alca quay".'},
        ]
    )
    (judged,) = report.statements
    assert judged.is_bad == is_bad, judged.reason
