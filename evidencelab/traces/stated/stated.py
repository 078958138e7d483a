"""Ask all rules for the arithmetic that a statement states by itself, and judge by what they find.

No evidence is needed for it, but one thing is asked of it: where one line of a tool's output holds all the
numbers of a contradiction, the tool worked so, and the statement only says it after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.stated.chains import chains, totals_made
from evidencelab.traces.stated.changes import changes
from evidencelab.traces.stated.columns import columns
from evidencelab.traces.stated.comparisons import comparisons
from evidencelab.traces.stated.equations import equations
from evidencelab.traces.stated.lengths import lengths
from evidencelab.traces.stated.rate_products import rate_products
from evidencelab.traces.stated.shares import shares
from evidencelab.traces.stated.told_totals import told_totals
from evidencelab.traces.stated.units import conversions
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.stated_text import Outline, Working, outline

_RULES: tuple[Callable[[Outline], Iterator[Working]], ...] = (
    shares,
    changes,
    conversions,
    lengths,
    equations,
    chains,
    totals_made,
    rate_products,
    comparisons,
)
_FURTHER = (chains, totals_made, rate_products)
"""Rules that only speak of a result of which those in front of them say nothing alike."""
_TOLD = ("fact", "lead", "supposition")
"""Moods in which arithmetic is held to: what is supposed adds up as well."""
_HELD = ("sound", "given", "derived")
"""What became of a value that is not the odd one where two contradict each other."""
_LONGEST = 3000
"""Characters beyond which a statement is no sentence, and is not read."""


def workings_of(text: str, tokens: Sequence[ValueToken]) -> list[Working]:
    """Give the arithmetic that a statement states, what agrees and what contradicts.

    Args:
        text: The statement.
        tokens: Its values, in order.
    """
    if len(tokens) < 2 or len(text) > _LONGEST:
        return []
    letters = outline(text, tokens)
    found: list[Working] = []
    for rule in _RULES:
        known = {(working.result.start, working.agrees) for working in found}
        found += [w for w in rule(letters) if rule not in _FURTHER or (w.result.start, w.agrees) not in known]
    return found


class Stated(NamedTuple):
    """A verdict of a message's own arithmetic, and which value of which statement it is on."""

    place: int
    at: int
    verdict: Verdict


def stated_verdicts(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[Stated]:
    """Give what a message's own arithmetic says of its values.

    Args:
        read: Its statements.
        judged: What became of their values so far.
        pool: What the tools said.

    Yields:
        altered for a contradiction, on the value of it that the evidence does not hold; derived for a number
        that stands nowhere and was worked out rightly. A contradiction comes last, so that it stands.
    """
    found = [*columns(read), *told_totals(read)]
    for place, (statement, tokens, mood) in enumerate(read):
        if mood in _TOLD and statement.kind != "code":
            found += [(place, working) for working in workings_of(statement.text, tokens)]
    right = {(place, working.result.start) for place, working in found if working.agrees}
    for place, working in sorted(found, key=lambda item: not item[1].agrees):
        at_start = {token.start: at for at, token in enumerate(read[place].tokens)}
        parts = [at_start[t.start] for t in (working.result, *working.operands) if t.start in at_start]
        if working.result.start not in at_start:
            continue
        unheld = [at for at in parts if judged[place][at].finding not in _HELD]
        if working.agrees:
            if working.is_computed and parts[0] in unheld:
                yield Stated(place, parts[0], Verdict("derived", reason=working.said))
        elif (place, working.result.start) not in right and not _is_quoted(working, pool):
            yield Stated(place, (unheld or parts)[0], Verdict("altered", reason=working.said))


def _is_quoted(working: Working, pool: Pool) -> bool:
    """Tell whether one line of the evidence holds the result and all that it was worked out from."""
    common: set[int] | None = None
    for token in (working.result, *working.operands):
        if token.kind == "number":
            held = {h.place for h in equal(pool, token)}
            common = held if common is None else common & held
    return bool(common)
