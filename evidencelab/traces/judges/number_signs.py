"""Gather what speaks of another number in the place of one that stands nowhere: its name, field and look.

It gathers; what follows from it is for `missing_numbers` to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of, spoken_beside, wording_of
from evidencelab.traces.arithmetic.quantities import Kind
from evidencelab.traces.evidence.digit_slips import DigitSlips
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_beside, places_under_head
from evidencelab.traces.evidence.rivals import Rival, Rivals
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.judges.near_misses import NearMisses
from evidencelab.traces.judges.quoted_records import QuotedRecords
from evidencelab.traces.judges.slot_words import name_of
from evidencelab.traces.judges.slots import Found, Slots
from evidencelab.traces.judges.weighing import (
    SHORT,
    are_of_kind,
    counts_of,
    is_far_off,
    is_multiple,
    is_plain,
    is_ratio,
    is_weak,
)
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved
from evidencelab.traces.values.value_token import ValueToken, number_of_digits
from evidencelab.traces.wording.hedges import Hedge
from evidencelab.traces.wording.mood import is_supposed
from evidencelab.traces.workings.explain import numbers_in
from evidencelab.traces.workings.summed_up import is_summed_up, is_told_so

_PART_OF = re.compile(r"\s*(?:of|out of|/)\s*(?:the\s*)?\d")
"""Behind a number, this makes it a count of some out of so many."""
EXACT_DIGITS = 4
"""Significant digits from which a number was read: nobody rounds to so many."""
_FEWEST_WRITTEN = 3
"""Digits of a number that hardly lies so near another one by chance."""
_SUMMING = frozenset(("sum", "total", "difference", "change", "portion", "left", "mean", "spread"))
"""Arithmetic that a statement may work out beside the very words of a field."""
_ALIKE = 0.6
"""How alike two numbers under one name are written, in [0, 1], from which one is the other, changed."""


class Signs(NamedTuple):
    """What speaks for and against a number that stands nowhere.

    Attributes:
        hedge: How it is given.
        cued: The kinds of arithmetic that its statement speaks of.
        is_weak: Whether it says too little to be missed.
        is_ratio: Whether it is told as a share or a change.
        is_sum: Whether it is told as summing up others.
        is_vague: Whether it may be such a result, so that near misses say nothing.
        rival: The number that stands under its name, or is written like it.
        slot: The only number that stands in its very place.
        slip: The number that it is a slip of, by what stands beside it.
        near: The number that it is a slip of, by chance that would hardly have it so.
        quoted: The number that a line which the statement quotes has in its place.
        is_slip: Whether it is a digit from any number that it may be meant for.
        has_namesake: Whether any number of its kind stands under its very word.
        is_named: Whether the rival bears its very name.
        is_bound: Whether the slot leaves no room for far-fetched arithmetic.
    """

    hedge: Hedge
    cued: frozenset[Kind]
    is_weak: bool
    is_ratio: bool
    is_sum: bool
    is_vague: bool
    rival: Rival | None
    slot: Found | None
    slip: Held | None
    near: Held | None
    quoted: Held | None
    is_slip: bool
    has_namesake: bool
    is_named: bool
    is_bound: bool

    @property
    def is_hedged(self) -> bool:
        """Whether it is given as approximate or as a bound."""
        return self.hedge is not None

    @property
    def is_alike(self) -> bool:
        """Whether a number of its very name is written much like it."""
        return self.rival is not None and self.rival.is_named and self.rival.alike >= _ALIKE


class SignReader:
    """Gathers signs from one set of sources."""

    def __init__(self, sources: Sources, rivals: Rivals, near_misses: NearMisses) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.rivals = rivals
        self.slips = DigitSlips(sources.pool)
        self.near_misses = near_misses
        self.slots = Slots(sources.pool)
        self.quotes = QuotedRecords(sources.pool)

    def read(self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedge: Hedge) -> Signs:
        """Gather what speaks of another number in a number's place."""
        cued = arithmetic_spoken_of(setting.statement)
        says_little = is_weak(token)
        as_ratio = is_ratio(token, setting) or _PART_OF.match(setting.statement.text, token.end) is not None
        rival = self.rivals.rival(token, setting, keys)
        has_namesake = rival is not None and rival.same_word
        if as_ratio and rival is not None and not (rival.is_named and are_of_kind(token, rival.held.token)):
            rival = None
        is_named = rival is not None and rival.is_named
        if rival is not None and is_named and cued:
            is_named = rival.alike >= (0.5 if number_of_digits(token) <= SHORT else _ALIKE)
        may_bind = is_stated(token, setting) and not says_little and not as_ratio
        slot = self.slots.find(token, setting) if may_bind else None
        is_bound = slot is not None and _binds(token, slot, setting)
        if slot is not None and self.is_several(token, slot.held, setting):
            is_bound = False
        may_slip = may_be_slip(token, hedge)
        beside = self.slips.beside(token, setting) if may_slip else None
        about = self.slips.about(token, setting) if may_slip and beside is None else None
        is_slip = beside is not None or about is not None
        is_slip = is_slip or (may_slip and token.unit is None and self.slips.anywhere(token) is not None)
        is_sum = is_summed_up(token, setting) and not self._is_read_so(token, setting)
        is_mean = is_sum and not self.near_misses.find(token, setting, is_worked_out=True, must_be_rare=True)
        is_vague = is_mean or (token.digits <= SHORT and as_ratio)
        slip = None if is_vague else beside or (about if is_plain(token, cued) else None)
        return Signs(
            hedge=hedge,
            cued=cued,
            is_weak=says_little,
            is_ratio=as_ratio,
            is_sum=is_sum,
            is_vague=is_vague,
            rival=rival,
            slot=slot,
            slip=slip,
            near=self.near_misses.find(token, setting),
            quoted=self.quotes.other(token, setting),
            is_slip=is_slip,
            has_namesake=has_namesake,
            is_named=is_named,
            is_bound=is_bound,
        )

    def placed(self, token: ValueToken, signs: Signs, setting: Setting, working: str) -> Held | None:
        """Give the number in whose place a statement puts another one: signs of two kinds agree on it.

        A near miss that stands in the very slot, on the line that is quoted, or on one that holds another
        value, outweighs every working but one that the words speak of, one by a factor that they tell (`for 2
        people`), or one of the record's own numbers.

        Args:
            token: The number.
            signs: What speaks of other numbers.
            setting: What surrounds it.
            working: The operation that comes to it, hardly by accident; empty for none.
        """
        spoken = wording_of(token, setting.statement).beside & _SUMMING
        if not is_stated(token, setting) or (spoken and working):
            return None
        if numbers_in(working) & set(setting.factors.spoken_in(setting.statement.text)):
            return None
        near, slot = signs.near, None if signs.slot is None else signs.slot.held
        found = near if are_one(near, slot) or are_one(near, signs.quoted) else None
        if found is None and number_of_digits(token) >= _FEWEST_WRITTEN and signs.hedge is None:
            is_named = signs.rival is not None and signs.rival.same_label and are_one(near, signs.rival.held)
            found = near if are_one(near, signs.slip) and (is_named or not _is_shifted(token, near)) else None
        if found is None and signs.slot is not None and signs.slot.is_named and not spoken and not working:
            found = slot if are_one(slot, signs.quoted) else None
        return None if found is None or self._is_of_record(working, found, token, setting) else found

    def _is_of_record(self, working: str, found: Held, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a working has the number missed in it, or numbers of one line that the row names."""
        used = numbers_in(working)
        if found.token.number in used:
            return True
        beside = places_beside(self.pool, token, setting) | places_under_head(self.pool, token, setting)
        lines = ({h.token.number for h in self.pool.by_place.get(place, ())} for place in beside)
        return len(used) > 1 and any(used <= line for line in lines)

    def _is_read_so(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a long number is a slip of one whose field bears the word that sums it up."""
        slip = self.near_misses.find(token, setting) if token.digits > SHORT else None
        return slip is not None and is_told_so(name_of(slip), token, setting)

    def is_several(self, token: ValueToken, held: Held, setting: Setting) -> bool:
        """Tell whether a number is the one held as many times as the answer, the user or the record counts.

        Ten times is a point set wrong unless the statement, its heading or the user counts ten.
        """
        statement = setting.statement
        said = "\n".join((statement.text, *statement.parents, self.sources.given.folded[-2000:]))
        known = (*self.sources.given.numbers[:40], *self.pool.by_place.get(held.place, ()))
        around = counts_of([*setting.near, *(h.token for h in known)]) - {10.0}
        counts = setting.factors.counts_in(said) | counts_of(setting.tokens) | around
        return is_multiple(token, held.token, counts)


def _is_shifted(token: ValueToken, held: Held | None) -> bool:
    return held is not None and is_point_moved(abs(token.number or 0.0), abs(held.token.number or 0.0))


def are_one(one: Held | None, other: Held | None) -> bool:
    """Tell whether two numbers of the evidence are the same."""
    return one is not None and other is not None and one.token.number == other.token.number


def meant(token: ValueToken, signs: Signs) -> Held | None:
    """Give the number that a statement can only have meant: by the very word, or in the very place."""
    rival, slot = signs.rival, signs.slot
    if (
        rival is not None
        and _is_named_alike(token, rival, signs.hedge)
        and rival.is_meant(token, is_weak=signs.is_weak, hedge=signs.hedge)
    ):
        return rival.held
    if slot is not None and slot.is_named and is_far_off(token, slot.held.token, signs.hedge):
        return slot.held
    return None


def is_near(token: ValueToken, held: ValueToken, spoken: frozenset[Kind]) -> bool:
    """Tell whether a number can be a slip of another; a short one is none where arithmetic is spoken of."""
    one, other = (re.sub(r"\D", "", t.text) for t in (token, held))
    if token.digits <= SHORT and spoken:
        return False
    sizes = (abs(t.number or 0.0) * (1.0 if t.unit is None else t.unit.size) for t in (token, held))
    return differ_by_a_slip(one, other) or is_point_moved(*sizes)


def is_stated(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a number is told as a fact, if beside a supposition."""
    return setting.mood == "fact" or (
        setting.mood == "supposition" and not is_supposed(setting.statement.text, token.start, token.end)
    )


def may_be_slip(token: ValueToken, hedge: Hedge) -> bool:
    """Tell whether a number can be a slip of another one: not if it is given roughly, or says little."""
    is_exact = hedge is None or token.digits >= EXACT_DIGITS
    return is_exact and not (is_weak(token) and token.unit is None)


def _is_named_alike(token: ValueToken, rival: Rival, hedge: Hedge) -> bool:
    """Tell whether a rival stands under the very word, or is a measure alone of its unit where it stands."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    return rival.same_word or (rival.same_label and not is_share and hedge is None)


def _binds(token: ValueToken, slot: Found, setting: Setting) -> bool:
    """Tell whether a slot leaves no room for far-fetched arithmetic; a share is worked out more often."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    if is_share and not slot.is_named:
        return False
    return not spoken_beside(token.start, token.end, setting.statement.text)
