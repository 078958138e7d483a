"""Where a quote may begin, end and go on: every rule of the edges at its exact boundary, place and code.

`¦` marks the place that is asked about; it is no part of the text.
"""

from __future__ import annotations

import pytest

from evidencelab.evidence.context import cuts
from evidencelab.evidence.context.cuts import Veto
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.prepared_text import PreparedText


def at(marked: str) -> tuple[PreparedText, int]:
    """Return the text and the offset of its mark."""
    place = marked.index("¦")
    text = PreparedText(marked.replace("¦", ""))
    assert text.folded == text.original
    return text, place


def shown(text: PreparedText, veto: Veto | None) -> tuple[str | None, str] | None:
    return None if veto is None else (veto.code, text.folded[veto.start : veto.end])


def told(excerpt: str, text: str) -> tuple[str, set[str]]:
    match = match_excerpt(excerpt, text)
    return match.decision, {reason.code for reason in match.reasons}


ACCEPTED = ("accept", set())
# Expected: the code and what it points at, without a mark and with one; None where nothing speaks against it.
BEGIN = [
    pytest.param("¦5 errors", None, None, id="begin-of-text"),
    pytest.param("load >¦= 5", *[("direction_changed", ">=")] * 2, id="half-a-comparison"),
    pytest.param("load !¦= 5", *[("direction_changed", "!=")] * 2, id="half-an-inequality"),
    pytest.param("load ¦>= 5", None, None, id="whole-comparison"),
    pytest.param("k¦=5", None, None, id="equals-sign-of-a-pair"),
    pytest.param("a¦-b", None, None, id="punctuation"),
    pytest.param("load ¦5", None, None, id="behind-a-space"),
    pytest.param("错¦误 5", None, None, id="cjk"),
    pytest.param("错¦5 次", None, None, id="behind-cjk"),
    pytest.param("67¦108", *[("value_changed", "71")] * 2, id="inside-digits"),
    pytest.param("un¦stable", *[("polarity_changed", "un")] * 2, id="negating-prefix"),
    pytest.param("it is Un¦stable", *[("polarity_changed", "Un")] * 2, id="negating-prefix-in-capitals"),
    pytest.param("re¦started", (None, "es"), None, id="inside-a-word"),
    pytest.param("rerun¦stable", (None, "ns"), None, id="prefix-inside-a-word"),
    pytest.param("pod¦7", *[("name_changed", "d7")] * 2, id="number-of-a-name"),
    pytest.param("7¦pod", *[("name_changed", "7p")] * 2, id="name-behind-a-digit"),
    pytest.param("at 10.¦5", *[("value_changed", "0.5")] * 2, id="decimals"),
    pytest.param("at 1/¦5", *[("value_changed", "1/5")] * 2, id="fraction"),
    pytest.param("at 12:¦30", *[("time_changed", "2:3")] * 2, id="minutes"),
    pytest.param("at 1,¦234", *[("value_changed", "1,2")] * 2, id="group-of-digits"),
    pytest.param("at 1,¦23", None, None, id="list-of-numbers"),
    pytest.param("at 1,¦2345", None, None, id="list-of-longer-numbers"),
    pytest.param("at 7-¦8", *[("value_changed", "7-8")] * 2, id="range"),
    pytest.param("job 1_¦2", ("name_changed", "1_2"), None, id="underscore-between-digits"),
    pytest.param("order-¦service", ("name_changed", "r-s"), None, id="behind-a-hyphen"),
    pytest.param("order_¦service", ("name_changed", "r_s"), None, id="behind-an-underscore"),
    pytest.param("order.¦service", None, None, id="behind-a-dot"),
    pytest.param("order/¦service", None, None, id="behind-a-slash"),
    pytest.param("order:¦5", None, None, id="behind-a-colon"),
    pytest.param("at -¦5", *[("value_changed", "-5")] * 2, id="sign"),
    pytest.param("-¦5 C", *[("value_changed", "-5")] * 2, id="sign-at-the-begin"),
    pytest.param("at --¦5", None, None, id="two-hyphens"),
    pytest.param("at -¦five", None, None, id="hyphen-in-front-of-a-word"),
    pytest.param("at (¦5)", None, None, id="bracket"),
    pytest.param("12:30 utc+¦8 up", *[("time_changed", "utc+8")] * 2, id="behind-the-sign-of-an-offset"),
    pytest.param("12:30 gmt-¦4 up", *[("time_changed", "gmt-4")] * 2, id="behind-the-minus-of-an-offset"),
    pytest.param("12:30 UTC +¦05:30 up", *[("time_changed", "UTC +05:30")] * 2, id="offset-behind-a-blank"),
    pytest.param("12:30 GMT +¦0530 up", *[("time_changed", "GMT +0530")] * 2, id="offset-without-a-colon"),
    pytest.param("12:30 UTC +¦8 up", None, None, id="count-behind-a-zone"),
    pytest.param("12:30 UTC¦+8 up", None, None, id="whole-offset"),
]


