"""States told of something that has no name, since there is but one of it: a membership, a thing.

Silent where several records have such a field, or where a later call may have changed it. It must not look
at what has a name of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.states.told_states import CAMEL, STATE_FIELD, TURNED, StateFinding
from evidencelab.traces.wording.state_words import excluded_by, excludes, families_of, folded
from evidencelab.traces.wording.words import words_of

_MEMBER = (
    r"\b(?:you(?:['’]re| are)|as an?|your)\b[^.;]{0,20}\b(%s)\s+(?:member(?:ship)?|tier|status|customer)\b"
)
_NOUN_IS = re.compile(
    r"\b(?:your|the|their|this)\s+(?P<noun>[a-z]+(?:[ -](?!itself)[a-z]+)?)\s+"
    r"(?:itself\s+)?(?:is|has been|remains)\s+"
    r"(?:currently |now |still |already )?[*_`]*(?P<state>[a-z]+(?:[ -][a-z]+)?)"
    r"(?=[*_`]*\s*(?:$|[)，,;。.|!]|(?:but|and|while|so|because)\b))",
    re.IGNORECASE,
)


class LoneStates:
    """Judges states of things without a name.

    Args:
        records: The records of the calls before an answer.
        texts: The folded lines of those calls.
        calls: The calls.
    """

    def __init__(self, records: Sequence[Record], texts: Sequence[str], calls: Sequence[Call]) -> None:
        self.records = records
        self._texts = texts
        self.calls = calls

    def altered(self, text: str) -> StateFinding | None:
        """Give the first state of a statement that the one thing it is told of does not have."""
        return self._of_member(text) or self._of_noun(text)

    def _n_others(self, name: str, record: Record) -> int:
        """Count the records of the run that have another value under a field of the same name."""
        last = name.split(".")[-1].lower()
        return sum(
            value != record.fields[name]
            for other in self.records
            for field, value in other.fields.items()
            if field.split(".")[-1].lower() == last
        )

    def _of_member(self, text: str) -> StateFinding | None:
        """Look for a membership that is not the customer's."""
        for name, record in self._members:
            held = folded(record.fields[name])
            words = "|".join(word for word in excluded_by(held) if word.isascii())
            found = re.search(_MEMBER % words, text, re.IGNORECASE)
            if found is None or TURNED.search(text[: found.end()]) or self._n_others(name, record):
                continue
            if excludes(folded(found[1]), held) and not may_have_changed(self.calls, record.call):
                return StateFinding(found.start(1), found.end(1), name, record.fields[name], record.call, "")
        return None

    @cached_property
    def _members(self) -> list[tuple[str, Record]]:
        """Give the fields that tell a membership, with their records."""
        return [
            (name, record)
            for record in self.records
            for name, value in record.fields.items()
            if re.search(r"member|tier|loyal", name, re.IGNORECASE)
            and "membership" in families_of(folded(value))
        ]

    @cached_property
    def _states_of(self) -> dict[frozenset[str], list[tuple[str, Record]]]:
        """Give the fields that tell the state of a thing, with their records, by the thing's words."""
        found: dict[frozenset[str], list[tuple[str, Record]]] = defaultdict(list)
        for record in self.records:
            for name, value in record.fields.items():
                if "." not in name and families_of(folded(value)):
                    found[_thing_of(record, name)].append((name, record))
        return found

    def _of_noun(self, text: str) -> StateFinding | None:
        """Look for a state told of the one thing of its name: `your subscription is active`."""
        for found in _NOUN_IS.finditer(text):
            said, noun = folded(found["state"]), words_of(found["noun"])
            # a word more (`new`, `other`) tells one thing of its name from another
            if (
                not families_of(said)
                or len(noun) != len(re.split(r"[ -]", found["noun"]))
                or TURNED.search(text[: found.end()])
            ):
                continue
            holding = self._states_of.get(noun, [])
            values = {folded(record.fields[name]) for name, record in holding}
            if len(values) != 1 or not excludes(said, next(iter(values))):
                continue
            name, record = holding[-1]
            if said in folded(record.text) or len({r.text for _, r in holding}) > 1:
                continue
            whole = folded(record.text)
            # a text that holds the record and more has the states of others as well
            beside = (text for text in self._texts if said in text and whole not in text)
            if any(noun & words_of(text) for text in beside):
                continue
            if not may_have_changed(self.calls, record.call):
                held = record.fields[name]
                return StateFinding(found.start("state"), found.end("state"), name, held, record.call, "")
        return None


def _thing_of(record: Record, name: str) -> frozenset[str]:
    """Give the words of the thing whose state a field is: those of the object it stands in."""
    path, last = f"{record.group.split(':')[-1]}.{name}".strip(".").rpartition(".")[::2]
    if not STATE_FIELD.search(last) or not path:
        return frozenset()
    return words_of(CAMEL.sub(" ", path.split(".")[-1]))
