"""A gap lies where the quoting hand left something out, not where the longest common run happens to."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "original size 412.7 GB, pruned size 2.1 GB",
            "original size 412.7 GB, packed size 188.3 GB, pruned size 2.1 GB",
            id="unit-of-the-skipped-field",
        ),
        pytest.param(
            "回源带宽 3.6 Gbps, 错误占比 0.8%",
            "回源带宽 3.6 Gbps, 峰值 5.1 Gbps, 错误占比 0.8%",
            id="zh-unit-of-the-skipped-field",
        ),
        pytest.param(
            "应到 310 元, 手续费 9 元", "应到 310 元, 实到 301 元, 手续费 9 元", id="zh-cjk-unit-of-the-skipped-field"
        ),
        pytest.param(
            "Node manager: the pod is gone",
            'node_manager.go:62] "Node manager: pod is gone"',
            id="name-of-the-source-file",
        ),
        pytest.param(
            "high finding are in tests only",
            "0 critical, 2 high, 11 medium; high findings are in tests only",
            id="word-of-the-sentence-before",
        ),
    ],
)  # fmt: skip
def test_a_light_edit_is_not_judged_against_the_words_of_another_place(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "original size 188.3 GB, pruned size 2.1 GB",
            "original size 412.7 GB, packed size 188.3 GB, pruned size 2.1 GB",
            id="value-of-the-skipped-field",
        ),
        pytest.param("high 7 findings are in tests", "2 high, 11 medium; high 9 findings are in tests", id="value-changed"),
        pytest.param("应到 301 元, 手续费 9 元", "应到 310 元, 实到 301 元, 手续费 9 元", id="zh-value-of-the-skipped-field"),
    ],
)  # fmt: skip
def test_a_value_of_another_place_is_still_another_value(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


def test_a_word_left_out_is_looked_for_beside_the_rest_not_at_the_first_place_of_its_neighbour():
    text = "We looked at Pulsar and Redis. Pulsar was dropped because nobody here has run it."

    assert match_excerpt("Pulsar dropped because nobody here has run it", text).decision == "accept"
    assert match_excerpt("Redis dropped because nobody here has run it", text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("Refund are paid in May by post", "If a form is late, Refund is due. Refunds are paid in May by post", True, id="plural-dropped"),
        pytest.param("Pods starts are capped at 3 per hour", "Do not touch pods. Pod starts are capped at 3 per hour", True, id="plural-added"),
        pytest.param("Valve was changed on 4 May by the crew", "A valve leaked? No valve. The valve was changed on 4 May by the crew", True, id="article-dropped"),
        pytest.param("Alarm were raised on line 2 by the crew", "No alarms were raised on line 2 by the crew", False, id="denied"),
        pytest.param("Refund are paid in June by post", "If a form is late, Refund is due. Refunds are paid in May by post", False, id="another-value"),
    ],
)  # fmt: skip
def test_a_slip_in_the_first_word_is_no_word_from_further_in_front(excerpt, text, is_quote):
    assert (match_excerpt(excerpt, text).decision != "mismatch") == is_quote
