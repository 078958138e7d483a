"""Benign edits: what a quoting hand may do without changing what was said."""

from __future__ import annotations

import html
import json
import re
from random import Random

from evidencelab.lab.corruptions.base import Corruption, Subject, clauses, holds_negation, pick, replace_span

_FULL_WIDTH = str.maketrans({",": "，", ":": "：", ";": "；", "(": "（", ")": "）"})
_TYPOGRAPHIC = str.maketrans({"-": "\u2011", "'": "’", " ": "\u00a0"})
_TIMESTAMP = re.compile(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?\s*|\[\d\d:\d\d(?::\d\d)?\]\s*"
    r"|\A(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d\d:\d\d:\d\d\s+"
)
_PAIR = re.compile(r"(?<![\w.-])[A-Za-z][\w.-]*=[^\s,;=\"'{}\[\]()]+(?=[,;]|\s|\Z)")
_LONG_NUMBER = re.compile(r"(?<![\w.,:/-])\d{4,9}(?![\w.,:/-])")
_GLUED_UNIT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(ms|s|m|h|GB|MB|KB|Mi|Gi|%)(?![\w/])")
_WORD = re.compile(r"(?<![\w./:=-])[a-z]{6,}(?![\w./:=-])")
_VALUES = frozenset(
    ["failed", "firing", "resolved", "pending", "running", "closed", "active", "enabled", "disabled"]
)


def _verbatim(subject: Subject, rng: Random) -> str | None:
    return subject.excerpt


def _whole(subject: Subject, rng: Random) -> str | None:
    return subject.text


