"""Rows of tables quoted under their heads, or with other signs between the cells."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

PIPES = "| queue | depth | oldest | paused |\n|---|---:|---|---|\n| mail.out | 1532 | 41s | no |\n| mail.dlq | 17 | 9h | yes |"
CSV = "zone,calls,faults,p99_ms\nnorth-1,482917,113,318\nsouth-2,99120,2207,874"
COLUMNS = (
    "NAME              CPU(cores)   MEMORY(bytes)\n"
    "ledger-0          21m          640Mi\n"
    "ledger-1          340m         1890Mi"
)
CHINESE = "| 机房 | 在线 | 告警 |\n|---|---|---|\n| 东三 | 42 台 | 3 条 |\n| 西一 | 37 台 | 8 条 |"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("queue: mail.out, depth: 1532, oldest: 41s, paused: no", PIPES, "accept", id="pairs-of-a-row"),
        pytest.param("queue=mail.dlq depth=17 paused=yes", PIPES, "accept", id="a-column-left-out"),
        pytest.param("depth=17; queue=mail.dlq", PIPES, "accept", id="columns-reordered"),
        pytest.param("queue=mail.dlq, depth=1532", PIPES, "mismatch", id="value-of-another-row"),
        pytest.param("queue=mail.out, oldest=1532", PIPES, "mismatch", id="value-under-another-head"),
        pytest.param("queue=mail.out, depth=1533", PIPES, "mismatch", id="one-digit"),
        pytest.param("queue=mail.out, backlog=1532", PIPES, "mismatch", id="no-such-head"),
        pytest.param("queue=mail.out, depth=1532, owner=ops", PIPES, "mismatch", id="invented-column"),
        pytest.param("north-1 | 482917 | 113 | 318", CSV, "accept", id="cells-of-a-comma-row"),
        pytest.param("north-1 | 482917", CSV, "accept", id="neighbouring-cells"),
        pytest.param("north-1 | 113 | 318", CSV, "mismatch", id="cells-apart"),
        pytest.param("north-1 | 99120 | 2207", CSV, "mismatch", id="two-rows"),
        pytest.param("zone=south-2, faults=2207, p99_ms=874", CSV, "accept", id="comma-row-under-heads"),
        pytest.param("zone=south-2, calls=2207, faults=99120", CSV, "mismatch", id="numbers-exchanged"),
        pytest.param("NAME: ledger-1, CPU(cores): 340m, MEMORY(bytes): 1890Mi", COLUMNS, "accept", id="aligned"),
        pytest.param("name=ledger-0 cpu(cores)=21m", COLUMNS, "accept", id="heads-in-lower-case"),
        pytest.param("NAME: ledger-1, CPU(cores): 340M", COLUMNS, "mismatch", id="case-of-a-unit"),
        pytest.param("NAME: ledger-0, CPU(cores): 340m", COLUMNS, "mismatch", id="aligned-other-row"),
        pytest.param("机房: 西一, 在线: 37 台, 告警: 8 条", CHINESE, "accept", id="chinese-heads"),
        pytest.param("机房: 西一, 在线: 42 台", CHINESE, "mismatch", id="chinese-other-row"),
    ],
)  # fmt: skip
def test_a_row_may_be_told_under_its_heads_and_never_under_others(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_the_cells_of_a_row_are_the_spans():
    found = match_excerpt("queue: mail.dlq, oldest: 9h", PIPES)

    assert [PIPES[start:end] for start, end in found.spans] == ["mail.dlq", "9h"]
    assert found.matched_text == "mail.dlq … 9h"


def test_columns_left_out_and_reordered_cost_a_point_each():
    whole = match_excerpt("zone=north-1, calls=482917, faults=113, p99_ms=318", CSV)
    skipped = match_excerpt("zone=north-1, faults=113", CSV)
    turned = match_excerpt("faults=113, calls=482917", CSV)

    assert (whole.similarity, skipped.similarity, turned.similarity) == (100.0, 99.0, 99.0)


def test_a_head_that_stands_twice_names_no_column():
    text = "host | used | used\nalpha-1 | 40 | 50\nbeta-2 | 60 | 70"

    assert match_excerpt("host=alpha-1, used=40", text).decision == "mismatch"
