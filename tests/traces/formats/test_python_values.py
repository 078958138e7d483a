"""A caller may hand over the objects of its library as they are."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum

import pytest
from pydantic import BaseModel

from evidencelab.traces.check import check_trace
from evidencelab.traces.formats.python_values import as_json_value


class Speaker(Enum):
    ASSISTANT = "assistant"


class Message(BaseModel):
    role: str
    content: str | None = None
    tool_calls: list[dict[str, object]] | None = None


@dataclass
class Part:
    content: object
    part_kind: str = "text"
    at: datetime = field(default_factory=lambda: datetime(2025, 1, 1, tzinfo=UTC))


class Exported:
    def __init__(self, held: dict[str, object]) -> None:
        self.held = held

    def to_json(self) -> str:
        return json.dumps(self.held)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": (1, 2.5, None, True)}, {"a": [1, 2.5, None, True]}, id="plain"),
        pytest.param(Message(role="user", content="q"), {"role": "user", "content": "q", "tool_calls": None}, id="model"),
        pytest.param([Part("x")], [{"content": "x", "part_kind": "text", "at": "2025-01-01T00:00:00+00:00"}], id="dataclass"),
        pytest.param(Exported({"n": 1}), {"n": 1}, id="writes-itself"),
        pytest.param({Speaker.ASSISTANT: Speaker.ASSISTANT}, {"Speaker.ASSISTANT": "assistant"}, id="enum"),
        pytest.param(3 + 4j, "(3+4j)", id="anything-else"),
    ],
)  # fmt: skip
def test_objects_become_what_they_are_written_as(value, expected):
    assert as_json_value(value) == expected


def test_objects_and_dictionaries_may_be_mixed():
    call = {"id": "c", "type": "function", "function": {"name": "gauge", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "How full is the tank?"},
        Message(role="assistant", tool_calls=[call]),
        {"role": "tool", "tool_call_id": "c", "content": "level 8371 l"},
        Message(role="assistant", content="The tank holds 9731 l."),
    ]
    (finding,) = check_trace(messages).findings
    assert "9731" in finding.text


def test_a_circle_ends():
    circle: list[object] = []
    circle.append(circle)
    assert as_json_value(circle) is not None
