from __future__ import annotations

from itertools import product

import numpy as np
import pyarrow.parquet as pq
import pytest

from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy
from evidencelab.evidence.plain_scores import PLAIN_SCORERS
from evidencelab.lab.labelled import scoring
from evidencelab.lab.labelled.score_table import DECISIONS, decide, load_scores, veto_bits, veto_names
from evidencelab.lab.labelled.scoring import score_pairs, write_scores
from tests.lab.lab_data import pair, table_of

TEXT = "[11:17][WARN][ledger-api] pool active=48, idle=2, max=50; connection is not available"
PAIRS = [
    pair(TEXT, "pool active=48, idle=2"),
    pair(TEXT, "max=50, active=48", kind="reordered"),
    pair(TEXT, "pool active=49, idle=2", "unfaithful", "digit"),
    pair(TEXT, "connection is available", "unfaithful", "negation"),
    pair(TEXT, "[ERROR][ledger-api] pool active=48", "unfaithful", "level"),
    pair(TEXT, "the pool active=48, idel=2", kind="typo"),
    pair(TEXT, "active", kind="short"),
    pair("磁盘使用率 91%，高于阈值 85%", "磁盘使用率 91%", group="zh"),
    pair("磁盘使用率 91%，高于阈值 85%", "磁盘使用率 91%，低于阈值 85%", "unfaithful", "direction", "zh"),
]


def assert_same_tables(one, two):
    for name in one.__dataclass_fields__:
        if name == "plain":
            assert set(one.plain) == set(two.plain)
            for scorer in one.plain:
                assert np.array_equal(one.plain[scorer], two.plain[scorer])
        elif isinstance(getattr(one, name), np.ndarray):
            assert np.array_equal(getattr(one, name), getattr(two, name), equal_nan=name == "similarity"), (
                name
            )
        else:
            assert getattr(one, name) == getattr(two, name), name


POLICIES = [
    MatchPolicy(accept_at=accept_at, reject_below=reject_below, vetoes=frozenset(vetoes))
    for (accept_at, reject_below), vetoes in product(
        [(95, 60), (100, 100), (100, 0), (0, 0), (80, 80)], [VETO_CODES, ()]
    )
]


@pytest.mark.parametrize(
    "policy", POLICIES, ids=lambda p: f"{p.accept_at:g}-{p.reject_below:g}-{len(p.vetoes)}"
)
def test_decide_on_the_table_equals_the_match_itself(policy):
    decisions = [DECISIONS[code] for code in decide(score_pairs(PAIRS, plain=()), policy)]
    assert decisions == [match_excerpt(p.excerpt, p.text, policy).decision for p in PAIRS]


def test_decide_puts_a_score_equal_to_a_threshold_on_its_upper_side():
    rows = [
        ("faithful", "exact", "g", score, vetoes)
        for score, vetoes in [
            (95.0, ()),
            (94.9, ()),
            (60.0, ()),
            (59.9, ()),
            (95.0, ("name_changed",)),
            (None, ()),
        ]
    ]
    got = [DECISIONS[c] for c in decide(table_of(rows), MatchPolicy(accept_at=95, reject_below=60))]
    assert got == ["accept", "uncertain", "uncertain", "mismatch", "mismatch", "too_short"]


def test_decide_leaves_out_vetoes_the_policy_leaves_out():
    table = table_of(
        [("unfaithful", "k", "g", 99.0, ("name_changed",)), ("unfaithful", "k", "g", 99.0, ("out_of_order",))]
    )
    policy = MatchPolicy(vetoes=frozenset(["out_of_order"]))
    assert [DECISIONS[c] for c in decide(table, policy)] == ["accept", "mismatch"]


@pytest.mark.parametrize(
    ("change", "message"),
    [({"scorer": "ratio"}, "'ratio' was not scored"), ({"min_tokens": 3}, "but the table was scored with 2")],
)
def test_decide_refuses_a_policy_the_table_does_not_hold_for(change, message):
    with pytest.raises(SettingError, match=message):
        decide(table_of([("faithful", "k", "g", 1.0, ())]), MatchPolicy(**change))


@pytest.mark.parametrize("scorer", list(PLAIN_SCORERS))
@pytest.mark.parametrize("accept_at", [85.0, 100.0])
def test_decide_with_a_plain_scorer_equals_the_match_itself(scorer, accept_at):
    policy = MatchPolicy(scorer=scorer, accept_at=accept_at, reject_below=50.0)
    decisions = [DECISIONS[code] for code in decide(score_pairs(PAIRS), policy)]
    assert decisions == [match_excerpt(p.excerpt, p.text, policy).decision for p in PAIRS]


