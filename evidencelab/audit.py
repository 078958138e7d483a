"""The store of what was decided: every run of the chain and every gated session, kept to be replayed.

One row an entry, in an SQLite file by default and in any database that SQLAlchemy knows by its URL.
A row answers what was cited, what was found and why it was stopped; the session stands in it as it
was read, so that another policy can judge it again. This module decides nothing: the gate does.

`self_evaluation.verifier_evaluation.gatekeeper_result` is the wire format's place for the result;
the policy hash and the code version stand beside it.
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
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import sqlalchemy as sa
from pydantic import JsonValue
from sqlalchemy.dialects import mysql
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError, SQLAlchemyError

import evidencelab
from evidencelab.contracts import (
    ComposerOutput,
    Contract,
    GatekeeperResult,
    Session,
    VerifierOutput,
)
from evidencelab.errors import InputError, OutputError, UnknownNameError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version

if TYPE_CHECKING:
    from evidencelab.agents.stages import ChainRun

DATABASE_VARIABLE = "EVIDENCELAB_AUDIT"
DEFAULT_DATABASE = Path(evidencelab.__file__).resolve().parents[1] / "results" / "audit.sqlite"
BUSY_SECONDS = 30.0

EntryKind = Literal["chain", "check"]

_LONG = sa.Text().with_variant(mysql.LONGTEXT(), "mysql", "mariadb")
_TABLES = sa.MetaData()
_ENTRIES = sa.Table(
    "audit_entry",
    _TABLES,
    sa.Column("entry_id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("session_key", sa.String(64), nullable=False, index=True),
    sa.Column("session_id", _LONG, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("stored_at", sa.String(40), nullable=False),
    sa.Column("policy_hash", sa.String(64), nullable=False),
    sa.Column("code_version", sa.String(128), nullable=False),
    sa.Column("severity", sa.String(16), nullable=False),
    sa.Column("verdict", sa.String(16)),
    sa.Column("policy", _LONG, nullable=False),
    sa.Column("session", _LONG, nullable=False),
    sa.Column("self_evaluation", _LONG, nullable=False),
    sa.Column("run", _LONG),
)


class VerifierEvaluation(Contract):
    """The gate's result, what it takes to reproduce it, and the verdict that followed, if one did."""

    gatekeeper_result: GatekeeperResult
    policy_hash: str
    code_version: str
    verifier_output: VerifierOutput | None = None


class SelfEvaluation(Contract):
    """The place where the wire format keeps evaluations of a diagnosis session."""

    verifier_evaluation: VerifierEvaluation


class AuditEntry(Contract):
    """One stored decision.

    Attributes:
        entry_id: Rises with every entry of the store.
        stored_at: When, in UTC (ISO 8601).
        policy: The settings in force, so that the entry can be replayed exactly.
        session: What the gate read.
        composer_output: The answer shown, for a run of the chain.
        run: What else is known of a run of the chain: violations, attempts, stages.
    """

    entry_id: int
    kind: EntryKind
    stored_at: str
    policy: GatekeeperPolicy
    session: Session
    self_evaluation: SelfEvaluation
    composer_output: ComposerOutput | None = None
    run: JsonValue = None

    @property
    def evaluation(self) -> VerifierEvaluation:
        """The evaluation, without the two names that lead to it."""
        return self.self_evaluation.verifier_evaluation


class AuditLine(NamedTuple):
    """An entry's line in a listing."""

    entry_id: int
    session_id: str
    kind: str
    stored_at: str
    severity: str
    verdict: str | None
    policy_hash: str


