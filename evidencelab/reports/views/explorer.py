"""Pick a case, edit an excerpt or a threshold, and see the decision and its reasons change.

A small set of widgets for JupyterLab. Every change asks the real match and the real gate; nothing is
kept and nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets as widgets

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.contracts import Session
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.sessions import read_sessions
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.matrix.outcomes import evaluate_case
from evidencelab.reports.views.display import NO_MATHS, ExcerptOverText, html_of
from evidencelab.reports.views.evidence_view import Reading, result_html
from evidencelab.reports.views.page import stylesheet


class Place(NamedTuple):
    """One quotable place of a session and the excerpts that cite it."""

    label: str
    text: str
    excerpt: str


class Explorer:
    """The widgets and what they show.

    Attributes:
        case: Which session.
        place: Which of its citations and quotable places.
        excerpt: The excerpt on trial; free to edit.
        accept_at: Lowest similarity that is accepted.
        reject_below: Lowest similarity that is no mismatch.
        shown: The decision, the excerpt over the text, and the gate's result on the whole session.
        view: Everything, to be displayed.
    """

    def __init__(self, sessions: Sequence[Session]) -> None:
        """Make an explorer of sessions.

        Raises:
            SettingError: There are none.
        """
        if not sessions:
            raise SettingError("explore", "sessions", "is empty; give at least one session")
        self._sessions = {session.session_id: session for session in sessions}
        defaults = GatekeeperPolicy()
        wide = widgets.Layout(width="100%")
        self.case = widgets.Dropdown(options=list(self._sessions), description="case", layout=wide)
        self.place = widgets.Dropdown(options=[], description="place", layout=wide)
        self.excerpt = widgets.Textarea(description="excerpt", rows=3, layout=wide)
        slider = {"min": 0.0, "max": 100.0, "step": 0.5, "continuous_update": False, "layout": wide}
        self.accept_at = widgets.FloatSlider(value=defaults.accept_at, description="accept at", **slider)
        self.reject_below = widgets.FloatSlider(
            value=defaults.reject_below, description="reject below", **slider
        )
        self.shown = widgets.HTML()
        self.view = widgets.VBox(
            [self.case, self.place, self.excerpt, self.accept_at, self.reject_below, self.shown]
        )
        self.case.observe(self._on_case, names="value")
        self.place.observe(self._on_place, names="value")
        self.accept_at.observe(self._on_accept_at, names="value")
        self.reject_below.observe(self._on_reject_below, names="value")
        self.excerpt.observe(self._show, names="value")
        self._on_case(None)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.view)  # type: ignore[no-untyped-call]

    @property
    def policy(self) -> GatekeeperPolicy:
        """The policy the sliders stand for."""
        return GatekeeperPolicy(accept_at=self.accept_at.value, reject_below=self.reject_below.value)

    def _on_case(self, change: Any) -> None:
        reading = Reading.of(self._sessions[self.case.value])
        self._places = {place.label: place for place in _places(reading)}
        self.place.options = list(self._places)
        self.place.index = 0 if self._places else None
        self._on_place(None)

    def _on_place(self, change: Any) -> None:
        place = self._places.get(self.place.value)
        self.excerpt.value = "" if place is None else place.excerpt
        self._show(None)

    def _on_accept_at(self, change: Any) -> None:
        self.reject_below.value = min(self.reject_below.value, self.accept_at.value)
        self._show(None)

    def _on_reject_below(self, change: Any) -> None:
        self.accept_at.value = max(self.reject_below.value, self.accept_at.value)
        self._show(None)

    def _show(self, change: Any) -> None:
        if self.reject_below.value > self.accept_at.value:
            return  # between the two moves of one drag
        place = self._places.get(self.place.value)
        over = (
            "<p>Nothing quotable was recorded.</p>"
            if place is None
            else html_of(ExcerptOverText.of(self.excerpt.value, place.text, self.policy))
        )
        result = Reading.of(self._sessions[self.case.value], self.policy).gated.result
        self.shown.value = (
            f'<style>{stylesheet("evidence.css")}</style><div class="el {NO_MATHS}">{over}'
            f"<h4>the whole session under these thresholds</h4>{result_html(result)}</div>"
        )


def explore(sessions: Sequence[Session] | str | Path | None = None) -> Explorer:
    """Make an explorer of sessions or of a session file, by default of the baseline's runs over the cases.

    Raises:
        InputError: The file cannot be read.
        SettingError: There is no session to explore.
    """
    if isinstance(sessions, str | Path):
        read = [line.session for line in read_sessions(Path(sessions))]
        sessions = [session for session in read if session is not None]
    if sessions is None:
        chain, policy = baseline_chain(), GatekeeperPolicy()
        sessions = [evaluate_case(case, chain, policy).run.session for case in load_cases()]
    return Explorer(sessions)


def _places(reading: Reading) -> list[Place]:
    """The citations first, then every place nobody cites, each with an excerpt to begin with."""
    places: list[Place] = []
    cited: set[tuple[int | None, str | None]] = set()
    output = reading.gated.output
    named = [(claim.claim_id, claim.evidence_bindings) for claim in output.claims]
    named += [(action.action_id, action.evidence_bindings) for action in output.recommended_actions]
    for name, bindings in named:
        for index, binding in enumerate(bindings):
            key = (binding.source_invocation_id, binding.raw_path)
            text = reading.text_at(*key)
            label = f"{name} [{index}] call {key[0]} {key[1]}"
            cited.add(key)
            places.append(Place(label, text or "", binding.evidence_excerpt or ""))
    for invocation in reading.gated.invocations:
        details = invocation.retrieval_details
        for ref in (details.evidence_refs if details else None) or ():
            if (invocation.invocation_id, ref.raw_path) not in cited:
                label = f"not cited: call {invocation.invocation_id} {ref.raw_path}"
                places.append(Place(label, ref.text, ref.text))
    return places
