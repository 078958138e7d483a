"""Long runs of blanks and deep nesting cost no more than their length: a text is written by others."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.prepared_text import prepare_text
from evidencelab.evidence.text.tables import read_tables
from tests.growth import least_time

LARGE = {
    "heading": lambda n: ("a: load is 81 now", f"# a{' ' * n}b(\nload is 80 now"),
    "heading-with-colon": lambda n: ("a: load is 81 now", f"a{' ' * n}b\nload is 80 now"),
    "inserted-columns": lambda n: ("load 81 now", f"insert into t ({' ' * n}'x) values\nload 80 now"),
    "cells": lambda n: ("load 81 now", f"load{' ' * n}80{' ' * n}now\nx"),
    "list-of-quotes": lambda n: (f"load{' ' * n}81 now", "load 80 now\nload 82 now"),
    "fence": lambda n: (f"```\nload{' ' * n}81 now", "load 80 now"),
    "lines-of-signs": lambda n: ("1. load 81\n2. now 9", "-\n" * n + "load 80 now"),
    "path-and-blanks": lambda n: (f"u[0]: 1,{' ' * n}!", '{"u": [2]}'),
    "path-and-lines": lambda n: (f"u[0]: 1{chr(10) * n}!", '{"u": [2]}'),
    "nested-objects": lambda n: ("u v w", '{"u":' * n + "1" + "}" * n + "\nv w"),
}

UNREAL = {
    "headings": lambda n: "old:\n" * n + "new:\n",
    "blank-lines-below-one": lambda n: "next steps:\n" + "\n" * n,
    "denied-lists": lambda n: "missing x: a, b, " * n,
    "lists": lambda n: ": a, b, c" * n,
    "exceptions-of-all": lambda n: "every a but the " * n,
    "brackets-behind-states": lambda n: "done (a" * n,
    "filters": lambda n: "select where a=1 and b=2 " * n,
    "comments-behind-code": lambda n: "a=1; // b=2; /* c=3; " * n,
    "former-underlined": lambda n: "before " + "_" * n + "!\nafter: x\n",
    "denied-words-in-a-row": lambda n: f"未{'a' * 70}1: a, b, c\n" * (n // 60),
    "contrasts": lambda n: "改造前x" * n + "改造后",
}


@pytest.mark.parametrize("large", UNREAL.values(), ids=UNREAL)
def test_what_limits_statements_is_read_in_a_time_that_grows_as_the_text_does(large):
    def taken(size):
        text = large(size)
        return least_time(lambda: prepare_text(text))

    assert taken(2_400) < 24 * taken(300)


@pytest.mark.parametrize("large", LARGE.values(), ids=LARGE)
def test_match_takes_a_time_that_grows_as_a_hostile_layout_does(large):
    def taken(size):
        excerpt, text = large(size)
        assert match_excerpt(excerpt, text).decision != "accept"
        return least_time(lambda: match_excerpt(excerpt, text))

    assert taken(8_000) < 24 * taken(1_000)


PAIRS = {
    "pairs": lambda n: ("k=v " * n, "b=2 c=3"),
    "unclosed-brackets": lambda n: ("a=(a=(" * n, " b=2 c=3"),
    "values-that-differ": lambda n: ("".join(f"a=(a=({i} " for i in range(n)), "b=2"),
}


@pytest.mark.parametrize("large", PAIRS.values(), ids=PAIRS)
def test_pairs_of_one_key_in_another_order_take_a_time_that_grows_as_they_do(large):
    def taken(size):
        many, few = large(size)
        text = prepare_text(f"{many} {few}")
        return least_time(lambda: match_excerpt(f"{few} {many}", text))

    assert taken(800) < 24 * taken(100)


@pytest.mark.parametrize("rest", ["a", "a ", "a-"])
def test_the_rest_of_a_value_is_read_in_a_time_that_grows_as_it_does(rest):
    def taken(size):
        text = prepare_text(f"u=1, v=two {rest * size}! w=3")
        return least_time(lambda: match_excerpt("v=two, u=1", text))

    assert taken(96) < 24 * taken(12)


def test_read_tables_takes_a_time_that_grows_as_a_run_of_blanks_does():
    def taken(size):
        text = f"load now\na{' ' * size}b"
        return least_time(lambda: read_tables(text))

    assert taken(1_600) < 24 * taken(200)


def test_read_tables_takes_a_time_that_grows_as_lines_that_all_may_be_heads_do():
    def taken(size):
        text = "aa bb cc\nx  y\n" * size
        return least_time(lambda: read_tables(text))

    assert taken(800) < 24 * taken(100)


@pytest.mark.parametrize(("n_around", "is_read"), [(62, True), (63, False)])
def test_prepare_text_reads_objects_to_a_depth_of_64(n_around, is_read):
    text = prepare_text('{"a": ' * n_around + '{"b": {"pod": "x-1"}}' + "}" * n_around)
    assert (len(text.records[0].chain()) == 1 and text.records[0].children != []) is is_read
