"""The words by which a statement and a piece of evidence can be about the same thing.

Words are stems of content words in lower case, parts of names, and pairs of Chinese characters. They
only ever choose where to look; no value is accepted or refused because of a word.
"""

from __future__ import annotations

import re
from functools import lru_cache

_TIMES = re.compile(r"\b(?:times|x)$|[次倍]$", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}(?![a-z])|[A-Za-z]+|[\u4e00-\u9fff]+|\d+[A-Za-z][A-Za-z0-9]*")
_STOP_WORDS = (
    "the a an and or but if then else for to of in on at by from with without as is are was were be "
    "been being it its this that these those there here which who whom what when where why how all any "
    "both each few more most other some such no nor not only own same so than too very can could will "
    "would should may might must shall do does did done has have had having i you he she we they me him "
    "her us them my your his our their up down out off over under again further once about into through "
    "during before after above below between because while also just per via http https www com org net "
    "io true false null none yes get set use used using new one two three first last show shows showing "
    "shown see value values number numbers result results total output data info text type name names "
    "content id let found find following current currently now based given please note list details "
    "detail"
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STOP = frozenset(_STOP_WORDS.split())
_SHORT = (
    "temp=temperatur mem=memory rain=precipitat precip=precipitat windspeed=wind avg=averag addr=addres "
    "dep=departur depart=departur arr=arrival arriv=arrival amt=amount txn=transaction repo=repository "
    "ns=namespac msg=messag dur=duration dist=distanc elev=elevation vol=volum qty=quantity pct=percent "
    "cfg=config configuration=config configur=config env=environ db=database req=request err=error "
    "pop=population hum=humidity humid=humidity rev=revenu calory=kcal calori=kcal lat=latitud lon=longitud "
    "valid=val accuracy=acc accuracie=acc"
)
_FEWEST_OF_VERB, _NO_VERB = 6, frozenset(("department", "departments", "apartment", "apartments"))
"""Letters of a verb from which its noun in `-ment` is about the same thing: `curtailment`, `curtailed`."""
_ADD = 3
"""Letters of a stem whose doubled end is its own: `add`, but not `plann`."""
_SHORT_FOR = dict(pair.split("=") for pair in _SHORT.split())


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Give a word's stem: lower case, without the commonest endings."""
    low = word.lower()
    if len(low) > 5 and low.endswith("ies"):
        return low[:-3] + "y"
    for ending in ("ments", "ment"):
        if low.endswith(ending) and len(low) - len(ending) >= _FEWEST_OF_VERB and low not in _NO_VERB:
            return stem(low[: -len(ending)])
    for ending in ("ations", "ation", "ings", "ing", "edly", "ed", "es", "s", "ly"):
        if low.endswith(ending) and len(low) - len(ending) >= 4 - (ending in ("s", "es")):
            if ending in ("s", "es") and low.endswith(("ss", "us", "is")):
                return low
            low = low[: -len(ending)]
            break
    low = low[:-1] if len(low) > 4 and low.endswith("e") else low
    return _SHORT_FOR.get(low, low)


def verb_stems(participle: str) -> frozenset[str]:
    """Give the stems that the verb of a participle may have: `cancel` of `cancelled`, `move` of `moved`."""
    low = participle.lower()
    found = {stem(base) for base in ((low, low[:-1], low[:-2]) if low.endswith("ed") else (low,))}
    return frozenset(found | {one[:-1] for one in found if len(one) > _ADD and one[-1] == one[-2]})


def words_of(text: str) -> frozenset[str]:
    """Give the content words of a text as stems."""
    found: set[str] = set()
    for match in _WORD.finditer(text):
        word = match.group()
        if word[0] >= "\u4e00":
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        elif len(word) > 1 and word.lower() not in _STOP:
            found.add(stem(word))
    return frozenset(found)


def name_words(name: str) -> frozenset[str]:
    """Give the content words of a field's name, in however it joins them: `n_cows`, `nCows`."""
    return words_of(_HUMP.sub(" ", name))


@lru_cache(maxsize=1 << 15)
def near_words(text: str, start: int, end: int) -> frozenset[str]:
    """Give the content words that stand around `[start, end)` in the same clause: its key and its noun."""
    left = re.split(r"[;|\n()\[\]{}]|[,.](?=\s)|、|，", text[max(0, start - 60) : start])[-1]
    right = re.split(r"[;|\n()\[\]{}]|[,.](?=\s|$)|、|，|[=:]", text[end : end + 32])[0]
    return words_of(" ".join(left.split()[-5:])) | words_of(" ".join(right.split()[:3]))


@lru_cache(maxsize=1 << 15)
def label_words(text: str, start: int, end: int) -> frozenset[str]:
    """Give the words that a value is the value of: its key in front, or its noun right behind."""
    left = re.split(r"[;|\n()\[\]{}]|,(?=\s)|\.(?=\s)|、|，", text[max(0, start - 48) : start])[-1]
    right = re.split(r"[;|\n\t()\[\]{}:=]| {2}|,(?=\s)|\.(?=\s|$)|、|，", text[end : end + 28])[0]
    found: set[str] = set()
    if re.search(r"[=:：]\s*[\"'$€£¥*_`]*$", left):
        found |= words_of(" ".join(re.split(r"[\s=:：]+", left.rstrip("\"'$€£¥*_` =:："))[-2:]))
        return frozenset(found)
    behind = right.replace("*", " ").split()[:2]
    if _TIMES.search(text[start:end]) and not words_of(" ".join(behind)):
        return words_of(" ".join(left.split()[-1:]))
    for word in behind:
        stems = words_of(word)
        if stems:
            found |= stems
            break
    return frozenset(found)


COUNTING = words_of("count num qty cnt")
"""Words of a field's name that only say that it counts."""
