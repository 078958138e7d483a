"""What a tool's own sentence says about its call: nothing matched, or the call failed.

Both are affirmed only where the sentence plainly says so; a sentence that says both (nothing
found, because the query timed out) tells of a failure. Search terms repeated in it (`no logs
matching 'connection refused'`) are not its verdict. It must not know which tool spoke, nor what
else was in the reply.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from evidencelab.evidence.extractors import wording

_MAX_CHARACTERS = 600
_MAX_LINES = 4
_MIN_TERM = 3
_MAX_PAGE_HEAD = 2000


class _Clause(NamedTuple):
    """A clause; `beside` is what it says besides that nothing matched, None if it does not say that."""

    text: str
    beside: str | None

    @property
    def rest(self) -> str:
        return self.text if self.beside is None else self.beside


def says_nothing_matched(sentence: str, terms: Iterable[str] = ()) -> bool:
    """Tell whether a tool's sentence plainly says that it looked and nothing matched.

    Args:
        sentence: The whole message or text output; longer than four lines or 600 code points it
            is content, not a message.
        terms: What was asked for (argument values): an echo of it is no verdict.
    """
    clauses = _clauses(sentence, terms)
    if all(clause.beside is None for clause in clauses[:2]):
        return False
    return not any(
        wording.TROUBLE.search(clause.rest) or wording.SOMETHING.search(clause.rest) for clause in clauses
    )


def says_call_failed(sentence: str, terms: Iterable[str] = ()) -> bool:
    """Tell whether a tool's sentence says that its call failed, timed out or was refused.

    A sentence that finds nothing and says in the same breath what went wrong tells of a failure. Of
    an HTML page, the title speaks.
    """
    page = wording.ERROR_PAGE.match(sentence[:_MAX_PAGE_HEAD].casefold())
    if page is not None:
        sentence = page.group(1)
    clauses = _clauses(sentence, terms)
    if not clauses or says_nothing_matched(sentence, terms):
        return False
    whole = wording.LABEL.sub("", _folded(sentence).strip())
    if any(pattern.search(whole) for pattern in wording.CALL_FAILED_EN):
        return True
    if any(wording.CALL_FAILED_ZH.search(text) for text in (whole, *(clause.text for clause in clauses))):
        return True
    finds_nothing = any(clause.beside is not None for clause in clauses[:2])
    return finds_nothing and any(wording.TROUBLE.search(clause.rest) for clause in clauses)


def _clauses(sentence: str, terms: Iterable[str]) -> tuple[_Clause, ...]:
    sentence = sentence.strip() if len(sentence) <= 2 * _MAX_CHARACTERS else sentence
    if len(sentence) > _MAX_CHARACTERS or sentence.count("\n") >= _MAX_LINES:
        return ()
    text = _folded(sentence)
    for term in sorted({_folded(term) for term in terms}, key=len, reverse=True):
        if len(term) >= _MIN_TERM:
            text = text.replace(term, " that ")
    text = wording.LABEL.sub("", wording.QUOTED.sub(" that ", text).strip())
    parts = (" ".join(part.split()) for part in wording.CLAUSE_END.split(text))
    return tuple(_Clause(part, _beside_nothing(part)) for part in parts if part and part != "that")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _beside_nothing(clause: str) -> str | None:
    found = None
    if not wording.NO_SOURCE_EN.search(clause):
        found = next(filter(None, (pattern.search(clause) for pattern in wording.NOTHING_EN)), None)
    if found is None:
        found = wording.NOTHING_ZH.search(clause)
        if found is None or wording.NO_SOURCE_ZH.search(clause, found.start()):
            return None
    because = wording.BECAUSE.search(clause, found.end())
    return clause[: found.start()] + (clause[because.end() :] if because else "")
