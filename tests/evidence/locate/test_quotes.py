"""Quotes that stand in the text as they are, token for token, or in fragments: which place, and which slices."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.locate.fragments import find_fragments
from evidencelab.evidence.locate.quotes import find_run, find_verbatim
from evidencelab.evidence.text.cut_text import CutText
from evidencelab.evidence.text.prepared_text import PreparedText


@pytest.mark.parametrize(
    ("folded", "text", "start", "codes"),
    [
        pytest.param("pool up", "pool up, pool up", 0, [], id="first-of-two"),
        pytest.param("pool up", "spool up, pool up", 10, [], id="honest-behind-a-cut-word"),
        pytest.param("pool up", "not pool up, pool up", 13, [], id="honest-behind-a-negated-one"),
        pytest.param("pool up", "spool up, not pool up", 1, [], id="a-cost-is-better-than-a-veto"),
        pytest.param("pool up", "not pool up, spool up", 14, [], id="a-cost-behind-a-veto"),
        pytest.param("pool up", "not pool up, no pool up", 4, ["negation_cut"], id="first-of-two-vetoed"),
        pytest.param("up", "spup, not up", 2, [], id="one-word"),
    ],
)
def test_a_verbatim_quote_stands_at_the_first_place_that_nothing_speaks_against(folded, text, start, codes):
    located = find_verbatim(folded, PreparedText(text))
    assert located.spans == ((start, start + len(folded)),)
    assert [item.code for item in located.objections] == codes


@pytest.mark.parametrize(("n_places", "honest"), [(15, True), (16, False)])
def test_sixteen_places_are_looked_at(n_places, honest):
    text = PreparedText("no pool up, " * n_places + "pool up")
    for located in (find_verbatim("pool up", text), find_run(CutText("pool  up"), text)):
        assert located is not None
        assert (not located.objections) is honest


def test_a_quote_that_is_nowhere_is_not_found():
    assert find_run(CutText("pool down"), PreparedText("pool up")) is None
    assert find_fragments(PreparedText("pool ... down"), PreparedText("pool up")) is None
    assert find_fragments(PreparedText("..."), PreparedText("pool up")) is None


@pytest.mark.parametrize(
    ("excerpt", "text", "quoted"),
    [
        pytest.param("[pool]  up", "a [pool] up b", "[pool] up", id="bracket-on-both-sides"),
        pytest.param("(pool)  up", "a [pool] up b", "pool] up", id="other-bracket"),
        pytest.param("pool  up.", "a pool up. b", "pool up.", id="full-stop"),
        pytest.param("pool  up .", "a pool up. b", "pool up", id="full-stop-further-off"),
        pytest.param("pool  up!.", "a pool up!. b", "pool up!.", id="two-signs"),
        pytest.param(" pool  up ", "a pool up b", "pool up", id="white-space-is-left-out"),
        pytest.param("((pool  up))", "((pool up))", "((pool up))", id="whole-text"),
        pytest.param("- pool  up", "x - pool up", "- pool up", id="sign-and-space"),
    ],
)
def test_the_punctuation_that_is_quoted_too_belongs_to_the_slice(excerpt, text, quoted):
    match = match_excerpt(excerpt, text)
    assert (match.decision, match.matched_text) == ("accept", quoted)


@pytest.mark.parametrize(
    ("excerpt", "text", "is_changed"),
    [
        pytest.param("Took 5 m again", "took 5 M again", True, id="milli-and-mega"),
        pytest.param("Took 5 m again", "it twice took 5 M again", True, id="further-in"),
        pytest.param("Took 5m again", "took 5M again", True, id="glued"),
        pytest.param("ran 5 Mb today", "ran 5 MB today", True, id="bits-and-bytes"),
        pytest.param("ran 5 mb today", "ran 5 MB today", False, id="lower-case-does-not-say"),
        pytest.param("CPU 请求 500M pod A", "CPU 请求 500m pod A", True, id="the-unit-alone-in-capitals"),
        pytest.param("CPU LIMIT 500M", "cpu limit 500m", False, id="all-in-capitals"),
        pytest.param("ran 5 Ms today", "ran 5 ms today", False, id="two-letters-of-time"),
        pytest.param("RAN 5 M TODAY", "ran 5 m today", False, id="all-in-capitals"),
        pytest.param("ran 5 m today", "RAN 5 M TODAY", False, id="all-in-lower-case"),
        pytest.param("Ran 5 m today", "RAN 5 M TODAY", True, id="mixed-of-capitals"),
        pytest.param("Ran m today", "ran M today", False, id="no-number"),
        pytest.param("m5 today Now", "M5 today now", False, id="in-front-of-a-number"),
        pytest.param("Id 7-5m now", "id 7-5M now", False, id="inside-a-name"),
        pytest.param("Id #5m now", "id #5M now", False, id="behind-a-hash"),
        pytest.param("Id 5m-x now", "id 5M-x now", False, id="in-front-of-a-hyphen"),
        pytest.param("Id 5m_x now", "id 5M_x now", False, id="in-front-of-an-underscore"),
        pytest.param("Id 5q now", "id 5Q now", False, id="no-unit"),
    ],
)
def test_the_case_of_a_unit_is_part_of_the_value(excerpt, text, is_changed):
    match = match_excerpt(excerpt, text)
    assert match.decision == ("mismatch" if is_changed else "accept")
    assert [reason.code for reason in match.reasons] == ["unit_changed"] * is_changed


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("Lease q7Lm2 expired", "lease q7lM2 expired", "mismatch", id="mixed-id"),
        pytest.param("Lease 4xB9 expired", "lease 4xb9 expired", "accept", id="one-case-in-the-text"),
        pytest.param("lease q7lm2 expired", "Lease q7lM2 expired", "accept", id="all-in-lower-case"),
        pytest.param("Ask Gate12 again", "ask gate12 again", "accept", id="word-with-a-number"),
        pytest.param("ask Gate12 now", "Ask GATE12 now", "accept", id="word-in-capitals"),
    ],
)
def test_the_case_of_an_identifier_of_mixed_letters_is_part_of_it(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    "mark",
    ["...", "....", "[...]", "(…)", "<...>", "[略]", "(中略)", "（以下省略）", "（以下略）", "[省略 3 行]"],
)
def test_a_mark_shows_what_was_left_out(mark):
    match = match_excerpt(f"alpha ran {mark} delta slept", "alpha ran, beta sat, gamma stood, delta slept")
    assert (match.decision, match.matched_text) == ("accept", "alpha ran … delta slept")


@pytest.mark.parametrize(
    "mark",
    [
        "[omitted]",
        "[text omitted]",
        "(some lines omitted)",
        "<snip>",
        "[snipped]",
        "[... truncated ...]",
        "[line elided]",
        "[Omitted]",
    ],
)
def test_a_bracketed_word_shows_it_too(mark):
    match = match_excerpt(f"alpha ran {mark} delta slept", "alpha ran, beta sat, gamma stood, delta slept")
    assert (match.decision, match.matched_text) == ("accept", "alpha ran … delta slept")


@pytest.mark.parametrize("words", ["..", "omitted", "[left out]", "省略", "[snowed]"])
def test_other_signs_and_words_show_nothing(words):
    match = match_excerpt(f"alpha ran {words} delta slept", "alpha ran, beta sat, gamma stood, delta slept")
    assert match.similarity is not None
    assert match.similarity < 100.0


@pytest.mark.parametrize(
    ("excerpt", "text", "spans", "codes"),
    [
        pytest.param("a b … d e", "a b, c, d e", ["a b", "d e"], [], id="in-order"),
        pytest.param("d e … a b", "a b, c, d e", None, None, id="out-of-order"),
        pytest.param("… b c …", "a b c d", ["b c"], [], id="open-on-both-sides"),
        pytest.param("a b … b c", "a b c, b c", ["a b", "b c"], [], id="no-token-is-quoted-twice"),
        pytest.param("a b … c d", "a b c d", ["a b", "c d"], [], id="nothing-left-out"),
        pytest.param("a b … d e", "not a b, a b, c, d e", ["a b", "d e"], [], id="honest-place-of-the-first"),
        pytest.param(
            "a b … d e", "a b, not d e, c, d e", ["a b", "d e"], [], id="honest-place-of-the-second"
        ),
        pytest.param("a b … d e", "a b not c d e", ["a b", "d e"], ["negation_cut"], id="negation-between"),
        pytest.param(
            "k= … 7 up", "k=5 ms, 7 up", ["k=", "7 up"], ["key_repaired"] * 2, id="key-and-another-value"
        ),
        pytest.param(
            "a b … d e", "not a b, c, d e", ["a b", "d e"], ["negation_cut"], id="negation-in-front"
        ),
        pytest.param(
            "a b … d e", "a b, c, d e not now", ["a b", "d e"], ["negation_cut"], id="negation-behind"
        ),
        pytest.param("a b … d e", "x-a b, c, d e", ["a b", "d e"], ["name_changed"], id="name-cut-in-front"),
        pytest.param("a b … d e", "a b, c, d e-x", ["a b", "d e"], ["name_changed"], id="name-cut-behind"),
        pytest.param("… b c … d e", "a-b c, x, d e", ["b c", "d e"], [], id="name-cut-and-shown-in-front"),
        pytest.param("a b … c d …", "a b, x, c d-e", ["a b", "c d"], [], id="name-cut-and-shown-behind"),
        pytest.param("k= … 5 up", "k=5 up", ["k=", "5 up"], [], id="key-and-its-value"),
        pytest.param('k": … 7 up', 'k": 5, 7 up', ['k":', "7 up"], ["key_repaired"] * 2, id="json-key"),
        pytest.param(
            "Took 5 m … now up", "took 5 M, x, now up", ["took 5 M", "now up"], ["unit_changed"], id="case"
        ),
    ],
)
def test_fragments_keep_their_order_and_say_what_the_text_says(excerpt, text, spans, codes):
    located = find_fragments(PreparedText(excerpt.replace("…", "...")), PreparedText(text))
    if spans is None:
        assert located is None
        return
    assert located is not None
    assert [text[start:end] for start, end in located.spans] == spans
    assert [item.code for item in located.objections] == codes
    assert (located.share, located.cost) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("latency rose abo...", "latency rose above 450 ms", id="cut-word-behind"),
        pytest.param("...tency rose above", "latency rose above 450 ms", id="cut-word-in-front"),
    ],
)
def test_a_word_may_be_cut_where_a_mark_shows_it(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
