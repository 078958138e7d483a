"""A JSON reply walked top down: which lists are empty, which fields make a table, which parts are text."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.reply import walk_reply
from evidencelab.evidence.extractors.values import Doubled


def texts(body: object) -> list[str]:
    return [record.text for record in walk_reply(body, "some_tool").records]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        pytest.param([], ("items",), id="bare"),
        pytest.param({"rows": []}, ("rows",), id="named"),
        pytest.param({"data": {"pods": []}}, ("pods",), id="wrapped"),
        pytest.param({"pods": [], "nodes": []}, ("pods", "nodes"), id="two"),
        pytest.param({"pods": [], "nodes": [{"a": 1}]}, ("pods",), id="beside-records"),
        pytest.param({"pool": {"pods": []}}, (), id="inside-a-record"),
        pytest.param({"errors": []}, (), id="aside"),
        pytest.param({"rows": Doubled(([], []))}, (), id="stated-twice"),
        pytest.param({"rows": None}, (), id="null"),
        pytest.param({"columns": ["a"], "rows": []}, ("rows",), id="table"),
    ],
)
def test_a_list_that_holds_nothing_is_named(body, names):
    assert walk_reply(body, "some_tool").empty_lists == names


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param({"columns": ["a", "b"], "rows": [[1, 2]]}, ["a=1, b=2"], id="names"),
        pytest.param({"columns": ["a", "a"], "rows": [[1, 2]]}, ["a=1, a_2=2"], id="twin-names"),
        pytest.param(
            {"columns": ["a"], "rows": [[1, 2, 3]]}, ["a=1, column_1=2, column_2=3"], id="further-cells"
        ),
        pytest.param({"columns": ["a", "b"], "rows": [[1]]}, ["a=1"], id="fewer-cells"),
        pytest.param({"columns": ["a"], "rows": [{"x": 1}]}, ["x=1"], id="row-that-is-no-list"),
        pytest.param({"columns": [], "rows": [{"x": 1}]}, ["x=1"], id="no-names"),
        pytest.param({"columns": [5], "rows": [{"x": 1}]}, ["5", "x=1"], id="numbers-are-no-names"),
        *(
            pytest.param(
                {"columns": [{field: "a", "type": "t"}], "rows": [[1]]}, ["a=1"], id=f"column-{field}"
            )
            for field in ("name", "label", "title", "field", "key")
        ),
        *(
            pytest.param(
                {"columns": [{"name": "a", field: "t"}], "rows": [[1]]}, ["a=1"], id=f"column-with-{field}"
            )
            for field in ("type", "id", "title", "field", "key", "label", "format", "unit")
        ),
        pytest.param(
            {"columns": [{"name": "a", "other": "t"}], "rows": [{"x": 1}]},
            ["name=a, other=t", "x=1"],
            id="records",
        ),
        pytest.param(
            {"columns": [{"type": "t"}], "rows": [{"x": 1}]}, ["type=t", "x=1"], id="column-without-a-name"
        ),
        pytest.param({"fields": ["a"], "values": [[1], [2]]}, ["a=1", "a=2"], id="other-keys"),
        pytest.param(
            {"columns": ["a"], "data": [[1]], "rows": [[2]]}, ["a=1", "a=2"], id="rows-under-two-keys"
        ),
        pytest.param({"columns": ["a"]}, ["a"], id="no-rows"),
    ],
)
def test_a_table_gives_each_cell_the_name_of_its_column(body, expected):
    assert texts(body) == expected


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param({"content": [{"type": "text", "text": "a"}]}, "a", id="one-part"),
        pytest.param([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb", id="bare-parts"),
        *(
            pytest.param([{"type": kind, "data": "x"}, {"type": "text", "text": "a"}], "a", id=kind)
            for kind in ("image", "audio", "resource")
        ),
        *(
            pytest.param([{"type": "text", "text": "a", field: {}}], "a", id=field)
            for field in ("annotations", "cache_control", "_meta")
        ),
        pytest.param([{"type": "text", "text": "a", "level": "x"}], None, id="a-record-of-the-type-text"),
        pytest.param([{"type": "file", "text": "a"}], None, id="another-type"),
        pytest.param({"stdout": "a", "rows": []}, None, id="text-beside-a-list"),
        pytest.param({"stdout": " ", "output": "a"}, "a", id="blank-text"),
        pytest.param({"stdout": 5}, None, id="no-text"),
    ],
)
def test_text_in_parts_is_text_output(body, text):
    assert walk_reply(body, "some_tool").text == text


@pytest.mark.parametrize(
    ("body", "is_search"),
    [({"_shards": {}, "took": 1}, True), ({"hits": {"hits": []}}, True), ({"rows": []}, False), ([], False)],
)
def test_a_search_reply_is_known_by_its_shards_or_hits(body, is_search):
    assert walk_reply(body, "some_tool").is_search is is_search


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param({"resultType": "scalar", "result": [1, "5"]}, [("series", "5 @ 1")], id="scalar"),
        pytest.param({"resultType": "string", "result": [1, "x"]}, [("series", "x @ 1")], id="string"),
        pytest.param({"resultType": "vector", "result": [{"a": 1}]}, [("result", "a=1")], id="vector"),
    ],
)
def test_a_single_sample_is_a_series(body, expected):
    records = walk_reply(body, "some_tool").records
    assert [(record.name, record.text) for record in records] == expected
