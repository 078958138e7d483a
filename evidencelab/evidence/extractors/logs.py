"""Log records: seed rows, Loki streams (one record a line, with its labels), Elasticsearch hits.

One record is `[timestamp][LEVEL][service] message; key=value, ...`, brackets that would be empty
left out. It must not know where in a reply a record stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evidencelab.evidence.extractors.values import Pair, flatten, join_pairs, record_text, render

_TIMES = ("timestamp", "@timestamp", "time", "ts", "datetime", "_time", "date")
_LEVELS = ("level", "log_level", "loglevel", "levelname", "log.level", "lvl", "severity", "severity_text")
_SERVICES = ("service", "service_name", "serviceName", "service.name")
_MESSAGES = ("message", "msg", "log", "line", "content", "text", "body", "_raw")
_HIT_FIELDS = ("_source", "_score", "_type", "_version", "sort", "highlight", "fields")
_LINES = ("message", "msg", "log", "line", "_raw")


def is_log(record: object) -> bool:
    """Tell a log record from any other by its fields: a message, and a time or a level."""
    if not isinstance(record, Mapping):
        return False
    has_message = any(isinstance(record.get(key), str) for key in _LINES)
    return has_message and any(key in record for key in (*_TIMES, *_LEVELS))


def is_hit(record: object) -> bool:
    """Tell an Elasticsearch hit, also one that a filter left with nothing but its source."""
    if not isinstance(record, Mapping):
        return False
    is_source = isinstance(record.get("_source"), Mapping) and bool(record["_source"])
    is_bare = is_source and all(key in _HIT_FIELDS for key in record)
    return is_bare or sum(key in record for key in ("_index", "_id", "_source")) >= 2


def is_stream(record: object) -> bool:
    """Tell a Loki stream."""
    return (
        isinstance(record, Mapping)
        and isinstance(record.get("stream"), Mapping)
        and isinstance(record.get("values"), list | tuple)
    )


def log_text(record: object) -> str:
    """Lay out one record with every value it holds."""
    return _lay_out(list(flatten(record))) if isinstance(record, Mapping) and record else record_text(record)


def hit_text(hit: object) -> str:
    """Lay out one Elasticsearch hit: its source as a log record, then index, id and the rest."""
    if not isinstance(hit, Mapping) or not isinstance(hit.get("_source"), Mapping):
        return record_text(hit)
    envelope = {key: value for key, value in hit.items() if key != "_source"}
    source = list(flatten(hit["_source"])) if hit["_source"] else []
    return _lay_out(source, [*flatten(envelope)] if envelope else [])


def stream_texts(stream: object) -> Iterator[str]:
    """Lay out every line of one Loki stream, in reply order, with the stream's labels.

    An entry is `[timestamp, line]`, with Loki's structured metadata as an optional third value.
    """
    if not isinstance(stream, Mapping):
        return
    labels = list(flatten(stream["stream"])) if stream["stream"] else []
    for entry in stream["values"]:
        if not isinstance(entry, list | tuple) or len(entry) < 2:
            yield record_text(entry)
            continue
        time = Pair("timestamp", render(entry[0]))
        line = Pair("message", render(entry[1]))
        further = [pair for value in entry[2:] if value for pair in flatten(value)]
        yield _lay_out([time, line, *labels, *further])


def _lay_out(pairs: list[Pair], further: list[Pair] | None = None) -> str:
    head: list[str] = []
    taken: set[int] = set()
    for names in (_TIMES, _LEVELS, _SERVICES):
        index = _first(pairs, names)
        if index is not None:
            taken.add(index)
            head.append(f"[{pairs[index].value}]")
    message_index = _first(pairs, _MESSAGES)
    message = ""
    if message_index is not None:
        taken.add(message_index)
        message = pairs[message_index].value
    rest = [pair for index, pair in enumerate(pairs) if index not in taken] + (further or [])
    line = " ".join(part for part in ("".join(head), message) if part)
    return "; ".join(part for part in (line, join_pairs(rest)) if part)


def _first(pairs: list[Pair], names: tuple[str, ...]) -> int | None:
    places = {pair.key: index for index, pair in reversed(list(enumerate(pairs)))}
    found = (places[name] for name in names if name in places)
    return next((index for index in found if pairs[index].value not in ("", "null")), None)
