"""Tell a step that changes the system from one that gathers evidence, in Chinese and English.

"Restart the pod" repairs; "look at the restarts of the pod" gathers. It reads one sentence and knows
no claim, no evidence and no verdict.
"""

from __future__ import annotations

import re

from evidencelab.agents.language.wording import plain

_REPAIR_EN = (
    r"(?:roll(?:ing)?|bring(?:ing)?)\s+(?:[\w./-]+\s+){1,5}?back|scal(?:e|ing)\s+(?:[\w./-]+\s+){1,5}?(?:up|out|down|in)"
    r"|(?:turn|switch|power)(?:ing)?\s+(?:[\w./-]+\s+){1,5}?(?:on|off)|(?:shut|bring|take|spin)(?:ting|ing)?\s+"
    r"(?:[\w./-]+\s+){0,5}?(?:down|up|offline|out\s+of\s+(?:rotation|service))"
    r"|restart(?:ing)?|reboot(?:ing)?|bounc(?:e|ing)|recycl(?:e|ing)|respawn|relaunch"
    r"|scal(?:e|ing)(?:[\s-](?:up|out|down|in))?|roll(?:ing)?[\s-]?back|revert(?:ing)?|undo|redeploy(?:ing)?"
    r"|deploy(?:ing)?|roll\s?out|promote|kill(?:ing)?|terminat(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)"
    r"|drop(?:ping)?|purg(?:e|ing)|prun(?:e|ing)|truncat(?:e|ing)|flush(?:ing)?|clear(?:ing)?|clean(?:ing)?(?:\s?up)?"
    r"|free(?:ing)?\s+up|free|wip(?:e|ing)|archive|compress|vacuum|compact"
    r"|increas(?:e|ing)|rais(?:e|ing)|enlarg(?:e|ing)|expand(?:ing)?|extend(?:ing)?|grow|bump(?:ing)?|boost|doubl(?:e|ing)"
    r"|decreas(?:e|ing)|reduc(?:e|ing)|lower(?:ing)?|shrink(?:ing)?|resiz(?:e|ing)|adjust(?:ing)?|tun(?:e|ing)"
    r"|chang(?:e|ing)|modify(?:ing)?|alter|edit|reconfigur(?:e|ing)|configur(?:e|ing)|set(?:ting)?|apply(?:ing)?"
    r"|updat(?:e|ing)|upgrad(?:e|ing)|downgrad(?:e|ing)|patch(?:ing)?|hotfix|fix(?:ing)?|repair(?:ing)?|resolv(?:e|ing)"
    r"|mitigat(?:e|ing)|remediat(?:e|ing)|recover|restor(?:e|ing)|renew(?:ing)?|rotat(?:e|ing)|reissue|replac(?:e|ing)"
    r"|swap|reset(?:ting)?|reload(?:ing)?|evict(?:ing)?|drain(?:ing)?|cordon|fail(?:ing)?[\s-]?over|switch(?:ing)?"
    r"|redirect|reroute|divert|shift|disabl(?:e|ing)|enabl(?:e|ing)|turn\s+(?:on|off)|throttl(?:e|ing)|block|unblock"
    r"|ban|whitelist|allowlist|add(?:ing)?|provision(?:ing)?|allocat(?:e|ing)|migrat(?:e|ing)|move|reassign"
    r"|rebalanc(?:e|ing)|reindex(?:ing)?|optimi[sz](?:e|ing)|install(?:ing)?|uninstall|start(?:ing)?|stop(?:ping)?|shut(?:ting)?\s?down"
    r"|pause|resume|unlock|release|create|rebuild|rewrite|refactor|implement|introduce|skip\s+offset|reset\s+offset"
)
_GATHER_EN = (
    r"check(?:ing)?|look(?:ing)?|view(?:ing)?|inspect(?:ing)?|examin(?:e|ing)|review(?:ing)?|read(?:ing)?|collect(?:ing)?"
    r"|gather(?:ing)?|captur(?:e|ing)|record(?:ing)?|fetch(?:ing)?|get|obtain|pull|retriev(?:e|ing)|quer(?:y|ying)"
    r"|search(?:ing)?|find|list(?:ing)?|show|print|dump|tak(?:e|ing)|measur(?:e|ing)|monitor(?:ing)?|watch(?:ing)?"
    r"|observ(?:e|ing)|track|trac(?:e|ing)|compar(?:e|ing)|correlat(?:e|ing)|verify(?:ing)?|confirm(?:ing)?|validat(?:e|ing)"
    r"|determin(?:e|ing)|identify(?:ing)?|investigat(?:e|ing)|analy[sz](?:e|ing)|see|note|count(?:ing)?|describe"
    r"|audit(?:ing)?|sampl(?:e|ing)|profil(?:e|ing)|export(?:ing)?|ask(?:ing)?|learn|consult|explore|study|find\s+out"
    r"|wait|keep\s+(?:an\s+eye|watching|observing)|continue|re-?run\s+the\s+query|repeat\s+the\s+query|test|probe|ping"
)
_NOUN_VERBS_EN = (
    r"restart|reboot|scale|roll[\s-]?back|deploy|rollout|release|update|upgrade|downgrade|patch|change|reset"
    r"|reload|fail[\s-]?over|restore|block|drop|kill|throttle|start|stop|shut\s?down|pause|switch|eviction|fix"
)
_RECORD_NOUNS_EN = (
    r"events?|history|histories|counts?|counters?|records?|logs?|times?|timestamps?|timeline|status|reasons?"
    r"|metrics?|rates?|activity|attempts?|errors?|markers?|annotations?"
)
_REPAIR_ZH = (
    "重启|重新启动|重拉|拉起|扩容|缩容|扩展|回滚|回退|还原|恢复服务|杀掉|杀死|杀进程|终止|结束进程|删除|删掉|移除|清理|清空|清除|清掉"
    "|腾出|释放|调大|调高|调小|调低|调整|调优|增大|增加|加大|提高|提升|上调|下调|降低|减少|减小|缩短|延长|扩大|放宽|修改|更改"
    "|改为|改成|变更|设置为|设为|修复|解决|处置|止损|升级|降版本|更新|打补丁|续期|续签|换证|更换|替换|轮换|重置|重新加载|重载"
    "|重新部署|部署|重新发布|发布|上线|下线|切换|切流|切走|摘除|摘流|限流|降级|熔断|限速|封禁|屏蔽|禁用|启用|关闭|开启|打开开关|停止"
    "|停掉|停用|暂停|驱逐|隔离|迁移|转移|重分配|再均衡|优化|强制|重建|建索引|加索引|添加|新增|申请扩|安装|卸载|配置为|执行\\s?(?:DELETE|UPDATE|ALTER|DROP|KILL)"
    "|跳过位点|重放|补偿|加机器|加节点|加副本|挂载"
)
_GATHER_ZH = (
    "查看|检查|核对|核实|核查|确认|收集|采集|获取|拉取|抓取|导出|查询|检索|搜索|查找|排查|观察|监控|跟踪|追踪|对比|比对|比较|关联|分析"
    "|统计|梳理|记录|了解|询问|咨询|联系|向\\S{1,8}确认|验证|定位|识别|测量|采样|抽样|复查|复核|留意|关注|看看|看一下|查一下|列出|阅读|参考"
    "|参照|继续看|继续查|补充|调取|调阅|取得|保留|备份现场|探测|测试|评估|判断|查"
)
_NOUN_VERBS_ZH = (
    "重启|扩容|缩容|回滚|回退|发布|部署|上线|下线|变更|限流|限速|降级|熔断|迁移|切换|升级|更新|驱逐|终止|屏蔽"
)
_RECORD_NOUNS_ZH = "次数|记录|时间|历史|日志|原因|事件|情况|状态|计划|指标|流水|告警"

