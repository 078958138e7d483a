"""The commands that ask the audit store: what it keeps, what an entry says, what a policy would turn."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from evidencelab.cli.options import DatabaseOption, PolicyOption, policy_of
from evidencelab.cli.output import emit


def audit_list(database: DatabaseOption = None) -> None:
    """List the stored decisions, oldest first: one entry a session and run of it."""
    from evidencelab.audit import AuditStore
    from evidencelab.reports.terminal.audit_text import describe_lines

    with AuditStore(database, create=False) as opened:
        emit(describe_lines(opened.lines(), opened.place))


def audit_show(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="the session's id")],
    entry: Annotated[
        int | None, typer.Option(metavar="N", help="an entry's number, see list; the newest")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="the whole entry as one JSON object")] = False,
    database: DatabaseOption = None,
) -> None:
    """Tell what a stored session cited, what was found, and why it was stopped."""
    from evidencelab.audit import AuditStore
    from evidencelab.reports.terminal.audit_text import describe_entry

    with AuditStore(database, create=False) as opened:
        found = opened.entry(session, entry)
        n_entries = len(opened.lines(session))
    emit(json.dumps(found.to_wire(), ensure_ascii=False) if as_json else describe_entry(found, n_entries))


def audit_replay(
    session: Annotated[
        str | None, typer.Argument(metavar="SESSION", help="a session's id; all where absent")
    ] = None,
    policy: PolicyOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="the diff as one JSON object")] = False,
    database: DatabaseOption = None,
) -> None:
    """Gate stored sessions again and say what changes, by severity, by rule, and entry by entry.

    Without a policy each entry is gated under the one it was stored with. Exit 0 whatever changes.
    """
    from evidencelab.audit import AuditStore
    from evidencelab.reports.terminal.audit_text import describe_diff
    from evidencelab.reports.views.replays import compare_replays

    settings = None if policy is None else policy_of(policy)
    with AuditStore(database, create=False) as opened:
        if session is not None:
            opened.entry(session)
        diff = compare_replays(opened.replay(settings, session))
    emit(json.dumps(diff.to_wire(), ensure_ascii=False) if as_json else describe_diff(diff))
