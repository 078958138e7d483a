"""Days that lie some days from one that was given: only a step that somebody speaks of leads to one."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.day_steps import day_steps
from tests.traces.asked import report_on

ROTA = {"shifts": [{"name": "loading", "crew": "Odile"}, {"name": "weighing", "crew": "Bram"}]}
TODAY = "2031-07-09"  # a Wednesday


@pytest.mark.parametrize(
    ("question", "answer", "is_bad"),
    [
        ("Who loads on July 9th, 2031?", "Odile loads on July 9th, 2031.", False),
        ("Who loads on July 9th, 2031?", "Odile loads on July 11th, 2031.", True),
        (
            "Who loads on July 9th, 2031 at this mill, if it is to last?",
            "Odile loads on July 11th, 2031.",
            True,
        ),
        ("Today is July 9th, 2031. Who loads tomorrow?", "Odile loads on July 10th, 2031.", False),
        ("Today is July 9th, 2031. Who loads tomorrow?", "Odile loads on July 12th, 2031.", True),
        ("Today is July 9th, 2031. Who loads the day after tomorrow?", "Odile loads on July 11.", False),
        ("It is July 9th, 2031. Who loads in nine days?", "Odile loads on July 18th, 2031.", False),
        ("It is July 9th, 2031. Who loads in nine days?", "Odile loads on July 16th, 2031.", True),
        ("It is July 9th, 2031. Who loads on Friday?", "Odile loads on July 11th, 2031.", False),
        ("It is July 9th, 2031. Who loads on Friday?", "Odile loads on July 12th, 2031.", True),
        ("It is July 9th, 2031. Who loads next week?", "Odile loads on July 15th, 2031.", False),
        ("It is July 9th, 2031. Who loads next week?", "Odile loads on July 4th, 2031.", True),
        ("Who loads on July 9th, 2031?", "Odile loads two days later, on July 11th, 2031.", False),
        ("今天是2031年7月9日。后天谁装货？", "7月11日由 Odile 装货。", False),
        ("今天是2031年7月9日。后天谁装货？", "7月14日由 Odile 装货。", True),
        ("2031年7月9日谁装货？", "7月11日由 Odile 装货。", True),
        ("今天是2031年7月9日。周五谁装货？", "7月11日由 Odile 装货。", False),
    ],
)
def test_day_beside_a_given_one_is_backed_by_a_step_that_is_spoken_of(question, answer, is_bad):
    (statement,) = report_on(answer, ("rota", {}, ROTA), question=question).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("question", "answer", "is_bad"),
    [
        ("Who loads on Friday?", "Odile loads on Friday, July 11th.", False),
        ("Who loads on Friday?", "Odile loads on Friday, July 13th.", True),
        ("Who loads?", "Odile loads on Friday, July 11th.", True),
    ],
)
def test_step_may_start_from_the_day_that_a_tool_says_it_is(question, answer, is_bad):
    (statement,) = report_on(answer, ("today", {}, TODAY), ("rota", {}, ROTA), question=question).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("text", "days", "weekdays"),
    [
        ("the day after tomorrow", {1, 2}, set()),
        ("in 2 weeks", {14, -14}, set()),
        ("三天后，或前天", {3, -3, -2}, set()),
        ("this one is the last until further notice", set(), set()),
        ("on Tuesday or 星期天", set(), {1, 6}),
    ],
)
def test_steps_are_read_in_words(text, days, weekdays):
    assert day_steps(text) == (days, weekdays)
