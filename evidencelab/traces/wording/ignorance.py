"""How an answer says that it does not know something, or asks to be told: neither denies that it exists.

`I have no details about the venue`, `I need to know:` with what follows, `请提供以下信息：`. It must not
know any call.
"""

from __future__ import annotations

import re

_KNOWLEDGE = (
    r"(?:information|info|details?|knowledge|idea|context|clue|answer"
    r"|way (?:of knowing|to (?:know|tell|see|check))|access|visibility"
    r"|specifics|parameters?|inputs?|data (?:to|about|on|for)\b)"
)
_REST = r"(?:(?!, (?:and|but|so|yet)\b)[^.;!?\n])*"
_WHO = r"\b(?:i|we)(?: (?:still|also|currently|really|just))?"
_NO = r"(?: not|n['’]t|not)(?: (?:yet|currently|actually|really))?"
_NOT_KNOWN = re.compile(
    rf"{_WHO} (?:have|had|got|were given|was given|received) no (?:\w+ ){{0,2}}?{_KNOWLEDGE}{_REST}"
    rf"|{_WHO} (?:do|did|does|could|ca|can){_NO} (?:have|find|get|see|locate|provide)"
    r"(?: (?:any|enough|sufficient|all|the|more|further|these|those|this|that))*"
    rf" (?:\w+ ){{0,3}}?{_KNOWLEDGE}{_REST}"
    rf"|{_WHO} (?:do|did|ca|can){_NO} (?:know|tell)\b{_REST}"
    rf"|{_WHO} lack(?:ed)? (?:\w+ ){{0,3}}?{_KNOWLEDGE}{_REST}"
    rf"|\bthere(?: is|['’]s| was) not enough (?:\w+ )?{_KNOWLEDGE}{_REST}"
    r"|我[^，。；！？\n]{0,6}(?:没有|缺少|缺乏)[^，。；！？\n]{0,30}(?:信息|资料|细节|详情|线索)[^，。；！？\n]*"
    r"|(?:没有|缺少|缺乏)(?:足够|更多|充分)的?[^，。；！？\n]{0,12}(?:信息|资料|细节|详情|线索)[^，。；！？\n]*"
    r"|我[^，。；！？\n]{0,6}(?:不知道|不清楚|不了解|无从得知|无法得知)[^，。；！？\n]*",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:i|we)(?:['’]d|['’]ll| will| would| still| also| may| might)* (?:need|require|like) (?:to know\b"
    r"|you to\b|(?:the |some |a few |a bit |more |additional |these |this |further |following |other |your )+"
    r"(?:\w+ )?(?:information|details?|inputs?|parameters?|answers?|data|things?)\b)"
    r"|\b(?:please|kindly|could you|can you|would you|will you)\b[^.:：\n]{0,40}"
    r"\b(?:provide|tell|specify|supply|clarify|share|give me|let (?:me|us) know)\b"
    r"|\b(?:i|we|you|the user)(?: (?:still|also|currently|actually))?"
    r" (?:do not|don['’]t|did not|didn['’]t|does not|doesn['’]t|have not|haven['’]t)"
    r" (?:yet )?(?:know|have|provide|include|specify|mention|give|tell|provided|given|specified|told)\b"
    r"|\b(?:i|we|you)(?: \w+)? (?:am|are|['’]m|['’]re) (?:still )?missing\b"
    r"|\bmissing (?:information|details)\b"
    r"|\b(?:tool|function|call|action|request)\b.{0,40}\b(?:requires?|needs?|takes?|expects?)\b.{0,30}"
    r"\b(?:parameters?|arguments?|inputs?|information|details?|values?|fields?)\b"
    r"|\b(?:required|necessary|needed) (?:parameters?|arguments?|inputs?|information|details?)\b"
    r"|请(?:您|你)?(?:先|再|另外|同时)?(?:提供|告知|告诉我|补充|说明|回复)|(?:还|仍)?需要(?:您|你)?(?:先|再)?(?:知道|了解|提供|告知|补充)"
    r"|需要(?:以下|更多|下列)[^。：:\n]{0,10}(?:信息|资料|细节|详情)|(?:能否|可否|能不能|可以)(?:请您|请你|请|您|你)?(?:提供|告知|告诉)"
    r"|(?:没有|缺少|缺乏)(?:以下|下列)[^。：:\n]{0,10}(?:信息|资料|数据|细节|详情)|(?:不知道|不清楚|不了解)(?:以下|下列)?"
    r"|(?:必填|必需|必要|所需)的?(?:参数|信息|字段)",
    re.IGNORECASE,
)
_LONGEST = 200
_FEWEST = 8


def without_ignorance(text: str) -> str:
    """Take what the speaker does not know out of a statement; blanks stand in its place."""
    return _NOT_KNOWN.sub(lambda found: " " * len(found.group()), text)


def asks_for(lead: str) -> bool:
    """Tell whether a lead-in asks to be told what follows it, or says that it is not known."""
    return len(lead.encode()) >= _FEWEST and len(lead) <= _LONGEST and _ASKED.search(lead) is not None
