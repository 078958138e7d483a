"""Text that somebody else wrote, made safe for a page: shown exactly, and never obeyed.

Everything that comes out of a session is hostile: it may hold tags, scripts, links, terminal codes
or spreadsheet formulas. `escaped` is the one way such text enters HTML; `clean_html` and `clean_svg`
are for markup that a library made and that may carry such text inside.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree import ElementTree

import bleach
from defusedxml.ElementTree import fromstring

_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)
}
_CONTROLS |= {ord(mark): f"\\u{ord(mark):04x}" for mark in _BIDI}

_TAG_NAMES = (
    "a abbr article b bdi blockquote br caption cite code col colgroup dd del details dfn div dl dt em "
    "figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark nav ol p pre s samp section "
    "small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
)
_ATTRIBUTE_NAMES = (
    "class title colspan rowspan scope lang dir open datetime role tabindex headers start value"
)
_TAGS = frozenset(_TAG_NAMES.split())
_PLAIN_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())
_LOCAL_ADDRESS = re.compile(r"(?:#[\w.:-]*|(?!/)[\w./~-]+(?:#[\w.:-]*)?)\Z")
_STYLE_OR_SCRIPT = re.compile(r"<(style|script)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?\Z")

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_SVG_TAG_NAMES = (
    "svg g path rect circle ellipse line polyline polygon text tspan title desc defs clipPath "
    "linearGradient radialGradient stop use mask pattern symbol marker"
)
_SVG_TAGS = frozenset(_SVG_TAG_NAMES.split())
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)


def visible(text: str) -> str:
    r"""Show what a terminal or a page would obey: control characters and marks of text direction.

    Line feeds and tabs stay; an escape character becomes `\x1b`, a direction override `\u202e`.
    """
    return text.translate(_CONTROLS)


def escaped(text: object) -> str:
    """Make text safe inside an element or a quoted attribute; what is shown is the text."""
    return html.escape(visible(str(text)), quote=True)


def clean_html(markup: str) -> str:
    """Keep the structure of HTML that a library made; scripts, styles, events and addresses go.

    Links stay only where they lead inside the page set (`#place`, `folder/page.html`), and an `id`
    only with the prefix `el-`, so that no foreign one can take the page's place.
    """
    return str(_cleaner().clean(_STYLE_OR_SCRIPT.sub("", markup)))


def clean_svg(markup: str) -> str:
    """Keep the drawing of an SVG document; scripts, foreign objects, events and addresses go.

    Returns:
        The document without its XML header, or an empty string when it is not an SVG document.
    """
    try:
        root = fromstring(markup)
    except (ElementTree.ParseError, ValueError):
        return ""
    if root.tag != f"{{{_SVG}}}svg":
        return ""
    _prune(root)
    return ElementTree.tostring(root, encoding="unicode")


def inline_code(text: str, *, in_table: bool = False) -> str:
    """Write text as Markdown code that nothing inside can leave: the fence is longer than any in it.

    Args:
        text: Anything; line breaks become spaces.
        in_table: In a table's cell, where a bar would end it.
    """
    line = " ".join(visible(text).split())
    fence = "`" * (max((len(run) for run in re.findall(r"`+", line)), default=0) + 1)
    space = " " if line.startswith("`") or line.endswith("`") or not line else ""
    code = f"{fence}{space}{line}{space}{fence}"
    return code.replace("|", "\\|") if in_table else code


def csv_cell(value: object) -> object:
    """Keep a spreadsheet from reading text as a formula: such text gets an apostrophe in front.

    Numbers, also written as text, stay as they are.
    """
    if not isinstance(value, str) or not value.startswith(_FORMULA_STARTS) or _NUMBER.match(value):
        return value
    return "'" + value


@lru_cache(maxsize=1)
def _cleaner() -> bleach.Cleaner:
    return bleach.Cleaner(
        tags=_TAGS, attributes=_is_allowed, protocols=("http",), strip=True, strip_comments=True
    )


def _is_allowed(tag: str, name: str, value: str) -> bool:
    if name == "id":
        return value.startswith("el-")
    if name == "href":
        return tag == "a" and _LOCAL_ADDRESS.match(value) is not None
    return name in _PLAIN_ATTRIBUTES or name.startswith("aria-")


def _prune(element: ElementTree.Element) -> None:
    for child in list(element):
        namespace, _, name = str(child.tag).rpartition("}")
        if namespace.lstrip("{") != _SVG or name not in _SVG_TAGS:
            element.remove(child)
        else:
            _prune(child)
    for name, value in list(element.attrib.items()):
        local = name.rpartition("}")[2].lower()
        leads_out = local == "href" and not value.startswith("#")
        loads = "url(" in value.replace(" ", "").lower() and "url(#" not in value.replace(" ", "").lower()
        if local.startswith("on") or leads_out or loads or "javascript:" in value.lower():
            del element.attrib[name]
