"""Numbers that are no values of their own: a night's first day, the last digits of a clock, a floor, a model.

`4/5 March` is a night, `06:15:07.240-252` a stretch of a second, `between 52 and 58` may be 52.8 and
57.1, `(confidence 90 %)` is how sure the answer is,
`line 48` may be a line that was cut off, `HX 4410` a thing that no result names.
"""

from __future__ import annotations

import re
from functools import cached_property

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict
from evidencelab.traces.formats.truncation import cut_reason
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken

_NIGHT = re.compile(r"\s?[/–-]\s?$")
_CLOCK_BEFORE = re.compile(r"(?P<clock>\d{1,2}:\d\d:\d\d)\.(?P<part>\d{1,6})\s?[-–~]\s?$")
_TO = re.compile(r"\s?(?:-|–|~|to|and|至|到)\s?", re.IGNORECASE)
_SURE = re.compile(
    r"(?:\bconfidence\b(?! (?:interval|band|level|limit))|置信度|可信度)[^\d.;。；\n]{0,24}$", re.IGNORECASE
)
_MODEL = re.compile(r"(?<![\w-])(?P<make>[A-Z]{2,5}) $")
_CALLED = re.compile(r"(?:[,.;:)]|\s(?!\d)|$|[^\w\s])")
_CODES = (
    "HTTP",
    "RFC",
    "ISO",
    "PORT",
    "PID",
    "UID",
    "GID",
    "ID",
    "RC",
    "CC",
    "SQL",
    "ORA",
    "AM",
    "PM",
    "UTC",
)
_MONEY = ("CHF", "USD", "EUR", "GBP", "JPY", "CNY", "INR", "AUD", "CAD", "SEK", "NOK", "DKK")
_NOT_A_MAKE = frozenset((*_CODES, *_MONEY))
"""Capitals in front of codes, ports and amounts, which are told as facts."""
_MAKE_DIGITS = range(3, 6)
_STANDARD = re.compile(r"\b(ISO|IEC|IEEE|RFC|ECMA|FIPS|PEP|BCP)(?:/IEC)?[- ]$")
_LONGEST = 12
_LINE = re.compile(r"\b(?:lines?|ll?\.)\s+(?:\d+\s?(?:[-–~,/]|to|and)\s?)*$", re.IGNORECASE)
_LONGEST_LINE = 40
_QUOTE = re.compile(r"`([^`\n]{6,200})`")
_TERM = re.compile(r"[- ]week (?:range|high|low)\b", re.IGNORECASE)
_TINY = 1e-9


