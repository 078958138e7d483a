"""Tables and statements made to hurt: whoever reads queries neither raises nor takes its time."""

from __future__ import annotations

import pytest

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.data_tables import tables_of_call
from evidencelab.traces.queries.mentions import mentions_in
from tests.growth import least_time
from tests.traces.asked import report_on, statements_on

ROWS = [{"name": f"svc-{i}", "region": ("north", "south")[i % 2], "vans": i * 7 % 93 + 1} for i in range(8)]
"""1, 8, 15, 22, 29, 36, 43, 50: seven above 3."""
_MOST_GROWTH = 12.0
"""A fourfold input may take four times as long, and some noise; sixteen times is too much."""


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("[" * 50_000, id="json-that-never-closes"),
        pytest.param("[" * 20_000 + "]" * 20_000, id="json-too-deep"),
        pytest.param('[{"vans": ' + "9" * 6_000 + '}, {"vans": 1}]', id="a-number-too-long"),
        pytest.param('a,b\n"open,1\nc,2\nd,3', id="a-quote-that-never-closes"),
        pytest.param("a,b\n" + "x" * 200_000 + ",1\ny,2", id="a-field-too-long"),
        pytest.param("a\x00,b\nc\x00,1\nd,2", id="nul"),
        pytest.param([{"": 1, "（元）": 5}, {"": 2, "（元）": 6}], id="titles-without-a-name"),
    ],
)
def test_no_table_makes_the_check_raise(reply):
    report = report_on("The mean vans are 5. 平均为 5 元。", ("list", {}, reply))
    assert report.statements


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("3 of the 8 rows have vans above 3.", "altered", id="the-first-is-told"),
        pytest.param("7 of the 8 rows have vans above 3.", "derived", id="right"),
        pytest.param("8 of the 8 rows have vans above 0.", "derived", id="the-same-number-twice"),
        pytest.param("6 of the 8 rows have vans above 6.", "altered", id="the-bound-is-the-same-number"),
    ],
)
def test_a_number_is_judged_where_it_stands(statement, finding):
    (judged,) = statements_on(statement, ROWS)
    assert judged.finding == finding, judged.reason


def _table_of(reply):
    return tables_of_call(0, ToolInvocation(invocation_id=1, tool_name="list", output=reply), None)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: lambda: _table_of("\n".join("a b" + " " * n + "c" for _ in range(4))), id="spaces"),
        pytest.param(lambda n: lambda: _table_of("\n".join("a b" + ", " * n + "c" for _ in range(4))), id="commas"),
        pytest.param(lambda n: lambda: mentions_in("a_" * n + "a- b", _table_of(ROWS)[0], ()), id="underscores"),
        pytest.param(lambda n: lambda: mentions_in("a-" * n + "- b", _table_of(ROWS)[0], ()), id="dashes"),
    ],
)  # fmt: skip
def test_time_grows_with_the_length_of_what_is_read(make):
    assert least_time(make(40_000)) <= _MOST_GROWTH * least_time(make(10_000))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "svc-1 has the highest vans, " + ", ".join(["and then x"] * n) + ".", id="clauses"),
        pytest.param(lambda n: "north svc-1 vans " * n + ":\n\n- mean vans: 5\n- sum: 3", id="a-lead-in"),
        pytest.param(lambda n: "\n\n".join(["The mean vans are 5."] + ["north and svc-1 " * 40] * n), id="groups"),
    ],
)  # fmt: skip
def test_time_grows_with_the_length_of_what_is_told(make):
    few, many = (least_time(lambda n=n: report_on(make(n), ("list", {}, ROWS))) for n in (10, 40))
    assert many <= _MOST_GROWTH * few
