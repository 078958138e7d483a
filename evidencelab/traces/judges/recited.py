"""Find the field of a record that a list recites, where the list tells another number under its name.

Bullets or cells that give the values of one record as they stand recite it. A label that names a field of
that record then gives the field's number; another one is altered, however short and however it could be
worked out. A label that says more than the field's name, or speaks of arithmetic, is left alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.judges.parallels import is_far_fetched
from evidencelab.traces.judges.verbatim import miscopied
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import Statement, title_of
from evidencelab.traces.wording.words import stem

_LABEL = re.compile(r"[\s*_`#-]*([^|:：=\n\d]{2,40}?)[*_`]*\s*[:：=][*_`\s]*[~≈]?[$€£¥]?$")
_BEHIND = re.compile(
    r"[*_`]{0,4}(?:\s{0,4}(?:[.,;]|\(.*\))?[*_`]{0,4}\s{0,4}$|\s{0,4}\(|\s{0,4}\||,\s(?!plus)[a-z]+ing\s)"
)
"""What may follow a number that is all its label gives: an end, or a remark in brackets."""
_WORD = re.compile(r"[a-z]+|[\u4e00-\u9fff]+")
_GENERIC = frozenset(("value", "valu", "amount", "number", "result", "reading", "read"))
_FILLERS = frozenset(("the", "of", "a", "an", "for", "in", "is"))
_FEWEST_VOTES = 2
_MOST_HOLDERS = 24
_SHORTEST = 3
"""Letters from which one word may be another, cut short: `min`, `minimum`."""
_TINY = 1e-9
_ALL = 100.0

_ELEMENT = re.compile(r"(?:^|[\s,{])([\w.]*\[\d+\](?:\.\w+\[\d+\])*)\.[\w.]+[=:][\"']?$")
_LONGEST_FRONT = 5
_FEWEST_LINES, _LONGEST_RECORD, _MARGIN = 3, 24, 2
_FAR = 12.0
"""A number that is so many times a bare one of the evidence may be in another unit."""

_Record = tuple[int, str]
Cell = tuple[int, int]
"""A value: the index of its statement, and its own among the statement's values."""


class Misread(NamedTuple):
    """A number and what the record has in its place."""

    cell: Cell
    held: Held


