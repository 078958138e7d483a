"""A number that others of its statement make up: `11 cases, 7 of one and 4 of another`, `533 + 77 - 74`.

What stands nowhere, or was taken for a slip of what a place holds, is let off where it is all the other
amounts of its kind together, where it closes a balance of the three amounts before it, or where it is a
percentage, told beside it, of what it was taken for. It must not look at the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken

_FEWEST, _MOST, _OF_BALANCE, _LONG = 2, 6, 3, 2


def balanced(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the findings that the rest of their statement makes up: statement, number, verdict."""
    for index, (statement, tokens, _) in enumerate(read):
        if statement.kind in ("code", "row"):
            continue
        for at, (token, verdict) in enumerate(zip(tokens, judged[index], strict=True)):
            if token.kind != "number" or not _may_be_let_off(verdict):
                continue
            others = [
                (t, v)
                for t, v in zip(tokens, judged[index], strict=True)
                if t is not token and t.kind == "number"
            ]
            sure = [t for t, v in others if v.finding not in BAD]
            said = _made_up(token, sure) or _portion(token, verdict, [t for t, _ in others])
            if said is not None:
                yield index, at, Verdict("derived", reason=said)


def _may_be_let_off(verdict: Verdict) -> bool:
    """Tell whether a number stands nowhere or was taken for a slip; no working speaks against it."""
    if verdict.finding == "unsupported":
        return verdict.reason == NOWHERE
    return verdict.finding == "altered" and verdict.held is not None


def _made_up(token: ValueToken, others: Sequence[ValueToken]) -> str | None:
    """Say which other numbers a number is made up of; None where they do not make it up."""
    alike = [t for t in others if agree(token.unit, t.unit) and not t.label]
    wanted, slack = abs(token.number or 0.0), token.step / 2
    behind = [t for t in alike if t.start > token.start]
    for parts in (alike, behind):
        if _FEWEST <= len(parts) <= _MOST and abs(sum(_size(t) for t in parts) - wanted) < slack:
            return f"sum of {', '.join(t.text.strip() for t in parts)}"
    before = [t for t in alike if t.start < token.start][-_OF_BALANCE:]
    if len(before) == _OF_BALANCE and token.digits >= _LONG:
        first, one, other = before
        for plus, minus in ((one, other), (other, one)):
            if abs(_size(first) + _size(plus) - _size(minus) - wanted) < slack:
                return f"{first.text.strip()} + {plus.text.strip()} - {minus.text.strip()}"
    return None


def _portion(token: ValueToken, verdict: Verdict, others: Sequence[ValueToken]) -> str | None:
    """Say of what a number is the percentage that is told beside it; None where it is of nothing there."""
    if verdict.held is None or verdict.held.token.kind != "number":
        return None
    whole = _size(verdict.held.token)
    for share in (t for t in others if t.unit is not None and t.unit.dimension == "percent"):
        if abs(whole * _size(share) / 100.0 - _size(token)) < token.step / 2:
            return f"{share.text.strip()} of {verdict.held.token.text.strip()}"
    return None


def _size(token: ValueToken) -> float:
    return abs(token.number or 0.0)
