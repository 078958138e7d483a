"""Hostile text is shown exactly, and markup that may carry it keeps only its structure."""

from __future__ import annotations

import html
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.reports.views.markup import clean_html, clean_svg, csv_cell, escaped, inline_code, visible

BREAKOUT = "</pre><img src=x onerror=alert(1)>"
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


class TagCollector(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def parse(markup):
    collector = TagCollector()
    collector.feed(markup)
    collector.close()
    return collector


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BREAKOUT, id="closing-tag-and-image"),
        pytest.param("<script>alert(1)</script>", id="script"),
        pytest.param("<b>bold", id="unclosed-tag"),
        pytest.param('" onmouseover="alert(1)', id="attribute-breakout"),
        pytest.param("&lt;b&gt; stays escaped", id="entity"),
        pytest.param("连接池 <i>耗尽</i>", id="chinese"),
    ],
)
def test_escaped_text_is_shown_as_it_stands_and_makes_no_tag(text):
    parsed = parse(f'<p title="{escaped(text)}">{escaped(text)}</p>')
    assert parsed.tags == ["p"]
    assert parsed.text == text


@given(st.text())
def test_escaped_never_opens_a_tag_and_loses_no_character(text):
    parsed = parse(f"<p>{escaped(text)}</p>")
    assert parsed.tags == ["p"]
    assert html.unescape(escaped(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m", id="ansi"),
        pytest.param("a\x00b\x7f", "a\\x00b\\x7f", id="nul-and-delete"),
        pytest.param("\x9b31m", "\\x9b31m", id="c1-introducer"),
        pytest.param("abc\u202edef", "abc\\u202edef", id="direction-override"),
        pytest.param("a\tb\nc", "a\tb\nc", id="tab-and-line-feed-stay"),
        pytest.param("progress\rdone", "progress\\x0ddone", id="carriage-return"),
    ],
)
def test_visible_shows_what_a_terminal_would_obey(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("markup", "cleaned"),
    [
        pytest.param("<p onclick='x()' style='a'>t</p>", "<p>t</p>", id="events-and-styles"),
        pytest.param("a<script>alert(1)</script>b", "ab", id="script-with-content"),
        pytest.param("a<script>alert(1)", "a", id="unclosed-script"),
        pytest.param("<style>p{}</style><b>x</b>", "<b>x</b>", id="style-with-content"),
        pytest.param("x<img src=x onerror=alert(1)>y", "xy", id="image"),
        pytest.param("<iframe srcdoc='<b>'></iframe>z", "z", id="frame"),
        pytest.param("<a href='javascript:alert(1)'>l</a>", "<a>l</a>", id="script-address"),
        pytest.param("<a href='https://far.example/'>l</a>", "<a>l</a>", id="external-address"),
        pytest.param("<a href='//far.example/'>l</a>", "<a>l</a>", id="scheme-relative-address"),
        pytest.param("<a href='a/b.html#el-c'>l</a>", '<a href="a/b.html#el-c">l</a>', id="local-address"),
        pytest.param("<p id='top'>t</p>", "<p>t</p>", id="foreign-id"),
        pytest.param("<p id='el-1'>t</p>", '<p id="el-1">t</p>', id="own-id"),
        pytest.param("<!-- c --><i>1</i>", "<i>1</i>", id="comment"),
    ],
)
def test_clean_html_keeps_structure_only(markup, cleaned):
    assert clean_html(markup) == cleaned


@pytest.mark.parametrize(
    ("inside", "gone"),
    [
        pytest.param("<script>alert(1)</script>", "script", id="script"),
        pytest.param("<foreignObject><p>x</p></foreignObject>", "foreignObject", id="foreign-object"),
        pytest.param('<rect onload="x()"/>', "onload", id="event"),
        pytest.param('<rect fill="url(http://far.example)"/>', "far.example", id="loaded-fill"),
        pytest.param(
            '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="data:x"/>', "data:", id="data-use"
        ),
        pytest.param("<image href='x.png'/>", "image", id="image"),
        pytest.param('<a href="javascript:x()"><text>t</text></a>', "javascript", id="link"),
    ],
)
def test_clean_svg_drops_what_acts_or_loads(inside, gone):
    drawing = clean_svg(SVG.format(f'<text x="1">kept &lt;b&gt;</text>{inside}'))
    assert gone not in drawing
    assert "kept &lt;b&gt;" in drawing


@pytest.mark.parametrize(
    "document", ["", "<p/>", "not xml <", "<svg>", '<!DOCTYPE x [<!ENTITY a "b">]><svg>&a;</svg>']
)
def test_clean_svg_gives_nothing_for_what_is_no_svg(document):
    assert clean_svg(document) == ""


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        pytest.param("=1+1", "'=1+1", id="equals"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
        pytest.param("-2+3", "'-2+3", id="minus-expression"),
        pytest.param("\t=1", "'\t=1", id="tab-in-front"),
        pytest.param("＝1", "'＝1", id="full-width-equals"),
        pytest.param("-2.5", "-2.5", id="a-number-stays"),
        pytest.param("+3%", "+3%", id="a-percentage-stays"),
        pytest.param("active=50/50", "active=50/50", id="equals-inside"),
        pytest.param(-5, -5, id="an-int-stays"),
    ],
)
def test_csv_cell_disarms_formulas_and_leaves_numbers(value, cell):
    assert csv_cell(value) == cell


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("plain", "`plain`", id="plain"),
        pytest.param("a `b` c", "``a `b` c``", id="backticks-inside"),
        pytest.param("`a", "`` `a ``", id="backtick-at-the-edge"),
        pytest.param("a|b", "`a|b`", id="bar"),
        pytest.param("two\nlines", "`two lines`", id="line-break"),
        pytest.param("[x](javascript:alert(1))", "`[x](javascript:alert(1))`", id="link"),
    ],
)
def test_inline_code_cannot_be_left_from_inside(text, code):
    assert inline_code(text) == code


def test_inline_code_does_not_end_a_table_cell():
    assert inline_code("a|b`c", in_table=True) == "``a\\|b`c``"