_SPLIT = re.compile(
    r"[,，;；。.!！\n]+(?=\s|$|[^\d])|、|\b(?:and\s+then|and|then|or|before|after\s+which|followed\s+by|so\s+as\s+to|in\s+order\s+to|by|via)\b"
    r"|然后|随后|之后再|接着|并且|并(?!发|行|联)|再(?!次|均)|或者?(?!许)|同时|以及(?=\S{0,3}(?:"
    + _REPAIR_ZH
    + "))|(?<=日志)后|(?<=指标)后",
    re.IGNORECASE,
)
_REPAIR_EN_PATTERN = re.compile(rf"(?<![\w-])(?:{_REPAIR_EN})(?![\w-])", re.IGNORECASE)
_GATHER_EN_PATTERN = re.compile(rf"(?<![\w-])(?:{_GATHER_EN})(?![\w-])", re.IGNORECASE)
_REPAIR_ZH_PATTERN = re.compile(_REPAIR_ZH, re.IGNORECASE)
_GATHER_ZH_PATTERN = re.compile(_GATHER_ZH)
_NOUN_EN = re.compile(rf"(?:{_NOUN_VERBS_EN})[\s-]+(?:{_RECORD_NOUNS_EN})\b", re.IGNORECASE)
_NOUN_ZH = re.compile(rf"(?:{_NOUN_VERBS_ZH})(?:的|相关)?(?:{_RECORD_NOUNS_ZH})")
_QUERY_WINDOW_EN = re.compile(
    r"(?:widen|extend|expand|increas\w+|enlarg\w+|chang\w+|adjust\w*)\W+(?:\w+\W+){0,4}?"
    r"(?:search|query|queries|time\s+(?:range|window|span)|window|range)\b",
    re.IGNORECASE,
)
_QUERY_WINDOW_ZH = re.compile(
    r"(?:扩大|延长|放宽|调整|缩短|增加|修改)\S{0,8}?(?:查询|检索|搜索|时间范围|时间窗口?|时间段)"
)
_DELEGATED_EN = re.compile(
    rf"\b(?:ask|tell|request|notify|contact|instruct|have|get|let)\s+(?:[\w-]+\s+){{1,5}}?to\s+(?:{_REPAIR_EN})(?![\w-])",
    re.IGNORECASE,
)
_DELEGATED_ZH = re.compile(
    rf"(?:联系|通知|请求?|让|要求|安排|协调|申请|建议|通过)[^，。；、查看检]{{0,10}}?(?:{_REPAIR_ZH})"
    rf"(?!(?:的|相关)?(?:{_RECORD_NOUNS_ZH}))",
    re.IGNORECASE,
)
_NEGATED_EN = re.compile(
    r"\b(?:do\s+not|don't|never|without|no\s+need\s+to|must\s+not|avoid)\s+(?:\w+\s+)?$", re.IGNORECASE
)
_NEGATED_ZH = re.compile(r"(?:不要|不得|不应|不|勿|请勿|禁止|避免|无需|切勿)\S{0,2}$")


