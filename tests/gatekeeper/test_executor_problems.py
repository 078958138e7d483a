"""Each fault of an executor's output: its message, the place it is told of, what was cited, what is still read."""

from __future__ import annotations

import json

import pytest

from evidencelab.contracts import ExecutorOutput
from evidencelab.gatekeeper.citations import Address, Citation, UnknownField
from evidencelab.gatekeeper.executor_output import integer_named, read_executor_output
from tests.gatekeeper.builders import ALERT, action, binding, claim

OUTPUT = Address()
CLAIM = Address(claim_id="claim-1", owner_index=0)
ACTION = Address(action_id="action-1", owner_index=0)
BINDING = Address(claim_id="claim-1", binding_index=0, owner_index=0)


def problems(output):
    return [tuple(problem) for problem in read_executor_output(output).problems]


def hypothesis(**changes):
    fields = {"hypothesis_id": "h1", "hypothesis_text": "A leak.", "basis_claim_ids": ["claim-1"], **changes}
    return {name: value for name, value in fields.items() if value is not ...}


def with_claim(*bindings, **changes):
    return {"claims": [claim(*bindings, **changes)]}


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param({}, (OUTPUT, "claims is missing; expected a list", None), id="no-claims"),
        pytest.param({"claims": 7}, (OUTPUT, "claims: got a number, expected a list", 7), id="number-of-claims"),
        pytest.param(
            {"claims": True}, (OUTPUT, "claims: got a truth value, expected a list", True), id="true-claims"
        ),
        pytest.param(
            {"claims": "none"}, (OUTPUT, "claims: got text, expected a list", "none"), id="text-claims"
        ),
        pytest.param(
            {"claims": [None]}, (OUTPUT, "claims[0]: got nothing, expected an object", None), id="null-claim"
        ),
        pytest.param(
            {"claims": [[1]]}, (OUTPUT, "claims[0]: got a list, expected an object", [1]), id="list-claim"
        ),
        pytest.param(
            with_claim(claim_id=...),
            (OUTPUT, "claims[0].claim_id: is missing; expected text", None),
            id="no-claim-id",
        ),
        pytest.param(
            with_claim(claim_id=3), (OUTPUT, "claims[0].claim_id: got 3; expected text", 3), id="number-claim-id"
        ),
        pytest.param(
            with_claim(claim_type="fact"),
            (
                CLAIM,
                "claim_type: got 'fact', expected one of observation, negative_observation, root_cause, risk",
                "fact",
            ),
            id="claim-type",
        ),
        pytest.param(
            with_claim(claim_type=["risk"]),
            (CLAIM, "claim_type: got ['risk'], expected text", ["risk"]),
            id="list-claim-type",
        ),
        pytest.param(
            with_claim(claim_text=" "), (CLAIM, "claim_text is missing; expected text", None), id="blank-text"
        ),
        pytest.param(
            with_claim(claim_text=5), (CLAIM, "claim_text: got 5, expected text", 5), id="number-text"
        ),
        pytest.param(
            with_claim(evidence_bindings=...),
            (CLAIM, "evidence_bindings is missing; expected a list", None),
            id="no-bindings",
        ),
        pytest.param(
            with_claim(evidence_bindings="log line 3"),
            (CLAIM, "evidence_bindings: got text, expected a list", "log line 3"),
            id="text-bindings",
        ),
        pytest.param(
            with_claim("line 3"),
            (BINDING, "evidence_bindings: got text, expected an object", "line 3"),
            id="text-binding",
        ),
        pytest.param(
            with_claim(binding(tool_name=" ")),
            (BINDING, "tool_name is missing; expected the name of the tool that was called", None),
            id="blank-tool",
        ),
        pytest.param(
            with_claim(binding(tool_name=["a"])),
            (BINDING, "tool_name: got ['a'], expected text", ["a"]),
            id="list-tool",
        ),
        pytest.param(
            with_claim(binding(evidence_excerpt=None)),
            (BINDING, "evidence_excerpt is missing; expected the words of the evidence", None),
            id="no-excerpt",
        ),
        pytest.param(
            with_claim(binding(evidence_excerpt=91)),
            (BINDING, "evidence_excerpt: got 91, expected text", 91),
            id="number-excerpt",
        ),
        pytest.param(
            with_claim(binding(raw_path=3)), (BINDING, "raw_path: got 3, expected text", 3), id="number-path"
        ),
        pytest.param(
            with_claim(binding(source_invocation_id=11.5)),
            (BINDING, "source_invocation_id: got 11.5, expected an integer", 11.5),
            id="broken-id",
        ),
        pytest.param(
            with_claim(binding(source_invocation_id={"id": 11})),
            (BINDING, "source_invocation_id: got {'id': 11}, expected an integer", {"id": 11}),
            id="object-id",
        ),
        pytest.param(
            {"claims": [claim(), claim(), claim(claim_id="b"), claim()]},
            (Address(claim_id="claim-1"), "claim_id 'claim-1' is stated 3 times; expected once", "claim-1"),
            id="triplets",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [3]},
            (OUTPUT, "hypotheses[0]: got a number, expected an object", 3),
            id="number-hypothesis",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(), hypothesis(hypothesis_id=...)]},
            (OUTPUT, "hypotheses[1].hypothesis_id: is missing; expected text", None),
            id="no-hypothesis-id",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(hypothesis_text="")]},
            (OUTPUT, "hypotheses[0].hypothesis_text is missing; expected text", None),
            id="no-hypothesis-text",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(hypothesis_text=[])]},
            (OUTPUT, "hypotheses[0].hypothesis_text: got [], expected text", []),
            id="list-hypothesis-text",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(basis_claim_ids="claim-1")]},
            (OUTPUT, "hypotheses[0].basis_claim_ids: got text, expected a list", "claim-1"),
            id="text-basis",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(basis_claim_ids=["a", 1])]},
            (OUTPUT, "hypotheses[0].basis_claim_ids: expected a list of claim ids", ["a", 1]),
            id="number-basis",
        ),
        pytest.param(
            {"claims": [], "hypotheses": [hypothesis(missing_info=2)]},
            (OUTPUT, "hypotheses[0].missing_info: got 2, expected text", 2),
            id="number-missing-info",
        ),
        pytest.param(
            {"claims": [], "missing_info": ["no dump"]},
            (OUTPUT, "missing_info[0]: got text, expected an object", "no dump"),
            id="text-info",
        ),
        pytest.param(
            {"claims": [], "missing_info": [{"description": "No dump."}]},
            (OUTPUT, "missing_info[0].info_id: is missing; expected text", None),
            id="no-info-id",
        ),
        pytest.param(
            {"claims": [], "missing_info": [{"info_id": "m1"}]},
            (OUTPUT, "missing_info[0].description is missing; expected text", None),
            id="no-description",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": ["restart"]},
            (OUTPUT, "recommended_actions[0]: got text, expected an object", "restart"),
            id="text-action",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": [action(action_id=None)]},
            (OUTPUT, "recommended_actions[0].action_id: is missing; expected text", None),
            id="no-action-id",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": [action(action_text=None)]},
            (ACTION, "action_text is missing; expected text", None),
            id="no-action-text",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": [action(reason=1)]},
            (ACTION, "reason: got 1, expected text", 1),
            id="number-reason",
        ),
        pytest.param(
            {"claims": [], "recommended_actions": [action(), action()]},
            (Address(action_id="action-1"), "action_id 'action-1' is stated 2 times; expected once", "action-1"),
            id="twin-actions",
        ),
        pytest.param(
            '{"claims": [], "claims": []}',
            (OUTPUT, "the key 'claims' is stated twice in one object", None),
            id="key-twice",
        ),
        pytest.param(
            {"claims": '[{"claim_id": "a", "claim_id": "b", "claim_type": "risk", "claim_text": "t", "evidence_bindings": []}]'},
            (OUTPUT, "the key 'claim_id' is stated twice in one object", None),
            id="key-twice-inside-json-text",
        ),
        pytest.param(
            None, (OUTPUT, "there is no executor output; expected one JSON object with claims", None), id="none"
        ),
        pytest.param(7, (OUTPUT, "not an object; got a number, expected one JSON object with claims", 7), id="number"),
        pytest.param(
            [1, 2], (OUTPUT, "not an object; got a list, expected one JSON object with claims", [1, 2]), id="list"
        ),
        pytest.param(
            "All is well.",
            (
                OUTPUT,
                "no object with claims in the executor's text; expected one JSON object with claims",
                None,
            ),
            id="prose",
        ),
    ],
)  # fmt: skip
def test_reader_tells_one_problem_with_its_place_and_what_was_cited(output, expected):
    assert problems(output) == [expected]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(
            with_claim(binding(raw_path=..., source_invocation_id=...)), id="gate-asks-for-id-and-path"
        ),
        pytest.param({"claims": [], "recommended_actions": [action(reason=None)]}, id="no-reason"),
        pytest.param(
            {"claims": [], "recommended_actions": [{"action_id": "a", "action_text": "Read."}]},
            id="action-without-bindings",
        ),
        pytest.param({"claims": [], "hypotheses": [hypothesis(basis_claim_ids=...)]}, id="no-basis"),
        pytest.param({"claims": [], "hypotheses": None, "missing_info": None}, id="null-lists"),
        pytest.param(with_claim(binding(source_invocation_id="11")), id="digits-are-the-gates-question"),
    ],
)
def test_reader_finds_nothing_wrong_where_a_field_may_be_left_out(output):
    assert problems(output) == []


