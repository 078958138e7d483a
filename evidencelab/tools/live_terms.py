"""What a log query asks for, in a form that log stores can search.

The reading is that of the offline tool. It must not know a store, its labels or its language.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.tools.query import read_query
from evidencelab.tools.synonyms import concept

Terms = tuple[str, ...]


class LogTerms(NamedTuple):
    """A log query taken apart.

    Attributes:
        services: The services asked about: a line of any of them; empty restricts nothing.
        attempts: Searches, to be made in order until one finds something. Each is groups of terms:
            a line must hold one term of every group. There is at least one attempt, and an attempt
            without groups wants every line.
    """

    services: tuple[str, ...]
    attempts: tuple[tuple[Terms, ...], ...]


def read_terms(query: str, service: str | None = None) -> LogTerms:
    """Take a log query apart: its concepts, else all of its words, else what they hint at.

    Raises:
        ValueError: The query names services and `service` is none of them.
    """
    read = read_query(query, (service,) if service else ())
    named = tuple(sorted(read.services))
    if service and named and service.lower() not in named:
        raise ValueError(f"argument 'service' is {service!r}, but 'query' names {', '.join(named)}")
    attempts: list[tuple[Terms, ...]] = []
    if read.words:
        attempts.append(tuple((word,) for word in read.words))
    about = sorted(read.concepts | read.hinted)
    if about:
        attempts.append((tuple(dict.fromkeys(name for item in about for name in concept(item).names)),))
    return LogTerms((service,) if service else named, tuple(attempts) or ((),))


def term_regex(term: str) -> str:
    r"""Write a term as an RE2 expression in which white space may be `_`, `-` or nothing.

    A Latin edge wants a boundary. RE2's `\b` knows ASCII only: it keeps OOM apart from "room" and
    finds it in "OOM次数".
    """
    body = r"[\s_-]*".join(map(literal_regex, term.split()))
    head = r"\b" if re.match(r"\w", term, re.ASCII) else ""
    tail = r"\b" if re.search(r"\w\Z", term, re.ASCII) else ""
    return f"{head}{body}{tail}"


def literal_regex(text: str) -> str:
    """Write a text as an RE2 expression that matches it alone."""
    return re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", text)
