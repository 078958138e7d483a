"""Where evidence texts come from: the fixtures, session and trace files, tool outputs, whole folders.

Gives each text a group that says which texts are no independent evidence of one another. By default
that is the template: records alike but for numbers and ids stand and fall together. It must not know
an edit, a label or the match.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from evidencelab.contracts import NO_EVIDENCE_PATH, EvidenceRef, ToolInvocation
from evidencelab.errors import InputError
from evidencelab.evidence.recorder import record_invocation, record_output
from evidencelab.gatekeeper.policy import IMPORTED_TOOLS
from evidencelab.gatekeeper.tool_files import read_output
from evidencelab.lab.corruptions.base import EvidenceText
from evidencelab.lab.labelled.pairs import holds_pairs
from evidencelab.tools.scenario import load_scenario, scenario_names
from evidencelab.traces.formats.load import read_trace_file

Grouping = Literal["template", "record"]

GROUPINGS: tuple[Grouping, ...] = Grouping.__args__  # type: ignore[attr-defined]

MIN_LENGTH = 8
"""Texts of fewer code points hold nothing that could be quoted."""

_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".log", ".txt", ".md", ".out", ""})
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_PLACE = re.compile(r"\S*[/\\]\S*")
_WITH_DIGIT = re.compile(r"[\w.:+%$@-]*\d[\w.:+%$@-]*")


def template_group(text: str) -> str:
    """Name the template a record was made by: quoted strings, paths and everything with a digit masked."""
    masked = _WITH_DIGIT.sub("#", _PLACE.sub("/", _QUOTED.sub('""', text)))
    return " ".join(masked.split())[:200]


def regroup(evidence: Iterable[EvidenceText], grouping: Grouping) -> Iterator[EvidenceText]:
    """Group texts by template, or take each record for evidence of its own.

    By record, what is certified holds for new records of the templates seen; by template, for
    templates not seen, as far as those seen are like them.
    """
    for item in evidence:
        yield item if grouping == "template" else item._replace(group=f"{item.source}|{item.text}")


def thin_evidence(evidence: Iterable[EvidenceText], per_group: int, seed: int) -> list[EvidenceText]:
    """Keep at most `per_group` texts of each group, drawn by hash, in their order.

    A template logged a thousand times says little more than one logged twenty times; 0 keeps
    everything.
    """
    items = list(evidence)
    if per_group <= 0:
        return items
    members: dict[str, list[int]] = defaultdict(list)
    for index, item in enumerate(items):
        members[item.group].append(index)
    kept = {
        index
        for indexes in members.values()
        for index in sorted(indexes, key=lambda i: _draw(seed, items[i]))[:per_group]
    }
    return [item for index, item in enumerate(items) if index in kept]


def _draw(seed: int, item: EvidenceText) -> bytes:
    key = f"{seed}\0{item.source}\0{item.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(key, digest_size=8).digest()


def fixture_evidence(fixtures: Path | None = None) -> Iterator[EvidenceText]:
    """Record everything the scenarios of a fixtures folder hold; the same runbook once."""
    seen: set[str] = set()
    for name in scenario_names(fixtures):
        for item in scenario_evidence(name, fixtures):
            if item.text not in seen:
                seen.add(item.text)
                yield item


def scenario_evidence(path_or_name: Path | str, fixtures: Path | None = None) -> Iterator[EvidenceText]:
    """Record all rows of one scenario as its tools would reply with them."""
    scenario = load_scenario(path_or_name, fixtures)
    replies = (
        ("query_metrics", "alerts", [row.to_reply() for row in scenario.alerts]),
        ("query_logs", "logs", [row.to_reply() for row in scenario.logs]),
        ("lookup_knowledge", "evidence_blocks", [row.model_dump(mode="json") for row in scenario.knowledge]),
    )
    for tool, key, rows in replies:
        details = record_output(tool, {"success": True, key: list(rows), "total": len(rows)})
        yield from _texts(details.evidence_refs or (), f"{scenario.name}/{tool}", tool)


def read_evidence(path: Path | None = None) -> Iterator[EvidenceText]:
    """Read evidence texts from wherever they stand.

    Args:
        path: None for the fixtures; a scenario folder; a folder, read with all folders in it; a
            session or trace file in any format that `check` reads; any other file is one tool output.

    Yields:
        One text per ref that can be quoted, in file name order.

    Raises:
        InputError: Nothing is there, or nothing in it can be quoted.
    """
    if path is None:
        yield from fixture_evidence()
        return
    n_texts = 0
    for item in _read_path(path):
        n_texts += 1
        yield item
    if n_texts == 0:
        raise InputError(
            str(path),
            "holds nothing that can be quoted",
            "give a session, a trace, tool outputs or a folder of them",
        )


def _read_path(path: Path) -> Iterator[EvidenceText]:
    if (path / "alerts.json").is_file() and (path / "logs.json").is_file():
        yield from scenario_evidence(path)
    elif path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and file.suffix.lower() in _SUFFIXES and not file.name.startswith("."):
                yield from _read_folder_file(file, path)
    else:
        yield from _read_file(path, path.name)


def _read_folder_file(file: Path, folder: Path) -> Iterator[EvidenceText]:
    """Read one file of a folder; one that is no text is passed over, pairs are never taken for evidence."""
    if holds_pairs(file):
        raise InputError(
            str(file),
            "holds rows of text and excerpt, which are pairs and no tool output",
            "give it as a file of its own beside the folder, or move it away",
        )
    try:
        yield from _read_file(file, file.relative_to(folder).as_posix())
    except InputError:
        return


def _read_file(path: Path, name: str) -> Iterator[EvidenceText]:
    try:
        traces = [read.trace for read in read_trace_file(path).traces if read.trace is not None]
    except InputError:
        traces = []
    if traces:
        for trace in traces:
            for invocation in trace.session.tool_invocations:
                yield from _invocation_texts(invocation, f"{name}/{invocation.tool_name}")
    else:
        details = record_output(path.stem, read_output(path))
        yield from _texts(details.evidence_refs or (), name)


def _invocation_texts(invocation: ToolInvocation, source: str) -> Iterator[EvidenceText]:
    details = record_invocation(invocation).retrieval_details
    tool = invocation.tool_name if invocation.external_id is None else IMPORTED_TOOLS
    yield from _texts((details.evidence_refs or ()) if details is not None else (), source, tool)


def _texts(refs: Iterable[EvidenceRef], source: str, tool: str | None = None) -> Iterator[EvidenceText]:
    for ref in refs:
        if ref.raw_path != NO_EVIDENCE_PATH and len(ref.text.strip()) >= MIN_LENGTH:
            yield EvidenceText(ref.text, source, template_group(ref.text), tool=tool)
