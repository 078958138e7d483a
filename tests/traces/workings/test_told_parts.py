"""Sums of a listing's lines that are named by a part of their key, and wholes of which a part is told."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on

NOTES = "src/parser/lexer.go:13\nsrc/store/page.go:9\nsrc/parser/tree.go:8\nsrc/api/routes.go:4\nsrc/store/log.go:3"
COUNTED = "  13 src/parser/lexer.go\n   9 src/store/page.go\n   8 src/parser/tree.go\n   4 src/api/routes.go"
STARS = "stars\n5    2817\n4    1032\n3     377\n2     243\n1     175\nName: count, dtype: int64"
RUN = (
    "tests/test_cart.py:46: in test_cart\n    assert total == 12\nE   assert 11 == 12\n"
    "===== short test summary =====\n2 failed, 17 passed in 0.62s"
)
USED = (
    "./shop/cart.py:9:from shop.money import to_cents, split\n./shop/cart.py:39:    return to_cents(self.lines)\n"
    "./shop/cart.py:52:    return split(self.total)[1]\n./stock/ledger.py:77:    row = to_cents(row)"
)


@pytest.mark.parametrize(
    ("output", "told", "is_derived"),
    [
        pytest.param(NOTES, "The parser's two files alone carry 21.", True, id="folder"),
        pytest.param(NOTES, "The parser's two files alone carry 27.", False, id="folder-otherwise"),
        pytest.param(COUNTED, "The two files of the parser carry 21.", True, id="count-first"),
        pytest.param(STARS, "One- and two-star reviews come to 418.", True, id="spelt"),
        pytest.param(STARS, "一、二星共 418 条。", True, id="zh"),
        pytest.param(STARS, "一、二星共 448 条。", False, id="zh-otherwise"),
        pytest.param(STARS, "There are 418 reviews with 1 or 2 stars.", True, id="digits"),
    ],
)
def test_lines_named_by_a_part_of_their_key_are_added_up(output, told, is_derived):
    (statement,) = statements_on(told, output)
    assert (statement.finding == "derived") is is_derived, statement.reason


@pytest.mark.parametrize(
    ("told", "is_derived"),
    [
        pytest.param("Two of the 19 cart tests, each off by one:", True, id="whole"),
        pytest.param("Two of the 16 cart tests, each off by one:", False, id="another-whole"),
    ],
)
def test_a_tally_has_its_whole(told, is_derived):
    (statement,) = report_on(told, ("run", {}, RUN), ("grep", {}, USED)).statements
    assert (statement.finding == "derived") is is_derived, statement.reason
