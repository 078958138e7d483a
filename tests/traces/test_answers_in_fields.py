"""Answers that are JSON, or print pairs and tables, are judged field by field like any other."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

HOSTS = (
    "list_hosts",
    {},
    {
        "hosts": [
            {"host": "db-1", "load": 2.51, "disk_free_gb": 118, "state": "healthy"},
            {"host": "db-2", "load": 7.94, "disk_free_gb": 6, "state": "degraded"},
            {"host": "db-3", "load": 0.42, "disk_free_gb": 240, "state": "healthy"},
        ]
    },
)
INVOICE = (
    "get_invoice",
    {"id": "INV-3381"},
    {"id": "INV-3381", "customer": "Hollis", "net": 1840.5, "vat": 349.7, "gross": 2190.2, "due": "2024-11-30", "paid": False},
)  # fmt: skip
ORDER = (
    "place",
    {},
    "order id=UUID('f83f6e7b-93de-4802') created_at=datetime.datetime(2025, 2, 23, 1, 44, 29, 17469, tzinfo=TzInfo(UTC)) qty=15",
)


def bad(answer: object, *replies) -> list[str]:
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return [statement.text for statement in report_on(text, *replies).findings]


@pytest.mark.parametrize(
    ("answer", "reply", "expected"),
    [
        pytest.param({"hosts": [{"host": "db-1", "load": 2.51}, {"host": "db-2", "load": 7.94}]}, HOSTS, [], id="rows"),
        pytest.param(
            {"hosts": [{"host": "db-1", "load": 2.61}, {"host": "db-2", "load": 7.94}]}, HOSTS, ["| db-1 | 2.61 |"], id="a-row-slips"
        ),
        pytest.param({"host": "db-2", "state": "degraded"}, HOSTS, [], id="a-state"),
        pytest.param({"host": "db-2", "state": "healthy"}, HOSTS, ["state: healthy"], id="another-host's-state"),
        pytest.param("```\nHost: db-2\nLoad: 7.94\nState: healthy\n```", HOSTS, ["State: healthy"], id="printed-pairs"),
        pytest.param("```\nHOST   LOAD\ndb-1   2.51\ndb-2   7.49\n```", HOSTS, ["| db-2 | 7.49 |"], id="printed-table"),
        pytest.param("```yaml\nhost: db-2\nload: 7.94\n```", HOSTS, [], id="yaml"),
        pytest.param("```yaml\nhost: db-2\nload: 7.49\n```", HOSTS, ["load: 7.49"], id="yaml-slips"),
        pytest.param({"answer": "db-2 has 6 GB left. db-1 has 181 GB free."}, HOSTS, ["db-1 has 181 GB free."], id="sentences"),
        pytest.param({"主机": "db-2", "结论": "db-2 负载过高，达到 7.49。磁盘剩余 6 GB。"}, HOSTS, ["db-2 负载过高，达到 7.49。"], id="chinese"),
        pytest.param({"invoice_id": "INV-3381", "gross_amount": 2190.2, "due_date": "2024-11-30"}, INVOICE, [], id="fields"),
        pytest.param(
            {"invoice_id": "INV-3318", "gross_amount": 2910.2, "due_date": "2024-11-03", "net": 1840.5},
            INVOICE,
            ["invoice_id: INV-3318", "gross_amount: 2910.2", "due_date: 2024-11-03"],
            id="fields-slip",
        ),
        pytest.param("{'Order ID': 'f83f6e7b-93de-4802', 'Created At': '2025-02-23 01:44:29.017469 UTC'}", ORDER, [], id="printed-moment"),
        pytest.param("{'Order ID': 'f83f6e7b-93de-4802', 'Created At': '2025-02-23 01:47:29.017469 UTC'}", ORDER,
                     ["Created At: 2025-02-23 01:47:29.017469 UTC"], id="printed-moment-slips"),
    ],
)  # fmt: skip
def test_a_field_is_judged_like_a_line_with_its_label(answer, reply, expected):
    assert bad(answer, reply) == expected


@pytest.mark.parametrize(
    "own",
    [
        pytest.param({"confidence": 0.87}, id="share"),
        pytest.param({"priority": 40, "severity_score": 72, "rank": 17}, id="scores"),
        pytest.param({"rating": "85/100", "certainty": "92%"}, id="out-of-a-hundred"),
        pytest.param({"id": "ANS-2231", "report_id": "RPT-2025-118"}, id="marks"),
        pytest.param(
            {"generated_at": "2025-04-03T11:22:33Z", "schema_version": "2.1.0"}, id="when-it-was-made"
        ),
    ],
)
def test_what_an_answer_says_of_itself_is_no_finding(own):
    assert bad({"host": "db-2", "load": 7.94, **own}, HOSTS) == []


def test_a_key_of_the_evidence_is_no_key_of_its_own():
    assert bad({"host": "db-2", "disk_free_gb": 61}, HOSTS) == ["disk_free_gb: 61"]
    assert bad({"gross": 2190.2, "id": "INV-7754"}, INVOICE) == ["id: INV-7754"]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(
            'Use this configuration:\n```json\n{"pool": {"max": 450, "timeout_ms": 2500}}\n```', id="an-order"
        ),
        pytest.param('An example request:\n```json\n{"host": "db-77", "load": 318.5}\n```', id="an-example"),
        pytest.param(
            'The new settings:\n```json\n{"pool_size": 450, "timeout_ms": 2500, "queue": 1300}\n```',
            id="nothing-read",
        ),
    ],
)
def test_a_structure_that_tells_nothing_read_is_left_alone(answer):
    assert bad(answer, HOSTS) == []
