"""How near two amounts must be to be one: what was rounded, and what is only given roughly.

An amount is a span of what may be meant by it. `41` of a count is 41; `41 ms` may be anything that
rounds to it; `about 40` is a tenth wider, `over 40` open upwards.
"""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.stated_text import Value

_ROUGH, _ROUGH_LONG = 0.1, 0.05
"""Share by which `about` widens a number of up to two digits, and of more."""
_ROUNDEST = 0.3
"""Share up to which half the place of the last digit that is no zero widens it: `about 40` may be 36."""
_OPEN = 2.0
"""How many times over `over 40` may be exceeded, and `under 40` undercut."""
_TINY = 1e-9


class Span(NamedTuple):
    """From the least to the most that may be meant."""

    low: float
    high: float

    def over(self, other: Span) -> Span:
        """Divide by a span above zero."""
        ends = [a / b for a in self for b in other if b]
        return Span(min(ends), max(ends))

    def times(self, other: Span) -> Span:
        """Multiply."""
        ends = [a * b for a in self for b in other]
        return Span(min(ends), max(ends))

    def plus(self, other: Span) -> Span:
        """Add."""
        return Span(self.low + other.low, self.high + other.high)

    def minus(self, other: Span) -> Span:
        """Take away."""
        return Span(self.low - other.high, self.high - other.low)

    def by(self, factor: float) -> Span:
        """Multiply by a number above zero."""
        return Span(self.low * factor, self.high * factor)

    @property
    def size(self) -> Span:
        """The span without its sign."""
        if self.low >= 0:
            return self
        return Span(0.0, max(-self.low, self.high)) if self.high >= 0 else Span(-self.high, -self.low)

    @property
    def middle(self) -> float:
        """The middle."""
        return (self.low + self.high) / 2


def is_count(token: ValueToken) -> bool:
    """Tell whether a number is bare and whole, so that nothing was rounded."""
    return token.unit is None and "." not in token.text and scale_of(token) == 1.0


def are_comparable(value: Value, other: Value) -> bool:
    """Tell whether two amounts are both bare, or of one dimension; amounts of money, of one currency."""
    one, its = value.token.unit, other.token.unit
    if one is None or its is None:
        return one is its
    return one.dimension == its.dimension and (one.dimension != "money" or one == its)


def span_of(value: Value, *, counts: bool = False) -> Span:
    """Give what may be meant by an operand, as its number is written.

    Args:
        value: The amount.
        counts: Whether a bare whole number is a count, and so exact.
    """
    token = value.token
    number = token.number or 0.0
    if counts and value.given == "plain" and is_count(token):
        return Span(number, number)
    return _around(number, 0.5 * token.step, value)


def exact(value: Value) -> Span:
    """Give an amount as if it were given to the last digit."""
    number = value.token.number or 0.0
    return Span(number, number)


def _around(number: float, slack: float, value: Value) -> Span:
    size = abs(number)
    wide = max(2 * slack, _rough(value.token) * size)
    low, high = {
        "plain": (size - slack, size + slack),
        "about": (size - wide, size + wide),
        "nearly": (size - 1.5 * wide, size + slack),
        "over": (size - slack, _OPEN * size + slack),
        "under": (size / _OPEN - slack, size + slack),
    }[value.given]
    return Span(low, high) if number >= 0 else Span(-high, -low)


def _rough(token: ValueToken) -> float:
    """Give the share by which `about` widens a number."""
    written = abs(token.number or 0.0) / (token.step or 1.0)
    share = _ROUGH if token.digits <= 2 else _ROUGH_LONG
    whole = round(written)
    if not whole:
        return share
    zeros = len(str(whole)) - len(str(whole).rstrip("0"))
    return max(share, min(_ROUNDEST, 0.5 * 10.0**zeros / whole))


def meets(computed: Span, said: Value) -> bool | None:
    """Tell whether what was computed is what is said.

    Args:
        computed: What the operands come to, without a sign.
        said: The amount that the statement gives for it.

    Returns:
        True where it rounds to what is said; False where it lies a whole step of the last digit away or more,
        so that it was not even cut off; None between.
    """
    number = abs(said.token.number or 0.0)
    positive = Value(said.token._replace(number=number), said.given)
    tiny = _TINY * max(1.0, number)
    near = _around(number, 0.5 * said.token.step + tiny, positive)
    if computed.high >= near.low and computed.low <= near.high:
        return True
    wide = _around(number, said.token.step - tiny, positive)
    return None if computed.high > wide.low and computed.low < wide.high else False


def any_meets(readings: list[Span], said: Value) -> bool | None:
    """Tell whether one of several readings is what is said: None where none is, and one nearly so."""
    verdicts = [meets(reading.size, said) for reading in readings]
    if True in verdicts:
        return True
    return False if verdicts and None not in verdicts else None


def shown(number: float, said: ValueToken | None = None) -> str:
    """Write a number with a digit more than the one it is compared with."""
    step = 1.0 if said is None else said.step
    places = 0 if number == int(number) else 1
    while step < 1.0 and places < 6:
        step *= 10.0
        places += 1
    if step > 1.0 or abs(number) >= 10000:
        return f"{number:,.0f}"
    return f"{number:,.{places}f}".rstrip("0").rstrip(".") if places else f"{number:,.0f}"
