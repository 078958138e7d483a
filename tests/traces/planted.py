"""Plant labelled errors in the answers of a trace: one changed value at a time, seeded.

Kinds: `digit` one digit of a number or a moment, `count` the same of a bare number up to ten, `unit`,
`name` one letter of a name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.traces.check import _judged_messages
from evidencelab.traces.conversation import ImportedTrace, Message
from evidencelab.traces.findings import TraceReport

_UNITS = {
    "ms": "s", "s": "ms", "Mi": "Gi", "Gi": "Mi", "MB": "GB", "GB": "MB", "MiB": "GiB", "GiB": "MiB",
    "seconds": "minutes", "minutes": "hours", "hours": "days", "days": "weeks", "%": " ms", "°F": "°C", "°C": "°F",
    "h": "min", "min": "h",
}  # fmt: skip


class Planted(NamedTuple):
    """An error: what was changed into what, and the trace that holds it."""

    kind: str
    number: int
    before: str
    after: str
    trace: ImportedTrace


def plant(trace: ImportedTrace, report: TraceReport, seed: int) -> Iterator[Planted]:
    """Change every value of the answers that the report found sound, one at a time."""
    rng = random.Random(seed)
    answers = list(_judged_messages(trace, "answers"))
    everything = " ".join(
        [
            *(message.text for message in trace.messages),
            *(str(call.output) + str(call.arguments) for call in trace.session.tool_invocations),
        ]
    ).lower()
    for statement in report.statements:
        if statement.start < 0 or statement.finding not in ("sound", "derived"):
            continue
        message = answers[statement.message]
        for value in statement.values:
            if value.verdict != "sound":
                continue
            for kind, after in _changes(value.value, rng):
                if kind != "unit" and _stands(after, everything):
                    continue
                at = statement.start + value.start
                text = message.text[:at] + after + message.text[at + len(value.value) :]
                changed = message.model_copy(update={"text": text})
                yield Planted(kind, statement.number, value.value, after, _with(trace, message, changed))


def _changes(value: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    digits = [at for at, character in enumerate(value) if character.isdigit()]
    if digits:
        at = rng.choice(digits)
        first = at == digits[0] and len(digits) > 1
        choices = (
            [d for d in "123456789" if d != value[at]]
            if first or len(digits) == 1
            else [d for d in "0123456789" if d != value[at]]
        )
        kind = "count" if re.fullmatch(r"\d|10", value.strip()) else "digit"
        yield kind, value[:at] + rng.choice(choices) + value[at + 1 :]
    unit = re.fullmatch(r"([\d.,]+)(\s*-?)([A-Za-z%°]+)", value)
    if unit and unit[3] in _UNITS and float(unit[1].replace(",", "")):
        yield "unit", f"{unit[1]}{unit[2]}{_UNITS[unit[3]]}".replace("  ", " ")
    if re.search(r"(?i)(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", value):
        return
    letters = [at for at, character in enumerate(value) if character.isalpha()]
    if len(value) >= 6 and len(letters) >= 3 and re.search(r"[-_./\d]", value) and not value[0].isdigit():
        at = rng.choice(letters[1:])
        other = rng.choice([c for c in "bcdfghkmnprtvwz" if c != value[at].lower()])
        yield "name", value[:at] + (other.upper() if value[at].isupper() else other) + value[at + 1 :]


def _stands(value: str, everything: str) -> bool:
    number = re.fullmatch(r"[$€£]?([\d,.]*\d)[^\d]*", value.strip())
    if number:
        value = number[1]
    return re.search(r"(?<![\w.])" + re.escape(value.lower().strip()) + r"(?![\w])", everything) is not None


def _with(trace: ImportedTrace, old: Message, new: Message) -> ImportedTrace:
    messages = tuple(new if message is old else message for message in trace.messages)
    return trace.model_copy(update={"messages": messages})
