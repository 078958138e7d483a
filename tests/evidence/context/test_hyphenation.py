"""Words that a line end cuts, and first letters in brackets, are quoted either way."""

import pytest

from evidencelab.evidence.excerpts import match_excerpt

SURVEY = "The east wall is well-\nknown for rock-\nfall; sedi-\nment filled the in-\ntake on 4 May."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("sediment filled the intake on 4 May", SURVEY, id="hyphens-of-the-line"),
        pytest.param("well-known for rockfall", SURVEY, id="one-of-the-word-one-of-the-line"),
        pytest.param("sedi-ment filled the in-take on 4 May", SURVEY, id="all-kept"),
        pytest.param("… sediment filled the intake …", SURVEY, id="with-a-mark"),
        pytest.param("> “sediment filled the intake”", SURVEY, id="in-quote-marks"),
        pytest.param("The reser-\nvoir was emptied.", "The reservoir was emptied.", id="cut-by-the-quote"),
        pytest.param(
            "Umsatz in Europa", "Der Umsatz in Eu-  \n  ropa fiel.", id="blanks-around-the-line-end"
        ),
        pytest.param(
            "[T]he notice was valid until May", "It found that the notice was valid until May.", id="capital"
        ),
        pytest.param("“[t]he lock gate is 12 m wide”", "The lock gate is 12 m wide.", id="small-letter"),
        pytest.param("[A] second survey is due", "The board noted that a second survey is due.", id="a-word"),
    ],
)
def test_a_word_cut_at_a_line_end_or_begun_in_a_bracket_is_the_texts_own(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("sentiment filled the intake on 4 May", SURVEY, id="another-word"),
        pytest.param("The active pump was sold.", "The in-\nactive pump was sold.", id="prefix-left-out"),
        pytest.param(
            "… functional after the flood", "It was non-functional after the flood", id="prefix-cut"
        ),
        pytest.param("Shift 1020 was cut", "Shift 10-\n20 was cut", id="digits"),
        pytest.param(
            "[T]he notice was valid", "It found that the notice was not valid", id="negation-left-out"
        ),
        pytest.param("a reading [a]typical for March", "a reading typical for March", id="letter-put-in"),
        pytest.param("[T]he valve leaked", "It is not true that the valve leaked.", id="denied"),
    ],
)
def test_another_word_is_no_way_to_hyphenate_one(excerpt, text):
    assert match_excerpt(excerpt, text).decision != "accept"
