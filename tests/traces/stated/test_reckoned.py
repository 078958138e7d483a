"""Numbers worked out in ways that only a wide look finds, in the tables of the evidence.

Each honest one has a neighbour that no working gives.
"""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

FERRIES = """pier,crossings,missed,crew
north,4120,1537,31
south,3870,3312,18
east,2954,806,24"""
NIGHTS = {"nights": {"owls": 37, "bats": 118, "moths": 26}}
ORDERS = [
    {"plot": "P-31", "sown": "2031-04-11", "terms": 25},
    {"plot": "P-32", "sown": "2031-04-19", "terms": 25},
]
REAPED = "slip,plot,reaped\nS-7,P-31,2031-05-20\nS-9,P-32,2031-05-14"
PEAT = {"stored_kg": 4817366144, "room_kg": 4831838208, "kind": "peat"}
FILES = "read: ledger.007731\nwritten: ledger.007714"
MAILS = "Two million letters were lost, wrote the postmaster."
CALLS = (
    ("ferries", {"branch": "coast-2.9"}, FERRIES),
    ("nights", {}, NIGHTS),
    ("orders", {}, {"orders": ORDERS}),
    ("reaped", {}, REAPED),
    ("peat", {}, PEAT),
    ("files", {}, FILES),
    ("mails", {}, MAILS),
    ("planks", {}, {"total": 2741.0, "oak": 4120, "elm": 2954}),
)


def last_of(answer: str):
    return report_on(answer, *CALLS, question="How did the coast do for our 4 stewards?").statements[-1]


@pytest.mark.parametrize(
    ("answer", "honest", "other"),
    [
        pytest.param("At the north pier {} were missed.", "37.3%", "43.7%", id="share-of-two-columns"),
        pytest.param(
            "The first two missed {} crossings on average.", "2,424.5", "2,878.5", id="mean-of-a-run"
        ),
        pytest.param("Without the south pier {} crossings were made in total.", "7,074", "7,851", id="rest"),
        pytest.param("{} creatures came at night in all.", "181", "247", id="sum-of-one-row"),
        pytest.param("There is room for {} kg more.", "14,472,064", "17,442,064", id="two-fields"),
        pytest.param("`P-31` was reaped {} after it was sown.", "39 days", "47 days", id="two-records"),
        pytest.param(
            "`ledger.007714` is behind `ledger.007731` by {} files.", "17", "23", id="ends-of-names"
        ),
    ],
)
def test_what_two_numbers_of_a_table_or_a_record_come_to(answer, honest, other):
    assert not last_of(answer.format(honest)).is_bad, last_of(answer.format(honest)).reason
    assert not any(
        v.verdict == "derived" and v.value.startswith(other) for v in last_of(answer.format(other)).values
    )


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("On 2.9 the piers made 10,944 crossings in total.", False, id="part-of-an-argument"),
        pytest.param("On 2.7 the piers made 10,944 crossings in total.", True, id="of-no-argument"),
    ],
)
def test_numbers_in_another_form(answer, is_bad):
    assert last_of(answer).is_bad is is_bad, last_of(answer).reason


@pytest.mark.parametrize(("count", "finding"), [("2 million", "sound"), ("3 million", "not_checkable")])
def test_round_number_in_words(count, finding):
    assert last_of(f"The postmaster lost {count} letters.").finding == finding
