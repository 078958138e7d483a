"""Labels that make no fact of what follows them: an example, a plan, a thing undone.

The pattern is over *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from evidencelab.evidence.clauses.notes import read_notes
from evidencelab.evidence.late_patterns import late_pattern

_RAW = (
    r"始(?:邮件|报文|日志|记录|请求|响应|消息|文本|凭证|单据|内容|信息|输出|告警|报警|文件|语句|命令|返回|描述)"
    r"\w{0,2}:(?![^\n]*\n(?:现|新|更正|修正|订正|变更))"
)
"""What something was read from, unless a later state of it is told of as well."""
_VOID = (
    r"(?:an? )?(?:example|sample(?! (?:[\w-]+ )?[\w-]*\d)|expected|typical|dummy)s?(?: [\w-]{1,80}){0,6}"
    r"(?: \([^()\n]{1,60}\))?"
    r"|e\.g\.|usage(?!\s?[\"'])"
    r"|(?:fix(?:ed|es)|resolv(?:ed|es)|revert(?:ed|s)?|rolled back|cancell?ed|withdrawn|superseded|deprecated"
    r"|rejected|vetoed"
    r"|obsolete|disproved|planned|proposed|proposal|to[ -]?do|fixme|tbd|wip|(?:hypothesis"
    r"|assumption)(?: (?:\d+|[a-z]))?|myth|draft|rumou?r"
    r"|false (?:alarm|positive)|drill|simulat(?:ion|ed)|exercise|rehearsal|dry[ -]run|mock|demo|(?-i:TEST)"
    r"|[\u4e00-\u9fff]{1,10}\(已?(?:废止|作废|废弃|失效|停用|过期|取消|撤销)\)"
    r"|(?:[\w-]{1,40} ){1,4}\((?:cancell?ed|withdrawn|superseded|obsolete|void|draft|proposed|simulated"
    r"|dry[ -]run)\)"
    r"|goal|objective|target state|worst case|recovered)"
    r"(?:(?: (?:in|by|for|with)) [\w.#-]{1,80}| ?\([\w.@ -]*\))?"
    r"|(?:possible|probable|likely|suspected|potential|alleged)(?: [\w-]{1,80}){1,2}|(?:可能|疑似)\w{1,4}"
    r"|(?:previous|prior|former|old|forecast|estimated|desired)(?: [\w-]{1,80}){0,3}"
    r"|(?:[\u4e00-\u9fff]{1,8})?(?:示例|样例|范例|举例)(?:输出|返回|配置)?(?: ?\([^()\n]{1,60}\))?"
    r"|(?:预期|期望|预测)\w{0,4}"
    r"|(?:(?:问题|故障|告警|已)+)(?:修复|解决|撤销|取消|作废|废弃|回滚|撤回|恢复|解除|关闭)|(?:恢复|解除)(?=\])|(?:变更|实施|下一步|后续)?计划"
    r"|待办(?!:[^\n。]{1,40}(?:前|负责|跟进))"
    rf"|否决|草案|假设|传闻|误报|演练|演习|模拟(?:场景|演练)?|目标|(?:上次|此前|原(?!{_RAW}))\w{{0,4}}"
)
_VOIDING_LABEL = late_pattern(
    r"(?-i:(?<![^\n.;|。]))[ \t>*#•/-]*+(?:\d{1,3}[.)] )?[\[*_'\"]*+"
    rf"({_VOID}|(?:revert(?:ed|s|ing)?|roll(?:ed|ing)? back|撤销|撤回|回滚)(?: commit)?"
    r"(?![^\n\w]{1,3}(?:if|when|in case|如|若|当|一旦))"
    r"|(?:(?:exercise|drill|演习|演练)\W{1,3}){2,5}"
    r"|(?:[\w-]{1,40} (?:- )?){1,4}(?:drill|exercise|rehearsal)(?=:)"
    r"|(?:(?-i:TEST|DRILL|EXERCISE)(?: (?:alarm|alert|message|page|event|call))?|演习|演练) ?- )"
    r"(?:[\])*_'\"]*:|\][*_'\"]*|(?<=[-!,:] )|(?<=[\u4e00-\u9fff][!:])|(?=\s?[\"']))"
    r"[ *_]*(?:\n[ \t]*)?([\"'(]*)\s*",
    re.IGNORECASE | re.MULTILINE,
)
"""At the head of a line or sentence, these name what follows an example, a plan or a thing undone."""
OVER = late_pattern(
    r"(?:fix|resolv)(?:ed|es)|recovered|(?:问题|故障|告警|已)*(?:恢复|解除|解决|修复)", re.IGNORECASE
)
"""Says of what follows that it is over."""
_CHANGE = late_pattern(r"[^,;。\n]{0,80}?\d\S{0,6} ?[-=]>\s?\W?\d")
"""A statement that tells what was and what it has come to."""
_TRIED = late_pattern(r"drill|simulat(?:ion|ed)|exercise|rehearsal|dry[ -]run|演练|演习|模拟", re.IGNORECASE)
_SUPPOSED = late_pattern(r"(?:(?!that|which|who)[\w'-]+ ){0,5}?would (?!not )", re.IGNORECASE)
"""A statement that says itself that it is none of a fact."""


def read_voided(folded: str) -> Iterator[re.Match[str]]:
    """Yield the labels that make no fact of what follows, but for those that it does without.

    The first group is the label, the second what the statement may begin with. A statement of what would be
    done needs no label to say that it was tried only, nor one of a change that the change is over.
    """
    notes = read_notes(folded) if "(" in folded or "[" in folded else ()
    for label in chain(_VOIDING_LABEL.finditer(folded), notes):
        if OVER.match(label[1]) and _CHANGE.match(folded, label.end()):
            continue
        if _TRIED.match(label[1].strip("[( ")) and _SUPPOSED.match(folded, label.end()):
            continue
        yield label
