"""Decide what became of one value: held by evidence, given, derived, altered, or in no tool's output.

The order is from strong to weak: the value where the statement's words point to, the value anywhere,
the value in what the user gave, the value in the agent's own arguments, the value by arithmetic. What is
left is altered where the evidence has another value under the same name, and unsupported where a fact is
stated that rests on nothing. Doubt is resolved for the statement: a tool that cries wolf is switched off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from evidencelab.traces import derived
from evidencelab.traces.derived import Quantity, Target
from evidencelab.traces.findings import FindingClass
from evidencelab.traces.pool import Held, Place, Pool, holds, name_kind
from evidencelab.traces.statements import Statement
from evidencelab.traces.units import Unit, agree
from evidencelab.traces.values import Moment, ValueToken
from evidencelab.traces.wording import Mood, in_command, is_hedged, speaks_of_arithmetic
from evidencelab.traces.words import near_words, words_of


class Verdict(NamedTuple):
    """What became of a value: its class, the evidence, the derivation or reason."""

    finding: FindingClass
    held: Held | None = None
    place: Place | None = None
    reason: str = ""


class Setting(NamedTuple):
    """What surrounds the value under judgement.

    Attributes:
        statement: The statement.
        tokens: All its values.
        mood: What kind of sentence it is.
        words: The words that say what it is about, with weights: its own, and by half those it stands under.
        near: Numbers of the same list or paragraph, nearest first.
        anchors: Names of the statement, or of what it stands under, that evidence holds.
        n_followers: How many bullets stand under the statement.
    """

    statement: Statement
    tokens: Sequence[ValueToken]
    mood: Mood
    words: Mapping[str, float]
    near: Sequence[ValueToken]
    anchors: frozenset[str]
    n_followers: int


_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3})?")
_WEAK_LABELS_MOST = 20
_CHANCE = 0.1
"""Highest chance, in [0, 1], that an honest number lies one digit from some number of the evidence."""
_HARD_NAME = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{12,}"
)
_ORDINAL = re.compile(
    r"\d+(?:\.\d+)?(?:st|nd|rd|th|s|x|k|d|p)|[x×]\d{1,3}|\d+x\d+|\d{1,2}:\d{2}", re.IGNORECASE
)


class Resolver:
    """Judges values against one pool of evidence and what was given."""

    def __init__(self, pool: Pool, given: Pool, arguments: Pool, *, is_whole: bool) -> None:
        """Take what values are judged against.

        Args:
            pool: What the tools said before the statement.
            given: What the user and the system prompt said.
            arguments: The agent's own tool arguments.
            is_whole: Whether the trace holds all the model saw; if not, nothing is unsupported.
        """
        self.pool = pool
        self.given = given
        self.arguments = arguments
        self.is_whole = is_whole

    def resolve(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one value."""
        if setting.mood == "command" or in_command(setting.statement.text, token.start):
            return Verdict("not_checkable", reason="it stands in a command")
        if token.kind == "number":
            return self._number(token, setting)
        if token.kind == "moment":
            return self._moment(token, setting)
        return self._name(token, setting)

    def stands(self, token: ValueToken) -> bool:
        """Tell whether a value stands in the pool as it is."""
        if token.kind == "number":
            return bool(self._equal(self.pool, token))
        if token.kind == "moment":
            return bool(self.pool.moments_like(token.moment or Moment()))
        return token.folded in self.pool.names or _at_boundary(self.pool.folded, token.folded) is not None

    # ------------------------------------------------------------------ numbers

    def _number(self, token: ValueToken, setting: Setting) -> Verdict:
        hedged = is_hedged(setting.statement.text, token.start, token.end)
        keys = self._keys(token, setting)
        found = self._equal(self.pool, token)
        given = self._equal(self.given, token)
        like = [held for held in found if (held.token.unit is None) == (token.unit is None)]
        if like:
            best = max(like, key=lambda held: (self._nearness(held, keys, setting), -held.place))
            if given and self._nearness(best, keys, setting) <= 0:
                return Verdict("given", reason="the user or the system prompt said so")
            swapped = self._swapped(token, found, keys, setting)
            if swapped is not None:
                return swapped
            return Verdict("sound", best, self.pool.places[best.place], "it stands there")
        rounded = self._rounded(self.pool, token, keys, setting, hedged)
        if rounded is not None:
            return rounded
        if given:
            return Verdict("given", reason="the user or the system prompt said so")
        if found:
            best = max(found, key=lambda held: (self._nearness(held, keys, setting), -held.place))
            conflict = self._conflict(token, keys, setting, self._nearness(best, keys, setting))
            swapped = conflict or self._swapped(token, found, keys, setting)
            if swapped is not None:
                return swapped
            return Verdict("sound", best, self.pool.places[best.place], "it stands there")
        if self._rounded_given(token, hedged):
            return Verdict("given", reason="it is the user's own number in another unit")
        part = self.pool.name_numbers.get(token.text.strip()) if token.unit is None else None
        if part is not None:
            return Verdict("sound", part, self.pool.places[part.place], f"it is part of {part.token.text}")
        if self.given.name_numbers.get(token.text.strip()) is not None:
            return Verdict("given", reason="it is part of a name the user gave")
        chosen = self._equal(self.arguments, token)
        if any((held.token.unit is None) == (token.unit is None) for held in chosen):
            return Verdict("given", reason="the agent chose it itself, as a tool's argument")
        year = self._year(token)
        if year is not None:
            return year
        rival = None if hedged else self._rival(token, setting, keys)
        derivation = self._derivation(token, setting, hedged, is_named=rival is not None and rival[1] >= 2.5)
        if derivation is not None:
            return Verdict("derived", reason=derivation)
        return self._missing_number(token, setting, keys, rival, hedged)

    def _equal(self, pool: Pool, token: ValueToken) -> list[Held]:
        number = abs(token.number or 0.0)
        slack = 1e-9 * max(1.0, number)
        return [
            held
            for held in pool.numbers_between(number - slack, number + slack)
            if agree(token.unit, held.token.unit)
        ]

    def _rounded(
        self, pool: Pool, token: ValueToken, keys: Mapping[str, float], setting: Setting, hedged: bool
    ) -> Verdict | None:
        """Find the number in another unit, or with more digits than the statement gives."""
        number, unit = abs(token.number or 0.0), token.unit
        exact = 1e-9 * max(1.0, number)
        half = token.step / 2
        if hedged:
            half = max(half, _hedge_step(token), 0.05 * number)
        candidates: list[tuple[Held, str]] = []
        may_round = token.digits >= 2 or hedged
        slack = half if may_round else exact
        if unit is None:
            if may_round or number >= 1:
                candidates += [
                    (held, "rounded")
                    for held in pool.numbers_between(number - half, number + half)
                    if _has_more_digits(held.token, token) or hedged
                ]
            if 0 < number < 1:
                candidates += [
                    (held, "as a fraction")
                    for held in pool.numbers_between(
                        100 * (number - slack), 100 * (number + slack), "percent"
                    )
                ]
        else:
            low, high = (number - half) * unit.size, (number + half) * unit.size
            for held in pool.numbers_between(low, high, unit.dimension):
                exactly = abs(
                    (held.token.number or 0) * (held.token.unit or unit).size - number * unit.size
                ) <= (1e-6 * number * unit.size)
                if exactly or may_round or _has_more_digits(held.token, token):
                    candidates.append((held, "in another unit" if held.token.unit != unit else "rounded"))
            for factor, said in _implied(unit):
                if factor == 1.0 and self._conflict(token, keys, setting, 0.0) is not None:
                    continue
                for held in pool.numbers_between((number - slack) * factor, (number + slack) * factor):
                    if held.token.unit is None and held.token.digits >= min(2, token.digits):
                        candidates.append((held, said))
            candidates += self._temperatures(pool, number, half, unit)
        if not candidates:
            return None
        held, said = max(candidates, key=lambda item: self._nearness(item[0], keys, setting))
        close = self._nearness(held, keys, setting)
        if token.digits < 3 and close <= 0 and said != "in another unit":
            return None
        return Verdict("derived", held, pool.places[held.place], f"{held.token.text.strip()} {said}")

    def _temperatures(self, pool: Pool, number: float, half: float, unit: Unit) -> list[tuple[Held, str]]:
        if unit.dimension == "celsius":
            low, high = (number - half) * 1.8 + 32, (number + half) * 1.8 + 32
            return [(held, "in Celsius") for held in pool.numbers_between(low, high, "temperature")]
        if unit.dimension == "temperature":
            low, high = sorted(((number - half - 32) / 1.8, (number + half - 32) / 1.8))
            return [(held, "in Fahrenheit") for held in pool.numbers_between(max(0.0, low), high, "celsius")]
        return []

    def _rounded_given(self, token: ValueToken, hedged: bool) -> bool:
        number, unit = abs(token.number or 0.0), token.unit
        if unit is None:
            return hedged and bool(self.given.numbers_between(0.95 * number, 1.05 * number))
        low, high = number * unit.size * (1 - 1e-9), number * unit.size * (1 + 1e-9)
        return bool(self.given.numbers_between(low, high, unit.dimension))

    def _year(self, token: ValueToken) -> Verdict | None:
        number = token.number or 0.0
        if token.unit is not None or not (1900 <= number <= 2100) or number != int(number):
            return None
        for pool, finding in ((self.pool, "sound"), (self.given, "given")):
            for held in pool.moments:
                if held.token.moment and held.token.moment.year == int(number):
                    if finding == "sound":
                        return Verdict(
                            "sound", held, pool.places[held.place], "it is the year of a date there"
                        )
                    return Verdict("given", reason="it is the year of a date the user gave")
        return None

    # ------------------------------------------------------------------ derivations

    def _derivation(
        self, token: ValueToken, setting: Setting, hedged: bool, *, is_named: bool
    ) -> str | None:
        """Find how the number follows from others.

        Where the evidence has another number under the very name (`is_named`), or nothing in the wording
        speaks of arithmetic, only the statement's own numbers count.
        """
        target = _target(token, hedged)
        same = _quantities(t for t in setting.tokens if t is not token)
        clocks = _clock_differences([t.moment for t in (*setting.tokens, *setting.near) if t.moment])
        if target.dimension == "time" and any(target.is_met_by(gap) for gap in clocks):
            return "difference of two times beside it"
        counted = self._counted(token, setting)
        if counted is not None:
            return counted
        found = (
            derived.from_pair(target, same[:12])
            or derived.from_chain(target, same)
            or derived.from_all(target, same, "the statement")
        )
        if found is not None:
            return found
        if is_named or token.digits == 1 and token.unit is None and (token.number or 0) <= 10:
            return None
        around = _quantities(setting.near)
        found = derived.from_all(target, around[:60], "the list")
        if found is None and (target.dimension == "percent" or speaks_of_arithmetic(setting.statement)):
            found = derived.from_pair(target, [*same[:4], *around[:6]], may_multiply=target.digits >= 2)
        if found is not None:
            return found
        givens = _quantities(held.token for held in self.given.numbers[:40])
        found = derived.from_pair(target, [*same[:3], *givens[:8]]) if givens and same else None
        if found is not None:
            return found
        return self._from_places(target, token, setting) or self._from_columns(target, setting)

    def _from_places(self, target: Target, token: ValueToken, setting: Setting) -> str | None:
        """Try the numbers of the places the statement is about."""
        for _, place in self.pool.best_places(setting.words, 3):
            operands = _quantities(held.token for held in self.pool.by_place.get(place.number, ()))
            if 2 <= len(operands) <= 8:
                found = derived.from_pair(target, operands, may_multiply=target.digits >= 3)
                if found is not None:
                    return found
            moments = [
                held.token.moment for held in self.pool.by_place.get(place.number, ()) if held.token.moment
            ]
            if target.dimension == "time" and any(
                target.is_met_by(gap) for gap in _clock_differences(moments)
            ):
                return "difference of two times there"
        return None

    def _from_columns(self, target: Target, setting: Setting) -> str | None:
        """Try every field that the records of one call share."""
        if target.digits < 2:
            return None
        for _, column in self.pool.columns(setting.words):
            operands = _quantities(held.token for held in column.held)
            found = derived.from_all(target, operands, column.name) if len(operands) >= 2 else None
            if found is not None:
                return found
            ends = [operands[0], operands[-1]]
            found = derived.from_pair(target, ends, may_multiply=False)
            if found is not None:
                return found
        return None

    def _counted(self, token: ValueToken, setting: Setting) -> str | None:
        """Try counts: bullets below, names in the statement, records of a call, records with a word."""
        number = token.number or 0.0
        if (token.unit is not None and token.unit.dimension != "times") or number != int(number) or number < 1:
            return None
        if setting.n_followers == number:
            return f"count of the {int(number)} items listed below it"
        names = {t.folded for t in setting.tokens if t.kind == "name"}
        if len(names) == number:
            return f"count of the {int(number)} names in it"
        numbers = [t for t in setting.tokens if t.kind == "number" and t is not token]
        if len(numbers) == number and number >= 2:
            return f"count of the {int(number)} numbers in it"
        return self.pool.count_of(int(number), self._count_words(token, setting))

    def _count_words(self, token: ValueToken, setting: Setting) -> frozenset[str]:
        text = setting.statement.text
        own = near_words(text, token.start, token.end)
        return own or frozenset(setting.words)

    # ------------------------------------------------------------------ what is left

    def _conflict(
        self, token: ValueToken, keys: Mapping[str, float], setting: Setting, least: float
    ) -> Verdict | None:
        """Find the same number with another unit, where the statement's words point to it at least as much."""
        if token.unit is None or not token.number:
            return None
        number = abs(token.number)
        others = [
            held
            for held in self.pool.numbers_between(number * (1 - 1e-9), number * (1 + 1e-9))
            if held.token.unit is not None and not agree(token.unit, held.token.unit)
        ]
        if not others:
            return None
        best = max(others, key=lambda held: self._nearness(held, keys, setting))
        if self._nearness(best, keys, setting) < max(least, 0.5):
            return None
        return Verdict("altered", best, self.pool.places[best.place], f"the evidence has {best.token.text.strip()}")

    def _missing_number(
        self,
        token: ValueToken,
        setting: Setting,
        keys: Mapping[str, float],
        rival: tuple[Held, float] | None,
        hedged: bool,
    ) -> Verdict:
        if setting.mood in ("advice", "question", "lead"):
            return Verdict("not_checkable", reason=f"it stands in {_said(setting.mood)}")
        if token.label and (token.number or 0) <= _WEAK_LABELS_MOST and token.unit is None:
            return Verdict("not_checkable", reason=f"it numbers a {token.label}")
        is_weak = _is_weak(token)
        slip = self._digit_slip(token)
        if slip is not None and not hedged:
            return Verdict("altered", slip, self.pool.places[slip.place], f"the evidence has {slip.token.text.strip()}")
        conflict = None if is_weak else self._conflict(token, keys, setting, 0.5)
        if conflict is not None:
            return conflict
        if rival is not None and not hedged:
            held, strength = rival
            if strength >= (2.0 if is_weak else 1.0):
                return Verdict(
                    "altered",
                    held,
                    self.pool.places[held.place],
                    f"the evidence has {held.token.text.strip()}",
                )
        if is_weak:
            return Verdict("not_checkable", reason="so small a number may be a count of anything")
        if hedged:
            return Verdict("not_checkable", reason="it is given as approximate")
        if setting.mood == "supposition":
            return Verdict("not_checkable", reason="it stands in a supposition")
        if not self.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        nearest = self._nearest(setting)
        return Verdict("unsupported", None, nearest, "it stands in no tool output")

    def _digit_slip(self, token: ValueToken) -> Held | None:
        """Find the number of the evidence that differs in one digit, where chance would hardly have one."""
        said = re.sub(r"\D", "", token.text)
        if len(said) < 4 or token.digits < 4:
            return None
        chance = self.pool.n_numbers_like(len(said)) * 9.0 * len(said) / 10.0 ** len(said)
        if chance > _CHANCE:
            return None
        for at in range(len(said)):
            for digit in "0123456789":
                if digit != said[at]:
                    held = self.pool.number_written(said[:at] + digit + said[at + 1 :])
                    if held is not None and held.token.step == token.step and agree(token.unit, held.token.unit):
                        return held
        return None

    def _rival(
        self, token: ValueToken, setting: Setting, keys: Mapping[str, float]
    ) -> tuple[Held, float] | None:
        """Find the number that evidence has under the statement's own names for this one."""
        taken = [t for t in setting.tokens if t is not token and t.kind == "number"]
        best: tuple[float, float, Held] | None = None
        for share, place in self.pool.best_places(setting.words, 10):
            anchored = bool(setting.anchors & self._names_at(place))
            for held in self.pool.by_place.get(place.number, ()):
                if held.token.kind != "number" or not _comparable(token, held.token):
                    continue
                if any(_same(held.token, t) for t in taken):
                    continue
                common = sum(weight for word, weight in keys.items() if word in held.keys)
                alike = _likeness(token, held.token)
                strength = (1.0 if anchored else 0.0) + min(2.0, common) + (0.5 if alike >= 0.5 else 0.0)
                if token.unit is not None and held.token.unit is not None:
                    strength += 0.5
                if share < 1.0:
                    strength *= 0.5
                rank = (strength, alike)
                if best is None or rank > best[:2]:
                    best = (strength, alike, held)
        return None if best is None else (best[2], best[0])

    def _swapped(
        self, token: ValueToken, found: Sequence[Held], keys: Mapping[str, float], setting: Setting
    ) -> Verdict | None:
        """Tell a true number that stands under another's name: the names of the statement have a different one."""
        if setting.mood not in ("fact", "supposition") or not setting.anchors:
            return None
        if any(self._is_governed(self.pool.places[held.place], setting.anchors) for held in found):
            return None
        rival = self._rival(token, setting, keys)
        if rival is None:
            return None
        held, strength = rival
        place = self.pool.places[held.place]
        if strength < 2.0 or not (setting.anchors & self._names_at(place)):
            return None
        rivals = [
            other
            for other in self.pool.by_place.get(place.number, ())
            if other.token.kind == "number" and _comparable(token, other.token)
        ]
        if len(rivals) > 3:
            return None
        elsewhere = self.pool.places[found[0].place].text.strip()
        return Verdict(
            "altered",
            held,
            place,
            f"the evidence has {held.token.text.strip()} there; the value stands at {elsewhere[:80]!r}",
        )

    def _is_governed(self, place: Place, anchors: frozenset[str]) -> bool:
        """Tell whether a place is about one of the names: it holds it, or its call is about it."""
        if anchors & self._names_at(place):
            return True
        parts = {word for anchor in anchors for word in words_of(anchor)}
        if parts and parts <= (place.words | place.context):
            return True
        return any(anchors & self._names_at(other) for other in self.pool.around(place, 12))

    def _names_at(self, place: Place) -> frozenset[str]:
        return frozenset(
            held.token.folded for held in self.pool.by_place.get(place.number, ()) if held.token.kind == "name"
        )

    def _nearest(self, setting: Setting) -> Place | None:
        best = self.pool.best_places(setting.words, 1)
        return best[0][1] if best else None

    def _keys(self, token: ValueToken, setting: Setting) -> dict[str, float]:
        """Give the words that name a value in its statement, with how telling they are among places."""
        near = near_words(setting.statement.text, token.start, token.end)
        return {word: min(1.5, self.pool.weight(word) / 2) for word in near if self.pool.places_with(word)}

    def _nearness(self, held: Held, keys: Mapping[str, float], setting: Setting) -> float:
        place = self.pool.places[held.place]
        common = sum(weight for word, weight in keys.items() if word in held.keys)
        return 2 * common + self.pool.share(place, setting.words)

    # ------------------------------------------------------------------ moments

    def _moment(self, token: ValueToken, setting: Setting) -> Verdict:
        wanted = token.moment or Moment()
        found = self.pool.moments_like(wanted)
        if found:
            best = max(found, key=lambda held: self.pool.share(self.pool.places[held.place], setting.words))
            return Verdict("sound", best, self.pool.places[best.place], "it stands there")
        epoch = self._epoch(wanted)
        if epoch is not None:
            return Verdict("derived", epoch, self.pool.places[epoch.place], f"{epoch.token.text} as a date")
        if self.given.moments_like(wanted):
            return Verdict("given", reason="the user or the system prompt said so")
        if self.arguments.moments_like(wanted):
            return Verdict("given", reason="the agent chose it itself, as a tool's argument")
        parts = self._from_parts(wanted)
        if parts is not None:
            return parts
        shifted = self._shifted(wanted, setting)
        if shifted is not None:
            return shifted
        if setting.mood in ("advice", "question", "lead"):
            return Verdict("not_checkable", reason=f"it stands in {_said(setting.mood)}")
        hedged = is_hedged(setting.statement.text, token.start, token.end)
        rival = self._moment_rival(wanted, setting)
        if rival is not None and not hedged:
            return Verdict(
                "altered", rival, self.pool.places[rival.place], f"the evidence has {rival.token.text}"
            )
        if (
            hedged
            or setting.mood == "supposition"
            or not self.is_whole
            or (wanted.minute is None
            and wanted.day is None)
        ):
            return Verdict("not_checkable", reason="it is approximate, supposed, or not fully recorded")
        return Verdict("unsupported", None, self._nearest(setting), "it stands in no tool output")

    def _from_parts(self, wanted: Moment) -> Verdict | None:
        """Take a date and a time from two places, or an hour from a number (`3` under `hour`)."""
        if wanted.day is None or wanted.hour is None:
            return None
        day = wanted._replace(hour=None, minute=None, second=None)
        clock = Moment(hour=wanted.hour, minute=wanted.minute, second=wanted.second)
        for pool in (self.pool, self.given):
            days, clocks = (
                self.pool.moments_like(day) or self.given.moments_like(day),
                pool.moments_like(clock),
            )
            if days and clocks:
                held = clocks[0]
                if pool is self.pool:
                    return Verdict(
                        "sound", held, pool.places[held.place], "its date and its time stand apart"
                    )
                return Verdict("given", reason="its date and its time were given apart")
        return None

    def _shifted(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take the same minute of another hour where the statement names a zone; a day beside a given one."""
        text = " ".join((setting.statement.text, *setting.statement.parents))
        pools = ((self.pool, "in another time zone"), (self.given, "in another time zone"))
        if wanted.hour is not None and wanted.minute is not None and _ZONES.search(text):
            for pool, said in pools:
                for held in pool.moments:
                    other = held.token.moment
                    if other is None or other.hour is None or other.minute is None:
                        continue
                    if other.minute % 30 == wanted.minute % 30 and (wanted.second in (None, other.second)):
                        finding: FindingClass = "derived" if pool is self.pool else "given"
                        return Verdict(
                            finding, held if pool is self.pool else None, None, f"{held.token.text} {said}"
                        )
        if wanted.day is not None and wanted.hour is None:
            for pool in (self.given, self.pool):
                for held in pool.moments:
                    other = held.token.moment
                    if (
                        other
                        and other.month == wanted.month
                        and other.day
                        and 0 < abs(other.day - wanted.day) <= 7
                        and pool is self.given
                    ):
                        return Verdict(
                            "given", reason=f"{abs(other.day - wanted.day)} days from a date the user gave"
                        )
        return None

    def _epoch(self, wanted: Moment) -> Held | None:
        if wanted.day is None:
            return None
        for held in self.pool.numbers:
            number = held.token.number or 0.0
            if 9e8 < number < 4.2e9 or 9e11 < number < 4.2e12:
                at = datetime.fromtimestamp(number / 1000 if number > 1e11 else number, UTC)
                said = Moment(at.year, at.month, at.day, at.hour, at.minute, at.second)
                if holds(said, wanted):
                    return held
        return None

    def _moment_rival(self, wanted: Moment, setting: Setting) -> Held | None:
        """Find the moment that the evidence the statement is about has in this one's place."""
        taken = [t.moment for t in setting.tokens if t.moment]
        for share, place in self.pool.best_places(setting.words, 8):
            if share < 2.0:
                break
            here = [held for held in self.pool.by_place.get(place.number, ()) if held.token.moment]
            rivals = [
                held
                for held in here
                if held.token.moment
                and not any(holds(held.token.moment, t) for t in taken)
                and (held.token.moment.hour is None) <= (wanted.hour is None)
                and (held.token.moment.day is None) <= (wanted.day is None)
            ]
            if rivals:
                return min(rivals, key=lambda held: _moment_distance(held.token.moment, wanted))
        return None

    # ------------------------------------------------------------------ names

    def _name(self, token: ValueToken, setting: Setting) -> Verdict:
        name = token.folded
        held = self._named(self.pool, name)
        if held is not None:
            return Verdict("sound", held, self.pool.places[held.place], "it stands there")
        where = _at_boundary(self.pool.folded, name)
        if where is not None:
            place = self.pool.place_at(where)
            return Verdict("sound", None, place, "it stands there")
        if self._named(self.given, name) is not None or _at_boundary(self.given.folded, name) is not None:
            return Verdict("given", reason="the user or the system prompt said so")
        if (
            self._named(self.arguments, name) is not None
            or _at_boundary(self.arguments.folded, name) is not None
        ):
            return Verdict("given", reason="the agent chose it itself, as a tool's argument")
        if _ORDINAL.fullmatch(name) or not any(c.isalnum() for c in name):
            return Verdict("not_checkable", reason="it is no name of its own")
        if self._of_parts(name):
            return Verdict("sound", None, None, "its parts stand there")
        after = setting.statement.text[token.end : token.end + 3]
        if after.lstrip("-.")[:1] in ("*", "…") or after.startswith("...") or after.startswith("<"):
            return Verdict("not_checkable", reason="it is a pattern")
        near = self._near_miss(name)
        if near is not None and not (setting.mood in ("advice", "question") and _is_version(name)):
            return Verdict(
                "altered", near, self.pool.places[near.place], f"the evidence has {near.token.text}"
            )
        if setting.mood not in ("fact",) or not self.is_whole or not self._is_hard(name):
            return Verdict("not_checkable", reason="nothing tells it from a word of the trade")
        return Verdict("unsupported", None, self._nearest(setting), "it stands in no tool output")

    def _named(self, pool: Pool, name: str) -> Held | None:
        held = pool.names.get(name)
        return held[0] if held else None

    def _of_parts(self, name: str) -> bool:
        """Tell whether every piece of a composed name (`namespace/pod`, `file.py:12`) stands somewhere."""
        pieces = [piece for piece in re.split(r"[/:@#,]+", name.split("://")[-1]) if len(piece) > 1]
        if len(pieces) < 2:
            return False
        everywhere = (self.pool.folded, self.given.folded, self.arguments.folded)
        return all(any(_at_boundary(text, piece) is not None for text in everywhere) for piece in pieces)

    def _near_miss(self, name: str) -> Held | None:
        """Find the name of the evidence that this one is a misspelling of."""
        if len(name) < 5 or not (any(c.isdigit() for c in name) or re.search(r"[-_./]", name)):
            return None
        allowed = 1 if len(name) < 8 else 2 if len(name) < 24 else 3
        names = self.pool.name_list
        found = process.extractOne(name, names, scorer=Levenshtein.distance, score_cutoff=allowed)
        if found is None and len(name) >= 6:
            names = self.pool.part_list
            found = process.extractOne(name, names, scorer=Levenshtein.distance, score_cutoff=1)
        if found is None:
            return None
        other = str(found[0])
        if len(other) < 5 or (_shape(other) != _shape(name) and not any(c.isdigit() for c in other + name)):
            return None
        if other in (name + "s", name[:-1]) or name in (other + "s", other[:-1]):
            return None
        return self.pool.names[other][0] if other in self.pool.names else self.pool.part_of(other)

    def _is_hard(self, name: str) -> bool:
        """Tell whether a name is one that nobody knows without having read it."""
        if name.startswith("http"):
            return "http" in self.pool.folded and len(name) > 24 and name.count("/") > 3
        if _HARD_NAME.fullmatch(name):
            return not name.startswith(
                ("127.0.0.1", "0.0.0.0", "255.255", "8.8.8.8", "1.1.1.1", "10.0.0.", "192.168.")
            ) and ("example" not in name)
        digits = sum(c.isdigit() for c in name)
        letters = sum(c.isalpha() for c in name)
        return (
            len(name) >= 6
            and digits >= 3
            and letters >= 2
            and not re.search(r"[/ ]", name)
            and name_kind(name) in self.pool.kinds
        )


_ZONES = re.compile(
    r"\b(?:[PMCE][SD]?T|CET|CEST|BST|IST|JST|local time|time ?zone)\b|北京时间|当地时间|时区",
    re.IGNORECASE,
)


def _said(mood: Mood) -> str:
    return {
        "advice": "advice",
        "question": "a question",
        "lead": "a lead-in",
        "supposition": "a supposition",
    }.get(mood, mood)


def _shape(name: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "0", name))


