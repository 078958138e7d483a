"""Every kind of working on a small table: its result as worked out by hand, and how it is told."""

from __future__ import annotations

from random import Random

import pandas as pd
import pytest

from evidencelab.lab.statements.operands import Operands
from evidencelab.lab.statements.workings import WORKINGS, Working
from evidencelab.lab.statements.written_numbers import settle_manner

STATIONS = pd.DataFrame(
    [
        ("Alder", "north", 120, 30, "2031-04-01"),
        ("Birch", "south", 240, 60, "2031-04-09"),
        ("Cedar", "north", 60, 12, "2031-05-02"),
        ("Dogwood", "east", 30, 3, "2031-05-02"),
        ("Elm", "north", 150, 15, "2031-06-11"),
    ],
    columns=["station", "zone", "rides", "returns", "opened"],
)
DRAWN = Operands(
    frame=STATIONS,
    column="rides",
    beside="returns",
    name="station",
    row="Birch",
    second="Cedar",
    group="zone",
    state="north",
    other="east",
    bound=100.0,
    date="opened",
    day="2031-05-02",
)
TOLD = [
    ("quoted", "240", "Birch has a rides of 240.", "Birch的rides为240。"),
    ("rows", "5", "The tool returned 5 stations.", "工具共返回5条记录。"),
    ("rows_of_group", "3", "3 of the 5 stations have zone north.", "5条记录中，zone为north的有3条。"),
    ("rows_of_others", "2", "2 stations have a zone other than north.", "zone不是north的记录有2条。"),
    ("rows_above", "3", "3 of 5 stations have a rides above 100.", "5条记录中有3条的rides高于100。"),
    ("rows_below", "2", "A rides below 100 is reported for 2 stations.", "rides低于100的记录有2条。"),
    ("groups", "3", "The stations fall into 3 different values of zone.", "zone共有3种取值。"),
    ("sum", "600", "The total rides over all 5 stations is 600.", "全部5条记录的rides合计为600。"),
    ("sum_of_group", "330", "For zone north the rides adds up to 330.", "zone为north的记录，rides合计330。"),
    ("mean", "120.0", "On average the rides is 120.0.", "rides的平均值为120.0。"),
    (
        "mean_of_group",
        "110.0",
        "The average rides of zone north is 110.0.",
        "zone为north的平均rides为110.0。",
    ),
    ("median", "120.0", "The median rides is 120.0.", "rides的中位数为120.0。"),
    ("range", "210", "Between the highest and the lowest rides lie 210.", "rides最高与最低相差210。"),
    ("share_of_rows", "60.0%", "60.0% of the stations have zone north.", "zone为north的记录占60.0%。"),
    ("share_above", "60.0%", "In 60.0% of the stations the rides exceeds 100.", "60.0%的记录rides超过100。"),
    ("share_of_row", "40.0%", "Birch accounts for 40.0% of the total rides.", "Birch占rides总量的40.0%。"),
    (
        "share_of_group",
        "55.0%",
        "zone north makes up 55.0% of the total rides.",
        "zone为north的部分占rides总量的55.0%。",
    ),
    (
        "share_of_top_three",
        "85.0%",
        "The top three stations hold 85.0% of the rides.",
        "rides前三名合计占总量的85.0%。",
    ),
    (
        "difference",
        "180",
        "The rides of Birch is 180 higher than that of Cedar.",
        "Birch的rides比Cedar高180。",
    ),
    (
        "percent_more",
        "300.0%",
        "Birch has a rides 300.0% above that of Cedar.",
        "Birch的rides比Cedar多300.0%。",
    ),
    ("times", "4.00", "The rides of Birch is 4.00 times that of Cedar.", "Birch的rides是Cedar的4.00倍。"),
    ("together", "300", "Birch and Cedar together have a rides of 300.", "Birch与Cedar的rides合计300。"),
    ("the_rest", "360", "Without Birch the total rides is 360.", "除Birch外，rides合计360。"),
    (
        "mean_without",
        "90.0",
        "Leaving out Birch, the average rides is 90.0.",
        "去掉Birch后，平均rides为90.0。",
    ),
    ("highest", "Birch", "The highest rides is that of Birch.", "rides最高的是Birch。"),
    ("lowest", "Dogwood", "The lowest rides is that of Dogwood.", "rides最低的是Dogwood。"),
    ("second_highest", "Elm", "Second by rides comes Elm.", "rides排名第二的是Elm。"),
    ("third_highest", "Alder", "Third by rides comes Alder.", "rides排名第三的是Alder。"),
    ("maximum", "240", "The rides peaks at 240.", "rides最高达240。"),
    ("minimum", "30", "The rides is 30 at the least.", "rides最低为30。"),
    (
        "maximum_of_group",
        "150",
        "Among zone north the rides goes up to 150.",
        "zone为north的记录中，rides最高为150。",
    ),
    ("largest_group", "north", "The most common zone is north.", "出现最多的zone是north。"),
    (
        "heaviest_group",
        "north",
        "By zone, the total rides is highest for north.",
        "按zone统计，rides合计最高的是north。",
    ),
    (
        "groups_apart",
        "300",
        "The total rides of zone north exceeds that of east by 300.",
        "zone为north的rides合计比east多300。",
    ),
    (
        "group_means_apart",
        "80.0",
        "The average rides is 80.0 higher for zone north than for east.",
        "zone为north的平均rides比east高80.0。",
    ),
    (
        "above_the_mean",
        "120.0",
        "The rides of Birch lies 120.0 above the average.",
        "Birch的rides比平均值高120.0。",
    ),
    (
        "rows_above_the_mean",
        "2",
        "2 stations have a rides above the average.",
        "有2条记录的rides高于平均值。",
    ),
    (
        "columns_apart",
        "180",
        "For Birch the rides exceeds the returns by 180.",
        "Birch的rides比returns多180。",
    ),
    ("columns_ratio", "4.00", "Birch has 4.00 rides per returns.", "Birch的rides与returns之比为4.00。"),
    ("totals_ratio", "5.00", "Overall that is 5.00 rides per returns.", "总体上，rides与returns之比为5.00。"),
    (
        "days_spanned",
        "71",
        "From the first to the last opened there are 71 days.",
        "opened从最早到最晚相隔71天。",
    ),
    ("rows_of_day", "2", "2 stations have a opened on 2031-05-02.", "opened在2031-05-02的记录有2条。"),
    ("first_date", "2031-04-01", "The earliest opened is 2031-04-01.", "最早的opened是2031-04-01。"),
    ("last_date", "2031-06-11", "The latest opened is 2031-06-11.", "最晚的opened是2031-06-11。"),
]
OF_NAME = {working.name: working for working in WORKINGS}
APART = OF_NAME["columns_apart"]


