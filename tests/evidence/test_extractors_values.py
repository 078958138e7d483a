"""Reading text as JSON, and laying values flat."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.lines import Line, read_lines
from evidencelab.evidence.extractors.values import Pair, ReadText, flatten, read_text, record_text


@pytest.mark.parametrize(
    ("text", "is_json", "is_broken", "is_truncated"),
    [
        pytest.param("{}", True, False, False, id="object"),
        pytest.param(" [1, 2]", True, False, False, id="array"),
        pytest.param("null ", True, False, False, id="null"),
        pytest.param('"quoted"', True, False, False, id="string"),
        pytest.param('{"a": 1}\n{"a": 2}', True, False, False, id="json-lines"),
        pytest.param('{"a": 1}\n{"a": 2', True, False, True, id="json-lines-cut-off"),
        pytest.param('{"a": 1}\nplain', False, False, False, id="json-line-then-text"),
        pytest.param('{"a": ', False, True, False, id="object-cut-off"),
        pytest.param("{", False, True, False, id="object-barely-begun"),
        pytest.param("[", False, True, False, id="array-barely-begun"),
        pytest.param('[{"a": 1},', False, True, False, id="array-cut-off"),
        pytest.param('{"a": 1} trailing', False, True, False, id="trailing-words"),
        pytest.param("[WARN] hot", False, False, False, id="level"),
        pytest.param("[11:17][WARN] hot", False, False, False, id="time"),
        pytest.param("[ ] todo", False, False, False, id="check-box"),
        pytest.param("[[ ## claims ## ]]", False, False, False, id="marker"),
        pytest.param("{app='cart'}", False, False, False, id="selector"),
        pytest.param('"GET / HTTP/1.1" 200', False, False, False, id="quoted-start"),
        pytest.param("nullable", False, False, False, id="word"),
        pytest.param("", False, False, False, id="empty"),
    ],
)
def test_read_text_tells_json_from_text(text, is_json, is_broken, is_truncated):
    read = read_text(text)
    assert (read.is_json, read.is_broken, read.is_truncated) == (is_json, is_broken, is_truncated)


def test_read_text_keeps_the_whole_records_of_cut_off_json_lines():
    assert read_text('{"a": "x"}\n\n{"a": "y"}\n{"a"') == ReadText(
        value=[{"a": "x"}, {"a": "y"}], is_json=True, is_truncated=True
    )


def test_flatten_yields_values_in_document_order():
    record = {"a": {"b": 1, "c": [True, None]}, "d": [{"e": 0.5}, "f"], "g": {}, "h": [], "i": ""}
    assert list(flatten(record)) == [
        Pair("a.b", "1"),
        Pair("a.c", "[true, null]"),
        Pair("d[0].e", "0.5"),
        Pair("d[1]", "f"),
        Pair("g", "{}"),
        Pair("h", "[]"),
        Pair("i", ""),
    ]


@pytest.mark.parametrize(
    ("record", "text"),
    [
        pytest.param({"a": "", "b": None}, 'a="", b=null', id="empty-and-null"),
        pytest.param({}, "", id="empty-object"),
        pytest.param([], "", id="empty-list"),
        pytest.param(None, "", id="null"),
        pytest.param("", "", id="empty-text"),
        pytest.param(False, "false", id="false"),
        pytest.param([1, "x"], "[1, x]", id="list"),
    ],
)
def test_record_text_writes_any_value(record, text):
    assert record_text(record) == text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("\n \n\t\n", [], id="blank"),
        pytest.param("a\n\nb", [Line(0, "a"), Line(2, "b")], id="blank-lines-are-counted"),
        pytest.param("a\r\nb\r\n", [Line(0, "a"), Line(1, "b")], id="carriage-returns"),
        pytest.param("a\n  b\n c\nd", [Line(0, "a\n  b\n c"), Line(3, "d")], id="continuations"),
        pytest.param(
            "  a\n    b\n  c\nd\n  e", [Line(0, "  a\n    b"), Line(2, "  c"), Line(3, "d\n  e")], id="depth"
        ),
        pytest.param("a\x0cb\u2028c", [Line(0, "a\x0cb\u2028c")], id="only-line-feeds-end-a-line"),
    ],
)
def test_read_lines_joins_what_is_indented_deeper(text, lines):
    assert list(read_lines(text)) == lines
