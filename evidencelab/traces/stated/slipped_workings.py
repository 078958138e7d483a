"""A number that was worked out, a digit off what its operands come to: `40,576` where they make 40,756.

Tried are the totals of columns and of the list that stands below or above, and the differences between the
numbers of what a clause names. A long number is hardly a slip of one of a few such results by chance; where
any of them is the number itself, or the statement's own working meets it, nothing is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from evidencelab.traces.claims.column_totals import is_named
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists, RowNames
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.stated.stated import workings_of
from evidencelab.traces.values.slips import differ_by_a_slip
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of

_TOTAL = re.compile(
    r"\b(?:totals?|totall?ed|in all|altogether|together|combined|sum|sums|overall)\b|合计|总|共|累计",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[,;:](?=\s)|[，；：、。]|\b(?:and|while|whereas|but)\b|而")
_WORKED = "worked out"
_SUMMED = re.compile(r"sum |total |count |mean |average ")
_LEAST_SURE = 0.02
_MOST_ROWS, _MOST_LISTS, _MOST_NAMED = 60, 30, 8
_SPLIT = re.compile(r"[-_\s.:/]")
_DECIMALS = re.compile(r"\.(\d+)")


class _Result(NamedTuple):
    """What some operands come to, how they are written, and how surely they are meant: by name, or unit."""

    size: float
    written: str
    held: Held | None = None
    rank: int = 0


def slipped(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], lists: RowLists
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that are a digit off what they were worked out of: statement, place, verdict."""
    columns: list[tuple[str, list[Held]]] | None = None
    for index, (statement, tokens, mood) in enumerate(read):
        if mood not in ("fact", "lead") or statement.kind == "code":
            continue
        agreeing = [working for working in workings_of(statement.text, tokens) if working.agrees]
        meant = {token.start for working in agreeing for token in (working.result, *working.operands)}
        for at, token in enumerate(tokens):
            verdict = judged[index][at]
            is_lost = verdict.finding == "not_checkable" and _WORKED in verdict.reason
            is_strange = verdict.finding == "derived" and not _SUMMED.match(verdict.reason)
            if not (is_lost or is_strange) or token.kind != "number" or token.label or token.start in meant:
                continue
            if hedge_of(statement.text, token.start, token.end) is not None:
                continue
            results = [
                *_differences(statement.text, token, lists),
                *_of_statement(token, tokens, judged[index]),
            ]
            if _TOTAL.search(statement.text):
                columns = _columns(lists) if columns is None else columns
                results += (*_totals(statement.text, token, columns), *_of_list(read, index, token))
            ranks = (2, 1, 0) if is_lost else (2,)
            tried = (_slip(token, [r for r in results if r.rank >= rank]) for rank in ranks)
            found = next((result for result in tried if result is not None), None)
            if any(
                _digits(result.size, token) == _digits(abs(token.number or 0.0), token) for result in results
            ):
                continue
            if found is not None:
                place = None if found.held is None else found.held.line
                reason = f"{found.written} is {_digits(found.size, token)[1]}, not {token.text.strip()}"
                yield index, at, Verdict("altered", found.held, place, reason)


def _slip(token: ValueToken, results: Sequence[_Result]) -> _Result | None:
    """Give the one result that a number is a slip of, if it is hardly one by chance."""
    own = _digits(abs(token.number or 0.0), token)[0]
    alike = {digits: r for r in results if len(digits := _digits(r.size, token)[0]) == len(own)}
    near = [digits for digits in alike if differ_by_a_slip(own, digits)]
    if len(near) != 1:
        return None
    n_slips = len(own) if sorted(near[0]) == sorted(own) else 10 * len(own)
    return alike[near[0]] if len(alike) * n_slips <= _LEAST_SURE * 10.0 ** len(own) else None


def _digits(size: float, token: ValueToken) -> tuple[str, str]:
    """Write a size with as many decimals as a number has: its digits, and as it is read."""
    n_decimals = len(found[1]) if (found := _DECIMALS.search(token.text)) else 0
    written = f"{size:,.{n_decimals}f}"
    return "".join(filter(str.isdigit, written)), written


