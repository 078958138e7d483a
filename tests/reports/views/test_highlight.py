"""Excerpts over their text: marks stand where the match put them, whatever the text holds."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.reports.views.display import ExcerptOverText, html_of
from evidencelab.reports.views.highlight import FOLD_AFTER, Mark, text_block


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@pytest.mark.parametrize(
    ("text", "marks", "inside"),
    [
        pytest.param("active=48", [Mark(7, 9, "found")], "active=<mark>48</mark>", id="found"),
        pytest.param(
            "active=48",
            [Mark(0, 9, "found"), Mark(7, 9, "veto", "code")],
            '<mark>active=</mark><mark class="el-veto" title="code"><b>48</b></mark>',
            id="veto-above-found",
        ),
        pytest.param("a<b", [Mark(1, 2, "found")], "a<mark>&lt;</mark>b", id="marked-tag-is-escaped"),
        pytest.param("连接池", [Mark(1, 2, "found")], "连<mark>接</mark>池", id="code-points"),
        pytest.param("😀ab", [Mark(1, 2, "found")], "😀<mark>a</mark>b", id="beyond-the-basic-plane"),
        pytest.param("ab", [Mark(1, 9, "found")], "a<mark>b</mark>", id="cut-to-the-text"),
        pytest.param("abcd", [Mark(0, 2, "found"), Mark(2, 4, "found")], "<mark>abcd</mark>", id="joined"),
        pytest.param("ab", [Mark(1, 1, "found")], "ab", id="empty-mark"),
    ],
)
def test_text_block_marks_stretches(text, marks, inside):
    assert text_block(text, marks) == f'<div class="el-text">{inside}</div>'


@given(st.text(max_size=80), st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90)), max_size=5))
def test_text_block_shows_every_character_once(text, spans):
    marks = [Mark(start, end, "found") for start, end in spans]
    assert plain(text_block(text, marks)) == plain(text_block(text))


def test_a_long_text_opens_at_its_marks_and_folds_the_whole():
    text = "x" * FOLD_AFTER + "needle" + "y" * FOLD_AFTER
    markup = text_block(text, [Mark(FOLD_AFTER, FOLD_AFTER + 6, "found")])
    opened, folded = markup.split("<details>")
    assert "<mark>needle</mark>" in opened
    assert len(plain(opened)) < 500
    assert plain(folded).endswith(text)
    assert f"the whole text, {len(text)} characters" in folded


def test_a_text_at_the_limit_is_not_folded():
    assert "<details>" not in text_block("x" * FOLD_AFTER)
    assert "<details>" in text_block("x" * (FOLD_AFTER + 1))


def test_a_match_shows_both_strings_with_what_differs():
    view = ExcerptOverText.of("active=49, idle=2", "pool active=48, idle=2 <i>")
    markup = html_of(view)
    assert "mismatch" in markup
    assert '<mark class="el-veto" title="value_changed"><b>49</b></mark>' in markup
    assert '<mark class="el-veto" title="value_changed"><b>48</b></mark>' in markup
    assert "<i>" not in markup
    assert "pool active=48, idle=2 <i>" in plain(markup)
