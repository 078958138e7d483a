"""Judge a number: held by evidence, in another unit, rounded, given, derived, altered, or nowhere.

From strong to weak: the number with its unit, the number in another unit or with more digits, the
number in what the user gave, part of a name, the agent's own argument, arithmetic. What is left is
altered where the evidence has another number under the same name. Doubt is resolved for the statement.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from evidencelab.traces.derived import Target
from evidencelab.traces.explain import Explainer
from evidencelab.traces.pool import Held, Place, Pool
from evidencelab.traces.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    in_mood,
    is_about,
    key_words,
    nearness,
    sound,
    unsupported,
)
from evidencelab.traces.units import Unit, agree
from evidencelab.traces.values import ValueToken
from evidencelab.traces.wording import Hedge, hedge_of
from evidencelab.traces.words import label_words

_LABELS_UP_TO = 20
_CHANCE = 0.1
"""Highest chance, in [0, 1], that an honest number lies one digit from some number of the evidence."""
_TINY = 1e-9
_GIVEN = Verdict("given", reason="the user or the system prompt said so")
_CHOSEN = Verdict("given", reason="the agent chose it itself, as a tool's argument")


class _Rival(NamedTuple):
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
            return self.same_label and self.strength >= 1.5
        if hedge is None:
            return self.strength >= 1.0
        said, held = abs(token.number or 0.0), abs(self.held.token.number or 0.0)
        units = token.unit, self.held.token.unit
        if units[0] is not None and units[1] is not None and units[0].dimension == units[1].dimension:
            said, held = said * units[0].size, held * units[1].size
        bounds = {"about": (0.94, 1.06), "over": (0.5, 1.005), "under": (0.995, 2.0)}[hedge]
        fits = bounds[0] * held <= said <= bounds[1] * held
        return self.same_label and self.strength >= 2.0 and not fits


class NumberJudge:
    """Judges numbers against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.explainer = Explainer(sources)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one number."""
        text = setting.statement.text
        if text[token.start - 1 : token.start] == "[" and text[token.end : token.end + 1] == "]":
            return Verdict("not_checkable", reason="it is a reference mark")
        hedge = hedge_of(text, token.start, token.end)
        hedged = hedge is not None
        keys = key_words(self.pool, token, setting)
        found = equal(self.pool, token)
        given = equal(self.sources.given, token)
        like = [held for held in found if (held.token.unit is None) == (token.unit is None)]
        if like:
            best = self._best(like, keys, setting)
            if given and nearness(self.pool, best, keys, setting) <= 0:
                return _GIVEN
            return self._swapped(token, like, keys, setting) or sound(self.pool, best)
        rounded = self._rounded(token, keys, setting, hedged)
        if rounded is not None:
            return rounded
        if given:
            return _GIVEN
        if found:
            best = self._best(found, keys, setting)
            least = nearness(self.pool, best, keys, setting)
            return (
                self._conflict(token, keys, setting, least)
                or self._swapped(token, found, keys, setting)
                or sound(self.pool, best)
            )
        return self._elsewhere(token, hedged) or self._missing(token, keys, setting, hedge)

    def _best(self, held: Sequence[Held], keys: Mapping[str, float], setting: Setting) -> Held:
        return max(held, key=lambda h: (nearness(self.pool, h, keys, setting), -h.place))

    # ---------------------------------------------------------------- not quite as written

    def _rounded(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedged: bool
    ) -> Verdict | None:
        """Find the number in another unit, or with more digits than the statement gives."""
        number, unit = abs(token.number or 0.0), token.unit
        half = token.step / 2
        if hedged:
            half = max(half, hedge_step(token), 0.05 * number)
        may_round = token.digits >= 2 or hedged
        slack = half if may_round else _TINY * max(1.0, number)
        if unit is None:
            candidates = self._bare(token, number, half, slack, hedged)
        else:
            candidates = self._with_unit(token, number, unit, half, slack, keys, setting)
        if not candidates:
            return None
        held, said = max(candidates, key=lambda item: self._fitness(item[0], token, keys, setting))
        close = nearness(self.pool, held, keys, setting)
        is_read_off = said not in ("as written", "rounded", "in another unit") and setting.mood == "fact"
        if is_read_off and not _is_converted(token, setting):
            conflict = self._conflict(token, keys, setting, 1.5 * close + 0.5)
            if conflict is not None:
                return conflict
        if token.digits < 3 and number < 100 and close <= 0 and said != "in another unit":
            return None
        if token.digits < 5:
            swapped = self._swapped(token, [h for h, _ in candidates], keys, setting)
            if swapped is not None:
                return swapped
        if said == "as written":
            return sound(self.pool, held, f"{held.token.text.strip()} stands there, without the unit")
        return Verdict("derived", held, self.pool.places[held.place], f"{held.token.text.strip()} {said}")

    def _fitness(self, held: Held, token: ValueToken, keys: Mapping[str, float], setting: Setting) -> float:
        """Rank a candidate: by nearness, and one of more than a digit before a bare `1`."""
        tells = held.token.unit is not None or held.token.digits > 1 or token.unit is None
        return nearness(self.pool, held, keys, setting) + (2.0 if tells else 0.0)

    def _bare(
        self, token: ValueToken, number: float, half: float, slack: float, hedged: bool
    ) -> list[tuple[Held, str]]:
        candidates = [
            (held, "rounded")
            for held in self.pool.numbers_between(number - half, number + half)
            if _has_more_digits(held.token, token) or hedged
        ]
        if 0 < number < 1:
            among = self.pool.numbers_between(100 * (number - slack), 100 * (number + slack), "percent")
            candidates += [(held, "as a fraction") for held in among]
        if token.digits >= 3:
            for factor in (1000.0, 1e6, 1e9, 100.0):
                among = self.pool.numbers_between(
                    number * factor * (1 - _TINY), number * factor * (1 + _TINY)
                )
                candidates += [
                    (held, "in a larger unit") for held in among if held.token.digits >= token.digits
                ]
        return candidates

    def _with_unit(
        self,
        token: ValueToken,
        number: float,
        unit: Unit,
        half: float,
        slack: float,
        keys: Mapping[str, float],
        setting: Setting,
    ) -> list[tuple[Held, str]]:
        size = number * unit.size
        candidates: list[tuple[Held, str]] = []
        for held in self.pool.numbers_between(
            (number - half) * unit.size, (number + half) * unit.size, unit.dimension
        ):
            exactly = abs(abs(held.token.number or 0) * (held.token.unit or unit).size - size) <= 1e-6 * size
            if exactly or token.digits >= 2 or half > token.step / 2 or _has_more_digits(held.token, token):
                candidates.append((held, "in another unit" if held.token.unit != unit else "rounded"))
        conflict = self._conflict(token, keys, setting, 0.0) is not None
        for factor, said in implied(unit):
            if factor == 1.0 and conflict:
                continue
            for held in self.pool.numbers_between((number - slack) * factor, (number + slack) * factor):
                if held.token.unit is None and held.token.digits >= min(2, token.digits):
                    if said in _SPELLED and not self._is_spelled(held, _SPELLED[said]):
                        continue
                    same = factor == 1.0 and abs(abs(held.token.number or 0) - number) <= _TINY * number
                    candidates.append((held, "as written" if same else said))
        if half > token.step / 2 or token.digits < 2:
            near = self.pool.numbers_between(number - half, number + half)
            candidates += [
                (held, "rounded")
                for held in near
                if held.token.unit is None and _has_more_digits(held.token, token)
            ]
        candidates += self._by_letter(number, unit, half)
        return candidates + self._temperatures(number, half, unit)

    def _is_spelled(self, held: Held, spelling: re.Pattern[str]) -> bool:
        """Tell whether a bare number's field, call or line says that it counts in that unit."""
        place = self.pool.places[held.place]
        return bool(spelling.search(f"{held.column} {place.text} {' '.join(place.context)}"))

    def _by_letter(self, number: float, unit: Unit, half: float) -> list[tuple[Held, str]]:
        """Find `1890m` for 1.89 cores, `90m` for 1.5 hours."""
        factor = {"cores": unit.size * 1000, "time": unit.size / 60}.get(unit.dimension)
        if factor is None:
            return []
        among = self.pool.numbers_between((number - half) * factor, (number + half) * factor)
        return [(h, "in another unit") for h in among if h.token.unit and h.token.unit.dimension == "letter"]

    def _temperatures(self, number: float, half: float, unit: Unit) -> list[tuple[Held, str]]:
        if unit.dimension == "celsius":
            low, high = (number - half) * 1.8 + 32, (number + half) * 1.8 + 32
            bare = [
                held
                for held in self.pool.numbers_between(low, high)
                if held.token.unit is None and re.search(r"temp|fahr|_f\b", held.column)
            ]
            measured = self.pool.numbers_between(low, high, "temperature")
            return [(held, "in Celsius") for held in (*measured, *bare)]
        if unit.dimension == "temperature":
            low, high = sorted(((number - half - 32) / 1.8, (number + half - 32) / 1.8))
            bare = [
                held
                for held in self.pool.numbers_between(max(0.0, low), max(0.0, high))
                if held.token.unit is None and re.search(r"temp|cels|_c\b", held.column)
            ]
            measured = self.pool.numbers_between(max(0.0, low), max(0.0, high), "celsius")
            return [(held, "in Fahrenheit") for held in (*measured, *bare)]
        return []

    # ---------------------------------------------------------------- not in the evidence

    def _elsewhere(self, token: ValueToken, hedged: bool) -> Verdict | None:
        """Find the number in another unit in what was given, in a name, in an argument, in a date."""
        number, unit = abs(token.number or 0.0), token.unit
        given = self.sources.given
        if unit is not None:
            size = number * unit.size
            if given.numbers_between(size * (1 - _TINY), size * (1 + _TINY), unit.dimension):
                return Verdict("given", reason="it is the user's own number in another unit")
        elif hedged and given.numbers_between(0.95 * number, 1.05 * number):
            return Verdict("given", reason="it is about the user's own number")
        if unit is None:
            part = self.pool.name_numbers.get(token.text.strip())
            if part is not None:
                return sound(self.pool, part, f"it is part of {part.token.text}")
            if given.name_numbers.get(token.text.strip()) is not None:
                return Verdict("given", reason="it is part of a name the user gave")
        chosen = equal(self.sources.arguments, token)
        if any((held.token.unit is None) == (unit is None) for held in chosen):
            return _CHOSEN
        return self._year(token)

    def _year(self, token: ValueToken) -> Verdict | None:
        number = token.number or 0.0
        if token.unit is not None or not (1900 <= number <= 2100) or number != int(number):
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
            conflict = self._conflict(token, keys, setting, 1.0)
            if conflict is not None and setting.mood not in ("advice", "question"):
                return conflict
        rival = self._rival(token, setting, keys)
        derivation = self.explainer.explain(
            token, _target(token, hedged), setting, is_named=rival is not None and rival.is_named
        )
        if derivation is not None:
            return Verdict("derived", reason=derivation)
        if setting.mood in ("advice", "question"):
            return in_mood(setting.mood)
        if token.label and (token.number or 0) <= _LABELS_UP_TO and token.unit is None:
            return Verdict("not_checkable", reason=f"it numbers a {token.label}")
        is_weak = _is_weak(token)
        slip = None if hedged else self._digit_slip(token)
        if slip is not None:
            return altered(self.pool, slip)
        conflict = None if is_weak else self._conflict(token, keys, setting, 0.5)
        if conflict is not None:
            return conflict
        if rival is not None and rival.is_meant(token, is_weak=is_weak, hedge=hedge):
            return altered(self.pool, rival.held)
        if is_weak:
            return Verdict("not_checkable", reason="so small a number may be a count of anything")
        if hedged:
            return Verdict("not_checkable", reason="it is given as approximate")
        if setting.mood == "supposition":
            return in_mood("supposition")
        if not self.sources.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        return unsupported(self.pool, setting)

    # ---------------------------------------------------------------- what stands in its place

    def _conflict(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, least: float
    ) -> Verdict | None:
        """Find the same number with another unit, where the statement's words point to it at least as much."""
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
        best = self._best(others, keys, setting)
        if nearness(self.pool, best, keys, setting) < max(least, 0.5):
            return None
        return altered(self.pool, best)

    def _digit_slip(self, token: ValueToken) -> Held | None:
        """Find the number of the evidence that differs in one digit, where chance would hardly have one."""
        said = re.sub(r"\D", "", token.text)
        if len(said) < 4 or token.digits < 4:
            return None
        chance = self.pool.n_numbers_like(len(said)) * 9.0 * len(said) / 10.0 ** len(said)
        if chance > _CHANCE:
            return None
        for at in range(len(said)):
            for digit in "0123456789":
                held = self.pool.number_written(said[:at] + digit + said[at + 1 :])
                if held is not None and held.token.step == token.step and agree(token.unit, held.token.unit):
                    return held
        return None

    def _rival(self, token: ValueToken, setting: Setting, keys: Mapping[str, float]) -> _Rival | None:
        """Find the number that evidence has under the statement's own names, and how surely it is meant."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        label = label_words(setting.statement.text, token.start, token.end)
        best: _Rival | None = None
        for share, place in self.pool.best_places(setting.words, 10):
            anchored = bool(setting.anchors & place.words)
            for held in self.pool.by_place.get(place.number, ()):
                if held.token.kind != "number" or not _comparable(token, held.token):
                    continue
                if any(_same(held.token, t) for t in taken):
                    continue
                common = sum(weight for word, weight in keys.items() if word in held.keys)
                same_label = bool(label & held.label) or self._is_only(token, held, place)
                alike = _likeness(token, held.token)
                strength = (1.0 if anchored else 0.0) + min(1.5, common) + (1.0 if same_label else 0.0)
                strength += (0.5 if alike >= 0.5 else 0.0) + (
                    0.5 if token.unit is not None and held.token.unit is not None else 0.0
                )
                rival = _Rival(strength if share >= 1.0 else strength / 2, alike, held, same_label)
                if best is None or rival[:2] > best[:2]:
                    best = rival
        return best

    def _is_only(self, token: ValueToken, held: Held, place: Place) -> bool:
        """Tell whether a number is the only one of its unit at its place: the unit names it."""
        unit = held.token.unit
        if unit is None or token.unit is None or unit.dimension in ("times", "letter"):
            return False
        units = [h.token.unit for h in self.pool.by_place.get(place.number, ()) if h.token.unit is not None]
        return sum(other.dimension == unit.dimension for other in units) == 1

    def _swapped(
        self, token: ValueToken, found: Sequence[Held], keys: Mapping[str, float], setting: Setting
    ) -> Verdict | None:
        """Tell a true number that stands under another's name, where the statement's own has a different one."""
        if setting.mood in ("advice", "question") or not setting.anchors:
            return None
        if any(is_about(self.pool, self.pool.places[held.place], setting.anchors) for held in found):
            return None
        rival = self._rival(token, setting, keys)
        if rival is None or rival.strength < 2.0:
            return None
        place = self.pool.places[rival.held.place]
        here = self.pool.by_place.get(place.number, ())
        n_rivals = sum(h.token.kind == "number" and _comparable(token, h.token) for h in here)
        if (n_rivals > 3 and not rival.same_label) or not setting.anchors & place.words:
            return None
        elsewhere = self.pool.places[found[0].place].text.strip()
        return altered(self.pool, rival.held, f" there; the value stands at {elsewhere[:80]!r}")


def equal(pool: Pool, token: ValueToken) -> list[Held]:
    """Give the numbers of a pool that are the same, with a unit that can be the same."""
    number = abs(token.number or 0.0)
    slack = _TINY * max(1.0, number)
    return [
        h for h in pool.numbers_between(number - slack, number + slack) if agree(token.unit, h.token.unit)
    ]


def implied(unit: Unit) -> list[tuple[float, str]]:
    """Give the factors by which a bare number may be meant in a unit or in its smaller sisters."""
    same = [(1.0, "rounded")]
    if unit.dimension == "time":
        factors = [
            (unit.size, "as seconds"),
            (unit.size * 1e3, "as milliseconds"),
            (unit.size * 1e6, "as microseconds"),
            (unit.size * 1e9, "as nanoseconds"),
            (unit.size / 60, "as minutes"),
        ]
    elif unit.dimension == "bytes":
        decimal = 1000.0 ** _power(unit)
        factors = [
            (unit.size, "as bytes"),
            (decimal, "as bytes"),
            (unit.size / 1024, "as KiB"),
            (unit.size / 1024**2, "as MiB"),
            (unit.size / 1000, "as kB"),
            (unit.size / 1e6, "as MB"),
        ]
    elif unit.dimension == "percent":
        factors = [(0.01 * unit.size, "as a percentage")]
    elif unit.dimension == "money":
        factors = [(100.0, "in cents")]
    elif unit.dimension == "cores":
        factors = [(unit.size * 1000, "as millicores")]
    else:
        factors = []
    return same + [pair for pair in factors if pair[0] != 1.0]


def _is_converted(token: ValueToken, setting: Setting) -> bool:
    """Tell whether the statement writes the same size in another unit beside it."""
    if token.unit is None:
        return False
    size = abs(token.number or 0.0) * token.unit.size
    return any(
        other is not token
        and other.unit is not None
        and other.unit.dimension == token.unit.dimension
        and other.unit != token.unit
        and abs(abs(other.number or 0.0) * other.unit.size - size) <= 1e-6 * size
        for other in setting.tokens
    )


def _power(unit: Unit) -> int:
    return "BKMGTP".index(unit.name[0].upper()) if unit.name[0].upper() in "BKMGTP" else 0


def hedge_step(token: ValueToken) -> float:
    """Give half the place value of a round number's last digit that is not zero: 500 for `4000`."""
    number = abs(token.number or 0.0)
    if number < 10 or number != int(number):
        return 0.0
    digits = str(int(number))
    zeros = len(digits) - len(digits.rstrip("0"))
    return 0.5 * 10.0**zeros if zeros else 0.0


