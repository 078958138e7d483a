"""The matrix as one static page: cases down, variants across, a cell an outcome and its evidence.

The table stands in the page as it is; the page's own script only hides rows and moves the focus, so
that thousands of cells stay quick and the page reads without it. It knows checks and nothing of
what made them.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.reports.runs.verdict import Check
from evidencelab.reports.views.evidence_view import tone
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.page import ASSETS, content_policy, stylesheet


class MatrixFrame(NamedTuple):
    """What stands around the matrix.

    Attributes:
        title: Heading and name of the tab.
        home: Address of the run's index page; empty for none.
        base: Put in front of every check's link, e.g. the notebook's results folder with a slash.
        footer: One line at the end.
    """

    title: str
    home: str = ""
    base: str = ""
    footer: str = ""


def render_matrix(checks: Sequence[Check], frame: MatrixFrame) -> str:
    """Render checks as one self-contained HTML document.

    Rows are subjects and columns variants, both in order of first appearance.
    """
    nonce = secrets.token_urlsafe(16)
    variants = list(dict.fromkeys(check.variant for check in checks))
    subjects: dict[str, dict[str, Check]] = {}
    for check in checks:
        subjects.setdefault(check.subject, {})[check.variant] = check
    rows = "".join(_row(subject, cells, variants, frame.base) for subject, cells in subjects.items())
    home = (
        f'<nav class="crumbs"><a href="{escaped(frame.home)}">all of this run</a></nav>' if frame.home else ""
    )
    script = (ASSETS / "matrix.js").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(nonce)}">'
        f"<title>{escaped(frame.title)}</title><style>{stylesheet('page.css', 'matrix.css')}</style></head>"
        f'<body class="matrix"><main>{home}<h1>{escaped(frame.title)}</h1>{_filters(checks)}'
        f'<p class="legend"><span id="count" role="status">{len(subjects)} cases</span>. '
        "Underlined cells did not hold. Arrow keys move between cells, Enter opens the evidence, "
        "/ goes to the search.</p>"
        f'<div class="grid" tabindex="0" role="region" aria-label="matrix"><table id="matrix">'
        f"<thead><tr>{_head(variants, checks)}</tr></thead><tbody>{rows}</tbody></table></div>"
        f'<footer class="page">{escaped(frame.footer)}</footer></main>'
        f'<script nonce="{nonce}">{script}</script></body></html>\n'
    )


def _filters(checks: Sequence[Check]) -> str:
    tags = sorted({tag for check in checks for tag in check.tags})
    languages = sorted({check.language for check in checks if check.language})
    verdicts = sorted({check.status for check in checks})
    return (
        '<form id="filters" class="filters" hidden>'
        '<label>search<input type="search" name="text" autocomplete="off"></label>'
        f"{_choice('tag', tags)}{_choice('language', languages)}{_choice('verdict', verdicts)}"
        '<label class="box"><input type="checkbox" name="broken">only what did not hold</label>'
        '<button type="reset">show all</button></form>'
    )


def _choice(name: str, values: Sequence[str]) -> str:
    options = "".join(f'<option value="{escaped(value)}">{escaped(value)}</option>' for value in values)
    return f'<label>{name}<select name="{name}"><option value="">all</option>{options}</select></label>'


def _head(variants: Sequence[str], checks: Sequence[Check]) -> str:
    cells = ['<th scope="col">case</th>']
    for variant in variants:
        mine = [check for check in checks if check.variant == variant]
        held = sum(check.held for check in mine)
        cells.append(f'<th scope="col">{escaped(variant)}<br><small>{held} of {len(mine)} held</small></th>')
    return "".join(cells)


def _row(subject: str, cells: dict[str, Check], variants: Sequence[str], base: str) -> str:
    checks = list(cells.values())
    tags = " ".join(dict.fromkeys(tag for check in checks for tag in check.tags))
    first = checks[0]
    broken = any(not check.held for check in checks)
    text = " ".join(
        (subject, first.incident or "", *(rule for check in checks for rule in check.rules), tags)
    )
    attributes = (
        f'data-text="{escaped(text)}" data-tags="{escaped(tags)}" '
        f'data-language="{escaped(first.language or "")}" '
        f'data-verdicts="{escaped(" ".join(sorted({check.status for check in checks})))}" '
        f'data-broken="{int(broken)}"'
    )
    inside = "".join(_cell(cells.get(variant), base) for variant in variants)
    small = f"<small>{escaped(tags)}</small>" if tags else ""
    return f'<tr {attributes}><th scope="row">{escaped(subject)}{small}</th>{inside}</tr>'


def _cell(check: Check | None, base: str) -> str:
    if check is None:
        return '<td tabindex="-1"></td>'
    style = " ".join(part for part in (tone(check.status), "" if check.held else "broken") if part)
    why = "; ".join((*check.rules, *check.problems))
    title = f' title="{escaped(why)}"' if why else ""
    word = escaped(check.status) + ("" if check.held else " ✗")
    if check.link:
        inside = f'<a href="{escaped(base + check.link)}" tabindex="-1">{word}</a>'
        return f'<td class="{style}"{title}>{inside}</td>'
    return f'<td class="{style}"{title} tabindex="-1"><span>{word}</span></td>'
