"""Tell a run's tables: what is worked out of them, right and wrong, as statements of an answer.

A wrong one is the same working done on wrong operands, as models do it: a row forgotten, another row or
group taken. It counts only where its result is written otherwise, and no other table of the run gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from evidencelab.errors import SettingError
from evidencelab.lab.statements.operands import Operands, draw_operands, mistakes
from evidencelab.lab.statements.output_tables import OutputTable, tables_of
from evidencelab.lab.statements.plain_words import Title
from evidencelab.lab.statements.trial import Trial
from evidencelab.lab.statements.workings import WORKINGS, Working
from evidencelab.lab.statements.written_numbers import Manner, settle_manner
from evidencelab.traces.formats.conversation import ImportedTrace, Message

_FEWEST_CHINESE = 20


class _Told(NamedTuple):
    """A statement, its value, and the right one."""

    text: str
    value: str
    right: str


def working_names() -> tuple[str, ...]:
    """Return the names of all kinds, in order."""
    return tuple(working.name for working in WORKINGS)


def tell_workings(trace: ImportedTrace, seed: int, kinds: Iterable[str] = ()) -> Iterator[Trial]:
    """Tell every kind of every table that can bear it, once right and once wrong.

    Args:
        trace: A run; its last answer is followed by one that says a single statement.
        seed: Same run, same seed, same statements, whichever kinds are asked for.
        kinds: Names of kinds; none for all.

    Raises:
        SettingError: A name is no kind.
    """
    chosen = _select(kinds)
    run = trace.session.session_id
    tables = tuple(tables_of(trace))
    n_chinese = sum("\u4e00" <= c <= "\u9fff" for m in trace.messages for c in m.text)
    for number, table in enumerate(tables):
        others = (*tables[:number], *tables[number + 1 :])
        for working in chosen:
            rng = Random(f"{seed} {run} {number} {working.name}")
            for told in _told(working, table, others, n_chinese > _FEWEST_CHINESE, rng):
                is_true = told.value == told.right
                yield Trial(working.name, is_true, *told, run, _telling(trace, told.text), 0)


def _select(kinds: Iterable[str]) -> tuple[Working, ...]:
    wanted = tuple(kinds)
    for name in wanted:
        if name not in working_names():
            raise SettingError("kinds of working", name, "is no kind", working_names())
    return tuple(w for w in WORKINGS if not wanted or w.name in wanted)


def _told(
    working: Working, table: OutputTable, others: Sequence[OutputTable], is_chinese: bool, rng: Random
) -> Iterator[_Told]:
    """Give a right statement, then a wrong one, if there are."""
    operands = draw_operands(table, rng)
    if any(getattr(operands, need) is None for need in working.needs):
        return
    if working.adds and not {operands.column, operands.beside} & working.titles(operands) <= {
        *table.summable
    }:
        return
    result = working.work(operands)
    if result is None:
        return
    manner = None
    if not isinstance(result, str):
        columns = [title for title in (operands.column, operands.beside) if title in working.titles(operands)]
        cells = [float(cell) for title in columns for cell in operands.frame[title]]
        unit = Title.of(columns[0] or "").unit if columns else ""
        manner = settle_manner(working.form, result, cells, unit, is_chinese, rng)
    right = _written(result, manner)
    if right is None:
        return
    yield _Told(working.tell(operands, table.subject, right, is_chinese), right, right)
    elsewhere = {_worked_on(other, working, operands, manner) for other in others}
    for wrong in mistakes(operands, working.needs, rng):
        value = _written(working.work(wrong), manner)
        if value is not None and value not in {right, *elsewhere}:
            yield _Told(working.tell(operands, table.subject, value, is_chinese), value, right)
            return


def _written(result: float | str | None, manner: Manner | None) -> str | None:
    """Write a result; None where there is nothing to tell."""
    if result is None or isinstance(result, str):
        return result
    return None if manner is None else manner.write(result)


def _worked_on(table: OutputTable, working: Working, operands: Operands, manner: Manner | None) -> str | None:
    """Do the same on another table; None where it has no such columns."""
    titles = working.titles(operands)
    amounts, dates = titles & {operands.column, operands.beside}, titles & {operands.date}
    if not (amounts <= {*table.amounts} and dates <= {*table.dates} and titles <= {*table.frame.columns}):
        return None
    return _written(working.work(operands._replace(frame=table.frame)), manner)


def _telling(trace: ImportedTrace, text: str) -> ImportedTrace:
    """Give the run with one more answer at its end."""
    positions = [m.position for m in trace.messages] + [record.position or 0 for record in trace.calls]
    said = Message(role="assistant", text=text, position=max(positions, default=0) + 1)
    return trace.model_copy(update={"messages": (*trace.messages, said)})
