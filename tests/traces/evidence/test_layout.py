"""The heads of tables in plain text, and the column a value stands in."""

from __future__ import annotations

import pytest

from evidencelab.traces.evidence.layout import field_of, header_of, is_rule, unwrapped


@pytest.mark.parametrize(
    ("head", "row", "value", "title"),
    [
        ("NAME   READY   RESTARTS", "web-1   1/1   12", "12", "RESTARTS"),
        ("fold  acc    n_val", "0     0.912  2000", "2000", "n_val"),
        ("主机名 CPU使用率 内存使用率", "web-01 23% 61%", "61", "内存使用率"),
        ("ts,temp_c,door", "2025-01-14T22:00,3.8,closed", "3.8", "temp_c"),
        ("| pod | mem |", "| a | 83Mi |", "83", "mem"),
        ("车间,产量(>=90),温度（°C）", "一号,412,31.5", "31.5", "温度（°C）"),
        ("lane, toll($), wait(<=5m)", "4, 7, 12", "7", "toll($)"),
        ("sku,unit price (€ net),on hand", "K-7,9.50,41", "9.50", "unit price (€ net)"),
        (
            "Filesystem      1K-blocks      Used Available Use% Mounted on",
            "/dev/nvme1n1    516061624 474776696  15060544  97% /data",
            "97",
            "Use%",
        ),
    ],
)
def test_column_of_a_value_is_named(head, row, value, title):
    header = header_of(head, row)
    assert header is not None
    assert header.title_at(row, row.index(value)) == title


@pytest.mark.parametrize(
    ("line", "following"),
    [
        ("the pod was killed", "at 12:03 by the kernel"),
        ("3 pods 2 nodes", "4 pods 1 node"),
        ("Status: Running", "Restarts: 12"),
        ("see (a), see (b), 4 more (c)", "5, 6, 7"),
    ],
)
def test_prose_is_no_head(line, following):
    assert header_of(line, following) is None


def test_line_with_other_cells_has_no_title():
    header = header_of("fold  acc    n_val", "0     0.912  2000")
    assert header is not None
    assert header.title_at("done in 3 s", 8) == ""


@pytest.mark.parametrize(
    ("line", "field"),
    [("size=20", "size"), ("items[3].price: 4", "items.price"), ("took 20", "")],
)
def test_field_is_the_word_before_the_sign(line, field):
    assert field_of(line, len(line) - 2 if line.endswith("20") else len(line) - 1) == field


@pytest.mark.parametrize(
    ("line", "is_ruled"),
    [
        ("+-----+:----|", True),
        ("=== ---", True),
        ("-- --", False),
        ("-----> north", False),
        ("-" * 200 + " north", False),
    ],
    ids=["crosses", "two-kinds", "too-short", "arrow", "long-and-a-word"],
)
def test_a_rule_is_told_from_dashes_with_words_in_one_pass(line, is_ruled):
    assert is_rule(line) == is_ruled


@pytest.mark.parametrize(
    ("value", "title"),
    [("31", "DUE"), ("88", "WEIGHT"), ("Hold", "NOTE")],
)
def test_empty_cell_leaves_the_others_under_their_heads(value, title):
    row = "crane-2         31    88       Hold"
    header = header_of("UNIT    BERTH   DUE   WEIGHT   NOTE", row)
    assert header is not None
    assert header.title_at(row, row.index(value)) == title


def test_cell_between_two_heads_has_no_title():
    row = "crane-2           31  88       Hold"
    header = header_of("UNIT    BERTH   DUE   WEIGHT   NOTE", row)
    assert header is not None
    assert header.title_at(row, row.index("31")) == ""


