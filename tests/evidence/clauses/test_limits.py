"""A statement is not quoted without what limits it: conditions, terms, exceptions, in brackets or not."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Gift wrapping is free", "Gift wrapping is free (members only).", id="bracket-only"),
        pytest.param("Gift wrapping is free", "Gift wrapping is free (only for orders over 50 EUR).", id="only-for"),
        pytest.param("Gift wrapping is free", "Gift wrapping is free until 6 January.", id="free-until"),
        pytest.param("The permit of hall B is valid", "The permit of hall B is valid from 6 January.", id="valid-from"),
        pytest.param("Gift wrapping is free", "Gift wrapping is free as long as stocks last.", id="as-long-as"),
        pytest.param("Gift wrapping is free", "Gift wrapping is free, provided you order by noon.", id="provided"),
        pytest.param("The room costs EUR 80", "The room costs EUR 80 (subject to change).", id="subject-to"),
        pytest.param("The room costs EUR 80", "The room costs EUR 80, depending on the season.", id="depending-on"),
        pytest.param("The room costs EUR 80", "The room costs EUR 80 (excl. breakfast)", id="excl"),
        pytest.param("Rent EUR 80: week 9", "Rent EUR 80 (if paid in cash): week 9", id="if-left-out-of-the-middle"),
        pytest.param("it may be closed by hand.", "If the valve does not answer within 9 s it may be closed by hand.", id="if-without-comma"),
        pytest.param("运费全免", "运费全免（限会员）", id="zh-members"),
        pytest.param("运费全免", "运费全免（仅首单）", id="zh-first-order-only"),
        pytest.param("运费全免", "运费全免，以下单时间为准。", id="zh-as-of"),
        pytest.param("全场八折", "全场八折，特价商品除外。", id="zh-but-for"),
        pytest.param("全场八折，特价商品", "全场八折，特价商品除外。", id="zh-the-excepted-as-included"),
        pytest.param("可延长至22点", "如客流很大，可延长至22点。", id="zh-should"),
        pytest.param("可延长至22点", "若客流较大，可延长至22点。", id="zh-if"),
        pytest.param("可延长至22点", "若外场客流较大，可延长至22点。", id="zh-if-and-a-word-with-outside"),
        pytest.param("可延长至22点", "若时间允许，可延长至22点。", id="zh-if-and-a-word-with-time"),
        pytest.param("租期两年，押金全退", "租期两年，期满后未欠费的，押金全退。", id="zh-case-left-out-of-the-middle"),
        pytest.param("Rebate 4 %: EUR 9", "Rebate 4 % (only if paid by May): EUR 9\nFee: EUR 3", id="limit-in-a-label"),
        pytest.param("Since 3.2: the `--wide` flag", "Obsolete since 3.2: the `--wide` flag.", id="obsolete-since"),
        pytest.param("as of June the B tariff applies", "Withdrawn as of June the B tariff applies", id="withdrawn-as-of"),
        pytest.param("展期内，展商不得拆台", "展期内，未经主办方同意，展商不得拆台。", id="zh-consent-left-out-of-the-middle"),
        pytest.param("展商不得拆台", "展期内，未经主办方同意，展商不得拆台。", id="zh-consent-in-front"),
        pytest.param("阀门…开泵，运行 9 小时", "阀门先排空余压再开泵，运行 9 小时", id="zh-first-left-out-of-the-middle"),
        pytest.param("由主管审批，当天生效", "请假先报备再由主管审批，当天生效", id="zh-first-in-front"),
        pytest.param("ticket 7 status: open", "ticket 7 status: open -> closed by Ines", id="state-before-a-change"),
    ],
)  # fmt: skip
def test_a_statement_keeps_its_condition_and_its_exception(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("The cache layer is shared", "The cache layer is shared, provided by team Orchid.", id="provided-by"),
        pytest.param("disk sdb1 has 40 GB free", "disk sdb1 has 40 GB free; use it until Monday", id="next-clause"),
        pytest.param("The room costs EUR 80 (subject to change)", "The room costs EUR 80 (subject to change).", id="limit-kept"),
        pytest.param("水箱容量 20 升", "水箱容量 20 升（如图所示）", id="zh-figure"),
        pytest.param("水箱容量 20 升", "水箱容量 20 升（以下简称大水箱）", id="zh-short-name"),
        pytest.param("甲方应付款 2 万元", "甲方应付款 2 万元，如逾期则加收滞纳金。", id="zh-condition-of-what-follows"),
        pytest.param("压力下降 4 千帕", "如上所述，压力下降 4 千帕。", id="zh-as-said"),
        pytest.param("节点 n-4 延迟 80 毫秒", "若干节点重启，节点 n-4 延迟 80 毫秒", id="zh-some-and-not-if"),
        pytest.param("ticket 7 status: open -> closed", "ticket 7 status: open -> closed by Ines", id="change-kept"),
        pytest.param("检查连接池上限 200", "先重启网关, 再检查连接池上限 200", id="zh-next-step"),
        pytest.param("再生纸占比 40%", "工艺领先，再生纸占比 40%", id="zh-first-and-then-in-other-words"),
        pytest.param("frames cart.Total", "frames cart.Total -> tax.Rate -> db.Get", id="chain-of-calls"),
        pytest.param("route: edge 4ms", "route: edge 4ms -> core 9ms -> db 31ms", id="first-hop"),
        pytest.param("core 9ms (hit=3)", "edge 4ms -> core 9ms (hit=3) -> db 31ms", id="hop-with-a-note"),
        pytest.param("节点: 网关 4ms", "节点: 网关 4ms -> 订单 9ms -> 库存 31ms", id="hop-zh"),
        pytest.param("Nils swapped the pump on Friday", "We changed nothing, except that Nils swapped the pump on Friday.", id="except-that"),
        pytest.param("若压力持续升高，请关闭阀门", "建议：若压力持续升高，请关闭阀门。", id="zh-advice-with-its-case"),
    ],
)  # fmt: skip
def test_what_limits_something_else_is_no_matter(excerpt, text):
    assert decision(excerpt, text) == "accept"


def test_a_label_that_is_told_in_part_is_no_source():
    assert decision("Accepted: J. Brandt", "Accepted with objections: J. Brandt\nDate: 4 May") == "uncertain"


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("会员不支持退票", "二、通过抽奖获得的会员不支持退票。", False, id="numbered"),
        pytest.param("商品不退换", "1、已拆封的商品不退换。", False, id="numbered-by-a-digit"),
        pytest.param("员工不享受补贴", "试用期内的员工不享受补贴。", False, id="of-some"),
        pytest.param("通过抽奖获得的会员不支持退票", "二、通过抽奖获得的会员不支持退票。", True, id="whole"),
        pytest.param("服务运行正常，延迟 40ms", "新上线的服务运行正常，延迟 40ms。", True, id="fact"),
    ],
)
def test_an_attribute_that_limits_a_rule_is_quoted_with_it(excerpt, text, is_quote):
    assert (decision(excerpt, text) == "accept") == is_quote
