"""Denied of a span of time: `no quota errors after 08:03:44`, where a later line of the log is one.

A line is one of what is denied if it has all its words, at the level that is spoken of, or a column that
counts some. Silent where lines of several calls may be meant, and where the answer tells of that moment.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing, topic_of
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.exceptions import is_excepted
from evidencelab.traces.wording.words import COUNTING, name_words, words_of

_AFTER = re.compile(
    r"\b(?:after|since|past|following|from)\s+(?:the \w+ (?:at|of)\s+)?[*_`(]*$", re.IGNORECASE
)
_BEFORE = re.compile(r"\b(?:before|until|till|prior to|up to)\s+[*_`(]*$", re.IGNORECASE)
_AFTER_CJK = re.compile(r"[*_`\s]*(?:之后|以后|以来|后|起)")
_BEFORE_CJK = re.compile(r"[*_`\s]*(?:之前|以前|前)")
_BETWEEN = re.compile(r"[*_`\s]*(?:and|to|till|until|-|–|—|~|到|至|和)[*_`\s]*", re.IGNORECASE)
_AT = re.compile(r"\b(?:at|by)\s+[*_`]*$|在\s*[*_`]*$", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|zero|not (?:a single|any)|without(?: any)?)\s+(?:(?:further|more|new|other|additional)\s+)?"
    r"(?P<thing>(?:[\w-]+\s+){0,3}?[\w-]+)(?=\s+(?:after|since|before|between|from|until|past|were|was|are|is|have|has"
    r"|had|fired|occurred|happened|appeared|showed|followed|came|ran|started|on|in|at|for|by)\b|\s*(?:[.,;:!(]|$))",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"\b(?:the |all )?(?P<thing>(?:[\w-]+ ){0,3}[\w-]+s)\s+(?:had |have |has )?"
    r"(?:stopped|ceased|disappeared)\b"
    r"|\bthe last (?P<last>(?:[\w-]+ ){0,3}[\w-]+?)\s+(?:was|is|came|occurred|appeared|happened)\b",
    re.IGNORECASE,
)
_DENIED_CJK = re.compile(
    r"(?:没有|未|无)(?:再|继续)?(?:次)?(?:出现|发生|发现|产生|记录到|看到|有)?(?:过)?(?:任何|新的?|其他)?\s*"
    r"(?P<thing>[^，。；,;：:（）()\s]{2,16}(?: ?[^，。；,;：:（）()\s]{1,12})?)"
    r"|最后一(?:次|条|个)(?P<last>[^，。；,;：:（）()\s]{2,16}?)(?:是|在|出现|发生)"
)
_UNSURE = re.compile(
    r"\b(?:if|whether|unless|should|would|could|can|(?-i:may)|might|will|expect\w*|except|apart|other than"
    r"|but|only|about|around|roughly|approx\w*|least|yet|not clear|local|utc|[cpe]s?t)\b|\?|？"
    r"|如果|是否|应(?!用)|可能|(?<![解排])除|只有|仅|大约|左右|约|北京时间",
    re.IGNORECASE,
)
_KINDS = {
    "error": re.compile(r"\b(?:ERROR|FATAL|CRITICAL|SEVERE|ERR)\b|错误"),
    "warn": re.compile(r"\bWARN(?:ING)?\b|警告"),
    "错误": re.compile(r"\b(?:ERROR|FATAL|CRITICAL|SEVERE|ERR)\b|错误"),
    "报错": re.compile(r"\b(?:ERROR|FATAL|CRITICAL|SEVERE|ERR)\b|报错|错误"),
    "警告": re.compile(r"\bWARN(?:ING)?\b|警告"),
}
_LEVEL = re.compile(r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|SEVERE)\b")
_EMPTY = words_of("event events entry entries message messages line lines log logs record records occurrence")
_EMPTY_CJK = ("事件", "日志", "记录", "消息", "情况", "现象")
_CLAUSE = re.compile(r"[;；。，:：]|[,.](?=\s|$)")
_LEAD = re.compile(r"\b(?:between|from)\s+[*_`]*$", re.IGNORECASE)
_DONE = re.compile(r"\s+(?:was|were|is|are|(?:has|have|had)(?: been)?)\s+\w+", re.IGNORECASE)
"""Behind what is denied, what was not done to it."""
_MOST_LINES, _MOST_THINGS, _MOST_SPANS, _MOST_DENIED = 20_000, 40, 200, 20
_NEAR = 60
"""Characters in front of a moment that say which side of it is meant."""
_NEGATED = re.compile(
    r"\b(?:no|not|none|without|never|cleared|resolved|recovered|zero)\b|没有|未|无|恢复|解除", re.IGNORECASE
)


class Refuted(NamedTuple):
    """A line within a span that is what is denied of it: why, its call, and itself."""

    reason: str
    call: int
    line: str


class _Span(NamedTuple):
    """A span that is spoken of: from just after a moment, to just before another; None is open."""

    after: Moment | None
    before: Moment | None
    is_from: bool = False


class _Thing(NamedTuple):
    """What is denied: its words, its Chinese, and the kinds that name the level of a line."""

    words: frozenset[str]
    signs: str
    kinds: frozenset[str]


class DeniedSpans:
    """Holds what is denied of a span against the dated lines of the calls before it.

    Args:
        laid: The calls.
        pool: What they said.
    """

    def __init__(self, laid: Sequence[Bearing], pool: Pool) -> None:
        self._laid = laid
        self._pool = pool
        self._holding: dict[_Thing, Mapping[int, Sequence[Held]]] = {}
        self._found: dict[tuple[_Span, _Thing, frozenset[str], str], Held | None] = {}

    def refuted(
        self, text: str, tokens: Sequence[ValueToken], elsewhere: str, excepted: str = ""
    ) -> Refuted | None:
        """Give a line that is what a statement says there was none of in a span; None if there is none.

        Args:
            text: The statement, without its exceptions.
            tokens: Its values.
            elsewhere: The rest of the answer.
            excepted: What it takes out.
        """
        if not any(token.moment is not None for token in tokens) or _UNSURE.search(text):
            return None
        spans = {is_last: _span_of(text, tokens, is_last=is_last) for is_last in (False, True)}
        for pattern in (_DENIED, _DENIED_CJK, _STOPPED):
            for found in islice(pattern.finditer(text), _MOST_DENIED):
                said, is_last = next(
                    (part, name != "thing") for name, part in found.groupdict().items() if part
                )
                phrased = spans[is_last or pattern is _STOPPED]
                if phrased is None:
                    continue
                span, start, end = phrased
                more = {token.folded for token in tokens if token.kind == "name"}
                more |= _beside(text, (start, end), found.span())
                asked = (span, _thing_of(said), frozenset(more), excepted)
                if asked not in self._found:
                    self._found[asked] = self._within(*asked) if len(self._found) < _MOST_SPANS else None
                refuting = self._found[asked]
                if refuting is None or _is_told_at(refuting.token, f"{text} {elsewhere}"):
                    continue
                tool = next(b.call.tool_name for b in self._laid if b.number == refuting.line.invocation)
                shown = " ".join(refuting.line.text.split())[:100]
                return Refuted(
                    f"the output of {tool} has {shown!r}", refuting.line.invocation, refuting.line.text
                )
        return None

    def _within(self, span: _Span, thing: _Thing, more: frozenset[str], excepted: str) -> Held | None:
        """Give the last line of a thing that lies within a span, of the one call that can be meant."""
        holding = self._of(thing)
        meant = [bearing for bearing in self._laid if bearing.number in holding]
        if len(meant) > 1:
            bounds = [
                held for bound in span[:2] if bound is not None for held in self._pool.moments_like(bound)
            ]
            calls = {held.line.invocation for held in bounds}
            meant = [bearing for bearing in meant if bearing.number in calls]
        if len(meant) != 1:
            return None
        lines = holding[meant[0].number]
        days = {(held.token.moment.month, held.token.moment.day) for held in lines if held.token.moment}
        has_day = all(bound.day is not None for bound in span[:2] if bound is not None)
        if len(days) > 1 and not has_day:
            return None
        asked = meant[0].asked
        within = [
            held
            for held in lines
            if _is_within(held.token.moment, span)
            and more <= held.line.words | held.line.context | asked
            and not is_excepted(excepted, held.line.text)
        ]
        return within[-1] if within else None

    def _of(self, thing: _Thing) -> Mapping[int, Sequence[Held]]:
        """Give the dated lines that are of a thing, by their call."""
        if thing not in self._holding:
            holding: dict[int, list[Held]] = defaultdict(list)
            if len(self._holding) < _MOST_THINGS:
                for held in self._dated:
                    if _is_of(held.line, thing, self._pool):
                        holding[held.line.invocation].append(held)
            self._holding[thing] = holding
        return self._holding[thing]

    @cached_property
    def _dated(self) -> Sequence[Held]:
        """The first moment of each place that has any."""
        first: dict[int, Held] = {}
        for held in self._pool.moments[:_MOST_LINES]:
            if held.line.invocation >= 0:
                first.setdefault(held.place, held)
        return list(first.values())


def _beside(text: str, span: tuple[int, int], denied: tuple[int, int]) -> frozenset[str]:
    """Give what the clause of a denial says besides the span and what is denied, but for Chinese."""
    done = _DONE.match(text, denied[1])
    denied = (denied[0], done.end() if done is not None else denied[1])
    first = max((found.end() for found in _CLAUSE.finditer(text, 0, denied[0])), default=0)
    last = next((found.start() for found in _CLAUSE.finditer(text, denied[1])), len(text))
    kept = [
        " " if span[0] <= at < span[1] or denied[0] <= at < denied[1] else text[at]
        for at in range(first, last)
    ]
    return frozenset(word for word in topic_of("".join(kept)) if word.isascii())


def _span_of(text: str, tokens: Sequence[ValueToken], *, is_last: bool) -> tuple[_Span, int, int] | None:
    """Read the one span that a statement speaks of, and where it does; None if there is none, or several."""
    moments = [token for token in tokens if token.moment is not None]
    for one, other in pairwise(moments):
        if _BETWEEN.fullmatch(text[one.end : other.start]):
            lead = _LEAD.search(text, max(0, one.start - _NEAR), one.start)
            if lead is None and text.isascii():
                return None
            start = lead.start() if lead is not None else one.start
            return _Span(one.moment, other.moment, is_from=True), start, other.end
    spans = []
    for token in moments:
        front = max(0, token.start - _NEAR), token.start
        after = _AFTER.search(text, *front) or (_AT.search(text, *front) if is_last else None)
        before = _BEFORE.search(text, *front)
        if after is not None or _AFTER_CJK.match(text, token.end):
            spans.append((_Span(token.moment, None), after.start() if after else token.start, token.end))
        elif before is not None or _BEFORE_CJK.match(text, token.end):
            spans.append((_Span(None, token.moment), before.start() if before else token.start, token.end))
    return spans[0] if len(spans) == 1 else None


def _thing_of(said: str) -> _Thing:
    words = words_of(re.sub(r"[^\x00-\x7f]+", " ", said)) - _EMPTY
    signs = "".join(re.findall(r"[\u4e00-\u9fff]+", said))
    for noun in _EMPTY_CJK:
        signs = signs.removesuffix(noun)
    kind = next((noun for noun in _KINDS if signs.endswith(noun) and not noun.isascii()), "")
    kinds = {kind} if kind else words & _KINDS.keys()
    return _Thing(words - kinds, signs.removesuffix(kind), frozenset(kinds))


def _is_of(place: Place, thing: _Thing, pool: Pool) -> bool:
    """Tell whether a line is of what is denied, or counts some of it."""
    words = thing.words | {word for word in thing.kinds if word.isascii()}
    numbers = [held for held in pool.by_place.get(place.number, ()) if held.token.kind == "number"]
    counts = [held for held in numbers if words and name_words(held.title) - COUNTING == words]
    if counts:
        return any((held.token.number or 0.0) > 0 for held in counts)
    is_of_level = (
        not thing.words and not thing.signs and any(_KINDS[kind].search(place.text) for kind in thing.kinds)
    )
    if not (words or thing.signs or thing.kinds) or (not is_of_level and _NEGATED.search(place.text)):
        return False
    own = place.words | words_of(place.list_path)
    if not thing.words <= own | (place.context - OF_ANY_TOOL) or (thing.words and not thing.words & own):
        return False
    if thing.signs not in place.text:
        return False
    return all(_is_of_kind(place, kind) for kind in thing.kinds) and not any(
        held.token.number == 0.0 and held.label & words for held in numbers
    )


def _is_of_kind(place: Place, kind: str) -> bool:
    """Tell whether a line is at the level of a kind, or says so in a log without levels."""
    if _KINDS[kind].search(place.text):
        return True
    return kind.isascii() and kind in place.words and _LEVEL.search(place.text) is None


def _is_within(moment: Moment | None, span: _Span) -> bool:
    """Tell whether a moment lies within a span, as far as both say."""
    if moment is None:
        return False
    if span.after is not None:
        side = _side(moment, span.after)
        if side is None or side < (0 if span.is_from else 1):
            return False
    if span.before is not None:
        side = _side(moment, span.before)
        return side is not None and side < 0
    return True


def _side(moment: Moment, bound: Moment) -> int | None:
    """Tell whether a moment is before, within or after what a bound says; None if that cannot be told."""
    pairs = [(have, said) for have, said in zip(moment[:6], bound[:6], strict=True) if said is not None]
    if not pairs or any(have is None for have, _ in pairs):
        return None
    for have, said in pairs:
        if have != said:
            return 1 if (have or 0) > said else -1
    return 0


def _is_told_at(token: ValueToken, answer: str) -> bool:
    """Tell whether an answer has a moment's time of day, to the minute or, where both tell it, the second."""
    clock = re.search(r"(\d{1,2}:\d\d)(:\d\d)?", token.text)
    if clock is None:
        return token.text.strip() in answer
    seconds = rf"(?!:\d\d)|{clock[2]}" if clock[2] else ""
    return re.search(rf"{clock[1]}(?:{seconds})", answer) is not None
