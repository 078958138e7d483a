"""What a message tells beside its own calls is judged on the arguments it gives them, too."""

from __future__ import annotations

import json

import pytest

from evidencelab.traces.check import check_trace

BOOK = "Tour 1: Harbour walk\n  - Day: 2031-04-02\n  - Start: 10:00\nTour 2: Old mill\n  - Day: 2031-04-09"


def _report(said: str, arguments: dict[str, str]):
    call = {"id": "c1", "function": {"name": "append", "arguments": json.dumps(arguments)}}
    read = {"id": "c0", "function": {"name": "read_book", "arguments": "{}"}}
    return check_trace(
        [
            {"role": "user", "content": "Plan one more tour and add it to the book."},
            {"role": "assistant", "content": None, "tool_calls": [read]},
            {"role": "tool", "tool_call_id": "c0", "content": BOOK},
            {"role": "assistant", "content": said, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "ok"},
            {"role": "assistant", "content": "Done."},
        ],
        scope="every",
    )


@pytest.mark.parametrize(
    ("said", "is_bad"),
    [
        pytest.param(
            "### Tour 13: Night ferry\n- **Day**: 2031-05-21\n- **Start**: 21:15", False, id="as-added"
        ),
        pytest.param("### 第 13 号线：夜航\n- **日期**：2031-05-21\n- **开始**：21:15", False, id="chinese"),
        pytest.param("### Tour 13: Night ferry\n- **Day**: 2031-05-22", True, id="other-than-added"),
        pytest.param("### Tour 1: Harbour walk\n- **Day**: 2031-04-12", True, id="misread"),
    ],
)
def test_values_that_are_added_beside_are_given(said, is_bad):
    added = {"text": "Tour 13: Night ferry\n  - Day: 2031-05-21\n  - Start: 21:15"}
    report = _report(said, added)
    assert bool(report.findings) is is_bad, [(s.text, s.reason) for s in report.findings]
