"""What a quoting hand puts around a quote: fences, labels, list numbers, links, spaces in numbers."""

from __future__ import annotations

import pytest

from evidencelab.evidence.context.wrapping import (
    holds_other_word,
    is_bare,
    is_content,
    may_be_grouped,
    unwrap,
    without_additions,
)
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.prepared_text import PreparedText


@pytest.mark.parametrize(
    ("excerpt", "inner"),
    [
        pytest.param("```\nx: 5\n```", "x: 5", id="fence"),
        pytest.param("```json\nx: 5\n```", "x: 5", id="fence-with-a-language"),
        pytest.param("~~~\nx: 5\n~~~\n", "x: 5", id="tildes"),
        pytest.param("```\nx: 5", "x: 5", id="open-fence"),
        pytest.param("```\nlog: x 5\n```", "x 5", id="label-inside-a-fence"),
        pytest.param("```\nx\ny\n```", "x\ny", id="two-lines"),
        pytest.param("`x: 5`", "`x: 5`", id="one-backtick"),
        pytest.param("log: x 5", "x 5", id="label"),
        pytest.param("Logs：x 5", "x 5", id="full-width-colon"),
        pytest.param("the raw tool output: x 5", "x 5", id="three-words-in-front"),
        pytest.param(
            "the raw tool system output: x 5", "the raw tool system output: x 5", id="four-words-in-front"
        ),
        pytest.param("log line: x 5", "x 5", id="word-behind"),
        pytest.param("log entries quoted: x 5", "log entries quoted: x 5", id="words-behind"),
        pytest.param("[Evidence]: x 5", "x 5", id="bracketed"),
        pytest.param("**Quote**: x 5", "x 5", id="marked"),
        pytest.param("- excerpt : x 5", "x 5", id="list-sign"),
        pytest.param("log 5: x", "log 5: x", id="digit"),
        pytest.param("pool: x 5", "pool: x 5", id="another-word"),
        pytest.param("log:", "log:", id="label-alone"),
        pytest.param("日志：x 5", "x 5", id="zh"),
        pytest.param("原始日志内容：x 5", "x 5", id="zh-words-around"),
        pytest.param("无日志：x 5", "无日志：x 5", id="zh-negation-is-content"),
        pytest.param("很长很长很日志：x 5", "很长很长很日志：x 5", id="zh-five-in-front"),
        *(
            pytest.param(f"{label}: x 5", "x 5", id=label)
            for label in [
                "log",
                "logs",
                "evidence",
                "quote",
                "quotes",
                "quotation",
                "excerpt",
                "source",
                "output",
                "text",
                "raw",
                "message",
                "citation",
                "record",
                "snippet",
                "app log",
                "application log",
                "server log",
                "original text",
                "source text",
                "full log",
                "recent logs",
                "matching log",
                "key evidence",
                "log lines",
                "log entry",
                "log excerpt",
                "log output",
                "log text",
                "log record",
                "log message",
                "log snippet",
                "log quote",
                "日志",
                "原文",
                "证据",
                "引用",
                "引文",
                "摘录",
                "节选",
                "来源",
                "出处",
                "记录",
                "输出",
                "告警",
                "指标",
                "片段",
                "日志原文",
                "日志摘录",
                "日志片段",
                "日志如下",
                "日志显示",
                "日志节选",
                "日志输出",
                "日志记录",
            ]
        ),
    ],
)
def test_the_quote_is_what_stands_inside_fence_and_label(excerpt, inner):
    start, end = unwrap(excerpt, PreparedText("nothing of the kind"))
    assert excerpt[start:end] == inner


TEXT = PreparedText("heap 1234567 of 2000 bytes, item 12")


@pytest.mark.parametrize(
    ("excerpt", "changed"),
    [
        pytest.param("see [a b](http://x/y) now", "see a b now", id="link"),
        pytest.param("see [a](x) [b](y)", "see a b", id="links"),
        pytest.param("see [a] (x)", None, id="no-link"),
        pytest.param("1. up", "up", id="list-number"),
        pytest.param("12) up", "up", id="bracket"),
        pytest.param("(3) up", "up", id="brackets"),
        pytest.param("3、上", "上", id="zh-number"),
        pytest.param("（3）上", "上", id="zh-brackets"),
        pytest.param("  1. up", "  up", id="indent-stays"),
        pytest.param("1. up\n2. down", "up\ndown", id="lines"),
        pytest.param("up\n2. down", "up\ndown", id="later-line"),
        pytest.param("123. up", None, id="three-digits"),
        pytest.param("1.5 up", None, id="decimals"),
        pytest.param("up 2. down", None, id="inside-a-line"),
        pytest.param("heap 1 234 567 of", "heap 1234567 of", id="grouped"),
        pytest.param("heap 1_234_567 of", "heap 1234567 of", id="grouped-as-in-a-program"),
        pytest.param("heap_1_234_567 of", None, id="the-end-of-a-name"),
        pytest.param("heap 1 234 568 of", None, id="not-the-texts-number"),
        pytest.param("2 000 bytes", "2000 bytes", id="grouped-at-the-begin"),
        pytest.param("heap 2 0000", None, id="four-digits"),
        pytest.param("heap 2 000.5", None, id="decimals-behind"),
        pytest.param("heap .2 000", None, id="decimals-in-front"),
        pytest.param("plain text", None, id="nothing"),
    ],
)
def test_additions_are_taken_out_and_nothing_else(excerpt, changed):
    assert without_additions(excerpt, TEXT) == changed
    if changed is not None:
        assert not is_bare(excerpt) or may_be_grouped(excerpt)


