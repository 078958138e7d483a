"""The unit that a field's name ends in, and that of so much per unit."""

from __future__ import annotations

import pytest

from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.units import unit_of_field


@pytest.mark.parametrize(
    ("field", "unit"),
    [
        ("电量kWh", "kWh"),
        ("Energy (kWh)", "kWh"),
        ("totalEnergyKWh", "kWh"),
        ("rated_kw", "kW"),
        ("price_eur_mwh", "€"),
        ("eur_per_mwh", "€"),
        ("单价(元/kWh)", "¥"),
        ("CO2 (g/km)", "g"),
        ("co2_g_km", "g"),
        ("price_per_kg", None),
        ("cost_kwh_eur", "€"),
        ("uptime_days_pct", "%"),
        ("totalDurationMs", "ms"),
    ],
)
def test_unit_of_field_is_what_is_told_not_what_it_is_told_per(field, unit):
    found = unit_of_field(field)
    assert (None if found is None else found.name) == unit


@pytest.mark.parametrize(
    ("text", "days"),
    [("21w3d", 150), ("2 weeks and 3 days", 17), ("3周2天", 23)],
)
def test_a_length_in_weeks_and_days_is_one_number(text, days):
    (token,) = value_tokens(text)
    assert (token.number, token.unit.name) == (days, "d")
