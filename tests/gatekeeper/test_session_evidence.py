"""What a session holds: which call an id names, the best of several places, and where an excerpt stands."""

from __future__ import annotations

import pytest

from evidencelab.contracts import FoundAt, ToolInvocation
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.session_evidence import MAX_COMPARED, MAX_FOUND_AT, Place, SessionEvidence
from tests.gatekeeper.builders import (
    ALERT,
    LOG_TEXT,
    LOGS,
    METRICS,
    OLD,
    action,
    binding,
    call,
    claim,
    gate,
    gate_binding,
    refs,
)


def evidence(*calls, **settings):
    invocations = [ToolInvocation.model_validate(each) for each in calls]
    return SessionEvidence("session-1", invocations, GatekeeperPolicy(**settings))


def places(*texts):
    return tuple(Place(1, f"$.lines[{number}]", text) for number, text in enumerate(texts))


def numbers(found):
    return [int(place.raw_path[8:-1]) for place in found]


# ------------------------------------------------------------------------------ calls


@pytest.mark.parametrize(
    ("cited", "expected"),
    [
        pytest.param(11, (11, 11, None), id="integer"),
        pytest.param("11", (11, 11, "names the integer 11"), id="digits"),
        pytest.param(11.0, (11, 11, "names the integer 11"), id="whole-float"),
        pytest.param("call_b", (12, 12, "is its external id"), id="external-id"),
        pytest.param("twin", (None, None, None), id="external-id-of-two"),
        pytest.param(99, (None, 99, None), id="integer-of-none"),
        pytest.param("99", (None, 99, "names the integer 99"), id="digits-of-none"),
        pytest.param(True, (None, None, None), id="true"),
        pytest.param([11], (None, None, None), id="list"),
    ],
)
def test_resolve_finds_the_call_and_says_how_the_id_was_read(cited, expected):
    held = evidence(
        METRICS,
        {**LOGS, "external_id": "call_b"},
        call(13, "query_logs", external_id="twin"),
        call(14, "query_logs", external_id="twin"),
    )

    found = held.resolve(cited)

    named = None if found.call is None else found.call.invocation.invocation_id
    assert (named, found.named_id, found.coercion) == expected


def test_calls_of_a_tool_are_this_sessions_in_order():
    held = evidence(
        METRICS, LOGS, call(15, "query_logs"), {**LOGS, "invocation_id": 16, "session_id": "other"}
    )

    assert [each.invocation.invocation_id for each in held.calls_of("query_logs")] == [12, 15]
    assert [each.invocation.invocation_id for each in held.calls_of(None)] == [11, 12, 15]
    assert held.calls_of(5) == ()
    assert [each.is_foreign for each in held.calls] == [False, False, False, True]


def test_an_imported_tool_is_one_that_an_imported_call_has():
    held = evidence(METRICS, {**LOGS, "external_id": "call_b"})

    assert [held.is_imported_tool(name) for name in ("query_metrics", "query_logs", "absent")] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("details", "is_checkable"),
    [
        pytest.param(refs(("$.lines[0]", "a b")), True, id="refs"),
        pytest.param(refs(status="error"), True, id="failed-call"),
        pytest.param(refs(status="unparsed"), False, id="unparsed"),
        pytest.param(refs(("$.lines[0]", "a b"), status="unparsed"), True, id="unparsed-with-refs"),
        pytest.param({}, False, id="legacy"),
    ],
)
def test_a_call_is_checkable_where_its_evidence_was_recorded(details, is_checkable):
    (held,) = evidence(call(1, "query_logs", details)).calls

    assert held.is_checkable == is_checkable


# ------------------------------------------------------------------------------ the best of several places


def test_compare_takes_an_accepting_place_before_any_other():
    found = evidence().compare("retries=3, queue=9", places("retries=4, queue=9", "x; retries=3, queue=9"))

    assert (found.match.decision, found.place.raw_path) == ("accept", "$.lines[1]")
    assert numbers(found.accepted) == [1]


def test_compare_takes_the_uncertain_before_the_vetoed_though_it_is_less_similar():
    changed = "turbine outlet pressure rose steadily over the whole of the night, to 44 bar"
    similar = "pressure rose, to 43 bar"
    excerpt = "turbine outlet pressure rose steadily over the whole of the night, to 43 bar"

    found = evidence(reject_below=0, vetoes={"value_changed"}).compare(excerpt, places(changed, similar))

    assert (found.match.decision, found.place.raw_path) == ("uncertain", "$.lines[1]")
    assert evidence().match(excerpt, changed).similarity > found.match.similarity


def test_compare_takes_the_more_similar_of_equal_decisions_and_of_equals_the_first():
    held = evidence(scorer="ratio", vetoes=(), reject_below=100, accept_at=100)

    found = held.compare("abcd efgh", places("abcd xxxx", "abcd efxx", "xxcd efgh"))

    assert (found.match.decision, found.place.raw_path) == ("mismatch", "$.lines[1]")


def test_compare_with_no_place_knows_only_the_excerpts_own_length():
    none = evidence().compare("service=cart-edge, current=91%", ())
    short = evidence().compare("firing", ())

    assert (none.match.decision, none.match.similarity, none.place, none.accepted) == (
        "mismatch",
        0.0,
        None,
        (),
    )
    assert (short.match.decision, short.place) == ("too_short", None)


def test_compare_lists_accepting_places_in_order_and_at_most_twenty():
    texts = [f"row {number}; retries=3, queue=9" for number in range(25)]

    found = evidence().compare("retries=3, queue=9", places(*texts))

    assert MAX_FOUND_AT == 20
    assert numbers(found.accepted) == list(range(20))


