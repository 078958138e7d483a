"""How a term is found in text: on word boundaries in Latin script, as a substring in CJK.

It knows scripts and service names, and no subject matter: which words mean the same is the
business of `synonyms`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CJK_RUN = re.compile(f"[{_CJK}]+")
_LATIN_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./=:%-]*[A-Za-z0-9_%]|[A-Za-z0-9_]")

_ENDINGS = (
    "service|svc|api|gateway|worker|server|backend|frontend|edge|proxy|consumer|producer|scheduler|indexer"
    "|collector|db|database|cache|broker|app|core|engine|processor|manager|controller|bff|web|portal|hub"
    "|router|relay|adapter|dispatcher|aggregator|daemon|agent"
)
_SERVICE = re.compile(
    r"(?<![A-Za-z0-9_./=-])(?:[a-z0-9]+-)+(?:" + _ENDINGS + r")(?:-[a-z][a-z0-9]*)*"
    r"(?![A-Za-z0-9_=]|-[A-Za-z0-9])",
)


class Mention(NamedTuple):
    """A piece of a text: what stands there and where, `[start, end)` in code points."""

    text: str
    start: int
    end: int


def has_cjk(text: str) -> bool:
    """Tell whether a text holds any CJK character."""
    return _CJK_RUN.search(text) is not None


@lru_cache(maxsize=4096)
def term_pattern(term: str) -> re.Pattern[str]:
    """Compile a term to a pattern that matches it regardless of case.

    A Latin edge needs a boundary: OOM is not in "room" and healthy is not in "unhealthy", though
    it is in "OOM次数" and "oom-killer". White space in the term also matches `_`, `-` or nothing
    ("connection pool" in "connection-pool" and "ConnectionPool"), and a term ending in a Latin
    letter also matches its plural in s. A CJK edge needs nothing, and where the scripts meet white
    space is free ("CPU使用率" in "CPU 使用率").

    Raises:
        ValueError: The term is blank.
    """
    words = term.split()
    if not words:
        raise ValueError(f"got {term!r}, expected a term that is not blank")
    pattern = r"[\s_-]*".join(r"\s*".join(map(re.escape, _script_parts(word))) for word in words)
    if _is_latin(words[0][0]):
        pattern = r"(?<![A-Za-z0-9_])" + pattern
    if _is_latin(words[-1][-1]):
        plural = "s?" if words[-1][-1].isalpha() else ""
        pattern += plural + r"(?![A-Za-z0-9_])"
    return re.compile(pattern, re.IGNORECASE)


def has_term(text: str, term: str) -> bool:
    """Tell whether a term stands in a text, after the rules of `term_pattern`."""
    return term_pattern(term).search(text) is not None


def has_value(text: str, value: str) -> bool:
    """Tell whether a value stands whole in a text; width, case, white space, digit grouping folded.

    91% is not in "191%" or "3.91%", 2s not in "4.2s", 91 not in "91.0"; 2GB is in "1.9GB/2GB" and
    15次 in "Full GC 15次". A blank value stands nowhere.
    """
    folded = _fold(value)
    if not folded:
        return False
    pattern = re.escape(folded)
    if _is_latin(folded[0]):
        pattern = r"(?<![a-z0-9_])" + (r"(?<!\d[.,])" if folded[0].isdigit() else "") + pattern
    if _is_latin(folded[-1]):
        pattern += r"(?![a-z0-9_])" + (r"(?![.,]\d|%)" if folded[-1].isdigit() else "")
    return re.search(pattern, _fold(text)) is not None


def find_services(text: str, known: Iterable[str] = ()) -> tuple[Mention, ...]:
    """Find the service names in a text, left to right.

    A service is any name of `known`, and any hyphenated lower-case name with one of the usual
    endings (`-service`, `-api`, `-gateway`, ...) so that a service nobody has rows of is still
    recognised. Names are whole: order-service is not found in order-service-canary.
    """
    found = {(hit.start(), hit.end()) for hit in _SERVICE.finditer(text)}
    for name in known:
        pattern = r"(?<![A-Za-z0-9_-])" + re.escape(name) + r"(?![A-Za-z0-9_]|-[A-Za-z0-9])"
        found |= {hit.span() for hit in re.finditer(pattern, text, re.IGNORECASE)}
    mentions: list[Mention] = []
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if not mentions or start >= mentions[-1].end:
            mentions.append(Mention(text[start:end], start, end))
    return tuple(mentions)


def latin_words(text: str) -> tuple[str, ...]:
    """Cut a text's Latin part into words; `active=50/50` and `/api/v1` are one word each."""
    return tuple(_LATIN_WORD.findall(text))


def cjk_runs(text: str) -> tuple[str, ...]:
    """Cut out the runs of CJK characters."""
    return tuple(_CJK_RUN.findall(text))


def _script_parts(word: str) -> list[str]:
    return [part for part in re.split(f"([{_CJK}]+)", word) if part]


def _fold(text: str) -> str:
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", folded)


def _is_latin(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
