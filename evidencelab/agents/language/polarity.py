"""Negation, absence stated as a fact, and inference: the wording that changes what a sentence claims.

It reads sentences and knows no claim, no evidence and no verdict. Disclaimers ("does not rule out",
不代表) are told from the statements they hold back.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.agents.language.glossary import is_reporting_word, sense_names
from evidencelab.agents.language.wording import clauses, plain, stem, words
from evidencelab.evidence.text.lexicon import NEGATION
from evidencelab.tools.terms import cjk_runs


class Negation(NamedTuple):
    """A negation and what it negates.

    Attributes:
        text: The negating word.
        start: Its offset in the plain form of the text.
        words: What it negates, as stems and pairs of CJK characters.
        senses: What it negates, by meaning.
    """

    text: str
    start: int
    words: frozenset[str]
    senses: frozenset[str]

    @property
    def heads(self) -> frozenset[str]:
        """Words and senses together."""
        return self.words | self.senses


_EN_REACH = 120
_ZH_REACH = 6
_TIME_OUT = re.compile(r"\btim(?:e|es|ed|ing)[\s-]?outs?\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_SKIPPED_HEADS = frozenset(
    words(
        "a an the is are was were be been being it its this that any more less than only yet so "
        "as of to in on at for by with has have had do does did will would can could should may "
        "might there such longer need"
    )
)

_DISCLAIMER = re.compile(
    r"(?:does|do|did|can|could|is|should|must|may|would)\s*(?:not|n't)\s+(?:\w+\s+){0,3}?(?:mean|prove|imply|show"
    r"|say|tell|establish|rule\s+(?:[\w-]+\s+){0,4}?out|exclude|confirm|be\s+(?:ruled\s+out|excluded|read|taken|interpreted))"
    r"|cannot\s+(?:\w+\s+){0,2}?(?:mean|prove|imply|show|say|tell|establish|rule\s+(?:[\w-]+\s+){0,4}?out|exclude"
    r"|confirm|be\s+(?:ruled\s+out|excluded|confirmed))"
    r"|(?:not|no|without)\s+(?:a\s+)?(?:proof|evidence\s+that)|neither\s+\w+\s+nor\s+(?:confirms|rules\s+out)"
    r"|(?:whether|if)\s+(?:the|there|it|any)"
    r"|(?:不|并不|并非|不能|无法|不可|不足以|不应|未必|难以|不等于)(?:就|据此|因此|由此|直接)?"
    r"(?:代表|表示|意味着?|说明|证明|等于|等同|排除|确认|断定|认定|得出|推出|视为|理解为|解释为)"
    r"|不等于|是否",
    re.IGNORECASE,
)
_DISCLAIMED_TAIL = re.compile(r"[,，](?=\s*(?:so|therefore|thus|hence|and|but|因此|所以|故|但|而且|并且))")

_ABSENCE_EN = (
    r"(?:does|do|did)\s*(?:not|n't)\s+(?:\w+\s+){0,1}?(?:exist|occur|happen|have|suffer|experience|show\s+any)",
    r"no\s+longer\s+exists?",
    r"(?:was|were|is|are|has|have|had)\s*(?:not|n't|never)\s+(?:\w+\s+)?(?:occurr(?:ed|ing)|happen(?:ed|ing)"
    r"|exist(?:ed|ing)?|affected|impacted|present|a\s+problem|the\s+problem|the\s+cause|experienc\w+|suffer\w+)",
    r"rul(?:ed?|es|ing)\s+(?:\w+\s+){0,3}?out",
    r"\bexclud(?:e|es|ed|ing)\b|\bexclusion\b",
    r"confirm(?:s|ed)?\s+(?:\w+\s+){0,4}?(?:absen\w+|no\b|not\b|none|gone|clean|clear)",
    r"(?:definitely|certainly|clearly|surely|undoubtedly|proven|proves?|guaranteed|conclusively)",
    r"\bhealthy\b|\bin\s+good\s+health\b",
    r"\b(?:all|everything|it|service|system|status|operation|operations|is|are|running|works?|working|operating)\s+"
    r"(?:\w+\s+){0,2}?(?:fine|normal|normally|okay|ok|well|stable|clean|clear|unaffected|good)\b",
    r"\b(?:no|without\s+any)\s+(?:\w+\s+)?(?:issues?|problems?|anomal(?:y|ies)|faults?|incidents?|impact)\b",
    r"\bfree\s+(?:of|from)\b",
    r"\bthere\s+(?:is|are|was|were)\s*(?:no|not|n't)\b(?!(?:\W+[\w-]+){0,8}?\W+(?:found|returned|retrieved|matched))",
    r"\b(?:has|have|had)\s+no\b(?!(?:\W+[\w-]+){0,8}?\W+(?:found|returned|retrieved|matched))",
    r"\babsent\b|\bnon-?existent\b|\bnot\s+possible\b|\bimpossible\b",
    r"\bno\s+(?:need|reason)\s+to\b",
)
_ABSENCE_ZH = (
    r"不存在|不复存在|未存在|并不?存在任何",
    r"排除",
    r"确认(?:\S{0,6})?(?:没有|无|未|不)",
    r"(?:肯定|一定|绝对|必然|完全|绝)(?:没有|无|未|不)",
    r"(?<![不亚])健康(?!检查|度|探针|检测)",
    r"(?:一切|运行|状态|系统|服务|均|都|是|完全|恢复|属于|为)\S{0,2}正常|正常(?:运行|工作|状态)|[，。,\s]正常$|^正常",
    r"没有(?:任何)?(?:问题|异常|故障|风险|影响)|无(?:任何)?(?:问题|异常|故障|风险|影响)(?!日志|记录|告警)",
    r"(?:未|没有|并未|从未)(?:曾)?(?:发生|受到?影响|受影响)",
    r"不可能|不是问题|无需(?:继续)?排查|没必要",
)
_ABSENCE = re.compile("|".join((*_ABSENCE_EN, *_ABSENCE_ZH)), re.IGNORECASE)

_QUERY_BOUND = re.compile(
    r"(?:未|没有?|没能|未能)(?:\S{0,4}?)(?:检索|查询|搜索|查|找|发现|匹配|返回|命中|检出|搜)"
    r"|(?:无|没有|零|0\s?条)(?:\S{0,8}?)(?:匹配|命中|结果|返回)|(?:结果|返回|检索|查询)(?:\S{0,4}?)(?:为空|为\s?0|空)"
    r"|无(?:相关|任何)?证据|证据(?:状态)?(?:为)?no_evidence|没有(?:\S{0,6}?)证据"
    r"|\b(?:found|returned|matched|retrieved|shows?|gave|yielded|produced|has|had)\s+"
    r"(?:no|nothing|none|zero|0|neither)\b"
    r"|\b(?:no|none|nothing|zero|neither)\b(?:\W+[\w./:=-]+){0,14}?\W+"
    r"(?:(?:was|were|is|are|been|be)\s+)?(?:found|returned|retrieved|matched|located)\b"
    r"|(?:did|does|do|could|was|were|has|have|can)\s*(?:not|n't)\s+(?:\w+\s+){0,1}?"
    r"(?:find|return|match|retrieve|locate|found|returned|matched|turn\s+up|yield|see|detect)"
    r"|\bno\s+(?:\w+\s+){0,3}?(?:match(?:es|ing)?|hits?|results?|evidence|rows?)\b|\bempty\s+result|\b(?:came|come|comes)\s+back\s+empty"
    r"|\breturned\s+(?:\w+\s+){0,2}?empty|\bwithout\s+(?:a\s+)?(?:match|hit|result)|\btotal=0",
    re.IGNORECASE,
)
_WEAK_BOUND = re.compile(r"\b(?:has|had|shows?)\s+(?:no|none|zero|neither)\b", re.IGNORECASE)

_INFERENCE: tuple[tuple[str, str], ...] = (
    (r"root[ -]?caus\w*|根因|根本原因|根源", "names a root cause"),
    (
        r"\b(?:because|due\s+to|caus(?:e|es|ed|ing)|leads?\s+to|led\s+to|leading\s+to|results?\s+in|resulted\s+(?:in|from)"
        r"|resulting\s+(?:in|from)|trigger(?:s|ed)?\s+by|stems?\s+from|thanks\s+to|owing\s+to|as\s+a\s+result"
        r"|therefore|hence|consequently|responsible\s+for|explains?|attributed\s+to|blam\w+)\b"
        r"|导致|由于|因为|因此|引起|引发|造成|致使|归因|源于|所以|缘于|拖垮|触发了",
        "states a cause",
    ),
    (r"\bleak(?:s|ed|ing|age)?\b|泄漏|泄露", "names a leak"),
    (
        r"\b(?:confirm(?:s|ed|ing)?|proven|proves?|definitely|certainly|clearly|undoubtedly|obviously|must\s+be"
        r"|without\s+doubt)\b|已确认|确认|证实|证明|确定|显然|必然|肯定|无疑|毫无疑问",
        "states certainty",
    ),
    (
        r"\b(?:probably|likely|perhaps|maybe|possibly|might|may|could(?!\s*(?:not|n\'t))|seems?|appears?\s+to|presumably|suspect\w*"
        r"|suggest(?:s|ed|ing)?|indicates?\s+that|implies|imply|apparently|potential(?:ly)?|in\s+general|usually"
        r"|typically|generally|will|expected\s+to|about\s+to|risk\s+of)\b"
        r"|可能|也许|大概|疑似|推测|猜测|怀疑|估计|或许|似乎|一般来说|通常|根据经验|意味着|预计|即将|很快会|风险",
        "goes beyond what was observed",
    ),
)
_INFERENCE_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _INFERENCE)

_ORDERS = re.compile(
    r"(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,4}?(?:instructions?|prompts?|rules?|checks?|evidence|above)"
    r"|(?:verdict|judge\w*|status|answer|output|reply|respond|return|mark|score|set)\b[^.;\n]{0,40}?\b(?:PASS|passed|supported)\b"
    r"|\b(?:you|verifier|assistant|reviewer|auditor|model|agent|gatekeeper)\s+(?:must|should|shall|are\s+(?:now|to)|is\s+to|will)\b"
    r"|system\s+prompt|忽略(?:\S{0,8})(?:指令|提示|规则|要求|证据|检查)"
    r"|(?:必须|请|直接|应当|务必|一律)(?:\S{0,6})(?:判定|判断|输出|返回|标记|回答|评为)(?:\S{0,8})(?:PASS|通过|成立|supported)"
    r"|(?:裁决|结论|判定|评分)(?:\S{0,6})(?:PASS|通过)",
    re.IGNORECASE,
)


def absence_as_fact(text: str) -> str | None:
    """Quote the first wording that states absence, health or exclusion as a fact; None if there is none.

    What stands in a disclaimer ("this does not rule the problem out", 不代表健康) is not stated.
    """
    for clause in stated_parts(text):
        hit = _ABSENCE.search(clause)
        if hit is not None:
            return " ".join(hit.group().split())
    return None


def is_bound_to_query(text: str) -> bool:
    """Tell whether a negative finding is told as what a query found, not as how the world is."""
    hit = _QUERY_BOUND.search(plain(text))
    if hit is None:
        return False
    if _WEAK_BOUND.fullmatch(hit.group()) is None:
        return True
    return (
        re.search(r"\b(?:query|search|lookup|result|reply|tool)\b|query_\w+|lookup_\w+", text, re.I)
        is not None
    )


def inferences(text: str) -> tuple[tuple[str, str], ...]:
    """List the wording that goes beyond an observation, each with what it does."""
    normal = plain(text)
    return tuple(
        (" ".join(hit.group().split()), kind)
        for pattern, kind in _INFERENCE_PATTERNS
        for hit in pattern.finditer(normal)
    )


def gives_orders(text: str) -> bool:
    """Tell whether a text addresses its reader and asks for a judgement, as injected text does."""
    return _ORDERS.search(plain(text)) is not None


def negations_of(text: str) -> tuple[Negation, ...]:
    """Find the negations of a text with what each negates, clause by clause."""
    found: list[Negation] = []
    normal = plain(text)
    for hit in NEGATION.finditer(normal):
        if hit.group().isascii():
            rest = _rest_of_clause(normal[hit.end() : hit.end() + _EN_REACH])
            kept = [word for word in _WORD.findall(_TIME_OUT.sub("timeout", rest)) if _can_be_head(word)]
            tail = kept[0] if kept else ""
        else:
            tail = _rest_of_clause(normal[hit.end() : hit.end() + _ZH_REACH])
        if tail:
            found.append(Negation(hit.group(), hit.start(), head_words(tail), sense_names(tail)))
    return tuple(found)


def _can_be_head(word: str) -> bool:
    return word.lower() not in _SKIPPED_HEADS and not word.lower().endswith("ly")


def _rest_of_clause(text: str) -> str:
    pieces = clauses(text)
    return pieces[0] if pieces and text.strip().startswith(pieces[0]) else ""


def head_words(text: str) -> frozenset[str]:
    """List the words a text speaks of in the form of `Negation.words`."""
    joined = _TIME_OUT.sub("timeout", text)
    stems = {
        stem(word)
        for word in _WORD.findall(joined)
        if word.lower() not in _SKIPPED_HEADS and not is_reporting_word(word)
    }
    pairs = {run[index : index + 2] for run in cjk_runs(text) for index in range(len(run) - 1)}
    return frozenset(stems | pairs)


def head_senses(text: str) -> frozenset[str]:
    """List what a text speaks of in the form of `Negation.heads`: by word and by meaning."""
    return head_words(text) | sense_names(text)


def stated_parts(text: str) -> tuple[str, ...]:
    """Give what a text states, without what a disclaimer holds back up to the end of its sentence."""
    pieces: list[str] = []
    for sentence in re.split(r"[。.；;!！?？\n](?=\s|$|[^\d\w])|[。；！？\n]", plain(text)):
        rest = sentence
        hit = _DISCLAIMER.search(rest)
        while hit is not None:
            pieces.append(rest[: hit.start()])
            tail = _DISCLAIMED_TAIL.search(rest, hit.end())
            rest = rest[tail.end() :] if tail is not None else ""
            hit = _DISCLAIMER.search(rest)
        pieces.append(rest)
    return tuple(piece for piece in pieces if piece.strip())
