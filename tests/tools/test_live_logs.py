"""`query_logs` against stores that speak Loki and Elasticsearch: what is asked, and what comes of it."""

from __future__ import annotations

import json
import re

import pytest

from evidencelab.evidence.recorder import record_output
from evidencelab.tools.live import LiveSettings, live_tools
from evidencelab.tools.live_terms import read_terms, term_regex
from tests.loopback_http import Answer, answering

EXHAUSTED = "HikariPool-1 - Connection is not available, request timed out after 30000ms"
STREAMS = [
    {
        "stream": {"service_name": "order-service", "level": "error", "pod": "order-7d9f"},
        "values": [["1751360400000000000", EXHAUSTED], ["1751360399000000000", "pool stats: active=50/50"]],
    }
]
SHARDS = {"total": 3, "successful": 3, "skipped": 0, "failed": 0}
HIT = {
    "_index": "logs-shop-000001",
    "_id": "k1",
    "_score": None,
    "_source": {
        "@timestamp": "2025-07-01T09:00:00Z",
        "log": {"level": "ERROR"},
        "service": {"name": "order-service"},
        "message": EXHAUSTED,
    },
    "sort": [1751360400000],
}


def loki(result, **further):
    stats = {"summary": {"bytesProcessedPerSecond": 0, "execTime": 0.0012, "totalLinesProcessed": 0}}
    return {
        "status": "success",
        "data": {"resultType": "streams", "result": result, "stats": stats},
        **further,
    }


def search(hits, total=None, shards=SHARDS, timed_out=False):
    counted = {"value": len(hits) if total is None else total, "relation": "eq"}
    body = {"total": counted, "max_score": None, "hits": hits}
    return {"took": 4, "timed_out": timed_out, "_shards": shards, "hits": body}


def loki_store(result, labels=("order-service", "cart-service"), **further):
    """Answer as a Loki that finds `result` for every query and knows those services."""

    def answer(request):
        if request.path.endswith("/values"):
            return Answer(
                body={"status": "success", "data": list(labels)} if labels else {"status": "success"}
            )
        return Answer(body=loki(result, **further))

    return answer


def search_store(reply, fields=("@timestamp", "service.name")):
    def answer(request):
        if request.path.endswith("/_field_caps"):
            return Answer(
                body={"indices": ["logs-shop"], "fields": {field: {"text": {}} for field in fields}}
            )
        return Answer(body=reply)

    return answer


def ask(arguments, **settings):
    (tool,) = live_tools(LiveSettings.model_validate(settings))
    assert tool.name == "query_logs"
    reply = tool.call(arguments)
    return reply, record_output(tool.name, reply.output, arguments, reply.status)


def refs(details):
    return [(ref.raw_path, ref.text) for ref in details.evidence_refs]


def test_loki_logs_come_back_line_by_line():
    with answering(loki_store(STREAMS)) as store:
        reply, details = ask({"query": "order-service HikariCP"}, loki_url=store.url)
    assert (reply.status, details.evidence_status) == ("success", "supported")
    assert refs(details) == [
        ("$.logs[0]", f"[1751360400000000000][error][order-service] {EXHAUSTED}; pod=order-7d9f"),
        ("$.logs[1]", "[1751360399000000000][error][order-service] pool stats: active=50/50; pod=order-7d9f"),
    ]
    (request,) = store.asked
    assert (request.method, request.path) == ("GET", "/loki/api/v1/query_range")
    assert request.params["limit"] == "100"
    assert int(request.params["end"]) - int(request.params["start"]) == 60 * 60 * 1_000_000_000


def filters_of(logql):
    """Take the selector and the line filters of a LogQL query apart; like RE2, `\\b` knows ASCII only."""
    selector, *filters = logql.split(" |~ ")
    return selector, [re.compile(json.loads(text), re.ASCII) for text in filters]


