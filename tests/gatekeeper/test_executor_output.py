"""Whatever an executor writes is read: which way, what was wrong, and every excerpt byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.contracts import ExecutorOutput
from evidencelab.gatekeeper.executor_output import read_executor_output
from tests.gatekeeper.builders import action, binding, claim

EXCERPTS = [
    'if (user) {"a": [1, 2}',
    "[11:17][WARN][ledger-api] heap 91.0% [pool=main]",
    "```json\n{}\n``` and ~~~",
    "[[ ## claims ## ]] is not a marker here",
    'he said "no", then \\n and \\u0041 literally',
    "  spaced out  [12]  ",
    "tab\there, line\nbreak, 连接池 ‘quoted’ \u200b\u00a0end…",
]


def output_of(*excerpts: str, **more: Any) -> dict[str, Any]:
    return {"claims": [claim(*(binding(evidence_excerpt=excerpt) for excerpt in excerpts))], **more}


def excerpts_of(text: object) -> list[str | None]:
    output = read_executor_output(text).output
    return [cited.evidence_excerpt for read in output.claims for cited in read.evidence_bindings]


@pytest.mark.parametrize(
    ("wrap", "status"),
    [
        pytest.param(lambda value: value, "valid", id="object"),
        pytest.param(ExecutorOutput.model_validate, "valid", id="contract"),
        pytest.param(json.dumps, "valid", id="strict"),
        pytest.param(lambda v: "\ufeff\n " + json.dumps(v, ensure_ascii=False, indent=1), "valid", id="bom"),
        pytest.param(lambda v: json.dumps(v).encode(), "valid", id="bytes"),
        pytest.param(lambda v: f"```json\n{json.dumps(v)}\n```", "fenced", id="fence"),
        pytest.param(lambda v: f"Done.\n```\n{json.dumps(v)}\n```\nBye.", "fenced", id="fence-amid-prose"),
        pytest.param(lambda v: f"```JSON {json.dumps(v)}", "fenced", id="fence-never-closed"),
        pytest.param(lambda v: f"I {{think}} so: {json.dumps(v)} That is all.", "repaired", id="prose"),
        pytest.param(lambda v: json.dumps(json.dumps(v)), "repaired", id="json-in-a-json-string"),
        pytest.param(
            lambda v: f"[[ ## claims ## ]]\n{json.dumps(v['claims'])}\n\n[[ ## completed ## ]]",
            "fenced",
            id="markers",
        ),
        pytest.param(
            lambda v: f"[[ ## claims ## ]]```json\n{json.dumps(v['claims'])}\n```[[ ## completed ## ]]",
            "fenced",
            id="markers-on-one-line",
        ),
        pytest.param(
            lambda v: f"[[ ## claims ## ]]{json.dumps(json.dumps(v['claims']))}[[ ## completed ## ]]",
            "fenced",
            id="marker-list-as-text",
        ),
        pytest.param(
            lambda v: f"[[ ## executor_output ## ]]\n{json.dumps(v)}\n[[ ## completed ## ]]",
            "fenced",
            id="marker-object",
        ),
        pytest.param(
            lambda v: json.dumps({"claims": json.dumps(v["claims"])}), "repaired", id="list-as-text"
        ),
        pytest.param(
            lambda v: json.dumps(v, ensure_ascii=False).replace("\\n", "\n").replace("\\t", "\t"),
            "repaired",
            id="raw-line-breaks",
        ),
    ],
)
def test_reader_takes_the_way_it_says_and_keeps_excerpts(wrap, status):
    excerpts = [excerpt for excerpt in EXCERPTS if "literally" not in excerpt]

    read = read_executor_output(wrap(output_of(*excerpts)))

    assert (read.parse_status.status, read.problems) == (status, ())
    assert excerpts_of(wrap(output_of(*excerpts))) == excerpts


@pytest.mark.parametrize("excerpt", EXCERPTS)
def test_reader_keeps_an_excerpt_byte_for_byte_through_json(excerpt):
    assert excerpts_of(json.dumps(output_of(excerpt))) == [excerpt]
    assert excerpts_of("Answer:\n```json\n" + json.dumps(output_of(excerpt)) + "\n```") == [excerpt]


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        pytest.param(
            '{"claims": [{"claim_id": "c", "claim_type": "risk", "claim_text": "t", "evidence_bindings": '
            '[{"tool_name": "q", "source_invocation_id": 1, "raw_path": "$.a[0]", '
            '"evidence_excerpt": "heap [12] is at 91.0%, not 19%"},],},],}',
            "heap [12] is at 91.0%, not 19%",
            id="trailing-commas",
        ),
        pytest.param(
            "{'claims': [{'claim_id': 'c', 'claim_type': 'risk', 'claim_text': 't', 'evidence_bindings': "
            "[{'tool_name': 'q', 'source_invocation_id': 1, 'raw_path': '$.a[0]', "
            "'evidence_excerpt': 'pool \"main\" has active=50/50'}]}]}",
            'pool "main" has active=50/50',
            id="single-quotes",
        ),
        pytest.param(
            '{"claims": [{"claim_id": "c", "claim_type": "risk", "claim_text": "t", "evidence_bindings": '
            '[{"tool_name": "q", "source_invocation_id": 1, "raw_path": "$.a[0]", '
            '"evidence_excerpt": "连接池耗尽 active=50/50"}]}]',
            "连接池耗尽 active=50/50",
            id="last-brace-forgotten",
        ),
    ],
)
def test_reader_repairs_small_faults_and_says_so(text, excerpt):
    read = read_executor_output(text)

    assert (read.parse_status.status, read.problems) == ("repaired", ())
    assert excerpts_of(text) == [excerpt]


def test_reader_says_where_a_text_was_cut_off():
    whole = json.dumps(output_of("service=cart-edge, current=91%", "heap 3.8GB of 4GB"))

    cut = read_executor_output(whole[: whole.index("of 4GB")])

    assert cut.parse_status.status == "repaired"
    assert any("cut off" in problem.message for problem in cut.problems)
    assert len(cut.output.claims[0].evidence_bindings) == 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"success": true, "logs": [{"level": "ERROR", "message": "boom"}]}', id="alone"),
        pytest.param('Observation: {"success": true, "logs": []}', id="in-prose"),
        pytest.param('```json\n{"success": true, "alerts": [{"alert_name": "HighHeap"}]}\n```', id="fenced"),
        pytest.param('[{"level": "ERROR", "message": "boom"}]', id="list"),
    ],
)
def test_reader_never_takes_a_tool_result_for_an_answer(text):
    read = read_executor_output(text)

    assert read.output.claims == ()
    assert read.problems


def test_reader_passes_over_a_tool_result_before_the_answer():
    answer = output_of("service=cart-edge, current=91%")
    text = f'```json\n{{"success": true, "logs": []}}\n```\nFinal:\n```json\n{json.dumps(answer)}\n```'

    read = read_executor_output(text)

    assert (read.parse_status.status, read.problems) == ("fenced", ())
    assert len(read.output.claims) == 1


def test_reader_takes_the_last_of_several_answers_and_says_so():
    draft, final = output_of("draft words here"), output_of("final words here")

    read = read_executor_output(f"```json\n{json.dumps(draft)}\n```\n```json\n{json.dumps(final)}\n```")

    assert excerpts_of(f"{json.dumps(draft)} then {json.dumps(final)}") == ["final words here"]
    assert "the last of 2" in read.parse_status.detail


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="none"),
        pytest.param("", id="empty"),
        pytest.param("  \n", id="blank"),
        pytest.param("Everything looks fine to me.", id="prose"),
        pytest.param("The {user} said [nothing].", id="prose-with-braces"),
        pytest.param("null", id="null"),
        pytest.param("12", id="number"),
        pytest.param(7, id="integer"),
        pytest.param([1, 2], id="numbers"),
        pytest.param("[" * 50_000, id="deep-lists"),
        pytest.param("{" * 50_000, id="braces"),
        pytest.param('{"claims":' * 5_000, id="deep-claims"),
        pytest.param(object(), id="foreign-object"),
    ],
)
def test_reader_gives_problems_and_no_exception(raw):
    read = read_executor_output(raw)

    assert read.output.claims == ()
    assert read.problems
    assert read.parse_status.detail


@pytest.mark.parametrize(
    ("output", "message"),
    [
        pytest.param({}, "claims is missing; expected a list", id="no-claims"),
        pytest.param({"claims": None}, "claims is missing; expected a list", id="null-claims"),
        pytest.param({"claims": "none"}, "claims: got text, expected a list", id="text-claims"),
        pytest.param({"claims": claim()}, "claims: got an object, expected a list", id="one-claim"),
        pytest.param({"claims": ["prose"]}, "claims[0]: got text, expected an object", id="text-claim"),
        pytest.param(
            {"claims": [claim(claim_id=...)]}, "claims[0].claim_id: is missing; expected text", id="no-id"
        ),
        pytest.param(
            {"claims": [claim(claim_id=3)]}, "claims[0].claim_id: got 3; expected text", id="number-id"
        ),
        pytest.param({"claims": [claim(claim_id=" ")]}, "claims[0].claim_id: is missing", id="blank-id"),
        pytest.param({"claims": [claim(), claim()]}, "claim_id 'claim-1' is stated 2 times", id="twin-ids"),
        pytest.param({"claims": [claim(claim_type=...)]}, "claim_type is missing", id="no-type"),
        pytest.param(
            {"claims": [claim(claim_type="fact")]},
            "claim_type: got 'fact', expected one of observation, negative_observation, root_cause, risk",
            id="unknown-type",
        ),
        pytest.param({"claims": [claim(claim_text=...)]}, "claim_text is missing", id="no-text"),
        pytest.param({"claims": [claim(claim_text=5)]}, "claim_text: got 5, expected text", id="number-text"),
        pytest.param(
            {"claims": [claim(evidence_bindings=...)]}, "evidence_bindings is missing", id="no-bindings"
        ),
        pytest.param(
            {"claims": [claim(evidence_bindings=binding())]},
            "evidence_bindings: got an object, expected a list",
            id="one-binding",
        ),
        pytest.param({"claims": [claim(binding(tool_name=...))]}, "tool_name is missing", id="no-tool"),
        pytest.param(
            {"claims": [claim(binding(evidence_excerpt=...))]}, "evidence_excerpt is missing", id="no-excerpt"
        ),
        pytest.param(
            {"claims": [claim(binding(evidence_excerpt=["a", "b"]))]},
            "evidence_excerpt: got ['a', 'b'], expected text",
            id="list-excerpt",
        ),
        pytest.param(
            {"claims": [claim(binding(source_invocation_id=True))]},
            "source_invocation_id: got True, expected an integer",
            id="true-id",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [{"hypothesis_text": "x"}]},
            "hypotheses[0].hypothesis_id: is missing",
            id="hypothesis-id",
        ),
        pytest.param(
            {
                "claims": [],
                "hypotheses": [{"hypothesis_id": "h", "hypothesis_text": "x", "basis_claim_ids": [1]}],
            },
            "hypotheses[0].basis_claim_ids: expected a list of claim ids",
            id="basis",
        ),
        pytest.param(
            {"claims": [], "missing_info": ["no dump"]},
            "missing_info[0]: got text, expected an object",
            id="info",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": [action(), action()]},
            "action_id 'action-1' is stated 2 times",
            id="twin-actions",
        ),
        pytest.param('{"claims": [], "claims": []}', "the key 'claims' is stated twice", id="twin-keys"),
    ],
)
def test_reader_names_each_problem(output, message):
    problems = read_executor_output(output).problems

    assert any(message in problem.message for problem in problems), [each.message for each in problems]


@pytest.mark.parametrize("claims", [claim(binding()), [claim(evidence_bindings=binding())]])
def test_reader_still_reads_an_object_in_the_place_of_a_list(claims):
    read = read_executor_output({"claims": claims})

    assert len(read.citations) == 1
    assert read.output.claims[0].evidence_bindings[0].source_invocation_id == 11


def test_reader_keeps_unknown_fields_aside_with_a_warning():
    output = {
        "claims": [claim({**binding(), "confidence": 0.9}, score=[1])],
        "tool_invocations": [{"invocation_id": 7}],
    }

    read = read_executor_output(output)

    assert read.problems == ()
    assert [(kept.name, kept.value) for kept in read.unknown_fields] == [
        ("tool_invocations", [{"invocation_id": 7}]),
        ("score", [1]),
        ("confidence", 0.9),
    ]
    assert {warning.rule for warning in read.warnings} == {"contract.unknown_field"}
    assert [(warning.claim_id, warning.binding_index) for warning in read.warnings] == [
        (None, None),
        ("claim-1", None),
        ("claim-1", 0),
    ]
    assert "confidence" not in json.dumps(read.output.to_wire())


def test_reader_writes_back_what_it_read():
    output = {
        "claims": [claim(binding())],
        "hypotheses": [
            {
                "hypothesis_id": "h1",
                "hypothesis_text": "A leak.",
                "basis_claim_ids": ["claim-1"],
                "missing_info": "No dump.",
            }
        ],
        "missing_info": [{"info_id": "m1", "description": "No heap dump."}],
        "recommended_actions": [action(binding())],
    }

    assert read_executor_output(json.dumps(output)).output.to_wire() == output
    assert read_executor_output({"claims": []}).output.to_wire() == {"claims": []}


def test_reader_replaces_a_lone_surrogate_that_nothing_could_store():
    assert excerpts_of(output_of("cut emoji \ud83d here")) == ["cut emoji \ufffd here"]
    assert excerpts_of('{"claims": [{"evidence_bindings": [{"evidence_excerpt": "a\\ud83d b"}]}]}') == [
        "a\ufffd b"
    ]


def test_reader_reads_around_nesting_without_end():
    deep = "[" * 5_000 + '"]"' + "]" * 5_000
    text = json.dumps(output_of("service=cart-edge, current=91%"))[:-1] + f', "extra": {deep}}}'

    read = read_executor_output(text)

    assert (read.parse_status.status, read.problems) == ("valid", ())
    assert excerpts_of(text) == ["service=cart-edge, current=91%"]
    assert "nested deeper" in json.dumps(read.unknown_fields[0].value)
