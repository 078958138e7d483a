from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidencelab.errors import InputError, SettingError
from evidencelab.lab.calibration.evidence_source import (
    fixture_evidence,
    read_evidence,
    regroup,
    template_group,
    thin_evidence,
)
from evidencelab.lab.calibration.pair_source import pair_source
from evidencelab.lab.corruptions import EvidenceText
from evidencelab.lab.labelled.pairs import holds_pairs
from evidencelab.tools.scenario import FIXTURES
from tests.shared_data import SHARED_DATA, needs_shared_data

LABELLED = {"text": "a=1, b=2", "excerpt": "a=1", "label": "faithful", "kind": "own", "group": "g"}


@pytest.mark.parametrize(
    ("one", "two", "is_same"),
    [
        pytest.param("10:01 GET /a/b took 31ms", "11:59 GET /c took 7ms", True, id="numbers-and-paths"),
        pytest.param('pod "api-7f9" is up', 'pod "db" is up', True, id="quoted"),
        pytest.param("blk_-38865 added", "blk_77 added", True, id="ids"),
        pytest.param("pod api is up", "pod db is up", False, id="names"),
        pytest.param("连接数 48 高于 40", "连接数 51 高于 50", True, id="chinese"),
    ],
)
def test_template_group_masks_what_changes_from_record_to_record(one, two, is_same):
    assert (template_group(one) == template_group(two)) == is_same


def test_fixture_evidence_holds_alerts_logs_and_runbooks_once():
    items = list(fixture_evidence())
    assert len({item.text for item in items}) == len(items) > 100
    tools = {item.source.rpartition("/")[2] for item in items}
    assert tools == {"query_metrics", "query_logs", "lookup_knowledge"}


def test_read_evidence_takes_a_folder_file_by_file_and_passes_over_what_is_no_text(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "pods.log").write_text("10:01 pod api started\n10:02 pod api stopped\n")
    (tmp_path / "alerts.json").write_text(
        json.dumps({"success": True, "rows": [{"name": "disk", "used": "91%"}]})
    )
    (tmp_path / "image.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    items = list(read_evidence(tmp_path))
    assert [(item.source, item.text) for item in items] == [
        ("alerts.json", "name=disk, used=91%"),
        ("sub/pods.log", "10:01 pod api started"),
        ("sub/pods.log", "10:02 pod api stopped"),
    ]


def test_read_evidence_takes_the_refs_of_a_session_file(tmp_path):
    invocation = {
        "invocation_id": 1,
        "tool_name": "query_metrics",
        "retrieval_details": {
            "evidence_refs": [
                {"raw_path": "$.alerts[0]", "text": "HighMemory firing, current=91%"},
                {"raw_path": "$.no_evidence", "text": "query_metrics returned no evidence"},
            ]
        },
    }
    session = {"session_id": "s", "tool_invocations": [invocation], "executor_output": {}}
    (tmp_path / "s.json").write_text(json.dumps(session))
    (item,) = read_evidence(tmp_path / "s.json")
    assert (item.text, item.source) == ("HighMemory firing, current=91%", "s.json/query_metrics")


def test_read_evidence_refuses_what_holds_nothing(tmp_path):
    with pytest.raises(InputError, match="holds nothing that can be quoted"):
        list(read_evidence(tmp_path))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_evidence(tmp_path / "absent.log"))


def test_thin_evidence_keeps_so_many_of_each_group_in_order():
    items = [EvidenceText(f"line {i}", "s", f"g{i % 2}") for i in range(40)] + [
        EvidenceText("one", "s", "rare")
    ]
    kept = thin_evidence(items, 3, seed=1)
    assert [sum(item.group == g for item in kept) for g in ("g0", "g1", "rare")] == [3, 3, 1]
    assert kept == [item for item in items if item in kept]
    assert thin_evidence(items, 3, seed=2) != kept
    assert thin_evidence(items, 0, seed=1) == items


def test_regroup_takes_each_record_for_its_own():
    items = [EvidenceText("a 1", "s", "t"), EvidenceText("a 2", "s", "t")]
    assert len({item.group for item in regroup(items, "record")}) == 2
    assert list(regroup(items, "template")) == items


