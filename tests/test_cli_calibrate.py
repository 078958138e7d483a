"""The calibrate command: policy and certificate out, certificates checked, one line for a mistake."""

from __future__ import annotations

import json

import pytest

from evidencelab.cli import run
from evidencelab.gatekeeper.policy import load_policy
from evidencelab.lab.calibration.certificate import load_certificate
from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.operating_point import OperatingPoint, Region
from evidencelab.lab.labelled.pairs import LabelledPair, write_pairs
from evidencelab.reports.notebooks.calibration_notes import threshold_notes
from tests.shared_data import SHARED_DATA, needs_shared_data


def pairs_of(n_groups, n_wrong=0, prefix="r"):
    """Two pairs a group: an honest quote, and one with a digit changed (or honest, but labelled not)."""
    for i in range(n_groups):
        text = f"[11:17][WARN][{prefix}{i}-api] pool active={40 + i % 9}, idle=2, max=50"
        lie = text.replace("max=50", "max=58") if i >= n_wrong else text
        for excerpt, label, kind in ((text, "faithful", "exact"), (lie, "unfaithful", "digit")):
            yield LabelledPair(text=text, excerpt=excerpt, label=label, kind=kind, group=f"{prefix}{i}")


@pytest.fixture
def labelled(tmp_path):
    write_pairs(pairs_of(200), tmp_path / "labelled.jsonl")
    return str(tmp_path / "labelled.jsonl")


def written(tmp_path, labelled, *options):
    assert run(["calibrate", labelled, "--alpha", "0.05", "--out", str(tmp_path / "out"), *options]) == 0
    return tmp_path / "out"


def test_calibrate_writes_policy_certificate_vectors_and_scores(tmp_path, capsys, labelled):
    out = written(tmp_path, labelled)
    told = capsys.readouterr().out
    assert sorted(p.name for p in out.iterdir()) == [
        "certificate.json",
        "policy.json",
        "scores.parquet",
        "vectors.jsonl",
    ]
    certificate = load_certificate(out / "certificate.json")
    assert certificate.is_certified
    assert certificate.recipe.sources == (labelled,)
    assert load_policy(out / "policy.json") == certificate.policy
    assert "400 pairs (200 faithful, 200 unfaithful) of 2 kinds in 200 groups" in told
    assert "Certified at accept_at" in told
    assert "Assumed: the groups to come are exchangeable" in told
    assert run(["excerpts", labelled, "--policy", str(out / "policy.json")]) == 0


def test_calibrate_without_out_writes_nothing_and_json_is_the_certificate(tmp_path, capsys, labelled):
    assert run(["calibrate", labelled, "--alpha", "0.02", "--json"]) == 0
    certificate = json.loads(capsys.readouterr().out)
    assert certificate["is_certified"] is False
    assert "it would take about 149 groups" in certificate["statement"]
    assert [p.name for p in tmp_path.iterdir()] == ["labelled.jsonl"]


@pytest.fixture
def session(tmp_path):
    calls = [
        {
            "invocation_id": number,
            "tool_name": tool,
            "output": "\n".join(f"{10 + i}:0{i} {tool} {word} {31 + 7 * i} kg, load={i}%" for i in range(6)),
        }
        for number, (tool, word) in enumerate(
            [
                ("read_mill", "ground"),
                ("read_mill", "lost 2 of"),
                ("read_scale", "weighed"),
                ("read_scale", "held"),
            ]
        )
    ]
    path = tmp_path / "session.json"
    path.write_text(json.dumps({"session_id": "s", "tool_invocations": calls, "executor_output": {}}))
    return str(path)


def test_the_policy_takes_evidence_from_the_tools_of_the_data(tmp_path, capsys, session):
    assert run(["calibrate", session, "--out", str(tmp_path / "out")]) == 0
    policy = load_policy(tmp_path / "out" / "policy.json")
    assert policy.evidence_tools[-2:] == ("read_mill", "read_scale")
    assert "query_logs" in policy.evidence_tools
    assert "evidence_tools" not in capsys.readouterr().out
    assert run(["calibrate", "--verify", str(tmp_path / "out" / "certificate.json")]) == 0


def test_a_policy_of_ones_own_keeps_its_tools_and_what_it_leaves_out_is_said(tmp_path, capsys, session):
    own = tmp_path / "own.json"
    own.write_text('{"evidence_tools": ["read_mill"]}')
    assert run(["calibrate", session, "--policy", str(own), "--out", str(tmp_path / "out")]) == 0
    assert load_policy(tmp_path / "out" / "policy.json").evidence_tools == ("read_mill",)
    assert "note: the policy takes no evidence from read_scale" in capsys.readouterr().out


def test_bare_outputs_and_pairs_are_said_to_name_no_tool(capsys, labelled):
    assert run(["calibrate", labelled]) == 0
    assert "note: labelled pairs and bare tool outputs name no tool" in capsys.readouterr().out


def test_thresholds_the_pairs_do_not_bear_on_are_said(tmp_path, capsys, labelled, session):
    assert run(["calibrate", session, "--json"]) == 0
    streams = capsys.readouterr()
    json.loads(streams.out)
    assert "these pairs hardly say where accept_at should stand" in streams.err


