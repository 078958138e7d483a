"""Word classes in Chinese and English: what kind of value a word or character carries.

General vocabulary of operations, alerts and logs, so that a difference can be named (a level, a
state, a direction, a negation). A word missing here is still compared; it is only named less well,
or, where it is an ordinary word misspelt, forgiven more.
"""

from __future__ import annotations

import re

from evidencelab.evidence.clauses.word_starts import WordPattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The look-aheads let the engine skip what begins none of the words.
NEGATION = re.compile(
    r"(?=[nwchbrs不未无没勿非并别否])(?:(?<![\w-])(?:not|no|never|none|without|cannot|nor|neither|nothing"
    r"|nowhere|nobody|hardly|barely|rarely|seldom)(?![\w-])"
    r"|n't(?!\w)"
    # lexicalised words that hold a negating character without negating
    r"|不(?!断|同|过|仅|但|久|论|管|止|少(?!于)|妨|禁|足(?!以)|变)|未(?!来)|无(?!论|线|非)|没(?!收)|勿|非(?<![除并]非)(?!常|洲)"
    r"|并非|别(?=再|让|把|去|用)|别(?:(?<=[先万就也都请你们还可]别)|(?<![^\s,。;:!?(\"]别))(?![的名人处样墅致称])"
    r"|否(?<=[:=]否)(?=[\s,;。.]|\Z))",
    re.IGNORECASE,
)
"""Words and characters that negate what stands in the same clause, before or behind them."""
NEGATION_BY_WORD = WordPattern(
    NEGATION,
    "bar can har nei nev no nob non nor not now rar sel wit 不别勿否并无未没非",
    others=re.compile("n't"),
)

NEGATING = _words(
    "not no never none without cannot nor neither nothing nowhere hardly barely ! 不 未 无 没 非 勿 否"
)

MODAL = _words(
    "may might could would should must can will shall if unless possibly probably maybe perhaps likely "
    "expected allegedly almost nearly partly only 可 能 若 应 须 或 似 疑 拟 将 全 仅 只 每 唯"
)
"""These say that something is not simply so; to put one in or leave one out turns a statement."""

CONNECTIVES = _words("then so therefore thus hence consequently accordingly 则 就 才 因 故 从 于")
"""At the head of a clause, these make it follow from what stands in front of it."""

REFUSING_CJK = re.compile(
    "(?=[拒停暂避防放取排解撤终中模计尝试])"
    "(?:拒绝|停止|暂停|避免|防止|放弃|取消|排除|解除|撤销|撤回|终止|中止|尝试|试图|模拟(?![器量信机卷])|计划(?![任书表单员部外经数中内]))"
)
"""Right in front of a verb, these negate it."""

QUESTION_MARK = re.compile(r"\?(?=[\s\"')\]]|[^\x00-\x7f]|\Z)")
"""Ends a question; elsewhere the sign begins the query of an address."""
QUESTION_PARTICLES = frozenset("吗呢么嘛")
"""In front of that mark, these belong to it."""

ASKING = _words(
    "is are was were am do does did has have had can could will would shall should may might must why what "
    "how which who whom whose when where"
)
"""Words that begin a question, which shows without its mark."""
ASKING_CJK = re.compile(r"是否|能否|可否|为什么|为何|怎么|怎样|如何|什么|谁|哪|多少|几")

NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "ab", "mis", "de", "anti")

LEVELS = _words(
    "trace debug info information informational notice warn warning error err severe critical crit "
    "fatal alert emerg emergency panic verbose major minor p0 p1 p2 p3 p4 sev0 sev1 sev2 sev3 严重 "
    "警告 错误 致命 提示"
)

STATES = _words(
    "firing resolved pending suppressed silenced inhibited inactive active expired acknowledged open "
    "opened opening closed closing half running run ready up down idle busy waiting blocked stopped "
    "stopping stop started starting start restarting restarted restart terminating terminated "
    "terminate created creating deleted deleting removed added success successful successfully "
    "succeeded succeed fail fails failed failing failure completed complete incomplete done aborted "
    "abort cancelled canceled skipped timeout healthy unhealthy degraded normal abnormal available "
    "unavailable reachable unreachable enabled enable disabled disable true false yes on off ok "
    "accepted accept rejected reject denied deny allowed allow granted refused connected "
    "disconnected connect disconnect online offline valid invalid known unknown found missing "
    "present absent lost broken established verified unverified authenticated unauthenticated "
    "authorized unauthorized locked unlocked full empty mounted unmounted bound unbound scheduled "
    "evicted crashed crashing recovered recovering synced overloaded stable unstable safe unsafe "
    "leader follower master slave primary secondary standby readonly writable committed uncommitted "
    "passed pass loaded unloaded registered unregistered attached detached begin began begun "
    "finished finish paused resumed received sent read write written joined left allocated released "
    "acquired"
)

