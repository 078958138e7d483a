"""Pairs quoted in another order: those of one record may be, those of two may not."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

GATEWAY = (
    "10:33:41 WARN route=/pay upstream=10.0.0.2:84 status=504 cost=30003ms try=2/3 req=a91f\n"
    "10:33:42 INFO route=/ask upstream=10.0.0.3:84 status=200 cost=48ms try=0/3 req=a920\n"
    "10:33:43 ERROR route=/pay upstream=10.0.0.2:84 status=502 cost=12ms try=3/3 req=a921"
)
RISK = (
    "决策=通过, 订单=SO101, 用户=u48, 金额=329, 评分=18\n"
    "决策=复核, 订单=SO102, 用户=u48, 金额=3290, 评分=63\n"
    "决策=通过, 订单=SO103, 用户=u77, 金额=58, 评分=7"
)
POD = (
    "Limits:\n  cpu: 1500m\n  memory: 768Mi\nRequests:\n  cpu: 250m\n  memory: 512Mi\n"
    "Probe: http delay=20s\nproxy:\n  Ready: True\n  Restarts: 0"
)
INI = "[main]\nport=80\nworkers=4\n[admin]\nport=81\nlisteners=2"
ALERTS = (
    '{"status":"firing","labels":{"alertname":"Age","queue":"release"}},'
    '{"status":"resolved","labels":{"alertname":"Age","queue":"reserve"}}'
)
PAGER = (
    '{"state": "open", "team": "edge", "items": [{"state": "closed", "tags": {"rack": "r4", "kind": "fan"}},'
    ' {"state": "open", "tags": {"rack": "r9", "kind": "psu"}}], "note": {"by": "edge", "text": "see r9"}}'
)
PARCELS = '<box id="71"><to>Turin</to><item code="A-5" n="12"/><item code="A-9" n="3"/></box>'
PLAN = "Seq Scan on orders (cost=0.10 rows=911 width=20) (time=0.02 rows=902 loops=1)"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("req=a91f status=504 cost=30003ms upstream=10.0.0.2:84 route=/pay", GATEWAY, id="values-shared-with-others"),
        pytest.param("req=a921 try=3/3 status=502 route=/pay", GATEWAY, id="last-record"),
        pytest.param("订单=SO102, 用户=u48, 决策=复核, 评分=63, 金额=3290", RISK, id="zh"),
        pytest.param("memory: 768Mi, cpu: 1500m", POD, id="below-one-heading"),
        pytest.param('"queue":"reserve","alertname":"Age"', ALERTS, id="one-object"),
        pytest.param("width=20 cost=0.10", PLAN, id="one-list"),
        pytest.param("n=3 code=A-9", PARCELS, id="one-element"),
        pytest.param('"state": "open", "team": "edge", "note": {"by": "edge"', PAGER, id="over-a-list-of-others"),
    ],
)  # fmt: skip
def test_pairs_of_one_record_may_be_quoted_in_any_order(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("req=a91f status=504 cost=12ms route=/pay", GATEWAY, id="cost-of-another"),
        pytest.param("订单=SO102, 用户=u48, 决策=通过, 评分=63", RISK, id="zh-decision-of-another"),
        pytest.param("Requests: cpu: 250m memory: 768Mi", POD, id="above-the-heading"),
        pytest.param("Ready: True, Probe: http delay=20s", POD, id="below-another-heading"),
        pytest.param("listeners=2 port=81 workers=4", INI, id="another-section"),
        pytest.param('"status":"resolved","labels":{"alertname":"Age","queue":"release"', ALERTS, id="label-of-another"),
        pytest.param("latency=450ms, host=web-1", "host=web-1 pool=drained\n10:15 ERROR zone=7 latency=450ms", id="later-record-first"),
        pytest.param("code=A-9 n=12", PARCELS, id="of-two-elements"),
        pytest.param('"state": "open", "tags": {"rack": "r4", "kind": "fan"}', PAGER, id="state-of-the-whole"),
        pytest.param('"state": "open" ... "tags": {"rack": "r4", "kind": "fan"}', PAGER, id="state-of-the-whole-cut-shown"),
        pytest.param("Seq Scan on orders (cost=0.10 rows=902 width=20) (time=0.02 rows=911 loops=1)", PLAN, id="same-key-twice"),
    ],
)  # fmt: skip
def test_pairs_of_two_records_are_never_exchanged(excerpt, text):
    found = match_excerpt(excerpt, text)
    assert found.decision == "mismatch"
    assert "key_repaired" in [reason.code for reason in found.reasons]
