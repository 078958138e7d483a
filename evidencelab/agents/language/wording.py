"""The plain mechanics of Chinese and English text: language, clauses, stems, content words.

It knows scripts and function words. It must not know a subject matter (see `glossary`), a claim or a
rule.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from evidencelab.evidence.text.folding import fold as fold_presentation

Language = Literal["zh", "en"]

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_ONE_FORM = str.maketrans({"‐": "-", "‑": "-", "−": "-", "’": "'", "‘": "'"})
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_PLAIN_WORD = re.compile(r"(?<![A-Za-z0-9_./@-])[A-Za-z]?[a-z']+(?![A-Za-z0-9_/@-])")
_CLAUSE_END = re.compile(r"[。；;！!？?\n，]|,(?!\d)|\.(?=\s|$)|[:：](?=\s|$|[^\d\s])")
_SENTENCE_END = re.compile(r"(?<=[。！？!?\n])\s*|(?<=[.;；])\s+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words(text: str) -> tuple[str, ...]:
    """Cut a word list at white space."""
    return tuple(text.split())


def plain(text: str) -> str:
    """Give width, hyphens and apostrophes one form each; offsets in the result are what others speak of."""
    return unicodedata.normalize("NFKC", text).translate(_ONE_FORM)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Fold all presentation as the match does, then case, and every run of white space to one blank."""
    return " ".join(fold_presentation(text).casefold().split())


def language_of(text: str) -> Language:
    """Tell the language a question is asked in, whatever names and quotes stand in it.

    Two CJK characters weigh as much as one plain English word; identifiers, acronyms and numbers
    weigh nothing. A text without any plain word is English.
    """
    n_cjk = len(_CJK_CHARACTER.findall(text))
    n_words = len(_PLAIN_WORD.findall(plain(text)))
    return "zh" if n_cjk > 0 and n_cjk / 2 >= n_words else "en"


def clauses(text: str) -> tuple[str, ...]:
    """Cut a text at punctuation; a comma inside a number and a colon inside a time cut nothing."""
    return tuple(piece.strip() for piece in _CLAUSE_END.split(text) if piece and piece.strip())


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text at the ends of its sentences, which stay with them."""
    return tuple(piece.strip() for piece in _SENTENCE_END.split(text) if piece and piece.strip())


def camel_parts(word: str) -> tuple[str, ...]:
    """Cut `HighCPUUsage` to (High, CPU, Usage); a plain word is its own only part."""
    return tuple(_CAMEL.findall(word))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Cut the common English endings, so that "requests", "requested" and "request" are one."""
    low = word.casefold().removesuffix("'s")
    if len(low) <= 3 or not low.isascii():
        return low
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if not low.endswith(ending) or len(low) - len(ending) < 3 or low.endswith(("ss", "us", "is")):
            continue
        root = low.removesuffix(ending)
        if ending in ("ing", "ed") and root[-1] == root[-2] and root[-1] not in "sl":
            root = root[:-1]
        return root.removesuffix("e")
    return low.removesuffix("e")


def is_cjk(character: str) -> bool:
    """Tell whether a character is a CJK ideograph."""
    return _CJK_CHARACTER.match(character) is not None


def excerpt_of(text: str, limit: int = 80) -> str:
    """Cut a text to quote it in a reason, with a mark where it was cut."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
