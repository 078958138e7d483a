"""Which record a text names: by an id, a name, a title, or a span of days that only it has.

It must not know what is said of the record.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from evidencelab.traces.evidence.records import Record
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.state_words import families_of, folded

_NAMING = re.compile(
    r"(?:^|_)(?:id|ids|identifier|names?|title|no|number|key|code|host|hostname|pod|service|label|sku|email|phone"
    r"|subject|rule|alert|alertname|job|check|component|device|employee|customer|order|ticket|claim|package"
    r"|module|instance|node|item|product|app|branch|file|path|object|resource|line|account|user|merchant|vendor|supplier|payee|brand|model)$"
    r"|^$|(?:Id|Name|Identifier|Number)$|名称|姓名|人$|客户|用户|员工|门店|编号|单号|主机|部门|规则|设备",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"number|id|iid|no", re.IGNORECASE)
"""Fields whose value is told with a mark: `#12`."""
_KIND = re.compile(r"\.([a-z]{3,})s$", re.IGNORECASE)
"""What the records of a list are, by the list's name: `tasks` holds `task 0`."""
_OWN_PART = re.compile(r"(?:labels|metadata|tags)\.[^.]+$")
"""Parts of a record that name it, not another thing that belongs to it."""
_JOINED = re.compile(r"[a-z]+(?:[_.-][a-z]+)+|[a-z]{1,4} \d{2,5}|\d+(?:\.\d+){2,3}", re.IGNORECASE)
"""A word with marks within, letters and a number, or a version names the record that begins with it."""
_PLAIN_ID = re.compile(r"(?=.*\d)(?=.*[a-z#_-])[\w#:./-]{4,}|\d{5,}", re.IGNORECASE)
_SERIAL = re.compile(r"-(?:\d{5,}|[a-z0-9]{8,10}-[a-z0-9]{5})$")
_STARTS = re.compile(r"(?<![\w#-])(?=[\w#])|(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[\w#])")
_ENDS = re.compile(r"(?<=\w)(?![\w-])|(?<=[\u4e00-\u9fff])|(?<=\w)(?=[\u4e00-\u9fff])")
_SHORTEST, _SHORTEST_CJK, _LONGEST = 4, 2, 60
_MOST_RECORDS = 5000


class Named(NamedTuple):
    """A record a text names, and the label it names it by."""

    record: Record
    label: str


class Subjects:
    """Finds the records that texts name."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._by_label: dict[str, list[Record]] = defaultdict(list)
        self._by_days: dict[frozenset[tuple[int, int]], list[Record]] = defaultdict(list)
        n_of_group: dict[str, int] = defaultdict(int)
        for record in records[:_MOST_RECORDS]:
            n_of_group[record.group] += 1
            for label in labels_of(record):
                self._by_label[label].append(record)
            days = _days(" ; ".join(v for v in record.fields.values() if len(v) <= _LONGEST))
            if len(days) >= 2:
                self._by_days[days].append(record)
        for label, holding in list(self._by_label.items()):
            groups = {record.group for record in holding}
            # what every one of several records has tells none of them apart
            if any(1 < n_of_group[g] == sum(r.group == g for r in holding) for g in groups) and len(
                {r.text for r in holding}
            ) > len(groups):
                del self._by_label[label]

    def named_in(self, text: str) -> tuple[Named, ...]:
        """Give the records a text names, each by the longest label of it that is said."""
        low = folded(text)
        said = said_in(low, self._by_label)
        said = {label for label in said if not any(label != other and label in other for other in said)}
        found = [Named(record, label) for label in sorted(said) for record in self._by_label[label]]
        days = _days(text)
        if not found and len(days) >= 2:
            for own, records in self._by_days.items():
                if days <= own:
                    found += [Named(record, "") for record in records]
        return tuple(found)


def said_in(low: str, labels: Mapping[str, object]) -> set[str]:
    """Give the labels that stand whole in a folded text; in Chinese, a word has no ends."""
    starts = [found.start() for found in _STARTS.finditer(low)]
    ends = [found.start() for found in _ENDS.finditer(low)]
    found: set[str] = set()
    for start in starts:
        for end in ends[bisect_right(ends, start) :]:
            if end - start > _LONGEST:
                break
            if low[start:end] in labels:
                found.add(low[start:end])
    return found


def labels_of(record: Record) -> set[str]:
    """Give what a record can be named by: its ids, its names, its numbers with a mark."""
    found: set[str] = set()
    first = next(iter(record.fields), "")
    for name, value in record.fields.items():
        last = name.split(".")[-1].split("[")[0]
        label = folded(value)
        if label.isdigit() and _NUMBER.fullmatch(last):
            found.add(f"#{label}")
            kind = _KIND.search(record.group)
            found |= {f"{kind[1].lower()} {label}"} if kind else set()
        if len(label) > _LONGEST or families_of(label) or ("." in name and not _OWN_PART.match(name)):
            continue
        if _PLAIN_ID.fullmatch(label) and not _days(label):
            found.add(label)
            short = _SERIAL.sub("", label)
            if short != label and len(short) >= _SHORTEST:
                found.add(short)
        elif (name == first and _JOINED.fullmatch(value)) or (_NAMING.search(last) and _is_name(label)):
            found.add(label)
    return found


def _is_name(label: str) -> bool:
    return re.search(r"[^\W\d_]", label) is not None and len(label) >= _shortest(label)


def _shortest(label: str) -> int:
    """Give the length from which a name is no common word: less with a digit in it (`e2e`), or in Chinese."""
    if not label.isascii():
        return _SHORTEST_CJK
    return _SHORTEST - any(character.isdigit() for character in label)


@lru_cache(maxsize=1024)
def _days(text: str) -> frozenset[tuple[int, int]]:
    """Give the days of the year that a text tells; a record is asked for them before each message."""
    moments = (token.moment for token in value_tokens(text) if token.moment is not None)
    return frozenset((m.month, m.day) for m in moments if m.month is not None and m.day is not None)
