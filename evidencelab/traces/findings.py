"""What checking a trace says: one finding a statement, with its evidence and its reason.

Values only; how they are reached is the business of the judges, how they look of whoever shows them.
"""

from __future__ import annotations

from typing import Literal

from evidencelab.contracts import Contract, GatekeeperResult, Session
from evidencelab.traces.formats.conversation import ImportReport, TraceFormat
from evidencelab.traces.wording.statement import StatementKind

FindingClass = Literal[
    "altered", "unsupported", "overclaimed_absence", "derived", "sound", "given", "not_checkable"
]

WORST_FIRST: tuple[FindingClass, ...] = FindingClass.__args__  # type: ignore[attr-defined]
BAD: frozenset[FindingClass] = frozenset({"altered", "unsupported", "overclaimed_absence"})
"""The classes that are findings; the others say why there is none."""


class Evidence(Contract):
    """The evidence nearest to a value or statement: the call, the ref's locator, and its line."""

    source_invocation_id: int
    tool_name: str
    external_id: str | None = None
    raw_path: str
    text: str


class ValueFinding(Contract):
    """What became of one value of a statement.

    Attributes:
        value: As the statement has it.
        start: First code point in the statement.
        end: One past its last.
        verdict: The class this value would give the statement by itself.
        evidence_value: The value as the evidence has it; for an altered one, the value that stands there.
        evidence: Where that is; for an unsupported value, the nearest place.
        reason: Why, in one sentence; for a derived value, its derivation.
    """

    value: str
    start: int
    end: int
    verdict: FindingClass
    evidence_value: str | None = None
    evidence: Evidence | None = None
    reason: str


class StatementFinding(Contract):
    """What became of one statement.

    Attributes:
        number: The statement's number, from 1, over all judged messages.
        message: Index of the message among those judged.
        kind: What the statement is in the text.
        text: The statement.
        start: Its first code point in the message, -1 where it was put together from a structure.
        end: One past its last.
        finding: Its class: that of its worst value.
        values: Its values, in order.
        evidence: The evidence that holds it best, if any does.
        reason: Why, in one sentence.
    """

    number: int
    message: int
    kind: StatementKind
    text: str
    start: int
    end: int
    finding: FindingClass
    values: tuple[ValueFinding, ...] = ()
    evidence: Evidence | None = None
    reason: str

    @property
    def is_bad(self) -> bool:
        """Whether the class is a finding."""
        return self.finding in BAD


class TraceReport(Contract):
    """What checking one trace found.

    Attributes:
        session_id: The run.
        import_report: How it was read.
        statements: One entry a statement, in order.
        session: The session with its recorded evidence, and an executor output in which every sound
            statement is a claim with the bindings proposed for it.
        gatekeeper_result: The gate's word on those bindings.
    """

    session_id: str
    import_report: ImportReport
    statements: tuple[StatementFinding, ...] = ()
    session: Session
    gatekeeper_result: GatekeeperResult

    @property
    def findings(self) -> tuple[StatementFinding, ...]:
        """The bad statements, worst class first, then in order."""
        bad = [statement for statement in self.statements if statement.is_bad]
        return tuple(sorted(bad, key=lambda s: (WORST_FIRST.index(s.finding), s.number)))

    @property
    def counts(self) -> dict[FindingClass, int]:
        """How many statements there are of each class, worst class first."""
        return {name: sum(s.finding == name for s in self.statements) for name in WORST_FIRST}

    def at_least(self, finding: FindingClass) -> tuple[StatementFinding, ...]:
        """Give the bad statements of this class or a worse one."""
        limit = WORST_FIRST.index(finding)
        return tuple(s for s in self.findings if WORST_FIRST.index(s.finding) <= limit)


class TraceEnvelope(Contract):
    """A trace's findings with what it takes to reproduce them: what `check --json` writes a run.

    Attributes:
        session_id: The run.
        line: Its 1-based place in the input.
        format: The format taken.
        policy_hash: The policy under which the proposed citations were gated.
        code_version: Of the gate, the match and the judges of statements.
        import_report: How it was read.
        counts: Statements of each class.
        findings: The bad statements, worst first.
        gatekeeper_result: The gate's word on the citations proposed for sound and derived statements.
    """

    session_id: str
    line: int
    format: TraceFormat
    policy_hash: str
    code_version: str
    import_report: ImportReport
    counts: dict[FindingClass, int]
    findings: tuple[StatementFinding, ...]
    gatekeeper_result: GatekeeperResult

    @classmethod
    def of(cls, report: TraceReport, line: int, policy_hash: str, code_version: str) -> TraceEnvelope:
        """Put a report into its envelope."""
        return cls(
            session_id=report.session_id,
            line=line,
            format=report.import_report.format,
            policy_hash=policy_hash,
            code_version=code_version,
            import_report=report.import_report,
            counts=report.counts,
            findings=report.findings,
            gatekeeper_result=report.gatekeeper_result,
        )
