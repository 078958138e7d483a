"""An answer in fields: each stands by itself, under its label, where it stands in the answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.traces.wording.statements import split_statements
from tests.growth import least_time


def texts(answer: str) -> list[str]:
    return [statement.text for statement in split_statements(answer)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param('{"state": "FAILED", "node": {"name": "n-4"}}', ["state: FAILED", "name: n-4"], id="nested"),
        pytest.param('{"gpus": [2, 8]}', ["gpus: 2", "gpus: 8"], id="array-of-numbers"),
        pytest.param('{"a": true, "b": null, "c": -1.5e3}', ["a: true", "c: -1.5e3"], id="null-says-nothing"),
        pytest.param("{'Order ID': 'A-7', 'filled': False}", ["Order ID: A-7", "filled: False"], id="as-python-prints-it"),
        pytest.param(
            '{"hosts": [{"host": "db-1", "load": 2.5}, {"host": "db-2", "load": 0.4}]}',
            ["| db-1 | 2.5 |", "| db-2 | 0.4 |"],
            id="records-side-by-side-are-rows",
        ),
        pytest.param(
            '{"regions": {"emea": {"orders": 31, "refunds": 2}, "apac": {"orders": 18, "refunds": 0}}}',
            ["| emea | 31 | 2 |", "| apac | 18 | 0 |"],
            id="records-under-their-names-are-rows",
        ),
        pytest.param(
            '{"order": {"id": 5}, "account": {"cash": 12.5}}', ["id: 5", "cash: 12.5"], id="records-of-other-kinds-are-none"
        ),
        pytest.param(
            '{"reply": "The pump failed at 09:14. It was restarted.\\n- Pressure: 3 bar", "sure": 0.9}',
            ["The pump failed at 09:14.", "It was restarted.", "Pressure: 3 bar", "sure: 0.9"],
            id="sentences-within-a-field",
        ),
        pytest.param('{"note": "said \\"no\\" at 9"}', ['note: said "no" at 9'], id="escapes-undone"),
        pytest.param('{"名": "\\u6cf5\\u7ad9 \\ud83d\\ude00"}', ["名: 泵站 😀"], id="escapes-of-code-points"),
        pytest.param('Result:\n\n```json\n{"rows": 12}\n```\nDone.', ["Result:", "rows: 12", "Done."], id="fence"),
        pytest.param('It is a defect.\n\n{"verdict": "real", "lines": 3}', ["It is a defect.", "verdict: real", "lines: 3"], id="behind-prose"),
        pytest.param('We got: {"a": 1, "b": 2}\nAll good.', ["We got:", "a: 1", "b: 2", "All good."], id="in-a-line"),
        pytest.param('It failed with 400: {"text": "Bad", "status": 400}.', ['It failed with 400: {"text": "Bad", "status": 400}.'], id="part-of-a-sentence"),
        pytest.param('{"a": 1} {"a": 2}', ["a: 1", "a: 2"], id="several"),
        pytest.param('{"a": 1, "b": }', ['{"a": 1, "b": }'], id="not-well-formed"),
        pytest.param('{"a": "never closed', ['{"a": "never closed'], id="unclosed"),
        pytest.param("[1] and [2] agree.", ["[1] and [2] agree."], id="reference-marks"),
        pytest.param("```\nTotal rows: 12\nFailed = 3\n```", ["Total rows: 12", "Failed: 3"], id="printed-pairs"),
        pytest.param("```\nHOST   LOAD\ndb-1   2.5\ndb-2   0.4\n```", ["| db-1 | 2.5 |", "| db-2 | 0.4 |"], id="printed-table"),
        pytest.param("```\n+----+---+\n| id | n |\n+----+---+\n| a  | 3 |\n+----+---+\n```", ["| a | 3 |"], id="boxed-table"),
        pytest.param("```\n10:22 started\n10:25 failed: no space\n```", ["10:22 started\n10:25 failed: no space"], id="log-lines"),
        pytest.param("```bash\nA: 1\nB: 2\n```", ["A: 1\nB: 2"], id="to-be-run"),
    ],
)  # fmt: skip
def test_a_structure_is_cut_into_its_fields(answer, expected):
    assert texts(answer) == expected


def test_a_field_knows_what_it_stands_under():
    answer = (
        '{"jobs": [{"job": "etl", "runs": [4, 5]}, {"job": "ml", "runs": [6]}], "site": {"pump": {"bar": 3}}}'
    )
    found = {s.text: s.parents for s in split_statements(answer)}
    assert found["runs: 5"] == ("jobs", "job: etl")
    assert found["runs: 6"] == ("jobs", "job: ml")
    assert found["bar: 3"] == ("site", "pump")


def test_a_row_knows_its_titles():
    row, _ = split_statements('[{"host": "db-1", "load": 2}, {"host": "db-2", "load": 3}]')
    assert (row.kind, row.parents) == ("row", ("host", "load"))


def test_a_field_stands_where_it_is_written():
    answer = 'See below.\n```json\n{"limit": 512,\n "said": "He said \\"no\\". It is 7.",\n "rows": [{"a": 1, "b": 2}, {"a": 3, "b": 4}]}\n```'
    found = {s.text: answer[s.start : s.end] for s in split_statements(answer)}
    assert found["limit: 512"] == 'limit": 512'
    assert found['He said "no".'] == 'He said \\"no\\".'
    assert found["It is 7."] == "It is 7."
    assert found["| 3 | 4 |"] == '{"a": 3, "b": 4}'


_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=24)
)
_VALUES = st.recursive(_LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=12)  # fmt: skip


@given(st.dictionaries(st.text(min_size=1, max_size=8), _VALUES, min_size=1, max_size=4), st.booleans())
def test_every_offset_lies_in_the_answer_and_none_goes_back(value, ascii_only):
    answer = json.dumps(value, ensure_ascii=ascii_only)
    at = 0
    for statement in split_statements(answer):
        assert at <= statement.start <= statement.end <= len(answer)
        at = statement.start


@given(st.text(alphabet=st.sampled_from("{}[]\":,'\\ua1 \n|-=`."), max_size=120))
def test_no_odd_text_breaks_it(answer):
    for statement in split_statements(answer):
        assert 0 <= statement.start <= statement.end <= len(answer)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: '{"a":' * 4 * n, id="deep"),
        pytest.param(lambda n: "[" * 20 * n, id="brackets"),
        pytest.param(lambda n: '{"a": "' * 4 * n, id="never-closed"),
        pytest.param(lambda n: 'x. {"a' * 3 * n, id="in-lines"),
        pytest.param(lambda n: '{"a": 1, "b": 2} ' * n, id="many"),
        pytest.param(lambda n: "```\n" + "a: b: c = " * 2 * n + "\n```", id="one-long-pair"),
        pytest.param(lambda n: "```\n" + "a" * 20 * n + "\n\n```", id="no-pair"),
    ],
)
def test_long_texts_are_read_in_a_time_that_grows_as_they_do(make):
    def run(n: int) -> float:
        return least_time(lambda: split_statements(make(n)))

    # fourfold, and some noise; sixteenfold where it grows with the square
    assert run(8000) < 10 * run(2000)
