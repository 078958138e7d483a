"""A record's state right behind its name, a source called by part of its title, words that only open a span."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

CARTS = '{"items":[{"name":"cart-0","phase":"Running","restarts":2},{"name":"cart-1","phase":"Pending","restarts":0}]}'
ALERT = "alertname: QueueDepth\nstate: firing\nseverity: page\nvalue: 412"
DIARY = "Pump room diary, block C\n08:10 Seal replaced. Running.\n09:55 Trip on low level."
EVENT = "4m Warning Evicted pod/mill-3 Node ran low on disk: 2 GB left\n1m Normal Started pod/mill-4 done"
LINK = "链路 东三 到 西一 丢包 2%；油价由 7.1 元上调。The queue stays paused until Friday."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("cart-0 Running, restarts=2", CARTS, id="object"),
        pytest.param("QueueDepth firing, severity=page", ALERT, id="block"),
        pytest.param("Pump diary: 09:55 Trip on low level.", DIARY, id="part-of-a-title"),
        pytest.param("k8s event: Node ran low on disk: 2 GB left", EVENT, id="kind-of-source"),
    ],
)  # fmt: skip
def test_a_state_or_source_told_in_front_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("链路 从东三 到 西一 丢包 2%", LINK, id="zh-from"),
        pytest.param("The queue stays paused till Friday", LINK, id="till"),
    ],
)
def test_words_that_change_no_span_are_light(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("cart-0 Pending, restarts=2", CARTS, id="state-of-another"),
        pytest.param("cart-1: Running, restarts=0", CARTS, id="state-of-the-one-before"),
        pytest.param("QueueDepth resolved, severity=page", ALERT, id="changed-state"),
        pytest.param("Valve diary: 09:55 Trip on low level.", DIARY, id="another-source"),
        pytest.param("The queue stays paused after Friday", LINK, id="after"),
    ],
)
def test_another_state_source_or_span_is_refused(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
