"""Where the store lies and how it is opened: the table, file names and URLs, SQLite's ways.

SQLite by default, and any database that SQLAlchemy knows by its URL. It must not know what an entry
means.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import mysql
from sqlalchemy.exc import ArgumentError

import evidencelab
from evidencelab.errors import InputError, OutputError

DATABASE_VARIABLE = "EVIDENCELAB_AUDIT"
DEFAULT_DATABASE = Path(evidencelab.__file__).resolve().parents[1] / "results" / "audit.sqlite"
BUSY_SECONDS = 30.0

_LONG = sa.Text().with_variant(mysql.LONGTEXT(), "mysql", "mariadb")
TABLES = sa.MetaData()
ENTRIES = sa.Table(
    "audit_entry",
    TABLES,
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


def parse_url(given: str) -> sa.URL:
    """Read a file name or a database URL."""
    if "://" not in given:
        return sa.URL.create("sqlite", database=given)
    try:
        return sa.make_url(given)
    except (ArgumentError, ValueError) as error:
        shown = given.split("://", 1)[0] + "://..."
        raise InputError(
            shown, "is not a database URL", "write a file name, or dialect://user:password@host/name"
        ) from error


def sqlite_path(url: sa.URL) -> Path | None:
    """Give the file of an SQLite URL; None for any other place."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return None if url.database.startswith("file:") else Path(url.database)


def prepare_file(path: Path, create: bool) -> None:
    """Make the folder of a store to be written; see that one to be read is there."""
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


def bad_database(name: str, error: Exception) -> InputError:
    """Say in one line that a store cannot be opened."""
    return InputError(
        name, f"cannot be opened ({cause_of(error)})", "check the URL, its driver and permissions"
    )


def cause_of(error: Exception) -> str:
    """Give the first line of a driver's own words."""
    inner = getattr(error, "orig", None) or error
    return (str(inner).strip() or type(inner).__name__).splitlines()[0]


def set_up_sqlite(connection: Any, record: object) -> None:
    """Let writers wait for one another, and readers not at all; `BEGIN` is sent by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.close()


def begin_sqlite(connection: sa.Connection) -> None:
    """Begin a transaction, for writing unless the connection is known to read."""
    reads = connection.get_execution_options().get("evidencelab_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
