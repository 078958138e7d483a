"""Arithmetic that runs down a table or a list of one shape."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.reading import read_statement
from evidencelab.traces.stated.columns import columns
from evidencelab.traces.wording.statements import split_statements

SHARES = ["| Oak | 25 | 200 | 12.5 % |", "| Ash | 30 | 150 | 20 % |", "| Yew | 63 | 140 | 45 % |"]


def table(*rows, head="| Tree | Ill | All | Share |"):
    return "\n".join((head, "|" + "---|" * (head.count("|") - 1), *rows))


def found(text, *, agrees):
    read = [read_statement(statement) for statement in split_statements(text)]
    return [w.said for _, w in columns(read) if w.agrees == agrees and w.operands]


def test_rows_of_one_arithmetic_bear_each_other_out():
    assert found(table(*SHARES), agrees=True) == ["25 of 200", "30 of 150", "63 of 140"]
    assert found(table(*SHARES), agrees=False) == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param(
            [*SHARES, "| Fir | 24 | 96 | 52 % |"], "24 of 96 is 25 %, not 52 %, as in the other rows", id="share"
        ),
        pytest.param(
            ["| a | 40 | 12.5 | 3 | 24.5 |", "| b | 90 | 75 | 4.5 | 10.5 |", "| c | 48 | 17 | 2 | 29 |",
             "| d | 45 | 20 | 6.5 | 28.5 |"],
            "45 - 20 - 6.5 is 18.5, not 28.5, as in the other rows",
            id="what-two-leave",
        ),
        pytest.param(
            ["| a | 32 | 4 | 19 | 17 |", "| b | 25 | 0 | 23 | 2 |", "| c | 41 | 6 | 12 | 35 |",
             "| d | 30 | 0 | 8 | 25 |"],
            "30 + 0 - 8 is 22, not 25, as in the other rows",
            id="what-one-leaves-of-two",
        ),
        pytest.param(
            ["| a | 48 | 12 | 36 |", "| b | 63 | 27 | 36 |", "| c | 91 | 40 | 51 |", "| d | 75 | 34 | 43 |"],
            "75 - 34 is 41, not 43, as in the other rows",
            id="two-off-where-nothing-was-rounded",
        ),
        pytest.param(
            ["| a | 40 | 12.5 | 3 | 55.5 |", "| b | 90 | 75 | 4.5 | 169.5 |", "| c | 48 | 17 | 2 | 67 |",
             "| d | 45 | 20 | 6.5 | 81.5 |"],
            "45 + 20 + 6.5 is 71.5, not 81.5, as in the other rows",
            id="sum-of-three",
        ),
        pytest.param(
            ["| a | 40 | 62 | +22 |", "| b | 90 | 75 | -15 |", "| c | 17 | 48 | +31 |", "| d | 20 | 45 | +52 |"],
            "45 - 20 is 25, not +52, as in the other rows",
            id="difference",
        ),
        pytest.param(
            ["| a | 40 | 62 | +22 |", "| b | 90 | 75 | -15 |", "| c | 17 | 48 | +31 |", "| d | 20 | 45 | -25 |"],
            "45 - 20 is 25, not -25, as in the other rows",
            id="sign",
        ),
        pytest.param(
            ["| a | $40 | $50 | +25 % |", "| b | $80 | $60 | -25 % |", "| c | $50 | $56 | +12 % |",
             "| d | $20 | $33 | +35 % |"],
            "from $20 to $33 is 65 %, not +35 %, as in the other rows",
            id="growth",
        ),
    ],
)  # fmt: skip
def test_the_one_row_that_breaks_the_arithmetic_is_contradicted(rows, said):
    assert found(table(*rows), agrees=False) == [said]


def test_bullets_of_one_shape_are_rows():
    text = (
        "- May: 40 calls, 8 lost (20 %)\n- June: 50 calls, 12 lost (24 %)\n- July: 75 calls, 27 lost (36 %)"
    )
    assert found(text, agrees=True) == ["8 of 40", "12 of 50", "27 of 75"]


@pytest.mark.parametrize(
    ("rows", "n_borne_out"),
    [
        pytest.param(["| a | 641.3 | 83.5% |", "| b | 766.1 | 99.8% |", "| c | 702.8 | 91.5% |"], 3, id="of-a-limit"),
        pytest.param(["| a | 52.10 | 62.00 |", "| b | 18.40 | 21.90 |", "| c | 77.25 | 91.93 |", "| d | 30 | 32.10 |"], 3, id="but-one"),
        pytest.param(["| a | 641.3 | 83.5% |", "| b | 766.1 | 71.2% |", "| c | 702.8 | 91.5% |"], 0, id="of-two-rows"),
        pytest.param(["| a | 2 | 4 |", "| b | 3 | 6 |", "| c | 5 | 10 |"], 0, id="of-small-counts"),
        pytest.param(["| a | 641.3 | 641.3 |", "| b | 766.1 | 766.1 |", "| c | 702.8 | 702.8 |"], 0, id="told-twice"),
    ],
)  # fmt: skip
def test_rows_in_one_proportion_bear_each_other_out_and_contradict_none(rows, n_borne_out):
    assert (
        len([s for s in found(table(*rows, head="| Pod | Used | Share |"), agrees=True) if "proportion" in s])
        == n_borne_out
    )
    assert found(table(*rows, head="| Pod | Used | Share |"), agrees=False) == []


def test_short_results_tell_together_what_none_tells_alone():
    rows = [
        "| a | 30 | 21 | 3 | 6 |",
        "| b | 28 | 12 | 5 | 11 |",
        "| c | 25 | 9 | 10 | 6 |",
        "| d | 30 | 18 | 4 | 8 |",
    ]
    of_all = table(*rows, head="| Who | Days | Taken | Planned | Open |")
    assert "28 - 12 - 5" in found(of_all, agrees=True)
    assert found(table(*rows[:2], head="| Who | Days | Taken | Planned | Open |"), agrees=True) == []


def test_two_odd_rows_are_no_arithmetic():
    rows = [*SHARES, "| Fir | 24 | 96 | 52 % |", "| Elm | 24 | 96 | 7 % |"]
    assert found(table(*rows), agrees=False) == []


def test_a_total_is_wrong_only_where_another_column_adds_up():
    rows = ["| a | 14 | 220 |", "| b | 25 | 310 |", "| c | 31 | 105 |"]
    head = "| Site | Beds | Visits |"
    wrong = table(*rows, "| **Total** | 70 | 536 |", head=head)
    assert found(wrong, agrees=False) == ["the sum of the 3 rows is 635, not 536"]
    other = table(*rows, "| **Total** | 90 | 536 |", head=head)
    assert found(other, agrees=False) == []


def test_one_off_may_have_been_rounded():
    rows = ["| a | 48 | 12 | 36 |", "| b | 63 | 27 | 36 |", "| c | 91 | 40 | 51 |", "| d | 75 | 34 | 42 |"]
    assert found(table(*rows), agrees=False) == []


def test_bounds_are_no_operands():
    rows = ("Math: 3 below 50, Fir 48", "English: 3 below 50, Elm 47", "Art: 3 below 50, Oak 44")
    assert found("\n".join(f"- {row}" for row in rows), agrees=True) == []


@pytest.mark.parametrize(
    ("total", "is_wrong"),
    [("1,461", False), ("1,641", True), ("1,561", True), ("2,100", False), ("1,460", False), ("1,468", True)],
    ids=["adds-up", "swapped", "a-digit-off", "of-something-else", "within-a-step", "last-digit"],
)
@pytest.mark.parametrize("heading", ["", "## Suggested trip\n\n"], ids=["plain", "advised"])
def test_a_lone_total_is_wrong_where_it_is_a_digit_off(heading, total, is_wrong):
    text = table(
        "| Ferry | 1,024 |", "| Hostel | 437 |", f"| **Total** | **{total}** |", head="| Item | Cost |"
    )
    said = found(heading + text, agrees=False)
    assert said == ([f"the sum of the 2 rows is 1,461, not {total}"] if is_wrong else [])


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(
            ["| East | 7.4 | +0.4 | 3 |", "| West | 3.9 | -0.2 | 1 |", "| Hill | 1.8 | +0.1 | 0 |",
             "| Dale | 0.9 | +0.1 | 0 |", "| Cape | 1.2 | -0.1 | 2 |"],
            id="products-of-nearly-nothing",
        ),
        pytest.param(
            ["| a | 2.4 | 0.8 | 2 |", "| b | 5.1 | 0.6 | 3 |", "| c | 1.4 | 0.7 | 1 |", "| d | 3.3 | 0.4 | 4 |"],
            id="products-of-one-digit",
        ),
        pytest.param(
            ["| a | 9 | 4.4 | 2 |", "| b | 7 | 2.2 | 3 |", "| c | 8 | 7.6 | 1 |", "| d | 6 | 2.1 | 5 |"],
            id="quotients-of-one-digit",
        ),
        pytest.param(
            ["| 甲 | 0.3 | 0.4 | 0 |", "| 乙 | 0.2 | 0.6 | 0 |", "| 丙 | 0.1 | 0.9 | 0 |", "| 丁 | 0.5 | 0.6 | 4 |"],
            id="zh-noughts",
        ),
    ],
)  # fmt: skip
def test_rows_that_agree_by_chance_bear_nothing_out(rows):
    assert found(table(*rows, head="| Place | Cost | Change | Open |"), agrees=False) == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param(
            ["| a | 1.84 | 2.5 | 4.60 |", "| b | 3.15 | 1.4 | 4.41 |", "| c | 2.22 | 3.5 | 7.77 |",
             "| d | 4.05 | 1.2 | 8.46 |"],
            "4.05 x 1.2 is 4.86, not 8.46, as in the other rows",
            id="long-products",
        ),
        pytest.param(
            ["| a | 21 | 9 | 30 |", "| b | 34 | 12 | 46 |", "| c | 18 | 0 | 18 |", "| d | 40 | 15 | 75 |"],
            "75 - 40 is 35, not 15, as in the other rows",
            id="sums-with-a-nought",
        ),
    ],
)  # fmt: skip
def test_a_row_against_long_results_is_found(rows, said):
    assert found(table(*rows, head="| Lot | One | Other | All |"), agrees=False)[-1:] == [said]
