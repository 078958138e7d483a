"""A note in brackets that takes a message back is kept; one that says more of it may be left out."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

TAKING_BACK = (
    "not sent", "dry run", "dry-run", "cached", "unaudited", "simulated", "est.", "theoretical", "stale", "night shift only",
    "未发送", "估", "演练", "缓存", "待核实", "已作废",
)  # fmt: skip
NAMING = ("gate 7", "worker-4", "DN50", "port=443", "goalkeeper", "腋下", "二号楼")


@pytest.mark.parametrize("note", TAKING_BACK)
def test_a_note_that_takes_back_is_not_left_out(note):
    for text in (f"pump 3 sent 14 t ({note}) to quay 9", f"pump 3 sent 14 t ({note}) (quay 9)"):
        assert match_excerpt(text.replace(f" ({note})", ""), text).decision == "mismatch"
    for head in (f"({note}) ", f"09:14:02 ({note}) ", f"WARN [mail] ({note}) "):
        assert match_excerpt("Pump 3 sent 14 t", f"{head}Pump 3 sent 14 t").decision == "mismatch"
        assert match_excerpt(f"({note}) Pump 3 sent 14 t", f"{head}Pump 3 sent 14 t").decision == "accept"


@pytest.mark.parametrize("note", NAMING)
def test_a_note_that_names_may_be_left_out(note):
    assert match_excerpt("Pump 3 sent 14 t", f"({note}) Pump 3 sent 14 t").decision == "accept"
    text = f"pump 3 ({note}) (sent 14 t)"
    assert match_excerpt("pump 3 (sent 14 t)", text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "is_quote"),
    [
        pytest.param("Scan on cars c (actual rows=7)", True, id="group-of-its-own"),
        pytest.param("Scan on cars c (actual rows=9)", False, id="group-of-the-next"),
        pytest.param("Sort (actual rows=7)", False, id="group-of-the-line-below"),
    ],
)
def test_a_bracket_behind_another_stays_with_what_it_is_said_of(excerpt, is_quote):
    text = (
        "Sort (cost=9..12) (actual rows=40)\n  -> Scan on cars c (cost=1..8) (actual rows=7)\n"
        "  -> Scan on vans v (cost=1..5) (actual rows=9)"
    )
    assert (match_excerpt(excerpt, text).decision != "mismatch") == is_quote
