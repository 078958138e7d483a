"""What kind of sentence a statement is: a fact, advice, a plan, a question, a supposition.

Only facts can be unsupported. English and Chinese. It must not look at any evidence.
"""

from __future__ import annotations

import re
from typing import Literal

from evidencelab.traces.wording.commands import COMMAND_LANGUAGES, QUOTED_LANGUAGES, is_command_line
from evidencelab.traces.wording.imperatives import asks_in_chinese, opens_with_imperative
from evidencelab.traces.wording.statement import Statement

Mood = Literal["fact", "advice", "question", "supposition", "command", "lead"]

_ADVICE_TITLE = re.compile(
    r"\b(?:recommend\w*|suggest\w*|next steps?|(?:proposed|recommended|possible|suggested|immediate"
    r"|quick|permanent"
    r"|long[- ]term|short[- ]term|the)?\s*fix(?:es)?|solutions?|remediation|mitigations?|preventi\w+"
    r"|action (?:items?|plan)|(?:proposed|planned|suggested|recommended|possible|required|needed|next)"
    r" (?:changes?|actions?|measures?|tasks?|edits?|adjustments?|improvements?|optimi[sz]ations?|tuning)"
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
_ADVICE = re.compile(
    r"\b(?:should(?:n't)?|ought to|(?:i|we)(?:'d| would)? (?:strongly )?(?:recommend|suggest"
    r"|advise|propose|favou?r|prefer|lean (?:to|towards?)|vote for|opt for)"
    r"|recommended|consider \w+ing|need(?:s)? to be|remember to"
    r"|(?<!\w)I(?:['’]d| would) (?:also |first |then |rather |start |keep )?[a-z]+"
    r"|you (?:can|could|may|might|need|must|want|will need)|make sure|be sure|it(?: i|')s (?:best"
    r"|advisable|recommended|worth)|feel free|let me know)\b"
    r"|建议|应当|应该|需要(?:您|你|进行|将|对)|请(?:您|检查|确认|使用|联系|将|先|尽快)|可以(?:考虑|尝试|通过|使用)|推荐|不妨|尽快|我(?:更|比较)?(?:倾向|偏向|主张)"
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
_WAITING = re.compile(
    r"^\W*(?:once|after|as soon as|when|if) you(?:['’]ve| have|['’]d| would)?(?: (?:can|could|also|please))?"
    r" (?:provid|confirm|shar|giv|tell|let|suppl|specif|send|select|choo?s|approv|answer|clarif|repl)\w*"
    r"|^\W*(?:请?[待等]|一旦|只要|如果)?(?:您|你)(?:提供|确认|告知|告诉|回复|选择|补充|说明)[^，。]{0,30}[后时]",
    re.IGNORECASE,
)
"""What comes once who asked has said more."""
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
    r"|in general|commonly|(?<!ing )normally"
    r"|best practice|rule of thumb|for instance|in theory|expected to|unlikely)\b"
    r"|人天|人日|(?-i:person|man)-days?\b|story points?\b"
    r"|可能|也许|大概|推测|预计|或许|疑似|如果|假如|若|通常|往往|一般(?!纳税)|行业(?:里|内|平均|标准)|默认情况下|理论上",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:you|we|they|he|she|it|i)['’]d (?!been|better|had)"
    r"|\b(?:if|unless|would|could|suppose|imagine|in theory|for instance|best practice|by default"
    r"|in general|usually|typically|generally|commonly|often|as a rule"
    r"|(?<!ing )normally)\b"
    r"|如果|假如|若|理论上|默认情况下|一般|通常|往往|行业",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"\W*(?:(?:so|and|now|then|but)\b,? )?(?:(?:for (?:example|instance)|e\.g\.|as an example|say)\b[,:]? "
    r"(?:if|suppose|supposing|imagine|assume|assuming|say|let['’]?s (?:say|assume|suppose)|when|should"
    r"|were)\b"
    r"|(?:let['’]?s |let us |we (?:can )?)?(?:(?:suppose|supposing|imagine|assume|assuming)\b"
    r"|say(?:,| that| it| you)\b)"
    r"|if,? for (?:example|instance)\b)"
    r"|\W*(?:假设|假如|设想|假定|(?:例如|比如|譬如|举例来说|举个例子)[，,：:]?\s?(?:说)?[，,]?(?:如果|假如|假设|若|当|要是|假定))",
    re.IGNORECASE,
)
"""How a case is put that nobody says is so: `For example, if it is 09:20`, `Suppose that`, `假设`."""
_CLAUSE = re.compile(r"[,;:](?=\s)|[，；：、。]|\s[–—-]\s|\b(?:because|but|although|since)\b")
_LOGGED = re.compile(r"[\s|*_`>(\[]*(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d:\d\d(?!\d)")
"""At the head of a statement, the second at which something was done: `14:03:31 | Rollback to 2.4`."""
_SHORT_LABEL, _SHORT_BODY = 3, 2
"""Words of a label, and of what stands behind one, up to which neither asks for anything."""
_EXAMPLE = re.compile(
    r"\b(?:example|sample|e\.g\.|such as|template|looks? like)|示例|例如|比如", re.IGNORECASE
)
_SHORTEST_LEAD = 2
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
    if _WAITING.match(text):
        return "advice"
    titles = (*statement.sections[-2:], *statement.parents)
    if any(_ADVICE_TITLE.search(title) and len(title) < 80 for title in titles if _is_advice_title(title)):
        return "advice"
    if statement.is_field and any(_is_order(title) for title in titles):
        return "advice"
    label, body = _label_and_body(text)
    if _ADVICE_LABEL.match(text) or _PLAN.match(text) or _PLAN.match(body):
        return "advice"
    asks = (not label or len(label.split()) > _SHORT_LABEL) and opens_with_imperative(text)
    asks = asks or (bool(label) and len(body.split()) > _SHORT_BODY and opens_with_imperative(body))
    if (asks or asks_in_chinese(text)) and not _LOGGED.match(statement.text):
        return "advice"
    if _ADVICE.search(statement.text):
        return "advice"
    bare = text.strip().strip("`")
    if is_command_line(bare) and text.strip().startswith("`"):
        return "command"
    if _LABEL_ONLY.match(statement.text) and statement.kind != "bullet":
        return "lead"
    if _SUPPOSITION.search(statement.text):
        return "supposition"
    return "fact"


def _is_order(lead: str) -> bool:
    """Tell whether a lead-in says what to do with the structure under it, or gives it as an example."""
    if len(lead.split()) < _SHORTEST_LEAD:
        return False
    said = opens_with_imperative(lead) or _PLAN.match(lead) or _ADVICE.search(lead) or _EXAMPLE.search(lead)
    return bool(said)


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
    if statement.language in COMMAND_LANGUAGES:
        return "command"
    titles = (*statement.sections[-2:], *statement.parents)
    if any(_ADVICE_TITLE.search(title) for title in titles if _is_advice_title(title)):
        return "advice"
    lines = [line for line in statement.text.splitlines() if line.strip()]
    if any(is_command_line(line) for line in lines[:3]):
        return "command"
    return "fact" if statement.language in QUOTED_LANGUAGES else "supposition"


def may_tell(statement: Statement, mood: Mood) -> bool:
    """Tell whether a statement may tell facts of records beside what kind of sentence it is.

    A row of a table does, whatever word it begins with.
    """
    return mood in ("fact", "supposition") or (mood == "advice" and statement.kind == "row")


def puts_a_case(text: str) -> bool:
    """Tell whether a statement puts a case, for which any values may be chosen."""
    return _CASE.match(text) is not None


def is_supposed(text: str, start: int, end: int) -> bool:
    """Tell whether the clause at `[start, end)` of a supposition is one itself; if conditional, all are."""
    if _CONDITION.search(text) or "\n" in text:
        return True
    first = max((found.end() for found in _CLAUSE.finditer(text, 0, start)), default=0)
    last = _CLAUSE.search(text, end)
    return bool(_SUPPOSITION.search(text[first : last.start() if last else len(text)]))