class Steady(Random):
    """Draws the plain manner: one decimal of a percentage, no digit grouping."""

    def random(self) -> float:
        return 0.9


def written(working: Working, operands: Operands, is_chinese: bool = False) -> str | None:
    result = working.work(operands)
    if result is None or isinstance(result, str):
        return result
    cells = [float(cell) for cell in operands.amounts]
    return settle_manner(working.form, result, cells, "", is_chinese, Steady()).write(result)


@pytest.mark.parametrize(("kind", "value", "english", "chinese"), TOLD, ids=[row[0] for row in TOLD])
def test_working_comes_to_what_a_person_gets_and_is_told_in_both_languages(kind, value, english, chinese):
    working = OF_NAME[kind]
    assert written(working, DRAWN) == value
    assert working.tell(DRAWN, "stations", value, is_chinese=False) == english
    assert working.tell(DRAWN, "stations", value, is_chinese=True) == chinese


def test_every_kind_but_thousands_is_in_the_table():
    assert [row[0] for row in TOLD] == [name for name in OF_NAME if name != "in_thousands"]


@pytest.mark.parametrize(
    ("rides", "is_chinese", "value"),
    [
        pytest.param(23_450, False, "23.5k", id="english-half-up"),
        pytest.param(23_450, True, "2.3万", id="chinese"),
        pytest.param(10_000, False, "10.0k", id="just-enough"),
        pytest.param(9_999, False, None, id="too-few"),
        pytest.param(1_000_000, False, None, id="too-many"),
    ],
)
def test_thousands_are_told_of_five_and_six_digits(rides, is_chinese, value):
    frame = STATIONS.assign(rides=[120, rides, 60, 30, 150])
    assert written(OF_NAME["in_thousands"], DRAWN._replace(frame=frame), is_chinese) == value


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        pytest.param("difference", {"row": "Cedar", "second": "Birch"}, id="difference-below-nothing"),
        pytest.param("percent_more", {"row": "Cedar", "second": "Birch"}, id="less-than"),
        pytest.param(
            "times",
            {"row": "Alder", "frame": STATIONS.assign(rides=[120, 240, 100, 30, 150])},
            id="just-a-fifth-more",
        ),
        pytest.param("above_the_mean", {"row": "Alder"}, id="just-the-mean"),
        pytest.param("groups_apart", {"state": "east", "other": "south"}, id="groups-the-other-way"),
        pytest.param("highest", {"frame": STATIONS.assign(rides=[9, 9, 1, 2, 3])}, id="two-highest"),
        pytest.param("lowest", {"frame": STATIONS.assign(rides=[1, 1, 9, 2, 3])}, id="two-lowest"),
        pytest.param("second_highest", {"frame": STATIONS.assign(rides=[9, 1, 1, 2, 3])}, id="shared-places"),
        pytest.param("third_highest", {"frame": STATIONS[:3]}, id="no-more-than-three"),
        pytest.param("share_of_top_three", {"frame": STATIONS[:4]}, id="three-of-four"),
        pytest.param("largest_group", {"frame": STATIONS[:2]}, id="groups-alike"),
        pytest.param("columns_ratio", {"frame": STATIONS.assign(returns=0)}, id="over-nothing"),
        pytest.param("totals_ratio", {"frame": STATIONS.assign(returns=0)}, id="sum-over-nothing"),
        pytest.param("share_of_row", {"frame": STATIONS.assign(rides=0)}, id="share-of-nothing"),
        pytest.param("quoted", {"row": "Fir"}, id="no-such-row"),
        pytest.param("sum_of_group", {"state": "west"}, id="no-such-group"),
        pytest.param("mean_of_group", {"state": "west"}, id="mean-of-no-group"),
    ],
)
def test_working_without_one_positive_result_is_not_told(kind, changes):
    assert written(OF_NAME[kind], DRAWN._replace(**changes)) is None