def test_pair_source_tells_labelled_files_from_evidence(tmp_path):
    (tmp_path / "labelled.jsonl").write_text("\n" + json.dumps(LABELLED) + "\n")
    (tmp_path / "pods.log").write_text("10:01 pod api-1 started after 31 s, retries=4\n")
    source = pair_source(
        [tmp_path / "pods.log", tmp_path / "labelled.jsonl"], classes=["verbatim_whole", "own"]
    )
    assert holds_pairs(tmp_path / "labelled.jsonl")
    pairs = list(source)
    assert [pair.kind for pair in pairs] == ["own", "verbatim_whole"]
    assert list(source) == pairs
    assert set(source.paths) == {tmp_path / name for name in ("labelled.jsonl", "pods.log")}
    assert source.recipe.classes == ("verbatim_whole", "own")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param('{"text": "a=1", "excerpt": "a=1"}', True, id="label-forgotten"),
        pytest.param('{"excerpt": "a=1", "label": "faithful"}', True, id="text-forgotten"),
        pytest.param('{"text": "a=1"}\n{"text": "a=1", "excerpt": "a=1"}', True, id="second-row"),
        pytest.param('oops\n{"text": "a=1", "excerpt": "a=1"}', True, id="first-row-broken"),
        pytest.param('[{"text": "a=1", "excerpt": "a=1", "label": "faithful"}]', True, id="array"),
        pytest.param('[\n{"text": "a=1", "excerpt": "a=1"}\n]', True, id="array-of-lines"),
        pytest.param('{"text": "a=1", "level": "WARN"}', False, id="log-rows"),
        pytest.param('{"excerpt": "a=1"}', False, id="excerpt-alone"),
        pytest.param("excerpt text label", False, id="plain-text"),
        pytest.param("", False, id="empty"),
    ],
)
def test_rows_of_text_and_excerpt_are_pairs_whatever_they_lack(tmp_path, content, expected):
    path = tmp_path / "rows.jsonl"
    path.write_text(content, encoding="utf-8")
    assert holds_pairs(path) is expected


def test_rows_without_labels_are_never_taken_for_evidence(tmp_path):
    row = json.dumps({"text": "a=1, b=2", "excerpt": "a=1"})
    (tmp_path / "rows.jsonl").write_text(row, encoding="utf-8")
    with pytest.raises(InputError, match="line 1: 'label', 'kind', 'group' are missing; write one JSON obj"):
        list(pair_source([tmp_path / "rows.jsonl"]))
    (tmp_path / "pods.log").write_text("10:01 pod api-1 started after 31 s\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"rows.jsonl: holds rows of text and excerpt, which are pairs"):
        list(pair_source([tmp_path]))


def test_pair_source_names_the_tools_of_sessions_and_none_of_bare_outputs(tmp_path):
    calls = [
        {"invocation_id": 1, "tool_name": "read_mill", "output": "wheel turned 41 times"},
        {"invocation_id": 2, "tool_name": "read_tide", "output": "tide rose 3.1 m"},
        {"invocation_id": 3, "tool_name": "far", "external_id": "x", "output": "wind fell to 7 knots"},
    ]
    session = tmp_path / "session.json"
    session.write_text(json.dumps({"session_id": "s", "tool_invocations": calls, "executor_output": {}}))
    bare = tmp_path / "read_gate.log"
    bare.write_text("10:01 gate opened by 31 cm\n", encoding="utf-8")
    named, unnamed = pair_source([session]), pair_source([bare])
    assert named.tools == ("imported:*", "read_mill", "read_tide")
    assert not named.has_unnamed_tools
    assert unnamed.tools == ()
    assert unnamed.has_unnamed_tools
    assert pair_source([]).tools == ("lookup_knowledge", "query_logs", "query_metrics")


def test_pair_source_without_a_path_corrupts_the_fixtures():
    source = pair_source([], classes=["verbatim_whole"], per_group=1)
    pairs = list(source)
    assert source.names == ("fixtures",)
    assert source.paths == (FIXTURES / "scenarios",)
    assert {pair.kind for pair in pairs} == {"verbatim_whole"}
    assert len({pair.group for pair in pairs}) == len(pairs)


def test_pair_source_takes_the_fixtures_by_name_among_others(tmp_path, monkeypatch):
    (tmp_path / "pods.log").write_text("10:01 pod api-1 started after 31 s, retries=4\n")
    monkeypatch.chdir(tmp_path)
    source = pair_source([Path("fixtures"), Path("pods.log")], classes=["verbatim_whole"])
    assert source.names == ("fixtures", "pods.log")
    assert len({pair.source for pair in source}) > 15
    assert pair_source([FIXTURES]).names == ("fixtures",)
    (tmp_path / "fixtures").mkdir()
    assert pair_source([Path("fixtures")]).evidence == (Path("fixtures"),)


def test_pair_source_refuses_unknown_names(tmp_path):
    with pytest.raises(SettingError, match="'mood' is not a way to group; known are template, record"):
        pair_source([], grouping="mood")
    with pytest.raises(SettingError, match="'vibes' is not a class"):
        pair_source([], classes=["vibes"])


@needs_shared_data
def test_read_evidence_finds_groups_in_real_tool_outputs():
    items = list(read_evidence(SHARED_DATA / "tool_outputs"))
    assert len(items) > 6000
    assert 300 < len({item.group for item in items}) < 600
    assert holds_pairs(SHARED_DATA / "excerpts" / "dev.jsonl")


def test_pair_source_thins_by_template_however_records_are_grouped(tmp_path):
    lines = [f"10:{i:02d} pod api-{i} started after {i + 11} s" for i in range(50)]
    (tmp_path / "pods.log").write_text("\n".join(lines))
    for grouping, n_groups in (("template", 1), ("record", 5)):
        source = pair_source(
            [tmp_path / "pods.log"], classes=["verbatim_whole"], grouping=grouping, per_group=5
        )
        pairs = list(source)
        assert (len(pairs), len({pair.group for pair in pairs})) == (5, n_groups)
