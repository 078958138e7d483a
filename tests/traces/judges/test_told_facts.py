"""What stands under a heading of advice and tells facts is judged as such; what is advised is not."""

import pytest

from tests.traces.asked import findings_on

_QUERIES = {
    "rows": [
        {"query": "SELECT * FROM parcels", "calls": 7120, "mean_ms": 41.85},
        {"query": "SELECT id FROM depots", "calls": 9345, "mean_ms": 12.4},
        {"query": "UPDATE routes SET eta", "calls": 2210, "mean_ms": 88.15},
    ]
}
_OFFERS = {
    "offers": [
        {"carrier": "Blueline", "leaves": "08:35", "price": 214.6},
        {"carrier": "Ostrava Air", "leaves": "11:50", "price": 187.25},
        {"carrier": "Nordjet", "leaves": "17:05", "price": 329.4},
    ]
}
_BUILD = {"index": "parcels_geo", "size_gb": 7.9, "started": "2026-03-02", "state": "green", "docs": 48213}


@pytest.mark.parametrize(
    ("told", "finding"),
    [("41.85 ms", "sound"), ("41.85 s", "altered"), ("48.15 ms", "altered")],
    ids=["as-read", "another-unit", "digits-swapped"],
)
def test_rows_that_begin_with_a_verb_are_data(told: str, finding: str) -> None:
    answer = (
        "| Query | Calls | Mean |\n|---|---|---|\n"
        f"| SELECT * FROM parcels | 7,120 | {told} |\n"
        "| SELECT id FROM depots | 9,345 | 12.4 ms |\n"
        "| UPDATE routes SET eta | 2,210 | 88.15 ms |\n"
    )
    assert findings_on(answer, ("stats", {}, _QUERIES))[0] == finding


@pytest.mark.parametrize(
    ("price", "finding"), [("187.25", "sound"), ("182.75", "altered")], ids=["as-read", "a-digit-off"]
)
def test_offers_that_a_recommendation_shows_are_data(price: str, finding: str) -> None:
    answer = (
        "## Recommendation: take the early one\n\n| Carrier | Leaves | Price |\n|---|---|---|\n"
        f"| Blueline | 08:35 | 214.6 |\n| Ostrava Air | 11:50 | {price} |\n| Nordjet | 17:05 | 329.4 |\n"
    )
    assert findings_on(answer, ("offers", {}, _OFFERS))[2] == finding


def test_a_table_of_what_to_set_stays_advice() -> None:
    answer = (
        "## Recommended settings\n\n| Setting | Value |\n|---|---|\n"
        "| pool_size | 48 |\n| queue_depth | 3,500 |\n| idle_timeout | 275 s |\n"
    )
    found = findings_on(answer, ("stats", {}, _QUERIES))
    assert set(found) == {"not_checkable"}


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("The former index was 31.4 GB.", "unsupported"),
        ("The former index was 7.9 GB.", "sound"),
        ("Shrink the index that was 31.4 GB.", "not_checkable"),
        ("Aim for 31.4 GB at most.", "not_checkable"),
        ("If the disk was 31.4 GB, that is too small.", "not_checkable"),
    ],
    ids=["past-made-up", "read", "asked-for", "aim", "condition"],
)
def test_what_was_is_no_advice_wherever_it_stands(line: str, finding: str) -> None:
    answer = f"## Next steps\n\n- Rebuild the index at night.\n- {line}\n"
    assert findings_on(answer, ("index", {}, _BUILD))[-1] == finding


@pytest.mark.parametrize("line", ["Guard the depot (4096-bit key)", "Sort `depots` by 9,345 first"])
def test_a_request_beside_what_was_read_stays_one(line: str) -> None:
    answer = (
        "## Fixes\n\n- `parcels` was called 7,120 times at 41.85 ms\n- `depots` was called 9,345 times\n"
        f"- {line}\n"
    )
    assert findings_on(answer, ("stats", {}, _QUERIES))[-1] not in ("altered", "unsupported")


_EVENTS = "09:12:07 restart of cache-b requested\n09:14:40 restart of cache-b done\n09:21:33 alarm cleared"


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        ("**09:12:07**: restart of cache-b requested", False),
        ("**09:17:07**: restart of cache-b requested", True),
        ("Restart cache-b at 09:17:07 tomorrow", False),
    ],
    ids=["as-logged", "another-time", "a-plan"],
)
def test_an_event_with_its_second_in_front_is_no_request(line: str, is_bad: bool) -> None:
    found = findings_on(f"- {line}\n- **09:21:33**: alarm cleared\n", ("log", {}, _EVENTS))
    assert (found[0] in ("altered", "unsupported")) == is_bad
