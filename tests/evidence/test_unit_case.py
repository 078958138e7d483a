"""A unit that its case tells from another stays as it is; other case is presentation."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

OTHER_UNITS = (
    "9M/9m",
    "5 G/5 g",
    "20 MB/20 Mb",
    "3 mW/3 MW",
    "12 mV/12 MV",
    "2 mL/2 ML",
    "9 mHz/9 MHz",
    "4t/4T",
    "6 w/6 W",
)
SAME_UNITS = (
    "30s/30S",
    "8 k/8 K",
    "2h/2H",
    "4 GB/4 gb",
    "12 kB/12 KB",
    "60 Hz/60 HZ",
    "30 ms/30 MS",
    "7 Min/7 min",
)


@pytest.mark.parametrize("pair", OTHER_UNITS)
def test_a_unit_in_another_case_is_another_unit(pair):
    one, other = pair.split("/")
    for said, quoted in ((one, other), (other, one)):
        assert (
            match_excerpt(f"pool idle since {quoted}", f"pool idle since {said}, lane 4").decision
            == "mismatch"
        )
        assert (
            match_excerpt(f"Pool idle ... since {quoted}", f"pool is idle since {said}").decision
            == "mismatch"
        )
        assert match_excerpt(f"lane=4, idle={quoted}", f"idle={said}, lane=4, up=1").decision == "mismatch"


@pytest.mark.parametrize("pair", SAME_UNITS)
def test_a_unit_that_no_case_tells_apart_may_be_written_in_any(pair):
    one, other = pair.split("/")
    assert match_excerpt(f"pool idle since {other}", f"pool idle since {one}, lane 4").decision == "accept"


def test_a_unit_is_told_apart_behind_its_number_only():
    assert match_excerpt("Lane m is idle at dusk", "lane M is idle at dusk").decision == "accept"
    assert (
        match_excerpt("Since 2024: m is idle at dusk", "since 2024: M is idle at dusk").decision == "accept"
    )
    assert match_excerpt("pool idle since 9m", "POOL IDLE SINCE 9M").decision == "accept"
