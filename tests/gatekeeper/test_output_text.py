"""Which JSON value stands in an executor's text, which way it was found, and what is said of the way."""

from __future__ import annotations

import json

import pytest

from evidencelab.gatekeeper.output_text import (
    MAX_OPENINGS,
    MAX_REPAIR_CHARS,
    MAX_REPAIR_DEPTH,
    ReadText,
    read_text,
)

ONE = {"claims": [{"claim_id": "a"}]}
TWO = {"claims": [{"claim_id": "b"}]}
ONE_TEXT, TWO_TEXT = json.dumps(ONE), json.dumps(TWO)
TWICE = ("the key 'claims' is stated twice in one object",)
CUT_INSIDE = ("the executor's text ends inside a string: it was cut off",)
NOTHING = ReadText(None, "invalid", "no object with claims in the executor's text")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(ONE_TEXT, ReadText(ONE, "valid", "strict JSON"), id="strict"),
        pytest.param(f"\ufeff {ONE_TEXT}\n", ReadText(ONE, "valid", "strict JSON"), id="byte-order-mark"),
        pytest.param(f"\ufeff```\n{ONE_TEXT}", ReadText(ONE, "fenced", "a Markdown fence"), id="mark-then-fence"),
        pytest.param(
            '{"claims": [], "claims": [1]}', ReadText({"claims": [1]}, "valid", "strict JSON", TWICE), id="key-twice"
        ),
        pytest.param(
            '{"claims": ["a\nb"]}',
            ReadText({"claims": ["a\nb"]}, "repaired", "JSON with raw control characters inside strings"),
            id="raw-line-break",
        ),
        pytest.param(
            '{"claims": ["a\nb"], "claims": []}',
            ReadText({"claims": []}, "repaired", "JSON with raw control characters inside strings", TWICE),
            id="raw-line-break-and-key-twice",
        ),
        pytest.param(
            json.dumps(ONE_TEXT), ReadText(ONE, "repaired", "strict JSON, inside a JSON string"), id="json-in-a-string"
        ),
        pytest.param(
            json.dumps(json.dumps(json.dumps(ONE_TEXT))),
            ReadText(ONE, "repaired", "strict JSON, inside a JSON string, inside a JSON string, inside a JSON string"),
            id="three-strings-deep",
        ),
        pytest.param('"just words"', ReadText("just words", "valid", "strict JSON"), id="string-of-words"),
        pytest.param("[1]", ReadText([1], "valid", "strict JSON"), id="list"),
        pytest.param("", ReadText(None, "invalid", "the executor wrote nothing"), id="empty"),
        pytest.param(" \ufeff ", ReadText(None, "invalid", "the executor wrote nothing"), id="blank"),
        pytest.param("Nothing of note.", NOTHING, id="prose"),
        pytest.param("The {user} said [nothing].", NOTHING, id="prose-with-braces"),
        pytest.param("a\ud83d", NOTHING, id="surrogate"),
    ],
)  # fmt: skip
def test_read_text_reads_strict_json_first(text, expected):
    assert read_text(text) == expected


def test_a_string_four_layers_deep_is_left_as_the_string_it_is():
    four = ONE_TEXT
    for _ in range(4):
        four = json.dumps(four)

    assert read_text(four).value == ONE_TEXT


# ------------------------------------------------------------------------------ markers


