from __future__ import annotations

import pandas as pd
import pytest

from evidencelab.errors import InputError, SettingError
from evidencelab.lab.sweeps.comparison import compare_variants
from evidencelab.lab.sweeps.comparison_columns import COLUMNS, check_columns

CELL = {
    "case": "disk_full_en",
    "incident": "disk_full",
    "language": "en",
    "variant": "cite",
    "model": "m",
    "repeat": 0,
    "verdict": "PASS",
    "expected_verdict": "PASS",
    "gate_status": "pass",
    "n_claims": 1,
    "narrow": True,
    "n_bindings": 2,
    "n_sound": 2,
    "n_altered": 0,
    "n_misattributed": 0,
    "n_fabricated": 0,
    "forbidden_claim": False,
    "groundedness_score": 1.0,
    "tokens": 100,
    "seconds": 0.5,
    "error": None,
}


def cell(incident="i0", variant="cite", held=True, **changes):
    row = CELL | {"case": f"{incident}_en", "incident": incident, "variant": variant}
    return row | {"verdict": "PASS" if held else "REJECT"} | changes


def table(rows):
    return pd.DataFrame(rows)


def summary(rows, **settings):
    (only,) = compare_variants(table(rows), **settings).summaries
    return only


def test_compare_variants_counts_an_incident_once_however_often_it_ran():
    # six incidents, each in two languages and three repeats: 36 cells, six units
    rows = [
        cell(f"i{i}", case=f"i{i}_{lang}", language=lang, repeat=r)
        for i in range(6)
        for lang in ("zh", "en")
        for r in range(3)
    ]
    rate = summary(rows).verdict_accuracy
    assert str(rate) == "6 of 6 = 100.0 % [61.0 %, 100.0 %]"


def test_compare_variants_averages_repeats_before_twins():
    # zh: 1 of 1, en: 1 of 4; by cells that were 2 of 5, by case it is (1 + 0.25) / 2
    rows = [cell("i0", case="i0_zh", language="zh")]
    rows += [cell("i0", repeat=r, held=r == 0) for r in range(4)]
    assert summary(rows).verdict_accuracy.rate == pytest.approx(0.625)


def test_compare_variants_leaves_failed_runs_out_and_counts_them():
    unknown = ("n_claims", "n_bindings", "n_sound", "n_altered", "n_misattributed", "n_fabricated")
    failed = dict.fromkeys((*unknown, "verdict", "gate_status", "forbidden_claim", "tokens", "seconds"))
    rows = [cell("i0"), cell("i1", error="ServiceError: 500", **failed)]
    got = summary(rows)
    assert (got.n_cells, got.n_failed, got.verdict_accuracy.n, got.verdict_accuracy.rate) == (2, 1, 1, 1.0)
    assert (got.tokens.n, got.tokens.mean, got.tokens.ci_low) == (1, 100.0, None)


def test_compare_variants_gives_none_where_nothing_was_counted():
    got = summary(
        [cell(n_bindings=0, n_sound=0, groundedness_score=None, narrow=False, expected_verdict=None)]
    )
    assert got.sound.rate is None
    assert got.verdict_accuracy.rate is None
    assert (got.groundedness.mean, got.groundedness.n_missing) == (None, 1)
    assert got.narrow_claims.mean is None


def test_compare_variants_shares_citations_by_incident():
    rows = [
        cell("i0", n_bindings=10, n_sound=5, n_altered=3, n_misattributed=1, n_fabricated=1),
        cell("i1", n_bindings=1, n_sound=0, n_altered=0, n_misattributed=0, n_fabricated=1),
    ]
    got = summary(rows)
    assert got.n_bindings == 11
    rates = [r.rate for r in (got.sound, got.altered, got.misattributed, got.fabricated)]
    assert rates == pytest.approx([0.25, 0.15, 0.05, 0.55])


def test_compare_variants_reports_forbidden_claims_as_a_rate_of_saying_them():
    rows = [cell("i0", forbidden_claim=True), cell("i1"), cell("i2"), cell("i3", forbidden_claim=None)]
    rate = summary(rows).forbidden_claim
    assert (rate.n, rate.n_successes) == (3, 1.0)


