"""Attributes that make no fact of the noun behind them are not cut off; states that are told are."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize("attribute", ["failed", "planned", "attempted", "blocked", "simulated", "dry-run"])
@pytest.mark.parametrize("before", ["", "gate: ", "10:05:00 ", "[gate] ", "note, the "])
def test_a_noun_is_not_told_without_what_makes_no_fact_of_it(attribute, before):
    text = f"{before}{attribute} transfer of batch-7 to vault 3\nend"
    assert match_excerpt("transfer of batch-7 to vault 3", text).decision == "mismatch"
    assert match_excerpt(f"{attribute} transfer of batch-7 to vault 3", text).decision == "accept"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("FAILED tests/test_vault.py::test_open - 3 != 4", id="a-state-in-front-of-a-name"),
        pytest.param("SKIPPED tests/test_vault.py::test_open - 3 != 4", id="in-capitals"),
    ],
)
def test_a_state_in_a_column_is_no_attribute(text):
    assert match_excerpt("tests/test_vault.py::test_open - 3 != 4", text).decision == "accept"


@pytest.mark.parametrize("word", ["解除", "撤销", "模拟", "计划", "中止"])
def test_what_undoes_or_plans_an_act_is_not_cut_off(word):
    text = f"10:05:00 {word}停机检修 班组：甲\n10:09 交班"
    assert match_excerpt("停机检修 班组：甲", text).decision == "mismatch"
    assert match_excerpt(f"{word}停机检修 班组：甲", text).decision == "accept"


@pytest.mark.parametrize(
    ("said", "part"), [("主泵启动失败", "主泵启动"), ("退款申请", "退款"), ("解除报警", "报警")]
)
def test_a_phrase_in_front_of_a_pair_is_no_label_when_part_of_it_is_left_out(said, part):
    text = f"09:00:00 登记 值班\n10:05:00 {said} 操作者：工号2217\n10:09:00 交班"
    assert match_excerpt(f"{part} 操作者：工号2217", text).decision != "accept"
    assert match_excerpt(f"{said} 操作者：工号2217", text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        ("disk swapped? see case OPS-12", "note disk swapped, see case OPS-12"),
        ("refund sent to card 4412?", "refund sent to card 4412 today"),
        ("备泵已切换？待夜班核对 7 号表", "备泵已切换，待夜班核对 7 号表"),
    ],
)
def test_a_fact_is_not_told_as_a_question(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
