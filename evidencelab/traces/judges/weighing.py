"""What a number says by itself, and how it is told: whether it can be missed, or was likely worked out.

It looks at the statement alone, or at one number of the evidence: this module must not search.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from evidencelab.traces.arithmetic.quantities import Kind, Target
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.hedges import Hedge
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.workings.rounding import hedge_slack

SHORT = 2
"""Significant digits up to which a number without a rival says too little to be missed."""
TINY = 1e-9
_MOST_TIMES = 12
_TWICE = 2.0
"""How many times another a measure may be that is told for it in a unit of its own."""
_RATIO = re.compile(
    r"\b(?:margin|ratio|rate|share|proportion|yield|return)s?\b[^.;]{0,12}$|[率比][^。；]{0,6}$",
    re.IGNORECASE,
)
"""In front of a percentage, these name what is worked out of two numbers."""


_FILED = re.compile(
    r"\b(?:certificate|order|ticket|invoice|flight|PR|pull request|issue|build|account|booking|reservation"
    r"|confirmation|policy|transaction|tracking|card ending in|ending in)s?"
    r"(?: (?:number|no\.|nr\.?|id))?[:：]?\s?[*_`(]*#?$|(?:^|[\s(*`])#$"
    r"|(?:订单|工单|发票|航班|单号|编号|尾号为?|尾号是)[:：]?\s?#?$",
    re.IGNORECASE,
)
_ID = re.compile(r"\bI[Dd]s?[:：=]?\s[*_`#]*$")
_NO_NOUN = re.compile(
    r"[*_`]*(?:[\])。，；：、,;:!?*`\n]|\.(?!\d)|$|\s*[(（]|\s(?:is|was|has|had|on|in|by|to|for|from|and|with|that|which|the)\b)"
)
"""What may follow an identifier: no noun that it would count."""
_WEAK_TIMES = {
    (24, "h"), (7, "d"), (1, "d"), (1, "h"), (1, "min"), (1, "s"), (60, "s"), (60, "min"), (1, "month"),
    (12, "month"), (30, "d"), (1, "w"), (365, "d"), (1, "year"), (52, "w"),
}  # fmt: skip


def is_weak(token: ValueToken) -> bool:
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


def is_plain(token: ValueToken, cued: frozenset[Kind]) -> bool:
    """Tell whether the wording speaks of no arithmetic that could make a number like this one."""
    if token.digits > SHORT:
        return True
    own = {"percent"} if token.unit is not None and token.unit.dimension == "percent" else set()
    return not cued - {"percent"} - own


def is_power(token: ValueToken, text: str) -> bool:
    """Tell whether a number is a power of two, or one less, beside one that is written out."""
    number = int(abs(token.number or 0.0))
    if number < 128 or ("^" not in text and "²" not in text):
        return False
    return any(n & (n - 1) == 0 for n in (number, number + 1))


def is_identifier(token: ValueToken, text: str) -> bool:
    """Tell whether a number of three digits and more is what a thing is filed under."""
    before = text[max(0, token.start - 40) : token.start]
    if token.unit is None and _ID.search(before):
        return True
    if token.unit is not None or token.step != 1.0 or not re.fullmatch(r"\d{3,}", token.text.strip()):
        return False
    return _FILED.search(before) is not None and _NO_NOUN.match(text, token.end) is not None


def is_multiple(token: ValueToken, held: ValueToken, factors: Collection[float]) -> bool:
    """Tell whether an amount is another one several times over, as for so many people or nights.

    Args:
        token: The amount, or a number of three digits and more.
        held: The other one.
        factors: The numbers that the statement, and what stands around it, may multiply by.
    """
    number, other = abs(token.number or 0.0), abs(held.number or 0.0)
    is_amount = token.unit is not None and token.unit.dimension == "money"
    if not other or not (is_amount or (token.unit is None and token.digits > SHORT)):
        return False
    times = round(number / other)
    is_so_many = 2 <= times <= _MOST_TIMES and abs(number - times * other) <= token.step / 2
    return is_so_many and times in factors


def are_of_kind(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether both numbers have units, and of one dimension."""
    return token.unit is not None and held.unit is not None and token.unit.dimension == held.unit.dimension


def is_ratio(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a percentage stands under a word for what is worked out, or is told as a change."""
    if token.unit is None or token.unit.dimension != "percent":
        return False
    statement = setting.statement
    if token.text[:1] in "+-\u2212" or _RATIO.search(statement.text[: token.start]):
        return True
    if statement.kind != "row":
        return False
    head = statement.text[: token.start].strip(" |*_").split("|")[0]
    return any(_RATIO.search(title) for title in (head, title_of(statement, token.start)))


def _target(token: ValueToken, hedged: bool) -> Target:
    size = 1.0 if token.unit is None else token.unit.size
    dimension = "" if token.unit is None else token.unit.dimension
    number = abs(token.number or 0.0)
    slack = TINY if is_weak(token) else token.step / 2
    if dimension == "time" and len(re.findall(r"\d+", token.text)) > 1 and "." not in token.text:
        slack = token.step  # what is left of the last minute is often dropped
    if hedged:
        slack = max(slack, hedge_slack(token))
    return Target(number * size, dimension, slack * size, token.digits, size)


def targets(token: ValueToken, hedged: bool) -> list[Target]:
    """Give the number as a target; with a scale word, also as one of operands counted in that scale."""
    target, scale = _target(token, hedged), scale_of(token)
    if token.text.endswith("分"):  # of a clock, or of a score
        return [
            target,
            target._replace(value=abs(token.number or 0.0), dimension="", slack=token.step / 2, size=1.0),
        ]
    return [target] if scale == 1.0 else [target, target._replace(size=scale)]


def counts_of(tokens: Sequence[ValueToken]) -> set[float]:
    """Give the numbers that count things or times, not sizes of another kind."""
    return {
        abs(t.number or 0.0)
        for t in tokens
        if t.kind == "number" and (t.unit is None or t.unit.dimension in ("time", "months", "times"))
    }


def is_as_long(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers are written with as many digits, or in units of other sizes."""
    is_scaled = token.unit is not None and held.unit is not None and token.unit.size != held.unit.size
    if is_scaled and token.unit is not None and held.unit is not None:
        sizes = sorted(abs(t.number or 0.0) * u.size for t, u in ((token, token.unit), (held, held.unit)))
        if sizes[1] <= _TWICE * sizes[0]:
            return True
    one, other = (re.sub(r"[^\d.]", "", t.text).partition(".") for t in (token, held))
    return len(one[0]) == len(other[0]) and len(one[2].rstrip("0")) >= len(other[2].rstrip("0")) - 1


def is_far_off(token: ValueToken, held: ValueToken, hedge: Hedge) -> bool:
    """Tell whether a number cannot be told for the one held, given how roughly it is given."""
    if hedge is None:
        return True
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is not None and held.unit is not None:
        said, has = said * token.unit.size, has * held.unit.size
    least, most = {"about": (0.75, 1.34), "over": (0.5, 1.005), "under": (0.995, 2.0)}[hedge]
    return not least * has <= said <= most * has
