"""Numbers of records that stand on no line of their own, and of rows named by a day or by two names together."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

FORMS = (
    "read_forms",
    {},
    "berth: QY-310\n  boat: Curlew\n  fee: 1840\n  draught_m: 2.9\nberth: QY-318\n  boat: Petrel\n  fee: 2215\n"
    "  draught_m: 3.4\nberth: QY-325\n  boat: Dunlin\n  fee: 1975\n  draught_m: 2.2\n",
)
YAML = (
    "read_config",
    {},
    "tanks:\n  - name: tank-brine\n    volume_l: 7350\n    pump:\n      flow: 412\n"
    "  - name: tank-fresh\n    volume_l: 9120\n    pump:\n      flow: 368\n",
)
OBJECT = (
    "read_totals",
    {},
    {
        "crates_total": 3911,
        "spoiled_by_port": {"Ostby": 268, "Lervik": 143, "Haugen": 97},
        "crates_by_port": {"Ostby": 1730, "Lervik": 1204, "Haugen": 977},
    },
)
DAYS = (
    "read_counts",
    {},
    "day,visitors,tickets\n2031-04-07,18320,12440\n2031-04-08,19755,13108\n2031-04-09,21460,15972\n",
)
STOCK = (
    "read_stock",
    {},
    "depot,part,stock,minimum\nNOR,GX-40,5170,900\nNOR,GX-55,312,450\nSUD,GX-40,1468,900\nSUD,GX-55,2036,450\n",
)
ARMS = (
    "read_lanes",
    {},
    {"lane_a": {"jams": 7, "median_wait_s": 2.31}, "lane_b": {"jams": 4, "median_wait_s": 2.74}},
)
RULED = (
    "sql",
    {},
    "    day     | landings\n------------+---------\n 2031-06-03 |      742\n 2031-06-04 |      815\n"
    " 2031-06-05 |      861\n(3 rows)\n",
)
DUES = (
    "list_dues",
    {},
    "member,bill,amount,days_late\nOtter Mill,BL-71,40250.0,83\nHeron Works,BL-74,16380.0,61\n"
    "Tern Foundry,BL-78,90415.0,17\nStoat Dairy,BL-80,22730.0,35\n",
)


@pytest.mark.parametrize(
    ("reply", "wrong", "right"),
    [
        pytest.param(FORMS, "QY-310 pays 2,215.", "QY-310 pays 1,840.", id="forms"),
        pytest.param(
            FORMS, "QY-318 has a draught of 2.2 m.", "QY-318 has a draught of 3.4 m.", id="forms-unit"
        ),
        pytest.param(YAML, "`tank-brine` holds 9,120 l.", "`tank-brine` holds 7,350 l.", id="yaml"),
        pytest.param(YAML, "`tank-fresh` has a flow of 412.", "`tank-fresh` has a flow of 368.", id="nested"),
        pytest.param(OBJECT, "Lervik had 268 spoiled crates.", "Lervik had 143 spoiled crates.", id="object"),
        pytest.param(
            OBJECT,
            "Spoiled were 268 in Lervik and 143 in Ostby.",
            "Spoiled were 268 in Ostby and 143 in Lervik.",
            id="turns",
        ),
        pytest.param(
            DAYS,
            "Visitors peaked at 21,460 on 8 April.",
            "Visitors peaked at 21,460 on 9 April.",
            id="peak-day",
        ),
        pytest.param(
            DAYS,
            "On 7 April 13,108 tickets were sold.",
            "On 7 April 12,440 tickets were sold.",
            id="one-day",
        ),
        pytest.param(DAYS, "4 月 8 日访客为 18,320 人。", "4 月 8 日访客为 19,755 人。", id="chinese-day"),
        pytest.param(
            ARMS,
            "The median wait was 2.74 s in lane a and 2.31 s in lane b.",
            "The median wait was 2.31 s in lane a and 2.74 s in lane b.",
            id="records-under-their-names",
        ),
        pytest.param(
            RULED, "Landings peaked at 861 on 4 June.", "Landings peaked at 861 on 5 June.", id="ruled-days"
        ),
        pytest.param(STOCK, "GX-55 at SUD: 312 in stock.", "GX-55 at SUD: 2,036 in stock.", id="two-names"),
        pytest.param(STOCK, "NOR has 1,468 of GX-40.", "NOR has 5,170 of GX-40.", id="two-names-apart"),
        pytest.param(
            DUES,
            "The largest is Tern Foundry at 90,415, only 17 days late; the oldest is Otter Mill (BL-71), 61 days late.",
            "The largest is Tern Foundry at 90,415, only 17 days late; the oldest is Otter Mill (BL-71), 83 days late.",
            id="parts",
        ),
    ],
)
def test_a_number_must_be_that_of_the_record_it_is_told_of(reply, wrong, right):
    assert findings_on(wrong, reply) == ["altered"]
    assert findings_on(right, reply) != ["altered"]


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        pytest.param(STOCK, "GX-40 has 5,170 and 1,468 at NOR and SUD.", id="both-rows"),
        pytest.param(DAYS, "From 7 April to 9 April visitors rose to 21,460.", id="a-span"),
        pytest.param(DAYS, "Compared with 18,320 before, 8 April was better.", id="compared"),
        pytest.param(OBJECT, "Ostby alone had 268 of the spoiled crates, more than Lervik.", id="more-than"),
        pytest.param(FORMS, "QY-310 pays less than the 2,215 of QY-318.", id="less-than"),
        pytest.param(DUES, "Otter Mill is 83 days late, while the 61 days are Heron Works.", id="both-named"),
    ],
)
def test_what_is_told_of_several_or_compared_is_left_alone(reply, text):
    assert "altered" not in findings_on(text, reply)


def test_a_reply_of_blanks_and_dots_is_read_without_harm():
    reply = ("read", {}, "key:" + " " * 9000 + "x" * 300 + "\n- a.b-c.d:\n  - : 1\n=1, .=2, a.B=3\n")
    assert findings_on("K7 stood at 09:12.", reply) != ["altered"]
