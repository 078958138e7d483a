"""All there is of something, counted on a reply that has only a part of it: `only three holds`, page 1 of 4.

The reply must say so itself, have as many records as were counted, and alone be about what is counted.
Silent where the answer speaks of the part. It must not judge numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.claims.successes import Vain
from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing, in_english
from evidencelab.traces.formats.parts import mapping, parsed, sequence
from evidencelab.traces.values.units import find_unit
from evidencelab.traces.wording.failings import TELLS_FAILURE
from evidencelab.traces.wording.numerals import NUMERALS
from evidencelab.traces.wording.words import words_of

_N = rf"(\d{{1,4}}|{'|'.join(NUMERALS)})"
_ALL = re.compile(
    rf"\b(?:only|just|merely|exactly|a total of|in total|in all|altogether"
    rf"|there (?:were|are|was|is|have been)(?: only)?) {_N}\b(?![.,]?\d|%| ?(?:of|out of|percent)\b)"
    rf"|\b{_N} (?:[\w-]+ ){{1,4}}?(?:in total|in all|altogether|overall)\b"
    rf"|(?:仅仅?|只|共|一共|总共|合计|总计)(?:发生|出现|有|收到|记录|发现|报告|登记)?了?\s?{_N}\s?[^\W\d]",
    re.IGNORECASE,
)
"""How a statement counts all that there is."""
_OF_PART = re.compile(
    r"\b(?:pages?|partial\w*|incomplete|truncat\w+|cut off|returned|shown|listed|fetched|first|sample"
    r"|so far|at least|more (?:exist|may|might|could|follow))\b"
    r"|页|部分|不完整|截断|返回|至少|目前",
    re.IGNORECASE,
)
"""How an answer says that it counted a part."""
_LONGEST_UNIT = 24


def counted_in_part(text: str, elsewhere: str, laid: Sequence[Bearing]) -> Vain | None:
    """Give the call that answered in part, on whose records a statement counts all that there is.

    Args:
        text: The statement.
        elsewhere: The rest of the answer.
        laid: The calls before it.
    """
    plain = re.sub(r"[*_`]", "", text)
    counts = set(_counts_in(plain))
    if not counts or TELLS_FAILURE.search(plain) or _OF_PART.search(plain):
        return None
    spoken = (words_of(plain) | in_english(plain)) - OF_ANY_TOOL
    for bearing in laid:
        fault = bearing.fault
        if fault is None or fault.kind != "partial" or not fault.is_plain:
            continue
        own = spoken & bearing.asked
        if not own or any(own & other.asked for other in laid if other is not bearing):
            continue
        if counts & _sizes(bearing) and not _is_told(own, elsewhere):
            return Vain(bearing.number, f"{fault.reason}, so that not all of it was seen")
    return None


def _counts_in(plain: str) -> Iterator[int]:
    """Give the counts of all that there is; `only 3 minutes` counts nothing."""
    for found in _ALL.finditer(plain):
        group = next(at for at, said in enumerate(found.groups(), 1) if said is not None)
        unit, _, _ = find_unit(plain[found.end(group) :][:_LONGEST_UNIT])
        if unit is None:
            yield NUMERALS.get(found[group].lower()) or int(found[group])


def _sizes(bearing: Bearing) -> frozenset[int]:
    """Give how many records each list of a reply has."""
    value = parsed(bearing.call.output)
    lists = (value, *mapping(value).values())
    return frozenset(len(items) for items in map(sequence, lists) if items)


def _is_told(own: frozenset[str], elsewhere: str) -> bool:
    """Tell whether a sentence of the rest of an answer says of the same thing that a part was read."""
    sentences = re.split(r"[.。!！\n]", elsewhere)
    return any(_OF_PART.search(one) and own & (words_of(one) | in_english(one)) for one in sentences)
