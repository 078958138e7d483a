"""A value behind its path in an object is a quote; another value on that path, or another text, is none."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ORCHARD = """
{"orchard": {"rows": [
  {"sort": "Boskoop", "trees": 41, "ripe": false, "notes": ["late", "tart"]},
  {"sort": "Alkmene", "trees": 17, "ripe": true, "notes": []}
]}, "kept by": "J. Maat"}
"""


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("orchard.rows[0].trees: 41", id="from-the-root"),
        pytest.param("$.orchard.rows[1].sort = Alkmene", id="dollar"),
        pytest.param("{.orchard.rows[1].trees}: 17", id="braces"),
        pytest.param("rows[1].ripe: true", id="from-its-only-key"),
        pytest.param('orchard["rows"][0]["sort"]: "Boskoop"', id="subscripts"),
        pytest.param("rows.0.sort: Boskoop", id="dotted-index"),
        pytest.param("rows[0].notes[1]: tart", id="within-a-list"),
        pytest.param('rows[0].notes: ["late", "tart"]', id="a-whole-list"),
        pytest.param("rows[0].trees: 41, rows[1].trees: 17", id="two"),
        pytest.param("rows[0].trees: 41\nrows[1].trees: 17", id="two-lines"),
        pytest.param(" rows[0].trees : 41 ,\n  { .orchard.rows[1].trees } = 17", id="two-with-blanks"),
    ],
)
def test_value_behind_its_path_is_a_quote(excerpt):
    assert match_excerpt(excerpt, ORCHARD).decision == "accept"


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("orchard.rows[0].trees: 17", id="of-the-other-row"),
        pytest.param("orchard.rows[1].trees: 41", id="index-changed"),
        pytest.param("rows[2].trees: 17", id="beyond-the-last"),
        pytest.param("rows[1].ripe: false", id="state"),
        pytest.param("rows[0].notes[0]: tart", id="other-member"),
        pytest.param('rows[0].notes: ["late"]', id="half-a-list"),
        pytest.param("rows[0].trees: 41, rows[1].trees: 71", id="second-changed"),
        pytest.param("rows[0].sort.trees: 41", id="no-such-path"),
        pytest.param("rows[0].trees: 4", id="cut-number"),
    ],
)
def test_another_value_on_a_path_is_no_quote(excerpt):
    assert match_excerpt(excerpt, ORCHARD).decision != "accept"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"rows": [{"trees": 14}', id="cut-object"),
        pytest.param("rows: 41 trees in 0 plots", id="no-object"),
        pytest.param("{" * 20_000, id="braces"),
        pytest.param('{"rows": ' * 20_000, id="deep"),
        pytest.param('[1, 2, {"rows": 7}', id="list"),
    ],
)
def test_path_into_what_is_no_object_leads_nowhere(text):
    assert match_excerpt("rows[0].trees: 41", text).decision != "accept"