def test_compare_looks_at_the_two_hundred_places_that_share_most_words():
    shuffled = "nine valves seven opened"
    fewer = "valves opened"
    held = "seven valves opened nine times"
    excerpt = "seven valves opened nine"

    assert MAX_COMPARED == 200
    assert numbers(evidence().compare(excerpt, places(*[shuffled] * 199, held)).accepted) == [199]
    assert numbers(evidence().compare(excerpt, places(*[fewer] * 300, held, fewer)).accepted) == [300]
    # of places that share as many, the first two hundred
    assert numbers(evidence().compare(excerpt, places(*[shuffled] * 200, held)).accepted) == []
    assert numbers(evidence().compare(excerpt, places(held, *[shuffled] * 300)).accepted) == [0]


def test_find_looks_in_this_sessions_calls_but_not_in_the_places_tried():
    held = evidence(
        METRICS,
        call(12, "query_logs", refs(("$.logs[0]", LOG_TEXT), ("$.logs[1]", LOG_TEXT))),
        {**LOGS, "invocation_id": 13, "session_id": "other"},
    )
    tried = held.calls[1].at("$.logs[0]")

    assert held.find("full gc took 850ms", but_not=tried) == (
        FoundAt(source_invocation_id=12, raw_path="$.logs[1]"),
    )
    assert held.find("full gc took 850ms", but_not=held.calls[1].places) == ()


# ------------------------------------------------------------------------------ what the rules make of it


def test_a_path_that_no_call_of_the_tool_has_names_the_tool():
    (error, _) = gate_binding(source_invocation_id=..., raw_path="$.alerts[9]").errors

    assert error.message == (
        "raw_path '$.alerts[9]' is not among the evidence refs of any call of 'query_metrics', which are "
        "$.alerts[0], $.alerts[1]; cite one of them as it stands"
    )


def test_a_call_without_refs_is_said_to_have_none():
    failed = call(15, "query_metrics", refs(status="error"))

    def messages(**changes):
        return [error.message for error in gate_binding(calls=[failed], **changes).errors]

    assert "raw_path is missing; the call has no evidence refs; cite another call" in messages(
        source_invocation_id=15, raw_path=...
    )
    assert (
        "raw_path '$.alerts[0]' is not among the evidence refs of call 15, which has none; "
        "cite a call that returned something"
    ) in messages(source_invocation_id=15, raw_path="$.alerts[0]")
    assert (
        "source_invocation_id is missing and was not filled in: no call could be meant; "
        "state the id of one call"
    ) in messages(source_invocation_id=..., tool_name="query_logs")


def test_an_uncertain_excerpt_of_no_place_shows_no_text():
    settings = {"scorer": "ratio", "vetoes": [], "accept_at": 50, "reject_below": 0}
    output = {"claims": [claim(binding(source_invocation_id=99, tool_name=...))]}

    errors = gate(output, [], **settings).errors

    assert [
        (error.message, error.found) for error in errors if error.rule == "evidence.excerpt_uncertain"
    ] == [
        (
            f"excerpt '{ALERT}' is only 0.0 similar to any place of this session, between 0 and 50; "
            "quote the evidence as it reads",
            None,
        )
    ]


def test_a_cited_tool_that_is_not_taken_fails_beside_a_call_that_is():
    result = gate_binding(tool_name="run_shell")

    assert result.failed_rules == ("evidence.tool_name", "evidence.tool_not_allowed")
    assert result.errors[1].message.startswith("tool 'run_shell' gives no evidence under this policy")


def test_a_cited_tool_of_an_imported_call_is_taken_only_where_imported_tools_are():
    shell = call(21, "run_shell", refs(("$.lines[0]", LOG_TEXT)), external_id="call_a")

    taken = gate_binding(calls=[METRICS, shell], tool_name="run_shell")
    refused = gate(
        {"claims": [claim(binding(tool_name="run_shell"))]},
        [METRICS, shell],
        evidence_tools=("query_metrics",),
    )
    not_imported = gate_binding(calls=[METRICS, {**shell, "external_id": None}], tool_name="run_shell")

    assert taken.failed_rules == ("evidence.tool_name",)
    assert (
        refused.failed_rules
        == not_imported.failed_rules
        == ("evidence.tool_name", "evidence.tool_not_allowed")
    )


def test_fields_that_are_no_text_are_not_repeated_as_text():
    (checked,) = gate_binding(tool_name=5, raw_path=6, evidence_excerpt=7).checked_bindings

    assert (checked.tool_name, checked.raw_path, checked.matched_text) == (None, None, None)


def test_an_incomplete_output_shows_what_was_cited():
    result = gate({"claims": [claim(binding(), claim_text=5)], "recommended_actions": [action(reason=[1])]})

    assert [(error.rule, error.cited, error.claim_id, error.action_id) for error in result.errors] == [
        ("executor.output_incomplete", 5, "claim-1", None),
        ("executor.output_incomplete", [1], None, "action-1"),
    ]


def test_an_excerpt_too_short_is_said_of_a_call_that_cannot_be_checked_too():
    result = gate_binding(
        calls=[OLD], tool_name="lookup_knowledge", source_invocation_id=14, evidence_excerpt="firing"
    )

    assert result.failed_rules == ("evidence.refs_unavailable", "evidence.excerpt_too_short")


def test_ids_are_put_into_actions_too():
    output = {
        "claims": [claim(binding())],
        "recommended_actions": [action(binding(source_invocation_id="12"))],
    }

    result = gate(output)

    assert result.checked_bindings[1].source_invocation_id == 12
