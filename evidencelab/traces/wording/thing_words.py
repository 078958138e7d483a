"""Words that say what a number tells of a thing: its price, its rating, a payment, so much a night.

English and Chinese. It must not know any evidence.
"""

from __future__ import annotations

import re

from evidencelab.traces.wording.words import words_of

PRICES = words_of(
    "price prices cost costs costing fee fees fare fares charge charges tariff priced daily nightly"
    " 价格 价钱 票价 单价 费用 房价 租金 售价 每晚 每天"
)
RATINGS = words_of("rating ratings rated score star stars 评分 评级 得分 星级")
PAYMENTS = words_of("amount paid payment transaction transfer purchase deposit 金额 交易 付款 支付 转账")
AMOUNTS = PRICES | words_of("amount 金额")
"""Words of fields that hold an amount of money."""
LOOSE = words_of(
    "day days night person people meal hour city hotel minimum maximum min max low high start range rate"
    " company restaurant item each unit type level"
)
"""Words that name no measure by themselves."""
LEAD = re.compile(
    r"\b(?:rating|score|price|rate|fee|cost|fare)s?(?: range)?(?:,? (?:per|a|for|of) [^,.;:()]{2,40}?)??"
    r"(?: (?:of|is|at)(?: (?:about|around|approximately|from))?| ?[:=])\s?[~≈]?[*_`]*$"
    r"|(?:评分|评级|价格|单价|房价|票价)[为是:：]\s?[*_`]*$",
    re.IGNORECASE,
)
"""In front of a number, these say plainly what it is: `the price per day is`."""
RATED = re.compile(r"[*_`]*(?:\s|-)(?:star )?(?:rating|stars?)\b|\s?星", re.IGNORECASE)
"""Behind a number, these make it a rating."""
WORKED_OUT = re.compile(
    r"\b(?:total\w*|sum|overall|combined|altogether|together|average|avg|mean|median|difference|budget"
    r"|limit|max\w*|discount\w*|off|tax\w*|tip|sav\w+|refund\w*|less|more|than|under|over|below|above"
    r"|between|within|up to|increas\w*|decreas\w*|rais\w*|rose|fell|drop\w*|chang\w*|new|updat\w*"
    r"|previous\w*|former\w*|original\w*|would|could|if|convert\w*|equivalent|target|goal|threshold"
    r"|estimat\w*|expect\w*|forecast|remain\w*|left|(?:for|of) (?:both|two|three|four|five|six)|for \d+)\b"
    r"|[×*+]\s*[$€£¥]?\d|\d\s*[×*+]|\d\s*x\s|%"
    r"|合计|总|平均|人均|均价|共|差|预算|折|优惠|剩|增|减|涨|跌|若|如果|超过|低于|高于|以内|[两二三四五六]人",
    re.IGNORECASE,
)
"""Words around a number, or its label's, that make it a result, a bound, or what was or may be."""
PER = re.compile(
    r"(?:\b(?:per|an?|each)\s|/\s?)(day|night|week|month|hour|year|person)\b|\b(daily|nightly)\b"
    r"|每(天|晚|周|月|小时|年|人)",
    re.IGNORECASE,
)
_PERIODS = {
    "day": "day", "daily": "day", "night": "day", "nightly": "day", "week": "week", "month": "month",
    "hour": "hour", "year": "year", "每天": "day", "每晚": "day", "每周": "week",
    "每月": "month", "每年": "year",
}  # fmt: skip


def periods_in(text: str) -> frozenset[str]:
    """Give the periods by which a text tells a rate; a night is a day."""
    said = {next(filter(None, found.groups())).lower() for found in PER.finditer(text)}
    return frozenset(
        period for word in said for name in (word, f"每{word}") if (period := _PERIODS.get(name))
    )


def periods_of(words: frozenset[str]) -> frozenset[str]:
    """Give the periods that a field's or a tool's words tell."""
    return frozenset(_PERIODS[word] for word in words if word in _PERIODS)
