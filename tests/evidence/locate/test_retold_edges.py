"""Records told in another layout, at the borders between columns, lines, sections and records."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ROWS = "name   cpu   mem\nlb-1   40m   12Mi\nlb-2   70m   19Mi"
GAPPED = "NAME    ZONE   NODE   IP\nlb-1    a      n1     10.0.0.1\nlb-2           n2     10.0.0.2"
DISKS = "disk sda: temp=41 hours=900\ndisk sdb: temp=39 hours=700"
SECTIONS = "[primary]\nport = 5432\ncache = 64\n[replica]\nport = 5433\ncache = 32"
RULES = "十一、防火检查：每周一次。\n十二、钥匙管理：领用须登记，遗失赔偿200元。"
NESTED = "job: nightly\n  retries: 3\n  limit:\n    retries: 9\nhost: lb-2"
HOSTS = (
    '<host name="lb-1"><port>8080</port><state>up</state></host>\n'
    '<host name="lb-2"><port>9090</port><state>down</state></host>'
)
SAMPLES = 'up{job="mail"} 1\nlag{zone="us"} 7'


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        pytest.param(ROWS, "lb-2: cpu 70m 和 mem 19Mi", id="joined-in-chinese"),
        pytest.param(ROWS, "lb-2: cpu 70m and mem 19Mi", id="joined-in-english"),
        pytest.param(ROWS, "lb-1 40m\nlb-2 70m", id="a-line-each"),
        pytest.param(GAPPED, "lb-2: NODE n2, IP 10.0.0.2", id="blank-cell"),
        pytest.param(DISKS, "disk sdb: hours=700, temp=39", id="pairs-of-a-line"),
        pytest.param(RULES, "第12条：领用须登记，遗失赔偿200元", id="section-in-digits"),
        pytest.param(RULES, "第十二条：领用须登记，遗失赔偿200元", id="section-in-characters"),
        pytest.param(NESTED, "job: nightly retries: 3", id="own-pair"),
        pytest.param(HOSTS, "host lb-2: port 9090", id="element-around"),
        pytest.param(SAMPLES, "lag: zone=us, 7", id="label-of-a-sample"),
    ],
)
def test_one_record_may_be_told(text, excerpt):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        pytest.param(ROWS, "lb-2: cpu 70m 和 mem 12Mi", id="cell-of-the-row-above"),
        pytest.param(ROWS, "lb-1 40m\nlb-2 40m", id="a-line-each-one-wrong"),
        pytest.param(GAPPED, "lb-2: ZONE n2, IP 10.0.0.2", id="blank-cell-filled"),
        pytest.param(DISKS, "disk sdb: hours=900, temp=39", id="pair-of-the-line-above"),
        pytest.param(SECTIONS, "port = 5433, port = 5432", id="sections-exchanged"),
        pytest.param(SECTIONS, "cache = 32, port = 5432", id="two-sections-as-one"),
        pytest.param(RULES, "第十一条：领用须登记，遗失赔偿200元", id="another-section"),
        pytest.param(NESTED, "job: nightly retries: 9", id="pair-of-what-stands-further-in"),
        pytest.param(HOSTS, "host lb-2: port 8080", id="element-around-another"),
        pytest.param(SAMPLES, "lag: job=mail, zone=us", id="label-of-another-sample"),
    ],
)
def test_two_records_are_not_told_as_one(text, excerpt):
    assert match_excerpt(excerpt, text).decision == "mismatch"
