"""Gates the sessions of a file and puts each result into its envelope, unreadable lines in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from evidencelab.contracts import Envelope, Session, UnreadableLine
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.gatekeeper.sessions import ReadLine


class GatedLine(NamedTuple):
    """One input and what became of it; `session` is None for an input that could not be read."""

    envelope: Envelope | UnreadableLine
    session: Session | None = None

    @property
    def is_passed(self) -> bool:
        """Whether the input was read and nothing failed."""
        return isinstance(self.envelope, Envelope) and self.envelope.gatekeeper_result.status == "pass"


def gate_lines(lines: Iterable[ReadLine], policy: GatekeeperPolicy) -> Iterator[GatedLine]:
    """Gate what was read, one result a line, in input order.

    Args:
        lines: Sessions, or the reasons why they could not be read.
        policy: Its hash stands in every envelope.
    """
    for line in lines:
        if line.session is None:
            yield GatedLine(UnreadableLine(line=line.line, error=line.error or "could not be read"))
            continue
        envelope = Envelope(
            session_id=line.session.session_id,
            line=line.line,
            policy_hash=policy.policy_hash,
            code_version=code_version(),
            gatekeeper_result=check_session(line.session, policy),
        )
        yield GatedLine(envelope, line.session)
