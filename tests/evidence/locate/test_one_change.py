"""The short way to an excerpt with one changed word gives the answer of the long way."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.locate.alignment import align
from evidencelab.evidence.locate.one_change import find_one_change
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText, prepare_text
from evidencelab.evidence.text.tokens import tokenise

WORD_LIST = (
    "order-service latency rose above 450 ms not for than 10.5 minutes retries=3 pool[1] 内存 使用率 达到 91% "
    "3.8GB/4TB [WARN] 10.0.0.17:8080 blk_-34 67,108 P99 >= 4.2s probe-7f9 2026-07-08T09:14:02Z 持续 15 分钟 "
    "heap (pam_unix) /api/v1/users 'quoted' don't -6 k=-8 <9 1e+5 x.y a,b ... 5% %CPU fails to → ok, "
    "(no); level: INFO ~5 ≈ 9 +Inf *.shop"
)
WORDS = WORD_LIST.split()
OTHERS = st.sampled_from(
    [
        *WORDS,
        "~",
        "~7",
        "-Inf",
        "inf",
        "*",
        "7",
        "7.5",
        "-7",
        "e+7",
        "7,200",
        "7%",
        "%",
        "error",
        "未",
        "高",
        "n't",
        "<7",
        ".7",
        "e",
        "",
        ",",
        "!=7",
    ]
)


def without_repeats(words):
    """Leave out the words with a token that stands in front of them."""
    seen, kept = set(), []
    for word in words:
        tokens = tokenise(fold(word))
        if seen.isdisjoint(tokens):
            seen.update(tokens)
            kept.append(word)
    return kept


@given(
    st.lists(st.sampled_from(WORDS), min_size=4, max_size=16).map(without_repeats),
    OTHERS,
    st.sampled_from(["", " ", ", "]),
    st.data(),
)
@settings(max_examples=600, deadline=None)
def test_one_change_is_judged_as_the_alignment_judges_it(words, other, glue, data):
    text = prepare_text(fold(" ".join(words)))
    assume(len(set(text.tokens)) == len(text.tokens))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    changed = data.draw(st.integers(first, last))
    quoted = [
        *words[first:changed],
        other + glue + words[changed] if glue else other,
        *words[changed + 1 : last + 1],
    ]
    folded = fold(" ".join(quoted)).strip()
    assume(len(tokenise(folded)) > 1)
    found = find_one_change(folded, folded, text)
    if found is not None:
        assert found[1] == align(PreparedText(folded, folded), text)


@pytest.mark.parametrize(
    ("excerpt", "is_found"),
    [
        pytest.param("latency rose above 460 ms for long", True, id="number"),
        pytest.param("latency rose above 450 µs for long", True, id="unit"),
        pytest.param("latency rose above 450 ms for days", True, id="last-word"),
        pytest.param("latency fell above 450 ms for long", True, id="word"),
        pytest.param("latency rose above 450 ms for", False, id="unchanged"),
        pytest.param("throughput rose above 450 ms", False, id="first-word"),
        pytest.param("latency rose above ms for long", False, id="left-out"),
        pytest.param("latency rose above 460 ms at most", False, id="two-places"),
        pytest.param("latency rose above 10 ms for long", False, id="known-word"),
    ],
)
def test_one_change_is_found_where_the_rest_is_a_quote(excerpt, is_found):
    text = prepare_text("WARN [cart] latency rose above 450 ms for long, 10 times")
    assert (find_one_change(excerpt, fold(excerpt), text) is not None) == is_found


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "log: pool gauge rose to 45 of all the workers",
            "app: pool gauge rose to 45 of all the workers",
            id="label",
        ),
        pytest.param(
            "原文：连接池在高峰时段持续告警并且没有恢复",
            "说明：连接池在高峰时段持续告警并且没有恢复",
            id="zh-label",
        ),
        pytest.param(
            "the raw log: pool gauge rose to 45",
            "the access log: pool gauge rose to 45",
            id="inside-a-label",
        ),
        pytest.param(
            "heap 1 234 of all bytes used",
            "heap 9 234 of all bytes, heap 1234 of all bytes used",
            id="grouped",
        ),
    ],
)
def test_what_a_quoting_hand_puts_in_is_no_change_of_the_text(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
