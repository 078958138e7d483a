"""What kind of sentence a statement is: a fact, advice, a plan, a question, a supposition.

Only facts can be unsupported. English and Chinese. It must not look at any evidence.
"""

from __future__ import annotations

import re
from typing import Literal, cast

from evidencelab.traces.derived import Kind
from evidencelab.traces.statements import Statement

Mood = Literal["fact", "advice", "question", "supposition", "command", "lead"]

_ADVICE_TITLE = re.compile(
    r"\b(?:recommend\w*|suggest\w*|next steps?|(?:proposed|recommended|possible|suggested|immediate"
    r"|quick|permanent"
    r"|long[- ]term|short[- ]term|the)?\s*fix(?:es)?|solutions?|remediation|mitigations?|preventi\w+"
    r"|action (?:items?|plan)"
    r"|how to\b.*|to[- ]?do|what (?:you|to|i|we) (?:can|should|could|do|would|will|might)\b.*|workarounds?"
    r"|(?:rollout|migration|test|upgrade|implementation) plan|proposal|best practices|tips|follow[- ]?ups?"
    r"|(?:to|ways to) (?:fix|resolve|verify|prevent|mitigate)\b.*|if (?:the|this|you|it)\b.*|example usage)\b"
    r"|建议|下一步|解决方案|解决办法|修复|措施|处理方案|后续|行动|改进|优化方案|操作步骤|排查步骤",
    re.IGNORECASE,
)
_ADVICE_LABEL = re.compile(
    r"^\W*(?:solution|command|commands|fix|recommendations?|recommended (?:fix|action|solution)"
    r"|suggest\w*|action|next steps?|remediation"
    r"|workaround|mitigation|tip|todo|建议|解决方案|命令|修复|下一步|措施"
    r"|处理建议|改进|优化|预防|后续)\W*[:：]",
    re.IGNORECASE,
)
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
    r"^\W*(?:then |also |first,? |next,? |finally,? |or |and |to \w+[^,\n]{0,60}, |immediately |manually )?"
)
_IMPERATIVE = re.compile(
    rf"{_LEADS}(?:(?:{'|'.join(_IMPERATIVES.split())})\b(?![:=_-])(?! (?:is|was|are|were|has|had|of)\b)"
    rf"|(?:{'|'.join(_AMBIGUOUS.split())})\b{_BEFORE_OBJECT})",
    re.IGNORECASE,
)
_IMPERATIVE_CJK = re.compile(
    r"^\W*(?:(?:先|再|然后|最后|立即|马上|尽快|及时|定期|逐步|同时|务必|务)[，,]?)*"
    r"(?:将[^，。]{1,24}(?:升级|更新|改为|调整|迁移|替换)(?!了)|(?:升级|更新|修复|重启|扩容|缩容|检查|排查|核实|确认|联系|删除|清理"
    r"|关闭|开启|启用|禁用|增加|减少|调整|优化|设置|配置|添加|移除|回滚|部署|监控|关注|避免|使用|改用|切换|限制|提高|降低|通知|提交)(?![了过已率于后为]))"
)
"""At the head of a sentence without a subject, these verbs ask for something to be done."""
_ADVICE = re.compile(
    r"\b(?:should(?:n't)?|ought to|(?:i|we)(?:'d| would)? (?:strongly )?(?:recommend|suggest|advise)"
    r"|recommended|consider \w+ing|need(?:s)? to be|remember to"
    r"|(?<!\w)I(?:['’]d| would) (?:also |first |then |rather |start |keep )?[a-z]+"
    r"|you (?:can|could|may|might|need|must|want|will need)|make sure|be sure|it(?: i|')s (?:best"
    r"|advisable|recommended|worth)|feel free|let me know)\b"
    r"|建议|应当|应该|需要(?:您|你|进行|将|对)|请(?:您|检查|确认|使用|联系|将|先|尽快)|可以(?:考虑|尝试|通过|使用)|推荐|不妨|尽快"
    r"|最[晚迟][^，。]{0,12}[要需应得]|记得",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"^\W*(?:(?:now|next|first|then|ok|okay|great|sure|perfect|alright|good"
    r"|thanks?)[,.!]?\s*)*(?:i(?:['’]ll| will| am going to|['’]m going to| need to| can|['’]d| would)"
    r"|let me|let's|we(?:'ll| will| need to| can)|going to)\b"
    r"|^\W*(?:接下来|让我|我将|我会|我来|下面我|现在我)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"[?？]\W*$|^\W*(?:would|could|can|do|does|did|may|shall) (?:you|i|we)\b|^\W*please (?:confirm|let"
    r"|provide|tell|specify|reply|share|note|choose|select)\b|^\W*请(?:问|确认|告知|提供)",
    re.IGNORECASE,
)
_SUPPOSITION = re.compile(
    r"\b(?:you|we|they|he|she|it|i)['’]d (?!been|better|had)"
    r"|\b(?:likely|probably|possibly|perhaps|maybe|(?-i:may)|might|could|would|appears? to|seems?"
    r"|suggest(?:s|ing)?|presumably|assum(?:e|es|ed|ing|ption)"
    r"|hypothe\w+|potential(?:ly)?|if|unless|suppose|imagine|typically|usually|generally|by default"
    r"|in general|commonly|normally"
    r"|best practice|rule of thumb|for instance|in theory|expected to|unlikely)\b"
    r"|人天|人日|(?-i:person|man)-days?\b|story points?\b"
    r"|可能|也许|大概|推测|预计|或许|疑似|如果|假如|若|通常|往往|一般(?!纳税)|行业(?:里|内|平均|标准)|默认情况下|理论上",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:you|we|they|he|she|it|i)['’]d (?!been|better|had)"
    r"|\b(?:if|unless|would|could|suppose|imagine|in theory|for instance|best practice|by default"
    r"|in general|usually|typically|generally|normally|commonly|often|as a rule)\b"
    r"|如果|假如|若|理论上|默认情况下|一般|通常|往往|行业",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:](?=\s)|[，；：、。]|\s[–—-]\s|\b(?:because|but|although|since)\b")
_COMMAND = re.compile(
    r"^\W*(?:\$|#|>|>>>)?\s*(?:sudo |kubectl|docker|helm|git|npm|npx|yarn|pnpm|pip3?|python3?|node|curl"
    r"|wget|ssh|scp|cd|ls|cat|grep|sed|awk|find|echo"
    r"|export|aws|gcloud|az|terraform|ansible|systemctl|journalctl|service|make|go|cargo|mvn|gradle|java"
    r"|apt(?:-get)?|yum|dnf|brew|psql|mysql"
    r"|VACUUM|ANALYZE|REINDEX|EXPLAIN|SET|SHOW|GRANT|REVOKE|OPTIMIZE|KILL|redis-cli|mongo|openssl|ping|dig|nslookup|traceroute|chmod|chown|mkdir|rm|cp|mv|tar|pytest|tox"
    r"|ruff|mypy|uv|poetry|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER"
    r"|import|from|def|class|const|let|var|function|return|#include|public|package|apiVersion)(?=[\s:({]|$)",
)
_COMMAND_LANGUAGES = (
    "bash sh shell zsh console powershell bat cmd python py javascript js typescript ts jsx tsx java go "
    "golang rust c cpp csharp cs ruby rb php sql promql logql html css diff dockerfile makefile hcl "
    "terraform toml ini properties nginx mermaid kotlin swift scala r"
)
_QUOTED_LANGUAGES = {"text", "txt", "log", "logs", "output", "plaintext", "plain", "out", ""}
Hedge = Literal["about", "over", "under"] | None

_BEFORE_NUMBER = r"\s*[*_`\"(]*[$€£¥]?\s*$"
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approx\.?|approximately|roughly|nearly|almost|close to|some|circa|ca\.|estimated)"
    rf"|[~≈]|大约|约|近|将近|接近){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?:\b(?:over|more than|at least|above|exceed\w*|greater than|beyond|no less than)"
    rf"|[>≥]=?|超过|至少|高于|大于){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"(?:\b(?:under|less than|fewer than|up to|at most|below|lower than|no more than)"
    rf"|[<≤]=?|不到|最多|低于|小于){_BEFORE_NUMBER}",
    re.IGNORECASE,
)
_ABOUT_AFTER = re.compile(r"^\s*(?:or so|ish\b|左右|上下)", re.IGNORECASE)
_OVER_AFTER = re.compile(
    r"^(?:\+(?!\s?\d)|\s*(?:or|and) (?:more|above|over|up|higher|greater|later|newer|older)\b|\s*upwards"
    r"|以上|多(?:个|次|条)|余)",
    re.IGNORECASE,
)
_UNDER_AFTER = re.compile(
    r"^\s*(?:(?:or|and) (?:less|fewer|below|lower|under|earlier)\b|以下|以内)", re.IGNORECASE
)
_ROUND = re.compile(r"\d*[05](?:\s?(?:%|x|times|[a-z]+))?", re.IGNORECASE)
_RANGE_AFTER = re.compile(r"\s?(?:-|–|to|or|至|到|~)\s?\d*[05]\b")
_RANGE_BEFORE = re.compile(r"\d*[05]\s?(?:-|–|to|or|至|到|~)\s?$")
_BETWEEN_AFTER = re.compile(r"\s?(?:到|至|-|–|~)\s?[\d.]+\s?\S{0,2}之间")
_BETWEEN_BEHIND = re.compile(r"\s?之间")
_TO_BEFORE = re.compile(r"\d\s?\S{0,2}\s?(?:到|至|-|–|~)\s?$")
_CUES: dict[Kind, re.Pattern[str]] = {
    "sum": re.compile(
        r"\b(?:total\w*|sum\w*|combined|together|altogether|overall|aggregate|in all|add(?:s|ing)? up"
        r"|comes? to|plus|out of"
        r"|(?:down|up|rose|fell|lowered|raised|cut|increased|decreased|reduced) (?:from|to|by))\b"
        r"|\+\s*[$€£]?\d(?![\d.,]*\s?%)|合计|总|共|一共",
        re.IGNORECASE,
    ),
    "total": re.compile(r"\b(?:total\w*|sums?|combined|altogether|in all)\b|合计|总|共", re.IGNORECASE),
    "difference": re.compile(
        r"\b(?:differ\w*|diff|delta|gap|more|less|fewer|increas\w*|decreas\w*|reduc\w+|drop\w*|rise|rose"
        r"|fell|grew|net|minus|apart|short|lack\w*|missing|overdue"
        r"|remain\w*|left|leaving|sav\w+|profit|loss|spread|margin|ahead|behind|later|earlier|longer"
        r"|points?|(?:down|up) from|shorter|higher|lower|warmer|colder|cooler"
        r"|(?:above|below|over|under) (?:your|the|its|their|our|a|budget|limit|target|average|threshold)"
        r"|hotter|larger|smaller|bigger|cheaper|refund|unused"
        r"|used)\b"
        r"|\d\s+[−–-]\s+[$€£]?\d|差|增|减|剩|高出|低于|间隔|多出|便宜|多花|少花|节省|超(?:出|预算|支)|贵",
        re.IGNORECASE,
    ),
    "product": re.compile(
        r"\b(?:each|per|times|worth|multipl\w+|double|twice|triple|for (?:all |the )?\d+ \w+"
        r"|\d+ (?:nights?|days?|months?|people|passengers?|items?|units?|shares?|pods?|weeks?|hours?"
        r"|seats?)\b)"
        r"|[×*]|\bx\b|\\times|每|乘",
        re.IGNORECASE,
    ),
    "portion": re.compile(
        r"%\s*(?:of|off|tax|vat|tip|discount|fee|interest|markup|increase|reduction|coupon)\b|\b(?:tax"
        r"|vat|tip|discount|coupon|interest"
        r"|commission|plus|of the"
        r"|(?:fall|drop|come down|rise|grow|go up) to|deducted|withheld|sale price)\b|税|折|利息|小费",
        re.IGNORECASE,
    ),
    "ratio": re.compile(
        r"\b(?:times (?:as|the|that|more|less|higher|larger|greater"
        r"|bigger|faster|slower|longer|its|their|(?-i:[A-Z])\w*)"
        r"|times\b(?=[^.\n]{0,3}$)|ratio|per|rate|average|avg|each|half (?:of|the|as)|third of"
        r"|quarter of|double"
        r"|faster|slower|margin|p/e|split|divided?|a (?:second|minute|hour|day|week))\b"
        r"|\d\s?x\b|\d\s?×|÷|\d\s*/\s*\d|倍|比|每|平均",
        re.IGNORECASE,
    ),
    "points": re.compile(r"\bpoints?\b|\bpp\b|百分点|个点", re.IGNORECASE),
    "each": re.compile(r"\b(?:per|each|a (?:piece|unit|gallon|share))\b|/\s?[a-zA-Z]|每", re.IGNORECASE),
    "percent": re.compile(
        r"\d[^()\n]{0,14}\(\s*[~≈]?\d[\d.]*\s?%|%|\bper ?cent\w*|\b(?:share|rate|ratio|proportion|of"
        r"|full|used|utili[sz]ation|usage|margin)\b|占|率|百分",
        re.IGNORECASE,
    ),
    "change": re.compile(
        r"\b(?:chang\w+|increas\w*|decreas\w*|up|down|grew|grow\w*|drop\w*|rise|rose|risen|fell|fall\w*"
        r"|declin\w+|reduc\w+|gain\w*|lost|loss"
        r"|improv\w+|larger|smaller|bigger|longer|shorter|higher|lower|faster|slower|more|less|jump\w*"
        r"|surg\w+|year[- ]over[- ]year|yoy|cheaper|than|vs)\b|[+−-]\d[\d.]*\s?%|增|减|升|降|涨|跌",
        re.IGNORECASE,
    ),
    "left": re.compile(
        r"\b(?:remain\w*|left|free|available|unused|idle|rest|other|off|discount|sav\w+)\b|剩|空闲|其余",
        re.IGNORECASE,
    ),
    "mean": re.compile(r"\b(?:averag\w+|avg|means?|medians?|typical\w*)\b|平均|均值|中位", re.IGNORECASE),
    "spread": re.compile(r"\b(?:range of|spread|swing|span\w*|variation)\b|极差|波动", re.IGNORECASE),
}
_LABEL_ONLY = re.compile(r"^[^:：]{1,80}[:：]\s*[*_`]*\s*$")


