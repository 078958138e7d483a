"""How long what a statement says holds: `the fee is 18 until 31 August`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern

_UNTIL = late_pattern(
    r"(?<=[\w)%\"'])(?:,? )((?:but )?(?:only )?(?:until|till|through|pending))(?= \S)", re.IGNORECASE
)
_CLAUSE_END = late_pattern(r"[.;!?。\n](?=\s|\Z)|\n|[,:] ")
_LASTS = late_pattern(
    r"(?<![\w-])(?:is|are|am|stays?|remains?|holds?|keeps?|appl(?:y|ies)|continues?|runs?|has|have|can|may|must"
    r"|shall|will|costs?|works?|lasts?)(?![\w-])",
    re.IGNORECASE,
)
_IN_FORCE = late_pattern(
    r"(?<![\w-])(?:closed|open|valid|free|suspended|frozen|blocked|pinned|locked|disabled|enabled|capped)(?![\w-])",
    re.IGNORECASE,
)
"""Without a verb in front, these tell of now."""
_TOLD = late_pattern(
    r"(?<![\w-])(?:was|were|had|did|went|came|kept|held|ran|stayed|remained|continued|lasted|has been"
    r"|have been|rose|fell"
    r"|failed|waited|waits?|retry|retries|retried|dropped|increased|grew)(?![\w-])",
    re.IGNORECASE,
)
_NOT_SOONER = late_pattern(
    r"(?<![\w-])(?:did|do|does|was|were|is|are|had|has|have|could|would|will|can)(?: not|n't)(?![\w-])"
    r"|(?<![\w-])never(?![\w-])",
    re.IGNORECASE,
)
"""In front of what came to be at last: `did not sound until 340 kPa`."""
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
        is_late = until[1].lower().endswith(("until", "till")) and _NOT_SOONER.search(
            folded, low, until.start()
        )
        if (
            is_late
            or _LASTS.search(folded, told, until.start())
            or (told == low and _IN_FORCE.search(folded, low, until.start()))
        ):
            yield until.start(), until.span(1)
