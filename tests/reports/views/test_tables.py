"""Tables: rates with intervals, text escaped, long tables folded, CSV without formulas."""

from __future__ import annotations

import csv
import re

import pandas as pd
import pytest

from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.views.tables import number_text, percent_text, rate_text, table_html, write_csv

HOSTILE = "</td><img src=x onerror=alert(1)>"


def cells(markup):
    return re.findall(r"<td[^>]*>(.*?)</td>", markup)


def test_a_rate_stands_with_its_interval_and_count_in_one_cell():
    frame = pd.DataFrame(
        {"kind": ["a"], "accepted": [0.5], "accepted_ci_low": [0.25], "accepted_ci_high": [0.75]}
    ).assign(accepted_n=[8])
    markup = table_html(frame, percent=["accepted"])
    assert markup.count("<th") == 3  # thead and two columns
    assert cells(markup) == [
        "a",
        '50.0 % <span class="el-soft">[25.0 %, 75.0 %]</span> <span class="el-soft">n 8</span>',
    ]


def test_text_is_escaped_and_badges_are_words():
    markup = table_html(pd.DataFrame({HOSTILE: [HOSTILE], "verdict": ["REJECT"], "held": [True]}))
    assert "<img" not in markup
    assert '<span class="el-badge el-reject">REJECT</span>' in markup
    assert '<span class="el-badge el-pass">yes</span>' in markup


def test_missing_values_are_dashes():
    frame = pd.DataFrame({"score": [None, 0.0], "name": [None, "x"], "verdict": [None, "PASS"]})
    assert cells(table_html(frame))[:3] == ["–", "–", "–"]


def test_a_long_table_folds_its_rest():
    frame = pd.DataFrame({"n": range(7)})
    markup = table_html(frame, rows=5)
    assert "2 more rows" in markup
    assert cells(markup) == ["0", "1", "2", "3", "4", "5", "6"]
    assert "<details>" not in table_html(frame, rows=7)


def test_an_empty_frame_keeps_its_head_and_says_none():
    markup = table_html(pd.DataFrame(columns=["case", "verdict"]))
    assert markup.count('scope="col"') == 2
    assert cells(markup) == ["none"]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (1.0, "100 %"), (0.5, "50.0 %"), (0.004, "0.40 %"), (0.9996, "99.96 %"), (0.01, "1.0 %")],
)
def test_percent_text_keeps_small_shares_apart_from_none(share, text):
    assert percent_text(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (0.12345, "0.123"),
        (float("nan"), "–"),
        (float("inf"), "∞"),
        (1234567.0, "1\u202f234\u202f567"),
    ],
)
def test_number_text_rounds_to_three_digits(value, text):
    assert number_text(value) == text


def test_rate_text_prints_six_of_six_with_its_interval():
    assert rate_text(Rate.of(6, 6)) == "100 % [61.0 %, 100 %], 6 of 6"
    assert rate_text(Rate.of(0, 0)) == "none of 0"


def test_csv_runs_no_formula_and_keeps_every_text(tmp_path):
    target = tmp_path / "t.csv"
    texts = ["=HYPERLINK(1)", "@x", "-1", "plain, with comma", '引号"与\n换行', HOSTILE]
    write_csv(pd.DataFrame({"=name": texts, "n": range(6)}), target)
    with target.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == ["'=name", "n"]
    assert [row[0] for row in rows[1:]] == ["'=HYPERLINK(1)", "'@x", "-1", *texts[3:]]
