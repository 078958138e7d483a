import json
from pathlib import Path

import pytest

from evidencelab.errors import InputError, UnknownNameError
from evidencelab.tools.scenario import FIXTURES, load_scenario, scenario_names, scenario_tools, split_runbook

ALERT = {"alert_name": "HighCPUUsage", "state": "firing", "service": "pay-service", "current": "93%"}
LOG = {"timestamp": "11:12", "level": "WARN", "service": "pay-service", "message": "CPU 93%"}


def _write(root: Path, alerts: object = (ALERT,), logs: object = (LOG,)) -> Path:
    folder = root / "scenarios" / "small"
    folder.mkdir(parents=True)
    (folder / "alerts.json").write_text(json.dumps(alerts), encoding="utf-8")
    (folder / "logs.json").write_text(json.dumps(logs), encoding="utf-8")
    return folder


def test_load_scenario_by_path_and_by_name(tmp_path):
    folder = _write(tmp_path)
    assert load_scenario(folder) == load_scenario("small", fixtures=tmp_path)
    assert load_scenario(folder).services == ("pay-service",)


def test_load_scenario_reads_shared_and_own_runbooks(tmp_path):
    folder = _write(tmp_path)
    for place, title in ((tmp_path / "knowledge", "Shared"), (folder / "knowledge", "Own")):
        place.mkdir()
        (place / "note.md").write_text(f"# {title}\n\ntext\n", encoding="utf-8")
    assert [block.title for block in load_scenario(folder).knowledge] == ["Shared", "Own"]


def test_load_scenario_names_the_known_ones(tmp_path):
    _write(tmp_path)
    with pytest.raises(UnknownNameError, match="no scenario named 'big'; known are small"):
        load_scenario("big", fixtures=tmp_path)


@pytest.mark.parametrize(
    ("alerts", "message"),
    [
        pytest.param([ALERT, {**ALERT, "state": "on"}], r"alerts.json: row 1, state: .*got 'on'", id="value"),
        pytest.param(
            [{**ALERT, "value": "1"}], r"row 0, value: .*a row holds alert_name", id="unknown-field"
        ),
        pytest.param({"alerts": []}, "got dict, expected a JSON array", id="no-array"),
        pytest.param([{"state": "firing"}], "row 0, alert_name: Field required", id="missing-field"),
    ],
)
def test_load_scenario_names_file_row_and_field(tmp_path, alerts, message):
    with pytest.raises(InputError, match=message):
        load_scenario(_write(tmp_path, alerts=alerts))


def test_load_scenario_names_the_line_of_broken_json(tmp_path):
    folder = _write(tmp_path)
    (folder / "logs.json").write_text('[\n{"timestamp": }\n]', encoding="utf-8")
    with pytest.raises(InputError, match=r"logs.json, line 2: is not JSON"):
        load_scenario(folder)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("[" * 100_000, "nested too deeply", id="deep"),
        pytest.param(f"[{'9' * 5000}]", "a number is too long", id="long-number"),
    ],
)
def test_load_scenario_says_why_json_cannot_be_read(tmp_path, text, reason):
    folder = _write(tmp_path)
    (folder / "logs.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"logs.json: is not readable JSON \({reason}\); mend the file"):
        load_scenario(folder)


def test_load_scenario_needs_both_files(tmp_path):
    folder = _write(tmp_path)
    (folder / "logs.json").unlink()
    with pytest.raises(InputError, match=r"logs.json: cannot be read"):
        load_scenario(folder)


def test_split_runbook_cuts_at_headings(tmp_path):
    path = tmp_path / "pool.md"
    path.write_text(
        "before\n# Pool\n\nintro\n\n## Signals\n- active=max\n\n## Empty\n\n### Deep\nx\n", encoding="utf-8"
    )
    assert [(block.title, block.source, block.content) for block in split_runbook(path)] == [
        ("pool", "knowledge/pool.md", "before"),
        ("Pool", "knowledge/pool.md", "intro"),
        ("Pool / Signals", "knowledge/pool.md", "- active=max"),
        ("Pool / Deep", "knowledge/pool.md", "x"),
    ]


@pytest.mark.parametrize("name", scenario_names())
def test_every_fixture_scenario_loads_and_answers(name):
    scenario = load_scenario(name)
    assert scenario.alerts
    assert scenario.logs
    assert scenario.knowledge
    metrics, logs, knowledge = scenario_tools(scenario)
    assert metrics.call({}).output["total"] == len(scenario.alerts)
    for service in scenario.services:
        total = logs.call({"query": service}).output["total"]
        assert total == sum(row.service == service for row in scenario.logs)
    assert knowledge.call({"query": "HikariCP"}).output["total"] > 0


def test_fixtures_hold_nine_scenarios_and_no_placeholder_row():
    assert len(scenario_names()) == 9
    for path in FIXTURES.glob("scenarios/*/*.json"):
        assert "generic-service" not in path.read_text(encoding="utf-8"), path