def _target(token: ValueToken, hedged: bool) -> Target:
    size = 1.0 if token.unit is None else token.unit.size
    dimension = "" if token.unit is None else token.unit.dimension
    number = abs(token.number or 0.0)
    slack = _TINY if _is_weak(token) else token.step / 2
    if hedged:
        slack = max(slack, hedge_step(token), 0.05 * number)
    return Target(number * size, dimension, slack * size, token.digits, size)


def _has_more_digits(held: ValueToken, token: ValueToken) -> bool:
    return held.step < token.step or held.digits > token.digits


_SPELLED = {
    "as KiB": re.compile(r"kib|kb|(?<![a-z])ki(?![a-z])|kilo", re.IGNORECASE),
    "as kB": re.compile(r"kib|kb|kilo", re.IGNORECASE),
    "as MiB": re.compile(r"mib|mb|(?<![a-z])mi(?![a-z])|mega", re.IGNORECASE),
    "as MB": re.compile(r"mib|mb|mega", re.IGNORECASE),
    "as microseconds": re.compile(r"us(?![a-z])|µs|μs|micro", re.IGNORECASE),
    "as nanoseconds": re.compile(r"ns(?![a-z])|nano", re.IGNORECASE),
    "as minutes": re.compile(r"min", re.IGNORECASE),
}
_WEAK_TIMES = {
    (24, "h"), (7, "d"), (1, "d"), (1, "h"), (1, "min"), (1, "s"), (60, "s"), (60, "min"), (1, "month"),
    (12, "month"), (30, "d"), (1, "w"), (365, "d"), (1, "year"),
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


def _comparable(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence could stand in the statement's place."""
    if token.unit is None:
        return held.unit is None or held.unit.dimension not in ("percent", "money", "times", "bytes")
    if held.unit is None:
        return token.unit.dimension in ("money", "times", "percent", "degrees", "celsius", "temperature")
    return held.unit.dimension == token.unit.dimension or agree(held.unit, token.unit)


def _same(left: ValueToken, right: ValueToken) -> bool:
    return abs(abs(left.number or 0.0) - abs(right.number or 0.0)) < 1e-9


def _likeness(token: ValueToken, held: ValueToken) -> float:
    """Give how alike two numbers are written, in [0, 1]."""
    left = re.sub(r"[^\d.]", "", token.text)
    right = re.sub(r"[^\d.]", "", held.text)
    if not left or not right:
        return 0.0
    return 1.0 - Levenshtein.distance(left, right) / max(len(left), len(right))
