"""The one tree of exceptions: a caller's mistake, said in one line.

A claim or citation that fails is a value with reasons, never an exception. Everything here is
raised for input that cannot be read or settings that cannot be meant; each class also inherits
the builtin a caller expects and keeps what it names as attributes.
"""

from __future__ import annotations


class EvidencelabError(Exception):
    """Base of every error this package raises on purpose; its text is one readable line."""


class InputError(EvidencelabError, ValueError):
    """An input that could not be read or does not hold the contract.

    Attributes:
        source: What was read: a file name, a field, a URL.
        reason: What was found and what was expected.
        remedy: What to do about it.
        line: The 1-based line inside `source`, where that is known.
    """

    def __init__(self, source: str, reason: str, remedy: str, line: int | None = None) -> None:
        self.source = source
        self.reason = reason
        self.remedy = remedy
        self.line = line
        place = source if line is None else f"{source}, line {line}"
        super().__init__(f"{place}: {reason}; {remedy}")


class SettingError(EvidencelabError, ValueError):
    """An unknown or impossible setting: a policy key, a case key, a notebook parameter.

    Attributes:
        setting: The name that was given.
        known: The names that would have been understood, sorted; empty if the value was wrong.
    """

    def __init__(self, where: str, setting: str, problem: str, known: tuple[str, ...] = ()) -> None:
        self.where = where
        self.setting = setting
        self.known = known
        choices = f"; known are {', '.join(known)}" if known else ""
        super().__init__(f"{where}: {setting!r} {problem}{choices}")


class UnknownNameError(EvidencelabError, LookupError):
    """A name that stands for nothing here: a case, a scenario, a session, a notebook.

    Attributes:
        kind: What the name should have named.
        name: The name that was given.
        known: The names that exist, sorted.
    """

    def __init__(self, kind: str, name: str, known: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.name = name
        self.known = known
        choices = f"known are {', '.join(known)}" if known else "none is known"
        super().__init__(f"no {kind} named {name!r}; {choices}")


class OutputError(EvidencelabError, OSError):
    """A place that cannot be written: nothing was left half-written there.

    Attributes:
        target: The file or folder.
    """

    def __init__(self, target: str, reason: str, remedy: str) -> None:
        self.target = target
        super().__init__(f"{target}: {reason}; {remedy}")


class MissingExtraError(EvidencelabError, ImportError):
    """An optional part that is not installed; the message names the one command that does.

    Attributes:
        extra: The name of the extra.
    """

    def __init__(self, extra: str, command: str) -> None:
        self.extra = extra
        super().__init__(f"the extra {extra!r} is not installed; run: {command}")


class ServiceError(EvidencelabError, RuntimeError):
    """A service the user configured (a model, a metrics or log store) did not answer as it should.

    Attributes:
        service: What was called.
        status: The HTTP status, where there was one.
    """

    def __init__(self, service: str, reason: str, status: int | None = None) -> None:
        self.service = service
        self.status = status
        super().__init__(f"{service}: {reason}")
