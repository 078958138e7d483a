"""Tables in what tools return: read whole or not at all, and what their columns are."""

from __future__ import annotations

import pytest

from evidencelab.lab.statements.output_tables import OutputTable, tables_of
from evidencelab.lab.statements.plain_words import Title, can_be_told
from tests.lab.statements.runs import STATIONS, run_of

CSV = "station,zone,rides\nAlder,north,120\nBirch,south,240\nCedar,north,60\nDogwood,south,30\n"
ALIGNED = (
    "NAME       ZONE    RIDES\n"
    "Alder      north   1,120\n"
    "Birch      south   240\n"
    "Cedar      north   60\n"
    "Dogwood    south   30\n"
)
MARKDOWN = (
    "| station | zone | rides |\n|---|:---:|---:|\n| Alder | north | 120 |\n| Birch | south | 240 |\n"
    "| Cedar | north | 60 |\n| Dogwood | south | 30 |\n"
)


def tables_in(*outputs: object) -> list[OutputTable]:
    return list(tables_of(run_of(*outputs)))


def changed(**fields: object) -> list[dict[str, object]]:
    """The stations with fields added or changed, each a list of six."""
    return [{**row, **{k: v[i] for k, v in fields.items()}} for i, row in enumerate(STATIONS)]  # type: ignore[index]


def test_columns_of_records_are_amounts_names_groups_and_dates():
    (table,) = tables_in({"result": {"stations": STATIONS}})
    assert table.subject == "stations"
    assert table.amounts == ("rides", "wait_ms")
    assert (table.name, table.groups, table.dates) == ("station", ("zone",), ("opened",))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        pytest.param(CSV, 120, id="csv"),
        pytest.param(CSV.replace(",", "\t"), 120, id="tabs"),
        pytest.param(ALIGNED, 1120, id="aligned-with-digit-grouping"),
        pytest.param(MARKDOWN, 120, id="markdown"),
        pytest.param(f"Here they are.\n\n{MARKDOWN}\nThat is all.", 120, id="between-words"),
        pytest.param(CSV.replace("Alder", '"Alder"'), 120, id="quoted-cells"),
    ],
)
def test_tables_laid_out_as_text_are_read(text, first):
    (table,) = tables_in(text)
    assert table.frame.iloc[:, 0].tolist() == ["Alder", "Birch", "Cedar", "Dogwood"]
    assert table.frame.iloc[:, 2].tolist() == [first, 240, 60, 30]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param("", id="empty"),
        pytest.param([], id="empty-list"),
        pytest.param([{}, {}, {}], id="empty-records"),
        pytest.param(STATIONS[:2], id="two-rows"),
        pytest.param({"stations": STATIONS, "total": 57}, id="six-of-57"),
        pytest.param({"data": {"stations": STATIONS}, "meta": {"total_count": 57}}, id="total-beside"),
        pytest.param({"stations": STATIONS, "has_more": True}, id="has-more"),
        pytest.param({"stations": STATIONS, "next_page_token": "k3"}, id="next-page"),
        pytest.param([*STATIONS, {**STATIONS[0], "station": "Total"}], id="summary-row"),
        pytest.param([*STATIONS, {**STATIONS[0], "station": "合计"}], id="chinese-summary-row"),
        pytest.param(f"{CSV}\n... 12 more rows", id="rows-cut-off"),
        pytest.param(f"Showing 4 of 57\n\n{CSV}", id="showing-some"),
        pytest.param(f"{CSV}\n（其余记录已省略）", id="rest-left-out"),
        pytest.param(CSV.replace("Cedar,north,60", "Cedar,north"), id="a-cell-short"),
        pytest.param(CSV.replace("Cedar,north,60", "Cedar,north,"), id="an-empty-cell"),
        pytest.param("It rained, again, today\n" * 5, id="prose-in-commas"),
        pytest.param(CSV.split("\n", 1)[1] + "Elm,north,20\n", id="no-head"),
        pytest.param(CSV.replace("zone", "station"), id="titles-alike"),
        pytest.param("[" * 5000, id="deep-brackets"),
    ],
)
def test_what_is_no_whole_table_is_none(output):
    assert tables_in(output) == []


def test_a_count_that_is_just_that_of_the_rows_is_no_part():
    assert len(tables_in({"stations": STATIONS, "total": 6, "has_more": False, "next": None})) == 1


def test_failed_and_cut_results_hold_no_table():
    trace = run_of(STATIONS)
    (record,) = trace.calls
    cut = record.model_copy(update={"notes": ("result_truncated",)})
    assert list(tables_of(trace.model_copy(update={"calls": (cut,)}))) == []


