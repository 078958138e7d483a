"""What the fields around a reply's records say, field by field: verdict, error, completeness, totals, messages."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.envelope import (
    Signs,
    has_stated_error,
    is_bare,
    is_listing,
    read_signs,
)
from evidencelab.evidence.extractors.values import Literal


def signs(*envelopes):
    return read_signs(envelopes)


# ------------------------------------------------------------------------------ verdict


@pytest.mark.parametrize(
    ("envelope", "verdict"),
    [
        pytest.param({"success": True}, True, id="success"),
        pytest.param({"ok": False}, False, id="ok-false"),
        pytest.param({"succeeded": " TRUE "}, True, id="true-as-text"),
        pytest.param({"success": "false"}, False, id="false-as-text"),
        pytest.param({"success": "perhaps"}, None, id="another-text"),
        pytest.param({"success": 1}, None, id="a-number-is-no-flag"),
        pytest.param({"success": None}, None, id="null"),
        pytest.param({"isError": True}, False, id="is-error"),
        pytest.param({"isError": False}, None, id="no-error-is-no-success"),
        pytest.param({"failed": "true"}, False, id="failed-as-text"),
        pytest.param({"return_code": 0}, True, id="exit-0"),
        pytest.param({"exit_code": 2}, False, id="exit-2"),
        pytest.param({"errno": " -1 "}, False, id="exit-as-text"),
        pytest.param({"exitCode": "0"}, True, id="exit-0-as-text"),
        pytest.param({"exit_code": "--0"}, None, id="two-signs-are-no-number"),
        pytest.param({"exit_code": "0-"}, None, id="a-sign-behind-is-no-number"),
        pytest.param({"exit_code": "0" * 19}, True, id="nineteen-digits"),
        pytest.param({"exit_code": "0" * 20}, None, id="twenty-digits"),
        pytest.param({"exit_code": True}, None, id="true-is-no-exit-code"),
        pytest.param({"code": 0}, True, id="code-0"),
        pytest.param({"code": 1}, None, id="code-1"),
        pytest.param({"code": -1}, False, id="code-minus-1"),
        pytest.param({"code": 199}, None, id="code-199"),
        pytest.param({"code": 200}, True, id="code-200"),
        pytest.param({"code": "204"}, True, id="code-204-as-text"),
        pytest.param({"code": 299}, True, id="code-299"),
        pytest.param({"code": 300}, None, id="code-300"),
        pytest.param({"http_status": 399}, None, id="code-399"),
        pytest.param({"statusCode": 400}, False, id="code-400"),
        pytest.param({"status_code": 503}, False, id="code-503"),
        pytest.param({"status": "Success"}, True, id="status-success"),
        pytest.param({"status": "no data"}, True, id="status-no-data"),
        pytest.param({"status": "done"}, True, id="status-done"),
        pytest.param({"status": "error"}, False, id="status-error"),
        pytest.param({"status": " Timed-Out "}, False, id="status-timed-out"),
        pytest.param({"status": "unavailable"}, False, id="status-unavailable"),
        pytest.param({"status": "firing"}, None, id="status-of-something-else"),
        pytest.param({"status": {"state": "ok"}}, None, id="status-object"),
        pytest.param({"success": True, "exit_code": 1}, False, id="one-of-two-says-no"),
        pytest.param({"success": False, "code": 200}, False, id="the-other-says-no"),
        pytest.param({}, None, id="nothing"),
    ],
)
def test_verdict_is_read_from_flags_codes_and_words(envelope, verdict):
    assert signs(envelope).verdict is verdict


def test_the_outermost_envelope_that_says_so_decides():
    assert signs({"took": 3}, {"success": True}, {"status": "failed"}).verdict is True
    assert signs({"took": 3}, {"error": "boom"}).has_error
    assert signs({"error": "boom"}, {"success": True}).has_error
    assert not signs({"success": True}, {"error": "a record's own"}).has_error


# ------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("envelope", "stated"),
    [
        pytest.param({"error": "boom"}, True, id="text"),
        pytest.param({"error": " None "}, False, id="denied"),
        pytest.param({"error": "no error"}, False, id="no-error"),
        pytest.param({"error": "无"}, False, id="none-zh"),
        pytest.param({"error": ""}, False, id="blank"),
        pytest.param({"error": None}, False, id="null"),
        pytest.param({"error": True}, True, id="true"),
        pytest.param({"error": False}, False, id="false"),
        pytest.param({"error": 0}, False, id="zero"),
        pytest.param({"error": 1}, True, id="one"),
        pytest.param({"error": -1}, True, id="minus-one"),
        pytest.param({"exception": {"type": "x"}}, True, id="object"),
        pytest.param({"errors": []}, False, id="empty-list"),
        pytest.param({"errors": ["a"]}, True, id="list"),
        pytest.param({"errors": ["a"], "data": None}, True, id="list-beside-data"),
        pytest.param({"errors": ["a"], "total": 1}, False, id="counted-list-was-asked-for"),
        pytest.param({"errors": ["a"], "success": True}, False, id="list-of-a-successful-call-was-asked-for"),
        pytest.param({"errors": ["a"], "success": False}, True, id="list-of-a-failed-call"),
        pytest.param({"warning": "boom"}, False, id="a-warning-is-no-error"),
        pytest.param({"errorType": "bad_data"}, True, id="error-type"),
    ],
)
def test_an_error_is_stated_where_a_field_says_so(envelope, stated):
    assert has_stated_error(envelope) is stated
    assert signs(envelope).has_error is stated


@pytest.mark.parametrize(
    ("envelope", "asked_for"),
    [
        pytest.param({"errors": [1], "count": 1}, True, id="counted"),
        pytest.param({"errors": [], "count": 0}, True, id="counted-to-nothing"),
        pytest.param({"errors": [1], "count": "many"}, False, id="not-counted"),
        pytest.param({"errors": [1], "count": 1, "rows": []}, False, id="not-the-only-list"),
        pytest.param({"errors": [1], "count": 1, "data": {}}, False, id="beside-data"),
        pytest.param({"errors": [1], "ok": True}, True, id="some-and-succeeded"),
        pytest.param({"errors": [], "ok": True}, False, id="none-and-succeeded"),
        pytest.param({"errors": [1], "ok": False}, False, id="some-and-failed"),
        pytest.param({"errors": [1]}, False, id="alone"),
        pytest.param({"errors": "boom", "count": 1}, False, id="no-list"),
    ],
)
def test_a_list_of_errors_may_be_what_was_asked_for(envelope, asked_for):
    assert is_listing(envelope, "errors") is asked_for


# ------------------------------------------------------------------------------ completeness


@pytest.mark.parametrize(
    ("envelope", "is_incomplete"),
    [
        pytest.param({"timed_out": True}, True, id="flag"),
        pytest.param({"timed_out": False}, False, id="flag-down"),
        pytest.param({"partial": "yes"}, True, id="text"),
        pytest.param({"partial": " No Error "}, False, id="denial"),
        pytest.param({"dropped_entries": [1]}, True, id="list"),
        pytest.param({"failures": []}, False, id="empty-list"),
        pytest.param({"truncatedAlerts": 1}, True, id="count"),
        pytest.param({"failed_pages": 0.5}, True, id="fraction"),
        pytest.param({"failed_pages": 0}, False, id="zero"),
        pytest.param({"failed_pages": -1}, False, id="below-zero"),
        pytest.param({"status": "In-Progress"}, True, id="pending"),
        pytest.param({"status": "queued"}, True, id="queued"),
        pytest.param({"status": "partial"}, True, id="status-partial"),
        pytest.param({"status": "done"}, False, id="status-done"),
        pytest.param({"_shards": {"total": 2, "successful": 2, "failed": 0}}, False, id="all-shards"),
        pytest.param({"_shards": {"total": 2, "successful": 2}}, False, id="failures-not-stated"),
        pytest.param(
            {"_shards": {"total": 1, "successful": 1, "failed": "0"}}, False, id="one-shard-as-text"
        ),
        pytest.param({"_shards": {"total": 2, "successful": 2, "failed": 1}}, True, id="one-failed"),
        pytest.param({"_shards": {"total": 2, "successful": 2, "failed": None}}, True, id="failed-unknown"),
        pytest.param(
            {"_shards": {"total": 2, "successful": 2, "failures": ["x"]}}, True, id="failures-listed"
        ),
        pytest.param({"_shards": {"total": 2, "successful": 1, "failed": 0}}, True, id="one-missing"),
        pytest.param({"_shards": {"total": 0, "successful": 0, "failed": 0}}, True, id="none-to-ask"),
        pytest.param({"_shards": {"successful": 2}}, True, id="uncounted"),
        pytest.param({"_clusters": {"total": 2, "successful": 1}}, True, id="one-cluster-missing"),
        pytest.param({"_clusters": {"total": 2, "successful": 2}}, False, id="all-clusters"),
        pytest.param({"_clusters": 3}, False, id="clusters-of-another-kind"),
    ],
)
def test_a_reply_is_incomplete_where_shards_pages_or_time_ran_out(envelope, is_incomplete):
    assert signs(envelope).is_incomplete is is_incomplete
    assert signs({}, envelope, {}).is_incomplete is is_incomplete


@pytest.mark.parametrize(
    ("envelope", "is_open"),
    [
        pytest.param({"next_token": "abc"}, True, id="next-token"),
        pytest.param({"has_more": True}, True, id="has-more"),
        pytest.param({"continue": ""}, False, id="blank"),
        pytest.param({"warnings": ["store down"]}, True, id="warnings"),
        pytest.param({"warning": "none"}, False, id="no-warning"),
        pytest.param({"metadata": {"continue": "xyz"}}, True, id="kubernetes"),
        pytest.param({"metadata": {"continue": ""}}, False, id="kubernetes-last-page"),
        pytest.param({"metadata": "x"}, False, id="metadata-of-another-kind"),
    ],
)
def test_a_reply_is_open_where_more_may_follow(envelope, is_open):
    assert signs(envelope).is_open is is_open
    assert signs({}, envelope, {}).is_open is is_open


# ------------------------------------------------------------------------------ totals and messages


@pytest.mark.parametrize(
    ("total", "read"),
    [
        pytest.param(3, 3, id="integer"),
        pytest.param("3", 3, id="digits"),
        pytest.param("many", None, id="words"),
        pytest.param(Literal("3.0"), None, id="fraction"),
        pytest.param({"value": 3, "relation": "eq"}, 3, id="exact"),
        pytest.param({"value": 3}, 3, id="exact-by-default"),
        pytest.param({"value": 3, "relation": "gte"}, None, id="at-least"),
        pytest.param({"open": 2, "closed": 1}, 3, id="counts-by-kind"),
        pytest.param({"open": 2, "closed": "?"}, None, id="a-count-unknown"),
        pytest.param({}, 0, id="no-kind"),
        pytest.param([1], None, id="list"),
    ],
)
def test_a_total_is_exact_or_unknown(total, read):
    assert signs({"total": total}).totals == (read,)


def test_every_total_and_message_is_kept_in_the_order_of_the_envelopes():
    assert signs(
        {"hits": 1, "count": 4, "total": None, "note": "second", "details": "first", "hint": " "},
        {"total": 0, "detail": "third", "info": 5},
    ) == Signs(None, False, False, False, totals=(4, 0), messages=("first", "second", "third"), message="")


@pytest.mark.parametrize(
    ("envelopes", "message"),
    [
        pytest.param([{"msg": "b", "message": "a"}], "a", id="message-before-msg"),
        pytest.param([{"message": " ", "msg": "b"}], "b", id="blank-message"),
        pytest.param([{"detail": "c"}], "", id="a-detail-is-no-message"),
        pytest.param([{"took": 1}, {"msg": "b"}, {"message": "a"}], "b", id="outermost-first"),
        pytest.param([{"message": 5}], "", id="no-text"),
    ],
)
def test_the_message_is_what_the_tool_calls_its_message(envelopes, message):
    assert read_signs(envelopes).message == message


def test_no_envelope_says_nothing():
    assert read_signs([]) == Signs()
    assert Signs() == (None, False, False, False, (), (), "")


# ------------------------------------------------------------------------------ bare objects


@pytest.mark.parametrize(
    ("envelope", "arguments", "bare"),
    [
        pytest.param({}, {}, True, id="empty"),
        pytest.param({"rows": [1]}, {}, True, id="lists-are-its-answer"),
        pytest.param({"took": 3, "total": 0}, {}, True, id="how-the-call-went"),
        pytest.param({"replicas": 3}, {}, False, id="a-value-of-its-own"),
        pytest.param({"replicas": 3, "took": 1}, {}, False, id="a-value-of-its-own-first"),
        pytest.param({"took": 1, "replicas": 3}, {}, False, id="a-value-of-its-own-last"),
        pytest.param({"replicas": 3}, {"replicas": "3"}, True, id="an-argument-echoed-by-name"),
        pytest.param({"for": "CART"}, {"q": "cart"}, True, id="an-argument-echoed-by-value"),
        pytest.param({"for": "cart, depot"}, {"q": "cart"}, False, id="more-than-was-asked"),
        pytest.param({"for": "x"}, {"q": ""}, False, id="a-blank-argument"),
        pytest.param({"metadata": {"a": 1}}, {}, True, id="a-known-object"),
        pytest.param({"pod": {"name": "a"}}, {}, False, id="an-object-of-its-own"),
        pytest.param({"pod": {"name": "", "at": None}}, {}, True, id="an-object-of-blanks"),
        pytest.param({"pod": {"name": "cart", "at": None}}, {"q": "cart"}, True, id="an-object-of-echoes"),
        pytest.param({"pod": {}}, {}, True, id="an-empty-object"),
        *(
            pytest.param({"x": blank}, {}, True, id=f"blank-{blank}")
            for blank in ("", None, 0, "0", False, "[]", "{}", "None", " null ")
        ),
        *(
            pytest.param({name: "17"}, {}, True, id=f"stamp-{name}")
            for name in ("made_at", "run_time", "spent_ms", "call_id", "self_url")
        ),
        *(
            pytest.param({name: "17"}, {}, True, id=f"stamp-{name}")
            for name in ("madeAt", "runTime", "spentMs", "callId", "selfUrl")
        ),
        pytest.param({"format": "17"}, {}, False, id="letters-of-a-stamp-inside-a-word"),
        pytest.param({5: "17"}, {}, False, id="a-number-for-a-name"),
    ],
)
def test_an_object_is_bare_where_it_says_nothing_of_the_world(envelope, arguments, bare):
    assert is_bare(envelope, arguments) is bare
