"""Verbs at the head of a sentence without a subject: they ask for something to be done.

English and Chinese.
"""

from __future__ import annotations

import re

_IMPERATIVES = (
    "abort acknowledge activate add adjust aim align allow analyze annotate append apply archive ask "
    "assess assign attach automate avoid backport be bind block bring cache call cap carry check "
    "cherry-pick choose clarify clean clear click collapse collect combine communicate compare compress "
    "concatenate configure confirm consider contact correct create cross-check customize deactivate "
    "decrease dedupe defer define delete demote deploy deprecate detach determine disable discuss do "
    "don't download drain drop edit enable enforce engage enlarge enrich ensure erase escalate "
    "establish evaluate examine exclude execute expand explore extend extract fetch follow force freeze "
    "gather get give go grant halve harden have hotfix identify implement improve include inform inject "
    "insert inspect integrate introduce investigate isolate keep lengthen let locate loosen lower "
    "maintain make merge migrate modify move never offload onboard onload optimize pack pass pause "
    "persist pick pin please postpone prefer prepare preserve prevent prewarm prioriti[sz]e promote "
    "provide pull push quarantine raise randomi[sz]e rate-limit re-apply re-check re-enable re-index "
    "re-queue re-run re-sync read rebalance rebase reboot rebuild recalculate reclaim reconfigure "
    "recover recreate redeploy reduce refactor refresh reinstall relax relocate remember remind remove "
    "rename rephrase replace replay replicate reproduce requeue rerun reschedule reset resize resolve "
    "restart restore retain retire retrain retry revert rewrite right-size roll rollback rotate route "
    "run sanity-check save schedule scrape see select send separate shard shorten shrink shut simplify "
    "smooth specify split standardi[sz]e stop submit suppress suspend swap switch sync synchronize take "
    "talk teach tell throttle tighten toggle truncate try turn unblock uninstall unmount unpin unset "
    "untaint upgrade upload use validate verify visit wait watch whitelist widen write"
)
_AMBIGUOUS = (
    "access alert audit back backfill batch benchmark book boost build bump change chart clone close "
    "continue cordon debug document dump estimate export file filter fix flag flush forward guard hold "
    "hook import increase install join launch lift limit link list load lock look measure mirror "
    "monitor mount narrow note nudge open order page parse partition patch permit ping plan probe "
    "process prune purge query queue quote record reference release reload repair repeat report request "
    "reserve return review scale search set share shift silence skip snapshot spread stagger start "
    "store tag test track transfer trim tune update vacuum vary version view warm warn wire work wrap"
)
_BEFORE_OBJECT = (
    r"(?=\s+(?:the|a|an|your|my|our|its|their|all|any|each|every|both|this|that|these|those|it|them|to"
    r"|for|on|in|at|with|from|by|up|down|back|into|out|over"
    r"|if|whether|how|what|which|when|more|less|only|either|multiple|several|`|\"|\*\*)\b|\s+[`\"])"
)
_LEADS = (
    r"^\W*(?:[a-z]{2,}ly, |then |also |first,? |next,? |finally,? |or |and |to \w+[^,\n]{0,60}, |immediately "
    r"|manually )?"
)
_IMPERATIVE = re.compile(
    rf"{_LEADS}(?:(?:{'|'.join(_IMPERATIVES.split())})\b(?![:=_-])(?! (?:is|was|are|were|has|had|of)\b)"
    rf"|(?:{'|'.join(_AMBIGUOUS.split())})\b{_BEFORE_OBJECT}"
    # whatever verb has an indirect question for its object: `Decide whether`, `Ask how`
    r"|(?!un)[a-z]+\s(?:whether|how to|who to)\b)",
    re.IGNORECASE,
)
_IMPERATIVE_CJK = re.compile(
    r"^\W*(?:(?:先|再|然后|最后|立即|马上|尽快|及时|定期|逐步|同时|务必|务)[，,]?)*"
    r"(?:将[^，。]{1,24}(?:升级|更新|改为|调整|迁移|替换)(?!了)|(?:升级|更新|修复|重启|扩容|缩容|检查|排查|核实|确认|联系|删除|清理"
    r"|关闭|开启|启用|禁用|增加|减少|调整|优化|设置|配置|添加|移除|回滚|部署|监控|关注|避免|使用|改用|切换|限制|提高|降低|通知|提交)(?![了过已率于后为]))"
)


def opens_with_imperative(text: str) -> bool:
    """Tell whether an English sentence begins with such a verb."""
    return bool(_IMPERATIVE.match(text))


def asks_in_chinese(text: str) -> bool:
    """Tell whether a Chinese sentence begins with such a verb."""
    return bool(_IMPERATIVE_CJK.match(text))