def test_compare_variants_tests_pairs_of_incidents_exactly():
    rows = [cell(f"i{i}", "old", held=i >= 7) for i in range(10)]
    rows += [cell(f"i{i}", "new") for i in range(10)]
    rows += [cell(f"i{i}", "same") for i in range(10)]
    got = compare_variants(table(rows), ["verdict_correct"])
    by_pair = {(t.first, t.second): t for t in got.tests}
    test = by_pair["old @ m", "new @ m"]
    assert (test.n_first_better, test.n_second_better, test.n_equal) == (0, 7, 3)
    assert test.p_value == pytest.approx(2 / 2**7)
    assert test.p_holm == pytest.approx(3 * 2 / 2**7)
    assert test.is_different
    assert by_pair["new @ m", "same @ m"].p_holm == 1.0
    assert got.resolution.n_needed == 7
    assert got.resolution.smallest_difference == pytest.approx(0.7)


def test_compare_variants_does_not_take_repeats_for_evidence():
    # five repeats of one lucky incident: by cells p would be 2 / 2^5, by incidents there is one pair
    rows = [cell("i0", "old", held=False, repeat=r) for r in range(5)]
    rows += [cell("i0", "new", repeat=r) for r in range(5)]
    (test, _) = compare_variants(table(rows)).tests
    assert (test.n_incidents, test.p_value) == (1, 1.0)


def test_compare_variants_pairs_only_cases_both_answered():
    rows = [
        cell("i0", "old", case="i0_zh", held=False),
        cell("i0", "old", case="i0_en"),
        cell("i0", "new", case="i0_en"),
        cell("i1", "old"),
    ]
    (test,) = compare_variants(table(rows), ["verdict_correct"]).tests
    assert (test.n_incidents, test.n_equal, test.n_unpaired, test.difference) == (1, 1, 1, 0.0)


def test_compare_variants_tells_models_of_one_variant_apart():
    got = compare_variants(table([cell(model="m"), cell(model="baseline")]))
    assert [s.name for s in got.summaries] == ["cite @ m", "cite @ baseline"]
    assert {(t.first, t.second) for t in got.tests} == {("cite @ m", "cite @ baseline")}


def test_compare_variants_of_an_empty_table_is_empty():
    got = compare_variants(pd.DataFrame(columns=[c.name for c in COLUMNS]))
    assert (got.summaries, got.tests) == ((), ())
    assert got.resolution.smallest_difference is None
    assert got.test_table().empty


def test_compare_variants_reads_what_parquet_gives_back(tmp_path):
    rows = [cell("i0"), cell("i1", error="boom", verdict=None, forbidden_claim=None, n_claims=None)]
    table(rows).to_parquet(tmp_path / "cells.parquet")
    assert compare_variants(pd.read_parquet(tmp_path / "cells.parquet")) == compare_variants(table(rows))


def test_compare_variants_refuses_an_unknown_outcome():
    with pytest.raises(SettingError, match="'speed' is not an outcome; known are verdict_correct"):
        compare_variants(table([cell()]), ["speed"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"incident": None}, "'incident' is missing in row 1", id="missing"),
        pytest.param({"n_claims": -1}, "'n_claims' holds -1; expected a count", id="negative"),
        pytest.param({"n_claims": 1.5}, "'n_claims' holds 1.5; expected a count", id="half-a-claim"),
        pytest.param({"narrow": "yes"}, "'narrow' holds 'yes'; expected a flag", id="not-a-flag"),
        pytest.param({"seconds": "fast"}, "'seconds' holds 'fast'; expected a number", id="not-a-number"),
        pytest.param({"verdict": 3}, "'verdict' holds 3; expected a text", id="not-a-text"),
        pytest.param({"incident": "i0", "case": "i0_en"}, "lists the cell case 'i0_en'", id="twice"),
    ],
)
def test_check_columns_names_what_is_wrong(change, message):
    with pytest.raises(InputError, match="sweep table") as caught:
        check_columns(table([cell("i0"), cell("i1") | change]))
    assert message in str(caught.value)


def test_check_columns_names_absent_columns():
    with pytest.raises(InputError, match="lacks the columns verdict, seconds"):
        check_columns(table([cell()]).drop(columns=["verdict", "seconds"]))