def misread_fields(
    read: Sequence[ReadStatement], verdicts: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[Misread]:
    """Give the numbers that are not what the recited record has under their label."""
    lists: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for index, one in enumerate(read):
        lists[_list_of(one.statement, index)].append(index)
    for members in lists.values():
        if not any(_may_be(v) for index in members for v in verdicts[index]):
            continue
        votes = _votes(members, read, verdicts, pool)
        for index in members:
            for at, verdict in enumerate(verdicts[index]):
                token = read[index].tokens[at]
                one = read[index]
                if token.kind != "number" or one.mood != "fact" or not _may_be(verdict):
                    continue
                if verdict.finding == "derived" and not is_far_fetched(
                    token, verdict, one.statement.text, one.tokens
                ):
                    continue
                held = _in_place_of(token, one.statement, votes, pool) or miscopied(
                    token, one.statement.text, pool
                )
                if held is not None:
                    yield Misread((index, at), held)


def _list_of(statement: Statement, index: int) -> tuple[object, ...]:
    """Name the list a statement is of: bullets under one head; a row or a sentence is one by itself."""
    if statement.kind == "bullet" or (statement.kind == "sentence" and _is_labelled(statement.text)):
        return (statement.block, statement.message, statement.sections, statement.parents)
    return (index,)


def _is_labelled(text: str) -> bool:
    found = re.search(r"[:：=]", text[:44])
    return found is not None and bool(text[found.end() :].strip())


def _may_be(verdict: Verdict) -> bool:
    """Tell whether nothing but a guess, or arithmetic that was searched for, speaks for a number."""
    if verdict.finding == "not_checkable":
        return not verdict.reason.startswith(("it numbers", "it is a ", "it stands in a", "the trace does"))
    return verdict.finding == "derived" and verdict.held is None


def _votes(
    members: Sequence[int],
    read: Sequence[ReadStatement],
    verdicts: Sequence[Sequence[Verdict]],
    pool: Pool,
) -> Counter[_Record]:
    """Count, for each place, the values of a list that it holds, names of the list's heading among them."""
    votes: Counter[_Record] = Counter()
    first = read[members[0]].statement
    above = (*first.sections[-1:], *first.parents) if first.kind != "row" else ()
    names = [t for title in above for t in value_tokens(title) if t.kind == "name"]
    said = [t for index in members for t, v in zip(read[index].tokens, verdicts[index], strict=True)
            if v.finding == "sound"]  # fmt: skip
    for token in (*names, *said):
        records = {_record_of(held) for held in _holders(token, pool)}
        if 0 < len(records) <= _MOST_HOLDERS:
            votes.update(records)
    return votes


def _holders(token: ValueToken, pool: Pool) -> Sequence[Held]:
    if token.kind == "name":
        return pool.names.get(token.folded, ())
    if token.kind == "moment":
        return pool.moments_like(token.moment) if token.moment else ()
    size = abs(token.number or 0.0)
    half = 0.5 * token.step if token.digits >= 3 else _TINY
    return pool.numbers_between(size - half, size + half)


def _record_of(held: Held) -> _Record:
    """Name the record a value is of: its line, and in it the element of a list that is written out there."""
    found = _ELEMENT.search(held.line.text[max(0, held.token.start - 80) : held.token.start])
    return held.place, found[1] if found else ""


def _in_place_of(token: ValueToken, statement: Statement, votes: Counter[_Record], pool: Pool) -> Held | None:
    """Give the number of the recited record that stands under the label of another one."""
    labels = _labels_of(token, statement)
    for records in (_fullest(votes), _of_many_lines(votes, pool)) if labels else ():
        here = [
            held
            for record in records
            for held in pool.by_place.get(record[0], ())
            if held.token.kind == "number" and record[1] in (None, _record_of(held)[1])
            if _are_comparable(token, held.token)
        ]
        for label in labels:
            told = [(extra, h) for h in here if (extra := _extra_words(label, h, pool)) is not None]
            least = min((extra for extra, _ in told), default=0)
            named = [held for extra, held in told if extra == least]
            if len({(abs(h.token.number or 0.0), h.token.unit) for h in named}) == 1:
                is_told = _tells(token, named[0].token) or _sums_up(token, named)
                return None if is_told else named[0]
    return None


def _fullest(votes: Counter[_Record]) -> list[tuple[int, str | None]]:
    """Give the records that hold most values of a list, two and more."""
    most = max(votes.values(), default=0)
    return [record for record, n in votes.items() if n == most] if most >= _FEWEST_VOTES else []


def _of_many_lines(votes: Counter[_Record], pool: Pool) -> list[tuple[int, str | None]]:
    """Give the lines of a record that is written over many, each of which holds a value of a list."""
    by_call: dict[int, set[int]] = defaultdict(set)
    for number, _ in votes:
        by_call[pool.places[number].invocation].add(number)
    n_lines = max(map(len, by_call.values()), default=0)
    if n_lines < _FEWEST_LINES:
        return []
    found: list[tuple[int, str | None]] = []
    for call, lines in by_call.items():
        first, last = min(lines), max(lines)
        if len(lines) == n_lines and last - first <= _LONGEST_RECORD:
            around = range(max(0, first - _MARGIN), min(len(pool.places), last + _MARGIN + 1))
            found += [(number, None) for number in around if pool.places[number].invocation == call]
    return found


def _labels_of(token: ValueToken, statement: Statement) -> list[frozenset[str]]:
    """Give the words of the label or the column's title that a number alone is told under.

    What the heading says already may be left out of them.
    """
    text = statement.text
    if statement.kind == "row":
        words = _raw_words(title_of(statement, token.start))
        return [] if not words or spoken_beside(token.start, token.end, text) else [words]
    found = _LABEL.match(text[: token.start])
    if found is None or not _BEHIND.match(text, token.end):
        return []
    if spoken_beside(token.start - found.end(1), token.end - found.end(1), text[found.end(1) :]):
        return []
    words = _raw_words(found[1])
    titles = (*statement.sections[-1:], *statement.parents[-1:])
    if words <= _GENERIC:
        return [_raw_words(titles[0])] if titles else []
    left = words - _raw_words(" ".join((*statement.sections[-1:], *statement.parents)))
    is_plain = not spoken_beside(0, 0, found[1])
    return [words, left] if left and left != words and is_plain else [words]


def _raw_words(text: str) -> frozenset[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower().replace("_", " ")
    return frozenset(stem(w) for w in _WORD.findall(spaced) if w not in _FILLERS)


def _extra_words(label: frozenset[str], held: Held, pool: Pool) -> int | None:
    """Count the words of a number's field that a label leaves out; None if the label is not the field's."""
    field = held.field or _front_of(held, pool)
    words = _raw_words(re.sub(r"[.\[\]/@-]", " ", field))
    if not words or not all(any(_is_word(one, other) for other in words) for one in label):
        return None
    return sum(not any(_is_word(one, other) for one in label) for other in words)


def _front_of(held: Held, pool: Pool) -> str:
    """Give the words between a number and the one before it, where no field or column names it."""
    before = (h.token.end for h in pool.by_place.get(held.place, ()) if h.token.end <= held.token.start)
    front = held.line.text[max(before, default=0) : held.token.start]
    return " ".join(front.split()[-_LONGEST_FRONT:])


def _is_word(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST and long.startswith(short))


def _are_comparable(token: ValueToken, held: ValueToken) -> bool:
    if token.unit is None or held.unit is None:
        dimension = "" if token.unit is None else token.unit.dimension
        low, high = sorted((abs(token.number or 0.0), abs(held.number or 0.0)))
        if dimension == "percent":
            return abs(held.number or 0.0) <= _ALL
        return dimension in ("", "money", "celsius", "temperature") or not low or high <= _FAR * low
    return agree(token.unit, held.unit)


def _sums_up(token: ValueToken, named: Sequence[Held]) -> bool:
    """Tell whether a number is what several records that are recited together have under one field."""
    total = sum(abs(held.token.number or 0.0) for held in named)
    return len(named) > 1 and abs(abs(token.number or 0.0) - total) <= 0.5 * token.step + _TINY


def _tells(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number is the one held, rounded or in other units perhaps."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is not None and held.unit is not None and token.unit.dimension == held.unit.dimension:
        has *= held.unit.size / token.unit.size
    return abs(said - has) <= 0.5 * token.step + _TINY
