"""Numbers whose scale or unit stands in a column's head, a field's name or a label in front of them."""

from __future__ import annotations

import pytest

from evidencelab.traces.values.reader import value_tokens
from tests.traces.asked import findings_on

SALES = "product,region,sales(万元),margin(%)\nAir,North,1190.8,41.0\nFilter,East,873.5,57.3\n"
UNDERSCORE = "product,region,sales_万元,margin_pct\nAir,North,1190.8,41.0\nFilter,East,873.5,57.3\n"
LOANS = "| 银行 | 贷款余额（亿元） | 不良率 |\n|---|---|---|\n| 江岸 | 1,284.6 | 1.21% |\n| 河谷 | 902.3 | 0.98% |\n"
BESIDE = {"unit": "万元", "rows": [{"dept": "研发", "actual": 3288.1}, {"dept": "市场", "actual": 1391.7}]}
FIELD = {"rows": [{"dept": "研发", "actual_wan": 3288.1}, {"dept": "市场", "actual_wan": 1391.7}]}
SEGMENTS = "segment,revenue_usd_m,income_usd_m\nCloud,4812.7,1203.4\nDevices,2291.5,188.9\n"
PEOPLE = "city,population_k,area_km2\nOstra,1284.6,412\nVell,902.3,377\n"
USERS = "月份,日活(万),付费率\n7月,1284.6,3.1\n8月,1302.9,3.3\n"
LEDGER = "line,actual_eur,budget_eur\nFees,4182316,4159120\nServices,611240,632518\n"
KILLED = "kernel: Killed process 30144 (java) total-vm:41208844kB, anon-rss:30912208kB, shmem-rss:0kB"
DISK = "mount:/srv size:1953125000KiB used:1464843750KiB"


@pytest.mark.parametrize(
    ("output", "honest", "dishonest"),
    [
        pytest.param(SALES, "Air sold 1,190.8 万元 in the north.", "Air sold 1,190.8 亿元.", id="brackets"),
        pytest.param(UNDERSCORE, "Filter 卖出 873.5 万元。", "Filter 卖出 837.5 万元。", id="underscore"),
        pytest.param(LOANS, "河谷的贷款余额为 902.3 亿元。", "河谷的贷款余额为 902.3 万元。", id="table"),
        pytest.param(SALES, "Air sold 0.1191 亿元 in the north.", "Air sold 0.1919 亿元.", id="larger"),
        pytest.param(BESIDE, "研发实际支出 3,288.1 万元。", "研发实际支出 3,828.1 万元。", id="unit-beside"),
        pytest.param(FIELD, "研发实际支出 3,288.1 万元。", "研发实际支出 3,828.1 万元。", id="field"),
        pytest.param(SEGMENTS, "Devices earned $188.9m.", "Devices earned $198.8m.", id="usd_m"),
        pytest.param(SEGMENTS, "Cloud made $4.81bn.", "Cloud made $4.18bn.", id="in-billions"),
        pytest.param(PEOPLE, "Vell has 902,300 inhabitants.", "Vell has 920,300 inhabitants.", id="in-full"),
        pytest.param(USERS, "8 月日活为 1,302.9 万。", "8 月日活为 1,320.9 万。", id="no-money"),
        pytest.param(LEDGER, "Services missed the plan by €21k.", "Services brought in €661k.", id="k"),
        pytest.param(KILLED, "It held 29.5 GiB of memory.", "It held 25.9 GiB of memory.", id="glued"),
        pytest.param(DISK, "/srv is 1.82 TiB.", "/srv is 1.28 TiB.", id="kib"),
    ],
)
def test_scale_of_a_head_or_label_is_heeded(output, honest, dishonest):
    assert not {"unsupported", "altered"} & set(findings_on(honest, ("read", {}, output)))
    assert {"unsupported", "altered"} & set(findings_on(dishonest, ("read", {}, output)))


RUNS = "run,val_f1,test_f1\nrun-7f25,0.9117,0.8937\nrun-3a90,0.9082,0.8964\nrun-1c02,0.8890,0.8658\n"
TRAIL = "ticket TK-1\n  08-03 09:12 opened\n  08-03 09:20 Ada answered\nfirst_response: 15min, resolve: 4h\n"


@pytest.mark.parametrize(
    ("output", "honest", "dishonest"),
    [
        pytest.param(
            RUNS, "run-7f25 loses on test by 0.27 points.", "run-7f25 loses by 0.72 points.", id="less"
        ),
        pytest.param(
            RUNS, "It leads by 3.06 F1 points on test.", "It leads by 3.6 F1 points on test.", id="f1"
        ),
    ],
)
def test_difference_is_told_in_another_form(output, honest, dishonest):
    assert not {"unsupported", "altered"} & set(findings_on(honest, ("read", {}, output)))
    assert {"unsupported", "altered"} & set(findings_on(dishonest, ("read", {}, output)))


def test_length_of_one_digit_between_two_times_is_no_slip_of_another():
    said = "Ada answered TK-1 in 8 minutes, within the 15 minutes allowed."
    assert "altered" not in findings_on(said, ("read", {}, TRAIL))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("€4.2m", 4.2e6),
        ("$3 m", 3e6),
        ("£1.5b", 1.5e9),
        ("4.2m EUR", 4.2e6),
        ("12 Mio. EUR", 12e6),
        ("€4.2 mm", 4.2),
    ],
)
def test_small_letter_behind_an_amount_of_money_is_its_scale(text, number):
    (token,) = value_tokens(text)
    assert token.number == pytest.approx(number)
    assert token.unit is not None
    assert token.unit.name in "€$£"
