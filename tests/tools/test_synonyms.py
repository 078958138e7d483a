import pytest

from evidencelab.errors import UnknownNameError
from evidencelab.tools.synonyms import CONCEPTS, concept, concepts_of, find_concepts, names_in, synonyms_of
from evidencelab.tools.terms import has_cjk


@pytest.mark.parametrize(
    "text",
    [
        "HikariCP",
        "HikariPool-1",
        "connection pool",
        "Connection Pools",
        "数据库连接池",
        "连接池耗尽",
        "连接池",
    ],
)
def test_concepts_of_knows_every_name_of_the_connection_pool(text):
    assert concepts_of(text) == {"connection_pool"}


@pytest.mark.parametrize("text", ["active=50/50", "active=7/7", "waiting", "request timed out after 30000ms"])
def test_find_concepts_takes_a_sign_for_a_hint_only(text):
    mentions = find_concepts(text)
    assert [(mention.concept.name, mention.is_sign) for mention in mentions] == [("connection_pool", True)]
    assert concepts_of(text) == frozenset()


def test_find_concepts_reads_a_full_pool_only_where_both_numbers_are_equal():
    assert find_concepts("active=5/50") == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("数据库连接池", ["connection_pool"], id="longest-wins"),
        pytest.param("数据库慢查询", ["database", "slow_query"], id="two-side-by-side"),
        pytest.param("out of memory", ["oom"], id="memory-inside-oom"),
        pytest.param("内存溢出和内存占用", ["oom", "memory_usage"], id="in-order"),
        pytest.param("消费延迟", ["consumer_lag"], id="latency-inside-lag"),
        pytest.param("chat room was told", [], id="oom-inside-room"),
        pytest.param("HighCPUUsage", ["cpu_usage"], id="alert-name"),
    ],
)
def test_find_concepts_takes_the_longest_words_first(text, names):
    assert [mention.concept.name for mention in find_concepts(text)] == names


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        pytest.param("连接池", {"HikariCP", "HikariPool", "connection pool", "数据库连接池"}, id="pool"),
        pytest.param(
            "数据库慢查询", {"DB", "database", "slow query", "慢查询"}, id="database-and-slow-query"
        ),
        pytest.param("OOM", {"OutOfMemoryError", "内存溢出"}, id="oom"),
        pytest.param("订单123", {"order 123", "订单123"}, id="order-zh"),
        pytest.param("order-123", {"order 123", "订单123"}, id="order-en"),
    ],
)
def test_synonyms_of_lists_both_languages(phrase, terms):
    assert terms <= set(synonyms_of(phrase))


def test_synonyms_of_leaves_an_unknown_phrase_alone():
    assert synonyms_of(" the blue button ") == ("the blue button",)
    assert synonyms_of("") == ()


def test_concept_names_the_known_ones_when_it_does_not_know():
    with pytest.raises(UnknownNameError, match="no concept named 'cpu'; known are"):
        concept("cpu")


def test_names_in_splits_by_script():
    for item in CONCEPTS:
        assert {*names_in(item, "zh"), *names_in(item, "en")} == set(item.names)
        assert all(has_cjk(name) for name in names_in(item, "zh"))


def test_every_name_of_the_table_names_its_own_concept():
    for item in CONCEPTS:
        for name in item.names:
            assert item.name in concepts_of(name), (item.name, name)
