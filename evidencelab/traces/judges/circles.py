"""Two numbers of a statement that stand nowhere and are each worked out of the other: neither is borne out.

`286 is 36 over the cap of 250` is right in itself, and read wrongly where the record has 268. Only where the
named record has one of them but for a slip is it altered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from evidencelab.traces.evidence.digit_slips import DigitSlips
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.wide_columns import Wholes

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MOST = 12


def in_circles(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], settings: Settings, pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that only one another bears out, and that the record has otherwise."""
    slips = DigitSlips(pool)
    totals = [total for of_call in Wholes(pool).of_calls for total in of_call]
    for index, (statement, tokens, mood) in enumerate(read):
        if mood != "fact" or statement.kind == "code":
            continue
        worked = [
            (at, token)
            for at, token in enumerate(tokens[: 4 * _MOST])
            if token.kind == "number"
            and judged[index][at].finding == "derived"
            and judged[index][at].held is None
        ]
        for (at, token), (other_at, other) in combinations(worked[:_MOST], 2):
            if not (_uses(judged[index][at], other) and _uses(judged[index][other_at], token)):
                continue
            if equal(pool, token) or equal(pool, other):
                continue
            if any(q.number in (abs(token.number or 0.0), abs(other.number or 0.0)) for q in totals):
                continue
            for number, its in ((at, token), (other_at, other)):
                slip = slips.beside(its, settings.of(index))
                if slip is not None:
                    yield index, number, altered(pool, slip)
                    break


def _uses(verdict: Verdict, token: ValueToken) -> bool:
    """Tell whether a derivation has a number among what it works with."""
    used = {float(found.replace(",", "")) for found in _NUMBER.findall(verdict.reason)}
    return abs(token.number or 0.0) in used
