"""One statement told in a run, of which it is known whether it is true, and what the check says of it.

The label comes from how the statement was *made*. Nothing in this room may read a text the way the check
does, or ask it for anything but its report: the check is what is on trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.check import check_imported
from evidencelab.traces.findings import StatementFinding
from evidencelab.traces.formats.conversation import ImportedTrace, Message

_MOST_TOGETHER = 200


class Trial(NamedTuple):
    """A statement told in a run.

    Attributes:
        kind: How it was made: a class of corruption, or a kind of working.
        is_true: Whether what it says follows from what the tools returned.
        text: The statement.
        value: The value that makes it true or false, as it is told.
        right: What the value should be; equal to `value` where it is true.
        run: The id of the run.
        trace: The run up to the message that tells the statement, the last one.
        place: 0-based place of the statement among those of the message.
    """

    kind: str
    is_true: bool
    text: str
    value: str
    right: str
    run: str
    trace: ImportedTrace
    place: int

    @property
    def told(self) -> Message:
        """The message that tells the statement."""
        return self.trace.messages[-1]

    def judge(self) -> StatementFinding:
        """Ask the check what it says of the statement, told as the last thing that was said."""
        return _at_place(self, check_imported(self.trace, scope="last").statements)


class Outcome(NamedTuple):
    """A trial and what the check said."""

    trial: Trial
    finding: StatementFinding

    @property
    def is_wrong(self) -> bool:
        """Whether the check errs: a true statement called a finding, or a false one passed."""
        return self.finding.is_bad == self.trial.is_true


def judge_all(trials: Iterable[Trial]) -> Iterator[Outcome]:
    """Judge trials in order, none knowing of another; neighbours of a run share the reading of its tools."""
    batch: list[Trial] = []
    for trial in trials:
        if batch and (trial.trace.session is not batch[0].trace.session or len(batch) == _MOST_TOGETHER):
            yield from _judge_together(batch)
            batch = []
        batch.append(trial)
    yield from _judge_together(batch)


def _judge_together(trials: Sequence[Trial]) -> Iterator[Outcome]:
    """Judge statements of one run in one report, each message a turn of its own with its own evidence.

    Where the model's service cited sources, which of them are known depends on where a trace ends; such
    trials are judged one by one.
    """
    if not trials or any(message.citations for trial in trials for message in trial.trace.messages):
        yield from (Outcome(trial, trial.judge()) for trial in trials)
        return
    longest = max((trial.trace for trial in trials), key=lambda trace: len(trace.messages))
    order = sorted(range(len(trials)), key=lambda i: trials[i].told.position)
    turns = [m for i in order for m in (trials[i].told, _asking(trials[i].told.position))]
    said = [message for message in longest.messages if message.role != "assistant"]
    messages = tuple(sorted([*said, *turns], key=lambda message: message.position))
    report = check_imported(longest.model_copy(update={"messages": messages}), scope="answers")
    judged: list[list[StatementFinding]] = [[] for _ in trials]
    for statement in report.statements:
        judged[order[statement.message]].append(statement)
    for trial, statements in zip(trials, judged, strict=True):
        yield Outcome(trial, _at_place(trial, statements))


def _asking(position: int) -> Message:
    """Give a turn of the user's that says nothing: the message before it is an answer then."""
    return Message(role="user", text="", position=position)


def _at_place(trial: Trial, statements: Sequence[StatementFinding]) -> StatementFinding:
    """Give the statement's finding, numbered within its message; what the check does not read, it passes."""
    if trial.place < len(statements):
        numbering = {"number": trial.place + 1, "message": 0}
        return statements[trial.place].model_copy(update=numbering)
    return StatementFinding(
        number=trial.place + 1,
        message=0,
        kind="sentence",
        text=trial.text,
        start=-1,
        end=-1,
        finding="not_checkable",
        reason="the check reads no statement there",
    )
