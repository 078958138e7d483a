"""Find what the evidence has in the place of a number: under the same name, in another unit, a digit off.

It compares and ranks; whether the statement's number is altered is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA

from evidencelab.traces.places import Held, Place
from evidencelab.traces.pool import Pool
from evidencelab.traces.setting import Setting, Verdict, altered, is_about, nearness
from evidencelab.traces.units import agree
from evidencelab.traces.values import ValueToken, value_tokens
from evidencelab.traces.wording import Hedge
from evidencelab.traces.words import label_words, words_of

_CHANCE = 0.1
"""Highest chance, in [0, 1], that an honest number lies one digit from some number of the evidence."""
_TINY = 1e-9
_SMALL = 20
"""Highest number of the evidence that a small count can be meant for."""
_LIKE = 0.25
"""How alike two numbers are written, in [0, 1], below which a common unit does not make them one's."""
_FAR = 50.0
"""A measure that is so many times another is not meant for it."""
_BREAK = re.compile(
    r"[,;:](?=\s)|[，；：、。]|\s[–—-]\s|\b(?:because|while|whereas|but|although|since|due to|after)\b"
)
_RATE = re.compile(
    r"\s*(?:[A-Za-z-]+\s+){0,2}(?:per|an?|each|every)\s+[a-z]+|\s*[a-z]*\s?/\s?[a-z]+|\s*\S{0,4}每",
    re.IGNORECASE,
)
"""What follows a number that counts things in a time: another number than that of the things."""


class Rival(NamedTuple):
    """A number of the evidence that could be what the statement means.

    Attributes:
        strength: How much speaks for it; see `is_meant`.
        alike: How alike the two are written, in [0, 1].
        held: The number.
        same_label: Whether both are the value of the same key or noun.
    """

    strength: float
    alike: float
    held: Held
    same_label: bool

    @property
    def is_named(self) -> bool:
        """Whether it stands under the very name, so that no far-fetched derivation explains the other."""
        return (
            self.strength >= 2.5
            or (self.same_label and self.strength >= 2.0)
            or (self.alike >= 0.75 and self.strength >= 1.5)
        )

    def is_meant(self, token: ValueToken, *, is_weak: bool, hedge: Hedge) -> bool:
        """Tell whether the statement's number can only be meant for this one."""
        if is_weak:
            return self.same_label and self.strength >= 1.5 and abs(self.held.token.number or 0.0) <= _SMALL
        if hedge is None:
            return self.strength >= 1.0 and (self.same_label or self.alike >= 0.5 or self.strength >= 2.5)
        said, held = abs(token.number or 0.0), abs(self.held.token.number or 0.0)
        units = token.unit, self.held.token.unit
        if units[0] is not None and units[1] is not None and units[0].dimension == units[1].dimension:
            said, held = said * units[0].size, held * units[1].size
        bounds = {"about": (0.94, 1.06), "over": (0.5, 1.005), "under": (0.995, 2.0)}[hedge]
        fits = bounds[0] * held <= said <= bounds[1] * held
        return self.same_label and self.strength >= 2.0 and not fits


