"""A cell of the answer's table that is not its record's, where the other rows show what its column is."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

OVENS = (
    "oven     start_min  bake_min  heat_c\n"
    "brick-2  12         148       231\n"
    "brick-4  35         167       244\n"
    "steel-1  61         183       209\n"
    "steel-9  77         129       252"
)
ZH_WARDS = "病区,床位,在院,出院\nA-01 病区,120,113,17\nB-02 病区,96,88,24\nC-05 病区,75,69,31"


@pytest.mark.parametrize(
    ("output", "head", "own", "odd"),
    [
        pytest.param(
            OVENS,
            "| Oven | Duration |\n|---|---|\n| brick-2 | 148 |\n| steel-1 | 183 |\n",
            "| steel-9 | 129 |",
            "| steel-9 | 231 |",
            id="a-sisters-of-another-column",
        ),
        pytest.param(
            ZH_WARDS,
            "| 病区 | 现有病人 |\n|---|---|\n| A-01 | 113 |\n| B-02 | 88 |\n",
            "| C-05 | 69 |",
            "| C-05 | 96 |",
            id="zh",
        ),
    ],
)
def test_the_one_cell_that_is_not_its_records_is_found(output, head, own, odd):
    assert "altered" not in findings_on(head + own, ("read_board", {}, output))
    assert "altered" in findings_on(head + odd, ("read_board", {}, output))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("| Oven | Time |\n|---|---|\n| brick-2 | 148 |\n| steel-9 | 231 |", id="too-few-rows-show-the-column"),
        pytest.param("| Oven | A | B |\n|---|---|---|\n| brick-2 | 148 | 231 |\n| brick-4 | 35 | 244 |\n| steel-1 | 183 | 209 |", id="its-own-of-another-column"),
        pytest.param("| Oven | From the start |\n|---|---|\n| brick-2 | 160 |\n| brick-4 | 202 |\n| steel-1 | 244 |", id="a-column-worked-out"),
    ],
)  # fmt: skip
def test_cells_that_no_other_rows_speak_against_are_let_off(answer):
    assert "altered" not in findings_on(answer, ("read_board", {}, OVENS))


DYES = "vat,dye,min,max,mean\nv-1,madder,40,62,51.5\nv-2,indigo,21,33,28.4\nv-3,weld,70,94,81.2\nv-4,woad,15,29,21.8"
HEAD = "| Vat | min | max | mean |\n|---|---|---|---|\n| v-1 | 40 | 62 | 51.5 |\n| v-2 | 21 | 33 | 28.4 |\n"
BILL = "sku=A-1, qty=1, unit_price=31.5\nsku=B-2, qty=1, unit_price=44.25\nsku=C-3, qty=4, unit_price=12.75"


@pytest.mark.parametrize(
    ("row", "is_odd"),
    [
        pytest.param("| v-3 | 70 | 94 | 81.2 |", False, id="as-read"),
        pytest.param("| v-3 | 70 | 94 | 81 |", False, id="rounded"),
        pytest.param("| v-3 | 70 | 94 | 82.0 |", True, id="a-mean-of-the-two-beside-it"),
        pytest.param("| v-3 | 70 | 94 | 812.0 |", True, id="point-moved"),
    ],
)
def test_a_cell_that_can_be_worked_out_is_its_records_where_its_column_is_read(row, is_odd):
    found = findings_on(HEAD + row, ("read_dyes", {}, DYES))
    assert ("altered" in found or "unsupported" in found) == is_odd


def test_a_cell_that_is_worked_out_of_its_records_own_number_is_let_off():
    answer = "| Item | Cost |\n|---|---|\n| A-1 | 31.50 |\n| B-2 | 44.25 |\n| C-3 | 51.00 |"
    assert "altered" not in findings_on(answer, ("read_bill", {}, BILL))


def test_a_share_among_amounts_is_no_cell_of_the_record():
    rows = "| Oven | Heat |\n|---|---|\n| brick-2 | 231 |\n| brick-4 | 244 |\n| steel-1 | 209 |\n"
    board, losses = ("read_board", {}, OVENS), ("read_note", {}, "The loss was about 14% of the heat.")
    assert "altered" not in findings_on(rows + "| steel-9 loss | 14.0% |", board, losses)
    assert "altered" in findings_on(rows + "| steel-9 loss | 14 |", board, losses)