@pytest.mark.parametrize(
    ("arguments", "selector"),
    [
        pytest.param({"query": "OOM"}, '{service_name=~".+"}', id="all-services"),
        pytest.param(
            {"query": "OOM order-service"}, '{service_name=~"(?i)order-service"}', id="named-in-query"
        ),
        pytest.param(
            {"query": "OOM", "service": "Order.Service"},
            '{service_name=~"(?i)Order\\\\.Service"}',
            id="argument",
        ),
        pytest.param(
            {"query": "OOM in order-service and cart-service"},
            '{service_name=~"(?i)cart-service|order-service"}',
            id="two-services",
        ),
        pytest.param(
            {"query": "OOM", "topic": "audit"}, '{service_name=~".+", stream="audit", env="prod"}', id="topic"
        ),
    ],
)
def test_loki_logs_restrict_by_service_and_topic(arguments, selector):
    with answering(loki_store(STREAMS)) as store:
        ask(arguments, loki_url=store.url, loki_topics={"audit": 'stream="audit", env="prod"'})
    assert filters_of(store.asked[0].params["query"])[0] == selector


@pytest.mark.parametrize(
    ("query", "line", "is_found"),
    [
        pytest.param("HikariCP", "disk /data is full", False, id="another-subject"),
        pytest.param("HikariCP", "HikariPool-1 - Connection is not available", True, id="synonym"),
        pytest.param("数据库连接池", "connection-pool exhausted", True, id="synonym-across-languages"),
        pytest.param("OOM", "the room is full", False, id="boundary"),
        pytest.param("OOM", "container OOM次数 3", True, id="boundary-to-cjk"),
        pytest.param("trace 4bf9 payment", "PAYMENT refused, trace=4bf9", True, id="all-words-any-case"),
        pytest.param("trace 4bf9 payment", "trace=4bf9 accepted", False, id="a-word-is-missing"),
        pytest.param("a.b+c", "value a.b+c here", True, id="marks-are-literal"),
        pytest.param("a.b+c", "value axbbc here", False, id="marks-match-themselves-alone"),
        pytest.param("order-service", "anything", True, id="a-service-alone-wants-every-line"),
    ],
)
def test_loki_logs_search_for_words_and_what_they_stand_for(query, line, is_found):
    with answering(loki_store(STREAMS)) as store:
        ask({"query": query}, loki_url=store.url)
    _, filters = filters_of(store.asked[0].params["query"])
    assert all(pattern.search(line) for pattern in filters) == is_found


def test_loki_logs_find_no_evidence_in_an_empty_result():
    arguments = {"query": "cart-service HikariCP", "topic": "application-logs"}
    with answering(loki_store([])) as store:
        reply, details = ask(arguments, loki_url=store.url)
    assert (reply.status, details.evidence_status) == ("success", "no_evidence")
    assert refs(details) == [
        (
            "$.no_evidence",
            "query_logs returned no evidence; evidence_status=no_evidence; query=cart-service HikariCP; "
            "topic=application-logs; total=0",
        )
    ]
    assert store.asked[-1].path == "/loki/api/v1/label/service_name/values"


def test_loki_logs_say_nothing_of_absence_where_the_label_is_unknown():
    with answering(loki_store([], labels=())) as store:
        reply, details = ask({"query": "cart-service OOM"}, loki_url=store.url, loki_service_label="svc")
    assert (reply.status, details.evidence_status) == ("error", "error")
    assert reply.output == (
        "loki: knows no label 'svc' in the last 60 minutes, so nothing was searched; set loki_service_label"
    )


def test_loki_logs_hand_on_an_empty_result_with_a_warning():
    with answering(loki_store([], warnings=["one querier did not answer"])) as store:
        reply, details = ask({"query": "cart-service OOM"}, loki_url=store.url)
    assert (reply.status, details.evidence_status) == ("success", "partial")
    assert len(store.asked) == 1


def test_loki_logs_take_logql_as_it_is():
    logql = '{app="cart"} |= "x" | json'
    with answering(loki_store(STREAMS)) as store:
        ask({"logql": logql}, loki_url=store.url)
    assert store.asked[0].params["query"] == logql


