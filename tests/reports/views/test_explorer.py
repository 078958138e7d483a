"""The explorer: an edited excerpt or threshold changes the decision shown."""

from __future__ import annotations

import pytest

from evidencelab.errors import InputError, SettingError
from evidencelab.reports.views.explorer import Explorer, explore
from tests.test_audit import make_session

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:ipywidgets")


@pytest.fixture
def explorer():
    return Explorer([make_session("s-1"), make_session("s-2", excerpt="duration=6m, active=48")])


def test_an_edited_value_turns_the_decision(explorer):
    assert "el-pass" in explorer.shown.value
    explorer.excerpt.value = "service=cart-edge, active=49"
    assert ">mismatch<" in explorer.shown.value
    assert "value_changed" in explorer.shown.value


def test_another_case_brings_its_own_excerpt(explorer):
    explorer.case.value = "s-2"
    assert explorer.excerpt.value == "duration=6m, active=48"
    assert explorer.place.options[0] == "c1 [0] call 7 $.alerts[0]"


def test_the_sliders_keep_their_order_and_reach_the_gate(explorer):
    explorer.accept_at.value = 40.0
    assert explorer.reject_below.value == 40.0
    explorer.reject_below.value = 80.0
    assert explorer.accept_at.value == 80.0
    assert explorer.policy.reject_below == 80.0


def test_a_threshold_alone_turns_an_imperfect_quote(explorer):
    explorer.excerpt.value = "PoolExhausted was firing, service=cart-edge, active=48"
    explorer.accept_at.value = 50.0
    explorer.reject_below.value = 10.0
    assert ">accept<" in explorer.shown.value
    explorer.accept_at.value = 100.0
    assert ">uncertain<" in explorer.shown.value


def test_hostile_text_stays_text(explorer):
    explorer.excerpt.value = "<script>alert(1)</script> active=48"
    assert "<script" not in explorer.shown.value


def test_there_must_be_something_to_explore():
    with pytest.raises(SettingError, match="give at least one session"):
        Explorer([])


def test_a_session_file_can_be_explored(tmp_path):
    path = tmp_path / "session.json"
    path.write_text(make_session("s-9").model_dump_json(exclude_none=True), encoding="utf-8")

    assert "el-pass" in explore(path).shown.value
    with pytest.raises(InputError, match="cannot be read"):
        explore(str(tmp_path / "absent.json"))