@pytest.mark.parametrize(("marked", "bare", "shown_cut"), BEGIN)
def test_a_quote_may_begin_where_no_value_is_cut(marked, bare, shown_cut):
    text, place = at(marked)
    assert shown(text, cuts.cut_before(text, place, False)) == bare
    assert shown(text, cuts.cut_before(text, place, True)) == shown_cut


END = [
    pytest.param("5 errors¦", None, None, id="end-of-text"),
    pytest.param("a-¦b", None, None, id="punctuation"),
    pytest.param("错误¦5", None, None, id="cjk"),
    pytest.param("6¦7", *[("value_changed", "67")] * 2, id="inside-digits"),
    pytest.param("at 3¦.5", *[("value_changed", "3.5")] * 2, id="decimals"),
    pytest.param("at 3¦/5", *[("value_changed", "3/5")] * 2, id="fraction"),
    pytest.param("at 12¦:30", *[("time_changed", "2:3")] * 2, id="minutes"),
    pytest.param("at 12:30 utc¦+2", *[("time_changed", "utc+2")] * 2, id="offset-of-a-zone"),
    pytest.param("at 12:30 gmt¦ - 2 hits", None, None, id="dash-behind-a-zone"),
    pytest.param("at 12:30 utc¦+8h now", *[("time_changed", "utc+8")] * 2, id="offset-with-its-unit"),
    pytest.param("at 12:30 UTC¦ +8% up", None, None, id="percentage-behind-a-zone"),
    pytest.param("at 12:30 UTC¦ +3,000 hits", None, None, id="amount-behind-a-zone"),
    pytest.param("at 12:30 UTC¦ +8ms", None, None, id="quantity-behind-a-zone"),
    pytest.param("at 12:30 UTC¦\n+8 up", None, None, id="line-behind-a-zone"),
    pytest.param("utc¦-2027-report", ("name_changed", "c-2"), None, id="zone-of-a-name"),
    pytest.param("at 1¦,234", *[("value_changed", "1,2")] * 2, id="group-of-digits"),
    pytest.param("at 1¦,23 x", None, None, id="list-of-numbers"),
    pytest.param("at 3¦.", None, None, id="full-stop"),
    pytest.param("at 3¦.x", None, None, id="dot-and-a-word"),
    pytest.param("at 7¦-8", ("name_changed", "7-8"), ("value_changed", "7-8"), id="range"),
    pytest.param("at 450¦ms", *[("unit_changed", "ms")] * 2, id="unit-glued"),
    pytest.param("at 450¦MB now", *[("unit_changed", "MB")] * 2, id="unit-glued-in-capitals"),
    pytest.param("at 450¦ ms", None, None, id="unit-behind-a-space"),
    pytest.param("at 5¦%", *[("unit_changed", "%")] * 2, id="percent"),
    pytest.param("at 5¦ %", *[("unit_changed", "%")] * 2, id="percent-behind-a-space"),
    pytest.param("at 5¦ ‰", *[("unit_changed", "‰")] * 2, id="per-mille-behind-a-space"),
    pytest.param("at 5¦abc", *[("name_changed", "5a")] * 2, id="letters-glued"),
    pytest.param("at 5¦ abc", None, None, id="word"),
    pytest.param("耗时 5¦秒", *[("unit_changed", "秒")] * 2, id="cjk-unit"),
    pytest.param("耗时 5¦分钟整", *[("unit_changed", "分钟")] * 2, id="cjk-unit-of-two"),
    pytest.param("耗时 5¦ 秒", None, None, id="cjk-unit-behind-a-space"),
    pytest.param("耗时 5¦整", None, None, id="cjk-word"),
    pytest.param("or¦der", (None, "rd"), None, id="inside-a-word"),
    pytest.param("pod¦7", *[("name_changed", "d7")] * 2, id="number-of-a-name"),
    pytest.param("order¦-service", ("name_changed", "r-s"), None, id="in-front-of-a-hyphen"),
    pytest.param("order¦_service", ("name_changed", "r_s"), None, id="in-front-of-an-underscore"),
    pytest.param("order¦-", None, None, id="hyphen-at-the-end"),
    pytest.param("order¦- service", None, None, id="hyphen-and-a-space"),
    pytest.param("order¦.service", None, None, id="in-front-of-a-dot"),
    pytest.param("from 10.4.0.9¦.pool.example", ("name_changed", "9.p"), None, id="host-led-by-its-address"),
    pytest.param("at 3.5¦.then", None, None, id="number-dot-and-a-word"),
]


