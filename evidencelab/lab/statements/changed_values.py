"""Change a value in a run's answers: the lab's corruptions, one a statement and class, seeded.

A change counts only where it turns a value that the check's report found in the evidence into one that
the run does not hold; anything else may still be true. What of a changed text is still read as a value is
what is looked for, so that no wreck of a number counts. The statement as it stood is no trial of its own:
it was taken because the check calls it sound, and would say nothing of the check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from random import Random
from typing import NamedTuple

from evidencelab.errors import SettingError
from evidencelab.lab.corruptions.base import Subject
from evidencelab.lab.corruptions.values import VALUE_EDITS
from evidencelab.lab.statements.trial import Trial
from evidencelab.traces.findings import StatementFinding, TraceReport
from evidencelab.traces.formats.conversation import ImportedTrace, Message
from evidencelab.traces.values.reader import value_tokens

_CLASSES = (
    "digit_changed",
    "digits_transposed",
    "decimal_shifted",
    "number_redrawn",
    "unit_changed",
    "address_changed",
    "clock_changed",
    "date_changed",
    "id_changed",
    "version_changed",
)
_EDITS = {corruption.name: corruption for corruption in VALUE_EDITS if corruption.name in _CLASSES}
_COUNT = "count"
_SMALL = re.compile(r"\d|10")
_FEWEST_CHINESE = 4


class _Change(NamedTuple):
    """A value before and after it was changed."""

    before: str
    after: str


def change_names() -> tuple[str, ...]:
    """Return the names of all kinds, in order; `count`, the last, is any change of a number up to 10."""
    return (*_EDITS, _COUNT)


def change_values(
    trace: ImportedTrace, report: TraceReport, seed: int, kinds: Iterable[str] = ()
) -> Iterator[Trial]:
    """Change a value of every statement that was found sound or derived, once a class; all are false then.

    Args:
        trace: A run.
        report: What the check says of its answers.
        seed: Same run, same seed, same changes, whichever kinds are asked for.
        kinds: Names of kinds; none for all.

    Raises:
        SettingError: A name is no kind.
    """
    wanted = tuple(kinds)
    for name in wanted:
        if name not in change_names():
            raise SettingError("kinds of change", name, "is no kind", change_names())
    held = _all_that_is_held(trace)
    firsts = {s.message: s.number for s in reversed(report.statements)}
    answers = trace.answers()
    for statement in report.statements:
        if statement.start < 0 or statement.finding not in ("sound", "derived"):
            continue
        answer = answers[statement.message]
        for name in _EDITS:
            change = _changed(statement, name, seed, held)
            told = None if change is None else _retold(answer, statement, *change)
            if change is None or told is None:
                continue
            text, values = change
            kind = _COUNT if _SMALL.fullmatch(values.before.strip()) else name
            if not wanted or kind in wanted:
                yield Trial(
                    kind,
                    False,
                    text,
                    values.after,
                    values.before,
                    trace.session.session_id,
                    _up_to(trace, answer, told),
                    statement.number - firsts[statement.message],
                )


def _all_that_is_held(trace: ImportedTrace) -> str:
    said = [message.text for message in trace.messages]
    read = [str(call.output) + str(call.arguments) for call in trace.session.tool_invocations]
    return " ".join([*said, *read]).lower()


def _changed(statement: StatementFinding, name: str, seed: int, held: str) -> tuple[str, _Change] | None:
    """Give the statement with one of its sound values changed into one that the run does not hold."""
    text = statement.text
    is_chinese = sum("\u4e00" <= character <= "\u9fff" for character in text) >= _FEWEST_CHINESE
    edited = _EDITS[name].edit(Subject(text, text, (), is_chinese), Random(f"{seed} {name} {text}"))
    values = None if edited is None else _sound_value(statement, edited)
    if edited is None or values is None or (name != "unit_changed" and _stands(values.after, held)):
        return None
    return edited, values


def _sound_value(statement: StatementFinding, edited: str) -> _Change | None:
    """Give the sound value that an edit changed; None where it changed anything else."""
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
            read = next((t.text for t in value_tokens(edited) if t.start <= value.start < t.end), None)
            return _Change(value.value, read or edited[value.start : value.end + grown])
    return None


def _stands(value: str, held: str) -> bool:
    number = re.fullmatch(r"[$€£]?([\d,.]*\d)[^\d]*", value.strip())
    if number:
        value = number[1]
    return re.search(r"(?<![\w.])" + re.escape(value.lower().strip()) + r"(?![\w])", held) is not None


def _retold(answer: Message, statement: StatementFinding, edited: str, values: _Change) -> Message | None:
    """Give the answer with the statement changed; None where the change has no one place in it."""
    written = answer.text[statement.start : statement.end]
    if written != statement.text:  # a field of a structure, or what an escape is written in
        if written.count(values.before.strip()) != 1:
            return None
        edited = written.replace(values.before.strip(), values.after.strip())
    whole = answer.text[: statement.start] + edited + answer.text[statement.end :]
    return answer.model_copy(update={"text": whole})


def _up_to(trace: ImportedTrace, answer: Message, told: Message) -> ImportedTrace:
    """Give the run up to an answer, told otherwise: what comes later says nothing of it."""
    before = trace.messages[: next(i for i, m in enumerate(trace.messages) if m is answer)]
    return trace.model_copy(update={"messages": (*before, told)})
