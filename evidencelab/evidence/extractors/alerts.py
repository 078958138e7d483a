"""Alerts, and the rules they come from: seed rows, Prometheus, Alertmanager and its webhook.

One alert is `<name> <state>, key=value, ...; <description>`. A zero time is no time, and a group's
status is not an alert's. It must not know where in a reply an alert stood.
"""

from __future__ import annotations

from collections.abc import Mapping

from evidencelab.evidence.extractors.values import Pair, flatten, is_scalar, join_pairs, record_text, render

_NAMES = ("alert_name", "alertname", "alertName", "alert")
_TITLES = ("name", "rule_name", "ruleName", "title", "summary")
_STATES = ("state", "alert_state", "status")
_SIGNS_OF_LIFE = ("startsAt", "starts_at", "activeAt", "active_at", "state", "status", "fingerprint")
_ZERO_TIME = "0001-01-01T00:00:00"


def is_alert(record: object) -> bool:
    """Tell an alert from any other record by its fields."""
    if not isinstance(record, Mapping):
        return False
    labels = record.get("labels")
    if isinstance(labels, Mapping) and "alertname" in labels:
        return True
    if any(isinstance(record.get(name), str) for name in _NAMES):
        return True
    return (
        isinstance(labels, Mapping)
        and isinstance(record.get("annotations"), Mapping)
        and any(record.get(sign) for sign in _SIGNS_OF_LIFE)
        and _named(record, _TITLES) is not None
    )


def alert_text(record: object) -> str:
    """Lay out one alert with every value it holds: labels, value, duration, start, annotations."""
    if not isinstance(record, Mapping):
        return record_text(record)
    rest: dict[object, object] = dict(record)
    labels = _take_flat(rest, "labels")
    annotations = _take_flat(rest, "annotations")
    name = _take_text(rest, _NAMES) or _take_text(labels, ("alertname",)) or _take_text(rest, _TITLES)
    state = _take_text(rest, _STATES) or _take_inner_state(rest)
    description = _take_text(rest, ("description",)) or _take_text(annotations, ("description",))

    pairs = [
        Pair(f"labels.{key}" if key in record else str(key), render(value)) for key, value in labels.items()
    ]
    pairs += [pair for pair in flatten(rest) if pair.key and not pair.value.startswith(_ZERO_TIME)]
    head = " ".join(part for part in (name, state) if part)
    fields = ", ".join(part for part in (head, join_pairs(pairs)) if part)
    prose = [
        description,
        *(join_pairs([Pair(str(key), render(value))]) for key, value in annotations.items()),
    ]
    return "; ".join(part for part in (fields, *prose) if part)


def rule_text(rule: object) -> str:
    """Lay out one alerting or recording rule like an alert; its alerts are records of their own."""
    if not isinstance(rule, Mapping):
        return record_text(rule)
    return alert_text({key: value for key, value in rule.items() if key != "alerts"})


def _named(record: Mapping[object, object], names: tuple[str, ...]) -> str | None:
    return next((name for name in names if isinstance(record.get(name), str) and record[name]), None)


def _take_text(record: dict[object, object], names: tuple[str, ...]) -> str | None:
    name = _named(record, names)
    return None if name is None else render(record.pop(name))


def _take_flat(record: dict[object, object], key: str) -> dict[object, object]:
    value = record.get(key)
    if not isinstance(value, Mapping) or not all(map(is_scalar, value.values())):
        return {}
    del record[key]
    return dict(value)


def _take_inner_state(record: dict[object, object]) -> str | None:
    """Alertmanager's state stands inside `status`, beside what inhibits or silences the alert."""
    status = record.get("status")
    if not isinstance(status, Mapping):
        return None
    inner: dict[object, object] = dict(status)
    state = _take_text(inner, ("state",))
    record["status"] = inner
    if not inner:
        del record["status"]
    return state
