from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.calibration.conformance import (
    Answer,
    Vector,
    check_conformance,
    make_vectors,
    own_answers,
    read_answers,
    read_vectors,
    vector_rows,
    write_vectors,
)
from evidencelab.lab.labelled.scoring import score_pairs
from tests.lab.lab_data import pair

TEXT = "[11:17][WARN][ledger-api] pool active=48, idle=2, max=50"
POLICY = GatekeeperPolicy(accept_at=97.0)
PAIRS = [
    pair(TEXT, "pool active=48, idle=2"),
    pair(TEXT, "pool active=49, idle=2", "unfaithful", "digit"),
    pair(TEXT, "max=50, active=48", kind="reordered"),
    pair(TEXT, "active", kind="short"),
    pair("磁盘使用率 91%，高于阈值 85%", "磁盘使用率 91%，低于阈值 85%", "unfaithful", "direction"),
]


def vectors_of(pairs, per_kind=20):
    rows = vector_rows(score_pairs(pairs, plain=()), POLICY, per_kind)
    return make_vectors(iter(pairs), rows, POLICY)


@pytest.fixture
def written(tmp_path):
    write_vectors(vectors_of(PAIRS), POLICY, tmp_path / "vectors.jsonl")
    return tmp_path / "vectors.jsonl"


def vector(name, decision="accept", reasons=(), similarity=100.0):
    return Vector(id=name, text="t", excerpt="e", decision=decision, similarity=similarity, reasons=reasons)


def test_vectors_read_back_with_the_policy_they_hold_under(written):
    file = read_vectors(written)
    assert file.header.policy == POLICY
    assert file.vectors == tuple(vectors_of(PAIRS))
    decisions = {v.kind: (v.decision, v.reasons) for v in file.vectors}
    assert decisions["exact"] == ("accept", ())
    assert decisions["digit"] == ("mismatch", ("value_changed",))
    assert decisions["direction"] == ("mismatch", ("direction_changed",))
    assert decisions["short"] == ("too_short", ())


def test_the_gate_that_wrote_vectors_conforms_to_them(written):
    file = read_vectors(written)
    outcome = check_conformance(file.vectors, own_answers(file))
    assert outcome.conforms
    assert (outcome.n, outcome.n_same_decision, outcome.n_same_reasons) == (5, 5, 5)
    assert outcome.disagreements == ()


def test_make_vectors_takes_so_many_of_every_kind_and_decision_whatever_the_order():
    pairs = [pair(f"{TEXT}, n={i}", f"max=50, n={i}") for i in range(30)]
    pairs += [pair(f"{TEXT}, n={i}", f"max=51, n={i}", "unfaithful", "digit") for i in range(30)]
    vectors = vectors_of(pairs, 4)
    assert [(v.kind, v.decision) for v in sorted(vectors, key=lambda v: v.kind)] == [
        ("digit", "mismatch")
    ] * 4 + [("exact", "accept")] * 4
    assert vectors_of(pairs[::-1], 4) == vectors
    assert len({v.id for v in vectors}) == 8
    assert len(vectors_of([PAIRS[0], PAIRS[0]])) == 1


def test_check_conformance_tells_what_differs():
    vectors = [
        vector("a"),
        vector("b"),
        vector("c", "mismatch", ("name_changed",), 90.0),
        vector("d"),
        vector("e"),
    ]
    answers = [
        Answer(id="a", decision="mismatch"),
        Answer(id="b", decision="accept", similarity=99.0),
        Answer(id="c", decision="mismatch", reasons=("value_changed",)),
        Answer(id="e", decision="accept", reasons=()),
        Answer(id="x", decision="accept"),
    ]
    outcome = check_conformance(vectors, answers)
    assert [(d.id, d.field, d.expected, d.got) for d in outcome.disagreements] == [
        ("d", "missing", "accept", None),
        ("a", "decision", "accept", "mismatch"),
        ("c", "reasons", "name_changed", "value_changed"),
        ("b", "similarity", "100", "99"),
    ]
    assert (outcome.n_same_decision, outcome.n_same_reasons, outcome.n_with_reasons) == (3, 1, 2)
    assert outcome.unknown_ids == ("x",)
    assert not outcome.conforms


def test_check_conformance_of_nothing_proves_nothing():
    assert not check_conformance([], []).conforms


def test_answers_are_read_as_the_excerpts_command_writes_them(tmp_path, written):
    from evidencelab.gatekeeper.excerpt_rows import judge_rows

    rows = judge_rows(written.read_text(encoding="utf-8").split("\n")[1:], POLICY)
    (tmp_path / "answers.jsonl").write_text("\n".join(json.dumps(judged.row) for judged in rows))
    outcome = check_conformance(read_vectors(written).vectors, read_answers(tmp_path / "answers.jsonl"))
    assert (outcome.conforms, outcome.n_same_reasons) == (True, 5)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", "holds no vectors", id="empty"),
        pytest.param("{}\n", "line 1: code_version: is missing", id="no-header"),
        pytest.param("nonsense\n", "line 1: is not JSON", id="not-json"),
    ],
)
def test_read_vectors_refuses_what_holds_none(tmp_path, content, message):
    (tmp_path / "v.jsonl").write_text(content)
    with pytest.raises(InputError) as caught:
        read_vectors(tmp_path / "v.jsonl")
    assert message in str(caught.value)


def test_read_vectors_notices_a_cut_file(written):
    lines = written.read_text().split("\n")
    written.write_text("\n".join(lines[:-2]))
    with pytest.raises(InputError, match="got 4 vectors, expected 5"):
        read_vectors(written)


def test_read_answers_names_the_broken_line(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": 1, "decision": "accept"}\n\n{"id": "2"}\n')
    with pytest.raises(InputError, match="line 3: decision: is missing"):
        read_answers(tmp_path / "a.jsonl")