def mood_of(statement: Statement) -> Mood:
    """Name the kind of sentence a statement is.

    A statement under a heading of advice, or beside a label of it, is advice whatever it says.
    """
    text = (
        re.sub(r"^[\W\d_]*(?=[A-Za-z\u4e00-\u9fff`$#>])", "", statement.text)
        if statement.kind != "code"
        else statement.text
    )
    if statement.kind == "code":
        return _mood_of_code(statement)
    if _QUESTION.search(statement.text):
        return "question"
    titles = (*statement.sections[-2:], *statement.parents)
    if any(_ADVICE_TITLE.search(title) and len(title) < 80 for title in titles if _is_advice_title(title)):
        return "advice"
    label, body = _label_and_body(text)
    if _ADVICE_LABEL.match(text) or _PLAN.match(text) or _PLAN.match(body):
        return "advice"
    if (not label or len(label.split()) > 3) and _IMPERATIVE.match(text):
        return "advice"
    if label and _IMPERATIVE.match(body) and len(body.split()) > 2:
        return "advice"
    if _ADVICE.search(statement.text) or _IMPERATIVE_CJK.match(text):
        return "advice"
    bare = text.strip().strip("`")
    if _COMMAND.match(bare) and text.strip().startswith("`"):
        return "command"
    if _LABEL_ONLY.match(statement.text) and statement.kind != "bullet":
        return "lead"
    if _SUPPOSITION.search(statement.text):
        return "supposition"
    return "fact"


