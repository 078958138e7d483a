"""Lines of a text that do not hold are not quoted without the sign that says so."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt, prepare_text
from tests.growth import least_time

HOSTS = (
    "127.0.0.1 localhost\n10.8.0.4 ledger-new.example\n# 10.8.0.5 ledger-old.example\n10.8.0.7 cache.example"
)
PATCH = "--- a/app.ini\n+++ b/app.ini\n@@ -3,2 +3,2 @@\n-workers = 40\n+workers = 60\n timeout = 5"
SECOND = "@@ -9,1 +9,1 @@ [queue]\n-depth = 700\n+depth = 900\n"
PAGE = "Opening hours: 9 to 17.\n<!-- Closed on Mondays since 2019. -->\nEntry costs 7 crowns."
LIST = "- [x] rotate the ledger key\n- [ ] drain queue ledger-7\n- [x] restart cache-2"
DIFF = "--- a/app.conf\n+++ b/app.conf\n@@ -3,4 +3,4 @@\n burst = 20\n-window_s = 30\n+window_s = 45\n mode = strict\n"
CRON = "15 4 * * *  /srv/dump.sh --all\n# 45 4 * * *  /srv/trim.sh --days 9\n"
SETTINGS = "[reader]\nthreads = 6\n; cache_mb = 64\ncache_mb = 512\n"


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


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("[reader] threads = 6, cache_mb = 64", SETTINGS, id="setting"),
        pytest.param("cache_mb = 64", SETTINGS, id="setting-alone"),
        pytest.param("45 4 * * * /srv/trim.sh --days 9", CRON, id="schedule"),
        pytest.param("15 4 * * * /srv/dump.sh --all 45 4 * * * /srv/trim.sh --days 9", CRON, id="in-the-middle"),
        pytest.param("threads: 8", "threads: 4\n# threads: 8\nmode: fast", id="key-and-word"),
        pytest.param("gzip_static on;", "gzip on;\n# gzip_static on;", id="directive"),
        pytest.param("PermitTunnel yes", "UseDNS yes\nX11Forwarding yes\n#PermitTunnel yes\nMaxAuthTries yes", id="switch"),
        pytest.param("burst = 20 window_s = 30", DIFF, id="removed-line-behind-another"),
        pytest.param("return stale(cart)", "-    return stale(cart)\n+    return fresh(cart)", id="replaced-line"),
        pytest.param("quota 40 GB on vol-3", "~~quota 40 GB on vol-3~~ quota 60 GB on vol-3", id="struck-out"),
        pytest.param("deny: - 10.9.0.0/16", "deny:\n  - 10.4.0.0/16\n  # - 10.9.0.0/16   paused for now", id="item-with-a-note"),
        pytest.param("- name: blue", "pools:\n  - name: red\n  # - name: blue", id="item-with-a-key"),
        pytest.param("cache_size 40m;", "a.conf:3:cache_size 8m;\na.conf:9:# cache_size 40m;", id="line-behind-its-place"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_not_quoted_without_its_sign(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("; cache_mb = 64", SETTINGS, id="setting"),
        pytest.param("# 45 4 * * * /srv/trim.sh", CRON, id="schedule"),
        pytest.param("`-window_s = 30`", DIFF, id="removed-line"),
        pytest.param("-window_s = 30 +window_s = 45", DIFF, id="both-lines"),
        pytest.param("Free disk on node-8 first", "# Free disk on node-8 first\nretries = 3", id="comment-in-prose"),
        pytest.param("Disk pressure on node-8", "## Disk pressure on node-8\nretries: 3", id="heading"),
        pytest.param("# - 10.9.0.0/16   paused for now", "deny:\n  - 10.4.0.0/16\n  # - 10.9.0.0/16   paused for now", id="sign-kept"),
        pytest.param("- 10.4.0.0/16", "deny:\n  - 10.4.0.0/16\n  # - 10.9.0.0/16   paused for now", id="item-that-holds"),
    ],
)  # fmt: skip
def test_the_sign_of_what_does_not_hold_may_be_quoted_and_other_signs_left_off(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


def test_veto_points_at_the_sign():
    reason = match_excerpt("Closed on Mondays since 2019.", PAGE).reasons[0]
    assert reason.text_span is not None
    assert PAGE[slice(*reason.text_span)].startswith("<!--")


@pytest.mark.parametrize("quote", ["depth of 700 jobs", "of 700 jobs", "700 jobs"])
def test_line_keeps_its_sign_behind_what_is_struck_out_in_it(quote):
    text = "@@ -4,1 +4,1 @@ [queue]\n-limit ~~40~~ depth of 700 jobs\n+limit 60"
    assert match_excerpt(quote, text).decision == "mismatch"
    assert prepare_text(text).is_withdrawn(text.index("700"))


LARGE = {
    "removed-and-never-replaced": lambda n: "\n+\n-" + n * "a",
    "opened-and-never-closed": lambda n: n // 4 * "<!--",
    "spaces-and-no-box": lambda n: "[ ]\n" + n * " ",
    "marks-and-no-label": lambda n: n * "*",
    "label-that-never-ends": lambda n: "example " + n * "_",
    "footnotes-and-their-marks": lambda n: n // 7 * "* a\n" + n // 7 * "a* ",
    "numbers-of-nothing": lambda n: n // 2 * "1,",
}


@pytest.mark.parametrize("large", LARGE.values(), ids=LARGE)
def test_time_to_look_for_signs_grows_with_the_text_only(large):
    def taken(size):
        text = large(size)
        return least_time(lambda: prepare_text(text))

    assert taken(24_000) < 24 * taken(3_000)


FORM = "Modes: [x] fast  [ ] safe  [ ] dry"
FORM_ZH = "血型：☑甲 ☐乙；过敏：□有 ☑无"
VOTE = "( ) for the lease  (x) against the lease"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("[x] fast  [ ] safe", FORM, "accept", id="boxes-kept"),
        pytest.param("Modes: safe dry", FORM, "mismatch", id="boxes-dropped"),
        pytest.param("[x] safe  [ ] dry", FORM, "mismatch", id="box-of-another"),
        pytest.param("过敏：□有 ☑无", FORM_ZH, "accept", id="zh-boxes-kept"),
        pytest.param("过敏：有 ☑无", FORM_ZH, "mismatch", id="zh-box-dropped"),
        pytest.param("(x) against the lease", VOTE, "accept", id="round-box"),
        pytest.param("(x) for the lease", VOTE, "mismatch", id="round-box-of-another"),
    ],
)
def test_an_empty_box_is_kept_wherever_it_stands(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision
