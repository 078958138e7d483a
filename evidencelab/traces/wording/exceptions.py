"""What a statement takes out of what it says of all: `apart from W-12, no well …`, `除 B-04 外,其余…`.

It must not know any call.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.traces.wording.words import words_of

_WHAT = r"(?P<what>(?:[^,;.，。；\n]|\.(?=\S)){1,80}?)"
_REST = r"(?:all |any |every )?(?:of )?(?:the )?(?:others?|rest(?: of the)?|remaining)\b"
_EXCEPTED = re.compile(
    r"\b(?:apart from|aside from|except(?:ing)?(?: for)?|other than|besides|but for|with the exception of"
    rf"|excluding)\s+{_WHAT}"
    rf"(?:,\s*(?P<rest>{_REST})|(?=\s*(?:[,;)]|\.(?:\s|$)|$)|\s+(?:is|are|was|were|has|have|had|shows?"
    r"|pass(?:es|ed)?)\b))"
    r"|除(?:了|去)?\s*(?P<what_zh>[^，。；,;\n]{1,40}?)\s*[之以]?外[，,]?\s*(?:其余|其他|其它|余下)?的?"
    r"|除(?:了|去)\s*(?P<what_of>[^，。；,;\n]{1,40}?)[，,]\s*(?:其余|其他|其它|余下)的?",
    re.IGNORECASE,
)
_NAME = re.compile(r"[\w@.:/-]*\d[\w@.:/-]*\w|\w*\d\w*|[\w@.]+(?:[-_/@][\w@.]+)+")
_AND = re.compile(r"\s(?:and|or)\s|[和与及或、&]")
_POINTING = frozenset(["此", "这", "那", "上述", "以上"])


class Exempted(NamedTuple):
    """A statement without what it takes out; offsets stay as they were.

    Attributes:
        text: The statement, blanks in place of the exception.
        excepted: What is taken out; empty where nothing is.
    """

    text: str
    excepted: str = ""


@lru_cache(maxsize=256)
def without_exception(text: str) -> Exempted:
    """Take the exceptions out of a statement."""
    excepted: list[str] = []

    def taken_out(found: re.Match[str]) -> str:
        excepted.append(found["what"] or found["what_zh"] or found["what_of"])
        return " " * len(found[0])

    rest = _EXCEPTED.sub(taken_out, text)
    return Exempted(rest, " ".join(excepted))


def is_excepted(excepted: str, told: str) -> bool:
    """Tell whether some text is of what was taken out: by a name if that has any, else by a word.

    Where nothing tells what is taken out (`apart from that`), anything may be.
    """
    if not excepted:
        return False
    low = told.lower()
    names = [name for part in _AND.split(excepted.lower()) for name in _NAME.findall(part)]
    if names:
        return any(re.search(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])", low) for name in names)
    words = words_of(excepted) - _POINTING
    return not words or bool(words & words_of(told))
