"""A notebook's parameters: which there are, what was given, and the exact value the kernel will see.

Everything wrong is found here, before a kernel starts: an unknown name, a value of the wrong type, a
type that has no literal. This module must not know what a parameter means.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from enum import Enum
from pathlib import PurePath
from typing import Any, NamedTuple

import nbformat
import numpy as np
import yaml
from papermill.translators import PythonTranslator, papermill_translators

from evidencelab.errors import InputError, SettingError

PARAMETERS_TAG = "parameters"

_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (float, int),
    "bool": (bool,),
    "list": (list,),
    "tuple": (list,),
    "dict": (dict,),
}
_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


class NotebookParameter(NamedTuple):
    """A parameter as the notebook's `parameters` cell declares it.

    Attributes:
        name: Its name.
        type_name: `str`, `int`, `float`, `bool`, `list`, `dict`, or `""` where nothing says.
        default: The default as Python source.
        help: The comment behind it.
    """

    name: str
    type_name: str
    default: str
    help: str


class ExactTranslator(PythonTranslator):  # type: ignore[misc]
    """Write every string as its Python literal: readable in any script, and exact."""

    @classmethod
    def translate_str(cls, val: str) -> str:
        """Write one string."""
        return repr(val)


papermill_translators.register("python", ExactTranslator)


def inspect_parameters(notebook: nbformat.NotebookNode, where: str) -> dict[str, NotebookParameter]:
    """Read the declared parameters, in order; empty where no cell is tagged `parameters`.

    The cell is parsed as Python, so a help text with an equals sign or a union type hides nothing.

    Raises:
        InputError: The cell is not Python.
    """
    for cell in notebook.cells:
        if cell.cell_type == "code" and PARAMETERS_TAG in cell.metadata.get("tags", []):
            return _parse_cell(cell.source, where)
    return {}


def parse_value(text: str, parameter: NotebookParameter, where: str) -> Any:
    """Read a command line's text as the type the notebook declares; a `str` is taken as it stands.

    A list may be written as `a,b` or as a YAML list, a dict as YAML or JSON.

    Raises:
        SettingError: The text is not of that type.
    """
    lowered = text.strip().lower()
    try:
        match parameter.type_name:
            case "str":
                return text
            case _ if lowered in ("none", "null"):
                return None
            case "int":
                return int(text)
            case "float":
                return float(text)
            case "bool" if lowered in _TRUE or lowered in _FALSE:
                return lowered in _TRUE
            case "list" | "tuple" if not lowered.startswith("["):
                return [part.strip() for part in text.split(",") if part.strip()]
            case _:
                value = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        raise _wrong(where, parameter, text) from error
    return _checked(value, parameter, where)


def prepare_parameters(
    given: Mapping[str, object], declared: Mapping[str, NotebookParameter], where: str
) -> dict[str, Any]:
    """Turn what a caller gave into plain values that can be written as Python literals.

    numpy scalars, paths, enums and tuples become the plain value they stand for; None, nan and the
    infinities stay themselves. None is allowed for any type.

    Raises:
        SettingError: A name is not declared, or a value is of another type or has no literal.
    """
    prepared: dict[str, Any] = {}
    for name, value in given.items():
        if name not in declared:
            raise SettingError(where, name, "is not a parameter of this notebook", tuple(sorted(declared)))
        prepared[name] = _checked(_plain(value, where, name), declared[name], where)
    return prepared


def printable_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters for a JSON file: numbers that JSON does not know become their names."""
    return {name: _finite(value) for name, value in parameters.items()}


def _parse_cell(source: str, where: str) -> dict[str, NotebookParameter]:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise InputError(
            where, f"its parameters cell is not Python ({error.msg})", "keep to literals", error.lineno
        ) from error
    lines = source.splitlines()
    found: dict[str, NotebookParameter] = {}
    for node in tree.body:
        target: ast.expr | None = None
        if isinstance(node, ast.AnnAssign):
            target, value = node.target, node.value
            type_name = ast.unparse(node.annotation).split("[")[0].strip("\"' ")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value, type_name = node.targets[0], node.value, ""
        if not isinstance(target, ast.Name) or value is None:
            continue
        if type_name not in _TYPES:
            type_name = _type_of_literal(value)
        after = lines[(node.end_lineno or 1) - 1].encode()[node.end_col_offset or 0 :].decode()
        comment = after.strip().lstrip("#").strip() if after.strip().startswith("#") else ""
        found[target.id] = NotebookParameter(target.id, type_name, ast.unparse(value), comment)
    return found


def _type_of_literal(node: ast.expr) -> str:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return ""
    name = type(value).__name__
    return name if name in _TYPES else ""


def _plain(value: object, where: str, name: str) -> Any:
    if isinstance(value, Enum):
        return _plain(value.value, where, name)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, PurePath | str):
        return _text(str(value), where, name)
    if isinstance(value, np.generic):
        return _plain(value.item(), where, name)
    if isinstance(value, list | tuple):
        return [_plain(item, where, name) for item in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {_text(str(key), where, name): _plain(item, where, name) for key, item in value.items()}
    raise SettingError(
        where,
        name,
        f"is a {type(value).__name__}, which has no literal; pass a str, number, bool, None, list or dict",
    )


def _text(value: str, where: str, name: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise SettingError(where, name, f"is not valid Unicode text (got {value!r})") from error
    return value


def _checked(value: Any, parameter: NotebookParameter, where: str) -> Any:
    kinds = _TYPES.get(parameter.type_name)
    if value is None or kinds is None:
        return value
    if not isinstance(value, kinds) or (isinstance(value, bool) and parameter.type_name != "bool"):
        raise _wrong(where, parameter, value)
    return float(value) if isinstance(value, int) and parameter.type_name == "float" else value


def _wrong(where: str, parameter: NotebookParameter, value: object) -> SettingError:
    return SettingError(
        where,
        parameter.name,
        f"is wrong (got {value!r}, expected {parameter.type_name or 'a value'}, e.g. {parameter.default})",
    )


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value
