"""Find values of an object that an excerpt gives by their paths: `items[0].size: 14`, `.spec.ports[1]=80`.

The path is presentation as long as it leads to that very value; another value on it is no quote.
"""

from __future__ import annotations

import json
import re

from evidencelab.evidence.context.objections import Located, merge_spans
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.prepared_text import PreparedText

_PATH = r"\{? ?[$.]{0,2}[\w-]{1,64}(?:\.[\w-]{1,64}|\[\d{1,6}\]|\[[\"'][^\"'\]\n]{1,64}[\"']\])*+ ?\}?"
_PAIR = re.compile(rf"(?P<path>{_PATH})\s*(?::|==?)\s*(?P<value>\S.*)", re.DOTALL)
_BETWEEN = re.compile(rf"[,;\n]\s{{0,40}}+(?={_PATH}\s{{0,8}}[:=])")
_STEP = re.compile(r"\[(\d+)\]|\[[\"']([^\"'\]]+)[\"']\]|([\w-]+)")
_INDEXED = re.compile(r"[\w\]-]\[\d{1,6}\]|\.\d{1,6}[.:=\s]")
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_MAX_PAIRS = 12
_MAX_LENGTH = 200_000
"""Characters of a text beyond which paths are not followed."""


def find_paths(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find all values of an excerpt at the paths in front of them; None where one is another."""
    source = text.original.lstrip()
    if source[:1] not in {"{", "["} or len(source) > _MAX_LENGTH or not _INDEXED.search(excerpt.original):
        return None
    shift = len(text.original) - len(source)
    spans = []
    for part in _BETWEEN.split(excerpt.original, _MAX_PAIRS):
        pair = _PAIR.fullmatch(part.strip().strip("`").strip())
        place = _follow(source, pair["path"]) if pair else None
        if pair is None or place is None or not _is_same(pair["value"], source[slice(*place)]):
            return None
        spans.append((place[0] + shift, place[1] + shift))
    if text.folded != text.original:
        # offsets of the folded text are others
        spans = [(0, len(text.folded))]
    return Located(merge_spans(tuple(spans)), 1.0, 0.0, ())


def _follow(source: str, path: str) -> tuple[int, int] | None:
    """Return where the value at a path stands, from the root or from the only key the path begins with."""
    steps: list[int | str] = [
        int(index) if index else quoted or key for index, quoted, key in _STEP.findall(path.strip("${}. "))
    ]
    try:
        found = _walk(source, 0, steps)
        if found is None and steps and isinstance(steps[0], str):
            places = list(re.finditer(rf"\"{re.escape(steps[0])}\"[ \t]*:[ \t\r\n]*", source))
            if len(places) == 1:
                found = _walk(source, places[0].end(), steps[1:])
    except (ValueError, RecursionError):
        # what is no object has no paths
        return None
    return found


def _walk(source: str, at: int, steps: list[int | str]) -> tuple[int, int] | None:
    """Return where the value stands that steps lead to from the one at an offset."""
    for step in steps:
        is_list = source[at : at + 1] == "["
        if not is_list and source[at : at + 1] != "{":
            return None
        at = _skip(source, at + 1)
        number = 0
        while source[at : at + 1] not in {"", "]", "}"}:
            name: object = number
            if not is_list:
                name, at = _DECODER.raw_decode(source, at)
                at = _skip(source, _skip(source, at) + 1)
            if str(name) == str(step):
                break
            at = _skip(source, _DECODER.raw_decode(source, at)[1])
            at = _skip(source, at + 1) if source[at : at + 1] == "," else at
            number += 1
        else:
            return None
    return at, _DECODER.raw_decode(source, at)[1]


def _skip(source: str, at: int) -> int:
    found = _BLANK.match(source, at)
    assert found is not None
    return found.end()


def _is_same(told: str, raw: str) -> bool:
    """Tell whether what is told is a value as its source has it, quote marks and white space apart."""
    if raw[:1] in {"{", "["}:
        return "".join(told.split()) == "".join(raw.split())
    return fold(told).strip("\"'` ") == fold(raw).strip("\"'` ")
