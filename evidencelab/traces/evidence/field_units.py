"""Read the unit that a field or a column is in from its name: `uptime_s`, `Wait (min)`, `等待分钟`, `天数`.

What a field stands under tells the unit as well, where its own name tells nothing: `dwell_days.export`.

It must not know any number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from evidencelab.traces.evidence.layout import cells_of, field_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.values.units import Unit, find_unit, unit_of_field
from evidencelab.traces.values.value_token import ValueToken

_DIMENSIONS = ("time", "bytes")
_SPELLED = (
    re.compile(r"[(（\[]\s?([A-Za-z]{1,8}|[\u4e00-\u9fff]{1,3})\s?[)）\]]$"),
    re.compile(
        r"(milliseconds|seconds|minutes|hours|days|weeks)(?:[_ ](?:left|remaining|ago|taken|used))?$",
        re.IGNORECASE,
    ),
    re.compile(r"(毫秒|秒|分钟|小时|周(?=数)|(?<![今昨明当前后几春夏秋冬聊白全])天)数?$"),
    re.compile(r"[_\s.](s|secs?|ms|us|ns|mins?|h|hrs?|d|[KMGT]i?B|[kmgt]i?b|[KMGT]i)$"),
    re.compile(r"(?<=[\u4e00-\u9fff])([KMGT](?:iB|i|B))$"),
    re.compile(r"[_\s.](ms|us|ns|secs?|mins?|hrs?|[KMGT]i?B|[kmgt]i?b)[_\s.][\w.]+$"),
)
_SHORTEST = 2
_SCALES = {
    "k": 1e3, "'000": 1e3, "000s": 1e3, "thousand": 1e3, "thousands": 1e3, "千": 1e3,
    "万": 1e4, "wan": 1e4, "m": 1e6, "mn": 1e6, "mm": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6,
    "百万": 1e6, "千万": 1e7, "亿": 1e8, "yi": 1e8, "bn": 1e9, "mrd": 1e9, "billion": 1e9, "billions": 1e9,
    "十亿": 1e9,
}  # fmt: skip
_MONEY = r"(?:usd|eur|gbp|chf|cny|rmb|[$€£¥])"
_COUNTED_IN = re.compile(
    r"(?<![A-Za-z])(thousands?|millions?|billions?|mio|mrd|bn|'000|000s|wan|yi)(?![A-Za-z])"
    rf"|(?<![a-z])(k|m|mn|mm|bn|mio){_MONEY}(?![a-z])|{_MONEY}[_ ]?(k|m|mn|mm|bn|mio)(?![a-z])"
    rf"|[_(（\[ ](k|mn)[)）\]]?$|(百万|千万|十亿|万|亿|千)(?:[美欧日港]?元|[人件户次股辆单台册吨])?[)）\]]?$"
    r"|(?<![a-z])(m) (?:usd|eur|gbp|chf)(?![a-z])",
    re.IGNORECASE,
)
_PACE = re.compile(
    r"per[_ ]?[a-z]*$|/|(?:wind|gust|speed|velocity)[a-z_]*[_ ]ms$"
    r"|(?:^|_)(?:l|m|km|req|ops|bytes|[kmg]i?b|calls|msgs|rows)_s$|每",
    re.IGNORECASE,
)
"""Fields of so much per unit of time, which is no time itself."""
_SPAN = re.compile(
    r"(?:^|[_\s.(-])\d+[_\s-]?(?:milliseconds|seconds|minutes|hours|days|weeks)\)?$"
    r"|[\d零一二两三四五六七八九十百半]个?(?:毫秒|秒|分钟|小时|天)\)?$",
    re.IGNORECASE,
)
"""Fields of what fell into a span of time, `last_7_days`, which is no time itself."""
_UNDER = re.compile(
    r"[^\W\d_]{2,}[_\s]?(?:ms|secs?|seconds|mins?|minutes|hrs?|hours|days|weeks|[KMGTkmgt]i?[Bb])$"
)
"""What stands above a field tells its unit by a word for what is measured, and then the unit."""
_NO_MEASURE = re.compile(
    r"^(?:by|last|past|per|next|first|every|of|in|within|for)_|_(?:by|per|within)_", re.IGNORECASE
)
_TOLD_OF_IT = re.compile(
    r"(?:^|_)(?:n|num|counts?|cnt|samples?|sizes?|ranks?|share|ratio|ids?|number|year|month|total_rows|cases|rows)$"
    r"|^n_|数量|次数|人数|占比|排名|编号",
    re.IGNORECASE,
)
"""Fields that tell something else of what they stand under: how many values, which share."""


@lru_cache(maxsize=4096)
def unit_in(name: str) -> Unit | None:
    """Give the unit of time or of data in a name, at its end or in front of what it is of, or None."""
    if _PACE.search(name):
        return None
    own = None if _SPAN.search(name) else _spelled(name)
    return own or _unit_above(name)


def _unit_above(name: str) -> Unit | None:
    """Give the unit that a path tells above its last name, where that one tells none: `dwell_days.export`."""
    above, _, last = name.rpartition(".")
    if not above or _SPAN.search(last) or _TOLD_OF_IT.search(last) or unit_of_field(last) is not None:
        return None
    nearest = above.rpartition(".")[2]
    if not _UNDER.search(nearest) or _NO_MEASURE.search(nearest) or _SPAN.search(nearest):
        return None
    return None if _PACE.search(nearest) else _spelled(nearest)


def _spelled(name: str) -> Unit | None:
    for pattern in _SPELLED:
        found = pattern.search(name)
        if found is not None:
            unit = find_unit(f" {found[1]}")[0]
            return unit if unit is not None and unit.dimension in _DIMENSIONS else None
    return None


@lru_cache(maxsize=4096)
def scale_in(name: str) -> float | None:
    """Give what a name says its numbers are counted in, or None: 1e4 for `销售额(万元)`, 1e6 for `usd_m`."""
    found = _COUNTED_IN.search(name)
    if found is None:
        return None
    return _SCALES[next(word for word in found.groups() if word).lower()]


def scale_of_field(held: Held) -> float | None:
    """Give what a number's column or field says it is counted in, or None."""
    return scale_in(held.title) or scale_in(field_of(held.line.text, held.token.start))


