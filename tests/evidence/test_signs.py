"""Signs of comparison and of value are tokens wherever they are no bracket, arrow or quote mark."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.tokens import tokenise


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("valid > now()", ["valid", ">", "now"], id="apart"),
        pytest.param("due<'2026'", ["due", "<", "2026"], id="quoted-operand"),
        pytest.param("due <= '2026'", ["due", "<=", "2026"], id="or-equal"),
        pytest.param("kind <> 'void'", ["kind", "<>", "void"], id="unlike"),
        pytest.param('name!~"db"', ["name", "!~", "db"], id="no-match"),
        pytest.param('name=~"db"', ["name", "~", "db"], id="match"),
        pytest.param("a -> b => c", ["a", "b", "c"], id="arrows"),
        pytest.param("port <unset> of List<Text>", ["port", "unset", "of", "List", "Text"], id="brackets"),
        pytest.param("ok\n> more", ["ok", "more"], id="quote-mark"),
        pytest.param("差额 -¥90.00", ["差", "额", "-", "¥", "90.00"], id="negative-amount"),
        pytest.param("¥50-¥90", ["¥", "50", "¥", "90"], id="range-of-amounts"),
        pytest.param("at 09:14:02.5+01:00", ["at", "09", "14", "02.5", "+", "01", "00"], id="zone"),
        pytest.param("bytes 109380+7292", ["bytes", "109380", "7292"], id="sum"),
        pytest.param("1e-5s", ["1e-5", "s"], id="exponent"),
        pytest.param("id 2b5e-77f1-4a1f", ["id", "2", "b", "5", "e", "77", "f", "1", "4", "a", "1", "f"], id="hexadecimal"),
        pytest.param("used:12,884,901", ["used", "12884901"], id="grouped-behind-a-colon"),
        pytest.param("at 12:00:01,234", ["at", "12", "00", "01.234"], id="milliseconds"),
    ],
)  # fmt: skip
def test_signs_are_told_from_brackets_and_arrows(text, tokens):
    assert tokenise(fold(text)) == tokens


@pytest.mark.parametrize(
    ("excerpt", "text", "code"),
    [
        pytest.param("Filter: (valid < now()) on fares", "Filter: (valid > now()) on fares", "direction_changed", id="apart"),
        pytest.param("used=1 AND due>'2026-06-01'", "used=1 AND due<'2026-06-01'", "direction_changed", id="quoted"),
        pytest.param("made <= '2026-01-01' AND x", "made >= '2026-01-01' AND x", "direction_changed", id="or-equal"),
        pytest.param("total > 5 AND kind = 'void'", "total > 5 AND kind <> 'void'", "direction_changed", id="unlike-to-equal"),
        pytest.param("kind IN (70, 71) AND flag = 1", "kind IN (70, 71) AND flag <> 1", "direction_changed", id="number"),
        pytest.param('silence of instance!~"db.*" active', 'silence of instance=~"db.*" active', "direction_changed", id="matcher"),
        pytest.param("内存使用率 … 90% 时告警", "内存使用率 > 90% 时告警", "direction_changed", id="zh-sign-elided"),
        pytest.param("差额 +¥90.00；差异 1 笔", "差额 -¥90.00；差异 1 笔", "value_changed", id="zh-sign-of-an-amount"),
        pytest.param("balance of $90.00 today", "balance of -$90.00 today", "value_changed", id="sign-left-out"),
        pytest.param("$90.00 of balance today", "-$90.00 of balance today", "value_changed", id="sign-cut-off"),
    ],
)  # fmt: skip
def test_a_changed_sign_is_a_changed_value(excerpt, text, code):
    found = match_excerpt(excerpt, text)
    assert found.decision == "mismatch"
    assert code in [reason.code for reason in found.reasons]


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("used_memory:12,884,901,888 of 16G", "used_memory:12884901888 of 16G", id="grouped"),
        pytest.param(
            "task send[0c8d2b5e…",
            "task send[0c8d2b5e-77f1-4a1f-9e0a-52c7c1d0be34] retry",
            id="identifier-cut",
        ),
        pytest.param(
            "volume pvc-8f1c2a77...", "volume pvc-8f1c2a77-93de-4c0b failed", id="identifier-cut-at-digits"
        ),
    ],
)
def test_what_looks_like_a_sign_and_is_none_changes_nothing(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


def test_a_range_cut_short_is_another_value():
    assert match_excerpt("partitions 0...", "partitions 0-11 have no reader").decision != "accept"
    assert (
        match_excerpt("the shards and partitions 5...", "the shards and partitions 5-11 are idle").decision
        == "mismatch"
    )


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("drift must stay within ±0.3%", "drift must stay within ±0.3 % here", "accept", id="same"),
        pytest.param("drift must stay within +0.3 %", "drift must stay within ±0.3 % here", "mismatch", id="one-sided"),
        pytest.param("drift must stay within 0.3 %", "drift must stay within ±0.3 % here", "mismatch", id="left-out"),
        pytest.param("drift must stay within ±0.3 %", "drift must stay within 0.3 % here", "mismatch", id="put-in"),
    ],
)  # fmt: skip
def test_plus_or_minus_belongs_to_its_number(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_a_sign_left_out_of_a_gap_is_the_reason():
    text = "balance of shop four today -$90.00 today"
    found = match_excerpt("balance of shop four ... $90.00 today", text)
    assert [(reason.code, reason.text_token) for reason in found.reasons] == [("value_changed", "-$")] * 2
    assert match_excerpt("balance of shop four ... -$90.00 today", text).decision == "accept"
