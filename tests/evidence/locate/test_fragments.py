"""The short way to fragments that stand in the text as they are gives the answer of the long way."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evidencelab.evidence.locate.fragments import find_fragments, find_verbatim_fragments
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText, prepare_text
from evidencelab.evidence.text.tokens import may_hold_mark

WORDS = (
    "order-service latency rose above 450 ms; not for than 10.5 minutes, retries=3 pool[1] 内存 使用率 达到 91% "
    "3.8GB/4TB [WARN] 10.0.0.17:8080 -34 67,108 P99 >= 4.2s 2026-07-08T09:14:02Z don't <9 ~7 +Inf *.shop (ok)"
)
TEXTS = st.lists(
    st.sampled_from(WORDS.split()),
    min_size=4,
    max_size=16,
    unique=True,
).map(" ".join)
MARKS = st.sampled_from([" ... ", "...", " [...] ", " … ", "（中略）", " [truncated] "])


@given(TEXTS, MARKS, st.booleans(), st.booleans(), st.data())
@settings(max_examples=600, deadline=None)
def test_verbatim_fragments_are_found_as_fragments_are(text, mark, opens, closes, data):
    prepared = prepare_text(fold(text))
    assume(len(set(prepared.tokens)) == len(prepared.tokens))
    cuts = sorted(data.draw(st.integers(0, len(text))) for _ in range(4))
    excerpt = mark * opens + text[cuts[0] : cuts[1]] + mark + text[cuts[2] : cuts[3]] + mark * closes
    folded = fold(excerpt).strip()
    assume(may_hold_mark(folded))
    found = find_verbatim_fragments(folded, prepared)
    if found is not None:
        assert found == find_fragments(PreparedText(folded, folded), prepared)


@pytest.mark.parametrize(
    ("excerpt", "spans"),
    [
        pytest.param("pool stats: active=48 ... max=50", ((0, 21), (31, 37)), id="two"),
        pytest.param("... idle=2, max=50", ((23, 37),), id="open-left"),
        pytest.param("active=48, [...]", ((12, 22),), id="open-right"),
        pytest.param("active=48 ... max=51", None, id="changed"),
        pytest.param("max=50 ... active=48", None, id="out-of-order"),
        pytest.param("active=4 ... max=50", None, id="cut-through-a-number"),
        pytest.param("active=... max=50", None, id="value-left-out"),
    ],
)
def test_verbatim_fragments_stand_where_they_are_found(excerpt, spans):
    text = prepare_text("pool stats: active=48, idle=2, max=50")
    found = find_verbatim_fragments(fold(excerpt), text)
    assert (found and found.spans) == spans
