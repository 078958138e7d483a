"""Judge a number: held by evidence, in another unit, rounded, given, derived, altered, or nowhere.

From strong to weak: the number with its unit, the number in another unit or with more digits, the
number in what the user gave, part of a name, the agent's own argument, arithmetic. What is left is
altered where the evidence has another number under the same name. Doubt is resolved for the statement.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from evidencelab.traces.counts import Counts
from evidencelab.traces.days import Days
from evidencelab.traces.derived import Kind, Target
from evidencelab.traces.equations import broken, wrong_share
from evidencelab.traces.explain import Explainer
from evidencelab.traces.name_judge import at_boundary
from evidencelab.traces.places import Held
from evidencelab.traces.pool import Pool
from evidencelab.traces.rivals import Rivals
from evidencelab.traces.rounding import Rounder, hedge_step
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
from evidencelab.traces.statements import cells_of
from evidencelab.traces.units import agree
from evidencelab.traces.values import ValueToken, scale_of
from evidencelab.traces.wording import (
    Hedge,
    arithmetic_spoken_of,
    hedge_of,
    is_pace,
    is_supposed,
    spoken_beside,
)
from evidencelab.traces.words import near_words
from evidencelab.traces.workings import Workings

_LABELS_UP_TO = 20
_TAIL = re.compile(r"(?:end\w*|last (?:four|4)(?: digits)?|尾号)\W*(?:in|with|is|为|是)?\W*$", re.IGNORECASE)
_SHORT = 2
"""Significant digits up to which a number without a rival says too little to be missed."""
_TINY = 1e-9
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
_MOST_TIMES = 12
_COMPOSED = re.compile(r"\d+\s?(?:d\w*|h\w*|m\w*|天|小时|分钟?)[\s,]*(?:and\s+)?\d+\s?\D+.*", re.IGNORECASE)
"""A length of time in parts: `3 h 45 min`."""
_RATIO = re.compile(
    r"\b(?:margin|ratio|rate|share|proportion|yield|return)s?\b[^.;]{0,12}$|[率比][^。；]{0,6}$",
    re.IGNORECASE,
)
"""In front of a percentage, these name what is worked out of two numbers."""
_MONTH_BEFORE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s$", re.IGNORECASE
)
_CONTRAST = re.compile(
    r"\b(?:rather than|instead of|as opposed to)\s+[`\"'*]*(?:\w+ )?$|(?:而不是|而非|而不再是)\s*$",
    re.IGNORECASE,
)
"""In front of a value, these say that it is not the one."""
_FAR_ABOVE = 10.0
_SCREEN = re.compile(r"1280\s?[x×]\s?720|1920\s?[x×]\s?1080|2560\s?[x×]\s?1440|3840\s?[x×]\s?2160")
_GIVEN = Verdict("given", reason="the user or the system prompt said so")
_CHOSEN = Verdict("given", reason="the agent chose it itself, as a tool's argument")


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
        self.rounder = Rounder(sources.pool, self.rivals, self.rows)
        self.explainer = Explainer(sources)
        self.workings = Workings(sources)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one number."""
        text = setting.statement.text
        if text[token.start - 1 : token.start] == "[" and text[token.end : token.end + 1] == "]":
            return Verdict("not_checkable", reason="it is a reference mark")
        if re.search(r"\^\s?$", text[max(0, token.start - 3) : token.start]) or _is_power(token, text):
            return Verdict("not_checkable", reason="it is a power, or worked out from one")
        if _SCREEN.search(text, max(0, token.start - 6), token.end + 6):
            return Verdict("not_checkable", reason="it is a usual screen size")
        per_mille = self._per_mille(token, setting)
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
        unequal = broken(token, setting) if setting.mood == "fact" and not hedged else None
        if unequal is not None:
            return unsupported(self.pool, setting)._replace(reason=unequal)
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
        return self._elsewhere(token, setting, hedged) or self._missing(token, keys, setting, hedge)

    def _per_mille(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the per cent of the evidence that a statement gives as so many per mille."""
        if token.unit is None or token.unit.name != "‰" or setting.mood in ("advice", "question"):
            return None
        number = abs(token.number or 0.0)
        held = next((h for h in self.pool.numbers_between(number, number, "percent")), None)
        stands = any(
            "‰" in h.token.text for h in self.pool.numbers_between(number / 10, number / 10, "percent")
        )
        return None if held is None or stands else altered(self.pool, held)

    def _elsewhere(self, token: ValueToken, setting: Setting, hedged: bool) -> Verdict | None:
        """Find the number in another unit in what was given, in a name, in an argument, in a date."""
        number, unit = abs(token.number or 0.0), token.unit
        given = self.sources.given
        if unit is not None:
            size = number * unit.size
            if given.numbers_between(size * (1 - _TINY), size * (1 + _TINY), unit.dimension):
                return Verdict("given", reason="it is the user's own number in another unit")
        elif hedged and given.numbers_between(0.95 * number, 1.05 * number):
            return Verdict("given", reason="it is about the user's own number")
        written = re.sub(r"\s", "", token.text.lower())
        at = self.pool.folded.find(f"_{written}") if unit is not None and len(written) > 2 else -1
        if at >= 0:
            return Verdict("sound", None, self.pool.place_at(at), "it is part of a field's name")
        if unit is None:
            part = self.pool.name_numbers.get(token.text.strip())
            if part is not None:
                return sound(self.pool, part, f"it is part of {part.token.text}")
            if part is None and _TAIL.search(setting.statement.text[: token.start]):
                part = self.pool.tails.get(token.text.strip())
                if part is not None:
                    return sound(self.pool, part, f"{part.token.text} ends in it")
            if given.name_numbers.get(token.text.strip()) is not None:
                return Verdict("given", reason="it is part of a name the user gave")
        share = None if unit is not None or token.step >= 1 else self._as_share(token)
        if share is not None:
            return share
        if unit is None and scale_of(token) == 1e9:
            counted = self.pool.numbers_between(number / 1e9, number / 1e9, "bytes")
            if counted:
                return sound(self.pool, counted[0], "it stands there, its B read as billions")
        is_marked = unit is not None and number_of_digits(token) >= 2
        if (is_marked or scale_of(token) != 1.0) and re.fullmatch(r"[\d.]+[a-z]+", written):
            at_mark = at_boundary(self.pool.folded, written)
            if at_mark is not None:
                return Verdict("sound", None, self.pool.place_at(at_mark), "it stands there")
        chosen = equal(self.sources.arguments, token)
        near = near_words(setting.statement.text, token.start, token.end)
        is_money = unit is not None and unit.dimension == "money"
        if any((h.token.unit is None) == (unit is None) or is_money or near & h.keys for h in chosen):
            return _CHOSEN
        return self._year(token)

    def _as_share(self, token: ValueToken) -> Verdict | None:
        """Find `0.8957` for a bare 89.6 among figures that are given in per cent without the sign."""
        number = abs(token.number or 0.0)
        if not 1 <= number <= 100:
            return None
        low, high = (number - token.step / 2) / 100, (number + token.step / 2) / 100
        for held in self.pool.numbers_between(low, high):
            if held.token.unit is None and held.token.digits >= token.digits >= 3:
                return Verdict("derived", held, held.line, f"{held.token.text.strip()} in per cent")
        return None

    def _year(self, token: ValueToken) -> Verdict | None:
        number = token.number or 0.0
        is_spelt = token.unit is not None and token.text.rstrip().endswith("年")
        if (token.unit is not None and not is_spelt) or not (1900 <= number <= 2100) or number != int(number):
            return None
        for pool in self.sources[:3]:
            held = pool.year(int(number)) if isinstance(pool, Pool) else None
            if held is not None and pool is self.pool:
                return sound(self.pool, held, "it is the year of a date there")
            if held is not None:
                return Verdict("given", reason="it is the year of a date that was given")
        return None

    def _missing(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedge: Hedge
    ) -> Verdict:
        hedged = hedge is not None
        if token.digits == 1 and not _is_weak(token):
            conflict = self.rivals.conflict(token, keys, setting, 1.0)
            if conflict is not None and setting.mood not in ("advice", "question"):
                return conflict
        is_ratio = _is_ratio(token, setting) or _PART_OF.match(setting.statement.text, token.end) is not None
        rival = self.rivals.rival(token, setting, keys)
        if is_ratio and rival is not None and not (rival.is_named and _are_of_kind(token, rival.held.token)):
            rival = None
        is_named = rival is not None and rival.is_named
        cued = arithmetic_spoken_of(setting.statement)
        if rival is not None and is_named and cued:
            is_named = rival.alike >= (0.5 if number_of_digits(token) <= 2 else 0.6)
        unequal = wrong_share(token, setting) if setting.mood == "fact" and not hedged else None
        if unequal is not None:
            return unsupported(self.pool, setting)._replace(reason=unequal)
        is_weak = _is_weak(token)
        is_stated = setting.mood == "fact" or (
            setting.mood == "supposition" and not is_supposed(setting.statement.text, token.start, token.end)
        )
        slot = self.slots.find(token, setting) if is_stated and not is_weak and not is_ratio else None
        is_bound = slot is not None and _binds(token, slot, setting)
        may_slip = not hedged and not (is_weak and token.unit is None)
        beside = self.rivals.slip_beside(token, setting) if may_slip else None
        about = self.rivals.slip_about(token, setting) if may_slip and beside is None else None
        slip = beside or (about if _is_plain(token, cued) else None)
        is_slip = beside is not None or about is not None
        is_slip = is_slip or (may_slip and token.unit is None and self.rivals.digit_slip(token) is not None)
        for target in _targets(token, hedged):
            derivation = self.explainer.explain(
                token, target, setting, is_named=is_named or is_bound or (is_slip and not cued - {"percent"})
            )
            if derivation is not None:
                return Verdict("derived", reason=derivation)
        if setting.mood in ("advice", "question"):
            return in_mood(setting.mood)
        if is_pace(setting.statement.text, token.start, token.start):
            return Verdict("not_checkable", reason="it is a pace, which is worked out")
        if slip is not None:
            return altered(self.pool, slip)
        is_alike = rival is not None and rival.is_named and rival.alike >= _ALIKE
        if not is_weak and not is_alike and (hedged or self.rivals.digit_slip(token) is None):
            most = _HARDLY if is_named or is_slip or is_bound else _PERHAPS
            for target in _targets(token, hedged):
                worked = self.workings.find(target, setting, most=most)
                if worked is not None:
                    return Verdict("derived", reason=worked)
        if token.label and (token.number or 0) <= _LABELS_UP_TO and token.unit is None:
            return Verdict("not_checkable", reason=f"it numbers a {token.label}")
        slip = None if hedged else self.rivals.digit_slip(token)
        if slip is not None:
            return altered(self.pool, slip)
        conflict = None if is_weak or is_ratio else self.rivals.conflict(token, keys, setting, 0.5)
        if conflict is not None:
            return conflict
        if rival is not None and rival.is_meant(token, is_weak=is_weak, hedge=hedge):
            if _is_multiple(token, rival.held.token):
                return Verdict(
                    "not_checkable", reason=f"it is {rival.held.token.text.strip()} several times over"
                )
            return altered(self.pool, rival.held)
        alone = self.rivals.alone_under_head(token, setting) if may_slip else None
        if alone is None and slot is not None and _is_off(token, slot.held.token, hedge):
            alone = slot.held
        if alone is not None and _is_multiple(token, alone.token):
            return Verdict("not_checkable", reason=f"it is {alone.token.text.strip()} several times over")
        if alone is not None:
            return altered(self.pool, alone)
        if is_weak:
            return Verdict("not_checkable", reason="so small a number may be a count of anything")
        if hedged:
            return Verdict("not_checkable", reason="it is given as approximate")
        if setting.mood == "supposition" and is_supposed(setting.statement.text, token.start, token.end):
            return in_mood("supposition")
        if not self.sources.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        if _CONTRAST.search(setting.statement.text[: token.start]):
            return Verdict("not_checkable", reason="it is named for contrast")
        if token.digits <= _SHORT and not self._is_beyond_all(token):
            return Verdict("not_checkable", reason="so short a number may be worked out or known")
        if _COMPOSED.fullmatch(token.text) and not self._has_composed:
            return Verdict("not_checkable", reason="no tool gave times so; it seems worked out")
        if self._seems_worked_out(token, setting):
            return Verdict("not_checkable", reason="it seems worked out, and the working was not found")
        return unsupported(self.pool, setting)

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
        if _is_ratio(token, setting):
            return True
        if token.text[:1] in "+-\u2212" and not self.rivals.has_like(token, setting):
            return True
        if not _WORKED.search(before + text[token.start : token.end + 24]) or _MONTH_BEFORE.search(before):
            return False
        return not self.rivals.has_like(token, setting)


def _is_multiple(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether an amount is a small number of times another one, as for so many people or nights."""
    number, other = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is None or token.unit.dimension != "money" or not other:
        return False
    times = round(number / other)
    return 2 <= times <= _MOST_TIMES and abs(number - times * other) <= token.step / 2


def _are_of_kind(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether both numbers have units, and of one dimension."""
    return token.unit is not None and held.unit is not None and token.unit.dimension == held.unit.dimension


def _is_ratio(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a percentage stands under a word for what is worked out, or is told as a change."""
    if token.unit is None or token.unit.dimension != "percent":
        return False
    statement = setting.statement
    if token.text[:1] in "+-\u2212" or _RATIO.search(statement.text[: token.start]):
        return True
    if statement.kind != "row":
        return False
    at = statement.text[: token.start].lstrip().removeprefix("|").count("|")
    titles = statement.parents[-len(cells_of(statement.text)) :]
    head = statement.text[: token.start].strip(" |*_").split("|")[0]
    return any(_RATIO.search(title) for title in (head, *titles[at : at + 1]))


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


def _is_plain(token: ValueToken, cued: frozenset[Kind]) -> bool:
    """Tell whether the wording speaks of no arithmetic that could make a number like this one."""
    if token.digits > _SHORT:
        return True
    own = {"percent"} if token.unit is not None and token.unit.dimension == "percent" else set()
    return not cued - {"percent"} - own


def equal(pool: Pool, token: ValueToken) -> list[Held]:
    """Give the numbers of a pool that are the same, with a unit that can be the same."""
    number = abs(token.number or 0.0)
    # what is written to the last digit is the same in every digit
    slack = min(_TINY * max(1.0, number), 0.1 * token.step)
    return [
        h for h in pool.numbers_between(number - slack, number + slack) if agree(token.unit, h.token.unit)
    ]


def number_of_digits(token: ValueToken) -> int:
    """Count the digits a number is written with."""
    return sum(character.isdigit() for character in token.text)


def _is_power(token: ValueToken, text: str) -> bool:
    """Tell whether a number is a power of two, or one less, beside one that is written out."""
    number = int(abs(token.number or 0.0))
    if number < 128 or ("^" not in text and "²" not in text):
        return False
    return any(n & (n - 1) == 0 for n in (number, number + 1))


def _target(token: ValueToken, hedged: bool) -> Target:
    size = 1.0 if token.unit is None else token.unit.size
    dimension = "" if token.unit is None else token.unit.dimension
    number = abs(token.number or 0.0)
    slack = _TINY if _is_weak(token) else token.step / 2
    if dimension == "time" and len(re.findall(r"\d+", token.text)) > 1 and "." not in token.text:
        slack = token.step  # what is left of the last minute is often dropped
    if hedged:
        slack = max(slack, hedge_step(token), 0.05 * number)
    return Target(number * size, dimension, slack * size, token.digits, size)


def _targets(token: ValueToken, hedged: bool) -> list[Target]:
    """Give the number as a target; with a scale word, also as one of operands counted in that scale."""
    target, scale = _target(token, hedged), scale_of(token)
    return [target] if scale == 1.0 else [target, target._replace(size=scale)]


_WEAK_TIMES = {
    (24, "h"), (7, "d"), (1, "d"), (1, "h"), (1, "min"), (1, "s"), (60, "s"), (60, "min"), (1, "month"),
    (12, "month"), (30, "d"), (1, "w"), (365, "d"), (1, "year"), (52, "w"),
}  # fmt: skip


def _is_weak(token: ValueToken) -> bool:
    """Tell whether a number says too little to be missed: a small count, all or nothing."""
    number = abs(token.number or 0.0)
    if number != int(number) or "." in token.text.rstrip("."):
        return False
    if token.unit is None or token.unit.dimension == "times":
        return number <= 10
    if token.unit.dimension == "percent":
        return number in (0, 100)
    if token.unit.dimension in ("time", "months"):
        return (int(number), token.unit.name) in _WEAK_TIMES
    return number == 0
