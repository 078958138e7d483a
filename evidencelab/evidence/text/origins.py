"""Where the one record of a text comes from: its host, its service, its program."""

from __future__ import annotations

from evidencelab.evidence.late_patterns import late_pattern

_ORIGIN = late_pattern(
    r"(?<![^\W_])_*(host(?:name)?|node|pod|container|service|svc|app(?:lication)?|component|program"
    r"|process|(?:syslog_)?ident(?:ifier)?|unit|logger|source|job|instance|level)_*"
    r"[\"']?[ \t]*[:=][ \t]*[\"']?([\w./-]+)"
)
"""A key, in lower case, that names where a record comes from, and its value."""


def read_origins(folded: str) -> frozenset[str]:
    """Read the values, in lower case, of the keys of origin that a folded text has once each."""
    values: dict[str, list[str]] = {}
    for found in _ORIGIN.finditer(folded.lower()):
        values.setdefault(found[1], []).append(found[2])
    return frozenset(own[0] for own in values.values() if len(own) == 1)