@pytest.mark.parametrize("excerpt", ["plain text", "pool: 5", "a 12 b", "[a] (b)", "1.5 up"])
def test_an_excerpt_is_bare_where_nothing_could_be_taken_out(excerpt):
    assert is_bare(excerpt)
    assert not may_be_grouped(excerpt)


@pytest.mark.parametrize("excerpt", ["log: x", "a\nb", "see [a](b)", "1. up", "Ann (10:02): up"])
def test_an_excerpt_is_not_bare_where_something_could_be(excerpt):
    assert not is_bare(excerpt)


@pytest.mark.parametrize(
    ("excerpt", "holds"),
    [
        pytest.param("the pump zebra is up", True, id="another-word"),
        pytest.param("the pump is down: zebra", True, id="behind-a-colon"),
        pytest.param("the pump 7 is up", False, id="a-number"),
        pytest.param("an pump is up", False, id="an-article"),
        pytest.param("pump None is up", False, id="what-python-prints"),
        pytest.param("log: the pump zebra is up", False, id="label"),
        pytest.param("```\nthe pump zebra is up\n```", False, id="fence"),
        pytest.param("the [pump](zebra) is up", False, id="link"),
        pytest.param("the pump is up (from nginx log)", False, id="source-behind"),
        pytest.param("[t]he pump zebra is up", False, id="first-letter-in-brackets"),
        pytest.param("the pump is up [omitted]", False, id="mark-of-elision"),
    ],
)
def test_a_word_that_the_text_has_nowhere_stays_whatever_is_left_off(excerpt, holds):
    text = PreparedText("the pump is up, a valve is down")
    assert holds_other_word(MeasuredText(excerpt), text) is holds
    if holds:
        assert unwrap(excerpt, text) == (0, len(excerpt))
        changed = without_additions(excerpt, text) or excerpt
        assert not text.vocabulary.issuperset(MeasuredText(changed).tokens)


def test_a_word_that_the_text_cuts_at_a_line_end_is_none_it_has_nowhere():
    text = PreparedText("the pump is over-\nloaded")
    assert not holds_other_word(MeasuredText("the pump is overloaded"), text)


@pytest.mark.parametrize("excerpt", ["heap 1 234", "1,234 up", "to DE89370400440532013000", "+49 30 901820"])
def test_numbers_may_be_grouped(excerpt):
    assert is_bare(excerpt)
    assert may_be_grouped(excerpt)


@pytest.mark.parametrize(
    ("marked", "content"),
    [
        pytest.param("log: ¦pool¦ up", True, id="behind-the-label"),
        pytest.param("¦log¦: pool up", False, id="label"),
        pytest.param("¦pool¦: log up", True, id="no-label"),
        pytest.param("1. ¦pool¦ up", False, id="beside-a-list-number"),
        pytest.param("1. very long ¦pool¦ up", True, id="far-behind-a-list-number"),
        pytest.param("use ¦1¦ 234 up", False, id="first-group"),
        pytest.param("use 1 ¦234¦ up", False, id="second-group"),
        pytest.param("use 12 ¦pool¦ 234", True, id="no-group"),
    ],
)
def test_words_are_content_where_they_are_no_label_number_or_group(marked, content):
    before, words, _ = marked.split("¦")
    start = len(before)
    assert is_content(marked.replace("¦", ""), start, start + len(words)) is content


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("stderr: lock held by pid 4410", "lock held by pid 4410", "accept", id="stream"),
        pytest.param("runbook：先摘流量再重启 lb-4", "3. 先摘流量再重启 lb-4", "accept", id="book"),
        pytest.param("返回：lock held by pid 4410", "lock held by pid 4410", "accept", id="zh-reply"),
        pytest.param("lock held by pid 4410 (Source: app.log)", "lock held by pid 4410", "accept", id="source-behind"),
        pytest.param("lock held by pid 4410 (Cause: app.log)", "lock held by pid 4410", "mismatch", id="cause-behind"),
        pytest.param("ERROR: lock held by pid 4410", "lock held by pid 4410", "mismatch", id="a-level-is-no-label"),
        pytest.param("root cause: lock held by pid 4410", "lock held by pid 4410", "mismatch", id="nor-is-a-claim"),
        pytest.param("result: held by pid 4410", "lock: held by pid 4410; result: timed out", "mismatch", id="nor-a-key-of-the-text"),
        pytest.param("The lock is held by pid 4410", "9 waiters; lock is held by pid 4410", "accept", id="article"),
        pytest.param("The lock is held by pid 4410", "no lock is held by pid 4410", "mismatch", id="article-for-a-negation"),
    ],
)  # fmt: skip
def test_what_is_put_in_front_of_a_quote_is_a_label_or_a_claim(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("2. reset by peer 97", "accept", id="own-number"),
        pytest.param("reset by peer 97", "accept", id="no-number"),
        pytest.param("1. reset by peer 97", "mismatch", id="number-of-another"),
    ],
)
def test_an_item_keeps_the_number_that_the_text_gives_it(excerpt, decision):
    assert match_excerpt(excerpt, "1. timeout on read 412\n2. reset by peer 97").decision == decision


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("belt 7 runs at 90 % (06:10)", "accept", id="in-brackets"),
        pytest.param("belt 7 runs at 90 % @06:10", "accept", id="behind-a-sign"),
        pytest.param("belt 7 runs at 90 % (06:40)", "mismatch", id="time-of-another"),
    ],
)
def test_the_time_of_a_line_may_be_told_behind_it(excerpt, decision):
    assert match_excerpt(excerpt, "06:10 belt 7 runs at 90 %\n06:40 belt 8 is idle").decision == decision
