"""A share of a whole that the answer names in another statement: `占总费用的 67%`, `8 % of the increase`.

The whole must be called by the same noun and as a total, and be the only one; the increase must be that of a
total. Any other amount of the statement that makes the share is a reading as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import any_meets, exact, shown, span_of
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.stated.changes import pairs
from evidencelab.traces.wording.stated_text import AMOUNT, PERCENT, Outline, Value, Working, gap, outline

_OF_NOUN = re.compile(
    rf"(?P<part>{AMOUNT}){gap(8)},?\s?占(?:总|全部|整体|所有)(?P<noun>[一-龥]{{2,4}}?)的?\s?(?P<share>{PERCENT})"
)
_OF_CHANGE = re.compile(
    rf"(?P<share>{PERCENT})\sof\s(?:the|this|that)\s(?:whole\s|total\s|overall\s|entire\s)?"
    r"(?:increase|rise|growth|jump|decrease|drop|saving|change)\b(?!\s(?:in|of|at|for)\b)|占总?(?:增量|增长|增幅|涨幅|降幅)的?\s?"
    rf"(?P<zh>{PERCENT})",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:total|overall|bill|altogether|in all|combined|sum|spend(?:ing)?)\b|合计|总|共", re.IGNORECASE
)
_OF_FEW = re.compile(rf"(?:[两二三四五六七八九十]|{AMOUNT})\s?[^\W\d_]{{0,4}}$")
"""In front of a total, this says of how few it is: `两部门合计`."""
_MOST_PARTS = 8


class _Said(NamedTuple):
    """A statement in letters, and its place among the statements."""

    place: int
    text: Outline


def wholes(read: Sequence[ReadStatement]) -> Iterator[tuple[int, Working]]:
    """Give the shares of wholes that other statements name, with the place of the statement."""
    said = [
        _Said(place, outline(statement.text, tokens))
        for place, (statement, tokens, mood) in enumerate(read)
        if mood in ("fact", "lead") and statement.kind != "code" and tokens
    ]
    of_noun = [(own, found) for own in said for found in _OF_NOUN.finditer(own.text.text)]
    named = {noun: list(_named(said, noun)) for noun in {found["noun"] for _, found in of_noun}}
    parts = {(own.place, own.text.value(found, "part").token.start) for own, found in of_noun}
    for own, found in of_noun:
        part, share = own.text.value(found, "part"), own.text.value(found, "share")
        alike = [
            whole
            for place, whole in named[found["noun"]]
            if whole.token.unit == part.token.unit and (place, whole.token.start) not in parts
        ]
        working = _of_noun(part, share, alike)
        if working is not None:
            yield own.place, working
    of_change = [(own, found) for own in said for found in _OF_CHANGE.finditer(own.text.text)]
    total = _change_of_total(said) if of_change else None
    for own, found in of_change if total is not None else ():
        share = own.text.value(found, "share", "zh")
        working = _of_change(own, total, found.start(), share) if total is not None else None
        if working is not None:
            yield own.place, working


def _named(said: Sequence[_Said], noun: str) -> Iterator[tuple[int, Value]]:
    """Give the amounts that an answer calls the total of a noun, not of a counted few, and where."""
    total = r"合计|总计|总额|总量|共计|一共|总共|总数"
    pattern = re.compile(
        rf"(?:总|全部|合计){noun}[为是约]?\s?(?P<first>{AMOUNT})|{noun}(?:{total})[为是约]?\s?(?P<second>{AMOUNT})"
    )
    for other in said:
        for found in pattern.finditer(other.text.text):
            if not _OF_FEW.search(other.text.text[: found.start()]):
                yield other.place, other.text.value(found, "first", "second")


def _change_of_total(said: Sequence[_Said]) -> tuple[Value, Value] | None:
    """Give the one change of a total that an answer states, as what it was and became."""
    changed = {
        (first.token.number, last.token.number): (first, last)
        for other in said
        if _TOTAL.search(other.text.text) and not _OF_CHANGE.search(other.text.text)
        for first, last in pairs(other.text)
    }
    return next(iter(changed.values())) if len(changed) == 1 else None


def _of_noun(part: Value, share: Value, candidates: Sequence[Value]) -> Working | None:
    """Judge a share by the one whole there is."""
    if len({abs(whole.token.number or 0.0) for whole in candidates}) != 1:
        return None
    whole = candidates[0]
    if span_of(whole).low <= 0 or share.token.text[:1] in "+-−":
        return None
    agrees = any_meets([span_of(part).over(span_of(whole)).by(100.0)], share)
    if agrees is None:
        return None
    written = f"{part.token.text.strip()} of {whole.token.text.strip()}"
    percent = exact(part).over(exact(whole)).middle * 100.0
    said = share.token.text.strip()
    told = written if agrees else f"{written} is {shown(percent, share.token)} %, not {said}"
    return Working(share.token, agrees, told, (part.token,))


def _of_change(own: _Said, total: tuple[Value, Value], at: int, share: Value) -> Working | None:
    """Judge a share of the change of a total."""
    was, became = total
    unit = became.token.unit
    whole = span_of(became).minus(span_of(was)).size
    clause = re.split(r"[;]\s|[.!?]\s", own.text.text[:at])[-1]
    amounts = [value for place, value in own.text.values.items() if at - len(clause) <= place < at]
    alike = [v for v in amounts[:_MOST_PARTS] if v.token.unit == unit and v.token.kind == "number"]
    own_pairs = [pair for pair in pairs(own.text) if pair[1].token.unit == unit]
    parts = [span_of(value) for value in alike]
    parts += [span_of(last).minus(span_of(first)) for first, last in own_pairs]
    if not parts or whole.low <= 0:
        return None
    agrees = any_meets([part.size.over(whole).by(100.0) for part in parts], share)
    if agrees is None or (not agrees and len(own_pairs) != 1 and len(alike) != 1):
        return None
    if own_pairs:
        part = abs((own_pairs[0][1].token.number or 0.0) - (own_pairs[0][0].token.number or 0.0))
    else:
        part = abs(alike[0].token.number or 0.0)
    grown = abs((became.token.number or 0.0) - (was.token.number or 0.0))
    written = f"{shown(part, became.token)} of the change of {shown(grown, became.token)}"
    if not agrees:
        percent = shown(100.0 * part / grown, share.token)
        written = f"{written} is {percent} %, not {share.token.text.strip()}"
    return Working(share.token, agrees, written, tuple(value.token for value in alike))
