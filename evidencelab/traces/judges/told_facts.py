"""Statements under a heading of advice that tell facts all the same: most of their values were read.

A recommendation shows the figures it rests on: the flights of a plan, the rows that were compared, the
queries that begin with a verb. What a table or a list tells from the evidence, it tells throughout. It must
not know what any value is said of.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.wording.imperatives import opens_with_imperative
from evidencelab.traces.wording.mood import mood_of

_FEWEST, _SHARE = 4, 0.75
"""Values that must stand in the evidence, or follow from it, and their share of all."""
_FEWEST_DIGITS = 2
_STANDING = ("sound", "derived")
_EXAMPLE = re.compile(r"\be\.g\.|\bfor (?:example|instance)\b|[例比譬]如", re.IGNORECASE)
_PAST = re.compile(
    r"\W*(?!(?:if|when|once|after|before|until|unless|as|since|what|how|where|who)\b)"
    r"(?:(?!(?:that|which|who|whose|as|after|before|when|because|since|if|until|once|what|where|how)\b)[\w/.'’-]+\s){1,6}"
    r"(?:was|were|had|took|went|came|ran|rose|fell)\b",
    re.IGNORECASE,
)
"""A main clause in the past tense, which asks for nothing."""


def told_facts(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> Iterator[int]:
    """Give the statements that are taken for advice, by a heading or a verb in front, and tell facts.

    Args:
        read: The statements of one message.
        judged: What became of the values of each.
    """
    groups: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for index, one in enumerate(read):
        is_row = one.statement.kind == "row"
        if is_row or (one.mood == "advice" and _is_fact_itself(one)):
            groups[one.statement.block, is_row].append(index)
    for (_, is_table), indices in groups.items():
        advice = [index for index in indices if read[index].mood == "advice"]
        if not is_table:
            yield from (index for index in advice if _PAST.match(read[index].statement.text))
        holding = [index for index in advice if any(v.finding in _STANDING for v in judged[index])]
        if is_table and 2 * len(advice) < len(indices):
            yield from holding
            continue
        values = [
            verdict.finding in _STANDING
            for index in indices
            for token, verdict in zip(read[index].tokens, judged[index], strict=True)
            if token.kind != "number" or token.digits >= _FEWEST_DIGITS
        ]
        if advice and sum(values) >= max(_FEWEST, _SHARE * len(values)):
            yield from advice if is_table else holding


def _is_fact_itself(one: ReadStatement) -> bool:
    """Tell whether a statement would be a fact under no heading, and gives no example."""
    alone = one.statement._replace(sections=(), parents=())
    is_asked = opens_with_imperative(alone.text) or _EXAMPLE.search(alone.text) is not None
    return mood_of(alone) == "fact" and not is_asked