@pytest.mark.parametrize(("marked", "bare", "shown_cut"), END)
def test_a_quote_may_end_where_no_value_is_cut(marked, bare, shown_cut):
    text, place = at(marked)
    assert shown(text, cuts.cut_after(text, place, False)) == bare
    assert shown(text, cuts.cut_after(text, place, True)) == shown_cut


@pytest.mark.parametrize("zone", ["UTC", "GMT", "utc", "gmt"])
@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize("offset", ["+8", "-4", "+05:30", "-0330"])
@pytest.mark.parametrize("behind", [" to all", ") to all", ". So", ", so", "/all", "开启", ""])
def test_a_zone_is_not_quoted_without_its_offset(zone, blank, offset, behind):
    text, place = at(f"open at 12:30 {zone}¦{blank}{offset}{behind}")
    expected = ("time_changed", f"{zone}{blank}{offset}")
    for is_marked in (False, True):
        assert shown(text, cuts.cut_after(text, place, is_marked)) == expected
    assert told(f"open at 12:30 {zone}", text.original) == ("mismatch", {"time_changed"})
    assert told(f"open at 12:30 {zone}{blank}{offset}", text.original) == ACCEPTED


def test_a_zone_in_front_of_a_dash_is_whole():
    assert told("open at 12:30 UTC", "open at 12:30 UTC - 4 hits") == ACCEPTED


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        pytest.param("at 450¦ ms", ("unit_changed", "ms"), id="unit"),
        pytest.param("at 450¦ m", None, id="unit-of-one-letter"),
        pytest.param("at 450¦ abc", None, id="word"),
        pytest.param("耗时 5¦ 秒", ("unit_changed", " 秒"), id="cjk-unit"),
        pytest.param("耗时 5¦ 整", None, id="cjk-word"),
    ],
)
def test_a_unit_behind_a_space_stays_with_its_number_where_the_quote_goes_on(marked, expected):
    text, place = at(marked)
    assert shown(text, cuts.cut_after(text, place, True, True)) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        pytest.param("not ¦ready", "not", id="beside"),
        pytest.param("not yet quite really ¦ready", "not", id="same-clause"),
        pytest.param("not now, ¦ready", None, id="comma"),
        pytest.param("not now; ¦ready", None, id="semicolon"),
        pytest.param("not now but ¦ready", None, id="but"),
        pytest.param("not now. Up ¦ready", None, id="sentence"),
        pytest.param("no v1.2 is ¦ready", "no", id="dot-inside-a-number"),
        pytest.param("not up -> ¦ready", None, id="arrow"),
        pytest.param("not up - ¦ready", None, id="dash"),
        pytest.param("not up state=¦ready", None, id="next-pair"),
        pytest.param("failed to ¦start", "failed to", id="to-and-its-verb"),
        pytest.param("failed to start ¦node-7", None, id="to-and-what-its-verb-is-about"),
        pytest.param("unless it is ¦ready", "unless", id="condition-further-off"),
        pytest.param("只有它 ¦ready", "只有", id="zh-condition"),
        pytest.param("系统拒绝¦重启", "拒绝", id="zh-refusal-beside"),
        pytest.param("检查后排除 ¦磁盘问题", "排除", id="zh-refusal-behind-a-blank"),
        pytest.param("系统拒绝了¦重启", None, id="zh-refusal-further-off"),
        pytest.param("¦not ready", None, id="behind-the-place"),
    ],
)
def test_what_negates_a_clause_is_seen_in_front_of_it(marked, expected):
    text, place = at(marked)
    veto = cuts.negation_before(text, place)
    assert shown(text, veto) == (None if expected is None else ("negation_cut", expected))


def test_what_negates_is_looked_for_behind_a_floor_only():
    text, place = at("it is not ¦ready")
    assert shown(text, cuts.negation_before(text, place, 6)) == ("negation_cut", "not")
    assert cuts.negation_before(text, place, 7) is None
    text, place = at("系统拒绝¦重启")
    assert shown(text, cuts.negation_before(text, place, 2)) == ("negation_cut", "拒绝")
    assert cuts.negation_before(text, place, 3) is None


