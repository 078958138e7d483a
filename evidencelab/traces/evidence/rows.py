"""Tell a true value that is another row's: the statement names one record, the value stands in its sister.

Rows are the records of one list, or the lines of one table. It stays silent unless the statement names
exactly one row that does not hold the value, names none that does, and the named row has another value
under the same field or column that the statement does not give as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict, altered
from evidencelab.traces.evidence.tallies import counts_bracket
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.clauses import clause_around
from evidencelab.traces.wording.statements import Statement, title_of
from evidencelab.traces.wording.words import near_words, words_of

_MOST_ROWS = 300
_PAIR = re.compile(r"([\w.\[\]@/-]+)=(.*?)(?=, [\w.\[\]@/-]+=|$)")
_SHORTEST = 3
_FARTHEST = 4000
"""Code points in front of a value in which its row may be named."""
_LONGEST_NAME, _LONGEST_TEXT, _MOST_WORDS = 60, 120, 3
_KEY = re.compile(r"(?:^|, )([\w.\[\]@/-]+)=")
_INDEX = re.compile(r"\s*\d{1,6}\s+")
_SPLIT = re.compile(r"\s{2,}|\t|\s*\|\s*")
_BREAK = re.compile(r"[,;:](?=\s)|[，；：、。\n|]|\s[–—-]\s|\b(?:and|while|whereas|but|versus|vs)\b|和|而")
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead of|rather than|not|the others?|another)\b"
    r"|比|而不是|不是|另一",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"(?:\b(?:up|down|by|rose|fell|grew|gained|lost)\s|[增减升降涨跌])(?:(?:about|around|roughly|some|nearly)\s|约)?"
    r"[~≈]?[$€£¥]?\s?$",
    re.IGNORECASE,
)
"""In front of a number, these make it a change, which stands in no field."""
_PLAIN_WORDS = (
    "true false null none yes no ok on off up down active inactive running stopped success error open "
    "closed the and for with from"
)
_PLAIN = frozenset(_PLAIN_WORDS.split())


class _Row(NamedTuple):
    """A row, its texts, and the words of them that no other row has."""

    place: Place
    labels: frozenset[str]
    own_words: frozenset[str]


class Rows:
    """Looks for values of a sister row in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._lists: dict[tuple[int, str], tuple[_Row, ...]] = {}
        self._n_places = 0

    def of_sister(self, token: ValueToken, found: Sequence[Held], setting: Setting) -> Verdict | None:
        """Give the verdict `altered` on a value that stands in a row the statement does not name.

        Args:
            token: The number or name.
            found: Every place of the evidence that backs it.
            setting: What surrounds it.
        """
        if setting.mood in ("advice", "question") or not found or len(found) > 8:
            return None
        text = setting.statement.text
        if _CHANGED.search(text[max(0, token.start - 24) : token.start]) or token.text[:1] in "+-\u2212":
            return None
        if counts_bracket(token, setting.tokens, text):
            return None
        if _is_compared(text):
            return None
        found = [held for held in found if held.line.raw_path[:9] != "$.fields["] or found
        holders = {held.place for held in found}
        lists = {self._key(held.line) for held in found}
        if len(lists) != 1:
            return None
        rows = self._rows(found[0].line)
        if not holders <= {row.place.number for row in rows}:
            return None
        first, last = clause_around(text, token.start, token.end, _BREAK)
        clause = _even(text[first:last])
        said = _even(text[max(0, token.start - _FARTHEST) : token.start])
        above = (*setting.statement.sections[-1:], *_titles(token, setting.statement))
        named: list[_Row] = []
        for spoken in dict.fromkeys((clause, said, *(_even(title) for title in reversed(above)))):
            named = _named(rows, spoken)
            if named:
                break
        if len(named) != 1 or named[0].place.number in holders:
            return None
        if self._is_listed(token, named[0], [row for row in rows if row.place.number in holders], text):
            return None
        columns = {_field(held) for held in found}
        if self._is_of_other_field(token, named[0], columns, text):
            return None
        if any("@" in column for column in columns):
            return None
        if not any(_are_built_alike(named[0].place.text, held.line.text) for held in found):
            return None
        there = [h for h in self.pool.by_place.get(named[0].place.number, ()) if _field(h) in columns]
        is_share = token.unit is not None and token.unit.dimension == "percent"
        there = [
            h
            for h in there
            if h.token.kind == token.kind
            and agree(token.unit, h.token.unit)
            and not (is_share and h.token.unit is None)
        ]
        is_same = token.kind == "number" and _is_given(token, there[0].token) if there else False
        if len(there) != 1 or is_same:
            return None
        others = [other for other in setting.tokens if other is not token]
        if any(_is_given(other, there[0].token) for other in others):
            return None
        if any(_is_given(other, h.token) for p in holders for h in self.pool.by_place[p] for other in others):
            # the row that holds it is spoken of as well
            return None
        elsewhere = found[0].line.text.strip()[:80]
        return altered(self.pool, there[0], f" there; the value stands at {elsewhere!r}")

    def _is_of_other_field(self, token: ValueToken, named: _Row, columns: set[str], text: str) -> bool:
        """Tell whether the words beside a value name another field of the row than the one it stands in."""
        near = near_words(text, token.start, token.end)
        own = words_of(" ".join(columns).replace("_", " "))
        fields = (_field(held) for held in self.pool.by_place.get(named.place.number, ()))
        others = words_of(" ".join(fields).replace("_", " ")) - own
        return bool(near & others) and not near & own

    def _is_listed(self, token: ValueToken, named: _Row, holding: Sequence[_Row], text: str) -> bool:
        """Tell whether a holding row is named too, so that names and values may stand in two lists."""
        theirs = {label for row in holding for label in row.labels | row.own_words} - named.labels
        if not any(_says(_even(text), label) for label in theirs):
            return False
        begin, _ = clause_around(text, token.start, token.end, _BREAK)
        first = _even(text[begin : token.start])
        return not any(_says(first, label) for label in named.labels | named.own_words)

    def _key(self, place: Place) -> tuple[int, str]:
        return place.invocation, place.list_path

    def _rows(self, place: Place) -> Sequence[_Row]:
        """Give the rows of a place's list, each with the labels that no other row has."""
        if self._n_places != len(self.pool.places):
            self._lists, self._n_places = {}, len(self.pool.places)
        key = self._key(place)
        if key not in self._lists:
            places = [
                p
                for p in self.pool.call_places(place.invocation)
                if self._key(p) == key and ("=" in p.text or self._has_values(p))
            ]
            labels = [self._labels(p) for p in places[:_MOST_ROWS]]
            words = [frozenset(word for label in own for word in _telling_words(label)) for own in labels]
            n_labels = Counter(label for own in labels for label in own)
            n_words = Counter(word for own in words for word in own)
            self._lists[key] = tuple(
                _Row(
                    place,
                    frozenset(label for label in own if n_labels[label] < len(labels)),
                    frozenset(word for word in its if n_words[word] == 1),
                )
                for place, own, its in zip(places, labels, words, strict=False)
            )
        return self._lists[key]

    def _has_values(self, place: Place) -> bool:
        """Tell a row from the head of its table."""
        return any(held.token.kind != "name" for held in self.pool.by_place.get(place.number, ()))

    def _labels(self, place: Place) -> frozenset[str]:
        """Give what a row can be called by: its texts, and the words of them."""
        text = place.text
        pairs = _PAIR.findall(text) if "=" in text else []
        if pairs:
            texts = [value for _, value in pairs if len(value) <= 40]
        else:
            index = _INDEX.match(text)
            begin = index.end() if index else 0
            held = (h.token for h in self.pool.by_place.get(place.number, ()))
            first = next((t.start for t in held if t.kind == "number" and t.start >= begin), len(text))
            texts = _SPLIT.split(text[begin:first].strip())[:3] if first <= _LONGEST_NAME else []
        found: set[str] = set()
        for piece in texts:
            label = _even(piece).strip()
            if len(label) < _SHORTEST or not re.search(r"[^\W\d]", label) or label in _PLAIN:
                continue
            found.add(label)
        return frozenset(found)


