from collections import Counter
from pathlib import Path

import pytest

from evidencelab.contracts import ToolCall
from evidencelab.errors import InputError, SettingError, UnknownNameError
from evidencelab.lab.matrix.cases import Case, load_case_file, load_cases
from evidencelab.tools.scenario import load_scenario, scenario_names, scenario_tools
from evidencelab.tools.terms import has_value
from tests.lab.question_calls import calls_for, reply_texts

CASES = load_cases()
BY_NAME = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)

GOOD = """
- name: pool-en
  incident: pool
  language: en
  tags: [positive]
  query: Only confirm the pool.
  scenario: retail-morning
  expect: {verdict: PASS, claim_count: {min: 1, max: 2}, groundedness_score: null}
"""


def _file(folder: Path, text: str, name: str = "pool.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_load_case_file_reads_a_case(tmp_path):
    (case,) = load_case_file(_file(tmp_path, GOOD))
    assert (case.name, case.language, case.tags, case.plan) == ("pool-en", "en", ("positive",), None)
    assert case.expect.states_groundedness
    assert case.expect.groundedness_score is None
    assert not case.is_authored


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        pytest.param(
            "  incident:",
            "  colour: red\n  incident:",
            SettingError,
            r"pool.yaml, case 'pool-en': 'colour' is not a case key; known are executor_output, expect,",
            id="unknown-key",
        ),
        pytest.param(
            "{verdict: PASS,",
            "{verdict: PASS, verdit: PASS,",
            SettingError,
            r"'expect.verdit' is not a case key; known are .*verdict",
            id="unknown-key-inside",
        ),
        pytest.param(
            "max: 2}", "max: 2, m: 3}", SettingError, r"'expect.claim_count.m'.*known are max, min", id="deep"
        ),
        pytest.param("language: en", "language: fr", InputError, r"language: .*got 'fr'", id="language"),
        pytest.param("  query: Only confirm the pool.\n", "", InputError, "query: is missing", id="missing"),
        pytest.param("min: 1", "min: 3", InputError, "min 3 is above max 2", id="count-out-of-order"),
        pytest.param(
            "  tags: [positive]\n",
            "  tags: [positive]\n  tags: []\n",
            InputError,
            "line 6.*'tags' is stated",
            id="key-twice",
        ),
        pytest.param(
            "tags: [positive]", "tags: [pos", InputError, r"pool.yaml, line \d+: is not YAML", id="yaml"
        ),
        pytest.param(
            "  scenario:",
            "  question: {intent: log, concept: pool}\n  scenario:",
            InputError,
            "no concept named 'pool'",
            id="unknown-concept",
        ),
        pytest.param(
            "  scenario:",
            "  executor_output: {claims: []}\n  scenario:",
            InputError,
            "needs a plan",
            id="authored-without-plan",
        ),
    ],
)
def test_load_case_file_names_what_is_wrong_and_where(tmp_path, old, new, error, message):
    assert old in GOOD
    with pytest.raises(error, match=message):
        load_case_file(_file(tmp_path, GOOD.replace(old, new)))


@pytest.mark.parametrize("text", ["name: pool", "- pool", ""])
def test_load_case_file_wants_a_list_of_cases(tmp_path, text):
    with pytest.raises(InputError, match="expected a"):
        load_case_file(_file(tmp_path, text))


def test_load_case_file_obeys_no_tags(tmp_path):
    with pytest.raises(InputError, match="is not YAML"):
        load_case_file(_file(tmp_path, "- !!python/object/apply:os.getcwd []"))


def test_load_cases_refuses_one_name_in_two_files(tmp_path):
    _file(tmp_path, GOOD, "a.yaml")
    _file(tmp_path, GOOD, "b.yaml")
    with pytest.raises(InputError, match=r"b.yaml: case 'pool-en' also stands in a.yaml"):
        load_cases(tmp_path)


