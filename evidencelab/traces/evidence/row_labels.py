"""What a row can be called by, read from its line: its own id, its name, the last part of its id.

It must not know the other rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.wording.state_words import families_of

_WORDED = re.compile(r"[A-Za-z]{2,}(?:[-_ ](?:[A-Za-z]{2,}|[A-Za-z]|\d{1,3})){1,3}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CODE = re.compile(r"(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])[\w-]{3,24}(?!\S)")
_PAIR = re.compile(r"(?<![\w.\[\]@/-])([\w.\[\]@/-]+)=(.*?)(?=,? [\w.\[\]@/-]+=|; |$)")
_JOINT = re.compile(r"[-_/:.]")
_SPACE = re.compile(r"::|/")
_TAIL = re.compile(r"(?=[^\W\d]{2})(?=\S*[\d._-])[\w.:-]{4,}")
"""What is told of a path or a qualified name, without the space it is in: `main.py` of `src/main.py`."""
_LONGEST = 60
_SPOKEN = "true false null none yes no ok error warn info active running"
_ANSWERS = frozenset(_SPOKEN.split())
_MEASURE = re.compile(r"[-+~<>]?\d[\d.,:]*\s?(?:[kmgtp]i?b?|%|ms|s|m|h|d|us|ns)")
"""What a first cell may hold that measures its row, and does not name it."""
_FEW_CELLS = 2
"""Cells at the front of a line that name its row."""
_FEWEST, _FEWEST_CJK, _FEWEST_DIGITS, _FEWEST_OF_PART = 3, 2, 4, 4
CJK = re.compile(r"[\u4e00-\u9fff]")


def key_of(line: str) -> str:
    """Give the id that a row begins with: with letters and digits, or a long number; else nothing."""
    pair = _PAIR.match(line)
    cell = (
        pair[2]
        if pair
        else line.split("=", 1)[0]
        if "=" in line
        else cells_of(line)[0]
        if line.strip()
        else ""
    )
    name = even(cell.split(", ")[0].lower())
    is_id = any(map(str.isdigit, name)) and " " not in name and len(name) >= _FEWEST_OF_PART
    return name if is_id and not _MEASURE.fullmatch(name) else ""


def names_of(line: str) -> Iterator[str]:
    """Give what a row can be called by: short values, first cells, parts of ids and paths."""
    pairs = _PAIR.findall(line) if "=" in line else []
    cells = [value for _, value in pairs] if pairs else cells_of(line)[:_FEW_CELLS]
    if not pairs and cells and len(cells) == 1:
        cells = line.split()[:1]
    if pairs and (head := line[: line.index(f"{pairs[0][0]}=")].rstrip(" ,;")):
        cells = [head, *cells]
    front = (
        line[: line.index(f"{pairs[0][0]}=")]
        if pairs
        else line
        if len(cells_of(line)) == 1
        else next(iter(cells), "")
    )
    codes = map(str.lower, _CODE.findall(front[:_LONGEST]))
    yield from (code for code in codes if not _MEASURE.fullmatch(code))
    for at, cell in enumerate(cells):
        name = even(cell.lower())
        if len(name) > _LONGEST or name in _ANSWERS or _MEASURE.fullmatch(name) or families_of(name):
            continue
        if name.isdigit():
            if at == 0 and len(name) >= _FEWEST_DIGITS:
                yield name
            continue
        if not re.search(r"[^\W\d_]", name) or len(name) < (_FEWEST_CJK if CJK.search(name) else _FEWEST):
            continue
        yield name
        if at == 0 and _WORDED.fullmatch(spaced := _CAMEL.sub(" ", cell.strip())):
            yield spaced.lower().replace("-", " ").replace("_", " ")
        tail = _SPACE.split(name)[-1]
        if tail != name and _TAIL.fullmatch(tail):
            yield tail
        part = _JOINT.split(name)[-1]
        if (
            part != name
            and len(part) >= _FEWEST_OF_PART
            and any(map(str.isdigit, part))
            and not part.isdigit()
        ):
            yield part


def even(text: str) -> str:
    """Give a name without marks around it, its blanks single."""
    return " ".join(text.strip(" *_`'\"/").split())
