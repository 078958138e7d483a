"""The report from one end to the other: hostile evidence in, whole and quiet pages out.

The case matrix runs for real on a copy of the fixtures with one hostile scenario in it, twice: the
second time one case is made to fail.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

from evidencelab.reports.runs.run_folder import read_manifest
from evidencelab.tools.scenario import FIXTURES
from tests.reports.browser import needs_browser, open_browser, visit

BREAKOUT = "</pre></main><img src=x onerror=alert(1)>"
MESSAGES = [
    f"HikariPool-1 - Connection is not available {BREAKOUT}",
    "HikariPool-1 - <script>alert(2)</script> active=50/50 [x](javascript:alert(3)) **bold**",
    "HikariPool-1 - \x1b[31mred\x1b[0m idle=0 waiting=32 `tick` | bar",
]
FEW = ["hostile-en", "connection-pool-negative-zh", "gate-reject-path-en"]
PAGE_LIMIT, SET_LIMIT = 3_000_000, 15_000_000


def add_hostile_case(fixtures):
    scenario = fixtures / "scenarios" / "hostile"
    scenario.mkdir()
    rows = [
        {"timestamp": f"2026-03-02T10:0{i}:00Z", "level": "ERROR", "service": "till-api", "message": message}
        for i, message in enumerate(MESSAGES)
    ]
    (scenario / "logs.json").write_text(json.dumps(rows))
    (scenario / "alerts.json").write_text("[]")
    case = {
        "name": "hostile-en",
        "incident": "hostile",
        "language": "en",
        "tags": ["=1+1", "positive"],
        "query": "Only confirm whether till-api has HikariCP connection pool log lines.",
        "scenario": "hostile",
        "expect": {"verdict": "PASS"},
    }
    (fixtures / "cases" / "hostile.yaml").write_text(yaml.safe_dump([case]))


def report(results, fixtures):
    return subprocess.run(
        [
            sys.executable, "-c", "from evidencelab.cli import main; main()", "report", "case_matrix",
            "--results", str(results), "-p", f"cases={','.join(FEW)}", "-p", "variations=0",
        ],
        capture_output=True, text=True, env={**os.environ, "EVIDENCELAB_FIXTURES": str(fixtures)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs: everything as expected, then one case made to fail."""
    folder = tmp_path_factory.mktemp("whole")
    fixtures, results = folder / "fixtures", folder / "results"
    shutil.copytree(FIXTURES, fixtures)
    add_hostile_case(fixtures)
    first = report(results, fixtures)
    before = (results / "latest").resolve()
    hostile = fixtures / "cases" / "hostile.yaml"
    hostile.write_text(hostile.read_text().replace("verdict: PASS", "verdict: REJECT"))
    second = report(results, fixtures)
    return (first, before), (second, (results / "latest").resolve())


def pages_of(run):
    return sorted(run.rglob("*.html"))


def test_the_second_run_names_case_and_change_on_its_first_screen(runs):
    (first, before), (second, after) = runs
    assert first.returncode == 0, first.stderr
    assert second.returncode == 1, second.stderr
    assert "got worse: hostile-en (as written)" in second.stdout
    index = (after / "index.html").read_text()
    assert index.index("1 regression: hostile-en (as written)") < index.index("What was found")
    assert "verdict: expected REJECT, got PASS" in index
    assert f"../{before.name}/index.html" in index
    assert read_manifest(after).held is False


def test_pages_are_small_whole_and_lead_nowhere_else(runs):
    for _, run in runs:
        pages = pages_of(run)
        assert len(pages) == 1 + 1 + 1 + len(FEW)  # index, notebook, matrix, evidence
        assert all(page.stat().st_size < PAGE_LIMIT for page in pages)
        assert sum(path.stat().st_size for path in run.rglob("*") if path.is_file()) < SET_LIMIT
        for page in pages:
            text = page.read_text()
            for address in re.findall(r'\b(?:href|src)="([^"#]*)', text):
                assert "://" not in address
                target = (page.parent / unquote(address)).resolve() if address else page
                assert target.exists() or target.parent.parent == run.parent, (page, address)


def test_hostile_evidence_is_text_in_pages_notebook_markdown_and_csv(runs):
    run = runs[1][1]
    for page in pages_of(run):
        text = page.read_text()
        assert "<img" not in text
        assert text.count("</main>") == 1
        assert 'javascript:alert(3)"' not in text
        assert "\x1b" not in text
    notebook = json.loads((run / "01_case_matrix.ipynb").read_text())
    shown = [
        "".join(output["data"]["text/html"])
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    ]
    assert any("&lt;/pre&gt;&lt;/main&gt;&lt;img" in markup for markup in shown)
    assert not any("<img" in markup or "<script" in markup for markup in shown)
    assert "'=1+1 positive" in (run / "01_case_matrix" / "outcomes.csv").read_text(encoding="utf-8-sig")
    assert "<img" not in re.sub(r"`+.*?`+", "", (run / "summary.md").read_text())


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@needs_browser
@pytest.mark.parametrize(("width", "dark"), [(1280, True), (380, False)], ids=["wide-dark", "narrow-light"])
def test_every_page_renders_offline_in_both_themes_and_widths(browser, runs, width, dark):
    for page_file in pages_of(runs[1][1]):
        with visit(browser, width=width, dark=dark) as opened:
            page = opened.open(page_file)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page_file
            assert page.locator("h1").count() >= 1
            opened.assert_clean()


@needs_browser
def test_a_reader_gets_from_the_first_screen_to_the_evidence(browser, runs):
    run = runs[1][1]
    with visit(browser) as opened:
        page = opened.open(run / "index.html")
        assert page.locator("text=1 regression").first.is_visible()
        page.click(".el-card a:text('hostile-en')")
        page.wait_for_selector("h1:text('hostile-en')")
        assert page.inner_text("main").count(BREAKOUT) >= 1
        assert "\\x1b[31mred" in page.inner_text("main")
        assert page.locator(".el-text mark").count() >= 1
        page.click("text=the matrix")
        page.wait_for_selector("#matrix")
        page.check("[name=broken]")
        assert page.locator("#matrix tbody tr:not([hidden])").count() == 1
        page.click("text=all of this run")
        page.click("a:text('Do the cases hold?')")
        page.wait_for_selector(".output svg")
        assert page.locator(".output svg").first.bounding_box()["width"] > 100
        opened.assert_clean()


def test_pictures_are_written_for_the_readme(runs):
    picture = (runs[0][1] / "01_case_matrix" / "verdicts.svg").read_text()
    assert picture.startswith("<svg")
    assert "prefers-color-scheme:dark" in picture
    assert Path(runs[0][1] / "01_case_matrix" / "outcomes.parquet").exists()
