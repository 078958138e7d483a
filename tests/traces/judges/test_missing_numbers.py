"""A number that stands nowhere is a finding, unless its statement says that it was worked out, or several do."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.field_units import unit_in
from tests.traces.asked import findings_on, report_on, statements_on

CREWS = ((4, 31.5, 12), (6, 48.25, 31), (5, 40.75, 18), (7, 57.5, 44)) * 4
SHIFTS = "\n".join(
    f"shift={n:02d} crew={c} hours={h} spoilt={s}" for n, (c, h, s) in enumerate(CREWS, start=1)
)
ALARMS = "2031-02-03 04:12 door open\n2031-02-03 04:37 door shut\n2031-02-03 05:06 compressor on\n2031-02-03 06:51 ok"
PUMP = "pump=north flow_litres=731\npump=south flow_litres=408"


@pytest.mark.parametrize(
    ("output", "answer", "is_bad"),
    [
        pytest.param(SHIFTS, "The crews were paid for 617.35 hours on average.", False, id="rich-pool-mean"),
        pytest.param(SHIFTS, "Of 1,734 sheets, 1,396 were fit to sell.", False, id="two-strangers"),
        pytest.param(PUMP, "The north pump moved 713 litres.", True, id="digits-exchanged"),
        pytest.param(PUMP, "The north pump moved 962 litres.", True, id="redrawn-in-its-field"),
        pytest.param(PUMP, "The pumps differ by 323 litres.", False, id="difference"),
        pytest.param(PUMP, 'The log says "flow alarm 5519 raised by hand".', True, id="in-a-quotation"),
    ],
)
def test_a_number_that_stands_nowhere_is_a_finding_unless_it_was_worked_out(output, answer, is_bad):
    (statement,) = statements_on(answer, output)
    assert statement.is_bad == is_bad, statement.reason


@pytest.mark.parametrize(
    ("times", "is_bad"),
    [
        pytest.param(("06:12", "06:37", "07:06", "08:51"), [False] * 4, id="all-two-hours-later"),
        pytest.param(("04:12", "04:37", "05:06", "06:51"), [False] * 4, id="as-read"),
        pytest.param(("04:12", "04:37", "08:06", "06:51"), [False, False, True, False], id="one-is-off"),
    ],
)
def test_times_of_a_list_that_are_all_moved_alike_were_converted(times, is_bad):
    events = ("the door opened", "it was shut", "the compressor started", "all was well")
    answer = "\n".join(f"- {time}: {event}" for time, event in zip(times, events, strict=True))
    assert [s.is_bad for s in statements_on(answer, ALARMS)] == is_bad


FERRY = (
    '[{"boat": "Lark", "boarded": 212, "fare_total": 1908.5, "delay_min": 17, "hold_gb": 46},'
    ' {"boat": "Wren", "boarded": 187, "fare_total": 1683.0, "delay_min": 4, "hold_gb": 31}]'
)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("The crossing has 83 buoys.", "unsupported", id="short-from-nowhere"),
        pytest.param("All crossings of the week come to 8,317.40 EUR.", "not_checkable", id="come-to"),
        pytest.param("The week took 8,317.40 EUR.", "unsupported", id="not-said-to-be-a-sum"),
        pytest.param("The Lark used 83.6% of her seats.", "not_checkable", id="share-of"),
        pytest.param("The Lark gained 36.2 points on the Wren.", "not_checkable", id="points"),
        pytest.param(
            "| boat | days left |\n|---|---|\n| Lark | 83 |", "not_checkable", id="column-of-what-is-left"
        ),
        pytest.param(
            "The quay is 83 buoys longer than last year.", "not_checkable", id="said-to-be-compared"
        ),
        pytest.param(
            "The tide turns 83 minutes after the last boat.", "not_checkable", id="said-to-lie-between"
        ),
        pytest.param("The tide turns at 83 minutes.", "unsupported", id="lying-between-nothing"),
        pytest.param("A gap in the rail was 83 cm wide.", "not_checkable", id="gap"),
        pytest.param("A rail was 83 cm wide.", "unsupported", id="no-gap"),
        pytest.param("The cause is the tide (confidence: 85%).", "not_checkable", id="how-sure"),
        pytest.param("The tide stood at 85%.", "unsupported", id="no-opinion"),
        pytest.param("All 63 buoys were lit.", "not_checkable", id="all-of-them"),
        pytest.param("The tide turned within 3 h 43 min.", "not_checkable", id="in-parts"),
        pytest.param("The tide turned within 223 min.", "unsupported", id="not-in-parts"),
        pytest.param("The quay has buoys rather than 83 lamps.", "not_checkable", id="for-contrast"),
        pytest.param("The quay has buoys and 83 lamps.", "unsupported", id="no-contrast"),
        pytest.param("The Lark waited 17 minutes.", "sound", id="unit-of-the-field"),
        pytest.param("The Lark waited 17 hours.", "altered", id="not-the-unit-of-the-field"),
        pytest.param("The hold of the Lark takes 46 GB.", "sound", id="bytes-of-the-field"),
        pytest.param("The hold of the Lark takes 46 MB.", "altered", id="not-the-bytes-of-the-field"),
    ],
)
def test_a_short_number_from_nowhere_is_freed_by_its_wording_only(answer, finding):
    (statement,) = statements_on(answer, FERRY)
    assert statement.finding == finding, statement.reason


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("uptime_s", "s"), ("Wait (min)", "min"), ("daysLeft", None), ("days_left", "d"), ("等待分钟", "min"),
        ("平均等待(秒)", "s"), ("剩余Gi", "KiB"), ("flow_l_s", None), ("msgs_per_s", None), ("status", None),
        ("heap_MiB", "MiB"), ("bids", None), ("remainingdays", "d"),
    ],
)  # fmt: skip
def test_a_field_tells_its_unit(name, unit):
    found = unit_in(name)
    assert (None if found is None else found.name[:3]) == (unit if unit != "KiB" else "GiB")


KILNS = "\n".join(
    f"  kiln {name:>3}: glaze {glaze}/100, {fired} firings since relining"
    for name, glaze, fired in (
        (14, 62, 187), (27, 84, 142), (38, 47, 219), (43, 88, 68), (55, 36, 297), (61, 51, 73), (72, 93, 158),
    )
)  # fmt: skip
STALLS = "\n\n".join(
    f"stall: {name}\nitem: {item}\nsheets: {sheets}\nunit_price: {price}\nmarket_fee: 4"
    for name, item, sheets, price in (
        ("Alder", "laid paper", 500, 12.5),
        ("Birch", "card", 200, 7.75),
        ("Cedar", "vellum", 40, 61.5),
    )
)


@pytest.mark.parametrize(
    ("output", "answer", "is_bad"),
    [
        pytest.param(KILNS, "**Kiln 27 — 84/100 at 142 firings.**", False, id="as-read"),
        pytest.param(KILNS, "**Kiln 27 — 84/100 at 213 firings.**", True, id="redrawn-on-a-quoted-line"),
        pytest.param(
            KILNS, "It is the most fired overall (47/100, 259 firings), so look there.", True, id="a-digit-off"
        ),
        pytest.param(
            KILNS,
            "Kilns 43 and 61 have 141 firings together (88/100 and 51/100).",
            False,
            id="sum-that-is-spoken-of",
        ),
        pytest.param(STALLS, "Birch sells 2000 sheets of card.", True, id="point-moved-in-its-field"),
        pytest.param(STALLS, "Birch sells 200 sheets of card.", False, id="short-as-read"),
        pytest.param(STALLS, "| Cedar | vellum | $65.50 |", False, id="with-the-fee"),
        pytest.param('{"late": 26, "over_15min": 3}', "26 were late, 3 of them over 15 minutes.", False, id="in-a-name"),
    ],
)  # fmt: skip
def test_what_stands_in_the_place_of_a_number_outweighs_a_working_that_nothing_speaks_of(
    output, answer, is_bad
):
    statement = statements_on(answer, output)[-1]
    assert statement.is_bad == is_bad, statement.reason


STORES = (
    "vault-2: 64 GB memory, kept for 45 days\nthaw alarm: 7 minutes after the door opens\n"
    "thaw checks: 12 minutes\nqueue 12 jobs\nfan-9   Running   0   38d\nfan-9   Started   38m"
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("Vault-2 has 64 GB of memory.", False, id="data-as-read"),
        pytest.param("Vault-2 has 64 MB of memory.", True, id="data-in-another-unit"),
        pytest.param("What vault-2 keeps is gone after 45 hours.", True, id="time-in-another-unit"),
        pytest.param("What vault-2 keeps is gone after 1080 hours.", False, id="time-converted"),
        pytest.param("The thaw alarm comes after 7 hours.", True, id="short-time-under-its-words"),
        pytest.param("| 38 min ago | fan-9 started |", False, id="letter-for-minutes"),
        pytest.param("Paint dries in 7 hours.", False, id="short-time-under-others"),
        pytest.param("Keep it for 45 hours at most.", False, id="advice"),
    ],
)
def test_a_measure_stands_in_the_unit_it_was_read_in(answer, is_bad):
    (statement,) = statements_on(answer, STORES)
    assert statement.is_bad is is_bad, statement.reason


def test_a_measure_is_in_the_unit_that_the_agent_asked_for():
    found = findings_on(
        "The tide fell 1.25 m in 45 hours.", ("tides", {"days": 45}, "fall over period: 1.25 m")
    )
    assert found in (["altered"], ["unsupported"])


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Take either the ladder (Code: LD4417, Price: $84.15) or a rope.", "not_checkable", id="as-read"),
        pytest.param("Take either the ladder (Code: LD4417, Price: $84.51) or a rope.", "altered", id="of-a-record"),
        pytest.param("Take the ladder LD4417 and bid up to $84.51 for it.", "not_checkable", id="proposed"),
    ],
)  # fmt: skip
def test_advice_that_shows_a_record_shows_what_it_holds(answer, finding):
    output = [
        {"code": "LD4417", "name": "ladder", "price": 84.15},
        {"code": "RP2093", "name": "rope", "price": 19.4},
    ]
    (statement,) = statements_on(answer, output)
    assert statement.finding == finding, statement.reason


CONTRACT = {"contracts": [{"carrier": "Blue Line", "per_day_usd": 100, "cap_usd": 3580}, {"carrier": "Red Line", "per_day_usd": 130, "cap_usd": 4200}]}  # fmt: skip


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("For six late days Blue Line owes $600.", False, id="so-many-days"),
        pytest.param("Six late days at Blue Line come to $600.", False, id="at-the-head"),
        pytest.param("For six late days Blue Line owes $900.", True, id="another-number-of-days"),
    ],
)
def test_a_rate_is_told_as_many_times_as_the_statement_counts_in_words(told, is_bad):
    (statement,) = report_on(told, ("contract", {}, CONTRACT)).statements
    assert statement.is_bad is is_bad, statement.reason


SALES = {
    "days": [
        {"date": "2025-06-17", "orders": 1204},
        {"date": "2025-06-18", "orders": 2567},
        {"date": "2025-06-19", "orders": 1305},
        {"date": "2025-06-20", "orders": 1101},
    ],
    "total_orders": 6177,
}


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("四天共 6177 单，其中618当天占 41.6%。", False, id="a-share-of-that-day"),
        pytest.param("618 大促共 6177 单。", False, id="a-sale"),
        pytest.param("双11期间的同口径是 6177 单。", False, id="a-doubled-day"),
        pytest.param("618当天 2576 单。", True, id="another-number"),
    ],
)
def test_the_digits_that_name_a_day_of_sales_are_no_amount(told, is_bad):
    (statement,) = report_on(told, ("sales", {}, SALES), question="618 卖得怎样？").statements
    assert statement.is_bad is is_bad, statement.reason
