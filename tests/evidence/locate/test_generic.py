"""What is too short or says too little to be compared, at each boundary."""

from __future__ import annotations

import pytest

from evidencelab.evidence.locate.generic import is_too_short

ENOUGH = [
    pytest.param(" ".join(["alert firing"] * 4 + ["5"] * 7), id="longer-than-anybody-writes-by-chance"),
    pytest.param("pool drained", id="two-words"),
    pytest.param("pool of", id="a-word-and-a-function-word"),
    pytest.param("firing pool", id="a-state-and-a-word"),
    pytest.param("5 pools", id="a-number-and-a-word"),
    pytest.param("缓存紫色", id="four-characters"),
    pytest.param("紫色 node", id="two-characters-and-a-word"),
    pytest.param("pool=5", id="pair"),
    pytest.param("pool = 5", id="spaced-pair"),
    pytest.param('pool="x"', id="quoted-pair"),
    pytest.param("pool=-5", id="signed-pair"),
    pytest.param("pool=...", id="pair-with-its-value-left-out"),
    pytest.param("pool: 5", id="colon-pair-of-a-number"),
    pytest.param("pool: -5", id="colon-pair-of-a-signed-number"),
    pytest.param("pool: '5", id="colon-pair-of-a-quoted-number"),
    pytest.param('"pool": x', id="json-pair"),
    pytest.param('"pool":"x"', id="glued-json-pair"),
    pytest.param('"pool": [ x', id="json-row"),
    pytest.param("pool: x", id="row"),
    pytest.param("log: alert error", id="row-of-generic-words"),
    pytest.param("state=firing", id="pair-of-generic-words"),
    pytest.param("Exit Code: x", id="row-of-two-words"),
    pytest.param("/var/log", id="path"),
    pytest.param("abcdefg7", id="long-id-with-a-digit"),
    pytest.param("a" * 24, id="very-long-word"),
    pytest.param("192.168.2.7 up", id="dotted-number"),
    pytest.param("memory 900Mi (45%) 2Gi", id="three-quantities"),
    pytest.param("5 5 alert s", id="unit-not-behind-a-number"),
    pytest.param("告警 告警 告警 紫色", id="an-uncommon-word-behind-common-ones"),
    pytest.param("a b" + "-" * 30 + "a=b", id="long-with-a-pair"),
    pytest.param(
        "告警日志服务系统错误异常警告正常健康失败成功触发恢复超时状态当前 us-pool", id="long-with-a-name"
    ),
]

TOO_LITTLE = [
    pytest.param("", id="empty"),
    pytest.param("pool", id="one-word"),
    pytest.param("abcdefg", id="seven-letters"),
    pytest.param("abcdefgh", id="eight-letters-without-a-digit"),
    pytest.param("abcdef7", id="seven-characters-with-a-digit"),
    pytest.param("a" * 23, id="long-word"),
    pytest.param("var/log", id="one-slash"),
    pytest.param("缓存紫", id="three-characters"),
    pytest.param("紫 node", id="one-character-and-a-word"),
    pytest.param("firing alert", id="a-state-and-a-common-word"),
    pytest.param("WARN ERROR", id="levels"),
    pytest.param("5 6 7", id="numbers"),
    pytest.param("-5 6.5", id="signed-and-decimal"),
    pytest.param("5 ms alert", id="a-unit-behind-its-number"),
    pytest.param("5 ms 6 % 5 ms", id="two-quantities"),
    pytest.param("5 alert", id="number-and-common-word"),
    pytest.param("the alert of the alert", id="function-words"),
    pytest.param("告警日志服务", id="common-characters"),
    pytest.param("告警 日志 alert 5", id="common-of-both"),
    pytest.param("error: alert", id="row-named-by-a-level"),
    pytest.param("WARN: alert", id="row-named-by-a-level-in-capitals"),
    pytest.param("... --- !!!", id="punctuation"),
    pytest.param("=", id="sign"),
    pytest.param("pool=", id="no-value"),
    pytest.param("=pool", id="no-key"),
    pytest.param("7=x", id="no-name"),
    pytest.param("pool:x", id="glued-colon"),
    pytest.param("log: alert: error", id="two-colons"),
    pytest.param("12:30", id="time"),
    pytest.param("-" * 80, id="long-rule"),
    pytest.param("[" + "=" * 80 + "]", id="long-rule-in-brackets"),
    pytest.param(" ".join(["alert firing"] * 4 + ["5"] * 6), id="common-words-up-to-the-length"),
]


@pytest.mark.parametrize("folded", ENOUGH)
def test_two_words_a_pair_or_a_telling_name_can_be_compared(folded):
    assert not is_too_short(folded, 2)


@pytest.mark.parametrize("folded", TOO_LITTLE)
def test_one_word_or_generic_ones_cannot_be_compared(folded):
    assert is_too_short(folded, 2)


@pytest.mark.parametrize(
    ("folded", "min_tokens", "too_short"),
    [
        pytest.param("pool", 1, False, id="one-of-one"),
        pytest.param("pool drained", 3, True, id="two-of-three"),
        pytest.param("pool drained twice", 3, False, id="three-of-three"),
        pytest.param("/var/log pool", 3, False, id="path-counts-twice"),
        pytest.param("紫色缓存", 3, True, id="four-characters-of-six"),
        pytest.param("紫色缓存清空", 3, False, id="six-characters-of-six"),
        pytest.param("firing", 1, True, id="generic-one-of-one"),
        pytest.param("firing", 0, False, id="none-asked-for"),
        pytest.param("...", 0, True, id="no-token-at-all"),
        pytest.param("pool=5", 9, False, id="pair-of-nine"),
        pytest.param("one two three four five six", 6, False, id="more-than-the-first-words"),
        pytest.param("firing alert of the pool", 2, False, id="telling-word-behind-the-first-ones"),
        pytest.param("5 - pool", 2, False, id="sign-is-no-word"),
        pytest.param("- pool", 2, True, id="sign-and-one-word"),
    ],
)
def test_how_many_words_are_asked_for_is_a_setting(folded, min_tokens, too_short):
    assert is_too_short(folded, min_tokens) is too_short


def test_three_words_are_asked_of_text_that_begins_with_numbers():
    assert not is_too_short("5 6 pool up", 4)
    assert is_too_short("5 6 pool", 4)
    assert is_too_short("5 pool", 4)
    assert is_too_short("7 pool", 3)


@pytest.mark.parametrize(
    ("excerpt", "is_generic"),
    [
        ("7 41.2 3.27 40.88 0.97 -14.63", False),
        ("3.5 | 4.25 | 7.125 | 19.5 | 88", False),
        ("10 20 30 40 50", True),
        ("41.2 3.27 40.88", True),
        ("2025-01-02 10:20:30.123", True),
    ],
)
def test_a_row_of_many_long_numbers_is_no_coincidence(excerpt, is_generic):
    assert is_too_short(excerpt, 2) == is_generic
