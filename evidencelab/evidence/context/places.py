"""Where a place of a text is named: in front of it in its line, by its key, title, section or signature."""

from __future__ import annotations

import re

from evidencelab.evidence.context.label_words import SMALL, SOURCES
from evidencelab.evidence.text.fields import KEYS, is_key
from evidencelab.evidence.text.lexicon import FUNCTION_WORDS, LEVELS, MODAL, NEGATION, STATES
from evidencelab.evidence.text.line_heads import HEADING, LINE_HEAD, RECORD_START
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import tokenise

_SECTION = re.compile(
    r"\s*(?:第\s*([一二三四五六七八九十百\d]{1,5})\s*[条章节项款点]|(?:[(#]|§\s*)?(\d{1,3}(?:\.\d{1,3}){0,3})[).、]?(?=\s|[^\x00-\x7f]|[A-Za-z])"
    r"|[(]?([一二三四五六七八九十]{1,3})[)、.,])"
)
_HEAD = re.compile(
    r"((?:\[[\d:./TZ, -]{1,40}\]\s*|(?=[:./TZ,-]*+\d)[\d:./TZ,-]++\s+|[A-Z][a-z]{2} +\d{1,2} [\d:]+ )*)"
    r"([^\n:]{1,100}?)\s*(?::\s+|:(?=[^\x00-\x7f])|\s-\s+|\]\s+)[\"']?"
)
_KEY_BEFORE = re.compile(r"([^\s:=,;{}\"'\[\]()]+(?: [^\s:=,;{}\"'\[\]()]+){0,2})[\"']?\s*[:=]\s*[\"']?\Z")
_SIGNATURE = re.compile(r"(?:\n|\s)\s*-{1,2}\s*([^\n.:。]{1,30})\s*\Z")
_SENDER = re.compile(
    r"\s*(?:(?!from:|发件人)[^\n:]{1,20}: ?[^\n]*\n){0,6}(?:from: |发件人:)\s*([^\n<(]{1,60})[^\n]*\n"
    r"(?:[^\n:]{1,20}: ?[^\n]*\n)*",
    re.IGNORECASE,
)
"""The head of a mail, with who wrote it."""
_MAX_NAME = 30
"""Characters of what a line of more than one sentence is said by."""
_SENTENCE_END = re.compile(r"[.!?] \Z|[。!?]\s*\Z")
_LONG_NUMBER = re.compile(r"\d{3}|\d\.\d")
"""Stands in a title, not in the head of a column."""
_QUOTED_LINE = re.compile(r"[ \t]*>[> \t]*")
_MAX_QUOTED = 200
"""Lines above a quoted one among which its author is looked for."""
_MAX_TITLE = 90
_CJK_DIGITS = {character: value for value, character in enumerate("一二三四五六七八九十", 1)}


class Place:
    """Where a quoted place is named."""

    __slots__ = ("begins_line", "head", "key", "said_by", "sections", "title", "title_keys")

    def __init__(self, text: PreparedText, start: int) -> None:
        folded = text.folded
        line = folded.rfind("\n", 0, start) + 1
        prefix = LINE_HEAD.match(folded, line)
        self.begins_line = not any(map(str.isalnum, folded[line:start])) or (
            prefix is not None and prefix.end() >= start
        )
        head = _HEAD.match(folded, line, start + 1)
        self.head = ""
        is_said = head is not None and (
            head.group(1)
            or (
                len(head.group(2)) <= _MAX_NAME
                and _SENTENCE_END.search(folded, max(head.end(), start - 3), start)
            )
        )
        if head and (head.end() >= start or (is_said and ":" not in folded[head.end() : start])):
            self.head = head.group(2).lower()
        key = _KEY_BEFORE.search(folded, max(line, start - 80), start)
        self.key = key.group(1).lower() if key else ""
        self.said_by = _said_by(text, start)
        self.sections = _sections(folded, line)
        self.title, self.title_keys = _title(text, start)


