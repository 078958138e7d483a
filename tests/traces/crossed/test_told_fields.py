"""A value told under the name of another field of its record is found."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

VAT = (
    "Name: brew-9\nCaps:\n  heat:   640W\n  stir:   90W\nDraws:\n  heat:   410W\n  stir:   75W\n"
    "Note: cleaned twice"
)
GAUGE = (
    "Gauge means:\n  gauge_9: 9106.69 against 9056.01 (z=+6.1)\n  gauge_4: 1412.30 against 1408.22 (z=+3.6)"
)
TANK = json.dumps({"tank": "T-9", "capacity_l": 8200, "filled_l": 6150, "reserve_l": 700})


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(VAT, "The heat cap is 410W.", True, id="field-of-the-next-head"),
        pytest.param(VAT, "The heat cap is 640W.", False, id="field-own"),
        pytest.param(VAT, "The heat cap is 640W, and the draw is 410W.", False, id="both-fields"),
        pytest.param(TANK, "The reserve is 6,150.", True, id="field-of-one-record"),
        pytest.param(GAUGE, "Well outside normal (gauge_9 z=+6.1, gauge_4 z=+3.6).", False, id="own-key"),
        pytest.param(TANK, "T-9 holds 6,150 of 8,200 litres.", False, id="field-told-in-other-words"),
    ],
)  # fmt: skip
def test_value_of_another_field_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


HULLS = json.dumps(
    [
        {"part": "keel-a7", "flaw": "HX-2031-4417", "seen": "10.2.0", "mended": "10.4.1", "weight": 812, "limit": 940},
        {"part": "rudder-b2", "flaw": "HX-2031-1873", "seen": "2.31.0", "mended": "2.32.4", "weight": 377, "limit": 455},
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("title", "cell", "is_found"),
    [
        pytest.param("Mended in", "10.4.1", False, id="own-field"),
        pytest.param("Mended in", "10.2.0", True, id="other-version-of-the-row"),
        pytest.param("Version", "10.2.0", False, id="title-names-no-field"),
        pytest.param("Limit", "940", False, id="own-number"),
        pytest.param("Limit", "812", True, id="other-number-of-the-row"),
        pytest.param("Weight limit", "812", False, id="title-names-both"),
    ],
)
def test_a_cell_under_the_title_of_another_field_of_its_record_is_altered(title, cell, is_found):
    answer = f"| Flaw | {title} |\n|---|---|\n| HX-2031-4417 | {cell} |"
    assert ("altered" in findings_on(answer, ("scan_hull", {}, HULLS))) is is_found


VISITS = (
    "list_visits",
    {},
    [
        {"id": "VT-20", "booked": "2031-08-04 09:12", "ended": "2031-08-04 11:27"},
        {"id": "VT-21", "booked": "2031-08-04 10:05", "ended": None},
    ],
)
RUNS = (
    "read_runs",
    {},
    "run: nightly\nstarted_at: 2031-08-04 01:12:40\nfinished_at: 2031-08-04 01:58:03\n"
    "run: weekly\nstarted_at: 2031-08-03 02:10:00\nfinished_at: 2031-08-03 03:44:19\n",
)


@pytest.mark.parametrize(
    ("reply", "wrong", "right"),
    [
        pytest.param(VISITS, "VT-20 ended at 09:12.", "VT-20 ended at 11:27.", id="record"),
        pytest.param(VISITS, "VT-20 was booked at 11:27.", "VT-20 was booked at 09:12.", id="the-other"),
        pytest.param(
            RUNS, "The nightly run finished at 01:12:40.", "The nightly run finished at 01:58:03.", id="page"
        ),
        pytest.param(
            RUNS, "- 03:44:19 – weekly run started", "- 03:44:19 – weekly run finished", id="behind"
        ),
    ],
)
def test_a_time_must_be_that_of_what_is_told(reply, wrong, right):
    assert findings_on(wrong, reply) == ["altered"]
    assert findings_on(right, reply) == ["sound"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("VT-20 was made at 09:12 and has ended.", id="another-verb"),
        pytest.param("VT-20 was booked at 09:12 and ended at 11:27.", id="both-told"),
        pytest.param("VT-20 had not ended at 09:12.", id="denied"),
    ],
)
def test_a_time_of_another_event_is_left_alone(text):
    assert findings_on(text, VISITS) == ["sound"]
