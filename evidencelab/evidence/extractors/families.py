"""Which family a list of records belongs to, and how each of its records is laid out.

The shape of the records decides; the tool's name only tells apart records that look like nothing
in particular and whose list has no name of its own. It must not know what stands around the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.evidence.extractors.alerts import alert_text, is_alert, rule_text
from evidencelab.evidence.extractors.knowledge import block_text, is_block
from evidencelab.evidence.extractors.logs import hit_text, is_hit, is_log, is_stream, log_text, stream_texts
from evidencelab.evidence.extractors.series import is_series, series_text
from evidencelab.evidence.extractors.values import record_text
from evidencelab.evidence.extractors.vocabulary import ENVELOPE_OBJECT_KEYS

_ANONYMOUS = frozenset(
    (
        None,
        "data",
        "result",
        "results",
        "response",
        "body",
        "payload",
        "output",
        "items",
        "list",
        "rows",
        "records",
    )
)
_MAX_NAME = 80
_ALERT_FIELDS = ("state", "status", "severity", "description")


class Record(NamedTuple):
    """One record laid out, under the name of the list it stands in; the text may be empty."""

    name: str
    text: str


class _Family(NamedTuple):
    name: str
    layout: Callable[[object], str]


_ALERTS = _Family("alerts", alert_text)
_LOGS = _Family("logs", log_text)
_BLOCKS = _Family("evidence_blocks", block_text)


def locator_name(key: str | None) -> str:
    """Turn a list's key into the name its locators carry; a list without one is `items`."""
    return re.sub(r"\W+", "_", key or "").strip("_")[:_MAX_NAME] or "items"


def list_records(key: str | None, items: Sequence[object], tool_name: str) -> Iterator[Record]:
    """Lay out the records of one list in order; groups and streams give the records inside them."""
    first = next((item for item in items if item is not None), None)
    if is_stream(first):
        for stream in items:
            yield from (Record("logs", text) for text in stream_texts(stream))
    elif _holds_list(first, "rules"):
        for group in items:
            yield from _rule_records(group)
    elif _holds_list(first, "alerts"):
        for group in items:
            yield from (Record("alerts", alert_text(alert)) for alert in _inner(group, "alerts"))
    else:
        family = _family(key, first, tool_name)
        yield from (Record(family.name, family.layout(item)) for item in items)


def single_records(key: str | None, value: Mapping[object, object]) -> list[Record] | None:
    """Lay out an object that is itself a record, or a map of records by name; None for any other.

    Alerts and Kubernetes objects are known by their shape; a map holds two or more objects with a
    field in common and nothing else.
    """
    if _is_one_alert(value):
        return [Record("alerts", alert_text(value))]
    if _is_kubernetes_object(value):
        return [Record(locator_name(key), record_text(value))]
    if _is_map_of_records(value):
        texts = (", ".join((str(name), record_text(record))) for name, record in value.items())
        return [Record(locator_name(key), text) for text in texts]
    return None


def _family(key: str | None, first: object, tool_name: str) -> _Family:
    named = (key or "").casefold()
    if is_series(first):
        return _Family("series", series_text)
    if is_hit(first):
        return _Family("logs", hit_text)
    if named == "alerts" or _has_alert_labels(first):
        return _ALERTS
    if named == "logs":
        return _LOGS
    if named == "evidence_blocks":
        return _BLOCKS
    if key in _ANONYMOUS:
        if is_alert(first):
            return _ALERTS
        if is_log(first):
            return _LOGS
        if is_block(first):
            return _BLOCKS
        told = _family_of_tool(tool_name, first)
        if told is not None:
            return told
    return _Family(locator_name(key), record_text)


def _family_of_tool(tool_name: str, first: object) -> _Family | None:
    if tool_name == "query_logs":
        return _LOGS
    if tool_name == "lookup_knowledge":
        return _BLOCKS
    looks_alarming = isinstance(first, Mapping) and any(field in first for field in _ALERT_FIELDS)
    return _ALERTS if tool_name == "query_metrics" and looks_alarming else None


def _rule_records(group: object) -> Iterator[Record]:
    for rule in _inner(group, "rules"):
        yield Record("rules", rule_text(rule))
        yield from (Record("alerts", alert_text(alert)) for alert in _inner(rule, "alerts"))


def _inner(record: object, key: str) -> Sequence[object]:
    value = record.get(key) if isinstance(record, Mapping) else None
    return value if isinstance(value, list | tuple) else ()


def _holds_list(record: object, key: str) -> bool:
    return isinstance(record, Mapping) and isinstance(record.get(key), list | tuple)


def _is_inner_list(value: object) -> bool:
    """A list that may be the reply's answer: empty, or of objects."""
    return isinstance(value, list | tuple) and (not value or isinstance(value[0], Mapping))


def _has_alert_labels(record: object) -> bool:
    labels = record.get("labels") if isinstance(record, Mapping) else None
    return isinstance(labels, Mapping) and "alertname" in labels


def _is_one_alert(value: Mapping[object, object]) -> bool:
    """An alert on its own: labels and annotations, or a flat one that is in a state and holds no list."""
    if not is_alert(value) or _holds_list(value, "alerts"):
        return False
    if isinstance(value.get("labels"), Mapping) and isinstance(value.get("annotations"), Mapping):
        return True
    is_in_a_state = any(isinstance(value.get(key), str) for key in ("state", "status"))
    has_labels = _has_alert_labels(value)
    return (has_labels or is_in_a_state) and not any(_is_inner_list(child) for child in value.values())


def _is_kubernetes_object(value: Mapping[object, object]) -> bool:
    kind = value.get("kind")
    return (
        isinstance(kind, str)
        and not kind.endswith("List")
        and isinstance(value.get("apiVersion"), str)
        and isinstance(value.get("metadata"), Mapping)
        and kind != "Status"
    )


_REPLY_KEYS = frozenset(("status", "data", "success", "error", "errors", "message", "code"))


def _is_map_of_records(value: Mapping[object, object]) -> bool:
    if len(value) < 2 or not all(isinstance(child, Mapping) and child for child in value.values()):
        return False
    if any(name in ENVELOPE_OBJECT_KEYS for name in value):
        return False
    shared = set.intersection(*(set(child) for child in value.values() if isinstance(child, Mapping)))
    return bool(shared - _REPLY_KEYS)
