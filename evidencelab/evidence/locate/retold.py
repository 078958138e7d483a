"""Find what an excerpt tells of one record in another layout: its name, then values under their own keys.

All of the excerpt must be told of one record, or of it and what it lies in: a value under the key that it
has there, a record's name in front of what is its own. The layout is presentation; which value belongs to
which key and name is content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from evidencelab.evidence.context.objections import COST_OF_ORDER, COST_OF_SKIPPED_FIELD, Located, merge_spans
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.lexicon import UNITS, is_number
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.record_names import KINDS, is_grouping, is_naming
from evidencelab.evidence.text.records import Field, Record, Words
from evidencelab.evidence.text.tables import Table
from evidencelab.evidence.text.tellings import SAID_UNIT, Item, is_unit, items_of
from evidencelab.evidence.text.tokens import SEPARATOR, TOKEN

_PAIR_SIGN = re.compile(r"(?<![:=>])(?:[:=]|->|\s-\s)(?![:=])")
"""What may stand between a key and its value, once."""
_PAIR_SIGNS = " \n\"'*_\\()[]{}"
_ITEM_SIGNS = " \n,;:|/()[]{}\"'*_\\.。#-"
"""What may stand between two things told, and arrows."""
_UNSPOKEN = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())
_JOINING = frozenset(("and", "with", "和", "与", "及", "且"))
_MARKUP = " \"'*`"
_MIN_CELLS = 3
"""Values that make a row where no head is told."""
_MAX_LEFT_OUT = 40
"""Fields in front of a row within a record."""
_MAX_STEPS = 2000
_MAX_TABLES = 64
_MAX_RECORDS = 256
"""Records that hold all the words of an excerpt and are read by what it tells."""
_MAX_ITEMS = 400
_MAX_WORDS = 200
_ADDED = _JOINING | KINDS | {"none", "null"}
"""Words that a telling adds to a record's own."""


class _State(NamedTuple):
    at: int
    floor: int
    column: int | None


def find_retold(excerpt: MeasuredText, text: PreparedText, must_name: bool = False) -> Located | None:
    """Find a record that all of an excerpt is told of; None where the text has none.

    At least two things are told, one of them a value under its key or two neighbouring cells. Fields may be
    left out, and change places with their keys, which costs a point each. It `must_name` the record first
    where nothing else shows which one is meant.
    """
    words = frozenset(excerpt.tokens)
    if not 1 < len(excerpt.tokens) <= _MAX_WORDS:
        return None
    is_row = " | " in excerpt.folded or excerpt.folded.lstrip().startswith("|")
    for record in islice(_candidates(excerpt, words, text), _MAX_RECORDS):
        row = _row_within(excerpt.folded, record) if is_row else []
        if row:
            return Located(((row[0].start, row[-1].end),), 1.0, 0.0, ())
        chain = record.chain()
        told = _Cover(excerpt, text, chain).find()
        if must_name and told and not (told[0].is_subject and any(item.n_key for item in told)):
            continue
        if len(told) == 1 and told[0].field and not _stands_once(told[0].field.label, text):
            return None
        if told and not _is_ambiguous(told, chain):
            return _located(told, chain)
    return None


def end_of_foreign(excerpt: MeasuredText, text: PreparedText) -> int:
    """Return where in `folded` the last word ends that neither a quote nor a telling has; 0 without one.

    What is told of a record, listed, or quoted behind a label stands behind it.
    """
    if excerpt.is_elided or text.vocabulary.issuperset(excerpt.tokens):
        return 0
    for index in range(len(excerpt.tokens) - 1, -1, -1):
        word = excerpt.tokens[index]
        if word in text.vocabulary or word in _ADDED or not word[0].isalnum():
            continue
        if word.isalpha() or word not in text.folded:
            # between commas, numbers of a row may be one token of the text
            return excerpt.ends[index]
    return 0


def _candidates(excerpt: MeasuredText, words: frozenset[str], text: PreparedText) -> Iterator[Record]:
    """Yield the records that have all the excerpt's words, with what they lie in."""
    needed = words - _ADDED - {"%"}
    if not text.vocabulary.issuperset(word for word in needed if word.isalpha()):
        return
    for record in text.records:
        missing = needed - record.vocabulary
        if len(missing) == len(needed):
            # it adds nothing to what it lies in
            continue
        around = record.parent
        while missing and around is not None:
            missing -= around.vocabulary
            around = around.parent
        if not missing:
            yield record
    reader = Words(text)
    spoken = excerpt.folded.lower()
    n_tried = 0
    for table in text.tables:
        if not table.is_cut and (n_tried >= _MAX_TABLES or not _speaks_of(table, spoken)):
            continue
        n_tried += not table.is_cut
        is_only_row = table.is_cut and len(list(islice(table.rows, 2))) == 1
        heads = " ".join(table.names)
        in_row = sorted((word for word in needed if word not in heads), key=len, reverse=True)
        for row in table.rows:
            line = " ".join([cell.reading for cell in row if cell is not None]).lower().replace(",", "")
            if not all(word in line for word in in_row):
                continue
            record = Record(is_row=True, is_cut=table.is_cut, is_only_row=is_only_row)
            for head, cell in zip(table.head, row, strict=True):
                if cell is not None:
                    record.fields.append(
                        reader.field((head.start, head.end), (cell.start, cell.end), is_keyed=False)
                    )
            if needed <= record.vocabulary:
                yield record


