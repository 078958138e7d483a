"""Lists that recite a record: a field told wrongly, and what only looks so."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

FERRIES = json.dumps(
    {
        "sailings": [
            {
                "sailing": "NK417",
                "departs": "06:40",
                "arrives": "09:15",
                "fares": {"deck": 58, "lounge": 134, "cabin": 299},
                "free": {"deck": 210, "lounge": 44, "cabin": 9},
            },
            {
                "sailing": "NK423",
                "departs": "13:05",
                "arrives": "15:40",
                "fares": {"deck": 66, "lounge": 147, "cabin": 281},
                "free": {"deck": 95, "lounge": 18, "cabin": 3},
            },
        ]
    }
)
LAPS = "Fastest lap: 94.6250 km/h by cart 'b31' after 1800 sec\nSlowest lap: 0.0000 km/h by cart 'k7' after 0 sec"
TALLY = "[('HERON', 73), ('GREY GOOSE', 24), ('TEAL', 17), ('COOT', 6), ('SWAN', 2)]"
BILLS = json.dumps({"rows": [{"ref": 6120, "part": "Latch", "qty": 3, "each": 14.5}, {"ref": 6147, "part": "Hinge",
                   "qty": 1, "each": 22.25}, {"ref": 6183, "part": "Strut", "qty": 1, "each": 31.75}]})  # fmt: skip


def bad(result: str, answer: str) -> list[str]:
    return [s.text for s in report_on(answer, ("look", {}, result)).findings]


def sailing(fare: str, label: str = "Lounge Fare", arrives: str = "09:15") -> str:
    return (
        f"Here is one sailing:\n\n**Sailing NK417**\n- Departs: 06:40\n- Arrives: {arrives}\n"
        f"- {label}: {fare}\n- Free Lounge: 44\n"
    )


def test_a_field_of_the_recited_record_is_told_as_it_is():
    assert bad(FERRIES, sailing("$134")) == []
    assert bad(FERRIES, sailing("$507")) == ["Lounge Fare: $507"]


@pytest.mark.parametrize(
    ("label", "fare"),
    [
        ("Lounge fare for both of you", "$268"),
        ("Total lounge fare (two people)", "$268"),
        ("Saved against the cabin", "$165"),
    ],
)
def test_a_label_that_says_more_than_the_field_is_left_alone(label, fare):
    assert bad(FERRIES, sailing(fare, label)) == []


def test_one_time_of_a_list_that_stands_as_it_was_read_was_not_converted():
    assert bad(FERRIES, sailing("$134", arrives="11:15")) == ["Arrives: 11:15"]


def test_a_time_under_the_heading_of_its_line_is_that_line_s():
    told = "**Slowest Lap**\n- Speed: 0.0000 km/h\n- Cart: `k7`\n- After: {} seconds\n"
    assert bad(LAPS, told.format(0)) == []
    assert bad(LAPS, told.format(6)) == ["After: 6 seconds"]


def test_a_count_under_its_name_in_a_list_of_counts():
    told = "The counts are:\n- HERON: {}\n- GREY GOOSE: 24\n- TEAL: 17\n- COOT: 6\n- SWAN: 2\n"
    assert bad(TALLY, told.format(73)) == []
    assert bad(TALLY, told.format(41)) == ["HERON: 41"]


def test_a_cell_that_its_own_row_makes_is_worked_out_though_others_of_its_column_were_read():
    told = "| Part | Qty | Amount |\n|---|---|---|\n| Latch | 3 | {} |\n| Hinge | 1 | 22.25 |\n| Strut | 1 | 31.75 |\n"
    assert bad(BILLS, told.format("43.50")) == []
    assert len(bad(BILLS, told.format("61.30"))) == 1


@pytest.mark.parametrize("ref", ["ticket 6147", "order #6147", "invoice no. 6147"])
def test_what_a_thing_is_filed_under_is_never_worked_out(ref):
    assert bad(BILLS, f"The hinge is on {ref}.") == []
    assert len(bad(BILLS, f"The hinge is on {ref.replace('6147', '8205')}.")) == 1
    assert bad(BILLS, "You could order 8205 hinges.") == []