class Replay(Contract):
    """A stored decision beside the one that a policy makes of the same session today."""

    entry_id: int
    session_id: str
    stored: GatekeeperResult
    fresh: GatekeeperResult
    same_code: bool

    @property
    def rules_gained(self) -> tuple[str, ...]:
        """Rules that fail only under the replaying policy."""
        return tuple(rule for rule in self.fresh.failed_rules if rule not in self.stored.failed_rules)

    @property
    def rules_lost(self) -> tuple[str, ...]:
        """Rules that failed when the entry was stored and no longer do."""
        return tuple(rule for rule in self.stored.failed_rules if rule not in self.fresh.failed_rules)

    @property
    def is_changed(self) -> bool:
        """Whether anything of the result differs, messages included."""
        return self.stored != self.fresh


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
        url = _parse_url(given)
        self.name = url.render_as_string(hide_password=True)
        path = _sqlite_path(url)
        self.place = self.name if path is None else str(path)
        if path is not None:
            _prepare_file(path, create)
        try:
            self._engine = sa.create_engine(url)
        except (SQLAlchemyError, ImportError) as error:
            raise _bad_database(self.name, error) from error
        if url.get_backend_name() == "sqlite":
            sa.event.listen(self._engine, "connect", _set_up_sqlite)
            sa.event.listen(self._engine, "begin", _begin_sqlite)
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
        columns = [_ENTRIES.c[name] for name in AuditLine._fields]
        with self._reading() as connection:
            return [AuditLine(*row) for row in connection.execute(_select(columns, session_id))]

    def entries(self, session_id: str | None = None) -> Iterator[AuditEntry]:
        """Read the entries one at a time, oldest first."""
        with self._reading() as connection:
            rows = connection.execution_options(yield_per=100).execute(_select([_ENTRIES], session_id))
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
            row = connection.execute(sa.select(_ENTRIES).where(_ENTRIES.c.entry_id == wanted)).one()
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
                key = connection.execute(sa.insert(_ENTRIES).values(row)).inserted_primary_key
        except DatabaseError as error:
            raise OutputError(
                self.name, f"could not be written ({_cause(error)})", "check space and permissions"
            ) from error
        assert key is not None
        return int(key[0])

    def _require_table(self, create: bool) -> None:
        """Make the table or see that it is there; two processes may do so at the same moment."""
        for attempt in range(5):
            try:
                if create:
                    _TABLES.create_all(self._engine)
                elif not sa.inspect(self._engine).has_table(_ENTRIES.name):
                    raise InputError(self.name, "holds no audit entries", "store some: check --store")
                return
            except OperationalError as error:
                if attempt == 4:
                    raise _bad_database(self.name, error) from error
                time.sleep(0.1 * (attempt + 1))
            except (SQLAlchemyError, ImportError) as error:
                raise _bad_database(self.name, error) from error

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection.execution_options(evidencelab_reads=True)
        except DatabaseError as error:
            raise InputError(
                self.name, f"could not be read ({_cause(error)})", "give another database"
            ) from error


def _select(columns: list[Any], session_id: str | None) -> sa.Select[Any]:
    query = sa.select(*columns).order_by(_ENTRIES.c.entry_id)
    if session_id is not None:
        query = query.where(_ENTRIES.c.session_key == _session_key(session_id))
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


def _parse_url(given: str) -> sa.URL:
    if "://" not in given:
        return sa.URL.create("sqlite", database=given)
    try:
        return sa.make_url(given)
    except (ArgumentError, ValueError) as error:
        shown = given.split("://", 1)[0] + "://..."
        raise InputError(
            shown, "is not a database URL", "write a file name, or dialect://user:password@host/name"
        ) from error


def _sqlite_path(url: sa.URL) -> Path | None:
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return None if url.database.startswith("file:") else Path(url.database)


def _prepare_file(path: Path, create: bool) -> None:
    if not create:
        if not path.is_file():
            raise InputError(
                str(path),
                "no audit store is there",
                "store something first with check --store, or name another with --database",
            )
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            str(path.parent), f"cannot be made ({error.strerror})", "give another --database"
        ) from error


def _bad_database(name: str, error: Exception) -> InputError:
    return InputError(
        name, f"cannot be opened ({_cause(error)})", "check the URL, its driver and permissions"
    )


def _cause(error: Exception) -> str:
    inner = getattr(error, "orig", None) or error
    return (str(inner).strip() or type(inner).__name__).splitlines()[0]


def _set_up_sqlite(connection: Any, record: object) -> None:
    """Let writers wait for one another, and readers not at all; `BEGIN` is sent by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    reads = connection.get_execution_options().get("evidencelab_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
