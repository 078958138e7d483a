import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.lab.matrix.redraw import Redraw


def _redraw(*texts: str, seed: int = 1) -> list[str]:
    redraw = Redraw(texts, random.Random(seed))
    return [redraw.apply(text) for text in texts]


@pytest.mark.parametrize(
    "text",
    [
        "HTTP 429 Too Many Requests",
        "OOMKilled, exit code 137",
        "HikariPool-1 - Connection is not available",
        "GET /api/v1/users/profile",
        "lookup on 10.0.0.53:53",
        "P99 and 5xx and x509",
        "trace u-5f01, delivery w4290",
        "idle=0",
        "100%",
    ],
)
def test_redraw_keeps_names_codes_and_fixed_points(text):
    assert _redraw(text, "3 91% 15m")[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "91%",
        "3.8GB/4GB",
        "15m",
        "Full GC 15次",
        "lag=185000",
        "v3.8.0",
        "order-123",
        "11:17",
        "2026-03-14",
        "850 毫秒",
    ],
)
def test_redraw_changes_what_it_varies_and_keeps_the_writing(text):
    (new,) = _redraw(text)
    assert new != text
    assert re.sub(r"\d+", "0", new) == re.sub(r"\d+", "0", text)


def test_redraw_keeps_equal_quantities_equal_in_any_unit():
    short, long, spaced = _redraw("P99=4.2s", "took 4200ms", "took 4200 ms")
    seconds = float(short.removeprefix("P99=").removesuffix("s"))
    assert long == f"took {seconds * 1000:.0f}ms"
    assert spaced == f"took {seconds * 1000:.0f} ms"


def test_redraw_keeps_a_full_pool_full_and_tells_units_apart():
    (pool,) = _redraw("active=50/50, after 50ms")
    active, limit, after = re.findall(r"\d+", pool)
    assert active == limit
    assert pool == f"active={active}/{limit}, after {after}ms"


def test_redraw_moves_clocks_and_moments_together():
    clock, moment = _redraw("11:17", "2026-03-14T11:17:30Z")
    assert moment[11:16] == clock
    assert moment.endswith(":30Z")


def test_redraw_moves_no_clock_past_midnight():
    for seed in range(50):
        early, late = _redraw("00:40", "22:10", seed=seed)
        assert early < late


def test_redraw_gives_an_order_the_same_new_number_in_both_languages():
    english, chinese = _redraw("order-123 failed", "订单123 失败")
    assert re.findall(r"\d+", english) == re.findall(r"\d+", chinese)


def test_redraw_leaves_a_number_it_was_not_made_for():
    assert Redraw(["91%"], random.Random(1)).apply("17%") == "17%"


@given(
    values=st.lists(st.integers(1, 10**6), min_size=2, max_size=12, unique=True),
    unit=st.sampled_from(["", "ms", "GB"]),
    seed=st.integers(0, 999),
)
def test_redraw_preserves_order_and_distinctness(values, unit, seed):
    new = [
        int(re.match(r"\d+", text).group()) for text in _redraw(*(f"{n}{unit}" for n in values), seed=seed)
    ]
    ranks = [sorted(values).index(value) for value in values]
    assert [sorted(new).index(value) for value in new] == ranks
    assert len(set(new)) == len(values)
    assert min(new) > 0


@given(tenths=st.lists(st.integers(1, 999), min_size=1, max_size=8, unique=True), seed=st.integers(0, 999))
def test_redraw_keeps_percents_between_0_and_100(tenths, seed):
    new = [float(text[:-1]) for text in _redraw(*(f"{n / 10:.1f}%" for n in sorted(tenths)), seed=seed)]
    assert all(0 < value < 100 for value in new)
    assert new == sorted(set(new))
