"""Find the number that a record has in the place of another, where a statement quotes the record.

A statement that gives values of one line as they stand there quotes it. A number of it that stands nowhere
is then that line's only number of the kind which the statement leaves out, miscopied, however unlike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_beside, places_under_head
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.words import label_words, words_of

_FEWEST_DIGITS = 2
_FEW_PLACES, _MOST_PLACES = 4, 16
_NEARBY = 8
_TINY = 1e-9


class QuotedRecords:
    """Looks for the numbers of quoted lines in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def other(self, token: ValueToken, setting: Setting) -> Held | None:
        """Give the one number of the quoted lines that stands where the statement puts this one."""
        if token.digits < _FEWEST_DIGITS:
            return None
        text = setting.statement.text
        label = label_words(text, token.start, token.end) | words_of(title_of(setting.statement, token.start))
        beside = places_beside(self.pool, token, setting) | places_under_head(self.pool, token, setting)
        said = [t for t in setting.tokens if t is not token and t.kind == "number"]
        for places, must_be_named in (
            (beside, _is_spread(token)),
            (self._anchored(setting), True),
            ({number for word in label for number in self._few_with(word)}, True),
        ):
            if not 0 < len(places) <= _MOST_PLACES:
                continue
            left = [
                held
                for place in sorted(places)
                for held in self.pool.by_place.get(place, ())
                if held.token.kind == "number"
                and _are_of_kind(token, held.token)
                and not any(_is_told(held.token, t) for t in said)
            ]
            named = [held for held in left if label & held.label]
            least = min((len(held.label - label) for held in named), default=0)
            best = [held for held in named if len(held.label - label) == least]
            if not named and not must_be_named and len(places) <= _FEW_PLACES:
                best = left
            if len({abs(held.token.number or 0.0) for held in best}) == 1:
                return best[0] if _is_as_long(token, best[0].token) else None
        return None

    def _few_with(self, word: str) -> Sequence[int]:
        found = self.pool.places_with(word)
        return found if len(found) <= _FEW_PLACES else ()

    def _anchored(self, setting: Setting) -> set[int]:
        """Give the lines of the records that the statement's anchors name, lists and objects in them too.

        More than may count are not looked for further.
        """
        found: set[int] = set()
        for anchor in setting.anchors:
            if len(found) > _MOST_PLACES:
                break
            for number in self._few_with(anchor):
                place = self.pool.places[number]
                found.add(number)
                found.update(
                    other.number
                    for other in self.pool.around(place, _NEARBY)
                    if other.invocation == place.invocation
                    and other.raw_path.startswith((f"{place.raw_path}.", f"{place.raw_path}["))
                )
        return found


def _is_spread(token: ValueToken) -> bool:
    """Tell whether a number is of a kind that is worked out more often than quoted: a share, a time."""
    return token.unit is not None and token.unit.dimension in ("percent", "time", "months")


def _are_of_kind(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether two numbers are of one unit and are written alike; records give money without a unit."""
    if token.unit is None or held.unit is None:
        is_money = token.unit is not None and token.unit.dimension == "money"
        return held.unit is None and (token.unit is None or is_money)
    return token.unit == held.unit


def _is_as_long(token: ValueToken, held: ValueToken) -> bool:
    one, other = (re.sub(r"[^\d.]", "", t.text).partition(".") for t in (token, held))
    return len(one[0]) == len(other[0]) and len(one[2].rstrip("0")) == len(other[2].rstrip("0"))


def _is_told(held: ValueToken, said: ValueToken) -> bool:
    return abs(abs(held.number or 0.0) - abs(said.number or 0.0)) <= 0.5 * said.step + _TINY