@pytest.mark.parametrize(
    ("accept", "reject", "said"),
    [
        ((94.0, 94.0), (76.0, 76.0), []),
        ((50.5, 100.0), (76.0, 76.0), ["accept_at 100 accepts only"]),
        ((94.0, 94.0), (0.0, 49.9), ["reject_below 0 rejects no"]),
        (
            (50.0, 100.0),
            (0.0, 50.0),
            ["where accept_at", "where reject_below", "accept_at 100", "reject_below 0"],
        ),
        ((45.0, 95.0), (40.0, 40.0), ["hardly say where accept_at should stand: from 45 to 95"]),
    ],
)
def test_each_threshold_that_hardly_binds_has_a_note(accept, reject, said):
    point = OperatingPoint(
        accept_at=accept[1],
        reject_below=reject[0],
        cheapest_accept_at=accept[1],
        cheapest_reject_below=reject[0],
        accept_region=Region(low=accept[0], high=accept[1]),
        reject_region=Region(low=reject[0], high=reject[1]),
        cost=0.0,
        least_cost=0.0,
        costs=Costs(),
        n_faithful_groups=1,
        n_unfaithful_groups=1,
    )
    notes = list(threshold_notes(point))
    assert len(notes) == len(said)
    for note, part in zip(notes, said, strict=True):
        assert part in note


def test_calibrate_is_reproducible(tmp_path, capsys, labelled):
    one = written(tmp_path, labelled, "--seed", "3")
    first = (one / "certificate.json").read_bytes(), (one / "vectors.jsonl").read_bytes()
    two = written(tmp_path, labelled, "--seed", "3")
    assert ((two / "certificate.json").read_bytes(), (two / "vectors.jsonl").read_bytes()) == first


def test_verify_says_valid_stale_and_violated(tmp_path, capsys, labelled):
    certificate = str(written(tmp_path, labelled) / "certificate.json")
    capsys.readouterr()
    assert run(["calibrate", "--verify", certificate]) == 0
    assert capsys.readouterr().out.startswith("valid\n")

    (tmp_path / "other.json").write_text(json.dumps({"accept_at": 50, "reject_below": 10}))
    assert run(["calibrate", "--verify", certificate, "--policy", str(tmp_path / "other.json")]) == 1
    assert capsys.readouterr().out.startswith("stale; moved: policy_hash")

    write_pairs(pairs_of(40, prefix="n"), tmp_path / "new.jsonl")
    assert run(["calibrate", str(tmp_path / "new.jsonl"), "--verify", certificate]) == 1
    assert capsys.readouterr().out.startswith("stale; moved: data_hash")
    assert run(["calibrate", str(tmp_path / "new.jsonl"), "--verify", certificate, "--fresh"]) == 0
    assert capsys.readouterr().out.startswith("valid; not checked: data_hash, split_hash")

    write_pairs(pairs_of(40, n_wrong=10, prefix="n"), tmp_path / "bad.jsonl")
    assert run(["calibrate", str(tmp_path / "bad.jsonl"), "--verify", certificate, "--fresh", "--json"]) == 1
    check = json.loads(capsys.readouterr().out)
    assert check["status"] == "violated"
    assert check["risks"][0]["n_errors"] == 10


def test_verify_notices_that_its_own_data_changed(tmp_path, capsys, labelled):
    certificate = str(written(tmp_path, labelled) / "certificate.json")
    write_pairs(pairs_of(199), tmp_path / "labelled.jsonl")
    capsys.readouterr()
    assert run(["calibrate", "--verify", certificate]) == 1
    assert capsys.readouterr().out.startswith("stale; moved: data_hash")
    (tmp_path / "labelled.jsonl").unlink()
    assert run(["calibrate", "--verify", certificate]) == 0
    assert "not checked: data_hash, split_hash" in capsys.readouterr().out


def test_verify_notices_that_the_matcher_changed(tmp_path, capsys, labelled):
    path = written(tmp_path, labelled) / "certificate.json"
    values = json.loads(path.read_text())
    values["hashes"]["code_version"] = "0.0.1+000000000000"
    path.write_text(json.dumps(values))
    capsys.readouterr()
    assert run(["calibrate", "--verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("stale; moved: code_version")


def test_conformance_tells_an_implementation_that_agrees_from_one_that_does_not(tmp_path, capsys, labelled):
    vectors = written(tmp_path, labelled) / "vectors.jsonl"
    capsys.readouterr()
    assert run(["calibrate", "--conformance", str(vectors)]) == 0
    assert capsys.readouterr().out.startswith("conforms: 40 of 40 decisions alike")
    rows = [json.loads(line) for line in vectors.read_text().splitlines()[1:]]
    answers = [{"id": row["id"], "decision": "accept", "reasons": []} for row in rows[:-1]]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, answers)))
    assert (
        run(["calibrate", "--conformance", str(vectors), "--answers", str(tmp_path / "answers.jsonl")]) == 1
    )
    told = capsys.readouterr().out
    assert told.startswith("does not conform: ")
    assert f"{rows[-1]['id']} missing: expected '{rows[-1]['decision']}', got no answer" in told


