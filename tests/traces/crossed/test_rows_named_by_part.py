"""Rows named by a part of what they are called, and numbers told of one in a clause that goes on."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

TESTS: Reply = (
    "flaky_tests",
    {"days": 7},
    "test                      | runs | failed | share\n"
    "unit-py::test_login.py:12 | 60   | 3      | 5.0\n"
    "unit-py::test_cart.py:88  | 60   | 21     | 35.0\n"
    "unit-py::test_mail.py:7   | 60   | 9      | 15.0\n",
)
PORTS: Reply = (
    "show_ports",
    {"switch": "core-2"},
    "port      state   crc_errors   peer\nTe1/1/1   up      0            rack-a\n"
    "Te1/1/2   up      0            rack-b\nTe1/1/3   up      28714        rack-c\n",
)
PODS: Reply = (
    "top_pods",
    {"app": "mill"},
    "NAME                    CPU    MEMORY\nmill-6c8d9f7b5-7hq2d    120m   611Mi\n"
    "mill-6c8d9f7b5-k9wzx    133m   284Mi\nmill-6c8d9f7b5-p4tnv    101m   305Mi\n",
)
DUTIES: Reply = (
    "list_duties",
    {"month": "2031-03"},
    "编号,口岸,品名,税额\nD-301,北港,咖啡豆,18420.50\nD-302,南港,玻璃杯,36977.20\nD-303,北港,羊毛毯,5210.80\n",
)


@pytest.mark.parametrize(
    ("answer", "reply", "is_altered"),
    [
        pytest.param("`test_login.py:12` failed 21 times.", TESTS, True, id="behind-its-space"),
        pytest.param("`test_cart.py:88` failed 21 times.", TESTS, False, id="behind-its-space-own"),
        pytest.param("Te1/1/2 has 28,714 CRC errors, the other ports have 0.", PORTS, True, id="the-rest"),
        pytest.param("Te1/1/3 has 28,714 CRC errors, the other ports have 0.", PORTS, False, id="rest-own"),
        pytest.param("The pod `7hq2d` is busy and is at 284Mi.", PODS, True, id="goes-on"),
        pytest.param("The pod `7hq2d` is busy and is at 611Mi.", PODS, False, id="goes-on-own"),
        pytest.param("玻璃杯的税额为 18,420.50 元。", DUTIES, True, id="third-column"),
        pytest.param("玻璃杯的税额为 36,977.20 元。", DUTIES, False, id="third-column-own"),
        pytest.param("咖啡豆的税额最多(36,977.20)。", DUTIES, True, id="the-most"),
        pytest.param("玻璃杯的税额最多(36,977.20)。", DUTIES, False, id="the-most-own"),
    ],
)
def test_a_number_is_that_of_the_row_named_by_a_part(answer: str, reply: Reply, is_altered: bool) -> None:
    assert ("altered" in findings_on(answer, reply)) is is_altered
