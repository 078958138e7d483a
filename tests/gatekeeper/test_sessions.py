"""Session files: one object, one array, one a line; a bad line keeps its place and names its fault."""

from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.sessions import read_sessions, sessions_in
from tests.gatekeeper.builders import binding, claim

GOOD = {"session_id": "a", "tool_invocations": [], "executor_output": {"claims": []}, "created_at": 5}
OTHER = {**GOOD, "session_id": "b", "executor_output": "one\u2028two"}


def read(text, *, is_lines=False):
    return [
        (line.line, line.session.session_id if line.session else line.error)
        for line in sessions_in(text, "given.json", is_lines=is_lines)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(json.dumps(GOOD), [(1, "a")], id="one-object"),
        pytest.param("\n\n" + json.dumps(GOOD, indent=2) + "\n", [(1, "a")], id="pretty-printed"),
        pytest.param(json.dumps([GOOD, OTHER], indent=1), [(1, "a"), (2, "b")], id="array"),
        pytest.param("[]", [], id="empty-array"),
        pytest.param(
            json.dumps(GOOD) + "\n\n" + json.dumps(OTHER, ensure_ascii=False) + "\n",
            [(1, "a"), (3, "b")],
            id="lines-with-a-blank-one-and-a-line-separator-inside",
        ),
        pytest.param(
            json.dumps(GOOD) + "\r\n" + json.dumps(OTHER) + "\r\n", [(1, "a"), (2, "b")], id="crlf-lines"
        ),
    ],
)
def test_sessions_are_read_in_order_with_their_line(text, expected):
    assert read(text) == expected


def test_a_broken_line_keeps_its_place_and_the_others_are_read():
    text = "\n".join([json.dumps(GOOD), '{"session_id": "x", ', "[1]", json.dumps(OTHER)])

    (first, broken, wrong, last) = read(text)

    assert (first, last) == ((1, "a"), (4, "b"))
    assert broken[0] == 2
    assert broken[1].startswith("is not JSON (")
    assert broken[1].endswith("mend the line")
    assert wrong == (3, "got [1], expected a session object")


def test_a_file_of_lines_by_name_reports_even_its_only_line(tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text('{"session_id": ', encoding="utf-8")

    (line,) = read_sessions(path)

    assert (line.line, line.session) == (1, None)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param({"session_id": ...}, "session_id is missing; state it", id="no-id"),
        pytest.param({"session_id": ""}, "session_id: got ''; ", id="empty-id"),
        pytest.param({"session_id": 7}, "session_id: got 7; ", id="number-id"),
        pytest.param(
            {"tool_invocations": [{"tool_name": "query_logs"}]},
            "tool_invocations[0].invocation_id is missing; state it",
            id="no-invocation-id",
        ),
        pytest.param(
            {"tool_invocations": [{"invocation_id": "one", "tool_name": "query_logs"}]},
            "tool_invocations[0].invocation_id: got 'one'; ",
            id="text-invocation-id",
        ),
        pytest.param(
            {"tool_invocations": [{"invocation_id": 1, "tool_name": "t"}] * 2},
            "invocation_id 1 is listed twice",
            id="twin-invocations",
        ),
        pytest.param(
            {
                "tool_invocations": [
                    {
                        "invocation_id": 1,
                        "tool_name": "t",
                        "retrieval_details": {"evidence_refs": [{"text": "x"}]},
                    }
                ]
            },
            "tool_invocations[0].retrieval_details.evidence_refs[0].raw_path is missing; state it",
            id="ref-without-path",
        ),
    ],
)
def test_a_session_that_breaks_the_contract_names_the_field(change, error):
    row = {name: value for name, value in {**GOOD, **change}.items() if value is not ...}

    ((_, reason),) = read(json.dumps(row))

    assert reason.startswith(error)
    assert "\n" not in reason


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        pytest.param("", "is empty", None, id="empty"),
        pytest.param(" \n ", "is empty", None, id="blank"),
        pytest.param('{"session_id": "a",}', "is not JSON", 1, id="trailing-comma"),
        pytest.param(
            '{\n "session_id": "a"\n "tool_invocations": []\n}', "is not JSON", 3, id="pretty-printed-fault"
        ),
        pytest.param(
            '{\n "tool_invocations": [\n  {"tool_name": "t", "output": "x"}\n  oops\n ]\n}',
            "is not JSON",
            4,
            id="a-line-that-parses-on-its-own",
        ),
        pytest.param(
            f"[\n{json.dumps(GOOD)},\n{json.dumps(OTHER)}\noops]", "is not JSON", 4, id="array-with-a-fault"
        ),
        pytest.param("[" * 100_000, "is not readable JSON|is not JSON", ..., id="too-deep-and-cut-off"),
        pytest.param("what is this", "is not JSON", 1, id="prose"),
    ],
)
def test_a_file_that_cannot_be_read_is_the_callers_mistake(text, reason, line):
    with pytest.raises(InputError, match=reason) as caught:
        list(sessions_in(text, "given.json"))

    assert line is ... or caught.value.line == line
    assert str(caught.value).startswith("given.json")
    assert "\n" not in str(caught.value)