def _is_version(name: str) -> bool:
    return bool(re.fullmatch(r"(?:.*[:@-]v?)?\d+(?:\.\d+)+[\w.-]*", name))


def _at_boundary(text: str, name: str) -> int | None:
    """Find a name in a text where no letter or digit touches it."""
    at = text.find(name)
    tries = 0
    while at >= 0 and tries < 64:
        before = text[at - 1] if at else " "
        end = at + len(name)
        behind = text[end] if end < len(text) else " "
        if not (before.isalnum() and name[0].isalnum()) and not (behind.isalnum() and name[-1].isalnum()):
            return at
        at, tries = text.find(name, at + 1), tries + 1
    return None


def _target(token: ValueToken, hedged: bool) -> Target:
    size = 1.0 if token.unit is None else token.unit.size
    dimension = "" if token.unit is None else token.unit.dimension
    number = abs(token.number or 0.0)
    slack = token.step / 2
    if hedged:
        slack = max(slack, _hedge_step(token), 0.05 * number)
    return Target(number * size, dimension, slack * size, token.digits)


def _hedge_step(token: ValueToken) -> float:
    """Half the place value of a round number's last digit that is not zero: 500 for `4000`."""
    number = abs(token.number or 0.0)
    if number < 10 or number != int(number):
        return 0.0
    zeros = len(str(int(number))) - len(str(int(number)).rstrip("0"))
    return 0.5 * 10.0**zeros if zeros else 0.0


