"""Finds an excerpt in what a call returned, outside of all that can be cited.

Of a reply that holds a list, the records of the list become evidence refs; values beside it do not. An
excerpt of such a value fails as any other that stands at no ref, but nobody made it up, and its message
must not say so. Nothing here changes a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.extractors.values import Pair, is_scalar, join_pairs, read_text, render
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.session_evidence import Call

_MOST_COMPARED = 50
"""Texts compared for one excerpt, of those that hold all its words."""
_WORD = re.compile(r"\w+")


class BesideRefs(NamedTuple):
    """Where an excerpt stands that is at no evidence ref.

    Attributes:
        invocation_id: The call that returned it.
        text: The values of the object, or the line, that it stands in.
    """

    invocation_id: int
    text: str


class _Laid(NamedTuple):
    """One text of an output, and the same without case, for a quick look whether a word is in it."""

    invocation_id: int
    text: str
    folded: str


class RawOutputs:
    """What the calls of a session returned, laid out once it is asked for the first time.

    Args:
        calls: The session's own calls.
        policy: Settings of the match.
    """

    def __init__(self, calls: Sequence[Call], policy: GatekeeperPolicy) -> None:
        self._calls = calls
        self._policy = policy

    def find(self, excerpt: str, cited: int | None) -> BesideRefs | None:
        """Find an output that holds an excerpt which was found at no evidence ref.

        Objects are looked at one by one, so that values of two records are never put together. Of
        more than 50 texts that hold all the excerpt's words the first 50 are compared.

        Args:
            excerpt: As cited.
            cited: The id of the call to look at before the others.

        Returns:
            The first text that accepts the excerpt; None where none does.
        """
        words = sorted({word.casefold() for word in _WORD.findall(excerpt)}, key=len, reverse=True)
        if not words:
            return None
        held = [laid for laid in self._laid if all(word in laid.folded for word in words)]
        held.sort(key=lambda laid: laid.invocation_id != cited)
        for laid in held[:_MOST_COMPARED]:
            if match_excerpt(excerpt, laid.text, self._policy).decision == "accept":
                return BesideRefs(laid.invocation_id, laid.text)
        return None

    @cached_property
    def _laid(self) -> tuple[_Laid, ...]:
        return tuple(
            _Laid(call.invocation.invocation_id, text, text.casefold())
            for call in self._calls
            for text in _texts(call.invocation.output)
        )


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
