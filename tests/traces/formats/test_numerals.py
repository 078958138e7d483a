"""A number of a tool's output stays as it was written, whatever holds it."""

from __future__ import annotations

import json

import pytest

from evidencelab.traces.check import check_imported
from evidencelab.traces.formats.load import read_trace_text
from evidencelab.traces.formats.numerals import as_read, loads, written

RUN = (
    '[{{"role": "user", "content": "What does the dowel cost?"}},'
    ' {{"role": "assistant", "content": null, "tool_calls": [{{"id": "c1", "function": {{"name": "price", "arguments": "{{}}"}}}}]}},'
    ' {{"role": "tool", "tool_call_id": "c1", "content": {content}}},'
    ' {{"role": "assistant", "content": "The dowel costs 2.50 and weighs 0.30 kg."}}]'
)
OUTPUT = '{"price": 2.50, "weight_kg": 0.30}'


@pytest.mark.parametrize(
    "content", [pytest.param(OUTPUT, id="object"), pytest.param(json.dumps(OUTPUT), id="text")]
)
def test_a_decimal_is_recorded_and_quoted_as_written(content):
    (read,) = read_trace_text(RUN.format(content=content)).traces
    (statement,) = check_imported(read.trace).statements
    assert statement.finding == "sound"
    assert [value.evidence_value for value in statement.values] == ["2.50", "0.30kg"] or [
        value.evidence_value for value in statement.values
    ] == ["2.50", "0.30"]


def test_a_session_s_decimals_are_recorded_as_written():
    text = (
        '{"session_id": "s", "original_query": "?", "executor_output": "It costs 2.50.",'
        f' "tool_invocations": [{{"invocation_id": 1, "tool_name": "price", "output": {OUTPUT}}}]}}'
    )
    (read,) = read_trace_text(text).traces
    (statement,) = check_imported(read.trace).statements
    assert [value.evidence_value for value in statement.values] == ["2.50"]


@pytest.mark.parametrize(
    "text", ["1.50", "1e5", '{"a": [1.0, 2, null, true], "b": {"é": "x\\ny"}}', "[0.10, -3.00]", "[]"]
)
def test_what_is_written_is_what_was_read(text):
    assert written(loads(text)) == text.replace("\\n", "\\n")


def test_only_an_output_whose_numbers_would_change_becomes_text():
    assert as_read(loads('{"a": 1.5}')) == {"a": 1.5}
    assert as_read(loads('{"a": [1.50]}')) == '{"a": [1.50]}'
    assert as_read("1.50") == "1.50"


def test_a_whole_number_of_thousands_of_digits_is_text_and_no_error():
    long = "9" * 5000
    (read,) = read_trace_text(RUN.format(content=f'{{"serial": {long}}}')).traces
    assert read.trace.session.tool_invocations[0].output == {"serial": long}
