"""Pages of executed notebooks: whole without a network, and deaf to the evidence in them."""

from __future__ import annotations

import re

import altair as alt
import nbformat
import pandas as pd
import pytest

from evidencelab.reports.views import figures
from evidencelab.reports.views.page import (
    INTERACTIVE_MIME,
    VIEW_MIME,
    PageFrame,
    content_policy,
    render_document,
    render_page,
)
from tests.reports.browser import needs_browser, open_browser, visit

HOSTILE = "</pre></main><img src=x onerror=alert(1)><script>alert(2)</script>"
V4 = nbformat.v4


def notebook(*outputs, source="x = 1"):
    return V4.new_notebook(cells=[V4.new_code_cell(source, outputs=list(outputs))])


def data(**by_kind):
    return V4.new_output(
        "display_data", data={kind.replace("_", "/"): text for kind, text in by_kind.items()}
    )


def mime(kind, text):
    return V4.new_output("display_data", data={kind: text})


def body(page):
    return page.split("<main>")[1].split("</main>")[0]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(V4.new_output("stream", text=HOSTILE), id="stream"),
        pytest.param(data(text_plain=HOSTILE), id="plain"),
        pytest.param(data(text_plain=repr(HOSTILE)), id="text-in-quotes"),
        pytest.param(data(text_plain=repr(HOSTILE)[:-1]), id="half-in-quotes"),
        pytest.param(
            V4.new_output("error", ename="E", evalue=HOSTILE, traceback=[HOSTILE, "\x1b[31mred"]), id="error"
        ),
    ],
)
def test_text_outputs_are_shown_exactly(output):
    page = render_page(notebook(output), PageFrame("t"))
    assert "&lt;/pre&gt;&lt;/main&gt;&lt;img src=x onerror=alert(1)&gt;" in body(page)
    assert page.count("</main>") == 1
    assert "<img" not in page
    assert "<script" not in page


def test_a_text_that_ends_a_cell_is_shown_without_its_quotes():
    page = body(render_page(notebook(data(text_plain="'16 cells, \\x1b[31m it\\'s'")), PageFrame("t")))
    assert '<pre class="stream">16 cells, \\x1b[31m it\'s</pre>' in page


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(data(text_html=HOSTILE), id="html"),
        pytest.param(mime(VIEW_MIME, f"<div>{HOSTILE}</div>"), id="view"),
        pytest.param(data(text_markdown=f"**x** {HOSTILE} [l](javascript:alert(1))"), id="markdown"),
        pytest.param(mime("image/svg+xml", f"<svg xmlns='http://www.w3.org/2000/svg'>{HOSTILE}"), id="svg"),
        pytest.param(mime("application/javascript", "alert(1)"), id="javascript"),
        pytest.param(mime("image/png", "not base64 <"), id="png"),
    ],
)
def test_markup_outputs_act_on_nothing(output):
    page = render_page(notebook(output), PageFrame("t"))
    assert "<script" not in page
    assert not re.search(r"<[^>]*onerror|<img|href=\"javascript", page)
    assert page.count("</main>") == 1


def test_prose_code_and_frame_are_escaped():
    cells = [V4.new_markdown_cell(f"# Head\n\n{HOSTILE}"), V4.new_code_cell(HOSTILE)]
    page = render_page(
        V4.new_notebook(cells=cells), PageFrame(HOSTILE, home="index.html", footer=HOSTILE, error=HOSTILE)
    )
    assert "<h1>Head</h1>" in page
    assert "<img" not in page
    assert "<script" not in page
    assert page.count("</main>") == 1


def test_the_shown_kind_is_the_safest_that_says_most():
    both = V4.new_output("display_data", data={VIEW_MIME: "<p>view</p>", "text/html": "<p>html</p>"})
    assert "<p>view</p>" in render_page(notebook(both), PageFrame("t"))
    assert "<p>html</p>" not in render_page(notebook(both), PageFrame("t"))


