"""What a shown gap may lead to: another item of a list, a line with the same head, the sign of a diff."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ITEMS = (
    "Tenants shall (a) insure the shop; (b) keep exits free; and (c) pay by the 5th. Owners may (d) enter."
)
STATUS = (
    "Investigating - Logins fail for some users in Lagos. 12:00 UTC\n"
    "Identified - A bad key was pushed. Nairobi is fine. 12:20 UTC\n"
    "Resolved - The key was rolled back. 12:40 UTC"
)
RELAY = (
    "05-02 10:00:01 [relay] job sync_a failed with timeout\n"
    "05-02 10:00:31 [relay] job sync_b failed with refusal\n"
    "05-02 10:01:02 [relay] job sync_a done, wrote 41 rows\n"
    "05-02 10:01:05 [relay] job sync_b done, wrote 9 rows"
)
DIFF = "--- a/app.yml\n+++ b/app.yml\n@@ -3,4 +3,4 @@ web:\n-  port: 8080\n+  port: 9090\n   host: 0.0.0.0"
REGATTA = "Finish: Blue Heron 4 s ahead of Kittiwake\nWind: south 12 kn\nThe start was clean. Kittiwake lost a sail."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("(a) insure the shop ... (c) pay by the 5th", ITEMS, id="items"),
        pytest.param("Nairobi is fine. ... The key was rolled back.", STATUS, id="behind-labels"),
        pytest.param("failed with timeout ... done, wrote 41 rows", RELAY, id="same-head"),
        pytest.param("job sync_a failed with timeout ... job sync_b done, wrote 9 rows", RELAY, id="names-shown"),
        pytest.param("+++ b/app.yml ... +  port: 9090", DIFF, id="sign-behind-a-gap"),
        pytest.param("-  port: 8080 +  port: 9090", DIFF, id="both-signs"),
        pytest.param("Blue Heron 4 s ahead of Kittiwake ... Kittiwake lost a sail", REGATTA, id="sentence-of-an-untagged-line"),
    ],
)  # fmt: skip
def test_a_shown_gap_leads_on(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Tenants shall (a) insure the shop ... (d) enter", ITEMS, id="item-of-another-list"),
        pytest.param("Logins fail ... Nairobi is fine", STATUS.replace("fail for", "fail not for"), id="negation"),
        pytest.param("job sync_a failed with timeout ... done, wrote 9 rows", RELAY, id="name-of-the-other-line"),
        pytest.param("+ port: 8080 - port: 9090", DIFF, id="signs-exchanged"),
        pytest.param("-  port: 9090", DIFF, id="added-as-removed"),
        pytest.param("--- a/app.yml ... -  port: 9090", DIFF, id="added-as-removed-behind-a-gap"),
    ],
)  # fmt: skip
def test_a_shown_gap_leads_to_no_other_record(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


PHASES = (
    "node: n-4\nphase: Ready\n---\nnode: n-9\nphase: Draining\n---\nNote: it was cordoned by hand at noon."
)
ACCESS = '10:00:01 GET /v1/quota HTTP/1.1 429 18ms "Too Many Requests"'
IMAGE = 'image: registry.test/shop/cart:2.8.1\nat src/app/main.go:41\ncodes: {"retry":[4,7,19,22],"pair":["eu","us"]}'
RULE = "expr: status != 200 and kind <> 'void' for 5m"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("phase: Ready ... Draining", PHASES, id="value-of-another-record"),
        pytest.param("HTTP 428 18ms", ACCESS, id="changed-code"),
        pytest.param("image: registry.test/shop/cart", IMAGE, id="image-without-its-tag"),
        pytest.param("retry: 4, 7, 19", IMAGE, id="list-cut-short"),
        pytest.param("200 and kind <> 'void'", RULE, id="unlike-cut-off"),
        pytest.param("status ... 200 and kind <> 'void'", RULE, id="unlike-left-out-at-a-mark"),
        pytest.param("'void' for 5m", RULE, id="unlike-cut-off-in-quote-marks"),
    ],
)  # fmt: skip
def test_a_cut_at_a_value_that_hangs_on_more_is_refused(excerpt, text):
    assert match_excerpt(excerpt, text).decision != "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("phase: Ready ... phase: Draining", PHASES, id="both-keys"),
        pytest.param("HTTP 429 18ms", ACCESS, id="version-left-out"),
        pytest.param("image: registry.test/shop/cart:2.8.1", IMAGE, id="image-with-its-tag"),
        pytest.param("at src/app/main.go", IMAGE, id="file-without-its-line"),
        pytest.param("retry: 4, 7, 19, 22", IMAGE, id="whole-list"),
        pytest.param('"retry":[4,7', IMAGE, id="list-cut-where-it-shows"),
        pytest.param("status != 200 and kind <> 'void'", RULE, id="unlike"),
        pytest.param("status != ... 200 and kind <> 'void'", RULE, id="unlike-in-front-of-a-mark"),
    ],
)  # fmt: skip
def test_a_cut_behind_a_whole_value_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"
