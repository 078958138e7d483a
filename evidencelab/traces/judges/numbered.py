"""Numbers that name a thing, `Unit 96`, `pod 12`, and those that give its place in a row, `the 40th title`.

Where what was read numbers things of that noun, and this is none of them, no arithmetic explains it. An
ordinal of which nothing like it was read may count anything.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, altered, unsupported
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.impossible_days import NO_SUCH_DAY
from evidencelab.traces.values.slips import differ_by_a_slip
from evidencelab.traces.values.value_token import ValueToken

_NOUN = re.compile(r"(?:^|[^\w-])([A-Za-z]{3,20})\s#?$")
_NOUN_BEHIND = re.compile(r"(?:st|nd|rd|th)\s+([A-Za-z]{3,20}(?:\s[A-Za-z]{3,20})?)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?!\w)")
_WORDS = (
    "total sum count number top first last line page step day week month year hour minute age score rank "
    "level the and for with from than about over under only just some all any version port code status"
)
_TALLIED = frozenset(_WORDS.split())
"""Words in front of a number that names nothing."""
_NO_NOUN = re.compile(
    r"[*_`]*(?:\s?[-–—:,;.!?)(]|\s?$|\s(?:is|was|has|had|will|in|on|at|by|from|and|with|that|which)\b)"
)
"""What may follow the number of a thing: no noun that it would count."""
_AT_HEAD = re.compile(
    r"^(?:[^\w\n]|_){0,40}(?P<noun>[a-z]{3,20})(?:\s+#?|=)0*(?P<number>\d{1,7})(?=\s*[:,;|)–—-]|\s*$|\s{2,})",
    re.MULTILINE,
)
_UNDER_KEY = re.compile(
    r"(?<![a-z])(?P<noun>[a-z]{3,20})_(?:id|number|no|num|nr)[\"']?\s?[:=]\s?[\"']?0*(?P<number>\d{1,7})(?![\w.%])"
)
_BEFORE_NOUN = re.compile(
    r"(?<![\w.])0*(?P<number>\d{1,4}(?:\.\d{1,3})?)(?:st|nd|rd|th)\s+(?P<nouns>(?P<noun>[a-z]{3,20})(?:\s[a-z]{3,20})?)\b"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_PERCENTILE = re.compile(
    r"^[\W_]{0,4}(\d{1,2}(?:\.\d{1,3})?)%(?=[\W_])"
    r"|(?<![a-z0-9])p(\d{2})(?![\w.])|(?<![\w.])(\d{1,2}(?:\.\d{1,3})?)(?:st|nd|rd|th)\s(?:%ile|pctl?\b)",
    re.MULTILINE,
)
"""How a percentile is written as a row's name or a field's: `25%  5500`, `p95`."""
_SHARE_NOUN = "percentile"
_FEWEST, _MOST_TIMES = 3, 6
_BEFORE = 24


class Numbered:
    """Reads the numbers of things in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._known: dict[tuple[str, bool], frozenset[str]] = {}

    def settled(self, token: ValueToken, setting: Setting, verdict: Verdict) -> Verdict:
        """Take back that a thing's number is explained; leave an ordinal that nothing speaks against."""
        text = setting.statement.text
        is_ordinal = _ORDINAL.match(text, token.end) is not None
        if token.unit is not None or not _NUMBER.fullmatch(token.text.strip()):
            return verdict
        if (verdict.finding == "sound" and not is_ordinal) or NO_SUCH_DAY in verdict.reason:
            return verdict
        known = self._of_noun(token, text, is_ordinal)
        said = token.text.strip().lstrip("0")
        if known and said not in known:
            is_told = (
                setting.mood == "fact"
                and self.sources.is_whole
                and verdict.finding in ("derived", "not_checkable", "sound")
            )
            return self._unknown(said, known, setting) if is_told else verdict
        if is_ordinal and verdict.finding in BAD and token.number:
            return Verdict("not_checkable", reason="it is an ordinal, which may count anything")
        return verdict

    def _of_noun(self, token: ValueToken, text: str, is_ordinal: bool) -> frozenset[str]:
        """Give the numbers that were read of the noun beside this one; none where it names nothing."""
        if is_ordinal:
            noun = _NOUN_BEHIND.match(text, token.end)
        else:
            noun = _NOUN.search(text[max(0, token.start - _BEFORE) : token.start])
        is_named = noun is not None and (is_ordinal or _NO_NOUN.match(text, token.end) is not None)
        name = "" if noun is None or not is_named else noun[1].lower()
        name = _SHARE_NOUN if is_ordinal and name.startswith(_SHARE_NOUN) else name
        if not name or name in _TALLIED or name[-1] == "s":
            return frozenset()
        key = (name, is_ordinal)
        if key not in self._known:
            own, *others = (numbers.get(key, frozenset()) for numbers in self._read)
            is_keyed = len(own) >= (1 if is_ordinal else _FEWEST)
            self._known[key] = own.union(*others) if is_keyed else frozenset()
        return self._known[key]

    @cached_property
    def _read(self) -> Sequence[Mapping[tuple[str, bool], frozenset[str]]]:
        """The numbers that were read, given and asked for, by noun, and whether they are ordinals."""
        return [
            _numbers_of(pool.folded)
            for pool in (self.sources.pool, self.sources.given, self.sources.arguments)
        ]

    def _unknown(self, said: str, known: frozenset[str], setting: Setting) -> Verdict:
        pool = self.sources.pool
        for other in sorted(known):
            if len(other) == len(said) and differ_by_a_slip(said, other):
                held = pool.numbers_between(float(other), float(other))
                if held:
                    return altered(pool, held[0])
        return unsupported(pool, setting)


def _numbers_of(folded: str) -> Mapping[tuple[str, bool], frozenset[str]]:
    """Read the numbers behind nouns, at the heads of lines or under keys, that stand seldom; and ordinals."""
    times: dict[str, Counter[str]] = defaultdict(Counter)
    for one in chain(_AT_HEAD.finditer(folded), _UNDER_KEY.finditer(folded)):
        times[one["noun"]][one["number"]] += 1
    ordinals: dict[str, set[str]] = defaultdict(set)
    for one in _BEFORE_NOUN.finditer(folded):
        for noun in (one["noun"], one["nouns"]):
            ordinals[noun.removesuffix("s")].add(one["number"])
    for own in _PERCENTILE.findall(folded):
        ordinals[_SHARE_NOUN].add("".join(own))
    named = {noun: frozenset(own) for noun, own in times.items() if own.total() <= _MOST_TIMES * len(own)}
    return {(noun, False): own for noun, own in named.items()} | {
        (noun, True): frozenset(own) for noun, own in ordinals.items()
    }
