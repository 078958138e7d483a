"""What surrounds a value under judgement, and what a judge says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from evidencelab.traces.evidence.likeness import Sizes
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.ranking import Ranking
from evidencelab.traces.findings import FindingClass
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.factors import Factors
from evidencelab.traces.wording.mood import Mood
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import near_words

Guess = Literal["short", "perhaps", "worked", "alike", "about", "advice"]


class Verdict(NamedTuple):
    """What became of a value: its class, the evidence, the derivation or reason.

    Attributes:
        guess: What kind of guess spares a number for which nothing else speaks: that it is too short to
            tell, that it may come of arithmetic, that it is worded as worked out, that many are like it,
            that it is given as approximate, that it is advised.
    """

    finding: FindingClass
    held: Held | None = None
    place: Place | None = None
    reason: str = ""
    guess: Guess | None = None


class Sources(NamedTuple):
    """What values are judged against.

    Attributes:
        pool: What the tools said before the statement.
        given: What the user and the system prompt said.
        arguments: The agent's own tool arguments.
        is_whole: Whether the trace holds all the model saw; if not, nothing is unsupported.
    """

    pool: Pool
    given: Pool
    arguments: Pool
    is_whole: bool


class Setting(NamedTuple):
    """What surrounds the value under judgement.

    Attributes:
        statement: The statement.
        tokens: All its values.
        mood: What kind of sentence it is.
        words: The words that say what it is about, with weights: its own, and by half those it stands under.
        near: Numbers and moments of the same list or paragraph, nearest first.
        anchors: Words that say whose values these are: names of the statement, or of what it stands
            under, that few places of the evidence hold.
        n_followers: How many bullets stand under the statement.
        ranking: The places by how much of the words they share.
        factors: What its texts may multiply by.
    """

    statement: Statement
    tokens: Sequence[ValueToken]
    mood: Mood
    words: Mapping[str, float]
    near: Sequence[ValueToken]
    anchors: frozenset[str]
    n_followers: int
    ranking: Ranking
    factors: Factors


_AROUND = 12
NOWHERE = "it stands in no tool output"

_MOODS: dict[Mood, str] = {
    "advice": "advice",
    "question": "a question",
    "lead": "a lead-in",
    "supposition": "a supposition",
    "command": "a command",
    "fact": "a fact",
}


def in_mood(mood: Mood) -> Verdict:
    """Give the verdict on a value that the kind of sentence leaves unjudged."""
    guess: Guess | None = "advice" if mood == "advice" else None
    return Verdict("not_checkable", reason=f"it stands in {_MOODS[mood]}", guess=guess)


def sound(pool: Pool, held: Held, reason: str = "it stands there") -> Verdict:
    """Give the verdict on a value that a place holds."""
    return Verdict("sound", held, pool.places[held.place], reason)


def altered(pool: Pool, held: Held, more: str = "") -> Verdict:
    """Give the verdict on a value in whose place the evidence has another."""
    return Verdict(
        "altered", held, pool.places[held.place], f"the evidence has {held.token.text.strip()}{more}"
    )


def told_otherwise(pool: Pool, held: Held) -> Verdict:
    """Give the verdict on a value in whose place the evidence, or who asked, has another."""
    if held.line in pool.places[held.place : held.place + 1]:
        return altered(pool, held)
    return Verdict("altered", reason=f"what was given has {held.token.text.strip()}")


def unsupported(pool: Pool, setting: Setting) -> Verdict:
    """Give the verdict on a value that stands nowhere, with the place nearest to its statement."""
    best = setting.ranking.best(1)
    return Verdict("unsupported", None, best[0][1] if best else None, NOWHERE)


def key_words(pool: Pool, token: ValueToken, setting: Setting) -> dict[str, float]:
    """Give the words that name a value in its statement, with how telling they are among places."""
    near = near_words(setting.statement.text, token.start, token.end)
    return {word: min(1.5, pool.weight(word) / 2) for word in near if pool.places_with(word)}


def nearness(pool: Pool, held: Held, keys: Mapping[str, float], setting: Setting) -> float:
    """Give how much a value's place is what the statement speaks of."""
    common = sum(weight for word, weight in keys.items() if word in held.keys)
    return 2 * common + setting.ranking.share(pool.places[held.place])


def places_about(pool: Pool, setting: Setting, most: int) -> list[Place]:
    """Give the places a statement is about; of very few, all."""
    best = [place for _, place in setting.ranking.best(most)]
    if len(pool.places) > 2 * most:
        return best
    return best + [place for place in pool.places if place not in best]


def told_beside(token: ValueToken, setting: Setting) -> Sizes:
    """Give the other numbers of a number's statement."""
    return Sizes(t for t in setting.tokens if t is not token and t.kind == "number")


def is_about(pool: Pool, place: Place, anchors: frozenset[str]) -> bool:
    """Tell whether a place, its call or the lines around it hold one of the anchors."""
    if anchors & (place.words | place.context):
        return True
    return any(anchors & other.words for other in pool.around(place, _AROUND))
