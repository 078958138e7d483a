"""Long runs of blanks and deep nesting cost no more than their length: a text is written by others."""

import time

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text import prepare_text

_BLANKS = " " * 20_000
_SECONDS = 4.0
"""Many times what a run read once takes, and a small part of what one read from each of its blanks takes."""


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("a: load is 81 now", f"# a{_BLANKS}b(\nload is 80 now", id="heading"),
        pytest.param("a: load is 81 now", f"a{_BLANKS}b\nload is 80 now", id="heading-with-colon"),
        pytest.param(
            "load 81 now", f"insert into t ({_BLANKS}'x) values\nload 80 now", id="inserted-columns"
        ),
        pytest.param("load 81 now", f"load{_BLANKS}80{_BLANKS}now\nx", id="cells"),
        pytest.param(f"load{_BLANKS}81 now", "load 80 now\nload 82 now", id="list-of-quotes"),
        pytest.param(f"```\nload{_BLANKS}81 now", "load 80 now", id="fence"),
        pytest.param("u v w", '{"u":' * 20_000 + "1" + "}" * 20_000 + "\nv w", id="nested-objects"),
    ],
)
def test_match_excerpt_reads_hostile_layout_in_seconds(excerpt, text):
    started = time.perf_counter()
    assert match_excerpt(excerpt, text).decision != "accept"
    assert time.perf_counter() - started < _SECONDS


@pytest.mark.parametrize(("n_around", "is_read"), [(62, True), (63, False)])
def test_prepare_text_reads_objects_to_a_depth_of_64(n_around, is_read):
    text = prepare_text('{"a": ' * n_around + '{"b": {"pod": "x-1"}}' + "}" * n_around)
    assert (len(text.records[0].chain()) == 1 and text.records[0].children != []) is is_read
