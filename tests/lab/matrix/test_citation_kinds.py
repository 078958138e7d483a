import pytest

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.chain import finish_run
from evidencelab.contracts import Session
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.citation_kinds import CitationCounts, count_citations, judge_citations
from tests.agents.runs import MEMORY_ALERT, NO_LOGS, empty_search, invocation

POLICY = GatekeeperPolicy()
DISK_LOG = "[11:20][ERROR][basket-api] No space left on device: /var/lib/basket"


def run_with(*claims, actions=()):
    session = Session(
        session_id="s",
        original_query="What is wrong with basket-api?",
        tool_invocations=(
            invocation(501, MEMORY_ALERT),
            invocation(502, DISK_LOG, tool_name="query_logs", kind="logs"),
            empty_search(503),
        ),
        executor_output={"claims": list(claims), "recommended_actions": list(actions)},
    )
    return finish_run(session, prepare_verifier_input(session, POLICY), baseline_chain(), POLICY, attempts=1)


def cite(excerpt, call=501, path="$.alerts[0]", tool="query_metrics"):
    return {
        "tool_name": tool,
        "source_invocation_id": call,
        "raw_path": path,
        "evidence_excerpt": excerpt,
    }


def claim(*bindings, claim_id="c1", claim_type="observation"):
    return {
        "claim_id": claim_id,
        "claim_type": claim_type,
        "claim_text": "Something.",
        "evidence_bindings": list(bindings),
    }


@pytest.mark.parametrize(
    ("binding", "kind"),
    [
        pytest.param(cite("current=91%, duration=15m"), "sound", id="verbatim"),
        pytest.param(cite("service=basket-api, current=97%, duration=15m"), "altered", id="one-digit"),
        pytest.param(cite("No space left on device"), "misattributed", id="another-call's-text"),
        pytest.param(
            cite("No space left on device", call=502, path="$.logs[4]", tool="query_logs"),
            "misattributed",
            id="wrong-index-of-a-real-quote",
        ),
        pytest.param(cite("the certificate has expired"), "fabricated", id="stands-nowhere"),
        pytest.param(cite("the certificate has expired", call=7), "fabricated", id="invented-id"),
        pytest.param(cite("disk", path="$.alerts[9]"), "fabricated", id="no-such-place"),
        pytest.param(cite("current=91%", call=7), "misattributed", id="real-quote-under-an-invented-id"),
        pytest.param(cite("firing"), "other", id="too-generic-to-compare"),
        pytest.param(
            {"tool_name": "query_metrics", "source_invocation_id": 501, "evidence_excerpt": "current=91%"},
            "other",
            id="no-path",
        ),
        pytest.param(
            cite(NO_LOGS, call=503, path="$.no_evidence", tool="query_logs"), "other", id="wrong-polarity"
        ),
    ],
)
def test_citation_is_put_into_one_word(binding, kind):
    judged = judge_citations(run_with(claim(binding)))
    assert [cited.kind for cited in judged] == [kind]
    assert (judged[0].reason is None) == (kind == "sound")


def test_every_citation_of_claims_and_actions_is_counted_once():
    action = {
        "action_id": "a1",
        "action_text": "Look at the GC log.",
        "evidence_bindings": [cite("current=97%, duration=15m")],
    }
    run = run_with(
        claim(cite("current=91%, duration=15m"), cite("the certificate has expired")),
        claim(cite("No space left on device"), claim_id="c2"),
        actions=[action],
    )
    judged = judge_citations(run)
    assert [(cited.owner, cited.kind) for cited in judged] == [
        ("c1", "sound"),
        ("c1", "fabricated"),
        ("c2", "misattributed"),
        ("a1", "altered"),
    ]
    assert count_citations(judged) == CitationCounts(1, 1, 1, 1, 0)
    assert count_citations(judged).n_bindings == 4


def test_recorded_text_stands_beside_the_citation():
    judged = judge_citations(run_with(claim(cite("current=97%"), cite("x y", call=7))))
    assert [cited.recorded for cited in judged] == [MEMORY_ALERT, None]


def test_run_without_citations_counts_none():
    assert count_citations(judge_citations(run_with())) == CitationCounts()
