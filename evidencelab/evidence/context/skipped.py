"""What a gap leaves out that names the same thing as what is quoted behind it, or in front of it.

Then the rest belongs to what was left out. Indices are those of tokens, or offsets into *folded* text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import dropwhile

from evidencelab.evidence.context.sentences import last_strong_boundary
from evidencelab.evidence.text.fields import indent, is_key, key_name, starts_field
from evidencelab.evidence.text.lexicon import LEVELS, NUMERAL_CHARACTERS, is_number
from evidencelab.evidence.text.prepared_text import PreparedText

_TAG = re.compile(r"\[[^\W\d][^\[\]\n]{0,40}\]|(?<![\w$.])[\w$]++(?:\.[\w$]++)++ - ")
_RECORD_OPENING = re.compile(r"[\n{]|<\w")
_MAX_GAP = 2000
_MIN_LABEL = 2
_PREPOSITIONS = frozenset(
    ("with", "without", "by", "for", "in", "on", "at", "of", "from", "to", "under", "during", "among", "per")
)
_PART = re.compile(r"其中(?!之)|(?<![\w-])of (?:which|whom|them|these|those)(?![\w-])")
_HEADING_WORDS = re.compile(r"[^\w\n]*[^\W\d]\w*[^\w\n]+")
_MAX_HEADING = 60
_MAX_PART_GAP = 160
_CLAUSE = re.compile(r"(?:[^,;。!?\n.]|\.(?=\S))*")
_LIST_SIGN = re.compile(r"[\[\]]")
_QUOTE_MARKS = frozenset("'\"")
_ALIKE = 3
_SENTENCE = 4
"""Tokens of a line that may be a sentence."""
_MAX_KEYS = 40
"""Tokens in front of a gap whose keys are compared with those in it."""


def skips_same_key(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a gap leaves out a nearer pair with the key that the quote goes on with.

    `section: … key: value` would give the section another section's value. Where the part in front of
    the gap, from token `first` on, has a pair with that key too, it is a list that leaves some out.
    """
    key = right
    while key < min(right + 4, len(text.tokens) - 1) and not is_key(text, key):
        if text.gap(key).strip(" _.-"):
            return False
        key += 1
    if not is_key(text, key) or right - left > _MAX_GAP:
        return False
    token = text.tokens[key]
    if token not in text.tokens[left + 1 : right]:
        return False
    name = key_name(text, key)
    words = text.tokens[right : key + 1]
    if not any(
        text.tokens[index] == token
        and text.tokens[max(0, index + 1 - len(words)) : index + 1] == words
        and is_key(text, index)
        and key_name(text, index) == name
        and not text.is_withdrawn(text.starts[index])
        for index in range(left + 1, right)
    ):
        return False
    if _is_in_array(text, left, right):
        return False
    before = next((index for index in range(left, max(-1, left - 8), -1) if is_key(text, index)), None)
    is_listed = before is not None and key_name(text, before) == name
    return not is_listed and not _begins_with_key(text, first, left, name)


