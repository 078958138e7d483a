"""Read names: identifiers, paths, addresses, versions, links; anything that no dictionary has.

It must not know numbers, units and moments, nor what is evidence and what is claimed.
"""

from __future__ import annotations

import re

NAME = re.compile(
    r"https?://[^\s<>\"'|)\]}]+"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?::\d{1,5})?(?![\w.]*\d)"
    r"|[A-Za-z0-9_][A-Za-z0-9_./:@+#~-]*[A-Za-z0-9_]"
    r"|/[A-Za-z0-9_][A-Za-z0-9_./-]*[A-Za-z0-9_]"
)
"""The longest run of characters that may be one name."""
_PAIR = re.compile(r"[A-Za-z_][\w.-]*[=:]")
_HUMPS = re.compile(r"[a-z0-9][A-Z]")


def name_at(text: str, start: int) -> tuple[str | None, int]:
    """Read a name; None for an ordinary word, with the place to go on at."""
    found = NAME.match(text, start)
    if found is None:
        return None, start
    name = found.group()
    stop = found.end()
    pair = _PAIR.match(name)
    if pair and not name.startswith("http") and "://" not in name and pair.end() < len(name):
        key = name[: pair.end() - 1]
        if not _HUMPS.search(key) and "." not in key:
            stop = start + len(key)
            name = key
    name = name.rstrip(".,:-/+#~")
    stop = start + len(name)
    if len(name) < 2 or not is_name(name):
        return None, stop
    return fold_name(name), stop


def is_name(word: str) -> bool:
    """Tell whether a word is a name rather than a word of the language."""
    if word.startswith(("http://", "https://")) or "@" in word:
        return True
    has_digit = any(c.isdigit() for c in word)
    has_letter = any(c.isalpha() for c in word)
    if has_digit and has_letter:
        return True
    if has_digit:
        return word.count(".") >= 2 or "/" in word or ("-" in word and sum(c.isdigit() for c in word) >= 7)
    if "_" in word.strip("_"):
        return True
    if "/" in word or "." in word[1:-1]:
        return len(word) >= 6 and "e.g" not in word and "i.e" not in word
    if "-" in word:
        return word.count("-") >= 2
    return bool(_HUMPS.search(word)) and len(word) >= 6


def fold_name(name: str) -> str:
    """Give a name's comparable spelling."""
    folded = name.lower()
    if re.fullmatch(r"v\d[\w.-]*", folded):
        folded = folded[1:]
    return folded.removesuffix("'s").rstrip("/")