def _titles(token: ValueToken, statement: Statement) -> Sequence[str]:
    """Give what a value stands under: in a table the title of its column, else the nearest title."""
    if statement.kind != "row":
        return statement.parents[-1:]
    title = title_of(statement, token.start)
    return (title,) if title else ()


def _telling_words(label: str) -> Sequence[str]:
    """Give the words by which a short label can be called."""
    words = label.split()
    if len(words) > _MOST_WORDS:
        return ()
    return [word for word in words if len(word) > 2 and not word.isdigit() and word not in _PLAIN]


def _named(rows: Sequence[_Row], spoken: str) -> list[_Row]:
    """Give the rows that most is said of; several where it is said of them alike."""
    scores = [
        2 * sum(_says(spoken, label) for label in row.labels)
        + any(_says(spoken, word) for word in row.own_words)
        for row in rows
    ]
    best = max(scores, default=0)
    named = [row for row, score in zip(rows, scores, strict=True) if score == best > 0]
    others = [row for row, score in zip(rows, scores, strict=True) if 0 < score < best]
    # a label of another row, said as well, that the best row has not: several rows are spoken of
    if len(named) == 1 and any(
        _says(spoken, label)
        for row in others
        for label in (row.labels | row.own_words) - named[0].labels
        if not any(label in own.split() for own in named[0].labels)
    ):
        return [*named, *others]
    return named


def _are_built_alike(one: str, other: str) -> bool:
    """Tell whether two lines part their cells by the same marks, as the rows of one table do."""
    return all((mark in one) == (mark in other) for mark in "|=")


def _field(held: Held) -> str:
    """Name the field or column a value stands in, or the field whose text it is part of."""
    column = held.column
    if "@" not in column:
        return column
    before = list(_KEY.finditer(held.line.text, 0, held.token.start))
    if not before or before[-1].end() < held.token.start - _LONGEST_TEXT:
        return column
    return f"{column.split(':')[0]}:{before[-1][1]}~"


def _even(text: str) -> str:
    """Give a text in lower case, marks between words as blanks."""
    return " ".join(re.sub(r"[\s_\-*`'\"/()\[\],:;]+", " ", text.lower()).split())


def _says(spoken: str, label: str) -> bool:
    if label not in spoken or not label.isascii():
        return label in spoken
    return re.search(rf"(?<![\w.]){re.escape(label)}(?![\w]|\.\w)", spoken) is not None


@lru_cache(maxsize=16)
def _is_compared(text: str) -> bool:
    """Tell whether a statement sets one thing against another; it is asked for each of its values."""
    return _COMPARED.search(text) is not None


def _is_given(said: ValueToken, held: ValueToken) -> bool:
    """Tell whether a token of the statement gives a held one, exactly or rounded."""
    if said.kind != held.kind:
        return False
    if said.kind == "name":
        return said.folded == held.folded
    one, other = abs(said.number or 0.0), abs(held.number or 0.0)
    return abs(one - other) <= said.step / 2 + 1e-9 or abs(one - 100 * other) <= said.step / 2
