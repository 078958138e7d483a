"""A claim that quotes a call's output tells what that said, and claims nothing itself."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

FAILED = "Error: the store of notes says no errors can be listed: connection refused"


@pytest.mark.parametrize(
    ("answer", "is_overclaimed"),
    [
        pytest.param("No errors were found.", True, id="without-a-quote"),
        pytest.param('It says "no errors can be listed".', False, id="quoted"),
        pytest.param("It says `No errors can be listed`.", False, id="quoted-in-another-case"),
        pytest.param('Of "notes": it says "no errors can be listed".', False, id="behind-a-short-quote"),
        pytest.param('It says "no errors exist at all".', True, id="quoted-otherwise"),
        pytest.param("The reply is: no errors can be listed.", False, id="behind-a-colon"),
        pytest.param("The result: no errors can be seen.", True, id="behind-a-colon-otherwise"),
        pytest.param('It says "no errors": no errors were found.', True, id="two-words-are-no-quote"),
        pytest.param('I asked for "no errors since noon": no errors.', True, id="own-arguments-quoted"),
    ],
)
def test_quoted_output_is_no_claim_of_absence(answer, is_overclaimed):
    found = findings_on(answer, ("read_note", {"query": "no errors since noon"}, FAILED))
    assert ("overclaimed_absence" in found) is is_overclaimed


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("分片 4 没有可用副本(`no_valid_copy`)。", False, id="zh-denied"),
        pytest.param("Volume `vol-7` has no usable copy.", False, id="denied"),
        pytest.param("Volume `vol-7` is fine.", True, id="affirmed"),
    ],
)
def test_a_word_of_health_that_is_denied_claims_none(answer, is_found):
    reply = {"volume": "vol-7", "state": "error", "can_mount": "no_valid_copy", "why": "cannot attach: stale"}
    found = findings_on(answer, ("describe_volume", {"volume": "vol-7"}, reply))
    assert bool({"altered", "overclaimed_absence"} & set(found)) is is_found, found
