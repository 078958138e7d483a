from __future__ import annotations

import nbformat.v4 as v4
import pytest

from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.error_rates import error_rates
from evidencelab.lab.calibration.operating_point import cost_table
from evidencelab.lab.statistics.splits import joined_groups
from evidencelab.reports.views.page import INTERACTIVE_MIME, PageFrame, render_page
from evidencelab.reports.views.tables import percent_text
from evidencelab.reports.views.threshold_slider import slider_html, slider_rows, slider_script
from tests.lab.lab_data import table_of
from tests.reports.browser import needs_browser, open_browser, visit

HOSTILE = '</td><img src=x onerror=alert(1)>"</script><script>alert(2)</script>'
ROWS = [("faithful", "exact", f"f{i}", 80.0 + i % 21, ()) for i in range(42)]
ROWS += [
    ("unfaithful", "digit", f"u{i}", 60.0 + i % 40, ("value_changed",) if i % 2 else ()) for i in range(40)
]
ROWS += [("faithful", "short", "s", None, ()), ("unfaithful", HOSTILE, "h", 50.0, ())]


def test_slider_rows_equal_the_error_rates_at_every_threshold():
    table = table_of(ROWS)
    rows = {(row["kind"], row["label"]): row for row in slider_rows(table)}
    for threshold in (0.0, 60.5, 80.0, 99.5, 100.0):
        index = round(threshold / 0.5)
        for vetoes, key in ((frozenset(MatchPolicy().vetoes), "veto"), (frozenset(), "plain")):
            policy = MatchPolicy(accept_at=threshold, reject_below=threshold, vetoes=vetoes)
            for rate in error_rates(table, policy)[:-2]:
                row = rows[rate.kind, rate.label]
                assert row["n"] == rate.n
                assert row[key][index] == rate.accepted.n_successes
                assert row["n"] - row["short"] - row[key][index] == rate.rejected.n_successes


def test_slider_rows_put_unfaithful_classes_first_and_bear_nothing():
    assert [row["label"] for row in slider_rows(table_of(ROWS))] == ["unfaithful"] * 2 + ["faithful"] * 2
    assert slider_rows(table_of([])) == []


def test_slider_html_escapes_class_names_and_loads_nothing():
    markup = slider_html(table_of(ROWS), 95.0, 60.0)
    assert "<img" not in markup
    assert markup.count("</script>") == 1
    assert "http" not in markup + slider_script()


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture
def page_file(tmp_path):
    markup = slider_html(table_of(ROWS), 95.0, 60.0, Costs())
    content = {"html": f'<div class="el">{markup}</div>', "libraries": {"threshold-slider": slider_script()}}
    output = v4.new_output("display_data", data={INTERACTIVE_MIME: content, "text/plain": "thresholds"})
    notebook = v4.new_notebook(cells=[v4.new_code_cell("show", outputs=[output])])
    (tmp_path / "page.html").write_text(render_page(notebook, PageFrame("thresholds")), encoding="utf-8")
    return tmp_path / "page.html"


def shown(page, row):
    cells = page.locator(f"tr[data-row='{row}']")
    return cells.locator("[data-cell='wrong']").inner_text(), cells.locator(
        "[data-cell='accepted']"
    ).inner_text()


def put(page, name, value):
    page.locator(f"[data-el='{name}']").evaluate(
        "(e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }", str(value)
    )


@needs_browser
def test_sliders_move_the_numbers_in_the_static_page(browser, page_file):
    table = table_of(ROWS)
    with visit(browser) as opened:
        page = opened.open(page_file)
        for accept_at, reject_below in ((95.0, 60.0), (70.0, 65.5), (100.0, 0.0)):
            put(page, "accept", accept_at)
            put(page, "reject", reject_below)
            rates = {
                (r.kind, r.label): r
                for r in error_rates(table, MatchPolicy(accept_at=accept_at, reject_below=reject_below))
            }
            for index, row in enumerate(slider_rows(table)):
                rate = rates[row["kind"], row["label"]]
                assert shown(page, index) == (percent_text(rate.error.rate), percent_text(rate.accepted.rate))
            all_unfaithful = rates[None, "unfaithful"]
            assert page.locator("[data-el='unfaithful-accepted']").inner_text() == percent_text(
                all_unfaithful.accepted.rate
            )
            costs = cost_table(table, joined_groups(table.group_code, table.text_hash)).set_index("threshold")
            cost = costs.loc[accept_at, "accept_cost"] + costs.loc[reject_below, "reject_cost"] + 0.2
            assert float(page.locator("[data-el='cost']").inner_text()) == pytest.approx(
                cost, rel=1e-2, abs=1e-9
            )
        drawn = page.locator("[data-el='curve-unfaithful']").get_attribute("points").split()
        at_80 = error_rates(table, MatchPolicy(accept_at=80.0, reject_below=0.0))[-1].accepted.rate
        assert drawn[160] == f"80.0,{100 - 100 * at_80:.2f}"
        assert page.locator("[data-el='line-accept']").get_attribute("x1") == "100"
        page.locator("[data-el='vetoes']").uncheck()
        put(page, "accept", 70.0)
        assert shown(page, 1)[1] == percent_text(30 / 40)
        assert HOSTILE in page.inner_text("tbody")
        opened.assert_clean()


@needs_browser
def test_sliders_push_one_another_and_come_back(browser, page_file):
    with visit(browser) as opened:
        page = opened.open(page_file)
        put(page, "accept", 40)
        assert page.locator("[data-el='reject-below']").inner_text() == "40.0"
        put(page, "reject", 80)
        assert page.locator("[data-el='accept-at']").inner_text() == "80.0"
        page.locator("[data-el='chosen']").click()
        assert page.locator("[data-el='accept-at']").inner_text() == "95.0"
        assert page.locator("[data-el='reject-below']").inner_text() == "60.0"
        page.locator("[data-el='accept']").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("[data-el='accept-at']").inner_text() == "95.5"
        opened.assert_clean()


@needs_browser
def test_sliders_fit_a_narrow_dark_page(browser, page_file):
    with visit(browser, width=390, dark=True) as opened:
        page = opened.open(page_file)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        opened.assert_clean()