def marked(*sections):
    return "\n".join(f"[[ ## {name} ## ]]\n{content}" for name, content in sections)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            marked(("claims", "[1]"), ("missing_info", "[2]"), ("completed", "")),
            ReadText({"claims": [1], "missing_info": [2]}, "fenced", "field markers"),
            id="fields",
        ),
        pytest.param(
            marked(("claims", "[1]")), ReadText({"claims": [1]}, "fenced", "field markers"), id="the-last-unended"
        ),
        pytest.param(
            marked(("reasoning", "I think {so}."), ("claims", "```json\n[1]\n```")),
            ReadText({"reasoning": "I think {so}.", "claims": [1]}, "fenced", "field markers"),
            id="fence-behind-a-marker",
        ),
        pytest.param(
            marked(("reasoning", "```\nas above\n```"), ("claims", "[]")),
            ReadText({"reasoning": "as above", "claims": []}, "fenced", "field markers"),
            id="words-in-a-fence",
        ),
        pytest.param(
            marked(("claims", '"[1]"'), ("n", "12")),
            ReadText({"claims": "[1]", "n": "12"}, "fenced", "field markers"),
            id="text-and-a-number",
        ),
        pytest.param(
            marked(("claims", '["a\nb"]')),
            ReadText({"claims": ["a\nb"]}, "repaired", "field markers"),
            id="raw-line-break",
        ),
        pytest.param(
            marked(("claims", "[1,]"), ("missing_info", "[2]")),
            ReadText({"claims": [1], "missing_info": [2]}, "repaired", "field markers"),
            id="repaired-up-to-the-next-marker",
        ),
        pytest.param(
            marked(("claims", "[{'claim_id': 'a'},]")),
            ReadText({"claims": [{"claim_id": "a"}]}, "repaired", "field markers"),
            id="repaired-to-the-end",
        ),
        pytest.param(
            marked(("claims", "{'claim_id': 'a',}")),
            ReadText({"claims": {"claim_id": "a"}}, "repaired", "field markers"),
            id="repaired-object",
        ),
        pytest.param(
            marked(("claims", '[{"claim_id": "cut of')),
            ReadText({"claims": [{"claim_id": "cut of"}]}, "repaired", "field markers", CUT_INSIDE),
            id="cut-off",
        ),
        pytest.param(
            marked(("claims", "[1]"), ("claims", "[2]")),
            ReadText({"claims": [2]}, "fenced", "field markers", ("the field 'claims' is stated twice",)),
            id="field-twice",
        ),
        pytest.param(
            marked(("claims", "[1]"), ("claims", "[2]"), ("claims", "[3]")),
            ReadText({"claims": [3]}, "fenced", "field markers", ("the field 'claims' is stated twice",)),
            id="field-three-times-told-once",
        ),
        pytest.param(
            marked(("claims", '[{"a": 1, "a": 2}]')),
            ReadText(
                {"claims": [{"a": 2}]}, "fenced", "field markers", ("the key 'a' is stated twice in one object",)
            ),
            id="key-twice",
        ),
        pytest.param(
            marked(("answer", ONE_TEXT), ("completed", "")),
            ReadText(ONE, "fenced", "an object behind a field marker"),
            id="object-behind-a-marker",
        ),
        pytest.param(
            marked(("draft", ONE_TEXT), ("answer", TWO_TEXT), ("draft", "x")),
            ReadText(
                TWO, "fenced", "an object behind a field marker", ("the field 'draft' is stated twice",)
            ),
            id="last-object-behind-a-marker",
        ),
        pytest.param(
            marked(("answer", "{'claims': [1,]}")),
            ReadText({"claims": [1]}, "repaired", "an object behind a field marker"),
            id="repaired-object-behind-a-marker",
        ),
        pytest.param(
            marked(("claims", ONE_TEXT)),
            ReadText({"claims": ONE}, "fenced", "field markers"),
            id="an-object-under-claims-stays-there",
        ),
        pytest.param(
            f"[[ ## notes ## ]] so {ONE_TEXT}",
            ReadText(ONE, "repaired", "an object amid prose"),
            id="no-contract-field-behind-markers",
        ),
        pytest.param(
            '{"claims": ["[[ ## claims ## ]]"], }',
            ReadText({"claims": ["[[ ## claims ## ]]"]}, "repaired", "a repair parser"),
            id="a-marker-behind-a-brace-is-content",
        ),
        pytest.param(
            marked(("claims", "[]"), ("hypotheses", "None"), ("missing_info", "null")),
            ReadText({"claims": [], "hypotheses": None, "missing_info": None}, "fenced", "field markers"),
            id="nothing-by-name",
        ),
        pytest.param(
            marked(("claims", 'I saw {one}:\n[{"claim_id": "a"}]\nand no more.'), ("completed", "")),
            ReadText({"claims": [{"claim_id": "a"}]}, "repaired", "field markers"),
            id="words-around-the-claims",
        ),
        pytest.param(
            marked(("claims", 'Claims: [{"claim_id": "[[ ## completed ## ]]"}]'), ("missing_info", "[2]")),
            ReadText(
                {"claims": [{"claim_id": "[[ ## completed ## ]]"}], "missing_info": [2]}, "repaired", "field markers"
            ),
            id="words-before-claims-that-hold-a-marker",
        ),
        pytest.param(
            marked(("claims", "nothing to claim")),
            ReadText({"claims": "nothing to claim"}, "fenced", "field markers"),
            id="words-under-claims",
        ),
        pytest.param(
            marked(("claims", '"line\nbreak"')),
            ReadText({"claims": "line\nbreak"}, "repaired", "field markers"),
            id="raw-line-break-in-a-text",
        ),
    ],
)  # fmt: skip
def test_read_text_reads_field_markers(text, expected):
    assert read_text(text) == expected


