"""Which statements of a message are part of a proposal: ideas for something new, an item each.

`I would propose two walks:`, `Three more talks could be held:`, `建议新增以下活动：` begin
one. What was done already is none, and what is looked up and recommended is for who asks to tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from evidencelab.traces.wording.statement import Statement, plain_text

_MANY = r"(?:an?|some|a few|a couple of|several|two|three|four|five|six|\d{1,2}|the|these|my|our)"
_NEW = r"(?:additional|more|new|extra|further|other|another)"
_LEAD = re.compile(
    r"\b(?:let(?:['’]s| us| me)|(?:i|we)(?:['’]d| would|['’]ll| will| can| could)?)(?: now| also| like to)?"
    r" (?:suggest|propose|brainstorm)\b"
    rf"|\b(?:here(?:['’]s| is| are)|following(?: is| are)?|below(?: is| are)?)(?: {_MANY})?(?: {_NEW})?"
    r"(?: [\w-]+){0,3}? (?:suggestions?|proposals?|ideas?)\b"
    rf"|\b{_NEW}\b[^.:\n]{{0,60}}\b(?:to (?:be )?add(?:ed)?|to include|(?:can|could|might|may) be (?:added"
    r"|included|organi[sz]ed|scheduled|held|planned))\b"
    rf"|\b{_NEW}\b[^.:\n]{{0,60}}\b(?:you|we|they) (?:can|could|might|may)(?: also)?"
    r" (?:add|include|organi[sz]e|plan|schedule|hold|try)\b"
    r"|\byou (?:could|might|may)(?: also)? (?:consider|think about|add|include|organi[sz]e|plan|schedule)\b"
    r"[^.\n]{0,80}[:：]\W*$"
    r"|^\W*(?:proposed|suggested|new|additional)(?: [\w-]+){0,2} (?:activit(?:y|ies)|events?|sessions?|agenda"
    r"|schedule|timeline|topics?|ideas?)\W*$"
    r"|^\W*(?:[\w-]+ ){0,3}(?:ideas|suggestions|proposals)(?: for\b.{0,60})?\W*$"
    r"|建议(?:如下|新增|增加|添加|安排|举办|开展)|提议(?:如下|新增|增加|添加|安排|举办|开展)"
    r"|(?:以下|下面|这里)[^。：:]{0,16}(?:建议|提议|想法|点子|设想|构想)"
    r"|(?:可以|不妨)考虑[^。]{0,20}[:：]\W*$",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:have|has|had|['’]ve|was|were)(?: now| already| also| just)?(?: been)? (?:added|created|scheduled"
    r"|booked|included|inserted|saved|made)\b|\b(?:i|we) (?:added|created|scheduled|booked)\b"
    r"|已经?(?:添加|新增|增加|安排|创建|预订|写入)",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\W*[\"“「*]{1,2}[^\"”」*\n]{2,60}[\"”」*]{1,2}|[^.:：\n]{2,60}[:：]")
_NAMED = re.compile(r"[\"“「]([^\"”」\n]{2,60})[\"”」]|\*\*([^*:：\n]{2,60})\*\*(?!\s?[:：])")
_MARKS = re.compile(r"[*_`]")
_NUMBERING = re.compile(r"^[\s#>]*(?:[*_]{0,2}\(?\d{1,3}[.)、]\s+)?")
_FIELD = re.compile(r"^\W*(?P<label>[^:：\n]{1,40}?)\W*[:：]")


def proposals_in(statements: Sequence[Statement]) -> Mapping[int, str]:
    """Give what each statement of a proposal is an item of, by the statement's number.

    The item is what its heading, its outermost bullet or its label calls it; empty where nothing does.
    """
    found: dict[int, str] = {}
    zone: _Zone | None = None
    for statement in statements:
        if zone is not None and not zone.holds(statement):
            zone = None
        if zone is not None:
            found[statement.number] = zone.item
        elif _LEAD.search(_MARKS.sub("", statement.text)) and not _DONE.search(statement.text):
            zone = _Zone(statement)
    return found


def label_of(statement: Statement) -> str:
    """Give the label in front of a statement's value; empty where it has none."""
    found = _FIELD.match(plain_text(statement.text))
    return found["label"].strip(' *_`-"“”') if found is not None else ""


class _Zone:
    """The statements behind the lead of a proposal, followed one by one.

    Attributes:
        item: What the statement that was asked for last is of.
    """

    def __init__(self, lead: Statement) -> None:
        self.item = ""
        self._depth = len(lead.sections) + 1 if lead.kind == "heading" else None
        self._is_open = False
        self._is_listed = False

    def holds(self, statement: Statement) -> bool:
        """Tell whether a statement still belongs to the proposal, and keep its item."""
        depth = len(statement.sections)
        if _DONE.search(statement.text):
            return False
        if statement.kind == "heading":
            self._depth = depth if self._depth is None else self._depth
            self._is_open, self._is_listed = True, False
            self.item = _name_of(statement.text)
            return depth >= self._depth
        if self._depth is not None and depth < self._depth:
            return False
        named = _NAMED.match(_NUMBERING.sub("", statement.text).lstrip())
        is_loose = statement.kind == "sentence" and (self._is_listed or not self._is_open)
        self._is_listed = self._is_listed or statement.kind != "sentence"
        if is_loose and not (named or _LABELLED.match(statement.text)):
            return False
        if not self._is_open and (named or not _FIELD.match(plain_text(statement.text))):
            self.item = plain_text(named[1] or named[2]) if named else _name_of(statement.text)
        return True


def _name_of(text: str) -> str:
    """Give what a heading or a bullet calls its item, without its number."""
    return plain_text(_NUMBERING.sub("", text)).strip('"“”「」 ')
