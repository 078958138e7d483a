"""Keys down the page make records where the first one comes again; single forms and prose make none."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.page_records import page_records


def fields_in(text):
    return [[record.fields for record in records] for records in page_records(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "a: 1\nb: 2\na: 3\nb: 4", [[{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]], id="first-key-again"
        ),
        pytest.param(
            "a: 1\n  b: 2\na: 3\n  b: 4", [[{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]], id="further-in"
        ),
        pytest.param(
            "- a: 1\n  b: 'x'\n- a: 3\n  b: \"y\"", [[{"a": "1", "b": "x"}, {"a": "3", "b": "y"}]], id="items"
        ),
        pytest.param(
            "x:\n  - a: 1\n    c:\n      d: 5\n  - a: 3\n    c:\n      d: 6",
            [[{"a": "1", "c.d": "5"}, {"a": "3", "c.d": "6"}]],
            id="an-object-within",
        ),
        pytest.param(
            "- a: 1\n  b: 2\n  of:\n    - p: 7\n      q: 8\n    - p: 9\n      q: 0\n- a: 3\n  b: 4",
            [[{"p": "7", "q": "8"}, {"p": "9", "q": "0"}], [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]],
            id="a-list-within",
        ),
        pytest.param(
            "名称: 甲\n数量: 2\n\n名称: 乙\n数量: 4",
            [[{"名称": "甲", "数量": "2"}, {"名称": "乙", "数量": "4"}]],
            id="chinese-forms",
        ),
        pytest.param("a: 1\nb: 2\nc: 3", [], id="one-form"),
        pytest.param("ERROR: it broke\nERROR: it broke again", [], id="one-key"),
        pytest.param("a: 1\nb: 2\nSome prose in between\na: 3", [], id="cut-by-prose"),
    ],
)
def test_page_records(text, expected):
    assert fields_in(text) == expected
