"""A number that sums up two that the message told before it, or all that it lists beside it.

Of two that were told before, the message must have worked out one itself:
`… comes to €960. … a total of €240. So it is €1200 in all` adds up what it told, whatever that is a slip of.
It must not look at what was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.values.value_token import ValueToken

_FAR_BACK = 8
"""How many numbers back the two are told at most."""
_LONGEST_LIST, _FEWEST_PARTS = 24, 2
_TINY = 1e-9


def own_totals(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the findings on numbers that are such sums, with their workings: statement, place, verdict."""
    before: list[tuple[ValueToken, bool]] = []
    for index, (one, verdicts) in enumerate(zip(read, judged, strict=True)):
        here: list[tuple[ValueToken, bool]] = []
        for at, (token, verdict) in enumerate(zip(one.tokens, verdicts, strict=True)):
            if token.kind != "number" or token.unit is None:
                continue
            said = None
            if verdict.finding in BAD:
                said = _sum_of(token, before[-_FAR_BACK:]) or _sum_listed(token, read, index)
            if said is not None:
                yield index, at, Verdict("derived", reason=said)
            if said is not None or verdict.finding not in BAD:
                here.append((token, said is not None or verdict.finding in ("derived", "not_checkable")))
        before += here


def _sum_of(token: ValueToken, before: Sequence[tuple[ValueToken, bool]]) -> str | None:
    alike = [(other, is_own) for other, is_own in before if other.unit == token.unit]
    for (one, is_own), (other, is_others) in combinations(alike, 2):
        total = abs(one.number or 0.0) + abs(other.number or 0.0)
        if (is_own or is_others) and abs(total - abs(token.number or 0.0)) <= _TINY * total:
            return f"{one.text.strip()} + {other.text.strip()}, told before it"
    return None


def _sum_listed(token: ValueToken, read: Sequence[ReadStatement], index: int) -> str | None:
    """Add up the first number of each item of the list behind, or the last of each of the one before."""
    following, last = read[index + 1 : index + 1 + _LONGEST_LIST], max(0, index - _LONGEST_LIST)
    for items, at in ((following, 0), (read[last:index][::-1], -1)):
        parts: list[ValueToken] = []
        for one in items:
            alike = [t for t in one.tokens if t.kind == "number" and t.unit == token.unit]
            if one.statement.kind != "bullet" or one.statement.block != items[0].statement.block or not alike:
                break
            parts.append(alike[at])
        total = sum(abs(part.number or 0.0) for part in parts)
        if len(parts) >= _FEWEST_PARTS and abs(total - abs(token.number or 0.0)) <= _TINY * total:
            return f"{' + '.join(part.text.strip() for part in parts)}, listed beside it"
    return None
