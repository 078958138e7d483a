"""A `key=value` list in another order: its pairs stay pairs, and pairs of two records stay apart."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.locate.pieces import find_pieces
from evidencelab.evidence.text.prepared_text import PreparedText


def judged(excerpt: str, text: str) -> tuple[float, list[str], list[str]] | None:
    """Return the cost, the codes and the quoted slices."""
    located = find_pieces(PreparedText(excerpt), PreparedText(text))
    if located is None:
        return None
    assert located.share == 1.0
    codes = [str(item.code) for item in located.objections]
    return located.cost, codes, [text[start:end] for start, end in located.spans]


LIST = "a=1, b=2, c=3, d=4, e=5"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("b=2, a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="reordered"),
        pytest.param("a=1, b=2", LIST, (0.0, [], ["a=1, b=2"]), id="in-order"),
        pytest.param("a=1, c=3", LIST, (1.0, [], ["a=1", "c=3"]), id="one-left-out"),
        pytest.param("a=1, c=3, e=5", LIST, (2.0, [], ["a=1", "c=3", "e=5"]), id="two-left-out"),
        pytest.param("c=3, a=1, e=5", LIST, (2.0, [], ["c=3", "a=1", "e=5"]), id="reordered-and-left-out"),
        pytest.param("b=2; a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="semicolon"),
        pytest.param("b=2 a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="space"),
        pytest.param("b=2 / a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="slash"),
        pytest.param("b=2 | a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="bar"),
        pytest.param("b=2\na=1", LIST, (1.0, [], ["b=2", "a=1"]), id="lines"),
        pytest.param("b=2。a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="zh-full-stop"),
        pytest.param("b=2 [a=1", LIST, (1.0, [], ["b=2", "a=1"]), id="bracket"),
        pytest.param("b=2", LIST, None, id="one-piece"),
        pytest.param("b=2, f=1", LIST, None, id="nowhere"),
        pytest.param("a=1, a=1", LIST, None, id="one-pair-twice"),
        pytest.param("b=1, a=2", LIST, None, id="re-paired"),
        pytest.param("b: 2, a: 1", "a: 1, b: 2", (1.0, [], ["b: 2", "a: 1"]), id="colons"),
        pytest.param("b: 2 a: 1", "a: 1 b: 2", (1.0, [], ["b: 2", "a: 1"]), id="colons-behind-values"),
        pytest.param("c, a=1", "a=1, c", (1.0, ["out_of_order"], ["c", "a=1"]), id="no-pair-keeps-its-place"),
        pytest.param(
            "a=1, x", "a=1, b=2, x", (1.0, [], ["a=1", "x"]), id="field-left-out-in-front-of-no-pair"
        ),
        pytest.param("b, a=1", LIST, (1.0, ["key_repaired", "out_of_order"], ["b", "a=1"]), id="key-alone"),
        pytest.param(
            "key b=2, x=1", "x=1, long key b=2", (1.0, [], ["key b=2", "x=1"]), id="words-in-front-of-a-key"
        ),
        pytest.param(
            "state: 2, x: 1",
            "x: 1, last state: 2",
            (1.0, ["name_changed"], ["state: 2", "x: 1"]),
            id="half-a-key",
        ),
        pytest.param("5, a=1", "a=1, b=25", None, id="half-a-value"),
    ],
)
def test_pieces_are_found_in_any_order(excerpt, text, expected):
    assert judged(excerpt, text) == expected


def test_at_most_three_fields_left_out_are_counted():
    text = "a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, i=9, j=10"
    assert judged("a=1, c=3, e=5, g=7", text)[0] == 3.0
    assert judged("a=1, c=3, e=5, g=7, i=9", text)[0] == 3.0


KEY = ["key_repaired"]


@pytest.mark.parametrize(
    ("excerpt", "text", "codes"),
    [
        pytest.param("b=2 a=1", "a=1 b=2\na=3 b=4", [], id="one-line"),
        pytest.param("b=4 a=3", "a=1 b=2\na=3 b=4", [], id="the-other-line"),
        pytest.param("b=4 a=1", "a=1 b=2\na=3 b=4", KEY, id="two-lines"),
        pytest.param("b=4 a=1", "a=1 b=2; a=3 b=4", KEY, id="two-stretches"),
        pytest.param("b=4 a=1", "a=1 b=2 | a=3 b=4", KEY, id="two-columns"),
        pytest.param("b=4 a=1", "a=1 c=2\nd=3 b=4", [], id="lines-of-other-keys"),
        pytest.param('"b":4,"a":1', '{"a":1,"b":2},{"a":3,"b":4}', KEY, id="two-objects"),
        pytest.param('"b":2,"a":1', '{"a":1,"b":2},{"a":3,"b":4}', [], id="one-object"),
        pytest.param('"b":4,"a":3', '{"a":1,"b":2},{"a":3,"b":4}', [], id="the-other-object"),
        pytest.param('"c":5,"a":1', '{"a":1,"x":{"b":2},"c":5}', [], id="around-an-inner-object"),
        pytest.param('"b":2,"a":1', '{"a":1,"x":{"b":2},"c":5}', [], id="inner-object-of-other-keys"),
        pytest.param('"a":2,"c":5', '{"a":1,"c":5,"x":{"a":2}}', KEY, id="inner-object-of-the-same-key"),
        pytest.param('"c":5,"a":1', '"a":1}, {"c":5}', [], id="closing-brace-too-many"),
        pytest.param("b: 4\na: 1", "- a: 1\n  b: 2\n- a: 3\n  b: 4", KEY, id="two-items"),
        pytest.param("b: 4\na: 3", "- a: 1\n  b: 2\n- a: 3\n  b: 4", [], id="one-item"),
        pytest.param("a=1 b=4", "a=1 up\n10:15 ERROR c=2 b=4", KEY, id="rest-of-another-record"),
        pytest.param("b=4 a=1", "a=1 up\nb=4 c=2", [], id="head-of-another-line"),
        pytest.param("c=3 a=1", "a=1 b=2 a=4 c=3", KEY, id="key-twice-between"),
        pytest.param("c=3 a=4", "a=1 b=2 a=4 b=5 c=3", [], id="key-twice-around"),
        pytest.param("c=3 a=1 a=4", "a=1 b=2 a=4 c=3", [], id="both-are-quoted"),
        pytest.param(
            "b: 2, a: 1", "not a: 1, b: 2", ["name_changed", "negation_cut"], id="negation-in-front"
        ),
        pytest.param(
            "a: 1, c: 3", "a: 1, b: 2, not c: 3", ["name_changed", "negation_cut"], id="negation-between"
        ),
        pytest.param("b=2, a=1", "a=1, b=2 not now", ["negation_cut"], id="negation-behind"),
        pytest.param("b=2, a=1", "a=1, b=25", None, id="value-cut"),
        pytest.param("b=2, a=1", "a=1, b=2ms", ["unit_changed"], id="unit-cut"),
        pytest.param("b=2, a=1", "y-a=1, b=2", ["name_changed"], id="name-cut"),
    ],
)
def test_pairs_of_two_records_are_not_made_one(excerpt, text, codes):
    found = judged(excerpt, text)
    assert (found if found is None else found[1]) == codes


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("b=2, a=1", LIST, "accept", id="reordered"),
        pytest.param("b = 2, a: 1", "a: 1, b = 2, c", "accept", id="as-it-is-spelt"),
        pytest.param("pool=5, x=1", "x=1; pool of pool=5", "accept", id="pair-and-not-the-word"),
        pytest.param("b=2, a=2", LIST, "mismatch", id="value-of-another"),
        pytest.param("port=7 host= unit=a", "host= unit=a port=7", "accept", id="empty-value"),
        pytest.param('port=7 host="" unit=a', 'unit=a, host="", port=7', "accept", id="quoted-empty-value"),
        pytest.param("port=7 host= unit=a", "host=b unit=a port=7", "mismatch", id="value-left-out"),
        pytest.param("port=7 host=a unit=", "host= unit=a port=7", "mismatch", id="empty-value-of-another"),
    ],
)
def test_a_reordered_list_is_an_honest_quote(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("excerpt", "slices"),
    [
        pytest.param("x=1, k=5", ["x=1", "k=5"], id="equals"),
        pytest.param("x=1, k: 5", ["x=1", "k: 5"], id="colon"),
    ],
)
def test_of_two_pairs_the_one_spelt_alike_is_quoted(excerpt, slices):
    for text in ("k: 5; m; k=5; x=1", "k=5; m; k: 5; x=1"):
        found = judged(excerpt, text)
        assert found is not None
        assert found[2] == slices


EXPOSITION = (
    'hits_total{code="200"} 9\n# TYPE depth gauge\ndepth{zone="b",name="mail"} 3\nbuild{version="1.9"} 1'
)
SHARDS = "shard3:ip=10.8.0.1,docs=41,state=ok\nshard4:ip=10.8.0.2,docs=9,state=red"
DISKS = "sda size=40G model=P4\neth0 speed=10G mtu=9000"


@pytest.mark.parametrize(
    ("excerpt", "text", "is_quote"),
    [
        pytest.param("depth zone=b", EXPOSITION, True, id="label-of-its-own"),
        pytest.param("hits_total zone=b", EXPOSITION, False, id="label-of-another"),
        pytest.param("hits_total{zone=\"b\"}", EXPOSITION, False, id="label-of-another-in-braces"),
        pytest.param("depth version=1.9", EXPOSITION, False, id="named-in-a-comment-first"),
        pytest.param("hits_total code=200 zone=b", EXPOSITION, False, id="labels-of-two"),
        pytest.param("sda model=P4", DISKS, True, id="pair-of-the-line"),
        pytest.param("sda mtu=9000", DISKS, False, id="pair-of-another-line"),
        pytest.param("shard4:state=red,docs=9,ip=10.8.0.2", SHARDS, True, id="reordered-behind-a-name"),
        pytest.param("shard4:state=ok,docs=41", SHARDS, False, id="behind-the-name-of-another"),
        pytest.param("shard3:state=red,docs=41", SHARDS, False, id="one-of-another"),
    ],
)  # fmt: skip
def test_pairs_stay_with_the_name_at_the_head_of_their_line(excerpt, text, is_quote):
    assert (match_excerpt(excerpt, text).decision == "accept") == is_quote
