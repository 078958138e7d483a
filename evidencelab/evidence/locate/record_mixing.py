"""Object to a quote that is put together from two records of a kind, one of which it does not name."""

from __future__ import annotations

import re
from itertools import pairwise

from evidencelab.evidence.context.objections import Objection
from evidencelab.evidence.text.line_heads import skips_line_number
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.record_names import is_naming
from evidencelab.evidence.text.records import Field, Record

_LETTER = re.compile(r"[^\W_]")
_LAST_LETTER = re.compile(r"[^\W_](?=[\W_]*\Z)")


def mixing_objection(text: PreparedText, spans: tuple[tuple[int, int], ...]) -> Objection | None:
    """Object where quoted fields lie in two records with a common key and one of them is not named.

    Who reads such a quote takes the fields of both for those of the one that is named, or of no matter which.
    """
    if len(spans) < 2 or ("\n" not in text.folded and "{" not in text.folded):
        return None
    if all(skips_line_number(text.folded, one[1], other[0]) for one, other in pairwise(spans)):
        # whole lines of a listing
        return None
    quoted = [(record, field) for record in text.records for field in record.fields if _is_in(field, spans)]
    first: dict[Record, Field] = {}
    for record, field in quoted:
        first.setdefault(record, field)
    earlier: list[Record] = []
    for record, field in first.items():
        own = record.self_field
        if own is not None and not _is_in(own, spans) and record.parent in first:
            # it says more of a field that the quote leaves out
            return Objection("key_repaired", None, (field.start, field.end))
        for other in earlier:
            pair = _branches(record, other)
            if pair is None or not _keys(pair[0]) & _keys(pair[1]):
                continue
            if not all(_is_named(branch, quoted, spans) for branch in pair):
                return Objection("key_repaired", None, (field.start, field.end))
        earlier.append(record)
    return None


def _is_in(field: Field, spans: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a value is quoted, but for signs around it."""
    first, last = _LETTER.search(field.raw), _LAST_LETTER.search(field.raw)
    if first is None or last is None:
        return False
    origin = field.end - len(field.raw)
    start, stop = origin + first.start(), origin + last.end()
    return any(begin <= start and stop <= end for begin, end in spans)


def _branches(one: Record, other: Record) -> tuple[Record, Record] | None:
    """Return the records in which two lie where their ways part; None where one lies in the other."""
    first, second = one.chain(), other.chain()
    for left, right in zip(first, second, strict=False):
        if left is not right:
            return left, right
    return None


def _keys(record: Record) -> set[tuple[str, ...]]:
    return {field.key for below in record.all_below() for field in below.fields if field.key}


def _is_named(branch: Record, quoted: list[tuple[Record, Field]], spans: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a quote holds the heading of a record, a field that names it, or its first line."""
    if branch.heading and any(
        begin <= branch.heading_span[0] and branch.heading_span[1] <= end for begin, end in spans
    ):
        return True
    first = branch.fields[0] if branch.fields and not branch.children else None
    below = list(branch.all_below())
    return any(record in below and (is_naming(field) or field is first) for record, field in quoted)
