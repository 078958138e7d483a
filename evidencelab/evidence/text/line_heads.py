"""How lines begin: records of a log, headings, and what tools write in front of a line's own words.

Positions are offsets into the *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.tellings import may_be_cut

RECORD_START = late_pattern(
    r"[\s\[({<\"']*(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d|\d{6} \d{6}|[A-Z][a-z]{2} +\d{1,2} \d\d:"
    r"|ts=|time=|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)"
)
"""Begins a record of a log: a time or a level at the start of a line."""
LINE_HEAD = late_pattern(
    r"[\s>*#•-]*(?:\d{1,3}[.)、]\s*|[A-Z]\d{1,2}[.)]\s+|#\d+\s+)?(?:\[[^\[\]\n]{1,40}\]\s*"
    r"|(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d)[\d:.,+TZ-]*\s+|\d{10}[\d.]*+:?\s+"
    r"|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b:?\s+|[\w$]++(?:\.[\w$]++)++\s+-\s+){0,6}"
)
"""What may stand in front of a line's own words: a list sign or number, a time, a level, tags, a logger."""
TAG = late_pattern(
    r"(?P<field>:\w{2,4}:)|(?P<block>(?:BEGIN|END):)|(?P<capital>[A-Z][A-Z-]{2,20}[:;])"
    r"|(?P<word>[A-Z][\w .()/%-]{1,40}:(?=\s|\Z))|(?P<cjk>[\u4e00-\u9fff]{2,8}:)"
)
"""Names, at the head of a line, what it and the lines without a tag below it belong to."""
_LINE_NUMBER = late_pattern(r"\s*(\d{1,6})(?:\s*[|:│]\s?|\s)\W*")
HEADING = late_pattern(r"\n[ \t]*(?:\[[^\[\]\n:]{1,60}\]|#{1,6} [^\n]*|[^\W\d][^\n:=,]{0,60}:)[ \t]*(?=\n)")
"""A line that names what the lines below it belong to."""
_STAMP = late_pattern(r"(?:[\[(#]?\d[\d:./,+-]*(?:[TZ][\d:.,+Z-]*)?[\])]?\s+){1,3}")
"""What a tool writes in front of its lines: a step, a time."""
_ASIDE = late_pattern(r"\[[^\[\]\n]{1,80}\]|\([^()\n]{1,60}\)")
_HEAD_WORD = late_pattern(
    r"[-:|>*#]*(?:\d[\d:./,TZ+#-]*|[\w$]++(?:[.$][\w$]++)++|[\w-]++\[\d+\]|(?P<level>TRACE|DEBUG|INFO|NOTICE"
    r"|WARN|WARNING|ERROR|FATAL|CRITICAL)|[A-Z][a-z]{2})?[-:|>,]*"
)
"""A word in the head of a log's line: a time, a number, a logger, a process, a level."""
_HOST = late_pattern(r" [\w.-]{1,80} (?=\S)")
_PROCESS = late_pattern(r"[\w./-]{1,80}\[\d{1,9}\]:")
_MAX_HEAD = 240
_GOES_ON = late_pattern(r"[ \t]+\S|(?:Caused by: )?[\w$]++(?:\.[\w$]++)++(?::|\Z)|Traceback ")
"""Begins a line that belongs to the record above it."""
_ENUMERATOR = late_pattern(
    r"(?:[^\w\s]{0,4}(?=\n))?[\s,;:。]*(?:(?<=[;:。])\s*[一二三四五六七八九十]{1,2},"
    r"|\((?:\d{1,2}|[一二三四五六七八九十]{1,3}|[a-hivx]{1,3})\)"
    r"|(?<=\n)[ \t]*\d{1,2}[).、](?: \d{1,2}\)){0,2})\s*[\"']?"
)
"""Numbers an item of a list, in an outer list too."""
_PLACE = late_pattern(r"([\w./-]{0,120}[./][\w./-]{0,120})[:-]\d{1,6}[:-](?:\d{1,4}:)?[ \t]*\W{0,4}")
"""What a search writes in front of a line it found: the file, the number of the line, the column."""


def skips_line_head(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap is a line end and what begins each line: its number, its file, or a step or time.

    A line of which nothing else is quoted lends it to no other.
    """
    line = folded.rfind("\n", start, end) + 1
    if not line or any(map(str.isalnum, folded[start:line])):
        return False
    before = folded.rfind("\n", 0, start) + 1
    stamp, stamped = _STAMP.match(folded, line), _STAMP.match(folded, before)
    if stamp and stamped and not any(map(str.isalnum, folded[stamp.end() : end])):
        is_alike = _shape(stamp.group()) == _shape(stamped.group())
        return is_alike and stamp.end() <= end and stamped.end() < start
    place, placed = _PLACE.fullmatch(folded, line, end), _PLACE.match(folded, before)
    if place and placed:
        return place[1] == placed[1]
    return skips_line_number(folded, start, end)


def skips_line_number(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap is a line end and the line's number, the next one behind that of the line before."""
    line = folded.rfind("\n", start, end) + 1
    if not line or any(map(str.isalnum, folded[start:line])):
        return False
    number = _LINE_NUMBER.fullmatch(folded, line, end)
    numbered = _LINE_NUMBER.match(folded, folded.rfind("\n", 0, start) + 1)
    if number is None or numbered is None or numbered.end() >= start:
        return False
    return int(number[1]) == int(numbered[1]) + 1


def _shape(stamp: str) -> str:
    return re.sub(r"\d+", "0", stamp.strip())


def is_log_head(folded: str, start: int, end: int, with_level: bool = True) -> bool:
    """Tell whether a stretch of a line holds nothing but what a log writes in front of its messages."""
    if not start < end <= start + _MAX_HEAD or "\n" in folded[start:end]:
        return False
    words = map(_HEAD_WORD.fullmatch, _ASIDE.sub(" ", folded[start:end]).split())
    return all(word is not None and (with_level or not word["level"]) for word in words)


def skips_log_head(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap within the head of a log's line goes up to its message and leaves no level out.

    What is in brackets there must name something; it may not take the message back.
    """
    while folded[start : start + 1] and folded[start] in "])":
        start += 1
    line = folded.rfind("\n", 0, start) + 1
    if not is_log_head(folded, line, start):
        return False
    if _HOST.match(folded, start) and _PROCESS.match(folded, end):
        return True
    if not is_log_head(folded, start, end, with_level=False):
        return False
    return folded[end - 1] in " \t" and all(map(may_be_cut, _ASIDE.findall(folded, start, end)))


def skips_enumerator(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap is the number of a list's item and what parts it from the one before."""
    return _ENUMERATOR.fullmatch(folded, start, end) is not None


def goes_on_record(folded: str, start: int, end: int) -> bool:
    """Tell whether all lines that begin in `[start, end)` belong to the record whose line is at `start`."""
    if not RECORD_START.match(folded, folded.rfind("\n", 0, start) + 1):
        return False
    line = folded.find("\n", start, end)
    while line >= 0:
        if not _GOES_ON.match(folded, line + 1):
            return False
        line = folded.find("\n", line + 1, end)
    return True
