"""A share of a whole that another statement names."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.reading import read_statement
from evidencelab.traces.stated.wholes import wholes
from evidencelab.traces.wording.statements import split_statements

BILL = "**Total: $800 → $1,200, up $400.**\n\n"
COSTS = "费用合计 50.0 万元。\n\n"


def found(text, *, agrees):
    read = [read_statement(statement) for statement in split_statements(text)]
    return [w.said for _, w in wholes(read) if w.agrees == agrees]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BILL + "- Storage went from $60 to $260, 50 % of the increase.", "200 of the change of 400"),
        (BILL + "- Two outages explain $300, or 75 % of the increase.", "300 of the change of 400"),
        (COSTS + "- 训练费用 20.0 万元,占总费用的 40%", "20.0 万元 of 50.0 万元"),
    ],
)
def test_share_of_the_whole_that_fits_is_borne_out(text, said):
    assert found(text, agrees=True) == [said]
    assert found(text, agrees=False) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            BILL + "- Storage went from $60 to $260, and is 8 % of the increase.",
            "200 of the change of 400 is 50 %, not 8 %",
        ),
        (COSTS + "- 训练费用 20.0 万元,占总费用的 67%", "20.0 万元 of 50.0 万元 is 40 %, not 67%"),
    ],
)
def test_share_of_the_whole_that_does_not_fit_is_contradicted(text, said):
    assert found(text, agrees=False) == [said]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BILL + "- Storage is 8 % of the increase.", id="no-part"),
        pytest.param(BILL + "- Storage went from 60 to 260 GB, 8 % of the increase.", id="another-unit"),
        pytest.param(
            BILL + "Total calls: $10 → $20.\n\n- Storage went from $60 to $260, 8 % of the increase.",
            id="two-totals",
        ),
        pytest.param("训练费用 20.0 万元,占总费用的 67%", id="no-whole"),
        pytest.param("甲班和乙班两班合计缺勤 26 人,占全部缺勤的 65%", id="the-part-itself-is-a-total"),
        pytest.param("前三项合计支出 48.0 万元。\n\n- 租金 20.0 万元,占总支出的 25%", id="total-of-a-few"),
        pytest.param("2 个仓合计库存 340 件。\n\n- 北仓 120 件,占全部库存的 24%", id="total-of-two-stores"),
        pytest.param(COSTS + "- 训练时长 20.0 小时,占总时长的 67%", id="another-noun"),
    ],
)
def test_share_of_an_unnamed_whole_is_left_alone(text):
    assert found(text, agrees=False) == []
