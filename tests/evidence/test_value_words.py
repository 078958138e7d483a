"""Every word class of the match, word by word: a value word is named by its class, a negation is not cut off."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

NEUTRAL = "purple"


def pairs(code: str, words: str) -> list[object]:
    """Make one case of each `word/opposite`."""
    return [pytest.param(*pair.split("/"), code, id=pair) for pair in words.split()]


def codes(excerpt: str, text: str) -> set[str]:
    match = match_excerpt(excerpt, text)
    assert match.decision == "mismatch", (excerpt, text)
    return {reason.code for reason in match.reasons}


OPPOSITES = [
    *pairs(
        "level_changed",
        "trace/fatal debug/error info/err information/severe informational/critical notice/crit warn/emerg "
        "warning/emergency alert/verbose panic/minor major/minor",
    ),
    *pairs(
        "state_changed",
        "firing/resolved pending/suppressed silenced/active inhibited/expired acknowledged/idle open/closed "
        "opened/closing opening/half running/stopped run/stop ready/busy up/down waiting/blocked "
        "stopping/starting started/terminated start/terminate restarting/terminating restarted/completed "
        "restart/abort created/deleted creating/deleting added/removed success/failure "
        "successful/failed successfully/failing succeeded/fails succeed/fail complete/done aborted/cancelled "
        "canceled/skipped timeout/ok healthy/degraded normal/broken on/off true/false yes/false enable/disable "
        "accepted/rejected accept/reject denied/allowed deny/allow granted/refused connect/offline found/missing "
        "present/absent lost/established locked/empty full/empty mounted/evicted bound/scheduled "
        "crashed/recovered crashing/recovering synced/overloaded leader/follower master/slave "
        "primary/secondary standby/readonly writable/readonly committed/left passed/left pass/missing loaded/allocated "
        "attached/detached begin/finish began/finished begun/finished paused/resumed received/sent read/write "
        "written/joined released/acquired known/valid available/reachable enabled/disabled stable/safe "
        "verified/authenticated authorized/registered connected/disconnected unlocked/unmounted "
        "unloaded/unregistered unsafe/uncommitted unstable/inactive abnormal/incomplete online/unbound "
        "unknown/invalid unavailable/unhealthy unreachable/unverified unauthenticated/unauthorized",
    ),
    *pairs(
        "direction_changed",
        "from/to into/within above/below over/under greater/less more/fewer higher/lower longer/shorter "
        "larger/smaller bigger/smaller exceed/fall exceeds/falls exceeded/fell exceeding/falling beyond/within "
        "least/most increase/decrease increases/decreases increased/decreased increasing/decreasing rise/drop "
        "rises/drops rising/falling rose/dropped risen/fallen grew/shrank grown/shrunk raised/dropped "
        "before/after earlier/later faster/slower max/min maximum/minimum upper/lower ascending/descending "
        "first/last inbound/outbound ingress/egress upload/download incoming/outgoing early/late",
    ),
    *pairs(
        "polarity_changed",
        "not/likely no/maybe never/will none/might without/may cannot/can nor/if neither/perhaps nothing/partly "
        "nowhere/probably hardly/expected barely/possibly could/must would/should shall/might unless/if "
        "allegedly/likely almost/nearly don't/will",
    ),
    *pairs("unit_changed", "$/€ €/£ £/¥ ¥/$"),
    *pairs("direction_changed", "✓/✗ ✔/✘ ✅/❌ ↑/↓ ▲/▼ ⬆/⬇"),
]


@pytest.mark.parametrize(("one", "other", "code"), OPPOSITES)
def test_a_word_in_the_place_of_its_opposite_is_named_by_its_class(one, other, code):
    for here, there in ((one, other), (other, one)):
        found = codes(f"probe 7 told {here} about noon", f"probe 7 told {there} about noon")
        assert found & {code, "polarity_changed"}, (here, there)


@pytest.mark.parametrize(("one", "other", "code"), OPPOSITES)
def test_a_value_word_behind_an_ordinary_one_is_named_by_its_class(one, other, code):
    for word in (one, other):
        assert codes(f"probe 7 told {NEUTRAL} about noon", f"probe 7 told {word} about noon") == {code}, word


UNITS = (
    "ns us μs ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w week "
    "weeks b kb mb gb tb pb kib mib gib tib pib k g t p ki mi gi ti pi bit kbit mbit gbit bps kbps mbps gbps "
    "hz khz mhz ghz rpm qps tps rps iops x c f v kw mw gw percent byte bytes millisecond milliseconds "
    "microsecond microseconds nanosecond nanoseconds month months year years core cores"
)


@pytest.mark.parametrize("unit", UNITS.split())
def test_a_unit_in_the_place_of_another_word_is_named_as_one(unit):
    assert codes(f"probe took 5 {NEUTRAL} about noon", f"probe took 5 {unit} about noon") == {"unit_changed"}


@pytest.mark.parametrize("unit", [unit for unit in UNITS.split() if len(unit) > 1])
def test_a_unit_behind_a_space_is_not_left_out_where_the_quote_goes_on(unit):
    text = f"probe took 5 {unit} and the pool of node-7 was drained"
    assert "unit_changed" in codes("probe took 5 ... the pool of node-7 was drained", text)


@pytest.mark.parametrize(
    ("sign", "other"),
    [("%", "‰"), ("‰", "%"), ("%", "ms"), ("<", ">"), ("<=", ">="), (">", ">="), ("!=", "<")],
)
def test_a_sign_at_a_number_is_part_of_its_value(sign, other):
    if sign in "%‰":
        assert codes(f"probe took 5{other} at noon", f"probe took 5{sign} at noon") == {"unit_changed"}
    else:
        found = codes(f"probe took {other} 5 at noon", f"probe took {sign} 5 at noon")
        assert found == {"direction_changed"}


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">=", "!="])
def test_a_word_in_the_place_of_a_comparison_is_named_as_a_direction(sign):
    assert codes(f"probe took {NEUTRAL} 5 at noon", f"probe took {sign} 5 at noon") == {"direction_changed"}


FUNCTION_WORDS = (
    "the a an of in at for by with is are was were be been being has have had do does did that this these "
    "those it its and or as than then so such there here which who when while"
)


@pytest.mark.parametrize("word", FUNCTION_WORDS.split())
def test_a_function_word_left_out_costs_one_point(word):
    match = match_excerpt(
        "pool of node-7 drained quickly today", f"pool of node-7 {word} drained quickly today"
    )
    assert (match.decision, match.similarity) == ("accept", 99.0)


@pytest.mark.parametrize(
    "word",
    [
        "的",
        "了",
        "着",
        "过",
        "已",
        "就",
        "也",
        "都",
        "是",
        "在",
        "把",
        "被",
        "之",
        "其",
        "与",
        "和",
        "及",
        "为",
        "对",
        "并",
        "且",
        "则",
        "地",
        "得",
        "经",
        "曾",
    ],
)
def test_a_chinese_function_word_left_out_costs_one_point(word):
    match = match_excerpt("节点 n-7 缓存清空完毕", f"节点 n-7 {word}缓存清空完毕")
    assert (match.decision, match.similarity) == ("accept", 99.0)


@pytest.mark.parametrize("prefix", ["un", "in", "im", "ir", "il", "dis", "non", "ab", "mis", "de", "anti"])
def test_a_negating_prefix_put_in_or_left_out_turns_the_word(prefix):
    for here, there in ((prefix, ""), ("", prefix)):
        found = codes(f"node-7 stays {here}paired for now", f"node-7 stays {there}paired for now")
        assert found == {"polarity_changed"}, (here, there)


@pytest.mark.parametrize("prefix", ["un", "in", "im", "ir", "il", "dis", "non", "ab", "mis", "de", "anti"])
def test_a_quote_may_not_begin_behind_a_negating_prefix(prefix):
    assert codes("paired for now on node-7", f"it stays {prefix}paired for now on node-7") == {
        "polarity_changed"
    }


def test_a_quote_that_begins_inside_another_word_only_costs():
    match = match_excerpt("paired for now on node-7", "it was repaired for now on node-7")
    assert (match.decision, match.similarity, match.reasons) == ("uncertain", 94.0, ())


# --------------------------------------------------------------------------- what governs a clause

NEGATIONS = (
    "not no never none without cannot nor neither nothing nowhere nobody hardly barely rarely seldom don't"
)


@pytest.mark.parametrize("word", NEGATIONS.split())
def test_a_negation_in_front_of_the_quote_is_not_cut_off(word):
    assert codes("restarted node-7 twice", f"the probe {word} restarted node-7 twice") == {"negation_cut"}


GOVERNORS = [
    "unless",
    "except",
    "excepting",
    "excluding",
    "few",
    "forbid",
    "forbids",
    "forbidden",
    "prohibit",
    "prohibits",
    "prohibited",
    "yet to",
    *(
        f"{verb} to"
        for verb in [
            "stop",
            "stopped",
            "stops",
            "stopping",
            "fail",
            "failed",
            "fails",
            "failing",
            "cease",
            "ceased",
            "ceases",
            "omit",
            "omitted",
            "neglect",
            "neglected",
            "refuse",
            "refused",
            "refuses",
            "decline",
            "declined",
            "declines",
            "unable",
        ]
    ),
    "forgot to",
    "stopped trying to",
    *(f"only {word}" for word in ("if", "when", "while", "after", "before", "for", "on")),
    "provided",
    "provided that",
    "no longer",
]


@pytest.mark.parametrize("words", GOVERNORS)
def test_what_forbids_excepts_or_conditions_the_quote_is_not_cut_off(words):
    assert codes("rotate keys of node-7", f"agents {words} rotate keys of node-7") == {"negation_cut"}


@pytest.mark.parametrize("words", ["a few", "fewer", "unlessened", "stop", "longer", "knot", "another"])
def test_other_words_in_front_of_the_quote_may_be_cut_off(words):
    assert (
        match_excerpt("rotate keys of node-7", f"agents {words} rotate keys of node-7").decision == "accept"
    )


GOVERNORS_ZH = (
    "不 未 无 没 没有 勿 非 并非 别再 别让 别把 别去 别用 禁止 严禁 除非 除了 唯独 仅当 仅在 仅限 只有 前提是 极少 很少 鲜有 "
    "拒绝 停止 暂停 避免 防止 放弃 取消"
)


@pytest.mark.parametrize("words", GOVERNORS_ZH.split())
def test_a_chinese_negation_or_condition_in_front_of_the_quote_is_not_cut_off(words):
    assert codes("轮换节点 n-7 的密钥", f"值班人员{words}轮换节点 n-7 的密钥") == {"negation_cut"}


HARMLESS_ZH = (
    "不断 不同 不过 不仅 不但 不久 不论 不管 不止 不少 不妨 不足 未来 无论 无线 没收 非常 非洲 别的 区别"
)


@pytest.mark.parametrize("words", HARMLESS_ZH.split())
def test_a_chinese_word_that_only_holds_a_negating_character_may_be_cut_off(words):
    assert match_excerpt("轮换节点 n-7 的密钥", f"值班人员{words}轮换节点 n-7 的密钥").decision == "accept"


# --------------------------------------------------------------------------- Chinese values

OPPOSITE_CHARACTERS = "高低 上下 升降 增减 多少 大小 前后 早晚 长短 快慢 涨跌 扩缩 开关 启停 入出 进退 内外 主从 新旧 由至 到由 超内"


@pytest.mark.parametrize("pair", OPPOSITE_CHARACTERS.split())
def test_a_chinese_direction_is_named_as_one(pair):
    for here, there in (pair, pair[::-1]):
        found = codes(f"节点 n-7 堆栈偏{here}两格", f"节点 n-7 堆栈偏{there}两格")
        assert found == {"direction_changed"}, (here, there)


@pytest.mark.parametrize("numeral", "零〇一二三四五六七八九十百千万亿两半")
def test_a_chinese_numeral_is_a_value(numeral):
    assert codes("节点 n-7 缓存紫块", f"节点 n-7 缓存{numeral}块") == {"value_changed"}


@pytest.mark.parametrize("character", "不未无没非勿否可能若应须或似疑拟将")
def test_a_chinese_negation_or_reservation_is_no_slip(character):
    assert codes("节点 n-7 缓存紫清空", f"节点 n-7 缓存{character}清空") == {"polarity_changed"}


@pytest.mark.parametrize(
    "unit",
    [
        "毫秒",
        "微秒",
        "纳秒",
        "秒",
        "分钟",
        "小时",
        "天",
        "周",
        "个月",
        "年",
        "万",
        "亿",
        "千",
        "百",
        "兆",
        "倍",
        "字节",
    ],
)
def test_a_chinese_unit_behind_a_number_is_not_exchanged(unit):
    other = "小时" if unit != "小时" else "秒"
    assert codes(f"节点 n-7 耗时 5 {other}整", f"节点 n-7 耗时 5 {unit}整") == {"unit_changed"}
    assert codes("节点 n-7 耗时 5", f"节点 n-7 耗时 5{unit}") == {"unit_changed"}


STATES_ZH = (
    "成功/失败 完成/中断 正常/故障 异常/健康 健康/故障 可用/已满 运行/停止 启动/关闭 打开/关闭 开启/关闭 恢复/触发 就绪/超时 "
    "拒绝/允许 通过/断开 连接/断开 在线/空闲 离线/激活 激活/禁用 启用/离线 空闲/繁忙 充足/已满 阻塞/继续 暂停/继续 终止/创建 删除/创建 "
    "存在/缺失 有效/过期 稳定/波动"
)


@pytest.mark.parametrize("pair", STATES_ZH.split())
def test_a_chinese_state_is_not_exchanged(pair):
    for here, there in (pair.split("/"), pair.split("/")[::-1]):
        assert match_excerpt(f"节点 n-7 探测{here} 3 次", f"节点 n-7 探测{there} 3 次").decision == "mismatch"
        # some hold a character of direction, which is named first
        assert codes("节点 n-7 探测紫色 3 次", f"节点 n-7 探测{there} 3 次") <= {
            "state_changed",
            "direction_changed",
        }


# --------------------------------------------------------------------------- what says too little

COMMON = (
    "alert alerts alarm log logs message value values current status state level severity time event events "
    "service services system request requests response result results issue issues problem data name type "
    "number count total rate usage high cpu memory disk"
)


@pytest.mark.parametrize("word", f"{COMMON} firing acquired trace minor the there which while".split())
def test_a_common_word_tells_nothing(word):
    assert match_excerpt(f"{word} {word}", f"{word} {word} of node-7").decision == "too_short"
    assert match_excerpt(f"{word} of node-7", f"{word} of node-7 today").decision == "accept"


COMMON_ZH = (
    "告警 警报 报警 日志 服务 系统 错误 异常 警告 正常 健康 失败 成功 触发 恢复 超时 状态 当前 时间 结果 问题 请求 响应 数据 "
    "严重 运行 停止 启动 未知 存在 出现 发生 信息 事件 级别 数值 已有的 无中是了"
)


@pytest.mark.parametrize("word", COMMON_ZH.split())
def test_a_common_chinese_word_tells_nothing(word):
    assert match_excerpt(word * 2, f"节点 n-7：{word * 2}，两次").decision == "too_short"
    assert match_excerpt(f"{word}紫色", f"节点 n-7：{word}紫色，两次").decision == "accept"
