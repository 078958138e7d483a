"""What stands in front of a whole quote and only says where it was read."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

TALK = (
    "[09:12] Mira: the ledger queue is long again, is it the import?\n"
    "[09:14] Tom: hardly, the import ended at 03:10 and wrote 41200 rows.\n"
    "[09:15] Mira: then the vault-2 disk at 88% worries me more."
)
RELEASE = (
    "Gateway 7.31 (2031-02-04)\n - Drops the old /v1 login path.\n - Going back below 7.20 is not possible."
)
CONTRACT = (
    "8.1 The tenant pays the rent by the third working day of each month.\n"
    "8.2 The deposit of 3,100 euros is returned within 60 days.\n"
    "8.3 Subletting needs the written consent of the owner."
)
MINUTES = "Minutes of the allotment board, 9 May\n1. Water: pump serviced on 2 May, two seals replaced.\n2. Fence: offer of 740 euros accepted."
TICKET = "OPS-5512  Slow search on the shop page\nPriority: medium   Owner: R. Vega\nDescription:\nSearch takes 9 s when the filter holds more than 40 tags."
SYSLOG = (
    "Apr 11 07:02:10 edge-4 sshd[771]: Accepted publickey for backup from 192.0.2.8 port 50111\n"
    "Apr 11 07:02:12 edge-5 sshd[802]: Connection closed by 192.0.2.9 port 50877"
)
HOSTS = "db-1 replica lag 12 s, last backup 02:10\ndb-2 replica lag 0 s, last backup 02:14"
CN_MINUTES = "机房例会（3月8日）\n一、关于空调：会议同意更换两台精密空调，费用不超过8万元。\n二、关于门禁：推迟到下季度讨论。"
CN_ORDER = (
    "订单号：GX20310588\n2031-04-02 08:11 包裹离开 成都集散中心\n2031-04-03 19:40 包裹到达 西安集散中心"
)
CN_NOTE = '{"shards":17,"state":"yellow"}\n交接备注：未分配的 17 个分片都是副本，写入不受影响。'
TABLE = "NODE       CPU    MEM\nworker-a   340m   2100Mi\nworker-b   21m    640Mi"
CARD = "Board 2: Zephyr Q40, temp 61 C, fan 48 %, faults 3"
PARTS = "mill api: 4 faults, 19 calls in the last hour\nkiln api: 6 faults, 22 calls in the last hour"
CASE = (
    "Case #40718 fails since Monday | Plan: Basic\nGuest: the door code is refused at night.\n"
    "Staff (Noor): the code was renewed at 18:00, the old one is void."
)
HANDBOOK = "第五条 实习人员按日计薪，满三十日结算。\n第六条 实习人员不参加夜班，节假日除外另行通知。"
GUIDE = "## Disk above 85 %\n1. Run `df -h /spool` on the host. Sample output: `/dev/sdc1 900G 810G 90G 90% /spool`\n2. Ask the owner of /spool."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param('Gateway 7.31 release notes: "Going back below 7.20 is not possible."', RELEASE, id="title-and-source"),
        pytest.param("Gateway 7.31: Drops the old /v1 login path.", RELEASE, id="title"),
        pytest.param("lease 8.2: The deposit of 3,100 euros is returned within 60 days.", CONTRACT, id="section"),
        pytest.param("Clause 8.3: Subletting needs the written consent of the owner.", CONTRACT, id="kind-and-section"),
        pytest.param("Item 2: Fence: offer of 740 euros accepted.", MINUTES, id="list-number"),
        pytest.param("board minutes: Fence: offer of 740 euros accepted.", MINUTES, id="words-of-the-title"),
        pytest.param('OPS-5512: "Search takes 9 s when the filter holds more than 40 tags."', TICKET, id="ticket"),
        pytest.param("sshd on edge-4: Accepted publickey for backup from 192.0.2.8 port 50111", SYSLOG, id="head-of-its-line"),
        pytest.param('Tom: "the import ended at 03:10 and wrote 41200 rows"', TALK, id="speaker"),
        pytest.param('Mira writes "the vault-2 disk at 88% worries me more"', TALK, id="speaker-writes"),
        pytest.param("zephyr-ctl output: Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="hyphenated-tool-that-the-quote-names"),
        pytest.param("zephyr-ctl 输出：Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="zh-hyphenated-tool-that-the-quote-names"),
        pytest.param("du -h output: Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="tool-with-a-flag"),
        pytest.param("输出：Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="zh-output"),
        pytest.param("Nagios alert: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="name-nowhere-and-source"),
        pytest.param("Nagios fleet alert: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="two-names-nowhere"),
        pytest.param("例会纪要第一条：“会议同意更换两台精密空调，费用不超过8万元。”", CN_MINUTES, id="zh-section"),
        pytest.param("订单 GX20310588：2031-04-03 19:40 包裹到达 西安集散中心", CN_ORDER, id="zh-title"),
        pytest.param("交接备注写道“未分配的 17 个分片都是副本，写入不受影响”", CN_NOTE, id="zh-key-in-front"),
        pytest.param("Kibana 日志：db-2 replica lag 0 s, last backup 02:14", HOSTS, id="zh-source"),
        pytest.param('Case #40718, Staff (Noor): "the code was renewed at 18:00, the old one is void."', CASE, id="opening-and-speaker"),
        pytest.param("实习人员手册第五条：“实习人员按日计薪，满三十日结算。”", HANDBOOK, id="zh-book-and-section"),
    ],
)  # fmt: skip
def test_a_label_that_calls_the_source_is_no_part_of_the_quote(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("db-1: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="name-of-another-line"),
        pytest.param("db-1: replica lag 0 s, last backup 02:14", HOSTS, id="subject-exchanged"),
        pytest.param("db-1 log: replica lag 0 s, last backup 02:14", HOSTS, id="subject-exchanged-with-source"),
        pytest.param("db-3 log: replica lag 0 s, last backup 02:14", HOSTS, id="subject-nowhere"),
        pytest.param("Nagios prod fleet alert: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="three-names-nowhere"),
        pytest.param("CRITICAL: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="level"),
        pytest.param("root cause: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="cause"),
        pytest.param("failed alert: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="state-and-source"),
        pytest.param("fault report: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="verdict-and-source"),
        pytest.param("alert confirms outage: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="statement"),
        pytest.param("not in the log: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="negation"),
        pytest.param("possible alert: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="hedge"),
        pytest.param("All hosts report that db-2 replica lag 0 s", HOSTS, id="invented-head"),
        pytest.param("All hosts report that: db-2 replica lag 0 s, last backup 02:14", HOSTS, id="invented-head-colon"),
        pytest.param("故障结论：db-2 replica lag 0 s, last backup 02:14", HOSTS, id="zh-verdict"),
        pytest.param("原因：db-2 replica lag 0 s, last backup 02:14", HOSTS, id="zh-cause"),
        pytest.param("Gateway 7.30 release notes: Going back below 7.20 is not possible.", RELEASE, id="another-version"),
        pytest.param("lease 8.3: The deposit of 3,100 euros is returned within 60 days.", CONTRACT, id="another-section"),
        pytest.param("Clause 9.2: The deposit of 3,100 euros is returned within 60 days.", CONTRACT, id="no-such-section"),
        pytest.param("Item 1: Fence: offer of 740 euros accepted.", MINUTES, id="another-list-number"),
        pytest.param("例会纪要第二条：“会议同意更换两台精密空调，费用不超过8万元。”", CN_MINUTES, id="zh-another-section"),
        pytest.param("sshd on edge-5: Accepted publickey for backup from 192.0.2.8 port 50111", SYSLOG, id="host-of-another-line"),
        pytest.param('Mira: "the import ended at 03:10 and wrote 41200 rows"', TALK, id="another-speaker"),
        pytest.param('Tom says "the vault-2 disk at 88% worries me more"', TALK, id="another-speaker-says"),
        pytest.param('Ines says: "the import ended at 03:10 and wrote 41200 rows"', TALK, id="speaker-nowhere"),
        pytest.param("订单 GX20310589：2031-04-03 19:40 包裹到达 西安集散中心", CN_ORDER, id="zh-another-title"),
        pytest.param("CPU: worker-b 21m 640Mi", TABLE, id="head-of-a-column"),
        pytest.param("worker-a: worker-b 21m 640Mi", TABLE, id="name-of-another-row"),
        pytest.param("host df output: /dev/sdc1 900G 810G 90G 90% /spool", GUIDE, id="sample-as-reading"),
        pytest.param("status: db-2 replica lag 0 s", "status: idle\ndb-2 replica lag 0 s, last backup 02:14", id="key-of-another-value"),
        pytest.param("status: last backup 02:14", "status: db-2 replica lag 0 s, last backup 02:14", id="key-far-in-front"),
        pytest.param("Tom log: wrote 41300 rows", TALK, id="changed-number"),
        pytest.param("kiln-mon output: 4 faults, 19 calls in the last hour", PARTS, id="hyphenated-name-of-another"),
        pytest.param("kiln-api output: 4 faults, 19 calls in the last hour", PARTS, id="hyphenated-name-in-words-of-another"),
        pytest.param("target-fan output: Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="hyphenated-word-that-makes-a-target"),
        pytest.param("draft-fan output: Board 2: Zephyr Q40, temp 61 C, fan 48 %", CARD, id="hyphenated-word-that-makes-a-draft"),
        pytest.param('Case #40719, Staff (Noor): "the code was renewed at 18:00, the old one is void."', CASE, id="other-case"),
        pytest.param('Case #40718, Guest: "the code was renewed at 18:00, the old one is void."', CASE, id="other-speaker-behind-the-opening"),
        pytest.param("实习人员手册第六条：“实习人员按日计薪，满三十日结算。”", HANDBOOK, id="zh-other-section"),
    ],
)  # fmt: skip
def test_what_says_more_than_where_is_no_label(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