@pytest.mark.parametrize(
    ("marked", "is_edge", "inside"),
    [
        pytest.param("it is¦ not ready", "not", "not", id="beside"),
        pytest.param("it is¦ one two not ready", "not", "not", id="two-words-off"),
        pytest.param("it is¦ one two three not ready", None, "not", id="three-words-off"),
        pytest.param(f"it is¦ {'x' * 30} not ready", "not", "not", id="32-characters-off"),
        pytest.param(f"it is¦ {'x' * 31} not ready", None, "not", id="33-characters-off"),
        pytest.param("it is,¦ not ready", None, "not", id="behind-a-comma"),
        pytest.param("it is¦, not ready", None, None, id="comma-between"),
        pytest.param("ready¦: no", "no", "no", id="answer-of-a-key"),
        pytest.param("ready¦=none, up", "none", "none", id="value-of-a-key"),
        pytest.param("ready¦: no pods", None, None, id="another-statement-of-a-key"),
        pytest.param("it is¦ ready", None, None, id="none"),
    ],
)
def test_what_negates_a_broken_off_clause_is_seen_behind_it(marked, is_edge, inside):
    text, place = at(marked)
    for edge, expected in ((True, is_edge), (False, inside)):
        veto = cuts.negation_after(text, place, is_edge=edge)
        assert shown(text, veto) == (None if expected is None else ("negation_cut", expected)), edge


def test_what_negates_behind_a_clause_counts_up_to_the_ceiling():
    text, place = at("it is¦ not ready")
    assert shown(text, cuts.negation_after(text, place, 9)) == ("negation_cut", "not")
    assert cuts.negation_after(text, place, 8) is None


# --------------------------------------------------------------------------- what may be joined


REPAIRED = ("mismatch", {"key_repaired"})


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param(
            "alpha ran ... delta slept", "alpha ran while beta, delta slept", ACCEPTED, id="whole-behind"
        ),
        pytest.param(
            "alpha ran beta ... slept long", "alpha ran beta, delta slept long", ACCEPTED, id="whole-before"
        ),
        pytest.param(
            "alpha ran ... slept long", "alpha ran beta, delta slept long", REPAIRED, id="neither-whole"
        ),
        pytest.param(
            "alpha ran ... slept long", "alpha ran beta delta slept long", ACCEPTED, id="one-clause"
        ),
        pytest.param(
            "alpha ran at ... 7 slept long", "alpha ran at 5, 7 slept long", REPAIRED, id="value-due"
        ),
        pytest.param(
            "alpha ran beta at ... 7 slept", "alpha ran beta at five, 7 slept", REPAIRED, id="value-due-word"
        ),
        pytest.param(
            "alpha is ... 7 apples long", "alpha is 5 apples and beta is 7 apples long", REPAIRED, id="copula"
        ),
        pytest.param(
            "alpha ran ... delta slept long", "alpha ran beta. Then delta slept long", REPAIRED, id="sentence"
        ),
        pytest.param(
            "alpha ran ... Delta slept", "alpha ran beta. Delta slept", ACCEPTED, id="whole-sentence-behind"
        ),
        pytest.param(
            "alpha ran beta ... delta slept so long",
            "alpha ran beta. Gamma, delta slept so long",
            ACCEPTED,
            id="sentence-and-a-statement",
        ),
        pytest.param(
            "alpha ran beta ... delta slept long",
            "alpha ran beta. Gamma, delta slept long",
            REPAIRED,
            id="sentence-and-too-short-a-statement",
        ),
        pytest.param(
            "alpha ran beta ... so delta slept long",
            "alpha ran beta. Gamma, so delta slept long",
            REPAIRED,
            id="sentence-and-a-consequence",
        ),
        pytest.param(
            "alpha ran beta ... delta=5 slept",
            "alpha ran beta. Gamma, delta=5 slept",
            ACCEPTED,
            id="sentence-and-a-pair",
        ),
        pytest.param("alpha ran ... beta slept", "alpha ran\nbeta slept", ACCEPTED, id="whole-lines"),
        pytest.param("alpha ... beta slept", "alpha ran\nbeta slept", ACCEPTED, id="line-behind"),
        pytest.param("alpha ran ... slept long", "alpha ran\nbeta slept long", REPAIRED, id="rest-of-a-line"),
        pytest.param(
            "alpha ran ... slept long", "alpha ran\nbeta, slept long", ACCEPTED, id="field-of-a-line"
        ),
        pytest.param(
            "alpha ran ... slept long",
            "alpha ran\n10:15 ERROR beta, slept long",
            ACCEPTED,
            id="rest-of-a-record",
        ),
        pytest.param(
            "alpha ... slept long",
            "alpha ran\n10:15 ERROR beta, slept long",
            REPAIRED,
            id="rest-of-a-record-and-part",
        ),
        pytest.param("k=5 ... n=7", "k=5, m=6, n=7", ACCEPTED, id="pairs"),
        pytest.param("zone ... k=7", "zone a k=5, shelf b k=7", REPAIRED, id="nearer-pair-of-the-key"),
        pytest.param("k=5 ... k=7", "k=5, k=6, k=7", ACCEPTED, id="some-of-one-key"),
        pytest.param("zone k= ... 7", "zone k=5, 7", REPAIRED, id="key-and-another-value"),
        pytest.param("zone k ... 7", "zone k=5, 7", REPAIRED, id="key-without-its-sign"),
        pytest.param(
            "Beta top ... cold plates 7 in all",
            "Beta top; cold plates 5 in all; cold plates 7 in all",
            REPAIRED,
            id="nearer-field-of-the-label",
        ),
        pytest.param(
            "cold plates 3 in all ... cold plates 7 in all",
            "cold plates 3 in all; cold plates 5 in all; cold plates 7 in all",
            ACCEPTED,
            id="some-of-one-label",
        ),
        pytest.param(
            "Beta top ... plates 7 in all",
            "Beta top; plates 5 in all; plates 7 in all",
            ACCEPTED,
            id="label-of-one-word",
        ),
        pytest.param(
            "alpha ran ... slept", "alpha ran not slept", ("mismatch", {"negation_cut"}), id="negation"
        ),
        pytest.param(
            "alpha ran slept long",
            "alpha ran not slept long",
            ("mismatch", {"polarity_changed"}),
            id="unmarked",
        ),
    ],
)
def test_two_stretches_are_joined_where_they_say_together_what_the_text_says(excerpt, text, expected):
    assert told(excerpt, text) == expected


