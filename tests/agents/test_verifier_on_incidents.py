"""Claims as people and models word them, on records of other incidents than the seeds'."""

from __future__ import annotations

import pytest

from evidencelab.agents.baseline.verifier import judge_claim
from evidencelab.agents.rules.verifier_rules import ClaimEvidence
from tests.agents.claim_cases import claim_of, evidence_of

DISK = "DiskFull firing, service=media-store-api, current=98%, duration=25m, mountpoint=/var/lib/media, threshold=95%, severity=critical, started_at=02:31; filesystem /var/lib/media has 1.2GB left"
DLOG = "[02:33][ERROR][media-store-api] write failed: No space left on device, path=/var/lib/media/2f/81"
CERT = "CertificateExpired firing, service=partner-gateway, duration=35m, notAfter=2026-03-14T05:58:00Z, severity=critical; certificate of partner-gateway for partners.example.net is past its end date"
CLOG = "[06:01:12][ERROR][partner-gateway] x509: certificate has expired or is not yet valid, notAfter=2026-03-14T05:58:00Z"
LAG = "ConsumerLagHigh firing, service=shipment-consumer, current=185000, duration=22m, topic=shipments, threshold=10000, severity=critical; consumer group shipments is behind the newest offset"
LLOG = "[14:34][WARN][shipment-consumer] 消费积压: group=shipments, lag=148000, 每秒处理 290 条"
OOM = "[16:01][ERROR][report-worker] OOMKilled: container exceeded its memory limit of 2GB, exit code 137; pod=report-worker-0"
RATE = "[18:26][WARN][notification-worker] SMS provider answered HTTP 429 Too Many Requests, retry after 20s"
DEP = "[20:14][ERROR][catalog-api] new release v3.8.0: readiness check failed, missing setting CATALOG_REGION; pod=catalog-api-6c9d-kx2"
DNS = "[09:42:10][ERROR][checkout-api] lookup stock.internal.example on 10.0.0.53:53: no such host"
SLOW = "[08:15][WARN][booking-db] slow query 6900ms: SELECT * FROM reservation WHERE hotel_id = ? ORDER BY created_at, rows examined 2400000"
FOLLOWS = [
    ("media-store-api 的 DiskFull 告警正在触发，磁盘使用率为 98%，超过 95% 的阈值。", (DISK,)),
    (
        "media-store-api's DiskFull alert is firing with disk usage at 98%, exceeding the 95% threshold.",
        (DISK,),
    ),
    ("The filesystem /var/lib/media of media-store-api has only 1.2GB left.", (DISK,)),
    ("media-store-api 写入失败，日志报设备空间不足：No space left on device。", (DLOG,)),
    ("partner-gateway 的证书已于 2026-03-14T05:58:00Z 过期。", (CERT, CLOG)),
    ("The certificate of partner-gateway expired at 2026-03-14T05:58:00Z.", (CLOG,)),
    ("shipment-consumer 的消费积压达到 185000，高于阈值 10000，已持续 22 分钟。", (LAG,)),
    ("Consumer lag of shipment-consumer is 185000 against a threshold of 10000.", (LAG,)),
    ("shipment-consumer logged a lag of 148000 for group shipments.", (LLOG,)),
    ("report-worker 的容器被 OOMKilled，内存上限 2GB，退出码 137。", (OOM,)),
    (
        "A container of report-worker was OOM killed after exceeding its 2GB memory limit (exit code 137).",
        (OOM,),
    ),
    ("notification-worker 调用短信服务商时收到 HTTP 429，需 20s 后重试。", (RATE,)),
    ("notification-worker received HTTP 429 Too Many Requests from the SMS provider.", (RATE,)),
    ("catalog-api 新版本 v3.8.0 就绪检查失败，缺少配置 CATALOG_REGION。", (DEP,)),
    (
        "Release v3.8.0 of catalog-api failed its readiness check: the setting CATALOG_REGION is missing.",
        (DEP,),
    ),
    ("checkout-api 解析 stock.internal.example 失败（no such host）。", (DNS,)),
    ("booking-db ran a slow query that took 6900ms and examined 2400000 rows.", (SLOW,)),
    ("booking-db 存在耗时 6.9 秒的慢查询，扫描 2400000 行。", (SLOW,)),
]
GOES_BEYOND = [
    ("media-store-api 的磁盘已经完全写满，服务不可用。", (DISK,)),
    ("media-store-api will run out of disk in one hour.", (DISK,)),
    ("media-store-api deleted old files from /var/lib/media.", (DLOG,)),
    ("partner-gateway 的证书将在 2026-03-14T05:58:00Z 过期。", (CLOG,)),
    ("The certificate of partner-gateway is valid until 2026-03-14T05:58:00Z.", (CLOG,)),
    ("The expired certificate stopped all partner traffic.", (CERT,)),
    ("shipment-consumer stopped consuming.", (LAG,)),
    ("The lag of shipment-consumer is below its threshold of 10000.", (LAG,)),
    ("shipment-consumer 的积压为 18500。", (LAG,)),
    ("report-worker leaked memory until it was OOMKilled.", (OOM,)),
    ("report-worker was restarted.", (OOM,)),
    ("report-worker exceeded its memory limit of 4GB.", (OOM,)),
    ("webhook-worker received HTTP 429.", (RATE,)),
    ("notification-worker received HTTP 503.", (RATE,)),
    ("The SMS provider blocked notification-worker permanently.", (RATE,)),
    ("catalog-api v3.8.0 was rolled back.", (DEP,)),
    ("catalog-api v3.7.4 readiness check failed.", (DEP,)),
    ("catalog-api v3.8.0 readiness check passed.", (DEP,)),
    ("checkout-api resolved stock.internal.example.", (DNS,)),
    ("The DNS server 10.0.0.53 is down.", (DNS,)),
    ("booking-db 的慢查询导致 booking-api 变慢。", (SLOW,)),
    ("booking-db lacks an index on created_at.", (SLOW,)),
]