class KnownForms:
    """Reads such numbers against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.pool = sources.pool

    def find(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Say what a number is a part of, or None."""
        text = setting.statement.text
        return (
            self._night(token, setting)
            or self._end_of_clock(token, text)
            or self._cut_off(token, setting)
            or self._own_confidence(token, text)
            or self._cut_line(token, text)
            or self._model(token, text)
            or self._standard(token, text)
        )

    def _night(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Take the first day of a night that is called by both its days."""
        if token.unit is not None or "." in token.text:
            return None
        for other in setting.tokens:
            if other.moment is None or other.moment.day is None or other.start < token.end:
                continue
            gap = setting.statement.text[token.end : other.start]
            if len(gap) <= 3 and _NIGHT.fullmatch(gap) and other.moment.day - 1 == token.number:
                return Verdict("derived", reason=f"the day before {other.text.strip()}")
            return None
        return None

    def _end_of_clock(self, token: ValueToken, text: str) -> Verdict | None:
        """Take the last digits of a later moment of the same second."""
        found = _CLOCK_BEFORE.search(text[: token.start])
        if found is None or len(found["part"]) != len(token.text.strip()):
            return None
        hour, minute, second = (int(part) for part in found["clock"].split(":"))
        fraction = float(f"0.{token.text.strip()}")
        for held in self.pool.moments_like(Moment(hour=hour, minute=minute, second=second)):
            moment = held.token.moment
            if moment is not None and abs(moment.fraction - fraction) < _TINY:
                return Verdict("sound", held, held.line, f"it ends {held.token.text.strip()}")
        return None

    def _cut_off(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Take the lower end of a range as a floor, the upper one as a ceiling, of what was read."""
        if token.step != 1.0 or token.digits < 2:
            return None
        text = setting.statement.text
        for other in setting.tokens:
            if other is token or other.kind != "number" or other.step != 1.0:
                continue
            first, last = sorted((token, other), key=lambda t: t.start)
            is_range = first.end <= last.start and _TO.fullmatch(text[first.end : last.start])
            if not is_range or (first.number or 0.0) >= (last.number or 0.0):
                continue
            number = abs(token.number or 0.0)
            low, high = (number, number + 1) if token is first else (number - 1, number)
            ends = self._between(token, low, high)
            if ends is not None and self._reaches(other, ends):
                return Verdict("derived", ends, ends.line, f"{ends.token.text.strip()}, cut off")
        return None

    def _between(self, token: ValueToken, low: float, high: float) -> Held | None:
        return next(
            (
                held
                for held in self.pool.numbers_between(low + _TINY, high - _TINY)
                if held.token.unit is not None and agree(token.unit, held.token.unit)
            ),
            None,
        )

    def _reaches(self, other: ValueToken, held: Held) -> bool:
        """Tell whether the column of one end has a number that the other end may be said of."""
        number = abs(other.number or 0.0)
        near = self.pool.numbers_between(number - 1, number + 1)
        return any(h.column == held.column and h.place != held.place for h in near)

    def _own_confidence(self, token: ValueToken, text: str) -> Verdict | None:
        """Take how sure an answer says it is, where no tool told any such thing."""
        is_share = token.unit is not None and token.unit.dimension == "percent"
        if not is_share or not _SURE.search(text[: token.start]):
            return None
        if re.search(r"confiden|置信|可信", self.pool.folded):
            return None
        return Verdict("not_checkable", reason="it is how sure the answer is")

    def _cut_line(self, token: ValueToken, text: str) -> Verdict | None:
        """Take the number of a line where a listing was cut short, unless it shows what the line reads."""
        if token.unit is not None or not _LINE.search(
            text[max(0, token.start - _LONGEST_LINE) : token.start]
        ):
            return None
        is_shown = any(quote.lower() in self.pool.folded for quote in _QUOTE.findall(text))
        if is_shown or not self._is_cut:
            return None
        return Verdict("not_checkable", reason="it may number a line that was cut off")

    @cached_property
    def _is_cut(self) -> bool:
        """Tell whether something that was read says that it was cut short."""
        return cut_reason(self.pool.folded) is not None

    def _standard(self, token: ValueToken, text: str) -> Verdict | None:
        """Take the number of a published standard, where no result names one of its kind."""
        found = _STANDARD.search(text[max(0, token.start - _LONGEST) : token.start])
        if found is None or token.unit is not None:
            return None
        if re.search(rf"(?<![a-z]){found[1].lower()}[-\s]?\d", self.pool.folded):
            return None
        return Verdict("not_checkable", reason=f"{found[1]} {token.text.strip()} is a standard")

    def _model(self, token: ValueToken, text: str) -> Verdict | None:
        """Take a model's number behind a make that no result names, and the weeks of a price range."""
        if token.number == 52 and _TERM.match(text, token.end):
            return Verdict("not_checkable", reason="it is a term for a year")
        found = _MODEL.search(text[: token.start])
        is_bare = token.unit is None and re.fullmatch(r"\d+", token.text.strip()) is not None
        if found is None or not is_bare or len(token.text.strip()) not in _MAKE_DIGITS:
            return None
        make = found["make"]
        if make in _NOT_A_MAKE or not _CALLED.match(text, token.end):
            return None
        if re.search(rf"(?<![a-z]){make.lower()}(?![a-z])", self.pool.folded):
            return None
        return Verdict("not_checkable", reason=f"{make} {token.text.strip()} is a name that no result has")