def _quantities(tokens: Iterable[ValueToken]) -> list[Quantity]:
    return [
        derived.quantity(abs(token.number), token.unit, token.text.strip())
        for token in tokens
        if token.kind == "number" and token.number is not None
    ]


def _clock_differences(moments: Sequence[Moment | None]) -> list[float]:
    """Give the differences, in seconds, between all pairs of the first moments that have a time."""
    seconds = [
        (m.day or 0) * 86400.0 + m.hour * 3600.0 + (m.minute or 0) * 60.0 + (m.second or 0)
        for m in moments[:16]
        if m is not None and m.hour is not None
    ]
    return [abs(a - b) for i, a in enumerate(seconds) for b in seconds[i + 1 :]]


def _moment_distance(said: Moment | None, wanted: Moment) -> int:
    if said is None:
        return 9
    return sum(
        1 for left, right in zip(said[:6], wanted[:6], strict=True) if right is not None and left != right
    )


def _has_more_digits(held: ValueToken, token: ValueToken) -> bool:
    return held.step < token.step or held.digits > token.digits


def _implied(unit: Unit) -> list[tuple[float, str]]:
    """Give the factors by which a bare number may be meant in a unit's smaller sisters."""
    if unit.dimension == "time":
        return [
            (unit.size, "as seconds"),
            (unit.size * 1e3, "as milliseconds"),
            (unit.size * 1e6, "as microseconds"),
            (unit.size * 1e9, "as nanoseconds"),
            (unit.size / 60, "as minutes"),
        ]
    if unit.dimension == "bytes":
        return [
            (unit.size, "as bytes"),
            (unit.size / 1024, "as KiB"),
            (unit.size / 1024**2, "as MiB"),
            (unit.size / 1000, "as kB"),
        ]
    if unit.dimension == "percent":
        return [(0.01, "as a percentage")]
    if unit.dimension == "money":
        return [(100.0, "in cents")]
    if unit.dimension == "cores":
        return [(unit.size * 1000, "as millicores")]
    return []