class Rivals:
    """Looks for rivals of a number in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def best(self, held: Sequence[Held], keys: Mapping[str, float], setting: Setting) -> Held:
        """Give the number nearest to what the statement speaks of."""
        return max(held, key=lambda h: (nearness(self.pool, h, keys, setting), -h.place))

    def conflict(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, least: float
    ) -> Verdict | None:
        """Find the same number with another unit, if the statement's words point to it no less."""
        if token.unit is None or not token.number:
            return None
        number = abs(token.number)
        others = [
            held
            for held in self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
            if held.token.unit is not None and not agree(token.unit, held.token.unit)
        ]
        if not others:
            return None
        best = self.best(others, keys, setting)
        if nearness(self.pool, best, keys, setting) < max(least, 0.5):
            return None
        return altered(self.pool, best)

    def digit_slip(self, token: ValueToken) -> Held | None:
        """Find the number of the evidence that differs in one digit, where chance would hardly have one."""
        said = re.sub(r"\D", "", token.text)
        if len(said) < 4 or token.digits < 4:
            return None
        chance = self.pool.n_numbers_like(len(said)) * 9.0 * len(said) / 10.0 ** len(said)
        if chance > _CHANCE:
            return None
        for other in _one_off(said):
            held = self.pool.number_written(other)
            if held is not None and held.token.step == token.step and agree(token.unit, held.token.unit):
                return held
        return None

    def rival(self, token: ValueToken, setting: Setting, keys: Mapping[str, float]) -> Rival | None:
        """Find the number that evidence has under the statement's own names, and how surely it is meant."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        text = setting.statement.text
        label = label_words(text, token.start, token.end)
        if _RATE.match(text[token.end : token.end + 40]):
            return None
        best: Rival | None = None
        for share, place in self.pool.best_places(setting.words, 10):
            anchored = bool(setting.anchors & place.words)
            for held in self.pool.by_place.get(place.number, ()):
                if held.token.kind != "number" or not _comparable(token, held.token):
                    continue
                if any(_same(held.token, t) for t in taken):
                    continue
                common = sum(weight for word, weight in keys.items() if word in held.keys)
                alike = _likeness(token, held.token)
                same_label = bool(label & held.label) or (
                    alike >= _LIKE and self._is_only(token, held, place)
                )
                strength = (1.0 if anchored else 0.0) + min(1.5, common) + (1.0 if same_label else 0.0)
                strength += (0.5 if alike >= 0.5 else 0.0) + (
                    0.5 if token.unit is not None and held.token.unit is not None else 0.0
                )
                if share < 1.0 or (setting.anchors and not setting.anchors & (place.words | place.context)):
                    strength /= 2
                rival = Rival(strength, alike, held, same_label)
                if best is None or rival[:2] > best[:2]:
                    best = rival
        return best

    def has_like(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a place the statement is about has a number that is written much like this one."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        for _, place in self.pool.best_places(setting.words, 16):
            for held in self.pool.by_place.get(place.number, ()):
                is_like = held.token.kind == "number" and _likeness(token, held.token) >= 0.5
                if is_like and not any(_same(held.token, t) for t in taken):
                    return True
        said = re.sub(r"\D", "", token.text)
        if len(said) > 2 and any(self.pool.number_written(other) for other in _one_off(said)):
            return True
        number = abs(token.number or 0.0)
        return bool(self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY)))

    def _is_only(self, token: ValueToken, held: Held, place: Place) -> bool:
        """Tell whether a number is the only one of its unit at its place: the unit names it."""
        unit = held.token.unit
        if unit is None or token.unit is None or unit.dimension in ("times", "letter"):
            return False
        units = [h.token.unit for h in self.pool.by_place.get(place.number, ()) if h.token.unit is not None]
        return sum(other.dimension == unit.dimension for other in units) == 1

    def swapped(
        self, token: ValueToken, found: Sequence[Held], keys: Mapping[str, float], setting: Setting
    ) -> Verdict | None:
        """Tell a true number that is another's, where the statement's own name has a different one."""
        if setting.mood in ("advice", "question") or not setting.anchors:
            return None
        if any(is_about(self.pool, self.pool.places[held.place], setting.anchors) for held in found):
            return None
        rival = self.rival(token, setting, keys)
        if rival is None or rival.strength < 2.0:
            return None
        if not _clause_of(setting.statement.text, token) & setting.anchors and any(
            anchor in setting.statement.text.lower() for anchor in setting.anchors
        ):
            return None
        place = self.pool.places[rival.held.place]
        here = self.pool.by_place.get(place.number, ())
        n_rivals = sum(h.token.kind == "number" and _comparable(token, h.token) for h in here)
        if (n_rivals > 3 and not rival.same_label) or not setting.anchors & place.words:
            return None
        elsewhere = self.pool.places[found[0].place].text.strip()
        return altered(self.pool, rival.held, f" there; the value stands at {elsewhere[:80]!r}")


def _one_off(digits: str) -> Iterator[str]:
    """Give the digits that differ in one place."""
    for at, own in enumerate(digits):
        for digit in "0123456789":
            if digit != own:
                yield digits[:at] + digit + digits[at + 1 :]


def _clause_of(text: str, token: ValueToken) -> frozenset[str]:
    """Give the words of the clause that a number stands in."""
    start = max((found.end() for found in _BREAK.finditer(text, 0, token.start)), default=0)
    found = _BREAK.search(text, token.end)
    clause = text[start : found.start() if found else len(text)]
    return words_of(clause) | {t.folded for t in value_tokens(clause) if t.kind == "name"}


def _comparable(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence could stand in the statement's place."""
    if token.unit is None:
        return held.unit is None or held.unit.dimension not in ("percent", "money", "times", "bytes")
    if held.unit is None:
        return token.unit.dimension in ("money", "times", "percent", "degrees", "celsius", "temperature")
    if held.unit.dimension != token.unit.dimension:
        return agree(held.unit, token.unit)
    sizes = sorted(abs(t.number or 0.0) * t.unit.size for t in (token, held) if t.unit is not None)
    return _same(token, held) or sizes[1] <= _FAR * sizes[0]


def _same(left: ValueToken, right: ValueToken) -> bool:
    return abs(abs(left.number or 0.0) - abs(right.number or 0.0)) < 1e-9


def _likeness(token: ValueToken, held: ValueToken) -> float:
    """Give how alike two numbers are written, in [0, 1]."""
    left, right = (re.sub(r"\.0+$", "", re.sub(r"[^\d.]", "", t.text)) for t in (token, held))
    if not left or not right:
        return 0.0
    return 1.0 - OSA.distance(left, right) / max(len(left), len(right))