def unit_of(held: Held) -> Unit | None:
    """Give the unit that a bare number's field or column says it is in."""
    if held.token.unit is not None:
        return None
    return unit_in(held.title) or unit_in(field_of(held.line.text, held.token.start))


def unit_against(token: ValueToken, best: Held, found: Sequence[Held]) -> Unit | None:
    """Give the unit that a bare number's field is in, where the statement gives the number in another one.

    Args:
        token: The statement's number, with a unit.
        best: The number of the evidence that is likeliest the one.
        found: All that may be; none of them may be in the statement's unit, nor a bare one of the same thing.
    """
    unit, spelled = token.unit, unit_of(best)
    if unit is None or spelled is None or spelled.dimension != unit.dimension or spelled.size == unit.size:
        return None
    units = [held.token.unit or unit_of(held) for held in found]
    bare = [held for held, other in zip(found, units, strict=True) if other is None]
    if any(_are_of_one(best, held) for held in bare):
        return None
    return None if any(other is not None and other.size == unit.size for other in units) else spelled


def _are_of_one(best: Held, other: Held) -> bool:
    """Tell whether two numbers stand in rows of two lists whose first names are the same."""
    if best.line.invocation == other.line.invocation:
        return False
    one, its = (_first_name(held.line.text) for held in (best, other))
    return len(one) >= _SHORTEST and one == its


def _first_name(line: str) -> str:
    cells = cells_of(line) if line.strip() else [""]
    return cells[0].partition(", ")[0].rpartition("=")[2].strip().lower()
