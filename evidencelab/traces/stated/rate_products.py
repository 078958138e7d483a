"""Products told in words: so much for each thing, and how many things there are.

`€45 per meal, 2 meals a day for 3 days = €270`, `for 2 people: £340 (£170 per person)`,
`每人 170，2 人共 340`. The nouns must go together: what a number is told for each of must be counted.
So a product is hardly met by accident, and where all its numbers are told, another result contradicts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import any_meets, are_comparable, exact, shown, span_of
from evidencelab.traces.wording.each import EACH, Count, Rate, are_one, counts_of_things, rates_in
from evidencelab.traces.wording.stated_text import Outline, Value, Working

_MOST_RATES, _MOST_COUNTS, _MOST_MORE = 12, 8, 2
_EQUALS = re.compile(r"(?<![=<>!])=\s?$")
_GOES_ON = re.compile(r"\s?(?:[-+×*÷/=^]|x\s|per\b|each\b|an?\s[a-z]{3})", re.IGNORECASE)
_GOES_ON_BEFORE = re.compile(r"(?:[+×*÷=^]|(?<=[\w)]\s)-\s)[^.;:|\n]{0,40}$")
_FOR_SO_MANY = re.compile(r"\bfor\s$", re.IGNORECASE)
_ITS_RESULT = re.compile(r"(?:\s?(?:is|are|was|comes to|costs?|at|=|:)){0,2}\s?", re.IGNORECASE)
_SO = re.compile(r"\s?[,;:(]?\s?(?:so|i\.?e\.?,?|that(?:'s| is)|making|which makes)\s", re.IGNORECASE)
_FOR_ALL = re.compile(
    r"\s(?:in total\s|total\s|altogether\s)?(?:for|over)\s(?:the |all |your )*", re.IGNORECASE
)
_AND_SO_ON = re.compile(r"\s?[,;:(]\s?(?:a total of )?", re.IGNORECASE)
_IN_ALL = re.compile(r"\s(?:in total|total|altogether)\s(?:for|over)\s(?:the |all |your )*", re.IGNORECASE)
_TOGETHER = re.compile(r"\s?[个名]?[一-龥]\s?(?:一共|总共|共计|合计|总计|共)[为是需要花]?\s?")
_IN_BRACKET = re.compile(r"\s?\((?:at |i\.?e\.?,? )?", re.IGNORECASE)
_MORE_TO_IT = re.compile(
    r"[+%=−]|\s-\s|\b(?:discount\w*|off|tax\w*|vat|fees?|tips?|deposit|plus|minus|less|incl\w*|excl\w*|free|extra"
    r"|surcharge|service|with|after|before|if|about|around|from|up|over|under|least|most)\b|税|折|优惠|减|费|含|约|起",
    re.IGNORECASE,
)


class _Product(NamedTuple):
    """A rate with the counts that go with it: those its nouns ask for, and those that may come on top."""

    rate: Rate
    counts: tuple[Count, ...]
    more: tuple[Count, ...]
    is_strict: bool


def rate_products(text: Outline) -> Iterator[Working]:
    """Give each product of a rate and the counts that go with it, right or wrong."""
    rates = rates_in(text)
    counts = list(counts_of_things(text, rates)) if 0 < len(rates) <= _MOST_RATES else []
    if len(rates) > 1:
        yield from _summed_up(text, rates, counts)
    for number, rate in enumerate(rates if counts else ()):
        first = rates[number - 1].end if number else 0
        last = rates[number + 1].start if number + 1 < len(rates) else len(text.text)
        product = _going_together(rate, [c for c in counts if first <= c.at < last][:_MOST_COUNTS])
        if product is None:
            continue
        used = {rate.start, *(c.at for c in (*product.counts, *product.more))}
        results = [at for at in text.values if first <= at < last and at not in used]
        for at in results:
            working = _worked(text, product, at)
            if working is not None:
                yield working


def _summed_up(text: Outline, rates: Sequence[Rate], counts: Sequence[Count]) -> Iterator[Working]:
    """Give the sum of several products, each of a rate and the count in front: `2 nights at €90 a night`.

    All rates of a text go into it, so that hardly a number is met by accident.
    """
    pairs: list[tuple[Rate, Count]] = []
    for rate in rates:
        own = [
            c for c in counts if c.at < rate.start and not c.per and are_one(c.noun, rate.noun, is_loose=True)
        ]
        if not own or any(count is own[-1] for _, count in pairs):
            return
        pairs.append((rate, own[-1]))
    total = exact(rates[0].value).by(pairs[0][1].number)
    for rate, count in pairs[1:]:
        total = total.plus(exact(rate.value).by(count.number))
    used = {at for rate, count in pairs for at in (rate.start, count.at)}
    operands = [v.token for rate, count in pairs for v in (rate.value, count.value) if v is not None]
    for at, value in text.values.items():
        is_result = at not in used and value.token.kind == "number" and _may_be_of(rates[0].value, value)
        if is_result and any_meets([total], value):
            yield Working(value.token, True, " + ".join(_written(r, [c]) for r, c in pairs), tuple(operands))


def _going_together(rate: Rate, counts: Sequence[Count]) -> _Product | None:
    """Follow the nouns: so much a meal, so many meals a day, so many days."""
    chain: list[Count] = []
    left = list(counts)
    wanted = rate.noun
    is_strict = True
    while wanted:
        found = [c for c in left if wanted == EACH or are_one(c.noun, wanted, is_loose=True)]
        if not found:
            break
        before = [c for c in found if c.at < rate.start]
        one = before[-1] if wanted == EACH and before else found[0]
        is_strict = is_strict and wanted == one.noun
        chain.append(one)
        left.remove(one)
        wanted = one.per
    more = tuple(c for c in left if not c.per)
    return _Product(rate, tuple(chain), more[:_MOST_MORE], is_strict) if chain else None


def _worked(text: Outline, product: _Product, at: int) -> Working | None:
    """Judge a value as the result of a product; None if it is another one."""
    result = text.values[at]
    if result.token.kind != "number" or not _may_be_of(product.rate.value, result):
        return None
    operands = (product.rate.value, *(c.value for c in product.counts if c.value is not None))
    tokens = tuple(value.token for value in operands)
    for n_more in range(len(product.more) + 1):
        for some in combinations(product.more, n_more):
            counts = (*product.counts, *some)
            if any_meets([exact(product.rate.value).by(prod(c.number for c in counts))], result):
                return Working(result.token, True, _written(product.rate, counts), tokens)
    if not _is_result(text, product, at):
        return None
    span = span_of(product.rate.value).by(prod(c.number for c in product.counts))
    if any_meets([span], result) is not False:
        return None
    amount = shown(_middle(product), result.token)
    said = f"{_written(product.rate, product.counts)} is {amount}, not {result.token.text.strip()}"
    return Working(result.token, False, said, tokens)


def _is_result(text: Outline, product: _Product, at: int) -> bool:
    """Tell whether a value can only be the result: it is marked so, and all numbers there go into it."""
    used = {product.rate.start, *(c.at for c in product.counts)}
    if product.more or not product.is_strict or product.rate.noun == EACH:
        return False
    first, last = min(used), max(used)
    if any(first < place < max(last, at) and place not in used | {at} for place in text.values):
        return False
    if last < at:
        between = text.text[first:at]
        if (
            _TOGETHER.fullmatch(text.text[last + 1 : at])
            and product.counts[-1].at == last > product.rate.start
        ):
            return len(product.counts) == 1 and not _MORE_TO_IT.search(between)
        marked = _EQUALS.search(between)
        is_whole = marked is not None and not _GOES_ON.match(text.text, at + 1)
        is_whole = is_whole and not _GOES_ON_BEFORE.search(text.text[:first])
        return is_whole and not _MORE_TO_IT.search(between[: marked.start()] if marked else between)
    if _is_so(text, product, at):
        return True
    (count,) = product.counts if len(product.counts) == 1 else (None,)
    if count is None or count.at > at or not _IN_BRACKET.fullmatch(text.text[at + 1 : product.rate.start]):
        return False
    closes = re.match(r"\s?\)", text.text[product.rate.end :]) is not None
    before = text.text[: count.at]
    noun = re.match(r"[\s-]?[a-z]*", text.text[count.at + 1 : at], re.IGNORECASE)
    rest = text.text[count.at + 1 + (noun.end() if noun else 0) : at]
    return closes and _FOR_SO_MANY.search(before) is not None and _ITS_RESULT.fullmatch(rest) is not None


def _is_so(text: Outline, product: _Product, at: int) -> bool:
    """Tell whether a result follows on its rate and leads to its count: `€55 per day, so €220 for 4 days`."""
    if len(product.counts) != 1 or not product.rate.end <= at < product.counts[0].at:
        return False
    before, behind = text.text[product.rate.end : at], text.text[at + 1 : product.counts[0].at]
    if _MORE_TO_IT.search(re.split(r"[.;\n]", text.text[product.counts[0].at + 1 :])[0]):
        return False
    is_so = _SO.fullmatch(before) is not None and _FOR_ALL.fullmatch(behind) is not None
    return is_so or (_AND_SO_ON.fullmatch(before) is not None and _IN_ALL.fullmatch(behind) is not None)


def _may_be_of(rate: Value, result: Value) -> bool:
    """Tell whether a result is of the rate's kind, or one of both leaves out its unit."""
    is_bare = (rate.token.unit is None) != (result.token.unit is None)
    units = {value.token.unit.dimension for value in (rate, result) if value.token.unit is not None}
    return are_comparable(rate, result) or (is_bare and units == {"money"})


def _middle(product: _Product) -> float:
    return exact(product.rate.value).by(prod(c.number for c in product.counts)).middle


def _written(rate: Rate, counts: Sequence[Count]) -> str:
    return " x ".join((rate.value.token.text.strip(), *(f"{c.number:g}" for c in counts)))
