"""Find the number of the evidence that another is a slip of: a digit changed, two exchanged, the point moved.

It looks where the statement points to, and everywhere where chance would hardly have such a number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from evidencelab.traces.evidence.likeness import Sizes, comparable
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_beside, places_under_head
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, told_beside
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved, with_a_digit_changed
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, number_of_digits, scale_of
from evidencelab.traces.wording.words import name_words, near_words

_CHANCE = 0.1
"""Highest chance, in [0, 1], that an honest number lies one digit from some number of the evidence."""
_TITLED = re.compile(r"(?:name|title|subject)=(?:[^=,]*\s)?([A-Z][\w-]+)\s$", re.IGNORECASE)
_LONGEST_TITLE = 60
_FEW_LEFT = 3
_CODE = re.compile(
    r"(?=.*[a-z])(?=(?:[a-z.]*\d){2}|\d[a-z]{2}|[a-z]+\d+[a-z])(?:\d|[a-z]{1,3}\d+[a-z])[a-z\d.]{1,8}(?<!x)"
)
"""Digits and letters in turn, of which no number with a unit is made."""
_NO_LETTER, _RUN = re.compile(r"[\d.]+"), re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d[hq]\d")
"""A half or a quarter of a year: another one near it is as likely another period."""
_WORD_AT_END = re.compile(r"(\w+)[\s\"'*_`:=：(]{0,6}$")
_LONGEST_WORD, _MOST_HELD, _FEW_YEARS = 24, 4, 12


class DigitSlips:
    """Looks for slips of a number in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def beside(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the number that differs in one digit, on a line that holds another value of the statement.

        The line must have no other number of that length that the statement leaves out, three where the
        number is long or has a unit.
        """
        most = 1 if number_of_digits(token) <= 2 and token.unit is None else 3
        told = told_beside(token, setting)
        under = places_under_head(self.pool, token, setting)
        for number in sorted(places_beside(self.pool, token, setting) | under):
            untold = self._untold_at(number, told)
            left = _as_long(untold, token, setting)
            near = [held for held in left if _is_slip(token, held.token)]
            if near and len(left) <= most:
                return near[0]
            shifted = next((held for held in untold if _is_shift(token, held.token)), None)
            if shifted is not None:
                return shifted
        return None

    def about(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the number that differs in one digit, under a common word, where the statement is about."""
        words = near_words(setting.statement.text, token.start, token.end)
        told = told_beside(token, setting)
        for share, place in setting.ranking.best(4):
            if share < 1.0 or (setting.anchors and not setting.anchors & (place.words | place.context)):
                continue
            left = _as_long(self._untold_at(place.number, told), token, setting)
            named = [held for held in left if _is_slip(token, held.token) and words & held.keys]
            if named and len(left) <= _FEW_LEFT:
                return named[0]
        return None

    def anywhere(self, token: ValueToken) -> Held | None:
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

    def _untold_at(self, place: int, told: Sizes) -> list[Held]:
        """Give a place's numbers that the statement does not give."""
        here = self.pool.by_place.get(place, ())
        return [held for held in here if held.token.kind == "number" and not told.have(held.token)]


class CodeSlips:
    """Looks for slips of a short code of digits and letters in one pool: seat `18E`, `23H2`, `2N1`."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        """The short codes of the pool by their letters."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.pool.name_list:
            if _CODE.fullmatch(name):
                found[_NO_LETTER.sub("", name)].append(name)
        return found

    def find(self, token: ValueToken, setting: Setting) -> Held | None:
        """Find the code with a code's letters and other digits, under its word or behind the same one.

        One that is no slip of it must be as long, and the only one with its letters. Codes that are told
        beside one that was read may be compared with it.
        """
        name = token.folded
        if not _CODE.fullmatch(name):
            return None
        kin = self._by_letters.get(_NO_LETTER.sub("", name), [])
        slips = [other for other in kin if _is_slip_of_code(name, other)]
        alone = kin if len(kin) == 1 and len(kin[0]) == len(name) and not _YEAR.match(name) else []
        if {t.folded for t in setting.tokens}.intersection(kin):
            return None
        text = setting.statement.text
        words = near_words(text, token.start, token.end)
        before = _word_before(text, token.start)
        is_short = len(_RUN.findall(name)) == 1 and number_of_digits(token) == 1
        for held in (held for other in slips or alone for held in self.pool.names[other][:_MOST_HELD]):
            is_behind_it = before != "" and before == _word_before(held.line.text, held.token.start)
            is_of_code = is_behind_it and any(map(str.isdigit, before))
            is_named = is_behind_it or words & (held.label | name_words(held.field))
            if is_of_code or (is_named and not is_short):
                return held
        return None


def _is_slip_of_code(name: str, other: str) -> bool:
    """Tell whether two codes have their letters in the same places and digits that are a slip apart."""
    if _RUN.sub("0", name.replace(".", "")) != _RUN.sub("0", other.replace(".", "")):
        return False
    if _YEAR.match(name) and _YEAR.match(other) and abs(int(name[:4]) - int(other[:4])) <= _FEW_YEARS:
        return False
    digits, others = (re.sub(r"\D", "", code) for code in (name, other))
    return digits.rstrip("0") == others.rstrip("0") or differ_by_a_slip(digits, others)


def _word_before(text: str, start: int) -> str:
    """Give the word, or the number, that stands right in front of a place."""
    found = _WORD_AT_END.search(text[max(0, start - _LONGEST_WORD) : start])
    return found[1].lower() if found else ""


def _as_long(untold: Sequence[Held], token: ValueToken, setting: Setting) -> list[Held]:
    """Give those of a place's untold numbers that are as long and could stand for this one."""
    n_digits = number_of_digits(token)
    is_percent = token.unit is not None and token.unit.dimension == "percent"
    return [
        held
        for held in untold
        if number_of_digits(held.token) == n_digits
        and comparable(token, held.token)
        and not (is_percent and held.token.unit is None)
        and not _is_in_title(held, token, setting.statement.text)
    ]


def _is_slip(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers of one length differ in one digit, or in two neighbours exchanged."""
    one, other = (re.sub(r"\D", "", t.text) for t in (token, held))
    sizes = {t.unit.size for t in (token, held) if t.unit is not None}
    are_alike = len(sizes) <= 1 and one.startswith("0") == other.startswith("0")
    return token.step == held.step and are_alike and differ_by_a_slip(one, other)


def _is_in_title(held: Held, token: ValueToken, text: str) -> bool:
    """Tell whether a number ends a name (`name=Release Train 12`) that is not said in front of the other."""
    word = _TITLED.search(held.line.text[max(0, held.token.start - _LONGEST_TITLE) : held.token.start])
    if word is None:
        return False
    return re.search(rf"\b{re.escape(word[1])}\W*$", text[: token.start], re.IGNORECASE) is None


def _is_shift(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers of two digits, or of one unit, are the same but for the decimal point."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if not is_point_moved(said, has):
        return False
    is_measure = token.unit is not None and token.unit == held.unit
    n_digits = len(f"{said:.12g}".replace(".", "").strip("0"))
    if n_digits < (1 if is_measure else 2) or not (comparable(token, held) or _is_scaled(token, held)):
        return False
    return token.unit is None or token.unit.dimension != "percent" or held.unit is not None


def _is_scaled(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether one of two numbers that can be of one unit is written with a scale word: `$9.1B`."""
    return scale_of(token) != scale_of(held) and agree(token.unit, held.unit)
