"""What a text says at a glance of what can govern or limit a statement in it: never less than the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.evidence.context.cuts import limit_behind, negation_after, negation_before
from evidencelab.evidence.text.prepared_text import PreparedText

PARTS = st.sampled_from(
    [
        *("not ", "unless ", "Maybe ", "disk sda failed", "the pump is on", ", except pump 2", ", allegedly"),
        *("停止", "不", "如果", "水泵运行", ",暂停 ", "的可能性", "拒绝 ", " (计划)", "!", " = ", ". ", "\n"),
    ]
)


@given(st.lists(PARTS, max_size=8).map("".join))
def test_what_a_text_is_seen_to_be_without_none_of_its_places_has(text):
    seen, asked = PreparedText(text), PreparedText(text)
    asked.clauses.at(0).may_govern = asked.clauses.at(0).may_limit = True
    for at in range(len(seen.folded) + 1):
        assert negation_before(seen, at) == negation_before(asked, at)
        assert negation_after(seen, at, is_edge=True) == negation_after(asked, at, is_edge=True)
        assert seen.clauses.at(at).may_limit or at == 0 or limit_behind(asked, at) is None


@pytest.mark.parametrize(
    ("text", "may_govern", "may_limit"),
    [
        pytest.param("pump 2 runs at 40 rpm", False, False, id="plain"),
        pytest.param("pump 2 does not run", True, True, id="negation"),
        pytest.param("maybe pump 2 runs", True, False, id="doubt-in-front"),
        pytest.param("pump 2 runs, allegedly", False, True, id="doubt-behind"),
        pytest.param("all pumps run except pump 2", True, True, id="exception"),
        pytest.param("系统拒绝 连接", True, False, id="refusal"),
    ],
)
def test_a_text_tells_whether_it_can_govern_or_limit(text, may_govern, may_limit):
    clauses = PreparedText(text).clauses.at(0)
    assert (clauses.may_govern, clauses.may_limit) == (may_govern, may_limit)
