"""Words for the states, levels and switches that things are in, by family: which exclude one another.

Within a family, the words of one group may be said for each other; words of two groups exclude each
other. Words that may mean either are left out. It must not know any evidence.
"""

from __future__ import annotations

import re
from functools import lru_cache

_FAMILIES: dict[str, tuple[str, ...]] = {
    "shipment": (
        "pending|placed|processing|unfulfilled|preparing|not shipped|处理中|待处理|待发货|备货中|未发货",
        "shipped|in transit|dispatched|out for delivery|on the way|已发货|运输中|派送中|配送中|在途",
        "delivered|已签收|已送达|已收货",
        "cancelled|canceled|已取消",
        "returned|已退货",
    ),
    "request": (
        "requested|submitted|pending|under review|in review|awaiting approval|审批中|待审批|审核中|待审核",
        "approved|granted|已批准|已通过|审批通过|已审批",
        "rejected|denied|declined|已拒绝|已驳回|未通过",
        "draft|草稿",
        "cancelled|canceled|withdrawn|已取消|已撤回",
    ),
    "payment": (
        "paid|settled|paid in full|已付款|已支付|已结清|已缴费",
        "unpaid|outstanding|overdue|past due|未付款|未支付|待付款|待支付|逾期|已逾期",
        "refunded|已退款",
        "void|voided|written off",
    ),
    "job": (
        "succeeded|success|successful|passed|passing|complete|completed|成功|已完成|已成功",
        "failed|failing|failure|errored|crashed|失败|已失败",
        "running|in progress|executing|运行中|进行中|执行中",
        "queued|pending|waiting|not started|排队中|等待中|未开始",
        "paused|on hold|已暂停",
        "skipped|已跳过",
        "cancelled|canceled|aborted|已取消|已中止|已终止",
    ),
    "machine": (
        "running|up|started|运行中|运行|运行正常|正常运行",
        "stopped|exited|down|terminated|stopping|shut down|hibernated|已停止|已关机|停机|停止",
        "paused|suspended|已暂停",
    ),
    "work": (
        "to do|todo|backlog|not started|待办|未开始",
        "in progress|doing|进行中",
        "in review|评审中",
        "blocked|受阻",
        "done|closed|resolved|finished|completed|已完成|已关闭",
    ),
    "ticket": (
        "open|new|reopened|in progress|investigating|identified|monitoring|acknowledged|unresolved"
        "|待处理|处理中|未解决|未关闭",
        "resolved|closed|已解决|已关闭",
    ),
    "account": (
        "active|enabled|正常|已启用|启用|使用中|在用",
        "suspended|inactive|disabled|frozen|locked|blocked|deactivated"
        "|已停机|已停用|停用|已冻结|已禁用|禁用|已锁定",
        "closed|terminated|cancelled|canceled|已注销|已销户",
    ),
    "alert": (
        "firing|触发中|告警中",
        "resolved|cleared|recovered|已恢复|已解除",
        "silenced|suppressed|muted|已静默|已屏蔽",
    ),
    "health": (
        "healthy|ok|okay|fine|normal|green|operational|running normally|running fine|running smoothly"
        "|working normally|正常|健康|良好",
        "unhealthy|degraded|critical|faulty|failed|failing|failure|error|down|red|not ready|notready"
        "|unreachable|offline|crashloopbackoff|crashing|oomkilled|imagepullbackoff|errimagepull|evicted"
        "|异常|故障|损坏|不健康|失败",
    ),
    "flight": (
        "on time|scheduled|准点|计划",
        "delayed|late|延误|晚点",
        "cancelled|canceled|取消|已取消",
        "landed|arrived|已到达|到达",
        "boarding|登机中",
        "departed|airborne|已起飞",
    ),
    "booking": (
        "confirmed|booked|已确认|已预订",
        "pending|tentative|waitlisted|on hold|待确认|候补",
        "cancelled|canceled|declined|已取消",
        "checked in|已入住|completed",
    ),
    "review": ("open|draft", "merged|已合并", "closed"),
    "subscription": (
        "active|trialing|current",
        "past due|unpaid|overdue",
        "cancelled|canceled|expired|ended|已过期|已取消",
        "paused|suspended",
    ),
    "unit": ("active|running", "inactive|dead", "failed"),
    "ripeness": ("preliminary|interim|provisional|初步", "final|最终"),
    "place": ("local|本地", "remote|远程"),
    "grade": ("及格", "不及格"),
    "verdict": ("passed|合格|通过|已通过", "failed|不合格|不通过|未通过"),
    "validity": ("valid|有效", "invalid|expired|revoked|已过期|已吊销|无效|失效"),
    "finding": ("positive|阳性", "negative|阴性"),
    "verification": ("verified|已验证|已认证", "unverified|not verified|未验证|未认证"),
    "mail": ("sent|delivered|opened", "bounced|rejected|undelivered", "queued|draft"),
    "severity": (
        "critical|blocker",
        "high|major|高|高危",
        "medium|moderate|中|中危",
        "low|minor|低|低危",
        "info|informational|none|提示",
    ),
    "priority": ("p0", "p1", "p2", "p3", "p4", "p5"),
    "membership": (
        "regular|basic|standard|free|普通",
        "bronze|青铜",
        "silver|银卡|白银",
        "gold|金卡|黄金",
        "platinum|白金",
        "diamond|钻石",
    ),
    "pod": (
        "running|up|running normally|running fine|running smoothly",
        "crashloopbackoff|crashing",
        "pending",
        "oomkilled",
        "imagepullbackoff|errimagepull",
        "evicted",
        "completed",
        "terminating",
    ),
    "node": ("ready|就绪", "not ready|notready|未就绪"),
    "sync": ("synced|in sync", "outofsync|out of sync|out-of-sync"),
    "link": ("online|up|connected|在线", "offline|down|disconnected|unreachable|离线|断开"),
    "mode": ("automatic|automated|auto|自动", "manual|手动|人工"),
    "access": ("public|公开", "private|私有", "internal|内部"),
    "writing": ("read-only|readonly|read only|只读", "read-write|readwrite|read/write|writable|读写|可写"),
    "replication": (
        "primary|master|leader|主库|主节点",
        "replica|secondary|standby|slave|follower|从库|从节点|备库",
    ),
    "period": (
        "hourly|每小时",
        "daily|nightly|每日|每天|按日|按天",
        "weekly|每周|按周",
        "monthly|每月|按月|月度",
        "quarterly|每季|按季|季度",
        "yearly|annual|annually|每年|按年|年度",
    ),
    "rollout": (
        "rolling|滚动|滚动发布",
        "blue-green|blue/green|蓝绿|蓝绿发布",
        "canary|金丝雀|灰度",
        "recreate",
    ),
    "extent": ("full|全量|全部", "partial|incremental|部分|增量"),
    "stock": (
        "available|in stock|有货|可用|可售",
        "unavailable|sold out|out of stock|售罄|无货|缺货|不可用",
        "reserved|booked|occupied|rented|已预订|已租",
    ),
    "block": ("blocked|已阻断|已拦截", "alert only|仅告警|detected only", "quarantined|已隔离"),
}
_ON = frozenset(
    ("on", "enabled", "true", "yes", "active", "✓", "✔", "✅", "是", "已开启", "已启用", "开启", "启用")
)
_OFF = frozenset(
    (
        "off",
        "disabled",
        "false",
        "no",
        "inactive",
        "✗",
        "✘",
        "❌",
        "否",
        "已关闭",
        "未开启",
        "未启用",
        "关闭",
        "禁用",
    )
)
_MARKS = re.compile(r"[\s_]+")
_DENIED = re.compile(r"(?:un|not |non-?)([a-z]{4,})")
_WORD = re.compile(r"[a-z]{4,20}")
_OPEN = re.compile(r"(?:未|待|尚未|不)([\u4e00-\u9fff]{2,4})|([\u4e00-\u9fff]{2,4})中")
_LEADING = re.compile(r"((\w[\w-]*)(?: \w[\w-]*)?)(?=[ ,(（])")
_DONE = re.compile(r"已经?([\u4e00-\u9fff]{2,4})")