def test_a_list_of_claims_is_read_as_the_claims_and_told():
    read = read_executor_output([claim(binding()), "prose"])

    assert [tuple(problem) for problem in read.problems] == [
        (OUTPUT, "got a list, expected an object; read as its claims", None),
        (OUTPUT, "claims[1]: got text, expected an object", "prose"),
    ]
    assert [read_claim.claim_id for read_claim in read.output.claims] == ["claim-1"]


WHOLE = {"claims": [claim(binding())]}


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        pytest.param([WHOLE], "got a list, expected an object; read as its last item", id="list-of-one"),
        pytest.param(
            [{"claims": []}, WHOLE], "got a list, expected an object; read as its last item", id="list-of-two"
        ),
        pytest.param(
            {"output": WHOLE}, "the claims stand inside the field 'output', expected at the top", id="wrapped"
        ),
        pytest.param(
            {"status": "done", "answer": json.dumps(WHOLE)},
            "the claims stand inside the field 'answer', expected at the top",
            id="wrapped-as-text",
        ),
    ],
)
def test_claims_one_level_too_deep_are_read_and_told(output, problem):
    for given in (output, json.dumps(output)):
        read = read_executor_output(given)

        assert [tuple(each) for each in read.problems] == [(OUTPUT, problem, None)]
        assert [each.claim_id for each in read.output.claims] == ["claim-1"]
        assert len(read.citations) == 1
        assert [field.name for field in read.unknown_fields] == [name for name in output if name == "status"]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param({"draft": WHOLE, "final": WHOLE}, id="two-to-choose-from"),
        pytest.param({"missing_info": WHOLE}, id="inside-a-field-of-the-contract"),
        pytest.param([WHOLE, "prose"], id="list-that-ends-otherwise"),
        pytest.param({"output": {"output": WHOLE}}, id="two-levels-deep"),
    ],
)
def test_claims_that_stand_anywhere_else_are_not_guessed_at(output):
    assert read_executor_output(output).citations == ()