def _reflowed(subject: Subject, rng: Random) -> str | None:
    places = list(re.finditer(r"(?<=\S) (?=\S)", subject.excerpt))
    if not places:
        return None
    chosen = sorted(rng.sample(places, max(1, len(places) // 3)), key=lambda found: -found.start())
    excerpt = subject.excerpt
    for found in chosen:
        excerpt = replace_span(excerpt, found.span(), rng.choice(["\n", "  ", "\t", "\r\n    "]))
    return excerpt


def _wrapped_in_name(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(re.finditer(r"(?<=[a-z])-(?=[a-z])", subject.excerpt)))
    return None if found is None else replace_span(subject.excerpt, found.span(), "-\n  ")


def _full_width_punctuation(subject: Subject, rng: Random) -> str | None:
    edited = subject.excerpt.translate(_FULL_WIDTH)
    return edited if edited != subject.excerpt else None


def _full_width_letters(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(re.finditer(r"[A-Za-z]{3,}", subject.excerpt)))
    if found is None:
        return None
    return replace_span(subject.excerpt, found.span(), "".join(chr(ord(c) + 0xFEE0) for c in found.group()))


def _typographic(subject: Subject, rng: Random) -> str | None:
    edited = re.sub(r"(?<=\d)\u00a0(?=\d)", " ", subject.excerpt.translate(_TYPOGRAPHIC))
    return edited if edited != subject.excerpt else None


def _invisible(subject: Subject, rng: Random) -> str | None:
    places = list(re.finditer(r"(?<=[A-Za-z\u4e00-\u9fff])(?=[A-Za-z\u4e00-\u9fff])", subject.excerpt))
    found = pick(rng, places)
    return (
        None
        if found is None
        else replace_span(subject.excerpt, found.span(), rng.choice("\u200b\u00ad\u2060\ufeff"))
    )


def _ligatures(subject: Subject, rng: Random) -> str | None:
    edited = subject.excerpt.replace("fi", "ﬁ").replace("fl", "ﬂ")
    return edited if edited != subject.excerpt else None


def _markdown(subject: Subject, rng: Random) -> str | None:
    excerpt = subject.excerpt
    style = rng.randrange(5)
    if style == 0:
        return f"**{excerpt}**"
    if style == 1:
        return f"`{excerpt}`"
    if style == 2:
        return "\n".join(f"> {line}" for line in excerpt.splitlines())
    if style == 3:
        return f"```text\n{excerpt}\n```"
    return f"“{excerpt}”" if subject.is_chinese else f'"{excerpt}"'


def _labelled(subject: Subject, rng: Random) -> str | None:
    labels = ["日志：", "原文：", "证据："] if subject.is_chinese else ["log: ", "Evidence: ", "source: "]
    return rng.choice(labels) + subject.excerpt


def _json_escaped(subject: Subject, rng: Random) -> str | None:
    edited = json.dumps(subject.excerpt, ensure_ascii=rng.random() < 0.5)[1:-1]
    return edited if edited != subject.excerpt else None


def _html_escaped(subject: Subject, rng: Random) -> str | None:
    edited = html.escape(subject.excerpt)
    return edited if edited != subject.excerpt else None


def _ansi(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(re.finditer(r"[A-Za-z\u4e00-\u9fff]{3,}", subject.excerpt)))
    if found is None:
        return None
    return replace_span(subject.excerpt, found.span(), f"\x1b[1;31m{found.group()}\x1b[0m")


def _lower_case(subject: Subject, rng: Random) -> str | None:
    edited = subject.excerpt.lower()
    has_cased_unit = re.search(r"\d ?[A-Z]", subject.excerpt)
    return edited if edited != subject.excerpt and not has_cased_unit else None


def _timestamp_dropped(subject: Subject, rng: Random) -> str | None:
    found = _TIMESTAMP.match(subject.text)
    rest = subject.text[found.end() :] if found else ""
    return rest if len(rest.split()) >= 3 or len(rest) > 24 else None


def _fields_reordered(subject: Subject, rng: Random) -> str | None:
    lists = re.finditer(rf"{_PAIR.pattern}(?:[,;] {_PAIR.pattern})+", subject.text)
    found = pick(rng, list(lists))
    if found is None:
        return None
    pairs = re.split(r"[,;] ", found.group())
    shuffled = pairs[:]
    rng.shuffle(shuffled)
    return (
        ", ".join(shuffled)
        if shuffled != pairs and len({p.split("=")[0] for p in pairs}) == len(pairs)
        else None
    )


def _digits_grouped(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, [m for m in _LONG_NUMBER.finditer(subject.excerpt) if m.group()[0] != "0"])
    return None if found is None else replace_span(subject.excerpt, found.span(), f"{int(found.group()):,}")


def _unit_spaced(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, list(_GLUED_UNIT.finditer(subject.excerpt)))
    return None if found is None else replace_span(subject.excerpt, found.span(), f"{found[1]} {found[2]}")


def _truncated_with_mark(subject: Subject, rng: Random) -> str | None:
    parts = clauses(subject.text)
    if len(parts) < 3:
        return None
    keep = rng.randrange(2, len(parts))
    mark = rng.choice(["…", "...", " [...]", "（后略）" if subject.is_chinese else " …"])
    return subject.text[: parts[keep - 1][1]].rstrip() + mark


def _elided_middle(subject: Subject, rng: Random) -> str | None:
    parts = clauses(subject.text)
    if len(parts) < 3 or "\n" in subject.text:
        return None
    drop = rng.randrange(1, len(parts) - 1)
    before, after = subject.text[: parts[drop][0]].rstrip(), subject.text[parts[drop][1] :]
    if before.endswith(("=", ":", "：")) or holds_negation(subject.text[slice(*parts[drop])]):
        return None
    return before + rng.choice([" … ", " ... ", " [...] ", "……"]) + after


def _field_skipped(subject: Subject, rng: Random) -> str | None:
    pairs = list(_PAIR.finditer(subject.text))
    if len(pairs) < 3:
        return None
    found = rng.choice(pairs[1:-1])
    keys = [pair.group().split("=")[0] for pair in pairs]
    end = found.end() + len(re.match(r"[,;]?\s*", subject.text[found.end() :])[0])  # type: ignore[index]
    return replace_span(subject.text, (found.start(), end), "") if len(set(keys)) == len(keys) else None


def _article_dropped(subject: Subject, rng: Random) -> str | None:
    found = pick(
        rng,
        list(
            re.finditer(
                r"\b(?:the|a|an) (?=[a-z])|(?<=[\u4e00-\u9fff])的(?=[\u4e00-\u9fff])", subject.excerpt
            )
        ),
    )
    return None if found is None else replace_span(subject.excerpt, found.span(), "")


def _ordinary_words(subject: Subject) -> list[re.Match[str]]:
    return [
        m
        for m in _WORD.finditer(subject.excerpt)
        if m.group() not in _VALUES and not holds_negation(m.group())
    ]


def _word_misspelt(subject: Subject, rng: Random) -> str | None:
    found = pick(rng, _ordinary_words(subject))
    if found is None:
        return None
    word = found.group()
    at = rng.randrange(1, len(word) - 2)
    edited = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return replace_span(subject.excerpt, found.span(), edited) if edited != word else None


def _plural_changed(subject: Subject, rng: Random) -> str | None:
    words = [m for m in _ordinary_words(subject) if not m.group().endswith(("ss", "us", "ed", "ing"))]
    found = pick(rng, words)
    if found is None:
        return None
    word = found.group()
    return replace_span(subject.excerpt, found.span(), word[:-1] if word.endswith("s") else word + "s")


BENIGN: tuple[Corruption, ...] = (
    Corruption("verbatim_slice", "faithful", "Nothing; whole clauses are quoted as they stand.", _verbatim),
    Corruption("verbatim_whole", "faithful", "Nothing; the whole text is quoted.", _whole),
    Corruption("white_space_reflowed", "faithful", "Spaces become line breaks, tabs or runs.", _reflowed),
    Corruption(
        "wrapped_in_name", "faithful", "A line break falls behind the hyphen of a name.", _wrapped_in_name
    ),
    Corruption(
        "full_width_punctuation", "faithful", "ASCII punctuation becomes full-width.", _full_width_punctuation
    ),
    Corruption(
        "full_width_letters", "faithful", "One word is written in full-width letters.", _full_width_letters
    ),
    Corruption(
        "typographic", "faithful", "Hyphens, quotes and spaces become typographic ones.", _typographic
    ),
    Corruption("invisible_characters", "faithful", "A character that cannot be seen is put in.", _invisible),
    Corruption("ligatures", "faithful", "fi and fl become ligatures.", _ligatures),
    Corruption("markdown_quoted", "faithful", "Quote marks or Markdown are put around.", _markdown),
    Corruption("labelled", "faithful", "A source label is put in front.", _labelled),
    Corruption("json_escaped", "faithful", "Characters are escaped as in a JSON string.", _json_escaped),
    Corruption("html_escaped", "faithful", "Characters become HTML entities.", _html_escaped),
    Corruption("ansi_coloured", "faithful", "A word is wrapped in terminal colour codes.", _ansi),
    Corruption("lower_cased", "faithful", "All letters become lower case.", _lower_case),
    Corruption("timestamp_dropped", "faithful", "The leading time is left out.", _timestamp_dropped),
    Corruption("fields_reordered", "faithful", "Pairs of a key=value list change places.", _fields_reordered),
    Corruption("digits_grouped", "faithful", "A long number gets thousands separators.", _digits_grouped),
    Corruption("unit_spaced", "faithful", "A space is put between a number and its unit.", _unit_spaced),
    Corruption(
        "truncated_with_mark",
        "faithful",
        "The end is cut at a clause, and the cut is shown.",
        _truncated_with_mark,
    ),
    Corruption(
        "elided_middle", "faithful", "A clause without negation is left out, and shown.", _elided_middle
    ),
    Corruption(
        "light_field_skipped", "faithful", "A whole field is left out without a mark.", _field_skipped, True
    ),
    Corruption(
        "light_article_dropped", "faithful", "An article or particle is left out.", _article_dropped, True
    ),
    Corruption(
        "light_word_misspelt",
        "faithful",
        "Two letters of an ordinary word change places.",
        _word_misspelt,
        True,
    ),
    Corruption(
        "light_plural_changed",
        "faithful",
        "An ordinary word gains or loses its plural.",
        _plural_changed,
        True,
    ),
)
"""Every benign class, in the order of what it touches."""
