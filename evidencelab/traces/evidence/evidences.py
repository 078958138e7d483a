"""All that the statements of a message are judged on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.formats.conversation import CallRecord


class Evidences(NamedTuple):
    """All a message is judged on.

    Attributes:
        pool: What the tools said before it.
        given: What the user and the system prompt said before it.
        arguments: The agent's own tool arguments.
        calls: Index, recorded call, and import record of each call before it.
        call_words: The words of each call.
        is_whole: Whether the trace holds all that the model saw.
        unseen: What the trace holds and the model never saw.
        tables: The tables of the last calls, in order.
    """

    pool: Pool
    given: Pool
    arguments: Pool
    calls: Sequence[tuple[int, ToolInvocation, CallRecord | None]]
    call_words: Mapping[int, frozenset[str]]
    is_whole: bool
    unseen: Pool
    tables: Sequence[DataTable] = ()
