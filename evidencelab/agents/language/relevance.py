"""Which records answer a question: the right service, the right topic, nothing that was shut out.

Distractors fail here: another service that mentions this one, another topic of the same service, an
alert that was over before the one that fires. It must not know how a claim is worded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.facts import facts_of, is_proper_name, stands_in
from evidencelab.agents.language.glossary import EVENT_SENSES, opened, sense_names, senses_of
from evidencelab.agents.language.reading import Record
from evidencelab.agents.language.scope import Scope
from evidencelab.agents.language.wording import camel_parts, stem
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.tools.synonyms import concepts_of, find_concepts
from evidencelab.tools.terms import find_services, has_cjk, has_term

_STATE_ORDER = {"firing": 0, "active": 0, "alerting": 0, "pending": 1, "": 2}
_PAST = re.compile(
    r"曾|历史|过去|之前|早些时候|恢复|\b(?:resolved|earlier|history|past|previous\w*|recovered|ever)\b", re.I
)
_TROUBLE_LEVELS = frozenset(("WARN", "WARNING", "ERROR", "CRITICAL", "FATAL"))
_WEAK_SENSES = frozenset(
    (
        "high",
        "low",
        "service",
        "request",
        "error",
        "fail",
        "user",
        "current",
        "rate",
        "usage",
        "count",
        "order",
    )
)
_ENOUGH = 2 / 3
_MAX_EXCERPT = 400
_MAX_READ = 20_000
_ORDER = re.compile(r"(?:\border|订单)(?:号|\s?no\.?)?[\s#:_-]*(\d+)", re.IGNORECASE)


class Evidence(NamedTuple):
    """A record that answers, and the verbatim slice of it that is quoted."""

    record: Record
    excerpt: str


class Relevant(NamedTuple):
    """What answers a question.

    Attributes:
        evidence: The records with their excerpts, in call order.
        n_unquotable: Records that would answer and of which nothing may or can be quoted.
    """

    evidence: tuple[Evidence, ...]
    n_unquotable: int


def relevant_evidence(scope: Scope, query: str, records: Sequence[Record]) -> Relevant:
    """Choose the records that answer a question and cut an excerpt of each.

    Of alerts with one name and service only the most current state is kept, unless the question asks
    for the past. A record seen by two calls counts once.
    """
    services = _asked_services(scope, records)
    about = [
        record for record in records if not services or any(record.is_about(service) for service in services)
    ]
    on_topic = [record for record in about if is_on_topic(scope, record, services)]
    wanted = _with_wanted_names(scope, _closest(scope, on_topic, services))
    found: list[Evidence] = []
    n_unquotable = 0
    seen: dict[tuple[str, str], int] = {}
    for record in _current(wanted, keep_past=_PAST.search(query) is not None):
        first = seen.setdefault((record.tool_name, record.text), record.invocation_id)
        if first != record.invocation_id:
            continue
        excerpt = quotable_excerpt(record, scope, services)
        if excerpt is None:
            n_unquotable += 1
        else:
            found.append(Evidence(record, excerpt))
    return Relevant(tuple(found), n_unquotable)


def is_on_topic(scope: Scope, record: Record, services: Iterable[str] = ()) -> bool:
    """Tell whether a record is about what the question asks."""
    if not scope.has_topic:
        return _shows_trouble(record)
    body = _body(record, services)
    if record.kind == "alert" and any(_is_alert(record.title, name) for name in scope.alert_names):
        return True
    if scope.concepts:
        mentions = find_concepts(body) or find_concepts(opened(body))
        names_topic = any(
            mention.concept.name in scope.concepts and not mention.is_sign for mention in mentions
        )
        hints = any(mention.concept.name in scope.concepts for mention in mentions)
        return names_topic or (hints and not concepts_of(scope.topic))
    if scope.alert_names and record.kind == "alert":
        return False
    share = _hear(_topic_words(scope), body).share
    return share is not None and share >= _ENOUGH


def is_undecidable(scope: Scope, record: Record, services: Iterable[str] = ()) -> bool:
    """Tell whether nothing in a record can be compared with the topic: it is told in another language."""
    if not scope.has_topic or scope.concepts or not is_asked_about(scope, record):
        return False
    return _hear(_topic_words(scope), _body(record, services)).share is None


def is_asked_about(scope: Scope, record: Record) -> bool:
    """Tell whether a record is about a service the question names, or the question names none."""
    return not scope.services or any(record.is_about(service) for service in scope.services)


def _topic_words(scope: Scope) -> tuple[str, ...]:
    return (*scope.terms, *(" ".join(camel_parts(name)) for name in scope.alert_names))


def quotable_excerpt(record: Record, scope: Scope, services: Iterable[str] = ()) -> str | None:
    """Cut the slice of a record that may be quoted: nothing forbidden, not too long, accepted by the match.

    None where nothing is left, or where what is left no longer is about the topic.
    """
    text = record.text
    cuts = list(_cuts(text))
    if scope.is_narrow:  # an order nobody asked about is left out where the line can do without it
        cuts = [*(cut for cut in cuts if not _names_other_order(cut, scope)), *cuts]
    for cut in cuts:
        if len(cut) > _MAX_EXCERPT or find_forbidden(scope.forbidden, cut):
            continue
        if cut != text and not is_on_topic(scope, record._replace(text=cut, message=cut), services):
            continue
        if match_excerpt(cut, text).decision == "accept":
            return cut
    return None


def _names_other_order(text: str, scope: Scope) -> bool:
    asked = {number for term in scope.terms for number in re.findall(r"\d+", term)}
    return any(hit not in asked for hit in _ORDER.findall(text))


def _cuts(text: str) -> Iterator[str]:
    """Give the text, then ever shorter beginnings, then single lines and clauses of a long text."""
    yield text
    ends = [hit.start() for hit in re.finditer(r"[;；。]|[,，](?!\d)|\n|\s-\s|\.(?=\s)", text)]
    for end in reversed(ends):
        if text[:end].strip() and end <= _MAX_EXCERPT:
            yield text[:end].rstrip()
    if len(text) > _MAX_EXCERPT:
        for line in text.splitlines():
            yield line.strip()
            yield from (piece.strip() for piece in re.split(r"(?<=[;；。])|(?<=\.)\s", line) if piece.strip())


def _asked_services(scope: Scope, records: Sequence[Record]) -> tuple[str, ...]:
    """Give the services asked about; a plain word is one when records are named after it."""
    if scope.services:
        return scope.services
    subjects = {subject.casefold(): subject for record in records for subject in record.subjects}
    return tuple(subjects[term.casefold()] for term in scope.terms if term.casefold() in subjects)


def _body(record: Record, services: Iterable[str]) -> str:
    """Give what a record says, without the names of services, which name topics by accident (ledger-db)."""
    text = f"{record.level} {record.message}" if record.kind == "log" else record.text
    text = text[:_MAX_READ]
    names = {*services, *record.subjects, *(mention.text for mention in find_services(text))}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w]|-\w)", " ", text)
    return text


def _is_alert(title: str, name: str) -> bool:
    if title.casefold() == name.casefold():
        return True
    return bool(concepts_of(title) & concepts_of(name))


def _with_wanted_names(scope: Scope, records: Sequence[Record]) -> list[Record]:
    """Keep, of the records of each kind, those that hold the particulars asked for, where any does.

    A path, an error class or an id narrows the lines; an alert's exact name narrows the alerts.
    """
    particulars = [
        fact.text
        for term in scope.terms
        for fact in facts_of(term)
        if fact.kind == "name" and is_proper_name(fact.text)
    ]
    kept: list[Record] = []
    exact = {
        record.title.casefold()
        for record in records
        for name in scope.alert_names
        if record.title.casefold() == name.casefold()
    }
    named = {id(record) for record in records if any(stands_in(name, record.text) for name in particulars)}
    for record in records:
        if record.kind == "alert":
            is_wanted = not exact or record.title.casefold() in exact or not scope.is_narrow
        else:
            is_wanted = not named or id(record) in named
        if is_wanted:
            kept.append(record)
    return kept


def _closest(scope: Scope, records: list[Record], services: Iterable[str]) -> list[Record]:
    """Keep, of lines on a topic nobody knows, those that also say what happened, where any does."""
    if scope.concepts or not scope.has_topic:
        return records
    shares = [_hear(_topic_words(scope), _body(record, services)).full_share for record in records]
    best = max(shares, default=0.0)
    return [record for record, share in zip(records, shares, strict=True) if best < 1.0 or share == best]


def _current(records: Sequence[Record], *, keep_past: bool) -> list[Record]:
    best: dict[tuple[str, tuple[str, ...]], int] = {}
    for record in records:
        if record.kind == "alert":
            key = (record.title, record.subjects)
            best[key] = min(best.get(key, 9), _STATE_ORDER.get(record.state, 3))
    return [
        record
        for record in records
        if keep_past
        or record.kind != "alert"
        or _STATE_ORDER.get(record.state, 3) == best[(record.title, record.subjects)]
    ]


def _shows_trouble(record: Record) -> bool:
    if record.kind == "alert":
        return _STATE_ORDER.get(record.state, 3) < 3
    return record.kind != "log" or not record.level or record.level.upper() in _TROUBLE_LEVELS


class _Hearing(NamedTuple):
    """How much of a topic a text says: shares of its words, None where no word could be compared."""

    share: float | None
    full_share: float


def _hear(words: Iterable[str], body: str) -> _Hearing:
    """Compare a topic's words with a text.

    A word without a known meaning cannot be compared with a text in another script. What merely
    happened (failed, lost, 下降) counts only for `full_share`, unless the topic says nothing else.
    """
    senses = sense_names(body)
    stems = {stem(part) for word in re.findall(r"[A-Za-z]+", body) for part in (word, *camel_parts(word))}
    things: list[bool] = []
    events: list[bool] = []
    for word in (piece for phrase in words for piece in _pieces(phrase)):
        meant = sense_names(word)
        if not meant and has_cjk(word) and not has_cjk(body):
            continue
        is_said = has_term(body, word) or stem(word) in stems or bool((meant - _WEAK_SENSES) & senses)
        (events if meant and meant <= EVENT_SENSES else things).append(is_said)
    compared = things or events
    if not compared:
        return _Hearing(None, 0.0)
    both = things + events
    return _Hearing(sum(compared) / len(compared), sum(both) / len(both))


def _pieces(phrase: str) -> list[str]:
    """Cut a phrase to words: at blanks, and a run of CJK at the words whose meaning is known."""
    found: list[str] = []
    for part in phrase.split():
        if not has_cjk(part):
            found.append(part)
            continue
        position = 0
        for sense in sorted(senses_of(part), key=lambda sense: (sense.start, -sense.end)):
            if sense.start >= position:
                found += [part[position : sense.start], part[sense.start : sense.end]]
                position = sense.end
        found.append(part[position:])
    return [piece for piece in found if len(piece) > 1 or piece.isdigit()]
