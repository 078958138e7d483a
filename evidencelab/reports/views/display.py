"""Objects that show themselves in Jupyter, and the same markup for the pages.

`show(x)` displays any of the library's objects; `install()` lets Jupyter do so by itself for the last
value of a cell. In Jupyter the markup brings its style along; a page of the report has it already.
Contracts stay light: they know nothing of this module, which knows them.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from functools import singledispatch
from typing import Any, NamedTuple

import pandas as pd

from evidencelab.agents.stages import ChainRun
from evidencelab.audit import AuditEntry
from evidencelab.contracts import (
    Claim,
    Contract,
    Envelope,
    ExecutorOutput,
    GatekeeperResult,
    Session,
    ToolInvocation,
    UnreadableLine,
    VerifierOutput,
)
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import ExcerptMatch, MatchPolicy
from evidencelab.lab.matrix.outcomes import CaseOutcome
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.lab.sweeps.comparison import Comparison, Mean, VariantSummary
from evidencelab.reports.runs.verdict import NotebookVerdict, Provenance
from evidencelab.reports.views.evidence_view import (
    badge,
    bindings_html,
    calls_html,
    result_html,
    run_html,
    session_html,
)
from evidencelab.reports.views.highlight import match_html, reasons_html, text_block
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.page import INTERACTIVE_MIME, VIEW_MIME, stylesheet
from evidencelab.reports.views.tables import number_text, rate_text, table_html

NO_MATHS = "mathjax_ignore tex2jax_ignore"  # two paths in one line are no formula between dollar signs


class ExcerptOverText(NamedTuple):
    """An excerpt, the text it is held against, and what the match says."""

    excerpt: str
    text: str
    match: ExcerptMatch

    @classmethod
    def of(cls, excerpt: str, text: str, policy: MatchPolicy = MatchPolicy()) -> ExcerptOverText:
        """Match an excerpt against a text and keep all three."""
        return cls(excerpt, text, match_excerpt(excerpt, text, policy))


@singledispatch
def html_of(value: object) -> str:
    """Write a value as escaped HTML, without style; unknown kinds as their text."""
    if isinstance(value, Contract):
        return _facts({name: _plain(getattr(value, name)) for name in type(value).model_fields})
    return text_block(str(value))


def show(value: object, *, caption: str = "", percent: Collection[str] = (), rows: int = 30) -> None:
    """Display a value in a notebook.

    Args:
        value: Any object of the library, or a data frame.
        caption: One line above a data frame.
        percent: Columns of a data frame that hold shares in [0, 1].
        rows: How many rows of a data frame stand open.
    """
    if isinstance(value, pd.DataFrame):
        show_html(table_html(value, caption=caption, percent=percent, rows=rows), f"{len(value)} rows")
    else:
        show_html(html_of(value), repr(value)[:200])


def show_html(markup: str, plain: str = "") -> None:
    """Display markup that this library made; every foreign text in it must be escaped already."""
    from IPython.display import display

    display(_bundle(markup, plain), raw=True)  # type: ignore[no-untyped-call]


def publish_interactive(html: str, libraries: dict[str, str], fallback: dict[str, str]) -> None:
    """Display markup with scripts of this library; only the report's pages run them.

    Args:
        html: Markup whose `<script>` tags may run. No text of a session may be in it unescaped.
        libraries: Name -> script source, put into the page once.
        fallback: Other representations by MIME type, for Jupyter.
    """
    from IPython.display import display

    content = {"html": html, "libraries": libraries, "id": secrets.token_hex(4)}
    display({**fallback, INTERACTIVE_MIME: content}, raw=True)  # type: ignore[no-untyped-call]


def install() -> None:
    """Let Jupyter show the library's objects by themselves; does nothing outside of it."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is None or shell.display_formatter is None:
        return
    formatter = shell.display_formatter.mimebundle_formatter
    for kind in (Contract, ExcerptOverText):
        formatter.for_type(kind, lambda value, **_: _bundle(html_of(value), repr(value)[:200]))


def _bundle(markup: str, plain: str) -> dict[str, str]:
    body = f'<div class="el {NO_MATHS}">{markup}</div>'
    return {
        "text/plain": plain,
        "text/html": f"<style>{stylesheet('evidence.css')}</style>{body}",
        VIEW_MIME: body,
    }


@html_of.register
def _(value: Session) -> str:
    return session_html(value)


@html_of.register
def _(value: ChainRun) -> str:
    return run_html(value)


@html_of.register
def _(value: CaseOutcome) -> str:
    held = f"<p>{escaped(value.case)} {badge('yes' if value.held else 'no')} held</p>"
    failures = "".join(f"<li>{escaped(failure)}</li>" for failure in value.failures)
    return f"{held}{f'<ul>{failures}</ul>' if failures else ''}{run_html(value.run)}"


