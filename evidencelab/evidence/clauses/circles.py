"""Behind what a statement says, the case or the circle that it is true of: `the largest mill | in Norway`.

All positions are offsets into *folded* text in lower case.
"""

from __future__ import annotations

from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern

_EXCEPTED_OF_ALL = late_pattern(
    r"(?<![\w-])(?:(?:every|all|any|each|no) (?:\w+ ){0,2}?(?!\w+ed )\w+|every(?:one|thing|body)|all"
    r"|no(?:ne|body|thing)) (but(?: for)?)"
    r"(?= (?:the|one|two|three|this|that|its|his|her|our|their)(?: [\w-]+){1,4}(?=[.,;!?\n]|\Z))"
)
_COMPARED = late_pattern(
    r"(?<![\w-])(?:as (?!soon|well|long|far)[a-z]+(?: [a-z]+){0,3}? (as)(?= [a-z\d])"
    r"|(?<!for )(?:[a-z]{2,}er|more|less|worse)(?: [a-z]+){0,2} (than)(?= ))"
)
_BARRED = late_pattern(
    r"(?<![\w-])(?:do not|don't|must not|shall not|never|cannot) [^,.;:\n]{1,80}?"
    r" (before|until|till|while|when|if|unless|after|without)(?= )"
)
_PRESET = late_pattern(
    r"(?<![\w-])defaults? (?:(?:is|to|are|value|of) ){1,2}\S{1,40} (for|on|in|when|with)(?= )"
)
_RANKED = late_pattern(
    r"(?<![\w-])(?:(?:larg|bigg|small|high|low|long|short|fast|slow|old|young|strong|weak)est|best|worst"
    r"|(?:most|least) (?!of\b|likely\b)[a-z]+)(?: [\w-]+){1,3}?"
    r" (in|of|outside|among|within|since|for|on)(?= )"
)
_QUALIFIED = late_pattern(
    r"\((?=[^()\n]{0,80}?(?:\b(?:not|no|never|without|except|only|partial(?:ly)?|fail\w*|pending)\b"
    r"|[未不无没仅除]|部分|失败))"
)
"""A bracket that takes back some of what it stands behind."""
_PERMITTED = late_pattern(
    r"(?:免费|可以?(?![用读见靠疑])|能够|允许|支持|享受?|有权|入场|退款?|领取|报销)[^,。;()\n]{0,16}(\((?=[须需]))"
)
"""A permission, and what it takes."""
_ENDED = late_pattern(
    r"(?:(?<![\w-])(?:resolved|closed|fixed|done|completed?|finished|passed|ok|success(?:ful(?:ly)?)?|succeeded"
    r"|approved|ready|healthy|available|delivered|enabled) "
    r"|已(?:关闭|解决|完成|修复|恢复|通过|批准|送达|启用)|成功|正常|通过)\Z"
)
"""Tells, in front of a bracket, that all is well."""
_TRIED_ONLY = late_pattern(
    r"(?<=\s)(--?(?:dry[-_]?run|noop|no-op|simulate|what-?if|check-only|plan-only))(?![\w-])"
)
"""By these a command only says what it would do."""
_MAX_STATE = 16
_QUERY = late_pattern(r"(?<![\w-])where\s+[^;\n]{1,400}")
_FILTER = late_pattern(r"\s(and|or)\s+(?=(?:not )?[\w.\"'`]+\s*(?:[=<>!]|is\b|not\b|in\b|like\b|between\b))")
"""Between two filters of a query; the first alone finds more, or less."""


def read_circles(lower: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the words at which a statement goes on with what it is true of."""
    patterns = (
        (_EXCEPTED_OF_ALL, " but " in lower),
        (_COMPARED, " than " in lower or " as " in lower),
        (_BARRED, " not " in lower or "never " in lower or "don't" in lower or "cannot" in lower),
        (_PRESET, "default" in lower),
        (_TRIED_ONLY, " -" in lower),
        (_RANKED, "est " in lower or "worst " in lower or "most " in lower),
    )
    for pattern, may_match in patterns:
        for found in pattern.finditer(lower) if may_match else ():
            yield found.span(found.lastindex or 0)
    for permitted in _PERMITTED.finditer(lower) if "(需" in lower or "(须" in lower else ():
        yield permitted.span(1)
    for bracket in _QUALIFIED.finditer(lower) if "(" in lower else ():
        at = bracket.start()
        if _ENDED.search(lower, max(0, at - _MAX_STATE), at):
            yield bracket.span()
    for query in _QUERY.finditer(lower) if "select " in lower else ():
        for joined in _FILTER.finditer(lower, *query.span()):
            yield joined.span(1)
