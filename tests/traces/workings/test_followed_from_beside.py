"""Numbers that follow from a limit, a price, a stay or a unit that is told: honest and slipped beside each other."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

RULES = ("rules", {}, {"venue_cap_eur_day": 240, "max_guests": 80})
VENUES = (
    "venues",
    {},
    "venue,town,seats,day_eur\nOld Mill,Varde,95,310\nTide House,Ribe,70,225\nCorn Loft,Esbjerg,60,198",
)
BUSES = ("buses", {}, "line,operator,fare\nX7,Nordbus,84.5\nX9,Fjordline,61.2")
PARTS = (
    "stock",
    {},
    "part,in_stock,used_per_day,on_order\nbolt,420,95,0\nbelt,510,42,0\nseal,36,11,60",
)
BAD = {"altered", "unsupported"}


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("**Old Mill** is over the cap by €70 a day.", False, id="over-a-limit"),
        pytest.param("**Old Mill** is over the cap by €90 a day.", True, id="over-a-limit-slipped"),
        pytest.param("**Tide House** stays €15 under the cap.", False, id="under-a-limit"),
        pytest.param("**Corn Loft**: €198 a day (€594).", False, id="by-the-days-of-the-title"),
        pytest.param("**Corn Loft**: €198 a day (€549).", True, id="by-the-days-slipped"),
        pytest.param("**Fjordline X9** and **Corn Loft** come for €655.20.", False, id="bought-together"),
        pytest.param("**Fjordline X9** and **Corn Loft** come for €655.80.", True, id="together-slipped"),
    ],
)
def test_prices_follow_from_limits_days_and_one_another(line, is_bad):
    answer = f"## Team days, 6–8 May\n\n- {line}"
    assert (findings_on(answer, RULES, VENUES, BUSES)[-1] in BAD) is is_bad


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("It read 48,811 blocks (381 MiB at 8 kB a block).", False, id="by-1024"),
        pytest.param("It read 48,811 blocks of 8 kB, 390 MB in all.", False, id="by-1000"),
        pytest.param("It read 48,811 blocks, 571 MiB at 8 kB a block.", True, id="slipped"),
    ],
)
def test_blocks_come_to_an_amount_of_data_in_either_counting(line, is_bad):
    found = findings_on(line, ("sql", {}, "hit=1204 read=48811"), ("cfg", {}, {"block_size": "8kB"}))
    assert (found[-1] in BAD) is is_bad


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        pytest.param("The bolt lasts 4 days and a bit.", "derived", id="cut-off"),
        pytest.param("The bolt lasts 4.4 days.", "derived", id="rounded"),
        pytest.param("The belt lasts 15 days.", "unsupported", id="not-so-long"),
    ],
)
def test_a_stock_lasts_as_its_pace_says(line, finding):
    assert findings_on(line, PARTS)[-1] == finding


def test_minutes_between_two_times_of_a_row_are_no_other_tables():
    trips = "sched,ship,departed\n07:10,Alke,07:13\n09:40,Brisk,09:44\n12:20,Alke,12:22"
    sea = "time,wind,wave_m\n09:40,12,3.0\n12:20,9,1.7\n15:05,14,2.0"
    answer = (
        "| Sailing | Ship | Left | Late by |\n|---|---|---|---|\n| 07:10 | Alke | 07:13 | 3 min |\n"
        "| 09:40 | Brisk | 09:44 | 4 min |\n| 12:20 | Alke | 12:22 | 2 min |"
    )
    assert not BAD & set(findings_on(answer, ("trips", {}, trips), ("sea", {}, sea)))


@pytest.mark.parametrize(
    ("asked", "line", "is_bad"),
    [
        pytest.param({"from": "2026-05-06", "to": "2026-05-09"}, "€594", False, id="nights-of-the-call"),
        pytest.param({"from": "2026-05-06", "to": "2026-05-07"}, "€594", True, id="fewer-nights"),
    ],
)
def test_a_stay_lasts_as_long_as_was_asked_for(asked, line, is_bad):
    found = findings_on(f"- **Corn Loft**: €198 a night ({line}).", (*VENUES[:1], asked, VENUES[2]))
    assert (found[-1] in BAD) is is_bad


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("The yield was 13.3 kWh a day.", False, id="by-the-days-of-a-month"),
        pytest.param("The yield was 17.9 kWh a day.", True, id="by-no-month"),
    ],
)
def test_a_months_amount_is_told_by_the_day(line, is_bad):
    roof = ("pv", {}, {"month": "2026-03", "yield_kwh": 412.6, "self_use_kwh": 268.2, "peak_kw": 5.8})
    assert (findings_on(line, roof)[-1] in BAD) is is_bad


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("4 Comice cost €164.", False, id="so-many-at-the-price"),
        pytest.param("4 Comice cost €146.", True, id="slipped"),
    ],
)
def test_so_many_of_a_record_cost_its_price_each(line, is_bad):
    prices = "tree,variety,price_eur,height_cm\napple,Topaz,34.5,160\npear,Comice,41.0,175"
    assert (findings_on(line, ("prices", {}, prices))[-1] in BAD) is is_bad
