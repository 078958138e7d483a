"""Finds an excerpt in what a call returned, outside of all that can be cited.

Of a reply that holds a list, the records of the list become evidence refs; values beside it do not. An
excerpt of such a value fails as any other that stands at no ref, but nobody made it up, and its message
must not say so. Nothing here changes a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.extractors.values import Pair, is_scalar, join_pairs, read_text, render
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.session_evidence import Call

_MOST_COMPARED = 50
"""Texts compared for one excerpt; those that lack one of its words are not even counted."""
_WORD = re.compile(r"\w+")


class BesideRefs(NamedTuple):
    """Where an excerpt stands that is at no evidence ref.

    Attributes:
        invocation_id: The call that returned it.
        text: The values of the object, or the line, that it stands in.
    """

    invocation_id: int
    text: str


def find_beside_refs(excerpt: str, calls: Sequence[Call], policy: GatekeeperPolicy) -> BesideRefs | None:
    """Find the first call whose raw output holds an excerpt that the match accepts there.

    Args:
        excerpt: One that was found at no evidence ref of the session.
        calls: The calls to look through, the cited one first.
        policy: Settings of the match.

    Returns:
        None where no output holds it. Objects are looked at one by one, so that values of two records
        are never put together.
    """
    words = {word.casefold() for word in _WORD.findall(excerpt)}
    if not words:
        return None
    n_compared = 0
    for call in calls:
        for text in _texts(call.invocation.output):
            if words <= {word.casefold() for word in _WORD.findall(text)}:
                n_compared += 1
                if match_excerpt(excerpt, text, policy).decision == "accept":
                    return BesideRefs(call.invocation.invocation_id, text)
                if n_compared == _MOST_COMPARED:
                    return None
    return None


def _texts(output: JsonValue) -> Iterator[str]:
    """Give the plain values of each object and list, one text each, and each line of a text."""
    pending: list[object] = [output]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            read = read_text(value)
            if not read.is_json:
                yield from (line for line in value.splitlines() if line.strip())
                continue
            value = read.value
        own: list[Pair] = []
        for key, item in _items(value):
            if not is_scalar(item) or (isinstance(item, str) and read_text(item).is_json):
                pending.append(item)
            elif item is not None:
                own.append(Pair(key, render(item)))
        if own:
            yield join_pairs(own)


def _items(value: object) -> Iterable[tuple[str, object]]:
    if isinstance(value, Mapping):
        return ((str(key), item) for key, item in value.items())
    return (("", item) for item in value) if isinstance(value, list | tuple) else ()