def test_at_most_two_hundred_markers_are_read():
    text = marked(*[("x", "y")] * (MAX_OPENINGS - 1), ("claims", "[1]"), ("missing_info", "[2]"))

    assert MAX_OPENINGS == 200
    assert read_text(text).value == {"x": "y", "claims": [1]}


# ------------------------------------------------------------------------------ fences and prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"```json\n{ONE_TEXT}\n```", ReadText(ONE, "fenced", "a Markdown fence"), id="fence"),
        pytest.param(f"~~~ JSON5\n{ONE_TEXT}\n~~~", ReadText(ONE, "fenced", "a Markdown fence"), id="tildes"),
        pytest.param(f"```{ONE_TEXT}```", ReadText(ONE, "fenced", "a Markdown fence"), id="fence-on-one-line"),
        pytest.param(
            '```\n{"claims": ["a\nb"]}\n```',
            ReadText({"claims": ["a\nb"]}, "repaired", "a Markdown fence"),
            id="raw-line-break",
        ),
        pytest.param(
            '```\n{"claims": [], "claims": [1]}\n```',
            ReadText({"claims": [1]}, "fenced", "a Markdown fence", TWICE),
            id="key-twice",
        ),
        pytest.param(
            f"```\n{ONE_TEXT}\n```\n```\n{TWO_TEXT}\n```\n```\n{{}}\n```",
            ReadText(TWO, "fenced", "a Markdown fence, the last of 2 objects with claims"),
            id="last-of-two",
        ),
        pytest.param(
            f"```\nkubectl get pods\n```\n```\n{ONE_TEXT}\n```",
            ReadText(ONE, "fenced", "a Markdown fence"),
            id="behind-a-fence-of-something-else",
        ),
        pytest.param(
            f"Draft {TWO_TEXT}\n```\n{ONE_TEXT}\n```",
            ReadText(ONE, "fenced", "a Markdown fence"),
            id="a-fence-before-prose",
        ),
        pytest.param(
            f"I {{think}} so: {ONE_TEXT} Done.", ReadText(ONE, "repaired", "an object amid prose"), id="prose"
        ),
        pytest.param(
            f'So: {{"success": true}} then {ONE_TEXT}{TWO_TEXT}.',
            ReadText(TWO, "repaired", "an object amid prose, the last of 2 objects with claims"),
            id="last-amid-prose",
        ),
        pytest.param(
            'So: {"claims": ["a\nb"]} it is',
            ReadText({"claims": ["a\nb"]}, "repaired", "an object amid prose"),
            id="raw-line-break-amid-prose",
        ),
        pytest.param(
            f'So: {{"outer": {ONE_TEXT}}}', ReadText(ONE, "repaired", "a repair parser"), id="inside-another-object"
        ),
        pytest.param(
            f"So: {{{ONE_TEXT}", ReadText(ONE, "repaired", "an object amid prose"), id="brace-in-front-of-the-object"
        ),
    ],
)  # fmt: skip
def test_read_text_takes_the_last_object_with_claims(text, expected):
    assert read_text(text) == expected


