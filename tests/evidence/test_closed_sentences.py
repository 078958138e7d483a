"""A stop put where the sentence goes on says that nothing limits it; told events lose where and how freely."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

EN = (
    "Backups run nightly while the primary is idle. The exporter restarted with exit code 137. "
    "Dogs are allowed on the terrace, and in the bar from 9 pm, as long as they are on a lead. "
    "The offer needs a deposit under the new rules. The pump was primed, but the level stayed low. "
    "The switch was replaced by the vendor. No defect was found in the view of the maker."
)
ZH = "按件计费，但当月用量超过十件的，按档计费。机房已恢复，但温度偏高。入场免费，仅限会员。"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Backups run nightly.", EN, id="while"),
        pytest.param("“Backups run nightly.”", EN, id="in-quote-marks"),
        pytest.param("Dogs are allowed on the terrace.", EN, id="condition-further-on"),
        pytest.param("The offer needs a deposit.", EN, id="rule"),
        pytest.param("No defect was found.", EN, id="view"),
        pytest.param("Load is high.", "Load is high during backups.", id="state-during"),
        pytest.param("按件计费。", ZH, id="zh-but-in-a-case"),
        pytest.param("入场免费。", ZH, id="zh-only"),
        pytest.param("座位免费。", "座位免费，但持旧票的，另收押金。", id="zh-but-for-whom"),
    ],
)
def test_a_stop_in_front_of_a_limit_is_refused(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Backups run nightly while the primary is idle.", EN, id="whole"),
        pytest.param("Backups run nightly...", EN, id="cut-shown"),
        pytest.param(
            "The ramp stays up.", "The ramp stays up. Vans may wait unless asked.", id="closed-in-the-text"
        ),
        pytest.param("The exporter restarted.", EN, id="event-with"),
        pytest.param("The switch was replaced.", EN, id="event-by"),
        pytest.param("The cluster is healthy.", "The cluster is healthy with 3 replicas.", id="state-with"),
        pytest.param("The pump was primed.", EN, id="but"),
        pytest.param("The pump was primed...", EN, id="mark"),
        pytest.param("机房已恢复。", ZH, id="zh-but"),
    ],
)
def test_a_stop_behind_what_happened_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "ten shards need a restart", "Fewer than ten shards need a restart.", id="count-in-words"
        ),
        pytest.param("calling the old relay", "Stop calling the old relay on Monday.", id="stop"),
        pytest.param("视为弃权", "未到场逾期视为弃权", id="zh-late"),
        pytest.param("收入同比下降2%", "剔除汇率影响后，收入同比下降2%。", id="zh-adjusted"),
        pytest.param("sales fell by 3%", "On a like-for-like basis, sales fell by 3%.", id="basis"),
    ],
)
def test_what_limits_from_in_front_stays(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("We stopped the relay at 10:02", "We stopped the relay at 10:02 on mx-1.", id="object"),
        pytest.param(
            "Fewer than ten shards need a restart", "Fewer than ten shards need a restart.", id="kept"
        ),
        pytest.param("剔除汇率影响后，收入同比下降2%", "剔除汇率影响后，收入同比下降2%。", id="zh-kept"),
    ],
)
def test_what_limits_is_quoted_freely(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