def _said_by(text: PreparedText, start: int) -> str:
    """Return who is named to have written the line at an offset: above quoted lines, or below them all."""
    folded, original = text.folded, text.original
    line = original.rfind("\n", 0, text.original_span((start, start))[0]) + 1
    depth = _depth(original, line)
    if not depth:
        signature = _SIGNATURE.search(folded, max(0, len(folded) - 60))
        if signature:
            return signature.group(1).lower()
        sender = _SENDER.match(folded)
        return sender.group(1).lower() if sender and start >= sender.end() else ""
    for _ in range(_MAX_QUOTED):
        if not line:
            break
        line = original.rfind("\n", 0, line - 1) + 1
        above = _depth(original, line)
        if above < depth:
            attribution = original[line : original.find("\n", line)].strip("> \t\r").lower()
            return attribution if above == depth - 1 and attribution.endswith((":", "：")) else ""
    return ""


def _depth(original: str, line: int) -> int:
    """Count the signs of quotation at the head of a line of mail."""
    signs = _QUOTED_LINE.match(original, line)
    return signs.group().count(">") if signs else 0


def _sections(folded: str, line: int) -> set[str]:
    """Return the numbers of the sections that the line at an offset stands in, one of each form."""
    found: dict[str, str] = {}
    for _ in range(60):
        section = _SECTION.match(folded, line)
        if section:
            number = section.group(1) or section.group(2) or section.group(3)
            form = (
                "." * number.count(".")
                + str(section.lastindex)
                + folded[section.start() : section.end()].strip()[:1] * ("(" in section.group())
            )
            found.setdefault(form, as_digits(number))
        if not line:
            break
        line = folded.rfind("\n", 0, line - 1) + 1
    return set(found.values())


def as_digits(number: str) -> str:
    """Return the number of a section in digits; one beyond nineteen as it is."""
    if number in _CJK_DIGITS:
        return str(_CJK_DIGITS[number])
    if len(number) == 2 and number[0] == "十" and number[1] in _CJK_DIGITS:
        return str(10 + _CJK_DIGITS[number[1]])
    return number


def _title(text: PreparedText, start: int) -> tuple[str, str]:
    """Return the line above all others that names what the text is about, and its keys; empty without one.

    It is no record, no head of a table, no sentence and no statement, and no other line begins as it does.
    """
    folded = text.folded.rstrip()
    begin = len(folded) - len(folded.lstrip())
    end = folded.find("\n", begin)
    if end < 0:
        first, sign, _ = folded[begin:].partition(":")
        return (first.lower(), first.lower()) if sign and len(first) <= _MAX_TITLE // 2 else ("", "")
    first = folded[begin:end]
    words = frozenset(tokenise(first.replace("May", "").lower())) - SMALL
    if start <= end or len(first) > _MAX_TITLE or "=" in first or not _is_name(first):
        return "", ""
    if words & (STATES | LEVELS | MODAL) or NEGATION.search(first):
        return "", ""
    line = folded[folded.rfind("\n", 0, start) + 1 : start]
    if ":" in first and not set(KEYS.findall(first)).isdisjoint(KEYS.findall(line)):
        # a record like the one that is quoted
        return "", ""
    shapes = _shapes(first)
    if any(not shapes.isdisjoint(_shapes(line)) for line in folded[end:].split("\n") if line.strip()):
        return "", ""
    below = [found.group().lower() for found in HEADING.finditer(folded, end, start)]
    if any(not SOURCES.issuperset(tokenise(heading)) for heading in below):
        return "", ""
    may_be_heads = not _LONG_NUMBER.search(first) and FUNCTION_WORDS.isdisjoint(tokenise(first.lower()))
    if may_be_heads and any(table.head[0].start < end for table in text.tables):
        return "", ""
    keys = [text.tokens[index] for index in range(len(words)) if is_key(text, index)]
    return first.lower(), " ".join(keys)


def _is_name(line: str) -> bool:
    """Tell whether a line can be a title: no record of a log, no sentence, no object."""
    is_object = line[0] in "{[<(" and line[-1] in "}>)"
    return not (RECORD_START.match(line) or line[-1] in ".!?。,;{[" or is_object)


def _shapes(line: str) -> set[str]:
    """Return how a line begins and runs: its first word with digits alike, all of it with words alike."""
    first = re.sub(r"\d+", "0", line.split(None, 1)[0].lower())
    word = re.sub(r"[^\W\d_]+", "a", first)
    line = re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", line.strip()))
    return {first, line} if word[:1].isalnum() else {first, line, word}
