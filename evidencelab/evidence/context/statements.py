"""What stands behind a gap and can stand alone: a clause, a message, a list of counts.

Indices are those of tokens, or offsets into *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.context.cuts import is_bounded
from evidencelab.evidence.text.fields import is_value
from evidencelab.evidence.text.lexicon import CONNECTIVES, STATES, is_number
from evidencelab.evidence.text.prepared_text import PreparedText

_STATEMENT_TOKENS = 4
_AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "had"))
PREDICATE_TOKENS = 8
"""Tokens within which a clause names its subject and its verb."""
_CONJUNCT = re.compile(r"[,;] (?:and|but|while|whereas) \Z")
_CONTRASTS = frozenset(("while", "whereas", "whilst", "but"))
_ARTICLES = frozenset(("the", "a", "an", "its", "their", "our"))
_VERB = r"(?:was|were|is|are|has|have|had|did|[a-z]{2,12}ed)"
_WITH_VERB = re.compile(rf"(?<!\w){_VERB}(?!\w)")
_OTHER_SUBJECT = re.compile(
    r" (?:and|but|while|whereas) (?:the|an?|its|our|their|his|her|all|both)(?: [\w-]+){1,4}?"
    rf" (?:(?P<verb>{_VERB}) [^,;:.()\n]{{0,80}})?\Z"
)
"""Ends a gap that leaves out of what something is said, and perhaps the verb as well."""
_MAX_CONJUNCT = 12
_COUNTS = re.compile(r"\s*(?:\d[^,;.\n]*,\s*)+")


def is_statement(text: PreparedText, index: int) -> bool:
    """Tell a clause that can stand alone from a bare predicate or a consequence of what was left out."""
    if text.tokens[index] in CONNECTIVES:
        return False
    stop = index + _STATEMENT_TOKENS - 1
    return stop < len(text.starts) and not is_bounded(text.folded, text.ends[index], text.starts[stop] + 1)


def has_predicate(text: PreparedText, index: int) -> bool:
    """Tell whether the clause at a token has a subject and, behind it, a verb of its own."""
    for at in range(index, min(index + PREDICATE_TOKENS, len(text.tokens) - 1)):
        if at > index and text.tokens[at] in _AUXILIARIES:
            return True
        if text.gap(at).strip():
            return False
    return False


def begins_message(text: PreparedText, index: int) -> bool:
    """Tell whether a message begins at a token: a capitalised word, no state, in a clause of its own."""
    return (
        text.folded[text.starts[index]].isupper()
        and text.tokens[index] not in STATES
        and is_statement(text, index)
    )


def begins_conjunct(text: PreparedText, index: int) -> bool:
    """Tell whether a clause with a subject and a verb of its own begins at a token, behind a conjunction."""
    start = text.starts[index]
    return _CONJUNCT.search(text.folded, max(0, start - _MAX_CONJUNCT), start) is not None and has_predicate(
        text, index
    )


def begins_contrast(text: PreparedText, index: int) -> bool:
    """Tell whether a clause with a subject of its own begins at a token, behind "while" or "but the"."""
    before = index - 2 if index > 1 and text.tokens[index - 1] in _ARTICLES else index - 1
    return text.tokens[before] in _CONTRASTS and is_statement(text, index)


def drops_other_subject(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a gap leaves out the subject of a second clause that the quote goes on in the middle of.

    "The pump was stopped … at 11" would tell of the pump when the valve was opened.
    """
    folded, start, end = text.folded, text.ends[left], text.starts[right]
    other = _OTHER_SUBJECT.search(folded, start, end)
    if other is None:
        return False
    if other["verb"]:
        return True
    # without a verb in front of it, it is another subject of the same verb
    return (
        _WITH_VERB.match(folded, end) is not None
        and _WITH_VERB.search(folded, text.starts[first], other.start()) is not None
    )


def lists_counts(text: PreparedText, begin: int, index: int) -> bool:
    """Tell whether a sentence that begins at an offset is a list of counts up to the one at a token."""
    end = text.starts[index]
    return is_number(text.tokens[index]) and _COUNTS.fullmatch(text.folded, begin, end) is not None


def ends_value(text: PreparedText, index: int) -> bool:
    """Tell whether a token ends what a clause says: a number, a unit, a state or a name."""
    token = text.tokens[index]
    return is_value(token) or token in STATES or text.folded[text.starts[index]].isupper()