def test_progress_bars_and_papermill_marks_are_left_out():
    bar = V4.new_output("stream", name="stderr", text="50%\r100%\n")
    warning = V4.new_output("stream", name="stderr", text="a warning\n")
    marked = V4.new_markdown_cell("papermill says so")
    marked.metadata["tags"] = ["papermill-error-cell-tag"]
    shown = notebook(bar, warning)
    shown.cells.append(marked)
    page = render_page(shown, PageFrame("t"))
    assert "100%" not in body(page)
    assert "a warning" in body(page)
    assert "papermill says so" not in page


def test_scripts_run_only_where_published_and_carry_the_nonce():
    published = V4.new_output(
        "display_data",
        data={INTERACTIVE_MIME: {"html": "<p>c</p><script>one()</script>", "libraries": {"v": "two()"}}},
    )
    page = render_page(
        notebook(published, published, data(text_html="<script>evil()</script>")), PageFrame("t")
    )
    nonce = re.search(r"'nonce-([\w-]+)'", page).group(1)
    assert re.findall(r"<script[^>]*>", page) == [f'<script nonce="{nonce}">'] * 3
    assert page.count("two()") == 1
    assert "evil" not in page


def test_a_page_without_scripts_allows_none():
    assert "script-src" not in content_policy(None)
    assert content_policy(None).startswith("default-src 'none'")
    assert "script-src" not in render_document("<p>x</p>", HOSTILE, home="m.html")


def test_no_page_names_an_external_address():
    chart = alt.Chart(pd.DataFrame({"a": [1], "b": ["<b>"]})).mark_point().encode(x="a", y="b")
    drawing = figures.chart_svg(chart, HOSTILE)
    page = render_page(notebook(mime("image/svg+xml", drawing)), PageFrame("t", home="index.html"))
    assert re.findall(r"https?://[\w./-]+", page) in ([], ["http://www.w3.org/2000/svg"])
    assert "<svg" in page
    assert 'role="img"' in page
    assert "<img" not in page


def test_script_json_cannot_leave_its_script():
    text = figures.script_json({"a": "</script><!--\u2028&"})
    assert not set("<>&\u2028") & set(text)


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        pytest.param('<svg class="marks" width="800" height="90">', "min-width:720px", id="whole"),
        pytest.param('<svg width="301.5" height="9">', "min-width:271px", id="broken-pixels"),
        pytest.param('<svg viewBox="0 0 9 9">', "", id="no-width"),
    ],
)
def test_a_drawing_shrinks_to_nine_tenths_of_its_width(head, expected):
    drawn = figures.legible(f"{head}<text>a</text></svg>")
    assert re.findall(r"min-width:\d+px", drawn) == ([expected] if expected else [])
    assert drawn.endswith("<text>a</text></svg>")


@needs_browser
def test_words_of_a_wide_chart_can_be_read_on_a_phone(browser, tmp_path):
    frame = pd.DataFrame({"a": [f"name {n}" for n in range(40)], "b": range(40)})
    chart = alt.Chart(frame).mark_bar().encode(x="a:N", y="b:Q").properties(width=900)
    drawn = figures._drawn(chart, "bars")["image/svg+xml"]
    target = tmp_path / "p.html"
    target.write_text(render_page(notebook(mime("image/svg+xml", drawn)), PageFrame("t")), encoding="utf-8")
    with visit(browser, width=390, height=844) as opened:
        page = opened.open(target)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        shrunk = page.evaluate(
            "(svg => svg.getBoundingClientRect().width / svg.getAttribute('width'))"
            "(document.querySelector('.output svg'))"
        )
        assert shrunk >= 0.89
        opened.assert_clean()


@needs_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_can_be_read_in_both_themes(browser, tmp_path, dark):
    target = tmp_path / "p.html"
    target.write_text(render_document("<p>text</p>", "title"), encoding="utf-8")
    with visit(browser, dark=dark) as opened:
        page = opened.open(target)
        colours = page.evaluate(
            "[getComputedStyle(document.body).backgroundColor,"
            " getComputedStyle(document.querySelector('.el p')).color]"
        )
        assert _contrast(*colours) > 7
        opened.assert_clean()


def _contrast(first, second):
    def luminance(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
