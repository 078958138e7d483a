"""The words that say where a number stands, in a statement, and where one of the evidence does."""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.values.rates import SHARE_OF
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import Statement, title_of
from evidencelab.traces.wording.words import label_words, words_of

_HEAD = re.compile(r"[\s|*_`#-]*([^|:：=\n]{1,48}?)[*_`]*\s*(?:\||[:：=]\s*)")
_FRONT = re.compile(r"([A-Za-z][A-Za-z_-]*)[\s\"'`*#:=.]{1,4}$")
_LEAD = re.compile(
    r"([A-Za-z][\w-]*(?: [A-Za-z][\w-]*)?|[\u4e00-\u9fff]{2,6}?)"
    r"\s*(?:\s(?:is|was|are|were|of|at|has been|stands at|reached)\s"
    r"(?:now |currently |only |still )?|为|是|达到?)"
    r"\s?[$€£¥*_`\"']*$"
)
_BEHIND = re.compile(r"(?:[ *]+[a-z]+){1,3}")
_CLOSED = re.compile(r"\s*(?:[.,;:!?)\]|*`\"'\n]|$|\()")
_TELLING = frozenset(("id", "pid", "page", "port", "line"))
"""Labels that say much right in front of a number, and little elsewhere."""


class Slot(NamedTuple):
    """What a statement says of where its number stands.

    Attributes:
        key: The words it is the value of.
        front: The word right in front of it that says which it is: `line 85`, `berth 12`.
        head: The words of the label or first cell in front of it.
        title: The words of the title of its table's column.
        lead: The words that it is said to be: `the humidity is`, `QPS 为`.
        behind: The words behind it, as far as the clause goes: `24 tests now pass`.
    """

    key: frozenset[str]
    front: frozenset[str]
    head: frozenset[str]
    title: frozenset[str]
    lead: frozenset[str]
    behind: frozenset[str]


def slot_of(token: ValueToken, statement: Statement) -> Slot:
    """Read what a statement says of where one of its numbers stands."""
    text = statement.text
    head = _HEAD.match(text)
    own = words_of(head[1]) if head and head.end() <= token.start else frozenset[str]()
    title = words_of(title_of(statement, token.start))
    front = frozenset[str]()
    if token.unit is None and _CLOSED.match(text[token.end :]):
        before = _FRONT.search(text[max(0, token.start - 32) : token.start])
        front = front_words(before[1]) if before else front
    is_share = SHARE_OF.match(text, token.end) is not None
    key = frozenset[str]() if is_share else label_words(text, token.start, token.end)
    led = _LEAD.search(text[max(0, token.start - 48) : token.start])
    return Slot(key, front, own, title, words_of(led[1]) if led else frozenset(), _behind(token, text))


def _behind(token: ValueToken, text: str) -> frozenset[str]:
    found = _BEHIND.match(text, token.end)
    return words_of(found.group()) if found else frozenset()


def front_of(held: Held) -> frozenset[str]:
    """Give the word right in front of a number of the evidence."""
    before = _FRONT.search(held.line.text[max(0, held.token.start - 32) : held.token.start])
    return front_words(before[1]) if before else frozenset()


def front_words(word: str) -> frozenset[str]:
    """Give the words of a label in front of a number; `id` and `page` tell much there."""
    return words_of(word) | (frozenset(re.findall(r"[a-z]+", word.lower())) & _TELLING)


def name_of(held: Held) -> str:
    """Give the field or the column that a number stands in."""
    return held.field
