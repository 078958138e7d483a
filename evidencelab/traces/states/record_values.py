"""What can be told of a record's field: its text, the names in it, its moments; and whether a text tells it.

It must not judge numbers and states.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.traces.evidence.places import holds
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_moments import bare_days
from evidencelab.traces.values.value_token import even
from evidencelab.traces.wording.state_words import families_of, folded, switch_of

LONGEST, _SHORTEST, _SHORTEST_CJK = 60, 3, 2
NUMBERED = re.compile(r"(?<![\w.])(?:[#!]\d{2,}|\d+(?:\.\d+){2,3})(?![\w]|\.\d)")
"""Names without a letter: `#12`, a version, an address."""
_ID = re.compile(r"(?=.*\d)[\w#!:./@-]+")
OWN_NAME = re.compile(
    r"(?:full_?)?name|title|key|code|number|no|label|host(?:name)?|ref|id|tracking(?:_?(?:number|no|id))?"
    r"|serial(?:_?(?:number|no))?|barcode|imei|iban|email|phone|名称|姓名|单号|编号",
    re.IGNORECASE,
)
LONG_NUMBER = re.compile(r"(?<![\w.,$€£-])\d{7,}(?![\w-]|[.,]\d)")
"""A number too long for an amount, under a field that names: a tracking number."""
_CODE = re.compile(r"[A-Z]{1,3}[+-]{0,2}")
_FIRM = re.compile(r"([^\W\d_][\w&'-]+ [^\W\d_][\w&'-]+),? [\w. /&-]{2,24}")
"""A name of several words, of which the first two are often said alone: a firm's, without its legal form."""
_WORDED = re.compile(
    r"(?!null|none|nan?|tbd|n/a|unknown|无|未知)[^\W\d]{2,}(?:[ _-][^\W\d]+){0,4}", re.IGNORECASE
)
_HALF_HOUR, _HOUR = 30, 60


class RecordValue(NamedTuple):
    """A value as a record's field gives it, or as a clause says it: folded text, or a moment."""

    text: str
    moment: Moment | None
    start: int = 0
    end: int = 0


@lru_cache(maxsize=4096)
def values_of(value: str, field: str) -> tuple[RecordValue, ...]:
    """Give what can be said of a field: its text, the names in it, its moments; no numbers, no states.

    A record is asked for them before each message.
    """
    low = folded(value)
    tokens = value_tokens(value) if len(value) <= 4 * LONGEST else ()
    moments = [RecordValue(text, moment) for text, moment in _moments_in(value, field)] if tokens else []
    names = [token.folded for token in tokens if token.kind == "name"]
    names += NUMBERED.findall(low)
    names += LONG_NUMBER.findall(low) if OWN_NAME.fullmatch(field.split(".")[-1]) else []
    texts = {low, *names, *_short_of(value)} if len(low) <= LONGEST and not moments else set(names)
    return (*moments, *(RecordValue(text, None) for text in texts if _is_name(text)))


def _short_of(value: str) -> tuple[str, ...]:
    """Give what a name of several words is said as for short: its first two, if both are names."""
    found = _FIRM.fullmatch(value.strip())
    return (folded(found[1]),) if found is not None and found[1].istitle() else ()


def _moments_in(text: str, field: str = "") -> list[tuple[str, Moment]]:
    """Give the moments of a record's text as written, the days without a year or marks included."""
    tokens = [token for token in value_tokens(text) if token.moment is not None]
    taken = {token.start for token in tokens}
    tokens += [day for day in bare_days(even(text), lambda _: field) if day.start not in taken]
    return [(token.text, token.moment) for token in tokens if token.moment is not None]


def _is_name(text: str) -> bool:
    if NUMBERED.fullmatch(text) or LONG_NUMBER.fullmatch(text):
        return True
    if families_of(text) or switch_of(text) is not None or not re.search(r"[^\W\d_]", text):
        return False
    return len(text) >= (_SHORTEST if text.isascii() else _SHORTEST_CJK)


def is_time(value: str) -> bool:
    """Tell whether a record's value is a time of day, with its day or without, and nothing else."""
    moments = [token for token in value_tokens(value) if token.moment is not None]
    return any(one.moment.hour is not None and one.text.strip() == value for one in moments if one.moment)


def has_value(text: str, said: RecordValue) -> bool:
    """Tell whether a folded text has a value, a moment in any way of writing it."""
    if said.moment is None:
        return said.text in text or folded(said.text) in text
    return any(holds(moment, said.moment) for _, moment in _moments_in(text))


def is_said(held: str, text: str) -> bool:
    """Tell whether a text gives a record's own value as well, whole or in part."""
    low = folded(text)
    own = folded(held)
    if own in low and (
        _CODE.fullmatch(held) is None or re.search(rf"(?<![\w-]){re.escape(own)}(?![\w+-])", low)
    ):
        return True
    if any(short in low for short in _short_of(held)):
        return True
    moments = [moment for _, moment in _moments_in(held)]
    said = [token.moment for token in value_tokens(text) if token.moment is not None]
    if any(holds(one, other) for one in moments for other in said):
        return True
    return any(token.kind == "name" and token.folded in low for token in value_tokens(held))


def is_alike(said: RecordValue, held: str) -> bool:
    """Tell whether a record's own value is of the said one's kind, so that one stands for the other."""
    moments = [moment for _, moment in _moments_in(held)]
    if said.moment is None and NUMBERED.fullmatch(said.text):
        return NUMBERED.search(held) is not None
    if said.moment is None:
        return (
            not moments
            and (_is_name(folded(held)) or _CODE.fullmatch(held) is not None)
            and bool(_ID.fullmatch(said.text)) == bool(_ID.fullmatch(held.strip().lower()))
        )
    return bool(moments) and not any(_is_shifted(said.moment, moment) for moment in moments)


def is_worded_for(said: RecordValue, held: str) -> bool:
    """Tell whether a record has a few words in the place of a moment: there is none."""
    return said.moment is not None and _WORDED.fullmatch(held.strip()) is not None


def _is_shifted(one: Moment, other: Moment) -> bool:
    """Tell whether two moments may be one in two zones: whole half hours apart, or on days side by side."""
    if one.hour is not None and other.hour is not None:
        apart = (one.hour * 60 + (one.minute or 0)) - (other.hour * 60 + (other.minute or 0))
        on_grid = (one.minute or 0) % _HALF_HOUR == 0
        return apart % (_HALF_HOUR if on_grid else _HOUR) == 0
    if one.hour is not None or other.hour is None:
        return one.hour is not None
    return one.day is not None and other.day is not None and abs(one.day - other.day) == 1