@pytest.mark.parametrize(
    ("title", "cells"),
    [
        pytest.param("line_id", [5, 9, 2, 8, 1, 3], id="id"),
        pytest.param("userId", [5, 9, 2, 8, 1, 3], id="camel-case-id"),
        pytest.param("端口", [80, 443, 22, 8080, 25, 53], id="port"),
        pytest.param("place", [1, 2, 3, 4, 5, 6], id="row-numbers"),
        pytest.param("ready", [True, False, True, True, False, True], id="yes-and-no"),
        pytest.param("mixed", [True, 2, 3, 5, 8, 9], id="yes-and-numbers"),
        pytest.param("gap", [1, None, 3, 5, 8, 9], id="a-cell-missing"),
        pytest.param("gap", [1, float("nan"), 3, 5, 8, 9], id="no-number"),
        pytest.param("far", [1, float("inf"), 3, 5, 8, 9], id="infinite"),
        pytest.param("huge", [10**400, 2, 3, 5, 8, 9], id="huge"),
        pytest.param("below", [-1, 2, 3, 5, 8, 9], id="negative"),
        pytest.param("same", [4, 4, 4, 4, 4, 4], id="all-alike"),
        pytest.param("size_mb", [1, 2, 3, 5, 8, 9], id="words-of-another-title"),
        pytest.param("a|b", [1, 2, 3, 5, 8, 9], id="title-with-a-pipe"),
        pytest.param("x" * 41, [1, 2, 3, 5, 8, 9], id="title-too-long"),
    ],
)
def test_column_that_counts_nothing_or_cannot_be_told_is_no_amount(title, cells):
    more = {"size_gb": [7, 6, 5, 3, 2, 1]} if title == "size_mb" else {}
    (table,) = tables_in(changed(**{title: cells}, **more))
    assert table.amounts == ("rides", "wait_ms")


def test_leading_zeros_make_a_number_a_text():
    (table,) = tables_in(CSV.replace("zone", "code").replace("north", "007").replace("south", "012"))
    assert table.frame["code"].tolist() == ["007", "012", "007", "012"]


def test_shares_and_averages_are_not_added_up():
    shares = changed(cpu_pct=[1, 2, 3, 5, 8, 9], avg_rides=[2, 4, 6, 8, 1, 3])
    (table,) = tables_in(shares)
    assert table.amounts == ("rides", "wait_ms", "cpu_pct", "avg_rides")
    assert table.summable == ("rides", "wait_ms")


def test_names_within_each_other_name_nothing():
    (table,) = tables_in(changed(station=["api", "api-two", "web", "db", "cache", "mail"]))
    assert table.name is None


def test_impossible_days_are_no_dates():
    (table,) = tables_in(changed(opened=["2031-02-30", *["2031-04-01"] * 5]))
    assert table.dates == ()


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        pytest.param("cart-edge", True, id="name"),
        pytest.param("/checkout", True, id="path"),
        pytest.param("10.0.0.1:80 proxy", True, id="address"),
        pytest.param("北区站点", True, id="chinese"),
        pytest.param("ab", True, id="two-characters"),
        pytest.param("a", False, id="one-character"),
        pytest.param("x" * 40, True, id="forty"),
        pytest.param("x" * 41, False, id="forty-one"),
        pytest.param("12", False, id="no-letter"),
        pytest.param("End. Next", False, id="two-sentences"),
        pytest.param("他说。然后", False, id="two-chinese-sentences"),
        pytest.param("key: value", False, id="key-and-value"),
        pytest.param("a\nb", False, id="line-break"),
        pytest.param("a|b", False, id="pipe"),
        pytest.param("**bold**", False, id="bold"),
        pytest.param("{row}", False, id="braces"),
        pytest.param("<b>hi</b>", False, id="markup"),
        pytest.param("- item", False, id="bullet"),
        pytest.param("\u202eabc", False, id="direction-mark"),
        pytest.param(" padded", False, id="padded"),
    ],
)
def test_text_is_told_only_where_it_is_one_name(text, is_told):
    assert can_be_told(text) == is_told


@pytest.mark.parametrize(
    ("name", "words", "unit"),
    [
        ("wait_time_ms", "wait time", "ms"),
        ("ms", "ms", ""),
        ("_ms", "ms", ""),
        ("RIDES", "RIDES", ""),
        ("cpu_pct", "cpu", "%"),
    ],
)
def test_title_is_words_and_a_unit(name, words, unit):
    assert Title.of(name) == (words, unit)
