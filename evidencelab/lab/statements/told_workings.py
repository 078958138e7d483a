"""Tell a run's tables: what is worked out of them, right and wrong, as statements of an answer.

A wrong one is the same working done on wrong operands, as models do it: a row forgotten, another row or
group taken. It counts only where the result differs as written and stands nowhere in the outputs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from random import Random

from evidencelab.errors import SettingError
from evidencelab.lab.statements.operands import Operands, draw_operands, mistakes
from evidencelab.lab.statements.output_tables import OutputTable, tables_of
from evidencelab.lab.statements.trial import Trial
from evidencelab.lab.statements.workings import WORKINGS, Form, Working
from evidencelab.traces.formats.conversation import ImportedTrace, Message

_UNITS = {
    "ms": " ms",
    "s": " s",
    "sec": " s",
    "mb": " MB",
    "gb": " GB",
    "pct": " %",
    "percent": " %",
    "usd": " USD",
    "eur": " EUR",
    "kg": " kg",
    "km": " km",
}
"""What a last part of a column's name says of its numbers."""


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
    outputs = "\n".join(str(call.output) for call in trace.session.tool_invocations)
    is_chinese = sum("\u4e00" <= c <= "\u9fff" for m in trace.messages for c in m.text) > 20
    for number, table in enumerate(tables_of(trace)):
        for working in chosen:
            rng = Random(f"{seed} {trace.session.session_id} {number} {working.name}")
            for text, value, right in _told(working, table, outputs, is_chinese, rng):
                yield Trial(
                    working.name,
                    value == right,
                    text,
                    value,
                    right,
                    trace.session.session_id,
                    _telling(trace, text),
                    0,
                )


def _select(kinds: Iterable[str]) -> tuple[Working, ...]:
    wanted = tuple(kinds)
    for name in wanted:
        if name not in working_names():
            raise SettingError("kinds of working", name, "is no kind", working_names())
    return tuple(w for w in WORKINGS if not wanted or w.name in wanted)


def _told(
    working: Working, table: OutputTable, outputs: str, is_chinese: bool, rng: Random
) -> Iterator[tuple[str, str, str]]:
    """Give a statement with its value and the right value: a right one, then a wrong one, if there are."""
    operands = draw_operands(table, rng)
    if any(getattr(operands, need) is None for need in working.needs):
        return
    style = rng.random()
    right = _written(working, operands, is_chinese, style)
    if right is None:
        return
    sentence = working.chinese if is_chinese else working.english
    yield _filled(sentence, table, operands, right), right, right
    for wrong in mistakes(operands, rng):
        value = _written(working, wrong, is_chinese, style)
        if value is not None and value != right:
            yield _filled(sentence, table, operands, value), value, right
            return


def _written(working: Working, operands: Operands, is_chinese: bool, style: float) -> str | None:
    """Work it out and write the result; None where there is nothing to tell."""
    result = working.work(operands)
    if result is None or isinstance(result, str):
        return result
    if not math.isfinite(result) or result <= 0:
        return None
    return _number(float(result), working.form, operands, is_chinese, style)


def _number(result: float, form: Form, operands: Operands, is_chinese: bool, style: float) -> str | None:
    if form == "count":
        return f"{result:.0f}"
    if form == "share":
        written = f"{result:.0f}%" if style < 0.3 else f"{result:.1f}%"
        return written if float(written[:-1]) > 0 else None
    if form == "ratio":
        return f"{result:.2f}" if result < 10 else f"{result:.1f}"
    if form == "thousands":
        return f"{result / 1e4:.1f}万" if is_chinese else f"{result / 1e3:.1f}k"
    decimals = min(2, max((_decimals(cell) for cell in operands.amounts.tolist()), default=0))
    if form == "mean":
        decimals = max(1, min(2, decimals + 1))
    grouping = "," if style < 0.6 else ""
    return f"{result:{grouping}.{decimals}f}" + _UNITS.get(_unit(operands.column), "")


def _decimals(cell: float) -> int:
    _, _, after = repr(cell).partition(".")
    return 0 if after in ("", "0") else len(after)


def _unit(column: str | None) -> str:
    return (column or "").rsplit("_", 1)[-1].lower() if "_" in (column or "") else ""


def _column(name: str) -> str:
    """Write a column's name as words, without the unit that goes with its numbers."""
    words = name.rsplit("_", 1)[0] if _unit(name) in _UNITS else name
    return words.replace("_", " ")


def _filled(sentence: str, table: OutputTable, operands: Operands, value: str) -> str:
    fields = {
        name: _column(text) if name in ("column", "beside", "group", "date") else text
        for name in Operands._fields
        if isinstance(text := getattr(operands, name), str)
    }
    bound = "" if operands.bound is None else f"{operands.bound:g}" + _UNITS.get(_unit(operands.column), "")
    subject = table.subject.replace("_", " ")
    return sentence.format_map(
        {**fields, "bound": bound, "n": operands.n, "subject": subject, "value": value}
    )


def _stands(value: str, outputs: str) -> bool:
    number = re.sub(r"[^\d.]", "", value).rstrip(".")
    return re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", outputs.replace(",", "")) is not None


def _telling(trace: ImportedTrace, text: str) -> ImportedTrace:
    """Give the run with one more answer at its end."""
    position = max((m.position for m in trace.messages), default=0) + 1
    last = max([position, *((record.position or 0) + 1 for record in trace.calls)])
    said = (*trace.messages, Message(role="assistant", text=text, position=last))
    return trace.model_copy(update={"messages": said})
