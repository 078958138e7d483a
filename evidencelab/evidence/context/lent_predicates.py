"""What a shown gap within a line may not leave out: the subject or verb that the rest of a quote is said of.

"Alice restarted the pod … deleted the volume" would have Alice do what another did. Positions are those of
tokens, or offsets into the *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.fields import ends_field, starts_field
from evidencelab.evidence.text.lexicon import is_cjk, is_number
from evidencelab.evidence.text.prepared_text import PreparedText

_IRREGULAR = (
    r"sent|put|set|took|gave|made|wrote|left|lost|held|shut|ran|went|came|began|brought|sold|bought|built|kept"
    r"|paid|found|won|broke|drew|grew|fell|rose|withdrew|hit|sank|struck|spent|met|led|saw|told|said"
)
_VERB = rf"(?:was|were|is|are|has|have|had|did|does|will|can|{_IRREGULAR}|[a-z]{{2,14}}ed)"
_IS_VERB = late_pattern(rf"{_VERB}(?![\w-])")
_HAS_VERB = late_pattern(rf"(?<![\w-]){_VERB}(?![\w-])")
_LAST_CONJUNCT = late_pattern(
    r"(?:(?:^|.*[\s,;.])(?P<word>and|but|while|whereas|then|or)(?=\s)|.*[,;](?=\s)|.*[.!?](?=\s))\s+(?P<rest>.*)\Z",
    re.DOTALL,
)
_OTHER_VERB = late_pattern(
    rf"(?:(?:then|later|also|again|soon|not|\w{{2,16}}ly) ){{0,2}}(?:(?:was|were|has been|had been) )?"
    rf"(?:{_IRREGULAR}|[a-z]{{2,14}}ed)(?![\w-])"
)
_SUBJECT = late_pattern(
    r"(?!(?:at|on|in|after|before|by|with|for|from|to|of|then|later|also|again|now|still|and|or|but|which|that|who"
    r"|when|while|as|if|since|until|because|having|not|it|they|he|she|both|\w+ly|\w+ing)(?![\w-]))"
    r"(?:[^\W\d][\w./-]{0,40} ?){1,4}(?:[\d.]{1,12} ?)?\Z",
    re.IGNORECASE,
)
_STATEMENT_END = late_pattern(r"[;。]|[.!?](?=\s)|\),")
_CLAUSE_SIGN = late_pattern(r"[,;:。!?]|\.(?=\s)")
_ITEM = late_pattern(r"\w{1,3}\)")
"""The number of an item, within its brackets."""
_NAMING = late_pattern(r"(?:the|an?|its|our|their|his|her|both|all|each) |.*[A-Z\d-]")
"""A subject of which another clause can be told than of the one in front of it."""
_ADVERBIAL_CJK = late_pattern(
    r"\s*(?:[^,;。]{0,4}者|[并且同随后然再又也还已均都将于在从由对向为因经被把仍共约达其现当目最持累但而却才就曾正未不没]|[\d一二三四五六七八九十]"
    r"|[次今昨][日天晚]|上午|下午|凌晨|晚间?|期间|合计|总计|平均|分别)"
)
_BY_ANOTHER = late_pattern(r"[并而又后再、,]由(?!于)[^,;。\n]{0,12}\Z")
"""Leaves out by whom something else was done."""
_MAX_SUBJECT_CJK = 16
_MAX_GAP = 400
"""Characters that are looked at in front of a gap, and at its end."""


def lends_predicate(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether what stands behind a gap is said of something that the gap leaves out.

    Args:
        text: The text that is quoted.
        first: The first token of the stretch that `left` ends.
        left: The last token in front of the gap.
        right: The first token behind it, of the same line.
    """
    folded, start, end = text.folded, text.ends[left], text.starts[right]
    between = folded[max(start, end - _MAX_GAP) : end]
    if "(" in between and _enters_bracket(between) and not _ITEM.match(folded, end):
        return True
    if is_cjk(text.tokens[right]):
        if starts_field(text, right):
            return False
        return _BY_ANOTHER.search(between) is not None or (ends_field(text, left) and _drops_head(between))
    said = max(text.starts[first], start - _MAX_GAP)
    conjunct = _LAST_CONJUNCT.match(between)
    rest = conjunct["rest"] if conjunct else None
    if not rest or not conjunct:
        return False
    if _IS_VERB.match(folded, end):
        if not _SUBJECT.match(rest) or not (conjunct["word"] or _NAMING.match(rest)):
            return False
        return _HAS_VERB.search(folded, said, end - len(rest)) is not None
    if is_number(text.tokens[right]) or "," in rest or not _OTHER_VERB.match(rest):
        return False
    if not conjunct["word"] and text.tokens[right] != "by" and not rest.endswith(" by "):
        return False
    return _HAS_VERB.search(folded, said, start) is not None


def _enters_bracket(between: str) -> bool:
    """Tell whether a gap ends a statement and leads into a bracket behind some words of the next."""
    at = between.rfind("(")
    if at < 0 or ")" in between[at:]:
        return False
    ends = [sign.end() for sign in _STATEMENT_END.finditer(between, 0, at)]
    return bool(ends) and any(map(str.isalnum, between[ends[-1] : at]))


def _drops_head(between: str) -> bool:
    """Tell whether a gap that ends a clause leaves out what the middle of the next one is said of."""
    ends = [sign.end() for sign in _CLAUSE_SIGN.finditer(between)]
    if not ends:
        return False
    head = between[ends[-1] :].strip()
    return 0 < len(head) <= _MAX_SUBJECT_CJK and head[0].isalpha() and not _ADVERBIAL_CJK.match(head)