def _stands_once(label: str, text: PreparedText) -> bool:
    """Tell whether the text has the head of a column nowhere else."""
    found = re.finditer(rf"(?<![^\W_])(?<!</){re.escape(label)}(?![^\W_])", text.folded, re.IGNORECASE)
    return len(list(islice(found, 2))) == 1


def _speaks_of(table: Table, spoken: str) -> bool:
    return any(word in spoken for word in table.first_words)


def _row_within(folded: str, record: Record) -> list[Field]:
    """Return the neighbouring fields whose values an excerpt has between bars, in order; else none.

    A row of a table is told as a whole.
    """
    cells = [cell.strip(_MARKUP) for cell in folded.strip().strip("|").split("|")]
    n_more = len(record.fields) - len(cells)
    if n_more < 0 or (record.is_row and n_more) or len(cells) < _MIN_CELLS:
        return []
    if record.children or "\n" in folded.strip():
        return []
    values = [field.raw.strip(_MARKUP) for field in record.fields]
    for first in range(min(n_more, _MAX_LEFT_OUT) + 1):
        if values[first : first + len(cells)] == cells:
            return record.fields[first : first + len(cells)]
    return []


class _Cover:
    """Covers an excerpt with what may be told of a record, from left to right."""

    def __init__(self, excerpt: MeasuredText, text: PreparedText, chain: list[Record]) -> None:
        self.excerpt = excerpt
        self.text = text
        self.cased = excerpt.cased[1:-1].split(SEPARATOR)
        self.may_be_run = chain[-1].is_cut
        self.is_only_row = chain[-1].is_only_row
        self.n_left = _MAX_STEPS
        self.failed: set[_State] = set()
        self.items: dict[str, list[Item]] = {}
        for item in islice(items_of(chain), _MAX_ITEMS):
            self.items.setdefault(item.tokens[0], []).append(item)
        for items in self.items.values():
            items.sort(key=lambda item: -len(item.tokens))

    def find(self) -> list[Item]:
        """Return the things told, in excerpt order; empty where something else is told."""
        if not self.items or not self.excerpt.tokens:
            return []
        return self._from(_State(0, 0, None), []) or []

    def _from(self, state: _State, told: list[Item]) -> list[Item] | None:
        excerpt, index = self.excerpt, state.at
        if index == len(excerpt.tokens):
            return (
                told
                if _is_enough(told, self.may_be_run, self.is_only_row)
                and _may_part(excerpt.gaps[-1], told[-1], None)
                else None
            )
        if state in self.failed or self.n_left <= 0:
            return None
        self.n_left -= 1
        for item in self.items.get(excerpt.tokens[index], ()):
            end = index + len(item.tokens)
            if item.depth < state.floor or any(
                item.field is not None and item.field == one.field for one in told
            ):
                continue
            if not item.n_key and item.field is not None and not item.is_subject:
                gap = excerpt.gaps[index]
                is_next = state.column == item.column - 1 if told else self.may_be_run
                # a unit in the column before stands behind its number
                is_next = is_next or (state.column == item.column + 1 and is_unit(item.field))
                is_free = not item.field.key or (told and gap.endswith("("))
                # its state, right behind the name of what is in it
                is_free = is_free or (told and told[-1].is_subject and gap.strip() in {"", ":", "-"})
                if not (is_next if item.column >= 0 else is_free):
                    continue
            if not self._is_told(item, index, told[-1] if told else None):
                continue
            floor = item.depth if item.is_subject else state.floor
            column = item.column if item.column >= 0 else None
            found = self._from(_State(end, floor, column), [*told, item])
            if found:
                return found
        if excerpt.tokens[index] in _JOINING and told:
            found = self._from(_State(index + 1, state.floor, state.column), told)
            if found:
                return found
        elif excerpt.tokens[index] in KINDS and excerpt.tokens[index] not in self.text.vocabulary:
            following = (
                self.items.get(excerpt.tokens[index + 1], ()) if index + 1 < len(excerpt.tokens) else ()
            )
            if any(item.is_subject for item in following):
                found = self._from(_State(index + 1, state.floor, state.column), told)
                if found:
                    return found
        self.failed.add(state)
        return None

    def _is_told(self, item: Item, index: int, before: Item | None) -> bool:
        """Tell whether an item stands at an index of the excerpt, key and value joined as a pair is."""
        excerpt = self.excerpt
        end = index + len(item.tokens)
        if tuple(excerpt.tokens[index:end]) != item.tokens or not _may_part(
            excerpt.gaps[index], before, item
        ):
            return False
        if item.field is None:
            return True
        if item.n_key == len(item.tokens):
            # a value without any word: a path, a bracket, a dash
            return excerpt.gaps[end].strip(" \n:=,;|\"'()[]") == item.field.raw != ""
        if item.n_key and not _is_pair_gap(excerpt.gaps[index + item.n_key], item.field):
            return False
        return _has_case(self.cased[index + item.n_key : end], item.field)


