"""The sign of a zone's offset is part of the time: `UTC-8` lies sixteen hours from `UTC+8`."""

from __future__ import annotations

from itertools import product

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ZONES = ("UTC", "GMT", "utc")
OFFSETS = ("8", "08:00", "0530", "5:30")
GAPS = ("", " ")
SIGNS = (("+", "-"), ("-", "+"))


def window(zone: str) -> str:
    return f"window opens at 12:30 {zone} for the north ring"


@pytest.mark.parametrize(("zone", "offset", "gap", "signs"), list(product(ZONES, OFFSETS, GAPS, SIGNS)))
def test_another_sign_behind_a_zone_is_another_time(zone, offset, gap, signs):
    one, other = (f"{zone}{gap}{sign}{offset}" for sign in signs)
    assert match_excerpt(window(one), window(other)).decision == "mismatch"


@pytest.mark.parametrize(("zone", "offset", "gap"), list(product(ZONES, OFFSETS, GAPS)))
def test_a_blank_in_front_of_the_offset_is_presentation(zone, offset, gap):
    text = window(f"{zone}+{offset}")
    assert match_excerpt(window(f"{zone}{gap}+{offset}"), text).decision == "accept"


@pytest.mark.parametrize("sign", ["+", "-"])
def test_the_same_sign_is_quoted_as_it_stands(sign):
    text = window(f"UTC{sign}8")
    assert match_excerpt(text, f"09:14 {text}, said the pilot").decision == "accept"
