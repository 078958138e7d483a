"""Tell what a statement says that frees a number from having to stand in the evidence.

A number that stands nowhere and follows from nothing is made up, unless the wording around it says that
it is something else: a result of arithmetic whose operands were not found, an opinion, part of a term. This
looks at the statement alone; it must not search.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.judges.weighing import is_ratio
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of

_BEFORE, _BEHIND = 40, 24
"""Characters in front of a number and behind it in which a word of arithmetic is about it."""
_WORKED_BEFORE = re.compile(
    r"\b(?:total\w*|sum|combined|altogether|together|in all|difference|remain\w*|left|sav(?:es?|ings?)|mean"
    r"|net|i\.e\.|(?:comes?|came|amounts?|adds? up) to"
    r"|equals?|which is|that(?:'s| is)|ahead|behind|extra|worth|make up|makes?"
    r"|(?:up|down|rose|risen|rises?|grew|grown|f[ae]ll(?:en)?|dropped|increased?|decreased?|gained|climbed"
    r"|declined|over|under) by|average)\b"
    r"|\s=\s|\d\s?[=≈]|×|(?<!公)共(?!享|同|用)|合计|总计|相差|(?<!最)便宜|多花|节省|平均|占",
    re.IGNORECASE,
)
_WORKED_BEHIND = re.compile(
    r"\b(?:total\w*|combined|altogether|together|in all|remain\w*|left|later|earlier|longer|shorter|extra"
    r"|(?:more|less|fewer) than|ahead|behind)\b"
    r"|^\s?%\)|^[*_`)]*\s(?:percentage )?points?\b",
    re.IGNORECASE,
)
_BRACKETED_SHARE = re.compile(r"\([+~≈−-]?$")
_MONTH_BEFORE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s$", re.IGNORECASE
)
_COMPARED = re.compile(
    r"[*_`)]*(?:\s[a-z]+)?\s(?:apart|too [a-z]+|over|under|above|below|more|less|fewer|longer|shorter|higher"
    r"|lower|left|short|to go|on average)\b"
    r"|[*_`)]*(?:\s[a-z]+)?,?\s(?:more|less) than (?:half|a third|a quarter)\b",
    re.IGNORECASE,
)
"""Behind a number, these say that it is what lies between two others."""
_APART = re.compile(r"[*_`)]*\s(?:after|before|later|earlier|ago|since)\b|[*_`)]*\s?[前后]", re.IGNORECASE)
"""Behind a length of time, these say that it lies between two times."""
_TAKEN = re.compile(
    r"\b(?:gap\b[^.;]{0,48}\b(?:is|was|of)|leaves?|leaving|(?:an )?average of|averag(?:es|ing)|factor of"
    r"|(?:up|down|rose|risen|rises?|grew|f[ae]ll|dropped|increased|decreased|cheaper|dearer) by"
    r"|(?:1|one) in|\d+ (?:out )?of(?: the| its)?|(?:km|mi|miles) (?:at|in))\s[*_`$€£¥A-Z ]*$"
)
"""In front of a number, these say that it was worked out: a gap, a mean, a change, a whole."""
_EACH = re.compile(r"\b(?:per|each|average|avg|mean)\b|^单(?!据|号|位|元)|每|平均|人均", re.IGNORECASE)
"""In a column's title, these say that its cells were divided."""
_COUNTED = re.compile(
    r"\b(?:left|remaining|overdue|late|elapsed|gap|diff\w*|delta|change|share|lead)\b|剩余|逾期|差额|占比|变化",
    re.IGNORECASE,
)
"""In a column's title, these say that its cells are what lies between others, or a part of them."""
_SHARE_OF = re.compile(r"[*_`)]*\s+of\b")
_SCALED = re.compile(
    r"\b(?:twice|double|half|times) (?:everything|all|as much|the amounts?)\b", re.IGNORECASE
)
_ALL_OF = re.compile(r"\b[Aa]ll (?:the |of the |these |those )?[*_`]*$")
_OPINION = re.compile(
    r"\b(?:confiden\w+|certain\w*|likelihood|probabilit\w+|sure)\b|置信|把握|可信", re.IGNORECASE
)
_TERM = re.compile(r"-(?:week|day|month|hour|year)\b", re.IGNORECASE)
"""Joined to a number, these make a term of it: `a 9-day pass`."""
_OF_UNIT = re.compile(r"[*_`]* of \d[\d.,]*\s?[A-Za-zµ%°]+\b")
"""Behind a bare number, a whole that has the unit of both: `1.8 of 6 L`."""
_GOES_ON = re.compile(r"\d\.\d+[-–]$")
"""In front of a number, the first end of a range whose last digits alone it gives: `7.412-415`."""
_COMPOSED = re.compile(r"\d+\s?(?:d\w*|h\w*|m\w*|天|小时|分钟?)[\s,]*(?:and\s+)?\d+\s?\D+.*", re.IGNORECASE)
"""A length of time in parts: `3 h 45 min`."""
_QUOTATION = re.compile(r"\"[^\"\n]{8,200}\"|“[^”\n]{8,200}”")
_FEWEST_QUOTED = 3
_ALL = 100.0
WORKED_OUT = "it seems worked out, and the working was not found"


