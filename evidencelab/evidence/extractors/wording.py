"""The sentences in which tools say that nothing matched or that a call failed, in Chinese and English.

Patterns over folded text (NFKC, lower case), nothing else. What follows from them is decided
elsewhere: this module must not know replies, statuses or refs.
"""

from __future__ import annotations

import re

from evidencelab.evidence.late_patterns import late_pattern

# --------------------------------------------------------------------------- nothing matched

_LISTED = (
    r"(?:results?|resources?|records?|rows?|entry|entries|match|matches|hits?|data ?points?|data|logs?"
    r"|log (?:lines?|entries|records|messages|streams?|data)|lines?|events?|alerts?|alarms?|documents?|docs?"
    r"|items?|series|metrics?|samples?|traces?|spans?|evidence|articles?|runbooks?)"
)
_THING = (
    rf"(?:{_LISTED}|incidents?|issues?|problems?|errors?|exceptions?|warnings?|pods?|nodes?|containers?"
    r"|deployments?|services?|jobs?|targets?|rules?|files?|messages?|objects?|knowledge|pages?|sections?"
    r"|blocks?|chunks?|restarts?|failures?|anomal(?:y|ies)|output|content)"
)
_WHERE = (
    r"(?:in|for|with|within|that|from|on|at|during|between|since|under|of|by|where|containing|after|before"
    r"|over)\b"
)
_WORDS = rf"(?:(?!{_WHERE})[\w./:@-]+ ){{0,5}}?"
_BE = r"(?:(?:were|was|are|is|have been|has been|currently|could be) )*"
_FOUND = (
    r"(?:found|match(?:ed|es|ing)?|returned|exists?|present|available|detected|seen|recorded|reported"
    r"|retrieved|selected|firing|active|to (?:show|display|report|return))\b"
)
NOTHING_EN = tuple(
    late_pattern(pattern)
    for pattern in (
        rf"^(?:there (?:are|is|were|was) )?(?:currently )?(?:no|0|zero) {_WORDS}{_LISTED}$",
        rf"^(?:there (?:are|is|were|was) )?(?:currently )?(?:no|0|zero) {_WORDS}{_THING} {_BE}"
        rf"(?:{_FOUND}|{_WHERE})",
        r"^(?:there (?:are|is|were|was) )?(?:no|0|zero) (?:[\w./:@-]+ ){1,6}?(?:were |was |are )?"
        r"(?:found|matched|returned|detected)\b",
        rf"^(?:found|matched|returned|retrieved|got) (?:no|0|zero) {_WORDS}{_THING}\b",
        r"^(?:nothing|none)(?: (?:was|were|is|has been))? (?:found|match(?:ed|es)|returned|to show)\b",
        r"^empty (?:set|results?|result set|response|list)\b",
        r"^(?:-+ ?)?no entries(?: ?-+)?$",
        r"^(?:total|count|matches|hits|results?)(?: (?:count|found))?[= ](?:0|none)$",
        r"\b(?:returned|yielded|produced|gave|found|has|have|had|got|matched) (?:no|0|zero|an empty)"
        rf" (?:[\w-]+ ){{0,3}}?{_THING}\b",
        r"\b(?:did not|didn't|does not|doesn't|could not|couldn't|cannot|can't)"
        r" (?:match|return|find|yield|locate|produce) (?:any|a single)\b",
        r"\b(?:query|search|filter|request|results?|result set|response) (?:is|was|came back|are) empty$",
    )
)
NOTHING_ZH = late_pattern(
    r"(?:未|没有|没|尚未)(?:能)?(?:找到|查询到|查到|检索到|搜索到|搜到|匹配|命中|发现|获取到|返回|检测到|出现|触发)"
    r"|(?:没有|无|暂无)(?:任何|相关|匹配|符合|对应|满足|可用|更多|活跃|正在触发|此类|该类|类似|条件|的)*"
    r"(?:结果|数据|日志|告警|报警|记录|匹配|命中|资源|事件|证据|文档|知识|内容|指标|条目)"
    r"|查无|(?:结果|返回|列表|数据|响应)集?(?:为|是)空|空结果|(?<![\d.])0\s*(?:条|个|项|行|笔|份)"
)
NO_SOURCE_EN = late_pattern(
    r"^(?:there (?:is|are) )?no (?:such |valid |suitable |default )?(?:[\w-]+ )?"
    r"(?:permissions?|access|credentials?|token|route|space|connections?|hosts?|datasources?|data sources?"
    r"|backends?|endpoints?|index|indices|shards?|command|config|configuration|authorization|api key|such)\b"
)
NO_SOURCE_ZH = late_pattern(
    r"(?:数据源|索引|配置|接口|工具|主机|凭证|凭据|令牌|token|命令|路径|数据库|权限|连接|端点)(?:$|\s|不存在)"
)
SOMETHING = late_pattern(
    rf"(?<![\d.])[1-9]\d* (?:[\w-]+ ){{0,2}}?"
    rf"(?:{_THING}|pending|firing|active|inactive|resolved|found|matched)\b"
    r"|(?<![\d.])[1-9]\d*\s*(?:条|个|项|行|笔|份)"
)
BECAUSE = late_pattern(r"\b(?:because|due to|caused by|since the|but|although)\b|因为|由于|原因|但")