def test_search_logs_come_back_hit_by_hit():
    with answering(search_store(search([HIT]))) as store:
        reply, details = ask({"query": "trace 4bf9", "service": "order-service"}, elasticsearch_url=store.url)
    assert (reply.status, details.evidence_status) == ("success", "supported")
    assert refs(details) == [
        (
            "$.logs[0]",
            f"[2025-07-01T09:00:00Z][ERROR][order-service] {EXHAUSTED}; "
            "_index=logs-shop-000001, _id=k1, _score=null, sort=[1751360400000]",
        )
    ]
    (request,) = store.asked
    assert (request.method, request.path) == ("POST", "/logs-*/_search")
    assert request.body == {
        "size": 100,
        "track_total_hits": True,
        "sort": [{"@timestamp": {"order": "desc", "unmapped_type": "date"}}],
        "query": {
            "bool": {
                "filter": [{"range": {"@timestamp": {"gte": "now-60m"}}}],
                "must": [
                    any_of({"match_phrase": {"service.name": "order-service"}}),
                    any_of(phrase("trace")),
                    any_of(phrase("4bf9")),
                ],
            }
        },
    }


def any_of(*clauses):
    return {"bool": {"should": list(clauses), "minimum_should_match": 1}}


def phrase(text):
    return {"multi_match": {"query": text, "type": "phrase", "lenient": True}}


def test_search_logs_ask_for_every_name_of_a_concept():
    with answering(search_store(search([HIT]))) as store:
        ask({"query": "连接池耗尽"}, elasticsearch_url=store.url)
    (clause,) = store.asked[0].body["query"]["bool"]["must"]
    phrases = [item["multi_match"]["query"] for item in clause["bool"]["should"]]
    assert {"HikariCP", "connection pool", "数据库连接池"} <= set(phrases)


def test_search_logs_find_no_evidence_on_all_shards():
    arguments = {"query": "OOM", "service": "cart-service", "topic": "shop"}
    with answering(search_store(search([]))) as store:
        reply, details = ask(arguments, elasticsearch_url=store.url, elasticsearch_topics={"shop": "shop-*"})
    assert (reply.status, details.evidence_status) == ("success", "no_evidence")
    assert [request.path for request in store.asked] == ["/shop-*/_search", "/shop-*/_field_caps"]
    assert store.asked[1].params == {"fields": "@timestamp,service.name"}


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(
            search([], shards={"total": 3, "successful": 2, "skipped": 0, "failed": 1}), id="failed-shard"
        ),
        pytest.param(
            search([], shards={"total": 3, "successful": 2, "skipped": 0, "failed": 0}), id="missing-shard"
        ),
        pytest.param(search([], total=7), id="counted-but-not-shown"),
        pytest.param(search([], timed_out=True), id="timed-out"),
    ],
)
def test_search_logs_hand_on_what_is_not_whole(reply):
    with answering(search_store(reply)) as store:
        _, details = ask({"query": "waiting 30000ms OOM"}, elasticsearch_url=store.url)
    assert (details.evidence_status, refs(details)) == ("partial", [])
    assert len(store.asked) == 1


def test_search_logs_say_nothing_of_absence_where_a_field_is_unknown():
    with answering(search_store(search([]), fields=("@timestamp",))) as store:
        reply, details = ask({"query": "OOM", "service": "cart"}, elasticsearch_url=store.url)
    assert (reply.status, details.evidence_status) == ("error", "error")
    assert reply.output.startswith("elasticsearch: knows no field 'service.name' in 'logs-*', so nothing was")


def test_search_logs_take_a_lucene_query_as_it_is():
    with answering(search_store(search([HIT]))) as store:
        ask({"lucene": "level:ERROR AND pod:order*"}, elasticsearch_url=store.url)
    assert store.asked[0].body["query"]["bool"]["must"] == [
        {"query_string": {"query": "level:ERROR AND pod:order*"}}
    ]


