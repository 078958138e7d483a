"""What an executor cited, as it stood: the values on trial, before anything is believed of them.

A citation keeps what was written (an id that is no integer, a path that is no text), because the
gate judges and reports that. This module must not know a rule or an evidence ref.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ClaimType


class Address(NamedTuple):
    """A place in an executor's output; all None for the output as a whole.

    `owner_index` is the claim's or action's position in its list: it tells twins with one id apart
    and is no part of the wire format.
    """

    claim_id: str | None = None
    action_id: str | None = None
    binding_index: int | None = None
    owner_index: int | None = None

    def to_wire(self) -> dict[str, Any]:
        """Give the parts that are stated, under the names results use."""
        named = (
            ("claim_id", self.claim_id),
            ("action_id", self.action_id),
            ("binding_index", self.binding_index),
        )
        return {name: value for name, value in named if value is not None}

    def __str__(self) -> str:
        owner = self.claim_id if self.claim_id is not None else self.action_id
        if owner is None:
            return "the executor's output"
        return owner if self.binding_index is None else f"{owner}, binding {self.binding_index}"


class Citation(NamedTuple):
    """One binding on trial.

    `tool_name`, `invocation`, `raw_path` and `excerpt` hold what was written, None where nothing
    was (null, absent, or blank; a blank excerpt stays). `is_readable` is False for a binding that is
    no object at all: it can be counted, not checked.
    """

    address: Address
    claim_type: ClaimType | None
    tool_name: JsonValue
    invocation: JsonValue
    raw_path: JsonValue
    excerpt: JsonValue
    is_readable: bool = True


class Problem(NamedTuple):
    """Something unreadable, missing, wrong or repeated in an executor's output, and where."""

    address: Address
    message: str
    cited: JsonValue = None


class UnknownField(NamedTuple):
    """A field that no contract knows, kept aside as it stood."""

    address: Address
    name: str
    value: JsonValue
