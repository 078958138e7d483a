"""Judge each statement of an answer, and propose the evidence that holds it best.

A statement takes the class of its worst value. A statement without values is judged only if it claims
that something is absent or healthy. Nothing here reads a tool's output as anything but text to be
compared: what it asks for changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.absence import Overclaim, claims_absence, denied_in_vain, overclaimed
from evidencelab.traces.conversation import CallRecord
from evidencelab.traces.findings import (
    BAD,
    WORST_FIRST,
    Evidence,
    FindingClass,
    StatementFinding,
    ValueFinding,
)
from evidencelab.traces.mood import Mood, mood_of
from evidencelab.traces.parallels import misread
from evidencelab.traces.places import Place
from evidencelab.traces.pool import Pool
from evidencelab.traces.resolve import Resolver, stands_in
from evidencelab.traces.setting import NOWHERE, Setting, Sources, Verdict, unsupported
from evidencelab.traces.state_judge import StateJudge, ToldState
from evidencelab.traces.statements import Statement
from evidencelab.traces.units import agree
from evidencelab.traces.value_token import ValueToken
from evidencelab.traces.values import value_tokens
from evidencelab.traces.words import words_of

_SHOWN = 400
_FEW_PLACES = 12
_NUMBERED = re.compile(r"^[\s#*_>|]*(?:(?:step|option|phase|part)\s+)?\(?\d{1,3}[.)、:]\s+", re.IGNORECASE)
_PROPER = re.compile(r"(?<![.!?:]\s)(?<![\w-])[A-Z][A-Za-z]{2,}\b|\b[A-Z]{2,6}\b")
_SILENT_MOODS: tuple[Mood, ...] = ("advice", "command", "question")
_REASONS: dict[Mood, str] = {
    "advice": "it is advice or a plan",
    "command": "it is a command",
    "question": "it is a question",
    "supposition": "it is a supposition",
    "lead": "it leads in what follows",
    "fact": "it states no value that could be looked up",
}


class Binding(NamedTuple):
    """A proposed citation: the place, and the piece of it to quote."""

    place: Place
    excerpt: str


class Judged(NamedTuple):
    """A statement's finding with the citations proposed for it."""

    finding: StatementFinding
    bindings: tuple[Binding, ...]


class Evidences(NamedTuple):
    """All a message is judged on.

    Attributes:
        pool: What the tools said before it.
        given: What the user and the system prompt said before it.
        arguments: The agent's own tool arguments.
        calls: Index, recorded call, and import record of each call before it.
        call_words: The words of each call.
        is_whole: Whether the trace holds all that the model saw.
        unseen: What the trace holds and the model never saw.
    """

    pool: Pool
    given: Pool
    arguments: Pool
    calls: Sequence[tuple[int, ToolInvocation, CallRecord | None]]
    call_words: Mapping[int, frozenset[str]]
    is_whole: bool
    unseen: Pool


class _Read(NamedTuple):
    statement: Statement
    tokens: tuple[ValueToken, ...]
    mood: Mood


def judge_statements(statements: Sequence[Statement], evidences: Evidences) -> tuple[Judged, ...]:
    """Judge the statements of one message, in order."""
    read = [_Read(s, _values(s), mood_of(s)) for s in statements]
    judge = _Judge(read, evidences)
    return tuple(judge.of(index, verdicts) for index, verdicts in enumerate(judge.verdicts()))


def _values(statement: Statement) -> tuple[ValueToken, ...]:
    """Give a statement's values; the number that numbers it is none."""
    numbered = _NUMBERED.match(statement.text) if statement.kind != "code" else None
    first = 0 if numbered is None else numbered.end()
    return tuple(token for token in value_tokens(statement.text) if token.start >= first)


