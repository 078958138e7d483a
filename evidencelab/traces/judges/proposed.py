"""Tell whether a value is one that the answer proposes: a day, a time, a number of something new.

An item that the evidence names is nothing new, and neither is a statement that names what was read; what of
an item is looked up, as a rating, is not proposed. It must not judge what is done already.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.judges.name_judge import stands
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.proposals import label_of
from evidencelab.traces.wording.statement import Statement

PROPOSED = Verdict("not_checkable", reason="it is proposed for something new")
_OF_PLANS = re.compile(
    r"\b(?:dates?|times?|days?|when|start(?:s|ing)?|ends?|duration|length|deadline|due|schedule|location|venue"
    r"|where|frequency|participants?|attendees|capacity|group size|team size|budget|slots?|timing|rounds?)\b"
    r"|日期|时间|时长|开始|结束|截止|地点|人数|预算|频率|场地|周期|安排",
    re.IGNORECASE,
)
"""Labels of what is chosen for something that is planned."""
_PHRASE = re.compile(r"\b(?!(?:The|A|An|Our|This|That)\b)[A-Z][\w'’]+(?:[ -][A-Z][\w'’]+)+")


def is_proposed(token: ValueToken, statement: Statement, item: str, pool: Pool) -> bool:
    """Tell whether a value is proposed.

    Args:
        token: The value.
        statement: Its statement, of a proposal.
        item: What that is an item of.
        pool: What the tools said.
    """
    label = label_of(statement)
    is_of_plan = _OF_PLANS.search(label) is not None
    is_number = token.kind == "number" and (is_of_plan or statement.kind == "heading")
    is_moment = token.kind == "moment" and (is_of_plan or not label)
    if not (is_number or is_moment):
        return False
    said = f"{item}\n{statement.text}"
    if item and item.lower() in pool.folded:
        return False
    names = (one for one in value_tokens(said) if one.kind == "name")
    if any(stands(pool, one.folded) is not None for one in names):
        return False
    return not any(found.group().lower() in pool.folded for found in _PHRASE.finditer(said))
