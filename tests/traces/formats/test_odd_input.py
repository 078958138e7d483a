"""Odd values in traces are read past, in time that grows no faster than they do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.formats.load import read_trace_text
from evidencelab.traces.formats.parts import whole_number
from evidencelab.traces.formats.text_calls import calls_in, responses_in
from evidencelab.traces.formats.truncation import cut_reason
from tests.growth import least_time

MANY_DIGITS = "1" * 5000


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (7, 7),
        (7.9, 7),
        ("-70", -70),
        ("9" * 30, int("9" * 30)),
        ("9" * 31, None),
        ("--7", None),
        ("²", None),
        ("", None),
        (float("inf"), None),
        (float("nan"), None),
        (True, None),
        (None, None),
        ([7], None),
    ],
)
def test_whole_number_is_a_number_or_none(value, number):
    assert whole_number(value) == number


def span(name: str, attributes: Any, **fields: Any) -> dict[str, Any]:
    return {"traceId": "a", "spanId": "b", "name": name, "attributes": attributes, **fields}


TOOL = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "level",
    "gen_ai.tool.call.arguments": "{}",
    "gen_ai.tool.call.result": "73 %",
}
PAIRS = [{"key": key, "value": {"stringValue": value}} for key, value in TOOL.items()]


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(span("", {**TOOL, "gen_ai.tool.call.arguments": "{{}}"}), id="set-of-an-object"),
        pytest.param(span("", [*PAIRS, {"key": "n", "value": {"intValue": "--5"}}]), id="two-signs"),
        pytest.param(span("", [*PAIRS, {"key": "n", "value": {"intValue": "²"}}]), id="raised-digit"),
        pytest.param(span("", TOOL, startTimeUnixNano=MANY_DIGITS), id="time-of-many-digits"),
        pytest.param(span("", TOOL, startTimeUnixNano=float("inf")), id="time-without-end"),
        pytest.param(span("", TOOL, startTimeUnixNano=float("nan")), id="time-that-is-none"),
        pytest.param(span("", TOOL, startTime=1, duration=float("inf")), id="duration-without-end"),
    ],
)
def test_tool_span_with_an_odd_value_is_read(read):
    run = read_trace_text(json.dumps([read])).traces[0].trace
    assert [call.output for call in run.session.tool_invocations] == ["73 %"]


@pytest.mark.parametrize(
    "attributes",
    [
        {"gen_ai.completion.0.content": "full", "gen_ai.completion.0.tool_calls.all": "x"},
        {"gen_ai.completion.0.content": "full", f"gen_ai.completion.{MANY_DIGITS}.content": "x"},
        {
            "openinference.span.kind": "LLM",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.content": "full",
            f"llm.output_messages.{MANY_DIGITS}.message.content": "x",
        },
    ],
)
def test_message_of_an_odd_number_is_no_message(attributes):
    run = read_trace_text(json.dumps([span("chat", attributes)])).traces[0].trace
    assert [message.text for message in run.messages] == ["full"]


def test_counts_of_thousands_of_digits_are_no_counts():
    assert cut_reason(f"showing {MANY_DIGITS} of 2") is None
    assert cut_reason(f"showing 2 of {MANY_DIGITS}") is None


def test_calls_that_never_end_are_text():
    openers = "<tool_call>{" * 20
    blank = "<tool_response>" + " " * 200 + "x"
    assert calls_in(openers).said == openers
    assert responses_in(blank) == ()
    assert responses_in(f"{blank}</tool_response>") == ("x",)
    assert responses_in("<tool_response>" * 20) == ()


LARGE = {
    "calls": lambda n: lambda: calls_in("<tool_call>{" * n),
    "responses": lambda n: lambda: responses_in("<tool_response>" * n),
    "blank-response": lambda n: lambda: responses_in("<tool_response>" + " " * n + "x"),
}


@pytest.mark.parametrize("large", LARGE.values(), ids=LARGE)
def test_calls_that_never_end_are_read_in_one_pass(large):
    assert least_time(large(8_000)) < 24 * least_time(large(1_000))
