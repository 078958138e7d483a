"""Statements worked out of a run's tables: labels, refusals, seeds."""

from __future__ import annotations

import json
import re

import pytest

from evidencelab.errors import SettingError
from evidencelab.lab.statements.told_workings import tell_workings, working_names
from evidencelab.lab.statements.trial import Trial
from tests.lab.statements.runs import CHINESE, STATIONS, run_of

HOSTILE = ["a|b", "x\ny", "{row}", "End. Next", "**b** c", "- item"]
NAMES = ["/checkout", "O'Neil", "U.S", "v1.2 beta", "10.0.0.1:80 proxy", "Über-Straße"]


def told(*outputs: object, seed: int = 3, kinds: tuple[str, ...] = (), question: str = "How?") -> list[Trial]:
    return list(tell_workings(run_of(*outputs, question=question), seed, kinds))


def test_every_kind_is_told_right_and_most_are_told_wrong():
    trials = [trial for seed in range(6) for trial in told(STATIONS, seed=seed)]
    right = {trial.kind for trial in trials if trial.is_true}
    assert right == set(working_names()) - {
        "in_thousands",
        "columns_apart",
    }  # five digits; columns of one unit
    assert len({trial.kind for trial in trials if not trial.is_true}) >= 40
    for trial in trials:
        assert trial.value in trial.text
        assert trial.is_true == (trial.value == trial.right)


def worked_out_again(kind: str, text: str) -> float | None:
    """Read a sentence back and work it out from the records, by plain loops; None for other kinds."""
    zone = re.search(r"zone (north|south|east)", text)
    rows = [row for row in STATIONS if zone is None or row["zone"] == zone[1]]
    column = "rides" if "rides" in text else "wait_ms"
    cells, everything = [float(r[column]) for r in rows], [float(r[column]) for r in STATIONS]
    if kind == "quoted":
        return next(float(r[column]) for r in STATIONS if str(r["station"]) in text)
    if kind in ("sum", "sum_of_group"):
        return sum(cells)
    if kind in ("mean", "mean_of_group"):
        return sum(cells) / len(cells)
    if kind == "range":
        return max(everything) - min(everything)
    if kind == "maximum_of_group":
        return max(cells)
    if kind == "rows_of_group":
        return len(rows)
    return 100 * len(rows) / len(STATIONS) if kind == "share_of_rows" else None


def test_what_a_statement_says_is_what_a_second_reading_of_the_records_gives():
    n_read = 0
    for trial in (trial for seed in range(25) for trial in told(STATIONS, seed=seed)):
        result = worked_out_again(trial.kind, trial.text)
        if result is not None:
            value = trial.value.rstrip("% ms").replace(",", "")
            n_decimals = len(value.partition(".")[2])
            assert (abs(float(value) - result) <= 0.5000001 * 10**-n_decimals) == trial.is_true, trial.text
            n_read += 1
    assert n_read > 200


def test_chinese_runs_are_told_chinese():
    trials = told(STATIONS, question=CHINESE)
    assert all(trial.text.endswith("。") for trial in trials)
    assert {trial.text for trial in trials if trial.kind == "rows" and trial.is_true} == {
        "工具共返回6条记录。"
    }


def test_the_wrong_one_is_none_that_another_table_of_the_run_makes_true():
    fewer = STATIONS[:-1]
    (right, wrong) = told(STATIONS, kinds=("rows",))
    assert (right.value, wrong.value) == ("6", "5")
    assert [trial.value for trial in told(STATIONS, fewer, kinds=("rows",))] == ["6", "5", "4"]


def test_same_seed_same_statements_whichever_kinds_are_asked_for():
    whole = told(STATIONS, seed=7)
    assert [trial.text for trial in told(STATIONS, seed=7)] == [trial.text for trial in whole]
    some = told(STATIONS, seed=7, kinds=("mean", "sum_of_group"))
    kept = [trial.text for trial in whole if trial.kind in ("mean", "sum_of_group")]
    assert [trial.text for trial in some] == kept
    assert [trial.text for trial in told(STATIONS, seed=8)] != [trial.text for trial in whole]


def test_unknown_kind_is_a_setting_error():
    with pytest.raises(SettingError, match="'mode' is no kind; known are quoted, rows"):
        told(STATIONS, kinds=("mean", "mode"))


def test_run_without_tables_tells_nothing():
    assert told("all is well") == []


@pytest.mark.parametrize("cell", HOSTILE)
def test_cells_that_would_split_a_statement_are_not_told(cell):
    rows = [
        {**row, "station": cell + str(i), "zone": [cell, "north"][i % 2]} for i, row in enumerate(STATIONS)
    ]
    trials = told({cell: rows})
    assert trials
    assert not any(cell in trial.text for trial in trials)
    assert not {"quoted", "rows_of_group"} & {trial.kind for trial in trials}


def test_every_statement_is_read_as_one_whose_finding_is_given():
    rows = [{**row, "station": name} for row, name in zip(STATIONS, NAMES, strict=True)]
    for trial in told(rows, kinds=("quoted", "rows_above", "together", "highest", "the_rest")):
        assert trial.judge().text.rstrip(".") == trial.text.rstrip(".")


def test_the_statement_is_said_after_all_that_the_tools_returned():
    trace = run_of(STATIONS)
    (trial, *_) = tell_workings(trace, 1, ("sum",))
    assert trial.trace.answers()[-1].text == trial.text
    assert trial.told.position > max(record.position or 0 for record in trace.calls)
    assert json.loads(str(trace.session.tool_invocations[0].output)) == STATIONS
