"""Value tokens: numbers with units, moments, names; ordinary words are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.units import agree, find_unit


def numbers(text: str) -> list[tuple[float | None, str]]:
    return [(t.number, t.unit.name if t.unit else "") for t in value_tokens(text) if t.kind == "number"]


def names(text: str) -> list[str]:
    return [t.folded for t in value_tokens(text) if t.kind == "name"]


def moments(text: str) -> list[tuple[int | None, ...]]:
    return [tuple(t.moment[:6]) for t in value_tokens(text) if t.moment]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("took 4.217 s", [(4.217, "s")]),
        ("892Mi of 2 Gi", [(892.0, "MiB"), (2.0, "GiB")]),
        ("245m CPU", [(245.0, "m")]),
        ("$1,234.50 and 12 euros", [(1234.5, "$"), (12.0, "€")]),
        ("$1.2 million, 1.2M users, 12k", [(1.2e6, "$"), (1.2e6, ""), (12000.0, "")]),
        ("营收123.45亿元，占78%", [(123.45e8, "$"), (78.0, "%")]),
        ("3万次，4.2秒", [(30000.0, ""), (4.2, "s")]),
        ("a 60-second expiry, 24-hour window", [(60.0, "s"), (24.0, "h")]),
        ("2 h 45 min, 1h30m, 3m04s", [(165.0, "min"), (90.0, "min"), (184.0, "s")]),
        ("57°F, -5 °C, 12 degrees", [(57.0, "°F"), (-5.0, "°C"), (12.0, "°")]),
        ("x45 over 2h", [(45.0, "x"), (2.0, "h")]),
        ("5432/TCP", [(5432.0, "")]),
        ("pool=10, size: 20", [(10.0, ""), (20.0, "")]),
        ("0.25 percentage points (25 bps)", [(0.25, "%"), (25.0, "bp")]),
        ("1/1 ready", [(1.0, ""), (1.0, "")]),
        ("3 × 10 = 30", [(3.0, ""), (10.0, ""), (30.0, "")]),
        (r"from $128 \times 40$ to $1.5", [(128.0, ""), (40.0, ""), (1.5, "$")]),
        ("１２％ full-width", [(12.0, "%")]),
        ("1e-5 and 2.5e6", [(1e-5, ""), (2.5e6, "")]),
        ("€ 12,50, then 1.234,99 EUR", [(12.5, "€"), (1234.99, "€")]),
        ("1 h 25 by car, 7h12 by train", [(85.0, "min"), (432.0, "min")]),
        ("380 g more, 400 m away", [(380.0, "g"), (400.0, "m")]),
        ("17-26 °C, between 10 and 20 ms", [(17.0, "°C"), (26.0, "°C"), (10.0, "ms"), (20.0, "ms")]),
        ("7~13°C, 0.5～0.9 s", [(7.0, "°C"), (13.0, "°C"), (0.5, "s"), (0.9, "s")]),
        ("10~20%的请求, 12000~25000 rows", [(10.0, "%"), (20.0, "%"), (12000.0, ""), (25000.0, "")]),
        ("a 1.5 L jar, 238–351 l", [(1.5, "L"), (238.0, "L"), (351.0, "L")]),
        ("58 mL/min/1.73 m²", [(58.0, "mL")]),
        ("err=0.0021 rps=402, num=20:unable", [(0.0021, ""), (402.0, ""), (20.0, "")]),
        ("a density of .128, then .43 s", [(0.128, ""), (0.43, "s")]),
        ("v.5 and file.12 ...", []),
        ("Backup:+4,711.20 GB,Cache：−1,200", [(4711.2, "GB"), (-1200.0, "")]),
        ("x:-3,140.5;y:$2,718.28;z:(1,618)", [(-3140.5, ""), (2718.28, "$"), (1618.0, "")]),
        ("5+12,345.6 and 7-1,200", [(5.0, ""), (12345.6, ""), (7.0, ""), (1200.0, "")]),
        ("共￥2,500.00，￥80", [(2500.0, "$"), (80.0, "$")]),
        ("共 100，200，300 次。4 个", [(100.0, ""), (200.0, ""), (300.0, ""), (4.0, "")]),
        ("12,5 % und -2,5 °C, 1.234.567,89 gesamt", [(12.5, "%"), (-2.5, "°C"), (1234567.89, "")]),
        ("R$ 1.234,56, CHF 12'345.60", [(1234.56, "$"), (12345.6, "")]),
        (
            "a,1,2 GB; 10,20,300; 52.520,13.405",
            [(1, ""), (2, "GB"), (10, ""), (20300, ""), (52.52, ""), (13.405, "")],
        ),
        ("Rs. 1,23,456 of ₹12,34,567.50", [(123456.0, ""), (1234567.5, "₹")]),
        ("no number here", []),
    ],
)
def test_numbers_are_read_with_their_units(text, expected):
    read = numbers(text)
    assert [n for n, _ in read] == pytest.approx([n for n, _ in expected])
    assert [u.replace("¥", "$") for _, u in read] == [u for _, u in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025-10-08T14:45:00.123Z", [(2025, 10, 8, 14, 45, 0)]),
        ("Wed, 08 Oct 2025 12:30:00 +0000", [(2025, 10, 8, 12, 30, 0)]),
        ("October 8th, 2025 and 8 Oct", [(2025, 10, 8, None, None, None), (None, 10, 8, None, None, None)]),
        ("14:45 UTC (2:45 PM)", [(None, None, None, 14, 45, None), (None, None, None, 14, 45, None)]),
        ("2:00-2:30 PM", [(None, None, None, 14, 0, None), (None, None, None, 14, 30, None)]),
        ("11:30-1:30 PM", [(None, None, None, 11, 30, None), (None, None, None, 13, 30, None)]),
        ("around 3pm, 12 am", [(None, None, None, 15, None, None), (None, None, None, 0, None, None)]),
        ("2025年10月8日14时45分", [(2025, 10, 8, None, None, None), (None, None, None, 14, 45, None)]),
        ("下午3点", [(None, None, None, 15, None, None)]),
        ("23–25 April", [(None, 4, 23, None, None, None), (None, 4, 25, None, None, None)]),
        ("4–6, 9 and 12 April", [(None, 4, day, None, None, None) for day in (4, 6, 9, 12)]),
        ("on April 4, 6 and 9.", [(None, 4, day, None, None, None) for day in (4, 6, 9)]),
        ("(Apr 4 and 6)", [(None, 4, day, None, None, None) for day in (4, 6)]),
        ("On April 4, 6 and 9 hosts failed", [(None, 4, 4, None, None, None)]),
        ("On April 4, 6.5 GB and 9 hosts", [(None, 4, 4, None, None, None)]),
        ("On April 4 and 5 of 9 hosts", [(None, 4, 4, None, None, None)]),
        ("the 9, 3 April", [(None, 4, 3, None, None, None)]),
        ("次日09:15到达", [(None, None, None, 9, 15, None)]),
        ("现象：22:14至22:51", [(None, None, None, 22, 14, None), (None, None, None, 22, 51, None)]),
        ("A-7：08:30 停机", [(None, None, None, 8, 30, None)]),
        ("时间：12：30", [(None, None, None, 12, 30, None)]),
        ("5 月 6–9 日", [(None, 5, 6, None, None, None), (None, 5, 9, None, None, None)]),
        ("5 月 6、9 日", [(None, 5, 6, None, None, None), (None, 5, 9, None, None, None)]),
        ("2024年5月6日至9日", [(2024, 5, 6, None, None, None), (2024, 5, 9, None, None, None)]),
        ("5月6日，3日后", [(None, 5, 6, None, None, None)]),
        ("01:00–02:47", [(None, None, None, 1, 0, None), (None, None, None, 2, 47, None)]),
        ("Mon Jun 2 10:12:31 2025", [(2025, 6, 2, 10, 12, 31)]),
        ("Feb 3–9, 2025", [(2025, 2, 3, None, None, None), (2025, 2, 9, None, None, None)]),
        ("10/08/2025", [(2025, 10, 8, None, None, None)]),
        ("opened on 31 March 1889", [(1889, 3, 31, None, None, None)]),
        ("it may 5 times", []),
        ("a ratio of 90:10", [(None, None, None, 90, 10, None)]),
    ],
)
def test_moments_are_read_in_many_spellings(text, expected):
    assert moments(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pod `payment-service-7d9f8c4b-xk2p9` logs", ["payment-service-7d9f8c4b-xk2p9"]),
        ("DB_POOL_SIZE=10", ["db_pool_size"]),
        ("image shop:v2.4.1", ["2.4.1"]),
        ("java.sql.SQLException: pool", ["java.sql.sqlexception"]),
        ("10.244.3.15:8080 and ip-10-0-1-45.local", ["10.244.3.15:8080", "ip-10-0-1-45.local"]),
        ("see https://a.example/x, mail a.b@c.example", ["https://a.example/x", "a.b@c.example"]),
        ("order ORD-12363, flight HAT136", ["ord-12363", "hat136"]),
        ("a well-known user-facing read-only word", []),
        ("PostgreSQL is CrashLoopBackOff", ["postgresql", "crashloopbackoff"]),
        ("10.0.0.4, .5 and .16", ["10.0.0.4", "10.0.0.5", "10.0.0.16"]),
        ("`db-ro-01` 和 `-02`", ["db-ro-01", "db-ro-02"]),
        ("web-1, -5 °C; cost of api-2 and .5", ["web-1", "api-2"]),
        ("rows web-1,-5,x", ["web-1"]),
    ],
)
def test_names_are_what_no_dictionary_has(text, expected):
    assert names(text) == expected


def test_offsets_hold_for_typographic_text():
    text = "“p99 ≥ 4.2 s” on cart‑edge‑7d9f"
    for token in value_tokens(text):
        assert text[token.start : token.end] == token.text


@given(st.text(max_size=120))
def test_any_text_is_read_in_order_and_in_place(text):
    at = 0
    for token in value_tokens(text):
        assert token.start >= at
        assert text[token.start : token.end] == token.text
        at = token.end


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("Mi", "MB", True),
        ("Mi", "Gi", False),
        ("s", "seconds", True),
        ("ms", "s", False),
        ("m", " min", True),
        ("m", " cores", True),
        ("%", "ms", False),
        ("°C", "°F", False),
    ],
)
def test_units_agree_where_people_write_one_for_the_other(left, right, expected):
    assert agree(find_unit(left)[0], find_unit(right)[0]) is expected
    assert agree(find_unit(right)[0], find_unit(left)[0]) is expected
    assert agree(find_unit(left)[0], None)


def test_moment_fields_default_to_unwritten():
    assert Moment() == (None, None, None, None, None, None, False, 0.0, False)


@pytest.mark.parametrize(
    ("text", "month", "day", "is_either"),
    [
        ("04/07/2025", 4, 7, True),
        ("04-07-2025", 4, 7, True),
        ("17/04/2025", 4, 17, False),
        ("04/17/2025", 4, 17, False),
        ("05/05/2025", 5, 5, False),
        ("04.07.2025", 7, 4, False),
        ("2025/04/07", 4, 7, False),
    ],
)
def test_a_numeric_date_may_be_read_in_either_order_where_both_are_days(text, month, day, is_either):
    (token,) = value_tokens(text)
    assert token.moment == Moment(2025, month, day, is_either=is_either)


@pytest.mark.parametrize("text", ["blob 3e812 lost", "5e999", "1e-999 s", "9" * 400])
def test_no_number_is_too_large_to_be_read(text):
    for token in value_tokens(text):
        assert token.text in text


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        pytest.param("| logs | 7.4 M | 12% |", 7.4e6, None, id="million-in-a-cell"),
        pytest.param("idle for 2 days 03:04:05 now", 183845.0, "s", id="days-and-a-clock"),
        pytest.param("idle for 3 days and 4 hours, then", 76.0, "h", id="comma-behind"),
        pytest.param("kept for 2 years and 3 months.", 27.0, "month", id="years-and-months"),
        pytest.param("保留2年零3个月。", 27.0, "month", id="years-and-months-zh"),
        pytest.param("valid for 1 month 5 days now", 35.4375, "d", id="months-and-days"),
    ],
)
def test_amounts_and_lengths_of_time_are_read_as_people_write_them(text, number, unit):
    token = (
        value_tokens(text)[0]
        if "logs" not in text
        else next(t for t in value_tokens(text) if t.kind == "number")
    )
    assert (token.number, token.unit and token.unit.name) == (number, unit)
    assert not token.text.endswith(",")


def test_a_run_of_digits_that_no_float_holds_is_no_number():
    digits = "9" * 400
    for text in (f"{digits} ms", f"{digits}天 1小时", f"€ {digits},00", f"{digits},00 EUR", f"0.{digits} GB"):
        assert not [t for t in value_tokens(text) if t.kind == "number" and len(t.text) > 80], text
    assert [t.number for t in value_tokens("9,876,543,210,987 items") if t.kind == "number"] == [
        9876543210987.0
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("03-27 06:45 docked", (None, 3, 27, 6, 45, None)),
        ("| 03-27 06:45:10 |", (None, 3, 27, 6, 45, 10)),
        ("13-27 06:45", (None, None, None, 6, 45, None)),
        ("rows 3-27 06:45", (None, None, None, 6, 45, None)),
    ],
)
def test_a_month_and_a_day_before_a_time_are_its_date(text, expected):
    assert moments(text) == [expected]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        pytest.param("datetime.datetime(2025, 2, 3, 1, 44, 29, 17469, tzinfo=TzInfo(UTC))", (2025, 2, 3, 1, 44, 29), id="aware"),
        pytest.param("datetime.datetime(2025, 2, 3, 1, 44)", (2025, 2, 3, 1, 44, 0), id="to-the-minute"),
        pytest.param("datetime.date(2025, 12, 31)", (2025, 12, 31, None, None, None), id="day"),
    ],
)  # fmt: skip
def test_a_moment_is_read_as_python_prints_it(text, moment):
    (token,) = [t for t in value_tokens(f"due={text}, n") if t.kind == "moment"]
    assert (token.text, token.moment[:6]) == (text, moment)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("用户ops@shop.cn登录了12次", ["ops@shop.cn"]),
        ("由ops@shop.cn于10:30发送", ["ops@shop.cn"]),
        ("jürgen@müller.de wrote 3 times", ["jürgen@müller.de"]),
    ],
)
def test_an_address_ends_where_chinese_begins(text, expected):
    assert names(text) == expected
