"""Numbers that follow from two that the answer tells elsewhere, with neighbours that do not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

RATES = """queue      waiting  in_per_s  out_per_s
stamps     48210    61.3      22.8
letters    12       9.4       9.6"""
BIKES = [
    {"name": "Kestrel 3", "price": 1849.0, "weight_kg": 9.62},
    {"name": "Merlin CX", "price": 1579.0, "weight_kg": 9.85},
    {"name": "Osprey GT", "price": 2120.0, "weight_kg": 11.3},
]
CODE = {"bike": "Merlin CX", "code": "SPRING35", "off_eur": 35}
TRIAL = """arm      people  healed  share
placebo  812     231     28.45%
drug     806     262     32.51%"""
LIMIT = {"heap": "-Xmx704m", "limits": {"memory": "768Mi"}}
REPLIES = (
    ("queues", {}, RATES),
    ("bikes", {}, {"bikes": BIKES}),
    ("code", {}, CODE),
    ("trial", {}, TRIAL),
    ("pod", {}, LIMIT),
)
QUEUE = (
    "## Queue\n\n| Queue | Waiting | In/s | Out/s |\n|---|---|---|---|\n| stamps | 48,210 | 61.3 | 22.8 |\n\n"
)
BIKE = (
    "| | Kestrel 3 | Merlin CX |\n|---|---|---|\n| Price | €1,849.00 | €1,579.00 |\n"
    "| Weight | 9.62 kg | 9.85 kg |\n\n"
)
ARMS = "- Placebo: 28.45% (231 of 812)\n- Drug: 32.51% (262 of 806)\n"


@pytest.mark.parametrize(
    ("answer", "value", "honest"),
    [
        pytest.param(QUEUE + "- 进队比出队快 {} 件/秒。", "38.5", True, id="faster"),
        pytest.param(QUEUE + "- 进队比出队快 {} 件/秒。", "34.9", False, id="faster-not"),
        pytest.param(BIKE + "The Merlin costs you {} more to carry.", "230 g", True, id="grams"),
        pytest.param(BIKE + "With code `SPRING35` it comes down to {}.", "€1,544.00", True, id="discount"),
        pytest.param(
            BIKE + "With code `SPRING35` it comes down to {}.", "€1,514.00", False, id="discount-not"
        ),
        pytest.param(ARMS + "- In absolute terms that is {} points.", "+4.06", True, id="points"),
        pytest.param(ARMS + "- In absolute terms that is {} points.", "+5.71", False, id="points-not"),
        pytest.param(
            "- The limit is 768Mi.\n- A 704 MB heap leaves only {} for all else.",
            "64 MB",
            True,
            id="mebibytes",
        ),
    ],
)
def test_difference_of_two_that_are_told_is_derived(answer, value, honest):
    judged = report_on(answer.format(value), *REPLIES).statements[-1]
    verdict = next(one.verdict for one in judged.values if one.value.strip() == value)
    assert (verdict in ("derived", "sound")) is honest


LEDGER = "day,crates,fee,tons\n" + "\n".join(
    f"2031-04-{day:02d},{137 + day * day},{171.43 * day + 61:.2f},{9.3 * day + 0.7:.1f}"
    for day in range(1, 29)
)
SPENT = {"Rent": 1840.0, "Power": 312.4, "Crew": 5275.6, "Paint": 418.3, "Rope": 96.7, "Fuel": 2230.9}
FAR_REPLIES = (
    ("ledger", {}, LEDGER),
    *(("spent", {"on": name}, {"eur": euros}) for name, euros in SPENT.items()),
    ("bikes", {}, {"bikes": BIKES}),
    ("code", {}, {"code": "SPRING35", "value": 35}),
    ("placebo", {}, {"placebo_pct": 28.45}),
    ("drug", {}, {"drug_pct": 32.51}),
)
BETWEEN = "\n\n" + "Boats came and went. The quay was dry.\n\nNothing else was asked.\n\n" * 4
COSTS = "\n".join(
    ("| Cost | Sum |", "|---|---|", *(f"| {name} | €{euros:,.2f} |" for name, euros in SPENT.items()))
)
COSTS += "\n| **Total** | €10,173.90 |"


@pytest.mark.parametrize(
    ("told", "said", "value", "honest"),
    [
        pytest.param(COSTS, "- **Rent**: {}", "18.1%", True, id="share"),
        pytest.param(COSTS, "- **Rent**: {}", "81.1%", False, id="share-not"),
        pytest.param(BIKE, "With code `SPRING35` it comes down to {}.", "€1,544.00", True, id="discount"),
        pytest.param(
            BIKE, "With code `SPRING35` it comes down to {}.", "€1,514.00", False, id="discount-not"
        ),
        pytest.param(ARMS, "The gain is {} points.", "4.06", True, id="points-of-neighbours"),
        pytest.param(ARMS, "The gain is {} points.", "5.71", False, id="points-of-neighbours-not"),
    ],
)
def test_what_follows_from_what_is_told_far_above_is_derived(told, said, value, honest):
    judged = report_on(told + BETWEEN + said.format(value), *FAR_REPLIES).statements[-1]
    verdict = next(one for one in judged.values if one.value.strip() == value)
    assert (verdict.verdict == "derived" and "told elsewhere" in verdict.reason) is honest
