"""Find a number in another unit, or with more digits than the statement gives.

`4.2 s` is backed by `4217` under a field of milliseconds, `78 %` by `0.784`, `1.8 GiB` by `1843Mi`. The
shorter the number, the more its words must point to where it was rounded from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from evidencelab.traces.evidence.field_units import unit_against
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import is_beside
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.rivals import Rivals, begins_with_said
from evidencelab.traces.evidence.setting import Setting, Verdict, altered, nearness, sound
from evidencelab.traces.values.units import Unit, agree, find_unit
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.workings.other_units import (
    by_letter,
    implied,
    in_bytes,
    in_full,
    in_scale,
    is_spelled,
    temperatures,
)

_AS_SHARE, _MOST_SHARE = "as a percentage", 200.0
"""A fraction above this many per cent is no share."""
_TINY = 1e-9
_CUT_DIGITS, _LEFT_OUT = 4, 3
_MOST_ROUNDED = 0.45
"""Share of a number beyond which it is no rounding of another one: 1 GiB is not 512 MiB rounded."""
_WIDEST = 0.2
"""How far, as a share, a number that is not hedged may lie from the one it was rounded from."""
_ABOUT = (0.05, 0.05, 0.02, 0.005)
"""How far, as a share, a number that is about so much may lie off, by its significant digits."""
_CHANCE = 0.1
"""Highest chance, in [0, 1], that some number of the evidence rounds to one that was made up."""
_SHARE_FIELD = re.compile(r"utili[sz]|percent|pct|ratio|rate$|humid|usage_?p|%", re.IGNORECASE)


class Rounder:
    """Looks for unrounded and converted numbers in one pool."""

    def __init__(self, pool: Pool, rivals: Rivals) -> None:
        self.pool = pool
        self.rivals = rivals

    def rounded(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedged: bool
    ) -> Verdict | None:
        """Find the number in another unit, or with more digits than the statement gives."""
        number, unit = abs(token.number or 0.0), token.unit
        half = min(token.step / 2, _MOST_ROUNDED * number)
        if hedged:
            half = max(half, hedge_slack(token))
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
        if said in ("as written", "rounded") and _is_other_kind(token, held):
            return None
        is_read_off = said not in ("as written", "rounded", "in another unit") and setting.mood == "fact"
        if is_read_off and not _is_converted(token, setting):
            conflict = self.rivals.conflict(token, keys, setting, 1.5 * close + 0.5)
            if conflict is not None:
                return conflict
        sure = held.token.digits >= 4 and said != "rounded" and token.unit is not None
        is_short = token.digits < 3 and number < 100 and said != "in another unit"
        if is_short and close <= 0 and not sure and not self._is_alone(token):
            beside = [pair for pair in candidates if is_beside(self.pool, token, pair[0], setting)]
            beside = beside or [
                pair for pair in candidates if self._is_rounded_beside(token, pair[0], setting)
            ]
            text = setting.statement.text.lower()
            beside = beside or [
                pair
                for pair in candidates
                if pair[1] == "rounded" and begins_with_said(pair[0].line.text.lower(), text)
            ]
            if not beside:
                return None
            held, said = beside[0]
        if token.digits < 5:
            swapped = self.rivals.swapped(token, [h for h, _ in candidates], keys, setting)
            if swapped is not None:
                return swapped
        if said == "as written":
            other = unit_against(token, held, [h for h, _ in candidates])
            if other is not None:
                return altered(self.pool, held, f", in {other.name}")
            return sound(self.pool, held, f"{held.token.text.strip()} stands there, without the unit")
        return Verdict("derived", held, self.pool.places[held.place], f"{held.token.text.strip()} {said}")

    def _is_rounded_beside(self, token: ValueToken, held: Held, setting: Setting) -> bool:
        """Tell whether a decimal beside a number is rounded from another one of the line it may be from."""
        if token.step >= 1 or held.token.step >= token.step:
            return False
        others = [t for t in setting.tokens if t.kind == "number" and t is not token and t.step == token.step]
        line = [h.token for h in self.pool.by_place.get(held.place, ()) if h.token.start != held.token.start]
        return any(
            t.number is not None
            and h.step < t.step
            and h.number is not None
            and abs(h.number - t.number) <= t.step / 2 + _TINY
            and agree(t.unit, h.unit)
            for t in others
            for h in line
        )

    def _is_alone(self, token: ValueToken) -> bool:
        """Tell whether so few numbers are of about this size that none would round to it by chance."""
        number = abs(token.number or 0.0)
        n_like = len(self.pool.numbers_between(number / 2, number * 2))
        return n_like * token.step <= _CHANCE * 1.5 * number

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
        if token.digits >= _CUT_DIGITS and token.step < 1:
            among = self.pool.numbers_between(number + half, number + token.step)
            candidates += [(held, "cut off") for held in among if _is_cut_off(held.token, token)]
        if 0 < number < 1:
            among = self.pool.numbers_between(100 * (number - slack), 100 * (number + slack), "percent")
            candidates += [(held, "as a fraction") for held in among]
        if scale_of(token) != 1.0:
            candidates += in_scale(self.pool, token, number, slack)
        candidates += in_full(self.pool, number)
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
            apart = abs(abs(held.token.number or 0) * (held.token.unit or unit).size - size)
            if half == token.step / 2 and apart > _WIDEST * size:
                continue
            if exactly or token.digits >= 2 or half > token.step / 2 or _has_more_digits(held.token, token):
                candidates.append((held, "in another unit" if held.token.unit != unit else "rounded"))
        if unit.dimension == "time":
            longer = self.pool.numbers_between(size, size + unit.size, "time")
            candidates += [(held, "cut off") for held in longer if _begins_with(held.token, number, unit)]
        if unit.dimension == "bytes" and token.digits >= 2:
            candidates += [
                (held, "in another unit") for held in in_bytes(self.pool, number, half, unit, token.step)
            ]
        conflict = self.rivals.conflict(token, keys, setting, 0.0) is not None
        for factor, said in implied(unit):
            if (factor == 1.0 and conflict) or (said == _AS_SHARE and number > _MOST_SHARE):
                continue
            for held in self.pool.numbers_between((number - slack) * factor, (number + slack) * factor):
                if held.token.unit is None and held.token.digits >= min(2, token.digits):
                    if not is_spelled(self.pool, held, said):
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
        if scale_of(token) != 1.0:
            candidates += in_scale(self.pool, token, number, slack)
        if token.digits >= 3:
            for factor in (1e3, 1e6):
                among = self.pool.numbers_between((number - slack) * factor, (number + slack) * factor)
                candidates += [
                    (held, "in a larger unit")
                    for held in among
                    if held.token.unit is None and held.token.digits >= token.digits
                ]
        candidates += by_letter(self.pool, number, unit, half)
        return candidates + temperatures(self.pool, number, half, unit)


def _is_other_kind(token: ValueToken, held: Held) -> bool:
    """Tell whether a bare number's field says that it is a share, and the statement's a measure."""
    if held.token.unit is not None or token.unit is None or token.unit.dimension not in ("time", "bytes"):
        return False
    return bool(_SHARE_FIELD.search(held.field))


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


def hedge_slack(token: ValueToken) -> float:
    """Give how far what is about so much may lie off: the more digits it is given with, the less."""
    share = _ABOUT[min(token.digits, len(_ABOUT)) - 1]
    return max(hedge_step(token), share * abs(token.number or 0.0))


def hedge_step(token: ValueToken) -> float:
    """Give half the place value of a round number's last digit that is not zero: 500 for `4000`."""
    number = abs(token.number or 0.0)
    if number < 10 or number != int(number):
        return 0.0
    digits = str(int(number))
    zeros = len(digits) - len(digits.rstrip("0"))
    return min(0.5 * 10.0**zeros, 0.15 * number) if zeros else 0.0


def _is_cut_off(held: ValueToken, token: ValueToken) -> bool:
    """Tell whether a number is the first digits of a longer one, whose last ones were left out unrounded."""
    said, whole = (re.sub(r"[^\d.]", "", t.text) for t in (token, held))
    return whole.startswith(said) and len(whole) >= len(said) + _LEFT_OUT


def _begins_with(held: ValueToken, number: float, unit: Unit) -> bool:
    """Tell whether a length in parts begins with a number of a unit: `21w6d` with 21 weeks."""
    parts = re.match(r"\s*(\d+)([^\d]+)\d", held.text)
    first = None if parts is None or float(parts[1]) != number else find_unit(parts[2].rstrip())[0]
    return first is not None and first.size == unit.size


def _has_more_digits(held: ValueToken, token: ValueToken) -> bool:
    return held.step < token.step or held.digits > token.digits