# ------------------------------------------------------------------------------ repair


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '{"claims": [1,]}', ReadText({"claims": [1]}, "repaired", "a repair parser"), id="trailing-comma"
        ),
        pytest.param(
            "Here: {'claims': [1]} and {'claims': [2]}",
            ReadText({"claims": [2]}, "repaired", "a repair parser"),
            id="the-last-that-opens-with-claims",
        ),
        pytest.param(
            "{'x': 1, 'claims': [1]}", ReadText({"x": 1, "claims": [1]}, "repaired", "a repair parser"), id="later-key"
        ),
        pytest.param(
            "Here: {'x': {'y': 1}, 'claims': [1]}",
            ReadText({"x": {"y": 1}, "claims": [1]}, "repaired", "a repair parser"),
            id="the-first-brace",
        ),
        pytest.param(
            "[{'claims': [1]}, {'claims': [2]}, 3]",
            ReadText({"claims": [2]}, "repaired", "a repair parser"),
            id="list-of-objects",
        ),
        pytest.param(
            "{claims: [1]\n```", ReadText({"claims": [1]}, "repaired", "a repair parser"), id="fence-left-behind"
        ),
        pytest.param(
            '{"claims": [{"claim_text": "cut of',
            ReadText({"claims": [{"claim_text": "cut of"}]}, "repaired", "a repair parser", CUT_INSIDE),
            id="cut-inside-a-string",
        ),
        pytest.param(
            '{"claims": [{"n": 1},',
            ReadText(
                {"claims": [{"n": 1}]},
                "repaired",
                "a repair parser",
                ("the executor's text ends with 2 brackets open: it was cut off",),
            ),
            id="cut-with-two-open",
        ),
        pytest.param(
            '{"claims": [{"n": {"m": [1',
            ReadText(
                {"claims": [{"n": {"m": [1]}}]},
                "repaired",
                "a repair parser",
                ("the executor's text ends with 5 brackets open: it was cut off",),
            ),
            id="cut-with-five-open",
        ),
        pytest.param(
            '{"claims": [1]', ReadText({"claims": [1]}, "repaired", "a repair parser"), id="only-the-outermost-open"
        ),
        pytest.param(
            '{"claims": [1,]} and {more [to "say',
            ReadText({"claims": [1]}, "repaired", "a repair parser"),
            id="prose-behind-is-not-cut-off",
        ),
        pytest.param(
            '{"claims": ["a \\" [ {", 2,]}',
            ReadText({"claims": ['a " [ {', 2]}, "repaired", "a repair parser"),
            id="brackets-and-quotes-inside-strings",
        ),
        pytest.param(
            '{"claims": ["a \\\\", 2,]}',
            ReadText({"claims": ["a \\", 2]}, "repaired", "a repair parser"),
            id="escaped-backslash",
        ),
    ],
)  # fmt: skip
def test_read_text_repairs_what_is_left(text, expected):
    assert read_text(text) == expected


def test_the_repair_parser_is_not_asked_about_very_long_or_deep_text():
    long = '{"claims": ["' + "x" * (MAX_REPAIR_CHARS - 17) + '",]}'
    deep = '{"claims": ' + "[" * (MAX_REPAIR_DEPTH - 1) + "1" + "]" * (MAX_REPAIR_DEPTH - 1) + ",}"

    assert (MAX_REPAIR_CHARS, MAX_REPAIR_DEPTH) == (200_000, 100)
    assert len(long) == MAX_REPAIR_CHARS
    assert read_text(long).way == "repaired"
    assert read_text(long[:-3] + "x" + long[-3:]) == NOTHING
    assert read_text(deep).way == "repaired"
    assert read_text(deep.replace("1", "[1]")) == NOTHING
