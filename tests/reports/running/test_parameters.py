"""Parameters reach the kernel exactly, and what cannot is refused before a kernel starts."""

from __future__ import annotations

import datetime as dt
import enum
import math
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.errors import InputError, SettingError
from evidencelab.reports.running.parameters import (
    ExactTranslator,
    NotebookParameter,
    inspect_parameters,
    parse_value,
    prepare_parameters,
    printable_parameters,
)

CELL = """
cases: list = []  # names, e.g. a=b; empty takes all
language: "str | None" = "en"
threshold: float = 0.9  # share
note = "none"
limit = 3
# a comment
print("not a parameter")
"""


class Colour(enum.StrEnum):
    RED = "red"


def notebook(source):
    cell = nbformat.v4.new_code_cell(source)
    cell.metadata["tags"] = ["parameters"]
    return nbformat.v4.new_notebook(cells=[cell])


def declare(**types):
    return {name: NotebookParameter(name, type_name, "0", "") for name, type_name in types.items()}


def injected(parameters):
    namespace = {}
    exec(ExactTranslator.codify(parameters), namespace)
    return {name: namespace[name] for name in parameters}


def test_inspect_parameters_sees_every_declaration_whatever_its_comment_or_type():
    found = inspect_parameters(notebook(CELL), "n.ipynb")
    assert [(item.name, item.type_name, item.help) for item in found.values()] == [
        ("cases", "list", "names, e.g. a=b; empty takes all"),
        ("language", "str", ""),
        ("threshold", "float", "share"),
        ("note", "str", ""),
        ("limit", "int", ""),
    ]


def test_inspect_parameters_is_empty_without_a_tagged_cell():
    assert inspect_parameters(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("a = 1")]), "n") == {}


def test_inspect_parameters_names_the_line_that_is_not_python():
    with pytest.raises(InputError, match=r"n\.ipynb, line 2: its parameters cell is not Python"):
        inspect_parameters(notebook("a = 1\nb = = 2"), "n.ipynb")


def test_parameters_of_every_kind_arrive_as_the_value_they_stand_for():
    given_values = {
        "thr": np.float64(0.85),
        "seed": None,
        "ratio": float("nan"),
        "out": Path("runs/a b"),
        "note": '引号"与\\反斜杠',
        "count": np.int64(7),
        "flag": np.bool_(True),
        "far": float("-inf"),
        "colour": Colour.RED,
        "pair": (1, "a"),
        "nested": {"a": [np.float32(0.5), None]},
    }
    declared = declare(
        thr="float", seed="int", ratio="float", out="str", note="str", count="int", flag="bool"
    ) | declare(far="float", colour="str", pair="list", nested="dict")
    prepared = prepare_parameters(given_values, declared, "n.ipynb")
    seen = injected(prepared)
    assert math.isnan(seen.pop("ratio"))
    assert seen == {
        "thr": 0.85,
        "seed": None,
        "out": "runs/a b",
        "note": '引号"与\\反斜杠',
        "count": 7,
        "flag": True,
        "far": float("-inf"),
        "colour": "red",
        "pair": [1, "a"],
        "nested": {"a": [0.5, None]},
    }
    assert {type(seen[name]) for name in ("thr", "out", "note", "colour")} == {float, str}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_arrives_byte_for_byte(text):
    prepared = prepare_parameters({"note": text}, declare(note="str"), "n")
    assert injected(prepared) == {"note": text}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({1, 2}, id="set"),
        pytest.param(dt.datetime(2026, 1, 1), id="datetime"),
        pytest.param(np.datetime64("2026-01-01"), id="numpy-datetime"),
        pytest.param(np.array([1.0]), id="array"),
        pytest.param(b"bytes", id="bytes"),
        pytest.param({1: "a"}, id="key-that-is-no-text"),
        pytest.param(object(), id="object"),
        pytest.param([{"deep": {3}}], id="deep-inside"),
    ],
)
def test_a_value_without_a_literal_is_refused(value):
    with pytest.raises(SettingError, match=r"'x' is a .*, which has no literal"):
        prepare_parameters({"x": value}, declare(x=""), "n.ipynb")


def test_text_that_is_not_unicode_is_refused():
    with pytest.raises(SettingError, match="'note' is not valid Unicode"):
        prepare_parameters({"note": "\udc80"}, declare(note="str"), "n.ipynb")


def test_an_unknown_parameter_is_refused_with_the_known_ones():
    with pytest.raises(
        SettingError,
        match=r"^n\.ipynb: 'treshold' is not a parameter of this notebook; known are note, threshold$",
    ):
        prepare_parameters({"treshold": 1}, declare(threshold="float", note="str"), "n.ipynb")


@pytest.mark.parametrize(
    ("type_name", "value"), [("str", 5), ("int", 1.5), ("int", True), ("float", "0.9"), ("list", "a")]
)
def test_a_value_of_another_type_is_refused(type_name, value):
    with pytest.raises(SettingError, match=f"'x' is wrong .*expected {type_name}"):
        prepare_parameters({"x": value}, declare(x=type_name), "n.ipynb")


@pytest.mark.parametrize(
    ("type_name", "text", "value"),
    [
        pytest.param("str", "12345", "12345", id="digits-stay-text"),
        pytest.param("str", "none", "none", id="none-stays-text"),
        pytest.param("str", "", "", id="empty-text"),
        pytest.param("int", "7", 7, id="int"),
        pytest.param("int", "none", None, id="none"),
        pytest.param("float", "1e-3", 0.001, id="float"),
        pytest.param("float", "-inf", float("-inf"), id="infinity"),
        pytest.param("bool", "False", False, id="bool"),
        pytest.param("list", "a, b", ["a", "b"], id="list-by-commas"),
        pytest.param("list", "[a, 2]", ["a", 2], id="list-in-yaml"),
        pytest.param("list", "", [], id="empty-list"),
        pytest.param("dict", '{"a": 1}', {"a": 1}, id="dict-in-json"),
        pytest.param("", "3", 3, id="undeclared-type"),
    ],
)
def test_parse_value_reads_text_as_the_declared_type(type_name, text, value):
    assert parse_value(text, NotebookParameter("x", type_name, "0", ""), "n") == value


@pytest.mark.parametrize(
    ("type_name", "text"), [("int", "1.5"), ("float", "high"), ("bool", "maybe"), ("dict", "[1]")]
)
def test_parse_value_refuses_text_of_another_type(type_name, text):
    with pytest.raises(SettingError, match=f"got {text!r}|got \\[1\\]"):
        parse_value(text, NotebookParameter("x", type_name, "0", ""), "n")


def test_printable_parameters_hold_no_number_that_json_lacks():
    assert printable_parameters({"a": float("nan"), "b": [float("inf")], "c": {"d": 1.5}}) == {
        "a": "nan",
        "b": ["inf"],
        "c": {"d": 1.5},
    }
