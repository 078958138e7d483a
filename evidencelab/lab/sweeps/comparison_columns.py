"""The table a comparison reads: one row per cell of a sweep (case x variant x model x repeat).

States the columns, checks a frame against them and says what is wrong. It must not know a statistic
or how a sweep runs.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import pandas as pd
from pandas.api import types

from evidencelab.errors import InputError

ColumnKind = Literal["text", "flag", "count", "number"]


class Column(NamedTuple):
    """One column of the table.

    Attributes:
        name: As it stands in the Parquet file.
        kind: `text`, `flag` (true or false), `count` (whole, not negative) or `number`.
        nullable: Whether a cell may be missing; a missing value is left out and counted, never 0.
        meaning: What the value says.
    """

    name: str
    kind: ColumnKind
    nullable: bool
    meaning: str


COLUMNS: tuple[Column, ...] = (
    Column("case", "text", False, "name of the case; its language twins have other names"),
    Column("incident", "text", False, "what twins and repeats have in common: the unit that is counted"),
    Column("language", "text", False, "zh or en"),
    Column("variant", "text", False, "name of the prompt variant"),
    Column("model", "text", False, "name of the model; `baseline` where there was none"),
    Column("repeat", "count", False, "0 for the first run of the cell"),
    Column("verdict", "text", True, "PASS, LOW_CONFID or REJECT; missing where the run failed"),
    Column("expected_verdict", "text", True, "what the case states; missing where it states none"),
    Column("gate_status", "text", True, "pass or fail; missing where the run failed"),
    Column("n_claims", "count", True, "claims stated"),
    Column("narrow", "flag", False, "whether the question is a narrow one"),
    Column("n_bindings", "count", True, "citations made, by claims and actions"),
    Column("n_sound", "count", True, "citations that passed the gate"),
    Column("n_altered", "count", True, "citations found at their place with something changed"),
    Column("n_misattributed", "count", True, "citations that stand elsewhere in the session"),
    Column("n_fabricated", "count", True, "citations that stand nowhere, or at no place that exists"),
    Column("forbidden_claim", "flag", True, "whether a claim or the answer says what it must not"),
    Column("groundedness_score", "number", True, "supported claims / claims in [0, 1]"),
    Column("tokens", "number", True, "tokens in and out, all stages"),
    Column("seconds", "number", True, "wall time of the run"),
    Column("error", "text", True, "why the run failed; missing where it did not"),
)

KEY = ("case", "variant", "model", "repeat")


def check_columns(frame: pd.DataFrame, source: str = "sweep table") -> pd.DataFrame:
    """Return the frame with its columns in order and in kind, ready to be compared.

    Further columns are dropped. Both `None` and NaN are missing values.

    Args:
        frame: One row per cell, shape `(n_cells, ...)`.
        source: Named in messages.

    Raises:
        InputError: A column is missing or holds something else, a value that may not be missing is,
            or a cell is listed twice.
    """
    absent = [column.name for column in COLUMNS if column.name not in frame.columns]
    if absent:
        raise InputError(
            source, f"lacks the columns {', '.join(absent)}", "write one row per cell, as `COLUMNS` states"
        )
    checked = pd.DataFrame({column.name: _as_kind(frame[column.name], column, source) for column in COLUMNS})
    twice = checked[checked.duplicated(list(KEY))]
    if len(twice):
        row = twice.iloc[0]
        cell = ", ".join(f"{name} {row[name]!r}" for name in KEY)
        raise InputError(source, f"lists the cell {cell} twice", "number repeats from 0, one row each")
    return checked.reset_index(drop=True)


def _as_kind(values: pd.Series, column: Column, source: str) -> pd.Series:
    missing = values.isna()
    if missing.any() and not column.nullable:
        raise InputError(
            source,
            f"{column.name!r} is missing in row {int(missing.to_numpy().argmax())}",
            f"state it: {column.meaning}",
        )
    present = values[~missing]
    if column.kind == "text":
        wrong = [value for value in present if not isinstance(value, str)]
        converted = values.astype("object").where(~missing, None)
    elif column.kind == "flag":
        wrong = [value for value in present if not types.is_bool(value)]
        converted = values.astype("object").where(~missing, None)
    else:
        numbers = pd.to_numeric(present, errors="coerce").astype("float64")
        bad = numbers.isna() | (numbers < 0)
        if column.kind == "count":
            bad |= numbers % 1 != 0
        wrong = list(present[bad])
        converted = numbers.reindex(values.index)
    if wrong:
        raise InputError(
            source, f"{column.name!r} holds {wrong[0]!r}", f"expected a {column.kind}: {column.meaning}"
        )
    return converted