def _label_and_body(text: str) -> tuple[str, str]:
    """Cut a statement at the colon behind its label; a statement without one is all body."""
    found = re.match(r"^(?:\*\*|__)?([^*_:：`\n]{1,60}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s+(?=\S)", text)
    return (found[1].strip(), text[found.end() :]) if found else ("", text)


def _is_advice_title(title: str) -> bool:
    """Refuse titles that only hold such a word in passing (`Root cause and fix applied`)."""
    return not re.search(
        r"\b(?:applied|taken|done|completed|performed|deployed|made|已)\b", title, re.IGNORECASE
    )


def _mood_of_code(statement: Statement) -> Mood:
    if statement.language in _COMMAND_LANGUAGES.split():
        return "command"
    titles = (*statement.sections[-2:], *statement.parents)
    if any(_ADVICE_TITLE.search(title) for title in titles if _is_advice_title(title)):
        return "advice"
    lines = [line for line in statement.text.splitlines() if line.strip()]
    if any(_COMMAND.match(line) for line in lines[:3]):
        return "command"
    return "fact" if statement.language in _QUOTED_LANGUAGES else "supposition"


def is_supposed(text: str, start: int, end: int) -> bool:
    """Tell whether the clause at `[start, end)` of a supposition is one itself; if conditional, all are."""
    if _CONDITION.search(text) or "\n" in text:
        return True
    first = max((found.end() for found in _CLAUSE.finditer(text, 0, start)), default=0)
    last = _CLAUSE.search(text, end)
    return bool(_SUPPOSITION.search(text[first : last.start() if last else len(text)]))


