import re

import pytest

from evidencelab.errors import SettingError
from evidencelab.lab.matrix.cases import Question, load_cases
from evidencelab.lab.matrix.paraphrase import paraphrase
from evidencelab.lab.matrix.variation import VariedCase, vary_case
from evidencelab.tools.scenario import load_scenario, scenario_tools
from evidencelab.tools.synonyms import concepts_of, find_concepts
from evidencelab.tools.terms import find_services, has_value
from tests.lab.question_calls import calls_for, reply_texts

CASES = load_cases()
SEEDS = (1, 2, 3, 4, 5)
BY_NAME = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
NARROW_CUES = re.compile(
    r"只确认|只排查|只看|只回答|不要分析|不要扩展|是否真实存在|\b(?:only|just answer|really exists|do not)\b",
    re.IGNORECASE,
)


def _varied(case) -> list[VariedCase]:
    return [vary_case(case, load_scenario(case.scenario), seed) for seed in SEEDS]


@BY_NAME
def test_a_varied_case_can_still_be_answered(case):
    for varied in _varied(case):
        texts = reply_texts(scenario_tools(varied.scenario), calls_for(varied.case))
        for value in varied.case.expect.required_values:
            assert any(has_value(text, value) for text in texts), (varied.case.name, value)


@BY_NAME
def test_a_varied_case_finds_as_many_rows_as_the_case(case):
    original = reply_texts(scenario_tools(load_scenario(case.scenario)), calls_for(case))
    for varied in _varied(case):
        texts = reply_texts(scenario_tools(varied.scenario), calls_for(varied.case))
        assert len(texts) == len(original)
        if "negative" in case.tags:
            assert texts == []


@BY_NAME
def test_a_varied_case_names_no_old_service(case):
    services = load_scenario(case.scenario).services
    for varied in _varied(case):
        text = varied.case.model_dump_json(exclude={"scenario", "name", "incident"})
        text += varied.scenario.model_dump_json(include={"alerts", "logs"})
        for service in services:
            assert service not in text
        assert set(varied.scenario.services).isdisjoint(services)
        assert len(varied.scenario.services) == len(services)


@BY_NAME
def test_a_varied_case_keeps_what_it_is_about(case):
    for seed, varied in zip(SEEDS, _varied(case), strict=True):
        assert varied.case.name == f"{case.name}~{seed}"
        assert (varied.case.incident, varied.case.tags) == (case.incident, case.tags)
        assert varied.case.expect.model_fields_set == case.expect.model_fields_set
        for field in (
            "verdict",
            "severity",
            "failed_rules",
            "claim_types",
            "claim_count",
            "tools",
            "raw_paths",
        ):
            assert getattr(varied.case.expect, field) == getattr(case.expect, field)
        assert varied.case.question.concept == case.question.concept
        assert len(varied.scenario.logs) == len(load_scenario(case.scenario).logs)


@BY_NAME
def test_a_varied_question_asks_the_same_in_other_words(case):
    for varied in _varied(case):
        query = varied.case.query
        if varied.case.question.service:
            assert next(mention.text for mention in find_services(query)) == varied.case.question.service
        assert {case.question.concept, *case.question.also} <= concepts_of(query), query
        assert bool(NARROW_CUES.search(query)) == case.question.is_narrow, query
        assert not _shared_run(_frame(case.query), _frame(query)), query


def _frame(query: str) -> str:
    """Cut out what any wording of the question must hold: its subject, the cues, the exclusions."""
    for mention in reversed(find_concepts(query)):
        query = query[: mention.start] + "#" + query[mention.end :]
    return re.sub(r"是否存在|(?:订单|order )\d+", "#", query)


def _shared_run(old: str, new: str) -> str | None:
    """Find wording carried over: seven CJK characters or five English words in a row."""
    for run in re.findall(r"[一-鿿]{7,}", old):
        for start in range(len(run) - 6):
            if run[start : start + 7] in new:
                return run[start : start + 7]
    words = re.findall(r"[a-z']+", old.lower())
    folded = " ".join(re.findall(r"[a-z']+", new.lower()))
    for start in range(len(words) - 4):
        piece = " ".join(words[start : start + 5])
        if piece in folded:
            return piece
    return None


@BY_NAME
def test_a_varied_case_redraws_the_values_it_requires(case):
    measured = [value for value in case.expect.required_values if re.search(r"\d(?:%|ms|s|m|GB|/min)", value)]
    for varied in _varied(case):
        assert len(varied.case.expect.required_values) == len(case.expect.required_values)
        kept = set(measured) & set(varied.case.expect.required_values)
        assert len(kept) <= len(measured) // 3, kept


@BY_NAME
def test_a_varied_case_forbids_nothing_it_requires(case):
    for varied in _varied(case):
        expect = varied.case.expect
        for value in expect.required_values:
            assert not any(has_value(value, term) for term in expect.forbidden_terms_in_claims), value


@BY_NAME
def test_an_authored_output_keeps_its_addresses(case):
    if not case.is_authored:
        return
    for varied in _varied(case):
        old, new = (
            output["claims"][0]["evidence_bindings"][0]
            for output in (case.executor_output, varied.case.executor_output)
        )
        assert new.get("raw_path") == old.get("raw_path")
        assert new["source_invocation_id"] == old["source_invocation_id"]
        assert new["tool_name"] == old["tool_name"]


def test_vary_case_is_deterministic_and_seeds_differ():
    case = CASES[0]
    scenario = load_scenario(case.scenario)
    assert vary_case(case, scenario, 7) == vary_case(case, scenario, 7)
    assert vary_case(case, scenario, 7).case.query != vary_case(case, scenario, 8).case.query


def test_vary_case_keeps_the_name_of_a_canary_beside_its_service():
    (case,) = load_cases(names=["high-memory-en"])
    for varied in _varied(case):
        assert f"{varied.case.question.service}-canary" in varied.scenario.services


def test_vary_case_keeps_thresholds_under_and_limits_over_what_fires():
    (case,) = load_cases(names=["high-memory-en"])
    for varied in _varied(case):
        for alert in varied.scenario.alerts:
            if alert.alert_name == "HighMemoryUsage":
                assert float(alert.threshold[:-1]) < float(alert.current[:-1]) < 100
                used, limit = re.search(r"([\d.]+)GB/([\d.]+)GB", alert.description).groups()
                assert float(used) <= float(limit)


def test_vary_case_wants_the_scenario_of_the_case():
    with pytest.raises(SettingError, match="is not its scenario"):
        vary_case(CASES[0], load_scenario("retail-morning"), 1)


def test_a_case_without_a_question_keeps_its_wording():
    (case,) = load_cases(names=["high-cpu-en"])
    plain = case.model_copy(update={"question": None})
    varied = vary_case(plain, load_scenario(case.scenario), 1)
    assert varied.case.query.startswith("Only confirm whether ")
    assert "payment-service" not in varied.case.query


def test_paraphrase_knows_no_phrase_for_a_concept_without_cases():
    import random

    question = Question(intent="log", concept="network", service="a-api")
    assert paraphrase(question, "en", random.Random(1)) is None