@pytest.mark.parametrize(
    "item", [{"claim_id": "c"}, {"evidence_bindings": []}], ids=["has-an-id", "has-bindings"]
)
def test_a_list_is_one_of_claims_where_an_item_looks_like_one(item):
    assert problems([item])[0] == (OUTPUT, "got a list, expected an object; read as its claims", None)


@pytest.mark.parametrize(
    ("raw", "status", "detail", "is_read"),
    [
        pytest.param({"claims": []}, "valid", "parsed executor evidence contract", True, id="object"),
        pytest.param(ExecutorOutput(), "valid", "parsed executor evidence contract", True, id="contract"),
        pytest.param([claim()], "valid", "not an object", True, id="list-of-claims"),
        pytest.param([1], "invalid", "not an object", False, id="list"),
        pytest.param(None, "invalid", "there is no executor output", False, id="none"),
        pytest.param(b"\xff", "invalid", "no object with claims in the executor's text", False, id="bytes"),
        pytest.param(
            {"claims": json.dumps([claim("[1]", "{}")])},
            "repaired",
            "parsed executor evidence contract; 3 lists or objects were given as JSON text",
            True,
            id="three-as-text",
        ),
        pytest.param(
            '```\n{"claims": "[]"}\n```',
            "fenced",
            "a Markdown fence; 1 lists or objects were given as JSON text",
            True,
            id="fenced-with-a-list-as-text",
        ),
    ],
)
def test_reader_says_how_it_read(raw, status, detail, is_read):
    read = read_executor_output(raw)

    assert (read.parse_status.status, read.parse_status.detail, read.is_read) == (status, detail, is_read)


def test_fields_that_fail_are_left_out_and_everything_else_is_kept():
    output = {
        "claims": [
            claim(binding(tool_name=5, raw_path=" "), "prose", claim_type="fact", claim_id=7),
            claim(claim_text=None, claim_id=True),
            3,
        ],
        "hypotheses": [hypothesis(hypothesis_text=..., hypothesis_id=2.5, basis_claim_ids=["a", 1], missing_info=None)],
        "missing_info": [{}],
        "recommended_actions": [{"reason": 9}],
    }  # fmt: skip

    assert read_executor_output(output).output.to_wire() == {
        "claims": [
            {
                "claim_id": "7",
                "claim_text": "cart-edge uses 91% of its heap.",
                "evidence_bindings": [
                    {"raw_path": None, "evidence_excerpt": ALERT, "source_invocation_id": 11},
                    {},
                ],
            },
            {"claim_id": "claims[1]", "claim_type": "observation", "evidence_bindings": []},
        ],
        "hypotheses": [
            {"hypothesis_id": "2.5", "hypothesis_text": "", "basis_claim_ids": ["a"], "missing_info": None}
        ],
        "missing_info": [{"info_id": "missing_info[0]", "description": ""}],
        "recommended_actions": [{"action_id": "recommended_actions[0]", "action_text": "", "reason": None}],
    }


