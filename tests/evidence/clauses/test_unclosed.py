"""A condition that no comma closes is kept: by a slice of its sentence, and where a cut is shown."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = (
    Case(
        "if",
        "Silo B at 91%. If it fills up the belt will stop.",
        ("the belt will stop.", "Silo B at 91%. ... the belt will stop."),
        ("If it fills up the belt will stop.", "Silo B at 91%. ... If it fills up the belt will stop."),
    ),
    Case(
        "behind-a-level",
        "09:14 WARN If the lease runs out writes are refused",
        ("writes are refused",),
        ("WARN If the lease runs out writes are refused",),
    ),
    Case(
        "consequence-in-front-of-a-comma",
        "If the lid opens the drum must halt, and a lamp lights.",
        ("the drum must halt",),
        ("If the lid opens the drum must halt",),
    ),
    Case(
        "when-of-a-rule",
        "Rent is 80 EUR. When a guest leaves early the deposit is kept.",
        ("Rent is 80 EUR. [...] the deposit is kept.",),
        ("Rent is 80 EUR. When a guest leaves early the deposit is kept.",),
    ),
    Case(
        "when-of-an-event",
        "When the siren rang the crew left deck 4.",
        (),
        ("the crew left deck 4.",),
    ),
    Case(
        "should",
        "Oil at 71 C. Should the fan stop the unit will throttle.",
        ("Oil at 71 C. ... the unit will throttle.",),
        ("Should the fan stop the unit will throttle.",),
    ),
    Case(
        "list-item",
        "1) If the badge is lost the holder pays 20 EUR",
        ("the holder pays 20 EUR",),
        ("If the badge is lost the holder pays 20 EUR",),
    ),
    Case(
        "asked-in-the-middle",
        "Ask Ana if the tank burst. Tank 7 holds 12 t.",
        (),
        ("Tank 7 holds 12 t.", "Ask Ana if the tank burst."),
    ),
    Case(
        "closed-by-a-comma",
        "Silo B at 91%. If it fills up, the belt will stop.",
        ("Silo B at 91%. ... the belt will stop.",),
        ("... the belt will stop.",),
    ),
    Case(
        "zh-once",
        "水位 4 米。一旦超过 5 米闸门将打开。",
        ("闸门将打开", "水位 4 米。……闸门将打开。"),
        ("一旦超过 5 米闸门将打开", "水位 4 米。"),
    ),
    Case(
        "zh-if",
        "押金 200 元。如租客提前退租房东有权扣除押金。",
        ("房东有权扣除押金", "押金 200 元。……房东有权扣除押金。"),
        ("如租客提前退租房东有权扣除押金",),
    ),
    Case("zh-figure", "如图 3 所示水位将降至 2 米。", (), ("水位将降至 2 米",)),
)


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_a_condition_that_nothing_closes_is_quoted_with_what_follows_from_it(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])
