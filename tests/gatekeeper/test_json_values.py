"""Any value becomes plain JSON, any JSON text is decoded as far as it goes, and a message shows it short."""

from __future__ import annotations

import json

import pytest

from evidencelab.contracts import ExecutorOutput
from evidencelab.gatekeeper.json_values import (
    MAX_DEPTH,
    MAX_JSON_DEPTH,
    Decoded,
    as_json,
    clean_text,
    decode,
    decode_whole,
    limit_depth,
    shorten,
)


class Odd:
    """A value that JSON has no word for."""


def nested(depth):
    value = "end"
    for _ in range(depth):
        value = [value]
    return value


def depth_of(value):
    depth = 0
    while isinstance(value, list):
        depth, value = depth + 1, value[0]
    return depth, value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(None, None, id="none"),
        pytest.param(True, True, id="true"),
        pytest.param("a\ud83db", "a\ufffdb", id="surrogate"),
        pytest.param("caf\u00e9", "caf\u00e9", id="accent"),
        pytest.param(2**63 - 1, 2**63 - 1, id="largest-integer"),
        pytest.param(2**63, "9223372036854775808", id="one-too-large"),
        pytest.param(-(2**63), -(2**63), id="smallest-integer"),
        pytest.param(-(2**63) - 1, "-9223372036854775809", id="one-too-small"),
        pytest.param(2**3999, str(2**3999), id="4000-bits"),
        pytest.param(2**4000, "<an integer of 4001 bits>", id="4001-bits"),
        pytest.param(1.5, 1.5, id="float"),
        pytest.param(float("nan"), "NaN", id="nan"),
        pytest.param(float("-inf"), "-Infinity", id="infinity"),
        pytest.param(b"a\xff", "a\ufffd", id="bytes"),
        pytest.param(bytearray(b"a"), "a", id="bytearray"),
        pytest.param((1, [2]), [1, [2]], id="tuple"),
        pytest.param({1: 2, None: 3, "\ud800": 4, (5,): 6}, {"1": 2, "None": 3, "\ufffd": 4, "[5]": 6}, id="keys"),
        pytest.param({1, 2}, "<set>", id="set"),
        pytest.param([Odd()], ["<Odd>"], id="foreign-object"),
        pytest.param(ExecutorOutput(), {}, id="contract-without-fields"),
        pytest.param(ExecutorOutput(claims=()), {"claims": []}, id="contract-with-a-field"),
    ],
)  # fmt: skip
def test_as_json_gives_the_json_value_that_stands_for_any_value(value, expected):
    assert as_json(value) == expected
    assert type(as_json(value)) is type(expected)


def test_as_json_keeps_forty_levels_and_notes_what_is_deeper():
    assert MAX_DEPTH == 40
    assert depth_of(as_json(nested(40))) == (40, "end")
    assert depth_of(as_json(nested(41))) == (40, "<nested deeper than 40 levels>")


def test_as_json_notes_what_holds_itself_and_repeats_what_only_stands_twice():
    circle = {"name": "a"}
    circle["self"] = circle
    round_list = [1]
    round_list.append(round_list)
    twin = {"b": 1}

    assert as_json(circle) == {"name": "a", "self": "<nested deeper than 40 levels>"}
    assert as_json(round_list) == [1, "<nested deeper than 40 levels>"]
    assert as_json([twin, twin]) == [{"b": 1}, {"b": 1}]


def test_clean_text_replaces_lone_surrogates_only():
    assert clean_text("a\ud83d \u00e9 \U0001f600") == "a\ufffd \u00e9 \U0001f600"


