"""Find what the evidence has in the place of a number: under the same name, in another unit, a digit off.

It compares and ranks; whether the statement's number is altered is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict, altered, is_about, nearness
from evidencelab.traces.values.rates import RATE, SHARE_OF, is_pace
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved, with_a_digit_changed
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, number_of_digits, scale_of
from evidencelab.traces.wording.hedges import Hedge
from evidencelab.traces.wording.words import label_words, near_words, words_of

_CHANCE = 0.1
"""Highest chance, in [0, 1], that an honest number lies one digit from some number of the evidence."""
_TINY = 1e-9
_SMALL = 20
"""Highest number of the evidence that a small count can be meant for."""
_LIKE = 0.5
"""How alike two numbers are written, in [0, 1], below which a common unit does not make them one's."""
_WHOLE = 100.0
_SHORT = 2
_FEW_BESIDE, _FEW_NAMED = 6, 3
_HEAD = re.compile(r"[\s|*_`]*([^\s|*_`:：][^|:：\n]{0,39}?)[*_`]*\s*(?:\||[:：]\s)")
"""The first cell of a row, or the label of a line."""
_FAR = 50.0
"""A measure that is so many times another is not meant for it."""
_TITLED = re.compile(r"(?:name|title|subject)=(?:[^=,]*\s)?([A-Z][\w-]+)\s$", re.IGNORECASE)
_LONGEST_TITLE = 60
_NUMBERED = re.compile(r"\d{3,}(?:[-/.]\d+)+")
_FEWEST_LETTERS, _FEWEST_SIGNS = 3, 2
"""Characters from which a first cell names its row: of letters, and of Chinese signs."""
_BREAK = re.compile(
    r"[,;:](?=\s)|[，；：、。]|\s[–—-]\s|\b(?:because|while|whereas|but|although|since|due to|after)\b"
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
        if is_pace(setting.statement.text, token.start, token.start):
            return None
        number = abs(token.number)
        others = [
            held
            for held in self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
            if held.token.unit is not None
            and not agree(token.unit, held.token.unit)
            and "times" not in (token.unit.dimension, held.token.unit.dimension)
            and held.token.unit.name.lower() != token.unit.name[:1].lower()
        ]
        if not others:
            return None
        best = self.best(others, keys, setting)
        beside = self.beside(token, setting)
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

    def beside(self, token: ValueToken, setting: Setting) -> set[int]:
        """Give the places that hold another value of the statement, one that few places hold."""
        places: set[int] = set()
        for other in setting.tokens:
            if other is token or (other.kind == "number" and other.digits < 2 and other.unit is None):
                continue
            if other.kind == "name":
                held = list(self.pool.names.get(other.folded, ()))
            elif other.kind == "moment":
                held = self.pool.moments_like(other.moment) if other.moment else []
            else:
                size = abs(other.number or 0.0)
                held = self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))
            if len(held) <= _FEW_BESIDE:
                places |= {h.place for h in held}
        return places

    def under_head(self, token: ValueToken, setting: Setting) -> set[int]:
        """Give the few places that hold a word of the first cell or label of the statement, or its names."""
        places: set[int] = set()
        head = _HEAD.match(setting.statement.text)
        own = words_of(head[1]) if head and head.end() <= token.start else frozenset[str]()
        for word in own | setting.anchors:
            found = self.pool.places_with(word)
            if len(found) <= _FEW_NAMED:
                places.update(found)
        return places

    def slip_beside(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the number that differs in one digit, on a line that holds another value of the statement.

        The line must have no other number of that length that the statement leaves out, three where the
        number is long or has a unit.
        """
        most = 1 if number_of_digits(token) <= 2 and token.unit is None else 3
        under = self.under_head(token, setting)
        for number in sorted(self.beside(token, setting) | under):
            left = self._as_long(number, token, setting)
            near = [held for held in left if _is_slip(token, held.token)]
            if near and len(left) <= most:
                return near[0]
            shifted = next(
                (held for held in self._untold_at(number, token, setting) if _is_shift(token, held.token)),
                None,
            )
            if shifted is not None:
                return shifted
        return None

    def slip_about(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the number that differs in one digit, under a common word, where the statement is about."""
        words = near_words(setting.statement.text, token.start, token.end)
        for share, place in self.pool.best_places(setting.words, 4):
            if share < 1.0 or (setting.anchors and not setting.anchors & (place.words | place.context)):
                continue
            left = self._as_long(place.number, token, setting)
            named = [held for held in left if _is_slip(token, held.token) and words & held.keys]
            if named and len(left) <= _FEW_BESIDE // 2:
                return named[0]
        return None

    def _untold_at(self, place: int, token: ValueToken, setting: Setting) -> list[Held]:
        """Give a place's numbers that the statement does not give."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        here = (held for held in self.pool.by_place.get(place, ()) if held.token.kind == "number")
        return [held for held in here if not any(is_same(held.token, t) for t in taken)]

    def _left_at(self, place: int, token: ValueToken, setting: Setting) -> list[Held]:
        """Give those of a place's untold numbers that could stand for this one."""
        return [
            held
            for held in self._untold_at(place, token, setting)
            if comparable(token, held.token)
            and (token.unit is None or token.unit.dimension != "percent" or held.token.unit is not None)
        ]

    def _as_long(self, place: int, token: ValueToken, setting: Setting) -> list[Held]:
        return [
            h
            for h in self._left_at(place, token, setting)
            if number_of_digits(h.token) == number_of_digits(token)
            and not _is_in_title(h, token, setting.statement.text)
        ]

    def digit_slip(self, token: ValueToken) -> Held | None:
        """Find the number of the evidence that differs in one digit, where chance would hardly have one."""
        said = re.sub(r"\D", "", token.text)
        if len(said) < 4 or token.digits < 4:
            return None
        chance = self.pool.n_numbers_like(len(said)) * 9.0 * len(said) / 10.0 ** len(said)
        if chance > _CHANCE:
            return None
        for other in with_a_digit_changed(said):
            held = self.pool.number_written(other)
            if held is not None and held.token.step == token.step and agree(token.unit, held.token.unit):
                return held
        return None

    def rival(self, token: ValueToken, setting: Setting, keys: Mapping[str, float]) -> Rival | None:
        """Find the number that evidence has under the statement's own names, and how surely it is meant."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        text = setting.statement.text
        is_share = SHARE_OF.match(text, token.end) is not None
        label = frozenset[str]() if is_share else label_words(text, token.start, token.end)
        if RATE.match(text[token.end : token.end + 40]):
            return None
        best: Rival | None = None
        for share, place in self.pool.best_places(setting.words, 10):
            anchored = bool(setting.anchors & place.words)
            for held in self.pool.by_place.get(place.number, ()):
                if held.token.kind != "number" or not comparable(token, held.token):
                    continue
                if any(is_same(held.token, t) for t in taken) or (is_share and held.token.unit is None):
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
                rival = Rival(strength, alike, held, same_label, bool(label & held.label))
                if best is None or rival[:2] > best[:2]:
                    best = rival
        return best

    def has_like(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether a place the statement is about has a number that is written much like this one."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        for _, place in self.pool.best_places(setting.words, 16):
            for held in self.pool.by_place.get(place.number, ()):
                is_like = held.token.kind == "number" and _likeness(token, held.token) >= 0.5
                if is_like and not any(is_same(held.token, t) for t in taken):
                    return True
        said = re.sub(r"\D", "", token.text)
        if len(said) > 2 and any(self.pool.number_written(other) for other in with_a_digit_changed(said)):
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
        if any(_begins_with_said(held.line.text, setting.statement.text) for held in found):
            return None
        rival = self.rival(token, setting, keys)
        if rival is None or rival.strength < 2.0 or rival.held.token.number == token.number:
            return None
        if not _may_stand_for(token, rival.held.token):
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


def _may_stand_for(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number is in the unit of another and about as long, so that it could be told for it."""
    if token.unit is not None and held.unit is not None and token.unit.size != held.unit.size:
        return False
    one, other = (len(str(int(abs(t.number or 0.0)))) for t in (token, held))
    return abs(one - other) <= 1


def _is_slip(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers of one length differ in one digit, or in two neighbours exchanged."""
    one, other = (re.sub(r"\D", "", t.text) for t in (token, held))
    return token.step == held.step and differ_by_a_slip(one, other)


def _is_in_title(held: Held, token: ValueToken, text: str) -> bool:
    """Tell whether a number ends a name (`name=Release Train 12`) that is not said in front of the other."""
    word = _TITLED.search(held.line.text[max(0, held.token.start - _LONGEST_TITLE) : held.token.start])
    if word is None:
        return False
    return re.search(rf"\b{re.escape(word[1])}\W*$", text[: token.start], re.IGNORECASE) is None


def _begins_with_said(line: str, text: str) -> bool:
    """Tell whether the first cell of a line, or the value of its first field, is a word of a text."""
    cell = cells_of(line)[0].rpartition("=")[2].strip() if line.strip() else ""
    fewest = _FEWEST_LETTERS if cell.isascii() else _FEWEST_SIGNS
    is_name = re.search(r"[^\W\d_]", cell) or _NUMBERED.fullmatch(cell)
    if not fewest <= len(cell) <= len(text) or not is_name:
        return False
    return cell in text if not cell.isascii() else re.search(rf"\b{re.escape(cell)}\b", text) is not None


def _is_shift(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers of two digits, or of one unit, are the same but for the decimal point."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    is_measure = token.unit is not None and token.unit == held.unit
    n_digits = len(f"{said:.12g}".replace(".", "").strip("0"))
    if n_digits < (1 if is_measure else 2) or not (comparable(token, held) or _is_scaled(token, held)):
        return False
    if token.unit is not None and token.unit.dimension == "percent" and held.unit is None:
        return False
    return is_point_moved(said, has)


def _is_scaled(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether one of two numbers that can be of one unit is written with a scale word: `$9.1B`."""
    return scale_of(token) != scale_of(held) and agree(token.unit, held.unit)


def _clause_of(text: str, token: ValueToken) -> frozenset[str]:
    """Give the words of the clause that a number stands in."""
    start = max((found.end() for found in _BREAK.finditer(text, 0, token.start)), default=0)
    found = _BREAK.search(text, token.end)
    clause = text[start : found.start() if found else len(text)]
    return words_of(clause) | {t.folded for t in value_tokens(clause) if t.kind == "name"}


def comparable(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence could stand in the statement's place."""
    if (scale_of(token) != 1.0) != (scale_of(held) != 1.0):
        return False
    if token.unit is None:
        return held.unit is None or held.unit.dimension not in (
            "percent",
            "money",
            "times",
            "bytes",
            "time",
            "letter",
        )
    if held.unit is None:
        said, number = abs(token.number or 0.0), abs(held.number or 0.0)
        if token.unit.dimension == "percent" and number > _WHOLE:
            return False
        if min(said, number) * _FAR < max(said, number):
            return False
        return token.unit.dimension in ("money", "times", "percent", "degrees", "celsius", "temperature")
    if held.unit.dimension != token.unit.dimension:
        sizes = sorted((abs(token.number or 0.0), abs(held.number or 0.0)))
        return agree(held.unit, token.unit) and sizes[1] <= _FAR * sizes[0]
    sizes = sorted(abs(t.number or 0.0) * t.unit.size for t in (token, held) if t.unit is not None)
    return is_same(token, held) or sizes[1] <= _FAR * sizes[0]


def is_same(left: ValueToken, right: ValueToken) -> bool:
    """Tell whether two numbers are the same as written, whatever their sign and unit."""
    return abs(abs(left.number or 0.0) - abs(right.number or 0.0)) < 1e-9


def _likeness(token: ValueToken, held: ValueToken) -> float:
    """Give how alike two numbers are written, in [0, 1]."""
    left, right = (re.sub(r"\.0+$", "", re.sub(r"[^\d.]", "", t.text)) for t in (token, held))
    if not left or not right:
        return 0.0
    return 1.0 - OSA.distance(left, right) / max(len(left), len(right))