DIRECTIONS = _words(
    "from to into above below over under greater less more fewer higher lower longer shorter larger smaller "
    "bigger exceed exceeds exceeded exceeding within beyond least most increase increases increased "
    "increasing decrease decreases decreased decreasing rise rises rising rose risen fall falls "
    "falling fell fallen grew grown shrank shrunk raised dropped drop drops before after earlier "
    "later faster slower max min maximum minimum upper up down ascending descending first last "
    "inbound outbound ingress egress upload download incoming outgoing read write early late"
)
DIRECTION_CHARACTERS = frozenset(
    "高低上下升降增减多少大小超前后早晚长短快慢涨跌由从至到扩缩开关启停入出进退内外主从新旧"
)
CJK_STATES = frozenset(
    [
        "成功",
        "失败",
        "完成",
        "中断",
        "正常",
        "异常",
        "健康",
        "故障",
        "可用",
        "运行",
        "停止",
        "启动",
        "关闭",
        "打开",
        "开启",
        "恢复",
        "触发",
        "就绪",
        "超时",
        "拒绝",
        "允许",
        "通过",
        "断开",
        "连接",
        "在线",
        "离线",
        "激活",
        "禁用",
        "启用",
        "空闲",
        "繁忙",
        "已满",
        "充足",
        "不足",
        "阻塞",
        "暂停",
        "继续",
        "终止",
        "创建",
        "删除",
        "存在",
        "缺失",
        "有效",
        "无效",
        "过期",
        "稳定",
        "波动",
        "峰值",
        "均值",
        "谷值",
        "平均",
        "累计",
        "同比",
        "环比",
    ]
)
_SAME_CJK = (
    ("没有", "没", "未"),
    ("没有", "无"),
    ("到", "至"),
    ("从", "由", "自"),
    ("和", "与", "及"),
    ("如果", "若", "假如", "倘若", "如", "要是"),
    ("因为", "由于", "因"),
    ("所以", "因此", "因而", "故", "故而"),
    ("但是", "但", "然而", "不过", "可是"),
    ("并且", "而且", "且"),
    ("虽然", "尽管", "虽"),
    ("见", "发现"),
)
"""Words for the same thing that change no value when one stands for another."""
SAME_CJK = frozenset((one, other) for words in _SAME_CJK for one in words for other in words)
"""Pairs of such words."""

CJK_UNIT_CHARACTERS = frozenset("毫微纳秒分时小天周月年万亿千百兆倍字")
"""Behind a number, the first character of a unit."""
NUMERAL_CHARACTERS = frozenset("零〇一二三四五六七八九十百千万亿两半")

QUALIFIERS = _words(
    "last previous prior old former expected desired target planned estimated projected required allowed max "
    "maximum min minimum average recommended default"
)
QUALIFIERS_CJK = tuple(
    sorted(
        _words(
            "上次 上一次 此前 之前 原 旧 预期 期望 目标 计划 预计 估计 历史 最大 最小 最高 最低 "
            "平均 默认 建议"
        )
    )
)
"""In front of a key, these make it the name of another value."""

COMPARISONS = frozenset({"<", ">", "<=", ">=", "!=", "<>", "!~", "~=", "~>", "^", "&&", ">>"})
"""Signs between two values that make another statement of them when they are left out."""
SYMBOLS = frozenset("✓✔✅✗✘❌☐☑☒↑↓▲▼⬆⬇")
CURRENCIES = frozenset("$€£¥")

UNITS = _words(
    "% ‰ ns us μs ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day "
    "days w week weeks b kb mb gb tb pb kib mib gib tib pib k g t p ki mi gi ti pi bit kbit mbit "
    "gbit bps kbps mbps gbps hz khz mhz ghz rpm qps tps rps iops x c f v kw mw gw percent byte bytes "
    "millisecond milliseconds microsecond microseconds nanosecond nanoseconds month months year "
    "years core cores"
)
LONG_UNITS = frozenset(unit for unit in UNITS if len(unit) > 1 or unit in "%‰")
"""Units that are still units with a space in front of them."""

UNIT_SPELLINGS = {
    spelling: spellings[0]
    for spellings in (
        ("ns", "nanosecond", "nanoseconds"),
        ("us", "μs", "µs", "microsecond", "microseconds"),
        ("ms", "msec", "millisecond", "milliseconds"),
        ("s", "sec", "secs", "second", "seconds"),
        ("min", "mins", "minute", "minutes"),
        ("h", "hr", "hrs", "hour", "hours"),
        ("d", "day", "days"),
        ("w", "week", "weeks"),
        ("month", "months"),
        ("year", "years"),
        ("b", "byte", "bytes"),
        ("%", "percent"),
        ("core", "cores"),
    )
    for spelling in spellings
}
"""Spellings of units that name the same one, by the shortest of them."""

CJK_UNITS = re.compile(
    r"\s?(?:毫秒|微秒|纳秒|秒|分钟|小时|天|周|个月|年|万|亿|千|百|兆|倍|字节|个百分点|百分点|个基点|基点)"
)

ARTICLES = _words("the a an 的 了 着")
FUNCTION_WORDS = _words(
    "the a an of in on at for by with is are was were be been being has have had do does did that "
    "this these those it its and or as than then so such there here "
    "which who when while 的 了 着 过 已 就 也 都 是 在 把 被 之 其 与 和 及 "
    "为 对 并 且 则 地 得 经 曾"
)
COMMON_WORDS = _words(
    "alert alerts alarm log logs message value values current status state level severity time event "
    "events service services system request requests response result results issue issues problem "
    "data name type number count total rate usage high cpu memory disk"
)
COMMON_CJK = re.compile(
    r"告警|警报|报警|日志|服务|系统|错误|异常|警告|正常|健康|失败|成功|触发|恢复|超时|状态|当前|时间|结果|问题"
    r"|请求|响应|数据|严重|运行|停止|启动|未知|已|的|了|是|有|无|中|存在|出现|发生|信息|事件|级别|数值"
)


def is_number(token: str) -> bool:
    """Tell a number token: digits, perhaps signed, grouped or dotted."""
    return token[0].isdigit() or (len(token) > 1 and token[0] in "-±" and token[1].isdigit())


def is_cjk(token: str) -> bool:
    """Tell a CJK character token."""
    return "\u3005" <= token[0] <= "\ud7af"


def negates_by_prefix(one: str, other: str) -> bool:
    """Tell whether one word is the other behind a negating prefix (unavailable, available)."""
    if len(one) == len(other):
        return False
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) >= 3 and longer.endswith(shorter) and longer[: -len(shorter)] in NEGATIVE_PREFIXES