# --------------------------------------------------------------------------- the call failed

TROUBLE = late_pattern(
    r"\b(?:timed? ?-?outs?|timing out|deadline exceeded|fail(?:ed|ure|ing|s)?|denied|forbidden|refused"
    r"|aborted|unauthori[sz]ed|unauthenticated|permissions?|unreachable|unavailable|cancell?ed|interrupted|errors?"
    r"|not (?:authorized|permitted|allowed|configured|connected|reachable|supported|ready|indexed)"
    r"|connection (?:refused|reset|aborted|error|closed)|exceptions?|could not|couldn't|unable to|cannot"
    r"|can't|incomplete|partial(?:ly)?|truncated|rate limit(?:ed)?|too many requests|throttled|invalid"
    r"|unknown|down|offline|expired|[45]\d\d)\b"
    r"|失败|超时|出错|错误|异常|权限|拒绝|未授权|无权|无法|不可用|不可达|中断|未配置|未连接|未登录|不支持|不完整|截断"
    r"|过期|离线|宕机|限流"
)
_ASKING = (
    r"(?:(?:the|your|a|this|log|logs|metrics?|alerts?|http|api|tool|query|request|call|command|operation"
    r"|search|scan|scanner|connection|read|execution|server|kubectl|prometheus|loki|elasticsearch"
    r"|alertmanager) ){0,4}"
)
CALL_FAILED_EN = tuple(
    late_pattern(pattern)
    for pattern in (
        r"^(?:error|err|fatal|exception|failure|failed|panic)\s*(?:$|:|\(|from server|code\b|executing"
        r"|running|querying|calling|fetching|retrieving|getting|while|when|during|connecting|accessing|reading"
        r"|occurred|[45]\d\d\b|\d{3,5} ?\(|(?:scan|query|request|connection|api|tool) )",
        r"^\((?:error|err)\) |^oops\b",
        r"^an? (?:[\w-]+ ){0,3}(?:error|exception|failure) (?:has )?occurred\b",
        r"^(?:[\w.-]+ ){0,5}(?:error|exception) (?:while|when) ",
        r"^(?:\w+\.)*\w+(?:error|exception|timeout)\s*[:(]",
        rf"^{_ASKING}(?:failed|unable|not able) to [a-z]+",
        r"^(?:could not|couldn't|cannot|can not|can't) (?:connect|reach|fetch|get|list|query|execute|run|load"
        r"|retrieve|access|open|read|resolve|authenticate|complete|contact)\b",
        rf"^{_ASKING}(?:has |have |was |were )?(?:timed out|time-?out|failed|aborted|cancell?ed)\b",
        r"^(?:context )?deadline exceeded\b",
        r"^(?:permission|access) (?:is |was )?denied\b",
        r"^(?:you (?:do not|don't) have|no|insufficient|missing) (?:the )?(?:required |sufficient )?"
        r"(?:permissions?|access|privileges|rights|authorization|credentials)\b",
        r"^(?:unauthori[sz]ed|unauthenticated|forbidden|not authorized|login required)\b",
        r"^(?:authentication (?:failed|required)|invalid (?:token|credentials|api key|request|query))\b",
        r"^connection (?:refused|reset|error|aborted|timed out|closed)\b",
        r"^(?:the )?(?:server|service|endpoint|backend|host|tool|api|database|data ?source) (?:is |was )?"
        r"(?:unavailable|unreachable|not (?:available|reachable|responding|found|configured)|down\b"
        r"|returned an? error)",
        r"^(?:bad gateway|service unavailable|gateway time-?out|internal server error|too many requests"
        r"|bad request|rate limit|quota exceeded|method not allowed|not implemented)\b",
        r"^(?:http(?:/[\d.]+)?|status|status code)[ :=]*[45]\d\d\b",
        r"^[45]\d\d (?:client error|server error|unauthorized|forbidden|not found|internal|bad|service"
        r"|gateway|too many)",
        r"^traceback \(most recent call last\)",
        r"^(?:[\w./-]+: (?:line )?)+(?:command not found|not found$|no such file|permission denied"
        r"|cannot |unable |error|unknown |invalid |connection |could not |operation not permitted"
        r"|no module named )",
        r"^(?:\S+ |that )is not recognized as an internal or external command\b",
        r"^curl: \(\d+\) |^npm err! ",
        r"^[\w./-]+: connect(?:ing)? to [^\n]{1,120}(?:timed out|refused|unreachable|reset|no route to host)",
        r"^(?:command|process|tool) (?:\S+ )?(?:exited|terminated|ended) with (?:a )?"
        r"(?:non-?zero|error|exit|status|code)",
        r"^(?:unknown|unsupported|unrecognized|no such) "
        r"(?:tool|command|function|method|flag|argument|file|host|index)\b",
    )
)
CALL_FAILED_ZH = late_pattern(
    r"^(?:错误|出错|失败|异常|报错|超时)(?:$|[:,。!\s])"
    r"|^(?:对不起|抱歉)?,?(?:当前)?(?:用户|账号|账户|您|你)?"
    r"(?:权限不足|没有[^,。]{0,8}权限|无[^,。]{0,8}权限|无权|未授权|未登录|拒绝访问|访问被拒绝|禁止访问)"
    r"|^(?:本次|日志|指标|告警|知识库?|数据|工具|远程|后端|监控|系统|服务)*"
    r"(?:查询|检索|请求|调用|连接|访问|执行|获取|读取|接口|工具|响应|加载)"
    r"[^,。:!]{0,16}?(?:失败|超时|出错|错误|异常|被拒绝|不可用|中断)"
    r"|^(?:暂时|当前)?(?:无法|不能)(?:连接|访问|获取|查询|读取|执行|完成|解析)"
    r"|^(?:服务|系统|接口|网关|后端|数据源|数据库)(?:暂时|暂|当前)?"
    r"(?:不可用|不可达|异常|繁忙|未配置|内部错误|错误)"
)

# --------------------------------------------------------------------------- the parts of a sentence

QUOTED = late_pattern(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|\{[^{}\n]*\}")
CLAUSE_END = late_pattern(
    r"[;:!?。\n()\[\]|]|[.,](?=\s|$)|\s[-–—]+\s|,(?=[^\x00-\x7f])|(?<=[^\x00-\x7f]),",
)
LABEL = late_pattern(
    r"^(?:results?|output|info|note|message|stdout|response|status|ok|success|warning"
    r"|提示|结果|信息|说明|消息)\s*:\s*"
)
# An HTML page where an answer was expected; its title, or its heading.
ERROR_PAGE = late_pattern(
    r"\s*<(?:!doctype html|html|head)\b.*?<(?:title|h1)\b[^>]*>\s*([^<]{1,200})", re.DOTALL
)
