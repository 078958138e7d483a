"""A number, however short, is judged by the record and the field that its statement names."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

RECORDS = (
    '[{"name": "loom-17", "spindles": 43, "idle": 6, "load": "71%", "since": "38m"},'
    ' {"name": "loom-23", "spindles": 57, "idle": 14, "load": "64%", "since": "12m"}]'
)
CELLS = "site,humidity,rain_mm,wind\nmoor,71,2.5,14\nfell,64,0.5,31\nbeck,88,7.5,22"


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("`loom-17` has 43 spindles.", "sound", id="as-read"),
        pytest.param("`loom-17` has 92 spindles.", "altered", id="redrawn"),
        pytest.param("`loom-17` has been up for 38 hours.", "altered", id="another-unit"),
        pytest.param("`loom-17` has about 44 spindles.", "derived", id="about-right"),
        pytest.param("The looms run at 29 rounds.", "unsupported", id="no-such-field"),
        pytest.param("`loom-17` and `loom-23` have 100 spindles together.", "derived", id="total-of-the-named"),
        pytest.param("`loom-17` has 37 spindles (31 of wood, 6 of steel).", "derived", id="parts-in-a-bracket"),
        pytest.param("`loom-17` stops for a while every 5 minutes.", "sound", id="pace"),
    ],
)  # fmt: skip
def test_short_number_is_judged_by_its_record_and_field(answer, finding):
    (statement,) = statements_on(answer, RECORDS)
    assert statement.finding == finding, statement.reason


def test_the_finding_shows_the_number_that_stands_there():
    (statement,) = statements_on("`loom-23` has 92 spindles.", RECORDS)
    (value,) = [value for value in statement.values if value.verdict == "altered"]
    assert value.evidence_value == "57"
    assert "loom-23" in value.evidence.text


def test_cells_between_commas_are_no_thousands():
    (statement,) = statements_on("The wind on the moor is 14 and its humidity 71.", CELLS)
    assert statement.finding == "sound", statement.reason


@pytest.mark.parametrize(
    ("cell", "finding"),
    [pytest.param("0.5 mm", "sound", id="as-read"), pytest.param("3.4 mm", ("altered", "unsupported"), id="in-a-read-column")],
)  # fmt: skip
def test_a_cell_that_stands_nowhere_in_a_column_that_was_read_is_a_finding(cell, finding):
    table = f"| site | rain |\n|---|---|\n| moor | 2.5 mm |\n| fell | {cell} |\n| beck | 7.5 mm |"
    row = statements_on(table, CELLS)[1]
    assert row.finding == finding or row.finding in finding, row.reason


def test_a_row_that_sums_the_others_up_is_no_finding():
    table = "| site | rain |\n|---|---|\n| moor | 2.5 mm |\n| fell | 0.5 mm |\n| beck | 7.5 mm |\n| Total | 10.5 mm |"
    assert not any(statement.is_bad for statement in statements_on(table, CELLS))


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The audit is due on 45 March 2026.", True, id="no-such-day"),
        pytest.param("The audit is due on March 310.", True, id="no-such-day-behind"),
        pytest.param("The audit is due on March 3.1.", True, id="a-share-of-a-day"),
        pytest.param("In March 412 looms were oiled.", False, id="a-count-behind-a-month"),
        pytest.param("The span of 3600 minutes = 1 hour is set.", True, id="no-equation"),
        pytest.param("The span of 3600 seconds = 1 hour is set.", False, id="equation"),
        pytest.param("Of the looms 86% (345 of 400) are new.", False, id="share-of-its-parts"),
        pytest.param("Of the looms 54% (345 of 400) are new.", True, id="not-the-share-of-its-parts"),
    ],
)
def test_what_contradicts_itself_is_a_finding(answer, is_bad):
    (statement,) = statements_on(answer, "345 of 400 looms are new; span=3600 seconds; 412 looms oiled")
    assert statement.is_bad == is_bad, (statement.finding, statement.reason)


FEES = '{"booking": "KT-204", "nights": 3, "rate": 86.0, "cleaning": 41.5, "contact_port": 8443}'


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Booking KT-204: the rate is €258.00 for 3 nights.", "derived", id="nights-times-rate"),
        pytest.param("Booking KT-204: the rate is €860.00 a night.", "altered", id="point-set-wrong"),
        pytest.param("Booking KT-204: cleaning costs €4.15.", "altered", id="point-set-left"),
        pytest.param("Booking KT-204 can be reached on port 9106.", "altered", id="label-in-front-names-the-field"),
    ],
)  # fmt: skip
def test_an_amount_is_another_several_times_over_only_by_a_count_that_is_there(answer, finding):
    (statement,) = statements_on(answer, FEES)
    assert statement.finding == finding, statement.reason


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("`loom-17` is loaded above the 71% limit.", "sound", id="as-read"),
        pytest.param("`loom-17` is loaded above the 93% limit.", "unsupported", id="a-bound-is-told-exactly"),
        pytest.param("`loom-17` is loaded above 70%.", "derived", id="a-number-above-which-it-lies"),
    ],
)
def test_a_limit_is_no_hedge(answer, finding):
    (statement,) = statements_on(answer, RECORDS.replace("load", "load_limit"))
    assert statement.finding == finding, statement.reason


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("All 24 checks now pass.", "sound", id="as-read"),
        pytest.param("All 71 checks now pass.", "altered", id="verb-behind-names-the-count"),
        pytest.param("The humidity is 93 there.", "altered", id="said-to-be"),
        pytest.param("湿度为 93。", "altered", id="said-to-be-in-chinese"),
    ],
)
def test_the_verb_behind_and_what_it_is_said_to_be_name_a_number(answer, finding):
    (statement,) = statements_on(answer, "24 passed, 2 failed\nhumidity=64, 湿度=64, wind=8")
    assert statement.finding == finding, statement.reason


def test_a_label_of_a_record_over_several_lines_names_its_number():
    record = (
        "- name: oak-list.txt\n  id: '24'\n  owner: rita\n- name: elm-list.txt\n  id: '51'\n  owner: olaf"
    )
    told = {n: statements_on(f"The list is **oak-list.txt** (ID {n}).", record)[0].finding for n in (24, 42)}
    assert told == {24: "sound", 42: "altered"}


@pytest.mark.parametrize("text", ["{} requests", "took {}天 1小时", "NOK {} spent", "{} x 3 = 5"])
def test_a_statement_with_a_number_beyond_all_bounds_is_judged(text):
    for number in ("9" * 400, "1 " + "000 " * 300, "1e99 x 1e99 x 1e99 x 1e99"):
        assert statements_on(text.format(number), "requests=12 items=44")


def test_the_numbers_of_a_long_pasted_list_are_all_read():
    read = [f"{1000 + 37 * n}" for n in range(300)]
    told = statements_on(f"The readings are {', '.join(read)}.", "\n".join(f"reading={r}" for r in read))
    assert [value.value for statement in told for value in statement.values] == read
    assert [statement.reason for statement in told if statement.is_bad] == []
