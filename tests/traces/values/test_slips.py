"""A slip changes one digit, exchanges two neighbours, or sets the point elsewhere; anything more is no slip."""

from __future__ import annotations

import pytest

from evidencelab.traces.values.slips import (
    differ_by_a_slip,
    is_point_moved,
    with_a_digit_changed,
    with_two_exchanged,
)


@pytest.mark.parametrize(
    ("one", "other", "is_slip"),
    [
        pytest.param("4071", "4171", True, id="one-digit"),
        pytest.param("4071", "4701", True, id="neighbours-exchanged"),
        pytest.param("4071", "4071", False, id="the-same"),
        pytest.param("4071", "1074", False, id="exchanged-far-apart"),
        pytest.param("4071", "4185", False, id="three-digits"),
        pytest.param("4071", "4181", False, id="two-neighbours-changed"),
        pytest.param("4071", "407", False, id="a-digit-left-out"),
    ],
)
def test_a_slip_is_one_digit_or_two_neighbours_exchanged(one, other, is_slip):
    assert differ_by_a_slip(one, other) == is_slip


@pytest.mark.parametrize(
    ("one", "other", "is_moved"),
    [(41.5, 4.15, True), (4.15, 41.5, True), (415.0, 4.15, False), (41.5, 41.5, False), (41.6, 4.15, False)],
)
def test_a_point_is_moved_by_one_place(one, other, is_moved):
    assert is_point_moved(one, other) == is_moved


def test_every_run_that_is_made_is_a_slip_of_the_first_and_none_is_left_out():
    digits = "4071"
    made = [*with_a_digit_changed(digits), *with_two_exchanged(digits)]
    every = (f"{number:04d}" for number in range(10_000))
    assert sorted(made) == [other for other in every if differ_by_a_slip(digits, other)]


def test_alike_neighbours_are_not_exchanged():
    assert list(with_two_exchanged("55")) == []
