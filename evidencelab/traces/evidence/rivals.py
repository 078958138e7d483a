"""Find what the evidence has in the place of a number: under the same name, or in another unit.

It compares and ranks; whether the statement's number is altered is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.likeness import comparable, is_same, is_slip_of, likeness, may_stand_for
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pointers import places_beside
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict, altered, is_about, nearness, told_beside
from evidencelab.traces.values.rates import RATE, SHARE_OF, is_pace
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.slips import with_a_digit_changed
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, number_of_digits
from evidencelab.traces.wording.clauses import clause_around, is_of_owner
from evidencelab.traces.wording.hedges import Hedge, hedge_of
from evidencelab.traces.wording.words import label_words, near_words, words_of

_TINY = 1e-9
_SMALL = 20
"""Highest number of the evidence that a small count can be meant for."""
_LIKE = 0.5
"""How alike two numbers are written, in [0, 1], below which a common unit does not make them one's."""
_SHORT = 2
_FEWEST_ROWS, _MOST_ROWS = 2, 400
_NUMBERED = re.compile(r"\d{3,}(?:[-/.]\d+)+")
_FEWEST_LETTERS, _FEWEST_SIGNS = 3, 2
"""Characters from which a first cell names its row: of letters, and of Chinese signs."""
_BREAK = re.compile(
    r"[,;:](?=\s)|[，；：、。]|\s[–—-]\s|对比|相比|相较|[而较]"
    r"|\b(?:because|while|whereas|but|although|since|due to|after|against|versus|vs|compared (?:to|with))\b"
)


class Rival(NamedTuple):
    """A number of the evidence that could be what the statement means.

    Attributes:
        strength: How much speaks for it; see `is_meant`.
        alike: How alike the two are written, in [0, 1].
        held: The number.
        same_label: Whether both are the value of the same key or noun, or alone of their unit.
        same_word: Whether both are the value of the same key or noun.
    """

    strength: float
    alike: float
    held: Held
    same_label: bool
    same_word: bool = False

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
        if hedge is None and token.digits <= _SHORT:
            is_as_long = number_of_digits(token) == number_of_digits(self.held.token)
            is_near = self.same_word or self.alike >= 0.5 or self.strength >= 2.5
            return is_near and self.strength >= 1.0 and is_as_long
        if hedge is None:
            return self.strength >= 1.0 and (self.same_label or self.alike >= 0.5 or self.strength >= 2.5)
        said, held = abs(token.number or 0.0), abs(self.held.token.number or 0.0)
        units = token.unit, self.held.token.unit
        if units[0] is not None and units[1] is not None and units[0].dimension == units[1].dimension:
            said, held = said * units[0].size, held * units[1].size
        bounds = {"about": (0.94, 1.06), "over": (0.5, 1.005), "under": (0.995, 2.0)}[hedge]
        fits = bounds[0] * held <= said <= bounds[1] * held
        return self.same_label and self.strength >= 2.0 and not fits