def _is_weak(token: ValueToken) -> bool:
    """Tell whether a number says too little to be missed: a small count, all or nothing."""
    number = abs(token.number or 0.0)
    if number != int(number):
        return False
    if token.unit is None or token.unit.dimension == "times":
        return number <= 10
    if token.unit.dimension == "percent":
        return number in (0, 100)
    if token.unit.dimension in ("time", "months"):
        return (number, token.unit.name) in {
            (24, "h"),
            (7, "d"),
            (1, "d"),
            (1, "h"),
            (1, "min"),
            (1, "s"),
            (60, "s"),
            (60, "min"),
            (1, "month"),
            (12, "month"),
            (30, "d"),
            (1, "w"),
        }
    return number == 0


def _comparable(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence could stand in the statement's place."""
    if token.unit is None:
        return held.unit is None or held.unit.dimension not in ("percent", "money", "times")
    if held.unit is None:
        return token.unit.dimension in ("money", "times", "percent", "degrees") or (held.number or 0) != 0
    return held.unit.dimension == token.unit.dimension or agree(held.unit, token.unit)


def _same(left: ValueToken, right: ValueToken) -> bool:
    return (
        left.number is not None
        and right.number is not None
        and abs(abs(left.number) - abs(right.number)) < 1e-9
    )


def _likeness(token: ValueToken, held: ValueToken) -> float:
    """Give how alike two numbers are written, in [0, 1]."""
    left = re.sub(r"[^\d.]", "", token.text)
    right = re.sub(r"[^\d.]", "", held.text)
    if not left or not right:
        return 0.0
    return 1.0 - Levenshtein.distance(left, right) / max(len(left), len(right))
