"""What no row of the last listing shows running is not running, unless it was started since."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

PODS = (
    "NAME                 READY   STATUS        NODE\nmill-api-7f9c-x2k     1/1     Terminating   hill-2\n"
    "mill-api-7f9c-q8d     0/1     Pending       <none>\nmill-web-55d8-k4m     1/1     Running       hill-3"
)


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("The new pod of `mill-api` is running on `hill-3`.", True, id="no-row-runs"),
        pytest.param("`mill-api` 的新 Pod 已在 `hill-3` 上运行。", True, id="zh-no-row-runs"),
        pytest.param("The pod of `mill-web` is running on `hill-3`.", False, id="a-row-runs"),
        pytest.param("The new pod of `mill-api` is not running.", False, id="denied"),
        pytest.param("The proxy in front of `mill-api` is running.", False, id="something-else-of-it"),
        pytest.param("`mill-api` 的数据库已在 `hill-3` 上运行。", False, id="zh-something-else-of-it"),
        pytest.param("The pod of `mill-api` is running out of memory.", False, id="another-sense"),
        pytest.param("Once a node is free, `mill-api` is running again.", False, id="to-come"),
    ],
)
def test_what_no_row_shows_running_is_not_running(answer, is_found):
    found = findings_on(answer, ("kubectl", {"cmd": "get pods -o wide"}, PODS))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


def test_what_was_started_since_may_be_running():
    started = ("restart_service", {"name": "mill-api"}, "ok")
    found = findings_on("`mill-api` is running on `hill-3`.", ("kubectl", {"cmd": "get pods"}, PODS), started)
    assert not {"altered", "unsupported"} & set(found)
