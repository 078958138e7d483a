"""The words that speak of arithmetic: a total, a difference, a share, a rate. English and Chinese.

It must not know any number.
"""

from __future__ import annotations

import re
from functools import lru_cache

from evidencelab.traces.arithmetic.accidents import Wording
from evidencelab.traces.arithmetic.quantities import Kind
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import Statement, title_of

_MORE_THAN = r"比[^，。；;\n]{1,40}[快慢早晚长短高低多少大小轻重贵]"
_CUES: dict[Kind, re.Pattern[str]] = {
    "sum": re.compile(
        r"\b(?:total\w*|sum\w*|combined|together|altogether|overall|aggregate|in all|add(?:s|ing)? up"
        r"|comes? to|plus|out of"
        r"|(?:down|up|rose|fell|lowered|raised|cut|increased|decreased|reduced) (?:from|to|by))\b"
        r"|\d[\w%]*\s?\+\s*[$€£]?\d(?![\d.,]*\s?%)|合计|总|共|累计|之和|加起来",
        re.IGNORECASE,
    ),
    "total": re.compile(
        r"\b(?:total\w*|sums?|combined|altogether|in all)\b|合计|总|共|累计|之和|加起来", re.IGNORECASE
    ),
    "difference": re.compile(
        r"\b(?:all but|exceed\w*|surpass\w*|outnumber\w*"
        r"|differ\w*|diff|delta|gap|more|less|fewer|increas\w*|decreas\w*|reduc\w+|drop\w*|rise"
        r"|rose|fell|grew|net|minus|apart|short|lack\w*|missing|overdue"
        r"|remain\w*|left|leav(?:es|ing)|sav\w+|profit|loss|spread|margin|ahead|behind|later|earlier|longer"
        r"|points?|(?:down|up) from|shorter|higher|lower|warmer|colder|cooler"
        r"|(?:above|below|over|under) (?:your|the|its|their|our|a|budget|limit|target|average|threshold)"
        r"|too (?:long|short|high|low|many|much|late|early|few|little)"
        r"|hotter|lighter|heavier|larger|smaller|bigger|cheaper|refund|unused"
        r"|used)\b"
        rf"|{_MORE_THAN}"
        r"|\d\s+[−–-]\s+[$€£]?\d|差|增|减|剩|高出|低于|间隔|多出|便宜|多花|少花|节省|超(?:出|预算|支)|贵|跨度",
        re.IGNORECASE,
    ),
    "product": re.compile(
        r"\b(?:each|per|times|worth|multipl\w+|double|twice|triple|for (?:all |the )?\d+ \w+"
        r"|\d+ (?:nights?|days?|months?|people|passengers?|items?|units?|shares?|pods?|weeks?|hours?"
        r"|seats?)\b)"
        r"|×|(?<=[\w)])(?:\s\*\s|\*)(?=[\w(])|\bx\b|\\times|每|乘"
        r"|(?:[€$£¥元]|EUR|USD|GBP|CNY)\s?/\s?[^\W\d]"
        r"|\d\s?(?:[A-Za-z]{1,3}\s)?an?\s[a-z]{3,}|(?<![\d.])\d[\d,]*\s[a-z]{3,} of [€$£¥]?\d"
        r"|\bat (?:[€$£¥]\s?\d|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|GBP|CNY))",
        re.IGNORECASE,
    ),
    "portion": re.compile(
        r"%\s*(?:of|off|tax|vat|tip|discount|fee|interest|markup|increase|reduction|coupon)\b|\b(?:tax"
        r"|vat|tip|discount|coupon|interest"
        r"|commission|plus"
        r"|(?:fall|drop|come down|rise|grow|go up) to|deducted|withheld|sale price)\b|税|折|利息|小费",
        re.IGNORECASE,
    ),
    "ratio": re.compile(
        r"\b(?:factor of|times (?:as|the|that|more|less|higher|larger|greater"
        r"|bigger|faster|slower|longer|its|their|(?-i:[A-Z])\w*)"
        r"|times\b(?=[^.\n]{0,3}$)|ratio|per|rate|average|avg|each|half (?:of|the|as)|third of"
        r"|quarter of|double"
        r"|faster|slower|margin|p/e|split|divided?|a (?:second|minute|hour|day|week))\b"
        r"|\d\s?x\b|\d\s?×|÷|\d\s*/\s*\d|倍|比|每|平均|人均",
        re.IGNORECASE,
    ),
    "points": re.compile(r"\bpoints?\b|\bpp\b|百分点|个点", re.IGNORECASE),
    "each": re.compile(r"\b(?:per|each|a (?:piece|unit|gallon|share))\b|/\s?[a-zA-Z]|每|人均", re.IGNORECASE),
    "percent": re.compile(
        r"\d[^()\n]{0,14}\(\s*[~≈]?\d[\d.]*\s?%|%|\bper ?cent\w*|\b(?:share|rate|ratio|proportion|of"
        r"|full|used|utili[sz]ation|usage|margin)\b|占|率|百分",
        re.IGNORECASE,
    ),
    "change": re.compile(
        r"\b(?:chang\w+|increas\w*|decreas\w*|up|down|grew|grow\w*|drop\w*|rise|rose|risen|fell|fall\w*"
        r"|declin\w+|reduc\w+|gain\w*|lost|loss"
        r"|improv\w+|larger|smaller|bigger|longer|shorter|higher|lower|faster|slower|more|less|jump\w*"
        r"|surg\w+|year[- ]over[- ]year|yoy|cheaper|than|vs|exceed\w*|surpass\w*|outnumber\w*|above|below)\b"
        rf"|[+−-]\d[\d.]*\s?%|增|减|升|降|涨|跌|高出|低于|高于|多出|超出|{_MORE_THAN}",
        re.IGNORECASE,
    ),
    "left": re.compile(
        r"\b(?:remain\w*|left|free|available|unused|idle|rest|other|off|discount|sav\w+"
        r"|except|excluding|without|besides?|apart from|leaving out|everything but|all but)\b"
        r"|剩|空闲|其余|其他|其它|除|不含|未",
        re.IGNORECASE,
    ),
    "mean": re.compile(r"\b(?:averag\w+|avg|means?|medians?|typical\w*)\b|平均|均值|中位", re.IGNORECASE),
    "spread": re.compile(
        r"\b(?:range of|spread|swing|span\w*|cover\w*|variation|from first to last"
        r"|last(?:s|ed|ing)|apart|between)\b"
        r"|极差|波动|跨度|覆盖|相隔|历时|持续|首尾",
        re.IGNORECASE,
    ),
}
_LONGEST_CLAUSE = 400
_PARTING = re.compile(r"[;:()](?=\s|$)|[,.](?=\s)|[，；：、。|\n]")


