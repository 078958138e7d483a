"""Tell what changes no word: a slip of the pen, an inflection, another spelling, a contraction.

It must not know what the words mean.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

from evidencelab.evidence.text.lexicon import is_cjk

_DOUBLED = re.compile(r"ll(?=(?:ed|ing|ers?|ation)\Z)")
_IZED = re.compile(r"is(?=(?:e|es|ed|ing|ers?|ations?)\Z)")
_PAST_FORMS = {
    form: forms.split()[0]
    for forms in (
        "showed shown",
        "wrote written",
        "broke broken",
        "froze frozen",
        "took taken",
        "gave given",
        "drove driven",
        "spoke spoken",
        "chose chosen",
        "proved proven",
        "swore sworn",
        "tore torn",
        "wore worn",
        "hid hidden",
        "forgot forgotten",
        "shook shaken",
        "mistook mistaken",
        "saw seen",
        "went gone",
        "came come",
        "became become",
        "overran overrun",
        "rewrote rewritten",
        "swelled swollen",
        "learned learnt",
        "burned burnt",
        "spelled spelt",
        "got gotten",
        "lit lighted",
        "hanged hung",
        "while whilst",
        "among amongst",
        "amid amidst",
    )
    for form in forms.split()
}
"""Past tense and participle of irregular verbs, and other words with two forms; either is the other."""
_IRREGULAR = {"can't": "can", "cannot": "can", "won't": "will", "shan't": "shall"}


def is_plural(one: str, other: str) -> bool:
    """Tell whether one word is the other with an s."""
    return one == other + "s" or other == one + "s"


def spelt_out(words: list[str]) -> list[str]:
    """Spell contracted negations out: isn't, can't, cannot."""
    spelt: list[str] = []
    for word in words:
        if word.endswith("n't") or word == "cannot":
            spelt += _IRREGULAR.get(word, word.removesuffix("n't")), "not"
        else:
            spelt.append(word)
    return spelt


def is_slip(one: str, other: str) -> bool:
    """Tell whether two ordinary words differ by a slip of the pen or an inflection.

    One edit in words of four letters or more, two in words of eight or more, and the first letter
    stays; or the same stem with another regular ending.
    """
    if is_cjk(one) and is_cjk(other):
        return True
    if not (one.isalpha() and other.isalpha()) or one[0] != other[0]:
        return False
    if is_inflection(one, other):
        return True
    shorter = min(len(one), len(other))
    if shorter < 4:
        return False
    allowed = 2 if shorter >= 8 else 1
    return int(OSA.distance(one, other, score_cutoff=allowed)) <= allowed


def is_misspelt(one: str, other: str) -> bool:
    """Tell whether a word is another of four letters or more with one left out, doubled or displaced."""
    if one == other or len(other) < 4 or one[0] != other[0] or abs(len(one) - len(other)) > 1:
        return False
    if len(one) == len(other):
        return sorted(one) == sorted(other) and int(OSA.distance(one, other, score_cutoff=1)) == 1
    shorter, longer = sorted((one, other), key=len)
    for index in range(len(longer)):
        if longer[:index] + longer[index + 1 :] == shorter:
            return longer == other or longer[index] == longer[index - 1]
    return False


def is_inflection(one: str, other: str) -> bool:
    """Tell whether two words share their stem and differ by a regular ending, or by the way it is spelt."""
    shorter, longer = sorted((one, other), key=len)
    if shorter.endswith("y") and longer.startswith(shorter[:-1] + "ie"):
        return longer[len(shorter) + 1 :] in {"s", "d"}
    if len(shorter) >= 3 and longer.removeprefix(shorter) in {"s", "es", "ed", "d", "ing"}:
        return True
    return _spelling(one) == _spelling(other)


def _spelling(word: str) -> str:
    """Spell an inflected word one way where there are two: cancelled, canceled; normalised, normalized."""
    return _PAST_FORMS.get(word) or _IZED.sub("iz", _DOUBLED.sub("l", word))
