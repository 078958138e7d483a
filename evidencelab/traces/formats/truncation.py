"""Tell whether a tool's output was cut short, from its text alone.

Most tools say so in words; some simply stop. It must not know a format or a tool: a trace that carries
a flag of its own says so to the builder instead.
"""

from __future__ import annotations

import re

_TAIL = 400
_MARKS = re.compile(
    r"""
      [\[(<{]\s*(?:\.{2,}|…)?\s*(?:(?:output|content|response|result|text|data|message|log|file)s?\s+)?
          (?:was\s+|is\s+|has\s+been\s+)?(?:truncated|clipped|cut\s+off|elided|omitted)\b
    | (?:output|content|response|result|text|data|log|file)s?\s+(?:was|were|is|has\s+been|have\s+been)?\s*
          (?:truncated|clipped|cut\s+off)\b
    | (?:\.{3}|…)\s*[\[(]?\s*(?:truncated|clipped|output\s+omitted)
    | [\[(<]\s*(?:\.{3}|…)?\s*(?:and\s+)?\d[\d,]*\s+(?:more\s+)?(?:characters?|chars?|lines?|bytes?|tokens?
          |rows?|items?|entries|results)\s+
          (?:truncated|omitted|not\s+shown|skipped|hidden|elided|remaining)
    | (?:\.{3}|…)\s*[\[(<]?\s*(?:and\s+)?\d[\d,]*\s+more\s+(?:characters?|chars?|lines?|bytes?|tokens?
          |rows?|items?|entries|results)\b
    | ^\W{2,4}(?:output\s+)?(?:truncated|clipped|cut\s+off)\b
    | \b(?:text|extraction|output|export|download|transfer)\s+(?:extraction\s+)?(?:stopped|broke\s+off)\b
    | \b\d[\d,]*\s+more\s+(?:\w+\s+)?(?:available|to\s+(?:come|fetch)
          |not\s+(?:shown|listed|included|returned))\b
    | (?:已截断|内容截断|输出截断|结果已截断|内容过长|后续省略|其余省略|以下省略)
    """,
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_LISTED = re.compile(
    r"(?:\b(?:showing|displaying|displayed|shown|listing|indexed|results?|pages?(?= \d+\s?[-–])"
    r"|(?:rows?|records?|entries|lines|items|hits)(?= \d+\s?[-–]))\b|显示|列出)"
    r"[^\n\d]{0,20}"
    r"(?:\d[\d,]*\s?(?:[-–~到至]|to)\s?)?(?P<shown>\d[\d,]{0,18})[^\n\d]{0,16}?"
    r"(?:\b(?:out )?of\b|共)[^\n\d]{0,6}(?P<all>\d[\d,]{0,18})(?!\d)",
    re.IGNORECASE,
)
"""How a list says that it is the first part of a longer one: `showing 10 of 22`."""
_FIRST_PAGE = re.compile(
    r"\bpage 1 of (?P<all>[2-9]|\d{2,6})\b|第\s?1\s?页[，,/ ]{0,2}共\s?(?P<all_zh>[2-9]|\d{2,6})\s?页",
    re.IGNORECASE,
)
"""How a reply in pages says that it is the first of several."""
_MORE = re.compile(r"(?:\.{3}|…)\s*(?:and\s+)?\d[\d,]*\s+more\s*$|还有\s*\d+\s*\S{0,3}(?:未显示|未列出)")
_FLAGS = re.compile(r'"(?:is_?)?truncated"\s*:\s*true', re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,;|]+")


def cut_reason(text: str) -> str | None:
    """Say why an output counts as cut short, or None.

    It does when it says so, when it carries a `truncated: true`, when it is a list that says it shows fewer
    than there are, or when it stops in the middle of a
    word that earlier lines have in full (`k8s-app=a` under lines that end in `k8s-app=aws-node`).

    Args:
        text: The output as the model saw it.
    """
    mark = _MARKS.search(text)
    if mark is not None:
        return f"it says {' '.join(mark.group().split())!r}"
    if _FLAGS.search(text):
        return "it carries truncated=true"
    for listed in _LISTED.finditer(text):
        if int(listed["shown"].replace(",", "")) < int(listed["all"].replace(",", "")):
            return f"it says {' '.join(listed.group().split())!r}"
    first = _FIRST_PAGE.search(text)
    if first is not None:
        n_pages = first["all"] or first["all_zh"]
        if not re.search(rf"\bpage {n_pages} of {n_pages}\b|第\s?{n_pages}\s?页", text, re.IGNORECASE):
            return f"it says {first.group()!r}"
    more = _MORE.search(text)
    if more is not None:
        return f"it says {' '.join(more.group().split())!r}"
    return _stops_inside_a_word(text)


def _stops_inside_a_word(text: str) -> str | None:
    if len(text) < _TAIL or text[-1].isspace() or text.count("\n") < 3:
        return None
    last = _TOKEN.findall(text[-_TAIL:])[-1:]
    if not last or len(last[0]) < 4 or not re.search(r"[=:/_-]", last[0]) or not last[0][-1].isalnum():
        return None
    word = last[0]
    head = text[: -len(word)]
    whole = re.compile(r"(?<![^\s,;|])" + re.escape(word) + r"(?![^\s,;|])")
    longer = re.compile(r"(?<![^\s,;|])" + re.escape(word) + r"[^\s,;|]+")
    if whole.search(head) is not None:
        return None
    found = longer.findall(head)
    if len(found) < 2 or len(set(found)) > max(1, len(found) // 2):
        return None
    return f"it stops at {word!r} where earlier lines have {found[0]!r}"