@html_of.register
def _(value: AuditEntry) -> str:
    facts = {
        "entry": escaped(value.entry_id),
        "stored": escaped(value.stored_at),
        "policy": f"<code>{escaped(value.evaluation.policy_hash)}</code>",
        "code": f"<code>{escaped(value.evaluation.code_version)}</code>",
    }
    return _facts(facts) + session_html(value.session, value.policy)


@html_of.register
def _(value: GatekeeperResult) -> str:
    return result_html(value)


@html_of.register
def _(value: Envelope) -> str:
    facts = {"session": f"<code>{escaped(value.session_id)}</code>", "line": escaped(value.line)}
    return _facts(facts) + result_html(value.gatekeeper_result)


@html_of.register
def _(value: UnreadableLine) -> str:
    return f"<p>{badge('ERROR')} line {value.line}: {escaped(value.error)}</p>"


@html_of.register
def _(value: Claim) -> str:
    return (
        f'<div class="el-card"><p><b>{escaped(value.claim_id)}</b> '
        f'<span class="el-soft">{escaped(value.claim_type or "no type")}</span></p>'
        f"<p>{escaped(value.claim_text)}</p>{bindings_html(value.evidence_bindings)}</div>"
    )


@html_of.register
def _(value: ExecutorOutput) -> str:
    return "".join(html_of(claim) for claim in value.claims) or "<p>Nothing is claimed.</p>"


@html_of.register
def _(value: ToolInvocation) -> str:
    return calls_html((value,))


@html_of.register
def _(value: VerifierOutput) -> str:
    rows = [
        {"claim": item.claim_id, "support": item.support, "reasons": "; ".join(item.reasons)}
        for item in value.claims
    ]
    score = "-" if value.groundedness_score is None else f"{value.groundedness_score:.2f}"
    head = f"<p>{badge(value.verdict)} groundedness {score}</p>"
    return head + (table_html(pd.DataFrame(rows)) if rows else "")


@html_of.register
def _(value: ExcerptMatch) -> str:
    return _decision(value) + reasons_html(value)


@html_of.register
def _(value: ExcerptOverText) -> str:
    return _decision(value.match) + match_html(value.excerpt, value.text, value.match)


@html_of.register
def _(value: Rate) -> str:
    return f"<p>{escaped(rate_text(value))}</p>"


@html_of.register
def _(value: Comparison) -> str:
    rows = [
        {name: _plain_text(getattr(summary, name)) for name in VariantSummary.model_fields}
        for summary in value.summaries
    ]
    tests = table_html(value.test_table()) if value.tests else ""
    return f"{table_html(pd.DataFrame(rows))}{tests}<p>{escaped(value.resolution)}</p>"


@html_of.register
def _(value: NotebookVerdict) -> str:
    style = "is-pass" if value.held else "is-reject"
    rates = pd.DataFrame([{"rate": item.name, "value": rate_text(item.rate)} for item in value.rates])
    names = "".join(
        f"<li>{escaped(check.subject)} ({escaped(check.variant)})</li>" for check in value.failures
    )
    return (
        f'<div class="el-card {style}"><p><b>{escaped(value.sentence)}</b></p>'
        f"{f'<ul>{names}</ul>' if names else ''}</div>{table_html(rates) if len(rates) else ''}"
    )


@html_of.register
def _(value: Provenance) -> str:
    facts = {name: _plain(getattr(value, name)) for name in ("policy_hash", "code_version", "seed")}
    inputs = pd.DataFrame([{"file": name, "sha256": digest} for name, digest in value.inputs.items()])
    return _facts(facts) + (
        f"<details><summary>{len(inputs)} files read</summary>{table_html(inputs, rows=1000)}</details>"
        if len(inputs)
        else ""
    )


def _decision(match: ExcerptMatch) -> str:
    score = "not compared" if match.similarity is None else f"{match.similarity:.1f} of 100 located"
    return f"<p>{badge(match.decision)} {score}</p>"


def _facts(facts: dict[str, str]) -> str:
    inside = "".join(
        f"<dt>{escaped(name.replace('_', ' '))}</dt><dd>{value}</dd>" for name, value in facts.items()
    )
    return f'<dl class="el-facts">{inside}</dl>'


def _plain(value: Any) -> str:
    if isinstance(value, Rate | Mean) or value is None or isinstance(value, float):
        return escaped(_plain_text(value))
    if isinstance(value, Contract):
        return html_of(value)
    if isinstance(value, tuple | list) and value and all(isinstance(item, Contract) for item in value):
        return "".join(html_of(item) for item in value)
    return escaped(_plain_text(value))


def _plain_text(value: Any) -> str:
    if isinstance(value, Rate):
        return rate_text(value)
    if isinstance(value, Mean):
        if value.mean is None:
            return "–"
        mean = number_text(value.mean)
        if value.ci_low is None or value.ci_high is None:
            return mean
        return f"{mean} [{number_text(value.ci_low)}, {number_text(value.ci_high)}]"
    if value is None:
        return "–"
    return number_text(value) if isinstance(value, float) else str(value)
