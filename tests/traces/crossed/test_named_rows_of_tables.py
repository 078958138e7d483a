"""What names the row that a number is told of: its number, its name elsewhere, what stands above it."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

SHARDS = (
    "index     shard   docs        bytes      node\n"
    "parcels   0       1,204,331   48112034   hen-2\n"
    "parcels   1       1,377,905   51920413   hen-4\n"
    "parcels   2       1,198,046   47003391   hen-1"
)
SEATS = json.dumps(
    [{"gate": gate, "seats": seats, "crew": 4} for gate, seats in ((11, 164), (12, 189), (13, 142))]
)
STAFF = "no        name        grade   since\nK20418    Wren Abara  B2      2029-04-11\nK20733    Odile Marsh B1      2030-09-02"
LEAVE = "no        granted   taken   left\nK20418    25        12.5    12.5\nK20733    28        9       19"
VANS = json.dumps(
    {"vans": {"pike": {"kind": "box", "load_kg": 840}, "tench": {"kind": "flat", "load_kg": 1265}}}
)
LEVELS = json.dumps(
    {
        "status": "success",
        "data": {
            "resultType": "vector",
            "result": [
                {"metric": {"pump": f"pump-6c8d9-{tail}"}, "value": [1929162000, value]}
                for tail, value in (("k7mzt", "612.4"), ("w2xqp", "587.9"), ("d9rlv", "633.1"))
            ],
        },
    }
)
SIZES = "171G\t/var/yard\n118G\t/var/yard/crates\n44G\t/var/yard/spools\n8.2G\t/var/yard/old-hoist\n9.6G\t/var/tally"
DISKS = (
    "host      size_gb   used_gb   use%   full\n"
    "quay-31   100       88        88%    yes\n"
    "quay-60   100       54        54%    no\n"
    "quay-77   100       91        91%    yes"
)
POLL = "too slow       214\nno ramp        131\nwrong berth    97\nnot needed     79"
LINES = (
    "line             waiting   per_min   oldest_crate_age\n"
    "north.outbound   412       38.2      2h51m\n"
    "south.retry      96        61.0      1h32m"
)


@pytest.mark.parametrize(
    ("output", "own", "crossed"),
    [
        pytest.param(SHARDS, "- s1: 1,377,905 docs", "- s1: 1,204,331 docs", id="letter-and-number"),
        pytest.param(SHARDS, "The shard 2 holds 1,198,046 docs.", "The shard 2 holds 1,377,905 docs.", id="word-and-number"),
        pytest.param(SEATS, "Gate 12 has 189 seats.", "Gate 12 has 164 seats.", id="number-of-a-record"),
        pytest.param(VANS, "`tench` carries 1265 kg.", "`tench` carries 840 kg.", id="key-of-an-object"),
        pytest.param(LEVELS, "- `w2xqp`: 587.9", "- `w2xqp`: 612.4", id="tail-of-a-series"),
        pytest.param(
            SIZES,
            "`/var/yard/spools` takes 44G and `/var/yard/old-hoist` 8.2G.",
            "`/var/yard/spools` takes 44G and `/var/yard/old-hoist` 9.6G.",
            id="measure-in-front-of-the-name",
        ),
        pytest.param(
            DISKS,
            "| Host | Size | Used | Full |\n|---|---|---|---|\n| quay-31 | 100 GB | 88% | yes |",
            "| Host | Size | Used | Full |\n|---|---|---|---|\n| quay-31 | 100 GB | 91% | yes |",
            id="same-number-in-two-columns",
        ),
        pytest.param(
            POLL,
            '"No ramp" follows with 131 and "wrong berth" with 97.',
            '"No ramp" follows with 131 and "wrong berth" with 79.',
            id="by-turns-of-a-row-not-named",
        ),
        pytest.param(
            LINES,
            "`north.outbound` has 412 waiting. The oldest crate is 2h51m old.",
            "`north.outbound` has 412 waiting. The oldest crate is 1h32m old.",
            id="goes-on-from-the-sentence-before",
        ),
        pytest.param(
            LINES,
            "### north.outbound\n- oldest crate: 2h51m",
            "### north.outbound\n- oldest crate: 1h32m",
            id="stands-under-a-heading",
        ),
        pytest.param(
            LINES,
            "The lines (`north.outbound` with 38.2 a minute, `south.retry` with 61.0) are slow; it may be the ramp.",
            "The lines (`north.outbound` with 61.0 a minute, `south.retry` with 38.2) are slow; it may be the ramp.",
            id="beside-a-supposition",
        ),
    ],
)  # fmt: skip
def test_a_sisters_number_is_found_however_the_row_is_named(output, own, crossed):
    assert not {"altered", "unsupported"} & set(findings_on(own, ("read_board", {}, output)))
    assert "altered" in findings_on(crossed, ("read_board", {}, output))


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("- Wren Abara: 12.5 days left", False, id="own"),
        pytest.param("- Wren Abara: 19 days left", True, id="of-a-sister"),
    ],
)
def test_a_row_is_called_by_the_name_its_id_has_in_another_list(answer, is_altered):
    calls = ("list_staff", {}, STAFF), ("list_leave", {}, LEAVE)
    assert ("altered" in findings_on(answer, *calls)) is is_altered


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        pytest.param(SHARDS, "s2 is smaller than the 1,377,905 docs of the largest.", id="compared"),
        pytest.param(SHARDS, "The index parcels has 3 shards, the largest with 1,377,905 docs.", id="counted"),
        pytest.param(LINES, "`north.outbound` and `south.retry` wait. The oldest crate is 1h32m old.", id="two-rows"),
        pytest.param(LINES, "`north.outbound` has 412 waiting.\n\nThe other line's oldest crate is 1h32m old.", id="other"),
        pytest.param(POLL, '"No ramp" leads with 131, ahead of "wrong berth" by 79.', id="change"),
        pytest.param(DISKS, "Before quay-31 was mended, the queue held 91 crates.", id="before-the-row"),
        pytest.param(DISKS, "quay-31 went through 54 to 91 crates.", id="range"),
        pytest.param(DISKS, "quay-31 has been filling up since quay-77 reached 91%.", id="of-the-row-beside"),
    ],
)  # fmt: skip
def test_a_number_told_of_others_than_the_row_is_let_off(output, answer):
    assert "altered" not in findings_on(answer, ("read_board", {}, output))
