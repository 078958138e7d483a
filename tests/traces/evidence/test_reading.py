"""A message read for judging: what surrounds a value."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import Settings, read_statement
from evidencelab.traces.wording.statements import split_statements
from tests.traces.asked import statements_on


def test_words_of_a_setting_stand_in_an_order_that_no_hash_seed_changes():
    text = "## Runs\n\nBoth ran for 12 epochs; `a83f2c` used a batch size of 64, `d19e07` one of 128.\n"
    read = [read_statement(statement) for statement in split_statements(text)]
    words = list(Settings(read, Pool()).of(len(read) - 1).words)
    assert {"a83f2c", "d19e07", "epoch"} <= set(words)
    assert words == sorted(words)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        pytest.param("The regatta is on July 12th, 2031.", "sound", id="as-written"),
        pytest.param("The regatta is on July 17th, 2031.", "altered", id="another-day"),
    ],
)
def test_a_day_that_was_wrapped_at_a_width_is_read(statement, finding):
    letter = (
        "- body: 'The boats go out again after the storm, and the regatta of the club is on July\n"
        "    12th 2031 at 9 AM, at the east basin.'\n  sender: harbour@club.example\n"
    )
    (judged,) = statements_on(statement, letter)
    assert judged.finding == finding, judged.reason
