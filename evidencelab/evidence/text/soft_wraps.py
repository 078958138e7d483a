"""Tell line ends that only wrap a sentence from those that end something: a record, a row, an item.

What a line end parts, a negation here and what it negates there, belongs together where the line was merely
full. All positions are offsets into *folded* text.
"""

from __future__ import annotations

from itertools import pairwise

from evidencelab.evidence.late_patterns import late_pattern

_PROSE = late_pattern(r"(?:[-*•>] |\d{1,2}[.)] )?\S+(?: \S+)*")
"""A line of words with one blank between them."""
_HEAD = late_pattern(r"\S+:(?: |\Z)|[\[(<{]|\d+[-/:]\d")
"""Begins a record, or a value behind its key."""
_BREAK = late_pattern(r"(?:[a-z]|[a-z][,)\"']|[\d%][,)]?|,|-)\Z")
_SMALL = late_pattern(r"[a-z][a-z'-]*(?:[,.;)\"']{0,2}(?: |\Z))(?![=:])|[(\"'\d][\w.,%()\"'-]* (?=[a-z])")
_CAPITAL = late_pattern(r"[A-Z][\w'-]*(?: [a-z]|[,.;]? )(?<!: )")
_BREAK_CJK = late_pattern(r"[\u4e00-\u9fff\d,、](?<![:=])\Z")
_SMALL_CJK = late_pattern(r"[\u4e00-\u9fff](?![^\n]{0,11}[:=])")
_BLANK_CJK = late_pattern(r"[\u4e00-\u9fff\d] [\u4e00-\u9fff]")
_END = late_pattern(r"[.!?。][\"')]*\Z")
_SIGNS = frozenset("={}|\\\t<>")
_MIN_WIDTH, _MIN_WIDTH_CJK = 48, 18
_MIN_WORDS = 6
_MAX_LINE = 400


def without_wraps(folded: str) -> str:
    """Return a folded text with a blank for each line end that only wraps a sentence; offsets stay."""
    lines = folded.split("\n")
    joined: list[str] = []
    first = 0
    kinds: set[str] = set()
    for number in range(1, len(lines) + 1):
        kind = _break(lines[number - 1], lines[number]) if number < len(lines) else ""
        if kind:
            kinds.add(kind)
            continue
        run = lines[first:number]
        joined.append((" " if "small" in kinds and _is_filled(run) else "\n").join(run))
        first = number
        kinds.clear()
    return "\n".join(joined)


def _break(before: str, line: str) -> str:
    """Return how a line may go on with the sentence of the one before: `small`, `capital`, or not at all."""
    if not before or not line or len(before) > _MAX_LINE or len(line) > _MAX_LINE:
        return ""
    one, other = before.strip(), line.strip()
    if not one or not other or not _SIGNS.isdisjoint(one) or not _SIGNS.isdisjoint(other):
        return ""
    if len(line) - len(other) > len(before) - len(one) + 4 or _HEAD.match(one):
        return ""
    if "\u4e00" <= other[0] <= "\u9fff":
        if len(one) < _MIN_WIDTH_CJK or not _BREAK_CJK.search(one) or not _SMALL_CJK.match(other):
            return ""
        return "" if _BLANK_CJK.search(one) or _BLANK_CJK.search(other) else "small"
    if len(one) < _MIN_WIDTH or one.count(" ") < _MIN_WORDS - 1 or not _BREAK.search(one):
        return ""
    if not _PROSE.fullmatch(one) or not _PROSE.fullmatch(other):
        return ""
    if one.split(" ", 1)[0] == other.split(" ", 1)[0]:
        # lines that begin alike are items
        return ""
    return "small" if _SMALL.match(other) else "capital" if _CAPITAL.match(other) else ""


def _is_filled(run: list[str]) -> bool:
    """Tell whether lines end with a sentence, and none but the last had room for the word behind it."""
    if not _END.search(run[-1].rstrip()):
        return False
    width = max(len(line.rstrip()) for line in run)
    for line, behind in pairwise(run):
        word = behind.split(None, 1)[0]
        n_more = 2 if "\u4e00" <= word[0] <= "\u9fff" else 1 + len(word)
        if len(line.rstrip()) + n_more <= width:
            return False
    return True
