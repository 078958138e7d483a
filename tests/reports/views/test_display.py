"""Objects show themselves: escaped everywhere, the same in Jupyter and in a page."""

from __future__ import annotations

import html
import re

import pandas as pd
import pytest

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.audit import AuditStore
from evidencelab.contracts import (
    Claim,
    Envelope,
    ExecutorOutput,
    Session,
    UnreadableLine,
    VerifierOutput,
)
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.matrix.outcomes import evaluate_case
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.lab.sweeps.comparison import compare_variants
from evidencelab.reports.runs.verdict import Check, NamedRate, NotebookVerdict, Provenance
from evidencelab.reports.views import display
from evidencelab.reports.views.display import ExcerptOverText, html_of
from evidencelab.reports.views.markup import clean_html
from evidencelab.reports.views.page import VIEW_MIME
from evidencelab.reports.views.tables import table_html

HOSTILE = "</pre></details><img src=x onerror=alert(1)><script>alert(2)</script>\x1b[31m[l](javascript:x)"
SHOWN = HOSTILE.replace("\x1b", "\\x1b")


def hostile_session():
    binding = {
        "tool_name": HOSTILE,
        "source_invocation_id": 1,
        "raw_path": "$.logs[0]",
        "evidence_excerpt": HOSTILE + " active=49",
    }
    return Session.model_validate(
        {
            "session_id": HOSTILE,
            "original_query": HOSTILE,
            "tool_invocations": [
                {
                    "invocation_id": 1,
                    "tool_name": "query_logs",
                    "arguments": {"query": HOSTILE},
                    "output": {"logs": [{"message": HOSTILE}]},
                    "retrieval_details": {
                        "evidence_status": "supported",
                        "evidence_refs": [{"raw_path": "$.logs[0]", "text": HOSTILE + " active=48"}],
                    },
                }
            ],
            "executor_output": {
                "claims": [
                    {
                        "claim_id": HOSTILE,
                        "claim_type": "observation",
                        "claim_text": HOSTILE,
                        "evidence_bindings": [binding, {**binding, "raw_path": HOSTILE}],
                    }
                ],
                "missing_info": [{"info_id": "m", "description": HOSTILE}],
                "hypotheses": [{"hypothesis_id": "h", "hypothesis_text": HOSTILE}],
                "recommended_actions": [{"action_id": HOSTILE, "action_text": HOSTILE}],
            },
        }
    )


def hostile_outcome():
    case = load_cases(names=["connection-pool-positive-en"])[0]
    outcome = evaluate_case(case, baseline_chain(), GatekeeperPolicy())
    return outcome.model_copy(update={"case": HOSTILE, "failures": (HOSTILE,)})


def hostile_entry(tmp_path):
    session = hostile_session()
    with AuditStore(tmp_path / "a.sqlite") as store:
        store.add_check(session, check_session(session), GatekeeperPolicy())
        return store.entry(session.session_id)


def values(tmp_path):
    session = hostile_session()
    result = check_session(session)
    claim = Claim.model_validate(session.executor_output["claims"][0])
    verifier = {
        "verdict": "LOW_CONFID",
        "claims": [{"claim_id": HOSTILE, "support": "unsupported", "reasons": [HOSTILE]}],
    }
    return {
        "session": session,
        "result": result,
        "envelope": Envelope(
            session_id=HOSTILE, line=1, policy_hash="p", code_version="c", gatekeeper_result=result
        ),
        "unreadable": UnreadableLine(line=3, error=HOSTILE),
        "claim": claim,
        "executor_output": ExecutorOutput(claims=(claim,)),
        "invocation": session.tool_invocations[0],
        "verifier": VerifierOutput.model_validate(verifier),
        "match": match_excerpt(HOSTILE + " active=49", HOSTILE + " active=48"),
        "over_text": ExcerptOverText.of(HOSTILE + " active=49", HOSTILE + " active=48"),
        "outcome": hostile_outcome(),
        "entry": hostile_entry(tmp_path),
        "verdict": NotebookVerdict(
            question="?",
            sentence=HOSTILE,
            checks=(Check(subject=HOSTILE, status="PASS", held=False),),
            rates=(NamedRate.of(HOSTILE, 1, 2),),
        ),
        "provenance": Provenance(inputs={HOSTILE: "abc"}),
        "frame": None,
    }


KINDS = [
    "session", "result", "envelope", "unreadable", "claim", "executor_output", "invocation", "verifier",
    "over_text", "outcome", "entry", "verdict", "provenance", "frame",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_object_shows_hostile_text_as_text(kind, tmp_path):
    frame = pd.DataFrame({HOSTILE: [HOSTILE]})
    value = values(tmp_path)[kind]
    markup = table_html(frame) if kind == "frame" else html_of(value)
    assert not re.search(r"<(img|script|a)\b", markup)
    assert "\x1b" not in markup
    assert SHOWN in html.unescape(re.sub(r"</?(mark|wbr)\b[^>]*>", "", markup))


@pytest.mark.parametrize("kind", [*KINDS, "match"])
def test_a_page_keeps_the_markup_as_jupyter_shows_it(kind, tmp_path):
    value = values(tmp_path)[kind]
    markup = table_html(pd.DataFrame({"a": [1]})) if kind == "frame" else html_of(value)
    assert structure(clean_html(markup)) == structure(markup)


def structure(markup):
    """Tags with their classes, in order: what the page's cleaning must not touch."""
    tags = re.findall(r"<(/?[a-z0-9]+)((?:[^>\"]|\"[^\"]*\")*)>", markup)
    return [(name, re.findall(r'class="([^"]*)"', rest), " open" in rest) for name, rest in tags]


def test_a_session_shows_where_a_value_differs():
    markup = html_of(hostile_session())
    assert '<mark class="el-veto" title="value_changed"><b>49</b></mark>' in markup
    assert '<mark class="el-veto" title="value_changed"><b>48</b></mark>' in markup
    assert "evidence.excerpt_mismatch" in markup


def cell(number):
    return {
        "case": f"c{number}", "incident": f"i{number}", "language": "en", "variant": HOSTILE,
        "model": "baseline", "repeat": 0, "verdict": "PASS", "expected_verdict": "PASS",
        "gate_status": "pass", "n_claims": 1, "narrow": True, "n_bindings": 1, "n_sound": 1,
        "n_altered": 0, "n_misattributed": 0, "n_fabricated": 0, "forbidden_claim": False,
        "groundedness_score": 1.0, "tokens": None, "seconds": 0.5, "error": None,
    }  # fmt: skip


def test_a_comparison_prints_six_of_six_with_its_interval():
    markup = html_of(compare_variants(pd.DataFrame([cell(number) for number in range(6)])))
    assert "100 % [61.0 %, 100 %], 6 of 6" in markup
    assert "<img" not in markup


def test_jupyter_shows_the_library_by_itself():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    display.install()
    try:
        bundle, _ = shell.display_formatter.format(Rate.of(6, 6))
        assert "100 % [61.0 %, 100 %], 6 of 6" in bundle["text/html"]
        assert bundle["text/html"].startswith("<style>")
        assert "<style" not in bundle[VIEW_MIME]
        assert 'class="el mathjax_ignore' in bundle[VIEW_MIME]
        assert "text/plain" in bundle
    finally:
        type(shell).clear_instance()
