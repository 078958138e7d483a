"""Judge a number that stands in no evidence: worked out, meant for another, something else, or made up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.evidence.digit_slips import DigitSlips
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.rivals import Rivals
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    in_mood,
    told_otherwise,
    unsupported,
)
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.freed import WORKED_OUT, freed, is_composed, rest_of_all
from evidencelab.traces.judges.near_misses import NearMisses
from evidencelab.traces.judges.number_signs import (
    EXACT_DIGITS,
    SignReader,
    Signs,
    are_one,
    is_near,
    is_stated,
    may_be_slip,
    meant,
)
from evidencelab.traces.judges.poor_pool import PoorPool
from evidencelab.traces.judges.ranges import Ranges, is_band
from evidencelab.traces.judges.verbatim import counted_otherwise
from evidencelab.traces.judges.weighing import is_as_long, is_multiple, is_ratio, is_weak, targets
from evidencelab.traces.values.rates import is_pace
from evidencelab.traces.values.value_token import FEAST, ValueToken, scale_of
from evidencelab.traces.wording.hedges import Hedge
from evidencelab.traces.wording.mood import is_supposed
from evidencelab.traces.wording.words import words_of
from evidencelab.traces.workings.explain import Explainer, Explanation
from evidencelab.traces.workings.told_workings import ToldWorkings

_FEWEST_DIGITS = 2
"""Significant digits from which a number that stands nowhere is missed."""
_LABELS_UP_TO, _FAR_ABOVE = 20, 10.0
_CONTRAST = re.compile(
    r"\b(?:rather than|instead of|as opposed to)\s+[`\"'*]*(?:\w+ )?$|(?:而不是|而非|而不再是)\s*$",
    re.IGNORECASE,
)
"""In front of a value, these say that it is not the one."""
_LABEL, _LONGEST_LABEL = re.compile(r"([A-Za-z][\w ]*):\s?[*_`]*$"), 30
_RATE = re.compile(
    r"(?:^|[_. ])(?:per|each|rate|price|fee|unit|daily|hourly)(?:[_. ]|$)|每|单价|费率", re.IGNORECASE
)
"""Fields of so much each, which are told several times over."""
_IF = re.compile(r"\W*(?:if|suppose|assuming)\b|\W*(?:如果|假如|若)", re.IGNORECASE)

_LAST_PART = re.compile(r"[.-]\d{1,4}")


class MissingNumbers:
    """Judges numbers that one set of sources does not hold."""

    def __init__(
        self, sources: Sources, rivals: Rivals, near_misses: NearMisses, explainer: Explainer
    ) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.rivals = rivals
        self.slips = DigitSlips(sources.pool)
        self.near_misses = near_misses
        self.explainer = explainer
        self.signs = SignReader(sources, rivals, near_misses)
        self.ranges = Ranges(sources.pool)
        self.poor_pool = PoorPool(sources)
        self.told = ToldWorkings(sources)

    def judge(self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedge: Hedge) -> Verdict:
        """Judge one number that is held nowhere; the first of these that speaks decides.

        1. A digit that counts, or the end of a range, stands otherwise: altered. A band's end: not checkable.
        2. Signs of two kinds agree on the number in whose place it is told: altered.
        3. An operation on what was said or read comes to it, hardly by accident: derived.
        4. No fact is told of it, in advice, in a question or as a pace: not checkable.
        5. A length of one digit lies between two times there: not checkable; else a number beside it in
           the evidence is a slip away: altered.
        6. It counts off a list, or is named as not the one: not checkable.
        7. A number that it is a slip of stands under its name or in its place: altered.
        8. An operation comes to it that may as well be an accident: not checkable.
        9. Another number, however unlike, stands there: altered.
        10. The statement says that it need not have been read, or it says too little: not checkable.
        11. It was made up: unsupported.
        """
        end = self._end_of_name(token)
        if end is not None:
            return Verdict("sound", end, end.line, f"it is the end of {end.token.text}")
        of_group = None if _is_share(token) else self._of_group(token, setting)
        if of_group is not None:
            return of_group
        told = self.told.find(token, setting) or self.explainer.lapses.within(token, setting)
        if told is not None:
            return Verdict("derived", reason=told)
        if token.label == FEAST:
            return Verdict("not_checkable", reason="it is the name of a day of sales")
        if token.digits == 1 and not is_weak(token) and setting.mood not in ("advice", "question"):
            conflict = self.rivals.conflict(token, keys, setting, 1.0)
            if conflict is not None:
                return self._lapse(token, setting) or conflict
        end = self.ranges.other_end(token, setting) if is_stated(token, setting) else None
        if end is not None:
            return altered(self.pool, end)
        if is_band(token, setting):
            return Verdict("not_checkable", reason="it is an end of a band that the answer chose")
        signs = self.signs.read(token, keys, setting, hedge)
        working = self._working(token, setting, signs)
        own = self.signs.placed(
            token, signs, setting, working.said if working is not None and working.counts else ""
        )
        return (
            (None if own is None else altered(self.pool, own))
            or (Verdict("derived", reason=working.said) if working is not None and working.counts else None)
            or self._unstated(token, setting, signs.slip)
            or self._lapse(token, setting)
            or (None if signs.slip is None else self._slipped(signs.slip, token, setting))
            or self._named_apart(token, setting)
            or self._slip_of_another(token, keys, setting, signs)
            or self._of_group(token, setting)
            or (None if working is None else _perhaps(working.said))
            or self._meant_for_another(token, setting, signs)
            or self._something_else(token, setting, signs)
            or unsupported(self.pool, setting)
        )

    def _working(self, token: ValueToken, setting: Setting, signs: Signs) -> Explanation | None:
        """Find the operation that a number is the result of, or else may be."""
        is_named = signs.is_named or signs.is_bound or signs.is_alike
        spoken = spoken_beside(token.start, token.end, setting.statement.text) - {"each", "product", "ratio"}
        is_named = is_named or (signs.is_slip and not spoken)
        perhaps = None
        for target in targets(token, signs.is_hedged):
            found = self.explainer.explain(token, target, setting, is_named=is_named)
            if found is not None and found.counts:
                return found
            perhaps = perhaps or found
        rest = rest_of_all(token, setting)
        return perhaps if rest is None else Explanation(rest, True)

    def _end_of_name(self, token: ValueToken) -> Held | None:
        """Find the address or version of which a number tells the last part only: `.31`, `-94`."""
        if not _LAST_PART.fullmatch(token.text):
            return None
        names = self.pool.names
        return next(
            (
                held[0]
                for name, held in names.items()
                if name.endswith(token.text) and name[-len(token.text) - 1].isdigit()
            ),
            None,
        )

    def _lapse(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Leave a length of one digit, a slip of any other one, where it lies between two times there."""
        if token.digits > 1 or token.unit is None or token.unit.dimension != "time":
            return None
        target, lapses = targets(token, False)[0], self.explainer.lapses
        lapse = lapses.find(target, setting) or lapses.beside(target, setting)
        return None if lapse is None else _perhaps(lapse)

    def _of_group(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the rows, named as a group, whose sum or share a number is."""
        found = self.explainer.groups.find(token, targets(token, False)[0], setting)
        return None if found is None else Verdict("derived", reason=found)

    def _unstated(self, token: ValueToken, setting: Setting, slip: Held | None) -> Verdict | None:
        """Leave what no fact is told of, but for a field of a record that advice shows in brackets."""
        if setting.mood in ("advice", "question"):
            is_shown = slip is not None and _is_bracketed(setting.statement.text, token, slip.label)
            return altered(self.pool, slip) if slip is not None and is_shown else in_mood(setting.mood)
        if is_pace(setting.statement.text, token.start, token.start):
            return Verdict("not_checkable", reason="it is a pace, which is worked out")
        return None

    def _slipped(self, slip: Held, token: ValueToken, setting: Setting) -> Verdict:
        """Give the verdict on a near miss; what a condition opens with supposes numbers of its own."""
        is_if = setting.mood == "supposition" and _IF.match(setting.statement.text) is not None
        counts = setting.factors.counts_in(setting.statement.text) if _RATE.search(slip.field) else ()
        if is_multiple(token, slip.token, counts):
            times = round(abs((token.number or 0.0) / (slip.token.number or 1.0)))
            return Verdict("derived", slip, slip.line, f"{times} x {slip.token.text.strip()}")
        return in_mood("supposition") if is_if else altered(self.pool, slip)

    def _named_apart(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Leave a number that counts off a list, and one that is said not to be the one."""
        if token.label and (token.number or 0) <= _LABELS_UP_TO and token.unit is None:
            return Verdict("not_checkable", reason=f"it numbers a {token.label}")
        if _CONTRAST.search(setting.statement.text[: token.start]):
            return Verdict("not_checkable", reason="it is named for contrast")
        return None

    def _slip_of_another(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, signs: Signs
    ) -> Verdict | None:
        """Find the number that was read wrongly: a digit off, or in another unit."""
        slip = None if signs.is_hedged else self.slips.anywhere(token)
        if slip is None and may_be_slip(token, signs.hedge) and not signs.is_vague:
            slip = self.near_misses.find(
                token, setting, is_worked_out=signs.is_sum, must_be_rare=signs.is_sum
            )
        if slip is not None:
            return self._slipped(slip, token, setting)
        if not signs.is_weak and not signs.is_ratio:
            conflict = self.rivals.conflict(token, keys, setting, 0.5)
            if conflict is not None:
                return conflict
        held = meant(token, signs)
        spoken = spoken_beside(token.start, token.end, setting.statement.text)
        is_slip = held is not None and is_near(token, held.token, spoken)
        return self._read_for(held, token, setting, signs) if held is not None and is_slip else None

    def _meant_for_another(self, token: ValueToken, setting: Setting, signs: Signs) -> Verdict | None:
        """Find the number that stands in its place, however unlike."""
        is_told = not (signs.is_sum or signs.is_weak or signs.is_hedged or is_ratio(token, setting))
        quoted = signs.quoted if is_told and not signs.cued - {"percent"} else None
        if quoted is not None:
            return altered(self.pool, quoted)
        held = meant(token, signs)
        verdict = None if held is None else self._read_for(held, token, setting, signs)
        if held is not None and verdict is not None and verdict.finding in BAD and token.unit is None:
            verdict = None if self.rivals.is_of_unnamed_row(held, setting) else verdict
        spoken = spoken_beside(token.start, token.end, setting.statement.text)
        is_made = spoken and not signs.is_bound and verdict is not None and verdict.finding in BAD
        return None if is_made else verdict

    def _read_for(self, held: Held, token: ValueToken, setting: Setting, signs: Signs) -> Verdict | None:
        """Give the verdict on a number in the place of another."""
        if self.signs.is_several(token, held, setting):
            return Verdict("not_checkable", reason=f"it is {held.token.text.strip()} several times over")
        if signs.is_sum:
            return Verdict("not_checkable", reason="it sums up what was read")
        return altered(self.pool, held) if is_as_long(token, held.token) else None

    def _something_else(self, token: ValueToken, setting: Setting, signs: Signs) -> Verdict | None:
        """Leave a number that a statement need not have read: it says so, or the number says too little."""
        text = setting.statement.text
        if signs.is_weak:
            return Verdict("not_checkable", reason="so small a number may be a count of anything")
        if signs.hedge == "about" or (signs.is_hedged and token.digits < EXACT_DIGITS):
            return Verdict("not_checkable", reason="it is given as approximate", guess="about")
        if setting.mood == "supposition" and is_supposed(text, token.start, token.end):
            return in_mood("supposition")
        if not self.sources.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        against = self._against(token, setting, signs)
        if against is not None:
            return against
        has_like = self.rivals.has_like(token, setting)
        reason = freed(token, setting, has_like=has_like, is_named=signs.has_namesake)
        counted = None if reason or signs.is_sum else self._counted(token, text)
        if counted is not None:
            return counted
        if token.digits < _FEWEST_DIGITS and not self._is_beyond_all(token):
            return self._in_slot(signs) or Verdict(
                "not_checkable", reason="so short a number may be worked out or known", guess="short"
            )
        if is_composed(token.text) and not self._has_composed:
            return Verdict("not_checkable", reason="no tool gave times so; it seems worked out")
        if reason is None:
            return None
        return Verdict("not_checkable", reason=reason, guess="worked" if reason == WORKED_OUT else None)

    def _in_slot(self, signs: Signs) -> Verdict | None:
        """Find what stands in the place of a number that says too little by itself."""
        slot, rival = signs.slot, signs.rival
        if slot is None or not (slot.is_named or (rival is not None and are_one(rival.held, slot.held))):
            return None
        return altered(self.pool, slot.held)

    def _counted(self, token: ValueToken, text: str) -> Verdict | None:
        """Find that the very thing is counted otherwise by what was read, or by who asked."""
        if spoken_beside(token.start, token.end, text) - {"each", "product"}:
            return None
        held = counted_otherwise(token, text, (self.pool, self.sources.given))
        return None if held is None else told_otherwise(self.pool, held)

    def _against(self, token: ValueToken, setting: Setting, signs: Signs) -> Verdict | None:
        """Find that so few measures of a kind were read that a number can come from none of them."""
        target = targets(token, signs.is_hedged)[0]
        if signs.is_sum:
            return unsupported(self.pool, setting) if self.poor_pool.is_none_of(token, target) else None
        other = self.poor_pool.only_other(token, target, setting)
        return None if other is None else altered(self.pool, other)

    @cached_property
    def _has_composed(self) -> bool:
        """Tell whether the evidence writes lengths of time in parts."""
        return any(is_composed(held.token.text) for held in self.pool.numbers)

    def _is_beyond_all(self, token: ValueToken) -> bool:
        """Tell whether a number counted in thousands or more is far above all numbers the agent had."""
        if scale_of(token) == 1.0 or token.unit is not None:
            return False
        least = abs(token.number or 0.0) / _FAR_ABOVE
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return not any(pool.numbers_between(least, float("inf")) for pool in pools)


def _perhaps(said: str) -> Verdict:
    reason = f"it may be worked out, or be one by accident: {said}"
    return Verdict("not_checkable", reason=reason, guess="perhaps")


def _is_bracketed(text: str, token: ValueToken, words: frozenset[str]) -> bool:
    """Tell whether a number stands in brackets behind a label and a colon that have one of some words."""
    label = _LABEL.search(text[max(0, token.start - _LONGEST_LABEL) : token.start])
    is_open = text.rfind("(", 0, token.start) > text.rfind(")", 0, token.start)
    return is_open and label is not None and bool(words & words_of(label[1]))


def _is_share(token: ValueToken) -> bool:
    return token.unit is not None and token.unit.dimension == "percent"
