"""A number that follows from what the answer tells rightly elsewhere: a difference, a share of a total.

Both operands stand in one row or sentence, or in the same place of two neighbours; or one of them in the
record whose name the statement says (a price and a code's discount); or the whole is a row that is called a
total, and the part the row that bears the number's own label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.arithmetic.quantities import quantity
from evidencelab.traces.arithmetic.two_operands import DECADES
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.stated.told_far import Told as _Told
from evidencelab.traces.stated.told_far import worked_from_far
from evidencelab.traces.values.value_token import ValueToken

_SPOKEN, _UNSPOKEN = 0.3, 0.03
"""Expected accidental hits up to which a difference counts: where one is spoken of, and elsewhere."""
_POINTS = re.compile(r"[*_`]*\s?(?:percentage )?(?:points?\b|pts?\b|pp\b|个百分点)", re.IGNORECASE)
_TOTAL = re.compile(r"\W*(?:grand )?(?:total|sum|合计|总计|总额)\b", re.IGNORECASE)
_LABEL = re.compile(r"[\s|*_`#-]*+([^|:：\n\d]{2,40}?)[*_`\s]*[|:：]")
_RELATIVE = re.compile(r"\b(?:relative(?:ly)?|lift|uplift)\b|相对", re.IGNORECASE)
_NEAR, _WIDEST = 2, 0.1
_MOST, _MOST_MISSING, _FEW = 400, 60, 6


def told_elsewhere(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that stand nowhere and follow from others told: statement, number, verdict."""
    missing = [
        (index, at)
        for index, verdicts in enumerate(judged)
        for at, verdict in enumerate(verdicts)
        if verdict.finding == "unsupported" and verdict.reason == NOWHERE
        if read[index].tokens[at].kind == "number"
    ]
    if not missing:
        return
    told = [[_of(t) for t, v in zip(one.tokens, verdicts, strict=True) if _is_told(t, v)]
            for one, verdicts in zip(read, judged, strict=True)]  # fmt: skip
    said_all = [[_of(t) for t, v in zip(one.tokens, verdicts, strict=True)
                 if t.kind == "number" and v.finding not in BAD]
                for one, verdicts in zip(read, judged, strict=True)]  # fmt: skip
    pairs = list(_pairs(told))
    for index, at in missing[:_MOST_MISSING]:
        token, text = read[index].tokens[at], read[index].statement.text
        named = _of_named(token, read[index].tokens, judged[index], pool)
        own = told[index] if "difference" in spoken_beside(token.start, token.end, text) else []
        said = (
            _difference(token, text, pairs, told, [*named, *own])
            or _share(token, text, read, judged, told)
            or _growth(token, text, told[max(0, index - _NEAR) : index + 1])
            or worked_from_far(token, index, read, told, said_all)
        )
        if said is not None:
            yield index, at, Verdict("derived", reason=said)


def _is_told(token: ValueToken, verdict: Verdict) -> bool:
    return token.kind == "number" and verdict.finding not in (*BAD, "not_checkable")


def _of(token: ValueToken) -> _Told:
    if token.unit is None:
        return _Told(quantity(token), token.step)
    scale = token.unit.name[:1].upper() if token.unit.dimension == "bytes" else ""
    return _Told(quantity(token), token.step * token.unit.size, scale)


def _of_named(
    token: ValueToken, tokens: Sequence[ValueToken], verdicts: Sequence[Verdict], pool: Pool
) -> list[_Told]:
    """Give the numbers of the records that hold a statement's names; bare ones are in a number's unit."""
    places = {v.place.number: None for t, v in zip(tokens, verdicts, strict=True)
              if t.kind == "name" and v.finding == "sound" and v.place is not None}  # fmt: skip
    held = [h.token for number in places for h in pool.by_place.get(number, ()) if h.token.kind == "number"]
    return [_of(t if t.unit is not None else t._replace(unit=token.unit)) for t in held[:_FEW]]


