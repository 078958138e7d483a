"""The audit store: what goes in comes out, replays equal fresh gating, and mistakes are one line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from evidencelab.audit import AuditStore
from evidencelab.contracts import GatekeeperResult, Session, VerifierOutput
from evidencelab.errors import InputError, OutputError, UnknownNameError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.reports.terminal.audit_text import describe_diff, describe_entry, describe_lines
from evidencelab.reports.views.replays import RuleDiff, compare_replays

REF = "PoolExhausted firing, service=cart-edge, active=48, duration=6m"
STRICT = GatekeeperPolicy(accept_at=100.0, reject_below=100.0)


def make_session(session_id="s-1", excerpt="service=cart-edge, active=48", raw_path="$.alerts[0]"):
    binding = {
        "tool_name": "query_metrics",
        "source_invocation_id": 7,
        "raw_path": raw_path,
        "evidence_excerpt": excerpt,
    }
    claim = {
        "claim_id": "c1",
        "claim_type": "observation",
        "claim_text": "cart-edge 的连接池 active=48",
        "evidence_bindings": [binding],
    }
    return Session.model_validate(
        {
            "session_id": session_id,
            "original_query": "cart-edge 连接池?",
            "tool_invocations": [
                {
                    "invocation_id": 7,
                    "tool_name": "query_metrics",
                    "retrieval_details": {
                        "evidence_status": "supported",
                        "evidence_refs": [{"raw_path": "$.alerts[0]", "text": REF}],
                    },
                }
            ],
            "executor_output": {"claims": [claim]},
        }
    )


def store_check(store, session, policy=GatekeeperPolicy()):
    return store.add_check(session, check_session(session, policy), policy)


def test_an_entry_comes_back_as_it_was_stored(tmp_path):
    session, policy = make_session(), GatekeeperPolicy(accept_at=90.0)
    result = check_session(session, policy)
    with AuditStore(tmp_path / "deep" / "audit.sqlite") as store:
        number = store.add_check(session, result, policy)
        entry = store.entry("s-1")
    assert (entry.entry_id, entry.kind, entry.session, entry.policy) == (number, "check", session, policy)
    assert entry.session.to_wire() == session.to_wire()
    wire = entry.self_evaluation.to_wire()["verifier_evaluation"]
    assert wire == {
        "gatekeeper_result": result.to_wire(),
        "policy_hash": policy.policy_hash,
        "code_version": code_version(),
    }


@pytest.mark.parametrize(
    "output",
    [
        pytest.param('half a JSON {"claims": [', id="text"),
        pytest.param({"claims": "\ud800 lone surrogate \x00 nul"}, id="surrogate-and-nul"),
        pytest.param([1.5, None, True, '引号"与\\'], id="list"),
        pytest.param(None, id="nothing"),
    ],
)
def test_any_executor_output_survives_the_store(tmp_path, output):
    session = Session(session_id="s", executor_output=output)
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, session)
        assert store.entry("s").session.executor_output == output


def test_replay_under_the_stored_policy_equals_the_stored_result(tmp_path):
    with AuditStore(tmp_path / "a.sqlite") as store:
        for number, excerpt in enumerate(["service=cart-edge, active=48", "active=49", "firing"]):
            store_check(store, make_session(f"s-{number}", excerpt))
        replays = list(store.replay())
    assert [replay.is_changed for replay in replays] == [False, False, False]
    assert all(replay.same_code for replay in replays)


def test_replay_under_another_policy_equals_gating_fresh_and_is_summed_up_by_rule(tmp_path):
    sessions = [
        make_session("s-1"),
        make_session("s-2", raw_path="$.alerts[9]"),
        make_session("s-3"),
    ]
    narrow = GatekeeperPolicy(evidence_tools=("query_logs",))
    with AuditStore(tmp_path / "a.sqlite") as store:
        for session in sessions:
            store_check(store, session)
        replays = list(store.replay(narrow))
    assert [replay.fresh for replay in replays] == [check_session(session, narrow) for session in sessions]
    diff = compare_replays(replays)
    assert (diff.n_entries, diff.n_sessions) == (3, 3)
    assert diff.severities == (("none", "reject", 2), ("reject", "reject", 1))
    assert diff.rules == (
        RuleDiff(
            "evidence.raw_path",
            n_stored=1,
            n_fresh=1,
            n_gained=0,
            n_lost=0,
            n_failures_stored=1,
            n_failures_fresh=1,
        ),
        RuleDiff(
            "evidence.tool_not_allowed",
            n_stored=0,
            n_fresh=3,
            n_gained=3,
            n_lost=0,
            n_failures_stored=0,
            n_failures_fresh=3,
        ),
    )
    text = describe_diff(diff)
    assert "replayed 3 entries of 3 sessions: 3 changed (of 3 sessions), 0 the same" in text
    assert "s-1, entry 1: none -> reject  +evidence.tool_not_allowed" in text


def test_the_newest_entry_of_a_session_is_shown_unless_one_is_named(tmp_path):
    with AuditStore(tmp_path / "a.sqlite") as store:
        first = store_check(store, make_session())
        second = store_check(store, make_session(), STRICT)
        assert store.entry("s-1").entry_id == second
        assert store.entry("s-1", first).policy == GatekeeperPolicy()
        assert [line.entry_id for line in store.lines("s-1")] == [first, second]
        with pytest.raises(UnknownNameError, match="no entry of 's-1' named '99'; known are 1, 2"):
            store.entry("s-1", 99)
        with pytest.raises(UnknownNameError, match="no stored session named 'other'; known are s-1"):
            store.entry("other")


def test_show_answers_what_was_cited_what_was_found_and_why_it_was_stopped(tmp_path):
    session = make_session("s-1\x1b[31m", excerpt="service=cart-edge, active=49")
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, session)
        text = describe_entry(store.entry(session.session_id))
        listing = describe_lines(store.lines())
    assert "session s-1\\x1b[31m" in text
    assert "\x1b" not in text + listing
    cited, found, stopped = (
        text.index("cited: service=cart-edge, active=49"),
        text.index(f"found: {REF}"),
        text.index("evidence.excerpt_mismatch (reject):"),
    )
    assert cited < found < stopped
    assert "reject" in listing


def test_a_session_gated_twice_is_two_entries_and_one_session(tmp_path):
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, make_session())
        store_check(store, make_session())
        diff = compare_replays(store.replay(GatekeeperPolicy(evidence_tools=("query_logs",))))
        listing = describe_lines(store.lines(), store.place)
    assert (diff.n_entries, diff.n_sessions) == (2, 1)
    assert "replayed 2 entries of 1 session: 2 changed (of 1 session), 0 the same" in describe_diff(diff)
    assert listing.endswith(f"2 entries of 1 session in {tmp_path / 'a.sqlite'}")


def test_what_was_found_is_the_evidence_at_the_cited_place_whatever_rule_failed(tmp_path):
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, make_session("other-tool"), GatekeeperPolicy(evidence_tools=("query_logs",)))
        store_check(store, make_session("no-place", raw_path="$.alerts[9]"))
        told = describe_entry(store.entry("other-tool"))
        assert f"found: {REF}" in told
        assert "found: [" not in told
        assert "found: - (call 7 has no such place)" in describe_entry(store.entry("no-place"))


def test_why_it_was_stopped_names_the_citations_and_says_each_reason_once(tmp_path):
    session = make_session()
    output = json.loads(json.dumps(session.executor_output))
    output["claims"].append({**output["claims"][0], "claim_id": "second"})
    session = session.model_copy(update={"executor_output": output})
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, session, GatekeeperPolicy(evidence_tools=("query_logs",)))
        told = describe_entry(store.entry(session.session_id))
    stopped = told.partition("Why it was stopped")[2]
    assert stopped.count("evidence.tool_not_allowed (reject)") == 1
    assert "c1[0], second[0]: evidence.tool_not_allowed" in stopped
    assert "2 of 2 citations failed" in told


def test_a_stopped_chain_is_shown_with_its_verdict(tmp_path):
    session = make_session()
    with AuditStore(tmp_path / "a.sqlite") as store:
        store_check(store, session)
        entry = store.entry("s-1")
    assert "it was not" in describe_entry(entry)
    verifier = VerifierOutput(verdict="LOW_CONFID", groundedness_score=0.0)
    evaluation = entry.evaluation.model_copy(update={"verifier_output": verifier})
    judged = entry.self_evaluation.model_copy(update={"verifier_evaluation": evaluation})
    text = describe_entry(entry.model_copy(update={"self_evaluation": judged}))
    assert "verdict: LOW_CONFID, groundedness 0.00" in text


WRITER = """
import sys
from evidencelab.audit import AuditStore
from evidencelab.contracts import GatekeeperResult, Session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
with AuditStore(sys.argv[1]) as store:
    for number in range(40):
        session = Session(session_id=f"{sys.argv[2]}-{number}")
        store.add_check(session, GatekeeperResult(status="pass", severity="none"), GatekeeperPolicy())
