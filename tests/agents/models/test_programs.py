import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidencelab.agents.models.answers import (
    MAX_CALLS,
    read_calls,
    read_judgement,
    read_object,
    read_user_answer,
)
from evidencelab.agents.models.choice import ModelSpec, load_model
from evidencelab.agents.models.programs import DspyComposer, DspyExecutor, DspyPlanner, DspyVerifier
from evidencelab.agents.models.replay import Recorded, request_key, write_recording
from evidencelab.agents.models.variants import Demonstration, find_variant
from evidencelab.agents.stages import ComposerInput
from evidencelab.contracts import Claim, ToolCall
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.executor_output import read_executor_output
from tests.agents.runs import MEMORY_RUN, memory_verifier_input
from tests.loopback_lm import fails, hangs, html, in_turn, loopback, refuses, says

QUESTION = "Only confirm whether basket-api has a HighMemoryUsage alert."


def variant(name, stage, language="en", **changes):
    return find_variant(name, stage, language).model_copy(update=changes)


def model_at(server, **values):
    return load_model(ModelSpec(model=f"{server.base_url}#loopback-model", **values))


def executor_at(server, **changes):
    return DspyExecutor(variant("cite", "executor", **changes), model_at(server, retries=0))


def claim_json(excerpt):
    binding = {
        "tool_name": "query_metrics",
        "source_invocation_id": 501,
        "raw_path": "$.alerts[0]",
        "evidence_excerpt": excerpt,
    }
    claim = {
        "claim_id": "c1",
        "claim_type": "observation",
        "claim_text": "Memory.",
        "evidence_bindings": [binding],
    }
    return {"claims": [claim], "hypotheses": [], "missing_info": [], "recommended_actions": []}


EXCERPTS = [
    pytest.param('say "hello" to \\ and \\"', id="quotes"),
    pytest.param("if (user) { return [", id="braces"),
    pytest.param("```json\n{}\n```", id="fence"),
    pytest.param("a\r\nb\rc\n", id="line-ends"),
    pytest.param("a\u2028b\u2029c\u0085d", id="line-separators"),
    pytest.param("内存使用率过高: 91.0%，“已满”。", id="cjk"),
    pytest.param("[[ ## claims ## ]] [[ ## completed ## ]]", id="field-markers"),
    pytest.param("  two  spaces\tand a tab  ", id="white-space"),
    pytest.param("HikariPool-1 \u200b‑ 3.8GB∕4GB ﬁ", id="look-alikes"),
    pytest.param("<|im_end|></s>", id="template-marks"),
    pytest.param("\\u0041 \\n &amp; %20", id="escapes-as-text"),
]