def _columns(lists: RowLists) -> list[tuple[str, list[Held]]]:
    """Give the columns of all lists, and the parts of each whose rows begin alike, with their titles."""
    seen: dict[int, RowNames] = {}
    for place in lists.pool.places:
        rows = lists.of(place)
        if rows is not None and len(rows.places) <= _MOST_ROWS and len(seen) < _MOST_LISTS:
            seen.setdefault(id(rows), rows)
    found: list[tuple[str, list[Held]]] = []
    for rows in seen.values():
        columns: dict[tuple[str, str], list[Held]] = defaultdict(list)
        for held in (h for its in rows.numbers for h in its):
            first = _SPLIT.split(held.line.text.strip(), maxsplit=1)[0].lower()
            for group in ("", first):
                columns[held.column, group].append(held)
        for (column, _), its in columns.items():
            if 1 < len(its) == len({held.place for held in its}):
                found.append((column.partition(":")[2].split(".")[-1], its))
    return found


def _totals(text: str, token: ValueToken, columns: Sequence[tuple[str, list[Held]]]) -> Iterator[_Result]:
    """Give what columns come to, whole and in parts."""
    for title, column in columns:
        if not all(agree(token.unit, held.token.unit) for held in column):
            continue
        is_own = token.unit is not None and all(held.token.unit == token.unit for held in column)
        rank = 2 if is_named(title, token, text) else int(is_own)
        written = " + ".join(held.token.text.strip() for held in column[:6]) + " + ..." * (len(column) > 6)
        yield _Result(sum(abs(held.token.number or 0.0) for held in column), written, column[0], rank)


def _of_list(read: Sequence[ReadStatement], index: int, token: ValueToken) -> Iterator[_Result]:
    """Give what the first numbers of the list below a statement come to, and those of the one above."""
    for step in (1, -1):
        parts: list[ValueToken] = []
        block = None
        at = index + step
        while 0 <= at < len(read):
            statement, tokens, _ = read[at]
            if statement.kind not in ("bullet", "row") or block not in (None, statement.block):
                break
            block = statement.block
            first = next(
                (t for t in tokens if t.kind == "number" and t.unit == token.unit and not t.label), None
            )
            parts += [] if first is None else [first]
            at += step
        if len(parts) > 1:
            written = " + ".join(t.text.strip() for t in parts[:6]) + " + ..." * (len(parts) > 6)
            yield _Result(sum(abs(t.number or 0.0) for t in parts), written)


def _of_statement(
    token: ValueToken, tokens: Sequence[ValueToken], verdicts: Sequence[Verdict]
) -> Iterator[_Result]:
    """Give what two measures of the statement, that were read in its very unit, make or lie apart."""
    if token.unit is None:
        return
    read = [
        other
        for other, verdict in zip(tokens, verdicts, strict=True)
        if other is not token and other.unit == token.unit and verdict.finding in ("sound", "derived")
    ]
    for one, other in combinations(read[:_MOST_NAMED], 2):
        large, small = sorted((one, other), key=lambda t: -abs(t.number or 0.0))
        sizes = abs(large.number or 0.0), abs(small.number or 0.0)
        yield _Result(sizes[0] - sizes[1], f"{large.text.strip()} - {small.text.strip()}")
        yield _Result(sizes[0] + sizes[1], f"{large.text.strip()} + {small.text.strip()}")


def _differences(text: str, token: ValueToken, lists: RowLists) -> Iterator[_Result]:
    """Give the differences between the numbers that the rows named in a number's clause have."""
    start = max((found.end() for found in _BREAK.finditer(text, 0, token.start)), default=0)
    found = _BREAK.search(text, token.end)
    named = lists.named_in(text[start : found.start() if found else len(text)])
    held = [h for its in named[:_MOST_NAMED] for h in its[:_MOST_NAMED] if agree(token.unit, h.token.unit)]
    for one, other in combinations(held, 2):
        sizes = abs(one.token.number or 0.0), abs(other.token.number or 0.0)
        written = " - ".join(
            t.token.text.strip() for t in ((one, other) if sizes[0] > sizes[1] else (other, one))
        )
        yield _Result(abs(sizes[0] - sizes[1]), written, one)
