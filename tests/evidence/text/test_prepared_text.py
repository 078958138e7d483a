"""How a text is cut into tokens, and what a prepared text knows of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from evidencelab.evidence.text.cut_text import CutText, MeasuredText, Stretch
from evidencelab.evidence.text.prepared_text import PreparedText, prepare_text
from evidencelab.evidence.text.tokens import has_open_edge, may_hold_mark, tokenise


@pytest.mark.parametrize(
    ("folded", "tokens"),
    [
        pytest.param("a bc d", ["a", "bc", "d"], id="words"),
        pytest.param("don't can't dogs' 'tis", ["don't", "can't", "dogs", "tis"], id="contractions"),
        pytest.param("shan'tx it's", ["shan", "tx", "it", "s"], id="no-contractions"),
        pytest.param("naïve µs Ω", ["naïve", "µs", "Ω"], id="other-letters"),
        pytest.param("1 23 4.5 1.2.3", ["1", "23", "4.5", "1.2.3"], id="numbers"),
        pytest.param("1,234 1,234,567.8", ["1234", "1234567.8"], id="grouped"),
        pytest.param("1,23 1,2345 12,34", ["1", "23", "1", "2345", "12", "34"], id="not-grouped"),
        pytest.param("1e-05 1e+5 1e5", ["1e-05", "1e+5", "1", "e", "5"], id="exponents"),
        pytest.param("-5 (-5) a -5", ["-5", "-5", "a", "-5"], id="signed"),
        pytest.param("a-5 5-5 )-5 x%-5 .-5", ["a", "5", "5", "5", "5", "x", "5", "5"], id="no-signs"),
        pytest.param("blk_-5", ["blk", "-5"], id="sign-behind-an-underscore"),
        pytest.param("5% 5 % % x%", ["5", "%", "5", "%", "x"], id="percent"),
        pytest.param("~5 ≈ 5 ~x", ["~", "5", "≈", "5", "x"], id="about"),
        pytest.param("+Inf -Inf +5 Info", ["+", "Inf", "-", "Inf", "5", "Info"], id="infinity"),
        pytest.param("*.shop * x", ["*", "shop", "x"], id="any-name"),
        pytest.param("a!=b a!b", ["a", "!=", "b", "a", "b"], id="unequal"),
        pytest.param("$5 €5 £5 ¥5 5‰", ["$", "5", "€", "5", "£", "5", "¥", "5", "5", "‰"], id="currencies"),
        pytest.param("✓✔✅✗✘❌", list("✓✔✅✗✘❌"), id="marks"),
        pytest.param("↑↓▲▼⬆⬇", list("↑↓▲▼⬆⬇"), id="arrows"),
        pytest.param("错误 abc误", ["错", "误", "abc", "误"], id="cjk"),
        pytest.param("カナ 한글 々〇", ["カ", "ナ", "한", "글", "々", "〇"], id="kana-hangul-marks"),
        pytest.param("... --- []{}", [], id="punctuation"),
        pytest.param("", [], id="empty"),
        pytest.param("pod7a", ["pod", "7", "a"], id="letters-and-digits"),
    ],
)
def test_a_text_is_cut_into_words_numbers_and_signs(folded, tokens):
    assert tokenise(folded) == tokens
    text = PreparedText(folded, folded)
    assert text.tokens == [token.lower() for token in tokens]
    assert text.n_tokens == len(text.starts) == len(text.ends) == len(text.gaps) - 1 == len(tokens)


@pytest.mark.parametrize(
    ("folded", "is_open"),
    [
        *(pytest.param(f"{sign}a b", True, id=f"begins-with-{sign}") for sign in "-+%<>!=~≈*"),
        *(pytest.param(f"a b{sign}", True, id=f"ends-with-{sign}") for sign in "-+<>!~≈*"),
        pytest.param("a b~ ", True, id="last-but-one"),
        pytest.param("a b~  ", False, id="further-in"),
        pytest.param("a ~= ", True, id="compatible-with-what-follows"),
        *(pytest.param(f"a 5{sign}", False, id=f"looks-back-{sign}") for sign in "%="),
        pytest.param("a inf", True, id="inf"),
        pytest.param("a Inf", True, id="Inf"),
        pytest.param("a inform", False, id="inform"),
        pytest.param("inf a", False, id="inf-in-front"),
        pytest.param("a, b.", False, id="other-signs"),
        pytest.param("ab=cd", False, id="inside"),
    ],
)
def test_an_edge_is_open_where_a_sign_could_belong_to_what_is_beyond(folded, is_open):
    assert has_open_edge(folded) is is_open


@pytest.mark.parametrize(
    "folded", ["a... b", "[略]", "[omitted]", "[Omitted]", "[snip]", "[truncated]", "[elided]"]
)
def test_a_text_that_may_hold_an_elision_mark_is_known(folded):
    assert may_hold_mark(folded)
    assert PreparedText(folded, folded).is_elided


@pytest.mark.parametrize("folded", ["a.. b", "left out", "elision"])
def test_a_text_that_can_hold_no_elision_mark_is_known(folded):
    assert not may_hold_mark(folded)
    assert not PreparedText(folded, folded).is_elided


@pytest.mark.parametrize(
    "make", [MeasuredText, PreparedText, lambda text: MeasuredText.of(CutText(text), True)]
)
def test_a_measured_text_knows_where_its_tokens_stand(make):
    text = make("Pool “A-7” … is not  up")
    assert text.folded == 'Pool "A-7" ... is not  up'
    assert text.tokens == ["pool", "a", "7", "is", "not", "up"]
    assert text.starts == [0, 6, 8, 15, 18, 23]
    assert text.ends == [4, 7, 9, 17, 21, 25]
    assert text.gaps == ["", ' "', "-", '" ... ', " ", "  ", ""]
    assert [text.gap(index) for index in (0, 2, 5)] == [' "', '" ... ', ""]
    assert text.joined == "\x1fpool\x1fa\x1f7\x1fis\x1fnot\x1fup\x1f"
    assert text.cased == "\x1fPool\x1fA\x1f7\x1fis\x1fnot\x1fup\x1f"
    assert text.outer_span() == (0, 25)
    assert text.is_elided


@pytest.mark.parametrize(
    ("stretch", "tokens"),
    [
        pytest.param((0, 8), (0, 2), id="whole-tokens"),
        pytest.param((4, 9), (1, 2), id="spaces-around"),
        pytest.param((1, 8), None, id="first-cut"),
        pytest.param((0, 3), None, id="last-cut"),
        pytest.param((4, 5), None, id="between-tokens"),
        pytest.param((1, 3), None, id="inside-a-token"),
        pytest.param((0, 9), (0, 2), id="all-of-it"),
    ],
)
def test_the_tokens_of_a_stretch_are_those_it_cuts_none_of(stretch, tokens):
    assert PreparedText("Pool A-7.").tokens_within(*stretch) == tokens


@pytest.mark.parametrize("make", [PreparedText, prepare_text])
def test_a_prepared_text_can_be_searched(make):
    text = make("Pool “A-7” … is not  up")
    assert text.joined_starts == [0, 5, 7, 9, 12, 16, 19]
    assert [text.token_at(at) for at in (0, 4, 5, 9, 18)] == [0, 0, 1, 3, 5]
    assert [text.joined_position(index) for index in (0, 3, 6)] == [0, 9, 19]
    assert text.positions("not") == [4]
    assert text.positions("fish") == []
    assert text.vocabulary == {"pool", "a", "7", "is", "not", "up"}
    assert text.squeezed() == 'pool"a-7"...isnotup'
    origin = [*range(4), *range(5, 10), *range(11, 14), 15, 16, 18, 19, 20, 23, 24]
    for start, end in combinations(range(len(origin) + 1), 2):
        assert text.unsqueezed(start, end) == (origin[start], origin[end - 1] + 1)
    # behind the ellipsis, which is three characters long, the original is two characters behind
    spans = [text.original_span((text.starts[index], text.ends[index])) for index in range(6)]
    assert [text.original[slice(*span)] for span in spans] == ["Pool", "A", "7", "is", "not", "up"]
    assert text.original_spans(((0, 4), (15, 17))) == ((0, 4), (13, 15))
    assert text.original_span((25, 25)) == (23, 23)
    assert text.original_span((18, 18)) == (16, 16)
    assert text.original_span((11, 12)) == (11, 12)


def test_a_text_folded_one_to_one_needs_no_offsets():
    text = PreparedText("Pool，up")
    spans = ((0, 4), (5, 7))
    assert text.original_spans(spans) == text.original_spans(spans) == spans
    assert text.original_span((7, 7)) == (7, 7)


def test_a_text_without_tokens_has_one_gap():
    text = PreparedText("...")
    assert (text.tokens, text.starts, text.gaps, text.joined, text.outer_span()) == (
        [],
        [],
        ["..."],
        "\x1f",
        (3, 0),
    )


def test_a_stretch_knows_its_gaps():
    stretch = Stretch("“up 2”", '"up 2"', ["up", "2"], [1, 4], [3, 5], ["a", "b", "c"])
    assert (stretch.tokens, stretch.starts, stretch.ends) == (["up", "2"], [1, 4], [3, 5])
    assert not stretch.is_elided
    assert stretch.original_span((1, 3)) == (1, 3)
    assert [stretch.gap(index) for index in (0, 1)] == ["b", "c"]