def folded(value: str) -> str:
    """Give a value in lower case, underscores as blanks, without marks of emphasis."""
    return _MARKS.sub(" ", value.lower().strip().strip("*`'\"").strip())


@lru_cache(maxsize=1)
def _groups() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for family, groups in _FAMILIES.items():
        for number, group in enumerate(groups):
            for word in group.split("|"):
                found.setdefault(word, {})[family] = number
    return found


def families_of(value: str) -> frozenset[str]:
    """Give the families a folded value is a word of."""
    return frozenset(_groups().get(value, ()))


def state_of(value: str) -> str:
    """Give the state that a folded value is, or begins with: `up` of `up 3 hours`; else the value."""
    if value in _groups():
        return value
    found = _LEADING.match(value)
    return next((part for part in (found[1], found[2]) if part in _groups()), value) if found else value


def excluded_by(value: str) -> tuple[str, ...]:
    """Give the words that a folded value excludes, longest first."""
    own = _groups().get(value, {})
    words = {w for w in _groups() if own.keys() & _groups()[w].keys() and excludes(value, w)}
    return tuple(sorted(words | _opposites(value), key=len, reverse=True))


def said_for(value: str) -> tuple[str, ...]:
    """Give the other words that a folded value is said for."""
    own = _groups().get(value, {}).items()
    return tuple(w for w, groups in _groups().items() if w != value and own & groups.items())


def excludes(one: str, other: str) -> bool:
    """Tell whether one folded value denies the other, or both share a family and no group of it."""
    mine, its = _groups().get(one, {}), _groups().get(other, {})
    shared = mine.keys() & its.keys()
    if shared:
        return all(mine[family] != its[family] for family in shared)
    return other in _opposites(one) or one in _opposites(other)


def may_be_same(one: str, other: str) -> bool:
    """Tell whether one folded value may be said for the other: equal, part of it, or of its group."""
    if one == other:
        return True
    if excludes(one, other):
        return False
    if one in other or other in one:
        return True
    mine, its = _groups().get(one, {}), _groups().get(other, {})
    return any(mine[family] == its[family] for family in mine.keys() & its.keys())


@lru_cache(maxsize=1024)
def _opposites(value: str) -> frozenset[str]:
    """Give the forms that deny a value, or that it denies: `unverified`, `待复核` of `已复核`."""
    denied = _DENIED.fullmatch(value)
    if value.isascii():
        if denied:
            return frozenset((denied[1],))
        return frozenset((f"un{value}", f"not {value}")) if _WORD.fullmatch(value) else frozenset()
    open_ended = _OPEN.fullmatch(value)
    stem = next((found[1] or found[2] for found in (open_ended,) if found), "")
    if stem:
        return frozenset((f"已{stem}", f"已经{stem}"))
    done = _DONE.fullmatch(value)
    return (
        frozenset(f"{mark}{done[1]}" for mark in ("未", "待", "不")) | {f"{done[1]}中"}
        if done
        else frozenset()
    )


def switch_of(value: str) -> bool | None:
    """Read a folded value as on or off; None if it is neither."""
    return True if value in _ON else False if value in _OFF else None
