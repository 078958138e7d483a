"""Numbers worked out of the record, the column, the rows or the heading that a statement names."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on, report_on

PARTS = """depot,part,title,in_stock,minimum,used_a_day
D-OST,KL-31,Hinge long,731,950,86
D-OST,KL-47,Hinge short,2914,700,173
D-WEST,KL-31,Hinge long,1862,950,211
D-WEST,RM-08,Rubber seal,348,500,59
D-NORD,RM-08,Rubber seal,1127,500,37"""
STEPS = """step        worker   began     finished  wait_ms  state
unpack      w-3      02:14:09  02:31:47  418      done
convert     w-3      02:31:52  03:08:15  2967     failed
convert     w-5      04:36:21  05:19:03  3481     done
publish     w-5      05:19:09  05:22:30  397      done"""
CLAIMS = """ref    | person        | filed      | sum    | paid
-------+---------------+------------+--------+-----
K-311  | Lena Brandt   | 2031-03-04 | 412.60 | yes
K-312  | Lena Brandt   | 2031-03-06 | 187.15 | no
K-313  | Tomas Varga   | 2031-03-09 |  93.80 | yes
K-314  | Lena Brandt   | 2031-03-17 | 268.40 | yes
K-315  | Tomas Varga   | 2031-03-21 | 541.25 | no"""
LORRY = json.dumps(
    {"plate": "KX-7713", "left_km": 437, "mean_speed_kmh": 68, "ordered_on": "2031-04-03", "limit_eur": 300}
)


def numbers(answer: str) -> dict[str, str]:
    """Give the verdict on each value of an answer's last statement."""
    outputs = {"parts": PARTS, "steps": STEPS, "claims": CLAIMS, "lorry": LORRY}
    replies = [(name, {}, output) for name, output in outputs.items()]
    return {v.value.strip(): v.verdict for v in report_on(answer, *replies).statements[-1].values}


STOCK = """| Depot | Part | In stock | Minimum | Days left |
|---|---|---|---|---|
| D-OST | KL-31 Hinge long | 731 | 950 | {one} |
| D-WEST | RM-08 Rubber seal | 348 | 500 | {other} |"""


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param(
            "Hinge short at D-OST: 2,914 in stock, 17 days.", "17 days", id="record-over-its-own-rate"
        ),
        pytest.param("KX-7713: at 68 km/h it needs about 6.4 hours more.", "6.4 hours", id="way-over-speed"),
        pytest.param(STOCK.format(one="8.5", other="5.9"), "5.9", id="column-of-two-columns"),
        pytest.param(
            "The gap between the failed convert and the next was 88 minutes.",
            "88 minutes",
            id="gap-of-two-rows",
        ),
        pytest.param("The publish wait is 11% of the longest.", "11%", id="share-of-the-largest"),
        pytest.param("Lena Brandt's three claims come to 868.15.", "868.15", id="rows-with-a-name"),
        pytest.param("The two claims not paid come to 728.40.", "728.40", id="rows-as-many-as-said"),
        pytest.param("wait_ms went up by a factor of 7.1 at first.", "7.1", id="factor-of-neighbouring-rows"),
        pytest.param(
            "It comes on 27 April 2031, 24 days after it was ordered.", "24 days", id="days-since-a-date"
        ),
        pytest.param(
            "| Offer | Under the limit of €300? |\n|---|---|\n| K-311 for €412.60 | no, €112.60 over |",
            "€112.60",
            id="over-the-limit-of-the-title",
        ),
        pytest.param("Unpack took 47 minutes against 31, 16 minutes too long.", "16 minutes", id="too-long"),
        pytest.param("The new rent is €2,460, €214 (9.5%) more than before.", "9.5%", id="share-of-the-old"),
        pytest.param("The four did 771 runs, an average of 193.", "193", id="over-a-number-word"),
    ],
)
def test_what_named_numbers_make_is_derived(answer, value):
    assert numbers(answer)[value] == "derived"


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param(
            "Rubber seal at D-NORD: 1,127 in stock, 37 days of cover left.", "37 days", id="own-rate"
        ),
        pytest.param(STOCK.format(one="8.5", other="5.2"), "5.2", id="column-of-two-columns"),
        pytest.param(
            "The gap between the failed convert and the next was 83 minutes.", "83 minutes", id="gap"
        ),
        pytest.param("Lena Brandt's three claims come to 881.15.", "881.15", id="rows-with-a-name"),
        pytest.param("wait_ms went up by a factor of 7.9 at first.", "7.9", id="factor-of-neighbouring-rows"),
        pytest.param("It comes on 27 April 2031, 29 days after it was ordered.", "29 days", id="days-since"),
        pytest.param("The new rent is €2,460, €214 (6.7%) more than before.", "6.7%", id="share-of-the-old"),
        pytest.param("The four did 771 runs, an average of 198.", "198", id="over-a-number-word"),
    ],
)
def test_what_they_do_not_make_is_not_derived(answer, value):
    assert numbers(answer)[value] != "derived"


FEED = "feed,in_store,daily_ration\nhay,4150,1240\noats,640,85\nsalt,0,12"


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("The hay covers 3.3 days.", "derived", id="at-its-pace"),
        pytest.param("The hay covers 5.3 days.", "unsupported", id="at-no-pace"),
        pytest.param("The hay covers 7.5 days.", "unsupported", id="at-the-pace-of-another"),
    ],
)
def test_a_stock_lasts_as_long_as_its_own_pace_lets_it(answer, finding):
    assert findings_on(answer, ("read_stocks", {}, FEED)) == [finding]
