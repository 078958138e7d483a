"""Written equations and sums of a list: `3 pods x 10 connections = 30`, `A 436G、B 211G，两者合计 647G`.

Every number of the left side must be part of the equation. Units are not asked for; where they differ, the
result may be in another one, as in `827,590 ÷ 2,100 per minute ≈ 6.6 hours`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import isfinite

from evidencelab.traces.arithmetic.amounts import Span, any_meets, are_comparable, shown, span_of
from evidencelab.traces.values.value_token import scale_of
from evidencelab.traces.wording.stated_text import FACTOR, LETTERS, SIZE, Outline, Value, Working

_TERM = f"[{FACTOR}{SIZE[1:-1]}]"
_WORD = (
    r"(?!(?:and|or|of|in|to|from|at|vs|versus|with|by|is|are|was|were|x)\b)"
    r"[^\W\d_]{1,24}(?:['/-][^\W\d_]{1,24}){0,3}"
)
_WORDS = rf"(?:\s?(?:/\s?)?{_WORD}(?:(?:\s|\s?/\s?){_WORD}){{0,3}})?"
_OPERATOR = (
    r"\s?(?:[+×*÷]|(?<=\s)[x/-](?=\s)|(?<!\s)/|times|plus|minus|divided by|\bper\s[a-z]+\sfor\b"
    r"|\bper\b)\s?"
)
_EQUALS = r"\s?(?:(?<![A-Za-z_])=|≈|equals|等于|makes|gives|,?得)\s?"
_EQUATION = re.compile(
    rf"(?P<left>{_TERM}{_WORDS}(?:{_OPERATOR}{_TERM}{_WORDS}){{1,7}}){_EQUALS}(?P<result>{_TERM})",
    re.IGNORECASE,
)
_GOES_ON_BEFORE = re.compile(r"[-+×*÷/=≈^(]\s?$|\b(?:x|times|of|per|plus|minus)\s?$|(?<=\w)-$", re.IGNORECASE)
_GOES_ON_BEHIND = re.compile(rf"\s?(?:[+×*÷/^]\s?{_TERM}|[x-]\s{_TERM})", re.IGNORECASE)
_OPERATORS = re.compile(
    r"[+×*÷/-]|(?<![A-Za-z])x(?![A-Za-z])|\btimes\b|\bplus\b|\bminus\b|\bdivided by\b|\bper\b",
    re.IGNORECASE,
)
_SIGNS = {
    "×": "*",
    "x": "*",
    "times": "*",
    "÷": "/",
    "per": "/",
    "divided by": "/",
    "plus": "+",
    "minus": "-",
}
_OTHER_UNIT = (
    *(10.0, 100.0, 1e3, 1e4, 1e6, 1e8, 1e9, 1024.0, 1024.0**2, 1024.0**3),
    *(7.0, 8.0, 12.0, 24.0, 30.0, 60.0, 365.0, 1440.0, 3600.0, 86400.0),
)
"""What a result in another unit may be multiplied or divided by."""
_TOGETHER = (
    r"\s?,?\s?(?:which\s|that\s)?(?:in total|together|altogether|in all|combined|makes?|for a total of"
    r"|a total of|adds? up to|sums? to|两者|三者|四者|一共|总共|共计|合计|总计|共|加起来)"
    r"\s?(?:合计|共计|共|为|是|about|of)?\s?"
)
_TOTAL = re.compile(rf"{_TOGETHER}(?P<result>{SIZE})", re.IGNORECASE)
_CLAUSE_STARTS = re.compile(r"[;:.(|)\n]")
_BETWEEN = re.compile(r"[^;:.()|\n]{0,20}(?:[,、+和与]|\band\b|\bplus\b)[^;:.()|\n]{0,34}", re.IGNORECASE)
_EACH = re.compile(r"每|人均|\b(?:per|each|every)\b", re.IGNORECASE)
"""In a clause, this makes its numbers factors as well as items."""
_MOST_ITEMS = 12
_LAST_NOUN = 18
"""Characters at most between the last item of a list and what sums it up."""


def equations(text: Outline) -> Iterator[Working]:
    """Give each written equation and each sum of a list that a statement states."""
    for found in _EQUATION.finditer(text.text):
        before = text.text[: found.start()]
        if _GOES_ON_BEFORE.search(before) and before.strip(" -*"):
            continue
        if _GOES_ON_BEHIND.match(text.text, found.end()):
            continue
        working = _worked(text, found)
        if working is not None:
            yield working
    for found in _TOTAL.finditer(text.text):
        working = _summed(text, found)
        if working is not None:
            yield working


def _worked(text: Outline, found: re.Match[str]) -> Working | None:
    at, end = found.span("left")
    values = [text.values[place] for place in range(at, end) if place in text.values]
    gaps = re.split(f"[{LETTERS}]", text.text[at:end])[1:-1]
    signs = []
    for between in gaps:
        between = re.sub(r"\bper\s[a-z]+\sfor\b", "×", between, flags=re.IGNORECASE)
        per_what = re.sub(r"(?:\bper\b|/)(?=\s?[^\W\d_])", "", between, flags=re.IGNORECASE)
        operators = [operator.lower() for operator in _OPERATORS.findall(per_what)]
        if len(operators) != 1:
            return None
        signs.append(_SIGNS.get(operators[0], operators[0].replace("plus", "+").replace("minus", "-")))
    result = text.value(found, "result")
    readings = []
    for of in (_plain, _unscaled, _based):
        worth = _worth([_counted(value, of, result) for value in values], signs)
        if worth is not None:
            readings.append((worth, of))
    if not readings:
        return None
    spans = [span.by(_ratio(of, result)) for span, of in readings]
    units = {value.token.unit.name if value.token.unit else "" for value in (*values, result)}
    scales = {scale_of(value.token) for value in (*values, result)}
    plainly = spans[0]
    if units != {""} or len(scales) > 1:
        spans += [span.by(f) for span in spans[:2] for factor in _OTHER_UNIT for f in (factor, 1.0 / factor)]
    agrees = any_meets(spans, result)
    if agrees is None or (not agrees and _are_of_other_kinds(values, result)):
        return None
    written = re.sub(r"\s+", " ", _as_written(text, found))
    amount = shown(plainly.middle, result.token)
    said = written if agrees else f"{written} is {amount}, not {result.token.text.strip()}"
    return Working(result.token, agrees, said, tuple(value.token for value in values))


def _are_of_other_kinds(values: Sequence[Value], result: Value) -> bool:
    """Tell whether no term has the kind of a result, and some have another: days that cost so many euros."""
    kinds = {value.token.unit.dimension for value in values if value.token.unit is not None}
    unit = result.token.unit
    return unit is not None and bool(kinds) and unit.dimension not in kinds


def _as_written(text: Outline, found: re.Match[str]) -> str:
    """Give the left side as it was written."""
    at, end = found.span("left")
    pieces = (text.values[i].token.text if i in text.values else text.text[i] for i in range(at, end))
    return "".join(pieces).strip()


def _counted(value: Value, of: Callable[[Value], Span], result: Value) -> Span:
    """Read a term; the days, or hours, that are paid for are counted, so that nothing was rounded."""
    unit, paid = value.token.unit, result.token.unit
    is_length = unit is not None and unit.dimension in ("time", "months") and value.given == "plain"
    if is_length and paid is not None and paid.dimension == "money" and "." not in value.token.text:
        middle = of(value).middle
        return Span(middle, middle)
    return of(value)


def _plain(value: Value) -> Span:
    return span_of(value, counts=True)


def _unscaled(value: Value) -> Span:
    return span_of(value, counts=True).by(1.0 / scale_of(value.token))


def _based(value: Value) -> Span:
    unit = value.token.unit
    size = 1.0 if unit is None else 0.01 if unit.dimension == "percent" else unit.size
    return span_of(value, counts=True).by(size)


def _ratio(of: object, result: Value) -> float:
    """Give what turns a reading of the left side into the unit and scale of the result."""
    if of is _based:
        unit = result.token.unit
        return 1.0 if unit is None else 100.0 if unit.dimension == "percent" else 1.0 / unit.size
    return scale_of(result.token) if of is _unscaled else 1.0


def _worth(spans: Sequence[Span], signs: Sequence[str]) -> Span | None:
    """Work out terms and signs, products first; None where something is divided by nothing, or overflows."""
    terms, pending = [spans[0]], []
    for sign, span in zip(signs, spans[1:], strict=True):
        if sign == "*":
            terms[-1] = terms[-1].times(span)
        elif sign == "/":
            if span.low <= 0 <= span.high:
                return None
            terms[-1] = terms[-1].over(span)
        else:
            pending.append(sign)
            terms.append(span)
    total = terms[0]
    for sign, term in zip(pending, terms[1:], strict=True):
        total = total.plus(term) if sign == "+" else total.minus(term)
    return total if all(isfinite(end) for end in total) else None


def _summed(text: Outline, found: re.Match[str]) -> Working | None:
    """Judge the sum of a list; it is wrong only where the whole clause is the list, of one kind of thing."""
    starts = [cut.end() for cut in _CLAUSE_STARTS.finditer(text.text, 0, found.start())]
    clause = [place for place in text.values if (starts or [0])[-1] <= place < found.start()]
    if not clause or found.start() - clause[-1] > _LAST_NOUN:
        return None
    if text.values[clause[-1]].token.kind != "number":
        return None
    places = clause[-1:]
    for place in reversed(clause[-_MOST_ITEMS:-1]):
        if not _BETWEEN.fullmatch(text.text[place + 1 : places[0]]):
            break
        if text.values[place].token.kind != "number":
            return None
        places.insert(0, place)
    values, result = [text.values[place] for place in places], text.value(found, "result")
    size = result.token.unit.size if result.token.unit else 1.0
    alike = [value for value in values if are_comparable(value, result)]
    for first in range(len(alike) - 1):
        some = alike[first:]
        if any_meets([_sum(some).by(1.0 / size)], result):
            return Working(result.token, True, _written(some), tuple(value.token for value in some))
    nouns = {_noun(text.text, place) for place in (*places, found.start("result"))} - {""}
    is_whole = len(alike) == len(values) == len(clause) > 1
    is_of_one = result.token.unit is not None or len(nouns) <= 1
    is_product = _EACH.search(text.text, (starts or [0])[-1], found.start()) is not None
    if (
        is_product
        or not is_whole
        or not is_of_one
        or any_meets([_sum(values).by(1.0 / size)], result) is not False
    ):
        return None
    scale = scale_of(result.token)
    amount = shown(_sum(values).middle / size / scale, result.token._replace(step=result.token.step / scale))
    said = f"{_written(values)} is {amount}, not {result.token.text.strip()}"
    return Working(result.token, False, said, tuple(value.token for value in values))


def _sum(values: Sequence[Value]) -> Span:
    """Add amounts of one dimension, in its base."""
    spans = [
        span_of(v, counts=True).by(v.token.unit.size if v.token.unit is not None else 1.0) for v in values
    ]
    return Span(sum(span.low for span in spans), sum(span.high for span in spans))


def _written(values: Sequence[Value]) -> str:
    return " + ".join(value.token.text.strip() for value in values)


def _noun(text: str, place: int) -> str:
    """Give the word, or the Chinese sign, right behind a value."""
    found = re.match(r"\s?([一-龥]|[A-Za-z]+)", text[place + 1 :])
    return found[1].lower().rstrip("s") if found else ""
