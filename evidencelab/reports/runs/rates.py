"""Rates over incidents: twins and questions of one incident are not independent, so it counts once."""

from __future__ import annotations

from collections.abc import Iterable

from evidencelab.lab.statistics.intervals import Rate


def incident_rate(outcomes: Iterable[tuple[str, bool]]) -> Rate:
    """Average successes per incident first, then over incidents.

    Args:
        outcomes: Incident and success, one a case.

    Returns:
        A rate whose `n` counts incidents and whose successes may be fractional.
    """
    by_incident: dict[str, list[bool]] = {}
    for incident, is_success in outcomes:
        by_incident.setdefault(incident, []).append(is_success)
    total = sum(sum(values) / len(values) for values in by_incident.values())
    return Rate.of(round(total, 9), len(by_incident))
