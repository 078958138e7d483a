"""Values that a statement supposes in an aside and goes on to reckon with: `(assuming €90 a day) €90 * 2`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD

_ASIDE = re.compile(
    r"[(（][^()（）\n]{0,80}?(?:\b(?:assum|suppos|presum)\w+|\bif we take\b|假设|假定)"
    r"[^()（）\n]{0,200}[)）]",
    re.IGNORECASE,
)
SUPPOSED = Verdict("not_checkable", reason="its statement supposes it")


def supposed(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> Iterator[tuple[int, int]]:
    """Give the findings on values that stand in such an aside, or are the same as one: statement, place."""
    for index, (statement, verdicts) in enumerate(zip(read, judged, strict=True)):
        if not any(verdict.finding in BAD for verdict in verdicts):
            continue
        spans = [found.span() for found in _ASIDE.finditer(statement.statement.text)]
        inside = [t for t in statement.tokens if any(low <= t.start and t.end <= high for low, high in spans)]
        sizes = {token.number for token in inside if token.number is not None}
        for at, (token, verdict) in enumerate(zip(statement.tokens, verdicts, strict=True)):
            if verdict.finding in BAD and (token in inside or token.number in sizes):
                yield index, at
