"""Equations with brackets, and chains of them: `(2 days * €50) + (3 days * €60) = €100 + €180 = €280`.

So is a total with what it was made of in brackets behind it: `€280 (€100 + €180)`.

Each side must be read whole: values, what they count in words, operators and brackets. Two sides of as many
terms are compared term by term, so that each number in between is worked out too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span, any_meets, exact, shown, span_of
from evidencelab.traces.wording.stated_text import LETTERS, PERCENT, Outline, Value, Working

_EQUALS = re.compile(r"(?<![=<>!:])=(?![=<>])")
_LABEL = re.compile(rf"(?<=[{LETTERS}])\s?\([^{LETTERS}()=]*\)|(?<=\))\s?\([^{LETTERS}()=]*\)")
_AT_RATE = re.compile(
    rf"\([^(){LETTERS}=+*/@]{{0,60}}@\s?([{LETTERS}])(?:\s?/\s?|\sper\s)?[^\W\d_]{{0,12}}\)"
)
"""Behind so many: at how much each of them is reckoned, `3 days Zug (Fir @ $90/night)`."""
_WORD = r"(?!(?:and|or|is|are|was|were|vs|versus|x|times|plus|minus|per)\b)[^\W\d_]+(?:['/-][^\W\d_]+)*"
_NAMED = rf"(?:{_WORD}\s){{1,6}}"
_PRICED = re.compile(
    rf"(?<=[(+:])(?P<name>\s?{_NAMED})(?:\((?P<aside>[{LETTERS}])\)|(?P<behind>[{LETTERS}])(?=\s?[+)]))",
    re.IGNORECASE,
)
"""A name and what it costs, in brackets or behind it, as a term of a sum."""
_PART = re.compile(
    rf"\s*(?:(?P<value>[{LETTERS}])(?P<words>(?:\s?/?\s?{_WORD}){{0,5}})|(?P<sign>[+×*÷/()−-]|x(?=\s))|(?P<end>$))",
    re.IGNORECASE,
)
_MADE_OF = re.compile(rf"(?P<total>[{LETTERS}])(?: in total| altogether)?\s?\((?P<sum>[^()=]{{3,200}})\)")
_TOTAL = re.compile(
    r"\b(?:totals?|totall?ing|sum|altogether|overall)\b|合计|总[计共额价]|共计?|一共", re.IGNORECASE
)
_SIGNS = {"×": "*", "x": "*", "÷": "/", "−": "-"}
_GOES_ON_BEFORE = re.compile(r"(?:[+×*÷/]|\bx)\s*\Z")
_ENDS = re.compile(r"\s*(?:$|[.,;|)\n!]|(?:[-–—]\s)?[^\W\d_])")
_LENGTHS = ("time", "months")
"""Kinds of numbers that count days and months here."""
_LONGEST, _MOST_SIDES, _MOST_VALUES = 400, 5, 24


class _Term(NamedTuple):
    """A term of a side: what it is as written, what it may be but for rounding, its values, its text."""

    exact: Span
    worth: Span
    values: tuple[Value, ...]
    said: str

    @property
    def is_single(self) -> bool:
        """Whether it is but one value."""
        return len(self.values) == 1

    @property
    def is_paid(self) -> bool:
        """Whether an amount of money is in it; nothing else is added to such, or taken from it."""
        return any(v.token.unit is not None and v.token.unit.dimension == "money" for v in self.values)


class _Side(NamedTuple):
    """One side of an equation: its terms, their signs taken into them."""

    terms: tuple[_Term, ...]

    def whole(self) -> _Term:
        """Give the sum of its terms."""
        exact, worth, said = self.terms[0].exact, self.terms[0].worth, self.terms[0].said
        for term in self.terms[1:]:
            exact, worth = exact.plus(term.exact), worth.plus(term.worth)
            said = f"{said} {term.said}" if term.said.startswith("- ") else f"{said} + {term.said}"
        return _Term(exact, worth, tuple(value for term in self.terms for value in term.values), said)


def chains(text: Outline) -> Iterator[Working]:
    """Give what each side of an equation with brackets, or of a chain, makes of the one in front of it."""
    even = _LABEL.sub(_blank, _AT_RATE.sub(_times, _PRICED.sub(_bare, text.text)))
    cuts = [found.start() for found in _EQUALS.finditer(even)][:_MOST_SIDES]
    if not cuts or (len(cuts) < 2 and "(" not in text.text):
        return
    sides: list[_Side | None] = [_ending(even, max(0, cuts[0] - _LONGEST), cuts[0], text)]
    for at, nxt in pairwise(cuts):
        is_closed = even[:nxt].rstrip()[-1:] == ")" or len(even[:nxt].rstrip()) - 1 in text.values
        sides.append(_whole(even[at + 1 : nxt], at + 1, text) if is_closed else None)
    sides.append(_beginning(even, cuts[-1] + 1, len(even), text))
    for left, right in pairwise(sides):
        if left is not None and right is not None:
            yield from _compared(left, right)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _bare(found: re.Match[str]) -> str:
    """Write a price without its name, at its place."""
    aside, blank = found["aside"], " " * len(found["name"])
    return f"{blank} {aside} " if aside else f"{blank}{found['behind']}"


def _times(found: re.Match[str]) -> str:
    """Write what is reckoned at a rate as its product, every value at its place."""
    before, behind = found.start(1) - found.start() - 1, found.end() - found.end(1)
    return f"{'*':>{before}} {found[1]}{'':{behind}}"


def totals_made(text: Outline) -> Iterator[Working]:
    """Give what a sum or a product in brackets makes of the total in front of it, money or called so."""
    for found in _MADE_OF.finditer(text.text):
        made = _whole(found["sum"], found.start("sum"), text)
        total = _whole(found["total"], found.start("total"), text)
        if made is None or total is None or any(term.said.startswith("- ") for term in made.terms):
            continue
        clause = re.split(r"[.;:|()\n]", text.text[: found.start()])[-2:]
        if (made.terms[0].is_paid and total.terms[0].is_paid) or any(map(_TOTAL.search, clause)):
            yield from _compared(made, total)


def _compared(left: _Side, right: _Side) -> Iterator[Working]:
    """Compare two sides: as a whole where the right one is one number, else term by term."""
    if len(right.terms) == 1 and right.terms[0].is_single:
        pairs = [(left.whole(), right.terms[0])]
    elif len(right.terms) == len(left.terms):
        pairs = list(zip(left.terms, right.terms, strict=True))
    else:
        return
    for made, term in pairs:
        result = term.values[0]
        if made.is_single or not term.is_single or not _may_be_of(made.values, result):
            continue
        agrees = any_meets([made.exact], result)
        if not agrees and any_meets([made.worth], result) is not False:
            continue
        amount = shown(abs(made.exact.middle), result.token)
        said = made.said if agrees else f"{made.said} is {amount}, not {result.token.text.strip()}"
        yield Working(result.token, bool(agrees), said, tuple(value.token for value in made.values))


def _may_be_of(values: Sequence[Value], result: Value) -> bool:
    """Tell whether a result is bare or money, and its terms are of no other kind but lengths of time."""
    kinds = {v.token.unit.dimension for v in (*values, result) if v.token.unit is not None}
    unit = result.token.unit
    return kinds <= {"money", *_LENGTHS} and (unit is None or unit.dimension == "money")


def _ending(even: str, low: int, end: int, text: Outline) -> _Side | None:
    """Read the side that ends at an equality sign, from as far in front of it as it goes."""
    starts = [at for at in range(low, end) if even[at] == "(" or at in text.values]
    for at in starts[:_MOST_VALUES]:
        side = None if _GOES_ON_BEFORE.search(even, max(0, at - 4), at) else _whole(even[at:end], at, text)
        if side is not None:
            return side
    return None


def _beginning(even: str, start: int, end: int, text: Outline) -> _Side | None:
    """Read the side that begins behind an equality sign, as far as it goes."""
    places = [at for at in range(start, min(end, start + _LONGEST)) if at in text.values or even[at] == ")"]
    for at in reversed(places[:_MOST_VALUES]):
        if _ENDS.match(even, at + 1):
            side = _whole(even[start : at + 1], start, text)
            if side is not None:
                return side
    return None


def _whole(piece: str, start: int, text: Outline) -> _Side | None:
    """Read a piece of the text as one side; None where something of it is none of one."""
    parts: list[Value | str] = []
    at = 0
    while True:
        found = _PART.match(piece, at)
        if found is None:
            return None
        if found["end"] is not None:
            break
        if found["value"]:
            value = text.values.get(start + found.start("value"))
            if value is None or value.token.kind != "number" or found["value"] == PERCENT:
                return None
            parts.append(value)
        else:
            parts.append(_SIGNS.get(found["sign"].lower(), found["sign"]))
        at = found.end()
        if len(parts) > 4 * _MOST_VALUES:
            return None
    reader = _Reader(parts)
    side = reader.side()
    if side is None or not reader.is_at_end:
        return None
    return side if all(isfinite(end) for end in side.whole().worth) else None


class _Reader:
    """Reads values, operators and brackets as sums of products."""

    def __init__(self, parts: Sequence[Value | str]) -> None:
        self.parts = parts
        self.at = 0

    @property
    def is_at_end(self) -> bool:
        return self.at == len(self.parts)

    def side(self) -> _Side | None:
        """Read a sum of terms of one kind; None where there is none."""
        terms: list[_Term] = []
        sign = "+"
        while True:
            term = self._term()
            if term is None:
                return None
            if sign == "-":
                none = Span(0.0, 0.0)
                taken = (none.minus(term.exact), none.minus(term.worth))
                term = _Term(*taken, term.values, f"- {term.said}")
            terms.append(term)
            sign = self._next("+", "-")
            if not sign:
                return _Side(tuple(terms)) if len({term.is_paid for term in terms}) == 1 else None

    def _term(self) -> _Term | None:
        """Read a product."""
        term = self._factor()
        while term is not None and (sign := self._next("*", "/")):
            factor = self._factor()
            if factor is None or (sign == "/" and factor.worth.low <= 0 <= factor.worth.high):
                return None
            made = [
                one.times(other) if sign == "*" else one.over(other)
                for one, other in ((term.exact, factor.exact), (term.worth, factor.worth))
            ]
            said = f"{term.said} {'×' if sign == '*' else '/'} {factor.said}"
            term = _Term(made[0], made[1], (*term.values, *factor.values), said)
        return term

    def _factor(self) -> _Term | None:
        """Read a value, or what stands in brackets."""
        if self._next("("):
            side = self.side()
            if side is None or not self._next(")"):
                return None
            whole = side.whole()
            return whole if len(side.terms) == 1 else whole._replace(said=f"({whole.said})")
        part = None if self.is_at_end else self.parts[self.at]
        if not isinstance(part, Value):
            return None
        self.at += 1
        its = exact(part)
        is_exact = part.token.unit is not None and part.token.unit.dimension in _LENGTHS
        return _Term(its, its if is_exact else span_of(part, counts=True), (part,), part.token.text.strip())

    def _next(self, *signs: str) -> str:
        """Take the next part if it is one of some signs."""
        part = None if self.is_at_end else self.parts[self.at]
        if not isinstance(part, str) or part not in signs:
            return ""
        self.at += 1
        return part