def test_calibrate_takes_evidence_and_makes_its_own_pairs(tmp_path, capsys):
    lines = [
        f"2026-01-02T10:{i:02d}:00Z WARN node-{i} kubelet evicted pod, used {i + 11} of 80 GiB"
        for i in range(40)
    ]
    (tmp_path / "kubelet.log").write_text("\n".join(lines))
    options = [
        "--grouping",
        "record",
        "--class",
        "digit_changed",
        "--class",
        "verbatim_whole",
        "--alpha",
        "0.3",
    ]
    assert run(["calibrate", str(tmp_path / "kubelet.log"), *options, "--json"]) == 0
    certificate = json.loads(capsys.readouterr().out)
    assert {c["kind"] for c in certificate["classes"]} == {"digit_changed", "verbatim_whole"}
    assert certificate["recipe"]["grouping"] == "record"
    assert certificate["split"]["n_groups_certify"] == 10  # 20 records of one template are kept


def test_calibrate_takes_verifier_scores(tmp_path, capsys):
    rows = [
        {
            "id": str(i),
            "score": (i % 10) / 20 + (0.5 if ok else 0),
            "label": label,
            "kind": "k",
            "group": f"g{i}",
        }
        | {"verifier": "judge@3"}
        for i in range(240)
        for ok, label in [(i % 2, "supported" if i % 2 else "unsupported")]
    ]
    (tmp_path / "scores.jsonl").write_text("\n".join(map(json.dumps, rows)))
    arguments = [
        str(tmp_path / "scores.jsonl"),
        "--alpha",
        "0.06",
        "--beta",
        "0.06",
        "--out",
        str(tmp_path / "out"),
    ]
    assert run(["calibrate", *arguments]) == 0
    assert "Certified at accept_at" in capsys.readouterr().out
    certificate = tmp_path / "out" / "certificate.json"
    assert load_certificate(certificate).hashes.code_version == "verifier judge@3"
    assert run(["calibrate", "--verify", str(certificate)]) == 0
    assert capsys.readouterr().out.startswith("valid\n")
    renamed = (tmp_path / "scores.jsonl").read_text().replace("judge@3", "judge@4")
    (tmp_path / "scores.jsonl").write_text(renamed)
    assert run(["calibrate", "--verify", str(certificate)]) == 1
    assert capsys.readouterr().out.startswith("stale; moved: code_version")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["{dir}/absent.jsonl"], "absent.jsonl: does not exist", id="absent"),
        pytest.param(["{dir}/broken.jsonl"], "broken.jsonl, line 2: is not JSON", id="broken-line"),
        pytest.param(["{dir}/one.jsonl"], "unfaithful' pairs are missing", id="one-label"),
        pytest.param(["{ok}", "--alpha", "0"], "'alpha' is wrong", id="alpha"),
        pytest.param(["{ok}", "--p-unfaithful", "1.5"], "'p_unfaithful' is wrong", id="share"),
        pytest.param(["{ok}", "--class", "vibes"], "'vibes' is not a kind of these pairs", id="class"),
        pytest.param(["{ok}", "--grouping", "mood"], "'mood' is not a way to group", id="grouping"),
        pytest.param(["{ok}", "--out", "{ok}/sub"], "cannot be made", id="out-under-a-file"),
        pytest.param(["--verify", "{ok}"], "is not a certificate", id="no-certificate"),
        pytest.param(["--conformance", "{ok}"], "code_version: is missing", id="no-vectors"),
        pytest.param(["{ok}", "--seed", "-1"], "'seed' is wrong", id="seed"),
    ],
)
def test_calibrate_says_a_mistake_in_one_line(tmp_path, capsys, labelled, arguments, message):
    row = next(pairs_of(1)).model_dump_json()
    (tmp_path / "broken.jsonl").write_text(row + "\nnonsense\n")
    (tmp_path / "one.jsonl").write_text(row + "\n" + row + "\n")
    filled = [a.format(dir=tmp_path, ok=labelled) for a in arguments]
    assert run(["calibrate", *filled]) == 2
    done = capsys.readouterr()
    assert done.out == ""
    last = done.err.replace("\r", "\n").strip().split("\n")[-1]
    assert last.startswith("evidencelab: ")
    assert message in last
    assert "Traceback" not in done.err


@needs_shared_data
def test_calibrate_on_real_pairs_certifies_what_its_groups_carry(capsys):
    dev = str(SHARED_DATA / "excerpts" / "dev.jsonl")
    assert run(["calibrate", dev, "--alpha", "0.02", "--json"]) == 0
    certificate = json.loads(capsys.readouterr().out)
    # some 170 unfaithful groups, half of them for certifying: 2 % takes about 149
    assert 75 <= certificate["accept"]["n_groups"] <= 95
    assert certificate["accept"]["n_groups_needed"] == 149
    assert certificate["is_certified"] is False
    assert certificate["accept"]["upper_bound"] < 0.1
