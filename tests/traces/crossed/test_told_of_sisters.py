"""A number told of one record, where only a sister has it: found in every form, and its own never."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on, report_on

BOATS = (
    "name                berth   crew   sailed        tons\n"
    "tug-7f9c-k2xw4      B3      4      00:21:35      812.5\n"
    "tug-7f9c-p81rd      B7      6      00:14:08      640.2\n"
    "tug-7f9c-z5m0q      C1      9      01:02:50      95.7"
)
TWO_TABLES = (
    "NAME              STATE    RESTARTS       AGE\n"
    "dns-5d4f-8wq2n    ready    3 (14m ago)    41d\n"
    "dns-5d4f-m7xk9    ready    8 (5m ago)     41d\n"
    "\n"
    "NAME              CPU      MEM\n"
    "dns-5d4f-8wq2n    88m      171Mi\n"
    "dns-5d4f-m7xk9    93m      154Mi"
)
LEVELS = json.dumps(
    {
        "status": "success",
        "data": {
            "resultType": "matrix",
            "result": [
                {
                    "metric": {"tank": "north"},
                    "values": [
                        [1929162000, "2.14"],
                        [1929162600, "5.87"],
                        [1929163200, "9.36"],
                        [1929163800, "7.45"],
                    ],
                }
            ],
        },
    }
)
HOURS = json.dumps({"histogram": [{"hour": f"{h:02d}", "calls": n} for h, n in ((7, 31), (8, 88), (9, 64))]})
JOBS = json.dumps(
    {
        "jobs": [
            {"name": "lint", "result": "ok", "secs": 48},
            {"name": "smoke-tests", "result": "ok", "tests": {"passed": 1460, "failed": 0, "skipped": 21}},
            {
                "name": "browser-tests",
                "result": "failed",
                "tests": {"passed": 377, "failed": 5, "skipped": 8},
            },
        ]
    }
)
SPOOL = (
    "POSTING RUN                              2031-02-18\n"
    "  LINES READ ..............        7,914,660\n"
    "    REFUSED Q11 NO SUCH LEDGER           274\n"
    "    REFUSED Q45 PERIOD IS CLOSED          63\n"
    "  OUT OF BALANCE ..........             0.00"
)
ALERTS = "alert,level,fired,useful\nKilnTooHot,high,19,11\nBeltSlipping,low,27,4\nDustHigh,high,6,6"
ZH_BILLS = "单号,客户,金额(元),天数\nZD88120,顺和,1260.00,12\nZD88131,广聚,845.50,31\nZD88147,永泰,2310.00,7"
KEYED = "gate=east-1 cars=418 trucks=77 wait_s=95\ngate=east-2 cars=362 trucks=59 wait_s=140\ngate=west-1 cars=505 trucks=31 wait_s=62"
LOG = "06:02:11 pump-3 started flow=412\n06:09:47 pump-5 started flow=388\n06:15:20 pump-8 started flow=451"
SIZES = json.dumps(
    [
        {"bucket": "logs-2k7", "bytes": 3221225472, "objects": 8120, "keep_days": 30},
        {"bucket": "mail-9d1", "bytes": 8589934592, "objects": 961, "keep_days": 90},
        {"bucket": "scan-4r8", "bytes": 1610612736, "objects": 4475, "keep_days": 14},
    ]
)


VARIANTS = [
    pytest.param(BOATS, "`k2xw4` has a crew of 4 and `p81rd` of 6.", "`k2xw4` has a crew of 6 and `p81rd` of 4.", id="suffixes-by-turns"),
    pytest.param(BOATS, "tug-7f9c-p81rd carried 640.2 tons.", "tug-7f9c-p81rd carried 812.5 tons.", id="whole-id"),
    pytest.param(BOATS, "tug-7f9c-p81rd carried 640 tons.", "tug-7f9c-p81rd carried 95.7 tons.", id="rounded"),
    pytest.param(BOATS, "| Boat | Sailed |\n|---|---|\n| tug-7f9c-k2xw4 | 21m 35s |\n| tug-7f9c-p81rd | 14m 08s |", "| Boat | Sailed |\n|---|---|\n| tug-7f9c-k2xw4 | 21m 35s |\n| tug-7f9c-p81rd | 62m 50s |", id="length-for-a-clock-time-in-a-row"),
    pytest.param(BOATS, "| Boat | Tons |\n|---|---|\n| k2xw4 | 812.5 |\n| z5m0q | 95.7 |", "| Boat | Tons |\n|---|---|\n| k2xw4 | 812.5 |\n| z5m0q | 640.2 |", id="suffix-in-a-row"),
    pytest.param(BOATS, "| Boat | Crew |\n|---|---|\n| k2xw4 | 4 |\n| p81rd | 6 |\n| z5m0q | 9 |", "| Boat | Crew |\n|---|---|\n| k2xw4 | 4 |\n| p81rd | 9 |\n| z5m0q | 9 |", id="short-in-a-row"),
    pytest.param(TWO_TABLES, "`8wq2n` 已重启 3 次,`m7xk9` 已重启 8 次。", "`8wq2n` 已重启 8 次,`m7xk9` 已重启 3 次。", id="zh-short-by-turns-of-two-tables"),
    pytest.param(TWO_TABLES, "`8wq2n` uses 171Mi and `m7xk9` 154Mi.", "`8wq2n` uses 154Mi and `m7xk9` 171Mi.", id="second-table"),
    pytest.param(TWO_TABLES, "- `m7xk9`: 8 restarts", "- `m7xk9`: 3 restarts", id="short-under-its-name"),
    pytest.param(LEVELS, "06:40 – peak at 9.36.", "06:40 – peak at 7.45.", id="sample-behind-a-dash"),
    pytest.param(LEVELS, "- 06:30: 5.87 m", "- 06:30: 9.36 m", id="sample-behind-a-colon"),
    pytest.param(LEVELS, "At 06:50 it stood at 7.45%.", "At 06:50 it stood at 5.87%.", id="sample-in-a-clause"),
    pytest.param(LEVELS, "| Time | Level |\n|---|---|\n| 06:20 | 2.14 |\n| 06:30 | 5.87 |", "| Time | Level |\n|---|---|\n| 06:20 | 2.14 |\n| 06:30 | 7.45 |", id="sample-in-a-row"),
    pytest.param(HOURS, "The peak hour was 08:00 with 88, followed by 09:00 with 64.", "The peak hour was 08:00 with 64, followed by 09:00 with 88.", id="hours-by-turns"),
    pytest.param(HOURS, "At 07:00 there were 31 calls.", "At 07:00 there were 88 calls.", id="one-hour"),
    pytest.param(JOBS, "Smoke tests: 1,460 passed, none failed, 21 skipped.", "Smoke tests: 1,460 passed, none failed, 8 skipped.", id="label-words"),
    pytest.param(JOBS, "Browser tests: 377 passed, 5 failed.", "Browser tests: 1,460 passed, 5 failed.", id="label-words-long-number"),
    pytest.param(JOBS, "**smoke-tests**: 21 skipped.", "**smoke-tests**: 8 skipped.", id="bold-head"),
    pytest.param(SPOOL, "Of these, 274 have no such ledger (Q11) and 63 are of a closed period (Q45).", "Of these, 63 have no such ledger (Q11) and 274 are of a closed period (Q45).", id="codes-in-brackets"),
    pytest.param(SPOOL, "Q11 refused 274 lines.", "Q11 refused 63 lines.", id="code-alone"),
    pytest.param(ALERTS, "`KilnTooHot` fired 19 times and `BeltSlipping` 27 times.", "`KilnTooHot` fired 27 times and `BeltSlipping` 19 times.", id="camel-names"),
    pytest.param(ALERTS, "Dust high: 6 fired.", "Dust high: 27 fired.", id="camel-name-in-words"),
    pytest.param(ALERTS, "| Alert | Useful |\n|---|---|\n| KilnTooHot | 11 |\n| BeltSlipping | 4 |", "| Alert | Useful |\n|---|---|\n| KilnTooHot | 4 |\n| BeltSlipping | 4 |", id="title-is-the-column"),
    pytest.param(ZH_BILLS, "ZD88120 金额 1,260.00 元。", "ZD88120 金额 2,310.00 元。", id="zh-amount"),
    pytest.param(ZH_BILLS, "ZD88147（2,310.00 元）已结清。", "ZD88147（845.50 元）已结清。", id="zh-amount-in-brackets"),
    pytest.param(ZH_BILLS, "顺和欠 12 天,广聚欠 31 天。", "顺和欠 31 天,广聚欠 12 天。", id="zh-customers-by-turns"),
    pytest.param(ZH_BILLS, "| 单号 | 天数 |\n|---|---|\n| ZD88120 | 12 |\n| ZD88131 | 31 |", "| 单号 | 天数 |\n|---|---|\n| ZD88120 | 12 |\n| ZD88131 | 7 |", id="zh-row"),
    pytest.param(KEYED, "`east-2` had 362 cars.", "`east-2` had 505 cars.", id="key-value-lines"),
    pytest.param(KEYED, "`east-1` waits 95 s and `east-2` 140 s.", "`east-1` waits 140 s and `east-2` 95 s.", id="key-value-by-turns"),
    pytest.param(KEYED, "`west-1` waits 1m 2s.", "`west-1` waits 2m 20s.", id="key-value-in-minutes"),
    pytest.param(LOG, "At 06:09:47 the flow was 388.", "At 06:09:47 the flow was 451.", id="log-by-its-second"),
    pytest.param(LOG, "`pump-3` began at 412 and `pump-5` at 388.", "`pump-3` began at 388 and `pump-5` at 412.", id="log-by-turns"),
    pytest.param(SIZES, "`mail-9d1` takes 8 GiB.", "`mail-9d1` takes 3 GiB.", id="bytes-in-another-unit"),
    pytest.param(SIZES, "`scan-4r8` keeps its files for 14 days.", "`scan-4r8` keeps its files for 90 days.", id="days-of-a-bare-field"),
    pytest.param(SIZES, "`logs-2k7` holds 8,120 objects and `mail-9d1` 961.", "`logs-2k7` holds 961 objects and `mail-9d1` 8,120.", id="json-list-by-turns"),
    pytest.param(SIZES, "| Bucket | Objects |\n|---|---|\n| logs-2k7 | 8,120 |\n| scan-4r8 | 4,475 |", "| Bucket | Objects |\n|---|---|\n| logs-2k7 | 8,120 |\n| scan-4r8 | 961 |", id="json-list-in-a-row"),
    pytest.param(SIZES, "- **logs-2k7**: 3.0 GiB, 8,120 objects", "- **logs-2k7**: 3.0 GiB, 4,475 objects", id="one-of-two-under-a-head"),
    pytest.param(SIZES, "| Bucket | Size |\n|---|---|\n| logs-2k7 | 3.0 GiB |\n| mail-9d1 | 8.0 GiB |", "| Bucket | Size |\n|---|---|\n| logs-2k7 | 3.0 GiB |\n| mail-9d1 | 1.5 GiB |", id="other-unit-in-a-row"),
]  # fmt: skip


@pytest.mark.parametrize(("output", "own", "crossed"), VARIANTS)
def test_a_sisters_number_is_found_and_its_own_is_not(output, own, crossed):
    bad = {"altered", "unsupported"}
    assert not bad & set(findings_on(own, ("read_board", {}, output)))
    assert "altered" in findings_on(crossed, ("read_board", {}, output))


PIERS = json.dumps(
    [
        {"pier": "north", "boats": 41, "depth_m": 7.25},
        {"pier": "south", "boats": 58, "depth_m": 9.75},
        {"pier": "quay-west", "boats": 63, "depth_m": 6.5},
    ]
)


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        pytest.param("- north: depth 9.75 m", "north sounding 9.75 m at dusk", id="of-one-row"),
        pytest.param(
            "Pier north has 58 boats and pier south has 41.", "north pier had 58 boats at dusk", id="by-turns"
        ),
    ],
)
def test_a_sisters_number_that_another_line_has_for_the_row_is_let_off(answer, line):
    piers = ("list_piers", {}, PIERS)
    assert findings_on(answer, piers) == ["altered"]
    assert findings_on(answer, piers, ("read_log", {}, line)) == ["sound"]


def test_a_sisters_number_beside_the_words_of_another_column_is_let_off():
    piers = ("list_piers", {}, PIERS)
    assert findings_on("- north: 58 boats", piers) == ["altered"]
    assert findings_on("- north: 58 depth marks", piers) == ["sound"]


CALLS = (
    "call   at        took_ms  attempts\ne66a   13:58:20  187      1\n7bd0   14:01:02  204      1\n"
    "5d2e   14:04:48  1749     2\n91ff   14:06:11  1802     3"
)


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Before 14:04:48 the calls took 187 to 204 ms.", "sound", id="the-end-of-a-span"),
        pytest.param("At 14:04:48 the call took 187 ms.", "altered", id="the-row-itself"),
    ],
)
def test_a_time_that_bounds_a_span_names_no_row(answer, finding):
    assert findings_on(answer, ("trace", {}, CALLS)) == [finding]


NODES = json.dumps(
    [
        {"node": "mill-1", "state": "up", "stalls": 5, "tx_drops": 118, "n": 61},
        {"node": "mill-2", "state": "up", "stalls": 412, "tx_drops": 9034, "n": 47},
        {"node": "mill-3", "state": "down", "stalls": 268, "tx_drops": 733, "n": 29},
    ]
)
ZH_DAYS = "日期,客流,收入\n2031-03-04,212,8410.50\n2031-03-05,187,7236.00\n2031-03-06,240,9105.75\n2031-03-07,233,9002.25"


@pytest.mark.parametrize(
    ("output", "own", "crossed"),
    [
        pytest.param(NODES, "- mill-1 stayed up, with 5 in all.", "- mill-1 stayed up, with 412 in all.", id="subject-of-a-later-clause"),
        pytest.param(NODES, "- mill-1 全程在线,卡顿只有 5 次。", "- mill-1 全程在线,卡顿只有 412 次。", id="zh-subject"),
        pytest.param(NODES, "## Back to mill-3\n- It dropped 733 packets.", "## Back to mill-3\n- It dropped 118 packets.", id="heading-and-a-word-of-the-field"),
        pytest.param(NODES, "The fit for mill-2 gives 3.1 a day per site (n = 47).", "The fit for mill-2 gives 3.1 a day per site (n = 29).", id="key-of-one-letter-beside-a-rate"),
        pytest.param(ZH_DAYS, "6 日收入回到 9,105.75 元。", "6 日收入回到 9,002.25 元。", id="zh-day-of-the-only-month"),
        pytest.param(ZH_DAYS, "On the 5th it took 7,236.00.", "On the 5th it took 8,410.50.", id="day-of-the-only-month"),
    ],
)  # fmt: skip
def test_who_a_statement_is_about_owns_what_it_goes_on_telling(output, own, crossed):
    assert "altered" not in findings_on(own, ("read_board", {}, output))
    assert "altered" in findings_on(crossed, ("read_board", {}, output))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("- mill-1 stayed up, unlike mill-2 with 412 stalls.", id="another-named"),
        pytest.param("- mill-1 stayed up, the other two had 412 and 268 stalls.", id="others-told"),
        pytest.param("- mill-1 stayed up, and sent 412 frames per hour.", id="a-rate"),
    ],
)
def test_what_is_told_of_others_in_a_statement_on_one_is_let_off(answer):
    assert "altered" not in findings_on(answer, ("read_board", {}, NODES))


FEES = "\n".join(
    f"- fee: {fee}\n  date: '2031-04-0{day}'\n  id: {day}\n  payee: {payee}\n  note: {note}"
    for fee, day, payee, note in (
        ("50.0", 1, "SK7700000001", "Rent of the hall"),
        ("1000.0", 2, "SK7700000002", "Stage: second part"),
        ("10.0", 3, "SK7700000003", "Chairs"),
    )
)


def test_item_of_a_list_does_not_go_on_from_the_item_before():
    assert not set(findings_on(f"The fees are:\n\n{FEES}", ("list_fees", {}, FEES))) & {"altered"}


def test_share_that_was_asked_with_is_no_amount_of_a_sister():
    answer = "I have sent two payments to SK7700000001 to cover the 10% rise in April."
    report = report_on(
        answer,
        ("list_fees", {}, FEES),
        ("send_payment", {"payee": "SK7700000001", "fee": 5.0}, "sent"),
        question="The hall got dearer by 10%, please send the rest.",
    )
    assert [s.reason for s in report.findings] == []
