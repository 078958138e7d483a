"""Written equations, and the sum of a list."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import agreeing, contradicted


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("3 racks x 12 slots = 36", "36"),
        ("2 × €17.95 = €35.90", "€35.90"),
        ("297 + 58 + 31 = **386G**", "386G"),
        ("10 - 2 × 3 = 4", "4"),
        ("1,200/4=300", "300"),
        ("81.6 million calls × $0.02 per 1,000 = $1,632", "$1,632"),
        ("827,590 ÷ 2,100 条/分钟 ≈ 6.6 小时", "6.6 小时"),
        ("12 per day × 30 days = 360", "360"),
        ("329 × 84.8 % = 279", "279"),
        ("表 A 436G、表 B 211G，两者合计 647G", "647G"),
        ("A 4, B 3, C 1, in total 8", "8"),
        ("Adults pay €99.80 and one child €24.95, which makes €124.75", "€124.75"),
    ],
)
def test_equation_that_holds_is_borne_out(text, result):
    assert agreeing(text) == [result]
    assert contradicted(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 racks x 12 slots = 46", "3 racks x 12 slots is 36, not 46"),
        ("297 + 58 + 31 = 396G", "297 + 58 + 31 is 386, not 396G"),
        ("10 - 4 = 7", "10 - 4 is 6, not 7"),
        ("12 per day for 30 days = 400", "12 per day for 30 days is 360, not 400"),
        ("12 per day × 30 days = 400", "12 per day × 30 days is 360, not 400"),
        ("表 A 436G、表 B 211G，两者合计 657G", "436G + 211G is 647, not 657G"),
        ("A 4, B 3, C 1, in total 9", "4 + 3 + 1 is 8, not 9"),
    ],
)
def test_equation_that_does_not_hold_is_contradicted(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "(3 + 4) × 2 = 14",
        "2 × (3 + 4) = 14",
        "In the other class: × $0.005 = $2,484",
        "2 hosts, 8 partitions, 16 files in total",
        "2 台主机、8 个分区，共 16 个文件",
        "x = 4, y = 9",
        "4 × 502 and 6 × 504 were seen",
        "lr=3 - 5 = auto",
        "3 new and 5 old of 40, in total 41",
        "2^10 = 1024",
        "3 + 1 days of delay = €300",
        "16-20% more for speed=6",
        "首次出现 08:12，最近一次 08:47，共 19 次",
    ],
)
def test_what_is_no_whole_equation_is_left_alone(text):
    assert contradicted(text) == []
