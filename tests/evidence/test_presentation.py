"""What a quoting hand leaves out or writes another way without changing what was said."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

PG = "2027-03-04 09:00:01.224 UTC [881] ERROR:  lock timeout\n2027-03-04 09:00:01.224 UTC [881] DETAIL:  held by 902.\n2027-03-04 09:00:07.001 UTC [990] LOG:  checkpoint done\n"
CHAT = "何青 09:12：缓存清过了吗？\n罗维 09:13：清过两次，没有用\n"
SAMPLE = '{"metric":{"job":"cart","quantile":"0.5"},"value":[1809011200,"0.31"]},{"metric":{"job":"cart","quantile":"0.9"},"value":[1809011200,"1.84"]}'
TABLE = "| zone | hosts | power(kW) |\n|---|---|---|\n| n1 | 1,480 | 512.5 |\n| n2 | 920 | 318.0 |"
COMMIT = "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nAuthor: R. Ito\n"


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("ERROR: lock timeout DETAIL: held by 902.", PG, id="head-of-the-line-before"),
        pytest.param("罗维：清过两次，没有用", CHAT, id="zh-time-behind-the-speaker"),
        pytest.param("quantile: 0.9, value: 1.84", SAMPLE, id="time-of-a-sample"),
        pytest.param("zone: n1, hosts: 1480, power(kW): 512.5", TABLE, id="groups-in-a-cell"),
        pytest.param("{'owner': None, 'open': False}", '{"owner":null,"open":false}', id="python-literals"),
        pytest.param("commit 4b825dc642c… Author: R. Ito", COMMIT, id="hash-cut-with-a-mark"),
        pytest.param("2 failed, 118 passed, 4 skipped", "== 2 failed, 118 passed, 4 skipped in 9.1s ==", id="counts-of-states"),
        pytest.param("fee of CHF 14'250 paid", "fee of CHF 14,250 paid", id="groups-by-apostrophes"),
        pytest.param("book 9783161484100 on loan", "book 978-3-16-148410-0 on loan", id="book-number-in-groups"),
        pytest.param("驳回其余请求；费用由甲方负担", "裁决如下：一、驳回其余请求；二、费用由甲方负担。", id="zh-numbers-of-items-in-a-sentence"),
        pytest.param("n-3,88.1,70.2,640", "host,cpu,mem,disk,swap\nn-3,88.1,70.2,51.9,640", id="column-of-decimals"),
        pytest.param("6\u00a0351 crates,\u00a08\u00a0sealed", "Hall nine: 6 351 crates, 8 sealed", id="groups-by-no-break-spaces"),
        pytest.param("Hall nine: 6\u202f351 crates", "Hall nine: 6 351 crates, 8 sealed", id="groups-by-narrow-spaces"),
        pytest.param("16\u2009351\u00a0704 crates", "Hall nine: 16 351 704 crates", id="three-groups"),
        pytest.param("6 351 crates", "Hall nine: 6\u00a0351 crates, 8 sealed", id="groups-by-blanks"),
        pytest.param("库存 275\u00a0310 箱", "九号库存 275 310 箱，封存 8 箱", id="zh-groups-by-no-break-spaces"),
        pytest.param("库存275310箱", "九号库存275 310箱，封存 8 箱", id="zh-groups-left-out"),
        pytest.param("停摆由光缆割接引起，时延从 31 毫秒升到 97 毫秒", "**总结**：停摆由 *光缆割接* 引起，时延从 **31 毫秒** 升到 **97 毫秒**。", id="zh-emphasis-with-blanks-behind-a-bold-head"),
        pytest.param("the halt came from the cable works at 31 ms", "**Sum**: the halt came from *the cable works* at **31 ms**.", id="emphasis-behind-a-bold-head"),
    ],
)  # fmt: skip
def test_presentation_is_forgiven(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("ERROR: lock timeout LOG: checkpoint done", PG, id="head-of-another-process"),
        pytest.param("2027-03-04 09:00:01.224 UTC [881] DETAIL: held by 902. LOG: checkpoint done", PG, id="later-line-under-the-first-time"),
        pytest.param("何青：清过两次，没有用", CHAT, id="zh-another-speaker"),
        pytest.param("quantile: 0.5, value: 1.84", SAMPLE, id="sample-of-another"),
        pytest.param("zone: n2, hosts: 1480, power(kW): 318.0", TABLE, id="cell-of-another-row"),
        pytest.param("{'owner': None, 'open': True}", '{"owner":null,"open":false}', id="other-literal"),
        pytest.param("owner: None, open: False", '{"owner":"none@x.org","open":false}', id="none-is-in-the-text"),
        pytest.param("commit 4b825de642c… Author: R. Ito", COMMIT, id="hash-with-another-digit"),
        pytest.param("port 80… is open", "port 8080 is open", id="number-cut-with-a-mark"),
        pytest.param("2 failed, 117 passed, 4 skipped", "== 2 failed, 118 passed, 4 skipped in 9.1s ==", id="other-count"),
        pytest.param("fee of CHF 14'350 paid", "fee of CHF 14,250 paid", id="other-number-in-groups"),
        pytest.param("book 978316148410 on loan", "book 978-3-16-148410-0 on loan", id="number-cut-short"),
        pytest.param("6\u00a0352 crates", "Hall nine: 6 351 crates", id="another-digit-behind-a-no-break-space"),
        pytest.param("351 crates, 8 sealed", "Hall nine: 6\u00a0351 crates, 8 sealed", id="last-group-alone"),
        pytest.param("351\u00a0704 crates", "Hall nine: 16 351 704 crates", id="last-groups-alone"),
        pytest.param("九号库存 275\u00a0311 箱", "九号库存 275 310 箱", id="zh-another-digit-behind-a-no-break-space"),
    ],
)  # fmt: skip
def test_a_value_beside_it_is_not(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("load was > 8 over the last 5 minutes", "load was > 8 during the last 5 minutes", id="span-of-time"),
        pytest.param("old totals were showed to clerks until noon", "old totals were shown to clerks until noon", id="irregular-verb"),
        pytest.param("let cap = from_millis(40);", "let cap = Span::from_millis(40);", id="qualifier"),
        pytest.param('{"metric":{"quantile":"0.9"},"value":[1809011200,"1.84"]}', SAMPLE, id="field-of-a-later-record"),
    ],
)  # fmt: skip
def test_a_light_edit_is_uncertain(excerpt, text):
    assert decision(excerpt, text) == "uncertain"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("load was over 8 during the week", "load was under 8 during the week", id="direction"),
        pytest.param("requests over the limit were dropped", "requests within the limit were dropped", id="direction-of-a-limit"),
        pytest.param("let cap = Span::from_secs(40);", "let cap = Span::from_millis(40);", id="name"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_light_edit_is_one(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    "excerpt",
    [
        "&lt;from_host&gt;mx.beta.example&lt;/from_host&gt;",
        "\\u003cfrom_host\\u003emx.beta.example\\u003c/from_host\\u003e",
        "<from_host>mx.beta.example</from_host>",
    ],
)
@pytest.mark.parametrize("is_escaped", [True, False])
def test_markup_may_be_escaped_on_either_side(excerpt, is_escaped):
    text = "<list><from_host>mx.beta.example</from_host><n>7</n></list>"
    if is_escaped:
        text = text.replace("<", "&lt;").replace(">", "&gt;")
    assert match_excerpt(excerpt, text).decision == "accept"
    assert match_excerpt(excerpt.replace("beta", "gamma"), text).decision == "mismatch"


LISTED = "   7  pool mills {\n   8      server 10.9.1.1:80 max=2 t=15s;\n   9      server 10.9.1.2:80 max=2 t=15s;\n  10      keep 64;\n  11  }"
LISTED_ZH = " 7 | 配置 mills\n 8 | 主机=甲 上限=2 超时=15s\n 9 | 主机=乙 上限=2 超时=15s"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("server 10.9.1.1:80 max=2 t=15s;\n server 10.9.1.2:80 max=2 t=15s;\n keep 64;", LISTED, "accept", id="same-keys"),
        pytest.param("主机=甲 上限=2 超时=15s\n主机=乙 上限=2 超时=15s", LISTED_ZH, "accept", id="zh-same-keys"),
        pytest.param("server 10.9.1.1:80 max=2 t=15s;\n server 10.9.1.2:80 max=2 t=15s;", LISTED.replace("  9 ", " 19 "), "mismatch", id="not-consecutive"),
        pytest.param("server 10.9.1.1:80 max=2\n server 10.9.1.2:80 t=15s;", LISTED, "mismatch", id="parts-of-lines"),
    ],
)  # fmt: skip
def test_numbers_of_lines_may_be_left_out(excerpt, text, expected):
    assert decision(excerpt, text) == expected
