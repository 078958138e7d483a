"""Items of one list, told in another order: each whole, none of another list or under another's name."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

LIST = "slow queries of the last hour: total 1284, longest 47.3s, mean 2.8s, db trade_core, table t_settle"
LIST_ZH = "MySQL 慢查询统计(近 1 小时): 总数 1284, 最长 47.3s, 平均 2.8s, 库 trade_core, 表 t_settle_detail"
TWO_LISTS = "node a: cpu 5, mem 7; node b: cpu 9, mem 3"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("db trade_core, total 1284", LIST, "accept", id="two-turned-round"),
        pytest.param(
            "table t_settle, mean 2.8s, total 1284", LIST, "accept", id="three-with-others-left-out"
        ),
        pytest.param("mean 47.3s, longest 2.8s", LIST, "mismatch", id="values-exchanged"),
        pytest.param("mean 2.9s, total 1284", LIST, "mismatch", id="a-digit-changed"),
        pytest.param("表 t_settle_detail, 库 trade_core, 总数 1284", LIST_ZH, "accept", id="zh"),
        pytest.param("表 trade_core, 库 t_settle_detail, 总数 1284", LIST_ZH, "mismatch", id="zh-exchanged"),
        pytest.param(
            "失败 3 条，共 15 条",
            "同步完成：共 15 条，失败 3 条，跳过 1 条",
            "accept",
            id="zh-with-measure-words",
        ),
        pytest.param("mem usage 7, cpu load 5", "cpu load 5, mem usage 7", "accept", id="names-of-two-words"),
        pytest.param("load 5, usage 7", "usage 7, cpu load 5", "mismatch", id="half-a-name"),
        pytest.param("mem 3, cpu 5", TWO_LISTS, "mismatch", id="of-two-lists"),
        pytest.param("mem 3, cpu 9", TWO_LISTS, "accept", id="of-the-second-list"),
        pytest.param(
            "mem 7, cpu 5", "web cpu 5, mem 7, cpu 9, mem 7", "mismatch", id="two-items-of-one-name"
        ),
        pytest.param(
            "retries 3, timeout 30s", "not measured: timeout 30s, retries 3", "mismatch", id="denied-in-front"
        ),
        pytest.param(
            "failed 3, total 15 files",
            "if all went well, total 15 files, failed 3",
            "mismatch",
            id="under-a-condition",
        ),
    ],
)
def test_items_of_one_list_may_be_told_in_another_order(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_of_a_long_list_no_item_is_cut():
    far = ", ".join(f"field{n:03} of the list {n}" for n in range(75))
    at = far.index("field000")
    text = f"spare tank 31, {far[at:]}"
    for blanks in range(24):
        # wherever the stretch that is looked at begins
        padded = f"{'x' * blanks}y 1, {text}, last one 7"
        assert match_excerpt("last one 7, tank 31", padded).decision != "accept"
