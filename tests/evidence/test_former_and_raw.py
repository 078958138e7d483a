"""What was so before a change, what something was read from, and particles that say where."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("label", "quote"),
    [
        ("原始日志", "disk sdb1 97% used at 10:02"),
        ("原始请求", "GET /orders 500 in 31 ms"),
        ("原始邮件头", "Received: from mx.beta.example (203.0.113.7) by in.acme.example"),
    ],
)
def test_what_something_was_read_from_needs_no_label(label, quote):
    assert match_excerpt(quote, f"处理单 88\n{label}：{quote}\n处理：扩容").decision == "accept"
    assert match_excerpt(quote, f"{label}：{quote}\n更正为：无").decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        ("预算 300 万元", "原始预算 300 万元，调整后预算 450 万元"),
        ("容量 80 GB", "原容量 80 GB，现容量 120 GB"),
        ("阈值 80%，告警 3 次", "旧阈值 80%，告警 3 次；新阈值 90%"),
        ("值：80 毫升", "原始值：80 毫升\n修正值：95 毫升"),
    ],
)
def test_what_was_so_is_not_told_as_what_is(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
    assert match_excerpt(text, text).decision == "accept"


@pytest.mark.parametrize("particle", ["上", "中", "里"])
@pytest.mark.parametrize(
    ("before", "behind"), [("在备库", "执行 CHECK TABLE t1"), ("须在3号机组", "检修阀门 V7 并复位")]
)
def test_a_particle_behind_a_place_is_a_light_edit(particle, before, behind):
    text = f"步骤：{before}{behind}\n完成"
    assert match_excerpt(f"{before}{particle}{behind}", text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("风机转速上调整到 900 转", "风机转速调整到 900 转", id="no-place"),
        pytest.param("须在30度上停机检修 V7", "须在30度停机检修 V7", id="a-number"),
        pytest.param("请在主库上游停止写入", "请在主库停止写入", id="another-word"),
    ],
)
def test_a_direction_that_is_put_in_is_another_matter(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
