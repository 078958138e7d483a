"""Arithmetic that runs down a table, or a list of bullets of one shape: every row's share, change or product.

Where three rows or more of one arithmetic agree and a single one does not, that one is wrong. What two
columns have to do with each other is never read off their titles. One factor for most of the rows bears
those out, and says nothing of a row that has another: rates differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span, exact, meets, shown, span_of
from evidencelab.traces.arithmetic.two_operands import DECADES
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.stated.column_rules import Rule, rules_for
from evidencelab.traces.values.slips import differ_by_a_slip
from evidencelab.traces.wording.stated_text import Outline, Value, Working, outline
from evidencelab.traces.wording.statement import row_cells

_FEWEST = 3
"""Rows that must agree."""
_TWO = 2
_LONG = 3
_TELLING = 4
"""Digits that the results of one factor must have in all, so that they hardly agree by chance."""
_ACCIDENT = 0.01
"""Expected arithmetics of a table that all rows but one agree with by chance, up to which one counts."""
_TIGHT = 0.08
"""Sum of the steps, as shares of their numbers, up to which two numbers of a row bear out the third."""
_MOST_COLUMNS, _MOST_ROWS = 7, 80
_FAR = 1.5
"""Steps of the last digit that rounding hardly moves a sum."""
_TOLD = ("fact", "lead")
_OF_ROWS = (*_TOLD, "advice")
"""Moods in which arithmetic is held to: a table's adds up, whatever it is a plan of."""
_TOTAL = re.compile(r"^\W*(?:total|sum|overall|all|grand total|合计|总计|总和|全部|小计)\b", re.IGNORECASE)


class _Row(NamedTuple):
    """One row: its place among the statements, its values by column, and whether it gives the totals."""

    place: int
    values: dict[int, Value]
    is_total: bool


def columns(read: Sequence[ReadStatement]) -> Iterator[tuple[int, Working]]:
    """Give what the rows of each table or list state, with the index of the statement it stands in."""
    for rows in _tables(read):
        body = [row for row in rows if not row.is_total]
        yield from _down(body)
        yield from _totals(body, [row for row in rows if row.is_total])


def _tables(read: Sequence[ReadStatement]) -> Iterator[list[_Row]]:
    """Group the statements that have their values in the same columns."""
    groups: dict[tuple[object, ...], list[_Row]] = {}
    for index, (statement, tokens, mood) in enumerate(read):
        is_row = statement.kind == "row"
        if not (is_row or statement.kind == "bullet") or mood not in (_OF_ROWS if is_row else _TOLD):
            continue
        if len(tokens) < (1 if is_row else _TWO):
            continue
        letters = outline(statement.text, tokens)
        if is_row:
            key: tuple[object, ...] = (statement.block, len(row_cells(statement.text)))
            values = _by_cell(letters)
        else:
            shape = "".join(letters.text[at] for at in letters.values)
            key = (statement.block, statement.parents[-1:], shape)
            values = dict(enumerate(letters.values.values()))
        numbers = {at: value for at, value in values.items() if value.token.kind == "number"}
        is_total = bool(_TOTAL.match(statement.text.strip("|* _")))
        groups.setdefault(key, []).append(_Row(index, numbers, is_total))
    for rows in groups.values():
        if _FEWEST < len(rows) + 1 <= _MOST_ROWS:
            yield rows


def _by_cell(letters: Outline) -> dict[int, Value]:
    """Give the values that stand alone in their cell, by the number of the cell."""
    text = letters.text
    skipped = len(text) - len(text.lstrip().removeprefix("|"))
    found: dict[int, list[Value]] = {}
    for at, value in letters.values.items():
        found.setdefault(text[skipped:at].count("|"), []).append(value)
    return {cell: values[0] for cell, values in found.items() if len(values) == 1}


def _down(rows: Sequence[_Row]) -> Iterator[tuple[int, Working]]:
    """Try each arithmetic on each three columns, the rightmost as the result first.

    A column that another one was worked out from is not worked out from that one in turn.
    """
    shared = [at for at in rows[0].values if sum(at in row.values for row in rows) >= _FEWEST] if rows else []
    shared = shared[:_MOST_COLUMNS]
    operands: set[int] = set()
    for result in reversed(shared):
        others = [at for at in shared if at != result]
        tries = list(rules_for(others))
        for its, rule in tries:
            is_whole = rule.is_sum and result not in operands
            found = _tried(rows, its, result, rule, len(tries), is_exact=True) if is_whole else []
            found = found or ([] if result in operands else _tried(rows, its, result, rule, len(tries)))
            if found:
                operands |= set(its)
                yield from found
                break
        else:
            for other in others:
                found = [] if {other, result} & operands else _in_proportion(rows, other, result)
                operands |= {other} if found else set()
                yield from found


