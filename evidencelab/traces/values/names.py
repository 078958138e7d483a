"""Read names: identifiers, paths, addresses, versions, links; anything that no dictionary has.

It must not know numbers, units and moments, nor what is evidence and what is claimed.
"""

from __future__ import annotations

import re

_NO_HAN = r"(?![\u4e00-\u9fff])"
"""No Chinese character: a name in a Chinese text needs no blank around it."""
NAME = re.compile(
    r"https?://[^\s<>\"'|)\]}]+"
    rf"|(?:{_NO_HAN}[\w.+-])+@(?:{_NO_HAN}[\w-])+(?:\.(?:{_NO_HAN}[\w-])+)+"
    r"|(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?::\d{1,5})?(?![\w.]*\d)"
    r"|[A-Za-z0-9_][A-Za-z0-9_./:@+#~-]*[A-Za-z0-9_]"
    r"|/[A-Za-z0-9_][A-Za-z0-9_./-]*[A-Za-z0-9_]"
)
"""The longest run of characters that may be one name."""
_TAIL = re.compile(r"(?P<mark>[.-])(?P<last>\d{1,5})(?!\w|\s?[%°]|[.:-]\w)", re.ASCII)
_JOINED = re.compile(
    r"[`*_\"']{0,3}(?:\s?[,/&]\s?|,?\s(?:and|or|und|et|y)\s|\s?[、和与及或]\s?)[`*_\"']{0,3}",
    re.IGNORECASE,
)
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


def continued_name(before: str, gap: str, text: str, start: int) -> tuple[str, int] | None:
    """Read the last part of a name that is told after another of the same kind: `10.0.0.20 and .21`.

    Args:
        before: The folded spelling of the name in front.
        gap: What stands between the two.
        text: The text.
        start: Where the part begins, with its mark.

    Returns:
        The folded spelling of the whole name and the end of the part, or None.
    """
    tail = _TAIL.match(text, start)
    if tail is None or not _JOINED.fullmatch(gap) or gap == ",":
        return None
    head, mark, last = before.rpartition(tail["mark"])
    is_alike = mark == "." if len(last) != len(tail["last"]) else bool(mark)
    if not (head and last.isdigit() and is_alike) or (mark == "." and head.isdigit()):
        return None
    return f"{head}{mark}{tail['last']}", tail.end()


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