def test_scores_written_and_read_are_the_scores_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(scoring, "BATCH", 2)  # several row groups, each with a dictionary of its own
    pairs = [p.model_copy(update={"group": f"g{i % 3}", "kind": f"k{9 - i}"}) for i, p in enumerate(PAIRS)]
    assert write_scores(pairs, tmp_path / "scores.parquet") == len(PAIRS)
    assert pq.ParquetFile(tmp_path / "scores.parquet").num_row_groups > 1
    assert_same_tables(load_scores(tmp_path / "scores.parquet"), score_pairs(pairs))
    assert [p.name for p in tmp_path.iterdir()] == ["scores.parquet"]


def test_score_pairs_keeps_what_the_pairs_say():
    table = score_pairs(PAIRS)
    assert [table.kinds[code] for code in table.kind_code] == [p.kind for p in PAIRS]
    assert table.is_faithful.tolist() == [p.label == "faithful" for p in PAIRS]
    assert table.group_code.tolist() == [0] * 7 + [1] * 2
    assert table.excerpt_length.tolist() == [len(p.excerpt) for p in PAIRS]
    assert table.is_too_short.tolist() == [p.excerpt == "active" for p in PAIRS]
    assert np.isnan(table.similarity[6])
    for name, scorer in PLAIN_SCORERS.items():
        assert table.score(name).tolist() == [scorer(p.excerpt, p.text) for p in PAIRS]


def test_score_pairs_of_nothing_is_an_empty_table():
    table = score_pairs([])
    assert (len(table), table.n_groups, table.kinds, table.n_conflicts) == (0, 0, (), 0)


def test_score_table_counts_pairs_labelled_both_ways():
    table = score_pairs([PAIRS[0], PAIRS[0].model_copy(update={"label": "unfaithful"}), PAIRS[1]], plain=())
    assert table.n_conflicts == 1


def test_data_hash_ignores_order_and_sees_every_change():
    table = score_pairs(PAIRS, plain=())
    assert score_pairs(PAIRS[::-1], plain=()).data_hash == table.data_hash
    for change in ({"label": "unfaithful"}, {"group": "h"}, {"kind": "other"}, {"excerpt": "active=48"}):
        moved = score_pairs([PAIRS[0].model_copy(update=change), *PAIRS[1:]], plain=())
        assert moved.data_hash != table.data_hash, change


def test_take_keeps_the_meaning_of_codes():
    table = score_pairs(PAIRS)
    kept = table.take(~table.is_faithful)
    assert [kept.kinds[c] for c in kept.kind_code] == [p.kind for p in PAIRS if p.label == "unfaithful"]
    assert len(kept.score("ratio")) == len(kept)


def test_veto_bits_and_names_are_inverse():
    assert veto_names(veto_bits(["not_found", "value_changed"])) == ("value_changed", "not_found")
    assert veto_names(veto_bits(VETO_CODES)) == VETO_CODES
    with pytest.raises(SettingError, match="'vibes' is not a veto code"):
        veto_bits(["vibes"])


def test_score_refuses_a_scorer_that_was_not_scored():
    with pytest.raises(SettingError, match="'ratio' was not scored; known are located"):
        score_pairs(PAIRS, plain=()).score("ratio")
    with pytest.raises(SettingError, match="'vibes' is not a plain scorer"):
        score_pairs(PAIRS, plain=["vibes"])


def test_load_scores_refuses_what_is_no_score_table(tmp_path):
    pq.write_table(pq.read_table(_some_parquet(tmp_path)), tmp_path / "other.parquet")
    with pytest.raises(InputError, match="is not a score table"):
        load_scores(tmp_path / "other.parquet")
    (tmp_path / "text.parquet").write_text("hello")
    with pytest.raises(InputError, match="cannot be read"):
        load_scores(tmp_path / "text.parquet")
    with pytest.raises(InputError, match="cannot be read"):
        load_scores(tmp_path / "absent.parquet")


def _some_parquet(folder):
    import pandas as pd

    pd.DataFrame({"a": [1]}).to_parquet(folder / "some.parquet")
    return folder / "some.parquet"


def test_write_scores_leaves_nothing_behind_when_it_cannot_write(tmp_path):
    with pytest.raises(OutputError):
        write_scores(PAIRS, tmp_path / "no" / "scores.parquet")

    def broken():
        yield PAIRS[0]
        raise InputError("pairs", "broke", "mend it")

    with pytest.raises(InputError):
        write_scores(broken(), tmp_path / "scores.parquet")
    assert list(tmp_path.iterdir()) == []
