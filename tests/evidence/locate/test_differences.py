"""An excerpt that the text does not hold as it is: what it costs, what vetoes, and how much of it was found."""

from __future__ import annotations

import pytest

from evidencelab.evidence.context.objections import merge_spans
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.locate.alignment import align
from evidencelab.evidence.text.prepared_text import PreparedText


def aligned(excerpt: str, text: str) -> tuple[float, float, list[object]]:
    """Return share, cost and `(code, excerpt token, text token)`."""
    located = align(PreparedText(excerpt), PreparedText(text))
    told = [
        (
            code,
            None if here is None else excerpt[slice(*here)],
            None if there is None else text[slice(*there)],
        )
        for code, here, there in located.objections
    ]
    return round(located.share, 3), located.cost, told


TEXT = "alpha pool drained twice near node seven, beta cache kept warm"


@pytest.mark.parametrize(
    ("excerpt", "share", "cost", "told"),
    [
        # nothing of the excerpt is missing: 5 + 4 + 7 letters of 16
        pytest.param("alpha pool drained", 1.0, 0.0, [], id="whole"),
        pytest.param("alpha drained twice", 1.0, 6.0, [], id="a-word-left-out"),
        pytest.param("node seven, kept warm", 1.0, 6.0, [], id="words-left-out"),
        pytest.param("alpha paol drained", 1.0, 6.0, [], id="slip"),
        pytest.param("alpha fish drained", 0.75, 0.0, [("not_found", "fish", "pool")], id="another-word"),
        pytest.param("alpha pool fish drained", 0.8, 6.0, [], id="word-put-in"),
        pytest.param("fish pool drained", 0.733, 0.0, [("not_found", "fish", "alpha")], id="first-word"),
        pytest.param("beta cache kept fish", 0.765, 0.0, [("not_found", "fish", "warm")], id="last-word"),
        pytest.param("kept warm fish", 0.667, 6.0, [], id="word-behind-the-text"),
        pytest.param("fish alpha pool", 0.692, 6.0, [], id="word-in-front-of-the-text"),
        pytest.param("kept warm fish bird", 0.5, 12.0, [], id="two-words-behind-the-text"),
        pytest.param("kept warm fish bird tree", 0.4, 18.0, [], id="three-words-behind-the-text"),
        pytest.param(
            "kept warm fish bird tree frog",
            0.333,
            0.0,
            [("added_text", "fish bird tree frog", None)],
            id="four-words-behind-the-text",
        ),
        pytest.param(
            "fish bird tree frog alpha pool",
            0.36,
            0.0,
            [("added_text", "fish bird tree frog", None)],
            id="four-words-in-front-of-the-text",
        ),
        pytest.param(
            "kept warm in at by of the",
            0.421,
            6.0,
            [],
            id="light-words-behind-the-text",
        ),
        pytest.param("lpha pool drained", 1.0, 6.0, [], id="cut-into-the-first-word"),
        pytest.param("kept war", 1.0, 6.0, [], id="cut-into-the-last-word"),
        pytest.param("kept w", 0.8, 0.0, [("not_found", "w", "warm")], id="one-letter-of-the-last-word"),
        pytest.param("ool drained twice", 1.0, 6.0, [], id="cut-into-a-word"),
        pytest.param(
            "alpha fish bird twice",
            0.556,
            0.0,
            [("not_found", "fish", "pool"), ("not_found", "bird", "drained")],
            id="two-words-for-two",
        ),
        pytest.param("alpha fish twice", 0.714, 6.0, [("not_found", "fish", "pool")], id="one-word-for-two"),
        pytest.param(
            "alpha fish bird tree twice",
            0.455,
            6.0,
            [("not_found", "fish", "pool"), ("not_found", "bird", "drained")],
            id="three-words-for-two",
        ),
        pytest.param(
            "entirely other words", 0.0, 0.0, [("not_found", "entirely other words", None)], id="nothing"
        ),
    ],
)
def test_what_differs_is_weighed_word_by_word(excerpt, share, cost, told):
    assert aligned(excerpt, TEXT) == (share, cost, told)


