"""What is said of clauses is the same whether a text is read as a whole or page by page."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt, prepare_text
from evidencelab.evidence.text import clause_reading
from evidencelab.evidence.text.clause_reading import Clauses, PagedClauses, read_clauses
from evidencelab.evidence.text.cut_text import MeasuredText

_LINES = (
    "Pool A is not up, pool B is.",
    "Unless the fee is paid, the seat is free until noon?",
    "Not covered:",
    "- glass (except windows)",
    "The vendor claims that the pump failed, reportedly.",
    "if x > 3 and x < 9 then y = 2 * 4",
    "",
    "The order was shipped on Monday.",
)


def test_governors_are_negations_and_what_forbids_in_order():
    clauses = Clauses("unless it is not up except now", None, {})
    assert clauses.governors == [(0, 6), (13, 16), (20, 26)]
    assert clauses.negations == [(13, 16)]


def test_a_part_is_read_at_its_offset():
    text = "It is up. Unless it is not, it may fail (except now)?\nPerhaps it is."
    whole, part = Clauses(text, None, {}), Clauses(text[10:], None, {10: (0, 3)}, 10)
    assert part.hedges.pop(20) == (10, 13)
    for name in Clauses.__slots__:
        assert getattr(part, name) == getattr(whole, name), name


def test_a_short_text_is_read_at_once_and_a_longer_one_by_pages():
    assert isinstance(read_clauses(MeasuredText("x" * clause_reading._SHORT)), Clauses)
    assert isinstance(read_clauses(MeasuredText("x" * (clause_reading._SHORT + 1))), PagedClauses)


@pytest.mark.parametrize("n_lines", [1, 2, 5, 40])
def test_pages_say_of_a_line_what_the_whole_says(monkeypatch, n_lines):
    monkeypatch.setattr(clause_reading, "_PAGE", 60 * n_lines)
    monkeypatch.setattr(clause_reading, "_MARGIN", 200)
    folded = "\n".join(_LINES * 40)
    paged = PagedClauses(MeasuredText(folded))
    below_headings = clause_reading._read_below_headings(folded)
    whole = Clauses(folded, None, below_headings)
    assert below_headings
    for at in range(len(folded) + 1):
        page = paged.at(at)
        for name in ("hedges", "conditions", "exceptions", "doubts", "suppositions"):
            assert getattr(page, name).get(at) == getattr(whole, name).get(at), (name, at)
        assert (at in page.questions) == (at in whole.questions)
        for name in ("negations", "governors"):
            line = folded.rfind("\n", 0, at) + 1, (folded.find("\n", at) + 1 or len(folded))
            near = [
                [span for span in getattr(clauses, name) if line[0] <= span[0] < line[1]]
                for clauses in (page, whole)
            ]
            assert near[0] == near[1]


@pytest.mark.parametrize("product", ["3*4", "3 * 4", "3 x 4"])
@pytest.mark.parametrize("excerpt", ["the pool has 3", "4 workers run by cron"])
def test_a_factor_is_no_number_of_its_own(product, excerpt):
    match = match_excerpt(excerpt, f"the pool has {product} workers run by cron")
    assert match.decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("the seat is free", "mismatch", id="limited"),
        pytest.param("the pump failed", "mismatch", id="claimed"),
        pytest.param("glass (except windows)", "mismatch", id="denied-by-a-heading"),
        pytest.param("The order was shipped on Monday", "accept", id="plain"),
    ],
)
def test_a_long_text_is_quoted_as_a_short_one(excerpt, decision):
    short = "\n".join(_LINES)
    filler = "\n".join(f"row {number}: value={number}" for number in range(2000))
    assert match_excerpt(excerpt, short).decision == decision
    assert match_excerpt(excerpt, prepare_text(f"{filler}\n\n{short}\n{filler}")).decision == decision
