"""What right behind a statement says that it is not certain, or was taken back.

The pattern is over *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from evidencelab.evidence.clauses.hedging import PERSON
from evidencelab.evidence.clauses.notes import NOTE
from evidencelab.evidence.late_patterns import late_pattern

_OWNED = "(?:the|our|my|his|her|their|an?)"
_BEHIND = late_pattern(
    r"(?=[\[(,的待以及或oa])(?:(?<=\w )(?:or|and) (?:later|newer|above|below|higher|lower|more"
    r"|less|fewer|earlier|up)\b"
    r"|(?:(?<=[\d%万亿千百个台次条秒分时天元钟度])|(?<=\d ))(?:及|或)?(?:以[上下内外]|更[高低多少新早晚])|"
    r"[\[(,][\"']?\s*(?:or (?:similar|equivalent)|t\.?b\.?[cd]\b|to be (?:confirmed|verified|decided)"
    r"|not (?:yet )?confirmed|unconfirmed|unverified|unproven|tentative(?:ly)?|provisional(?:ly)?"
    r"|hypothetical(?:ly)?|alleged(?:ly)?|apparently|reportedly|supposedly|presumably|presumed|suspected"
    r"|probably|possibly|perhaps|maybe|(?:i|we) (?:think|guess|believe|suppose|assume|suspect)|afaik|iirc"
    r"|imh?o"
    r"|as far as (?:i|we) (?:know|can tell)"
    rf"|(?:said|says|according to) (?:{_OWNED} )?(?:{PERSON}|m(?:r|s|rs)\.? \w+)"
    rf"|(?:{_OWNED} )?(?=\w+ (?:said|says|told|added|insisted|argued|wrote)\b){PERSON} \w+(?: (?:us|me))?"
    r"|[A-Z]\w+ (?:claim|believe|alleg|think|suspect|assum|guess)(?:s|es|d|ed)"
    r"|未经?(?:证实|确认|核实)|有待(?:确认|核实|验证)|尚待|仅供参考|疑似|存疑)"
    r"(?=\s*(?:[\])。,.;!?\n]|\Z))"
    rf"|[\[(]\s?(?:{NOTE})\s?[\])]"
    r"|[\[(,]?\s?待(?:进一步)?(?:确认|核实|定|验证|复核|查证|排查?|排除|除外|明确|鉴别|审核?)(?![^\s,。;)\]])"
    r"|的(?:可能性?|风险|嫌疑|猜测|说法|传闻|假设)(?![^,。;\s]*(?:排除|低|小))"
    r")",
    re.IGNORECASE,
)
"""Right behind a statement, these say that it is not certain."""
_OPEN = late_pattern(
    r" ((?=[saperuldt])(?:(?:suspected|alleged|assumed|presumed|expected|planned|proposed|rumou?red|possible"
    r"|unlikely|doubtful)(?=[.,;)\n]|\Z)"
    r"|(?:later|since|subsequently|then) (?:corrected|revised|amended|lowered|raised|changed|reduced)"
    r" (?:to|from)\b))"
)
"""Behind a noun, that it is none yet, or was corrected."""
_TAKEN_BACK = late_pattern(
    r"[\"'] ?((?=[iwh的这一消说传报结言帖系是为属被均并已纯实不谣虚有错推否辟])"
    r"(?:(?:is|was|were|(?:has|have) been) (?:(?:later|since|then|entirely|simply) )?"
    r"(?:withdrawn|retracted|refuted|denied|debunked|disprov(?:ed|en)|rejected|false|untrue|wrong|incorrect)\b"
    r"|(?:的|这一|一)?(?:消息|说法|传闻|传言|报道|结论|言论|帖子)?(?:[系是为属被均并]|已被|纯属|实为)?"
    r"(?:不属?实|谣言|虚假|有误|错误|不成立|推翻|否[定认]|辟谣)))"
    r"|, ?((?=[后随之其])(?:后来?|随后|之后|其后)(?:更正|修正|修改|调整|下调|上调|改)[为成至到])"
    r"|([;,.(] ?(?=[cCeE更勘])(?:[cC]orrection|[eE]rratum|[cC]orrigendum|更正|勘误)\s?:)"
)
"""Behind quoted words, or a clause, that they are not so, or were corrected."""


def read_doubts(folded: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of what right behind a statement makes it uncertain or takes it back."""
    for found in _BEHIND.finditer(folded):
        yield found.span()
    for found in chain(_OPEN.finditer(folded), _TAKEN_BACK.finditer(folded)):
        yield found.span(found.lastindex or 0)
