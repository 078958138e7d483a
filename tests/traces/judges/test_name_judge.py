"""Names that are written shorter, or with other joints, than the evidence has them."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on, report_on

OUTPUT = (
    "commit 7c1e99d4f0aa12 by Ada\n"
    "queue mail.out-3 blocked by record 884410\n"
    "14 10.44.0.15\n"
    "9 10.44.0.19\n"
    "budget 2031Q2: NOK 1 350 - 1 420 million\n"
    "Revenue       2 870     1 316"
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("Commit 7c1e99d broke the build.", "sound", id="short-hash"),
        pytest.param("Commit 7c1e98d broke the build.", "unsupported", id="another-short-hash"),
        pytest.param("The partition mail.out:3 is blocked.", "sound", id="other-joint"),
        pytest.param("The partition mail.out-8 is blocked.", "altered", id="another-partition"),
        pytest.param("The queue has one standby, `queue-alt-1`.", "unsupported", id="name-made-up"),
        pytest.param("The queue has no standby such as `queue-alt-1`.", "not_checkable", id="name-said-to-be-absent"),
        pytest.param("The clients in 10.44.0.x retry.", "not_checkable", id="network"),
        pytest.param("It has the digest `xyhash128:7c1e99d4`.", "sound", id="method-of-a-hash"),
        pytest.param("Revenue fell to 1,316 million from 2,870 million.", "derived", id="digits-grouped-by-spaces"),
        pytest.param("Revenue fell to 1,361 million from 2,870 million.", "altered", id="grouped-digits-transposed"),
    ],
)  # fmt: skip
def test_a_name_or_number_written_otherwise_is_no_other(answer, expected):
    assert findings_on(answer, ("look", {}, OUTPUT)) == [expected]


CODES = (
    {"berth": "14J", "locker_no": "27H", "firmware": "Relay OS 7 41R3", "cabin": "31B"},
    "Postal address: 12 Mill Lane, Leeds LS2 7JT\nPlatform 9A, then bus 60X from stop 5D",
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("You sleep in berth 14J.", "sound", id="berth"),
        pytest.param("You sleep in berth 41J.", "altered", id="digits-exchanged"),
        pytest.param("You sleep in berth 140J.", "altered", id="nought-too-many"),
        pytest.param("Your locker number is 58H.", "altered", id="another-number-under-the-word"),
        pytest.param("The relay runs Relay OS 7 47R3.", "altered", id="behind-the-same-number"),
        pytest.param("The letter goes to Leeds LS2 1JT.", "altered", id="behind-the-same-code"),
        pytest.param("Take the 61B home afterwards.", "not_checkable", id="under-no-such-word"),
        pytest.param("Could you take berth 41J instead?", "not_checkable", id="question"),
        pytest.param("Your berth is 14J, not berth 41J.", "sound", id="beside-the-one-read"),
        pytest.param("A box of 4xx errors was fine.", "not_checkable", id="class-of-codes"),
    ],
)  # fmt: skip
def test_a_short_code_is_the_one_that_was_read(answer, expected):
    assert findings_on(answer, *(("look", {}, given) for given in CODES)) == [expected]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("Nothing is recorded for Alder Mill 2031H2.", "given", id="as-asked"),
        pytest.param("Nothing is recorded for Alder Mill 2013H2.", "altered", id="years-exchanged"),
        pytest.param("Nothing is recorded for Alder Mill 2030H2 either.", "not_checkable", id="a-period-near-it"),
    ],
)  # fmt: skip
def test_a_period_that_was_asked_about_is_told_as_it_was_asked(answer, expected):
    report = report_on(
        answer, ("look", {}, "no such figure"), question="What was the yield of Alder Mill 2031H2?"
    )
    assert report.statements[0].values[-1].verdict == expected
