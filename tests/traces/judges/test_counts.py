"""A small bare count is altered only against the very noun of the very record that the statement names."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

PODS = "NAME        READY   STATUS    RESTARTS   AGE\nmill-api-0  1/1     Running   3          4d\nmill-api-1  1/1     Running   7          4d"
QUEUES = json.dumps({"queues": [{"name": "grain-in", "consumers": 4, "retries": 2}]})


@pytest.mark.parametrize(
    ("output", "answer", "finding"),
    [
        pytest.param(PODS, "mill-api-0 has 3 restarts.", "sound", id="own-count"),
        pytest.param(PODS, "mill-api-0 has 5 restarts.", "altered", id="another-count"),
        pytest.param(PODS, "mill-api-0 restarted 5 times.", "altered", id="verb-and-times"),
        pytest.param(PODS, "The pods have 5 restarts.", "not_checkable", id="no-record-named"),
        pytest.param(PODS, "mill-api-0 saw 5 timeouts.", "not_checkable", id="noun-counted-nowhere"),
        pytest.param(PODS, "mill-api-0 and mill-api-1 differ by 4 restarts.", "sound", id="arithmetic"),
        pytest.param(QUEUES, "grain-in 有 4 consumers。", "sound", id="zh-own-count"),
        pytest.param(QUEUES, "grain-in 目前有 9 consumers。", "altered", id="zh-another-count"),
    ],
)
def test_a_small_count_is_judged_by_its_noun_and_its_record(output, answer, finding):
    if finding == "not_checkable":  # nothing is wrong with it as far as can be told; the name may be sound
        assert findings_on(answer, ("list_rows", {}, output)) in (["not_checkable"], ["sound"])
    else:
        assert findings_on(answer, ("list_rows", {}, output)) == [finding]