@pytest.mark.parametrize("adapter", ["json", "chat"])
@pytest.mark.parametrize("schema", ["strict", "free"])
@pytest.mark.parametrize("excerpt", EXCERPTS)
def test_excerpt_survives_byte_for_byte(excerpt, schema, adapter):
    completion = json.dumps(claim_json(excerpt), ensure_ascii=False)
    with loopback(completion) as server:
        reply = executor_at(server, output_schema=schema, adapter=adapter).execute(QUESTION, MEMORY_RUN)
    assert reply.text == completion
    assert reply.usage.completion == completion
    read = read_executor_output(reply.text)
    assert read.parse_status.status == "valid"
    assert read.output.claims[0].evidence_bindings[0].evidence_excerpt == excerpt


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(excerpt=st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_excerpt_survives_a_recorded_completion(excerpt, tmp_path):
    """The same through the replay engine, so that many texts can be tried."""
    from evidencelab.agents.models.adapters import adapter_for
    from evidencelab.agents.models.prompt_data import evidence_text
    from evidencelab.agents.models.signatures import signature_for

    wanted = variant("cite", "executor")
    messages = adapter_for(wanted).format(
        signature_for(wanted).delete("gate_errors"),
        [],
        {"question": QUESTION, "evidence": evidence_text(MEMORY_RUN)},
    )
    completion = json.dumps(claim_json(excerpt), ensure_ascii=False)
    path = tmp_path / "recording.jsonl"
    path.unlink(missing_ok=True)
    write_recording(path, [Recorded(key=request_key(messages), completion=completion, model="m")])
    reply = DspyExecutor(wanted, load_model(f"replay:{path}")).execute(QUESTION, MEMORY_RUN)
    assert reply.text == completion
    binding = read_executor_output(reply.text).output.claims[0].evidence_bindings[0]
    assert binding.evidence_excerpt == excerpt


@pytest.mark.parametrize(
    ("completion", "route"),
    [
        pytest.param(json.dumps(claim_json("current=91%")), "valid", id="strict"),
        pytest.param(f"Sure:\n```json\n{json.dumps(claim_json('current=91%'))}\n```", "fenced", id="fence"),
        pytest.param(json.dumps(claim_json("current=91%"))[:-4], "repaired", id="cut"),
        pytest.param("I think memory is high.", "invalid", id="prose"),
    ],
)
def test_parse_route_of_a_completion_is_told(completion, route):
    with loopback(completion) as server:
        reply = executor_at(server).execute(QUESTION, MEMORY_RUN)
    assert reply.usage.error is None
    assert read_executor_output(reply.text).parse_status.status == route


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param(fails(429, retry_after="3600"), "LMRateLimitError", id="429"),
        pytest.param(fails(500), "LMServerError", id="500"),
        pytest.param(fails(400), "LMInvalidRequestError", id="400"),
        pytest.param(hangs(20), "timed out", id="hang"),
        pytest.param(html(), "is not JSON", id="html"),
        pytest.param(says(""), "answered with nothing", id="empty"),
        pytest.param(refuses("No."), "the model refused: No.", id="refusal"),
    ],
)
def test_failing_model_makes_a_reply_at_every_stage(reply, said):
    with loopback(reply) as server:
        model = model_at(server, retries=0, timeout_seconds=0.3)
        planned = DspyPlanner(variant("plan", "planner"), model).plan(QUESTION)
        executed = DspyExecutor(variant("cite", "executor"), model).execute(QUESTION, MEMORY_RUN)
        verified = DspyVerifier(variant("excerpts_only", "verifier"), model).verify(memory_verifier_input())
        composed = DspyComposer(variant("compose", "composer"), model).compose(
            ComposerInput(original_query=QUESTION, verdict="PASS")
        )
    assert (planned.calls, verified.output, composed.output) == ((), None, None)
    assert read_executor_output(executed.text).parse_status.status == "invalid"
    for answer in (planned, executed, verified, composed):
        assert said in answer.usage.error


def test_executor_is_shown_the_gate_errors_on_a_second_attempt_only():
    errors = [{"rule": "evidence.excerpt_mismatch", "message": "stands nowhere"}]
    with loopback('{"claims": []}') as server:
        executor = executor_at(server)
        executor.execute(QUESTION, MEMORY_RUN)
        executor.execute(QUESTION, MEMORY_RUN, errors)
    first, second = (request.body["messages"] for request in server.chats)
    assert "gate_errors" not in json.dumps(first)
    assert json.loads(second[1]["content"].split("[[ ## gate_errors ## ]]\n")[1].split("\n")[0]) == errors[0]
    assert "gate_errors" in second[0]["content"]


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        pytest.param("strict", "json_schema", id="strict"),
        pytest.param("object", "json_object", id="object"),
        pytest.param("free", None, id="free"),
    ],
)
def test_output_schema_of_a_variant_reaches_the_server(schema, sent):
    with loopback('{"claims": []}') as server:
        executor_at(server, output_schema=schema).execute(QUESTION, MEMORY_RUN)
    form = server.chats[0].body.get("response_format")
    assert (form and form["type"]) == sent
    if sent == "json_schema":
        properties = form["json_schema"]["schema"]["properties"]
        assert list(properties) == ["claims", "hypotheses", "missing_info", "recommended_actions"]


def test_server_without_schemas_is_asked_without_one():
    with loopback('{"claims": []}') as server:
        model = model_at(server, response_schema=False)
        DspyExecutor(variant("cite", "executor"), model).execute(QUESTION, MEMORY_RUN)
    assert "response_format" not in server.chats[0].body


