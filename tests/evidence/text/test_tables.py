"""Rows of tables quoted under their heads, or with other signs between the cells."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

PIPES = "| queue | depth | oldest | paused |\n|---|---:|---|---|\n| mail.out | 1532 | 41s | no |\n| mail.dlq | 17 | 9h | yes |"
CSV = "zone,calls,faults,p99_ms\nnorth-1,482917,113,318\nsouth-2,99120,2207,874"
COLUMNS = (
    "NAME              CPU(cores)   MEMORY(bytes)\n"
    "ledger-0          21m          640Mi\n"
    "ledger-1          340m         1890Mi"
)
CHINESE = "| 机房 | 在线 | 告警 |\n|---|---|---|\n| 东三 | 42 台 | 3 条 |\n| 西一 | 37 台 | 8 条 |"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("queue: mail.out, depth: 1532, oldest: 41s, paused: no", PIPES, "accept", id="pairs-of-a-row"),
        pytest.param("queue=mail.dlq depth=17 paused=yes", PIPES, "accept", id="a-column-left-out"),
        pytest.param("depth=17; queue=mail.dlq", PIPES, "accept", id="columns-reordered"),
        pytest.param("queue=mail.dlq, depth=1532", PIPES, "mismatch", id="value-of-another-row"),
        pytest.param("queue=mail.out, oldest=1532", PIPES, "mismatch", id="value-under-another-head"),
        pytest.param("queue=mail.out, depth=1533", PIPES, "mismatch", id="one-digit"),
        pytest.param("queue=mail.out, backlog=1532", PIPES, "mismatch", id="no-such-head"),
        pytest.param("queue=mail.out, depth=1532, owner=ops", PIPES, "mismatch", id="invented-column"),
        pytest.param("north-1 | 482917 | 113 | 318", CSV, "accept", id="cells-of-a-comma-row"),
        pytest.param("north-1 | 482917", CSV, "accept", id="neighbouring-cells"),
        pytest.param("north-1 | 113 | 318", CSV, "mismatch", id="cells-apart"),
        pytest.param("north-1 | 99120 | 2207", CSV, "mismatch", id="two-rows"),
        pytest.param("zone=south-2, faults=2207, p99_ms=874", CSV, "accept", id="comma-row-under-heads"),
        pytest.param("zone=south-2, calls=2207, faults=99120", CSV, "mismatch", id="numbers-exchanged"),
        pytest.param("NAME: ledger-1, CPU(cores): 340m, MEMORY(bytes): 1890Mi", COLUMNS, "accept", id="aligned"),
        pytest.param("name=ledger-0 cpu(cores)=21m", COLUMNS, "accept", id="heads-in-lower-case"),
        pytest.param("NAME: ledger-1, CPU(cores): 340M", COLUMNS, "mismatch", id="case-of-a-unit"),
        pytest.param("NAME: ledger-0, CPU(cores): 340m", COLUMNS, "mismatch", id="aligned-other-row"),
        pytest.param("机房: 西一, 在线: 37 台, 告警: 8 条", CHINESE, "accept", id="chinese-heads"),
        pytest.param("机房: 西一, 在线: 42 台", CHINESE, "mismatch", id="chinese-other-row"),
    ],
)  # fmt: skip
def test_a_row_may_be_told_under_its_heads_and_never_under_others(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_the_cells_of_a_row_are_the_spans():
    found = match_excerpt("queue: mail.dlq, oldest: 9h", PIPES)

    assert [PIPES[start:end] for start, end in found.spans] == ["mail.dlq", "9h"]
    assert found.matched_text == "mail.dlq … 9h"


def test_columns_left_out_and_reordered_cost_a_point_each():
    whole = match_excerpt("zone=north-1, calls=482917, faults=113, p99_ms=318", CSV)
    skipped = match_excerpt("zone=north-1, faults=113", CSV)
    turned = match_excerpt("faults=113, calls=482917", CSV)

    assert (whole.similarity, skipped.similarity, turned.similarity) == (100.0, 99.0, 99.0)


def test_a_head_that_stands_twice_names_no_column():
    text = "host | used | used\nalpha-1 | 40 | 50\nbeta-2 | 60 | 70"

    assert match_excerpt("host=alpha-1, used=40", text).decision == "mismatch"


FIELDS = (
    "#Fields: date time c-ip cs-method cs-uri sc-status time-taken\n"
    "2031-04-02 05:10:11 198.51.100.7 PUT /v2/blobs 201 77\n"
    "2031-04-02 05:10:12 198.51.100.9 GET /v2/tags 404 3"
)
DISKS = (
    "Filesystem      Size  Used Avail Use% Mounted on\n"
    "/dev/nvme0n1p2  250G  231G   19G  93% /srv\n"
    "tmpfs            16G   12M   16G   1% /run"
)
CONTAINERS = (
    "CONTAINER ID   IMAGE            STATUS                  PORTS       NAMES\n"
    "aa17c0de9911   mailer:4.2       Up 6 days (healthy)     8025/tcp    mailer\n"
    "bb28d1ef0022   nginx:1.27       Exited (1) 3 days ago               edge"
)
PROCESSES = (
    "USER   PID %CPU %MEM   RSS STAT COMMAND\n"
    "kafka 4410 88.1 12.0 90122 Sl /opt/jdk/bin/java -Xmx6g kafka.Kafka\n"
    "cron 77 0.0 0.1 812 Ss /usr/sbin/cron -f"
)
BOXED = "┌──────┬───────┐\n│ 仓库 │ 库存  │\n├──────┼───────┤\n│ 甲一 │ 4120  │\n│ 乙三 │ 77    │\n└──────┴───────┘"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("cs-method: GET, cs-uri: /v2/tags, sc-status: 404", FIELDS, "accept", id="named-fields"),
        pytest.param("cs-method: PUT, cs-uri: /v2/blobs, sc-status: 404", FIELDS, "mismatch", id="field-of-another-line"),
        pytest.param("Filesystem /dev/nvme0n1p2: Size 250G, Use% 93%, Mounted on /srv", DISKS, "accept", id="heads-and-spaces"),
        pytest.param("/dev/nvme0n1p2: Used 231G, Avail 19G", DISKS, "accept", id="the-row-named-first"),
        pytest.param("tmpfs: Used 231G, Avail 19G", DISKS, "mismatch", id="another-row-named-first"),
        pytest.param("CONTAINER ID=bb28d1ef0022 IMAGE=nginx:1.27 STATUS=Exited (1) 3 days ago NAMES=edge", CONTAINERS, "accept", id="blank-cell"),
        pytest.param("CONTAINER ID=bb28d1ef0022 IMAGE=nginx:1.27 PORTS=8025/tcp", CONTAINERS, "mismatch", id="blank-cell-filled"),
        pytest.param("USER kafka, PID 4410, %CPU 88.1, STAT Sl", PROCESSES, "accept", id="rest-of-the-line-in-the-last-cell"),
        pytest.param("USER kafka, PID 4410, %CPU 12.0", PROCESSES, "mismatch", id="value-of-the-next-head"),
        pytest.param("仓库: 乙三, 库存: 77", BOXED, "accept", id="drawn-box"),
        pytest.param("仓库: 乙三, 库存: 4120", BOXED, "mismatch", id="drawn-box-other-row"),
    ],
)  # fmt: skip
def test_rows_of_tables_that_tools_print_are_told_by_head(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


LAB = (
    "姓名：李某  性别：女  年龄：40岁  科室：内科\n"
    "项目          结果      参考/提示    单位\n"
    "血红蛋白      118       偏低         g/L\n"
    "白细胞                  正常\n"
    "血小板        201       正常         10^9/L"
)
STOCK = "品名      单位   数量   单价\n螺母      盒     40     2.50\n垫片      包     65     1.20"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("血小板：结果 201，提示 正常", LAB, "accept", id="columns-of-wide-characters"),
        pytest.param("血红蛋白：结果 118，参考 偏低", LAB, "accept", id="head-for-either"),
        pytest.param("血红蛋白：结果 201，提示 正常", LAB, "mismatch", id="another-row"),
        pytest.param("性别 118，姓名 血红蛋白", LAB, "mismatch", id="pairs-head-nothing"),
        pytest.param("垫片：数量 65 包，单价 1.20", STOCK, "accept", id="unit-behind-its-number"),
        pytest.param("垫片：单价 1.20 包，数量 65", STOCK, "mismatch", id="unit-behind-another-number"),
        pytest.param("垫片：数量 65 盒，单价 1.20", STOCK, "mismatch", id="unit-of-another-row"),
    ],
)  # fmt: skip
def test_columns_are_those_of_the_screen(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


UNITS = (
    "GROUP  KIND     ZONE  NAME   SYNC    HEALTH  MESSAGE\n"
    "       Secret   eu    token  Synced          token kept\n"
    "core   Job      eu    feed   Behind  Broken  feed changed\n"
    "       Service  eu    feed   Synced  Sound   feed kept"
)


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("kind: Secret, name: token, sync: Synced", "accept", id="blank-cells-in-the-first-row"),
        pytest.param("Service eu feed Synced Sound feed kept", "accept", id="row"),
        pytest.param("Service eu feed Synced Broken feed kept", "mismatch", id="cell-of-the-row-above"),
        pytest.param("kind: Secret, health: token", "mismatch", id="blank-cell"),
    ],
)
def test_a_row_with_blank_cells_belongs_to_its_table_and_heads_none(excerpt, decision):
    assert match_excerpt(excerpt, UNITS).decision == decision


QUOTED = 'no,payee,amount,state\n81,Lund AS,"7,300.00",DONE\n82,"Berg, Ida","415.50",VOID'
WIDE = (
    "STEP  STARTED                   RESULT   NOTE\n"
    "8     Fri May  2 08:01:00 2031  done     first try\n"
    "9     Sat May  3 09:14:20 2031  aborted  no quorum"
)
VOIDED = (
    "      STEP  STARTED     RESULT\n"
    "      6     Thu  07:40  done\n"
    "void  7     Fri  08:01  done\n"
    "      8     Sat  09:14  failed"
)
TICKS = "| check | good | bad |\n|---|---|---|\n| login | ✓ | |\n| billing | | ✓ |"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("no: 82, amount: 415.50, state: VOID", QUOTED, "accept", id="quoted-amount"),
        pytest.param("no: 82, payee: Berg, Ida, state: VOID", QUOTED, "accept", id="comma-in-a-cell"),
        pytest.param("no: 81, amount: 415.50", QUOTED, "mismatch", id="quoted-amount-of-another-row"),
        pytest.param("STEP: 9, RESULT: aborted, NOTE: no quorum", WIDE, "accept", id="wide-blank-in-a-cell"),
        pytest.param("STEP: 8, RESULT: aborted", WIDE, "mismatch", id="wide-blank-and-another-row"),
        pytest.param("STEP: 6, RESULT: done", VOIDED, "accept", id="wide-blank-in-a-middle-cell"),
        pytest.param("STEP: 7, RESULT: done", VOIDED, "mismatch", id="word-in-front-of-the-columns"),
        pytest.param("check: billing, bad: ✓", TICKS, "accept", id="blank-cell-in-front"),
        pytest.param("check: login, good: ✓", TICKS, "accept", id="blank-cell-behind"),
        pytest.param("check: billing, good: ✓", TICKS, "mismatch", id="tick-under-another-head"),
    ],
)
def test_cells_are_told_by_their_columns_whatever_they_hold(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("disk: sdb, free: 18 %", "accept", id="unit-of-its-head"),
        pytest.param("disk: sdb, size: 80 GB", "accept", id="unit-of-letters"),
        pytest.param("disk: sdb, free: 18 GB", "mismatch", id="unit-of-another-head"),
    ],
)
def test_the_unit_in_a_head_may_be_told_behind_the_number(excerpt, decision):
    text = "| disk | size (GB) | free (%) |\n|---|---|---|\n| sda | 40 | 12 |\n| sdb | 80 | 18 |"

    assert match_excerpt(excerpt, text).decision == decision


STUB = (
    "                 May 2031    May 2030\n"
    "Turnover (k)     512.6       498.1\n"
    "Gross margin     41.2        46.9\n"
    "Debt             (98.0)      (71.5)"
)
RIGHT = (
    "               total        used        free      cached\n"
    "Ram:           64231       58804         917        4102\n"
    "Disk:           8191        8190\n"
    "Tape:       70412288    70119004"
)
TITLED = (
    "Job: etl    |    Owner: data    |    Due: 06:00\n"
    "Step            Started    Ended      Rows      Result\n"
    "extract         01:00:04   01:14:31   520411    OK\n"
    "load            02:51:11              133000    RUNNING"
)
COMMAND = (
    "probe --fields=slot,model,heat.cpu --format=csv\n"
    "slot, model, heat.cpu [C]\n"
    "0, QX 40, 71\n"
    "1, QX 41, 34"
)  # fmt: skip


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("Gross margin: May 2031 41.2, May 2030 46.9", STUB, "accept", id="nameless-first-column"),
        pytest.param("Gross margin: May 2031 46.9", STUB, "mismatch", id="nameless-other-column"),
        pytest.param("Turnover (k): May 2031 41.2", STUB, "mismatch", id="nameless-other-row"),
        pytest.param("Ram: total 64231, used 58804, free 917", RIGHT, "accept", id="ends-below-heads"),
        pytest.param("Ram: free 58804", RIGHT, "mismatch", id="ends-below-another-head"),
        pytest.param("Disk: total 8191, used 8190", RIGHT, "accept", id="short-row"),
        pytest.param("Tape: used 70119004, total 70412288", RIGHT, "accept", id="short-row-wider-than-heads"),
        pytest.param("Tape: total 70119004", RIGHT, "mismatch", id="short-row-other-column"),
        pytest.param("extract: Rows 520411, Result OK", TITLED, "accept", id="title-cut-as-often"),
        pytest.param("Step: load, Rows: 133000, Result: RUNNING", TITLED, "accept", id="blank-cell"),
        pytest.param("slot: 0, model: QX 40, heat.cpu: 71", COMMAND, "accept", id="command-in-front"),
        pytest.param("slot: 0, model: QX 40, heat.cpu: 34", COMMAND, "mismatch", id="command-other-row"),
    ],
)  # fmt: skip
def test_heads_may_leave_the_names_of_rows_out_and_stand_below_a_title(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_a_cell_left_blank_is_told_of_no_head():
    assert match_excerpt("Step: load, Ended: 02:51:11", TITLED).decision != "accept"


TREE = (
    "NAME         SIZE TYPE MOUNT\n"
    "vda          447G disk\n"
    "├─vda1       512M part /boot\n"
    "│ └─boot-md    1G raid\n"
    "└─vda2     446.5G part\n"
    "  └─vg-root  120G lvm  /"
)


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("vda1 SIZE 512M, MOUNT /boot", "accept", id="branch"),
        pytest.param("vda2: TYPE part, SIZE 446.5G", "accept", id="ends-below-its-head"),
        pytest.param("vg-root: SIZE 120G, TYPE lvm, MOUNT /", "accept", id="inner-branch"),
        pytest.param("boot-md: TYPE raid, SIZE 1G", "accept", id="branch-apart"),
        pytest.param("boot-md: TYPE raid, SIZE 120G", "mismatch", id="branch-apart-and-another-size"),
        pytest.param("vda2: MOUNT /boot", "mismatch", id="mount-of-another"),
        pytest.param("vda2 SIZE 512M", "mismatch", id="size-of-another"),
        pytest.param("vda MOUNT disk", "mismatch", id="blank-cell"),
    ],
)
def test_words_stand_under_the_heads_that_begin_or_end_as_they_do(excerpt, decision):
    assert match_excerpt(excerpt, TREE).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("bin-1: KIND cold, SIZE 40G", "accept", id="named-row"),
        pytest.param("KIND warm, UNIT 90G", "mismatch", id="size-as-the-name"),
    ],
)
def test_a_word_under_the_second_head_names_no_row(excerpt, decision):
    text = "UNIT   SIZE KIND ROOM\nbin-1   40G cold\nbin-2   10G warm yard\n        90G warm loft"
    assert match_excerpt(excerpt, text).decision == decision


PACKED = (
    "DISK SIZE FREE ZONE\nsda1 900G 120G east\nsdb1       70G west\n"
    "queue depth oldest_s state\nmail.out 1532 41 draining\nmail.dlq 17 930 idle"
)


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("sdb1: FREE 70G, ZONE west", "accept", id="blank-cell"),
        pytest.param("mail.dlq: oldest_s 930, depth 17", "accept", id="table-below"),
        pytest.param("mail.dlq: oldest_s 41, depth 17", "mismatch", id="row-above-in-the-table-below"),
    ],
)
def test_a_table_with_blank_cells_is_not_the_last(excerpt, decision):
    assert match_excerpt(excerpt, PACKED).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("owner: Ida, state: open", "accept", id="first-row"),
        pytest.param("owner: Bo, state: shut", "accept", id="second-row"),
        pytest.param("owner: Ida, state: shut", "mismatch", id="of-two-rows"),
    ],
)
def test_a_row_of_words_is_no_head(excerpt, expected):
    assert (
        match_excerpt(excerpt, "lane | owner | state\nnorth | Ida | open\nsouth | Bo | shut").decision
        == expected
    )


GAPPED = """   item     qty     lane    state
   bolt             north   ok
"""


@pytest.mark.parametrize(
    ("row", "excerpt", "expected"),
    [
        pytest.param("   nut      5               shut", "item: nut, qty: 5, state: shut", "accept", id="below-heads"),
        pytest.param("x           5       west", "qty: 5, lane: west, state: x", "mismatch", id="left-of-all-heads"),
        pytest.param("   nut  M4  5", "item: M4, qty: 5", "mismatch", id="two-below-one-head"),
    ],
)  # fmt: skip
def test_a_row_with_blank_cells_stands_below_the_heads(row, excerpt, expected):
    assert match_excerpt(excerpt, GAPPED + row).decision == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param("north     3", "accept", id="at-the-heads"),
        pytest.param("see           note", "mismatch", id="between-the-heads"),
    ],
)
def test_the_first_row_with_blank_cells_begins_where_heads_do(row, expected):
    lane, qty = row.split()
    text = f"lane      qty       owner     state\n{row}"
    assert match_excerpt(f"lane: {lane}, qty: {qty}", text).decision == expected