IDLE = "[11:15][INFO][order-service-canary] HikariCP pool stats: active=6/20, idle=14, waiting=0"
FULL = "[11:12][WARN][order-service] HikariCP pool stats: active=50/50, idle=0, waiting=32"
DUE = "[06:08:30][WARN][billing-gateway] 证书将于 2026-04-01T00:00:00Z 到期"
DUE_ALERT = "CertificateExpiringSoon firing, service=billing-gateway, duration=3d, notAfter=2026-04-01T00:00:00Z; certificate of billing-gateway ends within 21 days"
CPU = "HighCPUUsage firing, service=payment-service, current=93%, duration=12m, threshold=85%"
MEM = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, threshold=85%"
FOLLOWS += [
    ("order-service 的连接池已耗尽：active=50/50，waiting=32。", (FULL,)),
    ("The HikariCP pool of order-service is exhausted: active 50/50, idle 0, waiting 32.", (FULL,)),
    ("order-service-canary 的 HikariCP 连接池 active=6/20，空闲 14，等待 0。", (IDLE,)),
    ("billing-gateway 的证书将于 2026-04-01T00:00:00Z 到期。", (DUE,)),
    ("The certificate of billing-gateway ends within 21 days, notAfter 2026-04-01T00:00:00Z.", (DUE_ALERT,)),
    ("payment-service CPU 为 93%，阈值 85%，持续 12 分钟。", (CPU,)),
    (
        "payment-service CPU is at 93% (threshold 85%) for 12 minutes; order-service memory is at 91%.",
        (CPU, MEM),
    ),
]
GOES_BEYOND += [
    ("order-service-canary 的连接池已耗尽。", (IDLE,)),
    ("The pool of order-service-canary is exhausted.", (IDLE,)),
    ("billing-gateway 的证书已过期。", (DUE,)),
    ("The certificate of billing-gateway has expired.", (DUE_ALERT,)),
    ("order-service: active=32, waiting=50/50.", (FULL,)),
    ("order-service 的连接池 idle 32, waiting 0", (FULL,)),
    ("payment-service CPU 为 85%，阈值 93%。", (CPU,)),
    ("payment-service has been at 93% for 15 minutes.", (CPU, MEM)),
    ("payment-service is at 91%.", (CPU, MEM)),
    ("order-service 内存 93%，payment-service CPU 91%。", (CPU, MEM)),
]


def records(*texts: str) -> ClaimEvidence:
    """Put every excerpt in a record of its own."""
    evidence = evidence_of(*texts)
    return evidence._replace(
        own=tuple(
            excerpt._replace(source_invocation_id=number) for number, excerpt in enumerate(evidence.own)
        )
    )


@pytest.mark.parametrize(("text", "excerpts"), FOLLOWS)
def test_a_paraphrase_that_adds_nothing_is_supported(text: str, excerpts: tuple[str, ...]) -> None:
    judgement = judge_claim(claim_of(text), records(*excerpts))
    assert judgement.support == "supported", judgement.reasons


@pytest.mark.parametrize(("text", "excerpts"), GOES_BEYOND)
def test_a_claim_that_adds_or_changes_something_is_not_supported(
    text: str, excerpts: tuple[str, ...]
) -> None:
    assert judge_claim(claim_of(text), records(*excerpts)).support != "supported"


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [("order-service: active=32, waiting=50/50.", FULL), ("payment-service CPU 为 85%，阈值 93%。", CPU)],
)
def test_values_that_change_places_contradict(text: str, excerpt: str) -> None:
    assert judge_claim(claim_of(text), records(excerpt)).support == "contradicted"