def _difference(
    token: ValueToken,
    text: str,
    told_together: Sequence[tuple[_Told, _Told]],
    told: Sequence[Sequence[_Told]],
    named: Sequence[_Told],
) -> str | None:
    """Find two numbers, written as exactly, whose difference a number is."""
    wanted, step, scale = _of(token)
    kind = "percent" if not wanted.dimension and _POINTS.match(text, token.end) else wanted.dimension
    is_spoken = kind != wanted.dimension or "difference" in spoken_beside(token.start, token.end, text)
    most = _SPOKEN if is_spoken or token.text[:1] in "+-\u2212" else _UNSPOKEN
    n_tried, window = 0, step / max(wanted.value, 1e-12)
    for pairs in (told_together, ((a, b) for own in told[:_MOST] for a in own for b in named)):
        alike = [(a, b) for a, b in pairs if a.size.dimension == b.size.dimension == kind]
        n_tried += len(alike)
        if n_tried * window / DECADES > most:
            return None
        for a, b in alike:
            apart = abs(a.size.value - b.size.value)
            is_met = abs(apart - wanted.value) <= 0.5 * step * (1 + 1e-9)
            if not is_met and scale and a.scale == b.scale == scale:
                # people say MB for MiB, and reckon with both alike
                apart = abs(a.size.number - b.size.number)
                is_met = abs(apart - wanted.number) <= 0.5 * token.step * (1 + 1e-9)
            if is_met:
                return f"difference of {a.size.text} and {b.size.text}, told elsewhere"
    return None


def _pairs(told: Sequence[Sequence[_Told]]) -> Iterator[tuple[_Told, _Told]]:
    """Give the pairs of numbers of one statement, and of the same place of two neighbours that are alike."""
    for own in told[:_MOST]:
        yield from combinations(own[:8], 2)
    for one, other in pairwise(told[:_MOST]):
        if len(one) == len(other) <= 8:
            yield from zip(one, other, strict=True)


def _growth(token: ValueToken, text: str, told: Sequence[Sequence[_Told]]) -> str | None:
    """Find two percentages told right before, one of which is so much more than the other, as rounded."""
    if token.unit is None or token.unit.dimension != "percent" or not _RELATIVE.search(text):
        return None
    wanted, slack = abs(token.number or 0.0), 0.5 * token.step * (1 + 1e-9)
    for a, b in (pair for own in told for pair in permutations(own[:8], 2)):
        low, high = a.size.value - a.step / 2, a.size.value + a.step / 2
        if not a.size.dimension == b.size.dimension == "percent" or low <= 0:
            continue
        least = 100.0 * ((b.size.value - b.step / 2) / high - 1.0)
        most = 100.0 * ((b.size.value + b.step / 2) / low - 1.0)
        if least - slack <= wanted <= most + slack and most - least <= _WIDEST * wanted:
            return f"from {a.size.text} to {b.size.text}, told before"
    return None


def _share(
    token: ValueToken,
    text: str,
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    told: Sequence[Sequence[_Told]],
) -> str | None:
    """Find the row of a number's own label, and the row of the total, of which it is the share."""
    label = _LABEL.match(text)
    if token.unit is None or token.unit.dimension != "percent" or label is None:
        return None
    parts: list[_Told] = []
    wholes: list[_Told] = []
    for one, own, verdicts in zip(read, told, judged, strict=True):
        if _TOTAL.match(one.statement.text):
            wholes += [
                _of(t)
                for t, v in zip(one.tokens, verdicts, strict=True)
                if t.kind == "number" and v.finding not in BAD
            ]
        elif (head := _LABEL.match(one.statement.text)) and head[1].lower() == label[1].lower():
            parts += own
    number, slack = abs(token.number or 0.0), 0.5 * token.step * (1 + 1e-9)
    for part, whole in product(parts[:8], wholes[:8]):
        are_alike = part.size.dimension == whole.size.dimension != "percent" and whole.size.value > 0
        if are_alike and abs(100.0 * part.size.value / whole.size.value - number) <= slack:
            return f"{part.size.text} of {whole.size.text}, told elsewhere"
    return None
