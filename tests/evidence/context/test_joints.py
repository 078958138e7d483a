"""What an elision between two records may leave out, and what it may not."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

LOG = (
    "2026-05-01 10:00:01 ERROR [cart] connection to db-1 refused, retry in 5s\n"
    "2026-05-01 10:00:03 INFO [pay] pool recovered, 20 active, retry queue empty\n"
    "2026-05-01 10:00:09 WARN [cart] latency above 300 ms, 4 slow calls"
)
NOTES = (
    "08:10 服务 cart-api 内存使用率 91%, 超过阈值 85%\n"
    "08:12 服务 pay-api 内存使用率 40%, 低于阈值 85%, 已恢复\n"
    "处理: 扩容 cart-api 到 6 副本; 08:20 复查 cart-api 内存使用率 62%, 未回滚"
)
PAIRS = "alert=A state=firing value=91 for=5m\nalert=B state=resolved value=20 for=9m"
LOGGER = (
    "08:00:01,120 INFO pay.Gate - paid order=71 amount=9\n"
    "08:00:01,450 ERROR pay.Gate - declined order=72 amount=12\n"
    "08:00:02,004 WARN pay.Book - balance is -45 EUR"
)
PROBES = "t=1 host=a open=CLOSED->OPEN rate=61 w=10\nt=2 host=a open=OPEN->HALF rate=7 w=10"
STEPS = "1. Drain the node in batches of 20; wait for 0 pending.\n2. The drain takes 10 minutes, at most 40."
REPLY = 'Client k-17 [10.66.2.90:51773] closed: exceeded timeout (keepalive 60s). Will message {"online":false,"mv":28}'
ASIDE = (
    "pump fault while reading gauges: TideLink(host='tide-3.sea', port=7071): Most tries were spent at quay 4"
)
LID = "kiln: the lid of north-3 (row 9) burst at nine"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "connection to db-1 refused … pool recovered, 20 active", LOG, id="line-behind-its-head"
        ),
        pytest.param("[cart] connection to db-1 refused … latency above 300 ms", LOG, id="same-tag"),
        pytest.param(
            "服务 cart-api 内存使用率 91% …… 服务 pay-api 内存使用率 40%", NOTES, id="zh-subjects-shown"
        ),
        pytest.param("服务 cart-api 内存使用率 91%……扩容 cart-api 到 6 副本", NOTES, id="zh-behind-a-label"),
        pytest.param("paid order=71 … declined order=72", LOGGER, id="line-behind-its-logger"),
        pytest.param("超过阈值 85% … 08:20 复查 cart-api 内存使用率 62%", NOTES, id="zh-behind-a-semicolon"),
        pytest.param("alert=A state=firing … alert=B state=resolved", PAIRS, id="whole-heads-of-two-records"),
        pytest.param(
            "open=CLOSED->OPEN rate=61 … open=OPEN->HALF rate=7", PROBES, id="same-fields-of-two-records"
        ),
        pytest.param(
            "Drain the node in batches of 20 [...] The drain takes 10 minutes", STEPS, id="numbered-steps"
        ),
        pytest.param(
            "- Drain the node in batches of 20\n- The drain takes 10 minutes", STEPS, id="as-a-list"
        ),
        pytest.param('closed: exceeded timeout ... {"online":false,"mv":28', REPLY, id="key-of-json"),
        pytest.param("the lid of … burst at nine", LID, id="name-and-aside"),
        pytest.param("fault while reading gauges […] Most tries were spent at quay 4", ASIDE, id="aside"),
    ],
)
def test_whole_statements_of_two_records_may_be_quoted_around_a_mark(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param(
            "[cart] connection to db-1 refused … pool recovered", LOG, id="tag-kept-and-other-dropped"
        ),
        pytest.param("pay.Gate - paid order=71 … balance is -45", LOGGER, id="logger-kept-and-other-dropped"),
        pytest.param("connection to db-1 … pool recovered", LOG, id="left-side-broken-off"),
        pytest.param("fault while reading gauges […] 7071", ASIDE, id="value-in-an-aside"),
        pytest.param(
            "the lid of … burst",
            "the lid of north-3 (row 9) shut, the gate of south-1 burst",
            id="other-name-behind-an-aside",
        ),
        pytest.param("connection to db-1 refused … 20 active", LOG, id="item-behind-a-comma"),
        pytest.param("connection to db-1 … refused, retry queue empty", LOG, id="out-of-two-clauses"),
        pytest.param("服务 cart-api 内存使用率 91% … 已恢复", NOTES, id="zh-bare-predicate"),
        pytest.param("服务 cart-api 内存使用率 … 40%", NOTES, id="zh-value-of-another"),
        pytest.param("服务 cart-api 内存使用率 91%, …… 低于阈值 85%", NOTES, id="zh-comparison-of-another"),
        pytest.param("alert=A state=firing … state=resolved", PAIRS, id="state-of-another-record"),
        pytest.param("alert=A state=firing … value=20", PAIRS, id="value-of-another-record"),
        pytest.param("host=a open=CLOSED->OPEN … rate=7", PROBES, id="rate-of-another-record"),
    ],
)
def test_a_part_of_one_record_is_never_told_of_another(excerpt, text):
    found = match_excerpt(excerpt, text)
    assert found.decision == "mismatch"
    assert "key_repaired" in [reason.code for reason in found.reasons]


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("took 12.84s, sent 36 rows", "took 12.84s, read 5,820,114 of them, sent 36 rows", "accept", id="field"),
        pytest.param("latency 12.84s rows 36 sent", "latency 12.84s read 5,820,114 rows 36 sent", "uncertain", id="grouped-digits"),
        pytest.param("耗时 12.84s 返回 36 行", "耗时 12.84s 扫描 5,820,114 返回 36 行", "uncertain", id="zh-grouped-digits"),
    ],
)  # fmt: skip
def test_the_comma_of_a_grouped_number_ends_no_clause(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


SHOP = (
    "09:00:01 [shop] WARN cart=81 backend slow took=700ms will retry\n"
    "09:00:04 [shop] ERROR cart=81 order failed code=Q7 reason=limit\n"
    "09:00:07 [risk] ERROR cart=82 no rule hit"
)
SHOP_ZH = (
    "09:00:01 [商城] WARN 单号=81 后端超时 耗时=700ms 准备重试\n"
    "09:00:04 [商城] ERROR 单号=81 装车失败 代号=Q7 原因=限额"
)
PLAN = (
    "Sort  (cost=9..12 rows=40)\n"
    "  ->  Scan on bill b  (cost=1..8 rows=900)\n"
    "        Filter: (paid = false)\n"
    "        Rows Removed by Filter: 77\n"
    "  ->  Scan on acct a  (cost=1..5 rows=60)\n"
    "        Rows Removed by Filter: 12"
)


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("WARN cart=81 backend slow ... ERROR cart=81 order failed", SHOP, "accept", id="from-level-on"),
        pytest.param("WARN 单号=81 后端超时 …… ERROR 单号=81 装车失败", SHOP_ZH, "accept", id="zh-from-level-on"),
        pytest.param("WARN cart=81 backend slow ... reason=limit", SHOP, "mismatch", id="rest-of-the-next"),
        pytest.param("WARN 单号=81 后端超时 …… 原因=限额", SHOP_ZH, "mismatch", id="zh-rest-of-the-next"),
        pytest.param("WARN cart=81 backend slow ... ERROR cart=82 no rule hit", SHOP, "mismatch", id="of-another-service"),
        pytest.param("Scan on bill b ... Rows Removed by Filter: 77", PLAN, "accept", id="key-of-several-words"),
        pytest.param("Scan on bill b ... Rows Removed by Filter: 12", PLAN, "mismatch", id="the-same-key-nearer"),
    ],
)  # fmt: skip
def test_lines_are_quoted_from_their_levels_on_and_keys_as_a_whole(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param(
            "Errors fell by 12 (of 90) on the new queue.",
            "Errors fell by 12 (of 90) on the old queue and by 31 (of 95) on the new queue.",
            "mismatch",
            id="what-is-said-of-the-other",
        ),
        pytest.param(
            "Errors fell by 31 (of 95) on the new queue.",
            "Errors fell by 12 (of 90) on the old queue, and Errors fell by 31 (of 95) on the new queue.",
            "accept",
            id="what-is-said-of-it",
        ),
        pytest.param(
            "Lag rose on shard 1 (by 4 s), on shard 3 (by 7 s)",
            "Lag rose on shard 1 (by 4 s), on shard 2 (by 6 s), on shard 3 (by 7 s)",
            "accept",
            id="a-list-that-leaves-some-out",
        ),
    ],
)
def test_a_gap_does_not_give_a_complement_the_place_of_its_parallel(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


PUMP = "The north pump at site nine held its pressure well for three hours"


@pytest.mark.parametrize(
    ("clause", "rest", "expected"),
    [
        pytest.param("the crew has left town", "On Friday", "accept", id="clause-with-its-subject"),
        pytest.param("was sealed on Friday", "Pump five, by contrast", "mismatch", id="verb-of-another"),
    ],
)
def test_a_long_part_of_a_sentence_goes_on_with_a_clause_that_has_a_subject(clause, rest, expected):
    text = f"{PUMP} of rain. {rest}, {clause}."
    assert match_excerpt(f"{PUMP} ... {clause}", text).decision == expected


CRATES = "10:00 crate 7 blue was sealed\n10:01 crate 7 green was opened"


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("crate 7 blue was sealed ... was opened", "mismatch", id="name-left-out"),
        pytest.param("crate 7 blue was sealed ... crate 7 green was opened", "accept", id="name-shown"),
    ],
)
def test_lines_alike_up_to_a_name_keep_both_names(excerpt, expected):
    assert match_excerpt(excerpt, CRATES).decision == expected


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("host=n-4 port=80 ... up", "accept", id="one-state"),
        pytest.param("host=n-4 port=80 ... up ... down", "mismatch", id="two-states"),
    ],
)
def test_a_value_behind_a_gap_is_of_the_same_record(excerpt, expected):
    text = "host=n-4 port=80 state=up zone=b\nhost=n-5 port=81 state=down zone=c"
    assert match_excerpt(excerpt, text).decision == expected


@pytest.mark.parametrize("start", ["", "\n"])
def test_who_speaks_is_read_in_the_first_line_too(start):
    talk = (
        f"{start}09:12 Mira: the queue is long again, is it?\n09:14 Tom: hardly, it ended.\n09:15 Mira: fine."
    )
    assert match_excerpt("Mira: the queue ... Tom: hardly", talk).decision == "accept"
    assert match_excerpt("09:12 Mira: the queue is long ... Tom: hardly", talk).decision == "accept"
    assert match_excerpt("Mira: the queue is long ... hardly", talk).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param(
            "The kiln was cold at noon … the clay had dried in the sun", "accept", id="whole-clauses"
        ),
        pytest.param("The kiln was cold … the clay had dried in the sun", "mismatch", id="first-one-cut"),
        pytest.param(
            "the yard was … the clay had dried in the sun", "mismatch", id="cut-where-a-value-is-due"
        ),
    ],
)
def test_a_whole_clause_goes_on_with_a_clause_of_a_later_sentence(excerpt, expected):
    text = "The kiln was cold at noon, the yard was wet. By then, though, the clay had dried in the sun."
    assert match_excerpt(excerpt, text).decision == expected


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("Ann: the gate is stuck … open it with the bar", "accept", id="whole"),
        pytest.param("Ann: the gate is … open it with the bar", "mismatch", id="cut-in-front-of-its-value"),
    ],
)
def test_who_speaks_twice_is_quoted_with_whole_clauses(excerpt, expected):
    talk = "[14:02] Ann: the gate is stuck\n[14:05] Ann: open it with the bar"
    assert match_excerpt(excerpt, talk).decision == expected


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        pytest.param("1. … The line is vented.", "mismatch", id="number-of-another-item"),
        pytest.param("The tank is drained. 2. The hatch is opened.", "mismatch", id="number-moved-down"),
        pytest.param("2. The line is vented.", "accept", id="own-number"),
        pytest.param("1. The tank is drained. … 3. The hatch is opened.", "accept", id="own-numbers"),
    ],
)
def test_an_item_keeps_its_own_number(excerpt, expected):
    text = "Steps. 1. The tank is drained. 2. The line is vented. 3. The hatch is opened."
    assert match_excerpt(excerpt, text).decision == expected
