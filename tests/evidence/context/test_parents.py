"""A value is quoted below its own heading and behind the whole of its key."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

INI = "[reader]\nthreads = 6\n; cache_mb = 64\ncache_mb = 512\n\n[writer]\nthreads = 2\nfsync = off\n"
YAML = "reader:\n  threads: 6\n  cache: 512\nwriter:\n  threads: 2\n  fsync: off\nregion: north\n"
NOTES = "## Monday\nThe job on n-4 ran for 12 min.\n\n## Tuesday\nThe job on n-5 failed after 3 min.\n"
POD = "State:          Waiting\n  Reason:       Unready\nLast State:     Terminated\n  Exit Code:    143\n"


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("[reader] fsync = off", INI, id="ini"),
        pytest.param("[reader] threads = 6 ... fsync = off", INI, id="ini-behind-a-line-of-its-own"),
        pytest.param("[reader] ... fsync = off", INI, id="ini-cut-shown"),
        pytest.param("reader: ... fsync: off", YAML, id="yaml"),
        pytest.param("writer: ... region: north", YAML, id="yaml-further-out"),
        pytest.param("## Monday ... The job on n-5 failed after 3 min.", NOTES, id="markdown"),
        pytest.param("State: Terminated", POD, id="half-a-key"),
        pytest.param("State: Terminated, Exit Code: 143", POD, id="half-a-key-and-more"),
        pytest.param("connections: 900", "Max connections: 900\nOpen: 14", id="key-without-its-qualifier"),
        pytest.param("状态：已终止，退出码：143", "状态：等待中\n上次状态：已终止，退出码：143", id="zh-half-a-key"),
        pytest.param("Stock: 12 crates", "Opening Stock: 12 crates\nClosing Stock: 7 crates", id="end-of-two-keys"),
        pytest.param("应付金额：420 元", "原应付金额：420 元\n应付金额：380 元", id="zh-former-amount"),
        pytest.param("带宽：900 Mbps", "预期带宽：900 Mbps\n链路：L4", id="zh-key-without-its-qualifier"),
    ],
)  # fmt: skip
def test_a_value_is_not_quoted_as_that_of_another_heading_or_key(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("[reader] ... cache_mb = 512", INI, id="ini"),
        pytest.param("[writer] threads = 2, fsync = off", INI, id="ini-as-a-list"),
        pytest.param("threads = 6 ... [writer] ... fsync = off", INI, id="next-heading-quoted"),
        pytest.param("writer: ... fsync: off", YAML, id="yaml"),
        pytest.param("## Tuesday ... The job on n-5 failed", NOTES, id="markdown"),
        pytest.param("Last State: Terminated", POD, id="whole-key"),
        pytest.param("State: Waiting", POD, id="key-of-its-own"),
        pytest.param("pool: 14 of 20 in use", "ERROR pool: 14 of 20 in use\npool: closed", id="behind-a-level"),
    ],
)  # fmt: skip
def test_a_value_is_quoted_below_its_heading_and_behind_its_key(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        pytest.param("\n", "mismatch", id="line-of-another-tag"),
        pytest.param("\n\n", "accept", id="behind-a-blank-line"),
    ],
)
def test_a_line_without_a_tag_goes_on_the_tagged_one_above_it(gap, expected):
    text = f"Olga: the sluice is open at 6.\nPavel: all wait.{gap}the lower field is wet."
    assert decision("Olga: the sluice is open at 6 ... the lower field is wet", text) == expected