def hedge_of(text: str, start: int, end: int) -> Hedge:
    """Name how a number at `[start, end)` is given: as approximate, as a bound, or plainly."""
    before, behind = text[max(0, start - 24) : start], text[end : end + 14]
    for hedge, left, right in (
        ("about", _ABOUT, _ABOUT_AFTER),
        ("over", _OVER, _OVER_AFTER),
        ("under", _UNDER, _UNDER_AFTER),
    ):
        if left.search(before) or right.match(behind):
            return cast("Hedge", hedge)
    if _BETWEEN_AFTER.match(text, end) or (_BETWEEN_BEHIND.match(text, end) and _TO_BEFORE.search(before)):
        return "about"
    if _ROUND.fullmatch(text[start:end].strip()) and (
        _RANGE_AFTER.match(text[end:]) or _RANGE_BEFORE.search(before)
    ):
        return "about"
    return None


def arithmetic_spoken_of(statement: Statement) -> frozenset[Kind]:
    """Name the kinds of arithmetic that a statement, or what it stands under, speaks of."""
    text = " ".join((statement.text, *statement.parents, *statement.sections[-1:]))
    return frozenset(kind for kind, cue in _CUES.items() if cue.search(text))


_PARTING = re.compile(r"[;:()](?=\s|$)|[,.](?=\s)|[，；：、。|\n]")


