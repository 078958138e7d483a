"""Cover an excerpt, from left to right, with what may be told of a record.

Which records there are, and whether what is told could be of another one, is the business of `retold`.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import NamedTuple

from evidencelab.evidence.locate.quotes import is_other_unit
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.lexicon import is_number
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.record_names import KINDS, is_naming
from evidencelab.evidence.text.records import Field, Record
from evidencelab.evidence.text.tellings import SAID_UNIT, Item, is_unit, items_of
from evidencelab.evidence.text.tokens import SEPARATOR, TOKEN

_PAIR_SIGN = re.compile(r"(?<![:=>])(?:[:=]|->|\s-\s)(?![:=])")
"""What may stand between a key and its value, once."""
_PAIR_SIGNS = " \n\"'*_\\()[]{}"
_ITEM_SIGNS = " \n,;:|/()[]{}\"'*_\\.。#-"
"""What may stand between two things told, and arrows."""
_UNSPOKEN = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())
JOINING = frozenset(("and", "with", "和", "与", "及", "且"))
_MAX_STEPS = 2000
_MAX_ITEMS = 400


class _State(NamedTuple):
    at: int
    floor: int
    column: int | None


class Cover:
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
                is_free = is_free or (told and _is_name(told[-1]) and gap.strip() in {"", ":", "-"})
                if not (is_next if item.column >= 0 else is_free):
                    continue
            if not self._is_told(item, index, told[-1] if told else None):
                continue
            floor = item.depth if item.is_subject else state.floor
            column = item.column if item.column >= 0 else None
            found = self._from(_State(end, floor, column), [*told, item])
            if found:
                return found
        if excerpt.tokens[index] in JOINING and told:
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


def _is_name(item: Item) -> bool:
    return item.is_subject or (item.field is not None and is_naming(item.field))


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
        if is_number(number) and one != other and one.lower() == other.lower() and is_other_unit(one, other):
            return False
    return True


def _is_enough(told: list[Item], may_be_run: bool, is_only_row: bool) -> bool:
    # a state in no column is told without its key
    pairs = sum(
        1
        for item in told
        if item.field is not None
        and (item.n_key or not item.field.key or (item.column < 0 and not item.is_subject))
    )
    cells = sum(1 for item in told if item.column >= 0)
    if pairs and told[0].column >= 0 and not told[0].n_key and not told[0].is_subject:
        # a cell in front of pairs is read as the name of the row
        return False
    if len(told) == 1 and told[0].n_key:
        return is_only_row or (
            told[0].field is not None and SAID_UNIT.fullmatch(told[0].field.raw) is not None
        )
    return len(told) > 1 and (pairs > 0 or (may_be_run and cells > 1))