def test_citations_stand_as_they_were_written_with_their_claims_type():
    output = {
        "claims": [
            claim(binding(), 5, claim_type="risk"),
            claim(binding(tool_name="", source_invocation_id=" ", raw_path=None, evidence_excerpt=" ")),
        ],
        "recommended_actions": [action(binding(source_invocation_id="11", raw_path=2, evidence_excerpt=[1]))],
    }

    assert read_executor_output(output).citations == (
        Citation(Address("claim-1", None, 0, 0), "risk", "query_metrics", 11, "$.alerts[0]", ALERT),
        Citation(Address("claim-1", None, 1, 0), "risk", None, None, None, None, is_readable=False),
        Citation(Address("claim-1", None, 0, 1), "observation", None, None, None, " "),
        Citation(Address(None, "action-1", 0, 0), None, "query_metrics", "11", 2, [1]),
    )


def test_unknown_fields_are_told_with_their_path():
    output = {
        "claims": [claim({**binding(), "note": 1}, tone="calm")],
        "hypotheses": [hypothesis(odds=0.3)],
        "missing_info": [{"info_id": "m", "description": "d", "owner": "ops"}],
        "recommended_actions": [{**action(), "risk": "low"}],
        "x" * 200: None,
    }

    read = read_executor_output(output)

    assert read.unknown_fields == (
        UnknownField(OUTPUT, "x" * 200, None),
        UnknownField(CLAIM, "tone", "calm"),
        UnknownField(BINDING, "note", 1),
        UnknownField(OUTPUT, "hypotheses[0].odds", 0.3),
        UnknownField(OUTPUT, "missing_info[0].owner", "ops"),
        UnknownField(ACTION, "risk", "low"),
    )
    assert [warning.to_wire() for warning in read.warnings][1:4] == [
        {
            "rule": "contract.unknown_field",
            "message": f"the field '{name}' is not in the contract; it was kept aside and not read",
            **place,
        }
        for name, place in (
            ("tone", {"claim_id": "claim-1"}),
            ("note", {"claim_id": "claim-1", "binding_index": 0}),
            ("hypotheses[0].odds", {}),
        )
    ]
    assert read.warnings[0].message.startswith(f"the field '{'x' * 158}… is not")


@pytest.mark.parametrize(
    ("cited", "named"),
    [
        pytest.param(7, 7, id="integer"),
        pytest.param(-7, -7, id="negative"),
        pytest.param(True, None, id="true"),
        pytest.param(7.0, 7, id="whole-float"),
        pytest.param(7.5, None, id="broken-float"),
        pytest.param(2.0**62, 2**62, id="float-within-64-bits"),
        pytest.param(2.0**63, None, id="float-beyond-64-bits"),
        pytest.param(-(2.0**63), None, id="negative-float-beyond"),
        pytest.param(float("inf"), None, id="infinity"),
        pytest.param("7", 7, id="digits"),
        pytest.param(" +7 ", 7, id="signed-digits"),
        pytest.param("-7", -7, id="negative-digits"),
        pytest.param("--7", None, id="two-signs"),
        pytest.param("x7", None, id="letter-in-front"),
        pytest.param("7x", None, id="letter-behind"),
        pytest.param("７", None, id="full-width-digit"),
        pytest.param("", None, id="blank"),
        pytest.param("9223372036854775807", 2**63 - 1, id="largest"),
        pytest.param("9223372036854775808", None, id="one-too-large"),
        pytest.param("-9223372036854775808", -(2**63), id="smallest"),
        pytest.param("-9223372036854775809", None, id="one-too-small"),
        pytest.param("00000000000000000007", 7, id="twenty-digits"),
        pytest.param("000000000000000000007", None, id="twenty-one-digits"),
        pytest.param([7], None, id="list"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_integer_named_takes_64_bit_integers_in_any_dress(cited, named):
    assert integer_named(cited) == named
    assert type(integer_named(cited)) is type(named)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        (Address(), "the executor's output"),
        (CLAIM, "claim-1"),
        (BINDING, "claim-1, binding 0"),
        (ACTION._replace(binding_index=2), "action-1, binding 2"),
    ],
)
def test_an_address_reads_as_a_place(address, text):
    assert str(address) == text


def test_every_field_of_the_contract_is_known():
    output = {
        "claims": [claim(binding())],
        "hypotheses": [hypothesis(missing_info=["m"])],
        "missing_info": [{"info_id": "m", "description": "d"}],
        "recommended_actions": [action()],
    }
    read = read_executor_output(output)
    assert set(output["claims"][0]) == {"claim_id", "claim_type", "claim_text", "evidence_bindings"}
    assert read.unknown_fields == ()
    assert read.warnings == ()
