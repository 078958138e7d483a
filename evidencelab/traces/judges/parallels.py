"""Judge a number by its column: among values that were all read, one that stands nowhere was read wrongly.

The cells of a table's column, or the same places of bullets that are built alike, come from one field. A
column in which anything was worked out, or a row that sums the others up, tells nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import Statement

_FEWEST_READ = 2
_BY_CHANCE, _LARGE = 1, 1000
_SMALL = 10
"""A bare number up to this may count anything."""
_SUMMED_UP = re.compile(
    r"\b(?:total\w*|sum|all|overall|average|avg|mean|median|other\w*|rest|combined|difference|change|together"
    r"|less|more|fewer|cheaper|dearer|than)\b"
    r"|合计|总|平均|其他|差",
    re.IGNORECASE,
)

_LABEL = re.compile(r"[\s*_`]*([^|:：=\n\d]{2,40}?)[*_`]*\s*[:：]")

Cell = tuple[int, int]
"""A value: the index of its statement, and its own among the statement's values."""


def misread(
    statements: Sequence[Statement],
    tokens: Sequence[Sequence[ValueToken]],
    verdicts: Sequence[Sequence[Verdict]],
) -> Iterator[Cell]:
    """Give the numbers that were left unjudged or seem worked out in a column of numbers that were read.

    Args:
        statements: The statements of one message.
        tokens: The values of each.
        verdicts: What became of each value.
    """
    columns: dict[tuple[object, ...], list[Cell]] = defaultdict(list)
    for index, statement in enumerate(statements):
        for key, at in _places(statement, tokens[index]):
            columns[(statement.kind, statement.block, statement.parents, *key)].append((index, at))
        label = _LABEL.match(statement.text) if statement.kind == "bullet" else None
        numbers = [at for at, token in enumerate(tokens[index]) if token.kind == "number"]
        if label is not None and len(numbers) == 1:
            columns[("labelled", label[1].lower())].append((index, numbers[0]))
    for cells in columns.values():
        judged = [(cell, verdicts[cell[0]][cell[1]]) for cell in cells]
        odd = [
            (i, at) for (i, at), verdict in judged if _is_unread(at, verdict, statements[i].text, tokens[i])
        ]
        n_read = sum(_is_read(tokens[cell[0]][cell[1]], verdict) for cell, verdict in judged)
        n_held = sum(
            verdict.finding == "sound" or (verdict.finding == "derived" and verdict.held is not None)
            for _, verdict in judged
        )
        is_column = len(odd) == 1 and n_read >= _FEWEST_READ and n_held + 1 == len(cells)
        if is_column and not _SUMMED_UP.search(statements[odd[0][0]].text):
            yield odd[0]


def _places(statement: Statement, tokens: Sequence[ValueToken]) -> Iterator[tuple[tuple[object, ...], int]]:
    """Give each number of a row or bullet with what makes it the like of others: its cell, or its shape."""
    if statement.kind == "row":
        cells = [statement.text[: t.start].count("|") for t in tokens]
        for at, token in enumerate(tokens):
            if token.kind == "number":
                yield (cells[at], cells[:at].count(cells[at]), cells.count(cells[at])), at
    elif statement.kind == "bullet":
        shape = tuple(_kind(token) for token in tokens)
        for at, token in enumerate(tokens):
            if token.kind == "number":
                yield (shape, at), at


def _kind(token: ValueToken) -> str:
    return token.kind if token.unit is None else token.unit.dimension


def _is_read(token: ValueToken, verdict: Verdict) -> bool:
    """Tell whether a number stands in the evidence; a bare one of two digits stands somewhere by chance."""
    is_telling = token.digits > _BY_CHANCE or abs(token.number or 0.0) >= _LARGE
    return verdict.finding == "sound" and (token.unit is not None or is_telling)


def _is_unread(at: int, verdict: Verdict, text: str, tokens: Sequence[ValueToken]) -> bool:
    """Tell whether a number stands in no evidence; arithmetic that is spoken of explains it."""
    token = tokens[at]
    if token.unit is None and abs(token.number or 0.0) <= _SMALL and token.step >= 1:
        return False
    if verdict.finding == "not_checkable":
        return verdict.guess in ("short", "worked")
    return verdict.held is None and is_far_fetched(token, verdict, text, tokens)


def is_far_fetched(token: ValueToken, verdict: Verdict, text: str, others: Sequence[ValueToken]) -> bool:
    """Tell whether a derivation is of numbers elsewhere, by arithmetic that nothing speaks of."""
    if verdict.finding != "derived" or spoken_beside(token.start, token.end, text):
        return False
    own = (other.text.strip() for other in others if other is not token and other.kind == "number")
    return not any(re.search(rf"(?<![\d.,]){re.escape(said)}(?![\d]|[.,]\d)", verdict.reason) for said in own)
