"""The head of a log's record is told with its own message, or the lines below it, not with another's."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from tests.evidence.lost_context import Case

CASES = (
    Case(
        "stamp-and-level",
        "2031-03-02 04:10:11,201 WARNING  Queue is long. It holds 900 jobs.\n"
        "2031-03-02 04:30:00,044 ERROR    Cannot open the ledger: bad header\n"
        "2031-03-04 09:02:41,730 ERROR    Licence key expired\n"
        "                                 Traceback (most recent call last):\n"
        '                                 File "/srv/key.py", line 12, in check',
        (
            "2031-03-02 04:30:00,044 ERROR ... Licence key expired",
            "2031-03-02 04:30:00,044 ... Licence key expired",
            "2031-03-02 04:30:00,044 ... ERROR Licence key expired",
            "2031-03-02 04:30:00,044 ERROR\nLicence key expired",
            "WARNING ... Licence key expired",
            "2031-03-02 04:30:00,044 ERROR ... Traceback (most recent call last):",
            '2031-03-02 04:10:11,201 WARNING ... File "/srv/key.py", line 12, in check',
        ),
        (
            "2031-03-04 09:02:41,730 ERROR ... Traceback (most recent call last):",
            "2031-03-04 ... Licence key expired",
            "ERROR ... Licence key expired",
            "2031-03-04 09:02:41,730 ... Licence key expired",
            "2031-03-04 09:02:41,730 ERROR Licence key expired",
            "2031-03-02 04:30:00,044 ERROR ... bad header",
            "2031-03-02 04:10:11,201 WARNING ... It holds 900 jobs",
            "2031-03-02 04:10:11,201 WARNING Queue is long. ... 2031-03-04 09:02:41,730 ERROR Licence key expired",
            "2031-03-02 04:30:00,044 ERROR ... 2031-03-04 09:02:41,730 ERROR    Licence key expired",
        ),
    ),
    Case(
        "host-and-process",
        "Mar  2 04:10:11 gate-2 sshd[911]: Accepted key for root\n"
        "Mar  2 04:11:40 gate-2 cron[77]: job nightly started\n"
        "Mar  2 04:12:05 gate-3 sshd[915]: Failed password for admin",
        (
            "Mar  2 04:10:11 gate-2 sshd[911]: ... Failed password for admin",
            "Mar  2 04:11:40 gate-2 ... Failed password for admin",
            "Mar  2 04:10:11 gate-2 sshd[911]: ... job nightly started",
        ),
        (
            "Mar  2 04:12:05 gate-3 ... Failed password for admin",
            "Mar  2 04:10:11 ... Accepted key for root",
            "Mar  2 04:10:11 gate-2 sshd[911]: Accepted key for root ... Failed password for admin",
        ),
    ),
    Case(
        "brackets-and-request-id",
        "[2031-03-02T04:10:11Z] [info] [req-71ab] checkout: cart 18 saved\n"
        "[2031-03-02T04:10:19Z] [error] [req-88f0] checkout: card declined by issuer\n"
        "[2031-03-02T04:10:31Z] [error] [req-90cc] shipping: no courier for zone 7",
        (
            "[2031-03-02T04:10:11Z] [info] [req-71ab] ... card declined by issuer",
            "[2031-03-02T04:10:19Z] [error] ... no courier for zone 7",
            "[req-88f0] ... no courier for zone 7",
            "[2031-03-02T04:10:11Z] ... shipping: no courier for zone 7",
        ),
        (
            "[2031-03-02T04:10:31Z] ... no courier for zone 7",
            "[req-90cc] ... no courier for zone 7",
            "[2031-03-02T04:10:19Z] [error] ... card declined by issuer",
        ),
    ),
    Case(
        "logger-behind-a-dash",
        "04:10:11.201 [main] INFO  org.shop.Boot - Started in 4 s\n"
        "04:10:19.117 [pool-2] WARN  org.shop.db.Pool - Pool exhausted\n"
        "04:12:31.882 [pool-3] ERROR org.shop.mail.Sender - Mailbox refused\n"
        "java.io.IOException: broken pipe\n"
        "\tat org.shop.mail.Sender.send(Sender.java:88)",
        (
            "04:10:19.117 [pool-2] WARN  org.shop.db.Pool - ... Mailbox refused",
            "04:10:19.117 [pool-2] WARN ... Mailbox refused",
            "04:10:19.117 [pool-2] WARN  org.shop.db.Pool ... java.io.IOException: broken pipe",
            "04:10:11.201 ... Pool exhausted",
        ),
        (
            "04:12:31.882 [pool-3] ERROR ... java.io.IOException: broken pipe",
            "04:12:31.882 ... Mailbox refused\njava.io.IOException: broken pipe",
            "04:10:19.117 [pool-2] WARN ... Pool exhausted",
        ),
    ),
    Case(
        "chinese",
        "2031-03-02 04:10:11 [错误] 库存服务 扣减失败,商品 8817\n"
        "2031-03-02 04:15:40 [警告] 支付服务 回调超时,订单 5521\n"
        "2031-03-02 04:20:02 [错误] 物流服务 运单号重复",
        (
            "2031-03-02 04:10:11 [错误] ... 回调超时,订单 5521",
            "2031-03-02 04:15:40 [警告] 支付服务 …… 运单号重复",
            "2031-03-02 04:15:40 …… 运单号重复",
        ),
        (
            "2031-03-02 04:20:02 …… 运单号重复",
            "2031-03-02 04:15:40 [警告] …… 订单 5521",
            "2031-03-02 04:10:11 [错误] 库存服务 扣减失败,商品 8817 …… 2031-03-02 04:20:02 [错误] 物流服务 运单号重复",
        ),
    ),
    Case(
        "json-lines",
        '{"ts":"2031-03-02T04:10:11Z","level":"error","svc":"mail","msg":"mailbox refused"}\n'
        '{"ts":"2031-03-02T04:11:40Z","level":"warn","svc":"cart","msg":"cart is stale"}\n'
        '{"ts":"2031-03-02T04:12:05Z","level":"error","svc":"pay","msg":"card declined"}',
        (
            '"ts":"2031-03-02T04:10:11Z","level":"error" ... "msg":"card declined"',
            '"ts":"2031-03-02T04:11:40Z" ... card declined',
            '{"ts":"2031-03-02T04:10:11Z","level":"error","svc":"mail" ... "msg":"cart is stale"}',
        ),
        (
            '"ts":"2031-03-02T04:12:05Z" ... "msg":"card declined"',
            '{"ts":"2031-03-02T04:12:05Z","level":"error" ... "msg":"card declined"}',
        ),
    ),
    Case(
        "pairs",
        'ts=04:10:11 level=error svc=mail msg="mailbox refused" n=3\n'
        'ts=04:11:40 level=warn svc=cart msg="cart is stale"\n'
        'ts=04:12:05 level=error svc=pay msg="card declined"',
        (
            'ts=04:10:11 level=error ... msg="card declined"',
            'ts=04:11:40 ... "card declined"',
            'ts=04:10:11 level=error svc=mail ... "cart is stale"',
        ),
        ('ts=04:12:05 ... msg="card declined"', 'ts=04:10:11 level=error ... msg="mailbox refused"'),
    ),
    Case(
        "level-in-front",
        "ERROR 2031-03-02 04:10:11 ingest worker-4 Checkpoint lost\n"
        "INFO 2031-03-02 04:11:40 ingest worker-5 Checkpoint written\n"
        "ERROR 2031-03-02 04:12:05 ingest worker-9 Offset out of range",
        (
            "ERROR 2031-03-02 04:10:11 ingest worker-4 ... Offset out of range",
            "ERROR 2031-03-02 04:10:11 ... Checkpoint written",
            "INFO 2031-03-02 04:11:40 ... Offset out of range",
        ),
        ("ERROR ... Offset out of range", "ERROR 2031-03-02 04:12:05 ... Offset out of range"),
    ),
    Case(
        "bars",
        "04:10:11 | E | boiler | Flame lost\n04:11:40 | I | pump | Pump started\n04:12:05 | E | valve | Valve stuck",
        ("04:10:11 | E | boiler | ... Valve stuck", "04:11:40 | I ... Valve stuck"),
        ("04:12:05 ... Valve stuck", "04:10:11 | E ... Flame lost"),
    ),
    Case(
        "access-log",
        '10.0.0.4 - - [02/Mar/2031:04:10:11 +0000] "GET /cart HTTP/1.1" 200 512\n'
        '10.0.0.9 - - [02/Mar/2031:04:12:05 +0000] "POST /pay HTTP/1.1" 502 91',
        ('10.0.0.4 - - [02/Mar/2031:04:10:11 +0000] ... "POST /pay HTTP/1.1" 502', '10.0.0.4 ... "POST /pay HTTP/1.1" 502 91'),
        ('10.0.0.9 ... "POST /pay HTTP/1.1" 502', '10.0.0.4 - - ... "GET /cart HTTP/1.1" 200 512'),
    ),
    Case(
        "agenda",
        "09:00 Registration opens\n10:30 Vote on the budget\n12:00 Lunch in hall B",
        ("09:00 ... Vote on the budget", "10:30 ... Lunch in hall B"),
        ("10:30 Vote on the budget ... 12:00 Lunch in hall B", "12:00 ... hall B"),
    ),
    Case(
        "blocks",
        "Check result for probe A-7 at dock 3\nbattery 3.1 V\n\n"
        "Check result for probe A-9 at dock 5\nbattery 2.4 V\n"
        "seal broken",
        ("Check result for probe A-7 ... seal broken", "Check result for probe A-7 at dock 3 ... battery 2.4 V"),
        ("Check result for probe A-9 ... seal broken", "Check result for probe A-7 ... battery 3.1 V"),
    ),
    Case(
        "glog",
        "E0302 04:10:11.201442  77 quota.go:88] quota of team-a used up\n"
        "W0302 04:11:40.771204  77 lease.go:41] lease is old\n"
        "E0302 04:12:05.004127  91 node.go:230] node n7 lost",
        ("E0302 04:10:11.201442  77 quota.go:88] ... node n7 lost", "W0302 04:11:40.771204 ... node n7 lost"),
        ("E0302 04:12:05.004127 ... node n7 lost", "E0302 ... node n7 lost"),
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_a_head_goes_with_its_own_message(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])


def test_a_head_that_many_records_share_is_the_own_one_of_a_late_record():
    lines = [f"2031-03-02 04:10:{second:02} INFO  Batch {second} done" for second in range(60)]
    text = "\n".join([*lines, "2031-03-02 04:11:00 INFO  Ledger closed"])

    assert match_excerpt("INFO ... Ledger closed", text).decision == "accept"
    assert match_excerpt("2031-03-02 04:10:59 INFO ... Ledger closed", text).decision == "mismatch"
