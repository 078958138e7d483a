"""Dishonest edits of statements: negation, invented parts, parts of other records, broken order."""

from __future__ import annotations

import re
from random import Random

from evidencelab.lab.corruptions.base import (
    Corruption,
    Subject,
    clauses,
    pick,
    replace_span,
    squeeze,
    stands_in,
)

_NEGATION = re.compile(r"\b(?:not|never|no|cannot) |\bwithout |(?<=\S)n't|[不未无](?=[\u4e00-\u9fff])|没有")
_NO_NEGATION = re.compile(r"不(?=断|同|过|仅|但|久|论|管|止|少)|未(?=来)|无(?=论|线)")
_VERB = re.compile(
    r"\b(?:is|was|has|been|are|were|will) (?!not\b)"
    r"|(?<=[\u4e00-\u9fff])(?=可用|就绪|通过|提交|恢复|完成|重试)"
)
_TAILS = (
    ", root cause: memory leak in the order cache",
    "; the deployment was rolled back at once",
    " because the disk had failed",
)
_TAILS_ZH = (", 根因是连接泄漏导致内存溢出", "; 随后已自动回滚并恢复正常", ", 由上游网关抖动引发")
_HEADS = ("Root cause confirmed by operators: ", "After the rollback at noon, ", "All replicas report that ")
_HEADS_ZH = ("值班同学已确认根因: ", "回滚完成之后, ", "全部副本均显示 ")


def _negations(text: str) -> list[re.Match[str]]:
    return [found for found in _NEGATION.finditer(text) if not _NO_NEGATION.match(text, found.start())]


def _negation_removed(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, _negations(subject.excerpt))
    return None if found is None else replace_span(subject.excerpt, found.span(), "")


def _negation_elided(subject: Subject, rng: Random) -> str | None:
    inner = [m for m in _negations(subject.excerpt) if m.start() > 8 and len(subject.excerpt) - m.end() > 4]
    found = pick(rng, inner)
    return (
        None
        if found is None
        else replace_span(subject.excerpt, found.span(), rng.choice(["... ", " … ", " [...] "]))
    )


def _negation_cut_off(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, [m for m in _negations(subject.text) if len(subject.text) - m.end() > 12])
    return None if found is None else subject.text[found.end() :].strip()


def _negation_inserted(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_VERB.finditer(subject.excerpt)))
    if found is None or (found.start() and subject.excerpt[found.start() - 1] in "不未无没"):
        return None
    return replace_span(
        subject.excerpt,
        (found.end(), found.end()),
        "未" if subject.is_chinese and not found.group() else "not ",
    )


def _tail_invented(subject: Subject, rng: Random) -> str | None:
    return subject.excerpt.rstrip(" .。,;") + rng.choice(_TAILS_ZH if subject.is_chinese else _TAILS)


def _head_invented(subject: Subject, rng: Random) -> str | None:
    return rng.choice(_HEADS_ZH if subject.is_chinese else _HEADS) + subject.excerpt


def _near_duplicate(subject: Subject, rng: Random) -> str | None:
    return subject.neighbours[0] if subject.neighbours else None


def _other_record(subject: Subject, rng: Random) -> str | None:
    return rng.choice(subject.neighbours[1:]) if len(subject.neighbours) > 1 else None


def _stitch(subject: Subject, rng: Random, joint: str) -> str | None:
    parts = clauses(subject.text)
    if len(parts) < 2 or not subject.neighbours:
        return None
    other = rng.choice(subject.neighbours[:4])
    tails = clauses(other)
    if len(tails) < 2:
        return None
    head = subject.text[: parts[rng.randrange(1, len(parts))][0]].rstrip()
    tail = other[tails[rng.randrange(1, len(tails))][0] :]
    return None if stands_in(tail, subject.text) else head + joint + tail


def _stitched(subject: Subject, rng: Random) -> str | None:
    return _stitch(subject, rng, " ")


def _stitched_with_mark(subject: Subject, rng: Random) -> str | None:
    return _stitch(subject, rng, rng.choice([" … ", " ... ", " / "]))


def _order_broken(subject: Subject, rng: Random) -> str | None:
    parts = clauses(subject.text)
    plain = [part for part in parts if "=" not in subject.text[slice(*part)] and part[1] - part[0] >= 8]
    if len(plain) < 2:
        return None
    first, second = sorted(rng.sample(plain, 2))
    one, other = (subject.text[slice(*part)].strip(" ,;，；。:") for part in (first, second))
    if squeeze(subject.text).find(squeeze(one), squeeze(subject.text).find(squeeze(other))) >= 0:
        return None
    return f"{other} ... {one}"


def _value_grafted(subject: Subject, rng: Random) -> str | None:
    pairs = list(re.finditer(r"(?<![\w.-])([A-Za-z][\w.-]*)=([^\s,;=\"'{}\[\]()]+)", subject.text))
    options = [(a, b) for i, a in enumerate(pairs) for b in pairs[i + 1 :] if a[2] != b[2]]
    if not options:
        return None
    one, other = rng.choice(options)
    return f"{one[1]}= … {other[2]}"


STATEMENT_EDITS: tuple[Corruption, ...] = (
    Corruption(
        "negation_removed", "unfaithful", "A negation is taken out.", _negation_removed, leaves_out=True
    ),
    Corruption(
        "negation_elided",
        "unfaithful",
        "An elision mark stands in place of a negation.",
        _negation_elided,
        leaves_out=True,
    ),
    Corruption(
        "negation_cut_off",
        "unfaithful",
        "The quote begins right behind a negation.",
        _negation_cut_off,
        leaves_out=True,
    ),
    Corruption("negation_inserted", "unfaithful", "A negation is put in.", _negation_inserted),
    Corruption("tail_invented", "unfaithful", "A statement is added behind the quote.", _tail_invented),
    Corruption("head_invented", "unfaithful", "A statement is added in front of the quote.", _head_invented),
    Corruption(
        "near_duplicate",
        "unfaithful",
        "The most similar other record of the source is quoted.",
        _near_duplicate,
    ),
    Corruption("other_record", "unfaithful", "Another record of the source is quoted.", _other_record),
    Corruption("stitched", "unfaithful", "The head of this record with the tail of another.", _stitched),
    Corruption("stitched_with_mark", "unfaithful", "The same with a mark between them.", _stitched_with_mark),
    Corruption("order_broken", "unfaithful", "Two statements change places around a mark.", _order_broken),
    Corruption(
        "value_grafted", "unfaithful", "A key is joined to another key's value by a mark.", _value_grafted
    ),
)
"""Classes that change what is said without touching a single value of the record."""
