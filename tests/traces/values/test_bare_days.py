"""Days that a record gives without a year or without marks, told in words."""

from __future__ import annotations

import pytest

from evidencelab.traces.values.reader import value_tokens
from tests.traces.asked import findings_on

GAMES = "日期,对手,得分\n10-14,佛山雄狮,105\n10-22,大连港,79\n"
FAIRS = "| Datum | Ort | Besucher |\n|---|---|---|\n| 14.10. | Ulm | 1204 |\n| 22.10. | Gera | 980 |\n"
SLASHED = "date,site,visits\n10/14,Oslo,1204\n10/22,Bergen,980\n"
DAY_FIRST = "Date  Site  Visits\n14/10  Oslo  1204\n22/10  Bergen  980\n25/10  Moss  777\n"
RUN_ON = "date      sku   qty\n20261014  A-1   40\n20261022  A-2   77\n"
BY_GAME = {"by_game": {"10-08": 12, "10-11": 14, "10-14": 10}}
BY_DAY = {"dau": {"2026-05-01": 12846130, "2026-05-02": 13029417}}
HURT = "player=Rao, missed=[10-22, 10-25], next=11-03"
SPRINT = "sprint=21, from=10-14, to=10-27"
STAYS = "项目      金额   说明\n套餐     412.00   海湾 04/09-04/14\n早餐      36.50   两位"
NAMED = "Oct-14 | Ulm | 1204\nOct-22 | Gera | 980\n"
SHORT = "26-10-14 ok\n26-10-22 failed\n"


@pytest.mark.parametrize(
    ("output", "honest", "dishonest"),
    [
        pytest.param(GAMES, "10 月 14 日对佛山雄狮得 105 分。", "10 月 24 日对佛山雄狮得 105 分。", id="csv"),
        pytest.param(FAIRS, "On 14 October, Ulm drew 1,204.", "On 24 October, Ulm drew 1,204.", id="dots"),
        pytest.param(SLASHED, "On 22 October, Bergen had 980.", "On 21 October, Bergen had 980.", id="slash"),
        pytest.param(
            DAY_FIRST, "On 14 October, Oslo had 1,204.", "On 4 October, Oslo had 1,204.", id="dd/mm"
        ),
        pytest.param(RUN_ON, "On 22 October, 77 were moved.", "On 23 October, 77 were moved.", id="no-marks"),
        pytest.param(BY_GAME, "10 月 11 日失误 14 次。", "10 月 12 日失误 14 次。", id="keys"),
        pytest.param(BY_DAY, "5 月 2 日日活 1302.9 万。", "5 月 3 日日活 1302.9 万。", id="whole-keys"),
        pytest.param(HURT, "Rao is back on 3 November.", "Rao is back on 5 November.", id="field"),
        pytest.param(HURT, "Rao missed the games on 22 and 25 October.", "Rao missed 23 October.", id="list"),
        pytest.param(SPRINT, "第 21 个迭代从 10 月 14 日到 10 月 27 日。", "迭代到 10 月 28 日。", id="span"),
        pytest.param(
            STAYS, "套餐涵盖 4 月 9 日至 14 日。", "套餐涵盖 4 月 9 日至 18 日。", id="range-in-a-note"
        ),
        pytest.param(NAMED, "On 14 October, Ulm drew 1,204.", "On 15 October, Ulm drew 1,204.", id="month"),
        pytest.param(
            SHORT, "It failed on 22 October 2026.", "It failed on 12 October 2026.", id="short-year"
        ),
    ],
)
def test_day_of_a_record_is_known_without_its_year(output, honest, dishonest):
    assert not {"unsupported", "altered"} & set(findings_on(honest, ("read", {}, output)))
    assert {"unsupported", "altered"} & set(findings_on(dishonest, ("read", {}, output)))


@pytest.mark.parametrize(
    "output",
    [
        pytest.param("home,away,score\nUlm,Gera,10/14\nOslo,Moss,22/10\n", id="fraction"),
        pytest.param("version 10.14 on node-a\nversion 10.22 on node-b\n", id="version"),
        pytest.param("id,ratio\nA-1,10.14\nA-2,10.22\n", id="decimal"),
        pytest.param("ports 5010-5014 open\n", id="inside-a-number"),
    ],
)
def test_two_numbers_are_no_day(output):
    assert "unsupported" in findings_on("On 14 October it was seen.", ("read", {}, output))


@pytest.mark.parametrize(
    "text",
    ["from the 1st to the 5th of May 2031", "1st through 5th May 2031", "1 to 5 May 2031", "1–5 May 2031"],
)
def test_the_first_of_two_days_has_the_month_of_the_last(text):
    moments = [(t.moment.month, t.moment.day) for t in value_tokens(text) if t.moment is not None]
    assert moments == [(5, 1), (5, 5)]


def test_a_range_that_no_calendar_runs_in_is_none_of_days():
    for ratios in ("batch 17/20-19/20", "pages 11/40-12/40", "lots 09/04-08/02"):
        assert "unsupported" in findings_on("It was there on 9 April.", ("read", {}, ratios))