def _tried(
    rows: Sequence[_Row],
    operands: tuple[int, ...],
    result: int,
    rule: Rule,
    n_tries: int,
    *,
    is_exact: bool = False,
) -> list[tuple[int, Working]]:
    """Work out a column from two or three others; nothing where more than one row disagrees.

    Nor where the rows may agree by chance: small results that are rounded say next to nothing. Where all the
    others come to it as they are written, nothing in them was rounded, nor in that one.
    """
    found: list[tuple[int, Working]] = []
    borne_out: list[tuple[int, Working]] = []
    n_agree = n_wrong = n_turned = n_straight = 0
    accidents = float(n_tries)
    for row in rows:
        if not {*operands, result} <= set(row.values):
            continue
        its, said = [row.values[at] for at in operands], row.values[result]
        if not all(_are_of_kind(one, other, said, rule) for one, other in pairwise(its)):
            return []
        if {one.given for one in its} & {"over", "under"}:
            continue
        worked = rule.work(*map(exact if is_exact else span_of, its))
        verdict = None if worked is None else meets(worked.size, said)
        if is_exact and worked is not None and verdict is not True:
            off = abs(worked.size.middle - abs(said.token.number or 0.0))
            if off < _FAR * max(value.token.step for value in (*its, said)):
                return []
        if worked is None or verdict is None:
            continue
        sign = said.token.number or 0.0
        n_turned += worked.high < 0 <= sign or sign < 0 < worked.low
        n_straight += worked.high < 0 > sign or sign > 0 < worked.low
        verdict = verdict and not _is_opposed(worked, said)
        n_wrong += not verdict
        n_agree += verdict
        accidents *= _odds(worked.size, said) if verdict and _is_telling(its, rule) else 1.0
        if n_wrong > 1:
            return []
        written = rule.said(*(one.token.text.strip() for one in its))
        point = rule.work(*map(exact, its)) or worked
        amount = shown(point.middle, said.token) + (" %" if rule.is_percent else "")
        reason = written
        if not verdict:
            reason = f"{written} is {amount}, not {said.token.text.strip()}, as in the other rows"
        found.append((row.place, Working(said.token, verdict, reason, tuple(v.token for v in its))))
        if verdict and len(its) == _TWO:
            borne_out += [(row.place, working) for working in _borne_out(its[0], its[1], said)]
    if n_agree < _FEWEST or (n_turned and not n_straight) or accidents > _ACCIDENT:
        return []
    return found if n_wrong else found + borne_out


def _borne_out(one: Value, other: Value, said: Value) -> Iterator[Working]:
    """Give the operands that a result bears out: one number changed by a slip would have broken the row."""
    for value, rest in ((one, (other, said)), (other, (one, said))):
        loose = sum(v.token.step / abs(v.token.number) for v in rest if v.token.number)
        if loose <= _TIGHT:
            written = " and ".join(v.token.text.strip() for v in rest)
            yield Working(value.token, True, f"in one arithmetic with {written}", ())


def _is_opposed(worked: Span, said: Value) -> bool:
    """Tell whether a result has a sign in front of it that is not the one it comes to."""
    sign = said.token.text[:1]
    return (sign == "+" and worked.high < 0) or (sign in "-−" and sign != "" and worked.low > 0)


def _are_of_kind(one: Value, other: Value, said: Value, rule: Rule) -> bool:
    """Tell whether an arithmetic makes sense of what three columns count."""
    dimensions = ["" if v.token.unit is None else v.token.unit.dimension for v in (one, other, said)]
    if (dimensions[2] == "percent") != rule.is_percent:
        return False
    if rule.is_percent:
        return (
            dimensions[0] == dimensions[1]
            and dimensions[0] != "percent"
            and one.token.unit == other.token.unit
        )
    return "percent" not in dimensions and (one.token.unit == other.token.unit or "" in dimensions[:2])


