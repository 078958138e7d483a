import pytest

from evidencelab.tools.terms import find_services, has_term, has_value, term_pattern


@pytest.mark.parametrize(
    ("text", "term", "found"),
    [
        pytest.param("chat room was told", "OOM", False, id="inside-a-word"),
        pytest.param("the oom-killer ran", "OOM", True, id="before-a-hyphen"),
        pytest.param("OOM次数: 3", "OOM", True, id="beside-cjk"),
        pytest.param("node is unhealthy", "healthy", False, id="prefix-changes-it"),
        pytest.param("node is healthy.", "healthy", True, id="before-a-full-stop"),
        pytest.param("two OOMs today", "OOM", True, id="plural"),
        pytest.param("数据库连接池耗尽", "连接池", True, id="cjk-substring"),
        pytest.param("db_connection-pool", "connection pool", False, id="underscore-joins-words"),
        pytest.param("connection-pool is empty", "connection pool", True, id="hyphen-for-blank"),
        pytest.param("ConnectionPool is empty", "connection pool", True, id="no-blank"),
        pytest.param("CPU 使用率 91%", "CPU使用率", True, id="blank-where-scripts-meet"),
        pytest.param("MB written", "DB", False, id="another-word"),
    ],
)
def test_has_term_keeps_latin_boundaries_and_frees_cjk(text, term, found):
    assert has_term(text, term) is found


def test_term_pattern_refuses_a_blank_term():
    with pytest.raises(ValueError, match="got '  '"):
        term_pattern("  ")


@pytest.mark.parametrize(
    ("text", "value", "stands"),
    [
        pytest.param("current=191%", "91%", False, id="longer-number"),
        pytest.param("current=3.91%", "91%", False, id="after-a-decimal-point"),
        pytest.param("took 4.2s", "2s", False, id="tail-of-a-decimal"),
        pytest.param("91.0%", "91", False, id="head-of-a-decimal"),
        pytest.param("91%", "91", False, id="unit-cut-off"),
        pytest.param("heap 1.9GB/2GB", "2GB", True, id="behind-a-slash"),
        pytest.param("Full GC 15次", "15次", True, id="cjk-unit"),
        pytest.param("Full GC 115次", "15次", False, id="longer-number-cjk-unit"),
        pytest.param("lag=185,000 now", "185000", True, id="digit-grouping"),
        pytest.param("P99=4.2s", "4.2s", True, id="behind-an-equals-sign"),
        pytest.param("current＝９１％", "91%", True, id="full-width"),
        pytest.param("CURRENT=91%", "current=91%", True, id="case"),
        pytest.param("anything", "  ", False, id="blank"),
    ],
)
def test_has_value_finds_whole_values_only(text, value, stands):
    assert has_value(text, value) is stands


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("只确认order-service的告警", ["order-service"], id="between-cjk"),
        pytest.param("order-service-canary", ["order-service-canary"], id="longer-name-is-whole"),
        pytest.param("order-service-7d9f8-x2x9q", [], id="pod-is-no-service"),
        pytest.param("HikariPool-1, order-123, rate-limit", [], id="other-hyphens"),
        pytest.param("a-api, b-db and c-worker.", ["a-api", "b-db", "c-worker"], id="several"),
        pytest.param("service=order-service", [], id="value-of-a-key"),
    ],
)
def test_find_services_knows_the_usual_endings(text, names):
    assert [mention.text for mention in find_services(text)] == names


def test_find_services_knows_given_names_without_an_ending():
    assert [mention.text for mention in find_services("why is Checkout slow", ["checkout"])] == ["Checkout"]
    assert find_services("checkout-canary is slow", ["checkout"]) == ()
