"""Scenario folders: the alerts, log lines and runbooks a set of offline tools answers from.

A folder holds `alerts.json`, `logs.json` and optionally `knowledge/*.md`; runbooks in a
`knowledge/` folder beside `scenarios/` are shared by all of them. Reading the files and handing
out the tools over them happens here. It must not know a case, a question or what a right answer would be.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, UnknownNameError
from evidencelab.tools.knowledge import LookupKnowledge
from evidencelab.tools.logs import QueryLogs
from evidencelab.tools.metrics import QueryMetrics
from evidencelab.tools.protocol import Tool
from evidencelab.tools.rows import AlertRow, KnowledgeBlock, LogRow, Scenario

_CHECKOUT_FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FIXTURES = Path(os.environ.get("EVIDENCELAB_FIXTURES") or _CHECKOUT_FIXTURES)

_HEADING = re.compile(r"^(#{1,3})\s+(.+?)\s*$")

RowT = TypeVar("RowT", bound=Contract)


def scenario_tools(scenario: Scenario) -> tuple[Tool, ...]:
    """Hand out `query_metrics`, `query_logs` and `lookup_knowledge` over one scenario."""
    return QueryMetrics(scenario), QueryLogs(scenario), LookupKnowledge(scenario)


def scenario_names(fixtures: Path | None = None) -> tuple[str, ...]:
    """List the scenarios of a fixtures folder, sorted."""
    root = (fixtures or FIXTURES) / "scenarios"
    return tuple(sorted(path.name for path in root.iterdir() if path.is_dir())) if root.is_dir() else ()


def load_scenario(path_or_name: Path | str, fixtures: Path | None = None) -> Scenario:
    """Load a scenario folder by path, or by its name under `fixtures`.

    Raises:
        UnknownNameError: It is neither a folder nor the name of a scenario.
        InputError: A file cannot be read or a row does not hold the contract; the message names
            the file, the row and the field.
    """
    folder = Path(path_or_name)
    if not folder.is_dir():
        folder = (fixtures or FIXTURES) / "scenarios" / str(path_or_name)
    if not folder.is_dir():
        raise UnknownNameError("scenario", str(path_or_name), scenario_names(fixtures))
    documents = [*_documents(folder.parent.parent / "knowledge"), *_documents(folder / "knowledge")]
    return Scenario(
        name=folder.name,
        alerts=_load_rows(folder / "alerts.json", AlertRow),
        logs=_load_rows(folder / "logs.json", LogRow),
        knowledge=tuple(block for document in documents for block in split_runbook(document)),
    )


def split_runbook(path: Path) -> tuple[KnowledgeBlock, ...]:
    """Cut a Markdown runbook at its headings into blocks; a heading without text makes none.

    Raises:
        InputError: The file cannot be read.
    """
    document, section, lines = path.stem, "", list[str]()
    blocks: list[KnowledgeBlock] = []

    def close() -> None:
        content = "\n".join(lines).strip()
        if content:
            title = f"{document} / {section}" if section else document
            blocks.append(KnowledgeBlock(title=title, source=f"knowledge/{path.name}", content=content))
        lines.clear()

    for line in _read_text(path).splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        close()
        if len(heading.group(1)) == 1:
            document, section = heading.group(2), ""
        else:
            section = heading.group(2)
    close()
    return tuple(blocks)


def _documents(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.md")) if folder.is_dir() else []


def _load_rows(path: Path, contract: type[RowT]) -> tuple[RowT, ...]:
    text = _read_text(path)
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(str(path), f"is not JSON ({error.msg})", "mend the file", error.lineno) from error
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        raise InputError(str(path), f"is not readable JSON ({reason})", "mend the file") from error
    if not isinstance(rows, list):
        raise InputError(str(path), f"got {type(rows).__name__}, expected a JSON array of rows", "write []")
    return tuple(_read_row(path, index, row, contract) for index, row in enumerate(rows))


def _read_row(path: Path, index: int, row: JsonValue, contract: type[RowT]) -> RowT:
    try:
        return contract.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the row"
        known = ", ".join(sorted(contract.model_fields))
        reason = f"row {index}, {field}: {first['msg']}, got {first['input']!r}"
        raise InputError(str(path), reason, f"a row holds {known}") from error


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            str(path), f"cannot be read ({error})", "a scenario needs alerts.json and logs.json"
        ) from error