def _is_telling(its: Sequence[Value], rule: Rule) -> bool:
    """Tell whether a row that agrees says something: it adds two numbers, or multiplies two unlike ones."""
    numbers = [abs(v.token.number or 0.0) for v in its]
    if rule.is_sum:
        return sum(number > 0 for number in numbers) >= _TWO
    return min(numbers) > 0 and 1.0 not in numbers and numbers[0] != numbers[1]


def _odds(worked: Span, said: Value) -> float:
    """Give the chance that a result meets a number by accident: its width, as a share of its size."""
    size = abs(said.token.number or 0.0) if said.given == "plain" else 0.0
    width = said.token.step + worked.high - worked.low
    return min(1.0, width / size / DECADES) if size else 1.0


def _n_around(at: float, ratios: Sequence[tuple[Span, int, Value, Value]]) -> int:
    return sum(ratio.low <= at <= ratio.high for ratio, *_ in ratios)


def _in_proportion(rows: Sequence[_Row], other: int, result: int) -> list[tuple[int, Working]]:
    """Give the rows of a column that another one makes by one factor, if it leads from most to most."""
    pairs = [
        (row.place, row.values[other], row.values[result])
        for row in rows
        if {other, result} <= set(row.values)
    ]
    ratios = [
        (span_of(said).over(span_of(one)), place, one, said)
        for place, one, said in pairs
        if span_of(one).low > 0 and span_of(said).low > 0
    ]
    best = max((ratio.low for ratio, *_ in ratios), key=lambda at: _n_around(at, ratios), default=0.0)
    met = [(place, one, said) for ratio, place, one, said in ratios if ratio.low <= best <= ratio.high]
    told = {one.token.number: min(one.token.digits, said.token.digits) for _, one, said in met}
    is_said_twice = any(one.token.number == said.token.number for _, one, said in met)
    is_telling = len(told) >= _FEWEST and sum(told.values()) - max(told.values()) >= _TELLING
    if is_said_twice or not is_telling or 2 * len(met) <= len(rows):
        return []
    like = ", as in the other rows"
    return [
        (
            place,
            Working(said.token, True, f"in one proportion to {one.token.text.strip()}{like}", (one.token,)),
        )
        for place, one, said in met
    ]


def _totals(body: Sequence[_Row], totals: Sequence[_Row]) -> Iterator[tuple[int, Working]]:
    """Judge a row of totals: a column is wrong where another one adds up, or by a slip of one digit."""
    if len(totals) != 1 or len(body) < _TWO:
        return
    found: list[tuple[int, Working]] = []
    n_slips = 0
    for at, said in totals[0].values.items():
        unit = said.token.unit
        parts = [row.values[at] for row in body if at in row.values]
        alike = all(part.token.unit == unit for part in parts)
        if (
            len(parts) != len(body)
            or not alike
            or (unit is not None and unit.dimension in ("percent", "times"))
        ):
            continue
        spans = [span_of(part) for part in parts]
        whole = Span(sum(span.low for span in spans), sum(span.high for span in spans))
        verdict = meets(whole.size, said)
        if verdict is None or (
            not verdict and abs(said.token.number or 0.0) <= max(span.high for span in spans)
        ):
            continue
        is_slip = not verdict and _is_slip(whole.middle, said)
        if len(body) < _FEWEST and not verdict and not is_slip:
            continue
        n_slips += is_slip
        written = f"the sum of the {len(parts)} rows"
        reason = (
            written
            if verdict
            else f"{written} is {shown(whole.middle, said.token)}, not {said.token.text.strip()}"
        )
        operands = tuple(part.token for part in parts)
        found.append((totals[0].place, Working(said.token, verdict, reason, operands)))
    wrong = [working for _, working in found if not working.agrees]
    if not wrong or (len(wrong) == 1 and (n_slips or len(found) >= _TWO)):
        yield from found


def _is_slip(total: float, said: Value) -> bool:
    """Tell whether a number of three digits and more is a digit off a total."""
    written = re.search(r"\d[\d,]*(?:\.(\d+))?", said.token.text)
    n_decimals = len(written[1] or "") if written is not None else 0
    own, other = (re.sub(r"\D", "", f"{n:.{n_decimals}f}") for n in (abs(said.token.number or 0.0), total))
    return len(own) >= _LONG and differ_by_a_slip(own, other)
