"""Shares: of how many of a whole a statement is true, `2 of 5 new pods are up`.

Whoever quotes it from any of the words between the share and the verb on tells it of the whole. All positions
are offsets into *folded* text in lower case.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern

_COUNT = r"(?:\d[\d,.]{0,9}%?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_SHARE = late_pattern(
    rf"(?=[\dotfsenhmp])(?<![\w./-])(?:(?P<part>{_COUNT}) (?:(?:of|out of|in) (?:(?:the|our|its|these|all) )?"
    rf"(?P<whole>{_COUNT}) |of )|(?P<some>\d{{1,6}})/(?P<all>\d{{1,6}}) "
    r"|(?:half|most|some|many|several|few|part|a (?:third|quarter|few)|two thirds) of )"
    r"(?P<what>(?:[a-z][\w'-]{1,24} ){1,5}?)(?=(?:is|are|was|were|has|have|had|did|[a-z]{2,12}ed)\b)"
)
_SHARE_CJK = late_pattern(
    r"(?<![\d./-])(?P<some>\d{1,6}) ?/ ?(?P<all>\d{1,6}) ?[个台份条家组名]?(?P<what>(?=[\u4e00-\u9fff]{3}))"
)
_WORD = late_pattern(r"\S+")


def read_shares(lower: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the offsets of words from which on a statement is told without its share, and where that is."""
    if " of " in lower or "/" in lower or " in " in lower:
        for found in _SHARE.finditer(lower):
            is_whole = found["part"] is not None and found["part"] == found["whole"]
            if not is_whole and _is_part(found["some"], found["all"]):
                for word in _WORD.finditer(lower, *found.span("what")):
                    yield word.start(), (found.start(), found.start("what"))
    if "/" in lower:
        for found in _SHARE_CJK.finditer(lower):
            if _is_part(found["some"], found["all"]):
                yield found.start("what"), (found.start(), found.end())


def _is_part(some: str | None, whole: str | None) -> bool:
    return some is None or whole is None or int(some) < int(whole)
