"""Values told side by side of rows that are all named: `ore-1 has 17 and ore-2 has 64`.

Name and value must take turns through the statement. Where all values stand in one column and one of them is
that of another row that is named too, it was exchanged.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.likeness import is_given_as
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists, RowNames, Said
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken

_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead of|rather than|not|never|if|would|could|should|from"
    r"|respectively)\b"
    r"|n['’]t\b|→|->|比|而不是|不是|分别|依次|如果",
    re.IGNORECASE,
)
_FEWEST = 2
_FEW_PLACES = 12
Pair = tuple[int, ValueToken]


def exchanged(read: Sequence[ReadStatement], lists: RowLists) -> Iterator[tuple[int, int, Verdict]]:
    """Give the values that were exchanged, each with its statement and its number among the values."""
    for index, (statement, tokens, mood) in enumerate(read):
        numbers = [token for token in tokens if token.kind == "number" and not token.label]
        if mood != "fact" or statement.kind in ("code", "row") or len(numbers) < _FEWEST:
            continue
        if _COMPARED.search(statement.text):
            continue
        found = _in_statement(statement.text, numbers, lists)
        if found is not None:
            token, held, elsewhere = found
            more = f" there; the value stands at {elsewhere.line.text.strip()[:80]!r}"
            yield index, tokens.index(token), altered(lists.pool, held, more)


def _in_statement(
    text: str, numbers: Sequence[ValueToken], lists: RowLists
) -> tuple[ValueToken, Held, Held] | None:
    seen: set[int] = set()
    for token in numbers:
        for held in equal(lists.pool, token)[:_FEW_PLACES]:
            rows = lists.of(held.line)
            if rows is None or id(rows) in seen:
                continue
            seen.add(id(rows))
            pairs = _pairs(text, numbers, rows)
            found = _crossed(pairs, rows) if pairs else None
            if found is not None and not _stand_together(text, pairs, rows, lists):
                return found
    return None


def _pairs(text: str, numbers: Sequence[ValueToken], rows: RowNames) -> list[Pair]:
    """Pair the names of a statement with its values; empty unless they take turns, each row once."""
    names = [one for one in rows.said_in(text) if not any(t.start <= one.start < t.end for t in numbers)]
    if len({one.row for one in names}) != len(names) or len(names) < _FEWEST:
        return []
    held = [token for token in numbers if any(_is_same(token, h) for its in rows.numbers for h in its)]
    if len(held) != len(names):
        return []
    order: list[Said | ValueToken] = sorted((*names, *held), key=lambda one: one.start)
    kinds = [isinstance(one, Said) for one in order]
    if any(kinds[at] == kinds[at + 1] for at in range(len(kinds) - 1)):
        return []
    return [(name.row, token) for name, token in zip(names, held, strict=True)]


def _crossed(pairs: Sequence[Pair], rows: RowNames) -> tuple[ValueToken, Held, Held] | None:
    """Find the column in which every value is its own row's, or that of another row of the pairs."""
    columns: dict[str, dict[int, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for row, _ in pairs:
        for held in rows.numbers[row]:
            columns[held.column][row].append(held)
    best: list[tuple[ValueToken, Held, Held]] | None = None
    for by_row in columns.values():
        if len(by_row) != len(pairs) or any(len(its) != 1 for its in by_row.values()):
            continue
        own = {row: its[0] for row, its in by_row.items()}
        wrong = [(row, token) for row, token in pairs if not _is_same(token, own[row])]
        others = [next((own[r] for r in own if _is_same(token, own[r])), None) for _, token in wrong]
        if not wrong:
            return None
        if None in others or any(not agree(t.unit, own[row].token.unit) for row, t in wrong):
            continue
        crossed = [(t, own[row], o) for (row, t), o in zip(wrong, others, strict=True) if o is not None]
        best = crossed if best is None or len(crossed) < len(best) else best
    if best is None:
        return None
    # a value that stands in its own row under any other column is told of that one
    if any(
        _is_same(token, held) for row, token in pairs for held in rows.numbers[row] if token is best[0][0]
    ):
        return None
    return best[0]


def _stand_together(text: str, pairs: Sequence[Pair], rows: RowNames, lists: RowLists) -> bool:
    """Tell whether another line holds the name and the value of a pair that its row does not."""
    said = {one.row: text[one.start : one.end].lower() for one in rows.said_in(text)}
    own = {rows.places[row].number for row, _ in pairs}
    for row, token in pairs:
        if any(_is_same(token, held) for held in rows.numbers[row]):
            continue
        for held in equal(lists.pool, token)[: 4 * _FEW_PLACES]:
            if held.place not in own and said[row] in held.line.text.lower():
                return True
    return False


def _is_same(token: ValueToken, held: Held) -> bool:
    """Tell whether a row's number is the one said, as it is or rounded as the statement rounds."""
    return is_given_as(token, held.token) and agree(token.unit, held.token.unit)