def _is_in_array(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a list opens right behind token `left` that is not closed in front of `right`."""
    if not text.gap(left).rstrip(" {\"'\n").endswith("["):
        return False
    depth = 0
    for sign in _LIST_SIGN.findall(text.folded, text.ends[left], text.starts[right]):
        depth += 1 if sign == "[" else -1
        if depth <= 0:
            return False
    return True


def enters_record_alike(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether a gap leads from one record into the middle of another that has a quoted key as well.

    `status: a … name: b` would give the status of one record to the name of another. A gap that is shown
    may lead from several pairs of a record into another.
    """
    if right - left > _MAX_GAP or not is_key(text, right):
        return False
    begin = text.ends[left]
    opening = text.folded[begin : text.starts[right]].rstrip("\"' \n\t")
    if opening.endswith(("\n", "},{", "}, {", "[{", "- ")):
        return False
    names = {
        key_name(text, index)
        for index in range(max(first, left - _MAX_KEYS), left + 1)
        if is_key(text, index)
    }
    if not names or key_name(text, right) in names or (is_marked and len(names) > 1):
        return False
    depth_of_line = indent(text.folded, text.starts[right])
    depth = 0
    for index in range(right - 1, left, -1):
        for sign in reversed(text.gaps[index + 1]):
            if sign == "}":
                depth += 1
            elif sign == "{" and depth:
                depth -= 1
        if (
            not depth
            and is_key(text, index)
            and key_name(text, index) in names
            and indent(text.folded, text.starts[index]) <= depth_of_line
            and not text.is_withdrawn(text.starts[index])
        ):
            return _RECORD_OPENING.search(text.folded, begin, text.starts[index]) is not None
    return False


def skips_same_label(text: PreparedText, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether a gap leaves out a nearer field with the words that name the one at `right`.

    Lines may repeat how they begin, and so may a list whose first item was quoted. Behind the end of a
    sentence, without a mark, its first words are enough.
    """
    if right - left > _MAX_GAP or "\n" in text.gap(right - 1) or not starts_field(text, right):
        return False
    label: list[str] = []
    for index in range(right, min(right + 8, len(text.tokens))):
        if is_number(text.tokens[index]) or text.tokens[index] in NUMERAL_CHARACTERS:
            break
        label.append(text.tokens[index])
        if index + 1 == len(text.tokens) or text.gap(index).strip():
            break
    else:
        return False
    if len(label) < _MIN_LABEL:
        return False
    if not is_marked and last_strong_boundary(text.folded, text.ends[left], text.starts[right]):
        del label[_MIN_LABEL:]
    positions = text.positions(label[0])
    for index in positions[bisect_left(positions, left - 16) : bisect_left(positions, right - 1)]:
        if text.tokens[index : index + len(label)] == label:
            return index > left and starts_field(text, index)
    return False


def skips_parallel(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a gap in a sentence begins with the preposition that the quote goes on with.

    "fell by 4 with A and by 3 with B" would give B what is said of A. Where the part in front of the gap,
    from token `first` on, has the preposition too, it is a list that leaves some out.
    """
    word = text.tokens[right]
    if word not in _PREPOSITIONS or text.tokens[left + 1] != word or word in text.tokens[first : left + 1]:
        return False
    start, end = text.ends[left], text.starts[right]
    return "\n" not in text.folded[start:end] and last_strong_boundary(text.folded, start, end) is None


def names_key_of_line(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether the pair at `right` has a key that the line of `left` gives a value of its own.

    Where the part quoted of that line, from token `first` on, begins with the key as well, two records are
    quoted alike.
    """
    if not is_key(text, right):
        return False
    name = key_name(text, right)
    if _begins_with_key(text, first, left, name):
        return False
    begin = bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[left]) + 1)
    return any(is_key(text, index) and key_name(text, index) == name for index in range(begin, left + 1))


def _begins_with_key(text: PreparedText, first: int, last: int, name: str) -> bool:
    """Tell whether the first pair of the tokens `first` to `last` has a key of that name."""
    key = next((index for index in range(first, last + 1) if is_key(text, index)), None)
    return key is not None and key_name(text, key) == name


def skips_heading_alike(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether lines left out begin as the short line of `left` does, and the one of `right` does not.

    What stands below the second of two headings is said of the second.
    """
    folded = text.folded
    line = folded.rfind("\n", 0, text.starts[left]) + 1
    head = _HEADING_WORDS.match(folded, line)
    if head is None or text.ends[left] - line > _MAX_HEADING:
        return False
    begin = folded.find("\n", text.ends[left])
    last = folded.rfind("\n", 0, text.starts[right]) + 1
    return (
        0 <= begin < last - 1
        and f"\n{head.group()}" in folded[begin : min(last - 1, begin + _MAX_GAP)]
        and not folded.startswith(head.group(), last)
    )


def skips_part(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap leaves out the part of a whole that what stands behind it is said of.

    "9 orders, of which 7 are duplicates, need no action" would say of nine what is said of seven. What names
    a number of its own is another part.
    """
    start, end = text.ends[left], text.starts[right]
    if end - start > _MAX_PART_GAP or not _PART.search(text.folded, start, end):
        return False
    if "\n" in text.folded[start:end] or last_strong_boundary(text.folded, start, end) is not None:
        return False
    clause = _CLAUSE.match(text.folded, end)
    return clause is None or not any(map(str.isdigit, clause.group()))


def drops_same_key(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a word is the value of a key that is left out, and that `first` to `left` show as well.

    The value of another record would be told of the one that is quoted. Who speaks twice says sentences.
    """
    name = key_name(text, right - 1)
    if not any(is_key(text, index) and key_name(text, index) == name for index in range(first, left)):
        return False
    line = text.folded.find("\n", text.starts[right])
    end = bisect_left(text.starts, line if line >= 0 else len(text.folded))
    return end - right < _SENTENCE


def skips_nearer(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap into another line begins with the words that the quote goes on with behind it."""
    if text.tokens[left + 1 : left + 1 + _ALIKE] != text.tokens[right : right + _ALIKE]:
        return False
    return right - left > _ALIKE and "\n" in text.folded[text.ends[left] : text.starts[right]]


def drops_name(text: PreparedText, first: int, left: int, line: int, right: int) -> bool:
    """Tell whether lines run alike up to a name that a quote shows of one and leaves out of the other.

    "job a failed … done at 9" would give job a what the text says of job b. The line of `left` is quoted
    from token `first` on, the one that begins at offset `line` from token `right` on.
    """
    begin = bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[left]) + 1)
    other = bisect_left(text.starts, line)
    if right - other > _MAX_KEYS:
        return False
    for index in range(other, right):
        at = begin + index - other
        if at > left:
            return False
        one, word = text.tokens[at], text.tokens[index]
        if one == word or (is_number(one) and is_number(word)) or (one in LEVELS and word in LEVELS):
            continue
        return at >= max(first, begin + 2) and at < left and text.tokens[at - 1] == text.tokens[index - 1]
    return False


def leave_same_key(text: PreparedText, first: int, right: int) -> bool:
    """Tell whether a quote leaves out the same key in front of two values in quote marks."""
    return (
        first > 0
        and text.gap(first - 1)[-1:] in _QUOTE_MARKS
        and text.gap(right - 1)[-1:] in _QUOTE_MARKS
        and is_key(text, first - 1)
        and is_key(text, right - 1)
        and key_name(text, first - 1) == key_name(text, right - 1)
    )


def drops_subject(text: PreparedText, first: int, left: int, line: int, right: int) -> bool:
    """Tell whether a quote has the name in front of what one line says, and drops that of the next one.

    "web-1 load is 9 … load is 2" would give web-1 what is said of web-2. The line of `left` is quoted from
    its begin, the one that begins at offset `line` from token `right` on.
    """
    begin = bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[left]) + 1)
    if first > begin:
        return False
    words = text.tokens[right : right + _MIN_LABEL]
    for at in text.positions(words[0]):
        if begin < at <= left - _MIN_LABEL and text.tokens[at : at + _MIN_LABEL] == words:
            other = bisect_left(text.starts, line)
            return _name(text, begin, at) != _name(text, other, min(right, other + at - begin))
    return False


def _name(text: PreparedText, begin: int, end: int) -> list[str]:
    """Return the tokens of a stretch behind the numbers that it begins with, a time or the like."""
    return list(dropwhile(is_number, text.tokens[begin:end]))


def drops_tag(text: PreparedText, first: int, left: int, line: int, right: int) -> bool:
    """Tell whether a quote that shows the tags of its line, `[service]`, drops those of the next one."""
    dropped = _TAG.findall(text.folded, line, text.starts[right])
    if not dropped:
        return False
    shown = _TAG.findall(text.folded, max(0, text.starts[first] - 1), text.ends[left])
    return bool(shown) and not set(shown).issuperset(dropped)
