"""What each character folds to: width, typographic shape and what cannot be seen go, its case stays."""

from __future__ import annotations

import unicodedata

_PUNCTUATION = {
    "‘’‚‛′＇`´": "'",
    "“”„‟″〝〞«»「」『』": '"',
    "‐‑‒–—―−－﹣": "-",
    "，、､": ",",
    "；": ";",
    "：∶︰": ":",
    "．": ".",
    "｡": "。",
    "（": "(",
    "）": ")",
    "【〔〖": "[",
    "】〕〗": "]",
    "《〈》〉": '"',
    "！": "!",
    "？": "?",
    "⁄∕": "/",
}
_EXPANSIONS = {
    "…": "...",
    "⋯": "...",
    "≥": ">=",
    "≧": ">=",
    "⩾": ">=",
    "≤": "<=",
    "≦": "<=",
    "⩽": "<=",
    "≠": "!=",
    "→": "->",
    "⇒": "=>",
    "⟶": "->",
    "×": "x",
    "\u2028": "\n",
    "\u2029": "\n",
    "\x85": "\n",
    "\r": "\n",
}


def _fold_character(character: str) -> str:
    """Fold one character, case kept; the empty string for one that cannot be seen."""
    if character in _EXPANSIONS:
        return _EXPANSIONS[character]
    category = unicodedata.category(character)
    if (category in {"Cf", "Cc"} and character not in "\n\t\x1f") or character in "\ufe0e\ufe0f":
        return " " if character in "\x0b\x0c\x1c\x1d\x1e" else ""
    if character in "\t\x1f" or category == "Zs":
        return " "
    if category == "No" and unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return "^" + unicodedata.normalize("NFKC", character)
    if category == "No" and unicodedata.decomposition(character).startswith("<fraction>"):
        return " " + unicodedata.normalize("NFKC", character).replace("⁄", "/")
    folded = unicodedata.normalize("NFKC", character)
    if folded != character:
        folded = "".join(FOLDED[ord(part)] for part in folded)
    return "".join(part if len(part.lower()) == 1 else part.lower() for part in folded)


class _FoldTable(dict[int, str]):
    """A translation table that folds each code point the first time it is met."""

    def __missing__(self, code: int) -> str:
        folded = _fold_character(chr(code))
        self[code] = folded
        return folded


FOLDED = _FoldTable({code: chr(code) for code in range(32, 127)})
"""What characters fold to, by code point; one that is met for the first time is added."""
FOLDED.update({ord(c): target for group, target in _PUNCTUATION.items() for c in group})