@pytest.mark.parametrize(
    ("excerpt", "text", "told"),
    [
        pytest.param(
            "alpha fish twice",
            "alpha pool not twice",
            [("not_found", "fish", "pool"), ("polarity_changed", None, "not")],
            id="negation-among-the-words-replaced",
        ),
        pytest.param(
            "alpha fish twice",
            "alpha 5 ms twice",
            [("value_changed", "fish", "5"), ("unit_changed", None, "ms")],
            id="unit-among-the-words-replaced",
        ),
        pytest.param(
            "alpha fish twice",
            "alpha pool the twice",
            [("not_found", "fish", "pool")],
            id="article-among-them",
        ),
        pytest.param("alpha 缓存 twice", "alpha 磁盘 twice", [("not_found", "缓存", "磁盘")], id="zh-word"),
        pytest.param(
            "alpha 缓 twice", "alpha 磁盘 twice", [("not_found", "缓", "磁盘")], id="zh-one-for-two"
        ),
        pytest.param("alpha 缓 twice", "alpha 磁 twice", [], id="zh-one-for-one"),
        pytest.param("alpha 缓 twice", "alpha pool twice", [("not_found", "缓", "pool")], id="zh-for-a-word"),
        pytest.param(
            "alpha twice", "alpha not twice", [("polarity_changed", None, "not")], id="negation-left-out"
        ),
        pytest.param(
            "pool twice", "not pool cache twice", [("negation_cut", None, "not")], id="negation-in-front"
        ),
        pytest.param(
            "alpha not twice", "alpha twice", [("polarity_changed", "not", None)], id="negation-put-in"
        ),
        pytest.param(
            "alpha at 7 ... pool up fish",
            "alpha at 7-8, x, pool up tree",
            [("value_changed", None, "7-8"), ("not_found", "fish", "tree")],
            id="range-cut-in-front-of-a-mark",
        ),
        pytest.param(
            "alpha took 5 ... pool up fish",
            "alpha took 5 ms, x, pool up tree",
            [("unit_changed", None, "ms"), ("not_found", "fish", "tree")],
            id="unit-left-out-behind-a-mark",
        ),
        pytest.param(
            "service pool fish up",
            "order-service pool tree up",
            [("name_changed", None, "r-s"), ("not_found", "fish", "tree")],
            id="name-cut-in-front",
        ),
        pytest.param(
            "...service pool fish up",
            "order-service pool tree up",
            [("not_found", "fish", "tree")],
            id="name-cut-and-shown-in-front",
        ),
        pytest.param("alpha 5 twice", "alpha twice", [("value_changed", "5", None)], id="number-put-in"),
        pytest.param(
            "alpha pool node up",
            "10:01 alpha pool\n\n10:02 beta node up",
            [("key_repaired", None, "\n\n10:02 beta ")],
            id="word-behind-the-time-of-a-line",
        ),
    ],
)
def test_what_carries_a_value_vetoes_where_it_differs(excerpt, text, told):
    assert aligned(excerpt, text)[2] == told


@pytest.mark.parametrize(
    ("excerpt", "text", "similarity"),
    [
        pytest.param("alpha pool, node up", "alpha pool, beta cache, node up", 99.0, id="a-field"),
        pytest.param("alpha pool node up", "alpha pool of the node up", 99.0, id="function-words"),
        pytest.param("alpha pool node up", "alpha pool beta node up", 94.0, id="a-word"),
        pytest.param("WARN node up", "WARN 2026-07-08 09:14:02Z node up", 99.0, id="a-time"),
        pytest.param("WARN node up", "WARN [09:14] node up", 99.0, id="a-bracketed-time"),
        pytest.param(
            "alpha pool node up", "10:01 alpha pool\n\n10:02 node up", 99.0, id="a-time-below-a-blank-line"
        ),
        pytest.param(
            "alpha pool, node up", "alpha pool, " + "beta " * 40 + ", node up", 99.0, id="forty-words"
        ),
        pytest.param(
            "alpha pool, node up", "alpha pool, " + "beta " * 41 + ", node up", 94.0, id="forty-one-words"
        ),
        pytest.param("alpha pool\nnode up", "alpha pool\nbeta\nnode up", 100.0, id="a-line-shown-by-a-line"),
    ],
)
def test_what_is_left_out_without_a_mark_costs_by_what_it_is(excerpt, text, similarity):
    match = match_excerpt(excerpt, text)
    assert (match.similarity, match.reasons) == (similarity, ())


