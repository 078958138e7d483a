"""What a list item, a tick, a column or a key says is told with what it is said of."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = (
    Case(
        "heading-above-items",
        "Changes\n- hall A was painted\nKnown faults\n- hall B is cold",
        ("Changes\n- hall B is cold", "Changes ... hall B is cold", "Known faults\n- hall A was painted"),
        ("Known faults\n- hall B is cold", "Changes ... hall A was painted", "- hall A was painted"),
    ),
    Case(
        "tick",
        "- [x] Change the locks\n- [ ] Call the owner",
        ("[ ] Change the locks", "[x] Call the owner"),
        ("[x] Change the locks", "[ ] Call the owner", "- [x] Change the locks\n- [ ] Call the owner"),
    ),
    Case("tick-sign", "☑ Change the locks\n☐ Call the owner", ("☐ Change the locks", "☑ Call the owner"), ("☐ Call the owner",)),
    Case(
        "key-with-a-number",
        "for hall A q1=12 q3=88; for hall B q1=31 q3=240",
        ("q1=12 ... q3=240", "hall A q1=31"),
        ("q1=12 q3=88", "q1=31 ... q3=240"),
    ),
    Case(
        "no-pair-in-the-text",
        "seq=1 ttl=63 took 4 ms\nno reply to seq 2\nfrom 10.0.0.9 seq=3 ttl=61 took 8 ms",
        ("seq=2 ttl=61",),
        ("seq=3 ttl=61", "no reply to seq 2"),
    ),
    Case(
        "last-head-of-two-words",
        "Volume          Size  Used Avail Use% Mounted on\n/dev/a           50G   47G  3.0G  94% /\n/dev/b          200G   20G  180G  10% /data",
        ("/dev/a Avail 47G", "/dev/b Used 180G"),
        ("/dev/a Avail 3.0G", "/dev/b Used 20G"),
    ),
    Case(
        "no-origin-on-the-next-line",
        "Status:  Running\nContainers:\n  app:\n    State:  Waiting\n    Count:  9",
        ("State: Running",),
        ("State: Waiting", "Status: Running"),
    ),
    Case(
        "values-of-one-key",
        'ts=1 msg="lid is loose" part=a\nts=2 msg="lid fell off" part=b\nts=3 err="jam" msg="halt"',
        ("lid is loose ... jam", 'msg="lid is loose" ... part=b'),
        ("lid is loose ... lid fell off", '"lid is loose" ... "lid fell off"'),
    ),
    Case("state-broken-off", "Pump: on since 4 May, spare ordered. Fan: off.", ("Pump: off",), ("Pump: on ... spare ordered",)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_names_or_ticks_a_value_stays_its_own(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])
