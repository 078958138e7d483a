"""A call that an answer writes out is no statement; what is told around it is."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.statements import split_statements
from tests.growth import least_time


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            "Free from 14:00.\n\n<function-call>book(room='B4', start='2031-05-02 14:00')</function-call>",
            ["Free from 14:00."],
        ),
        ("It is <tool_use>find(id='77-1')</tool_use> open.", ["It is", "open."]),
        (
            '<function_calls>\n<invoke name="find">\n<parameter name="id">77-1</parameter>\n</invoke>\n</function_calls>',
            [],
        ),
        ('Wait.\n<invoke name="find">\n<parameter name="id">77-1</parameter>', ["Wait."]),
        ('<function=find>{"id": "77-1"}</function>\nDone.', ["Done."]),
        ("<|python_tag|>find(id='77-1')", []),
        ("print(shop.find_order(id='77-1'))", []),
        ("rows = find_order('77-1', limit=20)\nThree came back.", ["Three came back."]),
        ("Action: find_order[77-1]", []),
        ("先查一下。\n\n<tool_call>find(单号='77-1')</tool_call>", ["先查一下。"]),
        ("The pool (size=20) is full.", ["The pool (size=20) is full."]),
        ("checkout(replicas=3)", ["checkout(replicas=3)"]),
        ("Action: the pod was restarted (twice)", ["Action: the pod was restarted (twice)"]),
        ("Use a <function> of x.", ["Use a <function> of x."]),
    ],
)
def test_calls_in_the_text_are_no_statements(answer, said):
    statements = split_statements(answer)
    assert [one.text for one in statements] == said
    for one in statements:
        assert answer[one.start : one.end] == one.text


@pytest.mark.parametrize(
    "part", ["<invoke name='a'> ", "a_b('','", "print(a.b(1", "<tool_use>\n", "Action: f["]
)
def test_time_grows_as_the_text_does(part):
    def run(n: int) -> float:
        return least_time(lambda: split_statements(part * n))

    # fourfold, and some noise; sixteenfold where it grows with the square
    assert run(8000) < 10 * run(2000)
