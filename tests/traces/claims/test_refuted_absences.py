"""What a record counts, a code shows or an entry is cannot be said not to be there; what none does, can."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

VAIN = "overclaimed_absence"
HENS = (
    "coop          hens  restocks  age\nbarn-3a1-nord  40    0         9w\nbarn-3a1-sued  41    0         9w\n"
    "barn-3a1-west  38    2         9w\nbarn-7c4-nord  12    0         3w\nbarn-7c4-sued  11    5         3w"
)
CODES = "status   requests\n200      9120\n304      77\n404      31\n502      6\ntotal    9234"
LEAVE = (
    "employee  sick_days  absences  late\nMoreau    0          0         3\nOkafor    2          1         0"
)
LOG = (
    "2025-03-04 06:10:02 pump: started\n2025-03-04 06:31:40 pump: valve jam on inlet 2\n"
    "2025-03-04 06:40:11 pump: pressure 4.1 bar"
)
ZH = "门店    订单数   退货数   投诉数\n城东    1200     14       0\n城西    900      0        2\n城南    800      5        1"


def read(given: object, **asked: object) -> Reply:
    return ("read_board", asked, given)


@pytest.mark.parametrize(
    ("answer", "reply", "is_found"),
    [
        pytest.param("There were no 5xx responses.", read(CODES), True, id="class-of-codes"),
        pytest.param("There were no server errors (5xx).", read(CODES), True, id="class-in-brackets"),
        pytest.param("There were no client errors.", read(CODES), True, id="class-by-its-name"),
        pytest.param("No requests failed with a 4xx.", read(CODES), True, id="class-behind-the-verb"),
        pytest.param("没有返回任何 5xx。", read(CODES), True, id="class-zh"),
        pytest.param(
            "No parcels have been returned so far.",
            read("sent_parcels: 812\nreturned_parcels: 37\nlost_parcels: 0"),
            True,
            id="a-field-of-the-noun-and-the-verb",
        ),
        pytest.param(
            "No parcels have been lost so far.",
            read("sent_parcels: 812\nreturned_parcels: 37\nlost_parcels: 0"),
            False,
            id="a-field-of-another-verb",
        ),
        pytest.param("There were no 503s.", read(CODES), False, id="code-that-is-not-there"),
        pytest.param(
            "There were no 5xx responses other than 502.", read(CODES), False, id="class-but-for-one"
        ),
        pytest.param("There were no 5xx responses after 10:00.", read(CODES), False, id="class-in-a-span"),
        pytest.param("No 5xx were served.", read({"codes": {"200": 9, "502": 6}}), True, id="code-as-a-key"),
        pytest.param("No 5xx were served.", read({"codes": {"200": 9, "502": 0}}), False, id="key-of-none"),
        pytest.param(
            "The access log shows no 5xx.",
            ("read_log", {"path": "access.log"}, '1.2.3.4 "GET /a" 200 12\n1.2.3.5 "POST /b" 504 60'),
            True,
            id="code-in-a-line",
        ),
        pytest.param("Moreau was never late.", read(LEAVE), True, id="never-of-a-named-row"),
        pytest.param("Okafor was never late.", read(LEAVE), False, id="never-and-so"),
        pytest.param("barn-3a1-west has not been restocked.", read(HENS), True, id="verb"),
        pytest.param("barn-3a1-west had no restocks.", read(HENS), True, id="named-row"),
        pytest.param("barn-3a1-nord had no restocks.", read(HENS), False, id="named-row-and-so"),
        pytest.param("The 3 older coops had no restocks.", read(HENS), True, id="group-that-is-counted"),
        pytest.param("The 2 younger coops had no restocks.", read(HENS), True, id="other-group"),
        pytest.param("The 4 coops by the pond had no restocks.", read(HENS), False, id="no-such-group"),
        pytest.param("The sheds had no restocks.", read(HENS), False, id="of-something-else"),
        pytest.param("No coop had any restocks.", read(HENS), True, id="none-of-all"),
        pytest.param(
            "The 3 older coops had no restocks. Well, the west one had: barn-3a1-west has 2 restocks.",
            read(HENS),
            False,
            id="told-elsewhere",
        ),
        pytest.param("各门店均无退货。", read(ZH), True, id="zh-all"),
        pytest.param("城西没有退货。", read(ZH), False, id="zh-named-and-so"),
        pytest.param("三个门店都没有投诉。", read(ZH), True, id="zh-counted"),
        pytest.param(
            "Silo s-4 has no lag.", read({"silo": "s-4", "lag_seconds": 41, "spills": 0}), True, id="unit"
        ),
        pytest.param(
            "Silo s-4 has no spills.", read({"silo": "s-4", "lag_seconds": 41, "spills": 0}), False, id="zero"
        ),
        pytest.param("The pump log has no valve jams.", read(LOG, log="pump"), True, id="entry-of-a-log"),
        pytest.param("The pump log has no shaft leaks.", read(LOG, log="pump"), False, id="no-such-entry"),
        pytest.param(
            "The pump log has no new valve jams.", read(LOG, log="pump"), False, id="entry-that-is-narrowed"
        ),
        pytest.param(
            "The audit found no expired seals.",
            read({"case": "K-9", "findings": [{"severity": "high", "title": "Expired seal on door 2"}]}),
            True,
            id="title-of-a-finding",
        ),
    ],
)
def test_a_denial_is_held_against_what_the_calls_show(answer, reply, is_found):
    assert (VAIN in findings_on(answer, reply)) is is_found


def test_hostile_texts_take_no_longer_than_they_are():
    answer = "There were no " + "no errors (5xx) and never failed, " * 500
    board = "\n".join(f"{200 + n % 400}      {n}" for n in range(500))
    assert findings_on(answer, read(f"status   requests\n{board}"))