@lru_cache(maxsize=64)
def arithmetic_spoken_of(statement: Statement) -> frozenset[Kind]:
    """Name the kinds of arithmetic that a statement, or what it stands under, speaks of."""
    text = " ".join((statement.text, *statement.parents, *statement.sections[-1:]))
    return frozenset(kind for kind, cue in _CUES.items() if cue.search(text))


@lru_cache(maxsize=1 << 12)
def spoken_beside(start: int, end: int, text: str) -> frozenset[Kind]:
    """Name the kinds of arithmetic that the clause around `[start, end)` speaks of; a mere `%` is none."""
    low, high = max(0, start - _LONGEST_CLAUSE), end + _LONGEST_CLAUSE
    first = max((found.end() for found in _PARTING.finditer(text, low, start)), default=low)
    last = _PARTING.search(text, end, high)
    clause = text[first:start] + text[end : last.start() if last else high]
    return frozenset(kind for kind, cue in _CUES.items() if kind != "percent" and cue.search(clause))


def wording_of(token: ValueToken, statement: Statement) -> Wording:
    """Gather what is spoken of around a number: its clause, its label, its column's title and row's head."""
    text = statement.text
    label = re.match(r"[^:：|\n\d]{0,48}[:：](?=[^:：]*$)", text[: token.start])
    titles = [label[0]] if label else []
    if statement.kind == "row":
        titles = [title_of(statement, token.start), text.strip(" |*_`").partition("|")[0]]
    named = {kind for kind, cue in _CUES.items() if any(cue.search(title) for title in titles)}
    beside = spoken_beside(token.start, token.end, text) | (named - {"percent"})
    return Wording(frozenset(beside), arithmetic_spoken_of(statement))