def test_demonstrations_of_a_variant_are_shown_in_order():
    demos = tuple(
        Demonstration(
            inputs={"question": f"Q{n}", "evidence": "(none)"}, answer=f'{{"claims": [], "n": {n}}}'
        )
        for n in range(2)
    )
    with loopback('{"claims": []}') as server:
        executor_at(server, demonstrations=demos).execute(QUESTION, MEMORY_RUN)
    messages = server.chats[0].body["messages"]
    assert [message["role"] for message in messages] == ["system", *("user", "assistant") * 2, "user"]
    assert [messages[2]["content"], messages[4]["content"]] == [demo.answer for demo in demos]


def test_bad_completion_makes_no_second_call():
    with loopback("not JSON at all") as server:
        executor_at(server).execute(QUESTION, MEMORY_RUN)
        executor_at(server, adapter="chat").execute(QUESTION, MEMORY_RUN)
    assert len(server.chats) == 2


def test_program_is_named_by_variant_and_model():
    with loopback("x") as server:
        executor = executor_at(server)
        assert executor.name == f"dspy:cite.en@{model_at(server).label}"


def test_program_refuses_the_baseline_and_a_variant_of_another_stage():
    with pytest.raises(SettingError, match="is no model that can be asked"):
        DspyExecutor(variant("cite", "executor"), load_model("baseline"))
    with (
        loopback("x") as server,
        pytest.raises(SettingError, match=r"'excerpts_only.en' is a variant for the verifier"),
    ):
        DspyExecutor(variant("excerpts_only", "verifier"), model_at(server))


def test_verifier_with_excerpts_only_is_not_shown_the_summary():
    answer = json.dumps({"verdict": "PASS", "claims": [], "actions": []})
    with loopback(answer) as server:
        for name in ("excerpts_only", "summary_first"):
            DspyVerifier(variant(name, "verifier"), model_at(server)).verify(memory_verifier_input())
    told = [request.body["messages"][1]["content"] for request in server.chats]
    assert ["metric_evidence" in text for text in told] == [False, True]


def test_concurrent_calls_keep_their_own_completions():
    from concurrent.futures import ThreadPoolExecutor

    def echo(received):
        question = received.body["messages"][1]["content"].split("\n")[1]
        return says(json.dumps({"claims": [], "n": question}), delay=0.02)

    with loopback(echo) as server:
        executor = executor_at(server)
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(lambda n: executor.execute(f"Q{n}", MEMORY_RUN), range(24)))
    assert [json.loads(reply.text)["n"] for reply in replies] == [f"Q{n}" for n in range(24)]


def judged(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return read_judgement(text, memory_verifier_input())


def test_judgement_covers_every_claim_and_action_once():
    output, problem = judged(
        {
            "verdict": "PASS",
            "claims": [
                {"claim_id": "c2", "support": "unsupported", "reasons": ["no excerpt"]},
                {"claim_id": "c1", "support": "supported", "reasons": []},
                {"claim_id": "invented", "support": "supported", "reasons": []},
            ],
            "actions": [{"action_id": "a1", "allowed": True, "reasons": ["reads a log"]}],
        }
    )
    assert problem is None
    assert output.verdict == "PASS"
    assert [(claim.claim_id, claim.support) for claim in output.claims] == [
        ("c1", "supported"),
        ("c2", "unsupported"),
    ]
    assert output.groundedness_score == 0.5
    assert [(action.action_id, action.allowed) for action in output.actions] == [("a1", True)]


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        pytest.param([], "the verifier did not judge it", id="left-out"),
        pytest.param("yes", "the verifier did not judge it", id="not-a-list"),
        pytest.param([{"claim_id": "c1", "support": "mostly"}], "'mostly', which is no word", id="no-word"),
        pytest.param([{"claim_id": "c1"}], "None, which is no word", id="no-support"),
        pytest.param(
            [{"claim_id": "c1", "support": "supported"}, {"claim_id": "c1", "support": "contradicted"}],
            "judged it in two ways",
            id="two-ways",
        ),
    ],
)
def test_claim_that_was_not_properly_judged_is_unsupported(claims, reason):
    output, _ = judged({"verdict": "PASS", "claims": claims, "actions": []})
    assert output.claims[0].support == "unsupported"
    assert reason in output.claims[0].reasons[0]