@pytest.mark.parametrize(
    ("last", "share", "cost"),
    [
        pytest.param("发现", 1.0, 6.0, id="same"),
        pytest.param("好转", 0.818, 12.0, id="another"),
    ],
)
def test_the_last_word_of_a_text_may_stand_for_one_of_the_same_meaning(last, share, cost):
    assert aligned(f"巡检时机房未有异常{last}", "巡检时机房未有异常见") == (share, cost, [])


def test_similarity_is_never_below_nothing():
    slips = "alpho poal draimed twace naer nade sevan, beto cachi kapt wurm alphu beto"
    words = "alpha pool drained twice near node seven, beta cache kept warm alpha beta"
    text = " ".join(f"{word} w" for word in words.split())
    match = match_excerpt(slips, text)
    assert match.similarity is not None
    assert match.similarity >= 0.0


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        (((0, 3), (3, 5)), ((0, 5),)),
        (((0, 3), (5, 7)), ((0, 7),)),
        (((0, 3), (6, 7)), ((0, 3), (6, 7))),
        (((4, 6), (0, 3)), ((4, 6), (0, 3))),
        (((0, 3), (4, 6), (7, 9)), ((0, 9),)),
        ((), ()),
    ],
)
def test_spans_two_characters_apart_are_one(spans, merged):
    assert merge_spans(spans) == merged


# --------------------------------------------------------------------------- long texts


NOISE = [f"word{number} pool of node" for number in range(500)]


@pytest.mark.parametrize("at", [0, 3, 250, 496])
def test_a_changed_quote_is_found_where_its_rare_words_are(at):
    text = "; ".join(NOISE)
    excerpt = "; ".join(NOISE[at : at + 3]).replace("pool", "poul", 1)
    match = match_excerpt(excerpt, text)
    assert (match.decision, match.similarity, match.reasons) == ("uncertain", 94.0, ())
    first = text.index(f"word{at} ")
    assert match.spans[0][0] == first
    assert match.spans[-1][1] == first + len(excerpt)


def test_an_excerpt_of_nothing_but_other_words_is_nowhere_in_a_long_text():
    match = match_excerpt("fish bird tree frog", "; ".join(NOISE))
    assert (match.decision, match.similarity, match.spans) == ("mismatch", 0.0, ())
    assert [reason.code for reason in match.reasons] == ["not_found"]


def test_beyond_four_thousand_tokens_words_are_counted():
    words = [f"w{'x' * (number % 7)}q" for number in range(3999)]
    for n_more, share in ((0, 1.0), (1, 1.0)):
        located = align(
            PreparedText(" ".join([*words, "fish", *["q"] * n_more])), PreparedText(" ".join([*words, "q"]))
        )
        assert located.share < share
        assert (located.spans == ()) is (n_more == 1)


@pytest.mark.parametrize(
    ("excerpt", "text", "spans"),
    [
        # "pool" stands beside "up" too; a longest common subsequence may take the first one
        pytest.param("zz pool up", "pool is a thing; yy pool up", ["pool up"], id="drawn-to-the-right"),
        pytest.param("node pool zz", "node pool yy; so is a pool", ["node pool"], id="drawn-to-the-left"),
    ],
)
def test_words_are_found_beside_their_neighbours(excerpt, text, spans):
    located = align(PreparedText(excerpt), PreparedText(text))
    assert [text[start:end] for start, end in located.spans] == spans


def test_a_word_far_away_is_not_taken_for_one_that_is_missing():
    text = f"pool a b {'w x y z ' * 8}then pool drained bird twice; {'w x y z ' * 8}now"
    share, cost, told = aligned("pool drained fish twice now", text)
    # 4 + 7 + 5 of 23 letters
    assert (share, cost) == (0.696, 0.0)
    assert told == [("not_found", "fish", "bird"), ("not_found", "now", "w")]
