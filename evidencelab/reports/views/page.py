"""An executed notebook as one HTML page that opens without a network and obeys nobody's evidence.

nbconvert's `basic` template gives the frame; every output is made safe before it gets there. Scripts
stand in a page only where a notebook published them through `display.publish_interactive`: they carry
the page's nonce, and the page's own policy lets nothing else run and nothing be loaded. This module
must not know what a notebook is about.
"""

from __future__ import annotations

import ast
import base64
import copy
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import mistune
import nbformat
from jinja2 import FileSystemLoader
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import strip_ansi
from traitlets.config import Config

from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.views.markup import clean_html, clean_svg, escaped, visible

VIEW_MIME = "application/vnd.evidencelab.view+html"
INTERACTIVE_MIME = "application/vnd.evidencelab.interactive+json"

ASSETS = Path(__file__).parent / "assets"
_SCRIPT_TAG = re.compile(r"<script(?=[\s>])", re.IGNORECASE)
_ERROR_MARK = "papermill-error-cell-tag"
_IMAGE_TYPES = ("image/png", "image/jpeg")

_prose = mistune.create_markdown(escape=True, plugins=["table", "strikethrough"])


class PageFrame(NamedTuple):
    """What stands around a notebook's content.

    Attributes:
        title: Of the browser tab.
        home: Address of the run's index page, relative to this one; empty for none.
        footer: One line at the end.
        error: Why the notebook did not finish; empty when it did.
    """

    title: str
    home: str = ""
    footer: str = ""
    error: str = ""


def write_page(notebook: nbformat.NotebookNode, target: Path, frame: PageFrame) -> None:
    """Write a notebook's page, whole or not at all.

    Raises:
        OutputError: The file cannot be written.
    """
    write_whole(target, render_page(notebook, frame))


def render_page(notebook: nbformat.NotebookNode, frame: PageFrame) -> str:
    """Render a notebook to one self-contained HTML document."""
    notebook = copy.deepcopy(notebook)
    nonce = secrets.token_urlsafe(16)
    libraries: dict[str, str] = {}
    notebook.cells = [cell for cell in notebook.cells if _ERROR_MARK not in cell.metadata.get("tags", [])]
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output["page_html"] = _output_html(output, nonce, libraries)
        if cell.cell_type == "code":
            cell["outputs"] = [output for output in cell.outputs if output["page_html"]]
    page = {
        "title": frame.title,
        "home": frame.home,
        "footer": frame.footer,
        "error": frame.error,
        "style": stylesheet("evidence.css", "page.css"),
        "scripts": tuple(libraries.values()),
        "nonce": nonce,
        "policy": content_policy(nonce if libraries else None),
    }
    text, _ = _exporter().from_notebook_node(notebook, resources={"page": page})
    return str(text)


def render_document(markup: str, title: str, *, home: str = "", home_name: str = "the matrix") -> str:
    """Put markup of this library into a page of its own, without any script.

    Args:
        markup: Escaped markup, as `display.html_of` makes it.
        title: Heading and name of the tab.
        home: Address of the page it belongs to; empty for none.
        home_name: What that page is called.
    """
    back = f'<nav class="crumbs"><a href="{escaped(home)}">{escaped(home_name)}</a></nav>' if home else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(None)}">'
        f"<title>{escaped(title)}</title><style>{stylesheet('evidence.css', 'page.css')}</style></head>"
        f'<body><main>{back}<h1>{escaped(title)}</h1><div class="el">{markup}</div></main></body></html>\n'
    )


def content_policy(nonce: str | None) -> str:
    """The page's content security policy: nothing is loaded, and only marked scripts run."""
    scripts = f"script-src 'nonce-{nonce}' 'unsafe-eval'; " if nonce else ""
    return (
        f"default-src 'none'; {scripts}style-src 'unsafe-inline'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def stylesheet(*names: str) -> str:
    """Read style sheets of this package, one after the other."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)


def _output_html(output: nbformat.NotebookNode, nonce: str, libraries: dict[str, str]) -> str:
    if output.output_type == "stream":
        return _stream_html(output)
    if output.output_type == "error":
        lines = [strip_ansi(line) for line in output.get("traceback", [])]
        head = f"{output.ename}: {output.evalue}"
        return f'<pre class="error">{escaped(chr(10).join(lines) or head)}</pre>'
    data = output.get("data", {})
    if INTERACTIVE_MIME in data:
        content = data[INTERACTIVE_MIME]
        for name, source in content.get("libraries", {}).items():
            libraries.setdefault(name, source)
        return _SCRIPT_TAG.sub(f'<script nonce="{nonce}"', content["html"])
    if VIEW_MIME in data:
        return clean_html(_joined(data[VIEW_MIME]))
    if "image/svg+xml" in data:
        drawing = clean_svg(_joined(data["image/svg+xml"]))
        if drawing:
            return drawing
    for kind in _IMAGE_TYPES:
        if kind in data:
            return _image_html(kind, _joined(data[kind]), output)
    if "text/html" in data:
        return clean_html(_joined(data["text/html"]))
    if "text/markdown" in data:
        return clean_html(str(_prose(_joined(data["text/markdown"]))))
    if "text/plain" in data:
        return f'<pre class="stream">{escaped(_unquoted(_joined(data["text/plain"])))}</pre>'
    return ""


def _unquoted(text: str) -> str:
    """A text as it reads, where a cell ended in one and Python shows it in quotes."""
    if text[:1] not in ("'", '"'):
        return text
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if isinstance(value, str) else text


def _stream_html(output: nbformat.NotebookNode) -> str:
    text = _joined(output.text)
    if output.name == "stderr" and "\r" in text:
        return ""  # a progress bar: of interest while it ran
    return f'<pre class="stream">{escaped(text.rstrip())}</pre>' if text.strip() else ""


def _image_html(kind: str, encoded: str, output: nbformat.NotebookNode) -> str:
    packed = "".join(encoded.split())
    try:
        base64.b64decode(packed, validate=True)
    except ValueError:
        return ""
    description = output.get("metadata", {}).get("alt", "")
    return f'<img src="data:{kind};base64,{packed}" alt="{escaped(description)}">'


def _joined(value: str | Sequence[str]) -> str:
    return value if isinstance(value, str) else "".join(value)


def _prose_html(source: str) -> str:
    return str(_prose(visible(source)))


def _exporter() -> HTMLExporter:
    config = Config({"HTMLExporter": {"preprocessors": [], "default_preprocessors": []}})
    exporter = HTMLExporter(
        config=config, template_name="basic", extra_loaders=[FileSystemLoader(str(ASSETS))]
    )
    exporter.register_filter("prose", _prose_html)
    exporter.register_filter("visible", visible)
    exporter.template_file = "page.html.j2"
    return exporter
