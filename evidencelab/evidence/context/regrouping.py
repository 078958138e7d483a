"""Write as the text has it what a quote groups otherwise: numbers of accounts and the like, a speaker's time.

Characters stay in their order; only the blanks between groups, or the time between a speaker and what was
said, stand elsewhere.
"""

from __future__ import annotations

import re

from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText

CODE = re.compile(r"[A-Z\d](?<![\w-].)[A-Z]{0,3}\d{7}[A-Z\d]{2,26}(?![\w-])")
"""An account, book or card number in one piece, which a text may show in groups."""
MIN_CODE = 8
THIN_SPACE = re.compile(r"[\u2009\u202f\u00a0](?<=\d.)(?=\d{3}(?!\d))")
"""Groups the digits of one number, where a plain blank may as well stand between two."""
_PLAIN_NUMBER = re.compile(r"[1-9](?<![\w.,-].)\d{3,14}(?![\w-]|[.,]\d)", re.ASCII)
_LONG_NUMBER = re.compile(r"[0-9]{7}")
_GROUPS = re.compile(
    r"[A-Z\d+](?<![^\W_].)(?:(?<=[A-Z])[A-Z]\d\d(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?(?![^\W_])"
    r"|(?<=\d)\d{3}(?: ?\d{4}){3}(?![^\W_])|(?<=\+)\d{1,3}(?: ?\d{2,12}){1,6}(?![^\W_]))"
)
"""The number of an account, of a card, or of a telephone with its country, in groups or not."""
_SPEAKER_TIME = re.compile(
    r"\s*([^\W\d][\w .@-]{0,30}?)(?:\s?[\[(（【]|\s)(\d\d?:\d\d(?::\d\d)?)[\])）】]?\s?[:：]\s*(?=\S)"
)


def may_be_regrouped(excerpt: str) -> bool:
    """Tell at a glance whether `regrouped` could change the numbers of an excerpt."""
    return (
        _PLAIN_NUMBER.search(excerpt) is not None
        or (not excerpt.isascii() and THIN_SPACE.search(excerpt) is not None)
        or (_LONG_NUMBER.search(excerpt) is not None and CODE.search(excerpt) is not None)
        or _GROUPS.search(excerpt) is not None
    )


def names_speaker(excerpt: str) -> bool:
    """Tell whether an excerpt begins with who spoke and when, which `regrouped` could change."""
    return _SPEAKER_TIME.match(excerpt) is not None


def regrouped(excerpt: str, text: PreparedText) -> str:
    """Return an excerpt with its long numbers, and the time of its speaker, as the text has them."""
    changed = excerpt if excerpt.isascii() else THIN_SPACE.sub("", excerpt)
    changed = CODE.sub(lambda found: _as_in_text(found.group(), text), changed)
    changed = _PLAIN_NUMBER.sub(lambda found: _grouped(found.group(), text), changed)
    changed = _GROUPS.sub(lambda found: _as_in_text(found.group(), text), changed)
    speaker = _SPEAKER_TIME.match(changed)
    if speaker:
        name, time = speaker.groups()
        for head in (f"[{time}] {name}: ", f"({time}) {name}: ", f"{time} {name}: "):
            if fold(head) in text.folded:
                return head + changed[speaker.end() :]
    return changed


def _grouped(number: str, text: PreparedText) -> str:
    """Return a number in the groups of digits that a text has it in, blanks between them."""
    if number in text.vocabulary:
        return number
    groups = f"{int(number):,}".split(",")
    if f"{groups[0]} {groups[1]}" not in text.folded and f"{groups[0]}'{groups[1]}" not in text.folded:
        return number
    grouped = "[ ']".join(groups)
    found = re.search(rf"(?<![\w.,-])(?<!\d ){grouped}(?![\w]|[ .,]\d)", text.folded, re.ASCII)
    return found.group() if found else number


def _as_in_text(number: str, text: PreparedText) -> str:
    """Return a long number grouped as in the text; unchanged where the text has it not, or as it is."""
    characters = number.replace(" ", "")
    if len(characters) < MIN_CODE or number in text.folded:
        return number
    grouped = "[ -]?".join(map(re.escape, characters))
    found = re.search(rf"(?<![\w-])(?<!\d ){grouped}(?![\w-]| \d)", text.folded)
    return found.group() if found else number