@pytest.mark.parametrize("allowed", [False, None, "true", 1, "yes"])
def test_action_is_allowed_by_nothing_but_true(allowed):
    output, _ = judged({"verdict": "PASS", "actions": [{"action_id": "a1", "allowed": allowed}]})
    assert output.actions[0].allowed is False


def test_verdict_that_is_none_is_low_confidence():
    assert judged({"verdict": "fine"})[0].verdict == "LOW_CONFID"
    assert judged({"verdict": " reject "})[0].verdict == "REJECT"


def test_judgement_that_is_no_object_says_so():
    assert judged("All good!") == (None, "the model wrote no JSON object: 'All good!'")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param('{"a": 1}', {"a": 1}, id="strict"),
        pytest.param('Here:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}, id="fence"),
        pytest.param(
            "[[ ## a ## ]]\n[1, 2]\n\n[[ ## b ## ]]\nx y\n", {"a": [1, 2], "b": "x y"}, id="markers"
        ),
        pytest.param(
            "[[ ## a ## ]]```json\n[1]\n```[[ ## completed ## ]]", {"a": [1]}, id="markers-in-one-line"
        ),
        pytest.param('{"a": [1, 2', {"a": [1, 2]}, id="cut"),
        pytest.param('Well, {"a": "b {"}', {"a": "b {"}, id="prose-before"),
        pytest.param("", None, id="nothing"),
        pytest.param("[1]", None, id="a-list"),
        pytest.param("[" * 100_000, None, id="deep-nesting"),
        pytest.param('{"a":' * 50_000, None, id="deep-objects"),
    ],
)
def test_object_is_found_in_a_completion(text, value):
    read = read_object(text)
    assert read.value == value
    assert (read.problem is None) == (value is not None)


def test_calls_are_read_once_each_without_empty_arguments():
    call = {"tool_name": "query_logs", "service": "", "alert_name": " ", "query": " OOM "}
    text = json.dumps({"calls": [call, call, {"tool_name": 3}, "query_logs"]})
    assert read_calls(text) == ((ToolCall(tool_name="query_logs", arguments={"query": "OOM"}),), None)
    assert read_calls('{"calls": []}') == ((), "the planner chose no call")
    many = {"calls": [{**call, "query": str(n)} for n in range(100)]}
    assert len(read_calls(json.dumps(many))[0]) == MAX_CALLS


def test_user_answer_must_be_a_text():
    assert read_user_answer('{"user_facing_answer": "Memory is at 91%."}')[0].user_facing_answer
    output, problem = read_user_answer('{"user_facing_answer": ["x"]}')
    assert output is None
    assert problem == "user_facing_answer is ['x'], expected a text"


def test_planner_and_composer_hand_their_contracts_on():
    plan = {"calls": [{"tool_name": "query_metrics", "service": "basket-api", "alert_name": "", "query": ""}]}
    answers = in_turn(says(json.dumps(plan)), says('{"user_facing_answer": "内存 91%。"}'))
    with loopback(answers) as server:
        planned = DspyPlanner(variant("plan", "planner", "zh"), model_at(server)).plan(QUESTION)
        composed = DspyComposer(variant("compose", "composer", "zh"), model_at(server)).compose(
            ComposerInput(
                original_query=QUESTION,
                verdict="PASS",
                supported_claims=(Claim(claim_id="c", claim_text="内存 91%"),),
            )
        )
    assert planned.calls == (ToolCall(tool_name="query_metrics", arguments={"service": "basket-api"}),)
    assert composed.output.user_facing_answer == "内存 91%。"
    assert (planned.usage.tokens_in, planned.usage.tokens_out, planned.usage.error) == (11, 7, None)
