"""Judge each statement of an answer, and show the evidence that holds it best.

A statement takes the class of its worst value. Without values it is judged only by what else it claims:
an absence, health, a success, an act, a state. Nothing here reads a tool's output as anything but text to be
compared: what it asks for changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.citations import SHOWN, Binding, bindings_of
from evidencelab.traces.claims.absence import Overclaim
from evidencelab.traces.claims.overclaims import OverclaimJudge
from evidencelab.traces.evidence.data_tables import place_of_row
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.reading import ReadStatement, read_statement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import (
    Evidence,
    FindingClass,
    StatementFinding,
    ValueFinding,
)
from evidencelab.traces.queries.superlatives import wrong_extreme
from evidencelab.traces.state_judge import StateJudge, ToldState
from evidencelab.traces.value_verdicts import ValueVerdicts
from evidencelab.traces.wording.mood import Mood, may_tell
from evidencelab.traces.wording.statement import Statement

_SILENT_MOODS: tuple[Mood, ...] = ("advice", "command", "question")
_BAD: tuple[FindingClass, ...] = ("altered", "unsupported")
_REASONS: dict[Mood, str] = {
    "advice": "it is advice or a plan",
    "command": "it is a command",
    "question": "it is a question",
    "supposition": "it is a supposition",
    "lead": "it leads in what follows",
    "fact": "it states no value that could be looked up",
}


class Judged(NamedTuple):
    """A statement's finding with the citations proposed for it."""

    finding: StatementFinding
    bindings: tuple[Binding, ...]


def judge_statements(statements: Sequence[Statement], evidences: Evidences) -> tuple[Judged, ...]:
    """Judge the statements of one message, in order."""
    read = [read_statement(statement) for statement in statements]
    verdicts = ValueVerdicts(read, evidences)
    values = verdicts.of_all()
    judge = _Judge(verdicts.read, evidences)
    return tuple(judge.of(index, its) for index, its in enumerate(values))


class _Judge:
    def __init__(self, read: Sequence[ReadStatement], evidences: Evidences) -> None:
        self.read = read
        self.evidences = evidences
        self.states = StateJudge([r.statement for r in read], evidences.calls, evidences.pool)
        self.overclaims = OverclaimJudge(read, evidences, self.states.lines_of)

    def of(self, index: int, verdicts: Sequence[Verdict]) -> Judged:
        """Judge one statement, its values judged."""
        read = self.read[index]
        overclaim = self.overclaims.of(read, any(v.finding in ("sound", "derived") for v in verdicts))
        finding, reason = _class_of(read, verdicts, overclaim)
        told = self._told(read) if finding != "altered" and self.evidences.is_whole else None
        bindings = bindings_of(read.tokens, verdicts)
        shown = self._shown(verdicts, finding, bindings, overclaim)
        values = tuple(
            ValueFinding(
                value=token.text,
                start=token.start,
                end=token.end,
                verdict=verdict.finding,
                evidence_value=None if verdict.held is None else verdict.held.token.text.strip(),
                evidence=None if verdict.place is None else self._evidence(verdict.place),
                reason=verdict.reason,
            )
            for token, verdict in zip(read.tokens, verdicts, strict=True)
        )
        statement = read.statement
        if told is not None:
            value = self._value_of(statement, told)
            finding, reason = "altered", f"{value.value!r}: {told.reason}"
            values, shown = (*values, value), value.evidence
        return Judged(
            StatementFinding(
                number=statement.number,
                message=statement.message,
                kind=statement.kind,
                text=statement.text,
                start=statement.start,
                end=statement.end,
                finding=finding,
                values=values,
                evidence=shown,
                reason=reason,
            ),
            bindings if finding in ("sound", "derived") else (),
        )

    def _told(self, read: ReadStatement) -> ToldState | None:
        """Give a state, or a value of another record, that the statement's record does not hold."""
        told = self.states.of(read.statement)
        if told is not None or not may_tell(read.statement, read.mood):
            return told
        return self.states.of_other(read.statement) or self._extreme(read)

    def _extreme(self, read: ReadStatement) -> ToldState | None:
        """Give a name that is told to be first or last of a table, and is not."""
        if read.mood != "fact" or read.statement.kind in ("code", "row", "heading"):
            return None
        wrong = wrong_extreme(read, self.evidences.tables)
        if wrong is None:
            return None
        place = place_of_row(wrong.table, wrong.row, self.evidences.pool)
        return ToldState(wrong.start, wrong.end, wrong.held, place, wrong.reason)

    def _value_of(self, statement: Statement, told: ToldState) -> ValueFinding:
        return ValueFinding(
            value=statement.text[told.start : told.end],
            start=told.start,
            end=told.end,
            verdict="altered",
            evidence_value=told.held,
            evidence=None if told.place is None else self._evidence(told.place),
            reason=told.reason,
        )

    def _shown(
        self,
        verdicts: Sequence[Verdict],
        finding: FindingClass,
        bindings: Sequence[Binding],
        overclaim: Overclaim | None,
    ) -> Evidence | None:
        for verdict in verdicts:
            if (
                verdict.finding == finding
                and verdict.place is not None
                and finding in ("altered", "unsupported")
            ):
                return self._evidence(verdict.place)
        if finding == "overclaimed_absence" and overclaim is not None and overclaim.call is not None:
            places = self.evidences.pool.call_places(overclaim.call)
            return self._evidence(places[-1]) if places else None
        return self._evidence(bindings[0].place) if bindings else None

    def _evidence(self, place: Place) -> Evidence | None:
        call = next((call for index, call, _ in self.evidences.calls if index == place.invocation), None)
        if call is None:
            return None
        return Evidence(
            source_invocation_id=call.invocation_id,
            tool_name=call.tool_name,
            external_id=call.external_id,
            raw_path=place.raw_path,
            text=place.text.strip()[:SHOWN],
        )


def _class_of(
    read: ReadStatement, verdicts: Sequence[Verdict], overclaim: Overclaim | None
) -> tuple[FindingClass, str]:
    """Give a statement its class and the reason for it."""
    found = {verdict.finding for verdict in verdicts}
    for bad in _BAD:
        if bad in found:
            pairs = zip(read.tokens, verdicts, strict=True)
            token, verdict = next((t, v) for t, v in pairs if v.finding == bad)
            return bad, f"{token.text.strip()!r}: {verdict.reason}"
    if overclaim is not None:
        return overclaim.finding, overclaim.reason
    if read.mood in _SILENT_MOODS:
        return "not_checkable", _REASONS[read.mood]
    if "derived" in found:
        pairs = zip(read.tokens, verdicts, strict=True)
        token, verdict = next((t, v) for t, v in pairs if v.finding == "derived")
        return "derived", f"{token.text.strip()!r} is {verdict.reason}"
    if "sound" in found:
        return "sound", "every value that was looked up stands in the evidence"
    if "given" in found:
        return "given", next(v.reason for v in verdicts if v.finding == "given")
    if verdicts:
        return "not_checkable", verdicts[0].reason
    return "not_checkable", _REASONS[read.mood]
