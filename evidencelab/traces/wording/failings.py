"""How an answer, or an output, says that something was not read: one list for all that judge denials.

It must not know any call.
"""

from __future__ import annotations

import re

_FAILED = (
    r"fail\w*|timed? ?out|time-?outs?|denied|refused|unreachable|unavailable|could not|couldn['’]t|unable"
    r"|cannot|can['’]t|unauthori[sz]ed|permission\w*|no (?:data|result|response|answer|reply)"
)
_FAILED_ZH = r"失败|超时|拒绝|无法|未能|没能|权限|无权"
TELLS_FAILURE = re.compile(
    rf"\b(?:{_FAILED}|unknown|unclear|not (?:verified|checked|confirmed|read|known)|unverified)\b"
    rf"|{_FAILED_ZH}|未知|不确定",
    re.IGNORECASE,
)
"""Speaks of a failure of any kind, or of not knowing."""
TELLS_NOT_READ = re.compile(
    r"\b(?:could not|couldn['’]t|unable to|cannot be read|can['’]t be read|denied|permissions?"
    r"|(?:was|were|is|are) not (?:read|checked|accessible|verified|confirmed)"
    r"|(?:call|query|request|lookup|check|scan|search|api|tool|command)\b.{0,40}\b(?:fail\w*|timed? ?out"
    r"|refused|error(?:ed)?))\b"
    r"|权限|无权|无法|未能|没能|(?:查询|读取|获取|调用|接口|检查|扫描)[^，,。；未无没]{0,12}(?:失败|超时|报错|拒绝)",
    re.IGNORECASE,
)
"""Says that the agent could not read something."""
SAYS_UNSEEN = re.compile(
    r"\btime[d_ -]*out\b|\bunreachable\b|\brefused\b|\bno (?:response|route|data|answer)\b|\bcould not\b"
    r"|\bcannot\b|\bcan't\b|\bunable to\b|\b(?:access|permission) ?denied\b|\bforbidden\b|\bunauthori[sz]ed\b"
    r"|\bunknown\b"
    r"|\bnot (?:available|reachable|responding|checked|scanned|evaluated|collected|executed)\b|\bskipped\b"
    r"|\bunavailable\b|\baborted\b|\bnot authori[sz]ed\b"
    r"|超时|无响应|无法|拒绝|不可达|未知|跳过|无权限|未(?:执行|扫描|采集|检查|检测|获取)|(?:获取|查询|采集|扫描|检查)失败",
    re.IGNORECASE,
)
"""How a record or a line of an output says that nothing was seen of the thing it names."""

TELLS_REQUEST = re.compile(
    r"\b(?:request|question|task|instructions?|query)\s+(?:was|is|were|asks?|asked|said|says)\b"
    r"|\b(?:you|(?:the )?user|they)\s+(?:also |have |had |just |first )?"
    r"(?:asked|requested|wanted|wished|told me)\b"
    r"|(?:您|你|用户)(?:之前|刚才|还|也|所)?(?:要求|请求|的(?:要求|请求|问题|任务)(?:是|为))",
    re.IGNORECASE,
)
"""Says again what was asked for, which no call has to show."""
