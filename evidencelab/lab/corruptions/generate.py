"""Turn recorded evidence into labelled pairs: every class on every text that can bear it, seeded."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rapidfuzz import process
from rapidfuzz.distance import Indel

from evidencelab.errors import SettingError
from evidencelab.lab.corruptions.base import (
    Corruption,
    EvidenceText,
    Subject,
    clauses,
    holds_negation,
    squeeze,
    stands_in,
)
from evidencelab.lab.corruptions.benign import BENIGN
from evidencelab.lab.corruptions.fabrications import STATEMENT_EDITS
from evidencelab.lab.corruptions.values import VALUE_EDITS
from evidencelab.lab.corruptions.wording import WORD_EDITS
from evidencelab.lab.labelled.pairs import LabelledPair

CORRUPTIONS: tuple[Corruption, ...] = (*BENIGN, *VALUE_EDITS, *WORD_EDITS, *STATEMENT_EDITS)
"""Every class there is."""

_MAX_LENGTH = 600
_MIN_LENGTH = 12
"""Letters and digits below which nobody could say where an excerpt is from."""
_N_NEIGHBOURS = 6
_N_CANDIDATES = 400


def corruption_names() -> tuple[str, ...]:
    """Return the names of all classes, in order."""
    return tuple(corruption.name for corruption in CORRUPTIONS)


def select_corruptions(names: Sequence[str] | None) -> tuple[Corruption, ...]:
    """Return the named classes, or all for None.

    Raises:
        SettingError: A name is not a class.
    """
    if names is None:
        return CORRUPTIONS
    by_name = {corruption.name: corruption for corruption in CORRUPTIONS}
    for name in names:
        if name not in by_name:
            raise SettingError("corruption classes", name, "is not a class", corruption_names())
    return tuple(by_name[name] for name in names)


def with_neighbours(evidence: Iterable[EvidenceText]) -> list[EvidenceText]:
    """Give each text the other records of its source, nearest in wording first; equal texts once."""
    by_source: dict[str, list[EvidenceText]] = defaultdict(list)
    seen: set[tuple[str, str]] = set()
    for item in evidence:
        key = (item.source, item.text)
        if key not in seen and item.text.strip():
            seen.add(key)
            by_source[item.source].append(item)
    completed = []
    for items in by_source.values():
        texts = [item.text for item in items]
        for index, item in enumerate(items):
            start = max(0, index - _N_CANDIDATES // 2)
            others = [text for text in texts[start : start + _N_CANDIDATES] if text != item.text]
            nearest = process.extract(
                item.text, others, scorer=Indel.normalized_similarity, limit=_N_NEIGHBOURS
            )
            completed.append(item._replace(neighbours=tuple(text for text, _, _ in nearest)))
    return completed


def make_pairs(
    evidence: Iterable[EvidenceText], seed: int, classes: Sequence[str] | None = None
) -> Iterator[LabelledPair]:
    """Make every class's pair of every text that can bear one.

    A dishonest edit that happens to be a quote of the text after all is dropped, and so is a benign
    one that is not: a label is never left to chance.

    Args:
        evidence: Recorded texts. Those without neighbours get the other texts of their source.
        seed: Same evidence, same seed, same pairs, whatever the order of classes asked for.
        classes: Names of classes; None for all.

    Yields:
        Pairs with `kind` the class and `group` the text's group.

    Raises:
        SettingError: A name in `classes` is not a class.
    """
    chosen = select_corruptions(classes)
    for item in with_neighbours(evidence):
        text = item.text[:_MAX_LENGTH]
        if len(squeeze(text)) < _MIN_LENGTH:
            continue
        is_chinese = sum("\u4e00" <= character <= "\u9fff" for character in text) >= 4
        for corruption in chosen:
            rng = Random(_digest(seed, corruption.name, item.source, item.text))
            subject = Subject(_honest_slice(text, rng), text, item.neighbours, is_chinese)
            excerpt = corruption.edit(subject, rng)
            if excerpt is None or not _label_holds(corruption, excerpt, text, is_chinese):
                continue
            yield LabelledPair(
                id=f"{_digest(seed, corruption.name, item.source, item.text):016x}",
                text=text,
                excerpt=excerpt,
                label=corruption.label,
                kind=corruption.name,
                group=item.group,
                source=item.source,
                lang="zh" if is_chinese else "en",
            )


def _digest(seed: int, *parts: str) -> int:
    data = "\0".join((str(seed), *parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big")


def _honest_slice(text: str, rng: Random) -> str:
    """Choose whole consecutive clauses; all of the text where what is left out could turn it round."""
    parts = clauses(text)
    if len(parts) < 3:
        return text
    first = rng.randrange(0, max(1, len(parts) // 2))
    last = rng.randrange(max(first + 1, len(parts) // 2), len(parts))
    slice_ = text[parts[first][0] : parts[last][1]].strip()
    left_out = text[: parts[first][0]] + text[parts[last][1] :]
    return text if holds_negation(left_out) or len(slice_) < 16 else slice_


def _label_holds(corruption: Corruption, excerpt: str, text: str, is_chinese: bool) -> bool:
    """Tell whether the pair is what its class says it is."""
    is_one_word = len(excerpt.split()) < 2 and not is_chinese
    if len(squeeze(excerpt)) < _MIN_LENGTH or is_one_word:
        return False
    return corruption.label == "faithful" or corruption.leaves_out or not stands_in(excerpt, text)
