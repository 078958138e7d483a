"""What `check` does with an input: a session is gated, a trace is judged, and both are shown alike.

One value comes of every session, run or unreadable line: its JSON, its readable form, and whether it
is fine. It must not print, and it decides nothing that the gate or the findings have not decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from evidencelab.contracts import Envelope, GatekeeperResult, Session, UnreadableLine
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.envelopes import gate_lines
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.gatekeeper.sessions import LINES_SUFFIXES, sessions_in
from evidencelab.reports.terminal.gate_table import Shown, render_results
from evidencelab.reports.terminal.trace_table import render_traces
from evidencelab.traces.check import CheckedRun, Scope, check_text
from evidencelab.traces.findings import FindingClass, TraceEnvelope
from evidencelab.traces.formats.load import FormatChoice

FAIL_ON = ("altered", "unsupported", "overclaimed_absence", "never")
SCOPES = ("answers", "last", "every")


def failing_class(fail_on: str, where: str) -> FindingClass | None:
    """Read the mildest class of finding that fails a trace; None for `never`.

    Args:
        fail_on: The word a caller gave.
        where: The name of the setting, for the message.

    Raises:
        SettingError: The word is unknown.
    """
    if fail_on not in FAIL_ON:
        raise SettingError(where, fail_on, "is no class of finding", FAIL_ON)
    return None if fail_on == "never" else cast("FindingClass", fail_on)


class CheckOptions(NamedTuple):
    """How inputs are checked.

    Attributes:
        policy: The gate's settings.
        fail_on: The mildest class of finding that fails a trace; None fails none.
        scope: Which messages of a trace are judged.
    """

    policy: GatekeeperPolicy
    fail_on: FindingClass | None
    scope: Scope

    @classmethod
    def of(cls, policy: GatekeeperPolicy, *, fail_on: str, scope: str) -> CheckOptions:
        """Check the words a caller gave.

        Raises:
            SettingError: One of them is unknown.
        """
        limit = failing_class(fail_on, "--fail-on")
        if scope not in SCOPES:
            raise SettingError("--scope", scope, "is no scope", SCOPES)
        return cls(policy, limit, cast("Scope", scope))


class Checked(NamedTuple):
    """One input and what came of it.

    Attributes:
        line: 1-based place in its file.
        wire: Its envelope as JSON values.
        shown: What the readable form is made of.
        is_fine: Whether it was read and nothing failed.
        error: Why it could not be read; None where it was.
        session: The session that was gated, if one was.
        result: The gate's result on it.
    """

    line: int
    wire: dict[str, Any]
    shown: Shown | CheckedRun
    is_fine: bool
    error: str | None
    session: Session | None
    result: GatekeeperResult | None


def check_sessions(text: str, source: Path, taken: str, options: CheckOptions) -> Iterator[Checked]:
    """Gate the sessions of a file.

    Raises:
        InputError: The text is no session file.
    """
    lines = sessions_in(text, str(source), is_lines=source.suffix.lower() in LINES_SUFFIXES)
    for gated in gate_lines(lines, options.policy):
        envelope = gated.envelope
        is_read = isinstance(envelope, Envelope)
        yield Checked(
            line=envelope.line,
            wire=envelope.to_wire(),
            shown=Shown(str(source), envelope),
            is_fine=gated.is_passed,
            error=None if isinstance(envelope, Envelope) else envelope.error,
            session=gated.session if is_read else None,
            result=envelope.gatekeeper_result if isinstance(envelope, Envelope) else None,
        )


def check_traces(text: str, source: Path, taken: str, options: CheckOptions) -> Iterator[Checked]:
    """Judge the runs of a trace file.

    Raises:
        InputError: Nothing in the text is a trace in that format.
    """
    runs = check_text(
        text, cast("FormatChoice", taken), source=str(source), scope=options.scope, policy=options.policy
    )
    for run in runs:
        outcome = run.outcome
        if isinstance(outcome, UnreadableLine):
            yield Checked(run.line, outcome.to_wire(), run, False, outcome.error, None, None)
            continue
        envelope = TraceEnvelope.of(outcome, run.line, options.policy.policy_hash, code_version("traces"))
        failing = () if options.fail_on is None else outcome.at_least(options.fail_on)
        yield Checked(
            run.line,
            envelope.model_dump(mode="json"),
            run,
            not failing,
            None,
            outcome.session,
            outcome.gatekeeper_result,
        )


def render(shown: Sequence[Shown | CheckedRun], width: int, is_terminal: bool) -> str:
    """Draw what was checked: sessions in one table, runs in another."""
    sessions = [item for item in shown if isinstance(item, Shown)]
    runs = [item for item in shown if isinstance(item, CheckedRun)]
    parts = [render_results(sessions, width, is_terminal)] if sessions else []
    parts += [render_traces(runs, width, is_terminal)] if runs else []
    return "\n\n".join(parts)
