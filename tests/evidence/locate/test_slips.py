"""Which words are a slip of the pen, or an inflection, of which others."""

from __future__ import annotations

import pytest

from evidencelab.evidence.locate.slips import is_inflection, is_slip


@pytest.mark.parametrize(
    ("one", "other", "slip", "inflection"),
    [
        pytest.param("retry", "retries", True, True, id="y-ies"),
        pytest.param("retry", "retried", True, True, id="y-ied"),
        pytest.param("retry", "retrier", False, False, id="y-ier-is-two-edits-of-a-short-word"),
        pytest.param("pod", "pods", True, True, id="plural-of-three-letters"),
        pytest.param("po", "pos", False, False, id="plural-of-two-letters"),
        pytest.param("box", "boxes", True, True, id="es"),
        pytest.param("fail", "failed", True, True, id="ed"),
        pytest.param("scale", "scaled", True, True, id="d"),
        pytest.param("fail", "failing", True, True, id="ing"),
        pytest.param("fail", "failer", False, False, id="another-ending"),
        pytest.param("pool", "poal", True, False, id="one-edit-in-four-letters"),
        pytest.param("poo", "poa", False, False, id="one-edit-in-three-letters"),
        pytest.param("pool", "loop", False, False, id="another-word"),
        pytest.param("pool", "fool", False, False, id="first-letter"),
        pytest.param("poool", "poabl", False, False, id="two-edits-in-five-letters"),
        pytest.param("capacity", "capaxxty", True, False, id="two-edits-in-eight-letters"),
        pytest.param("capacit", "capxxit", False, False, id="two-edits-in-seven-letters"),
        pytest.param("capacities", "capxxxties", False, False, id="three-edits"),
        pytest.param("from", "form", True, False, id="swapped-letters-are-one-edit"),
        pytest.param("pool7", "pool8", False, False, id="digits"),
        pytest.param("高", "低", True, False, id="cjk"),
        pytest.param("高", "pool", False, False, id="cjk-and-latin"),
    ],
)
def test_a_slip_is_one_edit_or_a_regular_ending(one, other, slip, inflection):
    for here, there in ((one, other), (other, one)):
        assert is_slip(here, there) is slip
        assert is_inflection(here, there) is inflection
