"""Numbers behind copied words, of two measures, of no day, and under an id: told wrongly, and honest ones."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

LOG = (
    "10:02 kiln-3 warning: burner held at the ceiling of allotted fuel 6Mi for the night\n"
    "10:07 kiln-3 note: the batch was sorted by hand, shelf of tray 4\n"
    "batch 17 (shelf id: 42) fired\n"
    "by month: 58 batches fired in May\n"
)
HEAT = "Tarn gauge reads 84°F; Moss gauge reads 61°F."
RATIO = "Firing ratio: density = 0.0461, spread = 0.3907"


def bad(result: str, answer: str) -> list[str]:
    return [s.text for s in report_on(answer, ("look", {}, result)).findings]


def test_words_copied_from_the_evidence_go_on_with_its_number():
    said = "The log says `burner held at the ceiling of allotted fuel {}`."
    assert bad(LOG, said.format("6Mi")) == []
    assert len(bad(LOG, said.format("6Gi"))) == 1


def test_like_words_of_one_s_own_are_no_copy():
    assert bad(LOG, "I would set the ceiling of fuel to 8Mi.") == []


def test_a_difference_of_the_only_two_measures_is_theirs():
    assert bad(HEAT, "Tarn is at 84°F and Moss at 61°F. The difference is 23°F.") == []
    assert bad(HEAT, "Tarn is at 84°F and Moss at 61°F. The difference is 37°F.") == [
        "The difference is 37°F."
    ]


def test_a_number_below_one_with_two_digits_exchanged():
    assert bad(RATIO, "The spread is 0.3907.") == []
    assert len(bad(RATIO, "The spread is 0.3097.")) == 1


@pytest.mark.parametrize(
    ("answer", "n_bad"),
    [
        ("The batch was fired on Sep 57 by hand.", 1),
        ("In May 58 batches were fired.", 0),
        ("It lies on the shelf with ID 42.", 0),
        ("It lies on the shelf with ID 97.", 1),
    ],
)
def test_no_month_has_such_a_day_and_no_id_is_worked_out(answer, n_bad):
    assert len(bad(LOG, answer)) == n_bad


@pytest.mark.parametrize(
    ("answer", "n_bad"),
    [
        ("700 sheets of ruled paper arrive on Monday.", 0),
        ("7000 sheets of ruled paper arrive on Monday.", 1),
        ("I would order 7000 sheets of ruled paper.", 0),
        ("Two orders of it make 1400 sheets of ruled paper.", 0),
        ("- 50 candles", 0),
        ("- 500 candles", 1),
        ("Around 600 sheets of ruled paper are left.", 0),
        ("Elsewhere 2000 sheets of blotting felt are kept.", 0),
    ],
)
def test_a_thing_is_counted_as_who_asked_counted_it(answer, n_bad):
    question = "Please get 700 sheets of ruled paper and 50 candles by Monday."
    assert (
        len(report_on(answer, ("order", {}, "accepted, delivery Monday"), question=question).findings)
        == n_bad
    )


FUND = '{"grossYieldTtm": 31.72, "payoutGrowth3Y": 7.46, "beta": 1.08}\n*** 47 SECONDS OF SILENCE *** then 3 beeps'


@pytest.mark.parametrize(
    ("answer", "n_bad"),
    [
        ("The gross yield is 31.72%.", 0),
        ("The gross yield is 31.72‰.", 1),
        ("Over three years the payout growth is 7.46%.", 0),
        ("Over three years the payout growth is 7.64%.", 1),
        ("The silence lasted 47 s.", 0),
        ("The silence lasted 47.0 ms.", 1),
        ("If nothing changes, the payout comes on May 74, 2031.", 1),
    ],
)
def test_exact_digits_in_a_unit_that_nobody_wrote_and_sums_that_a_field_is_named_for(answer, n_bad):
    assert len(bad(FUND, answer)) == n_bad
