"""Find the number that another one is a slip of: a digit off, two exchanged, the point set wrong.

Among many numbers some lie a digit from any other. A near miss counts where the words or the values beside
it point to the number that is missed, and where by them so few numbers are pointed to that hardly one would
lie so near by chance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from evidencelab.traces.evidence.likeness import is_same
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_beside
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, is_about
from evidencelab.traces.values.slips import share_of_slips, with_a_digit_changed, with_two_exchanged
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.words import near_words, words_of

_CHANCE = 0.3
"""Expected numbers, of those pointed to, that would lie so near by chance, up to which one counts."""
_HARDLY = 0.12
"""The same of all numbers of a kind, where nothing points to the one."""
_NEVER = 0.02
"""The same where the wording or the numbers beside it are of arithmetic."""
_LONG, _FEWEST_ALONE = 6, 3
_MOST_PLACES = 60
_FEWEST_DIGITS = 2
_HEAD = re.compile(r"[\s|*_`#-]*([^|:：=\n]{1,48}?)[*_`]*\s*(?:\||[:：=])")
_TINY, _ROUND = 1e-9, 1e-6
_ANY = "any"
"""Numbers of every unit and of none."""


class NearMisses:
    """Looks for near misses in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._n_of_length: dict[tuple[str | None, float], Counter[int]] = {}

    def find(
        self, token: ValueToken, setting: Setting, *, is_worked_out: bool = False, must_be_rare: bool = False
    ) -> Held | None:
        """Give the number that a statement points to and that this one is a slip of.

        One that nothing points to counts as well, if so few are of its kind that hardly one would lie so
        near by chance.

        Args:
            token: The number.
            setting: What surrounds it.
            is_worked_out: Whether the wording or the numbers beside it are of arithmetic, so that chance
                has to be ruled out.
            must_be_rare: Whether chance alone decides, whatever points to the number.
        """
        written = re.sub(r"\D", "", token.text)
        length = len(written)
        if length < _FEWEST_DIGITS or token.digits < _FEWEST_DIGITS:
            return None
        said = [t for t in setting.tokens if t is not token and t.kind == "number"]
        words = _words_about(token, setting)
        beside: set[int] | None = None
        scales = {1.0, scale_of(token)}
        slips = [
            (n / scale, token.step / scale, off) for scale in scales for n, off in _slips(written, token.step)
        ]
        for number, step, is_shift in slips:
            for held in self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY)):
                is_alike = is_shift or _length_of(held.token, step) in (length, len(written.lstrip("0")))
                if (
                    not is_alike
                    or not _is_kin(token, held.token)
                    or any(is_same(held.token, t) for t in said)
                ):
                    continue
                beside = places_beside(self.pool, token, setting) if beside is None else beside
                is_here = held.place in beside or bool(setting.anchors & held.line.words)
                if (
                    not must_be_rare
                    and length > _FEWEST_DIGITS
                    and is_here
                    and self._in_line(held, length) * share_of_slips(length) <= _CHANCE
                ):
                    return held
                if self._is_rare(token, held.token, length, _NEVER if is_worked_out else _HARDLY):
                    return held
                if must_be_rare:
                    continue
                if setting.anchors and not is_about(self.pool, held.line, setting.anchors):
                    continue
                shared = words & (held.label | held.keys)
                if shared and self._pointed_to(shared, held, length) * share_of_slips(length) <= _CHANCE:
                    return held
        return None if token.unit is not None or must_be_rare else self._in_name(written)

    def _in_name(self, written: str) -> Held | None:
        """Give the name of the evidence that has a long number which this one is a slip of."""
        known = self.pool.name_numbers
        if len(written) < _LONG or len(known) * share_of_slips(len(written)) > _HARDLY:
            return None
        found = (known.get(str(int(n))) for n, _ in _slips(written, 1.0) if n == int(n))
        return next((held for held in found if held is not None), None)

    def _is_rare(self, token: ValueToken, held: ValueToken, length: int, most: float) -> bool:
        """Tell whether hardly one number of the kind, in all that was read, would lie so near by chance.

        Amounts of money are of a kind with bare numbers, as most records give them without a unit; so are
        long measures with decimals.
        """
        is_money = token.unit is not None and token.unit.dimension == "money" and held.unit is None
        is_unsaid = held.unit is None and length > _FEWEST_ALONE and token.step < 1
        if length < _FEWEST_ALONE or (
            not (is_money or is_unsaid) and (token.unit is None) != (held.unit is None)
        ):
            return False
        kind = None if token.unit is None else _ANY if held.unit is None else token.unit.dimension
        return self._n_kin(kind, token.step, length) * share_of_slips(length) <= most

    def _n_kin(self, kind: str | None, step: float, length: int) -> int:
        """Count the different numbers of a kind that have so many digits, written down to a step.

        Args:
            kind: A dimension, `_ANY`, or None for the numbers without a unit.
            step: The last place that is written.
            length: The number of digits.
        """
        counts = self._n_of_length.get((kind, step))
        if counts is None:
            if kind is None or kind == _ANY:
                among = [h.token for h in self.pool.numbers if kind == _ANY or h.token.unit is None]
            else:
                among = [h.token for h in self.pool.numbers_between(0.0, float("inf"), kind)]
            sizes = {(abs(t.number or 0.0), _length_of(t, step)) for t in among}
            counts = self._n_of_length[kind, step] = Counter(n_digits for _, n_digits in sizes)
        return counts[length]

    def _in_line(self, held: Held, length: int) -> int:
        """Count the numbers of about that length in a line."""
        beside = (h.token for h in self.pool.by_place.get(held.place, ()) if h.token.kind == "number")
        return sum(abs(len(re.sub(r"\D", "", t.text)) - length) <= 1 for t in beside)

    def _pointed_to(self, shared: frozenset[str], held: Held, length: int) -> int:
        """Count the different numbers of that length that stand under one of the words, or in the line."""
        found = {abs(held.token.number or 0.0)}
        places = {held.place}
        for word in shared:
            at = self.pool.places_with(word)
            if len(at) > _MOST_PLACES:
                return _MOST_PLACES
            places.update(at)
        for place in places:
            for other in self.pool.by_place.get(place, ()):
                is_as_long = len(re.sub(r"\D", "", other.token.text)) == length
                if other.token.kind == "number" and is_as_long and shared & (other.label | other.keys):
                    found.add(abs(other.token.number or 0.0))
        return len(found)