LOKI_BUSY = "too many outstanding requests\n"
SEARCH_GONE = {
    "error": {
        "root_cause": [{"type": "index_not_found_exception", "reason": "no such index [shop]"}],
        "type": "index_not_found_exception",
        "reason": "no such index [shop]",
    },
    "status": 404,
}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(
            Answer(429, LOKI_BUSY, "text/plain"), "answered 429: too many outstanding requests", id="429"
        ),
        pytest.param(Answer(404, SEARCH_GONE), "answered 404: no such index [shop]", id="404"),
        pytest.param(
            Answer(500, {"message": "shard store corrupted"}), "answered 500: shard store corrupted", id="500"
        ),
        pytest.param(
            Answer(503, "<html><head><title>503 Service Unavailable</title></head>", "text/html"),
            "answered 503: 503 Service Unavailable",
            id="html-error",
        ),
        pytest.param(
            Answer(200, "<!doctype html><title>Sign in</title>", "text/html"),
            "answered 200 with something that is not JSON: Sign in",
            id="html-instead-of-json",
        ),
        pytest.param(
            Answer(200, '{"status": "success", "data": {"res'),
            'answered 200 with something that is not JSON: {"status": "success", "data": {"res',
            id="cut-off",
        ),
        pytest.param(
            Answer(204, ""), "answered 204 with something that is not JSON: an empty body", id="204"
        ),
        pytest.param(Answer(302, ""), "answered 302: an empty body", id="redirect"),
    ],
)
@pytest.mark.parametrize("store_name", ["loki", "elasticsearch"])
def test_live_logs_turn_a_bad_answer_into_an_error_that_says_what_was_said(store_name, answer, said):
    with answering(lambda request: answer) as store:
        reply, details = ask({"query": "cart-service OOM"}, **{f"{store_name}_url": store.url})
    assert (reply.status, details.evidence_status) == ("error", "error")
    assert reply.output.startswith(f"{store_name}: /")
    assert reply.output.endswith(said)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(Answer(hangs=True), id="silent"),
        pytest.param(Answer(200, "x" * 500, drips=0.05), id="slow"),
    ],
)
@pytest.mark.parametrize("store_name", ["loki", "elasticsearch"])
def test_live_logs_give_up_on_a_store_that_does_not_answer_in_time(store_name, answer):
    with answering(lambda request: answer) as store:
        reply, details = ask({"query": "OOM"}, timeout_seconds=0.2, **{f"{store_name}_url": store.url})
    assert reply.output == f"{store_name}: timed out: no whole answer within 0.2 s"
    assert details.evidence_status == "error"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({}, "argument 'query' is missing, expected text that is not blank", id="no-query"),
        pytest.param({"query": 7}, "argument 'query' is 7, expected text", id="not-text"),
        pytest.param(
            {"query": "x", "level": "ERROR"},
            "argument 'level' is unknown, expected query, service, topic, logql",
            id="unknown-argument",
        ),
        pytest.param(
            {"query": "x", "topic": "audit"},
            "argument 'topic' is 'audit', expected application-logs",
            id="topic",
        ),
        pytest.param(
            {"query": "cart-service OOM", "service": "order-service"},
            "argument 'service' is 'order-service', but 'query' names cart-service",
            id="two-minds",
        ),
        pytest.param(
            {"query": "x", "logql": "{}"},
            "argument 'logql' stands alone, got query beside it",
            id="logql-beside",
        ),
    ],
)
def test_live_logs_answer_a_call_they_cannot_mean_with_an_error(arguments, message):
    with answering(loki_store(STREAMS)) as store:
        reply, _ = ask(arguments, loki_url=store.url)
    assert (reply.status, reply.output, store.asked) == ("error", message, [])


def test_read_terms_tries_the_words_before_what_they_hint_at():
    terms = read_terms("waiting ticket-77")
    assert terms.attempts[0] == (("waiting",), ("ticket-77",))
    assert len(terms.attempts) == 2
    assert "HikariCP" in terms.attempts[1][0]


@pytest.mark.parametrize(
    ("term", "regex"),
    [
        pytest.param("OOM", r"\bOOM\b", id="latin"),
        pytest.param("connection pool", r"\bconnection[\s_-]*pool\b", id="white-space"),
        pytest.param("连接池", "连接池", id="cjk"),
        pytest.param("91%", r"\b91%", id="mark-at-the-edge"),
        pytest.param("(x|y)", r"\(x\|y\)", id="marks"),
    ],
)
def test_term_regex_bounds_latin_edges_alone(term, regex):
    assert term_regex(term) == regex
