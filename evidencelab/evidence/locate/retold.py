"""Find what an excerpt tells of one record in another layout: its name, then values under their own keys.

All of the excerpt must be told of one record, or of it and what it lies in: a value under the key that it
has there, a record's name in front of what is its own. The layout is presentation; which value belongs to
which key and name is content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from evidencelab.evidence.context.objections import COST_OF_ORDER, COST_OF_SKIPPED_FIELD, Located, merge_spans
from evidencelab.evidence.locate.cover import JOINING, Cover
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.record_names import KINDS, is_grouping, is_naming
from evidencelab.evidence.text.records import Field, Record, Words
from evidencelab.evidence.text.tables import Table
from evidencelab.evidence.text.tellings import Item

_MARKUP = " \"'*`"
_MIN_CELLS = 3
"""Values that make a row where no head is told."""
_MAX_LEFT_OUT = 40
"""Fields in front of a row within a record."""
_MAX_TABLES = 64
_MAX_RECORDS = 256
"""Records that hold all the words of an excerpt and are read by what it tells."""
_MAX_WORDS = 200
_ADDED = JOINING | KINDS | {"none", "null"}
"""Words that a telling adds to a record's own."""
_NOT_NEEDED = _ADDED | {"%"}


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
        told = Cover(excerpt, text, chain).find()
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
    needed = words - _NOT_NEEDED
    if any(map(str.isalpha, needed - text.vocabulary)):
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
    if not text.tables:
        return
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
