"""That something was never used cannot be told where the call that asked for it failed."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

REFUSED = {"error": {"code": 403, "message": "missing scope: keys.read"}}


@pytest.mark.parametrize(
    ("answer", "reply", "is_found"),
    [
        pytest.param("The key `gate-k7` has not been used since May.", REFUSED, True, id="refused"),
        pytest.param("The key `gate-k7` has not been used since May.", {"key": "gate-k7", "uses": []}, False, id="answered"),
        pytest.param("Whether the key `gate-k7` has not been used is unknown.", REFUSED, False, id="unknown"),
        pytest.param("Its use could not be checked; the key `gate-k7` was not used by me.", REFUSED, False, id="told-so"),
        pytest.param("密钥 `gate-k7` 自创建以来从未被使用。", REFUSED, True, id="zh-refused"),
    ],
)  # fmt: skip
def test_no_use_cannot_be_told_where_the_call_for_it_failed(answer, reply, is_found):
    listed = ("list_keys", {"site": "mill"}, {"keys": [{"key": "gate-k7", "made": "2026-04-02"}]})
    found = findings_on(answer, listed, ("key_usage", {"key": "gate-k7"}, reply))
    assert ("overclaimed_absence" in found) is is_found, found
