"""Values that are true of something, and told of something else: all rules that look for them together.

It must not judge values that stand nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.claims.column_totals import ColumnTotals
from evidencelab.traces.crossed.sister_calls import told_of_other_calls
from evidencelab.traces.crossed.telling import Naming
from evidencelab.traces.crossed.told_cells import odd_cells
from evidencelab.traces.crossed.told_labels import mislabelled
from evidencelab.traces.crossed.told_lengths import odd_lengths
from evidencelab.traces.crossed.told_moments import told_of_sisters as told_of_other_moments
from evidencelab.traces.crossed.told_of_sisters import told_of_sisters
from evidencelab.traces.crossed.told_units import in_odd_units
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.evidence.sister_tables import SisterTables
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.day_slips import off_by_a_digit
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.value_token import ValueToken


def crossed(
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    evidences: Evidences,
    lists: RowLists,
) -> Iterator[tuple[int, int, Verdict]]:
    """Give what is told of something else than it is true of: statement, number of the value, verdict.

    Args:
        read: The statements of one message.
        judged: What became of their values by themselves.
        evidences: What there was before the message.
        lists: The rows of what the tools said.
    """
    pool = evidences.pool
    tables = SisterTables(lists)
    naming = Naming(read, judged, tables)
    totals = ColumnTotals(lists).wrong(read, judged) if evidences.is_whole else ()
    for index, at, verdict in (
        *told_of_sisters(read, judged, naming, tables),
        *odd_cells(read, judged, naming, tables),
        *told_of_other_moments(read, pool),
        *in_odd_units(read, judged, pool),
        *mislabelled(read, pool),
        *told_of_other_calls(read, judged, pool),
        *odd_lengths(read, judged, evidences),
        *off_by_a_digit(read, judged, pool),
        *totals,
    ):
        token, before = read[index].tokens[at], judged[index][at]
        if before.finding not in (*BAD, "given") and not _is_given(token, before, evidences):
            yield index, at, verdict


def _is_given(token: ValueToken, verdict: Verdict, evidences: Evidences) -> bool:
    """Tell whether who asked gave a measure, of which the tools have but the bare number."""
    if token.unit is None or verdict.held is None or verdict.held.token.unit is not None:
        return False
    return any(held.token.unit == token.unit for held in equal(evidences.given, token))
