"""A statement's own arithmetic speaks for or against its numbers when a trace is checked."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

CRATES = '{"crates": 52, "late": 14, "dock": "north"}'


def test_a_contradiction_is_altered_and_shows_its_working():
    (statement,) = statements_on("14 of the 52 crates were late (72 %).", CRATES)
    assert (statement.finding, statement.reason) == ("altered", "'72 %': 14 of 52 is 26.9 %, not 72 %")


def test_a_number_that_was_worked_out_rightly_is_derived():
    (statement,) = statements_on("14 of the 52 crates were late (27 %).", CRATES)
    assert statement.finding == "derived"


def test_what_one_line_of_the_tool_says_is_the_tools_arithmetic():
    line = "/dev/vda1  40G  36G  2.1G  95%  /"
    (statement,) = statements_on("The root disk has 36G of 40G used (95%).", line)
    assert statement.finding == "sound", statement.reason


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Should 14 of the 52 crates (72 %) be sent again?", "not_checkable", id="question"),
        pytest.param("```\n14 of the 52 crates (72 %)\n```", "sound", id="code"),
    ],
)
def test_what_is_no_statement_is_not_judged(answer, finding):
    assert [statement.finding for statement in statements_on(answer, CRATES)] == [finding]


def test_hostile_text_is_read_in_time():
    long = "14 of the 52 crates, " * 1000 + "(72 %)"
    assert statements_on(long, CRATES)
    close = ("from 1 to 2 " * 100)[:2900]
    assert statements_on(close, CRATES)
