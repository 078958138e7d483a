"""Numbers that follow from others, shown with their derivation; chance does not count."""

from __future__ import annotations

import pytest

from evidencelab.traces.arithmetic import derived
from evidencelab.traces.arithmetic.quantities import Quantity, Target, quantity
from evidencelab.traces.arithmetic.written_workings import written_out
from evidencelab.traces.values.reader import value_tokens


def quantities(text: str) -> list[Quantity]:
    return [quantity(token) for token in value_tokens(text) if token.kind == "number"]


def target(text: str) -> Target:
    (token,) = value_tokens(text)
    size = 1.0 if token.unit is None else token.unit.size
    dimension = "" if token.unit is None else token.unit.dimension
    return Target((token.number or 0) * size, dimension, token.step / 2 * size, token.digits, size)


@pytest.mark.parametrize(
    ("said", "operands", "cued", "expected"),
    [
        ("30", "3 10", "product", "3 x 10"),
        ("$255", "$152 $103", "sum", "$152 + $103"),
        ("17", "89 72", "difference", "89 - 72"),
        ("78%", "156 199", "percent", "156 / 199 as a percentage"),
        ("12%", "100 112", "change", "change from 100 to 112 in percent"),
        ("1.4", "12.45 8.9", "ratio", "12.45 / 8.9"),
        ("$6.30", "$42 15%", "portion", "15% of $42"),
        ("12", "37 3h", "ratio", "37 in 3h, a hour"),
        ("2 hours", "5h 3h", "difference", "5h - 3h"),
        ("$10", "$66 6.6GB", "each", "$66 per 6.6GB"),
        ("2.2", "0.921 0.899", "points", "0.921 - 0.899 in points"),
        ("0.7", "8.6% 7.9%", "difference", "8.6% - 7.9%"),
    ],
)
def test_pair_of_operands_is_found_where_the_wording_speaks_of_it(said, operands, cued, expected):
    group = quantities(operands)
    assert derived.from_pair(target(said), group, group, frozenset({cued})) == expected


@pytest.mark.parametrize(
    ("said", "operands"),
    [
        ("78%", "156 199 43 12 7 81 93 64 58"),
        ("44", "10 12 17 20 21 24 27 34"),
    ],
)
def test_chance_is_no_derivation_where_the_wording_speaks_of_none(said, operands):
    group = quantities(operands)
    assert derived.from_pair(target(said), group, group, frozenset()) is None


def test_a_word_for_quotients_does_not_let_any_of_many_count():
    few, many = quantities("1546 17"), quantities("1546 17 68 12 103 29 880 41 7 254 36")
    cued = frozenset({"ratio"})
    assert derived.from_pair(target("91"), few, few, cued) == "1546 / 17"
    assert derived.from_pair(target("91"), many, many, cued) is None


def test_units_that_do_not_go_together_make_nothing():
    group = quantities("5 GB 3 s")
    assert derived.from_pair(target("8 GB"), group, group, frozenset({"sum"})) is None


@pytest.mark.parametrize(
    ("said", "cued", "expected"),
    [
        ("60", "sum", "sum of 10, 20, 30"),
        ("20", "mean", "mean of 10, 20, 30"),
        ("20", "spread", "range of 10, 20, 30"),
        ("30", "sum", "maximum of 10, 20, 30"),
        ("60", "mean", None),
    ],
)
def test_column_is_summed_where_the_wording_speaks_of_it(said, cued, expected):
    assert derived.from_all(target(said), quantities("10 20 30"), "x", frozenset({cued})) == expected


def test_expression_that_is_written_out_is_worked_out():
    text = "14.5 days left: 28 allowance + 3 carried over − 11.5 taken − 5 booked"
    tokens = value_tokens(text)
    found = written_out(target("14.5 days"), text, tokens, tokens[0])
    assert found == "28 + 3 - 11.5 - 5"
    assert written_out(target("15.5 days"), text, tokens, tokens[0]) is None


def test_share_of_a_column_total_is_found():
    column = quantities("301 88 23")
    assert (
        derived.share_of_total(target("73%"), quantities("301"), column) == "301 of the sum 412, in percent"
    )
    assert derived.share_of_total(target("74%"), quantities("301"), column) is None
