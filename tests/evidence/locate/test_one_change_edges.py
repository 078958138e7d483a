"""Which excerpts the short way takes, at each of its boundaries; what it says is what the long way says."""

from __future__ import annotations

import pytest

from evidencelab.evidence.locate.alignment import align
from evidencelab.evidence.locate.one_change import find_one_change
from evidencelab.evidence.text.prepared_text import PreparedText

TEXT = "alpha pool drained twice near node seven, beta cache kept warm"

TAKEN = [
    pytest.param("alpha pool fish twice near", TEXT, id="word"),
    pytest.param("alpha pool fish", TEXT, id="last-word"),
    pytest.param("drained twice near fish bird", TEXT, id="two-last-words"),
    pytest.param("drained fish bird node seven", TEXT, id="two-words-for-two"),
    pytest.param("twice near node seven, fish cache kept", TEXT, id="behind-a-comma"),
    pytest.param("drained b c d g h i", TEXT, id="six-words"),
    pytest.param("fish pool drained twice near node seven", TEXT, id="first-word-by-later-ones"),
    pytest.param("alpha fish drained twice near node seven", TEXT, id="second-word-by-later-ones"),
    pytest.param("pool draained twice near", TEXT, id="slip"),
    pytest.param("kept warm fish", "alpha kept warm pool", id="last-of-the-text"),
    pytest.param("alpha x3 7% beta gamma", "alpha x3 5% beta gamma", id="number-in-front-of-percent"),
    pytest.param("alpha x < 7 beta gamma", "alpha x < 5 beta gamma", id="number-behind-a-comparison"),
    pytest.param("alpha bet 缓冲 beta", "alpha bet 缓存 beta", id="cjk-beside-cjk"),
    pytest.param("alpha bet d-fish beta gamma", "alpha bet d-pool beta gamma", id="behind-a-hyphen"),
    pytest.param("alpha bet d'fish beta gamma", "alpha bet d'pool beta gamma", id="behind-an-apostrophe"),
    pytest.param("alpha bet 3-5 beta gamma", "alpha bet 3-pool beta gamma", id="digits-around-a-hyphen"),
    pytest.param("alpha bet 3fish beta gamma", "alpha bet 3pool beta gamma", id="letters-behind-a-digit"),
    pytest.param("alpha bet [fish] beta", "alpha bet [pool] beta", id="bracket"),
]

LEFT = [
    pytest.param("alpha pool drained twice", TEXT, id="nothing-changed"),
    pytest.param("fish pool drained twice", TEXT, id="first-word-of-a-short-excerpt"),
    pytest.param("drained b c d g h i j", TEXT, id="seven-words"),
    pytest.param("alpha pool twice fish near", TEXT, id="known-word"),
    pytest.param("alpha pool fish\ntwice near", TEXT, id="line-in-the-excerpt"),
    pytest.param("alpha pool fish twice", TEXT.replace(", ", "\n"), id="line-in-the-text"),
    pytest.param("alpha pool fish twice -", TEXT, id="open-edge"),
    pytest.param("alpha pool fish twice node", TEXT, id="another-place-behind"),
    pytest.param("kept warm fish", TEXT, id="behind-the-text"),
    pytest.param("entirely other words than these in all of it", TEXT, id="nothing-of-it"),
    pytest.param("lpha pool fish twice", TEXT, id="begins-inside-a-word"),
    pytest.param("alpha pool fish twi", TEXT, id="ends-inside-a-word"),
    pytest.param("alpha x3 y% beta gamma", "alpha x3 5% beta gamma", id="word-in-front-of-percent"),
    pytest.param("alpha x < y beta gamma", "alpha x < 5 beta gamma", id="word-behind-a-comparison"),
    pytest.param("alpha bet $ beta gamma", "alpha bet pool beta gamma", id="sign-for-a-word"),
    pytest.param("alpha bet pool beta gamma", "alpha bet $ beta gamma", id="word-for-a-sign"),
    pytest.param("alpha bet ~ fish beta", "alpha bet ~ pool beta", id="comparing-sign-in-the-gap"),
    pytest.param("alpha 缓,冲 beta gamma", "alpha 缓,存 beta gamma", id="comma-behind-cjk"),
    pytest.param("alpha bet d--fish beta", "alpha bet d--pool beta", id="two-hyphens"),
    pytest.param("alpha bet e-fish beta", "alpha bet e-pool beta", id="behind-e"),
    pytest.param("alpha bet d-inf beta", "alpha bet d-pool beta", id="inf"),
    pytest.param("alpha bet d'time beta", "alpha bet d'pool beta", id="t-behind-an-apostrophe"),
    pytest.param("alpha bet 3.5 beta gamma", "alpha bet 3.pool beta gamma", id="decimals"),
    pytest.param("alpha bet 3exam beta gamma", "alpha bet 3pool beta gamma", id="e-behind-a-digit"),
]


@pytest.mark.parametrize(("excerpt", "text"), TAKEN)
def test_the_short_way_says_of_one_change_what_the_long_way_says(excerpt, text):
    prepared = PreparedText(text)
    found = find_one_change(excerpt, excerpt, prepared)
    assert found is not None
    assert found[1] == align(PreparedText(excerpt), prepared)


@pytest.mark.parametrize(("excerpt", "text"), LEFT)
def test_what_is_not_plainly_one_change_is_left_to_the_long_way(excerpt, text):
    assert find_one_change(excerpt, excerpt, PreparedText(text)) is None


@pytest.mark.parametrize(("n_tokens", "is_taken"), [(400, True), (401, False)])
def test_a_text_of_four_hundred_tokens_is_short_enough(n_tokens, is_taken):
    text = PreparedText(" ".join(["alpha pool drained twice", *(f"w{'x' * n}" for n in range(n_tokens - 4))]))
    assert text.n_tokens == n_tokens
    assert (find_one_change("alpha pool fish twice", "alpha pool fish twice", text) is not None) is is_taken