def repair_step(text: str) -> str | None:
    """Quote the first wording that asks for a change of the system; None where the text only gathers.

    A clause that gathers first may speak of changes ("check when it was restarted", 查看重启次数);
    so may a noun (the restart count, 回滚记录). A wider search window changes no system.
    """
    pieces = [piece for piece in _SPLIT.split(plain(text)) if piece and piece.strip()]
    for index, clause in enumerate(pieces):
        delegated = _DELEGATED_EN.search(clause) or _DELEGATED_ZH.search(clause)
        if delegated is not None and _NEGATED_ZH.search(clause[: delegated.start()]) is None:
            return " ".join(clause.split())
        for is_latin in (True, False):
            if _repairs(clause, is_latin=is_latin, is_first=index == 0):
                return " ".join(clause.split())
    return None


def gathers_evidence(text: str) -> bool:
    """Tell whether a text names a step that gathers evidence."""
    normal = plain(text)
    return (
        _GATHER_EN_PATTERN.search(normal) is not None
        or _GATHER_ZH_PATTERN.search(normal) is not None
        or _QUERY_WINDOW_EN.search(normal) is not None
        or _QUERY_WINDOW_ZH.search(normal) is not None
    )


def _repairs(clause: str, *, is_latin: bool, is_first: bool) -> bool:
    repair = _REPAIR_EN_PATTERN if is_latin else _REPAIR_ZH_PATTERN
    gather = _GATHER_EN_PATTERN if is_latin else _GATHER_ZH_PATTERN
    noun = _NOUN_EN if is_latin else _NOUN_ZH
    negated = _NEGATED_EN if is_latin else _NEGATED_ZH
    window = (_QUERY_WINDOW_EN if is_latin else _QUERY_WINDOW_ZH).search(clause)
    first_gather = gather.search(clause)
    for hit in repair.finditer(clause):
        if window is not None and window.start() <= hit.start() < window.end():
            continue
        if first_gather is not None and first_gather.start() < hit.start():
            continue
        is_order = is_latin and is_first and not clause[: hit.start()].strip()
        if (noun.match(clause, hit.start()) and not is_order) or negated.search(clause[: hit.start()]):
            continue
        if is_latin and re.search(
            r"\b(?:the|a|an|any|last|latest|recent|this|that|its|each|of)\s+$", clause[: hit.start()], re.I
        ):
            continue
        return True
    return False
