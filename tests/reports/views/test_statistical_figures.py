from __future__ import annotations

import pytest

from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.lab.calibration.calibrate import CalibrationSettings, calibrate
from evidencelab.lab.calibration.curves import class_rows, compute_curve, usual_scorings
from evidencelab.lab.calibration.error_rates import error_rates
from evidencelab.lab.calibration.operating_point import cost_table
from evidencelab.reports.views import statistical_figures
from evidencelab.reports.views.figures import chart_spec, chart_svg
from tests.lab.lab_data import random_table, table_of

TABLE = random_table(300, 80)
CALIBRATED = calibrate(TABLE, settings=CalibrationSettings(n_draws=10))
CURVES = [compute_curve(TABLE, s, k, n_draws=10) for s in usual_scorings(TABLE) for k in class_rows(TABLE)]
POOLED = [curve for curve in CURVES if curve.kind is None]
CHARTS = {
    "roc": lambda: statistical_figures.roc_chart(POOLED, "all classes"),
    "precision-recall": lambda: statistical_figures.precision_recall_chart(POOLED),
    "class-roc": lambda: statistical_figures.class_roc_chart(CURVES),
    "auroc": lambda: statistical_figures.auroc_chart(CURVES),
    "error-rates": lambda: statistical_figures.error_rate_chart(error_rates(TABLE, MatchPolicy())),
    "cost": lambda: statistical_figures.cost_chart(
        cost_table(CALIBRATED.choosing, CALIBRATED.choosing_units), CALIBRATED.point
    ),
    "certificate": lambda: statistical_figures.certificate_chart(CALIBRATED.certificate.classes),
}


@pytest.mark.parametrize("name", list(CHARTS))
def test_charts_draw_their_classes_as_svg(name):
    drawing = chart_svg(CHARTS[name](), name)
    assert drawing.startswith("<svg ")
    wanted = {
        "roc": "similarity alone",
        "precision-recall": "with vetoes",
        "class-roc": "entity",
        "auroc": "digit",
        "error-rates": "too short",
        "cost": "reject_below",
        "certificate": "not certifiable",
    }
    assert wanted[name] in drawing


def points_of(chart):
    spec = chart_spec(chart)
    return [row for rows in spec["datasets"].values() for row in rows]


def test_roc_chart_draws_the_curve_it_was_given():
    curve = POOLED[0]
    drawn = [(p["fpr"], p["tpr"]) for p in points_of(statistical_figures.roc_chart([curve])) if "order" in p]
    assert set(drawn) <= set(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))
    assert (drawn[0], drawn[-1]) == ((0.0, 0.0), (1.0, 1.0))


def test_curves_of_many_points_are_thinned_and_keep_their_ends():
    table = random_table(4000, 500, levels=3001)
    curve = compute_curve(table, usual_scorings(table)[1], n_draws=0)
    assert len(curve.fpr) > 60
    drawn = [
        (p["fpr"], p["tpr"]) for p in points_of(statistical_figures.class_roc_chart([curve])) if "order" in p
    ]
    assert len(drawn) <= 40
    assert (drawn[0], drawn[-1]) == ((0.0, 0.0), (1.0, 1.0))


def test_error_rate_chart_shares_sum_to_one_per_class():
    rows = points_of(statistical_figures.error_rate_chart(error_rates(TABLE, MatchPolicy())))
    for kind in TABLE.kinds:
        assert sum(row["share"] for row in rows if row["kind"] == kind) == pytest.approx(1.0)


def test_charts_of_one_label_draw_without_a_number():
    table = table_of([("faithful", "exact", "a", 60.0, ())])
    curve = compute_curve(table, usual_scorings(table)[0])
    assert chart_svg(statistical_figures.roc_chart([curve]), "empty").startswith("<svg ")
    assert chart_svg(statistical_figures.auroc_chart([curve]), "empty").startswith("<svg ")


def test_class_names_with_markup_are_drawn_as_text():
    table = table_of([("faithful", "<img src=x>", "a", 60.0, ()), ("unfaithful", "u", "b", 50.0, ())])
    drawing = chart_svg(statistical_figures.error_rate_chart(error_rates(table, MatchPolicy())), "d")
    assert "<img" not in drawing
