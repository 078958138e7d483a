"""Values that a statement supposes in an aside and goes on to reckon with: `(assuming €90 a day) €90 * 2`.

What is told below it, so many times as large, is reckoned with it as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken

_ASIDE = re.compile(
    r"[(（][^()（）\n]{0,80}?(?:\b(?:assum|suppos|presum)\w+|\bif we take\b|假设|假定)"
    r"[^()（）\n]{0,200}[)）]",
    re.IGNORECASE,
)
_MOST_TIMES = 100
SUPPOSED = Verdict("not_checkable", reason="its statement supposes it")


def supposed(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> Iterator[tuple[int, int]]:
    """Give the findings on values that stand in such an aside, or are the same as one: statement, place."""
    for index, (statement, verdicts) in enumerate(zip(read, judged, strict=True)):
        if not any(verdict.finding in BAD for verdict in verdicts):
            continue
        inside = _in_asides(statement.statement.text, statement.tokens)
        above = [t for text in statement.statement.parents[-1:] for t in _in_asides(text, value_tokens(text))]
        sizes = {token.number for token in inside if token.number is not None}
        for at, (token, verdict) in enumerate(zip(statement.tokens, verdicts, strict=True)):
            is_supposed = token in inside or token.number in sizes or any(_is_times(token, t) for t in above)
            if verdict.finding in BAD and is_supposed:
                yield index, at


def _in_asides(text: str, tokens: Sequence[ValueToken]) -> list[ValueToken]:
    """Give the values that stand in such asides of a text."""
    spans = [found.span() for found in _ASIDE.finditer(text)]
    return [t for t in tokens if any(low <= t.start and t.end <= high for low, high in spans)]


def _is_times(token: ValueToken, supposed: ValueToken) -> bool:
    """Tell whether a measure is a supposed one of its unit some whole times over."""
    if token.unit is None or token.unit != supposed.unit or not supposed.number:
        return False
    times = (token.number or 0.0) / supposed.number
    return 1 <= times <= _MOST_TIMES and times == int(times)
