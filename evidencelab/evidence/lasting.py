"""How long what a statement says holds: `the fee is 18 until 31 August`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNTIL = re.compile(
    r"(?<=[\w)%\"'])(?:,? )((?:but )?(?:only )?(?:until|till|through|pending))(?= \S)", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"[.;!?。\n](?=\s|\Z)|\n|[,:] ")
_LASTS = re.compile(
    r"(?<![\w-])(?:is|are|am|stays?|remains?|holds?|keeps?|appl(?:y|ies)|continues?|runs?|has|have|can|may"
    r"|must|shall|will|costs?"
    r"|works?|lasts?|closed|open|valid|free|suspended|frozen|blocked|pinned|locked|disabled|enabled"
    r"|capped)(?![\w-])",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?<![\w-])(?:was|were|had|did|went|came|kept|held|ran|stayed|remained|continued|lasted|has been"
    r"|have been|rose|fell"
    r"|failed|waited|waits?|retry|retries|retried|dropped|increased|grew)(?![\w-])",
    re.IGNORECASE,
)
_REACH = 160


def read_lasting(folded: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where a statement of what holds now ends, and the word behind it that says up to when."""
    for until in _UNTIL.finditer(folded):
        low = max(0, until.start() - _REACH)
        for end in _CLAUSE_END.finditer(folded, low, until.start()):
            low = end.end()
        told = low
        for verb in _TOLD.finditer(folded, low, until.start()):
            told = verb.end()
        if _LASTS.search(folded, told, until.start()):
            yield until.start(), until.span(1)
