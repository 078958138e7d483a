"""Rows counted by kind, in several layouts, rightly and wrongly."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

_LEVELS = ["minor", "major", "minor", "blocker", "minor", "major"]
_RECORDS = {"defects": [{"key": f"QX-{n}", "level": level} for n, level in enumerate(_LEVELS, 301)]}
_TABLE = "key    level     owner\n" + "\n".join(
    f"QX-{n}  {level:8}  rita" for n, level in enumerate(_LEVELS, 301)
)
_LOG = "\n".join(
    f"08:0{n} defect=QX-{300 + n} level={level} owner=rita" for n, level in enumerate(_LEVELS, 1)
)
_BARS = "key | level | owner\n" + "\n".join(
    f"QX-{n} | {level} | rita" for n, level in enumerate(_LEVELS, 301)
)


@pytest.mark.parametrize("reply", [_RECORDS, _TABLE, _LOG, _BARS], ids=["records", "gaps", "log", "bars"])
@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        ("1 blocker, 2 major and 3 minor", False),
        ("1 blocker, 3 major and 2 minor", True),
        ("2 rated major, 2 rated minor, 2 rated blocker", True),
        ("**3** are `minor`, **2** are `major`, **1** is `blocker`", False),
        ("3 major and 2 minor", False),
        ("1 blocker, 2 major and 4 minor", False),
    ],
    ids=["right", "moved", "evened", "marked", "some-kinds", "of-more-rows"],
)
def test_counts_by_kind_are_held_against_the_rows(reply: object, told: str, is_bad: bool) -> None:
    found = findings_on(f"The defects by level: {told}.", ("defects", {}, reply))
    assert (found[0] == "altered") == is_bad


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [("5 条中,3 条是 minor,2 条是 major", False), ("5 条中,2 条是 minor,3 条是 major", True)],
    ids=["right", "swapped"],
)
def test_a_part_counts_where_its_size_is_told(told: str, is_bad: bool) -> None:
    found = findings_on(f"{told}。", ("defects", {}, _RECORDS))
    assert (found[0] == "altered") == is_bad


def test_another_list_that_bears_the_counts_out_speaks_for_them() -> None:
    closed = {"defects": [{"key": f"QY-{n}", "level": "major" if n % 2 else "minor"} for n in range(1, 6)]}
    told = "Closed this week: 3 major and 2 minor."
    opened = {
        "defects": [{"key": f"QX-{n}", "level": v} for n, v in enumerate(["minor"] * 3 + ["major"] * 2)]
    }
    assert findings_on(told, ("opened", {}, opened), ("closed", {}, closed)) != ["altered"]
    assert findings_on(told, ("opened", {}, opened)) == ["altered"]
