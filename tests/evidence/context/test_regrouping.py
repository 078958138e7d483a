"""What a quote lays out otherwise: colour codes, tabs, elements, heads of lines, groups of long numbers."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.text.folding import fold

CODES = (
    "[32mPASS[0m lib/price.spec.js (3.114 s)\n  [1;31mwant:[0m [32m88.40[0m\n  [1;31mhave:[0m [31m91.75[0m\n"
)
TABS = (
    "probe\tat\tpm25\thum_pct\nKX-1\t2031-02-03T06:00:00Z\t41.5\t63\nKX-2\t2031-02-03T06:00:00Z\t18.9\t70\n"
)
ELEMENTS = (
    '<Parcel no="P-77"><Mass unit="kg">7.25</Mass><Value currency="CHF">310</Value><Sealed>true</Sealed></Parcel>'
    '<Parcel no="P-78"><Mass unit="g">930</Mass><Value currency="EUR">55</Value><Sealed>false</Sealed></Parcel>'
)
ONE_ROW = " sum(fee_chf) | max_days | n\n--------------+----------+----\n      7310.40 |       12 | 88\n"
OBJECTS = '[{"zone":"n1","span":"5m","ok":88.1,"bad":2},\n {"zone":"n2","span":"5m","ok":71.6,"bad":9}]'
FOUND = "etc/pool.ini:7:max_open 250\netc/pool.ini:8:max_idle 40\netc/web.ini:8:max_idle 15\n"
NUMBERED = '1) (integer) 91\n2) 1) "SCAN"\n   2) "cart:*"\n3) "10.9.0.4:6101"'
PUPPET = "Notice: /Stage[main]/Edge/File[motd]/mode: mode is '0644', should be '0600'\n"
POOL = "pool-7 - no slot, gave up after 900ms (max=30, used=30, free=0, asked=5)\nCaused by: x.y.Err: none\nand so on"
BANK = "Account CH93 0076 2011 6238 5295 7 of Ruf AG, phone +41 44 668 18 00\nCard 5500 0055 5555 5559\n"
CHAT = "[18:02] mira: rolled back on n4\n[18:05] tove: error rate is at 0.2 % again\n"


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("PASS lib/price.spec.js (3.114 s)", CODES, id="colour-codes"),
        pytest.param("want: 88.40\nhave: 91.75", CODES, id="colour-codes-of-two-lines"),
        pytest.param("probe: KX-2, at: 2031-02-03T06:00:00Z, pm25: 18.9, hum_pct: 70", TABS, id="tabs"),
        pytest.param("Mass: 7.25 (unit kg), Value: 310 (currency CHF), Sealed: true", ELEMENTS, id="elements"),
        pytest.param("Mass: 7.25, Sealed: true", ELEMENTS, id="elements-without-attributes"),
        pytest.param("sum(fee_chf) = 7,310.40", ONE_ROW, id="the-only-row"),
        pytest.param("| n2 | 5m | 71.6 | 9 |", OBJECTS, id="all-values-of-an-object"),
        pytest.param("max_open 250\nmax_idle 40", FOUND, id="file-and-line-in-front"),
        pytest.param('"SCAN" "cart:*" "10.9.0.4:6101"', NUMBERED, id="numbers-of-items"),
        pytest.param("Notice: …/File[motd]/mode: mode is '0644', should be '0600'", PUPPET, id="short-path"),
        pytest.param("gave up after 900ms (used=30, max=30, asked=5, free=0)", POOL, id="pairs-in-a-bracket"),
        pytest.param("有效答卷 860 份：满意 71.5%", "回访（有效答卷 860 份）：满意 71.5%，不满意 4.2%。", id="zh-bracket"),
        pytest.param("Account CH9300762011623852957 of Ruf AG", BANK, id="account"),
        pytest.param("phone +41446681800", BANK, id="telephone"),
        pytest.param("Card 5500005555555559", BANK, id="card"),
        pytest.param("IBAN CH93 0076 2011 6238 5295 7", "IBAN CH9300762011623852957", id="account-in-groups"),
        pytest.param("lb-2 lb-1 10.0.0.9:80", "lb-2 lb-2 lb-1 10.0.0.9:80 [WARN] lb-2 lb-1 10.0.0.9:80", id="port"),
        pytest.param("tove [18:05]: error rate is at 0.2 % again", CHAT, id="time-behind-the-speaker"),
    ],
)  # fmt: skip
def test_another_layout_is_forgiven(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("FAIL lib/price.spec.js (3.114 s)", CODES, id="colour-codes-other-state"),
        pytest.param("want: 91.75", CODES, id="colour-codes-other-key"),
        pytest.param("PASS lib/price.spec.js (3.141 s)", CODES, id="colour-codes-other-value"),
        pytest.param("probe: KX-2, pm25: 41.5", TABS, id="tabs-other-record"),
        pytest.param("probe: KX-2, hum_pct: 18.9", TABS, id="tabs-other-key"),
        pytest.param("probe: KX-2, pm25: 19.8", TABS, id="tabs-other-value"),
        pytest.param("Mass: 7.25 (unit g), Sealed: true", ELEMENTS, id="elements-other-unit"),
        pytest.param("Mass: 7.25 (currency CHF), Value: 310 (unit kg)", ELEMENTS, id="elements-units-exchanged"),
        pytest.param("Mass: 7.25, Value: 55", ELEMENTS, id="elements-other-record"),
        pytest.param("Mass: 310, Value: 7.25", ELEMENTS, id="elements-other-key"),
        pytest.param("Parcel P-77, Mass: 930 (unit g)", ELEMENTS, id="elements-other-name"),
        pytest.param("sum(fee_chf) = 12", ONE_ROW, id="the-only-row-other-key"),
        pytest.param("sum(fee_chf) = 7,301.40", ONE_ROW, id="the-only-row-other-value"),
        pytest.param("min(fee_chf) = 7,310.40", ONE_ROW, id="the-only-row-other-head"),
        pytest.param("sum(fee_chf) = 7310.40", f"{ONE_ROW}\n{ONE_ROW.replace('7310', '1200')}", id="two-tables"),
        pytest.param("| n2 | 5m | 88.1 | 9 |", OBJECTS, id="all-values-of-two-objects"),
        pytest.param("| n2 | 5m | 9 | 71.6 |", OBJECTS, id="all-values-exchanged"),
        pytest.param("| n2 | 5m | 71.6 | 8 |", OBJECTS, id="all-values-one-changed"),
        pytest.param("max_open 250\nmax_idle 15", FOUND, id="line-of-another-file"),
        pytest.param("max_open 40\nmax_idle 250", FOUND, id="file-and-line-exchanged"),
        pytest.param('"SCAN" "10.9.0.4:6101" "cart:*"', NUMBERED, id="items-exchanged"),
        pytest.param("Notice: …/File[issue]/mode: mode is '0644', should be '0600'", PUPPET, id="other-path"),
        pytest.param("owner: … ready", "owner: ops/line state: ready", id="no-path"),
        pytest.param("gave up after 900ms (used=30, max=30, asked=0, free=5)", POOL, id="pairs-exchanged"),
        pytest.param("gave up after 900ms (used=30, max=30)", POOL, id="closed-behind-some"),
        pytest.param("延迟 3 秒) 上升到 9", "max(延迟 3 秒) 上升到 9", id="zh-call"),
        pytest.param("Account CH9300762011623852975", BANK, id="account-digits-exchanged"),
        pytest.param("Account CH930076201162385295", BANK, id="account-cut"),
        pytest.param("phone +41446681806", BANK, id="telephone-other"),
        pytest.param("mira [18:05]: error rate is at 0.2 % again", CHAT, id="other-speaker"),
        pytest.param("tove [18:02]: error rate is at 0.2 % again", CHAT, id="other-time"),
    ],
)  # fmt: skip
def test_another_layout_keeps_values_keys_and_records(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("单人房一间，9月4日入住", "单人房1间，9月4日入住", id="zh-count-in-words"),
        pytest.param("open on weekends from 9", "open at weekends from 9", id="on-weekends"),
    ],
)  # fmt: skip
def test_a_word_for_the_same_is_light(excerpt, text):
    assert decision(excerpt, text) == "uncertain"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("单人房两间，9月4日入住", "单人房1间，9月4日入住", id="zh-other-count"),
        pytest.param("单人房十一间，9月4日入住", "单人房1间，9月4日入住", id="zh-more"),
        pytest.param("the valve is on 4 of 6", "the valve is at 4 of 6", id="on"),
    ],
)  # fmt: skip
def test_a_word_for_something_else_is_not(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    "text",
    [
        "rate(hits[5m]) > 3",
        "hosts[31].name = m4",
        "[2m 30s] done, rate[1m]",
        "mean [m]",
        "items[0m]",
        "a[30m:1m]",
        "[mail-\n  relay] up",
    ],
)
def test_durations_and_indexes_are_no_colour_codes(text):
    assert fold(text) == text