@pytest.mark.parametrize(
    ("excerpt", "text", "shown_as"),
    [
        pytest.param(
            "alpha ran ... slept long", "alpha ran beta, delta slept long", " beta, delta ", id="gap"
        ),
        pytest.param("section ... k=7", "section a k=5, shelf b k=7", "k", id="key-behind"),
        pytest.param("zone k ... 7", "zone k=5, 7", "k", id="key-before"),
        pytest.param("alpha ran ... slept", "alpha ran not slept", "not", id="negation"),
    ],
)
def test_what_speaks_against_a_joint_is_pointed_at(excerpt, text, shown_as):
    match = match_excerpt(excerpt, text)
    assert [reason.text_token for reason in match.reasons] == [shown_as]


@pytest.mark.parametrize(
    ("excerpt", "text", "quoted"),
    [
        pytest.param(
            "pool cart-edge up",
            "pool cart-ed\nge up; pool cart-e\ndge up",
            "pool cart-ed\nge up",
            id="first-of-two",
        ),
        pytest.param(
            "pool cart-\nedge up", "a pool cart-edge up b", "pool cart-edge up", id="wrapped-by-the-excerpt"
        ),
        pytest.param("pool cart edge up", "pool cart-ed\nge up", None, id="hyphen-left-out"),
        pytest.param("poolcart up now", "pool\ncart up now", "pool\ncart up now", id="break-inside-a-word"),
        pytest.param("poolcart up now", "pool cart up\nnow", None, id="space-is-no-break"),
    ],
)
def test_a_word_wrapped_in_the_middle_is_one_word(excerpt, text, quoted):
    match = match_excerpt(excerpt, text)
    assert match.matched_text == quoted


@pytest.mark.parametrize("word", ["is", "are", "was", "were", "be"])
def test_behind_a_copula_the_value_of_another_subject_is_not_quoted(word):
    text = f"alpha {word} 5 apples and beta {word} 7 apples long"
    assert told(f"alpha {word} ... 7 apples long", text) == REPAIRED


@pytest.mark.parametrize("word", ["是", "为"])
def test_behind_a_chinese_copula_the_value_of_another_subject_is_not_quoted(word):
    assert told(f"内存{word} ... 7 块整", f"内存{word} 5 块加缓存{word} 7 块整") == REPAIRED