def test_a_missing_or_binary_file_is_the_callers_mistake(tmp_path):
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(InputError, match="cannot be read"):
        read_sessions(tmp_path / "absent.json")
    with pytest.raises(InputError, match="is not UTF-8"):
        read_sessions(binary)
    with pytest.raises(InputError, match="cannot be read"):
        read_sessions(tmp_path)


def test_anything_may_stand_in_an_executors_output(tmp_path):
    path = tmp_path / "odd.json"
    path.write_text(
        '{"session_id": "a", "executor_output": {"claims": NaN, "n": '
        + "9" * 5000
        + ', "s": "cut \\ud83d here"}}',
        encoding="utf-8",
    )

    (line,) = read_sessions(path)

    assert line.session is not None
    assert line.session.executor_output["s"] == "cut \ufffd here"


def test_nesting_without_end_in_an_executors_output_is_left_for_the_gate():
    deep = '{"a":' * 20_000 + "1" + "}" * 20_000
    row = f'{{"session_id": "a", "executor_output": {{"claims": [], "extra": {deep}}}}}'

    ((line, session, error),) = sessions_in(row, "given.json")

    assert (line, error) == (1, None)
    assert session.executor_output["claims"] == []
    assert check_session(session).failed_rules == ("executor.no_claims",)


CALL = '{"invocation_id": 1.0, "tool_name": "query_metrics", "arguments": {"above": 0.50}, "output": OUTPUT}'


@pytest.mark.parametrize(
    ("output", "path", "text"),
    [
        pytest.param(
            '{"rows": [{"share": 1.50, "n": 2.0, "large": 1e400}]}',
            "$.rows[0]",
            "share=1.50, n=2.0, large=1e400",
            id="values",
        ),
        pytest.param(
            '{"rows": []}',
            "$.no_evidence",
            "query_metrics returned no evidence; evidence_status=no_evidence; above=0.50; total=0",
            id="arguments",
        ),
        pytest.param(
            '{"rows": [{"share": 1.50, "note": "cut \\ud83d here"}]}',
            "$.rows[0]",
            "share=1.50, note=cut \ufffd here",
            id="beside-half-a-character",
        ),
    ],
)
def test_numbers_of_an_output_stay_quotable_as_the_tool_wrote_them(output, path, text):
    cited = binding(tool_name="query_metrics", source_invocation_id=1, raw_path=path, evidence_excerpt=text)
    claim_type = "negative_observation" if path == "$.no_evidence" else "observation"
    executor = json.dumps({"claims": [claim(cited, claim_type=claim_type)]})
    row = (
        f'{{"session_id": "a", "tool_invocations": [{CALL.replace("OUTPUT", output)}], '
        f'"executor_output": {executor}}}'
    )

    ((_, session, _),) = sessions_in(row, "given.json")

    assert check_session(session).errors == ()
    assert session.tool_invocations[0].retrieval_details.evidence_refs[0].text == text


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(
            '{"invocation_id": 1, "tool_name": "t", "output": {"a": [1.5, 2]}}', id="same-when-written"
        ),
        pytest.param('{"invocation_id": 1, "tool_name": "t", "arguments": {"a": 1.50}}', id="no-output"),
        pytest.param('{"invocation_id": 1, "tool_name": "t", "output": "a 1.50"}', id="text"),
    ],
)
def test_calls_whose_numbers_need_no_keeping_are_left_as_they_came(call):
    row = f'{{"session_id": "a", "tool_invocations": [{call}]}}'

    ((_, session, _),) = sessions_in(row, "given.json")

    assert session.tool_invocations[0].retrieval_details is None


@pytest.mark.parametrize("escape", ["\\ud83d", "\\uD83D", "\\udfff", "\\uDFFF", "\\ud800", "\\uDA00"])
def test_half_a_surrogate_pair_that_is_escaped_is_replaced(escape):
    text = json.dumps({**GOOD, "executor_output": "cut HERE"}).replace("HERE", escape)
    (line,) = sessions_in(text, "given.json", is_lines=False)
    assert line.session is not None
    assert line.session.executor_output == "cut \ufffd"
