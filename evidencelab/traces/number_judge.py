"""Judge a number: held by evidence, in another unit, rounded, given, derived, altered, or nowhere.

From strong to weak: the number with its unit, the number in another unit or with more digits, the
number in what the user gave, part of a name, the agent's own argument, arithmetic. What is left is
altered where the evidence has another number under the same name. Doubt is resolved for the statement.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from evidencelab.traces.arithmetic_words import arithmetic_spoken_of, spoken_beside
from evidencelab.traces.counts import Counts
from evidencelab.traces.days import Days
from evidencelab.traces.explain import Explainer
from evidencelab.traces.factors import counts_in
from evidencelab.traces.findings import BAD
from evidencelab.traces.hedges import Hedge, hedge_of
from evidencelab.traces.mood import is_supposed
from evidencelab.traces.near_misses import NearMisses
from evidencelab.traces.other_forms import OtherForms, equal
from evidencelab.traces.places import Held
from evidencelab.traces.poor_pool import PoorPool
from evidencelab.traces.quotes import Quotes
from evidencelab.traces.ranges import Ranges
from evidencelab.traces.rates import is_pace
from evidencelab.traces.rivals import Rival, Rivals
from evidencelab.traces.rounding import Rounder
from evidencelab.traces.rows import Rows
from evidencelab.traces.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    in_mood,
    key_words,
    nearness,
    sound,
    unsupported,
)
from evidencelab.traces.slots import Found, Slots
from evidencelab.traces.strangers import Strangers, is_summed_up
from evidencelab.traces.value_token import ValueToken, number_of_digits, scale_of
from evidencelab.traces.weighing import (
    SHORT,
    are_of_kind,
    is_identifier,
    is_multiple,
    is_plain,
    is_power,
    is_ratio,
    is_weak,
    targets,
)
from evidencelab.traces.workings import Workings

_LABELS_UP_TO = 20
_ALIKE = 0.6
"""How alike two numbers under one name are written, in [0, 1], from which one is the other, changed."""
_PERHAPS, _HARDLY = 0.3, 0.05
"""Expected accidental hits up to which arithmetic explains a number: of no name, and of a named one."""
_WORKED = re.compile(
    r"\b(?:total\w*|sum|combined|altogether|together|in all|difference|remain\w*|left|sav(?:es?|ings?)"
    r"|average"
    r"|mean|net|i\.e\.|equals?|which is|that(?:'s| is)|later|earlier|longer|shorter"
    r"|(?:more|less|fewer) than"
    r"|(?:up|down|rose|risen|rises?|grew|grown|f[ae]ll(?:en)?|dropped|increased?|decreased?|gained|climbed"
    r"|declined) by"
    r"|ahead|behind|extra|worth|make up|makes?)\b"
    r"|[=×≈]|\([+~≈−-]?\d[\d.,]*\s?%\)|共|合计|总计|相差|便宜|多花|节省|平均|占",
    re.IGNORECASE,
)
_PART_OF = re.compile(r"\s*(?:of|out of|/)\s*(?:the\s*)?\d")
"""Behind a number, this makes it a count of some out of so many."""
_COMPOSED = re.compile(r"\d+\s?(?:d\w*|h\w*|m\w*|天|小时|分钟?)[\s,]*(?:and\s+)?\d+\s?\D+.*", re.IGNORECASE)
"""A length of time in parts: `3 h 45 min`."""
_MONTH_BEFORE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s$", re.IGNORECASE
)
_CONTRAST = re.compile(
    r"\b(?:rather than|instead of|as opposed to)\s+[`\"'*]*(?:\w+ )?$|(?:而不是|而非|而不再是)\s*$",
    re.IGNORECASE,
)
"""In front of a value, these say that it is not the one."""
_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\.?,?\s$", re.IGNORECASE)
_NOUN = re.compile(
    r"\s(?!(?:and|or|are|is|was|were|has|have|had|on|in|to|for|from|with|only|but|rather|than)\b)[A-Za-z]{3,}"
)
_QUOTATION = re.compile(r"\"[^\"\n]{8,200}\"|“[^”\n]{8,200}”")
_FEWEST_QUOTED = 3
_FAR_ABOVE = 10.0
_ALL = 100.0
_IF = re.compile(r"\W*(?:if|suppose|assuming)\b|\W*(?:如果|假如|若)", re.IGNORECASE)
_SCREEN = re.compile(r"1280\s?[x×]\s?720|1920\s?[x×]\s?1080|2560\s?[x×]\s?1440|3840\s?[x×]\s?2160")
_GIVEN = Verdict("given", reason="the user or the system prompt said so")


class NumberJudge:
    """Judges numbers against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.rivals = Rivals(sources.pool)
        self.rows = Rows(sources.pool)
        self.counts = Counts(sources.pool)
        self.slots = Slots(sources.pool)
        self.days = Days(sources.pool)
        self.poor_pool = PoorPool(sources)
        self.near_misses = NearMisses(sources.pool, self.rivals)
        self.quotes = Quotes(sources.pool, self.rivals)
        self.strangers = Strangers(sources)
        self.ranges = Ranges(sources.pool)
        self.rounder = Rounder(sources.pool, self.rivals, self.rows)
        self.explainer = Explainer(sources)
        self.workings = Workings(sources)
        self.other_forms = OtherForms(sources)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one number."""
        text = setting.statement.text
        if text[token.start - 1 : token.start] == "[" and text[token.end : token.end + 1] == "]":
            return Verdict("not_checkable", reason="it is a reference mark")
        if re.search(r"\^\s?$", text[max(0, token.start - 3) : token.start]) or is_power(token, text):
            return Verdict("not_checkable", reason="it is a power, or worked out from one")
        if _WEEKDAY.search(text[max(0, token.start - 12) : token.start]) and token.unit is None:
            return Verdict("not_checkable", reason="it is a day of some month")
        if _SCREEN.search(text, max(0, token.start - 6), token.end + 6):
            return Verdict("not_checkable", reason="it is a usual screen size")
        per_mille = self.other_forms.per_mille(token, setting)
        if per_mille is not None:
            return per_mille
        impossible = self.days.impossible(token, setting)
        if impossible is not None:
            return impossible
        miscounted = self.counts.conflict(token, setting)
        if miscounted is not None and self.explainer.breakdowns.find(token, setting) is None:
            return miscounted
        hedge = hedge_of(text, token.start, token.end)
        hedged = hedge is not None
        keys = key_words(self.pool, token, setting)
        found = equal(self.pool, token)
        given = equal(self.sources.given, token)
        like = [held for held in found if (held.token.unit is None) == (token.unit is None)]
        if like:
            best = self.rivals.best(like, keys, setting)
            if given and nearness(self.pool, best, keys, setting) <= 0:
                return _GIVEN
            parts = self.explainer.breakdowns.of_named(token, setting)
            if parts is not None:
                return Verdict("derived", best, self.pool.places[best.place], parts)
            return (
                self.rivals.swapped(token, like, keys, setting)
                or self.rows.of_sister(token, like, setting)
                or sound(self.pool, best)
            )
        rounded = self.rounder.rounded(token, keys, setting, hedged)
        if rounded is not None:
            return rounded
        if given:
            return _GIVEN
        if found:
            best = self.rivals.best(found, keys, setting)
            if token.unit is not None and token.unit.dimension == "percent":
                return sound(self.pool, best)
            least = nearness(self.pool, best, keys, setting)
            return (
                self.rivals.conflict(token, keys, setting, least)
                or self.rivals.swapped(token, found, keys, setting)
                or self.rows.of_sister(token, found, setting)
                or sound(self.pool, best)
            )
        other = self.other_forms.find(token, setting, hedged)
        return other or self._filed_under(token, setting, self._missing(token, keys, setting, hedge))

    def _filed_under(self, token: ValueToken, setting: Setting, verdict: Verdict) -> Verdict:
        """Take back that a number was worked out or is known, where it is what a thing is filed under."""
        is_told = setting.mood == "fact" and self.sources.is_whole and verdict.finding not in BAD
        if not is_told or not is_identifier(token, setting.statement.text):
            return verdict
        slip = self.near_misses.find(token, setting)
        return unsupported(self.pool, setting) if slip is None else altered(self.pool, slip)

    def _missing(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedge: Hedge
    ) -> Verdict:
        hedged = hedge is not None
        if token.digits == 1 and not is_weak(token):
            conflict = self.rivals.conflict(token, keys, setting, 1.0)
            if conflict is not None and setting.mood not in ("advice", "question"):
                return conflict
        as_ratio = is_ratio(token, setting) or _PART_OF.match(setting.statement.text, token.end) is not None
        rival = self.rivals.rival(token, setting, keys)
        if as_ratio and rival is not None and not (rival.is_named and are_of_kind(token, rival.held.token)):
            rival = None
        is_named = rival is not None and rival.is_named
        cued = arithmetic_spoken_of(setting.statement)
        if rival is not None and is_named and cued:
            is_named = rival.alike >= (0.5 if number_of_digits(token) <= 2 else 0.6)
        says_little = is_weak(token)
        is_stated = setting.mood == "fact" or (
            setting.mood == "supposition" and not is_supposed(setting.statement.text, token.start, token.end)
        )
        end = self.ranges.other_end(token, setting) if is_stated else None
        if end is not None:
            return altered(self.pool, end)
        slot = self.slots.find(token, setting) if is_stated and not says_little and not as_ratio else None
        is_bound = slot is not None and _binds(token, slot, setting)
        if slot is not None and self._is_several(token, slot.held, setting):
            is_bound = False
        may_slip = not hedged and not (says_little and token.unit is None)
        beside = self.rivals.slip_beside(token, setting) if may_slip else None
        about = self.rivals.slip_about(token, setting) if may_slip and beside is None else None
        slip = beside or (about if is_plain(token, cued) else None)
        is_sum = is_summed_up(token, setting)
        is_mean = is_sum and not self.near_misses.find(token, setting, is_worked_out=True, must_be_rare=True)
        is_vague = is_mean or (token.digits <= SHORT and as_ratio)
        if is_vague:
            slip = None
        is_slip = beside is not None or about is not None
        is_slip = is_slip or (may_slip and token.unit is None and self.rivals.digit_slip(token) is not None)
        for target in targets(token, hedged):
            derivation = self.explainer.explain(
                token, target, setting, is_named=is_named or is_bound or (is_slip and not cued - {"percent"})
            )
            if derivation is not None:
                return Verdict("derived", reason=derivation)
        rest = _rest_of_all(token, setting)
        if rest is not None:
            return Verdict("derived", reason=rest)
        if setting.mood in ("advice", "question"):
            return in_mood(setting.mood)
        if is_pace(setting.statement.text, token.start, token.start):
            return Verdict("not_checkable", reason="it is a pace, which is worked out")
        if slip is not None:
            return self._slipped(slip, setting)
        is_alike = rival is not None and rival.is_named and rival.alike >= _ALIKE
        if not says_little and not is_alike and (hedged or self.rivals.digit_slip(token) is None):
            most = _HARDLY if is_named or is_slip or is_bound else _PERHAPS
            for target in targets(token, hedged):
                worked = self.workings.find(
                    target, setting, most=most, is_bound=is_bound and slot is not None and slot.is_named
                )
                if worked is not None:
                    return Verdict("derived", reason=worked)
        if token.label and (token.number or 0) <= _LABELS_UP_TO and token.unit is None:
            return Verdict("not_checkable", reason=f"it numbers a {token.label}")
        if _CONTRAST.search(setting.statement.text[: token.start]):
            return Verdict("not_checkable", reason="it is named for contrast")
        slip = None if hedged else self.rivals.digit_slip(token)
        are_strange = self.strangers.are_beside(token, setting)
        if slip is None and may_slip and not is_vague:
            slip = self.near_misses.find(
                token, setting, is_worked_out=are_strange or is_sum, must_be_rare=is_sum
            )
        if slip is not None:
            return self._slipped(slip, setting)
        conflict = None if says_little or as_ratio else self.rivals.conflict(token, keys, setting, 0.5)
        if conflict is not None:
            return conflict
        quoted = (
            None
            if is_sum or is_ratio(token, setting) or says_little or hedged or cued - {"percent"}
            else self.quotes.other(token, setting)
        )
        if quoted is not None:
            return altered(self.pool, quoted)
        if are_strange:
            return Verdict("not_checkable", reason="like numbers beside it, it seems worked out")
        is_meant = rival is not None and rival.is_meant(token, is_weak=says_little, hedge=hedge)
        meant = (
            rival.held if rival is not None and is_meant and _is_named_alike(token, rival, hedge) else None
        )
        if meant is None and slot is not None and slot.is_named and _is_off(token, slot.held.token, hedge):
            meant = slot.held
        if meant is not None and self._is_several(token, meant, setting):
            return Verdict("not_checkable", reason=f"it is {meant.token.text.strip()} several times over")
        if meant is not None and is_sum:
            return Verdict("not_checkable", reason="it sums up what was read")
        if meant is not None and _is_as_long(token, meant.token):
            return altered(self.pool, meant)
        if says_little:
            return Verdict("not_checkable", reason="so small a number may be a count of anything")
        if hedged:
            return Verdict("not_checkable", reason="it is given as approximate")
        if setting.mood == "supposition" and is_supposed(setting.statement.text, token.start, token.end):
            return in_mood("supposition")
        if not self.sources.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        other = None if is_sum else self.poor_pool.only_other(token, targets(token, hedged)[0], setting)
        if other is not None:
            return altered(self.pool, other)
        if is_sum and self.poor_pool.is_none_of(token, targets(token, hedged)[0]):
            return unsupported(self.pool, setting)
        if token.digits <= SHORT and not self._is_beyond_all(token):
            return Verdict("not_checkable", reason="so short a number may be worked out or known")
        if _COMPOSED.fullmatch(token.text) and not self._has_composed:
            return Verdict("not_checkable", reason="no tool gave times so; it seems worked out")
        if self._seems_worked_out(token, setting):
            return Verdict("not_checkable", reason="it seems worked out, and the working was not found")
        text = setting.statement.text
        is_bare = token.unit is None and token.step < 1 and not _NOUN.match(text, token.end)
        if is_bare and token.digits <= SHORT + 1:
            return Verdict("not_checkable", reason="it may be a version")
        if not _is_quoted(token, text) and not all(
            self.poor_pool.cannot_make(target, setting) for target in targets(token, hedged)
        ):
            return Verdict("not_checkable", reason="it may have been worked out of what was read")
        return unsupported(self.pool, setting)

    def _slipped(self, slip: Held, setting: Setting) -> Verdict:
        """Give the verdict on a near miss; what a condition opens with supposes numbers of its own."""
        is_if = setting.mood == "supposition" and _IF.match(setting.statement.text) is not None
        return in_mood("supposition") if is_if else altered(self.pool, slip)

    def _is_several(self, token: ValueToken, held: Held, setting: Setting) -> bool:
        """Tell whether a number is the one held as many times as the answer, the user or the record counts.

        Ten times is a point set wrong unless the statement, its heading or the user counts ten.
        """
        statement = setting.statement
        said = "\n".join((statement.text, *statement.parents, self.sources.given.folded[-2000:]))
        known = (*self.sources.given.numbers[:40], *self.pool.by_place.get(held.place, ()))
        around = _counts([*setting.near, *(h.token for h in known)]) - {10.0}
        return is_multiple(token, held.token, counts_in(said) | _counts(setting.tokens) | around)

    @cached_property
    def _has_composed(self) -> bool:
        """Tell whether the evidence writes lengths of time in parts."""
        return any(_COMPOSED.fullmatch(held.token.text) for held in self.pool.numbers)

    def _is_beyond_all(self, token: ValueToken) -> bool:
        """Tell whether a number counted in thousands or more is far above all numbers the agent had."""
        if scale_of(token) == 1.0 or token.unit is not None:
            return False
        least = abs(token.number or 0.0) / _FAR_ABOVE
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return not any(pool.numbers_between(least, float("inf")) for pool in pools)

    def _seems_worked_out(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether the wording is of arithmetic, and no number of the evidence looks like this one."""
        text = setting.statement.text
        before = text[max(0, token.start - 40) : token.start]
        if is_ratio(token, setting):
            return True
        if token.text[:1] in "+-\u2212" and not self.rivals.has_like(token, setting):
            return True
        if not _WORKED.search(before + text[token.start : token.end + 24]) or _MONTH_BEFORE.search(before):
            return False
        return not self.rivals.has_like(token, setting)


