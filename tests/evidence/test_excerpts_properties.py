"""Properties of folding, offsets and the match that must hold for any strings at all."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText

WORDS = st.sampled_from(
    [
        "order-service",
        "latency",
        "rose",
        "above",
        "450",
        "ms",
        "for",
        "longer",
        "than",
        "10",
        "minutes",
        "retries=3",
        "pool=order[1]",
        "内存",
        "使用率",
        "达到",
        "91%",
        "3.8GB/4GB",
        "[WARN]",
        "10.0.0.17:8080",
        "blk_-34",
        "67,108,864",
        "P99",
        ">=",
        "4.2s",
        "current=91%,",
        "duration=15m;",
        "probe-7f9",
        "2026-07-08T09:14:02Z",
        "持续",
        "15",
        "分钟",
        "heap",
        "usage",
        "(pam_unix)",
        "/api/v1/users",
        "“quoted”",
        "café",
        "ﬁle",
    ]
)
TEXTS = st.lists(WORDS, min_size=4, max_size=24).map(" ".join)
ANY = st.text(max_size=120)
NASTY = st.text(
    alphabet=st.sampled_from("a9不未 \n\t\\\"'<>&;=.…,-_[]()|%$\u200b\u0301\x1b{}:/#！"), max_size=80
)


@given(st.one_of(ANY, NASTY), st.one_of(ANY, NASTY))
@settings(max_examples=400, deadline=None)
def test_match_never_raises_and_points_into_the_original(excerpt, text):
    match = match_excerpt(excerpt, text)
    for start, end in match.spans:
        assert 0 <= start < end <= len(text)
    for reason in match.reasons:
        if reason.text_span is not None:
            assert text[slice(*reason.text_span)] == reason.text_token
        if reason.excerpt_span is not None:
            assert excerpt[slice(*reason.excerpt_span)] == reason.excerpt_token
    assert (match.similarity is None) == (match.decision == "too_short")
    assert (match.matched_text is not None) == (match.decision == "accept")
    if match.similarity is not None:
        assert 0.0 <= match.similarity <= 100.0


@given(st.one_of(ANY, TEXTS))
@settings(max_examples=300, deadline=None)
def test_fold_is_idempotent_where_nothing_was_escaped(text):
    assume(not re.search(r"[\\&<>\x1b]", fold(text)))
    assert fold(fold(text)) == fold(text)


@given(st.one_of(ANY, NASTY, TEXTS))
@settings(max_examples=300, deadline=None)
def test_every_token_is_the_folded_slice_of_the_original_it_points_to(text):
    prepared = PreparedText(text)
    for index, token in enumerate(prepared.tokens):
        start, end = prepared.original_span((prepared.starts[index], prepared.ends[index]))
        assert 0 <= start < end <= len(text)
        # behind another character, as in the text, a sign is no quote mark
        folded = fold("x" + text[start:end])[1:].lower().replace(",", "")
        assert token in folded or folded in token


@given(TEXTS, st.data())
@settings(max_examples=400, deadline=None)
def test_any_slice_between_spaces_is_accepted_unless_too_short(text, data):
    words = text.split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    assume(
        ["longer", "than"] not in (words[last : last + 2], words[last + 1 : last + 3])
    )  # than what is part of what is said
    # what a number is compared by is part of what is said: without it, a limit is a reading
    assume(not (first and words[first - 1] in {"above", ">="} and words[first][0].isdigit()))
    excerpt = " ".join(words[first : last + 1])
    assert match_excerpt(excerpt, text).decision in {"accept", "too_short"}


@given(TEXTS, st.data())
@settings(max_examples=400, deadline=None)
def test_a_changed_digit_is_never_accepted_unless_it_stands_elsewhere(text, data):
    digits = [index for index, character in enumerate(text) if character.isascii() and character.isdigit()]
    assume(digits)
    at = data.draw(st.sampled_from(digits))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != text[at]]))
    changed = text[:at] + other + text[at + 1 :]
    words = changed.split(" ")
    where = len(text[:at].split(" ")) - 1
    excerpt = " ".join(
        words[max(0, where - data.draw(st.integers(0, 4))) : where + 1 + data.draw(st.integers(0, 4))]
    )
    assume(excerpt not in text)
    assert match_excerpt(excerpt, text).decision != "accept"


@given(TEXTS, st.integers(0, 3))
@settings(max_examples=200, deadline=None)
def test_an_excerpt_longer_than_the_text_is_never_accepted(text, n_copies):
    excerpt = f"{text}; {'root cause was a leak in node-9; ' * (n_copies + 1)}"
    assert match_excerpt(excerpt, text).decision == "mismatch"
