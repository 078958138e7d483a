"""Tables read out of what tools return."""

from __future__ import annotations

import json

import pytest

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.data_tables import DataTable, tables_of_call

ROWS = [
    {"pump": "P1", "flow": 12, "at": {"hall": "A", "floor": 2}},
    {"pump": "P2", "flow": None, "at": {"hall": "B"}},
]


def tables(output, arguments=None) -> list[DataTable]:
    call = ToolInvocation(invocation_id=1, tool_name="list_pumps", arguments=arguments or {}, output=output)
    return tables_of_call(0, call, None)


def texts(table: DataTable, column: str) -> list[str | None]:
    return [None if cell is None else cell.text for cell in table.columns[column]]


@pytest.mark.parametrize("output", [ROWS, json.dumps(ROWS), {"pumps": ROWS}, {"data": {"pumps": ROWS}}])
def test_a_list_of_records_is_a_table_wherever_it_lies(output):
    (table,) = tables(output)
    assert table.n_rows == 2
    assert texts(table, "pump") == ["P1", "P2"]
    assert texts(table, "flow") == ["12", None]
    assert texts(table, "at.hall") == ["A", "B"]
    assert texts(table, "at.floor") == ["2", None]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param("pump,flow\nP1,12\nP2,15\nP3,9", id="commas"),
        pytest.param("pump   flow\nP1     12\nP2     15\nP3     9", id="aligned"),
        pytest.param("| pump | flow |\n|---|---:|\n| P1 | 12 |\n| P2 | 15 |\n| P3 | 9 |", id="markdown"),
        pytest.param("Pumps of today\n\npump\tflow\nP1\t12\nP2\t15\nP3\t9", id="tabs-under-a-title"),
        pytest.param(
            " pump | flow\n------+------\n P1   |   12\n P2   |   15\n P3   |    9\n(3 rows)", id="psql"
        ),
        pytest.param("STATION NORTH\npump   flow\nP1     12\nP2     15\nP3     9", id="a-title-right-above"),
        pytest.param('pump,flow\n"P1",12\n"P2",15\n"P3",9', id="quoted-commas"),
        pytest.param(
            '{"pump": "P1", "flow": 12}\n{"pump": "P2", "flow": 15}\n{"pump": "P3", "flow": 9}', id="ndjson"
        ),
        pytest.param(
            "site: north\npumps:\n  - pump: P1\n    flow: 12  # worn\n  - pump: 'P2'\n    flow: 15\n"
            "  - pump: P3\n    flow: 9\nowner: none",
            id="yaml",
        ),
        pytest.param({"P1": {"flow": 12}, "P2": {"flow": 15}, "P3": {"flow": 9}}, id="keyed"),
        pytest.param(
            {"columns": ["pump", "flow"], "rows": [["P1", 12], ["P2", 15], ["P3", 9]]}, id="titles-apart"
        ),
        pytest.param(
            {"fields": [{"name": "pump"}, {"name": "flow"}], "data": [["P1", 12], ["P2", 15], ["P3", 9]]},
            id="titles-as-records",
        ),
    ],
)
def test_a_table_is_one_however_it_is_laid_out(output):
    (table,) = tables(output)
    assert texts(table, "pump" if "pump" in table.columns else "key") == ["P1", "P2", "P3"]
    numbers = table.numbers("flow")
    assert numbers is not None
    assert [q.number for q in numbers if q is not None] == [12, 15, 9]


def test_a_list_in_yaml_has_its_records_own_fields_whatever_lies_deeper():
    text = (
        "pumps:\n- pump: P1\n  valves:\n  - valve: V1\n    flow: 99\n  tags:\n    - worn\n  flow: 12\n\n"
        "- pump: P2\n  note: |\n    see: below\n  flow: 15\nowner: none\n- plain\n"
    )
    (table,) = tables(text)
    assert texts(table, "pump") == ["P1", "P2"]
    assert texts(table, "flow") == ["12", "15"]
    assert "valve" not in table.columns
    assert table.is_whole


def test_a_list_in_yaml_that_was_cut_short_is_not_whole():
    (table,) = tables("- pump: P1\n  flow: 12\n- pump: P2\n  flow: 15\n...")
    assert not table.is_whole


def test_a_number_keeps_the_unit_of_its_cell_or_its_title_and_loses_what_stands_aside():
    (table,) = tables(
        [
            {"wait_ms": 250, "size": "2 KiB", "seen": "3 (2m ago)"},
            {"wait_ms": 90, "size": "1 KiB", "seen": "0"},
        ]
    )
    waits, sizes, seen = (table.numbers(name) for name in ("wait_ms", "size", "seen"))
    assert waits is not None
    assert sizes is not None
    assert seen is not None
    assert [(q.value, q.dimension) for q in waits if q] == [(0.25, "time"), (0.09, "time")]
    assert [q.value for q in sizes if q] == [2048, 1024]
    assert [q.number for q in seen if q] == [3, 0]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(ROWS[:1], id="one-row"),
        pytest.param([*ROWS, {"pump": "Total", "flow": 12}], id="a-row-that-sums-up"),
        pytest.param(["P1", "P2"], id="no-records"),
        pytest.param("P1 runs.\nP2 stands still.", id="prose"),
        pytest.param(None, id="nothing"),
    ],
)
def test_what_is_no_table_to_work_on_is_none(output):
    assert tables(output) == []


@pytest.mark.parametrize(
    ("output", "arguments", "is_whole"),
    [
        pytest.param({"pumps": ROWS}, {}, True, id="whole"),
        pytest.param({"pumps": ROWS, "total": 2}, {}, True, id="as-many-as-there-are"),
        pytest.param({"pumps": ROWS, "total": 9}, {}, False, id="more-than-these"),
        pytest.param({"pumps": ROWS, "has_more": False}, {}, True, id="no-more"),
        pytest.param({"pumps": ROWS, "next_page": "x"}, {}, False, id="another-page"),
        pytest.param({"pumps": ROWS}, {"limit": 2}, False, id="as-many-as-asked-for"),
        pytest.param({"pumps": ROWS}, {"limit": 50}, True, id="fewer-than-asked-for"),
    ],
)
def test_a_table_is_whole_where_nothing_says_otherwise(output, arguments, is_whole):
    assert [table.is_whole for table in tables(output, arguments)] == [is_whole]
