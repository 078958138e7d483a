"""What a judge of states says, and the wording that all of them heed.

It must not know any evidence.
"""

from __future__ import annotations

import re
from typing import NamedTuple

STATE_FIELD = re.compile(
    r"(?:^|_)(?:status|state|phase|severity|level|priority|stage|result|outcome|decision|action|health"
    r"|condition"
    r"|membership|tier|visibility|availability|policy|mode|role|verdict|resolution|conclusion|risk|disposition)$|(?:Status|State|Severity|Phase)$"
    r"|状态|级别|等级|处置|结果|结论",
    re.IGNORECASE,
)
"""Last names of fields that hold a state."""
TURNED = re.compile(
    r"\b(?:not|never|no longer|until|unless|once|if|when|whenever|will|would|can|could|may|might|should|must"
    r"|before|than|previously|originally|formerly|earlier|initially|to be|being|any|all|both|most|some|every"
    r"|each|others?|neither|either|none|cannot|yet|rather|instead|except|versus|vs"
    r"|likely|probably|possibly|perhaps|maybe|appears?|seems?|assum\w+|presum\w+|expected|think"
    r"|believe)\b(?!-\d)|n['’]t\b"
    r"|未(?!付|支|解|开|启|发|关|完)|没|尚|将|会|可以|若|如果|曾|之前|原先|原来|可能|大概|推测|预计|疑似|应该|都|均|各|其余|其他|全部|所有",
    re.IGNORECASE,
)
"""In front of a state, these say that it is not so, not yet, not sure, or not of one alone."""
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.\-:|]")
"""Where the words of a field's name are parted."""


class StateFinding(NamedTuple):
    """A state that is not the record's.

    Attributes:
        start: First code point of the stated value in the statement.
        end: One past its last.
        field: The field's name.
        held: The value the record has.
        call: Index of the record's call.
        label: What names the record; empty where it is named by days, or is the only one.
    """

    start: int
    end: int
    field: str
    held: str
    call: int
    label: str