def _may_part(gap: str, before: Item | None, behind: Item | None) -> bool:
    """Tell whether a gap parts two things told: by signs that list, or that stand at their edges."""
    own = ""
    if before is not None and before.field is not None:
        own += "".join(_edge_signs(before.field.raw))
    if behind is not None and behind.field is not None:
        own += _edge_signs(behind.field.label if behind.n_key else behind.field.raw)[0]
    return not gap.replace("->", "").strip(_ITEM_SIGNS + own)


def _edge_signs(stretch: str) -> tuple[str, str]:
    """Return what stands in front of the first letter or digit of a stretch and behind its last."""
    head = stretch.lstrip(_UNSPOKEN)
    return stretch[: len(stretch) - len(head)], head[len(head.rstrip(_UNSPOKEN)) :]


def _is_pair_gap(gap: str, field: Field) -> bool:
    """Tell whether a gap joins a key and its value: at most one sign of a pair, and their own signs."""
    own = _edge_signs(field.label)[1] + _edge_signs(field.raw)[0]
    return not _PAIR_SIGN.sub("", gap, count=1).strip(_PAIR_SIGNS + own)


def _has_case(told: list[str], field: Field) -> bool:
    """Tell whether what stands behind numbers is in the case that the text has: m and M are two units."""
    cased = [word.replace(",", "") for word in TOKEN.findall(field.raw)]
    for (number, one), (_, other) in zip(pairwise(told), pairwise(cased), strict=False):
        if is_number(number) and one != other and one.lower() == other.lower() and one.lower() in UNITS:
            return False
    return True


def _is_enough(told: list[Item], may_be_run: bool, is_only_row: bool) -> bool:
    pairs = sum(1 for item in told if item.field is not None and (item.n_key or not item.field.key))
    cells = sum(1 for item in told if item.column >= 0)
    if pairs and told[0].column >= 0 and not told[0].n_key and not told[0].is_subject:
        # a cell in front of pairs is read as the name of the row
        return False
    if len(told) == 1 and told[0].n_key:
        return is_only_row or (
            told[0].field is not None and SAID_UNIT.fullmatch(told[0].field.raw) is not None
        )
    return len(told) > 1 and (pairs > 0 or (may_be_run and cells > 1))


def _is_ambiguous(told: list[Item], chain: list[Record]) -> bool:
    """Tell whether something told could be of another record than the reader would take it for.

    Below the outermost record that is told of, a record's fields are its own: its heading or its name is
    told as well, or it only groups fields of the one it lies in and no other one in there has such a key.
    """
    top, lowest = min(item.depth for item in told), max(item.depth for item in told)
    for item in told:
        nearer = chain[item.depth + 1 : lowest + 1]
        if item.field is not None and any(
            field.key == item.field.key and field.value != item.field.value
            for record in nearer
            for field in record.fields
        ):
            return True
    for depth in range(top + 1, len(chain)):
        record = chain[depth]
        own = [item for item in told if item.depth == depth]
        if not own:
            continue
        if record.self_field is None:
            is_named = any(item.is_subject or (item.field and is_naming(item.field)) for item in own)
        else:
            is_named = any(item.field is record.self_field for item in own)
        if not is_named and not is_grouping(record):
            return True
        if any(item.field is not None and (item.is_subject or is_naming(item.field)) for item in own):
            continue
        others = [record for record in chain[top].all_below() if record not in chain]
        if any(item.field is None for item in own):
            if any(other.heading == record.heading for other in others):
                return True
            continue
        telling = [record.self_field] if record.self_field else [item.field for item in own if item.field]
        keys = {field.key: field.value for field in telling if field.key}
        if any(
            field.key in keys and keys[field.key] != field.value for other in others for field in other.fields
        ):
            return True
    return False


def _located(told: list[Item], chain: list[Record]) -> Located:
    spans = [item.span for item in told]
    starts = [start for start, _ in spans]
    is_reordered = starts != sorted(starts)
    fields = [field for record in chain for field in record.fields]
    low, high = min(starts), max(end for _, end in spans)
    inside = [field for field in fields if low <= field.start and field.end <= high]
    quoted = {item.field for item in told}
    is_skipping = any(field not in quoted for field in inside)
    cost = COST_OF_ORDER * is_reordered + COST_OF_SKIPPED_FIELD * is_skipping
    return Located(merge_spans(tuple(spans)), 1.0, cost, ())
