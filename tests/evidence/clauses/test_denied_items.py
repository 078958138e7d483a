"""What stands below a heading that makes no fact of it is told with the heading."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

GLAZES = "# Glazes\n\n## {}\n- The tin glaze is mixed by hand\n\n## Deprecated\n- The salt glaze is fired at nine\n"


@pytest.mark.parametrize(
    ("excerpt", "section", "expected"),
    [
        pytest.param("The salt glaze is fired at nine", "Recipes", "mismatch", id="below-deprecated"),
        pytest.param("The tin glaze is mixed by hand", "Recipes", "accept", id="below-another"),
        pytest.param("The salt glaze is fired at nine", "Changed", "accept", id="in-a-changelog"),
        pytest.param("The tin glaze is mixed by hand", "Planned", "mismatch", id="below-planned"),
    ],
)
def test_a_line_below_an_unreal_heading_keeps_it(excerpt, section, expected):
    assert match_excerpt(excerpt, GLAZES.format(section)).decision == expected
