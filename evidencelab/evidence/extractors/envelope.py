"""What the fields around a reply's records say: answered, failed, incomplete, how many in all.

Reads the objects on the way from the reply's top to its records, outermost first. The first that
says outright whether the call succeeded decides; deeper ones may be records with a status of
their own. It must not know what the records are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.evidence.extractors import vocabulary
from evidencelab.evidence.extractors.values import flatten, render


class Signs(NamedTuple):
    """What the envelope says.

    Attributes:
        verdict: True the call was answered, False it failed, None nothing says so outright.
        has_error: An error is stated, whatever the verdict.
        is_incomplete: Shards, pages or time ran out: there may be more than what is here.
        is_open: More may follow (a next page, a warning): an empty list is not the whole answer.
        totals: Every stated total; None stands for one that is not known exactly.
        messages: The sentences the tool wrote beside its records.
        message: The one it calls its message; blank if there is none.
    """

    verdict: bool | None = None
    has_error: bool = False
    is_incomplete: bool = False
    is_open: bool = False
    totals: tuple[int | None, ...] = ()
    messages: tuple[str, ...] = ()
    message: str = ""


def read_signs(envelopes: Sequence[Mapping[object, object]]) -> Signs:
    """Read the objects around the records, outermost first."""
    verdict: bool | None = None
    has_error = is_incomplete = is_open = False
    totals: list[int | None] = []
    messages: list[str] = []
    for envelope in envelopes:
        if verdict is None:
            verdict = _read_verdict(envelope)
            has_error = has_error or has_stated_error(envelope)
        is_incomplete = is_incomplete or _is_incomplete(envelope)
        is_open = is_open or _is_open(envelope)
        totals += [_exact(envelope[key]) for key in vocabulary.TOTAL_KEYS if envelope.get(key) is not None]
        messages += [
            value
            for key in vocabulary.MESSAGE_KEYS
            if isinstance(value := envelope.get(key), str) and value.strip()
        ]
    stated = (envelope.get(key) for envelope in envelopes for key in vocabulary.MESSAGE_KEYS[:2])
    message = next((text for text in stated if isinstance(text, str) and text.strip()), "")
    return Signs(verdict, has_error, is_incomplete, is_open, tuple(totals), tuple(messages), message)


def has_stated_error(envelope: Mapping[object, object]) -> bool:
    """Tell whether an object states an error; null, blank, false and `none` state none."""
    return any(
        _states_trouble(envelope.get(key)) and not is_listing(envelope, key)
        for key in vocabulary.ERROR_KEYS
        if key in envelope
    )


def is_listing(envelope: Mapping[object, object], key: str) -> bool:
    """Tell a list of errors or warnings that was asked for from one that says how the call went.

    It was asked for where it is the only list and its entries are counted, or where it holds some
    and the call is said to have succeeded.
    """
    if not isinstance(envelope.get(key), list | tuple):
        return False
    others = (name for name, value in envelope.items() if isinstance(value, list | tuple) and name != key)
    if next(others, None) is not None or "data" in envelope:
        return False
    if any(_exact(envelope.get(name)) is not None for name in vocabulary.TOTAL_KEYS):
        return True
    return bool(envelope[key]) and _read_verdict(envelope) is True


def is_bare(envelope: Mapping[object, object], arguments: Mapping[str, str]) -> bool:
    """Tell whether an object says nothing of its own: only how the call went and what was asked.

    An object that says more is a record, and an empty list inside it is one of its fields.
    """
    asked = {value.casefold() for value in arguments.values() if value}
    for key, value in envelope.items():
        is_object = isinstance(value, Mapping)
        known = vocabulary.ENVELOPE_OBJECT_KEYS if is_object else vocabulary.ENVELOPE_KEYS
        if isinstance(value, list | tuple) or key in known or key in arguments or _is_stamp(key):
            continue
        if not all(_is_blank(text) or text.casefold() in asked for text in _leaves(value)):
            return False
    return True


def _is_stamp(key: object) -> bool:
    """A field that says when, how long or under which number the call was made."""
    return isinstance(key, str) and key.endswith(
        ("_at", "_time", "_ms", "_id", "_url", "At", "Time", "Ms", "Id", "Url")
    )


def _read_verdict(envelope: Mapping[object, object]) -> bool | None:
    said: list[bool] = []
    for key in vocabulary.SUCCESS_KEYS:
        said += _as_bool(envelope.get(key))
    for key in vocabulary.FAILED_KEYS:
        said += [False] if _as_bool(envelope.get(key)) == [True] else []
    for key in vocabulary.EXIT_KEYS:
        said += _as_exit(envelope.get(key))
    for key in vocabulary.CODE_KEYS:
        said += _as_status(envelope.get(key))
    if not said:
        return None
    return all(said)


def _as_bool(value: object) -> list[bool]:
    if isinstance(value, bool):
        return [value]
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return [value.strip().casefold() == "true"]
    return []


def _as_exit(value: object) -> list[bool]:
    number = _as_integer(value)
    return [] if number is None else [number == 0]


def _as_status(value: object) -> list[bool]:
    number = _as_integer(value)
    if number is not None:
        if number == 0 or 200 <= number < 300:
            return [True]
        return [False] if number < 0 or number >= 400 else []
    if isinstance(value, str):
        word = value.strip().casefold().replace(" ", "_").replace("-", "_")
        if word in vocabulary.FAILED_WORDS:
            return [False]
        if word in vocabulary.OK_WORDS:
            return [True]
    return []


def _as_integer(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and len(value) < 20 and value.strip().removeprefix("-").isdecimal():
        return int(value)
    return None


def _is_incomplete(envelope: Mapping[object, object]) -> bool:
    if any(_is_set(envelope.get(key)) for key in vocabulary.INCOMPLETE_KEYS):
        return True
    status = envelope.get("status")
    if isinstance(status, str) and status.strip().casefold().replace("-", "_") in vocabulary.PENDING_WORDS:
        return True
    shards = envelope.get("_shards")
    if isinstance(shards, Mapping) and not _are_all_successful(shards):
        return True
    clusters = envelope.get("_clusters")
    return isinstance(clusters, Mapping) and not _are_all_successful(clusters)


def _are_all_successful(parts: Mapping[object, object]) -> bool:
    """All shards answered, and there was at least one to ask. Skipped ones count as successful."""
    total, successful = _as_integer(parts.get("total")), _as_integer(parts.get("successful"))
    failed = _as_integer(parts.get("failed", 0))
    return (
        total is not None and total > 0 and successful == total and failed == 0 and not parts.get("failures")
    )


def _is_open(envelope: Mapping[object, object]) -> bool:
    if any(_is_set(envelope.get(key)) for key in (*vocabulary.MORE_KEYS, *vocabulary.WARNING_KEYS)):
        return True
    metadata = envelope.get("metadata")
    return isinstance(metadata, Mapping) and _is_set(metadata.get("continue"))


def _is_set(value: object) -> bool:
    """A flag that is up: true, a positive count, a text that is not a denial, a list of something."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value > 0
    if isinstance(value, str):
        return value.strip().casefold() not in vocabulary.NO_ERROR_WORDS
    return bool(value)


def _states_trouble(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value != 0
    if isinstance(value, str):
        return value.strip().casefold() not in vocabulary.NO_ERROR_WORDS
    return bool(value)


def _exact(total: object) -> int | None:
    if isinstance(total, Mapping):
        if "value" in total:
            return _as_integer(total["value"]) if total.get("relation", "eq") == "eq" else None
        counts = [_as_integer(count) for count in total.values()]
        return None if None in counts else sum(count for count in counts if count is not None)
    return _as_integer(total)


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, Mapping) and not value:
        return iter(())
    return (pair.value for pair in flatten(value)) if isinstance(value, Mapping) else iter((render(value),))


def _is_blank(text: str) -> bool:
    return text.strip().casefold() in ("", "null", "0", "false", "[]", "{}", "none")
