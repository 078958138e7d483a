"""Exit codes that are told and are not those that a process ended with."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

LOG = "05:02:44 FATAL quay store lost after 3 tries, exiting with code 12\n05:02:45 INFO worker 1 gone, HTTP 404"
KILLED = "Reason: OOMKilled\nRestart Count: 4\nprevious exit code: 0"


@pytest.mark.parametrize(
    ("output", "statement", "finding"),
    [
        pytest.param(LOG, "It exited with code 12.", "sound", id="as-read"),
        pytest.param(LOG, "It exited with code 137.", "altered", id="another"),
        pytest.param(LOG, "It ended with exit code 1.", "altered", id="a-number-that-stands-elsewhere"),
        pytest.param(LOG, "作业以退出码 3 终止。", "altered", id="zh"),
        pytest.param(LOG, "After 3 tries it exited.", "sound", id="no-code"),
        pytest.param(LOG, "If it exited with code 137, memory was short.", "not_checkable", id="supposed"),
        pytest.param(LOG, "The return code was 404.", "sound", id="no-code-of-a-process"),
        pytest.param(KILLED, "It ended with exit code 137.", "derived", id="of-the-signal"),
        pytest.param("status=203/EXEC\nrc: 0", "It ended with exit code 203.", "sound", id="in-other-words"),
    ],
)
def test_an_exit_code_is_one_that_was_read(output, statement, finding):
    (judged,) = statements_on(statement, output)
    assert judged.finding == finding, judged.reason
    assert not judged.is_bad or "exit code 12" in judged.reason