def test_columns_of_two_units_are_not_held_against_each_other():
    frame = STATIONS.rename(columns={"rides": "wait_ms", "returns": "size_mb"})
    assert APART.work(DRAWN._replace(frame=frame, column="wait_ms", beside="size_mb")) is None


def test_a_bound_is_told_without_exponent_and_with_the_unit_of_its_column():
    frame = STATIONS.rename(columns={"rides": "wait_time_ms"})
    operands = DRAWN._replace(frame=frame, column="wait_time_ms", bound=2e6)
    assert OF_NAME["rows_above"].tell(operands, "stations", "1", is_chinese=False) == (
        "1 of 5 stations have a wait time above 2000000 ms."
    )


@pytest.mark.parametrize(
    ("form", "result", "cells", "value"),
    [
        pytest.param("mean", 2.25, [1.0, 2.0], "2.3", id="half-up"),
        pytest.param("mean", 2.675, [1.25], "2.68", id="half-up-as-written"),
        pytest.param("amount", 0.1 + 0.2, [0.1], "0.3", id="noise-of-floats"),
        pytest.param("amount", 0.00314, [0.00314], "0.00314", id="small-keeps-three-digits"),
        pytest.param("amount", 0.0000001, [0.0000001], None, id="nothing-as-written"),
        pytest.param("share", 0.04, [1.0], None, id="no-share-as-written"),
        pytest.param("ratio", 12.34, [1.0], "12.3", id="great-ratio"),
        pytest.param("amount", float("inf"), [1.0], None, id="infinite"),
        pytest.param("amount", float("nan"), [1.0], None, id="no-number"),
        pytest.param("count", 0, [], None, id="none"),
    ],
)
def test_result_is_written_to_the_digits_that_its_form_has(form, result, cells, value):
    manner = settle_manner(form, result, cells, "", False, Steady())
    assert manner.write(result) == value


def test_the_wrong_result_is_written_as_finely_as_the_right_one():
    manner = settle_manner("amount", 24.5, [24.5, 3.25], "", False, Steady())
    assert (manner.write(24.5), manner.write(20.0)) == ("24.50", "20.00")
