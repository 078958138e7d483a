"""A number that is said to be of somebody else than whom the statement is about."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.clauses import is_of_owner


@pytest.mark.parametrize(
    ("text", "number", "is_of"),
    [
        pytest.param("Ash and Bay moved 27 of Rye's 48 crates.", "48", True, id="possessive"),
        pytest.param("Ash moved 27 of Rye’s **48** crates.", "48", True, id="curly-and-bold"),
        pytest.param("阿什搬了仓库甲的48箱。", "48", False, id="an-owner-the-line-does-not-name"),
        pytest.param("Ash moved Rye 48 crates.", "48", False, id="no-possessive"),
        pytest.param("Ash's 48 crates went to Rye.", "48", False, id="of-the-other-line"),
    ],
)
def test_a_value_is_of_whom_it_follows_in_the_possessive(text, number, is_of):
    assert is_of_owner(text, text.index(number), "name=Rye, crates=48", "name=Ash, crates=27") is is_of
