"""The words of a claim that its excerpts do not say, in either language.

Equal words count as said, and so do words of reporting; naming a thing does not say what happened to
it. The one thing worked out is a limit that a quoted ratio reaches. It must not know a claim's type
beyond whether it is a no-hit, nor a verdict.
"""

from __future__ import annotations

import re
from itertools import pairwise

from evidencelab.agents.language.comparisons import ABOVE, BELOW
from evidencelab.agents.language.facts import facts_of, level_name, quantities_of
from evidencelab.agents.language.glossary import (
    EVENT_SENSES,
    Sense,
    cut_reporting,
    is_reporting_word,
    sense_names,
    senses_of,
    without_reporting,
)
from evidencelab.agents.language.wording import fold, is_cjk, plain, stem

_STATES: tuple[tuple[str, str], ...] = (
    ("firing", r"\bfiring\b|\bstill\s+active\b|触发中|告警中|正在(?:触发|告警)"),
    ("pending", r"\bpending\b|待触发"),
    ("resolved", r"\bresolved\b|\brecovered\b|\binactive\b|已恢复|已解除|已消除|已解决"),
)
STATE_PATTERNS = tuple((state, re.compile(pattern, re.IGNORECASE)) for state, pattern in _STATES)
_NEAR_LIMIT = re.compile(
    r"接近(?:上限|满|极限|饱和)|逼近上限|\b(?:near|nearing|close\s+to|approaching)\s+(?:its\s+|the\s+)?limit",
    re.IGNORECASE,
)
_AT_LIMIT = re.compile(r"耗尽|用尽|占满|打满|\bexhaust\w+|\bfully\s+used|\bsaturated", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z']*")


def uncovered_words(text: str, own: str, record: str, *, is_no_hit: bool = False) -> tuple[str, ...]:
    """List the words of a claim that its excerpts do not say, in order.

    Left out: facts (the rules judge them), words of reporting, words whose meaning an excerpt
    states, and a limit that a quoted ratio reaches. A search for a thing that found nothing also
    found nothing that happened to it, so a no-hit may name the event.
    """
    normal = plain(text)
    covered = [False] * len(normal)
    for fact in facts_of(normal):
        _mark(covered, fact.start, fact.end)
    known = known_senses(own, record)
    found = senses_of(normal)
    for sense in found:
        if sense.name in known:
            _mark(covered, sense.start, sense.end)
    for sense in (
        () if is_no_hit else found
    ):  # a thing that is named (连接池) does not cover what is said to happen to it (耗尽)
        if sense.name in EVENT_SENSES and not _is_said_otherwise(sense, found, known):
            covered[sense.start : sense.end] = [False] * (sense.end - sense.start)
    for pattern in (ABOVE, BELOW, _NEAR_LIMIT, _AT_LIMIT, *(item for _, item in STATE_PATTERNS)):
        for hit in pattern.finditer(normal):
            if pattern in (ABOVE, BELOW) or _is_worked_out(pattern, hit.group(), own):
                _mark(covered, *hit.span())
    stems = {stem(word) for word in _PLAIN.findall(_opened(f"{own} {record}"))}
    quoted = fold(own)
    missing: list[str] = []
    for hit in _PLAIN.finditer(normal):
        is_done = all(covered[hit.start() : hit.end()])
        if not is_done and not is_reporting_word(hit.group()) and stem(hit.group()) not in stems:
            missing.append(hit.group())
        _mark(covered, *hit.span())
    for run in _uncovered_runs(normal, covered):
        for piece in cut_reporting(run):
            if not _is_quoted(piece, quoted):
                missing += [part for part in without_reporting(piece) if not _is_quoted(part, quoted)]
    return tuple(dict.fromkeys(missing))


def known_senses(own: str, record: str) -> frozenset[str]:
    """Give what the excerpts say; a line at level ERROR tells of something that failed."""
    known = sense_names(own) | sense_names(record)
    is_error = any(
        level_name(fact.text) in ("error", "fatal") for fact in facts_of(own) if fact.kind == "level"
    )
    return known | {"fail", "error"} if is_error else known


def _is_said_otherwise(sense: Sense, found: tuple[Sense, ...], known: frozenset[str]) -> bool:
    """Tell whether an excerpt says an event, by this sense or by another of the very same words."""
    return sense.name in known or any(
        other.name in known
        and not other.name.startswith("topic:")
        and other.start <= sense.start
        and sense.end <= other.end
        for other in found
    )


def _is_worked_out(pattern: re.Pattern[str], said: str, own: str) -> bool:
    if pattern in (_NEAR_LIMIT, _AT_LIMIT):
        least = 1.0 if pattern is _AT_LIMIT else 0.9
        return any(share >= least for share in _shares(own))
    return bool(
        {state for state, item in STATE_PATTERNS if item.search(said)}
        & {state for state, item in STATE_PATTERNS if item.search(own)}
    )


def _shares(text: str) -> tuple[float, ...]:
    """Give the ratios written as `used/limit`, in one dimension."""
    found = []
    facts = quantities_of(text)
    normal = plain(text)
    for one, other in pairwise(facts):
        if normal[one.end : other.start].strip() != "/" or one.quantity is None or other.quantity is None:
            continue
        if one.quantity.dimension == other.quantity.dimension and other.quantity.value > 0:
            found.append(float(one.quantity.value / other.quantity.value))
    return tuple(found)


def _opened(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-./]", " ", text)


def _mark(covered: list[bool], start: int, end: int) -> None:
    covered[start:end] = [True] * (end - start)


def _uncovered_runs(text: str, covered: list[bool]) -> list[str]:
    runs: list[str] = []
    current = ""
    for character, is_covered in zip(text, covered, strict=True):
        if is_cjk(character) and not is_covered:
            current += character
        elif current:
            runs.append(current)
            current = ""
    return [*runs, current] if current else runs


def _is_quoted(piece: str, quoted: str) -> bool:
    if piece in quoted:
        return True
    return len(piece) > 2 and all(piece[index : index + 2] in quoted for index in range(len(piece) - 1))
