"""Records told in a line of pairs, or one pair a line: what may be skipped, reordered and left out of them."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

GATES = (
    "07:40:01 闸机 卡号：5512 姓名：周宁 结果：拒绝 原因：未授权 处理：登记\n"
    "07:40:09 闸机 卡号：5530 姓名：吴越 结果：放行 原因：白名单"
)
BOILER = "MODEL    : KX-900\nPRESSURE : 4.0 bar\nALARM    : not cleared\nRUNTIME  : 22.4 hours"
HALLS = "东厅 温度：21 湿度：40 西厅 温度：26 湿度：55 门：关"


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("闸机 卡号：5512 结果：拒绝", id="one-field"),
        pytest.param("07:40:01 闸机 姓名：周宁 结果：拒绝", id="behind-the-name"),
        pytest.param("闸机 卡号：5512 处理：登记", id="a-negated-field"),
        pytest.param("卡号：5512 周宁 结果：拒绝", id="an-inner-label"),
    ],
)
def test_a_record_may_be_told_without_some_of_its_fields(excerpt):
    assert match_excerpt(excerpt, GATES).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("闸机 卡号：5512 结果：放行", id="another-records-value"),
        pytest.param("卡号：5512 姓名：吴越", id="another-records-name"),
        pytest.param("闸机 卡号：周宁", id="another-keys-value"),
        pytest.param("姓名：周宁 结果：未授权", id="the-next-keys-value"),
        pytest.param("卡号：5530 周宁", id="under-no-label"),
        pytest.param("闸机 卡号：5530 处理：登记", id="a-field-it-does-not-have"),
    ],
)
def test_what_is_skipped_gives_no_key_another_value(excerpt):
    assert match_excerpt(excerpt, GATES).decision == "mismatch"


@pytest.mark.parametrize("excerpt", ["东厅 门：关", "东厅 温度：21 门：关", "东厅 温度：21 湿度：40 门：关"])
def test_a_key_that_stands_twice_begins_another_record(excerpt):
    assert match_excerpt(excerpt, HALLS).decision != "accept"


def test_no_label_is_made_of_another_records_fields():
    text = "报警 0x31 级别：重要 描述：电压低\n恢复 0x32 级别：提示 描述：转速正常"
    assert match_excerpt("报警 0x31 重要 描述：转速正常", text).decision != "accept"


@pytest.mark.parametrize("joint", ["; ", ", ", "\n"])
def test_lines_of_one_record_may_be_told_in_another_order(joint):
    told = joint.join(["RUNTIME: 22.4 hours", "MODEL: KX-900", "ALARM: not cleared"])
    assert match_excerpt(told, BOILER).decision == "accept"
    assert match_excerpt(told.replace("KX-900", "4.0 bar"), BOILER).decision == "mismatch"
    assert match_excerpt(told.replace("not ", ""), BOILER).decision == "mismatch"


def test_lines_of_two_records_may_not():
    text = "Port  : 1\nState : up\nSpeed : 10G\n\nPort  : 2\nState : down\nSpeed : 1G"
    assert match_excerpt("State: down; Port: 2", text).decision == "accept"
    assert match_excerpt("State: down; Port: 1", text).decision == "mismatch"


@pytest.mark.parametrize("blank", ["", " ", "   "])
def test_chinese_keys_need_no_blank_around_their_sign(blank):
    text = f"地址{blank}：北京路7号\n电话{blank}：021-555\n型号{blank}：X9"
    assert match_excerpt("型号：X9；地址：北京路7号", text).decision == "accept"
    assert match_excerpt("型号：021-555；地址：北京路7号", text).decision == "mismatch"


SWITCH = (
    "Apr 3 NET/6/PEER_GONE: Nearest peer deleted on port GE1/24 (index 24)\n"
    "Apr 3 NET/3/LINK_STATE: Physical state on the interface GE1/24 changed to down.\n"
)


@pytest.mark.parametrize("sign", ["", ":"])
def test_a_message_may_be_told_by_its_end_behind_a_mark(sign):
    assert match_excerpt(f"NET/3/LINK_STATE{sign} ... changed to down.", SWITCH).decision == "accept"
    assert match_excerpt(f"NET/6/PEER_GONE{sign} ... changed to down.", SWITCH).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        ("check ... has failed over", "check: primary ok, secondary has failed over"),
        ("status ... left the pool", "status: ok reason: peer left the pool"),
    ],
)
def test_the_end_of_another_clause_is_none_of_a_key(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
