"""What is changed inside an otherwise verbatim quote: the ends of a change, a value's edge, a question."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

VALVE = "巡检记录\n09:14:20 开度调整 {}% 值班员：工号3310\n09:20:00 复位"
RACK = "2025-05-02 10:00 {} operator: dana\n2025-05-02 10:09 idle"


@pytest.mark.parametrize("change", ["40→65", "40->65", "40 => 65", "40 到 65", "40/65"])
def test_the_ends_of_a_change_keep_their_order_in_front_of_a_pair(change):
    first, last = change[:2], change[-2:]
    turned = last + change[2:-2] + first
    text = VALVE.format(change)
    assert match_excerpt(f"开度调整 {turned}% 值班员：工号3310", text).decision == "mismatch"
    assert match_excerpt(f"开度调整 {change}% 值班员：工号3310", text).decision == "accept"


@pytest.mark.parametrize(
    ("told", "turned"),
    [
        ("moved job-7 from r12 to r31", "moved job-7 from r31 to r12"),
        ("mode ro -> rw", "mode rw -> ro"),
        ("old/new 512/1024", "old/new 1024/512"),
        ("由甲库切到乙库", "由乙库切到甲库"),
    ],
)
def test_what_a_thing_was_is_not_told_as_what_it_is(told, turned):
    text = RACK.format(told)
    assert match_excerpt(f"{turned} operator: dana", text).decision != "accept"
    assert match_excerpt(f"{told} operator: dana", text).decision == "accept"


@pytest.mark.parametrize(
    ("value", "part"),
    [
        pytest.param("异丙肾上腺素", "肾上腺素", id="begin"),
        pytest.param("无糖酸奶", "糖酸奶", id="begin-of-a-negation"),
        pytest.param("东门外大街", "东门", id="end"),
        pytest.param("欧阳建国", "欧阳建", id="end-of-a-name"),
    ],
)
@pytest.mark.parametrize(
    "quote", ["名称：{} 数量：2", "登记 名称：{} 数量：2", "名称：{}，数量：2", "名称：{}"]
)
def test_a_value_of_one_word_keeps_its_edges(value, part, quote):
    text = f"08:00 登记 名称：{value} 数量：2 柜号：A7\n08:10 出库"
    assert match_excerpt(quote.format(part), text).decision == "mismatch"
    assert match_excerpt(quote.format(value), text).decision == "accept"


def test_who_speaks_may_be_quoted_up_to_any_word():
    text = "10:05 王芳：已完成巡检\n10:06 李四：好的"
    assert match_excerpt("王芳：已完成", text).decision == "accept"


@pytest.mark.parametrize("sign", [",", ".", ";", "!", ""])
@pytest.mark.parametrize(
    ("asked", "behind"),
    [("disk swapped", "see case OPS-12"), ("refund sent", "ask desk 4"), ("备泵已切换", "待夜班核对 7 号表")],
)
def test_a_question_inside_a_quote_keeps_its_mark(sign, asked, behind):
    text = f"note {asked}? {behind}\nend"
    assert match_excerpt(f"{asked}{sign} {behind}", text).decision == "mismatch"
    assert match_excerpt(f"{asked}? {behind}", text).decision == "accept"
    assert match_excerpt(f"{asked}？{behind}", text).decision == "accept"


def test_a_question_that_shows_by_its_words_may_lose_its_mark():
    text = "Why did job-9 stop? the disk of node-3 was full\n为什么停机？阀门 V7 卡住"
    assert match_excerpt("Why did job-9 stop, the disk of node-3 was full", text).decision == "accept"
    assert match_excerpt("为什么停机，阀门 V7 卡住", text).decision == "accept"


def test_the_query_of_an_address_is_no_question():
    text = "GET /orders?id=7 took 31 ms, status 200"
    assert match_excerpt("GET /orders?id=7 took 31 ms; status 200", text).decision == "accept"


@pytest.mark.parametrize(
    "query", ["SELECT id FROM jobs WHERE state = ?", "UPDATE jobs SET n = ? WHERE id = ?"]
)
def test_the_place_for_a_value_in_a_query_is_no_question(query):
    text = f"09:14:20 WARN slow query {query} took 2431 ms on db-2"
    assert match_excerpt(f"slow query {query} took 2431 ms", text).decision == "accept"
    assert match_excerpt(f"WARN slow query {query} took 2431 ms on db-2", text).decision == "accept"


def test_a_place_is_closed_only_where_one_was_opened():
    text = "步骤一：{}从库执行 SHOW REPLICA STATUS，确认 Replica_SQL_Running 为 Yes"
    quote = "步骤一：{}从库上执行 SHOW REPLICA STATUS"
    assert match_excerpt(quote.format("在"), text.format("在")).decision == "uncertain"
    assert match_excerpt(quote.format(""), text.format("")).decision == "mismatch"
