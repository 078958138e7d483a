"""Several quotes in one excerpt, each the begin of a line of its own."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ROUND = (
    "Round of hall 3, 4 June\nPDU-1 load 41%  breaker closed\nPDU-2 load 63%  breaker closed\n"
    "PDU-3 load 12%  breaker open, not yet reset\nchiller level 70%  last service 2 May"
)
SPANS = (
    "trace 8f0c  root: GET /cart\n ├─ auth.token     9ms    ok\n └─ cart.load    2.40s    ERROR  retries=3\n"
    "      └─ price-db   2.00s    ERROR  code=57014"
)
COMMITS = (
    "commit 11aa22\nAuthor: Ida Holm <ida@x.example>\n\n    Raise the pool from 10 to 40\n\n"
    "commit 33bb44\nAuthor: Per Lund <per@x.example>\n\n    Lower the retry limit from 9 to 3"
)
HOSTS = "web-1:\n  load 0.4\n  swap 12%\nweb-2:\n  load 9.8\n  disk 71%"
NIGHT = "[02:00:01] dump of ledger done\n[02:07:44] copy to vault-2 done\n[02:08:00] verify of ledger failed"
RULES = "Article 9 The insurer does not pay for: (1) ordinary wear; (2) damage by frost; (3) theft of parts left outside."


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("PDU-1 load 41%; PDU-3 load 12%", ROUND, id="peers"),
        pytest.param("PDU-1 load 41%、PDU-2 load 63%", ROUND, id="wide-comma"),
        pytest.param("PDU-2 load 63% / chiller level 70%", ROUND, id="stroke"),
        pytest.param("cart.load 2.40s ERROR → price-db 2.00s ERROR code=57014", SPANS, id="arrow"),
        pytest.param("commit 33bb44, Author: Per Lund — Lower the retry limit from 9 to 3", COMMITS, id="one-commit"),
        pytest.param("dump of ledger done; verify of ledger failed", NIGHT, id="times-left-out"),
        pytest.param("dump of ledger; verify of ledger", NIGHT, id="begins-behind-times"),
        pytest.param("[02:00:01] dump of ledger done\n[02:08:00] verify of ledger failed", NIGHT, id="lines"),
        pytest.param("The insurer does not pay for: ordinary wear; damage by frost", RULES, id="numbers-of-items"),
    ],
)  # fmt: skip
def test_each_part_of_a_list_is_a_quote_of_its_own(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("PDU-1 load 41%; PDU-3 load 63%", ROUND, id="value-of-another-line"),
        pytest.param("PDU-1 load 41%; breaker open", ROUND, id="part-without-a-name"),
        pytest.param("PDU-3 load 12%; PDU-1 load 41%; breaker closed", ROUND, id="last-part-without-a-name"),
        pytest.param("commit 11aa22, Author: Ida Holm — Lower the retry limit from 9 to 3", COMMITS, id="line-of-the-next-commit"),
        pytest.param("commit 11aa22, Author: Per Lund", COMMITS, id="author-of-the-next-commit"),
        pytest.param("load 0.4; disk 71%", HOSTS, id="below-another-heading"),
        pytest.param("web-1:; disk 71%", HOSTS, id="heading-and-a-line-of-another"),
        pytest.param("load 9.8; swap 12%", HOSTS, id="backwards-over-a-heading"),
        pytest.param("dump of ledger failed; verify of ledger done", NIGHT, id="ends-exchanged"),
        pytest.param("of ledger done; verify of ledger", NIGHT, id="first-word-left-out"),
        pytest.param("dump of ledger done → verify of ledger done", NIGHT, id="one-word-changed"),
        pytest.param("The insurer pays for: ordinary wear; damage by frost", RULES, id="negation-left-out"),
        pytest.param("The insurer does not pay for: damage by fire; theft of parts", RULES, id="changed-item"),
    ],
)  # fmt: skip
def test_parts_of_two_records_are_no_list_of_quotes(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


def test_a_list_of_quotes_costs_a_point_where_it_leaves_out_lines():
    whole = match_excerpt("PDU-1 load 41%; PDU-3 load 12%", ROUND)

    assert whole.similarity == 99.0
    assert whole.matched_text == "PDU-1 load 41% … PDU-3 load 12%"
