"""What comes behind a statement and takes something off it, or ends it on a day, is not cut off."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("without", "with_it"),
    [
        pytest.param(
            "The club refunds 310 EUR", "The club refunds 310 EUR, less the cost of cleaning", id="less"
        ),
        pytest.param("Profit came to 310 EUR", "Profit came to 310 EUR before tax", id="before-tax"),
        pytest.param("The bill is 310 EUR", "The bill is 310 EUR plus VAT", id="plus-vat"),
        pytest.param(
            "Visitors may enter hall 3", "Visitors may enter hall 3, but not the vault", id="but-not"
        ),
        pytest.param("Boats leave at 7:40", "Boats leave at 7:40, weather permitting", id="weather"),
        pytest.param(
            "The ferry is free of charge", "The ferry is free of charge, in principle", id="in-principle"
        ),
        pytest.param("Lane 3 stays shut", "Lane 3 stays shut until the bridge is painted", id="until"),
        pytest.param(
            "It was agreed that entry is 7 EUR",
            "It was agreed that entry is 7 EUR until 9 May",
            id="agreed-until",
        ),
        pytest.param("押金310元于7日内退还", "押金310元于7日内退还，扣除清洁费", id="zh-less"),
        pytest.param("The seal lasts 24 months", "The seal lasts 24 months or 900 hours", id="or"),
        pytest.param("年租金为310元每亩", "年租金为310元每亩，不计税费", id="zh-not-counting"),
        pytest.param("入馆费保持7元", "2027年5月9日前，入馆费保持7元", id="zh-before"),
    ],
)
def test_what_takes_something_off_a_statement_is_kept(without, with_it):
    assert match_excerpt(without, f"{with_it}.").decision != "accept"
    assert match_excerpt(with_it, f"{with_it}.").decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("The gate was closed", "The gate was closed until 16:20.", id="what-was-closed"),
        pytest.param("The job ran", "The job ran, less than a minute later it failed.", id="less-than"),
        pytest.param("disk=80%", "disk=80%, plus 3 hot spares", id="plus-another"),
        pytest.param("Lane 3 was shut", "Lane 3 was shut until 16:20.", id="what-was"),
        pytest.param(
            "The club refunds 310 EUR", "The club refunds 310 EUR, and a voucher of 40 EUR.", id="and"
        ),
        pytest.param("2 crates, weight 310 kg", "2 crates, weight 310 kg, gross of pallets", id="next-field"),
        pytest.param("押金310元于7日内退还", "押金310元于7日内退还，钥匙当场交回", id="zh-and"),
        pytest.param("闸机拒票，票号 K310", "闸机拒票，票号 K310，未扣款", id="zh-not-charged"),
    ],
)
def test_what_says_something_else_behind_it_may_be_cut_off(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    "limit", ["less the rent", "less agreed rebates", "net of rebates", "minus the rent"]
)
def test_a_sum_keeps_what_comes_off_it(limit):
    text = f"The club repays EUR 640 {limit}."
    assert match_excerpt("The club repays EUR 640", text).decision == "mismatch"
    assert match_excerpt(text, text).decision == "accept"


@pytest.mark.parametrize(
    "conditions", ["the level drops, or the float sticks", "the level drops, and the float sticks"]
)
def test_a_statement_keeps_a_condition_of_two_parts(conditions):
    text = f"If {conditions}, the pump must be stopped."
    assert match_excerpt("the pump must be stopped", text).decision == "mismatch"
