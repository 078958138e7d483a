"""What the text has somebody say is not quoted as what the text says; a program that reports is nobody."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("the boiler was serviced in May", "The landlord insists that the boiler was serviced in May.", id="insists"),
        pytest.param("the boiler was serviced in May", "The landlord said the boiler was serviced in May.", id="said-without-that"),
        pytest.param("the boiler was serviced in May", "The tenant told the court that the boiler was serviced in May.", id="told-somebody"),
        pytest.param("the boiler was serviced in May", "My predecessor once told Ines the boiler was serviced in May.", id="told-by-name"),
        pytest.param("the boiler was serviced in May", "We were told that the boiler was serviced in May.", id="was-told"),
        pytest.param("the boiler was serviced in May", "Ms Ortega, who stated that the boiler was serviced in May, has moved.", id="who-stated"),
        pytest.param("the boiler was serviced in May", "In a letter she wrote that the boiler was serviced in May.", id="wrote"),
        pytest.param("the boiler was serviced in May", "The neighbour testified that the boiler was serviced in May.", id="testified"),
        pytest.param("the boiler was serviced in May", "\"the boiler was serviced in May,\" said the landlord.", id="said-behind"),
        pytest.param("the boiler was serviced in May", "the boiler was serviced in May, according to the landlord.", id="according-to-behind"),
        pytest.param("水管在四月已经更换", "房东表示，水管在四月已经更换。", id="zh-landlord"),
        pytest.param("水管在四月已经更换", "王女士称水管在四月已经更换。", id="zh-woman-says"),
        pytest.param("水管在四月已经更换", "他告诉记者，水管在四月已经更换。", id="zh-told-the-press"),
        pytest.param("水管在四月已经更换", "患者自述水管在四月已经更换。", id="zh-own-words"),
        pytest.param("水管在四月已经更换", "物业公司回应称，水管在四月已经更换。", id="zh-company-answered"),
        pytest.param("水管在四月已经更换", "队长解释说，水管在四月已经更换。", id="zh-explained"),
        pytest.param("将仓库迁至城北", "李总提出将仓库迁至城北，财务部反对。", id="zh-boss-proposes"),
    ],
)  # fmt: skip
def test_what_somebody_says_is_not_quoted_without_the_speaker(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("queue mail-3 holds 900 messages", "The collector reports that queue mail-3 holds 900 messages.", id="program-reports"),
        pytest.param("queue mail-3 holds 900 messages", "The log shows that queue mail-3 holds 900 messages.", id="log-shows"),
        pytest.param("queue mail-3 holds 900 messages", "rabbitmqctl says queue mail-3 holds 900 messages.", id="command-says"),
        pytest.param("the boiler was serviced in May, said the landlord", "the boiler was serviced in May, said the landlord", id="speaker-kept"),
        pytest.param("The landlord said the boiler", "The landlord said the boiler was serviced in May.", id="speaker-kept-in-front"),
        pytest.param("队列 mail-3 积压 900 条", "监控显示队列 mail-3 积压 900 条", id="zh-monitor-shows"),
        pytest.param("队列 mail-3 积压 900 条", "系统日志表明队列 mail-3 积压 900 条", id="zh-log-shows"),
        pytest.param("温度过高，请检查", "指示灯闪烁表示温度过高，请检查。", id="zh-lamp-means"),
        pytest.param("明书第三章讲安装", "这家说明书第三章讲安装", id="zh-no-verb-of-saying"),
    ],
)  # fmt: skip
def test_a_report_of_a_program_and_a_speaker_kept_are_no_matter(excerpt, text):
    assert decision(excerpt, text) == "accept"
