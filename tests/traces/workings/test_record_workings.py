"""What three and more numbers of a record come to: balances, shares of rests, prices with their fees."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

STOCK = "item,opening,received,shipped,scrapped\npipe,412,96,131,18\nvalve,275,40,88,3\nflange,640,0,219,27\nelbow,133,52,17,9"
VISITS = "gym,entries,free_passes,income\nnorth,29860,12140,209770\nsouth,18420,6110,141800\nharbour,22710,8004,171350"
TRIPS = "航班,票价,机建燃油\nMU2145,780,90\nHU7823,615,90\nCA1204,934,90"
BUSES = [{"from": "机场", "mode": "大巴", "fare": 35}, {"from": "北站", "mode": "地铁", "fare": 4}]
LAST_WEEK = "站点,电量,收入\n滨江站,7904.2,9102.0\n城北站,5310.7,5866.1\n高新站,12101.5,13544.9"
THIS_WEEK = "站点,桩数,电量,收入\n滨江站,24,8120.5,9380.2\n城北站,16,3975.0,4410.6\n高新站,32,12440.8,13902.4"
RACE = [{"runner": "Ida", "half": "01:29:38", "finish": "03:11:26"}, {"runner": "Ole", "finish": "03:16:52"}]


def findings(answer: str, *outputs: object) -> dict[str, str]:
    """Give what became of each value of an answer on the replies of as many calls."""
    replies = [(f"read_{number}", {}, output) for number, output in enumerate(outputs)]
    return {
        value.value.strip(): value.verdict
        for statement in report_on(answer, *replies).statements
        for value in statement.values
    }


@pytest.mark.parametrize(
    ("answer", "value", "outputs"),
    [
        pytest.param("The pipe stock leaves 359 pieces.", "359", (STOCK,), id="balance-of-a-row"),
        pytest.param("Flange: 394 remain in stock.", "394", (STOCK,), id="balance-without-a-part"),
        pytest.param("HU7823 加大巴合计 740 元。", "740 元", (TRIPS, BUSES), id="zh-price-with-two-fees"),
        pytest.param("MU2145 costs 905 in all with the bus.", "905", (TRIPS, BUSES), id="price-with-fees"),
        pytest.param(
            "The north gym took 11.838 per paying entry.", "11.838", (VISITS,), id="income-by-what-is-left"
        ),
        pytest.param(
            "滨江站收入比上周多 278.2 元。", "278.2 元", (THIS_WEEK, LAST_WEEK), id="zh-name-glued-to-words"
        ),
        pytest.param(
            "## 城北站\n\n- 收入比前一周少 1,455.5 元。",
            "1,455.5 元",
            (THIS_WEEK, LAST_WEEK),
            id="zh-named-by-the-heading",
        ),
        pytest.param("Ida was 5:26 faster than Ole.", "5:26", (RACE,), id="minutes-between-two-times"),
        pytest.param("Ida ran the second half in 1:41:48.", "1:41:48", (RACE,), id="hours-between-two-times"),
    ],
)
def test_what_a_record_comes_to_is_worked_out(answer, value, outputs):
    assert findings(answer, *outputs)[value] in {"derived", "not_checkable"}


def test_what_is_left_of_a_row_is_not_told_of_the_row_that_holds_the_same():
    days = "employee,entitlement,carried_over,taken,planned\nAda Moss,30,5,21,4\nTom Erik,30,8,9,3\nLuc Romer,26,0,24,2"
    assert findings("Tom Erik has 26 days left.", days)["26 days"] != "altered"
    assert findings("Tom Erik has an entitlement of 26 days.", days)["26 days"] == "altered"


@pytest.mark.parametrize(
    ("answer", "value", "outputs"),
    [
        pytest.param("MU2145 costs 913.5 with the bus.", "913.5", (TRIPS, BUSES), id="price-with-fees"),
        pytest.param(
            "The north gym took 11.938 per paying entry.", "11.938", (VISITS,), id="by-what-is-left"
        ),
        pytest.param("滨江站收入比上周多 273.2 元。", "273.2 元", (THIS_WEEK, LAST_WEEK), id="zh-difference"),
        pytest.param("Ida was 5:29 faster than Ole.", "5:29", (RACE,), id="minutes-between-two-times"),
    ],
)
def test_what_no_working_of_the_record_gives_is_unsupported(answer, value, outputs):
    assert findings(answer, *outputs)[value] in {"unsupported", "altered"}


def test_a_number_told_twice_is_not_the_mean_of_its_own_tellings():
    answer = "- The north gym took 11.938 an entry.\n- The north gym made 11.938 an entry."
    assert findings(answer, VISITS)["11.938"] == "unsupported"


def test_the_sum_of_the_three_that_were_listed_is_worked_out():
    answer = (
        "- `pipe` has 412 pieces, 18 scrapped.\n- `valve` has 275 pieces, 3 scrapped.\n"
        "- `elbow` has 133 pieces.\n- Together these three are 820 pieces."
    )
    assert findings(answer, STOCK)["820"] == "derived"


def test_so_many_of_so_many_are_two_numbers():
    output = "Degraded data redundancy: 184220/41877390 objects degraded, 37 pgs undersized"
    found = findings("184,220 of 41,877,390 object copies are degraded, 37 groups are undersized.", output)
    assert found["184,220"] == found["41,877,390"] == "sound"
    assert findings("184,226 of 41,877,390 object copies are degraded.", output)["184,226"] == "altered"