def spoken_beside(start: int, end: int, text: str) -> frozenset[Kind]:
    """Name the kinds of arithmetic that the clause around `[start, end)` speaks of; a mere `%` is none."""
    first = max((found.end() for found in _PARTING.finditer(text, 0, start)), default=0)
    last = _PARTING.search(text, end)
    clause = text[first:start] + text[end : last.start() if last else len(text)]
    return frozenset(kind for kind, cue in _CUES.items() if kind != "percent" and cue.search(clause))


RATE = re.compile(
    r"\s*(?:[A-Za-z-]+\s+){0,2}(?:per|an?|each|every)\s+[a-z]+|\s*[a-z]*\s?/\s?[a-z]+|\s*\S{0,4}每",
    re.IGNORECASE,
)
"""What follows a number that counts things in a time: another number than that of the things."""
SHARE_OF = re.compile(r"\s*(?:of|per|from|than|against|vs)\b", re.IGNORECASE)
"""Behind a number, these say that what follows is not the number's own noun."""
_EVERY = re.compile(r"(?:\b(?:every|each|per)\s+|每隔?\s*)[*_`~]*$", re.IGNORECASE)


def is_pace(text: str, start: int, end: int) -> bool:
    """Tell whether a measure at `[start, end)` is a pace (`every 5 minutes`, `20 keys a day`), worked out."""
    return bool(_EVERY.search(text[max(0, start - 16) : start]) or RATE.match(text[end : end + 40]))


def in_command(text: str, start: int) -> bool:
    """Tell whether an offset lies in inline code that is a command."""
    for found in re.finditer(r"`([^`\n]+)`", text):
        if found.start() <= start < found.end():
            return bool(_COMMAND.match(found[1]) and " " in found[1].strip())
    return False


_FACTOR = re.compile(
    r"(?<![\w.])(?:(\d{1,3}(?:\.\d+)?)|(two|three|four|five|six|两))\s?(?:people|persons?\b|guests|adults|passengers"
    r"|travell?ers|nights?\b|servings|tickets|seats|units|rooms|pax|portions|人|晚|张|份|位)"
    r"|(?<![\w.])(\d{1,2}(?:\.\d+)?)\s?(?:×|x\s)|[×]\s?(\d{1,3}(?:\.\d+)?)(?![\w.%])"
    r"|\bfor (\d{1,3})(?=\s*(?:$|[|)\n]))"
    r"|(one and a half|1½|half as (?:much|many) again)"
    r"|\b(two|three|four|five|six|两)(?=\s(?:of (?:them|these|those)\s)?(?:save|cost|make|give|take|add|would"
    r"|come|are worth|amount))"
    r"|(round trip|both ways|return trip|there and back|twice|double|往返)",
    re.IGNORECASE,
)
_SPELLED = {
    "one and a half": 1.5,
    "1½": 1.5,
    "half as much again": 1.5,
    "half as many again": 1.5,
    "two": 2.0,
    "three": 3.0,
    "four": 4.0,
    "five": 5.0,
    "six": 6.0,
    "两": 2.0,
}
_TWOFOLD = 2.0
_FEW_FACTORS = 6


def factors_in(text: str) -> list[float]:
    """Give the few factors by which a text multiplies: `Total for 2`, `3 nights`, `1.5 ×`."""
    found: list[float] = []
    for match in _FACTOR.finditer(text):
        number = next((group for group in match.groups() if group), "1").lower()
        factor = _SPELLED.get(number) or (float(number) if number[0].isdigit() else _TWOFOLD)
        if factor not in (0.0, 1.0) and factor not in found:
            found.append(factor)
        if len(found) == _FEW_FACTORS:
            break
    return found
