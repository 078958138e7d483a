"""Numbers that stand where a day or a month of a date does, and are none."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

SLOT = {
    "slots": [
        {"name": "replica_a", "last_used": "2025-01-29T16:20:08Z", "retained_gb": 318.5},
        {"name": "replica_b", "last_used": "2025-02-18T17:45:00Z", "retained_gb": 12.5},
    ],
    "as_of": "2025-10-31",
    "opened": "2025-09-01",
    "orders": {"march": 35, "may": 58},
}


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        pytest.param("It was last used on 53 January at 16:20.", "53", id="a-time-behind"),
        pytest.param("It ran from 17:45 on 81 February to 04:15.", "81", id="on-and-to"),
        pytest.param("It has been idle since 2.9 January, as we said.", "2.9", id="a-point"),
        pytest.param("Since 2.9 January it has been idle.", "2.9", id="a-point-with-words-behind"),
        pytest.param("It was read on May 58 at 10:00.", "58", id="behind-the-month"),
        pytest.param("The sale ran 1–81 September.", "81", id="the-end-of-days"),
        pytest.param("截至 81 月 31 日，留存 318.5 GB。", "81", id="chinese-month"),
        pytest.param("截至 10 月 81 日，留存 318.5 GB。", "81 日", id="chinese-day"),
        pytest.param("它在 13 月 5 日停用。", "13", id="thirteenth-month"),
        pytest.param("它在 2025 年 81 月停用。", "81", id="chinese-month-of-a-year"),
        pytest.param("它在 2 月 30 日停用。", "2 月 30 日", id="a-short-month"),
        pytest.param("It stopped on 31 April.", "31 April.", id="a-short-month-in-english"),
        pytest.param("It stopped on 2025-02-29.", "2025-02-29", id="no-leap-year"),
    ],
)
def test_a_day_or_month_that_does_not_exist_is_found(told, wrong):
    values = report_on(told, ("slots", {}, SLOT)).statements[0].values
    found = [v for v in values if v.value.strip() == wrong]
    assert [v.verdict in ("altered", "unsupported") for v in found] == [True]
    assert "there is no such day" in found[0].reason


@pytest.mark.parametrize(
    "told",
    [
        pytest.param("In May 58 batches were fired.", id="a-count-behind-a-month"),
        pytest.param("In May 58, in March 35.", id="counts-of-two-months"),
        pytest.param("There were 35 March orders.", id="a-count-in-front-of-one"),
        pytest.param("财年 13 月结账后留存 318.5 GB。", id="a-thirteenth-period"),
        pytest.param("2025 年 13 月的账期留存 318.5 GB。", id="a-thirteenth-period-of-a-year"),
        pytest.param("The 31 April orders came late.", id="a-count-like-a-day"),
        pytest.param("婴儿 24 月龄，10 月 45 日元。", id="other-words-with-the-same-signs"),
    ],
)
def test_a_count_beside_a_month_is_no_day(told):
    values = report_on(told, ("slots", {}, SLOT)).statements[0].values
    assert not [v for v in values if "there is no such day" in v.reason]


def test_a_day_that_does_not_exist_is_left_where_the_trace_has_the_very_text():
    told = "It was used on 53 January at 16:20."
    assert (
        report_on(told, ("log", {}, "used on 53 January at 16:20 by cron")).statements[0].finding == "sound"
    )


KILN = {
    "firings": [
        {"kiln": "north", "starts": "2031-09-14T09:40", "glaze": "celadon"},
        {"kiln": "south", "starts": "2031-03-27T21:15", "glaze": "tenmoku"},
    ]
}
ASKED = "Book the studio for the 22nd of August, please, and tell me when the kilns are fired."


@pytest.mark.parametrize(
    ("told", "wrong", "has"),
    [
        pytest.param("The north kiln is fired on the 84th of September.", "84", "09-14", id="ordinal-of"),
        pytest.param("The north kiln is fired on the 41th of September.", "41", "09-14", id="exchanged"),
        pytest.param("The north kiln is fired on the 1.4th of September.", "1.4", "09-14", id="a-point"),
        pytest.param("The north kiln is fired on the 140th of September.", "140", "09-14", id="a-nought"),
        pytest.param("The north kiln is fired on September 67th.", "67", "09-14", id="like-none-of-them"),
        pytest.param("**Date:** 74th September", "74", "09-14", id="without-of"),
        pytest.param("- Date: the 74th of September", "74", "09-14", id="behind-a-label"),
        pytest.param("The south kiln is fired on March 72th, 2031.", "72", "03-27", id="with-a-year"),
        pytest.param("The south kiln is fired on **March 270th, 2031**.", "270", "03-27", id="bold"),
        pytest.param("The south kiln on March 2.7th is full of celadon.", "2.7", "03-27", id="words-behind"),
        pytest.param("The kilns run from March 27th to September 84th.", "84", "09-14", id="a-range"),
        pytest.param("Both kilns rest until March 72th at noon.", "72", "03-27", id="until"),
        pytest.param("The kiln is fired on March 32nd.", "32", "03-27", id="one-too-many"),
        pytest.param("The studio was booked for August 82nd.", "82", "22nd of August", id="as-was-asked"),
        pytest.param("The studio was booked for June 82nd.", "82", None, id="no-day-of-that-month"),
        pytest.param("The south kiln is fired on February 30th.", "February 30th", None, id="february"),
        pytest.param("The south kiln is fired on the 31st of September.", None, "09-14", id="a-short-month"),
        pytest.param("北窑于 9 月 84 日点火。", "84 日", "09-14", id="chinese"),
        pytest.param("北窑于9月140日点火。", "140日", "09-14", id="chinese-nought"),
        pytest.param("工作室已订在8月82日。", "82日", "22nd of August", id="chinese-as-was-asked"),
        pytest.param("北窑于 9 月 31 日点火。", None, "09-14", id="chinese-short-month"),
    ],
)
def test_a_day_that_no_month_has_is_held_against_the_day_of_that_month(told, wrong, has):
    (statement,) = report_on(told, ("kilns", {}, KILN), question=ASKED).statements
    assert statement.finding == ("unsupported" if has is None else "altered")
    assert "there is no such day" in statement.reason
    assert has is None or has in statement.reason
    assert wrong is None or repr(wrong) in statement.reason


@pytest.mark.parametrize(
    "told",
    [
        pytest.param("The north kiln is fired on the 14th of September.", id="the-day"),
        pytest.param("The south kiln is fired on March 27th, 2031.", id="the-other-day"),
        pytest.param("Celadon was the 84th September glaze of the house.", id="an-ordinal-of-things"),
        pytest.param("It was the 84th of September's pots.", id="of-what-a-month-has"),
        pytest.param("It was the 412th pot of the year and the 84th of September.", id="a-count-of-a-month"),
        pytest.param("In March 84th place went to the south kiln.", id="a-place"),
        pytest.param("The May 84th anniversary of the house is not on the list.", id="an-anniversary"),
        pytest.param("The kiln is in its 84th year.", id="no-month"),
        pytest.param("You may 84 times ask.", id="a-verb"),
        pytest.param("If it were May 84th, we would be lost: should I check?", id="a-question"),
        pytest.param("9 月 84 只碗出窑。", id="a-chinese-count"),
        pytest.param("北窑于 9 月 14 日点火。", id="the-day-in-chinese"),
    ],
)
def test_an_ordinal_that_is_no_day_is_none(told):
    statements = report_on(told, ("kilns", {}, KILN), question=ASKED).statements
    assert not [s.reason for s in statements if "there is no such day" in s.reason]


@pytest.mark.parametrize(
    ("told", "is_none"),
    [
        pytest.param("The north kiln is fired on Sunday the 14th at noon.", False, id="a-day"),
        pytest.param("The north kiln is fired on Sunday the 41th at noon.", True, id="two-exchanged"),
        pytest.param("Ravi meets us at the kiln on Sunday the 140th.", True, id="shifted"),
        pytest.param("The kiln rests until Sunday, the 1.4th, as Ravi said.", True, id="a-point"),
        pytest.param("On Sunday the 140th pot was fired.", False, id="a-count"),
        pytest.param("On Sunday the 140th of them broke.", False, id="one-of-many"),
    ],
)
def test_an_ordinal_behind_a_weekday_is_a_day_of_some_month(told, is_none):
    statements = report_on(told, ("kilns", {}, KILN), question=ASKED).statements
    assert any("there is no such day" in s.reason for s in statements) is is_none
