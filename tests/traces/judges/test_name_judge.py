"""Names that are written shorter, or with other joints, than the evidence has them."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

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
