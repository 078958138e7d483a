"""What a corruption is: a labelled edit of a real excerpt, seeded, refusing where it cannot be honest.

Labels come from how a pair was *made*. Nothing here may use the match or its word lists: an edit is
judged by its own construction, so that the match can be judged by the edit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from evidencelab.lab.labelled.pairs import Label


class EvidenceText(NamedTuple):
    """One recorded evidence text.

    Attributes:
        text: The text of a ref.
        source: Where it was recorded, e.g. a tool, a file, a session.
        group: What makes texts no independent evidence of one another; pairs inherit it.
        neighbours: Texts of other records of the same source, nearest in wording first.
        tool: The entry of a policy's `evidence_tools` under which it may be cited: the tool's name, or
            the one for imported traces; None for a bare output, which names no tool.
    """

    text: str
    source: str
    group: str
    neighbours: tuple[str, ...] = ()
    tool: str | None = None


class Subject(NamedTuple):
    """What one edit works on: an honest slice of a text, and the text around it."""

    excerpt: str
    text: str
    neighbours: tuple[str, ...]
    is_chinese: bool


Edit = Callable[[Subject, Random], str | None]
"""Return the edited excerpt, or None where no honest instance of the class can be made."""


class Corruption(NamedTuple):
    """One class of edits.

    Attributes:
        name: The class, as `kind` of its pairs.
        label: `faithful` for a benign edit, `unfaithful` for a dishonest one.
        changes: One sentence: what is changed.
        edit: The generator.
        is_light: A benign edit that leaves every value alone but is no verbatim quote (a misspelt
            word, a skipped field): `uncertain` is as right an answer as `accept`.
        leaves_out: A dishonest edit that lies by what it leaves out; the rest may stand in the text.
    """

    name: str
    label: Label
    changes: str
    edit: Edit
    is_light: bool = False
    leaves_out: bool = False


_NEGATIVE = re.compile(
    r"\b(?:not|no|never|none|without|cannot|nor|unable|fail\w*|refus\w*|den(?:y|ied))\b|n't\b|[不未无没非勿别否]",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(r"[;。，；]\s*|,(?!\d)\s*|\.\s+|\n\s*|\s-\s|\]\s*(?=\[)|\]\s+|:\s+|：")


def holds_negation(text: str) -> bool:
    """Tell whether any negating word or character stands in a text."""
    return _NEGATIVE.search(text) is not None


def clauses(text: str) -> list[tuple[int, int]]:
    """Cut a text into `[start, end)` stretches at clause and field ends, ends included."""
    starts = [0, *(found.end() for found in CLAUSE_END.finditer(text))]
    return [(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if text[a:b].strip()]


def squeeze(text: str) -> str:
    """Keep letters and digits alone, folded: what two honest quotes of one place have in common."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum() or c in "<>%.-+")


def stands_in(excerpt: str, text: str) -> bool:
    """Tell whether an excerpt is a quote of the text up to white space, width and punctuation."""
    return squeeze(excerpt) in squeeze(text)


def pick(rng: Random, options: list[re.Match[str]]) -> re.Match[str] | None:
    """Draw one match, or None where there is none."""
    return rng.choice(options) if options else None


def replace_span(text: str, span: tuple[int, int], value: str) -> str:
    """Return the text with `[start, end)` replaced."""
    return text[: span[0]] + value + text[span[1] :]
