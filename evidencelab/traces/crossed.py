"""Values that are true of something, and told of something else: all rules that look for them together.

It must not judge values that stand nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.bracketed import in_wrong_brackets
from evidencelab.traces.findings import BAD
from evidencelab.traces.paired_values import exchanged
from evidencelab.traces.pool import Pool
from evidencelab.traces.reading import ReadStatement
from evidencelab.traces.row_names import RowLists
from evidencelab.traces.setting import Verdict
from evidencelab.traces.told_moments import told_of_sisters
from evidencelab.traces.told_units import in_odd_units


def crossed(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give what is told of something else than it is true of: statement, number of the value, verdict.

    Args:
        read: The statements of one message.
        judged: What became of their values by themselves.
        pool: What the tools said.
    """
    lists = RowLists(pool)
    for index, at, verdict in (
        *exchanged(read, lists),
        *told_of_sisters(read, pool),
        *in_wrong_brackets(read, pool),
        *in_odd_units(read, judged, pool),
    ):
        if judged[index][at].finding not in BAD:
            yield index, at, verdict
