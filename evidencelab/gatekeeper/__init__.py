"""Decides whether citations are real; never whether claims are true."""

from evidencelab.gatekeeper.executor_output import ReadExecutorOutput, read_executor_output
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version, load_policy
from evidencelab.gatekeeper.rules import RULES
from evidencelab.gatekeeper.sessions import ReadLine, read_sessions

__all__ = [
    "RULES",
    "GatekeeperPolicy",
    "ReadExecutorOutput",
    "ReadLine",
    "check_session",
    "code_version",
    "load_policy",
    "prepare_verifier_input",
    "read_executor_output",
    "read_sessions",
]