def freed(token: ValueToken, setting: Setting, *, has_like: bool, is_named: bool) -> str | None:
    """Say what frees a number, or None.

    Args:
        token: The number.
        setting: What surrounds it.
        has_like: Whether a number of the evidence looks like this one.
        is_named: Whether the evidence has another number under the very name.
    """
    text = setting.statement.text
    if _is_quoted(token, text):
        return None
    before = text[max(0, token.start - _BEFORE) : token.start]
    if _is_compared(token, setting, before):
        return WORKED_OUT
    if not is_named and _is_counted(token, setting):
        return WORKED_OUT
    if not is_named and (is_ratio(token, setting) or (not has_like and _is_spoken_of(token, text, before))):
        return WORKED_OUT
    if _ALL_OF.search(before):
        return "it counts all of them"
    titles = (title_of(setting.statement, token.start), *setting.statement.parents[-1:])
    if any(_OPINION.search(said) for said in (text, *titles)):
        return "it tells how sure the answer is"
    if _TERM.match(text, token.end):
        return "it is part of a term"
    if token.unit is None and token.step < 1 and _OF_UNIT.match(text, token.end):
        return "its unit stands behind the next one"
    return "it goes on a number in front of it" if _GOES_ON.search(before) else None


def is_composed(text: str) -> bool:
    """Tell whether a length of time is written in parts."""
    return _COMPOSED.fullmatch(text) is not None


def rest_of_all(token: ValueToken, setting: Setting) -> str | None:
    """Find another share of the statement that makes a hundred per cent with this one."""
    if token.unit is None or token.unit.name != "%":
        return None
    for other in setting.tokens:
        if other is not token and other.unit == token.unit:
            total = abs(token.number or 0.0) + abs(other.number or 0.0)
            if abs(total - _ALL) <= 0.5 * max(token.step, other.step) + 1e-9:
                return f"what {other.text.strip()} leaves of all"
    return None


def _is_compared(token: ValueToken, setting: Setting, before: str) -> bool:
    """Tell whether the words right beside a number, or its column's title, make it a result."""
    text = setting.statement.text
    if _COMPARED.match(text, token.end) or _TAKEN.search(before) or _SCALED.search(text):
        return True
    if (
        token.unit is not None
        and token.unit.dimension in ("time", "months")
        and _APART.match(text, token.end)
    ):
        return True
    return (
        setting.statement.kind == "row" and _EACH.search(title_of(setting.statement, token.start)) is not None
    )


def _is_counted(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a column's title says that its cells were counted up or taken from one another."""
    statement = setting.statement
    return statement.kind == "row" and _COUNTED.search(title_of(statement, token.start)) is not None


def _is_spoken_of(token: ValueToken, text: str, before: str) -> bool:
    """Tell whether the wording around a number is of arithmetic."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    if token.text[:1] in "+-\u2212" or (is_share and _BRACKETED_SHARE.search(before)):
        return True
    if is_share and _SHARE_OF.match(text, token.end):
        return True
    behind = text[token.end : token.end + _BEHIND]
    is_spoken_of = _WORKED_BEFORE.search(before) or _WORKED_BEHIND.search(behind)
    return is_spoken_of is not None and not _MONTH_BEFORE.search(before)


def _is_quoted(token: ValueToken, text: str) -> bool:
    """Tell whether a number stands in a quotation of several words, which is said to be read as it is."""
    return any(
        found.start() < token.start
        and token.end < found.end()
        and len(found.group().split()) >= _FEWEST_QUOTED
        for found in _QUOTATION.finditer(text)
    )
