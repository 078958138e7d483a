from __future__ import annotations

from decimal import Decimal

import pytest

from evidencelab.agents.language.facts import (
    Quantity,
    facts_of,
    is_proper_name,
    pairs_of,
    quantities_of,
    same_quantity,
    stands_in,
)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(fact.kind, fact.text) for fact in facts_of(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            "[2026-07-08 11:17:03][WARN][order-service] GC 128",
            [
                ("time", "2026-07-08 11:17:03"),
                ("level", "WARN"),
                ("name", "order-service"),
                ("name", "GC"),
                ("quantity", "128"),
            ],
            id="log-header",
        ),
        pytest.param("显示：11:12 ERROR", [("time", "11:12"), ("level", "ERROR")], id="time-after-zh-colon"),
        pytest.param("v1.4.2 on 10.0.0.3:8080", [("name", "v1.4.2"), ("name", "10.0.0.3:8080")], id="version-ip"),
        pytest.param("/api/v1/users/profile 5xx", [("name", "/api/v1/users/profile"), ("name", "5xx")], id="path"),
        pytest.param("at 0x7f5966fb6e90", [("name", "0x7f5966fb6e90")], id="hex"),
        pytest.param("HikariPool-1 P99 user_1034", [("name", "HikariPool-1"), ("name", "P99"), ("name", "user_1034")],
                     id="names-with-digits"),
        pytest.param("read-only follow-up out-of-memory and/or", [], id="compounds-are-words"),
        pytest.param("an HTTP API of the service", [], id="generic-acronyms"),
    ],
)  # fmt: skip
def test_facts_of_tells_values_and_names_from_words(text: str, found: list[tuple[str, str]]) -> None:
    assert kinds(text) == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4.2s", "4200 ms"),
        ("4.2 秒", "4200毫秒"),
        ("15m", "15 分钟"),
        ("91%", "91.0 %"),
        ("1,200", "1200"),
        ("30 s", "30000ms"),
        ("1GB", "1024 MB"),
        ("9.1e+01", "91"),
    ],
)
def test_equal_quantities_are_equal_however_they_are_written(one: str, other: str) -> None:
    (left,), (right,) = quantities_of(one), quantities_of(other)
    assert left.quantity is not None
    assert right.quantity is not None
    assert same_quantity(left.quantity, right.quantity)


@pytest.mark.parametrize(("one", "other"), [("91%", "91"), ("15m", "15"), ("4.2s", "4.3s"), ("1GB", "1s")])
def test_quantities_of_another_value_or_dimension_differ(one: str, other: str) -> None:
    (left,), (right,) = quantities_of(one), quantities_of(other)
    assert left.quantity is not None
    assert right.quantity is not None
    assert not same_quantity(left.quantity, right.quantity)


def test_quantities_of_reads_both_sides_of_a_ratio() -> None:
    assert [fact.quantity for fact in quantities_of("active=48/50")] == [
        Quantity(Decimal(48).normalize(), "count"),
        Quantity(Decimal(50).normalize(), "count"),
    ]


def test_pairs_of_reads_fields_in_both_languages() -> None:
    pairs = {(pair.key, pair.value) for pair in pairs_of("active=50/50, idle: 0, GC次数: 128, state=firing")}
    assert pairs == {("active", "50/50"), ("idle", "0"), ("gc次数", "128"), ("state", "firing")}


@pytest.mark.parametrize(
    ("name", "text", "stands"),
    [
        ("order-service", "service=order-service, x", True),
        ("order-service", "order-service-canary", False),
        ("order-service", "my-order-service", False),
        ("HikariPool", "HikariPool-1 - Connection", True),
        ("JVM", "JVM堆内存", True),
        ("OOM", "room", False),
    ],
)
def test_stands_in_takes_names_whole(name: str, text: str, stands: bool) -> None:
    assert stands_in(name, text) is stands


@pytest.mark.parametrize(
    ("name", "proper"),
    [("order-service", True), ("HighMemoryUsage", True), ("P99", True), ("OOM", False), ("HikariCP", False)],
)
def test_is_proper_name_tells_things_from_technical_words(name: str, proper: bool) -> None:
    assert is_proper_name(name) is proper