def _counts(tokens: Sequence[ValueToken]) -> set[float]:
    """Give the numbers that count things or times, not sizes of another kind."""
    return {
        abs(t.number or 0.0)
        for t in tokens
        if t.kind == "number" and (t.unit is None or t.unit.dimension in ("time", "months", "times"))
    }


def _rest_of_all(token: ValueToken, setting: Setting) -> str | None:
    """Find another share of the statement that makes a hundred per cent with this one."""
    if token.unit is None or token.unit.name != "%":
        return None
    for other in setting.tokens:
        if other is not token and other.unit == token.unit:
            total = abs(token.number or 0.0) + abs(other.number or 0.0)
            if abs(total - _ALL) <= 0.5 * max(token.step, other.step) + 1e-9:
                return f"what {other.text.strip()} leaves of all"
    return None


def _is_quoted(token: ValueToken, text: str) -> bool:
    """Tell whether a number stands in a quotation of several words, which is said to be read as it is."""
    return any(
        found.start() < token.start
        and token.end < found.end()
        and len(found.group().split()) >= _FEWEST_QUOTED
        for found in _QUOTATION.finditer(text)
    )


def _is_named_alike(token: ValueToken, rival: Rival, hedge: Hedge) -> bool:
    """Tell whether a rival stands under the very word, or is a measure alone of its unit where it stands."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    return rival.same_word or (rival.same_label and not is_share and hedge is None)


def _is_as_long(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers are written with as many digits, or in units of other sizes."""
    if token.unit is not None and held.unit is not None and token.unit.size != held.unit.size:
        return True
    one, other = (re.sub(r"[^\d.]", "", t.text).partition(".") for t in (token, held))
    return len(one[0]) == len(other[0]) and len(one[2].rstrip("0")) >= len(other[2].rstrip("0")) - 1


def _binds(token: ValueToken, slot: Found, setting: Setting) -> bool:
    """Tell whether a slot leaves no room for far-fetched arithmetic; a share is worked out more often."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    if is_share and not slot.is_named:
        return False
    return not spoken_beside(token.start, token.end, setting.statement.text)


def _is_off(token: ValueToken, held: ValueToken, hedge: Hedge) -> bool:
    """Tell whether a number cannot be told for the one held, given how roughly it is given."""
    if hedge is None:
        return True
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is not None and held.unit is not None:
        said, has = said * token.unit.size, has * held.unit.size
    least, most = {"about": (0.75, 1.34), "over": (0.5, 1.005), "under": (0.995, 2.0)}[hedge]
    return not least * has <= said <= most * has
