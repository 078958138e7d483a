"""A word of letters and digits in a label is the text's own only as a whole."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

DISK = "sdk3p1: read check failed, 14 sectors remapped since noon"


@pytest.mark.parametrize(
    ("label", "decision"),
    [
        pytest.param("sdk3p1: ", "accept", id="its-own"),
        pytest.param("log: ", "accept", id="a-source"),
        pytest.param("sdk1p3: ", "mismatch", id="its-digits-exchanged"),
        pytest.param("p1sdk3: ", "mismatch", id="its-parts-exchanged"),
        pytest.param("sdk3p2: ", "mismatch", id="another-digit"),
    ],
)
def test_a_label_keeps_its_identifiers(label, decision):
    assert match_excerpt(f"{label}read check failed, 14 sectors remapped", DISK).decision == decision
