"""Groups of rows against each other and all rows, what moments are apart, two lists side by side.

Each honest number has a neighbour that no working gives.
"""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

BOATS = """boat,harbour,landed_kg,filled,sailed
Skua,Oban,4173,61.4%,2031-03-04
Tern,Oban,2918,87.9%,2031-03-19
Gull,Mallaig,7346,42.3%,2031-04-02
Auk,Mallaig,1289,93.8%,2031-04-27
Shag,Ullapool,5561,74.6%,2031-05-11"""
PAID = "owner,boat,paid_kg\nRoss,Skua,3856\nMuir,Gull,6417\nDunn,Auk,1034"
CRATES = [
    {"fish": "cod", "crates": 37, "price": "€41.70"},
    {"fish": "ling", "crates": 112, "price": "€18.35"},
    {"fish": "hake", "crates": 64, "price": "€26.90"},
]
CALLS = (("boats", {}, BOATS), ("paid", {}, PAID), ("crates", {}, CRATES))


@pytest.mark.parametrize(
    ("answer", "honest", "other"),
    [
        pytest.param("Everything but Oban landed {} kg.", "14,196", "19,416", id="rest-of-a-group"),
        pytest.param("除 Mallaig 外，其余共卸货 {} 公斤。", "12,652", "15,262", id="rest-zh"),
        pytest.param("The rest beside the top 2 landed {} kg.", "8,380", "3,880", id="rest-beside-the-top"),
        pytest.param("In total Mallaig landed {} kg more than Oban.", "1,544", "4,154", id="groups-apart"),
        pytest.param("In April boats landed {} kg.", "8,635", "6,853", id="month"),
        pytest.param("Skua landed {} more than Tern.", "43.0%", "31.4%", id="change-of-two-rows"),
        pytest.param("Skua 的卸货量比 Tern 高 {}。", "43.0%", "31.4%", id="change-zh"),
        pytest.param("For Gull, {} of the room is left.", "57.7%", "75.7%", id="complement"),
        pytest.param("The trips cover {} from first to last.", "68 days", "83 days", id="span"),
        pytest.param("For Gull, landed exceeds paid by {} kg.", "929", "299", id="two-lists"),
        pytest.param("Crates times price comes to {} in total.", "€5,319.70", "€9,513.70", id="products"),
    ],
)
def test_what_groups_moments_and_two_lists_come_to(answer, honest, other):
    assert not {"unsupported", "altered"} & set(findings_on(answer.format(honest), *CALLS))
    assert "derived" not in findings_on(answer.format(other), *CALLS)


def test_one_of_a_few_is_a_share_of_them():
    assert findings_on("1 of the 6 keys is lost (16.7%).", ("keys", {}, "lost: 1\nkept: 5")) == ["derived"]
