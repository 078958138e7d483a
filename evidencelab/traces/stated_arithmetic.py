"""Ask all rules for the arithmetic that a statement states by itself, and judge by what they find.

No evidence is needed for it, but one thing is asked of it: where one line of a tool's output holds all the
numbers of a contradiction, the tool worked so, and the statement only says it after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from evidencelab.traces.other_forms import equal
from evidencelab.traces.pool import Pool
from evidencelab.traces.reading import ReadStatement
from evidencelab.traces.setting import Verdict
from evidencelab.traces.stated_changes import changes
from evidencelab.traces.stated_lengths import lengths
from evidencelab.traces.stated_shares import shares
from evidencelab.traces.stated_text import Outline, Working, outline
from evidencelab.traces.stated_units import conversions
from evidencelab.traces.value_token import ValueToken

_RULES: tuple[Callable[[Outline], Iterator[Working]], ...] = (shares, changes, conversions, lengths)
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
    return [working for rule in _RULES for working in rule(letters)]


def stated_verdicts(
    read: ReadStatement, verdicts: Sequence[Verdict], pool: Pool
) -> Iterator[tuple[int, Verdict]]:
    """Give the verdicts of a statement's own arithmetic on its values.

    Args:
        read: The statement.
        verdicts: What became of its values so far.
        pool: What the tools said.

    Yields:
        The index of a value with its new verdict: altered for a contradiction, derived for a number that
        stands nowhere and was worked out rightly.
    """
    if read.mood not in ("fact", "lead") or read.statement.kind == "code":
        return
    places = {token.start: at for at, token in enumerate(read.tokens)}
    for working in workings_of(read.statement.text, read.tokens):
        at = places.get(working.result.start)
        if at is None:
            continue
        if working.agrees:
            if verdicts[at].finding not in ("sound", "given", "derived"):
                yield at, Verdict("derived", reason=working.said)
        elif not _is_quoted(working, pool):
            yield at, Verdict("altered", reason=working.said)


def _is_quoted(working: Working, pool: Pool) -> bool:
    """Tell whether one line of the evidence holds the result and all that it was worked out from."""
    common: set[int] | None = None
    for token in (working.result, *working.operands):
        if token.kind == "number":
            held = {h.place for h in equal(pool, token)}
            common = held if common is None else common & held
    return bool(common)