_COMPARED = re.compile(r"[<>≤≥]=?\s?$")


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
        text = setting.statement.text
        if is_pace(text, token.start, token.start) or hedge_of(text, token.start, token.end) in (
            "over",
            "under",
        ):
            return None
        number = abs(token.number)
        others = [
            held
            for held in self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
            if held.token.unit is not None
            and not agree(token.unit, held.token.unit)
            and is_slip_of(token.unit, held.token.unit)
            and "times" not in (token.unit.dimension, held.token.unit.dimension)
            and held.token.unit.name.lower() != token.unit.name[:1].lower()
        ]
        if not others:
            return None
        best = self.best(others, keys, setting)
        beside = places_beside(self.pool, token, setting)
        said = [t for t in setting.tokens if t is not token and t.kind == "number"]
        unsaid = [
            h for h in others if not any(is_same(h.token, t) and agree(h.token.unit, t.unit) for t in said)
        ]
        label = label_words(setting.statement.text, token.start, token.end)
        if number_of_digits(token) == 1:
            unsaid = [held for held in unsaid if keys.keys() & held.keys or label & held.label]
        met = next((held for held in unsaid if held.place in beside), None)
        if met is not None:
            return altered(self.pool, met)
        if nearness(self.pool, best, keys, setting) < max(least, 0.5):
            return None
        unit = best.token.unit
        kinds = {token.unit.dimension, unit.dimension if unit is not None else ""}
        is_one_kind = len(kinds) == 1 or kinds == {"celsius", "temperature"}
        if (number_of_digits(token) == 1 or not is_one_kind) and not label & best.label:
            return None
        return altered(self.pool, best)

    def rival(self, token: ValueToken, setting: Setting, keys: Mapping[str, float]) -> Rival | None:
        """Find the number that evidence has under the statement's own names, and how surely it is meant."""
        taken = told_beside(token, setting)
        text = setting.statement.text
        is_share = SHARE_OF.match(text, token.end) is not None
        label = frozenset[str]() if is_share else label_words(text, token.start, token.end)
        if RATE.match(text[token.end : token.end + 40]):
            return None
        best: Rival | None = None
        for share, place in setting.ranking.best(10):
            anchored = bool(setting.anchors & place.words)
            for held in self.pool.by_place.get(place.number, ()):
                if held.token.kind != "number" or not comparable(token, held.token):
                    continue
                if taken.have(held.token) or (is_share and held.token.unit is None):
                    continue
                common = sum(weight for word, weight in keys.items() if word in held.keys)
                alike = likeness(token, held.token)
                same_label = bool(label & held.label) or (
                    alike >= _LIKE and self._is_only(token, held, place)
                )
                strength = (1.0 if anchored else 0.0) + min(1.5, common) + (1.0 if same_label else 0.0)
                strength += (0.5 if alike >= 0.5 else 0.0) + (
                    0.5 if token.unit is not None and held.token.unit is not None else 0.0
                )
                if share < 1.0 or (setting.anchors and not setting.anchors & (place.words | place.context)):
                    strength /= 2
                rival = Rival(strength, alike, held, same_label, bool(label & held.label))
                if best is None or rival[:2] > best[:2]:
                    best = rival
        return best

    def has_like(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a place the statement is about has a number that is written much like this one."""
        taken = told_beside(token, setting)
        for _, place in setting.ranking.best(16):
            for held in self.pool.by_place.get(place.number, ()):
                is_like = held.token.kind == "number" and likeness(token, held.token) >= 0.5
                if is_like and not taken.have(held.token):
                    return True
        said = re.sub(r"\D", "", token.text)
        if len(said) > 2 and any(self.pool.number_written(other) for other in with_a_digit_changed(said)):
            return True
        number = abs(token.number or 0.0)
        return bool(self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY)))

    def is_of_unnamed_row(self, held: Held, setting: Setting) -> bool:
        """Tell whether a number is one of a column's, and no word says of which row it would be."""
        place = self.pool.places[held.place]
        if not held.column:
            return False
        rows = [
            self.pool.places[h.place]
            for number in self.pool.of_call.get(place.invocation, ())[:_MOST_ROWS]
            for h in self.pool.by_place.get(number, ())
            if h.column == held.column and h.place != held.place
        ]
        own = {word for word in setting.words if word in place.words}
        beside = (h.token for h in self.pool.by_place.get(held.place, ()) if h.column != held.column)
        if any(
            is_same(token, other) for token in beside for other in setting.tokens if other.kind == "number"
        ):
            return False
        return len(rows) >= _FEWEST_ROWS and all(any(word in row.words for row in rows) for word in own)

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
        own = label_words(setting.statement.text, token.start, token.end) | near_words(
            setting.statement.text, token.start, token.start
        )
        anchors = setting.anchors - own
        is_count = token.unit is None and abs(token.number or 0.0) <= _SMALL / 2
        if setting.mood in ("advice", "question") or not anchors or is_count:
            return None
        if "difference" in spoken_beside(token.start, token.end, setting.statement.text):
            return None
        if any(is_about(self.pool, self.pool.places[held.place], anchors) for held in found):
            return None
        if any(begins_with_said(held.line.text, setting.statement.text) for held in found):
            return None
        beside = places_beside(self.pool, token, setting)
        if any(held.place in beside for held in found):
            return None
        rival = self.rival(token, setting, keys)
        if rival is None or rival.strength < 2.0 or rival.held.token.number == token.number:
            return None
        if not may_stand_for(token, rival.held.token) or _is_limit(rival.held):
            return None
        lines = (held.line.text for held in found)
        if any(
            is_of_owner(setting.statement.text, token.start, line, rival.held.line.text) for line in lines
        ):
            return None
        if not _clause_of(setting.statement.text, token) & anchors and any(
            anchor in setting.statement.text.lower() for anchor in anchors
        ):
            return None
        place = self.pool.places[rival.held.place]
        here = self.pool.by_place.get(place.number, ())
        n_rivals = sum(h.token.kind == "number" and comparable(token, h.token) for h in here)
        if (n_rivals > 3 and not rival.same_label) or not anchors & place.words:
            return None
        elsewhere = self.pool.places[found[0].place].text.strip()
        return altered(self.pool, rival.held, f" there; the value stands at {elsewhere[:80]!r}")


def begins_with_said(line: str, text: str) -> bool:
    """Tell whether the first cell of a line, or the value of its first field, is a word of a text.

    Of a path its last part is enough: `jobs/nightly`.
    """
    cell = cells_of(line)[0].rpartition("=")[2].strip() if line.strip() else ""
    cell = cell.rpartition("/")[2] if " " not in cell and not cell.endswith("/") else cell
    fewest = _FEWEST_LETTERS if cell.isascii() else _FEWEST_SIGNS
    is_name = re.search(r"[^\W\d_]", cell) or _NUMBERED.fullmatch(cell)
    if not fewest <= len(cell) <= len(text) or not is_name:
        return False
    return cell in text if not cell.isascii() else re.search(rf"\b{re.escape(cell)}\b", text) is not None


def _clause_of(text: str, token: ValueToken) -> frozenset[str]:
    """Give the words of the clause that a number stands in."""
    first, last = clause_around(text, token.start, token.end, _BREAK)
    clause = text[first:last]
    return words_of(clause) | {t.folded for t in value_tokens(clause) if t.kind == "name"}


def _is_limit(held: Held) -> bool:
    """Tell whether a number is what another is compared with: `p95 > 300ms` says no p95."""
    return _COMPARED.search(held.line.text, 0, held.token.start) is not None
