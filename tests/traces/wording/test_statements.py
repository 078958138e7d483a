"""An answer is cut into statements that know what they stand under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.traces.wording.statements import split_statements


def texts(answer: str) -> list[tuple[str, str]]:
    return [(s.kind, s.text) for s in split_statements(answer)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(
            "The kiln is at 1,280.5 degrees. It cools e.g. by night. Done!",
            [
                ("sentence", "The kiln is at 1,280.5 degrees."),
                ("sentence", "It cools e.g. by night."),
                ("sentence", "Done!"),
            ],
            id="sentences-and-abbreviations",
        ),
        pytest.param(
            "窑温为1280度。已冷却3小时！是否开窑？",
            [("sentence", "窑温为1280度。"), ("sentence", "已冷却3小时！"), ("sentence", "是否开窑？")],
            id="chinese-sentences",
        ),
        pytest.param(
            'He said "It failed. Twice." at noon. See https://a.example/x?y=1.z for more.',
            [
                ("sentence", 'He said "It failed. Twice." at noon.'),
                ("sentence", "See https://a.example/x?y=1.z for more."),
            ],
            id="quotes-and-addresses-stay-whole",
        ),
        pytest.param(
            "## Result\n- first\n  - inner\n* second\n1. third",
            [
                ("heading", "## Result"),
                ("bullet", "first"),
                ("bullet", "inner"),
                ("bullet", "second"),
                ("bullet", "third"),
            ],
            id="bullets",
        ),
        pytest.param(
            "| Pod | CPU |\n|---|---:|\n| a | 3m |\n| b | 5m |",
            [("row", "| a | 3m |"), ("row", "| b | 5m |")],
            id="table-rows-without-header-and-rule",
        ),
        pytest.param(
            "See:\n```text\nline 1\nline 2\n```\nThen.",
            [("sentence", "See:"), ("code", "line 1\nline 2"), ("sentence", "Then.")],
            id="code-block-is-one",
        ),
        pytest.param(
            "> quoted line\n\n---\n\nplain",
            [("sentence", "quoted line"), ("sentence", "plain")],
            id="quote-and-rule",
        ),
        pytest.param("```\nnever closed", [("code", "never closed")], id="unclosed-fence"),
        pytest.param("", [], id="empty"),
        pytest.param("***\n---", [], id="only-marks"),
    ],
)
def test_answer_is_cut(answer, expected):
    assert texts(answer) == expected


def test_statement_knows_headings_lead_in_and_parent_bullets():
    answer = "# Report\n### Pods\nMemory of the pods:\n- `a-1`:\n  - request 64Mi\n\n**Costs:** 3 euros"
    by_text = {s.text: s for s in split_statements(answer)}
    request = by_text["request 64Mi"]
    assert request.sections == ("Report", "Pods")
    assert request.parents == ("Memory of the pods", "`a-1`")
    assert by_text["**Costs:** 3 euros"].parents == ()


def test_numbered_bold_line_is_over_what_is_indented_below_it():
    answer = (
        "1. **Hall**\n   - fee: 50\n2. **Stage: the second part, with all that belongs to it, which is what was"
        " asked for by those who play on it, and by those who clean it**\n   - fee: 70\n\nSo it is the hall.\n\n"
        "1. **Hall**\n- fee: 90\n- tax: 9"
    )
    by_text = {s.text: s for s in split_statements(answer)}
    assert by_text["fee: 50"].sections == ("1. Hall",)
    assert by_text["fee: 70"].sections == by_text["So it is the hall."].sections == ()
    assert by_text["fee: 90"].sections == by_text["tax: 9"].sections == ("1. Hall",)


def test_table_row_knows_its_column_names():
    (row,) = split_statements("| Pod | CPU |\n|---|---|\n| a | 3m |")
    assert row.parents == ("Pod", "CPU")


def test_json_answer_is_cut_into_its_fields():
    found = split_statements('{"state": "FAILED", "node": {"name": "n-4", "gpus": [2, 8]}}')
    assert [s.text for s in found] == ["state: FAILED", "name: n-4", "gpus: 2", "gpus: 8"]
    assert found[1].parents == ("node",)


def test_numbers_go_on_over_messages():
    first = split_statements("One. Two.")
    second = split_statements("Three.", first_number=len(first) + 1, message=1)
    assert [(s.number, s.message) for s in (*first, *second)] == [(1, 0), (2, 0), (3, 1)]


@given(st.text(alphabet=st.sampled_from("ab 1.2-*#|`\n>。:（)！[]"), max_size=160))
def test_offsets_give_back_the_text_for_any_answer(answer):
    for statement in split_statements(answer):
        if statement.start >= 0:
            assert answer[statement.start : statement.end] == statement.text


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        pytest.param("The p99 is 4313 ms. There are no alerts.", ["The p99 is 4313 ms.", "There are no alerts."], id="unit"),
        pytest.param("It took 5 min. Then it ended.", ["It took 5 min.", "Then it ended."], id="minutes"),
        pytest.param("The limit is 512Mi. pay-1 is running.", ["The limit is 512Mi.", "pay-1 is running."], id="name-in-lower-case"),
        pytest.param("Ms. Hale saw it at the min. level of 3.", ["Ms. Hale saw it at the min. level of 3."], id="abbreviations"),
    ],
)  # fmt: skip
def test_a_sentence_ends_behind_a_unit_and_begins_with_a_name(answer, texts):
    assert [statement.text for statement in split_statements(answer)] == texts
