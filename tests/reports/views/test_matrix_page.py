"""The matrix page: everything in it without a script, quick and usable with one."""

from __future__ import annotations

import pytest

from evidencelab.reports.runs.verdict import Check
from evidencelab.reports.views.matrix_page import MatrixFrame, render_matrix
from tests.reports.browser import needs_browser, open_browser, visit

HOSTILE = '</td><img src=x onerror=alert(1)>"><script>alert(2)</script>'


def check(subject, variant="as written", status="PASS", held=True, **more):
    return Check(subject=subject, variant=variant, status=status, held=held, **more)


CHECKS = [
    check("pool-positive-zh", tags=("positive", "seed"), language="zh", link="evidence/a.html"),
    check("pool-positive-en", tags=("positive", "seed"), language="en", link="evidence/b.html"),
    check("pool-positive-en", "varied 1", "LOW_CONFID", False, language="en", problems=("verdict: low",)),
    check("gate-reject-en", status="REJECT", tags=("gate",), language="en", rules=("evidence.raw_path",)),
    check(HOSTILE, status="PASS", tags=("odd",), language="en", problems=(HOSTILE,), link="evidence/c.html"),
]


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture
def matrix_file(tmp_path):
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "b.html").write_text("<title>evidence of b</title>", encoding="utf-8")
    target = tmp_path / "matrix.html"
    target.write_text(render_matrix(CHECKS, MatrixFrame("Case matrix", footer="f")), encoding="utf-8")
    return target


def test_matrix_holds_every_cell_and_escapes_what_is_in_it():
    page = render_matrix(CHECKS, MatrixFrame(HOSTILE, home="../index.html", base="run/"))
    assert page.count("<tr") == 1 + 4
    assert page.count("<td") == 4 * 2
    assert "<img" not in page
    assert page.count("<script") == 1
    assert 'href="run/evidence/a.html"' in page
    assert "4 of 4 held" in page
    assert "0 of 1 held" in page


def shown(page):
    return page.eval_on_selector_all("tbody tr:not([hidden]) th", "cells => cells.map(c => c.innerText)")


@needs_browser
def test_filters_narrow_by_text_tag_language_verdict_and_what_broke(browser, matrix_file):
    with visit(browser) as opened:
        page = opened.open(matrix_file)
        assert page.inner_text("#count") == "4 of 4 cases"
        page.select_option("[name=language]", "zh")
        assert [text.split("\n")[0] for text in shown(page)] == ["pool-positive-zh"]
        page.click("button[type=reset]")
        page.wait_for_function("document.getElementById('count').textContent === '4 of 4 cases'")
        page.select_option("[name=verdict]", "REJECT")
        assert [text.split("\n")[0] for text in shown(page)] == ["gate-reject-en"]
        page.select_option("[name=verdict]", "")
        page.select_option("[name=tag]", "seed")
        assert len(shown(page)) == 2
        page.check("[name=broken]")
        assert [text.split("\n")[0] for text in shown(page)] == ["pool-positive-en"]
        page.click("button[type=reset]")
        page.fill("[name=text]", "RAW_PATH")
        assert [text.split("\n")[0] for text in shown(page)] == ["gate-reject-en"]
        page.fill("[name=text]", "")
        assert HOSTILE in page.inner_text("tbody")
        opened.assert_clean()


@needs_browser
def test_an_address_can_carry_filters(browser, matrix_file):
    with visit(browser) as opened:
        opened.page.goto(matrix_file.as_uri() + "#broken=1")
        assert len(shown(opened.page)) == 1
        opened.assert_clean()


@needs_browser
def test_keyboard_moves_between_cells_and_opens_evidence(browser, matrix_file):
    with visit(browser) as opened:
        page = opened.open(matrix_file)
        page.focus("tbody tr:first-child td a")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.innerText") == "LOW_CONFID ✗"
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        page.wait_for_function("document.title === 'evidence of b'")
        page.go_back()
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.name") == "text"
        opened.assert_clean()


@needs_browser
def test_the_page_fits_a_phone_and_scrolls_inside_its_grid(browser, matrix_file):
    with visit(browser, width=360, height=640) as opened:
        page = opened.open(matrix_file)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        opened.assert_clean()


COUNT_CHANGES = """
window.changes = 0;
new MutationObserver(list => { window.changes += list.length; })
  .observe(document.documentElement, {subtree: true, childList: true, attributes: true, characterData: true});
"""


@needs_browser
def test_filtering_eight_thousand_cells_touches_rows_and_no_cell(browser, tmp_path):
    n_rows, n_columns = 1000, 8
    checks = [
        check(f"case-{row}", f"variant {column}", language="zh" if row % 2 else "en", link=f"e/{row}.html")
        for row in range(n_rows)
        for column in range(n_columns)
    ]
    target = tmp_path / "big.html"
    target.write_text(render_matrix(checks, MatrixFrame("Big")), encoding="utf-8")
    assert target.stat().st_size < 3_000_000
    with visit(browser) as opened:
        page = opened.open(target)
        assert page.evaluate("document.querySelectorAll('*').length") < 3 * n_rows * (n_columns + 1)
        page.evaluate(COUNT_CHANGES)
        page.select_option("[name=language]", "zh")
        assert page.inner_text("#count") == "500 of 1000 cases"
        assert 500 <= page.evaluate("window.changes") < 2 * n_rows
        opened.assert_clean()
