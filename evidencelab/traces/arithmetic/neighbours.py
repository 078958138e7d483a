"""A number that follows from the two of one kind right in front of it: a change, a difference, a middle.

`391 million versus 302 million (+29.5 %)` states its own arithmetic. Two numbers leave little to chance, so
this holds whatever other number the evidence has under the name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.arithmetic.quantities import Quantity, Target, quantity
from evidencelab.traces.values.value_token import ValueToken

_MIDDLE = re.compile(
    r"\b(?:mid-?point|middle|average|mean|centre|center)\b|中值|中位|平均|均值", re.IGNORECASE
)
_APART = re.compile(
    r"\b(?:increase|decrease|rise|gain|drop|decline|growth|up|down|more|less|fewer|higher|lower|saving|difference"
    r"|gap|margin|change|apart|exceed(?:s|ed|ing)?|excess|over|above|below|under|later|earlier|longer|shorter|faster|slower"
    r"|net(?! (?:income|profit|sales|revenue|worth|loss|earnings|assets|debt)))\b|[(（]\s?[-+~≈]?\s?[$€£¥]?$"
    r"|增|减|升|降|涨|跌|差|多|少|高|低|净|相比|超|不足",
    re.IGNORECASE,
)
_REACH = 48
"""Characters around a number in which the wording must speak of the arithmetic."""


def from_two_before(token: ValueToken, target: Target, tokens: Sequence[ValueToken], text: str) -> str | None:
    """Work a number out of the last two of one kind in front of it.

    Args:
        token: The number.
        target: The same, in its base and with its slack.
        tokens: The statement's numbers, in order.
        text: The statement.

    Returns:
        The derivation as text, or None.
    """
    before = [t for t in tokens if t.end <= token.start]
    around = text[max(0, token.start - _REACH) : token.start]
    behind = text[token.end : token.end + _REACH // 2]
    if target.dimension == "percent":
        pair = _last_alike([t for t in before if t.unit is None or t.unit.dimension != "percent"])
        if pair is not None:
            found = _change(target, *pair)
            if found is not None:
                return found
    kind = target.dimension
    pair = _last_alike([t for t in before if quantity(t).dimension == kind]) or _one_bare(before, target)
    if pair is None:
        return None
    one, other = pair
    more = one.half + other.half
    is_signed = token.text[:1] in "+-\u2212"
    if (is_signed or _APART.search(around + behind)) and target.is_met_by(one.value - other.value, more):
        return f"difference of {one.text} and {other.text}"
    if _MIDDLE.search(around) and target.is_met_by((one.value + other.value) / 2, more):
        return f"the middle of {one.text} and {other.text}"
    return None


def _last_alike(tokens: Sequence[ValueToken]) -> tuple[Quantity, Quantity] | None:
    """Give the last two numbers, if they are of one kind."""
    if len(tokens) < 2:
        return None
    one, other = (quantity(token, is_rounded=True) for token in tokens[-2:])
    return (one, other) if one.dimension == other.dimension and one.value and other.value else None


def _one_bare(tokens: Sequence[ValueToken], target: Target) -> tuple[Quantity, Quantity] | None:
    """Give the last two numbers, where just one has the target's unit: the other's stands in a head."""
    if len(tokens) < 2 or not target.dimension:
        return None
    one, other = (quantity(token, is_rounded=True) for token in tokens[-2:])
    if {one.dimension, other.dimension} != {"", target.dimension}:
        return None
    own = [
        q if q.dimension else q._replace(value=q.number * target.size, dimension=target.dimension)
        for q in (one, other)
    ]
    return own[0], own[1]


def _change(target: Target, one: Quantity, other: Quantity) -> str | None:
    for whole, part in ((other, one), (one, other)):
        change = 100 * (part.value - whole.value) / whole.value
        # what the operands lost by rounding, the change may be off by
        more = 100 * (part.half + abs(part.value / whole.value) * whole.half) / abs(whole.value)
        if target.is_met_by(change, min(more, target.slack)):
            return f"change from {whole.text} to {part.text} in percent"
    return None
