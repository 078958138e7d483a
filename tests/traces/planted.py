"""Plant labelled errors in the answers of a trace: the lab's corruptions, one a statement and class, seeded.

An error counts as planted where it changes a value that the report found in the evidence into one that
the trace does not hold; anything else may still be true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from random import Random
from typing import NamedTuple

from evidencelab.lab.corruptions.base import Subject
from evidencelab.lab.corruptions.values import VALUE_EDITS
from evidencelab.traces.check import _judged_messages, check_imported
from evidencelab.traces.findings import StatementFinding, TraceReport
from evidencelab.traces.formats.conversation import ImportedTrace, Message
from evidencelab.traces.values.reader import value_tokens

CLASSES = (
    "digit_changed", "digits_transposed", "decimal_shifted", "number_redrawn", "unit_changed", "address_changed",
    "clock_changed", "date_changed", "id_changed", "version_changed",
)  # fmt: skip
_EDITS = {corruption.name: corruption for corruption in VALUE_EDITS if corruption.name in CLASSES}


class Planted(NamedTuple):
    """An error: its class, the statement, what was changed into what, and the trace that holds it.

    A bare number up to ten is of class `count`, whatever was done to it: it may count anything. The message
    that tells it is given besides, and the statement's 0-based place in it.
    """

    kind: str
    number: int
    before: str
    after: str
    trace: ImportedTrace
    told: Message
    place: int

    @property
    def is_found(self) -> bool:
        """Whether the statement is a finding, judged with its message only: what comes later says nothing of it."""
        upto = self.trace.messages[: self.trace.messages.index(self.told) + 1]
        report = check_imported(self.trace.model_copy(update={"messages": upto}), scope="last")
        return report.statements[self.place].is_bad


def plant(trace: ImportedTrace, report: TraceReport, seed: int) -> Iterator[Planted]:
    """Apply every class to every statement whose values the report found sound or derived."""
    answers = list(_judged_messages(trace, "answers"))
    firsts = {s.message: s.number for s in reversed(report.statements)}
    everything = " ".join(
        [
            *(message.text for message in trace.messages),
            *(str(call.output) + str(call.arguments) for call in trace.session.tool_invocations),
        ]
    ).lower()
    for statement in report.statements:
        if statement.start < 0 or statement.finding not in ("sound", "derived"):
            continue
        text = statement.text
        is_chinese = sum("\u4e00" <= character <= "\u9fff" for character in text) >= 4
        for name, corruption in _EDITS.items():
            edited = corruption.edit(Subject(text, text, (), is_chinese), Random(f"{seed} {name} {text}"))
            changed = None if edited is None else _changed(statement, edited)
            if (
                edited is None
                or changed is None
                or (name != "unit_changed" and _stands(changed[1], everything))
            ):
                continue
            message = answers[statement.message]
            written = message.text[statement.start : statement.end]
            if written != text:  # a field of a structure, or what an escape is written in
                if written.count(changed[0].strip()) != 1:
                    continue
                edited = written.replace(changed[0].strip(), changed[1].strip())
            whole = message.text[: statement.start] + edited + message.text[statement.end :]
            told = message.model_copy(update={"text": whole})
            kind = "count" if re.fullmatch(r"\d|10", changed[0].strip()) else name
            place = statement.number - firsts[statement.message]
            yield Planted(kind, statement.number, *changed, _with(trace, message, told), told, place)


def _changed(statement: StatementFinding, edited: str) -> tuple[str, str] | None:
    """Give the sound value that an edit changed, before and after; None where it changed anything else."""
    blocks = [
        b
        for b in SequenceMatcher(None, statement.text, edited, autojunk=False).get_opcodes()
        if b[0] != "equal"
    ]
    if not blocks:
        return None
    first, last = blocks[0][1], blocks[-1][2]
    for value in statement.values:
        if value.verdict == "sound" and value.start <= first and max(last, first + 1) <= value.end + 1:
            grown = len(edited) - len(statement.text)
            after = next((t.text for t in value_tokens(edited) if t.start <= value.start < t.end), None)
            return value.value, after or edited[value.start : value.end + grown]
    return None


def _stands(value: str, everything: str) -> bool:
    number = re.fullmatch(r"[$€£]?([\d,.]*\d)[^\d]*", value.strip())
    if number:
        value = number[1]
    return re.search(r"(?<![\w.])" + re.escape(value.lower().strip()) + r"(?![\w])", everything) is not None


def _with(trace: ImportedTrace, old: Message, new: Message) -> ImportedTrace:
    messages = tuple(new if message is old else message for message in trace.messages)
    return trace.model_copy(update={"messages": messages})