"""


def test_concurrent_writers_lose_nothing(tmp_path):
    path = tmp_path / "a.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(name)], stderr=subprocess.PIPE)
        for name in range(4)
    ]
    errors = [writer.communicate()[1].decode() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0, 0], errors
    with AuditStore(path, create=False) as store:
        assert len({line.session_id for line in store.lines()}) == 160


def test_reading_a_store_that_is_not_there_makes_none(tmp_path):
    path = tmp_path / "none.sqlite"
    with pytest.raises(InputError, match=r"none\.sqlite: no audit store is there; store something first"):
        AuditStore(path, create=False)
    assert not path.exists()


@pytest.mark.parametrize(
    ("database", "problem"),
    [
        pytest.param("nonsense://host/name", r"nonsense://host/name: cannot be opened", id="dialect"),
        pytest.param(
            "postgresql+nodriver://u:secret@h/d", r"postgresql\+nodriver://u:\*\*\*@h/d: cannot", id="driver"
        ),
        pytest.param("bad url://h/d", r"bad url://\.\.\.: is not a database URL", id="url"),
    ],
)
def test_a_bad_url_is_one_line_without_the_password(database, problem):
    with pytest.raises(InputError, match=problem) as caught:
        AuditStore(database)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database_is_named(tmp_path):
    path = tmp_path / "text.sqlite"
    path.write_text("this is a text of more than one hundred characters, " * 5)
    with pytest.raises(InputError, match=r"text\.sqlite: cannot be opened \(file is not a database\)"):
        AuditStore(path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"file: cannot be made"):
        AuditStore(tmp_path / "file" / "a.sqlite")


def test_an_entry_of_another_version_is_named(tmp_path):
    path = tmp_path / "a.sqlite"
    with AuditStore(path) as store:
        number = store_check(store, make_session())
        with store._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE audit_entry SET policy = ?", (json.dumps({"gone": 1}),))
        with pytest.raises(InputError, match=rf"entry {number} cannot be read .*; it was stored by another"):
            store.entry("s-1")


def test_results_that_pass_are_stored_too(tmp_path):
    with AuditStore(tmp_path / "a.sqlite") as store:
        store.add_check(
            Session(session_id="s"), GatekeeperResult(status="pass", severity="none"), GatekeeperPolicy()
        )
        assert [(line.severity, line.verdict) for line in store.lines()] == [("none", None)]
