"""The store itself: entries written, listed, read and gated again.

One row an entry. A row answers what was cited, what was found and why it was stopped; the session
stands in it as it was read, so that another policy can judge it again. This module decides nothing:
the gate does.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError

from evidencelab.audit.database import (
    DATABASE_VARIABLE,
    DEFAULT_DATABASE,
    ENTRIES,
    TABLES,
    bad_database,
    begin_sqlite,
    cause_of,
    parse_url,
    prepare_file,
    set_up_sqlite,
    sqlite_path,
)
from evidencelab.audit.entries import AuditEntry, AuditLine, EntryKind, Replay, SelfEvaluation
from evidencelab.contracts import ComposerOutput, Contract, GatekeeperResult, Session, VerifierOutput
from evidencelab.errors import InputError, OutputError, UnknownNameError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version

if TYPE_CHECKING:
    from evidencelab.agents.stages import ChainRun


class AuditStore:
    """A database of audit entries; several processes may write to it at once.

    Attributes:
        name: Its URL, without a password.
        place: Where a person finds it: the SQLite file, or else the URL.
    """

    def __init__(self, database: str | Path | None = None, *, create: bool = True) -> None:
        """Open a store.

        Args:
            database: A file name (SQLite) or a database URL. None takes the environment variable
                `EVIDENCELAB_AUDIT`, or else `results/audit.sqlite` of the checkout.
            create: Make the table, and an SQLite file, where there is none yet.

        Raises:
            InputError: The URL cannot be read, its driver is missing, or there is no such store.
            OutputError: The place cannot be written.
        """
        given = str(database or os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE)
        url = parse_url(given)
        self.name = url.render_as_string(hide_password=True)
        path = sqlite_path(url)
        self.place = self.name if path is None else str(path)
        if path is not None:
            prepare_file(path, create)
        try:
            self._engine = sa.create_engine(url)
        except (SQLAlchemyError, ImportError) as error:
            raise bad_database(self.name, error) from error
        if url.get_backend_name() == "sqlite":
            sa.event.listen(self._engine, "connect", set_up_sqlite)
            sa.event.listen(self._engine, "begin", begin_sqlite)
        self._require_table(create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def add_check(self, session: Session, result: GatekeeperResult, policy: GatekeeperPolicy) -> int:
        """Store one gated session and return its entry id."""
        return self._add("check", session, result, policy, None, None)

    def add_run(self, run: ChainRun, policy: GatekeeperPolicy) -> int:
        """Store one run of the chain and return its entry id.

        The verifier's word, the answer and every stage are kept beside the gate's result.
        """
        rest = run.model_dump(mode="python", exclude={"session", "verifier_input", "verifier_output"})
        result = run.verifier_input.gatekeeper_result
        return self._add("chain", run.session, result, policy, run.verifier_output, rest)

    def lines(self, session_id: str | None = None) -> list[AuditLine]:
        """List the entries, oldest first, of one session or of all."""
        columns = [ENTRIES.c[name] for name in AuditLine._fields]
        with self._reading() as connection:
            return [AuditLine(*row) for row in connection.execute(_select(columns, session_id))]

    def entries(self, session_id: str | None = None) -> Iterator[AuditEntry]:
        """Read the entries one at a time, oldest first."""
        with self._reading() as connection:
            rows = connection.execution_options(yield_per=100).execute(_select([ENTRIES], session_id))
            for row in rows:
                yield _entry_from_row(row, self.name)

    def entry(self, session_id: str, entry_id: int | None = None) -> AuditEntry:
        """Read one entry of a session: the newest, or the one named.

        Raises:
            UnknownNameError: There is no such session, or it has no such entry.
        """
        lines = self.lines(session_id)
        if not lines:
            known = tuple(sorted({line.session_id for line in self.lines()}))
            raise UnknownNameError("stored session", session_id, known[:10])
        numbers = tuple(line.entry_id for line in lines)
        wanted = numbers[-1] if entry_id is None else entry_id
        if wanted not in numbers:
            raise UnknownNameError(f"entry of {session_id!r}", str(wanted), tuple(map(str, numbers)))
        with self._reading() as connection:
            row = connection.execute(sa.select(ENTRIES).where(ENTRIES.c.entry_id == wanted)).one()
        return _entry_from_row(row, self.name)

    def replay(
        self, policy: GatekeeperPolicy | None = None, session_id: str | None = None
    ) -> Iterator[Replay]:
        """Gate every stored session again, under `policy` or under the one it was stored with.

        The fresh result is the gate's on the stored session and nothing else, so it is what gating
        the same input anew would give.
        """
        for entry in self.entries(session_id):
            evaluation = entry.evaluation
            yield Replay(
                entry_id=entry.entry_id,
                session_id=entry.session.session_id,
                stored=evaluation.gatekeeper_result,
                fresh=check_session(entry.session, policy or entry.policy),
                same_code=evaluation.code_version == code_version(),
            )

    def _add(
        self,
        kind: EntryKind,
        session: Session,
        result: GatekeeperResult,
        policy: GatekeeperPolicy,
        verifier_output: VerifierOutput | None,
        run: dict[str, Any] | None,
    ) -> int:
        evaluation = {
            "gatekeeper_result": result.to_wire(),
            "policy_hash": policy.policy_hash,
            "code_version": code_version(),
        }
        if verifier_output is not None:
            evaluation["verifier_output"] = verifier_output.to_wire()
        row = {
            "session_key": _session_key(session.session_id),
            "session_id": session.session_id,
            "kind": kind,
            "stored_at": datetime.now(UTC).isoformat(timespec="microseconds"),
            "policy_hash": policy.policy_hash,
            "code_version": code_version(),
            "severity": result.severity,
            "verdict": None if verifier_output is None else verifier_output.verdict,
            "policy": _dump(policy.model_dump(mode="json")),
            "session": _dump(session.model_dump(mode="python", exclude_unset=True)),
            "self_evaluation": _dump({"verifier_evaluation": evaluation}),
            "run": None if run is None else _dump(run),
        }
        try:
            with self._engine.begin() as connection:
                key = connection.execute(sa.insert(ENTRIES).values(row)).inserted_primary_key
        except DatabaseError as error:
            raise OutputError(
                self.name, f"could not be written ({cause_of(error)})", "check space and permissions"
            ) from error
        assert key is not None
        return int(key[0])

    def _require_table(self, create: bool) -> None:
        """Make the table or see that it is there; two processes may do so at the same moment."""
        for attempt in range(5):
            try:
                if create:
                    TABLES.create_all(self._engine)
                elif not sa.inspect(self._engine).has_table(ENTRIES.name):
                    raise InputError(self.name, "holds no audit entries", "store some: check --store")
                return
            except OperationalError as error:
                if attempt == 4:
                    raise bad_database(self.name, error) from error
                time.sleep(0.1 * (attempt + 1))
            except (SQLAlchemyError, ImportError) as error:
                raise bad_database(self.name, error) from error

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection.execution_options(evidencelab_reads=True)
        except DatabaseError as error:
            raise InputError(
                self.name, f"could not be read ({cause_of(error)})", "give another database"
            ) from error


def _select(columns: list[Any], session_id: str | None) -> sa.Select[Any]:
    query = sa.select(*columns).order_by(ENTRIES.c.entry_id)
    if session_id is not None:
        query = query.where(ENTRIES.c.session_key == _session_key(session_id))
    return query


def _session_key(session_id: str) -> str:
    return hashlib.sha256(session_id.encode("utf-8", "surrogatepass")).hexdigest()


def _dump(value: Any) -> str:
    """Write JSON in ASCII: any code point, lone surrogates and NUL included, survives any database."""
    return json.dumps(value, default=_plain, ensure_ascii=True)


def _plain(value: object) -> object:
    return value.model_dump(mode="python") if isinstance(value, Contract) else str(value)


def _entry_from_row(row: sa.Row[Any], name: str) -> AuditEntry:
    try:
        run = json.loads(row.run) if row.run else None
        answer = run.pop("composer_output", None) if isinstance(run, dict) else None
        return AuditEntry(
            entry_id=row.entry_id,
            kind=row.kind,
            stored_at=row.stored_at,
            policy=GatekeeperPolicy.model_validate(json.loads(row.policy)),
            session=Session.model_validate(json.loads(row.session)),
            self_evaluation=SelfEvaluation.model_validate(json.loads(row.self_evaluation)),
            composer_output=answer if answer is None else ComposerOutput.model_validate(answer),
            run=run,
        )
    except ValueError as error:
        first = str(error).splitlines()[0]
        raise InputError(
            name, f"entry {row.entry_id} cannot be read ({first})", "it was stored by another version"
        ) from error
