from __future__ import annotations

import pytest

from evidencelab.agents.language.wording import (
    camel_parts,
    clauses,
    excerpt_of,
    fold,
    language_of,
    sentences,
    stem,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("请排查 order-service 当前是否存在 HighMemoryUsage 告警", "zh", id="zh-with-names"),
        pytest.param("确认 order-service 是否存在 HikariCP", "zh", id="zh-mostly-names"),
        pytest.param("Only confirm whether the logs hold '连接池耗尽'", "en", id="en-with-a-zh-term"),
        pytest.param("Is payment-service hit by 限流?", "en", id="en-question-zh-topic"),
        pytest.param("HighCPUUsage payment-service?", "en", id="no-plain-word"),
        pytest.param("", "en", id="empty"),
    ],
)
def test_language_of_weighs_plain_words_not_names(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("words", "root"),
    [
        (("requests", "requested", "request"), "request"),
        (("stopped", "stops", "stop"), "stop"),
        (("retries", "retry"), "retry"),
        (("status",), "status"),
    ],
)
def test_stem_makes_the_forms_of_a_word_one(words: tuple[str, ...], root: str) -> None:
    assert {stem(word) for word in words} == {root}


def test_clauses_keep_numbers_and_times_whole() -> None:
    assert clauses("took 1,200 ms, at 11:17 GC ran; 完成。好") == (
        "took 1,200 ms",
        "at 11:17 GC ran",
        "完成",
        "好",
    )


def test_sentences_keep_their_ends() -> None:
    assert sentences("查到了。没有更多。 Done. Next 1.5 GB") == (
        "查到了。",
        "没有更多。",
        "Done.",
        "Next 1.5 GB",
    )


def test_camel_parts_cut_acronyms_from_words() -> None:
    assert camel_parts("HighCPUUsage") == ("High", "CPU", "Usage")
    assert camel_parts("OOMKilled") == ("OOM", "Killed")


def test_fold_makes_width_case_and_blanks_one() -> None:
    assert fold("ＡＢ\n  Cd") == "ab cd"


def test_excerpt_of_marks_where_it_cut() -> None:
    assert excerpt_of("a" * 81, 80) == "a" * 79 + "…"
    assert excerpt_of("a" * 80, 80) == "a" * 80
