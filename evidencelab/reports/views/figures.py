"""Charts that read in light and dark, without a network: inline SVG, or scripts put into the page.

A chart's text and lines take the colour of the text around it (`currentColor`). Drawing only: what
is drawn has been computed before.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert

from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.views.display import NO_MATHS
from evidencelab.reports.views.markup import clean_svg, escaped
from evidencelab.reports.views.page import stylesheet

VERDICT_COLOURS = {"PASS": "#2f9e60", "LOW_CONFID": "#d99a1c", "REJECT": "#cf4b45", "ERROR": "#8a6fd1"}
CATEGORY_COLOURS = ("#3b82c4", "#d9822b", "#2f9e60", "#b05cc2", "#cf4b45", "#7d8590", "#149a9a", "#a08020")

LEGIBLE = 0.9
"""Share of its own size below which a chart's words, of ten to eleven pixels, are no longer read."""

_FONT = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
_PICTURE_STYLE = "svg{color:#1c2024}@media (prefers-color-scheme:dark){svg{color:#e4e7eb}}"


def chart_spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The chart as a Vega-Lite specification in this project's style; its data are inside."""
    spec: dict[str, Any] = chart.to_dict()
    quiet = {
        "labelColor": "currentColor",
        "titleColor": "currentColor",
        "domainColor": "currentColor",
        "tickColor": "currentColor",
        "gridColor": "currentColor",
        "gridOpacity": 0.14,
        "labelLimit": 260,
    }
    style = {
        "background": "transparent",
        "font": _FONT,
        "view": {"stroke": None},
        "axis": quiet,
        "legend": {"labelColor": "currentColor", "titleColor": "currentColor", "labelLimit": 260},
        "header": {"labelColor": "currentColor", "titleColor": "currentColor"},
        "title": {"color": "currentColor", "subtitleColor": "currentColor", "anchor": "start"},
        "text": {"color": "currentColor"},
        "rule": {"color": "currentColor"},
        "range": {"category": list(CATEGORY_COLOURS)},
    }
    spec.pop("$schema", None)
    spec.setdefault("padding", {"left": 14, "right": 24, "top": 6, "bottom": 6})
    own = {name: part for name, part in spec.get("config", {}).items() if name not in ("view",)}
    spec["config"] = style | own
    return spec


def chart_svg(chart: alt.TopLevelMixin, description: str) -> str:
    """Draw a chart as SVG.

    Args:
        chart: An altair chart.
        description: What it shows, for those who cannot see it.
    """
    drawing = clean_svg(vl_convert.vegalite_to_svg(json.dumps(chart_spec(chart))))
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{escaped(description)}" ', 1)


def write_picture(chart: alt.TopLevelMixin, description: str, target: Path) -> None:
    """Write a chart as a picture of its own that reads on light and dark grounds, e.g. for a README.

    Raises:
        OutputError: The file cannot be written.
    """
    drawing = chart_svg(chart, description)
    head, mark, rest = drawing.partition(">")
    write_whole(target, f"{head}{mark}<style>{_PICTURE_STYLE}</style>{rest}\n")


def show_chart(chart: alt.TopLevelMixin, description: str, picture: Path | None = None) -> None:
    """Display a chart in a notebook and in its page, and write it as a picture where one is named."""
    from IPython.display import display

    if picture is not None:
        write_picture(chart, description, picture)
    display(_drawn(chart, description), raw=True)  # type: ignore[no-untyped-call]


def script_json(value: object) -> str:
    """Write a value as JSON that can stand inside a script element, whatever text it holds."""
    text = json.dumps(value, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def legible(drawing: str) -> str:
    """Let a drawing shrink with its page only as far as its words can still be read; beyond, it scrolls."""
    width = re.match(r'<svg [^>]*?\bwidth="(\d+)', drawing)
    if width is None:
        return drawing
    return drawing.replace("<svg ", f'<svg style="min-width:{LEGIBLE * int(width[1]):.0f}px" ', 1)


def _drawn(chart: alt.TopLevelMixin, description: str) -> dict[str, str]:
    drawing = legible(chart_svg(chart, description))
    frame = f'<div class="el {NO_MATHS}" style="overflow-x:auto">{drawing}</div>'
    return {
        "text/plain": description,
        "image/svg+xml": drawing,
        "text/html": f"<style>{stylesheet('evidence.css')}</style>{frame}",
    }
