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
        "succeeded|success|successful|passed|complete|completed|成功|已完成|已成功",
        "failed|failure|errored|crashed|失败|已失败",
        "running|in progress|executing|运行中|进行中|执行中",
        "queued|pending|waiting|not started|排队中|等待中|未开始",
        "skipped|已跳过",
        "cancelled|canceled|aborted|已取消|已中止|已终止",
    ),
    "machine": (
        "running|started|运行中",
        "stopped|terminated|stopping|shut down|hibernated|已停止|已关机",
    ),
    "ticket": (
        "open|new|reopened|in progress|investigating|unresolved|待处理|处理中|未解决|未关闭",
        "resolved|closed|已解决|已关闭",
    ),
    "account": (
        "active|enabled|正常|已启用|使用中|在用",
        "suspended|inactive|disabled|frozen|locked|blocked|deactivated|已停机|已停用|已冻结|已禁用|已锁定",
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
        "running|running normally|running fine|running smoothly",
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
    "link": ("online|connected|在线", "offline|disconnected|unreachable|离线|断开"),
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


def excluded_by(value: str) -> tuple[str, ...]:
    """Give the words that a folded value excludes, longest first."""
    own = _groups().get(value, {})
    return tuple(
        sorted((w for w in _groups() if own.keys() & _groups()[w].keys() and excludes(value, w)), key=len)
    )[::-1]


def excludes(one: str, other: str) -> bool:
    """Tell whether two folded values share a family and are in one group of none they share."""
    mine, its = _groups().get(one, {}), _groups().get(other, {})
    shared = mine.keys() & its.keys()
    return bool(shared) and all(mine[family] != its[family] for family in shared)


def may_be_same(one: str, other: str) -> bool:
    """Tell whether one folded value may be said for the other: equal, part of it, or of its group."""
    if one == other or one in other or other in one:
        return True
    mine, its = _groups().get(one, {}), _groups().get(other, {})
    return any(mine[family] == its[family] for family in mine.keys() & its.keys())


def switch_of(value: str) -> bool | None:
    """Read a folded value as on or off; None if it is neither."""
    return True if value in _ON else False if value in _OFF else None
