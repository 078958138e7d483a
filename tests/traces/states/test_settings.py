"""A switch of a list of settings is called by its first value, and is as the list has it."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on, report_on

SETTINGS = (
    "read_settings",
    {"host": "tide-2"},
    "            name             | setting | unit\n-----------------------------+---------+------\n"
    " warm_standby_feedback       | off     |\n max_standby_delay           | 1800000 | ms\n"
    " gate_logging                | on      |",
)


@pytest.mark.parametrize(
    ("answer", "is_altered"),
    [
        pytest.param("`warm_standby_feedback` is on.", True, id="told-on"),
        pytest.param("`warm_standby_feedback` is off.", False, id="off"),
        pytest.param("`gate_logging` is on and there is no delay.", False, id="on"),
        pytest.param("`warm_standby_feedback` should be on.", False, id="advice"),
    ],
)
def test_a_switch_of_a_list_of_settings_is_called_by_its_first_value(answer, is_altered):
    (statement,) = report_on(answer, SETTINGS).statements
    assert (statement.finding == "altered") == is_altered


def test_a_field_that_a_line_has_with_what_is_said_is_let_off():
    panel: Reply = ("panel", {"cmd": "show kiln-7"}, "Name: yard/kiln-7\nVent Policy: Manual\nOwner: pottery")
    note: Reply = ("read_notes", {}, "At noon the vent policy is automatic.")
    assert findings_on("The vent policy is Automatic.", panel) == ["altered"]
    assert findings_on("The vent policy is Automatic.", panel, note) == ["not_checkable"]
