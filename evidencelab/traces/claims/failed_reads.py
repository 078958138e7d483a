"""Values told of what only a failed call asked for: the scores of a test that timed out.

The failed call is known by a word of its tool's name that no other call has. It must not judge a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.evidence.bearing import Bearing, topic_of
from evidencelab.traces.wording.failings import TELLS_FAILURE

_MEANT = re.compile(
    r"\b(?:error\w*|did not|didn't|expected|target|threshold|limit|should|if)\b|没有|错误|目标|阈值|如果",
    re.IGNORECASE,
)
"""Tells of what ought to be, or of an error."""


def failed_read(text: str, laid: Sequence[Bearing]) -> tuple[int, str] | None:
    """Give the failed call whose subject a statement tells values of, and why that call could not give them.

    Args:
        text: The statement; it has a number that stands in no output.
        laid: The calls before it.
    """
    if TELLS_FAILURE.search(text) or _MEANT.search(text):
        return None
    topic = topic_of(text)
    for bearing in laid:
        fault = bearing.fault
        if fault is None or not fault.is_plain or fault.kind not in ("missing", "failed"):
            continue
        own = bearing.tool_words & topic
        if any(not any(word in other.shown for other in laid if other is not bearing) for word in own):
            return bearing.number, f"{fault.reason}, and no other call bears on it"
    return None
