"""The last part of an address or a version, told by itself."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

HOSTS = """edge-1  198.51.100.47  up    kernel 6.1.0-22
edge-2  198.51.100.52  down  kernel 6.1.0-25
"""


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        pytest.param("Only edge-2 (.52) is down.", "sound", id="address"),
        pytest.param("Only edge-2 (.58) is down.", "unsupported", id="address-of-none"),
        pytest.param("The kernel went from 6.1.0-22 to -25.", "sound", id="version"),
    ],
)
def test_the_end_of_a_name_stands_where_the_name_does(told, finding):
    (statement,) = report_on(told, ("hosts", {}, HOSTS)).statements
    assert statement.finding == finding, statement.reason
