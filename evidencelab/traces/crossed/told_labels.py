"""A number told under the very label that the evidence has for another: `Open claims: 14`, where it has 9.

The label must have two words and stand in the evidence with a single value, in whatever call. Words that only
say that something was counted are no part of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken

_LABEL = re.compile(r"[\s*_`#•-]*(?:\d+[.)]\s+)?([A-Za-z][A-Za-z /_-]{4,48}?)[*_`]*\s*[:：][*_`\s$€£¥]*")
_CELL = re.compile(r"\s*\|\s*[*_`]*([A-Za-z][A-Za-z /_-]{4,48}?)[*_`]*\s*\|\s*[*_`$€£¥]*")
_CLOSED = re.compile(r"[*_`\s]*(?:[A-Za-z%]{1,12}[*_`\s]*)?(?:[|.,;]\s*)?$")
_KEY = re.compile(
    r"(?:^|[\s({\[,;\"'])([A-Za-z][A-Za-z _-]{3,40}?)[\"']?\s*"
    r"(?:[:=|,]|\s{2,}|\t)\s*(?:Decimal\()?[\"'$€£¥]*$"
)
_ENDS = re.compile(r"[\"')\]}]*\s*(?:$|[,;}\])|])")
_QUALIFIERS = "recorded overall count number counted found listed registered so far amount value"
_COUNTED = frozenset(_QUALIFIERS.split())
_LONGEST, _FEWEST_WORDS, _MOST_NUMBERS = 60, 2, 4000
_SCALES = (1.0, 100.0, 1e3, 1024.0, 1e6, 1024.0**2, 1e9, 1024.0**3, 60.0, 3600.0)
"""What one of two numbers may be written in, and the other not."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_./-]")


def mislabelled(read: Sequence[ReadStatement], pool: Pool) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers whose label the evidence has for another one, with their statements and numbers."""
    keys: dict[frozenset[str], list[Held]] | None = None
    for index, (statement, tokens, mood) in enumerate(read):
        numbers = [(at, token) for at, token in enumerate(tokens) if token.kind != "name"]
        if mood != "fact" or statement.kind == "code" or len(numbers) != 1 or numbers[0][1].kind != "number":
            continue
        at, token = numbers[0]
        before = statement.text[: token.start]
        label = (_CELL if statement.kind == "row" else _LABEL).fullmatch(before)
        if label is None or not _CLOSED.match(statement.text, token.end):
            continue
        if keys is None:
            keys = _keys(pool)
        words = _words(label[1])
        for key in (words, words - _COUNTED):
            held = keys.get(key, []) if len(key) >= _FEWEST_WORDS else []
            if held:
                if len({h.token.number for h in held}) == 1 and _is_other(token, held[0].token):
                    yield index, at, altered(pool, held[0], f" as {label[1].strip()!r}")
                break


def _keys(pool: Pool) -> dict[frozenset[str], list[Held]]:
    """Give the numbers of a pool by the words of the label that each alone has."""
    found: dict[frozenset[str], list[Held]] = defaultdict(list)
    for held in pool.numbers[:_MOST_NUMBERS]:
        text, token = held.line.text, held.token
        key = _KEY.search(text[max(0, token.start - _LONGEST) : token.start])
        name = key[1] if key is not None and _stands_alone(held, pool) else field_of(text, token.start)
        words = _words(name.split(".")[-1])
        if len(words) >= _FEWEST_WORDS:
            found[words].append(held)
    return found


def _stands_alone(held: Held, pool: Pool) -> bool:
    """Tell whether a number is all that its label has: closed in brackets with it, or alone on its line."""
    text, token = held.line.text, held.token
    if re.match(r"[\"']?\)+\s*(?:[,\]]|$)", text[token.end : token.end + 8]):
        return True
    here = [h for h in pool.by_place.get(held.place, ()) if h.token.kind != "name"]
    return len(here) == 1 and _ENDS.match(text, token.end) is not None


def _words(label: str) -> frozenset[str]:
    """Give a label's words, all of them: `total` and `active` tell what is counted."""
    low = _CAMEL.sub(" ", label).lower().split()
    return frozenset(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in low)


def _is_other(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number is not the one held, in whatever scale."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if not agree(token.unit, held.unit) or not said or not has:
        return False
    if token.unit is not None and held.unit is not None and token.unit.size != held.unit.size:
        return False
    return not any(
        abs(one - other * scale) <= 0.006 * one + token.step / 2 * (1.0 if one == said else scale)
        for scale in _SCALES
        for one, other in ((said, has), (has, said))
    )
