"""Where sentences end, and that this is found in one pass."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.sentences import sentence_spans
from tests.growth import least_time


def _sentences(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentence_spans(text) if text[start:end].strip()]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The lock, e.g. the north one, leaks. It was shut.", ["The lock, e.g. the north one, leaks.", "It was shut."]),
        ("It opened in 40 ms. it shut later.", ["It opened in 40 ms. it shut later."]),
        ("It took 40 min. The rest waited.", ["It took 40 min.", "The rest waited."]),
        ("The gate jammed. lock-keeper_2 saw it.", ["The gate jammed.", "lock-keeper_2 saw it."]),
        ("The gate jammed. later it moved.", ["The gate jammed. later it moved."]),
        ("闸门关了。水位下降。", ["闸门关了。", "水位下降。"]),
    ],
    ids=["abbreviation", "lower-case-goes-on", "unit-ends", "name-begins", "word-goes-on", "chinese"],
)  # fmt: skip
def test_sentences_end_where_another_begins(text, sentences):
    assert _sentences(text) == sentences


@pytest.mark.parametrize(
    ("value", "separator"),
    [("{:03d} kPa", ", "), ("4,{:03d} kPa", " / "), ("阀门{:03d}号", "、"), ("v" * 900 + "{:03d}", "; ")],
)
def test_a_very_long_sentence_is_cut_between_its_values(value, separator):
    values = [value.format(number) for number in range(300)]
    text = separator.join(values)
    stretches = [text[start:end] for start, end in sentence_spans(text)]
    assert "".join(stretches) == text
    assert max(map(len, stretches)) <= max(800, len(values[0] + separator))
    kept = [told.strip() for one in stretches for told in one.split(separator.strip()) if told.strip()]
    assert kept == values


@pytest.mark.parametrize("piece", ["e.g. ", "b. c_", "....", "c_", '!"'])
def test_a_text_without_an_end_is_cut_in_one_pass(piece):
    def run(n: int) -> float:
        return least_time(lambda: list(sentence_spans("d. " + piece * n)))

    # fourfold, and some noise; sixteenfold where it grows with the square
    assert run(32_000) < 10 * run(8000)
