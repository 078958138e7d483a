"""Judge a number: held by evidence, in another unit, rounded, given, altered, or nowhere.

From strong to weak: the number with its unit, the number in another unit or with more digits, the number in
what the user gave, part of a name, the agent's own argument. What is found nowhere is for `missing_numbers`
to judge.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.field_units import unit_against
from evidencelab.traces.evidence.rivals import Rivals
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    key_words,
    nearness,
    sound,
    told_otherwise,
    unsupported,
)
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.calendar_weeks import CalendarWeeks
from evidencelab.traces.judges.counts import Counts
from evidencelab.traces.judges.days import Days
from evidencelab.traces.judges.exit_codes import ExitCodes
from evidencelab.traces.judges.impossible_days import ImpossibleDays
from evidencelab.traces.judges.missing_numbers import MissingNumbers
from evidencelab.traces.judges.near_misses import NearMisses
from evidencelab.traces.judges.other_forms import OtherForms, equal
from evidencelab.traces.judges.weighing import is_identifier, is_power
from evidencelab.traces.values.units import Unit, find_unit
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.workings.explain import Explainer
from evidencelab.traces.workings.lapses import is_between
from evidencelab.traces.workings.rounding import Rounder

_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\.?,?\s$", re.IGNORECASE)
_DAY_PAIR = re.compile(
    r"(?<!\d)\d{1,2}/\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE
)
"""Two days of one month: `the night of 4/5 March`."""
_SCREEN = re.compile(r"1280\s?[x×]\s?720|1920\s?[x×]\s?1080|2560\s?[x×]\s?1440|3840\s?[x×]\s?2160")
_COMPARED = re.compile(
    r"\b(?:compared (?:with|to)|versus|vs\.?|against|up from|down from|than|instead of|rather than|not)"
    r"\s[*_`~≈]*(?:about |around |some )?$",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\s?(?:[A-Z]\w{0,11}[- ])?(?:points?|pts?)\b|\s?个点")
_PERCENT = find_unit("%")[0]
_SHORT = 40
_GIVEN = Verdict("given", reason="the user or the system prompt said so")


class NumberJudge:
    """Judges numbers against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.rivals = Rivals(sources.pool)
        self.counts = Counts(sources.pool)
        self.days = Days(sources)
        self.impossible_days = ImpossibleDays(sources)
        self.weeks = CalendarWeeks(sources)
        self.exit_codes = ExitCodes(sources)
        self.near_misses = NearMisses(sources.pool)
        self.rounder = Rounder(sources.pool, self.rivals)
        self.explainer = Explainer(sources)
        self.other_forms = OtherForms(sources)
        self.missing = MissingNumbers(sources, self.rivals, self.near_misses, self.explainer)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one number; one that only stands in another unit is altered."""
        verdict = self._judge(token, setting)
        if verdict.finding in BAD:
            verdict = self.days.of_whole_month(token, setting) or self.weeks.find(token, setting) or verdict
        held = self.other_forms.in_other_unit(token, setting, verdict)
        return verdict if held is None else told_otherwise(self.pool, held)

    def _judge(self, token: ValueToken, setting: Setting) -> Verdict:
        text = setting.statement.text
        if text[token.start - 1 : token.start] == "[" and text[token.end : token.end + 1] == "]":
            return Verdict("not_checkable", reason="it is a reference mark")
        if re.search(r"\^\s?$", text[max(0, token.start - 3) : token.start]) or is_power(token, text):
            return Verdict("not_checkable", reason="it is a power, or worked out from one")
        is_day = _WEEKDAY.search(text[max(0, token.start - 12) : token.start]) and token.unit is None
        if is_day or _DAY_PAIR.match(text, token.start):
            return Verdict("not_checkable", reason="it is a day of some month")
        if _SCREEN.search(text, max(0, token.start - 6), token.end + 6):
            return Verdict("not_checkable", reason="it is a usual screen size")
        per_mille = self.other_forms.per_mille(token, setting)
        if per_mille is not None:
            return per_mille
        other_code = self.exit_codes.judge(token, setting)
        if other_code is not None:
            return other_code
        as_day = (
            self.days.of_month_before(token, setting)
            or self.days.of_year_behind(token, setting)
            or self.impossible_days.find(token, setting)
        )
        if as_day is not None:
            return as_day
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
            return self.rivals.swapped(token, like, keys, setting) or sound(self.pool, best)
        chosen = _GIVEN if given else self.other_forms.chosen(token)
        rounded = self.rounder.rounded(token, keys, setting, hedged)
        if rounded is not None and rounded.finding in BAD and is_between(token, setting.tokens):
            return Verdict("derived", reason="difference of two times beside it")
        if rounded is not None and (chosen is None or given or rounded.finding not in BAD):
            return rounded
        if chosen is not None:
            return chosen
        if found:
            best = self.rivals.best(found, keys, setting)
            if token.unit is not None and token.unit.dimension == "percent":
                return sound(self.pool, best)
            other_unit = unit_against(token, best, found)
            if other_unit is not None:
                return altered(self.pool, best, f", in {other_unit.name}")
            least = nearness(self.pool, best, keys, setting)
            return (
                self.rivals.conflict(token, keys, setting, least)
                or self.rivals.swapped(token, found, keys, setting)
                or sound(self.pool, best)
            )
        other = self.other_forms.find(token, setting, hedged)
        verdict = other or self._filed_under(token, setting, self.missing.judge(token, keys, setting, hedge))
        unit = _unit_before(token, setting) if verdict.finding in BAD else None
        as_measure = None if unit is None else self.judge(token._replace(unit=unit), setting)
        if as_measure is not None and as_measure.finding not in BAD:
            return as_measure
        return self._in_points(token, setting) or verdict if verdict.finding in BAD else verdict

    def _in_points(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Work out a number of points as what lies between two fractions: 0.27 between 0.8937 and 0.8964."""
        if token.unit is not None or not _POINTS.match(setting.statement.text, token.end):
            return None
        points = self.judge(token._replace(unit=_PERCENT), setting)
        return points if points.finding == "derived" else None

    def _filed_under(self, token: ValueToken, setting: Setting, verdict: Verdict) -> Verdict:
        """Take back that a number was worked out or is known, where it is what a thing is filed under."""
        is_told = setting.mood == "fact" and self.sources.is_whole and verdict.finding not in BAD
        if not is_told or not is_identifier(token, setting.statement.text):
            return verdict
        slip = self.near_misses.find(token, setting)
        return unsupported(self.pool, setting) if slip is None else altered(self.pool, slip)


def _unit_before(token: ValueToken, setting: Setting) -> Unit | None:
    """Give the unit that a bare number leaves out since the one it is compared with has it."""
    before = [t for t in setting.tokens if t.kind == "number" and t.end <= token.start]
    if token.unit is not None or not before or before[-1].unit is None:
        return None
    between = setting.statement.text[before[-1].end : token.start]
    return before[-1].unit if len(between) <= _SHORT and _COMPARED.search(between) else None
