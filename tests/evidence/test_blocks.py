"""What names a block of lines is not left out between two of its neighbours, whatever layout the block has."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

WIRE = ":20:AB81\n:32A:310507NOK81000,\n:50K:/0555\nOAK TRADE LTD\n:59:/NO81\nELM STORE AS\n:71A:OUR"
PARCEL_ZH = "寄件人:王芳\n电话 81000001\n收件人:李强\n电话 81000002\n备注:易碎"
CALENDAR = (
    "BEGIN:VEVENT\nSUMMARY:Pump check\nLOCATION:Hall 8\nEND:VEVENT\n"
    "BEGIN:VEVENT\nSUMMARY:Fire drill\nLOCATION:Yard\nEND:VEVENT"
)
SETTINGS = "reader:\n  host: r-8.example\n  pool:\n    size: 81\n    retries: 7\nwriter:\n  host: w-8.example\n  retries: 2"
RULES = (
    "- alert: LagHigh\n  for: 8m\n  labels: {severity: page, team: flow}\n"
    "- alert: CertSoon\n  for: 1h\n  labels: {severity: ticket, team: sec}"
)
COVER = "Not covered:\n- flood\n- wear of tyres\nCovered:\n- hail and theft"
COVER_ZH = "不适用范围:\n1. 二手车辆\n2. 营运车辆\n适用范围:\n1. 私家车辆"
PART = '<part id="8"><mass unit="kg">8.25</mass><length unit="mm">310</length></part>'


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param(":59:/NO81\nELM STORE AS", WIRE, "accept", id="line-below-its-tag"),
        pytest.param(":50K:/0555\nELM STORE AS", WIRE, "mismatch", id="line-below-another-tag"),
        pytest.param("收件人:李强\n电话 81000002", PARCEL_ZH, "accept", id="zh-line-below-its-tag"),
        pytest.param("寄件人:王芳\n电话 81000002", PARCEL_ZH, "mismatch", id="zh-line-below-another-tag"),
        pytest.param("寄件人:王芳\n收件人:李强", PARCEL_ZH, "accept", id="zh-two-tagged-lines"),
        pytest.param("SUMMARY:Pump check\nLOCATION:Hall 8", CALENDAR, "accept", id="one-entry"),
        pytest.param("SUMMARY:Pump check\nLOCATION:Yard", CALENDAR, "mismatch", id="two-entries"),
        pytest.param("SUMMARY:Pump check\nSUMMARY:Fire drill", CALENDAR, "accept", id="entries-alike"),
        pytest.param("host: w-8.example, retries: 2", SETTINGS, "accept", id="same-block"),
        pytest.param("host: r-8.example, retries: 7", SETTINGS, "mismatch", id="block-further-in"),
        pytest.param("labels: {team: flow, severity: page}", RULES, "accept", id="map-reordered"),
        pytest.param("labels: {team: sec, severity: page}", RULES, "mismatch", id="map-of-two"),
        pytest.param("Covered:\n- hail and theft", COVER, "accept", id="item-below-its-heading"),
        pytest.param("Not covered:\n- flood\n- wear of tyres", COVER, "accept", id="denied-with-its-heading"),
        pytest.param("wear of tyres", COVER, "mismatch", id="denied-alone"),
        pytest.param("1. 私家车辆", COVER_ZH, "accept", id="zh-item"),
        pytest.param("2. 营运车辆", COVER_ZH, "mismatch", id="zh-denied-alone"),
        pytest.param("mass: 8.25 kg, length: 310 mm", PART, "accept", id="unit-of-an-element"),
        pytest.param("mass: 8.25 kg", PART, "accept", id="unit-of-one-element"),
        pytest.param("mass: 8.25 mm", PART, "mismatch", id="unit-of-another-element"),
    ],
)  # fmt: skip
def test_a_line_is_told_with_what_it_belongs_to(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


@pytest.mark.parametrize(
    ("without", "with_it", "text"),
    [
        pytest.param("Stop (zone 8): 02:00-04:00", "Stop (cancelled) (zone 8): 02:00-04:00", "Stop (cancelled) (zone 8): 02:00-04:00", id="bracket"),
        pytest.param("limit: 810 calls", "Old limit: 810 calls", "The board met. Old limit: 810 calls. New limit: 900 calls.", id="old"),
        pytest.param("leak in the cache", "Hypothesis B: leak in the cache", "Hypothesis B: leak in the cache. Disproved.", id="hypothesis"),
    ],
)  # fmt: skip
def test_what_takes_a_line_back_is_kept(without, with_it, text):
    assert match_excerpt(without, text).decision == "mismatch"
    assert match_excerpt(with_it, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        pytest.param("若延迟超过 30 秒，请切换到备库。", "uncertain", id="if"),
        pytest.param("假如延迟超过 30 秒，请切换到备库。", "uncertain", id="if-in-two-characters"),
        pytest.param("虽然延迟超过 30 秒，请切换到备库。", "mismatch", id="although"),
    ],
)
def test_a_conjunction_at_the_head_may_stand_for_another_of_its_meaning(excerpt, decision):
    found = match_excerpt(excerpt, "如果延迟超过 30 秒，请切换到备库。").decision

    assert found == "mismatch" if decision == "mismatch" else found in {"accept", "uncertain"}
