"""What folding takes away, sign by sign, and that every folded character knows where it came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.evidence.text import folding
from evidencelab.evidence.text.folding import Offsets, fold, is_aligned

SIGNS = {
    "'": "‘’‚‛′＇`´",
    '"': "“”„‟″〝〞«»「」『』＂《》〈〉",
    "-": "‐‑‒–—―−－﹣",
    ",": "，、､",
    ";": "；",
    ":": "：∶︰",
    ".": "．",
    "。": "｡。",
    "(": "（",
    ")": "）",
    "[": "【〔〖［",
    "]": "】〕〗］",
    "<": "＜",
    ">": "＞",
    "!": "！",
    "?": "？",
    "/": "⁄∕／",
    "...": "…⋯",
    ">=": "≥≧⩾",
    "<=": "≤≦⩽",
    "!=": "≠",
    "->": "→⟶",
    "=>": "⇒",
    "x": "×",
    "\n": "\u2028\u2029\x85\r",
    " ": "\t\x1f\x0b\x0c\x1c\x1d\x1e\u00a0\u2009\u202f\u3000\u1680",
    "": "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\x00\x07\x7f\ufe0e\ufe0f",
    "%": "％",
    "A": "Ａ",
    "X": "Ｘ",
    "7": "７",
    "^2": "²",
    "^3": "³",
    " 1/2": "½",
    " 3/4": "¾",
    "1": "①１",
    "(1)": "⑴",
    "fi": "ﬁ",
    "ms": "㎳",
    "i\u0307": "İ",
}


@pytest.mark.parametrize(
    ("sign", "folded"),
    [pytest.param(sign, folded, id=f"{ord(sign):04x}") for folded, signs in SIGNS.items() for sign in signs],
)
def test_a_sign_folds_to_its_plain_form(sign, folded):
    assert fold(f"q{sign}q") == f"q{folded}q"
    assert fold(f"错{sign}误") == f"错{folded}误"


@pytest.mark.parametrize(
    "kept", ["q'q", 'q"q', "q^2", "Q_q", "错，误".replace("，", ","), "a|b", "$€£", "µ".upper()]
)
def test_what_is_plain_already_stays(kept):
    assert fold(kept) == kept


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        # escapes, entities, markup
        pytest.param(r"a\nb", "a\nb", id="escaped-line"),
        pytest.param(r"a\rb", "a\nb", id="escaped-return"),
        pytest.param(r"a\tb", "a b", id="escaped-tab"),
        pytest.param(r"a\\nb", "a\nb", id="escaped-twice"),
        pytest.param(r"a\"b\'c\/d", "a\"b'c/d", id="escaped-signs"),
        pytest.param(r"a\u9519b", "a错b", id="escaped-code"),
        pytest.param(r"a\u2265b", "a>=b", id="escaped-code-is-folded"),
        pytest.param(r"a\u004Bb", "aKb", id="escaped-code-in-capitals"),
        pytest.param(r"a\ub", "a ub", id="no-code"),
        pytest.param(r"a\qb", "a qb", id="no-escape"),
        pytest.param("a\\", "a ", id="last-backslash"),
        pytest.param(r"C:\new\test in b", "C: new test in b", id="windows-path"),
        pytest.param(r"C:\new \"b\"", 'C: new "b"', id="quotes-beside-a-windows-path"),
        pytest.param(r"C:\\new\\test", "C: new test", id="escaped-windows-path"),
        pytest.param(r"ab:\new", "ab:\new", id="no-drive"),
        pytest.param(r"a\x1b[31mb", "a\x1b[31mb".replace("\x1b[31m", ""), id="escaped-ansi"),
        pytest.param("\\u001b[1;31mb\\033[0mc", "bc", id="ansi-escaped-otherwise"),
        pytest.param("\x1b[1;31mb\x1b[0mc", "bc", id="ansi"),
        pytest.param("a &lt; b &amp; c &#65; &#x42; &nbsp;d", "a < b & c A B  d", id="entities"),
        pytest.param("a &unknown; b &c; AT&T", "a &unknown; b &c; AT&T", id="no-entities"),
        pytest.param("a &ge; b &#8805; c", "a >= b >= c", id="entity-is-folded"),
        pytest.param("a<b>c</b>d<br/>e", "a c d e", id="tags"),
        pytest.param('a<span class="x">b</span>', "a b ", id="tag-with-attributes"),
        pytest.param("a<H1>b</H1>", "a[H1]b ", id="other-tags-are-words"),
        pytest.param("a<pod-name>b", "a[pod-name]b", id="word-in-angles"),
        pytest.param("a<7>b <x y>", "a<7>b <x y>", id="other-angles"),
        # quote marks of e-mail
        pytest.param("> a\n>> b\n > c", " a\n b\n c", id="quoted-lines"),
        pytest.param(">= 5 a\n> b", ">= 5 a\n b", id="comparison-is-no-quote-mark"),
        pytest.param("a\n> b", "a\n> b", id="quoted-line-later"),
        # composed
        pytest.param("cafe\u0301 x", "café x", id="combining"),
        pytest.param("a\u0301\u0323b", "ạ́b", id="two-marks"),
        pytest.param("5\u0301 x", "5\u0301 x", id="mark-on-a-digit"),
        pytest.param("1’234’567 x", "1234567 x", id="apostrophe-groups"),
        pytest.param("1\u2009234 x", "1234 x", id="thin-space-groups"),
        pytest.param("1\u202f234 x", "1234 x", id="narrow-space-groups"),
        pytest.param("1\u00a0234 x", "1234 x", id="no-break-groups"),
        pytest.param("1’2345 x", "1'2345 x", id="four-digits-are-no-group"),
        pytest.param("1\u00a0b x", "1 b x", id="no-break-space"),
        # times
        pytest.param("2026-07-08T09:14 x", "2026-07-08 09:14 x", id="iso"),
        pytest.param("at T09:14 T-rex 5T x", "at T09:14 T-rex 5T x", id="other-ts"),
        pytest.param("09:14:02,123 x", "09:14:02.123 x", id="comma-of-milliseconds"),
        pytest.param("09:14:02,12 x: 1,234", "09:14:02,12 x: 1,234", id="other-commas"),
        pytest.param("09:14:02,1234", "09:14:02,1234", id="comma-of-four-digits"),
    ],
)
def test_a_sequence_folds_to_what_it_stands_for(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "folded", "origins"),
    [
        pytest.param("a…b", "a...b", [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)], id="one-to-three"),
        pytest.param("a\u200bb", "ab", [(0, 1), (2, 3)], id="one-to-none"),
        pytest.param("a&lt;b", "a<b", [(0, 1), (1, 5), (5, 6)], id="sequence"),
        pytest.param("错，…误", "错,...误", [(0, 1), (1, 2), *[(2, 3)] * 3, (3, 4)], id="cjk"),
        pytest.param("&lt;…", "<...", [(0, 4), *[(4, 5)] * 3], id="sequence-and-sign"),
        pytest.param("a</b>b", "a b", [(0, 1), (1, 5), (5, 6)], id="tag"),
    ],
)
def test_every_folded_character_knows_where_it_came_from(text, folded, origins):
    assert fold(text) == folded
    offsets = Offsets(text)
    assert offsets.n_folded == len(folded)
    assert [offsets.origin(index) for index in range(len(folded))] == origins


@pytest.mark.parametrize(
    ("text", "aligned"),
    [
        pytest.param("plain, text", True, id="plain"),
        pytest.param("tab\there", True, id="ascii-of-one-length"),
        pytest.param("a\x00b", False, id="ascii-lost"),
        pytest.param("错，误", True, id="one-to-one"),
        pytest.param("错…误", False, id="longer"),
        pytest.param("…\u200b\u200b错", False, id="longer-and-lost-in-balance"),
        pytest.param("</b>\u2026错", False, id="sequence"),
        pytest.param("&lt;ﬃﬁ错", False, id="sequence-of-the-same-length"),
    ],
)
def test_offsets_are_the_same_only_where_every_character_folds_to_one(text, aligned):
    assert is_aligned(text, fold(text)) is aligned
    assert is_aligned(text, fold(text)) is aligned


@given(st.text(alphabet=st.sampled_from("aT1: ,%[0m;f6<>&`\\>\n，：错…"), max_size=24))
def test_what_is_seen_to_be_folded_already_has_nothing_to_fold(text):
    if folding._FOLDED_ALREADY.fullmatch(text):
        assert folding._folded(text) == text


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        pytest.param("2024-01-02T10:00", "2024-01-02 10:00", id="time"),
        pytest.param("10:00:01,250 ok", "10:00:01.250 ok", id="fraction"),
        pytest.param("path=%41b", "path=Ab", id="escaped-byte"),
        pytest.param("[0m ok", " ok", id="half-a-colour-code"),
        pytest.param("THE 5% of 1,250 [m5]", "THE 5% of 1,250 [m5]", id="none-of-them"),
    ],
)
def test_what_begins_as_content_is_folded_where_it_goes_on_as_a_sequence(text, folded):
    assert fold(text) == folded