def test_load_cases_chooses_by_name_and_language():
    assert [case.name for case in load_cases(names=["high-cpu-en", "high-cpu-zh"])] == [
        "high-cpu-zh",
        "high-cpu-en",
    ]
    assert {case.language for case in load_cases(language="zh")} == {"zh"}
    assert load_cases(names=["high-cpu-en"], language="zh") == ()
    with pytest.raises(UnknownNameError, match="no case named 'high-gpu'; known are bad-deploy"):
        load_cases(names=["high-gpu"])


def test_load_cases_wants_a_folder(tmp_path):
    with pytest.raises(InputError, match="is not a folder"):
        load_cases(tmp_path / "none")


def test_every_case_has_a_twin_in_the_other_language():
    stems = {
        language: {case.name[:-3] for case in CASES if case.language == language} for language in ("zh", "en")
    }
    assert stems["zh"] == stems["en"]
    assert all(case.name.endswith(f"-{case.language}") for case in CASES)
    twins = {case.name[:-3]: case.expect for case in CASES if case.language == "zh"}
    assert all(case.expect == twins[case.name[:-3]] for case in CASES)


def test_the_matrix_holds_the_seven_of_the_seeds_and_eight_more_incidents_with_both_answers():
    seeds = {case.name[:-3] for case in CASES if "seed" in case.tags}
    assert seeds == {
        "high-cpu",
        "high-memory",
        "high-memory-samples",
        "slow-response",
        "connection-pool-positive",
        "connection-pool-negative",
        "gate-reject-path",
        "narrow-forbidden",
    }
    more = {case.incident for case in CASES if case.scenario != "retail-morning"} - {"runbook-absent"}
    assert len(more) == 8
    for incident in more:
        tags = Counter(tag for case in CASES if case.incident == incident for tag in case.tags)
        assert tags["positive"] >= 2, incident
        assert tags["negative"] >= 2, incident


@BY_NAME
def test_a_case_stands_in_a_scenario_and_asks_what_its_query_says(case):
    assert case.scenario in scenario_names()
    assert case.question is not None
    if case.question.service is not None:
        assert case.question.service in case.query
    has_cjk = any("一" <= letter <= "鿿" for letter in case.query)
    assert has_cjk == (case.language == "zh")
    assert ("open" not in case.tags) == case.question.is_narrow


def _texts(case: Case) -> list[str]:
    return reply_texts(scenario_tools(load_scenario(case.scenario)), calls_for(case))


@BY_NAME
def test_the_required_values_of_a_case_stand_in_what_its_tools_return(case):
    texts = _texts(case)
    for value in case.expect.required_values:
        assert any(has_value(text, value) for text in texts), value


@BY_NAME
def test_the_tools_a_case_expects_are_those_its_question_needs(case):
    assert set(case.expect.tools) <= {call.tool_name for call in calls_for(case)}


@pytest.mark.parametrize("case", [c for c in CASES if "negative" in c.tags], ids=lambda case: case.name)
def test_a_negative_case_has_no_hit(case):
    tools = {tool.name: tool for tool in scenario_tools(load_scenario(case.scenario))}
    for call in calls_for(case):
        reply = tools[call.tool_name].call(call.arguments)
        assert reply.status == "success"
        assert reply.output["total"] == 0


@pytest.mark.parametrize(
    "case", [c for c in CASES if "negative" in c.tags and c.question.service], ids=lambda case: case.name
)
def test_a_negative_case_has_rows_a_careless_chain_would_quote(case):
    logs = scenario_tools(load_scenario(case.scenario))[1]
    assert logs.call({"query": case.question.service}).output["total"] > 0
    others = ToolCall(tool_name="query_logs", arguments={"query": calls_for(case)[0].arguments["query"]})
    elsewhere = others.arguments["query"].replace(case.question.service, "")
    assert logs.call({"query": elsewhere}).output["total"] > 0


@BY_NAME
def test_a_case_forbids_nothing_it_requires(case):
    expect = case.expect
    for required, forbidden in (
        (expect.required_values_in_answer, expect.forbidden_terms_in_answer),
        (expect.required_values, expect.forbidden_terms_in_claims),
    ):
        for value in required:
            assert not any(has_value(value, term) for term in forbidden), value


def test_authored_outputs_are_labelled():
    for case in CASES:
        assert case.is_authored == ("authored" in case.tags), case.name
