"""Lines of a text that do not hold are not quoted without the sign that says so."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

HOSTS = (
    "127.0.0.1 localhost\n10.8.0.4 ledger-new.example\n# 10.8.0.5 ledger-old.example\n10.8.0.7 cache.example"
)
PATCH = "--- a/app.ini\n+++ b/app.ini\n@@ -3,2 +3,2 @@\n-workers = 40\n+workers = 60\n timeout = 5"
SECOND = "@@ -9,1 +9,1 @@ [queue]\n-depth = 700\n+depth = 900\n"
PAGE = "Opening hours: 9 to 17.\n<!-- Closed on Mondays since 2019. -->\nEntry costs 7 crowns."
LIST = "- [x] rotate the ledger key\n- [ ] drain queue ledger-7\n- [x] restart cache-2"


@pytest.mark.parametrize(
    ("text", "without", "with_sign"),
    [
        pytest.param(HOSTS, "10.8.0.5 ledger-old.example", "# 10.8.0.5 ledger-old.example", id="address"),
        pytest.param(PATCH, "workers = 40", "-workers = 40", id="removed-by-a-diff"),
        pytest.param(SECOND, "depth = 700", "-depth = 700", id="removed-by-a-hunk"),
        pytest.param(
            PAGE, "Closed on Mondays since 2019.", "<!-- Closed on Mondays since 2019. -->", id="hidden"
        ),
        pytest.param(LIST, "drain queue ledger-7", "[ ] drain queue ledger-7", id="open-box"),
        pytest.param(LIST, "drain queue ledger-7", "[ ] Drain queue ledger-7", id="its-case-is-presentation"),
    ],
)
def test_line_that_does_not_hold_keeps_its_sign(text, without, with_sign):
    assert match_excerpt(without, text).decision == "mismatch"
    assert match_excerpt(with_sign, text).decision == "accept"


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        pytest.param(HOSTS, "10.8.0.4 ledger-new.example", id="live-address"),
        pytest.param(PATCH, "workers = 60", id="added-by-a-diff"),
        pytest.param(PAGE, "Entry costs 7 crowns.", id="shown"),
        pytest.param(LIST, "rotate the ledger key", id="done-box"),
    ],
)
def test_line_that_holds_loses_its_sign_freely(text, excerpt):
    assert match_excerpt(excerpt, text).decision == "accept"


def test_veto_points_at_the_sign():
    reason = match_excerpt("Closed on Mondays since 2019.", PAGE).reasons[0]
    assert reason.text_span is not None
    assert PAGE[slice(*reason.text_span)].startswith("<!--")