def _words_about(token: ValueToken, setting: Setting) -> frozenset[str]:
    """Give the words that name a number: around it, its row's head, its column's title."""
    text = setting.statement.text
    head = _HEAD.match(text)
    own = words_of(head[1]) if head and head.end() <= token.start else frozenset[str]()
    return near_words(text, token.start, token.end) | own | words_of(title_of(setting.statement, token.start))


def _slips(written: str, step: float) -> Iterator[tuple[float, bool]]:
    """Give the numbers that differ in one digit or two exchanged, then those whose point is set elsewhere."""
    for other in (*with_a_digit_changed(written), *with_two_exchanged(written)):
        if other[0] != "0" or written[0] == "0":
            yield int(other) * step, False
    if len(written.strip("0")) > 1:
        yield int(written) * step * 10.0, True
        yield int(written) * step / 10.0, True


def _length_of(token: ValueToken, step: float) -> int:
    """Count the digits of a number if it is written down to that place; 0 if it has more."""
    scaled = abs(token.number or 0.0) / step
    return len(str(round(scaled))) if abs(scaled - round(scaled)) < _ROUND and token.step <= step else 0


def _is_kin(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence may be the one meant: of the same kind, written alike."""
    if not agree(token.unit, held.unit):
        return False
    return token.unit is not None or held.unit is None
