"""Values set against a limit, a target or each other."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import contradicted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Coverage is 58.5 %, above the 60 % target.", "58.5 % is less than 60 %"),
        ("覆盖率 58.5%，已达到 60% 的目标", "58.5% is less than 60%"),
        ("利用率 97% 低于 95% 的阈值", "97% is more than 95%"),
        ("3 h is shorter than 2 hours.", "3 h is more than 2 hours"),
        ("It used 14 GiB, below its limit of 12 GiB.", "14 GiB is more than 12 GiB"),
        ("The pool is above its target (61 % vs 65 %).", "61 % is less than 65 %"),
        ("The largest is Fir (12), ahead of Elm (15).", "12 is less than 15"),
        ("Largest gain: Fir (+6.3 %), followed by Elm (+7.5 %).", "+6.3 % is less than +7.5 %"),
        ("分组甲（12），高于分组乙（15）", "12 is less than 15"),
        ("The drift was 0.7 %, within a tolerance of 0.4 %.", "0.7 % is more than 0.4 %"),
    ],
)
def test_comparison_that_the_numbers_contradict(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "Coverage is 77.0 %, above the 70 % target.",
        "It is 5 % above the 70 % target.",
        "销售额 5,000 元，超出目标 12,800 元",
        "67.0 %, not above the 70 % target",
        "延迟 180 ms，已达到 200 ms 的目标",
        "错误率 3%，已达到 5% 的目标",
        "12 tickets, more than 20 messages each",
        "Load is 40 % on average, above 90 % at peaks.",
        "5 errors, under 10 minutes apart",
        "2 retries, over 3 attempts",
        "Fastest is Fir (12), ahead of Elm (15).",
        "The first deploy (12), followed by a restart (15)",
        "It used 12.4 GiB, more than the 90 % that was planned.",
        "If it stays at 4 h, above the 5 h limit, page someone.",
        "900 ms, below the 1 s limit",
        "Usage was 70 %, above the 70 % target.",
    ],
)
def test_comparison_that_holds_or_is_another_is_left_alone(text):
    assert contradicted(text) == []
