"""Words of a label: kinds of source, who speaks, and what says more than where something was read."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SOURCES = _words(
    "log logs output outputs status note notes notice minutes report reports alert alerts panel "
    "dashboard annotation ticket description comment summary message email mail chat record records "
    "manual guide runbook wiki doc docs document documentation contract agreement policy clause "
    "release changelog readme query sql trace journal transcript thread console terminal response "
    "reply entry excerpt quote text evidence file config section item step article row line page pages "
    "site website web "
    "leaflet brochure flyer poster board schedule timetable label receipt invoice letter memo bulletin "
    "statement "
    "caption abstract paper study chapter paragraph slide sheet spreadsheet table form post blog forum faq "
    "advisory "
    "datasheet specification spec standard rfc prospectus recipe commit law statute rules"
)
"""Kinds of source, and of parts of one."""
SOURCE = "source"
"""Stands for a CJK word for one."""
WEAK_SOURCES = frozenset(("status",))
"""Call a source behind the name of a tool only."""
SOURCES_CJK = re.compile(
    r"会议纪要|纪要|[日周月季年快]报|日志|输出|告警|报警|备注|说明书|说明|条款|合同|公告|通知|通报|邮件|工单|记录|报告|答复|回复|注释|描述|摘要"
    r"|页面|网页|官网|网站|海报|传单|单据|发票|收据|信函|函件|通告|简报|论文|新闻|报道|帖子|博文|时间表|标签|表格|规章|规定|章程"
    r"|制度|预案|病历|判决书|裁定书|白皮书|原文|摘录|证据|手册|文档|规范|面板|看板|查询|群聊|聊天|消息|配置|文件|输出|控制台|终端|阶段|章|节"
)
SPEAKING = re.compile(
    r"\s*(?:写道|写明|载明|注明|规定|约定|指出|提到|表示|问道|说|问|(?<![名职简俗])称|asks|asked|writes|wrote|says|said)\s*\Z"
)
SMALL = _words("the of on in at from by for a an 的 中 里 内 第 条 款 项 号 step item section clause article")
"""Words that name nothing."""
VERDICTS = re.compile(
    r"原因|根因|结论|因为|由于|导致|影响|责任|故障|异常|严重|紧急|危险"
    r"|(?<![a-z])(?:cause[sd]?|root|reasons?|verdict|conclusion|therefore|because|due|impact|culprit|fault"
    r"|proof|proves"
    r"|confirmed|fixed|crash(?:e[sd])?|outage|incident|problem|bug|failure)(?![a-z])"
)
"""What says why, or how bad it is."""
UNREAL = re.compile(
    r"(?<![a-z])(?:examples?|samples?|expected|templates?|defaults?|previous|old|former|past|planned"
    r"|proposed|draft)(?![a-z])"
    r"|示例|样例|例如|举例|预期|模板|历史|上次|计划|草案|默认"
)
"""In front of what is no reading of now and here."""
