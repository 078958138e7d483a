"""The first page of a run: what changed, then what ran, then how it went over time.

It is read in the morning by somebody who only wants to know what got worse, so that stands on the
first screen. It shows what was compared elsewhere and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidencelab.reports.running.changes import CheckChange, RateChange, RunChanges
from evidencelab.reports.running.findings import findings_html
from evidencelab.reports.running.runner import FinishedRun
from evidencelab.reports.runs.run_folder import BASELINE, RunManifest
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.page import render_document
from evidencelab.reports.views.tables import number_text, percent_text, rate_text

INDEX_FILE = "index.html"
MAX_CHANGES = 60

_WORDS = {
    "broke": "held before, does not now",
    "fails": "does not hold",
    "mended": "holds again",
    "flipped": "another verdict, still as expected",
    "new rules": "other rules failed, still as expected",
    "vanished": "was checked before, is gone",
    "appeared": "is new",
}
_LOUD = ("broke", "fails")


def headline(finished: FinishedRun, changes: RunChanges) -> str:
    """The whole run in one sentence."""
    broken = [record.name for record in finished.manifest.notebooks if record.status != "finished"]
    failing = [check for verdict in finished.verdicts.values() for check in verdict.failures]
    parts: list[str] = []
    if broken:
        parts.append(f"{_counted(len(broken), 'notebook')} did not finish: {', '.join(broken)}")
    if changes.regressions:
        parts.append(f"{_counted(len(changes.regressions), 'regression')}: {_some(changes.regressions)}")
    still = [f"{check.subject} ({check.variant})" for check in failing]
    still = [name for name in still if name not in changes.regressions]
    if still:
        verb = "does" if len(still) == 1 else "do"
        parts.append(f"{_counted(len(still), 'check')} {verb} not hold: {_some(still)}")
    if parts:
        return "; ".join(parts)
    return (
        "Nothing got worse"
        if changes.references
        else "Everything that decides holds; there is no earlier run of these notebooks and parameters"
    )


def render_index(finished: FinishedRun, changes: RunChanges, chart: str = "") -> str:
    """Render the page.

    Args:
        finished: The run.
        changes: What differs from its references.
        chart: The trend as SVG; empty for none.
    """
    is_fine = finished.exit_code == 0 and not changes.regressions
    lead = (
        f'<div class="el-card {"is-pass" if is_fine else "is-reject"}"><p><b>'
        f"{escaped(headline(finished, changes))}</b></p>{_counts(finished)}"
        f"{_references(changes, finished.folder.parent)}</div>"
    )
    found = f"<h2>What was found</h2>{findings_html(finished)}"
    changed = _changed(changes)
    is_news = not is_fine or any(item.is_worse for item in changes.rates) or changes.certificates
    trend = f'<h2>Over time</h2><div class="el-scroll">{chart}</div>' if chart else ""
    body = changed + found if is_news else found + changed
    return render_document(
        f"{lead}{body}{trend}{_facts(finished.manifest)}",
        f"Report of {moment(finished.manifest.started)}",
        home=f"../{INDEX_FILE}",
        home_name="all runs",
    )


def render_unfinished(manifest: RunManifest) -> str:
    """The page while the run lives, and for good if it dies: what there is so far."""
    rows = [
        (
            f'<a href="{escaped(record.name)}.html">{escaped(record.name)}</a>'
            if record.status in ("finished", "failed")
            else escaped(record.name),
            badge(record.status),
            escaped(record.error or ""),
        )
        for record in manifest.notebooks
    ]
    ended = manifest.status == "failed"
    words = "This run was stopped." if ended else "This run is not finished."
    hint = "" if ended else " If nothing runs any more, it died."
    return render_document(
        f'<div class="el-card is-{"reject" if ended else "low"}"><p><b>{words}</b> It started at '
        f"{escaped(moment(manifest.started))}.{hint}</p></div>{plain_table(('notebook', '', ''), rows)}",
        f"Report of {moment(manifest.started)}",
    )


def _changed(changes: RunChanges) -> str:
    loud = [item for item in changes.checks if item.kind in _LOUD and item.decides]
    quiet = [item for item in changes.checks if item not in loud]
    parts = ["<h2>What changed</h2>"]
    parts += [_loud_change(item) for item in loud[:MAX_CHANGES]]
    if len(loud) > MAX_CHANGES:
        parts.append(f"<p>and {len(loud) - MAX_CHANGES} more that do not hold</p>")
    parts.append(_rates(changes.rates))
    if changes.certificates:
        parts.append(
            plain_table(
                ("certificate", "state", "before", "why"),
                [
                    (
                        escaped(item.certificate.name),
                        badge(item.certificate.state),
                        escaped(item.before or "–"),
                        escaped(item.certificate.reason),
                    )
                    for item in changes.certificates
                ],
            )
        )
    if changes.measures:
        parts.append(
            plain_table(
                ("cost", "before", "now", "notebook"),
                [
                    (
                        escaped(item.name) + (" ↑" if item.is_worse else ""),
                        f"{number_text(item.before)} {escaped(item.unit)}",
                        f"{number_text(item.after)} {escaped(item.unit)}",
                        escaped(item.notebook),
                    )
                    for item in changes.measures
                ],
            )
        )
    if quiet:
        rows = [_quiet_row(item) for item in quiet[:MAX_CHANGES]]
        table = plain_table(("check", "before", "now", "what"), rows)
        more = f"<p>and {len(quiet) - MAX_CHANGES} more</p>" if len(quiet) > MAX_CHANGES else ""
        parts.append(
            f"<details{' open' if not loud and len(quiet) <= 8 else ''}><summary>"
            f"{_counted(len(quiet), 'other change')}</summary>{table}{more}</details>"
        )
    if not (changes.checks or changes.rates or changes.certificates or changes.measures):
        nothing = (
            "Nothing."
            if changes.references
            else "There is no earlier run of these notebooks and parameters to compare with."
        )
        parts.append(f"<p>{nothing}</p>")
    same = (
        f'<p class="el-soft">{_counted(changes.n_same, "check")} as before.</p>'
        if changes.n_same and changes.references
        else ""
    )
    return "".join(parts) + same


def _loud_change(change: CheckChange) -> str:
    move = f"{badge(change.before)} → " if change.before not in (None, change.after) else ""
    rules = ", ".join(f"<code>{escaped(rule)}</code>" for rule in change.rules)
    problems = "".join(f"<li>{escaped(problem)}</li>" for problem in change.problems)
    return (
        f'<div class="el-card is-reject"><p><b>{_named(change)}</b> '
        f'<span class="el-soft">{escaped(change.variant)}, {_WORDS[change.kind]}</span></p>'
        f"<p>{move}{badge(change.after)} {rules}</p>{f'<ul>{problems}</ul>' if problems else ''}</div>"
    )


def _quiet_row(change: CheckChange) -> tuple[str, ...]:
    return (
        f'{_named(change)} <span class="el-soft">{escaped(change.variant)}</span>',
        "–" if change.before is None else badge(change.before),
        "–" if change.after is None else badge(change.after),
        _words(change),
    )


def _words(change: CheckChange) -> str:
    is_old = change.kind == "fails" and change.before is not None
    return _WORDS[change.kind] + (", as before" if is_old else "")


def _named(change: CheckChange) -> str:
    name = escaped(change.subject)
    return name if change.link is None else f'<a href="{escaped(change.link)}">{name}</a>'


def _rates(rates: Sequence[RateChange]) -> str:
    if not rates:
        return ""
    rows = [
        (
            f"{badge('reject' if item.is_worse else 'pass')} {escaped(item.name)}"
            if item.is_worse
            else escaped(item.name),
            escaped(rate_text(item.before)),
            escaped(rate_text(item.after)),
            f"[{percent_text(item.low)}, {percent_text(item.high)}]",
            escaped(item.notebook),
        )
        for item in rates
    ]
    return plain_table(("rate beyond noise", "before", "now", "difference", "notebook"), rows)


def _counts(finished: FinishedRun) -> str:
    """One line for somebody who sees such a page for the first time."""
    deciding = [check for verdict in finished.verdicts.values() for check in verdict.checks if check.decides]
    held = sum(check.held for check in deciding)
    n_notebooks = _counted(len(finished.manifest.notebooks), "notebook")
    return (
        f"<p>{n_notebooks} ran; {held} of {_counted(len(deciding), 'check')} that decide hold. "
        "What a model did is shown and never decides.</p>"
    )


def _references(changes: RunChanges, results: Path) -> str:
    runs = sorted(set(changes.references.values()))
    if not runs:
        return ""
    links = ", ".join(_reference(run, results) for run in runs)
    return f'<p class="el-soft">compared with {links}</p>'


def _reference(run: str, results: Path) -> str:
    if run == BASELINE:
        return "the committed baseline"
    if not (results / run / INDEX_FILE).exists():
        return escaped(run)
    return f'<a href="../{escaped(run)}/{INDEX_FILE}">{escaped(run)}</a>'


def _facts(manifest: RunManifest) -> str:
    dirty = " with uncommitted changes" if manifest.is_dirty else ""
    facts = {
        "run": escaped(manifest.run),
        "profile": escaped(manifest.profile or "–"),
        "took": f"{manifest.seconds or 0:.0f} s",
        "commit": f"<code>{escaped((manifest.commit or '–')[:12])}</code>{dirty}",
        "policy": f"<code>{escaped(manifest.policy_hash or 'several')}</code>",
        "code": f"<code>{escaped(manifest.code_version)}</code>",
    }
    inside = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    versions = [(escaped(name), escaped(version)) for name, version in manifest.versions.items()]
    return (
        f'<h2>This run</h2><dl class="el-facts">{inside}</dl>'
        f"<details><summary>versions</summary>{plain_table(('package', 'version'), versions)}</details>"
    )


def plain_table(names: Sequence[str], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of escaped markup; it scrolls within a narrow page."""
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="el-scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _some(names: Sequence[str], most: int = 3) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def moment(text: str) -> str:
    """A time of a manifest, to the minute."""
    return text[:16].replace("T", " ") + " UTC"
