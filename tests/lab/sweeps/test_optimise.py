import json
import logging

import pytest

from evidencelab.agents.models.choice import ModelSpec, load_model
from evidencelab.agents.models.variants import find_variant, load_variant
from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.sweeps.gate_feedback import PRAISE, evidence_session, judge_answer
from evidencelab.lab.sweeps.optimise import optimise_executor, split_incidents
from tests.lab.scripted_model import answer_of, evidence_of
from tests.loopback_lm import fails, loopback, says

BETTER = "Quote character by character."
POLICY = GatekeeperPolicy()


def english(n):
    return [case for case in load_cases(language="en") if not case.is_authored][:n]


def learner(received):
    """A model that alters its quotes until it is told not to, and that writes that instruction itself."""
    told = received.body["messages"][0]["content"]
    if "new_instruction" in told:
        return says(json.dumps({"new_instruction": BETTER}))
    return says(answer_of(evidence_of(received), None if BETTER in told else "altered"))


@pytest.fixture
def quiet():
    """GEPA tells its progress through dspy's logger; a test has no use for it."""
    logger = logging.getLogger("dspy")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(level)


def optimise(server, target, n=6, **settings):
    model = load_model(ModelSpec(model=f"{server.base_url}#m", retries=0))
    start = find_variant("summarise", "executor", "en")
    return optimise_executor(start, model, english(n), target, **{"max_calls": 16, **settings})


def test_optimiser_learns_from_the_gate_and_reports_on_cases_it_never_saw(tmp_path, quiet):
    target = tmp_path / "executor.summarise_gepa.en.md"
    start = find_variant("summarise", "executor", "en")
    with loopback(learner) as server:
        report = optimise(server, target)
    assert report.before.gate_passed.rate == 0.0
    assert report.after.gate_passed.rate == 1.0
    assert report.after.score > report.before.score
    assert set(report.training).isdisjoint(report.held_out)
    assert report.written == str(target)
    written = load_variant(target)
    assert (written.name, written.stage, written.language) == ("summarise_gepa", "executor", "en")
    assert written.instructions == BETTER
    assert written.tries.startswith("summarise, rewritten from the gate's errors for m@127.0.0.1")
    assert find_variant("summarise", "executor", "en") == start
    learned = [
        request.body["messages"][1]["content"]
        for request in server.chats
        if "new_instruction" in request.body["messages"][0]["content"]
    ]
    assert "evidence.excerpt_mismatch" in learned[0]
    held_out = [case.query for case in english(6) if case.incident in report.held_out]
    assert not any(query in text for query in held_out for text in learned)


def test_optimiser_that_finds_nothing_better_writes_nothing(tmp_path, quiet):
    def stubborn(received):
        if "new_instruction" in received.body["messages"][0]["content"]:
            return says(json.dumps({"new_instruction": "Try harder."}))
        return says(answer_of(evidence_of(received), "altered"))

    target = tmp_path / "tried.md"
    with loopback(stubborn) as server:
        report = optimise(server, target)
    assert (report.written, report.after, report.training_after) == (None, None, None)
    assert not target.exists()


def test_optimiser_counts_calls_that_failed_apart(tmp_path, quiet):
    with loopback(fails(400)) as server:
        report = optimise(server, tmp_path / "tried.md", max_calls=6)
    assert report.before.n_unanswered == report.before.n_cases > 0
    assert (report.before.score, report.before.gate_passed.rate) == (None, None)
    assert report.written is None


def test_optimiser_overwrites_nothing_and_asks_nobody_first(tmp_path):
    target = tmp_path / "mine.md"
    target.write_text("keep me")
    with loopback(learner) as server, pytest.raises(OutputError, match="never overwritten"):
        optimise(server, target)
    assert target.read_text() == "keep me"
    assert server.chats == []


@pytest.mark.parametrize(
    ("target", "settings", "error", "said"),
    [
        pytest.param("Not A Name.md", {}, SettingError, "names no variant", id="name"),
        pytest.param("x.md", {"held_out_share": 0.0}, SettingError, "leaves one side", id="no-held-out"),
        pytest.param("x.md", {"held_out_share": 1.0}, SettingError, "leaves one side", id="no-training"),
        pytest.param("x.md", {"n": 0}, InputError, "hold none in en", id="no-case"),
    ],
)
def test_optimiser_refuses_what_cannot_be_meant(tmp_path, target, settings, error, said):
    with loopback(learner) as server, pytest.raises(error, match=said):
        optimise(server, tmp_path / target, **settings)


def test_optimiser_needs_a_model(tmp_path):
    start = find_variant("cite", "executor", "en")
    with pytest.raises(SettingError, match="is no model that can be asked"):
        optimise_executor(start, load_model("baseline"), english(4), tmp_path / "x.md")


def test_incidents_never_straddle_the_split():
    training, held_out = split_incidents(english(20), 0.4, seed=3)
    assert {case.incident for case in training}.isdisjoint({case.incident for case in held_out})
    assert len(training) + len(held_out) == 20
    assert split_incidents(english(20), 0.4, seed=3) == (training, held_out)


def feedback_on(completion, case_name="high-cpu-en"):
    case = load_cases(names=[case_name])[0]
    return judge_answer(case, evidence_session(case, POLICY), completion, POLICY)


def test_feedback_praises_an_answer_in_which_all_holds():
    from evidencelab.agents.baseline.baseline_chain import baseline_chain
    from evidencelab.lab.matrix.outcomes import evaluate_case

    case = load_cases(names=["high-cpu-en"])[0]
    honest = evaluate_case(case, baseline_chain(), POLICY).run.session.executor_output
    judged = feedback_on(honest)
    assert (judged.score, judged.text, judged.gate_passed, judged.held) == (1.0, PRAISE, True, True)


def test_feedback_names_the_gate_rule_and_its_message():
    binding = {
        "tool_name": "query_metrics",
        "source_invocation_id": 1,
        "raw_path": "$.alerts[0]",
        "evidence_excerpt": "HighCPUUsage firing, current=12%",
    }
    claim = {
        "claim_id": "c1",
        "claim_type": "observation",
        "claim_text": "CPU is high.",
        "evidence_bindings": [binding],
    }
    judged = feedback_on(json.dumps({"claims": [claim]}))
    assert "evidence.invocation_ref (c1): source_invocation_id 1 names no call" in judged.text
    assert "evidence.excerpt_mismatch (c1)" in judged.text
    assert (judged.score, judged.gate_passed, judged.held) == (0.0, False, False)


@pytest.mark.parametrize(
    ("completion", "said"),
    [
        pytest.param("CPU is high.", "it reads: 'CPU is high.'", id="prose"),
        pytest.param('{"claims": []}', "executor.no_claims", id="no-claims"),
        pytest.param('```json\n{"claims": []}\n```', "not one JSON object alone", id="fenced"),
    ],
)
def test_feedback_on_an_answer_that_claims_nothing_scores_nothing(completion, said):
    judged = feedback_on(completion)
    assert judged.score == 0.0
    assert said in judged.text
