"""The store of what was decided: every run of the chain and every gated session, kept to be replayed."""

from evidencelab.audit.database import DATABASE_VARIABLE
from evidencelab.audit.entries import (
    AuditEntry,
    AuditLine,
    EntryKind,
    Replay,
    SelfEvaluation,
    VerifierEvaluation,
)
from evidencelab.audit.store import AuditStore

__all__ = [
    "DATABASE_VARIABLE",
    "AuditEntry",
    "AuditLine",
    "AuditStore",
    "EntryKind",
    "Replay",
    "SelfEvaluation",
    "VerifierEvaluation",
]
