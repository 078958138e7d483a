"""Signs of a shell, of a range of versions and of a product are part of what they stand between."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

SHELL = "test -e /run/lock && exit 1\ncat head >> /srv/out.txt; wc -l < /srv/out.txt"
VERSIONS = "vite: ^5.2.1\nflask>=3.0,<4\nrack ~> 7.1\ncelery~=5.3\n# gunicorn==21.2\nuvicorn==0.27"
RULE = "burn: errors:rate1h > 12.5 * 0.002; dose 3 × 20 mg; hold at 20~25 ℃, about ~3 h"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("test -e /run/lock || exit 1", SHELL, id="and-to-or"),
        pytest.param("cat head > /srv/out.txt", SHELL, id="append-to-overwrite"),
        pytest.param("vite: 5.2.1", VERSIONS, id="caret"),
        pytest.param("rack 7.1", VERSIONS, id="compatible"),
        pytest.param("celery==5.3", VERSIONS, id="compatible-to-equal"),
        pytest.param("flask>=3.0", VERSIONS, id="upper-bound"),
        pytest.param("uvicorn==0.27 gunicorn==21.2", VERSIONS, id="order"),
        pytest.param("celery~=5.3\ngunicorn==21.2", VERSIONS, id="switched-off"),
        pytest.param("errors:rate1h > 12.5", RULE, id="first-factor"),
        pytest.param("20 mg; hold at 20~25 ℃", RULE, id="last-factor"),
    ],
)
def test_an_operator_lost_or_changed_is_refused(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("test -e /run/lock && exit 1", SHELL, id="and"),
        pytest.param("cat head >> /srv/out.txt", SHELL, id="append"),
        pytest.param("vite: ^5.2.1", VERSIONS, id="caret"),
        pytest.param("flask >= 3.0, < 4", VERSIONS, id="bounds-apart"),
        pytest.param("# gunicorn==21.2", VERSIONS, id="comment-shown"),
        pytest.param("errors:rate1h > 12.5 * 0.002", RULE, id="product"),
        pytest.param("hold at 20-25 ℃", RULE, id="range-sign"),
    ],
)
def test_an_operator_kept_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