@pytest.mark.parametrize(
    ("text", "start", "strict", "expected"),
    [
        pytest.param('x{"a": 1} y', 1, True, Decoded({"a": 1}, 9, ()), id="from-an-offset"),
        pytest.param("x", 0, True, None, id="no-value"),
        pytest.param('"a\nb"', 0, True, None, id="raw-line-break"),
        pytest.param('"a\nb"', 0, False, Decoded("a\nb", 5, ()), id="raw-line-break-allowed"),
        pytest.param('{"a": 1, "b": 2, "a": 3}', 0, True, Decoded({"a": 3, "b": 2}, 24, ("a",)), id="key-twice"),
        pytest.param("9" * 4000, 0, True, Decoded("<an integer of 13288 bits>", 4000, ()), id="4000-digits"),
        pytest.param("9" * 4001, 0, True, Decoded("9" * 4001, 4001, ()), id="4001-digits"),
        pytest.param("9" * 5000, 0, True, Decoded("9" * 5000, 5000, ()), id="more-digits-than-python-reads"),
    ],
)  # fmt: skip
def test_decode_reads_the_value_that_begins_there(text, start, strict, expected):
    assert decode(text, start, strict=strict) == expected


def test_decode_is_strict_unless_it_is_told_otherwise():
    assert decode('"a\nb"') is None
    assert decode_whole('"a\nb"') is None
    assert decode_whole('"a\nb"', strict=False) == Decoded("a\nb", 5, ())


@pytest.mark.parametrize("text", [' {"a": 1}\n', '\ufeff{"a": 1}', ' \ufeff {"a": 1} '])
def test_decode_whole_passes_over_white_space_and_a_byte_order_mark(text):
    assert decode_whole(text) == Decoded({"a": 1}, 8, ())


@pytest.mark.parametrize("text", ['{"a": 1} x', "", "{", '{"a": 1}\ufeff', '{"a": 1}{"a": 1}'])
def test_decode_whole_wants_one_value_and_nothing_else(text):
    assert decode_whole(text) is None


def test_decode_whole_reads_around_nesting_without_end():
    decoded = decode_whole('{"a": 1, "deep": ' + "[" * 3000 + "]" * 3000 + ', "b": 2}')

    assert decoded is not None
    assert (decoded.value["a"], decoded.value["b"]) == (1, 2)
    assert depth_of(decoded.value["deep"]) == (39, "<nested deeper than 40 levels>")


def test_decode_whole_reads_around_nested_objects_without_end():
    decoded = decode_whole('[{"b": 2}, ' + '{"a":' * 3000 + "1" + "}" * 3000 + "]")

    assert decoded is not None
    assert decoded.value[0] == {"b": 2}


def test_limit_depth_notes_what_is_deeper_than_two_hundred_levels():
    note = '"<nested deeper than 200 levels>"'
    opening, closing = "[" * MAX_JSON_DEPTH, "]" * MAX_JSON_DEPTH

    assert MAX_JSON_DEPTH == 200
    assert limit_depth(f"{opening}1{closing}") == f"{opening}1{closing}"
    assert (
        limit_depth(f'{opening}1, {{"x": [2]}}, [3], 4{closing}') == f"{opening}1, {note}, {note}, 4{closing}"
    )
    assert limit_depth('["[[[", {"]": "\\"]"}]') == '["[[[", {"]": "\\"]"}]'
    assert json.loads(limit_depth("[" * 300 + "]" * 300))


@pytest.mark.parametrize(
    ("value", "limit", "expected"),
    [
        pytest.param("a\nb", 160, "'a\\nb'", id="line-break"),
        pytest.param("x" * 8, 10, f"'{'x' * 8}'", id="exactly-the-limit"),
        pytest.param("x" * 9, 10, f"'{'x' * 8}…", id="one-more"),
        pytest.param({"a": Odd()}, 160, "{'a': '<Odd>'}", id="foreign-object"),
    ],
)
def test_shorten_quotes_a_value_within_a_limit(value, limit, expected):
    assert shorten(value, limit) == expected


def test_shorten_cuts_at_160_characters_unless_told_otherwise():
    assert shorten("x" * 158) == f"'{'x' * 158}'"
    assert shorten("x" * 159) == f"'{'x' * 158}…"
