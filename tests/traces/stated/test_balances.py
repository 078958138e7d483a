"""Numbers that the rest of their statement makes up."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.reading import read_statement
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.stated.balances import balanced
from evidencelab.traces.wording.statements import split_statements

LOST = Verdict("unsupported", reason=NOWHERE)


def let_off(text: str, wanted: str, verdict: Verdict = LOST) -> str | None:
    """Say how a number of a statement is made up that is a finding, all others being sound."""
    read = [read_statement(statement) for statement in split_statements(text)]
    judged = [[verdict if t.text.strip() == wanted else Verdict("sound") for t in r.tokens] for r in read]
    return next((verdict.reason for _, _, verdict in balanced(read, judged)), None)


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        pytest.param("The ward has 23 beds: 14 taken and 9 free.", "23", "sum of 14, 9", id="parts-behind"),
        pytest.param("共有 31 名员工，其中 18 名在岗、13 名休假。", "31", "sum of 18, 13", id="parts-behind-chinese"),
        pytest.param("The ward has 24 beds: 14 taken and 9 free.", "24", None, id="one-too-many"),
        pytest.param(
            "It began with 412 crates, 95 came, 61 went, and 446 are left.", "446", "412 + 95 - 61", id="a-balance"
        ),
        pytest.param(
            "It began with 412 crates, 61 went, 95 came, and 446 are left.", "446", "412 + 95 - 61", id="the-other-way-round"
        ),
        pytest.param("It began with 412 crates, 95 came, 61 went, and 464 are left.", "464", None, id="no-balance"),
        pytest.param("The tank has 23 kg: 14 km and 9 kg.", "23 kg", None, id="of-another-unit"),
    ],
)  # fmt: skip
def test_a_number_that_the_others_make_up_is_let_off(text, number, said):
    assert let_off(text, number) == said


def test_a_row_of_a_table_is_no_statement_of_parts():
    assert let_off("| Ward | All | Taken | Free |\n|---|---|---|---|\n| A | 23 | 14 | 9 |", "23") is None


def held_in(line: str) -> Held:
    """Give the first number of a line of the evidence, held where it stands."""
    words: frozenset[str] = frozenset()
    token = read_statement(split_statements(line)[0]).tokens[0]
    return Held(0, token, Place(0, 0, "$.lines[0]", line, words, words))


BEDS = "The ward has 23 beds: 14 taken and 9 free."


def test_what_was_taken_for_a_slip_of_what_a_place_holds_is_let_off():
    held = held_in("32 beds in the house.")
    assert let_off(BEDS, "23", Verdict("altered", held, held.line, "the evidence has 32")) == "sum of 14, 9"


@pytest.mark.parametrize(
    "verdict",
    [
        pytest.param(Verdict("altered", reason="14 + 9 + 1 is 24, not 23"), id="contradicted"),
        pytest.param(Verdict("altered", reason="what was given has 32"), id="given-otherwise"),
        pytest.param(Verdict("unsupported", reason="it stands where the model never saw it"), id="unseen"),
        pytest.param(Verdict("derived", reason="14 + 9"), id="no-finding"),
    ],
)
def test_what_no_place_holds_otherwise_is_not_let_off(verdict):
    assert let_off(BEDS, "23", verdict) is None
