"""Values belong to keys, to records and to times: the ways in which true values make a false claim.

`active=32, waiting=50/50` holds the numbers of `active=50/50, waiting=32` and is false; so is one
service with another's value, and something told as done that is only due. It reads claims and
excerpts and must not know a verdict.
"""

from __future__ import annotations

import re
from functools import lru_cache

from evidencelab.agents.language.facts import (
    Fact,
    facts_of,
    pairs_of,
    quantities_of,
    same_quantity,
    stands_in,
)
from evidencelab.agents.language.glossary import EVENT_SENSES, opened, sense_names, senses_of
from evidencelab.agents.language.reading import read_pairs
from evidencelab.agents.language.scope import named_services
from evidencelab.agents.language.wording import clauses, fold, plain
from evidencelab.agents.rules.verifier_rules import ClaimEvidence

_KEY_SENSES = frozenset(
    ("threshold", "duration", "idle", "active", "wait", "maximum", "minimum", "average", "queue", "limit")
)
_LINK = r"\s*(?:=|:|：|\bis\b|\bwas\b|\bof\b|\bat\b|\breached\b|\breaches\b|为|是|达到|达|值)?\s*"
_REACH = 8
_DUE = re.compile(
    r"将(?!领|军)|即将|快要|\bwill\b|\bgoing\s+to\b|\babout\s+to\b|\bsoon\b|\bexpiring\b|\bexpires?\b|\bdue\b|\buntil\b|\bwithin\b",
    re.IGNORECASE,
)


def other_pairs(text: str, own: str) -> tuple[str, ...]:
    """Name the fields to which a claim gives another value than the excerpts do.

    A field is named by its key (`waiting 32`, `waiting=32`) or by a word that means it (阈值 85%).
    Equal quantities are equal however written.
    """
    known: dict[str, list[str]] = {}
    for pair in (*read_pairs(own), *pairs_of(own)):
        known.setdefault(fold(pair.key), []).append(pair.value)
    found: list[str] = []
    normal = plain(text)
    for key, values in known.items():
        for said in _values_after(key, normal):
            if not any(_same_value(said, value) for value in values):
                found.append(f"{key} is {said!r} in the claim and {values!r} in the excerpts")
    for key, values in known.items():
        senses = sense_names(key) & _KEY_SENSES
        if not senses or not all(quantities_of(value) for value in values):
            continue
        for fact in _quantities_by(senses, normal):
            others = [
                value for other, every in known.items() if sense_names(other) & senses for value in every
            ]
            if not any(_same_value(fact.text, value) for value in others):
                found.append(f"{key} is {fact.text!r} in the claim and {values!r} in the excerpts")
    return tuple(dict.fromkeys(found))


def other_records(text: str, evidence: ClaimEvidence) -> tuple[str, ...]:
    """Name the values that stand only in records about other services than the claim gives them to."""
    records: dict[tuple[int | None, str], str] = {}
    for excerpt in (*evidence.own, *evidence.same_records):
        place = (excerpt.source_invocation_id, excerpt.raw_path)
        records[place] = f"{records.get(place, '')}\n{excerpt.text}"
    texts = list(records.values())
    services: tuple[str, ...] = ()
    found: list[str] = []
    for clause in clauses(plain(text)):
        services = named_services(clause) or services
        about = [record for record in texts if any(stands_in(service, record) for service in services)]
        if not about or len(about) == len(texts):
            continue
        for fact in quantities_of(clause):
            holders = [record for record in texts if _holds(fact, record)]
            if holders and not any(record in about for record in holders):
                found.append(f"{fact.text!r} stands in no record about {' or '.join(services)}")
    return tuple(dict.fromkeys(found))


def due_told_as_done(text: str, own: str) -> tuple[str, ...]:
    """Name the events a claim tells as done and the excerpts only as due (将于 ... 到期, will expire)."""
    due: set[str] = set()
    done: set[str] = set()
    for line in own.splitlines():
        for clause in clauses(line):
            events = sense_names(clause) & EVENT_SENSES
            (due if _DUE.search(opened(plain(clause))) else done).update(events)
    told = {
        event
        for clause in clauses(plain(text))
        if not _DUE.search(clause)
        for event in sense_names(clause) & EVENT_SENSES
    }
    return tuple(
        f"tells {event} as done, which the excerpts only expect" for event in sorted(told & (due - done))
    )


def _values_after(key: str, text: str) -> list[str]:
    """Give the numbers and ratios that stand right behind a key, as written."""
    if len(key) < 2:
        return []
    quantities = {fact.start: fact for fact in quantities_of(text)}
    found: list[str] = []
    for hit in _key_pattern(key).finditer(text):
        first = quantities.get(hit.end())
        if first is None:
            continue
        second = quantities.get(first.end + 1) if text[first.end : first.end + 1] == "/" else None
        found.append(text[first.start : first.end if second is None else second.end])
    return found


@lru_cache(maxsize=1024)
def _key_pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(key)}{_LINK}(?=[-+\d])", re.IGNORECASE)


def _quantities_by(senses: frozenset[str], text: str) -> list[Fact]:
    """Find the quantities that stand right behind a word with one of the senses."""
    ends = [sense.end for sense in senses_of(text) if sense.name in senses]
    return [
        fact
        for fact in quantities_of(text)
        if any(
            0 <= fact.start - end <= _REACH
            and re.fullmatch(rf"{_LINK}(?:已|了|超过|至少)?\s*", text[end : fact.start])
            for end in ends
        )
    ]


def _same_value(said: str, value: str) -> bool:
    left, right = said.strip(" ,.;"), value.strip(" ,.;")
    if fold(left) == fold(right):
        return True
    ones, others = quantities_of(left), quantities_of(right)
    if not ones or len(ones) > len(others):
        return False
    return all(
        one.quantity is not None
        and other.quantity is not None
        and same_quantity(one.quantity, other.quantity)
        for one, other in zip(ones, others, strict=False)
    )


def _holds(fact: Fact, record: str) -> bool:
    return any(
        other.quantity is not None
        and fact.quantity is not None
        and same_quantity(fact.quantity, other.quantity)
        for other in facts_of(record)
        if other.kind == "quantity"
    )