class _Judge:
    def __init__(self, read: Sequence[_Read], evidences: Evidences) -> None:
        self.read = read
        self.evidences = evidences
        self.resolver = Resolver(
            Sources(evidences.pool, evidences.given, evidences.arguments, evidences.is_whole)
        )
        self.followers = self._count_followers()
        self.states = StateJudge([r.statement for r in read], evidences.calls, evidences.pool)

    def verdicts(self) -> list[list[Verdict]]:
        """Judge every value; one that is derived in one statement is so in the others."""
        judged: list[list[Verdict]] = []
        worked: dict[float, list[tuple[ValueToken, Verdict]]] = {}
        for index, read in enumerate(self.read):
            setting = self._setting(index)
            judged.append([self._told_apart(t, self.resolver.resolve(t, setting)) for t in read.tokens])
            for token, verdict in zip(read.tokens, judged[-1], strict=True):
                if token.kind == "number" and token.digits >= 2 and verdict.finding == "derived":
                    worked.setdefault(abs(token.number or 0.0), []).append((token, verdict))
        for read, verdicts in zip(self.read, judged, strict=True):
            for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True)):
                if token.kind == "number" and verdict.finding in BAD:
                    for other, its in worked.get(abs(token.number or 0.0), ()):
                        if agree(token.unit, other.unit):
                            verdicts[at] = its
        self._spare_families(judged)
        for index, at in list(
            misread([r.statement for r in self.read], [r.tokens for r in self.read], judged)
        ):
            setting = self._setting(index)
            if setting.mood == "fact" and self.evidences.is_whole:
                judged[index][at] = unsupported(self.evidences.pool, setting)
        return judged

    def _spare_families(self, judged: Sequence[list[Verdict]]) -> None:
        """Leave several numbers of one kind that stand nowhere unjudged: such a family is worked out.

        A value that was read and told wrongly stands alone among values told rightly.
        """
        families: dict[tuple[str, int], list[tuple[float, list[Verdict], int]]] = {}
        for read, verdicts in zip(self.read, judged, strict=True):
            missing = [
                (at, token)
                for at, (token, verdict) in enumerate(zip(read.tokens, verdicts, strict=True))
                if token.kind == "number" and verdict.finding == "unsupported" and verdict.reason == NOWHERE
            ]
            kinds = [token.unit.dimension for _, token in missing if token.unit is not None]
            for at, token in missing:
                kind = token.unit.dimension if token.unit is not None else kinds[0] if kinds else ""
                family = families.setdefault((kind, read.statement.block), [])
                family.append((abs(token.number or 0.0), verdicts, at))
        for family in families.values():
            if len({number for number, _, _ in family}) > 1:
                for _, verdicts, at in family:
                    verdicts[at] = Verdict("not_checkable", reason="with others like it, it seems worked out")

    def of(self, index: int, verdicts: Sequence[Verdict]) -> Judged:
        """Judge one statement, its values judged."""
        read = self.read[index]
        overclaim = self._overclaim(read)
        finding, reason = _class_of(read, verdicts, overclaim)
        told = self.states.of(read.statement) if finding != "altered" and self.evidences.is_whole else None
        bindings = self._bindings(read.tokens, verdicts)
        shown = self._shown(verdicts, finding, bindings, overclaim)
        values = tuple(
            ValueFinding(
                value=token.text,
                start=token.start,
                end=token.end,
                verdict=verdict.finding,
                evidence_value=None if verdict.held is None else verdict.held.token.text.strip(),
                evidence=None if verdict.place is None else self._evidence(verdict.place),
                reason=verdict.reason,
            )
            for token, verdict in zip(read.tokens, verdicts, strict=True)
        )
        statement = read.statement
        if told is not None:
            value = self._value_of(statement, told)
            finding, reason = "altered", f"{value.value!r}: {told.reason}"
            values, shown = (*values, value), value.evidence
        return Judged(
            StatementFinding(
                number=statement.number,
                message=statement.message,
                kind=statement.kind,
                text=statement.text,
                start=statement.start,
                end=statement.end,
                finding=finding,
                values=values,
                evidence=shown,
                reason=reason,
            ),
            bindings if finding in ("sound", "derived") else (),
        )

    def _value_of(self, statement: Statement, told: ToldState) -> ValueFinding:
        return ValueFinding(
            value=statement.text[told.start : told.end],
            start=told.start,
            end=told.end,
            verdict="altered",
            evidence_value=told.held,
            evidence=None if told.place is None else self._evidence(told.place),
            reason=told.reason,
        )

    def _setting(self, index: int) -> Setting:
        statement, tokens, mood = self.read[index]
        words: dict[str, float] = {}
        for title in statement.sections:
            words.update(dict.fromkeys(words_of(title), 0.3))
        for parent in statement.parents:
            words.update(dict.fromkeys(words_of(parent), 0.6))
            words.update((t.folded, 1.0) for t in value_tokens(parent) if t.kind == "name")
        words.update(dict.fromkeys(words_of(statement.text), 1.0))
        words.update((t.folded, 1.5) for t in tokens if t.kind == "name")
        own = self._anchors(statement.text, tokens)
        for parent in reversed((*statement.sections[-1:], *statement.parents)):
            if not own:
                own = self._anchors(parent, value_tokens(parent))
        return Setting(statement, tokens, mood, words, self._near(index), own, self.followers.get(index, 0))

    def _anchors(self, text: str, tokens: Sequence[ValueToken]) -> frozenset[str]:
        """Give the names and proper words of a text that some, but few, places of the evidence hold."""
        pool = self.evidences.pool
        names = {t.folded for t in tokens if t.kind == "name"}
        proper = {word for found in _PROPER.finditer(text) for word in words_of(found.group())}
        limit = max(2, min(_FEW_PLACES, len(pool.places) // 3))
        few = {word for word in proper if 0 < len(pool.places_with(word)) <= limit}
        return frozenset({name for name in names if pool.places_with(name)} | few)

    def _near(self, index: int) -> list[ValueToken]:
        """Give the numbers and moments of the same block and of the statements before it, nearest first."""
        block = self.read[index].statement.block
        near: list[ValueToken] = []
        for distance in range(1, 64):
            for other in (index - distance, index + distance):
                if not 0 <= other < len(self.read):
                    continue
                same_block = self.read[other].statement.block == block
                if same_block or (other < index and distance <= 6) or (other > index and distance <= 4):
                    near += [t for t in self.read[other].tokens if t.kind != "name"]
        return near

    def _count_followers(self) -> dict[int, int]:
        """Count, for each statement, the bullets right under it."""
        counts: dict[int, int] = {}
        for index, (statement, _, _) in enumerate(self.read):
            if statement.kind != "bullet":
                continue
            for above in range(index - 1, max(-1, index - 80), -1):
                head = self.read[above].statement
                if head.kind in ("sentence", "heading") and (
                    head.block == statement.block or self.read[above + 1].statement.kind == "bullet"
                ):
                    if len(statement.parents) <= 1:
                        counts[above] = counts.get(above, 0) + 1
                    break
        return counts

    def _told_apart(self, token: ValueToken, verdict: Verdict) -> Verdict:
        """Say so where an unsupported value stands in what the model never saw."""
        if verdict.finding != "unsupported" or not self.evidences.unseen.places:
            return verdict
        if stands_in(self.evidences.unseen, token):
            return verdict._replace(reason="it stands only in a part of a result that the model never saw")
        return verdict

    def _overclaim(self, read: _Read) -> Overclaim | None:
        if read.mood not in ("fact", "lead") or read.statement.kind in ("heading", "code"):
            return None
        text, calls, words = read.statement.text, self.evidences.calls, self.evidences.call_words
        found = None
        if claims_absence(text):
            about = words_of(" ".join((*read.statement.parents, text)))
            found = overclaimed(text, about, calls, words)
        if found is None and self.evidences.is_whole:
            elsewhere = " ".join(other.statement.text for other in self.read if other is not read)
            found = denied_in_vain(text, calls, words, self.states.lines_of, elsewhere)
        return found

    def _bindings(self, tokens: Sequence[ValueToken], verdicts: Sequence[Verdict]) -> tuple[Binding, ...]:
        """Cover the values with as few places as will do, the one that holds most first."""
        holding: dict[int, list[int]] = {}
        places: dict[int, Place] = {}
        for number, verdict in enumerate(verdicts):
            if verdict.place is not None and verdict.finding in ("sound", "derived"):
                places[verdict.place.number] = verdict.place
                holding.setdefault(verdict.place.number, []).append(number)
        # a value may stand at a place that was chosen for another one
        for index, place in places.items():
            folded = place.text.lower()
            for number, token in enumerate(tokens):
                if (
                    number not in holding[index]
                    and verdicts[number].finding == "sound"
                    and token.text.lower() in folded
                ):
                    holding[index].append(number)
        left = set().union(*holding.values()) if holding else set()
        chosen: list[Binding] = []
        while left:
            index = max(holding, key=lambda i: (len(left & set(holding[i])), -i))
            if not left & set(holding[index]):
                break
            chosen.append(
                Binding(places[index], _excerpt(places[index], [verdicts[n] for n in holding[index]]))
            )
            left -= set(holding[index])
        return tuple(chosen)

    def _shown(
        self,
        verdicts: Sequence[Verdict],
        finding: FindingClass,
        bindings: Sequence[Binding],
        overclaim: Overclaim | None,
    ) -> Evidence | None:
        for verdict in verdicts:
            if (
                verdict.finding == finding
                and verdict.place is not None
                and finding in ("altered", "unsupported")
            ):
                return self._evidence(verdict.place)
        if finding == "overclaimed_absence" and overclaim is not None and overclaim.call is not None:
            places = self.evidences.pool.call_places(overclaim.call)
            return self._evidence(places[-1]) if places else None
        return self._evidence(bindings[0].place) if bindings else None

    def _evidence(self, place: Place) -> Evidence | None:
        call = next((call for index, call, _ in self.evidences.calls if index == place.invocation), None)
        if call is None:
            return None
        return Evidence(
            source_invocation_id=call.invocation_id,
            tool_name=call.tool_name,
            external_id=call.external_id,
            raw_path=place.raw_path,
            text=place.text.strip()[:_SHOWN],
        )


def _class_of(
    read: _Read, verdicts: Sequence[Verdict], overclaim: Overclaim | None
) -> tuple[FindingClass, str]:
    """Give a statement its class and the reason for it."""
    found = {verdict.finding for verdict in verdicts}
    for bad in ("altered", "unsupported"):
        if bad in found:
            pairs = zip(read.tokens, verdicts, strict=True)
            token, verdict = next((t, v) for t, v in pairs if v.finding == bad)
            return WORST_FIRST[WORST_FIRST.index(bad)], f"{token.text.strip()!r}: {verdict.reason}"
    if overclaim is not None:
        return "overclaimed_absence", overclaim.reason
    if read.mood in _SILENT_MOODS:
        return "not_checkable", _REASONS[read.mood]
    if "derived" in found:
        pairs = zip(read.tokens, verdicts, strict=True)
        token, verdict = next((t, v) for t, v in pairs if v.finding == "derived")
        return "derived", f"{token.text.strip()!r} is {verdict.reason}"
    if "sound" in found:
        return "sound", "every value that was looked up stands in the evidence"
    if "given" in found:
        return "given", next(v.reason for v in verdicts if v.finding == "given")
    if verdicts:
        return "not_checkable", verdicts[0].reason
    return "not_checkable", _REASONS[read.mood]


def _excerpt(place: Place, verdicts: Sequence[Verdict]) -> str:
    """Give the piece of a place to quote: the whole line, or a window over its values where it is long."""
    text = place.text
    if len(text) <= _SHOWN:
        return text.strip()
    spans = [
        (v.held.token.start, v.held.token.end)
        for v in verdicts
        if v.held is not None and v.held.place == place.number
    ]
    start = max(0, min((s for s, _ in spans), default=0) - 80)
    end = min(len(text), max((e for _, e in spans), default=_SHOWN) + 80)
    if end - start > 2 * _SHOWN:
        end = start + 2 * _SHOWN
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end].strip()