@pytest.mark.parametrize(
    ("head", "row", "value", "title"),
    [
        ("ferry,2031-04_eur,2031-05_eur", "Skua,1820.15,1733.90", "1733.90", "2031-05_eur"),
        ("gate,calls,5xx,5xx_pct", "east,18200,91,0.5", "91", "5xx"),
        ("| shire | 2030 | 2031 |", "| Moor | 4,120 | 5,013 |", "5,013", "2031"),
        ("科目,2031-08金额(元),2031-09金额(元)", "船票,1200.5,1310", "1310", "2031-09金额(元)"),
        ("SKU    7d   30d   90d", "A-1    12   44    130", "44", "30d"),
        ("isle | sku | words | on_hand | least", "Mull | A-11 | Rope 9 | 4210 | 1500", "1500", "least"),
    ],
)
def test_titles_may_be_years_months_and_classes(head, row, value, title):
    header = header_of(head, row)
    assert header is not None
    assert header.title_at(row, row.index(value)) == title


@pytest.mark.parametrize(
    ("line", "following"),
    [
        ("Skua,1820.15,1733.90", "Tern,120.60,587.32"),
        ("Anna,2029,45", "Bert,2030,46"),
        ("node-1,12ms,4", "node-2,14,5"),
    ],
)
def test_rows_of_numbers_are_no_titles(line, following):
    assert header_of(line, following) is None


LETTER = "- body: 'The boats go out again after the storm, and the regatta of the club is on July"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(
            f"{LETTER}\n    12th 2031 at 9 AM.'", [f"{LETTER} 12th 2031 at 9 AM.'"], id="wrapped-value"
        ),
        pytest.param(
            '- content: "Heave to, the lines of the moorings in the east basin are to be\\\n    \\ doubled"',
            ['- content: "Heave to, the lines of the moorings in the east basin are to be doubled"'],
            id="escaped-wrap",
        ),
        pytest.param(f"{LETTER}.\n    12 boats", [f"{LETTER}.", "    12 boats"], id="end-of-a-sentence"),
        pytest.param(f"{LETTER}\n    place: 12", [f"{LETTER}", "    place: 12"], id="a-field"),
        pytest.param(f"{LETTER}\n    2. row", [f"{LETTER}", "    2. row"], id="an-item"),
        pytest.param(f"{LETTER}\n12th 2031", [f"{LETTER}", "12th 2031"], id="not-indented"),
        pytest.param("head: of July\n    12th 2031", ["head: of July", "    12th 2031"], id="a-short-line"),
        pytest.param(
            f"{'boat':<40}{'berth':<30}length\n  {'Alca':<40}{'E4':<30}12",
            [f"{'boat':<40}{'berth':<30}length", f"  {'Alca':<40}{'E4':<30}12"],
            id="a-table",
        ),
        pytest.param(
            f"{LETTER}\n    2031-07-12 09:10 out", [LETTER, "    2031-07-12 09:10 out"], id="a-time"
        ),
        pytest.param(f"{LETTER}\n    Jul 12 09:10:00 out", [LETTER, "    Jul 12 09:10:00 out"], id="a-log"),
    ],
)
def test_what_was_wrapped_at_a_width_is_one_line_again(text, lines):
    assert unwrapped(text) == lines


@pytest.mark.parametrize(
    ("head", "name", "row", "value", "title"),
    [
        pytest.param("          loads_k  trips", "depot         ", "east       412.5     88", "88", "trips", id="two"),
        pytest.param("     运量_万吨   车次", "港口  ", "甲港   412.5    88", "412.5", "运量_万吨", id="zh"),
        pytest.param("         loads", "depot    ", "east       88", "88", "loads", id="one"),
    ],
)  # fmt: skip
def test_the_first_column_may_be_named_on_a_line_of_its_own(head, name, row, value, title):
    header = header_of(head, name)
    assert header is not None
    assert header.title_at(row, row.index(value)) == title


@pytest.mark.parametrize(
    ("line", "following"),
    [
        pytest.param("  the depot reports", "late", id="prose"),
        pytest.param("loads  trips", "depot", id="not-set-in"),
        pytest.param("  loads  trips", "warehouse", id="longer-than-the-room"),
        pytest.param("          loads  trips", "41", id="a-number"),
    ],
)
def test_a_word_below_is_no_name_of_a_column(line, following):
    assert header_of(line, following) is None
