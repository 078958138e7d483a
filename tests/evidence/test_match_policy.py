"""The settings of the match: what they are by default, and what they refuse."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy


def test_the_default_policy_has_every_veto_and_compares_two_words():
    policy = MatchPolicy()
    assert (policy.scorer, policy.accept_at, policy.reject_below, policy.min_tokens) == (
        "located",
        95.0,
        60.0,
        2,
    )
    assert policy.vetoes == frozenset(VETO_CODES)


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"accept_at": 100.0, "reject_below": 100.0}, id="highest"),
        pytest.param({"accept_at": 0.0, "reject_below": 0.0}, id="lowest"),
        pytest.param({"min_tokens": 0}, id="no-tokens"),
    ],
)
def test_settings_at_their_bounds_are_taken(settings):
    policy = MatchPolicy(**settings)
    assert {name: getattr(policy, name) for name in settings} == settings


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"accept_at": 100.5}, id="accept-above-100"),
        pytest.param({"accept_at": -0.5, "reject_below": -0.5}, id="below-0"),
        pytest.param({"reject_below": -0.5}, id="reject-below-0"),
        pytest.param({"reject_below": 100.5}, id="reject-above-100"),
        pytest.param({"min_tokens": -1}, id="fewer-than-no-tokens"),
    ],
)
def test_settings_beyond_their_bounds_are_refused(settings):
    with pytest.raises(ValidationError):
        MatchPolicy(**settings)
