"""Tell whether the wording around a number sums others up or compares them. It must not know any evidence."""

from __future__ import annotations

import re

from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of

_SUMMED_UP = re.compile(
    r"\b(?:totals?|totall?ing|sum|combined|together|altogether|overall|in all|averag\w*|avg|means?|medians?"
    r"|rest|remaining|remainder|left over|gap|growth|difference|project\w*|extrapolat\w*|estimat\w*|comes? to"
    r"|of which|of them|on balance|net|cumulative|year to date|sav(?:es?|ings?))\b"
    r"|[≈÷∑Σ]|合计|总|共|平均|均值|月均|日均|中位|其余|剩|净|环比|同比|累计|其中|相差|预计",
    re.IGNORECASE,
)
_NEAR = 40
"""Characters in front of a number in which a word names it."""
_COMPARED = re.compile(
    r"[*_`)]*\s(?:[a-z]+ )?(?:in total|in all|altogether|together|total|cheaper|dearer|more|less|fewer"
    r"|longer|shorter|higher|lower|above|below|left|saved|off|ahead|behind)\b",
    re.IGNORECASE,
)
"""Behind a number, these say that it sums up or compares the others, which may be read all the same."""
_PARTED = re.compile(r"[;；。]|\.\s|→|->|[,，](?!\s*(?:or|i\.e\.|that is|即|也就是))(?=\s*[^\W\d_][^,，]*$)")
"""Between two things that are told, so that what sums up the one says nothing of the other."""
_WORKED_OUT = re.compile(r"(?:\s=|[×÷]\s?\d[\d.,]*\)?\s*=)\s*[*_`$€£¥]*$")


def is_told_so(name: str, token: ValueToken, setting: Setting) -> bool:
    """Tell whether a field bears the very word that sums a number up, so that the sum was read, not made.

    Args:
        name: The name of the field or column.
        token: The number.
        setting: What surrounds it.
    """
    statement = setting.statement
    beside = f"{title_of(statement, token.start)} {statement.text[max(0, token.start - _NEAR) : token.start]}"
    return any(word in name.lower() for word in _SUMMED_UP.findall(beside.lower()))


def is_summed_up(token: ValueToken, setting: Setting) -> bool:
    """Tell whether the wording around a number, its row's head or its column's title sum something up."""
    statement = setting.statement
    titles = (title_of(statement, token.start), *(statement.parents[-1:] if statement.kind == "row" else ()))
    if any(_SUMMED_UP.search(title) for title in titles):
        return True
    if _COMPARED.match(statement.text, token.end):
        return True
    before = statement.text[: token.start]
    before = before[max((found.end() for found in _PARTED.finditer(before)), default=0) :]
    return _WORKED_OUT.search(before) is not None or _SUMMED_UP.search(before) is not None
