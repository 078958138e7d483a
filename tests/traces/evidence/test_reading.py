"""A message read for judging: what surrounds a value."""

from __future__ import annotations

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import Settings, read_statement
from evidencelab.traces.wording.statements import split_statements


def test_words_of_a_setting_stand_in_an_order_that_no_hash_seed_changes():
    text = "## Runs\n\nBoth ran for 12 epochs; `a83f2c` used a batch size of 64, `d19e07` one of 128.\n"
    read = [read_statement(statement) for statement in split_statements(text)]
    words = list(Settings(read, Pool()).of(len(read) - 1).words)
    assert {"a83f2c", "d19e07", "epoch"} <= set(words)
    assert words == sorted(words)
