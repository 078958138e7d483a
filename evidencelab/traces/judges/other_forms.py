"""Find a number that the evidence, or what was given, has in another form: in a name, a date, an argument.

It finds; whether another number stands in its place is the business of `number_judge`.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.field_units import unit_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, altered, sound
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.known_forms import KnownForms
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.judges.weighing import TINY
from evidencelab.traces.values.units import agree, find_unit
from evidencelab.traces.values.value_token import ValueToken, number_of_digits, scale_of
from evidencelab.traces.wording.words import near_words

_TAIL = re.compile(r"(?:end\w*|last (?:four|4)(?: digits)?|尾号)\W*(?:in|with|is|为|是)?\W*$", re.IGNORECASE)
_POINTS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){1,4}", re.ASCII)
_WHOLE = re.compile(r"\d{2,4}", re.ASCII)
_WORD_BEFORE, _LONGEST_WORD = re.compile(r"[a-z]{2,}$"), 20
_LONG = 4
"""Digits from which a number is part of a name that the agent gave a tool by no accident."""
_EXACT = 3
"""Significant digits from which a bare number is the one that is told in a unit nobody wrote."""
_SURE = 2
"""Digits of a measure from which the very same ones in another unit are meant for it."""
_MOST_TIMES = 3600.0
"""How many times another a unit may be that is told for it."""
_MINUTE = find_unit("min")[0]
_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_SCALE_NAMES = {1e3: "thousand", 1e6: "million", 1e9: "billion"}
_CHOSEN = Verdict("given", reason="the agent chose it itself, as a tool's argument")


class OtherForms:
    """Looks for other forms of numbers in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.known_forms = KnownForms(sources)

    def per_mille(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the per cent, or exact bare number, of the evidence that a statement gives as per mille."""
        if token.unit is None or token.unit.name != "‰" or setting.mood in ("advice", "question"):
            return None
        number = abs(token.number or 0.0)
        held = next((h for h in self.pool.numbers_between(number, number, "percent")), None)
        if held is None and token.digits >= _EXACT and "‰" not in self.pool.folded:
            bare = [h for h in self.pool.numbers_between(number, number) if h.token.unit is None]
            held = bare[0] if bare and not self.pool.numbers_between(number / 1e3, number / 1e3) else None
        stands = any(
            "‰" in h.token.text for h in self.pool.numbers_between(number / 10, number / 10, "percent")
        )
        return None if held is None or stands else altered(self.pool, held)

    def in_other_unit(self, token: ValueToken, setting: Setting, verdict: Verdict) -> Held | None:
        """Find the very number in another unit of time or of data, where no source has it in this one.

        It must stand under the same words where it is short, or follows from others. Both told side by side
        are set against each other.
        """
        unit, number = token.unit, abs(token.number or 0.0)
        if unit is not None and unit.dimension == "letter" and _tells_time(setting):
            unit = _MINUTE
        is_told = setting.mood in ("fact", "supposition") and verdict.finding not in BAD
        beside = (t for t in setting.tokens if t is not token and t.unit is not None)
        is_told = is_told and all(t.number != token.number or t.unit == token.unit for t in beside)
        if unit is None or unit.dimension not in ("time", "bytes") or not (is_told and number):
            return None
        size, pools = number * unit.size, self.sources[:3]
        if any(pool.numbers_between(size * (1 - TINY), size * (1 + TINY), unit.dimension) for pool in pools):
            return None
        written = [held for pool in pools for held in pool.numbers_between(number, number)]
        if any(held.token.unit is not None and agree(unit, held.token.unit) for held in written):
            return None  # `12m` may be of minutes
        near = near_words(setting.statement.text, token.start, token.end)
        if verdict.held is not None and near & verdict.held.keys:
            return None
        is_sure = number_of_digits(token) >= _SURE and verdict.finding != "derived"
        for pool in pools:
            for held in pool.numbers_between(number, number):
                other = held.token.unit or (unit_of(held) if pool is self.sources.arguments else None)
                is_other = other is not None and other.dimension == unit.dimension
                if other is None or not is_other or agree(unit, other):
                    continue
                words = held.keys if verdict.finding == "derived" else held.keys | held.line.words
                is_next = max(unit.size, other.size) <= _MOST_TIMES * min(unit.size, other.size)
                if is_next and (is_sure or near & words):
                    return held
        return None

    def chosen(self, token: ValueToken) -> Verdict | None:
        """Find a measure among the arguments whose field spells its unit: `days: 30` for 30 days."""
        if token.unit is None:
            return None
        for held in self.sources.arguments.numbers_between(
            abs(token.number or 0.0), abs(token.number or 0.0)
        ):
            if (held.token.unit or unit_of(held)) == token.unit:
                return _CHOSEN
        return None

    def find(self, token: ValueToken, setting: Setting, hedged: bool) -> Verdict | None:
        """Find the number in another unit in what was given, in a name, in an argument, in a date."""
        known = self.known_forms.find(token, setting)
        if known is not None:
            return known
        number, unit = abs(token.number or 0.0), token.unit
        given = self.sources.given
        if unit is not None:
            size = number * unit.size
            if given.numbers_between(size * (1 - TINY), size * (1 + TINY), unit.dimension):
                return Verdict("given", reason="it is the user's own number in another unit")
        elif hedged and given.numbers_between(0.95 * number, 1.05 * number):
            return Verdict("given", reason="it is about the user's own number")
        written = re.sub(r"\s", "", token.text.lower())
        spellings = () if unit is None else (written, f"{number:g}{unit.name.lower()}")
        at = max((self.pool.folded.find(f"_{its}") for its in spellings if len(its) > 2), default=-1)
        if at >= 0:
            return Verdict("sound", None, self.pool.place_at(at), "it is part of a field's name")
        if unit is not None and unit.dimension == "bytes":
            part = self.pool.name_numbers.get(f"{number:g}")
            if part is not None and f"{number:g}{unit.name[0].lower()}" in part.token.folded:
                return sound(self.pool, part, f"it is part of {part.token.text}")
        if unit is None:
            of_field = self._in_field_name(written, setting.statement.text)
            if of_field is not None:
                return Verdict("sound", None, self.pool.place_at(of_field), "it is part of a field's name")
            part = self.pool.name_numbers.get(token.text.strip())
            if part is not None:
                return sound(self.pool, part, f"it is part of {part.token.text}")
            if part is None and _TAIL.search(setting.statement.text[: token.start]):
                part = self.pool.tails.get(token.text.strip())
                if part is not None:
                    return sound(self.pool, part, f"{part.token.text} ends in it")
            if given.name_numbers.get(token.text.strip()) is not None:
                return Verdict("given", reason="it is part of a name the user gave")
            is_dotted = "." in token.text.strip(".")
            if (token.digits >= _LONG or is_dotted) and self.sources.arguments.name_numbers.get(
                token.text.strip()
            ):
                return _CHOSEN
        grouped = self._grouped(token.text.strip())
        if grouped:
            return sound(self.pool, grouped[0], "its points group the thousands")
        share = None if unit is not None or token.step >= 1 else self._as_share(token)
        if share is not None:
            return share
        spelled = None if scale_of(token) == 1.0 else self._spelled_out(token)
        if spelled is not None:
            return spelled
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

    def _in_field_name(self, written: str, text: str) -> int | None:
        """Find a whole number that ends the name of a field whose word is said: Tuesday's 14 in `tue_14`."""
        words = re.findall(r"[a-z]+", text.lower()) if _WHOLE.fullmatch(written) else []
        at = self.pool.folded.find(f"_{written}") if words else -1
        while at >= 0:
            end = at + len(written) + 1
            named = _WORD_BEFORE.search(self.pool.folded[max(0, at - _LONGEST_WORD) : at])
            is_whole = named is not None and not self.pool.folded[end : end + 1].isalnum()
            if named and is_whole and any(word.startswith(named[0]) for word in words):
                return at
            at = self.pool.folded.find(f"_{written}", at + 1)
        return None

    def _grouped(self, written: str) -> list[Held]:
        """Find the whole number whose thousands a number's points group: `271.870` dong."""
        if not _POINTS.fullmatch(written):
            return []
        whole = float(written.replace(".", ""))
        return self.pool.numbers_between(whole, whole)

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

    def _spelled_out(self, token: ValueToken) -> Verdict | None:
        """Find `two million` for 2 million."""
        scale = scale_of(token)
        count = abs(token.number or 0.0) / scale
        name = _SCALE_NAMES.get(scale)
        if name is None or count not in range(1, len(_WORDS) + 1):
            return None
        word = _WORDS[round(count) - 1]
        for pool in (self.pool, self.sources.given):
            at = at_boundary(pool.folded, f"{word} {name}")
            if at is not None and pool is self.pool:
                return Verdict("sound", None, pool.place_at(at), "it stands there in words")
            if at is not None:
                return Verdict("given", reason="the user or the system prompt said so, in words")
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


def _tells_time(setting: Setting) -> bool:
    """Tell whether another value of a statement is a length of time: the `2h` beside `15m`."""
    return any(t.unit is not None and t.unit.dimension == "time" for t in setting.tokens)


def equal(pool: Pool, token: ValueToken) -> list[Held]:
    """Give the numbers of a pool that are the same, with a unit that can be the same."""
    number = abs(token.number or 0.0)
    # what is written to the last digit is the same in every digit
    slack = min(TINY * max(1.0, number), 0.1 * token.step)
    return [
        h for h in pool.numbers_between(number - slack, number + slack) if agree(token.unit, h.token.unit)
    ]
